"""The ports of Keks with which the engine's speed is compared follow the same rules."""

from __future__ import annotations

import random

import pytest
from benchmarks.peers.keks_plain import Keks

import ludotheque
from ludotheque import Match


def colours_of(match: Match) -> dict[int, int]:
    """Return the tiles in the format of the ports: square to colour, row 1 first."""
    board = match.state()["board"][::-1]
    letters = {row * 8 + column: board[row][column] for row in range(8) for column in range(8)}
    return {square: "ABCDEFGHIJ".index(letter) for square, letter in letters.items() if letter != "."}


@pytest.mark.parametrize("seed", range(12))
def test_plain_python_plays_the_same_matches(seed: int) -> None:
    match, chance = ludotheque.game("keks").start(seed=seed), random.Random(seed)
    names = ludotheque.batch("keks", 1, seed=seed)
    port = Keks(colours_of(match))
    while not match.over:
        assert not port.over
        assert port.turn == match.to_act[0]
        actions = port.legal_actions()
        assert [names.text(action) for action in actions] == match.legal_moves()
        action = chance.choice(actions)
        match.play(names.text(action))
        port.apply(action)
    assert port.over
    assert port.won == match.scores
    assert port.legal_actions() == []


def test_openspiel_plays_the_same_matches() -> None:
    pyspiel = pytest.importorskip("pyspiel")
    pytest.importorskip("benchmarks.peers.keks_openspiel")
    game = pyspiel.load_game("keks_in_python")
    for deal in range(4):
        state, chance = game.new_initial_state(), random.Random(deal)
        state.apply_action(deal)
        port = Keks.deal(random.Random(deal))
        while not state.is_terminal():
            assert state.current_player() == port.turn
            assert state.legal_actions() == port.legal_actions()
            action = chance.choice(state.legal_actions())
            state.apply_action(action)
            port.apply(action)
        assert port.over
        assert state.returns()[port.turn] == 1.0
    pyspiel.random_sim_test(game, num_sims=2, serialize=False, verbose=False)
