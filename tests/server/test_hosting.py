"""The page about hosting agrees with the program."""

from __future__ import annotations

import inspect
import re
from pathlib import Path
from typing import get_args, get_type_hints

from typer.models import OptionInfo

from ludotheque.cli.serve import serve
from ludotheque.server.web.limits import MAX_SOCKETS, RATES

PAGE = (Path(__file__).parents[2] / "docs" / "hosting.md").read_text("utf-8")


def test_every_setting_is_documented() -> None:
    hints = get_type_hints(serve, include_extras=True)
    for name in inspect.signature(serve).parameters:
        option = next(each for each in get_args(hints[name]) if isinstance(each, OptionInfo))
        assert f"`{option.envvar}" in PAGE
    explained = set(re.findall(r"LUDOTHEQUE_[A-Z_]+", PAGE))
    known = {option.envvar for hint in hints.values() for option in get_args(hint) if isinstance(option, OptionInfo)}
    assert explained == known | {"LUDOTHEQUE_CACHE"}


def test_documented_limits_are_correct() -> None:
    rows = re.findall(r"\| ([0-9]+) \| ([0-9.]+) \|$", PAGE, re.MULTILINE)
    assert [(float(rate), float(burst)) for burst, rate in rows] == list(RATES.values())
    assert f"| open WebSocket connections, per address | {MAX_SOCKETS} | |" in PAGE
