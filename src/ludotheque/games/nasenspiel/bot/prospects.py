"""The future of a group: where it can grow, who has noses for it, and how likely its owner keeps it."""

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
    """Return the group if that nose would join it, else NONE."""
    return root if root != NONE and state.nose[root] == nose else NONE


@inlined
def smallest_own_group(state, seat):
    """Return the noses of the smallest group that the seat owns; 99 if it owns none."""
    least = 99
    for k in range(PAWNS - state.reserve[seat]):
        least = min(least, int(state.members[root_at(state, np.int64(state.pawns[seat, k]))]))
    return least


@inlined
def noses_in_hand(state, seat, nose):
    """Return how many of the seat's dominoes show that nose."""
    return popcount(np.int64(state.hands[seat, nose // HALF]) >> (nose % HALF * NOSES) & 1023)


@inlined
def foreign_noses(state, seat, nose):
    """Return how many dominoes of the other seats show that nose."""
    count = 0
    for other in range(state.seats):
        if other != seat:
            count += noses_in_hand(state, other, nose)
    return count


@inlined
def covered(state, cell):
    """1 if some domino could be placed on the empty cell now, whatever its noses, else 0."""
    line, column = cell // COLUMNS, cell % COLUMNS
    low = first_line(state)
    places = 0
    if low <= line <= last_line(state, EAST):
        east = state.places[EAST, line] & frame_columns(state, EAST)
        places = east >> column | east >> (column - 1)
    north = frame_columns(state, NORTH)
    if low <= line <= last_line(state, NORTH):
        places |= (state.places[NORTH, line] & north) >> column
    if low < line <= last_line(state, NORTH) + 1:
        places |= (state.places[NORTH, line - 1] & north) >> column
    return places & 1


@inlined
def openings(state, cell):
    """Return the openings of a square: empty cells beside it that a domino could cover now."""
    count = 0
    for step in (-COLUMNS, -1, 1, COLUMNS):
        if state.square[cell + step] == NONE:
            count += covered(state, cell + step)
    return count


@inlined
def group_openings(state, root):
    """Return the openings of a group; a cell beside two of its squares counts twice."""
    count = 0
    for square in range(state.placed):
        if find(state, square) == root:
            count += openings(state, np.int64(state.cell[square]))
    return count


@inlined
def keep_probability(foreign, openings, risk):
    """Return the probability of keeping a group with that many openings, if others hold `foreign` of its noses."""
    return 1.0 / (1.0 + risk * foreign * openings)


@compiled
def survey(state, seat, table, base, rival, risk):
    """For each group write its openings at `base` plus its root, and SQUARES further its value to the seat.

    The value is the number of noses times the probability of keeping them; for another seat's group, times -`rival`.
    """
    for square in range(2 * SQUARES):
        table[base + square] = 0
    for square in range(state.placed):
        table[base + find(state, square)] += openings(state, np.int64(state.cell[square]))
    for square in range(state.placed):
        owner = np.int64(state.owner[square])
        if state.parent[square] == square and owner != NONE:
            foreign = foreign_noses(state, owner, np.int64(state.nose[square]))
            kept = state.members[square] * keep_probability(foreign, table[base + square], risk)
            table[base + SQUARES + square] = kept if owner == seat else -rival * kept


@inlined
def worth(state, seat, size, nose, risk, grows, pawn, least, tuning):
    """Return the value of a pawn on a new group: less if it can be taken over, or another pawn must move there."""
    if size < 2:
        return 0.0
    kept = size * keep_probability(foreign_noses(state, seat, nose), 1.0, risk)
    if grows:
        kept += tuning[FUTURE] * size * (noses_in_hand(state, seat, nose) - 1)
    return kept if pawn else max(0.0, kept - least)
