"""Planning in the race: how to lay down the rest of a hand without an error, by backtracking.

Dominoes that fit in the fewest places go first; dead ends are undone, up to a limit. The same table and hand always
give the same plan, and after the first move of a plan the rest of it is the plan again.
"""

from __future__ import annotations

import numpy as np

from ludotheque.engine.bits import trailing_zeros
from ludotheque.engine.compiling import compiled, inlined
from ludotheque.games.domino3d.bot.race.fitting import is_part_of_error, list_needs, matches
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
#: The most dominoes laid down in a search without time pressure: to explain a move, or to review one.
CAREFUL_TRIES = 1000
#: Dominoes tried for the next step of a plan.
CHOICES = 4
#: A step of a plan: the number of moves to try, the number tried, the moves, and their ranks (in how many places the
#: domino fits).
TRIED, MOVES, RANKS = 1, 2, 2 + CHOICES
STEP_SIZE = RANKS + CHOICES
STEPS_SIZE = STEP_SIZE * HAND
#: What `find_plan` writes: the steps, the placements (their number: see `_max_actions` in the state) and their needs.
PLAN_SIZE = STEPS_SIZE + 3 * 320 * HAND


@inlined
def needed_marks(needs):
    """Return how many faces need a particular mark."""
    marks = 0
    while needs:
        marks += int(needs & 15 != 0)
        needs >>= 4
    return marks


@compiled
def best_place(domino, upright_first, in_pieces, placements, count):
    """Return how many of the placements match, and the one of them that constrains the fewest faces; NO_PLAN if none.

    `upright_first`: prefer an upright one. `in_pieces`: the set is not connected; then prefer the one that constrains
    the most faces, which is likely to join it. `placements`: with their needs, see `list_needs`.
    """
    matching = 0
    best = NO_PLAN
    least = 1000
    for i in range(count):
        placement = int(placements[i])
        needs, needs_other = np.int64(placements[count + 2 * i]), np.int64(placements[count + 2 * i + 1])
        if not matches(domino, placement % POSES, needs, needs_other):
            continue
        matching += 1
        cost = needed_marks(needs) + needed_marks(needs_other)
        if in_pieces:
            cost = -cost
        if upright_first and DIRECTION[placement % POSES] < UP:
            cost += 100
        if cost < least:
            best = placement
            least = cost
    return matching, best


@inlined
def insert_choice(space, at, rank, move):
    """Insert a move into the choices of a step, which are the CHOICES of lowest rank in ascending order."""
    place = np.int64(space[at])
    while place > 0 and space[at + RANKS + place - 1] > rank:
        if place < CHOICES:
            space[at + MOVES + place] = space[at + MOVES + place - 1]
            space[at + RANKS + place] = space[at + RANKS + place - 1]
        place -= 1
    if place < CHOICES:
        space[at + MOVES + place] = move
        space[at + RANKS + place] = rank
        space[at] = min(CHOICES, space[at] + 1)


@compiled
def list_choices(state, seat, space, at):
    """Write the moves to try next into the step at `at`, the domino that fits in the fewest places first."""
    placements = space[STEPS_SIZE:]
    count = list_supported(state, seat, placements)
    list_needs(state, seat, placements, count)
    upright_first = not has_upright(state, seat)
    in_pieces = state.laid[seat] > 0 and not is_connected(state, seat)
    space[at] = 0
    space[at + TRIED] = 0
    hand = state.hands[seat]
    while hand:
        domino = trailing_zeros(hand)
        hand &= hand - 1
        rank, placement = best_place(domino, upright_first, in_pieces, placements, count)
        if rank:
            insert_choice(space, at, rank, domino * PLACEMENTS + placement)


@inlined
def take_last_back(state, seat):
    domino = np.int64(state.laid_domino[seat, state.laid[seat] - 1])
    take_back(state, seat, domino)
    state.hands[seat] |= 1 << domino


@inlined
def is_complete(state, seat):
    """Rule 19."""
    return state.hands[seat] == 0 and has_upright(state, seat) and is_connected(state, seat)


@compiled
def find_plan(state, seat, space, limit):
    """Return the first move of a plan for the dominoes in hand, which is not empty; NO_PLAN if none is found.

    Lays down at most `limit` dominoes and restores the state. `space`: PLAN_SIZE numbers to write to, as a slice, so
    that the argument has the same type for all callers.
    """
    first = state.laid[seat]
    at = 0
    list_choices(state, seat, space, at)
    complete = False
    while not complete:
        if limit > 0 and state.hands[seat] and space[at + TRIED] < space[at]:
            limit -= 1
            move = np.int64(space[at + MOVES + space[at + TRIED]])
            space[at + TRIED] += 1
            lay_down(state, seat, move // PLACEMENTS, move % PLACEMENTS)
            state.hands[seat] ^= 1 << move // PLACEMENTS
            at += STEP_SIZE
            complete = is_complete(state, seat)
            if state.hands[seat]:
                list_choices(state, seat, space, at)
        elif state.laid[seat] > first:
            take_last_back(state, seat)
            at -= STEP_SIZE
        else:
            return NO_PLAN
    while state.laid[seat] > first:
        take_last_back(state, seat)
    return np.int64(space[MOVES + space[TRIED] - 1])


@inlined
def put_back(state, seat, index, domino, action):
    """Undo `take_back` of the domino at that place of the set's order."""
    lay_down(state, seat, domino, action)
    state.hands[seat] ^= 1 << domino
    for i in range(state.laid[seat] - 1, index, -1):
        state.laid_action[seat, i] = state.laid_action[seat, i - 1]
        state.laid_domino[seat, i] = state.laid_domino[seat, i - 1]
    state.laid_action[seat, index] = action
    state.laid_domino[seat, index] = domino


@compiled
def is_plan_without(state, seat, index, space, limit):
    """Return whether a plan exists once that domino, on which nothing rests, is taken back."""
    domino, action = np.int64(state.laid_domino[seat, index]), np.int64(state.laid_action[seat, index])
    take_back(state, seat, domino)
    state.hands[seat] |= 1 << domino
    exists = find_plan(state, seat, space, limit) != NO_PLAN
    put_back(state, seat, index, domino, action)
    return exists


@compiled
def find_lift(state, seat, space, limit):
    """Find the domino to take back if no plan exists: one that is part of an error, or without which a plan exists.

    Otherwise the last one on which nothing rests; the set is not empty, so there is one.
    """
    free = free_on_top(state, seat)
    wrong = has_error(state, seat)
    last = NO_PLAN
    for index in range(state.laid[seat] - 1, -1, -1):
        domino = int(state.laid_domino[seat, index])
        if not free >> domino & 1:
            continue
        if is_part_of_error(state, seat, index) if wrong else is_plan_without(state, seat, index, space, limit):
            return domino
        if last == NO_PLAN:
            last = domino
    return last


@compiled
def best_move(state, seat, space, tries):
    """Return the best move of a building seat: `done`, a plan's next move, or a lift; NO_PLAN if there is none."""
    wrong = has_error(state, seat)
    if state.ready[seat] and not wrong:
        return DONE
    if state.hands[seat] and not wrong:
        move = find_plan(state, seat, space, tries)
        if move != NO_PLAN:
            return move
    return LIFT + find_lift(state, seat, space, tries) if state.laid[seat] else NO_PLAN
