"""Rules 8 to 15: classic and solo."""

from __future__ import annotations

import random

import numpy as np
import pytest
from tests.games.domino3d.positions import DOMINO, position, start
from tests.games.refusals import refusal

from ludotheque import BadSetup, Match, MatchOver
from ludotheque.games.domino3d import CLASSIC
from ludotheque.games.domino3d.display.classic import view
from ludotheque.games.domino3d.rules.classic.state import NONE

SOLO = """
    domino 18 at 0,0,0 E U (start)
    mode: solo
    turn: 0
    drawn: 20
    scores: 0
    turns left: 10
"""


def play_on(match: Match, seed: int = 1) -> None:
    """Play to the end, placing every domino that can be placed."""
    random_ = random.Random(seed)
    while not match.over:
        *placements, last = match.legal_moves()
        match.play(random_.choice(placements) if placements else last)


def test_rule_8_the_start_lies_in_the_middle_and_seat_0_begins() -> None:
    starts = set()
    for seed in range(10):
        state = DOMINO.start(3, seed).state()
        (first,) = state["placed"]
        assert (first["at"], first["to"], first["up"], first["seat"]) == ([0, 0, 0], "E", "U", None)
        assert (state["mode"], state["turn"], state["scores"], state["idle"]) == ("classic", 0, [0, 0, 0], 0)
        assert sorted([first["domino"], state["drawn"], *state["pile"]]) == list(range(40))
        assert state["turns_left"] is None
        starts.add(first["domino"])
    assert len(starts) > 3


def test_rule_8_the_events_of_the_deal() -> None:
    match = DOMINO.start(2, seed=1)
    started, drawn = match.events()
    assert started == {
        "event": "started",
        "domino": match.state()["placed"][0]["domino"],
        "at": [0, 0, 0],
        "to": "E",
        "up": "U",
    }
    assert drawn == {"event": "drawn", "seat": 0, "domino": match.state()["drawn"]}


def test_rule_9_a_placement_ends_the_turn_and_the_next_domino_is_drawn() -> None:
    match = position(start(20))
    placed, won, drawn = match.play("2,0,0 E U")
    assert placed == {"event": "placed", "seat": 0, "domino": 20, "at": [2, 0, 0], "to": "E", "up": "U"}
    assert won == {"event": "won", "seat": 0, "points": 1, "touched": [18]}
    state = match.state()
    assert drawn == {"event": "drawn", "seat": 1, "domino": state["drawn"]}
    assert state["placed"][1] == {"domino": 20, "at": [2, 0, 0], "to": "E", "up": "U", "seat": 0}
    assert (state["turn"], state["idle"]) == (1, 0)
    assert state["drawn"] not in state["pile"]
    assert len(state["pile"]) == 37


def test_rule_9_timeout_puts_the_domino_back() -> None:
    match = position(start(20))
    timeout, returned, drawn = match.play("timeout")
    assert (timeout, returned) == ({"event": "timeout", "seat": 0, "fits": True}, {"event": "returned", "domino": 20})
    state = match.state()
    assert (state["turn"], state["idle"], state["scores"]) == (1, 1, [0, 0])
    assert drawn == {"event": "drawn", "seat": 1, "domino": state["drawn"]}
    assert len(state["pile"]) == 38


@pytest.mark.parametrize("fits", [True, False])
def test_rule_9_a_pass_tells_whether_the_domino_fits_somewhere(monkeypatch: pytest.MonkeyPatch, fits: bool) -> None:
    """Where it fits nowhere, the answer of the rules is replaced: this is about the event."""
    asked = []
    if not fits:
        monkeypatch.setattr(view, "stands_somewhere", lambda _, dominoes: asked.append(dominoes))
    timeout, returned, _ = position(start(20)).play("timeout")
    assert timeout == {"event": "timeout", "seat": 0, "fits": fits}
    assert returned == {"event": "returned", "domino": 20}
    assert asked == ([] if fits else [1 << 20])


def test_rule_9_every_domino_of_the_pile_can_be_drawn() -> None:
    drawn = set()
    for seed in range(400):
        match = DOMINO.resume(start(20), seed=seed)
        match.play("timeout")
        drawn.add(match.state()["drawn"])
    assert drawn == set(range(40)) - {18}


@pytest.mark.parametrize(
    ("drawn", "move", "points", "touched"),
    [
        (20, "2,0,0 E U", 1, [18]),  # flat on the table
        (8, "2,0,0 U S", 2, [18]),  # upright on the table: 1 more
        (8, "1,0,1 U S", 3, [18]),  # upright on a domino: 2 more
        (9, "1,0,2 D N", 3, [18]),  # likewise, half 1 below
    ],
)
def test_rule_10_points(drawn: int, move: str, points: int, touched: list[int]) -> None:
    match = position(start(drawn))
    won = match.play(move)[1]
    assert won == {"event": "won", "seat": 0, "points": points, "touched": touched}
    assert match.scores == [points, 0]


def test_rule_10_each_domino_that_is_touched_counts_once() -> None:
    match = position(start(30, "domino 20 at 2,0,0 E U (seat 0)", turn=1, scores="1 0"))
    assert match.play("1,1,0 E U")[1] == {"event": "won", "seat": 1, "points": 2, "touched": [18, 20]}


def test_rule_11_an_unsupported_domino_falls_and_points_never_go_below_zero() -> None:
    match = position(start(20))
    collapsed, returned, drawn = match.play("1,0,1 E U")
    assert collapsed == {
        "event": "collapsed",
        "seat": 0,
        "domino": 20,
        "at": [1, 0, 1],
        "to": "E",
        "up": "U",
        "lost": 0,
    }
    assert returned == {"event": "returned", "domino": 20}
    assert drawn["event"] == "drawn"
    state = match.state()
    assert (state["scores"], state["turn"], state["idle"], len(state["placed"])) == ([0, 0], 1, 1, 1)
    assert 20 in [*state["pile"], state["drawn"]]


def test_rule_11_a_fall_costs_exactly_ten_points_if_there_are_as_many() -> None:
    # Until both seats have more than ten points, nothing falls.
    match = DOMINO.start(2, seed=5)
    random_ = random.Random(5)
    while min(match.scores) < 11:
        standing = [move for move in match.legal_moves() if _scores_with(match, move)]
        match.play(random_.choice(standing) if standing else "timeout")
    while not (falling := _falling(match)):
        match.play("timeout")
    seat, before = match.to_act[0], match.scores
    events = match.play(falling)
    assert events[0]["lost"] == 10
    assert match.scores[seat] == before[seat] - 10
    assert match.scores[1 - seat] == before[1 - seat]


def _scores_with(match: Match, move: str) -> bool:
    other = match.copy()
    return bool(other.play(move)[0]["event"] == "placed")


def _falling(match: Match) -> str | None:
    return next((move for move in match.legal_moves()[:-1] if not _scores_with(match, move)), None)


def test_rule_11_with_refuse_a_fall_is_not_allowed() -> None:
    match = position(start(20), falls="refuse")
    assert refusal(match, "1,0,1 E U") == (6, "unsupported")
    assert set(match.legal_moves()) < set(position(start(20)).legal_moves())


def test_rule_12_without_several_there_is_nothing_to_choose() -> None:
    match = position(start(20))
    assert refusal(match, "draw") == (12, "one_at_a_time")
    assert refusal(match, "stop") == (12, "one_at_a_time")


def test_rule_12_with_several_the_seat_goes_on_or_stops() -> None:
    match = position(start(20), several=True)
    assert refusal(match, "stop") == (12, "nothing_placed")
    assert [event["event"] for event in match.play("2,0,0 E U")] == ["placed", "won"]
    state = match.state()
    assert (state["turn"], state["drawn"], len(state["pile"])) == (0, None, 38)
    assert match.legal_moves() == ["draw", "stop"]
    assert refusal(match, "timeout") == (12, "draw_or_stop")
    assert refusal(match, "4,0,0 E U") == (12, "draw_or_stop")
    other = match.copy()
    assert other.play("stop")[0] == {"event": "stopped", "seat": 0}
    assert (other.state()["turn"], other.state()["idle"]) == (1, 0)
    (drawn,) = match.play("draw")
    assert drawn == {"event": "drawn", "seat": 0, "domino": match.state()["drawn"]}
    assert match.state()["turn"] == 0
    match.play("timeout")
    assert (match.state()["turn"], match.state()["idle"], match.scores) == (1, 0, [1, 0])


def test_rule_13_the_match_ends_when_all_dominoes_are_placed() -> None:
    match = DOMINO.start(2, seed=3, options={"falls": "refuse"})
    play_on(match)
    state = match.state()
    assert (len(state["placed"]), state["pile"], state["turn"], state["drawn"]) == (40, [], None, None)
    ended, over = match.events()[-2:]
    assert ended == {"event": "ended", "reason": "all_placed"}
    assert over == {"event": "over", "scores": match.scores, "winners": match.winners}
    with pytest.raises(MatchOver):
        match.play("timeout")


@pytest.mark.parametrize("seats", [2, 3])
def test_rule_13_the_match_ends_after_three_rounds_without_a_placement(seats: int) -> None:
    match = DOMINO.start(seats, seed=1)
    for turn in range(3 * seats):
        assert match.state()["idle"] == turn
        assert match.to_act == (turn % seats,)
        events = match.play("timeout")
    assert match.over
    assert events[-2] == {"event": "ended", "reason": "idle"}
    state = match.state()
    assert (state["idle"], state["turn"], state["drawn"], len(state["pile"])) == (3 * seats, None, None, 39)


def test_rule_13_a_placement_resets_the_count() -> None:
    match = position(start(20, idle=4))
    match.play("2,0,0 E U")
    assert match.state()["idle"] == 0
    assert not match.over


def test_rule_13_a_fall_does_not_count_as_a_placement() -> None:
    match = position(start(20, idle=4))
    match.play("1,0,1 E U")
    assert match.state()["idle"] == 5
    match.play("timeout")
    assert match.over


def test_rule_13_the_reason_is_given_when_nothing_fits() -> None:
    # No such match is known: every domino has about fifty placements. So the end is set by hand.
    after = np.zeros(1, CLASSIC.rules.dtype)[0]
    after.turn, after.drawn, after.turns_left, after.seats, after.pile = NONE, NONE, NONE, 2, 8
    assert view.deal(after)[1:] == [
        {"event": "ended", "reason": "nothing_fits"},
        {"event": "over", "scores": [0, 0], "winners": [0, 1]},
    ]


def test_rule_14_equal_points_share_the_win() -> None:
    match = DOMINO.start(2, seed=1)
    for _ in range(6):
        match.play("timeout")
    assert (match.scores, match.winners) == ([0, 0], [0, 1])


def test_rule_15_solo_has_ten_turns_and_several_by_default() -> None:
    match = DOMINO.start(options={"mode": "solo"}, seed=1)
    assert (match.seats, match.state()["turns_left"], match.state()["mode"]) == (1, 10, "solo")
    assert match.options["several"] is True
    assert DOMINO.start(2).options["several"] is False
    for turn in range(10):
        assert match.state()["turns_left"] == 10 - turn
        events = match.play("timeout")
    assert match.over
    assert match.state()["turns_left"] == 0
    assert [event["event"] for event in events] == ["timeout", "returned", "ended", "over"]
    assert events[-2]["reason"] == "turns"
    assert match.winners == [0]


def test_rule_15_a_turn_goes_on_after_a_placement() -> None:
    match = position(SOLO, mode="solo")
    match.play("2,0,0 E U")
    assert (match.state()["turns_left"], match.legal_moves()) == (10, ["draw", "stop"])
    match.play("stop")
    assert match.state()["turns_left"] == 9


def test_rule_15_a_fall_ends_the_turn() -> None:
    match = position(SOLO, mode="solo")
    match.play("1,0,1 E U")
    assert (match.state()["turns_left"], match.state()["idle"]) == (9, 1)


def test_rule_15_without_several_a_placement_ends_the_turn() -> None:
    match = position(SOLO, mode="solo", several=False)
    match.play("2,0,0 E U")
    assert match.state()["turns_left"] == 9
    assert match.state()["drawn"] is not None
    last = position(
        SOLO.replace("turns left: 10", "turns left: 1").replace("scores", "idle: 9\nscores"), mode="solo", several=False
    )
    assert last.play("2,0,0 E U")[-2] == {"event": "ended", "reason": "turns"}


def test_rule_15_idle_turns_do_not_end_a_solo_match() -> None:
    match = DOMINO.start(options={"mode": "solo", "turns": 20}, seed=1)
    for _ in range(19):
        match.play("timeout")
    assert not match.over
    assert match.state()["idle"] == 19


@pytest.mark.parametrize(
    ("seats", "options", "allowed"),
    [
        (1, {}, "2 to 6 seats"),
        (7, {}, "2 to 6 seats"),
        (2, {"mode": "solo"}, "takes 1 seats"),
        (1, {"mode": "race"}, "2 to 6 seats"),
        (2, {"mode": "duel"}, '"classic", "race", "solo"'),
        (2, {"several": 1}, "false, true"),
        (2, {"several": None}, "false, true"),
        (2, {"sand": -1}, "0 to 3600"),
        (2, {"turns": 0}, "1 to 100"),
        (2, {"falls": "never"}, '"penalty", "refuse"'),
        (2, {"contact": "same"}, '"free", "differ"'),
        (2, {"referee": "nobody"}, '"computer", "neighbour"'),
        (2, {"goal": "fun"}, '"points", "rounds"'),
    ],
)
def test_options_and_seats_that_are_not_allowed(seats: int, options: dict[str, object], allowed: str) -> None:
    with pytest.raises(BadSetup, match=allowed):
        DOMINO.start(seats, 1, options)


def test_options_of_another_mode_and_the_sand_timer_have_no_effect() -> None:
    plain = DOMINO.start(2, seed=1)
    other = DOMINO.start(2, seed=1, options={"turns": 3, "referee": "neighbour", "goal": "rounds", "sand": 0})
    assert plain.state() == other.state()
    assert plain.legal_moves() == other.legal_moves()
    race = DOMINO.start(2, seed=1, options={"mode": "race"})
    same = DOMINO.start(2, seed=1, options={"mode": "race", "contact": "differ", "falls": "refuse", "several": True})
    assert race.state() == same.state()
    assert race.legal_moves(0) == same.legal_moves(0)
