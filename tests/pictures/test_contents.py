"""A picture shows everything in the view: elements of the drawing are counted and compared with the view."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any
from xml.etree import ElementTree

import pytest
from tests.cases import Case, steps

from ludotheque import Match
from ludotheque.games.domino3d.display.common import picture as domino3d


def used(picture: str) -> Counter[str]:
    """Count how often each definition is used outside the definitions."""
    root = ElementTree.fromstring(picture)
    namespace = "{http://www.w3.org/2000/svg}"
    drawn = [part for child in root if child.tag != f"{namespace}defs" for part in child.iter(f"{namespace}use")]
    return Counter(part.attrib["href"].removeprefix("#") for part in drawn)


def played(case: Case, moves: int) -> Match:
    match = case.start(11)
    for _ in steps(match, random.Random(11), moves):
        pass
    return match


def test_keks_shows_every_tile() -> None:
    match = played(Case("keks", 2), 12)
    view = match.view(None)
    found = used(match.svg())
    for letter in "ABCDEFGHIJ":
        held_in_view = sum(row.count(letter) for row in view["board"]) + (view["colour"] == letter)
        # And once in front of each seat.
        assert found[f"keks-{letter}"] == held_in_view + 2


def test_nasca_tints_every_square_that_scores() -> None:
    match = played(Case("nasca", 2, {"rounds": 1}), 30)
    areas = match.view(None)["areas"]
    assert areas != [[], []]
    found = used(match.svg())
    assert [found["nasca-0"], found["nasca-1"]] == [len(area) for area in areas]


def test_nasenspiel_shows_every_nose_and_pawn() -> None:
    match = played(Case("nasenspiel", 3), 40)
    view, found = match.view(None), used(match.svg())
    for nose in range(10):
        assert found[f"nasenspiel-{nose}"] == sum(square[2] == nose for square in view["squares"])
        assert found[f"nasenspiel-small-{nose}"] == "".join(domino for hand in view["hands"] for domino in hand).count(
            str(nose)
        )
    assert sum(found[f"nasenspiel-pawn-{seat}"] for seat in range(3)) == len(view["pawns"]) + sum(view["reserve"])


def test_nox_shows_your_hand_and_backs_of_the_others() -> None:
    match = Case("nox", 4).start(11)
    pile, hand = 3, 3  # the pile is drawn as three backs
    for seat, hidden in ((2, 3), (None, 4)):
        found = used(match.svg(seat))
        cards = {name: number for name, number in found.items() if not name.startswith("nox-sign")}
        own = [] if seat is None else match.view(seat)["hands"][seat]
        assert cards == Counter(f"nox-{card}" for card in own) + Counter({"nox-back": hidden * hand + pile})
    assert used(match.svg(all_revealed=True))["nox-back"] == pile


def test_domino3d_shows_three_sides_of_a_single_domino() -> None:
    match = Case("domino3d", 2).start(11)
    found = used(match.svg())
    edges = {name: number for name, number in found.items() if name.startswith("domino3d-edge")}
    # Two tops, two long sides, one end.
    assert edges == {"domino3d-edge-U": 2, "domino3d-edge-S": 2, "domino3d-edge-E": 1}
    assert found["domino3d-shadow"] == 2


@pytest.mark.parametrize(("verdict", "badges"), [(None, 1), ("accept", 2), ("object", 2)])
def test_the_race_shows_who_is_done_and_the_neighbours_verdict(verdict: str | None, badges: int) -> None:
    case = Case("domino3d", 3, {"mode": "race"})
    view: dict[str, Any] = case.start(1).view(None)
    before = domino3d.draw(view, {}, ()).count("<circle")
    view |= {"finished": [1], "verdicts": [None, verdict, None], "phase": "check"}
    assert domino3d.draw(view, {}, ()).count("<circle") == before + badges
    view |= {"finished": [], "given_up": [2]}
    assert domino3d.draw(view, {}, ()).count("<circle") == before + 1


@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6])
def test_a_race_fills_its_picture(seats: int) -> None:
    """The panels of the last row fill its width even with an odd number of seats."""
    root = ElementTree.fromstring(Case("domino3d", seats, {"mode": "race"}).start(1).svg())
    panels = [part for part in root.iter("{http://www.w3.org/2000/svg}rect") if float(part.attrib["height"]) > 250]
    lowest = max(float(panel.attrib["y"]) for panel in panels)
    row = [panel for panel in panels if float(panel.attrib["y"]) == lowest]
    assert min(float(panel.attrib["x"]) for panel in row) <= 12
    assert max(float(panel.attrib["x"]) + float(panel.attrib["width"]) for panel in row) >= domino3d.WIDTH - 18
