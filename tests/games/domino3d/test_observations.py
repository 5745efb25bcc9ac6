"""Observations of short matches agree with the views. Quick enough without compilation, as `make mutants` runs them."""

from __future__ import annotations

import random
from typing import Any

import pytest
from tests.cases import steps
from tests.games.domino3d.positions import DOMINO
from tests.games.domino3d.rules.race.test_rules import build
from tests.research import reference

from ludotheque import Match, observing


def check(match: Match) -> None:
    layout = observing.layout(match.game, match.seats, match.options)
    for seat in range(match.seats):
        expected = reference.observation(match.game, layout, match.view(seat), seat)
        assert observing.observation(match, seat).tobytes() == expected.tobytes()


@pytest.mark.parametrize(("seats", "options"), [(3, {}), (1, {"mode": "solo", "turns": 4})], ids=["classic", "solo"])
def test_of_dominoes_scores_and_turns(seats: int, options: dict[str, Any]) -> None:
    match = DOMINO.start(seats, 1, options)
    for _ in steps(match, random.Random(1), 12):
        check(match)
    while not match.over:
        match.play(next(move for move in ("timeout", "stop") if move in match.legal_moves()))
        check(match)
    assert any(match.scores)


def test_of_the_race() -> None:
    """Seat 2 is done first, then seats 0 and 3; seat 1 gives up. Two sets are accepted, and one is objected to."""
    match = DOMINO.start(4, 1, {"mode": "race", "referee": "neighbour"})
    for seat in (2, 0, 3):
        build(match, seat)
        check(match)
    for seat, move in ((2, "done"), (0, "done"), (1, "give up"), (3, "done"), (1, "accept"), (3, "object")):
        match.play(move, seat)
        check(match)
    assert match.state()["verdicts"] == ["accept", None, "object", None]
    match.play("accept", 0)
    check(match)
    assert match.state()["round"] == 2
    assert any(match.state()["totals"])
