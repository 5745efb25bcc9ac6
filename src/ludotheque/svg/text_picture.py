"""The picture of a game that draws none: its text board in a fixed-width font."""

from __future__ import annotations

from xml.sax.saxutils import escape

from ludotheque.svg.elements import INK, document, tag

#: The size of the picture in characters: text boards are at most 80 wide.
COLUMNS, LINES = 80, 40
CHARACTER, LINE = 8, 16


def draw(title: str, board: str) -> str:
    """All positions have the same `viewBox`; lines below its end are cut off."""
    lines = [
        tag("text", escape(line), x=CHARACTER, y=LINE * number, font_family="monospace", font_size=13, fill=INK)
        for number, line in enumerate(board.splitlines()[:LINES], 1)
        if line
    ]
    attributes = {"xml:space": "preserve"}
    return document(title, CHARACTER * (COLUMNS + 2), LINE * (LINES + 1), (), tag("g", *lines, **attributes))
