"""`ludotheque show`: positions of records, as text and as pictures in files."""

from __future__ import annotations

from pathlib import Path

import pytest
from typer.testing import CliRunner

from ludotheque import record
from ludotheque.cli import app
from ludotheque.errors import BadSetup

RECORD = sorted((Path(__file__).parent.parent / "records" / "nox").glob("*.json"))[0]


def show(*arguments: str) -> str:
    done = CliRunner().invoke(app, ["show", str(RECORD), *arguments])
    if done.exception is not None:
        raise done.exception
    return done.stdout


def test_without_a_file_it_prints_the_text_board() -> None:
    match = record.replay(record.load(RECORD))
    assert show() == match.text(all_revealed=True) + "\n"
    assert show("--seat", "1") == match.text(1) + "\n"


def test_the_picture_of_any_position_can_be_written_to_a_file(tmp_path: Path) -> None:
    match = record.replay(record.load(RECORD))
    while len(match.history) > 3:
        match.undo()
    svg, png = tmp_path / "board.svg", tmp_path / "board.png"
    show("--move", "3", "--seat", "0", "--out", str(svg))
    assert svg.read_text("utf-8") == match.svg(0)
    show("--move", "0", "--out", str(png), "--width", "300")
    assert png.read_bytes().startswith(b"\x89PNG")


def test_errors_say_what_cannot_be_shown(tmp_path: Path) -> None:
    with pytest.raises(BadSetup, match="this record has moves 0 to"):
        show("--move", "99999")
    with pytest.raises(BadSetup, match=r"an \.svg or a \.png"):
        show("--out", str(tmp_path / "board.gif"))
    with pytest.raises(BadSetup, match="there is no seat 9"):
        show("--seat", "9", "--out", str(tmp_path / "board.svg"))
