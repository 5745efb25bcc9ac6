"""Rules 13 and 14 of the Nasenspiel, as numbered in the game's README.md: skipping, the end, the result."""

from __future__ import annotations

import random

import pytest
from tests.games.nasenspiel.positions import GAME

from ludotheque import Match
from ludotheque.games.nasenspiel.rules.notation import on_table, parse
from ludotheque.games.nasenspiel.rules.refusal import refuse_place

AGAIN = """
     -6  -5  -4  -3  -2  -1   0   1   2   3
    ┌───────┬───────┬───┐   ┌───────┐   ┌───┐
  5 │ 5   1b│ 3   1a│ 1 │   │ 7   8 │   │ 6 │
    ├───┬───┼───────┤   ├───┴───┬───┴───┤   │
  4 │ 5?│ 1 │ 7   3 │ 6 │ 5   7 │ 8   3 │ 3 │
    │   │   ├───────┼───┼───────┼───────┼───┤
  3 │ 4 │ 0 │ 0   3 │ 6 │ 1   7 │ 2   3 │ 2 │
    ├───┴───┼───────┤   ├───┬───┴───┬───┤   │
  2 │ 6   0 │ 0   2 │ 8 │ 5 │ 7   2 │ 2 │ 2 │
    ├───┬───┼───┬───┴───┤   ├───────┤   ├───┘
  1 │ 9 │ 0 │ 0 │ 8   8 │ 6 │ 6   2 │ 1 │
    │   │   │   ├───┬───┼───┼───────┼───┼───┐
  0 │ 4 │ 4 │ 8 │ 8 │ 6 │ 6 │ 6   9 │ 9 │ 5 │
    └───┼───┴───┤   │   │   ├───────┤   │   │
 -1     │ 2   8 │ 4 │ 4 │ 7 │ 7   9 │ 0 │ 5 │
        ├───────┼───┴───┼───┼───────┼───┼───┤
 -2     │ 4   4 │ 4   7 │ 3 │ 2   9 │ 0 │ 5 │
        └───┬───┼───────┤   ├───┬───┤   │   │
 -3         │ 2 │ 4   3 │ 3 │ 3 │ 9 │ 0 │ 0 │
            │   ├───────┼───┤   │   ├───┴───┤
 -4         │ 4 │ 4   1 │   │ 5a│ 5 │ 0   7 │
            └───┴───────┘   └───┴───┴───────┘

turn: 2, asking -6,4
seat 0: points 4, reserve 3, hand 3-9 6-6 7-7
seat 1: points 2, reserve 4, hand 1-1 5-8 8-9
seat 2: points 0, reserve 5, hand 1-8 1-9 2-5
aside: 0
placed: 6-9 E 0,0; 6-2 E 0,1; 7-2 E 0,2; 7-9 E 0,-1; 7-6 N -1,-1; 4-6 N -2,-1;
    0-9 N 2,-1; 1-2 N 2,1; 4-8 N -3,-1; 2-9 E 0,-2; 4-7 E -3,-2; 8-8 E -3,1;
    8-0 N -4,0; 2-8 E -5,-1; 0-2 E -4,2; 4-0 N -5,0; 0-0 N 2,-3; 4-9 N -6,0;
    0-5 N 3,-3; 5-9 N 1,-4; 5-5 N 3,-1; 2-3 E 1,3; 1-7 E -1,3; 8-3 E 1,4;
    0-3 E -4,3; 0-7 E 2,-4; 5-7 E -1,4; 7-8 E 0,5; 7-3 E -4,4; 4-3 E -3,-3;
    2-2 N 3,2; 3-6 N 3,4; 6-5 N -1,1; 5-3 N 0,-4; 8-6 N -2,2; 0-1 N -5,3;
    6-0 E -6,2; 6-1 N -2,4; 4-1 E -3,-4; 3-1 E -4,5; 5-1 E -6,5; 3-3 N -1,-3;
    4-4 E -5,-2; 4-2 N -4,-4; 4-5 N -6,3
"""


def test_rule_13_a_skipped_seat_plays_again_when_it_can() -> None:
    match = GAME.resume(AGAIN)
    # The layout is 10 by 10, so dominoes fit only on -6,-1 and the squares below it. There lie 4, 2, 4, 2 and 4:
    # neither 3-9, 6-6, 7-7 nor 1-1, 5-8, 8-9 has any of them.
    assert match.play("skip")[1:] == [{"event": "skipped", "seat": 0}, {"event": "skipped", "seat": 1}]
    assert match.to_act == (2,)
    match.play("5-2 N -6,-2")
    # Now a 5 lies on -6,-2, and 5-8 fits below it: seat 0 is skipped once more, seat 1 is not.
    assert match.play("pawn")[1:] == [{"event": "skipped", "seat": 0}]
    assert match.to_act == (1,)
    assert "5-8 E -6,-3" in match.legal_moves()


EMPTY = """
     -4  -3  -2  -1   0   1   2   3   4   5
        ┌───────┬───┬───┬───────┬───┬───────┐
  3     │ 2   9?│ 9 │ 9 │ 3   3 │ 0 │ 8   6 │
        ├───────┤   │   ├───────┤   ├───────┤
  2     │ 0   4b│ 4 │ 5a│ 5   3 │ 3 │ 8   2 │
    ┌───┼───┬───┴───┼───┴───┬───┼───┼───┬───┤
  1 │ 6 │ 6 │ 7   0 │ 1   5 │ 0 │ 2 │ 8 │ 8 │
    │   │   ├───┬───┼───────┤   │   │   │   │
  0 │ 3 │ 7 │ 7 │ 7 │ 1   1 │ 1 │ 1 │ 1 │ 9 │
    ├───┴───┤   │   ├───────┼───┴───┼───┴───┤
 -1 │ 1   7 │ 9 │ 3b│ 3   1 │ 1   4 │ 4   6 │
    ├───────┼───┼───┼───────┼───────┼───┬───┤
 -2 │ 2   7 │ 7 │ 5 │ 9   1 │ 3   4 │ 4 │ 3 │
    ├───┬───┤   │   ├───────┼───┬───┤   │   │
 -3 │ 7 │ 7 │ 8 │ 8 │ 9   0 │ 0 │ 0d│ 5 │ 9 │
    │   │   ├───┼───┼───────┤   │   ├───┴───┤
 -4 │ 7 │ 4 │ 8 │ 1 │ 8   0 │ 0 │ 6 │ 6   9 │
    ├───┴───┤   │   ├───┬───┴───┼───┴───┬───┤
 -5 │ 4e  4 │ 8 │ 6e│ 6 │ 6   6 │ 6   2 │ 2d│
    └───────┼───┴───┤   ├───────┼───────┤   │
 -6         │ 5   5 │ 5 │ 8   4c│ 4   2 │ 3 │
            └───────┴───┴───────┴───────┴───┘

turn: 4, asking -2,3
seat 0: points 3, reserve 4, hand -
seat 1: points 4, reserve 3, hand 0-2
seat 2: points 2, reserve 4, hand -
seat 3: points 8, reserve 3, hand 2-2
seat 4: points 10, reserve 3, hand -
aside: 4
placed: 1-1 E 0,0; 3-1 E 0,-1; 1-5 E 0,1; 1-0 N 2,0; 1-2 N 3,0; 3-7 N -1,-1;
    9-7 N -2,-1; 1-4 E 2,-1; 7-0 E -2,1; 7-6 N -3,0; 5-3 E 1,2; 1-7 E -4,-1;
    9-1 E 0,-2; 3-0 N 3,2; 2-7 E -4,-2; 8-7 N -2,-3; 1-8 N 4,0; 9-8 N 5,0;
    8-5 N -1,-3; 4-6 E 4,-1; 4-7 N -3,-4; 9-0 E 0,-3; 3-4 E 2,-2; 0-0 N 2,-4;
    5-4 N 4,-3; 8-0 E 0,-4; 8-2 E 4,2; 6-0 N 3,-4; 3-3 E 1,3; 6-9 E 4,-4;
    6-2 E 3,-5; 7-7 N -4,-4; 9-3 N 5,-3; 4-2 E 3,-6; 6-6 E 1,-5; 8-6 E 4,3;
    8-4 E 1,-6; 8-8 N -2,-5; 4-4 E -4,-5; 5-9 N 0,2; 4-9 N -1,2; 5-6 N 0,-6;
    3-2 N 5,-6; 6-1 N -1,-5; 3-6 N -4,0; 0-4 E -3,2; 5-5 E -2,-6; 2-9 E -3,3
"""


def test_rule_13_an_empty_hand_is_skipped() -> None:
    match = GAME.resume(EMPTY)
    # Seat 0 has no domino left. The 0-2 of seat 1 fits on the free squares in the corner, 0 beside 0 and 2 beside 2.
    assert match.play("skip")[1:] == [{"event": "skipped", "seat": 0}]
    assert match.to_act == (1,)
    assert match.legal_moves() == ["0-2 N -4,2"]


END = """
     -4  -3  -2  -1   0   1   2   3   4   5
    ┌───────┬───────┬───────┬───┬───────┬───┐
  5 │ 5   1 │ 1b  0 │ 0   8 │ 1 │ 1   3 │ 3 │
    ├───────┼───────┼───┬───┤   ├───────┤   │
  4 │ 1   1 │ 0   2 │ 2 │ 8 │ 6b│ 6   8 │ 3 │
    ├───┬───┼───────┤   │   ├───┼───────┼───┤
  3 │ 1 │ 8 │ 7   2 │ 2 │ 5 │ 2 │ 6   9a│ 4 │
    │   │   ├───────┼───┴───┤   ├───────┤   │
  2 │ 7 │ 7 │ 7   6 │ 4   5 │ 5a│ 2   9 │ 9 │
    ├───┼───┼───────┼───────┼───┴───┬───┴───┤
  1 │ 7 │ 7 │ 6   6 │ 9   5 │ 7   9 │ 9   8 │
    │   │   ├───┬───┼───────┼───┬───┼───┬───┘
  0 │ 7c│ 5 │ 0 │ 6 │ 0   5 │ 7 │ 7 │ 6 │
    ├───┴───┤   │   ├───────┤   │   │   ├───┐
 -1 │ 5c  5 │ 0 │ 0 │ 0   3 │ 3 │ 4 │ 4 │ 4 │
    └───┬───┴───┼───┴───┬───┴───┼───┴───┤   │
 -2     │ 4   0 │ 0   9 │ 3   8 │ 4   4 │ 8 │
    ┌───┼───────┼───────┼───┬───┼───────┼───┤
 -3 │ 8 │ 4b  1 │ 1   9 │ 3 │ 4 │ 4   3 │ 3 │
    │   ├───────┼───────┤   │   ├───────┤   │
 -4 │ 8?│ 8   1 │ 1   2d│ 2 │ 2 │ 9   3 │ 6 │
    └───┴───────┴───────┴───┴───┴───────┴───┘

turn: 0, asking -4,-4
seat 0: points 10, reserve 3, hand -
seat 1: points 10, reserve 2, hand 2-8
seat 2: points 10, reserve 3, hand 5-6
seat 3: points 3, reserve 4, hand 2-6
aside: 2
placed: 0-5 E 0,0; 0-3 E 0,-1; 0-6 N -1,-1; 3-7 N 2,-1; 9-5 E 0,1; 0-9 E -1,-2;
    0-0 N -2,-1; 4-7 N 3,-1; 4-6 N 4,-1; 4-5 E 0,2; 3-8 E 1,-2; 6-6 E -2,1;
    7-9 E 2,1; 7-6 E -2,2; 9-8 E 4,1; 4-0 E -3,-2; 2-9 E 3,2; 4-4 E 3,-2;
    7-2 E -2,3; 9-4 N 5,2; 8-4 N 5,-2; 7-8 N -3,2; 5-7 N -3,0; 2-2 N 0,3;
    5-8 N 1,3; 0-8 E 0,5; 7-1 N -4,2; 0-2 E -2,4; 1-1 E -4,4; 4-3 E 3,-3;
    6-3 N 5,-4; 2-4 N 2,-4; 6-9 E 3,3; 2-3 N 1,-4; 5-1 E -4,5; 1-9 E -1,-3;
    5-2 N 2,2; 4-1 E -3,-3; 7-7 N -4,0; 1-2 E -1,-4; 6-8 E 3,4; 6-1 N 2,4;
    8-1 E -3,-4; 1-3 E 3,5; 9-3 E 3,-4; 1-0 E -2,5; 5-5 E -4,-1; 3-3 N 5,4;
    8-8 N -4,-4
"""


def test_rule_13_the_match_goes_on_until_the_last_decision() -> None:
    match = GAME.resume(END)
    # The free squares -4,-2 and 5,0 are single: nobody can place any more, but seat 0 still decides.
    assert (match.over, match.to_act) == (False, (0,))
    match.play("skip")
    assert (match.over, match.to_act, match.state()["turn"]) == (True, (), None)


@pytest.mark.parametrize(
    ("answer", "scores", "winners"),
    [
        # a on 4,3 owns five 9s, a on 2,2 five 5s; the 8s on -4,-4, -4,-3 and -3,-4 are three.
        ("skip", [10, 10, 10, 3], [0, 1, 2]),
        ("pawn", [13, 10, 10, 3], [0]),
        ("pawn 4,3", [8, 10, 10, 3], [1, 2]),
    ],
)
def test_rule_14_the_noses_under_the_pawns_and_equal_results_share_the_win(
    answer: str, scores: list[int], winners: list[int]
) -> None:
    match = GAME.resume(END)
    assert match.play(answer)[-1] == {"event": "over", "scores": scores, "winners": winners}
    assert (match.scores, match.winners) == (scores, winners)


def can_place(match: Match, seat: int) -> bool:
    """Apply rule 3 by the plain code of refusal.py: try every domino on every place around the layout."""
    squares = {(x, y) for x, y, _ in match.state()["squares"]}
    anchors = {(x + dx, y + dy) for x, y in squares for dx in (-1, 0, 1) for dy in (-1, 0, 1)} - squares
    places = [f"{d} {x},{y}" for x, y in sorted(anchors) for d in "EN" if on_table((x, y)) and on_table((x + 1, y + 1))]
    return any(
        refuse_place(match.states[0], parse(f"{noses} {place}")) is None
        for domino in match.state()["hands"][seat]
        for noses in (domino, domino[::-1])
        for place in places
    )


@pytest.mark.parametrize("seats", [2, 5])
def test_rule_13_seats_are_skipped_exactly_when_they_cannot_place(seats: int) -> None:
    match, random_ = GAME.start(seats=seats, seed=seats), random.Random(seats)
    while not match.over:
        seat = match.to_act[0]
        events = match.play(random_.choice(match.legal_moves()))
        if match.state()["asking"] or len(match.history) < 80:
            continue
        skipped = [event["seat"] for event in events if event["event"] == "skipped"]
        next_seats = [(seat + k) % seats for k in range(1, seats + 1)]
        able = [can_place(match, other) for other in next_seats]
        if match.over:
            assert not any(able)
        else:
            first = able.index(True)
            assert (skipped, match.to_act) == (next_seats[:first], (next_seats[first],))
