"""Moves in the terminal program: by arrows, typing and mouse, undo, refusals; every game at every terminal size."""

from __future__ import annotations

import random
import re
from typing import Any

import pytest
from tests.cli.terminal.driver import LARGE, TINY, USUAL, Screen, events_of, keks, playing

import ludotheque
from ludotheque.cli.terminal.widgets import MoveInput


def test_arrows_and_enter_play_a_move() -> None:
    async def script(screen: Screen) -> None:
        assert screen.choices == screen.match.legal_moves()
        await screen.press("right")
        assert re.search(r"Seat 0 takes a colour \w tile \(g1\)", screen.message)
        await screen.press("enter")
        assert screen.moves[0] == "g1"

    playing(script, keks())


def test_a_typed_move_filters_the_list_and_is_played() -> None:
    async def script(screen: Screen) -> None:
        await screen.press("g")
        assert screen.choices == ["g1", "g8"]
        await screen.press("8", "enter")
        assert screen.moves == ["g8"]
        assert screen.app.query_one(MoveInput).value == ""

    playing(script, keks())


def test_a_refusal_names_the_rule_and_the_text_stays_to_be_corrected() -> None:
    async def script(screen: Screen) -> None:
        await screen.type("d1")
        assert screen.message == "d1: it is held on three sides; a tile needs at least two free edges (rule 3)"
        assert screen.app.query_one(MoveInput).value == "d1"
        assert screen.match.history == []
        await screen.press("escape")
        assert screen.app.query_one(MoveInput).value == ""
        assert "rule 3" not in screen.message

    playing(script, keks())


def test_nonsense_changes_nothing_and_gets_a_message() -> None:
    async def script(screen: Screen) -> None:
        for nonsense in ("xyzzy", "d", "---", "[bold]", "stop", "\\", "é漢"):
            await screen.type(nonsense)
            assert screen.message, nonsense
            assert "Seat 0 takes" not in screen.message, nonsense
            assert screen.match.history == []
            await screen.press("escape")

    playing(script, keks())


def test_undo_returns_to_before_your_last_move() -> None:
    async def script(screen: Screen) -> None:
        await screen.press("f3")
        assert screen.message == "You have not moved yet."
        await screen.type("b1")
        await screen.until(lambda: screen.app.session.your_turn)
        await screen.press("f3")
        assert screen.match.history == []
        assert screen.choices == screen.match.legal_moves()
        await screen.type("g8")
        assert screen.moves == ["g8"]
        await screen.type("undo")
        assert screen.match.history == []

    playing(script, keks())


def test_undo_is_refused_after_hidden_information_was_revealed() -> None:
    async def script(screen: Screen) -> None:
        await screen.press("enter", "enter")
        await screen.until(lambda: screen.app.session.your_turn)
        played = len(screen.match.history)
        await screen.press("f3")
        assert "Moves cannot be taken back in NOX" in screen.message
        assert len(screen.match.history) == played

    playing(script, ludotheque.game("nox").start(3, 1))


def test_a_move_that_draws_does_not_reveal_what_is_drawn() -> None:
    match = ludotheque.game("domino3d").start(1, 1, {"mode": "solo"})
    while "draw" not in match.legal_moves():
        match.play(next(move for move in match.legal_moves() if "placed" in events_of(match, move)))

    async def script(screen: Screen) -> None:
        assert screen.choices[screen.app.presenter.chooser.index] == "draw"
        assert screen.message == "draw: Enter to play it"
        assert screen.text("#match") == "Domino 3D  you play alone"

    playing(script, match)


def test_a_match_of_keks_is_played_to_its_end_by_keys() -> None:
    """Alternate between arrows, the list and typing until somebody has won."""
    match, chance = keks(2), random.Random(0)
    while len(match.history) < 62 or 0 not in match.to_act:
        match.play(chance.choice(match.legal_moves()))

    async def script(screen: Screen) -> None:
        turn, earlier = 0, len(screen.moves)
        while not screen.match.over:
            await screen.until(lambda: screen.app.session.your_turn or screen.match.over)
            if screen.match.over:
                break
            turn += 1
            if turn % 3 == 0:
                await screen.type(screen.match.legal_moves()[-1])
            else:
                await screen.press(*(["right"] if turn % 3 == 1 else ["tab", "tab"]), "enter")
            assert len(screen.moves) == earlier + turn
        assert turn
        assert "The match is over" in screen.message

    playing(script, match)


MATCHES: list[tuple[str, int, dict[str, Any]]] = [
    ("keks", 2, {"variant": "eleven"}),
    ("nasca", 2, {}),
    ("nasenspiel", 3, {}),
    ("nox", 6, {"variant": "hard"}),
    ("domino3d", 4, {}),
    ("domino3d", 1, {"mode": "solo"}),
    ("domino3d", 3, {"mode": "race"}),
]


@pytest.mark.parametrize(("name", "seats", "options"), MATCHES, ids=lambda value: str(value))
def test_every_game_is_played_by_arrows_and_enter_at_every_size(name: str, seats: int, options: dict[str, Any]) -> None:
    async def script(screen: Screen) -> None:
        keys = random.Random(1)
        for enough, size in enumerate((USUAL, LARGE, TINY), 1):
            await screen.pilot.resize_terminal(*size)
            while len(screen.moves) < enough and not screen.match.over:
                await screen.until(lambda: screen.app.session.your_turn or screen.match.over)
                await screen.press(keys.choice(["up", "down", "left", "right", "tab", "pagedown"]), "enter")
            assert len(screen.moves) >= enough or screen.match.over

    playing(script, ludotheque.game(name).start(seats, 1, options))


@pytest.mark.parametrize(("name", "seats", "options"), MATCHES, ids=lambda value: str(value))
def test_every_game_is_played_by_typing(name: str, seats: int, options: dict[str, Any]) -> None:
    async def script(screen: Screen) -> None:
        for number in range(1, 3):
            await screen.until(lambda: screen.app.session.your_turn)
            move = screen.match.legal_moves(0)[0]
            await screen.type(move)
            assert len(screen.moves) == number
            assert screen.moves[-1] == move

    playing(script, ludotheque.game(name).start(seats, 1, options))


def test_a_click_highlights_and_a_second_one_plays() -> None:
    async def script(screen: Screen) -> None:
        row, column = screen.app.presenter.places["g8"]
        await screen.pilot.click("#drawing", offset=(int(column), int(row)))
        assert re.search(r"Seat 0 takes a colour \w tile \(g8\)", screen.message)
        assert screen.match.history == []
        await screen.pilot.pause(0.6)
        await screen.pilot.click("#drawing", offset=(int(column), int(row)), times=2)
        await screen.pilot.pause()
        assert screen.moves == ["g8"]

    playing(script, keks())


def test_the_turn_ends_when_the_timer_runs_out() -> None:
    async def script(screen: Screen) -> None:
        assert screen.text("#turn").startswith("sand 0:0")
        await screen.until(lambda: (0, "timeout") in screen.match.history)
        await screen.until(lambda: screen.message == "Your sand has run out.")

    playing(script, ludotheque.game("domino3d").start(2, 1, {"sand": 1}))


def test_the_match_is_redrawn_when_the_terminal_is_resized() -> None:
    async def script(screen: Screen) -> None:
        small = screen.app.presenter.board().width
        await screen.pilot.resize_terminal(*LARGE)
        await screen.pilot.pause()
        assert screen.app.presenter.board().width > small

    playing(script, keks())
