"""A game is nothing but its folder: `tests/toy_game/pebbles`, copied into a copy of the package, is a sixth game.

The toy declares rules, views and words and omits all that is optional: knowledge, levels, pictures, observations, a
terminal display, a rulebook, a lesson. Everything must work with it all the same.
"""

from __future__ import annotations

import asyncio
import json
from pathlib import Path

import pytest

from tests.server.client.client import Person
from tests.server.client.process import Server
from tests.toy_game.copies import copy_package, environment, run

BATCH = """
import ludotheque
matches = ludotheque.batch("pebbles", 8, seed=1)
matches.random_steps(20)
print(len(matches), matches.observe([0] * 8).shape[0])
"""

PETTINGZOO = """
from ludotheque.adapters import pettingzoo
env = pettingzoo.env("pebbles")
env.reset(seed=1)
for agent in env.agent_iter():
    seen, reward, over, cut, info = env.last()
    env.step(None if over or cut else int(seen["action_mask"].argmax()))
print(sorted(env.rewards.values()) or "over")
"""

OPENSPIEL = """
import pyspiel
from ludotheque.adapters import openspiel
openspiel.register()
state = pyspiel.load_game("ludotheque_pebbles").new_initial_state()
while not state.is_terminal():
    outcomes = state.chance_outcomes() if state.is_chance_node() else None
    state.apply_action(outcomes[0][0] if outcomes else state.legal_actions()[0])
print(state.returns())
"""

PICTURE = """
import ludotheque
print("oooooooooooo" in ludotheque.game("pebbles").start(seed=1).svg())
"""


@pytest.fixture(scope="module")
def package(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with a copy of the package in which the toy is one of the games."""
    # Only one other game, so that little must be compiled.
    return copy_package(tmp_path_factory.mktemp("sixth"), games=("keks",))


def test_it_is_listed_and_compiled(package: Path) -> None:
    assert "pebbles" in run(package, "-m", "ludotheque", "games").lower()
    assert run(package, "-m", "ludotheque", "compile").count("Ready") == 3


def test_it_is_simulated(package: Path) -> None:
    printed = json.loads(
        run(package, "-m", "ludotheque", "simulate", "pebbles", "--matches", "50", "--seed", "1", "--json")
    )
    assert printed["matches"] == 50


@pytest.mark.parametrize("level", [None, 1, 2, 3, 4, 5])
def test_it_is_played_at_every_level(package: Path, level: int | None) -> None:
    chosen = [] if level is None else ["--level", str(level)]
    printed = run(package, "-m", "ludotheque", "play", "pebbles", "--watch", "--plain", "--seed", "1", *chosen)
    assert "The match is over" in printed


@pytest.mark.parametrize(
    ("code", "said"),
    [(BATCH, "8 8"), (PETTINGZOO, "over"), (OPENSPIEL, "1.0"), (PICTURE, "True")],
    ids=["batch", "pettingzoo", "openspiel", "picture"],
)
def test_programs_can_use_it(package: Path, code: str, said: str) -> None:
    assert said in run(package, "-c", code)


def test_a_server_offers_it_and_a_bot_replies(package: Path, tmp_path: Path) -> None:
    async def play(base: str) -> None:
        async with await Person.make(base, "Ada") as ada:
            assert "pebbles" in [game["name"] for game in (await ada.get("/api/games")).json()["games"]]
            table = await ada.make_table("pebbles", [{"who": "me"}, {"who": "bot", "level": 1}])
            async with ada.at(table) as seat:
                await seat.ask("start")
                await seat.move("take 1", seat=0)
                await seat.until(lambda: bool(seat.legal()) or seat.over)
                assert seat.now["view"]["pebbles"] < 11

    options = ["--no-limits", "--bot-pace", "0"]
    with Server(tmp_path, options=options, surroundings={"cwd": package, "env": environment(package)}) as server:
        asyncio.run(asyncio.wait_for(play(server.base), 120))
