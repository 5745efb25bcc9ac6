"""Domino 3D, classic and solo: the state record and its rules (numbers as in README.md)."""

from __future__ import annotations

import numpy as np

from ludotheque.engine.bits import popcount, trailing_zeros
from ludotheque.engine.chance import draw
from ludotheque.engine.compiling import compiled, inlined
from ludotheque.engine.rules import Rules, record, redeal_nothing
from ludotheque.games.domino3d.rules.classic.faces import lay, touched
from ludotheque.games.domino3d.rules.classic.matching import MAX_PLACEMENTS, list_placements, stands_somewhere
from ludotheque.games.domino3d.rules.classic.spots import SPOT_FIELDS
from ludotheque.games.domino3d.rules.common.board import (
    ALL_DOMINOES,
    DIRECTION,
    DOMINOES,
    DOWN,
    EAST,
    OWN_UP,
    PLACEMENTS,
    POSES,
    START,
    UP,
    cell_of_place,
    place_of_cell,
)
from ludotheque.games.domino3d.rules.common.tower import FALLS, STANDS, rests, set_border, tower_fields

TIMEOUT, DRAW, STOP = PLACEMENTS, PLACEMENTS + 1, PLACEMENTS + 2
NONE = -1
MAX_SEATS = 6
COLLAPSE_COSTS = 10
IDLE_ROUNDS = 3
START_POSE = int(np.flatnonzero((DIRECTION == EAST) & (OWN_UP == UP))[0])
START_ACTION = int(place_of_cell(START)) * POSES + START_POSE

STATE = record(
    *tower_fields(1),
    *SPOT_FIELDS,
    ("placed", np.int64),  # the number of dominoes on the table
    ("placed_action", np.int32, (DOMINOES,)),  # in the order placed; unused entries are 0
    ("placed_domino", np.int8, (DOMINOES,)),
    ("placed_seat", np.int8, (DOMINOES,)),  # NONE for the start
    ("pile", np.int64),  # dominoes neither placed nor drawn, as bits
    ("drawn", np.int64),  # domino, or NONE: over, or the choice between `draw` and `stop`
    ("turn", np.int64),  # seat, or NONE when the match is over
    ("scores", np.int64, (MAX_SEATS,)),
    ("idle", np.int64),  # turns in a row that ended without any placement
    ("building", np.int64),  # 1: the turn under way has placed a domino
    ("turns_left", np.int64),  # solo, the turn under way included; else NONE
    ("seats", np.int64),
    ("several", np.int64),
    ("differ", np.int64),  # 1: the hidden faces of a joint must differ
    ("least", np.int64),  # how a placement must rest to be legal: FALLS, or STANDS with `falls: refuse`
)


@compiled
def setup(state, seats, options):
    """Rules 8 and 15. `options`: solo, several, falls refused, contact must differ (each 0 or 1), turns."""
    state.seats = seats
    state.several = options[1]
    state.least = STANDS if options[2] else FALLS
    state.differ = options[3]
    state.turns_left = options[4] if options[0] else NONE
    set_border(state, 0)
    state.pile = ALL_DOMINOES
    draw_domino(state)
    lay(state, state.drawn, np.int64(START), np.int64(START_POSE))
    note_placed(state, np.int64(NONE), np.int64(START_ACTION))
    if stands_somewhere(state, state.pile):
        draw_domino(state)
    else:
        state.turn = NONE


@inlined
def to_act(state):
    return 0 if state.turn == NONE else 1 << state.turn


@compiled
def legal(state, seat, out):
    """Rules 3 to 7, 9 and 12."""
    if seat != state.turn:
        return 0
    if state.drawn == NONE:
        out[0] = DRAW
        out[1] = STOP
        return 2
    count = list_placements(state, state.drawn, state.least, out[:])  # a slice: one type for all callers
    out[count] = TIMEOUT
    return count + 1


@compiled
def apply(state, seat, action):
    if action == DRAW:
        draw_domino(state)
        return
    if action < PLACEMENTS and stands(state, action):
        place(state, seat, action)
        return
    if action != STOP:
        state.pile |= 1 << state.drawn
        state.drawn = NONE
    if action < PLACEMENTS:  # rule 11: it falls
        state.scores[seat] = max(0, state.scores[seat] - COLLAPSE_COSTS)
    finish_turn(state)
    begin_turn(state)


@compiled
def draw_domino(state):
    """Rule 9: every domino of the pile is equally likely."""
    others = state.pile
    for _ in range(draw(state.chance, popcount(others))):
        others &= others - 1
    state.drawn = trailing_zeros(others)
    state.pile ^= 1 << state.drawn


@inlined
def stands(state, action):
    return rests(state, 0, cell_of_place(action // POSES), DIRECTION[action % POSES]) == STANDS


@inlined
def note_placed(state, seat, action):
    state.placed_action[state.placed] = action
    state.placed_domino[state.placed] = state.drawn
    state.placed_seat[state.placed] = seat
    state.placed += 1
    state.drawn = NONE


@inlined
def worth(state, action):
    """Rule 10: the points of a placement that stands."""
    cell, pose = cell_of_place(action // POSES), action % POSES
    bottom = cell - 1 if DIRECTION[pose] == DOWN else cell
    points = touched(state, cell, pose)
    if bottom & 15:
        return points + 2
    return points + 1 if DIRECTION[pose] >= UP else points


@compiled
def place(state, seat, action):
    """Rules 10, 12 and 13."""
    state.scores[seat] += worth(state, action)
    lay(state, state.drawn, cell_of_place(action // POSES), action % POSES)
    note_placed(state, seat, action)
    state.idle = 0
    state.building = 1
    # Rule 13 also applies before every draw, but only a placement changes what it looks at.
    stuck = not stands_somewhere(state, state.pile)
    if not state.several:
        finish_turn(state)
    if stuck:
        state.turn = NONE
        state.building = 0
    elif not state.several:
        begin_turn(state)


@inlined
def finish_turn(state):
    if not state.building:
        state.idle += 1
    state.building = 0
    if state.turns_left != NONE:
        state.turns_left -= 1
    state.turn = state.turn + 1 if state.turn + 1 < state.seats else 0


@inlined
def begin_turn(state):
    """Rules 13 and 15: the next turn, if there is one."""
    if state.turns_left == 0 or (state.turns_left == NONE and state.idle == IDLE_ROUNDS * state.seats):
        state.turn = NONE
    else:
        draw_domino(state)


@inlined
def score(state, seat):
    """Rule 14."""
    return state.scores[seat]


RULES = Rules(
    dtype=STATE,
    max_actions=2 * MAX_PLACEMENTS + 1,  # twice, to sort them
    setup=setup,
    to_act=to_act,
    legal=legal,
    apply=apply,
    score=score,
    redeal=redeal_nothing,  # nothing is hidden except future draws, which are not drawn yet
)
