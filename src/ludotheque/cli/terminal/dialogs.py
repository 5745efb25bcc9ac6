"""The dialogs over the board: texts to read (help, rules, log, board), hints, and the question before leaving."""

from __future__ import annotations

from typing import ClassVar

from rich.console import RenderableType
from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical, VerticalScroll
from textual.screen import ModalScreen
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from ludotheque.bots import Hint

HELP = """\
Choose   The arrow keys go from one possible place to the next, Tab
         and Shift+Tab through the list; Enter chooses. Some moves
         take several steps (a piece, then its place); Escape goes
         back one step.
Type     A move or its beginning: the list shows what matches, Enter
         plays it. An illegal move is refused with the reason and
         the number of the rule.
Mouse    Click on the board or in the list: once to look, twice to
         play.

[ ] •    can be chosen             ▸ ◂ ◉    highlighted
‹ › ×    the last move of another seat

The line below the board says what the highlighted move would do.

F2 hint     what the computer would play, and why
F3 undo     take back your last move, where that is fair
F4 rules    the rules of this game, with their numbers
F5 log      everything that has happened
F6 text     the board as plain text, with all details
Ctrl+Q      leave

You can also type help, hint, undo, rules, log, text or quit.
Start with --plain to play in plain text, line by line."""


class TextDialog(ModalScreen[None]):
    """A text to read."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape,enter,q,space,f1,f4,f5,f6", "dismiss", "Close")]

    def __init__(self, title: str, content: RenderableType, *, at_end: bool = False) -> None:
        super().__init__()
        self.heading = title
        self.content = content
        self.at_end = at_end

    def compose(self) -> ComposeResult:
        with VerticalScroll(classes="dialog") as dialog:
            dialog.border_title = self.heading
            dialog.border_subtitle = "↑ ↓ PgUp PgDn: scroll, Esc: close"
            yield Static(self.content, markup=False)

    def on_mount(self) -> None:
        dialog = self.query_one(VerticalScroll)
        dialog.focus()
        if self.at_end:
            dialog.scroll_end(animate=False)


class HintDialog(ModalScreen[str | None]):
    """Good moves to choose from. The result is the one chosen, to be shown on the board."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape,q,f2", "dismiss", "Close")]

    def __init__(self, heading: str, hints: list[Hint]) -> None:
        super().__init__()
        self.heading = heading
        self.hints = hints

    def compose(self) -> ComposeResult:
        with Vertical(classes="dialog short") as dialog:
            dialog.border_title = self.heading
            dialog.border_subtitle = "Enter: show it on the board, Esc: close"
            yield OptionList(*(Option(_hint_line(hint)) for hint in self.hints))

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        self.dismiss(self.hints[event.option_index].move)


def _hint_line(hint: Hint) -> Text:
    return Text.assemble((f"{hint.move}  ", "bold"), f"{hint.worth:>4}  ", "; ".join(hint.words))


class LeaveDialog(ModalScreen[bool]):
    """Ask whether to leave a match that is not over."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter,y", "leave", "Leave"),
        Binding("escape,n", "stay", "Stay"),
    ]

    def compose(self) -> ComposeResult:
        with Vertical(classes="dialog short") as dialog:
            dialog.border_title = "Leave?"
            yield Static("The match is not over. Leave it?\n\nEnter: leave     Esc: keep playing", markup=False)

    def action_leave(self) -> None:
        self.dismiss(True)

    def action_stay(self) -> None:
        self.dismiss(False)
