"""Modes in which seats act simultaneously, as a parallel PettingZoo environment."""

from __future__ import annotations

from typing import Any

import numpy as np
from pettingzoo import ParallelEnv

from ludotheque.games.spec import Json
from ludotheque.research.actions import MaskedAction, move
from ludotheque.research.observations import observation
from ludotheque.research.pettingzoo_session import AgentObservation, EnvSession, SessionEnv
from ludotheque.research.rewards import rewards


class SimultaneousEnv(SessionEnv, ParallelEnv[str, AgentObservation, int]):  # type: ignore[misc]  # PettingZoo ships no types
    """In each step every agent acts. A seat that may not move has one legal action, the last one: to wait.

    The moves of a step are played one after the other, beginning with a different seat in each step. A move that is
    illegal, or that an earlier move of the same step has made illegal (the round has ended), counts as waiting; the
    agent's `infos` then have `"refused": True`.
    """

    def __init__(self, session: EnvSession) -> None:
        super().__init__(session)
        self._steps = 0

    @property
    def wait(self) -> int:
        """The action of a seat that may not move."""
        return self._session.actions - 1

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, AgentObservation], dict[str, Json]]:
        """Deal a new match; the same seed gives the same deal. `options` is ignored: pass a game's options to `env`."""
        self._session.begin(seed)
        self._steps = 0
        self.agents = list(self.possible_agents)
        return self._observations(), self._infos(set())

    def _observations(self) -> dict[str, AgentObservation]:
        return {agent: self._observe(seat) for agent, seat in self._session.seat_of.items()}

    def _observe(self, seat: int) -> AgentObservation:
        seen = self._session.observe(seat)
        seen["action_mask"][self.wait] = seat not in self._session.match.to_act
        return seen

    def _infos(self, refused: set[int]) -> dict[str, Json]:
        return {
            agent: self._session.info() | {"refused": seat in refused} for agent, seat in self._session.seat_of.items()
        }

    def step(
        self, actions: dict[str, int]
    ) -> tuple[dict[str, AgentObservation], dict[str, float], dict[str, bool], dict[str, bool], dict[str, Json]]:
        """Play a step.

        Raises MaskedAction, and plays nothing, if an agent is missing or unknown, or its action is not in its space.
        """
        if not self.agents:
            raise MaskedAction("the match is over, or has not begun: call reset")
        if not isinstance(actions, dict) or not actions.keys() <= self._session.seat_of.keys():
            raise MaskedAction(f"a step is a dict with an action for each of {', '.join(self.agents)}")
        for agent in self.agents:
            if not self._session.action_spaces[agent].contains(actions.get(agent)):
                raise MaskedAction(f"{agent} needs an action from 0 to {self.wait}, not {actions.get(agent)!r}")
        order = [(self._steps + k) % self._session.seats for k in range(self._session.seats)]
        refused = {seat for seat in order if not self._play(seat, int(actions[self._session.agents[seat]]))}
        self._steps += 1
        match = self._session.match
        cut = not match.over and self._steps == self._session.max_cycles
        earned = dict(zip(self._session.agents, rewards(match), strict=True))
        ended, cut_off = dict.fromkeys(self.agents, match.over), dict.fromkeys(self.agents, cut)
        if match.over or cut:
            self.agents = []
        return self._observations(), earned, ended, cut_off, self._infos(refused)

    def _play(self, seat: int, action: int) -> bool:
        """Play an action; return whether it was played, or the seat rightly waits."""
        match = self._session.match
        if action == self.wait:
            return seat not in match.to_act
        try:
            match.play(move(match, seat, action), seat)
        except MaskedAction:
            return False
        return True

    def state(self) -> np.ndarray[Any, Any]:
        """Return what the first seat knows: nothing is hidden in these modes but chance to come."""
        return observation(self._session.match, 0)
