"""What the terminal program shows of a match: the parts of the screen, kept up to date."""

from __future__ import annotations

from rich.text import Text
from textual.app import App, ComposeResult
from textual.containers import Horizontal, Vertical
from textual.widgets import Footer, RichLog, Static

from ludotheque.cli.session import Session
from ludotheque.cli.terminal.hourglass import sand_timer
from ludotheque.cli.terminal.presenter import Stage
from ludotheque.cli.terminal.widgets import BoardPane, ChoiceList, MoveInput
from ludotheque.terminal.palette import BRICK, FAINT, MUSTARD
from ludotheque.terminal.seats import sentence

SAND_IS_LOW = 10
#: The layout's names for screens of at least so many columns and rows.
WIDTHS = [(0, "-narrow"), (76, "-usual"), (110, "-wide")]
HEIGHTS = [(0, "-low"), (22, "-high"), (34, "-tall")]


class Showing(App[str], inherit_bindings=False):
    """The screen of one match, and nothing that happens on it."""

    TITLE = "Ludothèque"
    CSS_PATH = "layout.tcss"
    ENABLE_COMMAND_PALETTE = False
    HORIZONTAL_BREAKPOINTS = WIDTHS
    VERTICAL_BREAKPOINTS = HEIGHTS

    def __init__(self, session: Session) -> None:
        super().__init__()
        self.session = session
        self.stage = Stage(session)
        self.sand = sand_timer(session.match)
        self.notice = ""  # a refusal or an answer, until the next key
        self.trouble = ""  # a computer player that cannot go on, until it can
        self.thinking: int | None = None
        self._pondering = False  # about a hint
        self._told: dict[str, str] = {}
        self._logged: list[str] = []

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
        if self.notice or self.trouble:
            return Text(self.notice or self.trouble, f"bold {BRICK}")
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
