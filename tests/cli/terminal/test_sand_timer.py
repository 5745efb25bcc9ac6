"""The sand timer of Domino 3D."""

from __future__ import annotations

import pytest
from tests.cli.terminal.driver import events_of

import ludotheque
from ludotheque.cli.terminal.sand_timer import SandTimer, sand_timer_of
from ludotheque.games.domino3d import GAME
from ludotheque.games.spec import Sand

assert isinstance(GAME.sand, Sand)
SAND: Sand = GAME.sand


class Clock:
    now = 100.0

    def __call__(self) -> float:
        return self.now


def test_the_timer_runs_only_in_your_turn() -> None:
    clock, match = Clock(), ludotheque.game("domino3d").start(2, 1)
    timer = SandTimer(SAND, 60, clock)
    timer.watch(match, 0)
    assert timer.left == 60
    clock.now += 25
    assert timer.left == 35
    match.play("timeout")
    timer.watch(match, 0)
    assert timer.left is None
    match.play("timeout")
    timer.watch(match, 0)
    assert timer.left == 60
    clock.now += 100
    assert timer.left == 0


def test_the_timer_keeps_running_in_a_turn_of_several_dominoes() -> None:
    clock, match = Clock(), ludotheque.game("domino3d").start(1, 1, {"mode": "solo"})
    timer = SandTimer(SAND, 60, clock)
    timer.watch(match, 0)
    placement = next(move for move in match.legal_moves() if "," in move and "placed" in events_of(match, move))
    clock.now += 20
    match.play(placement)
    timer.watch(match, 0)
    assert timer.left == 40
    match.play("stop")
    timer.watch(match, 0)
    assert timer.left == 60


@pytest.mark.parametrize(
    ("name", "options", "seconds"),
    [
        ("domino3d", {}, 60),
        ("domino3d", {"sand": 5}, 5),
        ("domino3d", {"sand": 0}, None),
        ("domino3d", {"mode": "solo"}, 60),
        ("domino3d", {"mode": "race"}, None),
        ("keks", {}, None),
    ],
)
def test_which_matches_have_a_timer(name: str, options: dict[str, object], seconds: int | None) -> None:
    timer = sand_timer_of(ludotheque.game(name).start(None, 1, options))
    assert (timer.seconds if timer else None) == seconds


def test_what_is_played_when_the_timer_runs_out() -> None:
    timer = SandTimer(SAND, 60)
    assert timer.out_of_time(["0,1,0 E U", "timeout"]) == "timeout"
    assert timer.out_of_time(["draw", "stop"]) == "stop"
    assert timer.out_of_time([]) is None
