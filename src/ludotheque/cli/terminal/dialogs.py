"""The pages that lie over the board: help, rules, log, text, hints, and the question before leaving."""

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

from ludotheque.bots import Suggestion

HELP = """\
Choose   The arrows go from one possible place to the next, Tab and
         Shift+Tab through the list; Enter chooses. A move of several
         steps (a domino, then where) is made step by step; Escape
         goes a step back.
Type     A move or its beginning: the list shows what fits, Enter
         plays it. A wrong one is refused with reason and rule.
Mouse    Click on the board or in the list: once to look, twice to
         play.

[ ] •    may be chosen             ▸ ◂ ◉    is highlighted
‹ › ×    the last move of another seat (Nasca: lighter, underlined)

The line below the board says what the highlighted move would do.

F2 hint     what the computer would play, and why
F3 undo     back to before your last move, where that is fair
F4 rules    of this game, with their numbers
F5 log      all that has happened
F6 text     the board as plain text, with everything on it
Ctrl+Q      leave

The words help, hint, undo, rules, log, text, quit can be typed too.

In Domino 3D the sand runs while it is your turn; when it is through,
the turn is over. Start with --option sand=0 to play without it.
With --plain everything is plain text, line by line."""


class Page(ModalScreen[None]):
    """Something to read; any of the usual keys closes it."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape,enter,q,space,f1,f4,f5,f6", "dismiss", "Close")]

    def __init__(self, title: str, content: RenderableType, *, at_end: bool = False) -> None:
        super().__init__()
        self.heading = title
        self.content = content
        self.at_end = at_end

    def compose(self) -> ComposeResult:
        with VerticalScroll(classes="page") as page:
            page.border_title = self.heading
            page.border_subtitle = "↑ ↓ PgUp PgDn to read, Esc to close"
            yield Static(self.content, markup=False)

    def on_mount(self) -> None:
        page = self.query_one(VerticalScroll)
        page.focus()
        if self.at_end:
            page.scroll_end(animate=False)


class HintPage(ModalScreen[str | None]):
    """Good moves; the answer is the one that was picked, to be looked at on the board."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape,q,f2", "dismiss", "Close")]

    def __init__(self, heading: str, hints: list[Suggestion]) -> None:
        super().__init__()
        self.heading = heading
        self.hints = hints

    def compose(self) -> ComposeResult:
        with Vertical(classes="page short") as page:
            page.border_title = self.heading
            page.border_subtitle = "Enter: show it on the board, Esc: close"
            yield OptionList(*(Option(_hint_line(hint)) for hint in self.hints))

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        self.dismiss(self.hints[event.option_index].move)


def _hint_line(hint: Suggestion) -> Text:
    return Text.assemble((f"{hint.move}  ", "bold"), f"{hint.worth:>4}  ", "; ".join(hint.words))


class LeavePage(ModalScreen[bool]):
    """Asks whether to leave a match that is not over. To ask for it once more is an answer, too."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter,y", "leave", "Leave"),
        Binding("escape,n", "stay", "Stay"),
    ]

    def compose(self) -> ComposeResult:
        with Vertical(classes="page short") as page:
            page.border_title = "Leave?"
            yield Static("The match is not over. Leave it?\n\nEnter: leave     Esc: go on playing", markup=False)

    def action_leave(self) -> None:
        self.dismiss(True)

    def action_stay(self) -> None:
        self.dismiss(False)
