"""The value of a move in the race: fewer remaining moves are better, errors and overlooked errors cost."""

from __future__ import annotations

from math import comb

import pytest
from tests.games.domino3d.bot.race.test_evaluation import heaviest, state_of
from tests.games.domino3d.positions import FLAWLESS, RACE_FACTS, position, race
from tests.games.domino3d.rules.race.test_rules import FLAWED, check, start

from ludotheque import Match
from ludotheque.games.domino3d.bot.race.win_chances import MAX_LEFT, chances, judge, moves_left, table_of
from ludotheque.games.domino3d.rules.race.notation import parse, text


def left(match: Match, seat: int = 0) -> int:
    return moves_left(*table_of(state_of(match), seat))


def judged(match: Match, seat: int, move: str) -> tuple[str, float, float]:
    """Return the better move, and the seat's chances after it and after the judged move."""
    before = state_of(match).copy()
    better, best, played = judge(state_of(match), seat, parse(move))
    assert state_of(match) == before
    assert sum(best) == pytest.approx(1) == sum(played)
    return text(better), best[seat], played[seat]


def last_round(*built: int) -> Match:
    """Return a match in the last of four rounds without points; each seat has made the given number of its moves."""
    match = start(len(built), goal="rounds")
    for _ in range(3):
        for seat in range(match.seats):
            match.play("give up", seat)
    for seat, number in enumerate(built):
        for _ in range(number):
            match.play(heaviest(match, seat), seat)
    return match


@pytest.mark.parametrize("seats", range(2, 7))
def test_before_the_first_move_all_chances_are_equal(seats: int) -> None:
    assert chances(state_of(start(seats))) == pytest.approx([1 / seats] * seats)


@pytest.mark.parametrize(("own", "other"), [(1, 0), (4, 0), (9, 6), (10, 10), (2, 7)])
def test_with_two_seats_in_the_last_round_the_value_is_the_chance_to_finish_first(own: int, other: int) -> None:
    match = last_round(own, other)
    need, others = left(match, 0), left(match, 1)
    assert (need, others) == (11 - own, 11 - other)
    # Each next move is equally likely to be either seat's. Seat 0 makes its last one after k moves of the other.
    exact = sum(comb(need - 1 + k, k) * 0.5 ** (need + k) for k in range(others))
    assert chances(state_of(match))[0] == pytest.approx(exact, abs=0.04)


def test_moves_to_the_end_of_a_set() -> None:
    assert left(position(race(FLAWLESS), mode="race")) == 1
    assert left(position(race(FLAWLESS.replace("domino 12 at -1,0,0 U W", ""), "12"), mode="race")) == 2
    # 18 carries 9, so the error is corrected by laying 20 again between its neighbours, or with more moves.
    assert 3 <= left(position(race(FLAWED), mode="race")) < MAX_LEFT


def test_an_error_costs_the_moves_that_correct_it() -> None:
    match = position(race(FLAWLESS.replace("domino 20 at 2,0,0 E U", ""), "20"), mode="race")
    better, best, played = judged(match, 0, "place 20 2,0,0 E D")
    assert better == "place 20 2,0,0 E U"
    assert best > played + 0.03
    assert judged(match, 0, better) == (better, best, best)


@pytest.mark.parametrize("mode", ["computer", "neighbour"])
def test_saying_done_with_an_error_costs_points(mode: str) -> None:
    facts = RACE_FACTS.replace("round: 1", "round: 3")
    match = position(race(FLAWED, facts=facts, totals="9 0 0 0 0 0"), mode="race", referee=mode)
    better, best, played = judged(match, 0, "done")
    assert better.startswith("lift")
    assert best > played + 0.2


def test_a_seat_that_is_last_in_any_case_loses_nothing_by_another_move() -> None:
    match = last_round(10, 5)
    match.play("done", 0)
    better, best, played = judged(match, 1, "lift " + str(state_of(match).laid_domino[1, 4]))
    assert best == played == 0.0
    match = last_round(9, 5)
    move = f"lift {state_of(match).laid_domino[1, 4]}"
    better, best, played = judged(match, 1, move)
    assert better != move
    assert best > played


def test_giving_up_means_being_last() -> None:
    match = last_round(5, 5)
    assert judged(match, 0, "give up")[2] == 0.0
    match.play("done" if left(match, 1) == 1 else "give up", 1)
    assert judged(match, 0, "give up")[2] == 0.5  # nobody has a point


def test_overlooking_an_error_costs_the_checker() -> None:
    better, best, played = judged(check(FLAWED), 1, "accept")
    assert better == "object"
    assert best > played + 0.02
    assert judged(check(FLAWED), 1, "object")[1:] == (best, best)


def test_an_objection_to_a_flawless_set_costs_nothing() -> None:
    for verdict in ("accept", "object"):
        better, best, played = judged(check(FLAWLESS), 1, verdict)
        assert better == verdict
        assert best == played


def test_at_the_end_winners_share_the_win() -> None:
    facts = RACE_FACTS.replace("round: 1", "round: 4")
    match = position(race(FLAWLESS, facts=facts, totals="8 14 0 0 0 0"), mode="race", goal="rounds")
    match.play("done", 0)
    for seat in range(1, 6):
        match.play("give up", seat)
    assert match.scores[:2] == [14, 14]
    assert chances(state_of(match)) == [0.5, 0.5, 0, 0, 0, 0]
