"""Random playouts, compiled for every game."""

from __future__ import annotations

import numpy as np

from ludotheque.engine.bits import trailing_zeros
from ludotheque.engine.chance import pick, seed_chance, seed_picks
from ludotheque.engine.compiling import compiled, inlined
from ludotheque.engine.rules import apply, legal, score, setup, to_act


@inlined
def random_step(state, acting, scratch):
    """Play one move, uniform over all legal moves of all seats to act; return the seats to act next, as bits."""
    out, picks = scratch.moves, scratch.picks
    if acting & (acting - 1) == 0:
        seat = trailing_zeros(acting)
        count = legal(state, seat, out)
        apply(state, seat, np.int64(out[pick(picks, count)]))  # the type that Python passes: saves one compilation
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
    """Play random moves to the end of the match; return how many."""
    moves = 0
    acting = to_act(state)
    while acting:
        acting = random_step(state, acting, scratch)
        moves += 1
    return moves


@inlined
def best_result(state, seats):
    """Return the highest score, and how many seats share it."""
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
    """Add a result: each winner's share of the win, and every seat's score."""
    best, winners = best_result(state, seats)
    for seat in range(seats):
        points = score(state, seat)
        totals[seat] += points
        if points == best:
            wins[seat] += 1.0 / winners


@compiled
def random_matches(states, scratch, seats, options, key, first, count, wins, totals, lengths):
    """Play matches `first` to `first + count - 1` of a key; how they are split between calls changes nothing.

    `states`: two scratch records, the second one zeroed. `lengths` receives each match's number of moves.
    """
    for number in range(first, first + count):
        states[0] = states[1]
        state = states[0]
        seed_chance(state.chance, key, number)
        seed_picks(scratch[0].picks, key, number)
        setup(state, seats, options)
        lengths[number - first] = play_out(state, scratch[0])
        count_result(state, seats, wins, totals)
