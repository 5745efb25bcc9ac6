"""The command-line page documents every command, and only options that exist."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import typer.main

from ludotheque.cli import app

PAGE = (Path(__file__).parent.parent.parent / "docs" / "command-line.md").read_text("utf-8")


def test_every_command_has_a_section_and_every_option_exists() -> None:
    command = typer.main.get_command(app)
    commands = command.commands  # type: ignore[attr-defined]  # a group, since there are several
    sections = re.split(r"^## ", PAGE, flags=re.M)[1:]
    assert {section.split("\n")[0] for section in sections} == set(commands)
    for section in sections:
        parameters = _parameters(commands[section.split("\n")[0]])
        known = {option for parameter in parameters for option in parameter.opts + parameter.secondary_opts}
        assert set(re.findall(r"(?<!\w)--[a-z-]+", section)) <= known


def _parameters(command: Any) -> list[Any]:
    """Those of a command, and of the commands in it."""
    return [*command.params, *(each for inner in getattr(command, "commands", {}).values() for each in inner.params)]
