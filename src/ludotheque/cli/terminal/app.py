"""The terminal program: a match on the whole screen, by keys, words or mouse, while the computer players think."""

from __future__ import annotations

import asyncio
import time
from typing import ClassVar

from rich.markdown import Markdown
from rich.text import Text
from textual import on, work
from textual.binding import Binding, BindingType
from textual.widgets import Input, OptionList, RichLog

from ludotheque.bots.background import aside
from ludotheque.cli.session import Session, refusal
from ludotheque.cli.terminal.dialogs import HELP, HintPage, LeavePage, Page
from ludotheque.cli.terminal.match_display import Showing
from ludotheque.cli.terminal.presenter import AGAIN, LEAVE
from ludotheque.cli.terminal.theme import THEME
from ludotheque.cli.terminal.widgets import BoardPane, MoveInput
from ludotheque.errors import LudothequeError
from ludotheque.games import spec
from ludotheque.terminal.seats import sentence

#: Words that can be typed, and the actions that they stand for.
WORDS = {word: word for word in ("help", "hint", "undo", "rules", "log", "text")}
WORDS |= {"?": "help", "quit": "leave", "exit": "leave"}
#: Seconds that a computer player takes at least, so that one can follow; in a race, where all build at once, about so
#: many for each domino: choosing one with keys takes a person longer than laying it down.
PACE, RACE_PACE = 0.7, 20.0


class TerminalPlay(Showing, inherit_bindings=False):
    """One match. The answer of `run` is AGAIN if another one is wanted."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("f1", "help", "Help"),
        Binding("f2", "hint", "Hint"),
        Binding("f3", "undo", "Undo"),
        Binding("f4", "rules", "Rules"),
        Binding("f5", "log", "Log"),
        Binding("f6", "text", "Text"),
        Binding("ctrl+q", "leave", "Quit", priority=True),
        Binding("ctrl+c", "leave", "Quit", show=False, priority=True),
    ]

    def __init__(self, session: Session, pace: float = PACE, race_pace: float = RACE_PACE) -> None:
        super().__init__(session)
        self.pace, self.race_pace = pace, race_pace
        self._moved = asyncio.Event()

    def on_mount(self) -> None:
        self.register_theme(THEME)
        self.theme = THEME.name
        self.query_one("#log", RichLog).can_focus = False
        self.query_one(MoveInput).focus()
        self.set_interval(0.2, self._look_at_the_sand)
        self.show()
        self.play_opponents()

    # Choosing

    @on(MoveInput.Changed)
    def _typed(self, event: Input.Changed) -> None:
        self.notice = ""
        self.stage.choices.type(event.value)
        self._show_choice()

    @on(MoveInput.Steered)
    def _steered(self, event: MoveInput.Steered) -> None:
        self.notice = ""
        self.stage.choices.steer(event.direction, self.stage.places)
        self._show_choice()

    @on(MoveInput.Stepped)
    def _stepped(self, event: MoveInput.Stepped) -> None:
        self.notice = ""
        self.stage.choices.step(event.by)
        self._show_choice()

    @on(MoveInput.Back)
    def _back(self) -> None:
        self.notice = ""
        self.stage.choices.back()
        self._clear_input()
        self._show_choice()

    @on(MoveInput.Submitted)
    def _submitted(self, event: Input.Submitted) -> None:
        word = event.value.strip().lower()
        if word in WORDS:
            self._clear_input()
            self.call_later(self.run_action, f"app.{WORDS[word]}")
        else:
            self._enter()

    @on(OptionList.OptionSelected, "ChoiceList")
    def _clicked_in_list(self, event: OptionList.OptionSelected) -> None:
        again = event.option_index == self.stage.choices.index
        self.stage.choices.point(event.option_index)
        self._clicked(twice=again)

    @on(BoardPane.Resized)
    def _resized(self) -> None:
        self._show_choice()

    @on(BoardPane.Clicked)
    def _clicked_on_board(self, event: BoardPane.Clicked) -> None:
        if self.stage.choices.point_at(*event.place, self.stage.places):
            self._clicked(twice=event.twice)

    def _clicked(self, *, twice: bool) -> None:
        """One click looks, the second one plays."""
        self.notice = ""
        if twice:
            self._enter()
        else:
            self._show_choice()

    def _clear_input(self) -> None:
        field = self.query_one(MoveInput)
        with field.prevent(Input.Changed):
            field.value = ""
        self.stage.choices.type("")

    def _enter(self) -> None:
        """Go a step on, or play."""
        move = self.stage.choices.enter()
        if move is None:
            self._show_choice()
        elif self.session.match.over:
            self.exit(AGAIN if move == AGAIN else LEAVE)
        else:
            self._play(move)

    def _play(self, move: str) -> None:
        try:
            self.session.play(move)
        except LudothequeError as error:
            self.notice = refusal(error)
            self._show_choice()
            return
        self.notice = ""
        self._clear_input()
        self._after_move()

    def _after_move(self) -> None:
        self.trouble = ""
        self.show()
        self._moved.set()

    # The others

    @work(exclusive=True)
    async def play_opponents(self) -> None:
        """Let the computer players move whenever one of them may. They think in a thread of their own."""
        while self.is_running:
            seat = self.session.next_bot()
            if seat is not None and not self.trouble:
                await self._opponent(seat)
                continue
            self._moved.clear()
            await self._moved.wait()

    async def _opponent(self, seat: int) -> None:
        session, began, undone = self.session, time.monotonic(), self.session.undone
        self.thinking = seat
        self._show_turn()
        try:
            # Nobody waits for this thread: who leaves does so at once.
            move = await asyncio.wrap_future(aside(session.think, seat, session.dealt_for(seat)))
            await asyncio.sleep(max(0.0, self._pause() - (time.monotonic() - began)))
        except Exception as error:  # whatever it is, the match is still there
            undo = "F3 takes your last move back, " if session.you is not None else ""
            self.trouble = f"The computer player of seat {seat} failed ({_told(error)}). {undo}Ctrl+Q leaves."
            self.thinking = None
            self._show_turn()
            self._show_choice()
            return
        self.thinking = None
        if not self.is_running:
            return
        # Meanwhile moves may have been taken back.
        if undone == session.undone and move in session.match.legal_moves(seat):
            session.match.play(move, seat)
        self._after_move()

    def _pause(self) -> float:
        """How long a computer player takes at least."""
        if not self.session.your_turn:
            return self.pace
        builders = len(self.session.match.to_act) - 1
        return self.race_pace * self.session.chance.uniform(0.6, 1.4) / max(1, builders)

    def _look_at_the_sand(self) -> None:
        if self.sand is None or self.sand.left is None or not self.session.your_turn:
            return
        if not self.query("#turn"):
            return  # the screen is not there yet, or not any more
        self._show_turn()
        move = self.sand.out_of_time(self.session.moves()) if self.sand.left == 0 else None
        if move:
            self._play(move)
            self.notice = "Your sand has run out."
            self._show_choice()

    # What the keys do

    def action_help(self) -> None:
        self.push_screen(Page("Help", Text(HELP)))

    def action_rules(self) -> None:
        told = spec(self.session.match.game)
        self.push_screen(Page(told.title, Markdown((told.folder / "README.md").read_text("utf-8"))))

    def action_log(self) -> None:
        self.push_screen(Page("Log", Text("\n").join(map(sentence, self.session.log())), at_end=True))

    def action_text(self) -> None:
        self.push_screen(Page("As text", Text(self.session.match.text(self.session.you))))

    def action_undo(self) -> None:
        try:
            self.session.undo()
        except LudothequeError as error:
            self.notice = f"{str(error)[0].upper()}{str(error)[1:]}."
            self._show_choice()
            return
        self.notice = ""
        self._clear_input()
        self._after_move()

    @work(exclusive=True, group="hint")
    async def action_hint(self) -> None:
        session = self.session
        if not session.your_turn or session.you is None:
            self.notice = "A hint is for your own turn."
            self._show_choice()
            return
        self._ponder(True)
        moves, undone = session.moves(), session.undone
        try:
            hints = await asyncio.wrap_future(aside(session.hints, session.you, session.dealt_for(session.you)))
        except Exception as error:  # whatever it is, the match goes on without a hint
            self._ponder(False)
            self.notice = f"There is no hint ({_told(error)})."
            self._show_choice()
            return
        self._ponder(False)
        # Meanwhile a move may have been played.
        if (moves, undone) != (session.moves(), session.undone):
            return
        move = await self.push_screen_wait(HintPage(session.hint_heading, hints))
        if move:
            self.query_one(MoveInput).value = move

    def _ponder(self, pondering: bool) -> None:
        self.notice, self._pondering = "", pondering
        self._show_choice()

    @work(exclusive=True, group="leave")
    async def action_leave(self) -> None:
        asked = isinstance(self.screen, LeavePage)
        if self.session.match.over or asked or await self.push_screen_wait(LeavePage()):
            self.exit(LEAVE)


def _told(error: Exception) -> str:
    return f"{type(error).__name__}: {error}" if str(error) else type(error).__name__
