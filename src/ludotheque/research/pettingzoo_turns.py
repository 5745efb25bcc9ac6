"""Games in which one seat acts at a time, as a PettingZoo environment."""

from __future__ import annotations

from typing import Any

from gymnasium import spaces
from pettingzoo import AECEnv

from ludotheque.research import observations
from ludotheque.research.pettingzoo_environment import RENDER_MODES, Observation, Table
from ludotheque.research.rewards import rewards


class TurnsEnv(AECEnv[str, Observation, int]):  # type: ignore[misc]  # PettingZoo ships no types
    """The seat to act is the agent selected; it may be the same one several times in a row."""

    metadata = {"render_modes": list(RENDER_MODES), "name": "ludotheque", "is_parallelizable": False, "render_fps": 2}  # noqa: RUF012 - PettingZoo's own

    def __init__(self, table: Table) -> None:
        super().__init__()
        self._table = table
        self.metadata = self.metadata | {"name": f"ludotheque_{table.game.name}"}
        self.render_mode = table.render_mode
        self.possible_agents = list(table.agents)
        self.observation_spaces = dict(table.observation_spaces)
        self.action_spaces = dict(table.action_spaces)
        self.agents: list[str] = []

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        return self._table.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        return self._table.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Deal a new match; the same seed, the same deal. `options` is not read: give a game's to `env`."""
        match = self._table.begin(seed)
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, match.over)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos = {agent: self._table.info() for agent in self.agents}
        self.agent_selection = self.agents[match.to_act[0] if match.to_act else 0]

    def observe(self, agent: str) -> Observation:
        return self._table.observe(self._table.seat_of[agent])

    def step(self, action: int | None) -> None:
        """Play for the selected agent; None once it is done. MaskedAction: not legal, nothing has changed."""
        if not self.agents:
            raise observations.MaskedAction("the match is over, or has not begun: call reset")
        if self.terminations[self.agent_selection] or self.truncations[self.agent_selection]:
            self._was_dead_step(action)
            return
        match, seat = self._table.match, self._table.seat_of[self.agent_selection]
        match.play(observations.move(match, seat, action), seat)  # type: ignore[arg-type]  # None is refused there
        self._cumulative_rewards[self.agent_selection] = 0.0
        self.rewards = dict(zip(self.agents, rewards(match), strict=True))
        self.terminations = dict.fromkeys(self.agents, match.over)
        cut = not match.over and len(match.history) == self._table.max_cycles
        self.truncations = dict.fromkeys(self.agents, cut)
        self.infos = {agent: self._table.info() for agent in self.agents}
        if match.to_act:
            self.agent_selection = self.agents[match.to_act[0]]
        self._accumulate_rewards()
        self._deads_step_first()

    def render(self) -> Any:
        return self._table.render()

    def close(self) -> None:
        """Nothing is open."""
