"""Pictures as pixels, for films and for learning from images: SVG -> PNG (resvg) -> array."""

# mypy: disable-error-code="no-untyped-def"
# Compiled functions carry no types: Numba infers them.

from __future__ import annotations

import struct
import zlib

import numpy as np
from numpy.typing import NDArray

from ludotheque.engine.compiling import compiled
from ludotheque.errors import BadSetup
from ludotheque.extras import library

WIDTHS = range(16, 4097)
#: The bytes of a PNG before its first piece.
SIGNATURE = 8
CHANNELS = {2: 3, 6: 4}  # by PNG's kind of colour, eight bits each


def pixels(picture: str, width: int) -> NDArray[np.uint8]:
    """A picture of that width: an array of height, width, 3 (red, green, blue). Errors: see `png`."""
    return decoded(png(picture, width))


def png(picture: str, width: int) -> bytes:
    """A picture of that width as a PNG; the same everywhere: no fonts are read, so that names are left out.

    MissingExtra: `image` is not installed. BadSetup: no such width.
    """
    if not isinstance(width, int) or isinstance(width, bool) or width not in WIDTHS:
        raise BadSetup(f"a picture is {WIDTHS[0]} to {WIDTHS[-1]} pixels wide, not {width!r}")
    found: bytes = library("resvg_py", "image").svg_to_bytes(svg_string=picture, width=width, skip_system_fonts=True)
    return found


def decoded(file: bytes) -> NDArray[np.uint8]:
    """The pixels of a PNG of eight bits a channel, not interlaced; transparency is dropped."""
    width, height, bits, kind = 0, 0, 0, 0
    packed = b""
    at = SIGNATURE
    while at < len(file):
        size, name = struct.unpack_from(">I4s", file, at)
        piece = file[at + 8 : at + 8 + size]
        if name == b"IHDR":
            width, height, bits, kind = struct.unpack_from(">IIBB", piece)
        elif name == b"IDAT":
            packed += piece
        at += size + 12
    assert bits == 8, "the renderer writes eight bits a channel"
    channels = CHANNELS[kind]
    lines = np.frombuffer(zlib.decompress(packed), np.uint8).reshape(height, 1 + width * channels)
    found = np.zeros((height, width * channels), np.uint8)
    unfilter(lines, channels, found)
    return np.ascontiguousarray(found.reshape(height, width, channels)[:, :, :3])


@compiled
def unfilter(lines, channels, found):
    """Undo PNG's filters: each byte is kept as its difference from a guess by those to the left and above."""
    for y in range(lines.shape[0]):
        kind = lines[y, 0]
        for x in range(found.shape[1]):
            left = int(found[y, x - channels]) if x >= channels else 0
            above = int(found[y - 1, x]) if y else 0
            corner = int(found[y - 1, x - channels]) if y and x >= channels else 0
            guess = 0
            if kind == 1:
                guess = left
            elif kind == 2:
                guess = above
            elif kind == 3:
                guess = (left + above) // 2
            elif kind == 4:
                guess = nearest(left, above, corner)
            found[y, x] = (int(lines[y, x + 1]) + guess) & 255


@compiled
def nearest(left, above, corner):
    """Paeth's guess: the one of the three that is nearest to left + above - corner."""
    far_left, far_above = abs(above - corner), abs(left - corner)
    far_corner = abs(left + above - 2 * corner)
    if far_left <= far_above and far_left <= far_corner:
        return left
    return above if far_above <= far_corner else corner
