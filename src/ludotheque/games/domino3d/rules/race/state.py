"""Domino 3D, race: the state record and its rules (numbers as in README.md)."""

from __future__ import annotations

import numpy as np

from ludotheque.engine.bits import trailing_zeros
from ludotheque.engine.chance import shuffle
from ludotheque.engine.compiling import compiled, inlined
from ludotheque.engine.rules import Rules, record, redeal_nothing
from ludotheque.games.domino3d.rules.common.board import DOMINOES, PLACEMENTS
from ludotheque.games.domino3d.rules.common.tower import set_border
from ludotheque.games.domino3d.rules.race.sets import (
    HAND,
    MAX_SEATS,
    SET_FIELDS,
    free_on_top,
    has_error,
    has_upright,
    is_connected,
    lay_down,
    list_supported,
    take_back,
)

#: Actions. `place`: domino * PLACEMENTS + placement. `lift`: LIFT + domino.
LIFT = DOMINOES * PLACEMENTS
DONE, GIVE_UP, ACCEPT, OBJECT = range(LIFT + DOMINOES, LIFT + DOMINOES + 4)

NONE = -1
BUILD, CHECK, OVER = range(3)  # phases
HAND_OF = np.array([0, 0, HAND, HAND, HAND, 8, 6])  # dominoes for each seat, by the number of seats
POINTS_GOAL = 15
ROUNDS_GOAL = 4
MAX_ROUNDS = 20

STATE = record(
    *SET_FIELDS,
    ("hands", np.int64, (MAX_SEATS,)),  # dominoes not laid down, as bits
    ("ready", np.int64, (MAX_SEATS,)),  # 1: the set may be declared done (rule 19)
    ("finished", np.int64, (MAX_SEATS,)),  # seats that are done, in this order; then NONE
    ("finishers", np.int64),  # their number
    ("building", np.int64),  # seats neither done nor given up, as bits
    ("verdict", np.int64, (MAX_SEATS,)),  # on each builder's set: ACCEPT, OBJECT or NONE
    ("to_check", np.int64),  # in CHECK: the seats that still owe a verdict, as bits
    ("totals", np.int64, (MAX_SEATS,)),
    ("phase", np.int64),
    ("round_number", np.int64),
    ("seats", np.int64),
    ("neighbour", np.int64),  # 1: the neighbour looks for errors; 0: the computer finds them all
    ("rounds_goal", np.int64),  # 1: four rounds; 0: 15 points
    ("deck", np.int8, (DOMINOES,)),  # used while shuffling; zero between deals
)


@compiled
def setup(state, seats, options):
    """Rule 16. `options`: 1 for the referee `neighbour`, 1 for the goal `rounds`."""
    state.seats = seats
    state.neighbour = options[0]
    state.rounds_goal = options[1]
    for seat in range(seats):
        set_border(state, seat)
    deal(state)


@compiled
def deal(state):
    """Rule 16: begin a round with all dominoes shuffled again."""
    state.round_number += 1
    state.phase = BUILD
    state.building = (1 << state.seats) - 1
    state.finishers = 0
    for i in range(DOMINOES):
        state.deck[i] = i
    shuffle(state.chance, state.deck, DOMINOES)
    number = HAND_OF[state.seats]
    for seat in range(MAX_SEATS):
        clear_seat(state, seat)
        if seat < state.seats:
            for i in range(seat * number, (seat + 1) * number):
                state.hands[seat] |= 1 << int(state.deck[i])
    for i in range(DOMINOES):
        state.deck[i] = 0


@inlined
def clear_seat(state, seat):
    """Clear a seat's table for the next round."""
    while state.laid[seat]:
        take_back(state, seat, np.int64(state.laid_domino[seat, state.laid[seat] - 1]))
    state.hands[seat] = 0
    state.ready[seat] = 0
    state.finished[seat] = NONE
    state.verdict[seat] = NONE


@inlined
def to_act(state):
    if state.phase == BUILD:
        return state.building
    return state.to_check if state.phase == CHECK else 0


@inlined
def legal(state, seat, out):
    return list_moves(state, seat, out[:])  # a slice: one type for every caller's array


@compiled
def list_moves(state, seat, out):
    """Rules 17 to 21."""
    if not to_act(state) >> seat & 1:
        return 0
    if state.phase == CHECK:
        out[0] = ACCEPT
        out[1] = OBJECT
        return 2
    count = list_hand(state.hands[seat], list_supported(state, seat, out), out) if state.hands[seat] else 0
    free = free_on_top(state, seat)
    while free:
        out[count] = LIFT + trailing_zeros(free)
        free &= free - 1
        count += 1
    if state.ready[seat]:
        out[count] = DONE
        count += 1
    out[count] = GIVE_UP
    return count + 1


@compiled
def list_hand(hand, count, out):
    """Make moves of the placements that begin `out`: all of them for each domino of the hand. Return how many."""
    first = trailing_zeros(hand)
    for i in range(count):
        out[i] += first * PLACEMENTS
    total = count
    hand &= hand - 1
    while hand:
        more = (trailing_zeros(hand) - first) * PLACEMENTS
        hand &= hand - 1
        for i in range(count):
            out[total + i] = out[i] + more
        total += count
    return total


@compiled
def apply(state, seat, action):
    if action < LIFT:
        place(state, seat, action // PLACEMENTS, action % PLACEMENTS)
    elif action < DONE:  # rule 18
        take_back(state, seat, action - LIFT)
        state.hands[seat] |= 1 << (action - LIFT)
        state.ready[seat] = 0
    elif action <= GIVE_UP:
        stop_building(state, seat, action)
    else:
        # Rule 21: the seat to the left of the builder checks.
        state.verdict[seat - 1 if seat else state.seats - 1] = action
        state.to_check ^= 1 << seat
        if state.to_check == 0:
            end_round(state)


@inlined
def place(state, seat, domino, placement):
    """Rules 17 and 19."""
    lay_down(state, seat, domino, placement)
    state.hands[seat] ^= 1 << domino
    if state.hands[seat] == 0 and has_upright(state, seat) and is_connected(state, seat):
        state.ready[seat] = 1


@compiled
def stop_building(state, seat, action):
    """Rules 19 and 20; when nobody builds any more, rule 21."""
    state.building ^= 1 << seat
    if action == DONE:
        state.finished[state.finishers] = seat
        state.finishers += 1
    if state.building:
        return
    if state.neighbour and state.finishers:
        state.phase = CHECK
        for i in range(state.finishers):
            checker = state.finished[i] + 1
            state.to_check |= 1 << (checker if checker < state.seats else 0)
    else:
        end_round(state)


@compiled
def end_round(state):
    """Rules 22 and 23."""
    best = 0
    for rank in range(state.finishers):
        seat = state.finished[rank]
        points = state.seats - rank
        if (state.verdict[seat] == OBJECT or not state.neighbour) and has_error(state, seat):
            points = -min(points, state.totals[seat])
        state.totals[seat] += points
    for seat in range(state.seats):
        best = max(best, state.totals[seat])
        state.verdict[seat] = NONE
    reached = state.round_number == ROUNDS_GOAL if state.rounds_goal else best >= POINTS_GOAL
    if reached or state.round_number == MAX_ROUNDS:
        state.phase = OVER
    else:
        deal(state)


@inlined
def score(state, seat):
    """Rule 23."""
    return state.totals[seat]


def _max_actions() -> int:
    """Return a bound for the moves of all seats together.

    A seat with `k` dominoes on the table fills 2k columns at most, which have 6k neighbours at most. An upright
    domino lies in one of these 8k columns, in one of 8 poses. A flat one lies in one of them and a neighbour of it,
    of which it has 4, in one of 8 poses. That is 320k placements at most (and 20 on the empty table) for each of the
    dominoes in the hand; and there are k lifts, `done` and `give up`.
    """
    most = 0
    for seats in range(2, MAX_SEATS + 1):
        hand = int(HAND_OF[seats])
        most = max(most, *(seats * ((hand - k) * max(320 * k, 20) + k + 2) for k in range(hand + 1)))
    return most


RULES = Rules(
    dtype=STATE,
    max_actions=_max_actions(),
    setup=setup,
    to_act=to_act,
    legal=legal,
    apply=apply,
    score=score,
    redeal=redeal_nothing,  # nothing is hidden except future deals
)
