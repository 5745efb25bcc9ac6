"""The Textual theme of the terminal program."""

from __future__ import annotations

from textual.theme import Theme

from ludotheque.terminal.palette import BRICK, GROUND, MUSTARD, PAPER

THEME = Theme(
    name="ludotheque",
    primary=MUSTARD,
    secondary="#5ba3c6",
    accent=MUSTARD,
    warning=MUSTARD,
    error=BRICK,
    success="#63b093",
    foreground=PAPER,
    background=GROUND,
    surface="#1f1c18",
    panel="#2b2721",
    dark=True,
)
