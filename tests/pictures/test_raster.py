"""Pixels: the same on every machine, in the shape that learning programs expect."""

from __future__ import annotations

import sys

import numpy as np
import pytest
from tests.cases import Case

from ludotheque import raster
from ludotheque.errors import BadSetup
from ludotheque.extras import MissingExtra


def test_transparency_is_dropped() -> None:
    picture = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 8"><path d="M0 0h8v8H0z" fill="#f00"/></svg>'
    image = raster.pixels(picture, 16)
    assert image.shape == (8, 16, 3)
    assert image[4, 4].tolist() == [255, 0, 0]
    assert image[4, 12].tolist() == [0, 0, 0]


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
def test_an_invalid_width_is_refused(width: object) -> None:
    with pytest.raises(BadSetup, match="pixels wide"):
        raster.pixels("<svg/>", width)  # type: ignore[arg-type]


@pytest.mark.parametrize("library", ["resvg_py", "PIL.Image"])
def test_without_the_extra_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch, library: str) -> None:
    monkeypatch.setitem(sys.modules, library, None)
    with pytest.raises(MissingExtra, match=r"ludotheque\[image\]"):
        Case("keks", 2).start(1).image()
