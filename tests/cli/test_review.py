"""`ludotheque review`, run as a user would."""

from __future__ import annotations

import json
from pathlib import Path

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
