"""OpenSpiel games: after `register()`, `pyspiel.load_game("ludotheque_keks(variant=eleven)")`.

>>> import pyspiel
>>> from ludotheque.adapters import openspiel
>>> openspiel.register()
>>> game = pyspiel.load_game("ludotheque_nox(players=3,target=60)")
>>> state = game.new_initial_state()
>>> state.apply_action(7)  # the deal; a match with the seed 7
>>> state.current_player(), state.is_terminal()
(0, False)
"""

from __future__ import annotations

from typing import Any

from ludotheque.extras import missing
from ludotheque.games import names, spec_of
from ludotheque.games.spec import Spec
from ludotheque.research.actions import count_of
from ludotheque.research.declarations import hides, max_moves
from ludotheque.research.openspiel_chance import MAX_DRAWS
from ludotheque.research.openspiel_parameters import MAX_SCORE, Parameter, parameters, setup_of

try:
    import pyspiel

    from ludotheque.research.openspiel_state import RECALLED, Observer, State
except ImportError as error:
    raise missing("openspiel", error) from None

__all__ = ["RECALLED", "Game", "Observer", "State", "register"]


def register() -> None:
    """Register every game with OpenSpiel as `ludotheque_<name>`; calling it again does no harm."""
    known = set(pyspiel.registered_names())
    for name in names():
        if f"ludotheque_{name}" not in known:
            # A class: other callables would be destroyed at interpreter exit, before OpenSpiel's registry.
            pyspiel.register_game(_type(spec_of(name), solo=False), type(f"Game_{name}", (Game,), {"name": name}))


class Game(pyspiel.Game):  # type: ignore[misc]  # OpenSpiel ships no types
    """A game with seats and options; each game has a subclass. Raises BadSetup if there is no such match."""

    name: str

    def __init__(self, params: dict[str, Parameter] | None = None) -> None:
        self.setup = setup_of(self.name, params or {})
        mode, alone = spec_of(self.name).mode(self.setup.options), self.setup.seats == 1
        bound = MAX_SCORE if alone else 1.0
        info = pyspiel.GameInfo(
            num_distinct_actions=count_of(mode),
            max_chance_outcomes=max(self.setup.deals, MAX_DRAWS),
            num_players=self.setup.seats,
            min_utility=-bound,
            max_utility=bound,
            utility_sum=None if alone else 0.0,
            max_game_length=max_moves(mode),
        )
        super().__init__(_type(spec_of(self.name), solo=alone), info, params or {})

    def new_initial_state(self) -> State:
        return State(self, self.setup)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Observer:
        return Observer(self.setup, iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False), params)


def _type(game: Spec, *, solo: bool) -> Any:
    kinds = pyspiel.GameType
    hidden = any(map(hides, game.modes))
    fewest = min(game.seats[0], game.accepted_seats(game.complete(None))[0])
    return kinds(
        short_name=f"ludotheque_{game.name}",
        long_name=f"{game.title} (Ludothèque)",
        dynamics=kinds.Dynamics.SEQUENTIAL,
        chance_mode=kinds.ChanceMode.EXPLICIT_STOCHASTIC,
        information=kinds.Information.IMPERFECT_INFORMATION if hidden else kinds.Information.PERFECT_INFORMATION,
        utility=kinds.Utility.GENERAL_SUM if solo else kinds.Utility.ZERO_SUM,
        reward_model=kinds.RewardModel.TERMINAL,
        max_num_players=game.seats[-1],
        min_num_players=fewest,
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=parameters(game),
    )
