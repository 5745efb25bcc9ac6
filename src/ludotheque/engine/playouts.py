"""Random matches in compiled code, the same for every game."""

# mypy: disable-error-code="no-untyped-def"
# Compiled functions carry no types: Numba infers them, and they differ from one game's record to the next.

from __future__ import annotations

import numpy as np

from ludotheque.engine.bits import trailing_zeros
from ludotheque.engine.chance import pick, seed_chance, seed_picks
from ludotheque.engine.compiling import compiled, inlined
from ludotheque.engine.rules import apply, legal, score, setup, to_act


@inlined
def random_step(state, acting, scratch):
    """Play one move, uniform among all legal moves of all seats that may move; return who may move then."""
    out, picks = scratch.moves, scratch.picks
    if acting & (acting - 1) == 0:
        seat = trailing_zeros(acting)
        count = legal(state, seat, out)
        apply(state, seat, np.int64(out[pick(picks, count)]))  # the type that Python passes: one compilation less
        return to_act(state)
    counts = np.zeros(8, np.int64)
    total = 0
    seats = acting
    while seats:
        seat = trailing_zeros(seats)
        seats &= seats - 1
        counts[seat] = legal(state, seat, out[total:])
        total += counts[seat]
    chosen = pick(picks, total)
    before = 0
    for seat in range(8):
        if chosen < before + counts[seat]:
            apply(state, seat, np.int64(out[chosen]))
            break
        before += counts[seat]
    return to_act(state)


@inlined
def play_out(state, scratch):
    """Play random moves until the match is over; return how many."""
    moves = 0
    acting = to_act(state)
    while acting:
        acting = random_step(state, acting, scratch)
        moves += 1
    return moves


@inlined
def best_result(state, seats):
    """The most points that a seat has, and how many seats have them."""
    best = score(state, 0)
    winners = 0
    for seat in range(seats):
        points = score(state, seat)
        if points > best:
            best = points
            winners = 0
        if points == best:
            winners += 1
    return best, winners


@compiled
def count_result(state, seats, wins, totals):
    """Add the result: its share of the win to each winner, and every seat's points."""
    best, winners = best_result(state, seats)
    for seat in range(seats):
        points = score(state, seat)
        totals[seat] += points
        if points == best:
            wins[seat] += 1.0 / winners


@compiled
def random_matches(states, scratch, seats, options, key, first, count, wins, totals, lengths):
    """Play matches number `first` to `first + count - 1` of a seed; the result does not depend on how they are split.

    `states`: two scratch records, the second one zeroed. `lengths` gets each match's number of moves.
    """
    for number in range(first, first + count):
        states[0] = states[1]
        state = states[0]
        seed_chance(state.chance, key, number)
        seed_picks(scratch[0].picks, key, number)
        setup(state, seats, options)
        lengths[number - first] = play_out(state, scratch[0])
        count_result(state, seats, wins, totals)
