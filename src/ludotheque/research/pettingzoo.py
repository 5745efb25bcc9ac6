"""PettingZoo environments: `env` for every game, and `parallel_env` for the race of Domino 3D.

>>> from ludotheque.adapters import pettingzoo
>>> env = pettingzoo.env("nox", seats=4)
>>> env.reset(seed=7)
>>> for agent in env.agent_iter():
...     seen, reward, ended, cut, info = env.last()
...     action = None if ended or cut else env.action_space(agent).sample(seen["action_mask"])
...     env.step(action)
"""

from __future__ import annotations

from typing import Any

from ludotheque.errors import BadSetup
from ludotheque.extras import missing
from ludotheque.games.spec import Options

try:
    from pettingzoo.utils import wrappers
    from pettingzoo.utils.conversions import parallel_to_aec

    from ludotheque.research.pettingzoo_environment import Table
    from ludotheque.research.pettingzoo_parallel import RaceEnv
    from ludotheque.research.pettingzoo_turns import TurnsEnv
except ImportError as error:
    raise missing("pettingzoo", error) from None

__all__ = ["RaceEnv", "TurnsEnv", "env", "parallel_env", "raw_env"]


def raw_env(
    game: str,
    seats: int | None = None,
    options: Options | None = None,
    render_mode: str | None = None,
    max_cycles: int | None = None,
) -> Any:
    """An environment without the usual wrappers: an illegal action raises `MaskedAction` and changes nothing.

    Unknown games, seats, options and modes of rendering: UnknownGame, BadSetup. `max_cycles`: the match is cut off
    after so many moves; in the race, after so many steps of all seats together.
    """
    table = Table(game, seats, options, render_mode, max_cycles)
    return parallel_to_aec(RaceEnv(table)) if table.is_race else TurnsEnv(table)


def env(game: str, **setup: Any) -> Any:
    """An environment as PettingZoo's own games are wrapped; arguments as for `raw_env`.

    An illegal action ends the match: its agent gets -1 (PettingZoo's `TerminateIllegalWrapper`). In the race, where all
    move at once, it counts as waiting, and the agent's `infos` say so.
    """
    found = raw_env(game, **setup)
    if isinstance(found, TurnsEnv):
        found = wrappers.TerminateIllegalWrapper(found, illegal_reward=-1)
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(found))


def parallel_env(game: str = "domino3d", **setup: Any) -> RaceEnv:
    """The race of Domino 3D, in which all seats act at once; arguments as for `raw_env`. BadSetup: any other game."""
    table = Table(game, **setup)
    if not table.is_race:
        raise BadSetup(f"seats act at once in domino3d with the option mode 'race' only, not in {game} {table.options}")
    return RaceEnv(table)
