"""The race of Domino 3D, in which all seats act at once, as a parallel PettingZoo environment."""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium import spaces
from pettingzoo import ParallelEnv

from ludotheque.games.spec import Json
from ludotheque.research import observations
from ludotheque.research.pettingzoo_environment import RENDER_MODES, Observation, Table
from ludotheque.research.rewards import rewards


class RaceEnv(ParallelEnv[str, Observation, int]):  # type: ignore[misc]  # PettingZoo ships no types
    """In each step every agent acts. A seat that may not move waits: the last action, then its only legal one.

    The moves of a step are played one after the other, the first seat being another one in each step. A move that is
    illegal, or that another seat's move has just made impossible (the round has ended), counts as waiting; the agent's
    `infos` then have `"refused": True`.
    """

    metadata = {"render_modes": list(RENDER_MODES), "name": "ludotheque_domino3d_race", "render_fps": 2}  # noqa: RUF012 - PettingZoo's own

    def __init__(self, table: Table) -> None:
        self._table = table
        self.render_mode = table.render_mode
        self.possible_agents = list(table.agents)
        self.observation_spaces = dict(table.observation_spaces)
        self.action_spaces = dict(table.action_spaces)
        self.agents: list[str] = []
        self._steps = 0

    @property
    def wait(self) -> int:
        """The action of a seat that may not move."""
        return self._table.actions - 1

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        return self._table.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        return self._table.action_spaces[agent]

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Observation], dict[str, Json]]:
        """Deal a new match; the same seed, the same deal. `options` is not read: give a game's to `env`."""
        self._table.begin(seed)
        self._steps = 0
        self.agents = list(self.possible_agents)
        return self._observations(), self._infos(set())

    def _observations(self) -> dict[str, Observation]:
        return {agent: self._observe(seat) for agent, seat in self._table.seat_of.items()}

    def _observe(self, seat: int) -> Observation:
        seen = self._table.observe(seat)
        seen["action_mask"][self.wait] = seat not in self._table.match.to_act
        return seen

    def _infos(self, refused: set[int]) -> dict[str, Json]:
        return {agent: self._table.info() | {"refused": seat in refused} for agent, seat in self._table.seat_of.items()}

    def step(
        self, actions: dict[str, int]
    ) -> tuple[dict[str, Observation], dict[str, float], dict[str, bool], dict[str, bool], dict[str, Json]]:
        """Play a step.

        MaskedAction, and nothing is played: an agent is missing or unknown, or its action is not in its space.
        """
        if not self.agents:
            raise observations.MaskedAction("the match is over, or has not begun: call reset")
        if not isinstance(actions, dict) or not actions.keys() <= self._table.seat_of.keys():
            raise observations.MaskedAction(f"a step is a dict with an action for each of {', '.join(self.agents)}")
        for agent in self.agents:
            if not self._table.action_spaces[agent].contains(actions.get(agent)):
                raise observations.MaskedAction(
                    f"{agent} needs an action from 0 to {self.wait}, not {actions.get(agent)!r}"
                )
        order = [(self._steps + k) % self._table.seats for k in range(self._table.seats)]
        refused = {seat for seat in order if not self._play(seat, int(actions[self._table.agents[seat]]))}
        self._steps += 1
        match = self._table.match
        cut = not match.over and self._steps == self._table.max_cycles
        earned = dict(zip(self._table.agents, rewards(match), strict=True))
        ended, cut_off = dict.fromkeys(self.agents, match.over), dict.fromkeys(self.agents, cut)
        if match.over or cut:
            self.agents = []
        return self._observations(), earned, ended, cut_off, self._infos(refused)

    def _play(self, seat: int, action: int) -> bool:
        """False: refused."""
        match = self._table.match
        if action == self.wait:
            return seat not in match.to_act
        try:
            match.play(observations.move(match, seat, action), seat)
        except observations.MaskedAction:
            return False
        return True

    def render(self) -> Any:
        return self._table.render()

    def close(self) -> None:
        """Nothing is open."""

    def state(self) -> np.ndarray[Any, Any]:
        """The whole truth: nothing is hidden in the race."""
        return observations.observation(self._table.match, 0)
