"""Das Prestel Nasenspiel: the state record and its rules (numbers as in README.md)."""

from __future__ import annotations

import numpy as np

from ludotheque.engine.chance import shuffle
from ludotheque.engine.compiling import compiled
from ludotheque.engine.rules import Rules, record, redeal_nothing
from ludotheque.games.nasenspiel.rules.board import (
    CELLS,
    COLUMNS,
    DOMINOES,
    EAST,
    FRAME,
    HALF,
    LARGER,
    LINES,
    NOSES,
    ORIGIN,
    SMALLER,
    STEP,
    refresh_places,
)
from ludotheque.games.nasenspiel.rules.groups import NONE, PAWNS, add_square, find, put_pawn, take_pawn_back
from ludotheque.games.nasenspiel.rules.placements import MAX_ACTIONS, PAIRS, can_place, list_placements

MAX_SEATS = 5
SQUARES = FRAME * FRAME

# The answers' actions follow those of the placements.
SKIP = 2 * CELLS * PAIRS
PAWN = SKIP + 1
PAWN_FROM = PAWN + 1  # + the cell on which the pawn stands

STATE = record(
    ("turn", np.int64),  # seat, or NONE when the match is over
    ("seats", np.int64),
    ("asking", np.int64),  # number of the square whose group is being decided, or NONE
    ("placed", np.int64),  # the number of squares; dominoes are squares 0 and 1, 2 and 3, ...: anchor and other
    ("left", np.int64),  # columns and lines of the layout's outermost squares
    ("right", np.int64),
    ("bottom", np.int64),
    ("top", np.int64),
    ("hands", np.int64, (MAX_SEATS, 2)),  # dominoes as in board.py, in both orders
    ("lines", np.int64, (LINES,)),  # cells with a square, bit `column`
    ("places", np.int64, (2, LINES)),  # anchors of open places by direction (rules 5 and 8), also outside the frame
    ("near", np.int16, (CELLS,)),  # noses on the cells beside each cell, as bits
    ("square", np.int8, (CELLS,)),  # number of the square on each cell, or NONE
    ("cell", np.int16, (SQUARES,)),  # of each square
    ("nose", np.int8, (SQUARES,)),
    ("parent", np.int8, (SQUARES,)),  # union-find over squares; a root is its own parent and stands for the group
    ("members", np.int8, (SQUARES,)),  # squares of the group; valid at its root
    ("owner", np.int8, (SQUARES,)),  # seat whose pawn stands on the group, or NONE; valid at its root
    ("stand", np.int8, (SQUARES,)),  # square on which that pawn stands, or NONE; valid at its root
    ("pawns", np.int16, (MAX_SEATS, PAWNS)),  # cells of each seat's pawns on the table, ascending, then 0
    ("reserve", np.int64, (MAX_SEATS,)),
    ("points", np.int64, (MAX_SEATS,)),
)


@compiled
def setup(state, seats, options):
    """Rules 1 and 2."""
    state.seats = seats
    state.asking = NONE
    for i in range(CELLS):
        state.square[i] = NONE
    # `cell` holds the shuffled dominoes here; it is not used before a square lies.
    for i in range(len(DOMINOES)):
        state.cell[i] = i
    shuffle(state.chance, state.cell, len(DOMINOES))
    each = len(DOMINOES) // seats
    for seat in range(seats):
        state.reserve[seat] = PAWNS
        for i in range(seat * each, (seat + 1) * each):
            flip_in_hand(state, seat, SMALLER[state.cell[i]], LARGER[state.cell[i]])
    for i in range(len(DOMINOES)):
        state.cell[i] = 0
    # Rule 4: as if all noses lay beside 0,0 and nothing but `E 0,0` were open.
    state.left, state.right = ORIGIN % COLUMNS, ORIGIN % COLUMNS
    state.bottom, state.top = ORIGIN // COLUMNS, ORIGIN // COLUMNS
    state.places[EAST, ORIGIN // COLUMNS] = 1 << ORIGIN % COLUMNS
    state.near[ORIGIN] = (1 << NOSES) - 1


@compiled
def flip_in_hand(state, seat, one, two):
    """Put the domino into a hand, or take it out."""
    state.hands[seat, one // HALF] ^= 1 << (one % HALF * NOSES + two)
    if one != two:
        state.hands[seat, two // HALF] ^= 1 << (two % HALF * NOSES + one)


@compiled
def to_act(state):
    return 0 if state.turn == NONE else 1 << state.turn


@compiled
def legal(state, seat, out):
    """Rule 3: a placement, if there is one; then answers about pawns."""
    if seat != state.turn:
        return 0
    if state.asking != NONE:
        return list_answers(state, seat, out)
    return list_placements(state, seat, out)


@compiled
def list_answers(state, seat, out):
    """Rules 11 and 12."""
    out[0] = SKIP
    count = 1
    if state.reserve[seat]:
        out[count] = PAWN
        count += 1
    # A pawn on the domino just placed was put down in this turn.
    fresh = state.cell[state.placed - 2]
    for k in range(PAWNS - state.reserve[seat]):
        if state.pawns[seat, k] != fresh:
            out[count] = PAWN_FROM + np.int64(state.pawns[seat, k])
            count += 1
    return count


@compiled
def apply(state, seat, action):
    if action < SKIP:
        place(state, seat, np.int64(action))
        state.asking = state.placed - 2
        if state.members[find(state, state.asking)] > 1:
            return
    elif action != SKIP:
        if action >= PAWN_FROM:
            take_pawn_back(state, find(state, np.int64(state.square[action - PAWN_FROM])))
        put_pawn(state, seat, state.asking)
    ask_other_or_end(state, seat)


@compiled
def ask_other_or_end(state, seat):
    """Rule 11: the group of the other square is asked about, if there is one and it is another."""
    other = state.placed - 1
    root = find(state, other)
    if state.asking != other and state.members[root] > 1 and root != find(state, state.asking):
        state.asking = other
        return
    state.asking = NONE
    end_turn(state, seat)


@compiled
def end_turn(state, seat):
    """Rule 13: the next seat that can place; the match is over when there is none."""
    for _ in range(state.seats):
        seat = seat + 1 if seat + 1 < state.seats else 0
        if can_place(state, seat):
            state.turn = seat
            return
    state.turn = NONE


@compiled
def place(state, seat, action):
    """Rules 3 and 10: put the domino down, and give back the pawns on the groups it belongs to."""
    pair, spot = action % PAIRS, action // PAIRS
    direction, cell = spot // CELLS, spot % CELLS
    flip_in_hand(state, seat, pair // NOSES, pair % NOSES)
    lay(state, direction, cell, pair // NOSES, pair % NOSES)


@compiled
def lay(state, direction, cell, nose, other_nose):
    """Put a domino on the table, without taking it from a hand."""
    other = cell + STEP[direction]
    line, column = cell // COLUMNS, cell % COLUMNS
    state.left = min(state.left, column)
    state.right = max(state.right, column + 1 - direction)
    state.bottom = min(state.bottom, line)
    state.top = max(state.top, line + direction)
    add_square(state, cell, nose)
    add_square(state, other, other_nose)
    state.lines[line] |= 1 << column
    state.lines[other // COLUMNS] |= 1 << (other % COLUMNS)
    refresh_places(state.lines, state.places, direction, line, column)


@compiled
def score(state, seat):
    """Rule 14."""
    return state.points[seat]


RULES = Rules(
    dtype=STATE,
    max_actions=MAX_ACTIONS,
    setup=setup,
    to_act=to_act,
    legal=legal,
    apply=apply,
    score=score,
    redeal=redeal_nothing,
)
