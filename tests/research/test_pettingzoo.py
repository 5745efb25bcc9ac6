"""PettingZoo's own tests of every game and mode, and invalid actions."""

from __future__ import annotations

from functools import partial
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from tests.cases import Case

from ludotheque import BadSetup, UnknownGame, observing
from ludotheque.bots.levels import greedy

pytest.importorskip("pettingzoo", reason="the extra 'pettingzoo' is not installed")

from pettingzoo.test import api_test, max_cycles_test, parallel_api_test, parallel_seed_test, render_test, seed_test

from ludotheque.adapters import pettingzoo
from ludotheque.observing import MaskedAction

#: Every game and mode, with few and many seats, and the options that change what can be seen or done.
TURNS = [
    Case("keks", 2),
    Case("keks", 2, {"variant": "eleven"}),
    Case("nasca", 2),
    Case("nasca", 2, {"landscape": ["c3-c5", "e5-f5", "h2"], "support": "end", "rounds": 1}),
    Case("nasenspiel", 2),
    Case("nasenspiel", 5),
    Case("nox", 2, {"target": 20}),
    Case("nox", 4),
    Case("nox", 6, {"variant": "hard", "target": 60}),
    Case("domino3d", 2, {"several": True}),
    Case("domino3d", 6, {"contact": "differ", "falls": "refuse"}),
    Case("domino3d", 1, {"mode": "solo"}),
]
RACES = [
    Case("domino3d", 2, {"mode": "race"}),
    Case("domino3d", 3, {"mode": "race", "referee": "neighbour", "goal": "rounds"}),
    Case("domino3d", 6, {"mode": "race"}),
]
CASES = TURNS + RACES

# A random race takes long, so its tests are cut short.

#: PettingZoo's tests expect observations with a mask only of PettingZoo's own games.
pytestmark = [
    pytest.mark.filterwarnings("ignore:Observation space for each agent probably should be"),
    pytest.mark.filterwarnings("ignore:Observation is not a NumPy array"),
]


def make(case: Case, **setup: Any) -> Any:
    return pettingzoo.env(case.name, seats=case.seats, options=case.options, **setup)


def make_parallel(case: Case, **setup: Any) -> pettingzoo.SimultaneousEnv:
    return pettingzoo.parallel_env(case.name, seats=case.seats, options=case.options, **setup)


@pytest.mark.parametrize("case", CASES, ids=str)
def test_api(case: Case) -> None:
    api_test(make(case), num_cycles=100 if case in RACES else 1000)


@pytest.mark.parametrize("case", CASES, ids=str)
def test_seed(case: Case) -> None:
    seed_test(partial(make, case), num_cycles=20 if case in RACES else 500)


@pytest.mark.parametrize("case", CASES, ids=str)
def test_render(case: Case, capsys: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("resvg_py", reason="the extra 'image' is not installed")
    render_test(partial(make, case))
    assert capsys.readouterr().out


@pytest.mark.parametrize("case", RACES, ids=str)
def test_parallel_api(case: Case) -> None:
    parallel_api_test(make_parallel(case), num_cycles=60)


@pytest.mark.parametrize("case", RACES, ids=str)
def test_parallel_seed(case: Case) -> None:
    parallel_seed_test(partial(make_parallel, case), num_cycles=10)


@pytest.mark.parametrize("case", RACES, ids=str)
def test_max_cycles(case: Case) -> None:
    max_cycles_test(SimpleNamespace(env=partial(make, case), parallel_env=partial(make_parallel, case)))


def play_out(env: Any, seed: int = 1) -> dict[str, float]:
    """Play at random to the end; return every agent's total reward."""
    env.reset(seed=seed)
    got = dict.fromkeys(env.possible_agents, 0.0)
    random = np.random.default_rng(seed)
    for agent in env.agent_iter():
        seen, reward, ended, cut, info = env.last()
        got[agent] += reward
        env.step(None if ended or cut else int(random.choice(np.flatnonzero(seen["action_mask"]))))
        assert len(info["scores"]) == env.max_num_agents
    return got


@pytest.mark.parametrize("case", [case for case in TURNS if case.seats > 1], ids=str)
def test_winners_share_what_the_others_lose(case: Case) -> None:
    """Of n seats, each of w winners gets (n/w - 1)/(n - 1), and each other one loses 1/(n - 1)."""
    env = make(case)
    got = play_out(env)
    winners, n = env.unwrapped.match.winners, case.seats
    won, lost = (n / len(winners) - 1) / (n - 1), -1 / (n - 1)
    assert got == {f"player_{seat}": pytest.approx(won if seat in winners else lost) for seat in range(n)}
    assert sum(got.values()) == pytest.approx(0)


def test_the_reward_of_solo_is_the_score() -> None:
    env = make(Case("domino3d", 1, {"mode": "solo", "turns": 3}))
    got = play_out(env)
    assert got == {"player_0": float(env.unwrapped.match.scores[0])}


def test_matches_without_a_seed_differ_and_follow_from_an_earlier_seed() -> None:
    def deals(seed: int | None) -> list[bytes]:
        env = make(Case("keks", 2))
        found = []
        for again in (seed, None, None):
            env.reset(seed=again)
            found.append(env.observe("player_0")["observation"].tobytes())
        return found

    assert deals(1) == deals(1)
    assert len(set(deals(1))) == 3
    assert deals(None) != deals(None)


def test_a_match_is_cut_off() -> None:
    env = make(Case("keks", 2), max_cycles=5)
    play_out(env)
    assert len(env.unwrapped.match.history) == 5


# Invalid actions


def test_a_masked_action_ends_the_match_and_costs_its_agent_the_reward() -> None:
    env = make(Case("keks", 2))
    env.reset(seed=1)
    agent = env.agent_selection
    env.step(0)
    assert env.terminations == dict.fromkeys(env.possible_agents, True)
    assert env.rewards[agent] == -1


@pytest.mark.parametrize("action", [0, 65, -1, 1.5, True, None, "d1", 1 << 70, np.zeros(2), np.array([1])])
def test_the_raw_environment_raises_and_is_unchanged(action: Any) -> None:
    env = pettingzoo.raw_env("keks")
    env.reset(seed=1)
    before = env.observe("player_0")["observation"]
    with pytest.raises(MaskedAction):
        env.step(action)
    assert (env.observe("player_0")["observation"] == before).all()
    assert not any(env.terminations.values())


@pytest.mark.parametrize("action", [np.int8(1), np.int64(1), np.array(1)])
def test_a_numpy_integer_is_an_action(action: Any) -> None:
    env = make(Case("keks", 2))
    env.reset(seed=1)
    env.step(action)
    assert env.unwrapped.match.history == [(0, "b1")]


@pytest.mark.parametrize("case", [TURNS[0], RACES[0]], ids=str)
@pytest.mark.parametrize("action", [1 << 40, -1, 1.5, True, None, "d1", np.zeros(2), np.array([1])])
def test_an_action_outside_the_space_fails_pettingzoos_assertion(case: Case, action: Any) -> None:
    env = make(case)
    env.reset(seed=1)
    with pytest.raises(AssertionError, match="not in action space"):
        env.step(action)


def test_the_raw_environment_before_its_reset() -> None:
    with pytest.raises(MaskedAction, match="reset"):
        pettingzoo.raw_env("keks").step(1)


def test_a_finished_environment_takes_only_none() -> None:
    env = make(Case("keks", 2))
    env.reset(seed=1)
    while not any(env.terminations.values()):
        env.step(int(np.flatnonzero(env.last()[0]["action_mask"])[0]))
    with pytest.raises(ValueError, match="None"):
        env.step(0)


def test_in_the_race_an_illegal_move_counts_as_waiting() -> None:
    env = make_parallel(RACES[0])
    before, _ = env.reset(seed=1)
    after, _, _, _, infos = env.step(dict.fromkeys(env.agents, env.wait))
    assert all(info["refused"] for info in infos.values())
    assert all((before[agent]["observation"] == after[agent]["observation"]).all() for agent in before)


def first_actions(seen: dict[str, Any]) -> dict[str, int]:
    """Return the first legal action of every agent."""
    return {agent: int(np.flatnonzero(one["action_mask"])[0]) for agent, one in seen.items()}


def action_of(env: pettingzoo.SimultaneousEnv, seat: int, text: str) -> int:
    """Return the number of a legal move."""
    actions = observing.legal_actions(env.match, seat).tolist()
    return int(next(action for action in actions if observing.move(env.match, seat, action) == text))


def test_in_the_race_another_seat_is_first_in_every_step() -> None:
    env = make_parallel(RACES[1])
    seen, _ = env.reset(seed=1)
    for _ in range(4):
        seen, _, _, _, infos = env.step(first_actions(seen))
        assert not any(info["refused"] for info in infos.values())
    orders = [[0, 1, 2], [1, 2, 0], [2, 0, 1], [0, 1, 2]]
    assert [seat for seat, _ in env.match.history] == [seat for order in orders for seat in order]


def test_in_the_race_each_agent_plays_its_own_action() -> None:
    env = make_parallel(RACES[1])
    env.reset(seed=1)
    moves = [env.match.legal_moves(seat)[seat] for seat in range(3)]
    env.step({f"player_{seat}": action_of(env, seat, moves[seat]) for seat in range(3)})
    assert env.match.history == list(enumerate(moves))


def test_in_the_race_only_a_seat_that_may_not_move_may_wait() -> None:
    """Seat 1 gives up; from then on it waits while the others build."""
    env = make_parallel(RACES[1])
    seen, _ = env.reset(seed=1)
    assert [seen[agent]["action_mask"][env.wait] for agent in env.agents] == [0, 0, 0]
    seen, *_ = env.step(first_actions(seen) | {"player_1": action_of(env, 1, "give up")})
    assert [seen[agent]["action_mask"][env.wait] for agent in env.agents] == [0, 1, 0]
    assert seen["player_1"]["action_mask"].sum() == 1
    actions = {"player_0": env.wait, "player_1": env.wait, "player_2": first_actions(seen)["player_2"]}
    *_, infos = env.step(actions)
    assert [infos[agent]["refused"] for agent in env.agents] == [True, False, False]


def test_the_winner_of_a_race_gets_the_reward() -> None:
    """Seat 1 builds by its plan, and both others give up in each of the four rounds."""
    env = make_parallel(Case("domino3d", 3, {"mode": "race", "goal": "rounds"}))
    env.reset(seed=1)
    builder = greedy("domino3d")
    while env.agents:
        acting = env.match.to_act
        moves = {seat: builder.move(env.match, seat) if seat == 1 else "give up" for seat in acting}
        actions = {seat: action_of(env, seat, move) for seat, move in moves.items()}
        _, rewards, ended, _, _ = env.step({f"player_{seat}": actions.get(seat, env.wait) for seat in range(3)})
        assert any(rewards.values()) == env.match.over
    assert ended == dict.fromkeys(env.possible_agents, True)
    assert env.match.winners == [1]
    assert rewards == {"player_0": -0.5, "player_1": 1.0, "player_2": -0.5}


@pytest.mark.parametrize(
    "actions",
    [
        {},
        {"player_0": 0},
        {"player_0": 0, "player_1": True},
        {"player_0": 0, "player_1": -1},
        {"player_0": 0, "player_1": 0, "player_2": 0},
        {0: 0, 1: 0},
        [0, 0],
        None,
    ],
    ids=str,
)
def test_the_race_requires_an_action_of_every_agent(actions: Any) -> None:
    env = make_parallel(RACES[0])
    before, _ = env.reset(seed=1)
    with pytest.raises(MaskedAction, match="player_"):
        env.step(actions)
    assert (env.state() == before["player_0"]["observation"]).all()


def test_the_race_after_its_end() -> None:
    env = make_parallel(RACES[0], max_cycles=1)
    with pytest.raises(MaskedAction, match="reset"):
        env.step({})
    env.reset(seed=1)
    env.step(dict.fromkeys(env.agents, env.wait))
    with pytest.raises(MaskedAction, match="reset"):
        env.step({})


def test_invalid_setups_are_refused() -> None:
    with pytest.raises(UnknownGame):
        pettingzoo.env("chess")
    with pytest.raises(BadSetup, match="seats"):
        pettingzoo.env("keks", seats=5)
    with pytest.raises(BadSetup, match="option"):
        pettingzoo.env("keks", options={"colour": 1})
    for options in ("variant", ["eleven"], {1: 2, "variant": "eleven"}):
        with pytest.raises(BadSetup, match="options must be a dict"):
            pettingzoo.env("keks", options=options)
    with pytest.raises(UnknownGame):
        pettingzoo.env(["keks"])  # type: ignore[arg-type]  # wrong on purpose
    with pytest.raises(BadSetup, match="render_mode"):
        pettingzoo.env("keks", render_mode="video")
    for cycles in (0, True, 2.5):
        with pytest.raises(BadSetup, match="max_cycles"):
            pettingzoo.env("keks", max_cycles=cycles)
    with pytest.raises(BadSetup, match="race"):
        pettingzoo.parallel_env("keks")


@pytest.mark.parametrize("seed", [1.5, True, -1, "seven", b"7", [1]])
@pytest.mark.parametrize("case", [TURNS[0], RACES[0]], ids=str)
def test_invalid_seeds_are_refused(case: Case, seed: Any) -> None:
    with pytest.raises(BadSetup, match="a seed must be a non-negative integer"):
        make(case).reset(seed=seed)
