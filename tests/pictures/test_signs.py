"""Never colour alone: whatever has a colour also has a distinct sign, with enough contrast to its background."""

from __future__ import annotations

import itertools
from pathlib import Path

import pytest

from ludotheque.games.domino3d.display.common.picture_parts import LOOKS
from ludotheque.games.keks.display.picture_parts import GLAZES
from ludotheque.games.nasca.display.picture_parts import WOOD
from ludotheque.games.nasenspiel.display.picture_parts import INK as NOSE_INK
from ludotheque.games.nasenspiel.display.picture_parts import IVORY, NOSES
from ludotheque.games.nox.display.picture_parts import FAMILIES
from ludotheque.svg.elements import ACCENT, INK, PAPER, SHEET, SOFT, mix, number, tag, words
from ludotheque.svg.numerals import GLYPHS, width_of, written
from ludotheque.svg.seats import COLOURS, SHAPES

SIGNS = {
    "seats": SHAPES,
    "keks": [glaze.outline for glaze in GLAZES.values()],
    "nasenspiel": [nose.shape for nose in NOSES],
    "nox": [family.sign for family in FAMILIES.values()],
    "domino3d": [look.outline for look in LOOKS.values()],
    "numerals": list(GLYPHS.values()),
}
#: What must be legible, and on which background.
READ = [
    *((glaze.icing, glaze.colour) for glaze in GLAZES.values()),
    *((look.sign, look.field) for look in LOOKS.values()),
    *((family.deep, family.pale) for family in FAMILIES.values()),
    *((NOSE_INK, mix(IVORY, nose.tint, 0.6)) for nose in NOSES),
    ("#ffffff", WOOD[0]),
    ("#ffffff", WOOD[1]),
    *itertools.product((INK, SOFT, ACCENT), (PAPER, SHEET)),
]

WEB = Path(__file__).parents[2] / "web" / "src"
#: Files of the page with the same drawings, and what they must have in common with these.
SHARED = {
    "games/keks/glazes.ts": [colour for glaze in GLAZES.values() for colour in (glaze.sign, glaze.colour)],
    "games/nasenspiel/noses.ts": [nose.tint for nose in NOSES],
    "games/nox/families.ts": [colour for family in FAMILIES.values() for colour in family[:3]],
    "games/domino3d/marks.ts": [colour for look in LOOKS.values() for colour in look[:2]],
    "games/nasca/PlankShape.svelte": list(WOOD.values()),
    "app.css": [*COLOURS, PAPER, INK, SOFT, ACCENT],
}


def light(colour: str) -> float:
    """Return the relative luminance as defined by WCAG."""
    shares = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    red, green, blue = (s / 12.92 if s <= 0.04045 else ((s + 0.055) / 1.055) ** 2.4 for s in shares)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


@pytest.mark.parametrize("of", SIGNS)
def test_no_two_signs_are_alike(of: str) -> None:
    assert len(set(SIGNS[of])) == len(SIGNS[of])


@pytest.mark.parametrize(("sign", "ground"), READ)
def test_signs_have_contrast_to_their_background(sign: str, ground: str) -> None:
    dark, bright = sorted((light(sign), light(ground)))
    assert (bright + 0.05) / (dark + 0.05) >= 4.5


@pytest.mark.parametrize("file", SHARED)
def test_the_page_has_the_same_colours(file: str) -> None:
    text = (WEB / file).read_text("utf-8")
    assert [shared for shared in SHARED[file] if shared not in text] == []


def test_numbers_are_short() -> None:
    assert [number(value) for value in (3, 2.50, -0.001, 1 / 3, -1.005)] == ["3", "2.5", "0", "0.33", "-1"]


def test_an_element_escapes_what_it_is_given() -> None:
    assert tag("g", id='a"<&', x=None, stroke_width=1.50) == '<g id=\'a"&lt;&amp;\' stroke-width="1.5"/>'
    assert "&lt;script&gt;" in words("<script>", 0, 0, 12)


def test_numbers_are_centred() -> None:
    assert written("10", 50, 20, 14).startswith('<g transform="translate(39.9 13)')
    assert width_of("10") == pytest.approx(20.2)
