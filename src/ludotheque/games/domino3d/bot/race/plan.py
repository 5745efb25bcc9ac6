"""How to lay down the rest of a hand in the race without an error: a plan, found by trying.

The dominoes that fit in the fewest places go first. Where that leads nowhere, another one is tried, up to a limit. The
same table and hand always give the same plan, and the next move of a plan leaves the rest of it.
"""

# Numba takes the types of compiled functions from the call.
# mypy: disable-error-code="no-untyped-def, no-untyped-call"

from __future__ import annotations

import numpy as np

from ludotheque.engine.bits import trailing_zeros
from ludotheque.engine.compiling import compiled, inlined
from ludotheque.games.domino3d.bot.race.fitting import is_amiss, list_needs, matches
from ludotheque.games.domino3d.rules.common.board import DIRECTION, PLACEMENTS, POSES, UP
from ludotheque.games.domino3d.rules.race.sets import (
    HAND,
    free_on_top,
    has_error,
    has_upright,
    is_connected,
    lay_down,
    list_supported,
    take_back,
)
from ludotheque.games.domino3d.rules.race.state import DONE, LIFT

NO_PLAN = -1
#: Dominoes that are laid down, at most, to find a plan where there is time: to explain a move, or to look back at one.
CAREFUL_TRIES = 1000
#: Dominoes that are tried for the next place of a plan.
CHOICES = 4
#: A step of a plan: how many moves there are to try, how many were tried, the moves, and their ranks: in how many
#: places the domino fits.
TRIED, MOVES, RANKS = 1, 2, 2 + CHOICES
STEP_ROOM = RANKS + CHOICES
STEPS_ROOM = STEP_ROOM * HAND
#: What `find_plan` writes: the steps, the placements (see `_room` in race.py for their number) and their needs.
PLAN_ROOM = STEPS_ROOM + 3 * 320 * HAND


@inlined
def needed_marks(needs):
    """How many faces must carry a certain mark."""
    found = 0
    while needs:
        found += int(needs & 15 != 0)
        needs >>= 4
    return found


@compiled
def best_place(domino, upright_first, in_pieces, placements, count):
    """How many of the placements match, and which one of these ties down the fewest faces; NO_PLAN if none.

    `upright_first`: an upright one, if there is any. `in_pieces`: the set is to be joined; then the one that ties down
    the most faces, which is likely to do so. `placements`: with their needs, see `list_needs`.
    """
    found = 0
    best = NO_PLAN
    least = 1000
    for i in range(count):
        placement = int(placements[i])
        needs, needs_other = np.int64(placements[count + 2 * i]), np.int64(placements[count + 2 * i + 1])
        if not matches(domino, placement % POSES, needs, needs_other):
            continue
        found += 1
        cost = needed_marks(needs) + needed_marks(needs_other)
        if in_pieces:
            cost = -cost
        if upright_first and DIRECTION[placement % POSES] < UP:
            cost += 100
        if cost < least:
            best = placement
            least = cost
    return found, best


@inlined
def insert_choice(room, at, rank, move):
    """Keep a move among the CHOICES of a step whose rank is lowest, in the order of rank."""
    place = np.int64(room[at])
    while place > 0 and room[at + RANKS + place - 1] > rank:
        if place < CHOICES:
            room[at + MOVES + place] = room[at + MOVES + place - 1]
            room[at + RANKS + place] = room[at + RANKS + place - 1]
        place -= 1
    if place < CHOICES:
        room[at + MOVES + place] = move
        room[at + RANKS + place] = rank
        room[at] = min(CHOICES, room[at] + 1)


@compiled
def list_choices(state, seat, room, at):
    """Write into the step of the plan at `at` the moves to try next, the scarcest domino first."""
    placements = room[STEPS_ROOM:]
    count = list_supported(state, seat, placements)
    list_needs(state, seat, placements, count)
    upright_first = not has_upright(state, seat)
    in_pieces = state.laid[seat] > 0 and not is_connected(state, seat)
    room[at] = 0
    room[at + TRIED] = 0
    hand = state.hand[seat]
    while hand:
        domino = trailing_zeros(hand)
        hand &= hand - 1
        found, placement = best_place(domino, upright_first, in_pieces, placements, count)
        if found:
            insert_choice(room, at, found, domino * PLACEMENTS + placement)


@inlined
def take_last_back(state, seat):
    domino = np.int64(state.laid_domino[seat, state.laid[seat] - 1])
    take_back(state, seat, domino)
    state.hand[seat] |= 1 << domino


@inlined
def is_complete(state, seat):
    """Rule 19."""
    return state.hand[seat] == 0 and has_upright(state, seat) and is_connected(state, seat)


@compiled
def find_plan(state, seat, room, limit):
    """The first move of a plan for the dominoes in hand, of which there are some; NO_PLAN if none was found.

    Lays down `limit` dominoes at most, one after the other, and leaves the state as it was.
    `room`: for PLAN_ROOM numbers; a slice, so that there is one type for all callers.
    """
    first = state.laid[seat]
    at = 0
    list_choices(state, seat, room, at)
    complete = False
    while not complete:
        if limit > 0 and state.hand[seat] and room[at + TRIED] < room[at]:
            limit -= 1
            move = np.int64(room[at + MOVES + room[at + TRIED]])
            room[at + TRIED] += 1
            lay_down(state, seat, move // PLACEMENTS, move % PLACEMENTS)
            state.hand[seat] ^= 1 << move // PLACEMENTS
            at += STEP_ROOM
            complete = is_complete(state, seat)
            if state.hand[seat]:
                list_choices(state, seat, room, at)
        elif state.laid[seat] > first:
            take_last_back(state, seat)
            at -= STEP_ROOM
        else:
            return NO_PLAN
    while state.laid[seat] > first:
        take_last_back(state, seat)
    return np.int64(room[MOVES + room[TRIED] - 1])


@inlined
def put_back(state, seat, index, domino, action):
    """Undo that the domino was taken back from that place of the set's order."""
    lay_down(state, seat, domino, action)
    state.hand[seat] ^= 1 << domino
    for i in range(state.laid[seat] - 1, index, -1):
        state.laid_action[seat, i] = state.laid_action[seat, i - 1]
        state.laid_domino[seat, i] = state.laid_domino[seat, i - 1]
    state.laid_action[seat, index] = action
    state.laid_domino[seat, index] = domino


@compiled
def is_plan_without(state, seat, index, room, limit):
    """Whether there is a plan once that domino, on which nothing rests, is taken back."""
    domino, action = np.int64(state.laid_domino[seat, index]), np.int64(state.laid_action[seat, index])
    take_back(state, seat, domino)
    state.hand[seat] |= 1 << domino
    found = find_plan(state, seat, room, limit) != NO_PLAN
    put_back(state, seat, index, domino, action)
    return found


@compiled
def find_lift(state, seat, room, limit):
    """The domino to take back where there is no plan: one that makes errors, or after which there is a plan.

    If there is none of these, the last one on which nothing rests: the set is not empty, so that there is one.
    """
    free = free_on_top(state, seat)
    wrong = has_error(state, seat)
    last = NO_PLAN
    for index in range(state.laid[seat] - 1, -1, -1):
        domino = int(state.laid_domino[seat, index])
        if not free >> domino & 1:
            continue
        if is_amiss(state, seat, index) if wrong else is_plan_without(state, seat, index, room, limit):
            return domino
        if last == NO_PLAN:
            last = domino
    return last


@compiled
def best_move(state, seat, room, tries):
    """Of a seat that builds: say that it is done, go on with a plan, or take a domino back; NO_PLAN if none is best."""
    wrong = has_error(state, seat)
    if state.ready[seat] and not wrong:
        return DONE
    if state.hand[seat] and not wrong:
        move = find_plan(state, seat, room, tries)
        if move != NO_PLAN:
            return move
    return LIFT + find_lift(state, seat, room, tries) if state.laid[seat] else NO_PLAN
