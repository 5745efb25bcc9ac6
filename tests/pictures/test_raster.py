"""Pixels: the same picture on every machine, in the shape that learners expect."""

from __future__ import annotations

import struct
import sys
import zlib

import numpy as np
import pytest
from tests.cases import Case

from ludotheque import raster
from ludotheque.errors import BadSetup
from ludotheque.extras import MissingExtra
from ludotheque.raster import decoded


def piece(name: bytes, inside: bytes) -> bytes:
    return struct.pack(">I", len(inside)) + name + inside + struct.pack(">I", zlib.crc32(name + inside))


def png_with(lines: list[list[int]], width: int, kind: int = 2) -> bytes:
    """A PNG from its filtered lines, each with the number of its filter first."""
    header = struct.pack(">IIBBBBB", width, len(lines), 8, kind, 0, 0, 0)
    packed = zlib.compress(bytes(byte for line in lines for byte in line))
    # In two pieces, as writers of large pictures make them.
    return b"\x89PNG\r\n\x1a\n" + piece(b"IHDR", header) + piece(b"IDAT", packed[:5]) + piece(b"IDAT", packed[5:])


def test_every_filter_of_png_is_undone() -> None:
    # Two pixels a line; the guesses are worked out by hand from the definition of each filter.
    lines = [
        [0, 10, 20, 30, 40, 50, 60],
        [1, 1, 2, 3, 4, 5, 6],
        [2, 1, 1, 1, 250, 250, 250],
        [3, 0, 0, 0, 10, 10, 10],
        [4, 5, 5, 5, 1, 1, 1],
    ]
    assert decoded(png_with(lines, 2)).tolist() == [
        [[10, 20, 30], [40, 50, 60]],
        [[1, 2, 3], [5, 7, 9]],
        [[2, 3, 4], [255, 1, 3]],
        [[1, 1, 2], [138, 11, 12]],
        [[6, 6, 7], [139, 12, 13]],
    ]


def test_transparency_is_dropped() -> None:
    assert decoded(png_with([[0, 1, 2, 3, 255]], 1, kind=6)).tolist() == [[[1, 2, 3]]]


@pytest.mark.parametrize("case", [Case("keks", 2), Case("nox", 3), Case("domino3d", 2, {"mode": "race"})], ids=str)
def test_a_match_has_pixels_of_the_wanted_width(case: Case) -> None:
    match = case.start(1)
    image = match.image(0, width=200)
    assert image.dtype == np.uint8
    assert image.shape[1:] == (200, 3)
    assert image[0, 0].tolist() == [0xFB, 0xF7, 0xEF]
    assert len(np.unique(image.reshape(-1, 3), axis=0)) > 50
    before = image.shape
    match.play(match.legal_moves(match.to_act[0])[0], match.to_act[0])
    assert match.image(0, width=200).shape == before
    assert not np.array_equal(match.image(0, width=200), image)


@pytest.mark.parametrize("width", [0, -5, 15, 5000, 2.5, True, "400"])
def test_a_width_that_is_none_is_refused(width: object) -> None:
    with pytest.raises(BadSetup, match="pixels wide"):
        raster.pixels("<svg/>", width)  # type: ignore[arg-type]


def test_without_the_extra_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "resvg_py", None)
    with pytest.raises(MissingExtra, match=r"ludotheque\[image\]"):
        Case("keks", 2).start(1).image()
