"""Pictures as pixels: SVG rendered to PNG by resvg, and PNG decoded to an array by Pillow."""

from __future__ import annotations

import io

import numpy as np
from numpy.typing import NDArray

from ludotheque.errors import BadSetup
from ludotheque.extras import library

WIDTHS = range(16, 4097)


def pixels(picture: str, width: int) -> NDArray[np.uint8]:
    """Render an SVG picture to an array of shape (height, width, 3): red, green, blue. Raises what `png` raises."""
    with library("PIL.Image", "image").open(io.BytesIO(png(picture, width))) as image:
        return np.array(image.convert("RGB"))


def png(picture: str, width: int) -> bytes:
    """Render an SVG picture to a PNG file.

    The result is the same on every machine: no system fonts are loaded, so the names of players are left out.

    Raises MissingExtra if `image` is not installed, BadSetup if the width is out of range.
    """
    if not isinstance(width, int) or isinstance(width, bool) or width not in WIDTHS:
        raise BadSetup(f"a picture is {WIDTHS[0]} to {WIDTHS[-1]} pixels wide, not {width!r}")
    rendered: bytes = library("resvg_py", "image").svg_to_bytes(svg_string=picture, width=width, skip_system_fonts=True)
    return rendered
