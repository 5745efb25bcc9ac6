"""Potential areas of Nasca: what walls enclose if gaps are closed, and where the opponent can break them.

A set of squares is two words, row by row, as in `areas.py`.
"""

from __future__ import annotations

from ludotheque.engine.bits import popcount
from ludotheque.engine.compiling import compiled, inlined
from ludotheque.games.nasca.rules.areas import ACROSS, HIGH, LOW, closed
from ludotheque.games.nasca.rules.board import LENGTHS, ROW_BITS


@inlined
def dilated(low, high):
    """Return the set and all squares that touch it, at edges or corners."""
    low |= low << 1 | low >> 1
    high |= high << 1 | high >> 1
    return (
        (low | low << ROW_BITS | low >> ROW_BITS | high << ACROSS) & LOW,
        (high | high << ROW_BITS | high >> ROW_BITS | low >> ACROSS) & HIGH,
    )


@compiled
def enclosed(own_low, own_high, other_low, other_high, reach):
    """Return the squares that walls enclose once they are dilated by `reach` as far as the opponent's planks allow.

    So gaps of up to twice the reach between two walls, and of the reach between a wall and a border, count as closed.
    Squares inside that the dilated walls cover are enclosed as well.
    """
    low, high = own_low, own_high
    for _ in range(reach):
        wide_low, wide_high = dilated(low, high)
        low |= wide_low & ~other_low
        high |= wide_high & ~other_high
    open_low, open_high = LOW & ~low, HIGH & ~high
    low, high = closed(open_low, open_high)
    out_low, out_high = open_low & ~low, open_high & ~high
    for _ in range(reach):
        wide_low, wide_high = dilated(out_low, out_high)
        out_low |= wide_low & ~own_low
        out_high |= wide_high & ~own_high
    return LOW & ~(out_low | own_low), HIGH & ~(out_high | own_high)


@compiled
def count_enclosed(state, seat, reach):
    """Return how many empty squares the seat's walls enclose with gaps within the reach closed."""
    low, high = enclosed(
        state.colour[seat, 0], state.colour[seat, 1], state.colour[1 - seat, 0], state.colour[1 - seat, 1], reach
    )
    return popcount(low & state.at_height[0, 0]) + popcount(high & state.at_height[0, 1])


@inlined
def step(low, high, direction):
    """Move the set by one square: to the right, left, up or down. What leaves the board is lost."""
    if direction == 0:
        return low << 1 & LOW, high << 1 & HIGH
    if direction == 1:
        return low >> 1 & LOW, high >> 1 & HIGH
    if direction == 2:
        return low << ROW_BITS & LOW, (high << ROW_BITS | low >> ACROSS) & HIGH
    return (low >> ROW_BITS | high << ACROSS) & LOW, high >> ROW_BITS


@compiled
def breakable(state, seat, plank_low, plank_high, plank_height):
    """Return the seat's squares that the opponent can bridge now: in line with one of its own squares, at equal height.

    A plank that is not yet in the state's `at_height` is given by its squares (none: no plank) and its height.
    Bridges that rest on something between their ends are left out.
    """
    weak_low, weak_high = 0, 0
    lower_low, lower_high = state.at_height[0, 0] & ~plank_low, state.at_height[0, 1] & ~plank_high
    for height in range(1, max(state.highest, plank_height) + 1):
        low, high = state.at_height[height, 0] & ~plank_low, state.at_height[height, 1] & ~plank_high
        if height == plank_height:
            low, high = low | plank_low, high | plank_high
        own_low, own_high = low & state.colour[seat, 0], high & state.colour[seat, 1]
        from_low, from_high = low & state.colour[1 - seat, 0], high & state.colour[1 - seat, 1]
        if (own_low | own_high) and (from_low | from_high):
            for direction in range(4):
                found_low, found_high = bridged(state, 1 - seat, from_low, from_high, lower_low, lower_high, direction)
                weak_low |= found_low & own_low
                weak_high |= found_high & own_high
        lower_low, lower_high = lower_low | low, lower_high | high
    return weak_low, weak_high


@inlined
def bridged(state, seat, low, high, lower_low, lower_high, direction):
    """Return where the seat's planks end that begin on these squares and pass over lower ones that way."""
    end_low, end_high = 0, 0
    for length in range(len(LENGTHS)):
        low, high = step(low, high, direction)
        if state.hands[seat, length]:
            end_low |= low
            end_high |= high
        low, high = low & lower_low, high & lower_high
    return end_low, end_high
