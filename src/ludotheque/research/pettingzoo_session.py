"""What both kinds of PettingZoo environments share: the match being played, its spaces and its renderings."""

from __future__ import annotations

from functools import cached_property
from typing import Any

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from ludotheque.catalogue import game as game_of
from ludotheque.errors import BadSetup
from ludotheque.games.spec import Json, Options
from ludotheque.match import Match
from ludotheque.research.actions import action_mask, count_of
from ludotheque.research.observations import layout, observation

RENDER_MODES = ("human", "ansi", "text", "rgb_array")
AgentObservation = dict[str, NDArray[Any]]


class Actions(spaces.Discrete):
    """The numbers below `n`. Unlike Gymnasium's own space it does not take True for 1."""

    def contains(self, x: Any) -> bool:
        return not isinstance(x, bool) and bool(super().contains(x))


class EnvSession:
    """A game with seats and options, and the match being played."""

    def __init__(
        self,
        game: str,
        seats: int | None = None,
        options: Options | None = None,
        render_mode: str | None = None,
        max_cycles: int | None = None,
    ) -> None:
        if render_mode not in (None, *RENDER_MODES):
            raise BadSetup(f"render_mode is one of {', '.join(RENDER_MODES)}, or None, not {render_mode!r}")
        if max_cycles is not None and (
            isinstance(max_cycles, bool) or not isinstance(max_cycles, int) or max_cycles < 1
        ):
            raise BadSetup(f"max_cycles must be a positive integer or None, not {max_cycles!r}")
        self.game, self.render_mode, self.max_cycles = game_of(game), render_mode, max_cycles
        self.match = self.game.start(seats, 0, options)
        self.options = self.match.options
        self.seats = self.match.seats
        self.agents = [f"player_{seat}" for seat in range(self.seats)]
        self.seat_of = {agent: seat for seat, agent in enumerate(self.agents)}
        self.actions = count_of(self.match.mode)
        self._random = np.random.default_rng()

    @property
    def name(self) -> str:
        """The environment's name, for PettingZoo's metadata; parallel ones are told apart by mode."""
        by = self.game.spec.results_by
        return f"ludotheque_{self.game.name}" + (f"_{self.options[by]}" if by and self.simultaneous else "")

    @property
    def simultaneous(self) -> bool:
        return self.match.mode.simultaneous

    @cached_property
    def observation_spaces(self) -> dict[str, spaces.Dict]:
        parts = layout(self.game.name, self.seats, self.options)
        return {
            agent: spaces.Dict(
                {
                    "observation": spaces.Box(parts.low, parts.high, dtype=np.float32),
                    "action_mask": spaces.Box(0, 1, (self.actions,), np.int8),
                }
            )
            for agent in self.agents
        }

    @cached_property
    def action_spaces(self) -> dict[str, Actions]:
        return {agent: Actions(self.actions) for agent in self.agents}

    def begin(self, seed: int | None) -> Match:
        """Deal a new match. The seed decides this match and the following ones; without one every match is new."""
        if seed is not None:
            if isinstance(seed, bool) or not isinstance(seed, (int, np.integer)) or seed < 0:
                raise BadSetup(f"a seed must be a non-negative integer or None, not {seed!r}")
            self._random = np.random.default_rng(seed)
        self.match = self.game.start(self.seats, int(self._random.integers(1 << 62)), self.options)
        return self.match

    def observe(self, seat: int) -> AgentObservation:
        return {
            "observation": observation(self.match, seat),
            "action_mask": action_mask(self.match, seat),
        }

    def info(self) -> Json:
        return {"scores": self.match.scores, "winners": self.match.winners}

    def render(self) -> str | NDArray[np.uint8] | None:
        """Show what a spectator sees: as text, as pixels, or printed."""
        if self.render_mode == "rgb_array":
            return self.match.image()
        if self.render_mode in ("ansi", "text"):
            return self.match.text()
        if self.render_mode == "human":
            print(self.match.text())
        return None


class SessionEnv:
    """The part of an environment that is the same whether seats take turns or act simultaneously."""

    metadata: dict[str, Any] = {"render_modes": list(RENDER_MODES), "name": "ludotheque", "render_fps": 2}  # noqa: RUF012 - PettingZoo's own

    def __init__(self, session: EnvSession) -> None:
        self._session = session
        self.metadata = self.metadata | {"name": session.name}
        self.render_mode = session.render_mode
        self.possible_agents = list(session.agents)
        self.observation_spaces = dict(session.observation_spaces)
        self.action_spaces = dict(session.action_spaces)
        self.agents: list[str] = []

    @property
    def match(self) -> Match:
        """The match being played."""
        return self._session.match

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        return self._session.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        return self._session.action_spaces[agent]

    def render(self) -> Any:
        return self._session.render()

    def close(self) -> None:
        """There is nothing to close."""
