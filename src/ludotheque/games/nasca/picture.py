"""A position as a picture: the text board for now."""

from __future__ import annotations

from collections.abc import Sequence

from ludotheque.games.nasca.drawing import draw as text_board
from ludotheque.games.spec import Json, Options
from ludotheque.svg.elements import document, words


def draw(view: Json, options: Options, names: Sequence[str]) -> str:
    lines = text_board(view).splitlines()
    return document("nasca", 640, 640, [], *(words(line, 12, 20 + 14 * i, 11) for i, line in enumerate(lines)))
