"""The ladders: each level of a game is set to be stronger than the one below, and plays by its own settings."""

from __future__ import annotations

import pytest
from tests.cases import Case

import ludotheque
from ludotheque.bots import levels
from ludotheque.bots.levels import LevelBot
from ludotheque.bots.mcts_bot import MctsBot
from ludotheque.bots.policy import PolicyBot
from ludotheque.games import spec_of
from ludotheque.games.spec import Ladder, Simulations, Temperature


def level(game: str, number: int) -> LevelBot:
    bot = levels.level(game, number)
    assert isinstance(bot, LevelBot)
    return bot


def rank(strength: Temperature | Simulations) -> tuple[int, float]:
    """Any search is above any policy; more simulations, or a lower temperature, are above fewer, or a higher one."""
    return (1, strength.count) if isinstance(strength, Simulations) else (0, -strength.value)


@pytest.mark.parametrize("ladder", [Ladder(), *(spec_of(name).ladder for name in ludotheque.games())])
def test_each_level_is_above_the_one_below(ladder: Ladder) -> None:
    ranks = [rank(strength) for strength in ladder.strengths]
    assert len(ranks) == 4
    assert ranks == sorted(set(ranks))
    assert list(ladder.blunder_rates) == sorted(set(ladder.blunder_rates), reverse=True)
    assert len(ladder.blunder_rates) == 5


@pytest.mark.parametrize("name", ludotheque.games())
def test_each_level_plays_by_its_own_settings(name: str) -> None:
    ladder = spec_of(name).ladder
    for number, strength in enumerate(ladder.strengths, 1):
        bot = level(name, number)
        assert (bot.name, bot.usual.name) == (str(number), str(number))
        assert bot.crowded is bot.usual
        if isinstance(strength, Simulations):
            assert isinstance(bot.usual, MctsBot)
            assert (bot.usual.budget.simulations, bot.usual.settings.threads) == (strength.count, 1)
        else:
            assert bot.usual == PolicyBot(str(number), strength.value)
        assert bot.planning == PolicyBot(str(number), blunder_rate=ladder.blunder_rates[number - 1])


@pytest.mark.parametrize("name", ludotheque.games())
def test_level_5_searches_for_its_time_on_two_threads(name: str) -> None:
    bot = level(name, 5)
    searchers = [bot.usual, *([bot.crowded] if spec_of(name).ladder.playout_moves_per_seat is not None else [])]
    for searcher in searchers:
        assert searcher.budget.seconds == levels.SECONDS  # type: ignore[attr-defined]  # not in the interface of a bot
    assert (bot.crowded is bot.usual) == (spec_of(name).ladder.playout_moves_per_seat is None)
    assert not isinstance(bot.usual, PolicyBot)


def test_crowded_tables_have_four_seats_or_more() -> None:
    bot = level("nox", 5)
    players = [bot.player(Case("nox", seats).start(1)) for seats in range(2, 7)]
    assert players == [bot.usual] * 2 + [bot.crowded] * 3
    assert bot.player(Case("domino3d", 4, {"mode": "race"}).start(1)) is bot.planning
