"""Set up a Nasca position from its JSON, or say why no match can reach it.

The planks are listed in the order placed, so the round is played again plank by plank: a position is possible exactly
if that works.
"""

from __future__ import annotations

import msgspec
import numpy as np

from ludotheque.errors import BadState
from ludotheque.games.nasca.rules import state as rules
from ludotheque.games.nasca.rules.board import ACTIONS, SQUARES
from ludotheque.games.nasca.rules.landscapes import planks_of
from ludotheque.games.nasca.rules.notation import PLANK_OF, PLANK_TEXTS
from ludotheque.games.nasca.rules.refusal import refuse, sentence
from ludotheque.games.spec import Json, Options, State, decoded, quoted


class Plank(msgspec.Struct, forbid_unknown_fields=True):
    owner: int | str
    at: str
    level: int


class Position(msgspec.Struct, forbid_unknown_fields=True):
    round: int
    turn: int | None
    hands: list[dict[str, int]]
    planks: list[Plank]
    points: list[tuple[int, int]]
    areas: list[list[str]]


def restore(state: State, given: Json, seats: int, options: Options) -> None:
    """Write the position into a freshly dealt record. The caller checks that it gives the same JSON again."""
    position = decoded(given, Position)
    _check_rounds(position, options["rounds"])
    if position.round == 2:
        state.round_number = 2
        state.points[0] = position.points[0]
        rules.begin_round(state)
    placed = _without_landscape(position.planks, planks_of(options["landscape"]))
    for number, plank in enumerate(placed, start=len(position.planks) - len(placed) + 1):
        _place(state, plank, f"plank {number} ({quoted(plank.at)})", position.round)
    if state.round_number != position.round:
        raise BadState(f"after the last plank round {position.round} is over, and round {state.round_number} has begun")


def _check_rounds(position: Position, rounds: int) -> None:
    if not 1 <= position.round <= rounds:
        raise BadState(f"there is no round {position.round}: this match has {rounds}")
    over = position.turn is None
    if over and position.round != rounds:
        raise BadState(f"'turn' is null when the match is over, but this is round {position.round} of {rounds}")
    if len(position.points) != position.round - (not over):
        raise BadState("'points' has one pair for each finished round")
    for pair in position.points:
        if min(pair) < 0 or sum(pair) > SQUARES:
            raise BadState(f"the seats cannot have surrounded {pair[0]} and {pair[1]} of the {SQUARES} squares")


def _without_landscape(planks: list[Plank], landscape: list[int]) -> list[Plank]:
    """Return the seats' planks; those before them must be the landscape of the options."""
    texts = [PLANK_TEXTS[plank] for plank in landscape]
    first, others = planks[: len(texts)], planks[len(texts) :]
    if [(plank.owner, plank.at) for plank in first] != [("neutral", text) for text in texts]:
        raise BadState(
            f"the first {len(texts)} planks are the landscape of the options, all neutral: {', '.join(texts)}"
        )
    return others


def _place(state: State, plank: Plank, name: str, round_: int) -> None:
    """Play one plank of the list. Raises BadState if it is not that owner's turn, or the rules do not allow it."""
    if plank.owner not in (0, 1):
        raise BadState(f"{name}: its owner is {plank.owner!r}; after the landscape all planks are those of seat 0 or 1")
    action = PLANK_OF.get(plank.at, ACTIONS)
    if action >= ACTIONS:
        raise BadState(f"{name}: a plank is written by its two ends, the left or lower one first, like b3-f3")
    if state.turn == rules.NONE or state.round_number != round_:
        raise BadState(f"{name}: the round was over before it")
    seat = int(state.turn)
    if plank.owner != seat:
        raise BadState(f"{name}: it is seat {plank.owner}'s, but seat {seat} was to move")
    actions = np.empty(rules.RULES.max_actions, np.int32)
    if action not in actions[: rules.legal(state, seat, actions)]:
        raise BadState(f"{name}: {sentence(refuse(state, seat, action))}")
    rules.apply(state, seat, action)
