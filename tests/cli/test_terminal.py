"""The terminal program, by its keys: what a person would do, and what they would see."""

from __future__ import annotations

import asyncio
import random
import threading
from collections.abc import Awaitable, Callable
from typing import Any

import pytest
from textual import events
from textual.pilot import Pilot
from textual.widgets import OptionList, RichLog, Static

import ludotheque
from ludotheque import Match
from ludotheque.bots import Budget, RandomBot, Suggestion
from ludotheque.cli import session as sessions
from ludotheque.cli.session import Session, opponents
from ludotheque.cli.terminal.app import TerminalPlay
from ludotheque.cli.terminal.pages import HintPage, LeavePage, Page
from ludotheque.cli.terminal.panes import ChoiceList, MoveInput

Script = Callable[["Screen"], Awaitable[None]]
USUAL, LARGE, TINY = (80, 24), (120, 40), (40, 12)


class Screen:
    """A running program and what can be seen of it."""

    def __init__(self, app: TerminalPlay, pilot: Pilot[Any]) -> None:
        self.app = app
        self.pilot = pilot
        self.match = app.session.match

    async def press(self, *keys: str) -> None:
        await self.pilot.press(*keys)

    async def type(self, text: str) -> None:
        """All letters at once, and Enter: the screen is not drawn for each of them."""
        self.app.query_one(MoveInput).post_message(events.Paste(text))
        await self.press("enter")

    async def until(self, happens: Callable[[], bool], seconds: float = 20) -> None:
        for _ in range(int(seconds / 0.02)):
            if happens():
                await self.pilot.pause()
                return
            await self.pilot.pause(0.02)
        raise AssertionError(f"did not happen; message: {self.message!r}")

    def text(self, selector: str) -> str:
        return str(self.app.screen_stack[0].query_one(selector, Static).content)

    @property
    def message(self) -> str:
        return self.text("#message")

    @property
    def choices(self) -> list[str]:
        shown = self.app.screen_stack[0].query_one(ChoiceList)
        return [str(option.prompt) for option in shown.options]

    @property
    def moves(self) -> list[str]:
        return [move for seat, move in self.match.history if seat == self.app.session.you]


def playing(
    script: Script,
    match: Match,
    you: int | None = 0,
    bots: dict[int, Any] | None = None,
    race_pace: float = 0.5,
) -> TerminalPlay:
    """Run a script against the program with bots that play at random; the program, ended."""

    async def run() -> TerminalPlay:
        session = Session(match, you, bots or opponents(match, you, 0), "random moves", random.Random(1))
        app = TerminalPlay(session, pace=0.0, race_pace=race_pace)
        async with app.run_test(size=USUAL) as pilot:
            await pilot.pause()
            await script(Screen(app, pilot))
        return app

    return asyncio.run(run())


def keks(seed: int = 1) -> Match:
    return ludotheque.game("keks").start(seed=seed)


def test_arrows_and_enter_play_a_move() -> None:
    async def script(screen: Screen) -> None:
        assert screen.choices == screen.match.legal_moves()
        await screen.press("right")
        assert "Seat 0 takes g1" in screen.message
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


def test_a_refused_move_says_why_with_the_rule_and_stays_to_be_mended() -> None:
    async def script(screen: Screen) -> None:
        await screen.type("d1")
        assert screen.message == "d1: it is held on three sides; a tile needs at least two free edges (rule 3)"
        assert screen.app.query_one(MoveInput).value == "d1"
        assert screen.match.history == []
        await screen.press("escape")
        assert screen.app.query_one(MoveInput).value == ""
        assert "rule 3" not in screen.message

    playing(script, keks())


def test_nonsense_changes_nothing_and_is_answered() -> None:
    async def script(screen: Screen) -> None:
        for nonsense in ("xyzzy", "d", "---", "[bold]", "stop", "\\", "é漢"):
            await screen.type(nonsense)
            assert screen.message, nonsense
            assert "Seat 0 takes" not in screen.message, nonsense
            assert screen.match.history == []
            await screen.press("escape")

    playing(script, keks())


def test_the_others_answer_and_the_log_tells_it() -> None:
    async def script(screen: Screen) -> None:
        await screen.type("b1")
        await screen.type("stop")
        await screen.until(lambda: screen.app.session.your_turn)
        log = "\n".join(strip.text for strip in screen.app.query_one("#log", RichLog).lines)
        assert "Seat 0 takes b1" in log
        assert "Seat 1 takes" in log
        assert screen.text("#turn") == "your turn"

    playing(script, keks())


def test_undo_goes_back_to_before_your_last_move() -> None:
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


def test_undo_is_refused_where_something_hidden_came_out() -> None:
    async def script(screen: Screen) -> None:
        await screen.press("enter", "enter")
        await screen.until(lambda: screen.app.session.your_turn)
        played = len(screen.match.history)
        await screen.press("f3")
        assert "No move is taken back in NOX" in screen.message
        assert len(screen.match.history) == played

    playing(script, ludotheque.game("nox").start(3, 1))


class SlowBot:
    """Thinks until it is told to go on."""

    name = "slow"

    def __init__(self) -> None:
        self.go_on = threading.Event()

    def move(self, match: Match, seat: int, budget: Budget | None = None, seed: int = 0) -> str:
        self.go_on.wait(20)
        return match.legal_moves(seat)[0]


def test_the_screen_stays_alive_while_a_bot_thinks_and_undo_drops_its_thought() -> None:
    slow = SlowBot()

    async def script(screen: Screen) -> None:
        await screen.type("b1")
        await screen.until(lambda: screen.text("#turn") == "seat 1 is thinking …")
        assert screen.choices == []
        await screen.press("f1")
        assert isinstance(screen.app.screen, Page)
        await screen.press("escape", "f3")
        assert screen.match.history == []
        slow.go_on.set()
        await screen.pilot.pause(0.2)
        assert screen.match.history == []
        assert screen.text("#turn") == "your turn"
        await screen.type("b1")
        await screen.until(lambda: len(screen.match.history) > 1)

    match = keks()
    while match.copy().play("b1") and 0 in _after(match, "b1").to_act:
        match = keks(random.randrange(10**6))
    playing(script, match, bots={1: slow})


def _after(match: Match, move: str) -> Match:
    after = match.copy()
    after.play(move)
    return after


def test_a_hint_can_be_looked_at_on_the_board(monkeypatch: pytest.MonkeyPatch) -> None:
    def suggest(match: Match, seat: int, seconds: float) -> list[Suggestion]:
        assert match.legal_moves(seat)
        return [Suggestion("g8", 0.61, ["opens f8", "keeps g1"]), Suggestion("b1", 0.4, [])]

    async def script(screen: Screen) -> None:
        await screen.press("f2")
        await screen.until(lambda: isinstance(screen.app.screen, HintPage))
        lines = [str(option.prompt) for option in screen.app.screen.query_one(OptionList).options]
        assert lines[0].split() == ["g8", "61%", "opens", "f8;", "keeps", "g1"]
        await screen.press("enter")
        assert screen.choices == ["g8"]
        assert screen.match.history == []
        await screen.press("enter")
        assert screen.moves == ["g8"]

    monkeypatch.setattr(sessions, "suggest", suggest)
    playing(script, keks())


def test_a_hint_that_comes_after_your_move_is_dropped(monkeypatch: pytest.MonkeyPatch) -> None:
    go_on = threading.Event()

    def suggest(match: Match, seat: int, seconds: float) -> list[Suggestion]:
        go_on.wait(20)
        return [Suggestion("g8", 0.61, [])]

    async def script(screen: Screen) -> None:
        await screen.press("f2")
        assert screen.message == "Thinking about a hint …"
        await screen.type("g8")
        go_on.set()
        await screen.until(lambda: "Thinking" not in screen.message)
        assert not isinstance(screen.app.screen, HintPage)

    monkeypatch.setattr(sessions, "suggest", suggest)
    playing(script, keks())


def test_a_question_mark_is_answered_with_the_keys() -> None:
    async def script(screen: Screen) -> None:
        await screen.type("?")
        await screen.until(lambda: isinstance(screen.app.screen, Page))

    playing(script, keks())


def test_a_draw_is_offered_without_telling_what_comes() -> None:
    match = ludotheque.game("domino3d").start(1, 1, {"mode": "solo"})
    while "draw" not in match.legal_moves():
        match.play(next(move for move in match.legal_moves() if "placed" in _events(match, move)))

    async def script(screen: Screen) -> None:
        assert screen.choices[screen.app.stage.choices.index] == "draw"
        assert screen.message == "draw: Enter to play it"
        assert screen.text("#match") == "Domino 3D  you play alone"

    playing(script, match)


def _events(match: Match, move: str) -> list[str]:
    return [event["event"] for event in match.copy().play(move)]


def test_help_rules_log_and_text_are_pages_by_key_and_by_word() -> None:
    async def script(screen: Screen) -> None:
        for key, word, heading in (
            ("f1", "help", "Help"),
            ("f4", "rules", "Keks"),
            ("f5", "log", "Log"),
            ("f6", "text", "As text"),
        ):
            await screen.press(key)
            assert isinstance(screen.app.screen, Page)
            assert screen.app.screen.heading == heading
            await screen.press("escape")
            await screen.type(word)
            await screen.until(lambda: isinstance(screen.app.screen, Page))
            assert isinstance(screen.app.screen, Page)
            assert screen.app.screen.heading == heading
            await screen.press("q")
            assert not isinstance(screen.app.screen, Page)
        assert screen.match.history == []

    playing(script, keks())


def test_leaving_asks_while_the_match_runs() -> None:
    async def script(screen: Screen) -> None:
        await screen.press("ctrl+q")
        await screen.until(lambda: isinstance(screen.app.screen, LeavePage))
        await screen.press("escape")
        assert not isinstance(screen.app.screen, LeavePage)
        await screen.type("quit")
        await screen.until(lambda: isinstance(screen.app.screen, LeavePage))
        await screen.press("enter")

    assert playing(script, keks()).return_value == "leave"


def test_asking_twice_leaves() -> None:
    async def script(screen: Screen) -> None:
        await screen.press("ctrl+c")
        await screen.until(lambda: isinstance(screen.app.screen, LeavePage))
        await screen.press("ctrl+c")

    assert playing(script, keks()).return_value == "leave"


def play_to_the_end(match: Match) -> Match:
    while not match.over:
        match.play(match.legal_moves(match.to_act[0])[0], match.to_act[0])
    return match


def test_leaving_asks_nothing_when_the_match_is_over() -> None:
    async def script(screen: Screen) -> None:
        assert "The match is over" in screen.message
        assert screen.choices == ["again", "leave"]
        await screen.press("ctrl+q")

    assert playing(script, play_to_the_end(keks())).return_value == "leave"


def test_another_match_can_be_asked_for() -> None:
    async def script(screen: Screen) -> None:
        await screen.press("enter")

    assert playing(script, play_to_the_end(keks())).return_value == "again"


def test_a_match_of_keks_is_played_to_its_end_by_keys() -> None:
    """Now an arrow, now the list, now typed, until somebody has won."""
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
        row, column = screen.app.stage.places["g8"]
        await screen.pilot.click("#drawing", offset=(int(column), int(row)))
        assert "Seat 0 takes g8" in screen.message
        assert screen.match.history == []
        await screen.pilot.pause(0.6)
        await screen.pilot.click("#drawing", offset=(int(column), int(row)), times=2)
        await screen.pilot.pause()
        assert screen.moves == ["g8"]

    playing(script, keks())


def test_in_a_race_the_others_build_while_you_choose() -> None:
    async def script(screen: Screen) -> None:
        await screen.press("tab", "tab", "enter")
        chosen = screen.app.stage.choices.steps
        assert chosen
        await screen.until(lambda: len(screen.match.history) >= 6)
        assert screen.moves == []
        assert screen.app.stage.choices.steps == chosen
        await screen.press("enter", "enter")
        assert len(screen.moves) == 1

    playing(script, ludotheque.game("domino3d").start(3, 1, {"mode": "race"}), race_pace=0.1)


def test_when_the_sand_is_through_the_turn_is_over() -> None:
    async def script(screen: Screen) -> None:
        assert screen.text("#turn").startswith("sand 0:0")
        await screen.until(lambda: (0, "timeout") in screen.match.history)
        await screen.until(lambda: screen.message == "Your sand has run out.")

    playing(script, ludotheque.game("domino3d").start(2, 1, {"sand": 1}))


def test_watching_needs_no_keys() -> None:
    async def script(screen: Screen) -> None:
        await screen.until(lambda: screen.match.over)
        assert "The match is over" in screen.message
        assert "watching" in screen.text("#match")

    playing(script, keks(), you=None)


def test_while_watching_nothing_can_be_played() -> None:
    slow = SlowBot()

    async def script(screen: Screen) -> None:
        await screen.type("b1")
        assert "you are only watching" in screen.message
        await screen.press("f2")
        await screen.until(lambda: "hint is for your own turn" in screen.message)
        slow.go_on.set()

    playing(script, keks(), you=None, bots={0: slow, 1: slow})


def test_bots_get_a_match_that_was_dealt_again_for_their_seat() -> None:
    seen: list[tuple[int, Match]] = []

    class Watcher(RandomBot):
        def move(self, match: Match, seat: int, budget: Budget | None = None, seed: int = 0) -> str:
            seen.append((seat, match))
            return super().move(match, seat, budget, seed)

    async def script(screen: Screen) -> None:
        await screen.press("enter", "enter")
        await screen.until(lambda: screen.app.session.your_turn)
        truth = screen.match.state()
        for seat, match in seen:
            assert match is not screen.match
            assert match.view(seat)["hands"][seat] == match.state()["hands"][seat]
        assert any(match.state()["pile"][: len(truth["pile"])] != truth["pile"] for _, match in seen)

    playing(script, ludotheque.game("nox").start(3, 1), bots={1: Watcher(), 2: Watcher()})


def test_the_match_is_shown_again_when_the_terminal_changes_its_size() -> None:
    async def script(screen: Screen) -> None:
        small = screen.app.stage.board().width
        await screen.pilot.resize_terminal(*LARGE)
        await screen.pilot.pause()
        assert screen.app.stage.board().width > small

    playing(script, keks())
