"""One match: which bot moves, what it gets to see, and what happens when it fails."""

from __future__ import annotations

from typing import Any

import pytest
from tests.arena.players import HERE

import ludotheque
from ludotheque.arena import playing
from ludotheque.arena.plan import MatchJob
from ludotheque.arena.playing import play
from ludotheque.bots import Bot, Budget
from ludotheque.match import Match


def job(*bots: str, game: str = "keks", deal: int = 0, **options: Any) -> MatchJob:
    """Return a match between bots of these tests."""
    seating = tuple(name if name == "random" or ":" in name else f"{HERE}.{name}" for name in bots)
    return MatchJob(game, ludotheque.game(game).spec.complete(options), seating, "seed", deal)


class Spy:
    """Plays the first legal move, and records all that it gets."""

    name = "spy"
    seen: list[tuple[int, int, Match]]

    def __init__(self) -> None:
        self.seen = []

    def move(self, match: Match, seat: int, budget: Budget | None = None, seed: int = 0) -> str:
        self.seen.append((seat, seed, match))
        return match.legal_moves(seat)[0]


@pytest.fixture
def spies(monkeypatch: pytest.MonkeyPatch) -> list[Spy]:
    """Make every bot a spy; return all of them."""
    made: list[Spy] = []

    def bot(text: str, game: str) -> Bot:
        made.append(Spy())
        return made[-1]

    monkeypatch.setattr("ludotheque.arena.entrants.bot", bot)
    playing.warm_up.cache_clear()
    return made


def test_a_match_is_played_to_its_end() -> None:
    result = play(job("first", "random")).result
    assert result.failure is None
    assert sum(result.scores) > 0
    assert result.winners == tuple(s for s in (0, 1) if result.scores[s] == max(result.scores))
    assert result.moves > 40


def test_the_time_of_a_bot_is_recorded() -> None:
    result = play(job("slow", "first")).result
    assert result.slowest[0] >= 0.02 > result.slowest[1] / 10
    assert result.seconds[0] >= 0.02 * 20


def test_a_match_depends_on_its_job_alone() -> None:
    first, again, other = (play(job("random", "random", deal=deal)).result for deal in (3, 3, 4))
    assert (first.scores, first.moves) == (again.scores, again.moves)
    assert (first.scores, first.moves) != (other.scores, other.moves)


def test_searches_with_a_budget_of_simulations_are_reproducible() -> None:
    first, again = (play(job("uct:30", "random", deal=3)).result for _ in range(2))
    assert (first.scores, first.moves) == (again.scores, again.moves)


def test_every_seat_has_its_own_bot(spies: list[Spy]) -> None:
    play(job("first", "first"))
    playing_spies = [spy for spy in spies if len(spy.seen) > 1]  # the others made a single move, to warm up
    assert [{seat for seat, _, _ in spy.seen} for spy in playing_spies] == [{0}, {1}]


def test_a_bot_gets_only_what_its_seat_may_know(spies: list[Spy]) -> None:
    task = job("first", "first", "first", game="nox")
    played = play(task)
    truth = task.start()
    hidden = 0
    seen = {len(match.history): (seat, match) for spy in spies if len(spy.seen) > 1 for seat, _, match in spy.seen}
    assert len(seen) == played.result.moves
    while not truth.over:
        seat, shown = seen[len(truth.history)]
        assert shown.view(seat) == truth.view(seat)
        assert shown.events(0, seat) == truth.events(0, seat)
        hidden += shown.state() != truth.state()
        truth.play(truth.legal_moves(seat)[0], seat)
    assert hidden > 0.5 * played.result.moves, "hidden information was not re-dealt"


def test_a_bot_gets_a_new_seed_for_every_move(spies: list[Spy]) -> None:
    play(job("first", "first"))
    seeds = [seed for spy in spies if len(spy.seen) > 1 for _, seed, _ in spy.seen]
    assert len(set(seeds)) == len(seeds)


def test_seats_that_may_move_at_the_same_time_take_turns() -> None:
    said: list[tuple[int, str | None]] = []
    play(job("random", "random", "random", game="domino3d", mode="race"), lambda *saying: said.append(saying))
    assert [seat for seat, move in said if move is not None][:9] == [0, 1, 2] * 3


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("raising", "ValueError: lost my glasses"),
        ("leaving", "SystemExit: 3"),
        ("illegal", "answered 'd4': IllegalMove"),
        ("senseless", "answered None: BadMove"),
    ],
)
def test_a_failing_bot_loses_and_the_record_is_kept(name: str, why: str) -> None:
    played = play(job("first", name))
    failure = played.result.failure
    assert failure is not None
    assert failure.seat == 1
    assert why in failure.reason
    assert played.result.winners == (0,)
    assert played.record is not None
    match = ludotheque.replay(played.record)
    assert len(match.history) == played.result.moves >= 4
    assert match.to_act == (1,)


def test_the_traceback_of_an_error_is_kept() -> None:
    failure = play(job("raising", "first")).result.failure
    assert failure is not None
    assert "players.py" in failure.trace


def test_a_bot_that_cannot_be_created_loses() -> None:
    failure = play(job("first", "absent")).result.failure
    assert failure is not None
    assert (failure.seat, "missed the tram" in failure.reason) == (1, True)


def test_the_others_share_the_win_over_a_failing_bot() -> None:
    assert play(job("first", "raising", "first", game="nox")).result.winners == (0, 2)


def test_an_endless_match_is_stopped(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(playing, "MAX_MOVES", 60)
    played = play(job("restless", "restless", game="domino3d", mode="race"))
    assert played.result.failure is not None
    assert played.result.failure.seat is None
    assert played.result.winners == (0, 1)
    assert played.result.moves == 60
