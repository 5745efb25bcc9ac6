"""Iterative deepening: one thread's alpha-beta search of one position, deeper and deeper."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ludotheque.bots import alpha_beta
from ludotheque.bots.endgame import UNLIMITED
from ludotheque.engine.knowledge import knowledge_of
from ludotheque.match import Match


@dataclass
class Deepening:
    """A search and the best that it knows. `depth`: of the last complete iteration; `proved`: its value is a
    proven win or loss."""

    states: NDArray[Any]
    stack: NDArray[Any]
    tuning: NDArray[np.float64]
    control: NDArray[Any]
    depth: int = 0
    action: int = alpha_beta.NO_ACTION
    proved: bool = False

    @classmethod
    def of(cls, match: Match, nodes: int = UNLIMITED, tuning: tuple[float, ...] | None = None) -> Deepening:
        """Start a search of the match's position that may try that many moves, by default with the game's tuning."""
        rules = match.rules
        states: NDArray[Any] = np.zeros(alpha_beta.MAX_PLY + 1, rules.dtype)
        states[0] = match.states[0]
        control: NDArray[Any] = np.zeros(1, alpha_beta.CONTROL)
        control["nodes_left"] = nodes
        numbers = knowledge_of(rules.dtype).tuning if tuning is None else tuning
        return cls(states, alpha_beta.new_stack(rules), np.array(numbers), control)

    @property
    def best_action(self) -> int:
        """Of the last iteration; if it was stopped, of the moves that it searched completely."""
        return int(self.stack[0]["best_action"])

    @property
    def best_value(self) -> int:
        """The value of that action for the seat to move."""
        return int(self.stack[0]["best"])

    def search(self, table: NDArray[Any], depth: int) -> int:
        """One iteration: the value for the seat to move, or UNKNOWN if it was stopped."""
        return int(alpha_beta.search(self.states, self.stack, table, self.tuning, self.control, depth))

    def deepen(self, table: NDArray[Any], first: int) -> None:
        """Search at depth `first`, then one ply deeper each time, until it is stopped or has a proof."""
        for depth in range(first, alpha_beta.MAX_DEPTH):
            result = self.search(table, depth)
            # If all moves lose, keep the one that looked best before that was known: few opponents know it.
            if self.best_action != alpha_beta.NO_ACTION and (self.best_value > alpha_beta.LOST or not self.depth):
                self.action = self.best_action
            if result == alpha_beta.UNKNOWN:
                return
            self.depth, self.proved = depth, result in (alpha_beta.LOST, alpha_beta.WON)
            if self.proved:
                return

    def allow(self, nodes: int) -> None:
        """Let it try that many more moves."""
        self.control["nodes_left"] = nodes

    def stop(self) -> None:
        """Have a search in another thread return at once."""
        self.control["stop"] = 1
