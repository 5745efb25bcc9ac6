"""The reference of hosting agrees with the program."""

from __future__ import annotations

import inspect
import re
from pathlib import Path
from typing import get_args, get_type_hints

from typer.models import OptionInfo

from ludotheque.cli.serve import serve
from ludotheque.server.allowances import ALLOWANCES, Share

PAGE = (Path(__file__).parents[2] / "docs" / "hosting-reference.md").read_text("utf-8")


def test_every_setting_is_documented() -> None:
    hints = get_type_hints(serve, include_extras=True)
    for name in inspect.signature(serve).parameters:
        option = next(each for each in get_args(hints[name]) if isinstance(each, OptionInfo))
        assert f"`{option.envvar}" in PAGE
    explained = set(re.findall(r"LUDOTHEQUE_[A-Z_]+", PAGE))
    known = {option.envvar for hint in hints.values() for option in get_args(hint) if isinstance(option, OptionInfo)}
    assert explained == known | {"LUDOTHEQUE_CACHE", "LUDOTHEQUE_BOT_PRIORITY"}


def test_documented_limits_are_correct() -> None:
    rows = re.findall(r"^\| `([a-z_]+)`((?: \| ?[0-9.]*){4}) \| [^|]+ \|$", PAGE, re.MULTILINE)
    documented = {kind: [each.strip() for each in numbers.split("|")[1:]] for kind, numbers in rows}
    assert list(documented) == list(ALLOWANCES)
    for kind, (person, address) in ALLOWANCES.items():
        assert documented[kind] == [*written(person), *written(address)]


def written(share: Share | None) -> tuple[str, str]:
    if share is None:
        return "", ""
    return str(share.most), f"{share.per_minute:g}" if share.per_minute else ""
