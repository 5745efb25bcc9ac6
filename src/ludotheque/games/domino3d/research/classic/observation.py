"""Observations and actions of classic and solo: the dominoes in the order placed, and the space that they fill."""

from __future__ import annotations

from ludotheque.engine.compiling import compiled
from ludotheque.engine.layout import MAX_COUNT, Part, per_seat
from ludotheque.engine.observation import Observation, mark_bits, relative_seat
from ludotheque.games.domino3d.research.common.placement import PLACEMENT, PLACEMENT_NUMBERS, write_placement
from ludotheque.games.domino3d.rules.classic.state import NONE, STATE, STOP
from ludotheque.games.domino3d.rules.common.board import DIRECTION, DOMINOES, PLACE_STEP, POSES, SIZE, TOP
from ludotheque.games.spec import ActionSpace, Research

#: Numbers that describe a domino in the part `placed`.
PLACED_NUMBERS = PLACEMENT_NUMBERS + 1


def parts(seats: int) -> tuple[Part, ...]:
    placed = f"in the order placed: {PLACEMENT}, seat (1 own; 0 the start)"
    return (
        Part(
            "space", (SIZE, SIZE, TOP), "the domino (from 1) in each cell by x (from -12), y (from -12) and z", DOMINOES
        ),
        Part("placed", (DOMINOES, PLACED_NUMBERS), placed, DOMINOES),
        Part("drawn", (DOMINOES,), "the domino drawn"),
        Part("pile", (DOMINOES,), "dominoes in the pile"),
        per_seat("scores", seats, "points", MAX_COUNT, -MAX_COUNT),
        Part("turns_left", (1,), "solo: turns left, the turn under way included", 100),
        Part("idle", (1,), "turns in a row without a placement", 99),
        per_seat("turn", seats, "whose turn it is; nobody's when the match is over"),
    )


@compiled
def write(state, seat, row, at):
    seats = state.seats
    for i in range(state.placed):
        domino, action = state.placed_domino[i] + 1, state.placed_action[i]
        begin = at.placed + i * PLACED_NUMBERS
        write_placement(row, begin, domino, action)
        if state.placed_seat[i] != NONE:
            row[begin + PLACEMENT_NUMBERS] = relative_seat(state.placed_seat[i], seat, seats) + 1
        place = action // POSES
        row[at.space + place] = domino
        row[at.space + place + PLACE_STEP[DIRECTION[action % POSES]]] = domino
    if state.drawn != NONE:
        row[at.drawn + state.drawn] = 1.0
    mark_bits(row, at.pile, state.pile)
    for other in range(seats):
        row[at.scores + relative_seat(other, seat, seats)] = state.scores[other]
    if state.turns_left != NONE:
        row[at.turns_left] = state.turns_left
    row[at.idle] = state.idle
    if state.turn != NONE:
        row[at.turn + relative_seat(state.turn, seat, seats)] = 1.0


RESEARCH = Research(
    observation=Observation(STATE, parts, write),
    actions=ActionSpace(STOP + 1, "A placement, timeout, draw, stop."),
    hides=False,
    max_moves=10_000,  # 40 dominoes, at most 18 idle turns between two of them; solo: 100 turns
)
