"""Nasca: the state record and its rules (numbers as in README.md)."""

from __future__ import annotations

import numpy as np

from ludotheque.engine.bits import popcount
from ludotheque.engine.compiling import compiled
from ludotheque.engine.rules import Rules, record, redeal_nothing
from ludotheque.games.nasca.rules.areas import paid_squares
from ludotheque.games.nasca.rules.board import (
    ACTIONS,
    FIRST,
    FULL,
    JOINED,
    LENGTH_OF,
    LENGTHS,
    LINE_BITS,
    LINES,
    LOWEST_ACTION,
    MASK,
    NEUTRAL,
    STARTS,
    STARTS_OF_LINE,
    WORDS,
)
from ludotheque.games.nasca.rules.listing import CHUNK_BITS, VECTOR_WIDTH, write_bits

NONE = -1
LINE = (1 << CHUNK_BITS) - 1  # no line has more first squares
HAND = np.array([2, 3, 4, 3])  # rule 2: planks of length 2, 3, 4 and 5
NEUTRALS = 6
MAX_PLANKS = 2 * int(HAND.sum()) + NEUTRALS

#: No square is higher. A level that holds one plank only is the highest, or all planks of the next one are of length 1
#: (longer ones rest on two planks or more). With three planks of length 1 there are at most four such levels, and the
#: other 26 planks make at most 13 levels of two.
MAX_HEIGHT = 17

STATE = record(
    ("at_height", np.int64, (MAX_HEIGHT + 1, WORDS)),  # squares of each height
    ("colour", np.int64, (2, WORDS)),  # squares whose highest plank belongs to the seat
    ("joined", np.int64, (WORDS,)),  # squares whose highest plank is also the next square's, along the word
    ("placements", np.int64, (len(LENGTHS), WORDS)),  # first squares of all planks that `turn` may place, by length
    ("hands", np.int64, (2, len(LENGTHS))),  # planks left, by length
    ("points", np.int64, (2, 2)),  # by round and seat, of finished rounds
    ("plank", np.int16, (MAX_PLANKS,)),  # on the board, in the order placed
    ("owner", np.int8, (MAX_PLANKS,)),
    ("level", np.int8, (MAX_PLANKS,)),
    ("planks", np.int64),  # their number
    ("neutrals", np.int64),  # how many of them belong to the landscape
    ("highest", np.int64),  # the greatest height
    ("turn", np.int64),  # seat, or NONE when the match is over
    ("round_number", np.int64),  # from 1 (`round` is a method of every NumPy record)
    ("rounds", np.int64),
    ("ends", np.int64),  # 1: an end must rest on a plank of the mover's colour
)


@compiled
def setup(state, seats, options):
    """Rules 1 to 3 and 15. `options`: 1 for support `end`, the rounds, six planks of the landscape (NONE: left out)."""
    state.ends = options[0]
    state.rounds = options[1]
    while state.neutrals < NEUTRALS and options[2 + state.neutrals] != NONE:
        state.plank[state.neutrals] = options[2 + state.neutrals]
        state.neutrals += 1
    state.round_number = 1
    begin_round(state)


@compiled
def begin_round(state):
    """Rules 3 and 15: full hands, the landscape alone on the board; seat 0 starts round 1, seat 1 round 2."""
    for length in range(len(LENGTHS)):
        state.hands[0, length] = HAND[length]
        state.hands[1, length] = HAND[length]
    for word in range(WORDS):
        for height in range(state.highest + 1):
            state.at_height[height, word] = 0
        for owner in range(2):
            state.colour[owner, word] = 0
        state.joined[word] = 0
        state.at_height[0, word] = FULL[word]
    for i in range(state.neutrals, state.planks):
        state.plank[i] = 0
        state.owner[i] = 0
        state.level[i] = 0
    state.planks = 0
    state.highest = 0
    for i in range(state.neutrals):
        lay(state, NEUTRAL, int(state.plank[i]))
    state.turn = state.round_number - 1
    find_placements(state, state.turn)


@compiled
def lay(state, owner, plank):
    """Put a plank on the ground or on what lies under its ends (rule 5)."""
    level = 0
    while not state.at_height[level, FIRST[plank, 0]] >> FIRST[plank, 1] & 1:
        level += 1
    for word in range(WORDS):
        mask = MASK[plank, word]
        for height in range(level + 1):
            state.at_height[height, word] &= ~mask
        state.at_height[level + 1, word] |= mask
        # The landscape is laid before any plank has a colour.
        if owner != NEUTRAL:
            state.colour[owner, word] |= mask
            state.colour[1 - owner, word] &= ~mask
        state.joined[word] = (state.joined[word] & ~(mask | (mask >> 1))) | JOINED[plank, word]
    if level == state.highest:
        state.highest = level + 1
    state.plank[state.planks] = plank
    state.owner[state.planks] = owner
    state.level[state.planks] = level
    state.planks += 1


@compiled
def find_placements(state, seat):
    """Rules 4 to 7: note the first squares of all planks that the seat may place; return whether there is one.

    All planks that run along a word are tested at once: a set shifted by i has, at the first square of each plank,
    what the set has at the square i steps further. `STARTS` leaves out those that would run beyond their line.
    """
    some = 0
    for word in range(WORDS):
        empty = state.at_height[0, word]
        fits = empty
        for length in range(len(LENGTHS)):
            fits &= empty >> (length + 1)
            state.placements[length, word] = fits
        not_higher = empty
        for height in range(1, state.highest + 1):
            rests = state.at_height[height, word]
            if rests:
                not_higher |= rests
                add_bridges(state, seat, word, rests, not_higher)
        for length in range(len(LENGTHS)):
            state.placements[length, word] &= STARTS[length, word] if state.hands[seat, length] else 0
            some |= state.placements[length, word]
    return some != 0


@compiled
def add_bridges(state, seat, word, rests, not_higher):
    """Rules 5 to 7, for bridges along a word whose ends lie on the squares `rests`, all of one height.

    Rule 5: `reaches` are first squares from which nothing up to the last square is higher. Rule 7: `any_own` are those
    from which the bridge rests on a plank of the seat, `any_coloured` on one of either seat.
    """
    # Rule 6. If two squares of a plank lie under a bridge with nothing higher between them, so do all squares of that
    # plank between them. So it is enough to look at neighbours.
    twice = rests & state.joined[word]
    reaches = rests & ~twice
    passes = not_higher & ~twice
    own = rests & state.colour[seat, word]
    coloured = own | (rests & state.colour[1 - seat, word])
    own_inside = 0 if state.ends else own
    any_own = own
    any_coloured = coloured
    for length in range(len(LENGTHS)):
        last = length + 1
        any_coloured |= coloured >> last
        state.placements[length, word] |= reaches & (rests >> last) & (any_own | (own >> last) | ~any_coloured)
        any_own |= own_inside >> last
        reaches &= passes >> last


@compiled
def to_act(state):
    return 0 if state.turn == NONE else 1 << state.turn


@compiled
def legal(state, seat, out):
    """Rules 4 to 7, found by `find_placements` when the turn began."""
    if seat != state.turn:
        return 0
    count = 0
    for length in range(len(LENGTHS)):
        if state.hands[seat, length]:
            for word in range(WORDS):
                count = list_word(state, length, word, out, count)
    return count


@compiled
def list_word(state, length, word, out, count):
    """Append the planks of one length along one word; return how many planks are listed then."""
    starts = state.placements[length, word]
    first = LOWEST_ACTION[length, word]
    for _ in range(LINES[word]):
        line = starts & LINE
        write_bits(out, count, line, first)
        count += popcount(line)
        first += STARTS_OF_LINE[length, word]
        starts >>= LINE_BITS[word]
    return count


@compiled
def apply(state, seat, action):
    """Rules 8 and 9: the turn passes to the other seat, or back to this one, or the round ends."""
    plank = int(action)  # so that `lay` is compiled for one type only
    state.hands[seat, LENGTH_OF[plank] - 2] -= 1
    lay(state, seat, plank)
    if find_placements(state, 1 - seat):
        state.turn = 1 - seat
    elif find_placements(state, seat):
        state.turn = seat
    else:
        end_round(state)


@compiled
def end_round(state):
    """Rules 9 and 12: note the points (`paid_squares` counts them); rule 3: begin the next round, if there is one."""
    low_0, high_0, low_1, high_1 = paid_squares(state)
    state.points[state.round_number - 1, 0] = popcount(low_0) + popcount(high_0)
    state.points[state.round_number - 1, 1] = popcount(low_1) + popcount(high_1)
    if state.round_number == state.rounds:
        state.turn = NONE
    else:
        state.round_number += 1
        begin_round(state)


@compiled
def score(state, seat):
    """Rule 14: a running round counts as it stands."""
    points = state.points[0, seat] + state.points[1, seat]
    if state.turn != NONE:
        paid = paid_squares(state)
        points += popcount(paid[2 * seat]) + popcount(paid[2 * seat + 1])
    return points


RULES = Rules(
    dtype=STATE,
    max_actions=ACTIONS + VECTOR_WIDTH,
    setup=setup,
    to_act=to_act,
    legal=legal,
    apply=apply,
    score=score,
    redeal=redeal_nothing,
)
