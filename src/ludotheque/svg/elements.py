"""SVG as text: elements, short numbers, and a document around them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from xml.sax.saxutils import escape, quoteattr

PAPER = "#fbf7ef"
SHEET = "#ffffff"
INK = "#22201c"
SOFT = "#5f594f"
LINE = "#d9cfbd"
ACCENT = "#2f5d50"
SHADOW = "#1d1206"

#: Characters that XML does not allow, even escaped.
FORBIDDEN = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


Value = str | float | None


def number(value: float) -> str:
    """Format a number with at most two decimals and no trailing zeros."""
    short = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if short == "-0" else short


def _quoted(value: float) -> str:
    return f'"{number(value)}"'


def tag(name: str, *inside: str, **attributes: Value) -> str:
    """Return an element. `_` in attribute names becomes `-`; None omits an attribute. `inside` is SVG, not text."""
    written = "".join(
        f" {key.replace('_', '-')}={quoteattr(value) if isinstance(value, str) else _quoted(value)}"
        for key, value in attributes.items()
        if value is not None
    )
    return f"<{name}{written}>{''.join(inside)}</{name}>" if inside else f"<{name}{written}/>"


def group(*inside: str, **attributes: Value) -> str:
    return tag("g", *inside, **attributes)


def path(d: str, **attributes: Value) -> str:
    return tag("path", d=d, **attributes)


def line(d: str, stroke: str, width: float, **attributes: Value) -> str:
    """Return a stroked path with round ends and no fill."""
    return path(
        d, fill="none", stroke=stroke, stroke_width=width, stroke_linecap="round", stroke_linejoin="round", **attributes
    )


def rect(x: float, y: float, width: float, height: float, rx: float | None = None, **attributes: Value) -> str:
    return tag("rect", x=x, y=y, width=width, height=height, rx=rx, **attributes)


def circle(cx: float, cy: float, r: float, **attributes: Value) -> str:
    return tag("circle", cx=cx, cy=cy, r=r, **attributes)


def use(name: str, x: float = 0, y: float = 0, **attributes: Value) -> str:
    """Place a definition."""
    return tag("use", href=f"#{name}", x=x or None, y=y or None, **attributes)


def words(text: str, x: float, y: float, size: float, **attributes: Value) -> str:
    """Return text in any plain font: for names, which a picture does not depend on."""
    safe = escape(FORBIDDEN.sub("", text))
    return tag("text", safe, x=x, y=y, font_size=size, font_family="system-ui, sans-serif", fill=INK, **attributes)


def at(x: float, y: float, *inside: str, scale: float = 1) -> str:
    """Return a group that is moved and scaled."""
    size = "" if scale == 1 else f" scale({number(scale)})"
    return group(*inside, transform=f"translate({number(x)} {number(y)}){size}")


def mix(colour: str, other: str, share: float) -> str:
    """Mix a colour with a share (0 to 1) of another."""
    parts = [(int(colour[i : i + 2], 16), int(other[i : i + 2], 16)) for i in (1, 3, 5)]
    return "#" + "".join(f"{round(one + (two - one) * share):02x}" for one, two in parts)


def document(title: str, width: float, height: float, definitions: Sequence[str], *inside: str) -> str:
    """Return a whole picture on a paper background. Screen readers read its title."""
    heading = tag("title", escape(FORBIDDEN.sub("", title)))
    background = rect(0, 0, width, height, fill=PAPER)
    return tag(
        "svg",
        heading,
        tag("defs", *definitions),
        background,
        *inside,
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {number(width)} {number(height)}",
        width=width,
        height=height,
        role="img",
        style="max-width:100%;height:auto",
    )
