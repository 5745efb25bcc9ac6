"""Keks (classic) as an OpenSpiel game in Python. Importing this module registers it as `keks_in_python`.

The deal is one chance node that draws the number of the deal.
"""

from __future__ import annotations

import random
from typing import Any

import pyspiel
from benchmarks.peers.keks_plain import STOP, Keks

DEALS = 1000

GAME_TYPE = pyspiel.GameType(
    short_name="keks_in_python",
    long_name="Keks, in Python",
    dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
    chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
    information=pyspiel.GameType.Information.PERFECT_INFORMATION,
    utility=pyspiel.GameType.Utility.ZERO_SUM,
    reward_model=pyspiel.GameType.RewardModel.TERMINAL,
    max_num_players=2,
    min_num_players=2,
    provides_information_state_string=False,
    provides_information_state_tensor=False,
    provides_observation_string=False,
    provides_observation_tensor=False,
)
GAME_INFO = pyspiel.GameInfo(
    num_distinct_actions=STOP + 1,
    max_chance_outcomes=DEALS,
    num_players=2,
    min_utility=-1.0,
    max_utility=1.0,
    utility_sum=0.0,
    max_game_length=120,
)


class KeksGame(pyspiel.Game):  # type: ignore[misc]  # OpenSpiel ships no types
    def __init__(self, params: dict[str, Any] | None = None) -> None:
        super().__init__(GAME_TYPE, GAME_INFO, params or {})

    def new_initial_state(self) -> KeksState:
        return KeksState(self)


class KeksState(pyspiel.State):  # type: ignore[misc]
    def __init__(self, game: KeksGame) -> None:
        super().__init__(game)
        self.match: Keks | None = None

    def current_player(self) -> int:
        if self.match is None:
            return int(pyspiel.PlayerId.CHANCE)
        return int(pyspiel.PlayerId.TERMINAL) if self.match.over else self.match.turn

    def _legal_actions(self, player: int) -> list[int]:
        assert self.match is not None
        return self.match.legal_actions()

    def chance_outcomes(self) -> list[tuple[int, float]]:
        return [(deal, 1 / DEALS) for deal in range(DEALS)]

    def _apply_action(self, action: int) -> None:
        if self.match is None:
            self.match = Keks.deal(random.Random(action))
        else:
            self.match.apply(action)

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return f"deal {action}"
        return "stop" if action == STOP else "abcdefgh"[action % 8] + str(action // 8 + 1)

    def is_terminal(self) -> bool:
        return self.match is not None and self.match.over

    def returns(self) -> list[float]:
        if self.match is None or not self.match.over:
            return [0.0, 0.0]
        return [1.0, -1.0] if self.match.turn == 0 else [-1.0, 1.0]

    def __str__(self) -> str:
        if self.match is None:
            return "not dealt"
        tiles = self.match.tiles
        rows = ["".join("ABCDEFGHIJ."[tiles.get(row * 8 + column, 10)] for column in range(8)) for row in range(8)]
        held = "".join(map(str, self.match.held[0] + self.match.held[1]))
        return "\n".join([*reversed(rows), f"{held} {self.match.won} {self.match.turn} {self.match.colour}"])


pyspiel.register_game(GAME_TYPE, KeksGame)
