"""The terminal program: a match on the whole screen, by keys, words or mouse, while the computer players think."""

from __future__ import annotations

import asyncio
import time
from typing import ClassVar

from rich.markdown import Markdown
from rich.text import Text
from textual import on, work
from textual.app import App, ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.widgets import Footer, Input, OptionList, RichLog, Static

from ludotheque.cli.session import Session, refusal
from ludotheque.cli.terminal.pages import HELP, HintPage, LeavePage, Page
from ludotheque.cli.terminal.palette import BRICK, FAINT, MUSTARD, THEME
from ludotheque.cli.terminal.panes import BoardPane, ChoiceList, MoveInput
from ludotheque.cli.terminal.sand import sand_timer
from ludotheque.cli.terminal.seats import sentence
from ludotheque.cli.terminal.stage import AGAIN, LEAVE, Stage
from ludotheque.errors import LudothequeError
from ludotheque.games import spec

#: Words that can be typed, and the actions that they stand for.
WORDS = {word: word for word in ("help", "hint", "undo", "rules", "log", "text")}
WORDS |= {"?": "help", "quit": "leave", "exit": "leave"}
#: Seconds that a computer player takes at least, so that one can follow; in a race, where all build at once, about so
#: many for each domino: choosing one with keys takes a person longer than laying it down.
PACE, RACE_PACE = 0.7, 20.0
SAND_IS_LOW = 10
#: The layout's names for screens of at least so many columns and rows.
WIDTHS = [(0, "-narrow"), (76, "-usual"), (110, "-wide")]
HEIGHTS = [(0, "-low"), (22, "-high"), (34, "-tall")]


class TerminalPlay(App[str], inherit_bindings=False):
    """One match. The answer of `run` is AGAIN if another one is wanted."""

    TITLE = "Ludothèque"
    CSS_PATH = "layout.tcss"
    ENABLE_COMMAND_PALETTE = False
    HORIZONTAL_BREAKPOINTS = WIDTHS
    VERTICAL_BREAKPOINTS = HEIGHTS
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
        super().__init__()
        self.session = session
        self.stage = Stage(session)
        self.sand = sand_timer(session.match)
        self.pace, self.race_pace = pace, race_pace
        self.notice = ""  # a refusal or an answer, until the next key
        self._pondering = False  # about a hint
        self._told: dict[str, str] = {}
        self.thinking: int | None = None
        self._logged: list[str] = []
        self._moved = asyncio.Event()

    def compose(self) -> ComposeResult:
        with Horizontal(id="top"):
            yield Static(id="match")
            yield Static(id="turn")
        with Horizontal(id="middle"):
            yield BoardPane()
            with Vertical(id="side"):
                yield Static(id="facts")
                yield Static(id="ask")
                yield MoveInput(placeholder=self._placeholder, compact=True, select_on_focus=False)
                yield ChoiceList()
                yield RichLog(id="log", wrap=True, markup=False, min_width=20)
        yield Static(id="message")
        yield Footer(compact=True, show_command_palette=False)

    @property
    def _placeholder(self) -> str:
        if self.session.match.over:
            return "Enter to choose"
        return "Ctrl+Q to leave" if self.session.you is None else "type a move, or use the arrows"

    def on_mount(self) -> None:
        self.register_theme(THEME)
        self.theme = THEME.name
        self.query_one("#log", RichLog).can_focus = False
        self.query_one(MoveInput).focus()
        self.set_interval(0.2, self._look_at_the_sand)
        self.show()
        self.play_opponents()

    # Showing

    def show(self) -> None:
        """Everything, after a move or at the start."""
        self.stage.update()
        if self.sand:
            self.sand.watch(self.session.match, self.session.you)
        self.query_one(MoveInput).placeholder = self._placeholder
        self._show_log()
        self._show_turn()
        self._show_choice()

    def _show_choice(self) -> None:
        """What depends on the highlight: the board with its marks, the list, the line below."""
        stage, pane = self.stage, self.query_one(BoardPane)
        if not pane.size:
            return  # it will be shown as soon as it has a size
        stage.columns, stage.rows = pane.size.width, pane.size.height
        pane.show(stage.board(), stage.centre())
        self._tell("#facts", stage.facts(), layout=True)
        self._tell("#ask", Text(stage.ask()))
        names = [choice.part.name for choice in stage.choices.choices]
        self.query_one(ChoiceList).show(names, stage.choices.index)
        self._tell("#message", self._message())

    def _tell(self, selector: str, text: Text, *, layout: bool = False) -> None:
        """Show a text. Most keys change few of them, and a new layout of the screen costs more than all the rest."""
        if self._told.get(selector) != text.markup:
            self._told[selector] = text.markup
            self.query_one(selector, Static).update(text, layout=layout)

    def _message(self) -> Text:
        if self.notice:
            return Text(self.notice, f"bold {BRICK}")
        if self._pondering:
            return Text("Thinking about a hint …", f"bold {MUSTARD}")
        if self.session.match.over:
            return Text(self.session.result(), f"bold {MUSTARD}")
        preview, choices = self.stage.preview(), self.stage.choices
        if preview:
            # What a move of chance brings is not told before.
            return Text.assemble((f"{choices.move}: ", FAINT), " ".join(preview.sentences) or "Enter to play it")
        if not choices.choices:
            return Text()
        return Text("Enter: go on   Esc: back" if choices.steps else "Enter: go on", FAINT)

    def _show_turn(self) -> None:
        session = self.session
        self._tell("#match", Text.assemble((session.title, "bold"), f"  {session.about}"))
        self._tell("#turn", self._turn(), layout=True)

    def _turn(self) -> Text:
        if self.session.match.over:
            return Text("over", MUSTARD)
        if self.session.your_turn:
            left = self.sand.left if self.sand else None
            if left is None:
                return Text("your turn", MUSTARD)
            style = BRICK if left < SAND_IS_LOW else MUSTARD
            return Text(f"sand {int(left) // 60}:{int(left) % 60:02}  your turn", style)
        return Text(f"seat {self.thinking} is thinking …" if self.thinking is not None else "", FAINT)

    def _show_log(self) -> None:
        log, lines = self.query_one("#log", RichLog), self.session.log()
        known = len(self._logged)
        if lines[:known] != self._logged:
            log.clear()
            known = 0
        for line in lines[known:]:
            log.write(sentence(line))
        self._logged = lines

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
        self.show()
        self._moved.set()

    # The others

    @work(exclusive=True)
    async def play_opponents(self) -> None:
        """Let the computer players move whenever one of them may. They think in a thread of their own."""
        while self.is_running:
            seat = self.session.next_bot()
            if seat is None:
                self._moved.clear()
                await self._moved.wait()
                continue
            await self._opponent(seat)

    async def _opponent(self, seat: int) -> None:
        session, began, undone = self.session, time.monotonic(), self.session.undone
        self.thinking = seat
        self._show_turn()
        move = await asyncio.to_thread(session.think, seat, session.dealt_for(seat))
        await asyncio.sleep(max(0.0, self._pause() - (time.monotonic() - began)))
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
        hints = await asyncio.to_thread(session.hints, session.you, session.dealt_for(session.you))
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
