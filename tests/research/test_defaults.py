"""A game that declares nothing for research gets default observations and actions, in batches and both adapters."""

from __future__ import annotations

import sys
from dataclasses import replace
from types import ModuleType

import numpy as np
import pytest

import ludotheque
from ludotheque import BadSetup, observing
from ludotheque.engine.rules import StateRecord
from ludotheque.games import spec_of


def plant(name: str, monkeypatch: pytest.MonkeyPatch) -> str:
    """Add a game with another's rules on its own state record, and no declarations for research."""
    original = spec_of(name)
    [mode] = original.modes
    fields = [(field, mode.rules.dtype[field]) for field in mode.rules.dtype.names or ()]
    # The new field comes first: Numba would take a record that only adds fields for a subtype of the original.
    dtype = np.dtype((StateRecord, np.dtype([("toy", np.int8, (128,)), *fields], align=True)))
    toy = replace(mode, rules=replace(mode.rules, dtype=dtype), research=None)
    planted = ModuleType(f"ludotheque.games.toy_{name}")
    planted.GAME = replace(  # type: ignore[attr-defined]
        original, name=f"toy_{name}", modes=(toy,), mode=lambda options: toy
    )
    monkeypatch.setitem(sys.modules, planted.__name__, planted)
    monkeypatch.setattr(sys.modules["ludotheque.games"], "names", lambda: (name, f"toy_{name}"))
    return f"toy_{name}"


@pytest.fixture(params=["keks", "nasca", "nasenspiel"])
def open_game(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    return plant(request.param, monkeypatch)


@pytest.fixture
def secret_game(monkeypatch: pytest.MonkeyPatch) -> str:
    return plant("nox", monkeypatch)


def test_batches_and_single_matches_observe_the_same(open_game: str) -> None:
    matches = ludotheque.batch(open_game, 4, seed=1)
    singles = [matches.start(place) for place in range(4)]
    for _ in range(12):
        rows = matches.observe()
        actions = matches.random_actions().copy()
        for place, single in enumerate(singles):
            array = observing.observation(single, single.to_act[0])
            assert array.tobytes() == rows[place].tobytes()
            assert (matches.layout.low <= array).all()
            assert (array <= matches.layout.high).all()
            single.play(single.move_text(int(actions[place])))
        matches.step(actions)
    assert matches.actions is None


def test_the_default_observation_distinguishes_states_and_seats(open_game: str) -> None:
    seen: dict[bytes, bytes] = {}
    match = ludotheque.game(open_game).start(seed=1)
    for _ in range(30):
        fields = [name for name in match.states.dtype.names or () if name not in ("chance", "unused")]
        truth = b"".join(match.states[name].tobytes() for name in fields)
        for seat in range(match.seats):
            array = observing.observation(match, seat).tobytes()
            assert seen.setdefault(array, truth + bytes([seat])) == truth + bytes([seat])
        match.play(match.legal_moves()[-1])


def test_an_action_is_an_index_into_the_legal_actions(open_game: str) -> None:
    match = ludotheque.game(open_game).start(seed=1)
    assert observing.action_count(open_game) == match.rules.max_actions
    moves = match.legal_moves()
    assert observing.legal_actions(match, match.to_act[0]).tolist() == list(range(len(moves)))
    assert [observing.move(match, match.to_act[0], action) for action in range(len(moves))] == moves


def test_games_with_hidden_information_have_no_default(secret_game: str) -> None:
    matches = ludotheque.batch(secret_game, 4, seed=1)
    matches.step(matches.random_actions())
    matches.random_steps(30)
    for ask in (
        matches.observe,
        lambda: matches.layout,
        lambda: observing.layout(secret_game),
        lambda: observing.observation(matches.start(0), 0),
    ):
        with pytest.raises(BadSetup, match="declares no observation"):
            ask()


def test_pettingzoo(open_game: str) -> None:
    pytest.importorskip("pettingzoo", reason="the extra 'pettingzoo' is not installed")
    from ludotheque.adapters import pettingzoo

    env = pettingzoo.env(open_game)
    env.reset(seed=1)
    for agent in env.agent_iter():
        seen, _, ended, cut, _ = env.last()
        assert env.observation_space(agent).contains(seen)
        env.step(None if ended or cut else int(np.flatnonzero(seen["action_mask"])[-1]))


def test_openspiel(open_game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    pyspiel = pytest.importorskip("pyspiel", reason="the extra 'openspiel' is not installed")
    from ludotheque.adapters import openspiel

    monkeypatch.setattr("ludotheque.research.openspiel.names", lambda: (open_game,))
    openspiel.register()
    pyspiel.random_sim_test(pyspiel.load_game(f"ludotheque_{open_game}"), num_sims=1, serialize=True, verbose=False)
