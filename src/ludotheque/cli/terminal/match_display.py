"""The screen of a match: its widgets, and what they show."""

from __future__ import annotations

from rich.text import Text
from textual.app import App, ComposeResult
from textual.containers import Horizontal, Vertical
from textual.widgets import Footer, RichLog, Static

from ludotheque.cli.session import Session
from ludotheque.cli.terminal.presenter import Presenter
from ludotheque.cli.terminal.sand_timer import sand_timer_of
from ludotheque.cli.terminal.widgets import BoardPane, ChoiceList, MoveInput
from ludotheque.terminal.palette import BRICK, FAINT, MUSTARD
from ludotheque.terminal.seats import coloured

#: Seconds.
SAND_IS_LOW = 10
#: The style classes of screens from this many columns or rows on.
WIDTHS = [(0, "-narrow"), (76, "-usual"), (110, "-wide")]
HEIGHTS = [(0, "-low"), (22, "-high"), (34, "-tall")]


class MatchDisplay(App[str], inherit_bindings=False):
    """The output half of the terminal program: it draws a match and handles no input."""

    TITLE = "Ludothèque"
    CSS_PATH = "layout.tcss"
    ENABLE_COMMAND_PALETTE = False
    HORIZONTAL_BREAKPOINTS = WIDTHS
    VERTICAL_BREAKPOINTS = HEIGHTS

    def __init__(self, session: Session) -> None:
        super().__init__()
        self.session = session
        self.presenter = Presenter(session)
        self.sand_timer = sand_timer_of(session.match)
        self.notice = ""  # a refusal or an answer, until the next key
        self.bot_failure = ""  # until the next move or undo
        self.thinking: int | None = None
        self.finding_hint = False
        self._shown: dict[str, str] = {}
        self._logged: list[str] = []

    def compose(self) -> ComposeResult:
        with Horizontal(id="top"):
            yield Static(id="match")
            yield Static(id="turn")
        with Horizontal(id="middle"):
            yield BoardPane()
            with Vertical(id="side"):
                yield Static(id="summary")
                yield Static(id="question")
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
        """Update everything, at the start or after a move."""
        self.presenter.update()
        if self.sand_timer:
            self.sand_timer.watch(self.session.match, self.session.you)
        self.query_one(MoveInput).placeholder = self._placeholder
        self._show_log()
        self._show_turn()
        self._show_choice()

    def _show_choice(self) -> None:
        """Update what depends on the highlight: the board, the list, and the line below."""
        presenter, pane = self.presenter, self.query_one(BoardPane)
        if not pane.size:
            return  # `BoardPane.Resized` comes as soon as it has a size
        presenter.columns, presenter.rows = pane.size.width, pane.size.height
        pane.show(presenter.board(), presenter.centre())
        self._set_text("#summary", presenter.summary(), layout=True)
        self._set_text("#question", Text(presenter.question()))
        names = [choice.step.name for choice in presenter.chooser.choices]
        self.query_one(ChoiceList).show(names, presenter.chooser.index)
        self._set_text("#message", self._message())

    def _set_text(self, selector: str, text: Text, *, layout: bool = False) -> None:
        """Show a text if it has changed: most keys change few texts, and a new layout costs more than all the rest."""
        if self._shown.get(selector) != text.markup:
            self._shown[selector] = text.markup
            self.query_one(selector, Static).update(text, layout=layout)

    def _message(self) -> Text:
        if self.notice or self.bot_failure:
            return Text(self.notice or self.bot_failure, f"bold {BRICK}")
        if self.finding_hint:
            return Text("Thinking about a hint …", f"bold {MUSTARD}")
        if self.session.match.over:
            return Text(self.session.result(), f"bold {MUSTARD}")
        preview, chooser = self.presenter.preview(), self.presenter.chooser
        if preview:
            # Nothing can be said about a move whose outcome is all chance.
            return Text.assemble((f"{chooser.move}: ", FAINT), " ".join(preview.sentences) or "Enter to play it")
        if not chooser.choices:
            return Text()
        return Text("Enter: next step   Esc: back" if chooser.steps else "Enter: next step", FAINT)

    def _show_turn(self) -> None:
        session = self.session
        self._set_text("#match", Text.assemble((session.title, "bold"), f"  {session.about}"))
        self._set_text("#turn", self._turn(), layout=True)

    def _turn(self) -> Text:
        if self.session.match.over:
            return Text("over", MUSTARD)
        if self.session.your_turn:
            left = self.sand_timer.left if self.sand_timer else None
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
            log.write(coloured(line))
        self._logged = lines
