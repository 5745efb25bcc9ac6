"""The terminal program: it plays a match by keys, commands or mouse while the bots think in a thread."""

from __future__ import annotations

import asyncio
import time
from typing import ClassVar

from rich.markdown import Markdown
from rich.text import Text
from textual import on, work
from textual.binding import Binding, BindingType
from textual.widgets import Input, OptionList, RichLog

from ludotheque.bots.background import in_background
from ludotheque.cli.session import Session, refusal_text
from ludotheque.cli.terminal.dialogs import HELP, HintDialog, LeaveDialog, TextDialog
from ludotheque.cli.terminal.match_display import MatchDisplay
from ludotheque.cli.terminal.presenter import AGAIN, LEAVE
from ludotheque.cli.terminal.theme import THEME
from ludotheque.cli.terminal.widgets import BoardPane, MoveInput
from ludotheque.errors import LudothequeError
from ludotheque.terminal.seats import coloured

#: Commands that can be typed, and the actions they stand for.
COMMANDS = {word: word for word in ("help", "hint", "undo", "rules", "log", "text")}
COMMANDS |= {"?": "help", "quit": "leave", "exit": "leave"}
#: The least seconds per move of a bot, so that a person can follow.
PACE = 0.7
#: The same where all seats move at once: a person needs this long to choose a move with keys.
SIMULTANEOUS_PACE = 20.0


class TerminalPlay(MatchDisplay, inherit_bindings=False):
    """One match. `run` returns AGAIN if the person wants another one."""

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

    def __init__(self, session: Session, pace: float = PACE, simultaneous_pace: float = SIMULTANEOUS_PACE) -> None:
        super().__init__(session)
        self.pace, self.simultaneous_pace = pace, simultaneous_pace
        self._moved = asyncio.Event()

    def on_mount(self) -> None:
        self.register_theme(THEME)
        self.theme = THEME.name
        self.query_one("#log", RichLog).can_focus = False
        self.query_one(MoveInput).focus()
        self.set_interval(0.2, self._check_sand_timer)
        self.show()
        self.play_bots()

    # Choosing

    @on(MoveInput.Changed)
    def _typed(self, event: Input.Changed) -> None:
        self.notice = ""
        self.presenter.chooser.type(event.value)
        self._show_choice()

    @on(MoveInput.Steered)
    def _steered(self, event: MoveInput.Steered) -> None:
        self.notice = ""
        self.presenter.chooser.steer(event.direction, self.presenter.places)
        self._show_choice()

    @on(MoveInput.Advanced)
    def _advanced(self, event: MoveInput.Advanced) -> None:
        self.notice = ""
        self.presenter.chooser.advance(event.by)
        self._show_choice()

    @on(MoveInput.Back)
    def _back(self) -> None:
        self.notice = ""
        self.presenter.chooser.back()
        self._clear_input()
        self._show_choice()

    @on(MoveInput.Submitted)
    def _submitted(self, event: Input.Submitted) -> None:
        word = event.value.strip().lower()
        if word in COMMANDS:
            self._clear_input()
            self.call_later(self.run_action, f"app.{COMMANDS[word]}")
        else:
            self._enter()

    @on(OptionList.OptionSelected, "ChoiceList")
    def _clicked_in_list(self, event: OptionList.OptionSelected) -> None:
        again = event.option_index == self.presenter.chooser.index
        self.presenter.chooser.point(event.option_index)
        self._clicked(twice=again)

    @on(BoardPane.Resized)
    def _resized(self) -> None:
        self._show_choice()

    @on(BoardPane.Clicked)
    def _clicked_on_board(self, event: BoardPane.Clicked) -> None:
        if self.presenter.chooser.point_at(*event.place, self.presenter.places):
            self._clicked(twice=event.twice)

    def _clicked(self, *, twice: bool) -> None:
        """Show the choice on the first click, play it on the second."""
        self.notice = ""
        if twice:
            self._enter()
        else:
            self._show_choice()

    def _clear_input(self) -> None:
        field = self.query_one(MoveInput)
        with field.prevent(Input.Changed):
            field.value = ""
        self.presenter.chooser.type("")

    def _enter(self) -> None:
        """Take the highlighted step, or play the move."""
        move = self.presenter.chooser.enter()
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
            self.notice = refusal_text(error)
            self._show_choice()
            return
        self.notice = ""
        self._clear_input()
        self._after_move()

    def _after_move(self) -> None:
        self.bot_failure = ""
        self.show()
        self._moved.set()

    # The bots

    @work(exclusive=True)
    async def play_bots(self) -> None:
        """Let the bots move whenever one of them may."""
        while self.is_running:
            seat = self.session.next_bot()
            if seat is not None and not self.bot_failure:
                await self._play_bot(seat)
                continue
            self._moved.clear()
            await self._moved.wait()

    async def _play_bot(self, seat: int) -> None:
        session, began, undone = self.session, time.monotonic(), self.session.undone
        self.thinking = seat
        self._show_turn()
        try:
            # Leaving the program does not wait for this thread.
            move = await asyncio.wrap_future(in_background(session.think, seat, session.redealt_for(seat)))
            await asyncio.sleep(max(0.0, self._pause() - (time.monotonic() - began)))
        except Exception as error:  # a bot that fails must not take the match with it
            undo = "F3 takes back your last move, " if session.you is not None else ""
            self.bot_failure = f"The bot of seat {seat} failed ({_described(error)}). {undo}Ctrl+Q leaves."
            self.thinking = None
            self._show_turn()
            self._show_choice()
            return
        self.thinking = None
        if not self.is_running:
            return
        # Moves may have been taken back in the meantime.
        if undone == session.undone and move in session.match.legal_moves(seat):
            session.match.play(move, seat)
        self._after_move()

    def _pause(self) -> float:
        """Return the least seconds for the next move of a bot."""
        if not self.session.your_turn:
            return self.pace
        bots = len(self.session.match.to_act) - 1
        return self.simultaneous_pace * self.session.chance.uniform(0.6, 1.4) / max(1, bots)

    def _check_sand_timer(self) -> None:
        sand_timer = self.sand_timer
        if sand_timer is None or sand_timer.left is None or not self.session.your_turn:
            return
        if not self.query("#turn"):
            return  # the screen is not there yet, or no longer
        self._show_turn()
        move = sand_timer.out_of_time(self.session.moves()) if sand_timer.left == 0 else None
        if move:
            self._play(move)
            self.notice = "Your sand has run out."
            self._show_choice()

    # Function keys and typed commands

    def action_help(self) -> None:
        about_game = self.presenter.display.help
        self.push_screen(TextDialog("Help", Text(f"{HELP}\n\n{about_game}".rstrip())))

    def action_rules(self) -> None:
        spec = self.session.match.spec
        self.push_screen(TextDialog(spec.title, Markdown((spec.folder / "README.md").read_text("utf-8"))))

    def action_log(self) -> None:
        self.push_screen(TextDialog("Log", Text("\n").join(map(coloured, self.session.log())), at_end=True))

    def action_text(self) -> None:
        self.push_screen(TextDialog("As text", Text(self.session.match.text(self.session.you))))

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
            self.notice = "Hints are for your own turn."
            self._show_choice()
            return
        self._set_finding_hint(True)
        moves, undone = session.moves(), session.undone
        try:
            hints = await asyncio.wrap_future(
                in_background(session.hints, session.you, session.redealt_for(session.you))
            )
        except Exception as error:  # the match goes on without a hint
            self._set_finding_hint(False)
            self.notice = f"No hint could be found ({_described(error)})."
            self._show_choice()
            return
        self._set_finding_hint(False)
        # A move may have been played in the meantime.
        if (moves, undone) != (session.moves(), session.undone):
            return
        move = await self.push_screen_wait(HintDialog(session.hint_heading, hints))
        if move:
            self.query_one(MoveInput).value = move

    def _set_finding_hint(self, finding: bool) -> None:
        self.notice, self.finding_hint = "", finding
        self._show_choice()

    @work(exclusive=True, group="leave")
    async def action_leave(self) -> None:
        asked = isinstance(self.screen, LeaveDialog)  # leaving twice is an answer
        if self.session.match.over or asked or await self.push_screen_wait(LeaveDialog()):
            self.exit(LEAVE)


def _described(error: Exception) -> str:
    return f"{type(error).__name__}: {error}" if str(error) else type(error).__name__
