"""Every game and mode draws every position as valid SVG, in a constant frame, from nothing but the view."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from xml.etree import ElementTree

import pytest
from tests.cases import CASES, Case, steps

from ludotheque import Match

NAMESPACE = "{http://www.w3.org/2000/svg}"
#: No scripts, nothing from other hosts, no text except names and the title.
ALLOWED = {"svg", "title", "defs", "g", "path", "rect", "circle", "ellipse", "polygon", "use", "text", "clipPath"}
MOST_BYTES = 60_000


def positions(case: Case, seed: int) -> Iterator[Match]:
    """Yield the first, some intermediate, and the last position of a random match."""
    match, random_ = case.start(seed), random.Random(seed)
    yield match
    for _ in steps(match, random_, 400):
        if random_.random() < 0.04:
            yield match
    yield match


def parsed(picture: str) -> ElementTree.Element:
    return ElementTree.fromstring(picture)


def check_valid(root: ElementTree.Element, game: str) -> None:
    names = {element.tag.removeprefix(NAMESPACE) for element in root.iter()}
    assert names <= ALLOWED
    ids = [element.attrib["id"] for element in root.iter() if "id" in element.attrib]
    assert len(ids) == len(set(ids))
    assert all(name.startswith(f"{game}-") for name in ids)
    for element in root.iter():
        for name, value in element.attrib.items():
            assert not name.startswith("on")
            assert not re.search(r"url\((?!#)|nan|inf", value), f"{name}={value}"
        if element.tag == f"{NAMESPACE}use":
            assert element.attrib["href"].removeprefix("#") in ids


@pytest.mark.parametrize("case", CASES, ids=str)
def test_all_positions_have_a_valid_picture_in_the_same_frame(case: Case) -> None:
    frames = set()
    for match in positions(case, 1):
        for seat in (None, 0):
            picture = match.svg(seat)
            root = parsed(picture)
            check_valid(root, case.name)
            assert len(picture.encode()) < MOST_BYTES
            frames.add((root.attrib["viewBox"], root.attrib["width"], root.attrib["height"]))
        parsed(match.svg(all_revealed=True))
    assert len(frames) == 1


@pytest.mark.parametrize("case", CASES, ids=str)
def test_a_picture_shows_nothing_that_its_view_hides(case: Case) -> None:
    for match in positions(case, 2):
        for seat in (None, match.seats - 1):
            assert match.redeal(seat, "other").svg(seat) == match.svg(seat)


def test_a_notebook_shows_what_a_spectator_may_see() -> None:
    match = Case("nox", 3).start(5)
    assert match._repr_svg_() == match.svg()
    assert match.svg(0) != match.svg() != match.svg(all_revealed=True)


@pytest.mark.parametrize(
    "name", ["<b>&\"'", "\x00\x1b]", "Ζωή ☃ 𝔘", "x" * 300], ids=["markup", "control", "far", "long"]
)
def test_any_name_can_appear_in_a_picture(name: str) -> None:
    for case in (Case("keks", 2), Case("nox", 6)):
        texts = [text.text or "" for text in parsed(case.start(1).svg(names=[name] * 6)).iter(f"{NAMESPACE}text")]
        assert all(len(text) < 30 for text in texts)
