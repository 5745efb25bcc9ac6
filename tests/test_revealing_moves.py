"""Which moves reveal something: the game's own answer is compared with what other determinizations would have shown."""

from __future__ import annotations

import dataclasses
import random
from collections import Counter
from itertools import pairwise

import pytest

from ludotheque import Match
from ludotheque.errors import LudothequeError
from ludotheque.games.nox.rules.board import CARDS, COPIES
from ludotheque.server.tables.journal import Moved
from ludotheque.server.tables.table import reveals
from tests.cases import CASES, Case, steps
from tests.games.nox.positions import resumed

UNCERTAIN_CASES = [case for case in CASES if case.start(1).uncertain]


def looks_different(before: Match, after: Match, viewer: int | None, seed: int) -> bool:
    """Whether the last move would have been illegal, or would have looked different, in another determinization."""
    seat, move = after.history[-1]
    other = before.redeal(viewer, seed)
    try:
        other.play(move, seat)
    except LudothequeError:
        return True
    return seen(other, viewer) != seen(after, viewer)


def seen(match: Match, viewer: int | None) -> object:
    return match.view(viewer), match.show(match.happened(len(match.history)), viewer)


def told(before: Match, after: Match) -> bool:
    """What the game says about the last move."""
    seat, move = after.history[-1]
    return reveals(after, before.states, Moved(seat, move, "person"))


def sampled(before: Match, after: Match, determinizations: int) -> bool:
    viewers = (None, *range(after.seats))
    return any(looks_different(before, after, viewer, seed) for seed in range(determinizations) for viewer in viewers)


@pytest.mark.parametrize("case", UNCERTAIN_CASES, ids=str)
def test_a_game_answers_exactly_which_moves_reveal_something(case: Case) -> None:
    match = case.start("revealed")
    matches = [match.copy() for _ in steps(match, random.Random(7), 16)]
    for before, after in pairwise([*matches, match]):
        assert told(before, after) == sampled(before, after, 10), after.history[-1]


def end_of_a_round(hands: dict[int, str], pile: str) -> Match:
    """NOX with two seats: all cards but these lie in one display, a stack of each colour."""
    hidden = Counter(" ".join([*hands.values(), pile]).split())
    lying = [card for card in CARDS for _ in range(COPIES - hidden[card])]
    stacks = [",".join(card for card in lying if card[0] == colour) for colour in "bgo"]
    return resumed(" ".join(stacks), "", hands=hands, top=pile)


@pytest.mark.parametrize(
    ("hands", "pile", "move", "revealed"),
    [
        ({0: "b1 b4 g2", 1: "b1 b4 g2"}, "", "b1>1", True),
        # There are no other cards left, and a spectator knows that, too.
        ({0: "b1 b1 b1", 1: "b1 b1 b1"}, "", "b1>1", False),
        # Three of six cards are b4, but which seat holds them?
        ({0: "b1 b1 b1", 1: "b4 b4 b4"}, "", "b1>1", True),
        # Only four places are elsewhere, so seat 0 holds a b1, and can only draw a b1.
        ({0: "b1 b1 b4", 1: "b1 b1 b1"}, "b1", "b1>1", False),
        ({0: "b1 b1 b4", 1: "b1 b1 b1"}, "b1", "b4>1", True),
        # The pile may hold the b4.
        ({0: "b1 b1 b1", 1: "b1 b1 b4"}, "b1", "b1>1", True),
    ],
)
def test_a_card_that_everybody_can_infer_reveals_nothing(
    hands: dict[int, str], pile: str, move: str, *, revealed: bool
) -> None:
    before = end_of_a_round(hands, pile)
    after = before.copy()
    after.play(move)
    assert told(before, after) == sampled(before, after, 400) == revealed


def test_a_game_that_hides_something_must_tell_which_moves_reveal_it(monkeypatch: pytest.MonkeyPatch) -> None:
    before = end_of_a_round({0: "b1 b1 b1", 1: "b1 b1 b1"}, "")
    after = before.copy()
    after.play("b1>1")
    with pytest.raises(ValueError, match="`reveals` is missing"):
        dataclasses.replace(before.mode, reveals=None)
    monkeypatch.setattr(Match, "mode", dataclasses.replace(before.mode, reveals=None, uncertain=False))
    assert not told(before, after)
