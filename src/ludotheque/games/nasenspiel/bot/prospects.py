"""What can still become of a group: where it can grow, who has noses for it, how likely its owner keeps it."""

# Numba takes the types of compiled functions from the call.
# mypy: disable-error-code="no-untyped-def, no-untyped-call"

from __future__ import annotations

import numpy as np

from ludotheque.engine.bits import popcount
from ludotheque.engine.compiling import compiled, inlined
from ludotheque.games.nasenspiel.bot.tuning import FUTURE
from ludotheque.games.nasenspiel.rules.board import COLUMNS, EAST, HALF, NORTH, NOSES
from ludotheque.games.nasenspiel.rules.groups import NONE, PAWNS, find
from ludotheque.games.nasenspiel.rules.placements import first_line, frame_columns, last_line
from ludotheque.games.nasenspiel.rules.state import SQUARES


@inlined
def root_at(state, cell):
    square = np.int64(state.square[cell])
    return square if square == NONE else find(state, square)


@inlined
def joined(state, root, nose):
    """The group's root if that nose would join it, else NONE."""
    return root if root != NONE and state.nose[root] == nose else NONE


@inlined
def least_own(state, seat):
    """The noses of the smallest group that the seat owns; 99 if it owns none."""
    least = 99
    for k in range(PAWNS - state.reserve[seat]):
        least = min(least, int(state.members[root_at(state, np.int64(state.pawns[seat, k]))]))
    return least


@inlined
def noses_in_hand(state, seat, nose):
    """How many of the seat's dominoes show that nose."""
    return popcount(np.int64(state.hands[seat, nose // HALF]) >> (nose % HALF * NOSES) & 1023)


@inlined
def foreign_noses(state, seat, nose):
    """How many of all others' dominoes show that nose."""
    count = 0
    for other in range(state.seats):
        if other != seat:
            count += noses_in_hand(state, other, nose)
    return count


@inlined
def covered(state, cell):
    """1 if a domino can lie on the empty cell now, whatever its noses, else 0."""
    line, column = cell // COLUMNS, cell % COLUMNS
    low = first_line(state)
    found = 0
    if low <= line <= last_line(state, EAST):
        east = state.places[EAST, line] & frame_columns(state, EAST)
        found = east >> column | east >> (column - 1)
    north = frame_columns(state, NORTH)
    if low <= line <= last_line(state, NORTH):
        found |= (state.places[NORTH, line] & north) >> column
    if low < line <= last_line(state, NORTH) + 1:
        found |= (state.places[NORTH, line - 1] & north) >> column
    return found & 1


@inlined
def openings(state, cell):
    """On how many cells beside a square a domino can lie now."""
    count = 0
    for step in (-COLUMNS, -1, 1, COLUMNS):
        if state.square[cell + step] == NONE:
            count += covered(state, cell + step)
    return count


@inlined
def group_openings(state, root):
    """In how many ways a domino can come to lie beside the group; a cell beside two of its squares counts twice."""
    count = 0
    for square in range(state.placed):
        if find(state, square) == root:
            count += openings(state, np.int64(state.cell[square]))
    return count


@inlined
def hold(foreign, places, risk):
    """The chance to keep a group that can grow in so many places and of which others have so many noses."""
    return 1.0 / (1.0 + risk * foreign * places)


@compiled
def survey(state, seat, table, base, rival, risk):
    """Write for each group, at `base` + its root, where it can grow, and SQUARES further what the seat has of it.

    That is its noses times the chance to keep it; negative and times `rival` if another seat owns it.
    """
    for square in range(2 * SQUARES):
        table[base + square] = 0
    for square in range(state.placed):
        table[base + find(state, square)] += openings(state, np.int64(state.cell[square]))
    for square in range(state.placed):
        owner = np.int64(state.owner[square])
        if state.parent[square] == square and owner != NONE:
            foreign = foreign_noses(state, owner, np.int64(state.nose[square]))
            kept = state.members[square] * hold(foreign, table[base + square], risk)
            table[base + SQUARES + square] = kept if owner == seat else -rival * kept


@inlined
def worth(state, seat, size, nose, risk, grows, pawn, least, tuning):
    """What a pawn on a new group is worth: less if others can take it over, or if another pawn must leave for it."""
    if size < 2:
        return 0.0
    kept = size * hold(foreign_noses(state, seat, nose), 1.0, risk)
    if grows:
        kept += tuning[FUTURE] * size * (noses_in_hand(state, seat, nose) - 1)
    return kept if pawn else max(0.0, kept - least)
