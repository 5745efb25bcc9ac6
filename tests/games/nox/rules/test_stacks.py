"""The stacks of the displays agree with the top cards in the state record (rules 4 to 6)."""

from __future__ import annotations

import random

import pytest
from tests.games.nox.positions import NOX

from ludotheque.games.nox.rules.board import KIND_OF
from ludotheque.games.nox.rules.notation import parse, parts
from ludotheque.games.nox.rules.stacks import displays, displays_after
from ludotheque.games.nox.rules.state import shown_after, shown_by


@pytest.mark.parametrize("seats", range(2, 7))
def test_stacks_merge_alike_in_the_displays_and_in_what_they_show(seats: int) -> None:
    match, chance = NOX.start(seats, seed=seats), random.Random(seats)
    mergers = 0
    while not match.over:
        (seat,) = match.to_act
        state, move = match.states[0], chance.choice(match.legal_moves(seat))
        action = parse(move)
        _, display, onto = parts(action)
        tables, merger = displays_after(state, action)
        tops = [KIND_OF[stack[-1]] for stack in tables[display]]
        assert shown_after(shown_by(state, display), action) == sum(1 << kind for kind in tops)
        more = len(tables[display]) - len(displays(state)[display])
        assert more == (1 if onto is None else -1 if merger else 0)
        mergers += merger is not None
        match.play(move, seat)
    assert mergers
