"""Levels of the race: lower ones blunder more often, and all of them finish."""

from __future__ import annotations

from tests.cases import Case

from ludotheque.bots import levels
from ludotheque.bots.policy import PolicyBot, weights_of
from ludotheque.games import load_knowledge, spec_of

RACE = Case("domino3d", 2, {"mode": "race"})


def test_a_blunder_is_any_other_move_except_giving_up() -> None:
    load_knowledge("domino3d")
    match = RACE.start(1)
    weights = dict(zip(match.legal_moves(0), weights_of(match, 0), strict=True))
    best = max(weights, key=weights.__getitem__)
    assert {PolicyBot("steady").move(match, 0, seed=seed) for seed in range(20)} == {best}
    blunders = [PolicyBot("clumsy", blunder_rate=1.0).move(match, 0, seed=seed) for seed in range(60)]
    assert best not in blunders
    assert "give up" not in blunders
    assert "give up" in weights
    assert len(set(blunders)) > 30
    now_and_then = [PolicyBot("novice", blunder_rate=0.4).move(match, 0, seed=seed) for seed in range(200)]
    assert 90 < now_and_then.count(best) < 150  # 120 ± four standard deviations


def test_lower_levels_blunder_more_often() -> None:
    rates = list(spec_of("domino3d").ladder.blunder_rates)
    assert rates == sorted(rates, reverse=True)
    assert rates[0] < 0.5, "blunders must be undone, so with more of them a race would never end"
    assert rates[-1] == 0.0
    planning = [levels.level("domino3d", number).planning for number in range(1, 6)]  # type: ignore[attr-defined]  # a LevelBot
    assert [bot.blunder_rate for bot in planning] == rates


def test_even_beginners_finish_a_round() -> None:
    match = Case("domino3d", 2, {"mode": "race", "goal": "rounds"}).start(3)
    bot, last = levels.level("domino3d", 1), -1
    while match.state()["round"] == 1:
        last = min(match.to_act, key=lambda seat: (seat <= last, seat))
        match.play(bot.move(match, last, seed=5), last)
        assert len(match.history) < 500
    assert sum(match.scores) == 3  # both were done without an error: two points and one
