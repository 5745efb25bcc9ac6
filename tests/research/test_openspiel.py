"""OpenSpiel's own test of every game with turns, its algorithms on some games, and invalid actions."""

from __future__ import annotations

import json
import pickle
import random
import subprocess
import sys
from typing import Any

import numpy as np
import pytest

import ludotheque
from ludotheque import BadSetup, observing

pytest.importorskip("pyspiel", reason="the extra 'openspiel' is not installed")

import pyspiel
from open_spiel.python import rl_environment
from open_spiel.python.algorithms import ismcts, mcts, outcome_sampling_mccfr, tabular_qlearner

from ludotheque.adapters import openspiel
from ludotheque.games.nox.rules.board import CARDS

openspiel.register()

GAMES = [
    "ludotheque_keks",
    "ludotheque_keks(variant=eleven,deals=3)",
    "ludotheque_nasca",
    "ludotheque_nasca(landscape=c3-c5+e5-f5+h2,support=end,rounds=1)",
    "ludotheque_nasenspiel",
    "ludotheque_nasenspiel(players=5)",
    "ludotheque_nox(players=2,target=20)",
    "ludotheque_nox(players=4,target=40)",
    "ludotheque_nox(players=6,variant=hard,target=60)",
    "ludotheque_domino3d",
    "ludotheque_domino3d(players=4,several=1,falls=refuse,contact=differ)",
    "ludotheque_domino3d(mode=solo,turns=5)",
]


def dealt(text: str, deal: int = 1, moves: int = 0) -> Any:
    """Return a state some random moves after a deal."""
    state = pyspiel.load_game(text).new_initial_state()
    state.apply_action(deal)
    random_ = random.Random(deal)
    for _ in range(moves):
        state.apply_action(random_.choice(state.legal_actions()))
        draw(state, random_)
    return state


def draw(state: Any, random_: random.Random) -> None:
    """Sample chance outcomes until a player is to act."""
    while state.is_chance_node():
        outcomes, chances = zip(*state.chance_outcomes(), strict=True)
        state.apply_action(random_.choices(outcomes, chances)[0])


@pytest.mark.parametrize("text", GAMES)
def test_openspiels_own_simulation(text: str) -> None:
    pyspiel.random_sim_test(pyspiel.load_game(text), num_sims=2, serialize=True, verbose=False)


def test_every_game_is_registered_once() -> None:
    openspiel.register()
    known = pyspiel.registered_names()
    assert [known.count(f"ludotheque_{name}") for name in ludotheque.games()] == [1] * len(ludotheque.games())


def test_the_registry_does_not_disturb_the_exit_of_the_interpreter() -> None:
    code = "from ludotheque.adapters import openspiel; openspiel.register()"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


def test_a_deal_is_a_match_with_that_seed() -> None:
    state = dealt("ludotheque_keks(variant=eleven)", deal=12)
    match = ludotheque.game("keks").start(seed=12, options={"variant": "eleven"})
    assert json.loads(str(state)) == match.state()
    assert [state.action_to_string(action) for action in state.legal_actions()] == match.legal_moves()


@pytest.mark.parametrize("text", GAMES)
def test_tensors_and_texts_are_those_of_the_players_view(text: str) -> None:
    state = dealt(text, moves=5)
    size = state.get_game().observation_tensor_size()
    for player in range(state.num_players()):
        tensor = np.array(state.observation_tensor(player), np.float32)
        assert (tensor == observing.observation(state.match, player)).all()
        recalled = np.array(state.information_state_tensor(player), np.float32)
        assert (recalled[:size] == tensor).all()
        moves = recalled[size:].reshape(-1, 2)
        assert np.count_nonzero(moves[:, 0]) == 5
        assert json.loads(state.observation_string(player)) == [
            player,
            json.loads(json.dumps(state.match.view(player))),
        ]
    last = [entry.action for entry in state.full_history() if entry.player >= 0][-1]
    assert last + 1 == moves[0, 1]


def test_an_information_state_recalls_the_latest_moves_from_the_players_own_seat() -> None:
    """The last one first: the mover, 1 is the player itself and 2 the next to the left, and the action + 1."""
    state = dealt("ludotheque_nox(players=3)", moves=5)
    size = state.get_game().observation_tensor_size()
    actions = [entry.action for entry in state.full_history() if entry.player >= 0]
    movers = [seat for seat, _ in state.match.history]
    assert movers == [0, 1, 2, 0, 1]
    recalled = {0: [2, 1, 3, 2, 1], 1: [1, 3, 2, 1, 3], 2: [3, 2, 1, 3, 2]}
    for player, seats in recalled.items():
        moves = np.array(state.information_state_tensor(player))[size:].reshape(-1, 2)
        assert len(moves) == 64
        assert moves[:5].tolist() == [[seat, action + 1] for seat, action in zip(seats, actions[::-1], strict=True)]
        assert not moves[5:].any()


def test_an_information_state_contains_all_that_the_player_has_seen() -> None:
    state = dealt("ludotheque_nox(players=3)", moves=9)
    for player in range(3):
        _, view, events = json.loads(state.information_state_string(player))
        assert view == json.loads(state.observation_string(player))[1]
        assert [event["card"] for event in events if event["event"] == "played"] == [
            move.split(">")[0] for _, move in state.match.history
        ]
        drawn = [event["cards"] for event in events if event["event"] == "drawn"]
        assert sum(isinstance(cards, list) for cards in drawn) == 3


@pytest.mark.parametrize("text", [text for text in GAMES if "nox" in text or text == "ludotheque_domino3d"])
def test_resampling_keeps_what_the_player_knows(text: str) -> None:
    state, truths = dealt(text, moves=7), set()
    player = state.current_player()
    for number in range(8):
        other = state.resample_from_infostate(player, lambda number=number: number / 8)
        assert other.information_state_string(player) == state.information_state_string(player)
        assert other.observation_tensor(player) == state.observation_tensor(player)
        assert other.legal_actions() == state.legal_actions()
        truths.add(other.match.states.tobytes())
        restored = other.get_game().deserialize_state(other.serialize())
        assert str(restored) == str(other)
        assert pickle.dumps(restored.match.history) == pickle.dumps(other.match.history)
    assert len(truths) > 1


def test_winners_share_what_the_others_lose_except_in_solo() -> None:
    for text, kind in (
        ("ludotheque_nox(players=3,target=20)", "ZERO_SUM"),
        ("ludotheque_keks", "ZERO_SUM"),
        ("ludotheque_domino3d(mode=solo,turns=1)", "GENERAL_SUM"),
    ):
        state = dealt(text)
        assert state.get_game().get_type().utility.name == kind
        assert state.returns() == [0.0] * state.num_players()
        while not state.is_terminal():
            state.apply_action(state.legal_actions()[-1])
        if kind == "ZERO_SUM":
            [winner] = state.match.winners
            lost = -1 / (state.num_players() - 1)
            assert state.returns() == [1.0 if seat == winner else lost for seat in range(state.num_players())]
        else:
            assert state.returns() == [float(state.match.scores[0])]


# Chance after the deal


@pytest.mark.parametrize("text", [text for text in GAMES if "nox" in text or "domino3d" in text])
def test_every_draw_is_a_chance_node_with_all_possible_outcomes(text: str) -> None:
    state, random_, draws = dealt(text), random.Random(4), 0
    while not state.is_terminal() and draws < 30:
        before = state.match.state()
        player = state.current_player()
        state.apply_action(random_.choice(state.legal_actions()))
        if not state.is_chance_node():
            continue
        draws += 1
        outcomes = dict(state.chance_outcomes())
        assert sum(outcomes.values()) == pytest.approx(1)
        assert state.match.state() == before, "the move has no effect before chance is sampled"
        if "nox" in text and len(outcomes) > len(CARDS):
            draw(state, random_)  # a new round
            continue
        for outcome, chance in outcomes.items():
            other = state.clone()
            other.apply_action(outcome)
            event = [event for event in other.match.events() if event["event"] == "drawn"][-1]
            if "nox" in text:
                [card] = other.match.events(0, player)[-1]["cards"]
                assert card == CARDS[outcome]
                assert chance == pytest.approx(before["pile"].count(card) / len(before["pile"]))
            else:
                after = other.match.state()
                assert event["domino"] == after["drawn"] == outcome
                assert set(outcomes) == {outcome, *after["pile"]}
                assert chance == pytest.approx(1 / len(outcomes))
        draw(state, random_)
    assert draws > 3


def test_a_new_round_of_nox_is_dealt_by_chance() -> None:
    state, random_ = dealt("ludotheque_nox(players=2,target=60,deals=5)"), random.Random(1)
    while not (state.is_chance_node() and state.action_to_string(0) == "deal 0"):
        state.apply_action(random_.choice(state.legal_actions()))
    hands = []
    for deal, chance in state.chance_outcomes():
        other = state.clone()
        other.apply_action(deal)
        assert other.match.state()["round"] == state.match.state()["round"] + 1
        assert chance == pytest.approx(1 / 5)
        hands.append(json.dumps(other.match.state()["hands"]))
    assert len(set(hands)) == 5


def test_the_same_choices_of_chance_give_the_same_match() -> None:
    state = dealt("ludotheque_nox(players=3)", deal=3, moves=30)
    again = state.get_game().new_initial_state()
    for action in state.history():
        again.apply_action(action)
    assert str(again) == str(state)


def test_an_invalid_chance_outcome_is_refused() -> None:
    state = dealt("ludotheque_domino3d", moves=3)
    state.apply_action(state.legal_actions()[0])
    before = str(state)
    placed = state.match.state()["placed"][0]["domino"]
    with pytest.raises(pyspiel.SpielError, match="no outcome"):
        state.apply_action(placed)
    assert str(state) == before


# OpenSpiel's algorithms


@pytest.mark.parametrize(
    "text", ["ludotheque_keks", "ludotheque_nasca", "ludotheque_nasenspiel", "ludotheque_domino3d(mode=solo,turns=3)"]
)
def test_mcts_plays_open_games(text: str) -> None:
    state = dealt(text, moves=4)
    random_ = np.random.RandomState(1)
    evaluator = mcts.RandomRolloutEvaluator(n_rollouts=1, random_state=random_)
    bot = mcts.MCTSBot(state.get_game(), uct_c=2, max_simulations=5, evaluator=evaluator, random_state=random_)
    assert bot.step(state) in state.legal_actions()


@pytest.mark.parametrize("text", ["ludotheque_nox(players=2,target=20)", "ludotheque_nox(players=4,target=20)"])
def test_is_mcts_plays_nox(text: str) -> None:
    state = dealt(text, moves=3)
    random_ = np.random.RandomState(1)
    evaluator = mcts.RandomRolloutEvaluator(n_rollouts=1, random_state=random_)
    bot = ismcts.ISMCTSBot(game=state.get_game(), uct_c=2, max_simulations=5, evaluator=evaluator, random_state=random_)
    assert bot.step(state) in state.legal_actions()


def test_mccfr_learns_from_nox() -> None:
    np.random.seed(1)
    game = pyspiel.load_game("ludotheque_nox(players=2,target=20,deals=2)")
    solver = outcome_sampling_mccfr.OutcomeSamplingSolver(game)
    for _ in range(2):
        solver.iteration()
    state = dealt("ludotheque_nox(players=2,target=20,deals=2)")
    policy = solver.average_policy().action_probabilities(state)
    assert sum(policy.values()) == pytest.approx(1)


def test_a_learner_plays_keks_through_the_rl_environment() -> None:
    env = rl_environment.Environment(pyspiel.load_game("ludotheque_keks(deals=2)"), chance_event_sampler=None)
    env.seed(1)
    agents = [tabular_qlearner.QLearner(player_id=player, num_actions=65) for player in range(2)]
    step = env.reset()
    while not step.last():
        step = env.step([agents[step.observations["current_player"]].step(step).action])
    for agent in agents:
        agent.step(step)
    assert sorted(step.rewards) == [-1, 1]


# Bad input


@pytest.mark.parametrize("action", [0, 65, -5, 1 << 40])
def test_an_illegal_action_is_an_error_and_changes_nothing(action: int) -> None:
    state = dealt("ludotheque_keks")
    before, moves = str(state), len(state.history())
    with pytest.raises(pyspiel.SpielError):
        state.apply_action(action)
    with pytest.raises(pyspiel.SpielError):
        state.apply_action_with_legality_check(action)
    assert (str(state), len(state.history())) == (before, moves)


def test_an_invalid_deal_is_refused() -> None:
    state = pyspiel.load_game("ludotheque_keks(deals=3)").new_initial_state()
    with pytest.raises(pyspiel.SpielError, match="from 0 to 2"):
        state.apply_action(3)


def test_nothing_can_be_played_after_the_end() -> None:
    state = dealt("ludotheque_keks")
    while not state.is_terminal():
        state.apply_action(state.legal_actions()[0])
    before = str(state)
    with pytest.raises(pyspiel.SpielError, match="over"):
        state.apply_action(3)
    with pytest.raises(pyspiel.SpielError, match="over"):
        state.apply_action_with_legality_check(3)
    assert state.legal_actions() == []
    assert str(state) == before


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("ludotheque_keks(variant=nine)", "classic"),
        ("ludotheque_keks(players=3)", "2 seats"),
        ("ludotheque_keks(deals=0)", "deals"),
        ("ludotheque_nox(target=5)", "20 to 1000"),
        ("ludotheque_domino3d(sand=-1)", "sand"),
        ("ludotheque_domino3d(several=2)", "several"),
        ("ludotheque_domino3d(mode=race)", "parallel_env"),
        ("ludotheque_nasca(landscape=c3-z9)", "landscape"),
    ],
)
def test_invalid_setups_are_refused(text: str, sentence: str) -> None:
    with pytest.raises(BadSetup, match=sentence):
        pyspiel.load_game(text)


@pytest.mark.parametrize("text", ["ludotheque_keks(colour=1)", "ludotheque_nox(target=many)", "ludotheque_chess"])
def test_parameters_and_games_that_openspiel_refuses(text: str) -> None:
    with pytest.raises(pyspiel.SpielError):
        pyspiel.load_game(text)


def test_an_observer_with_less_than_the_players_information_is_refused() -> None:
    game = pyspiel.load_game("ludotheque_keks")
    with pytest.raises(ValueError, match="no less"):
        game.make_py_observer(
            pyspiel.IIGObservationType(perfect_recall=False, private_info=pyspiel.PrivateInfoType.NONE)
        )
    with pytest.raises(ValueError, match="parameters"):
        game.make_py_observer(None, {"planes": True})
