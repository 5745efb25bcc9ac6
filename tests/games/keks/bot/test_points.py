"""The tables of reachable points in `eleven` agree with trying all subsets of the tiles."""

from __future__ import annotations

from itertools import combinations

import ludotheque
from ludotheque.games.keks.bot import points


def test_the_tables_agree_with_brute_force() -> None:
    for tiles in range(points.SETS):
        pips = points.pips_in(tiles)
        choices = [choice for count in range(len(pips) + 1) for choice in combinations(pips, count)]
        for need in range(1, 12):
            enough = [choice for choice in choices if sum(choice) >= need]
            assert points.FEWEST[tiles, need] == min(map(len, enough), default=points.NEVER)
            assert points.ENOUGH[tiles, need] == min(map(sum, enough), default=0)


def test_a_need_fits_the_four_bits_it_has_in_a_key() -> None:
    assert points.ENOUGH.max() < 16


def test_the_tiles_on_squares() -> None:
    match = ludotheque.game("keks").start(seed=1, options={"variant": "eleven"})
    state = match.states[0]
    assert points.pips_on(state, int(state.colours[3])) == points.SETS - 1
    lone = int(state.colours[3]) & -int(state.colours[3])
    assert points.pips_on(state, lone) == 1 << (int(state.tile[lone.bit_length() - 1]) % 6)
