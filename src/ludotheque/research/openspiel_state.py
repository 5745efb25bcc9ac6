"""A match as an OpenSpiel state, and what its players observe."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import numpy as np
import pyspiel

from ludotheque.catalogue import game as game_of
from ludotheque.match import Match
from ludotheque.research.actions import MaskedAction, legal_actions, move
from ludotheque.research.observations import layout, observation
from ludotheque.research.openspiel_chance import Draw, draw_of, drawn
from ludotheque.research.openspiel_parameters import GameSetup
from ludotheque.research.rewards import rewards

#: The tensor of an information state has this many of the latest moves.
RECALLED = 64


class State(pyspiel.State):  # type: ignore[misc]  # OpenSpiel ships no types
    """A match. The first chance node chooses the deal: its number is the seed.

    A move that draws waits in a chance node of its own until the outcome is chosen.
    """

    def __init__(self, game: Any, setup: GameSetup) -> None:
        super().__init__(game)
        self._setup = setup
        self.match: Match | None = None
        self._draw: Draw | None = None

    def current_player(self) -> int:
        if self.match is None or self._draw is not None:
            return int(pyspiel.PlayerId.CHANCE)
        return self.match.to_act[0] if self.match.to_act else int(pyspiel.PlayerId.TERMINAL)

    def is_terminal(self) -> bool:
        return self.match is not None and self.match.over

    def chance_outcomes(self) -> list[tuple[int, float]]:
        if self._draw is not None and self._draw.outcomes is not None:
            return list(self._draw.outcomes)
        return [(deal, 1 / self._setup.deals) for deal in range(self._setup.deals)]

    def _legal_actions(self, player: int) -> list[int]:
        assert self.match is not None  # OpenSpiel asks for a chance node's outcomes instead
        actions: list[int] = legal_actions(self.match, player).tolist()
        return actions

    def _apply_action(self, action: int) -> None:
        """SpielError: not legal; then nothing has changed."""
        if self.match is None or self._draw is not None:
            self._apply_chance(action)
            return
        try:
            text = self._text(action)
        except MaskedAction as error:
            raise pyspiel.SpielError(str(error)) from None
        self._draw = draw_of(self.match, text)
        if self._draw is None:
            self.match.play(text)

    def _apply_chance(self, action: int) -> None:
        known = [outcome for outcome, _ in self.chance_outcomes()]
        if action not in known:
            raise pyspiel.SpielError(f"chance has no outcome {action}; here they are from {known[0]} to {known[-1]}")
        if self.match is None:
            self.match = game_of(self._setup.game).start(self._setup.seats, action, self._setup.options)
        elif self._draw is not None:
            stem = f"{self.history()[0]} {len(self.match.history)}"
            self.match, self._draw = drawn(self.match, self._draw, action, stem), None

    def _text(self, action: int) -> str:
        assert self.match is not None
        if self.match.over:
            raise MaskedAction(f"action {action}: the match is over")
        return move(self.match, self.match.to_act[0], action)

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE or self.match is None:
            return f"draw {action}" if self._draw is not None and self._draw.outcomes is not None else f"deal {action}"
        try:
            return self._text(action)
        except MaskedAction as error:
            return str(error)  # OpenSpiel quotes it when it refuses the action

    def returns(self) -> list[float]:
        return [0.0] * self._setup.seats if self.match is None else rewards(self.match)

    def resample_from_infostate(self, player: int, sampler: Callable[[], float]) -> State:
        """Return a state that looks the same to the player; all hidden from it, and all chance to come, is re-dealt."""
        other: State = self.clone()
        if self.match is not None:
            other.match = self.match.redeal(player, int(sampler() * 2**52))
        return other

    def __str__(self) -> str:
        if self.match is None:
            return f"{self._setup.game}: not dealt"
        waiting = "" if self._draw is None else f" {self._draw.move} draws"
        return json.dumps(self.match.state()) + waiting


class Observer:
    """Strings and tensors of what a player knows; with perfect recall, also of the moves it has seen before."""

    def __init__(self, setup: GameSetup, kind: Any, params: Any = None) -> None:
        if params:
            raise ValueError(f"observations have no parameters, but {params} were given")
        if kind.private_info != pyspiel.PrivateInfoType.SINGLE_PLAYER or not kind.public_info:
            raise ValueError("a player observes all that it may know, and no less")
        self._layout = layout(setup.game, setup.seats, setup.options)
        self._recall = bool(kind.perfect_recall)
        size = self._layout.size
        self.tensor = np.zeros(size + (2 * RECALLED if self._recall else 0), np.float32)
        self.dict = self._layout.split(self.tensor[:size])
        if self._recall:
            self.dict["moves"] = self.tensor[size:].reshape(RECALLED, 2)

    def set_from(self, state: State, player: int) -> None:
        self.tensor.fill(0)
        if state.match is None:
            return
        self.tensor[: self._layout.size] = observation(state.match, player)
        if self._recall:
            played = [entry for entry in state.full_history() if entry.player >= 0][-RECALLED:]
            for row, entry in zip(self.dict["moves"], reversed(played), strict=False):
                row[:] = (entry.player - player) % state.match.seats + 1, entry.action + 1

    def string_from(self, state: State, player: int) -> str:
        if state.match is None:
            return "not dealt"
        seen: Any = state.match.view(player)
        return json.dumps([player, seen, state.match.events(0, player)] if self._recall else [player, seen])
