"""Rule 15 of Nasca: built-in landscapes, custom landscapes, and the errors for impossible ones."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest
from tests.games.nasca.positions import NASCA, after, position

from ludotheque import BadSetup
from ludotheque.games.nasca.rules.board import PLANKS
from ludotheque.games.nasca.rules.landscapes import LANDSCAPES, planks_of

NAMES = list(LANDSCAPES)


def test_the_landscapes_are_choices_of_the_option() -> None:
    option = NASCA.options["landscape"]
    assert option.default == "none"
    assert option.choices == ("none", *NAMES)
    assert len(NAMES) >= 6


@pytest.mark.parametrize("name", NAMES)
def test_rule_15_a_built_in_landscape_has_all_six_neutral_planks(name: str) -> None:
    planks = NASCA.start(options={"landscape": name}).state()["planks"]
    assert Counter(len(PLANKS[plank]) for plank in planks_of(name)) == {3: 1, 2: 2, 1: 3}
    assert [plank["at"] for plank in planks] == list(LANDSCAPES[name])
    assert {plank["owner"] for plank in planks} == {"neutral"}
    # It could have been given as a list, too.
    assert NASCA.start(options={"landscape": list(LANDSCAPES[name])}).state()["planks"] == planks


def test_some_built_in_landscapes_have_bridges() -> None:
    levels = {
        name: max(plank["level"] for plank in NASCA.start(options={"landscape": name}).state()["planks"])
        for name in NAMES
    }
    assert {name for name in NAMES if levels[name]} == {"gate", "temple", "cactus"}
    assert levels["temple"] == 2


TEMPLE = """
 6  ·   ·   ·   ·   N2  N3  N2  ·   ·   ·   ·
 5  ·   ·   ·   ·   N1  ·   N1  ·   ·   ·   ·
 4  ·   ·   ·   ·   ·   ·   ·   ·   ·   ·   ·
 3  ·   ·   N1  ·   ·   ·   ·   ·   N1  ·   ·
 2  ·   ·   ·   ·   ·   ·   ·   ·   ·   ·   ·
 1  ·   ·   ·   ·   ·   ·   ·   ·   ·   ·   ·
    a   b   c   d   e   f   g   h   i   j   k
planks: N:e5-e6 N:g5-g6 N:e6-g6^1 N:f6^2 N:c3 N:i3
"""


def test_rule_15_the_temple() -> None:
    match = position(TEMPLE, landscape="temple")
    assert match.state() == NASCA.start(options={"landscape": "temple"}).state()
    assert "e5-g5" in match.legal_moves()


def test_rule_15_the_landscape_is_laid_again_for_round_2() -> None:
    match = after("", landscape="gate")
    landscape = match.state()["planks"]
    while match.state()["round"] == 1:
        events = match.play(match.legal_moves()[-1])
    assert match.state()["planks"] == landscape
    assert events[-1] == {"event": "begun", "round": 2, "seat": 1, "planks": landscape}
    assert match.to_act == (1,)


def test_rule_15_stones_may_be_piled_up() -> None:
    levels = [plank["level"] for plank in after("", landscape=["e5", "e5", "e5"]).state()["planks"]]
    assert levels == [0, 1, 2]


def test_rule_15_planks_are_laid_in_the_order_of_the_list() -> None:
    for landscape, levels in ((["e5", "g5", "e5-g5"], [0, 0, 1]), (["e5-g5", "e5", "g5"], [0, 1, 1])):
        planks = after("", landscape=landscape).state()["planks"]
        assert [plank["at"] for plank in planks] == landscape
        assert [plank["level"] for plank in planks] == levels


def test_an_empty_list_is_a_landscape_without_planks() -> None:
    assert after("", landscape=[]).state()["planks"] == []


@pytest.mark.parametrize(
    ("landscape", "reason"),
    [
        ("desert", '"none", "condor", .* or a list of neutral planks like'),
        (None, "or a list of neutral planks"),
        (["c3", 5], "or a list of neutral planks"),
        ({"c3": 1}, "or a list of neutral planks"),
        (["c5-c3"], "'c5-c3' is not a plank: write both ends, the left or lower one first, or one square"),
        (["h2-h2"], "'h2-h2' is not a plank"),
        (["H2"], "'H2' is not a plank"),
        (["l2"], "'l2' is not a plank"),
        (["c3 "], "'c3 ' is not a plank"),
        (["a1-d1"], "a1-d1: only 1 neutral plank of length 3, 2 of length 2 and 3 of length 1 exist"),
        (["a1-c1", "a3-c3"], "a3-c3: only 1 neutral plank"),
        (["a1-b1", "a3-b3", "a5-b5"], "a5-b5: only 1 neutral plank"),
        (["a1", "a3", "a5", "a7"], "a7: only 1 neutral plank"),
        (["c3", "c3-d3"], "c3-d3: its two ends are not at the same height: c3 has height 1, d3 has height 0"),
        (["c3", "b3-d3"], "b3-d3: its ends lie on the ground, but there is a plank on c3"),
        (["c3-c4", "c3-c4"], "c3-c4: it would rest on the plank c3-c4 with more than one square"),
        (["b3", "c3", "c3", "b3-c3"], "b3-c3: its two ends are not at the same height"),
    ],
)
def test_an_impossible_landscape_is_explained(landscape: Any, reason: str) -> None:
    with pytest.raises(BadSetup, match=reason):
        NASCA.start(options={"landscape": landscape})


def test_a_list_is_kept_in_the_record_as_it_was_given() -> None:
    given = ["c3-c5", "e5-f5", "h2"]
    match = NASCA.start(options={"landscape": given})
    given.append("a1")
    assert match.record()["options"]["landscape"] == ["c3-c5", "e5-f5", "h2"]


def test_other_options() -> None:
    with pytest.raises(BadSetup, match=r'option support: .* "any", "end"'):
        NASCA.start(options={"support": "ends"})
    with pytest.raises(BadSetup, match=r"option rounds: .* 2, 1"):
        NASCA.start(options={"rounds": 3})
    with pytest.raises(BadSetup, match="2 seats"):
        NASCA.start(3)
