"""Modes in which seats take turns, as a PettingZoo AEC environment."""

from __future__ import annotations

from typing import Any

from pettingzoo import AECEnv

from ludotheque.research.actions import MaskedAction, move
from ludotheque.research.pettingzoo_session import AgentObservation, SessionEnv
from ludotheque.research.rewards import rewards


class TurnsEnv(SessionEnv, AECEnv[str, AgentObservation, int]):  # type: ignore[misc]  # PettingZoo ships no types
    """The selected agent is the seat to act, which may be the same one several times in a row."""

    metadata = SessionEnv.metadata | {"is_parallelizable": False}

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Deal a new match; the same seed gives the same deal. `options` is ignored: pass a game's options to `env`."""
        match = self._session.begin(seed)
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, match.over)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos = {agent: self._session.info() for agent in self.agents}
        self.agent_selection = self.agents[match.to_act[0] if match.to_act else 0]

    def observe(self, agent: str) -> AgentObservation:
        return self._session.observe(self._session.seat_of[agent])

    def step(self, action: int | None) -> None:
        """Play for the selected agent; None once it is done. Raises MaskedAction if it is not legal."""
        if not self.agents:
            raise MaskedAction("the match is over, or has not begun: call reset")
        if self.terminations[self.agent_selection] or self.truncations[self.agent_selection]:
            self._was_dead_step(action)
            return
        match, seat = self._session.match, self._session.seat_of[self.agent_selection]
        match.play(move(match, seat, action), seat)  # type: ignore[arg-type]  # None is refused there
        self._cumulative_rewards[self.agent_selection] = 0.0
        self.rewards = dict(zip(self.agents, rewards(match), strict=True))
        self.terminations = dict.fromkeys(self.agents, match.over)
        cut = not match.over and len(match.history) == self._session.max_cycles
        self.truncations = dict.fromkeys(self.agents, cut)
        self.infos = {agent: self._session.info() for agent in self.agents}
        if match.to_act:
            self.agent_selection = self.agents[match.to_act[0]]
        self._accumulate_rewards()
        self._deads_step_first()
