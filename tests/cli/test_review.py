"""`ludotheque review`, run as a user would."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from tests.cli.test_commands import fails, run

import ludotheque
from ludotheque import record


def test_it_lists_decisions_with_their_grades(tmp_path: Path) -> None:
    match = ludotheque.game("keks").start(seed=1)
    for _ in range(3):
        match.play(match.legal_moves()[0])
    path = tmp_path / "match.json"
    path.write_text(record.dump(match.record() | {"end": {"reason": "agreed"}}), "utf-8")
    shown = run("review", str(path), "--seconds", "0.3").stdout
    assert "known then" in shown
    assert "luck" not in shown  # Keks has no chance after the deal
    review = json.loads(run("review", str(path), "--seconds", "0.3", "--json").stdout)
    assert [one["judgement"]["number"] for one in review["decisions"]] == [1, 2, 3]
    assert "budget" in fails("review", str(path), "--seconds", "0")


@pytest.mark.parametrize("command", ["review", "show", "replay"])
@pytest.mark.parametrize(
    ("content", "fault"),
    [("Moves: d1", "not valid JSON"), ("[]", "a JSON object"), ("{}", "its format is None"), (None, "cannot be read")],
)
def test_an_unreadable_record_is_named(command: str, content: str | None, fault: str, tmp_path: Path) -> None:
    path = tmp_path / "notes.txt"
    if content is not None:
        path.write_text(content, "utf-8")
    message = " ".join(fails(command, str(path)).split())
    assert message.startswith(f"ludotheque: {path}: ")
    assert message.count("notes.txt") == 1
    assert fault in message
