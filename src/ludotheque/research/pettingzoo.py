"""PettingZoo environments: `env` for every game, `parallel_env` where seats act simultaneously.

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
from ludotheque.games import names, spec_of
from ludotheque.games.spec import Options

try:
    from pettingzoo.utils import wrappers
    from pettingzoo.utils.conversions import parallel_to_aec

    from ludotheque.research.pettingzoo_parallel import SimultaneousEnv
    from ludotheque.research.pettingzoo_session import EnvSession
    from ludotheque.research.pettingzoo_turns import TurnsEnv
except ImportError as error:
    raise missing("pettingzoo", error) from None

__all__ = ["SimultaneousEnv", "TurnsEnv", "env", "parallel_env", "raw_env"]


def raw_env(
    game: str,
    seats: int | None = None,
    options: Options | None = None,
    render_mode: str | None = None,
    max_cycles: int | None = None,
) -> Any:
    """Make an environment without the usual wrappers: an illegal action raises `MaskedAction`, changing nothing.

    `max_cycles`: the number of moves, or of simultaneous steps, after which the match is truncated. Raises UnknownGame
    or BadSetup if the game, seats, options or render mode do not exist.
    """
    session = EnvSession(game, seats, options, render_mode, max_cycles)
    return parallel_to_aec(SimultaneousEnv(session)) if session.simultaneous else TurnsEnv(session)


def env(game: str, **setup: Any) -> Any:
    """Make an environment wrapped like PettingZoo's own games; arguments as for `raw_env`.

    An illegal action ends the match: its agent gets -1 (PettingZoo's `TerminateIllegalWrapper`). Where seats act
    simultaneously it counts as waiting, and the agent's `infos` say so.
    """
    inner = raw_env(game, **setup)
    if isinstance(inner, TurnsEnv):
        inner = wrappers.TerminateIllegalWrapper(inner, illegal_reward=-1)
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(inner))


def parallel_env(game: str, **setup: Any) -> SimultaneousEnv:
    """Make an environment whose seats act simultaneously, as `raw_env` does. Raises BadSetup if they take turns."""
    session = EnvSession(game, **setup)
    if not session.simultaneous:
        raise BadSetup(f"in {game} with {session.options} seats take turns; they act simultaneously in {_parallel()}")
    return SimultaneousEnv(session)


def _parallel() -> str:
    """Return the games and options with which seats act simultaneously."""
    games = ((name, spec_of(name)) for name in names())
    return "; ".join(
        f"{name} with {options}"
        for name, game in games
        for options in game.options_by_mode()
        if game.mode(options).simultaneous
    )
