"""The colours of the terminal program, and a symbol for each seat, so that colour is never the only cue."""

from __future__ import annotations

PAPER, INK, GROUND, FAINT = "#fbf7ef", "#22201c", "#171512", "#8f887c"
BRICK, MUSTARD = "#e0705a", "#e3a72f"

#: Seats on a dark background, with shapes that terminal fonts have.
SYMBOLS = "●■▲◆★✚"
SEATS = ("#e0705a", "#8fa2e6", "#e3a72f", "#63b093", "#c98ab8", "#5ba3c6")
#: The same seats as the background of a piece with paper-coloured letters on it.
PIECES = ("#b0452f", "#3a4f96", "#8a6412", "#2f6b55", "#7b3e66", "#2f6f8f")
NEUTRAL = "#6b655b"

TARGET = f"bold {MUSTARD}"
CHOSEN = f"bold {INK} on {PAPER}"
#: A move that would cost the mover something.
WARNED = f"bold {INK} on {BRICK}"


def on(background: str) -> str:
    """Return the style of bold text on a background, in ink or paper, whichever is easier to read."""
    red, green, blue = (int(background[i : i + 2], 16) for i in (1, 3, 5))
    return f"bold {INK if 299 * red + 587 * green + 114 * blue > 128_000 else PAPER} on {background}"
