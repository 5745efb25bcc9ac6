"""Domino 3D in batches: its observations straight from the state records. It has too many actions for a mask."""

# mypy: disable-error-code="no-untyped-def"
# Compiled functions carry no types: Numba infers them.

from __future__ import annotations

from ludotheque.engine.compiling import compiled, inlined
from ludotheque.engine.observation import from_own, mark_bits, observes
from ludotheque.games.domino3d.rules.classic import state as classic
from ludotheque.games.domino3d.rules.common.board import DIRECTION, DOMINOES, OWN_UP, PLACE_STEP, POSES, SIZE, TOP
from ludotheque.games.domino3d.rules.race import state as race
from ludotheque.games.domino3d.rules.race.sets import HAND

NONE = -1

#: The parts of the layouts in the game's `observation.py`.
SPACE, PLACED, DRAWN, PILE, SCORES, TURNS_LEFT, IDLE, TURN = range(8)
HANDS, SETS, FINISHED, GIVEN_UP, VERDICTS, TOTALS, PHASE, ROUND, TO_ACT = range(9)
#: How many numbers tell how a domino lies; in classic its seat follows.
LYING = 6


@compiled
def observe(state, seat, row, at):
    seats = state.seats
    for i in range(state.placed):
        domino, action = state.placed_domino[i] + 1, state.placed_action[i]
        begin = at[PLACED] + i * (LYING + 1)
        _lie(row, begin, domino, action)
        if state.placed_seat[i] != NONE:
            row[begin + LYING] = from_own(seat, state.placed_seat[i], seats) + 1
        place = action // POSES
        row[at[SPACE] + place] = domino
        row[at[SPACE] + place + PLACE_STEP[DIRECTION[action % POSES]]] = domino
    if state.drawn != NONE:
        row[at[DRAWN] + state.drawn] = 1.0
    mark_bits(row, at[PILE], state.pile)
    for other in range(seats):
        row[at[SCORES] + from_own(seat, other, seats)] = state.scores[other]
    if state.turns_left != NONE:
        row[at[TURNS_LEFT]] = state.turns_left
    row[at[IDLE]] = state.idle
    if state.turn != NONE:
        row[at[TURN] + from_own(seat, state.turn, seats)] = 1.0


@inlined
def _lie(row, begin, domino, action):
    """Domino (from 1), cell of half 0, direction of half 1 and of the own U face (from 1)."""
    place, pose = action // POSES, action % POSES
    row[begin] = domino
    row[begin + 1] = place // (SIZE * TOP)
    row[begin + 2] = place // TOP % SIZE
    row[begin + 3] = place % TOP
    row[begin + 4] = DIRECTION[pose] + 1
    row[begin + 5] = OWN_UP[pose] + 1


@compiled
def observe_race(state, seat, row, at):
    seats, acting = state.seats, race.to_act(state)
    for other in range(seats):
        own = from_own(seat, other, seats)
        mark_bits(row, at[HANDS] + own * DOMINOES, state.hand[other])
        for i in range(state.laid[other]):
            begin = at[SETS] + (own * HAND + i) * LYING
            _lie(row, begin, state.laid_domino[other, i] + 1, state.laid_action[other, i])
        row[at[GIVEN_UP] + own] = not state.building >> other & 1
        if state.verdict[other] != NONE:
            row[at[VERDICTS] + own * 2 + (state.verdict[other] != race.ACCEPT)] = 1.0
        row[at[TOTALS] + own] = state.totals[other]
        row[at[TO_ACT] + own] = acting >> other & 1
    for number in range(state.finishers):
        own = from_own(seat, state.finished[number], seats)
        row[at[FINISHED] + own] = number + 1
        row[at[GIVEN_UP] + own] = 0.0
    row[at[PHASE] + state.phase] = 1.0
    row[at[ROUND]] = state.round_number


observes(classic.STATE, observe)
observes(race.STATE, observe_race)
