"""The solver of Keks endgames agrees with brute force through the public API."""

from __future__ import annotations

import random

import numpy as np
import pytest
from tests.games.keks.positions import EVEN

import ludotheque
from ludotheque import Match
from ludotheque.games.keks.bot import endgame

KEKS = ludotheque.game("keks")
MANY = 10_000_000


def endgames(variant: str, tiles: int, number: int) -> list[Match]:
    """Return positions of random matches with the given number of tiles on the biscuit."""
    found = []
    for seed in range(number):
        chance = random.Random(f"{variant} {tiles} {seed}")
        match = KEKS.start(seed=seed, options={"variant": variant})
        while not match.over and int(match.states[0].tiles).bit_count() > tiles:
            match.play(chance.choice(match.legal_moves()))
        if not match.over:
            found.append(match)
    return found


def wins(match: Match, move: str, known: dict[bytes, bool]) -> bool:
    """Whether the seat to move wins with that move, by brute force with memoized positions."""
    seat = match.to_act[0]
    match.play(move)
    if match.over:
        result = list(match.winners) == [seat]
    else:
        key = match.states.tobytes()
        if key not in known:
            known[key] = any(wins(match, other, known) for other in match.legal_moves())
        result = known[key] if match.to_act[0] == seat else not known[key]
    match.undo()
    return result


@pytest.mark.parametrize("variant", ["classic", "eleven"])
@pytest.mark.parametrize("tiles", [6, 8])
def test_the_same_as_brute_force(variant: str, tiles: int) -> None:
    solved = won = 0
    for match in endgames(variant, tiles, 30):
        known: dict[bytes, bool] = {}
        winning = [move for move in match.legal_moves() if wins(match, move, known)]
        found = endgame.solve(match.states[0], MANY)
        assert (found is not None) == bool(winning)
        if found is not None:
            assert found[1]
            assert match.mode.text(found[0]) in winning
        solved += 1
        won += bool(winning)
    assert solved >= 10
    assert 0 < won < solved  # both kinds of positions occurred


def test_a_larger_endgame_is_won_against_every_defence() -> None:
    """A seat whose win was proved wins against random defence."""
    for match in endgames("classic", 18, 12):
        winner = match.to_act[0] if endgame.solve(match.states[0], MANY) else None
        if winner is None:
            continue
        chance = random.Random(1)
        while not match.over:
            if match.to_act[0] == winner:
                found = endgame.solve(match.states[0], MANY)
                assert found is not None
                match.play(match.mode.text(found[0]))
            else:
                match.play(chance.choice(match.legal_moves()))
        assert list(match.winners) == [winner]


def test_the_result_is_unknown_when_the_node_limit_is_reached() -> None:
    (match, *_) = endgames("classic", 24, 1)
    assert endgame.solve(match.states[0], 5) is None


def test_another_thread_can_stop_it() -> None:
    found = [endgame.solve(match.states[0], MANY) for match in endgames("classic", 18, 12)]
    assert any(found)
    stopped = np.ones(1, np.int64)
    assert not any(endgame.solve(match.states[0], MANY, stopped) for match in endgames("classic", 18, 12))


def test_a_whole_biscuit_is_not_searched() -> None:
    assert endgame.solve(KEKS.start(seed=1).states[0], MANY) is None


def test_different_standings_are_different_positions() -> None:
    """Position keys differ wherever positions with the same biscuit can differ."""
    state = endgames("classic", 10, 1)[0].states[0]
    keys = {int(endgame.colours_key_of(state))}
    for name, index in (("colours_won", 0), ("colours_won", 1)):
        other = np.array([state]).view(np.recarray)[0]
        other[name][index] += 1
        keys.add(int(endgame.colours_key_of(other)))
    other = np.array([state]).view(np.recarray)[0]
    other.colour = 3
    keys.add(int(endgame.colours_key_of(other)))
    assert len(keys) == 4


def test_points_that_make_no_difference_are_one_position() -> None:
    """Of A, a 1 and a 2 are left: a seat that needs 2 points needs the 2; one that needs 1 can use either."""
    match = KEKS.resume(EVEN)
    state = match.states[0]
    state.eleven, state.held[:, :5] = 1, 10
    keys = []
    for own in (8, 9, 10):
        state.held[:, 0] = own, 18 - own
        keys.append(int(endgame.colours_key_of(state)))
    assert len(set(keys)) == 3
    state.colours[0] &= ~(1 << (8 * 4 + 2))  # without the 1 there is only the 2, of which each needs 1 or 2
    keys = []
    for own in (9, 10):
        state.held[:, 0] = own, 19 - own
        keys.append(int(endgame.colours_key_of(state)))
    assert len(set(keys)) == 1
