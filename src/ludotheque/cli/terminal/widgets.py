"""The widgets of the screen: the board, the input line, and the list of choices."""

from __future__ import annotations

from typing import ClassVar

from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import ScrollableContainer
from textual.geometry import Region
from textual.message import Message
from textual.widgets import Input, OptionList, Static
from textual.widgets.option_list import Option

from ludotheque.terminal.canvas import Canvas, Place


class BoardPane(ScrollableContainer, can_focus=False):
    """The board; where it does not fit, it scrolls to what is highlighted."""

    _drawn = (0, 0)

    class Clicked(Message):
        """A click on the board."""

        def __init__(self, place: Place, *, twice: bool) -> None:
            super().__init__()
            self.place = place
            self.twice = twice

    class Resized(Message):
        """The size available to the board has changed."""

    def compose(self) -> ComposeResult:
        yield Static(id="drawing")

    def on_resize(self) -> None:
        self.post_message(self.Resized())

    def show(self, canvas: Canvas, centre: Place | None) -> None:
        drawing = self.query_one("#drawing", Static)
        size = (max(1, canvas.width), max(1, canvas.height))
        if size != self._drawn:
            # Only when it has changed: setting a size makes Textual lay out the whole screen again.
            self._drawn = drawing.styles.width, drawing.styles.height = size
        drawing.update(canvas.render(), layout=False)
        if centre is not None:
            row, column = int(centre[0]), int(centre[1])
            region = Region(max(0, column - 8), max(0, row - 4), 16, 8)
            self.call_after_refresh(self.scroll_to_region, region, animate=False, force=True)

    def on_click(self, event: events.Click) -> None:
        drawing = self.query_one("#drawing", Static)
        offset = event.get_content_offset(drawing)
        if offset is not None:
            self.post_message(self.Clicked((offset.y, offset.x), twice=event.chain > 1))


class MoveInput(Input):
    """The line in which moves and commands are typed. Keys that choose are passed on as messages."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up", "steer('up')", "Up", show=False),
        Binding("down", "steer('down')", "Down", show=False),
        Binding("tab", "advance(1)", "Next", show=False),
        Binding("shift+tab", "advance(-1)", "Previous", show=False),
        Binding("pagedown", "advance(10)", "Ten further", show=False),
        Binding("pageup", "advance(-10)", "Ten back", show=False),
        Binding("escape", "back", "Back", show=False),
    ]

    class Steered(Message):
        """An arrow key was pressed."""

        def __init__(self, direction: str) -> None:
            super().__init__()
            self.direction = direction

    class Advanced(Message):
        """The highlight is to move along the list."""

        def __init__(self, by: int) -> None:
            super().__init__()
            self.by = by

    class Back(Message):
        """Posted to drop the last step."""

    def action_steer(self, direction: str) -> None:
        self.post_message(self.Steered(direction))

    def action_advance(self, by: int) -> None:
        self.post_message(self.Advanced(by))

    def action_back(self) -> None:
        self.post_message(self.Back())

    def action_cursor_left(self, select: bool = False) -> None:
        if self.value:
            super().action_cursor_left(select)
        else:
            self.action_steer("left")

    def action_cursor_right(self, select: bool = False) -> None:
        if self.value:
            super().action_cursor_right(select)
        else:
            self.action_steer("right")


class ChoiceList(OptionList, can_focus=False):
    """The choices. The program sets the highlight; a click selects."""

    def __init__(self) -> None:
        super().__init__(markup=False)
        self._names: list[str] = []

    def show(self, names: list[str], index: int) -> None:
        if names != self._names:
            self._names = names
            self.set_options(Option(name) for name in names)
        with self.prevent(OptionList.OptionHighlighted):
            self.highlighted = index if names else None
