"""The features of a Keks position, worked out by hand, and that the outlook is their sum."""

from __future__ import annotations

import numpy as np
import pytest
from tests.games.keks.positions import EVEN

import ludotheque
from ludotheque.games.keks import outlook as looks
from ludotheque.games.keks.weighing import SHARP, TUNING, value

KEKS = ludotheque.game("keks")


def of_colour(own: int, other: int, takeable: int) -> int:
    return looks.COLOUR_AT + (own * looks.PARTS + other) * looks.TAKEABLE + takeable


def features(match: ludotheque.Match) -> set[int]:
    places = np.zeros((1, looks.MOST), np.int64)
    looks.describe_all(match._states, places)
    # Seven tiles: the first band; the classic variant's tables come first.
    return {int(place) for place in places[0] if place != looks.NO_FEATURE}


def test_the_features_of_a_position() -> None:
    """c5, e5, c4 and e3 can be taken: one A, one C, one D and one B. d5, d4 and e4 are held on three sides or break."""
    match = KEKS.resume(EVEN)
    assert set(match.legal_moves()) == {"c5", "e5", "c4", "e3"}
    assert features(match) == {
        of_colour(1, 2, 1),  # A
        of_colour(2, 1, 1),  # B
        of_colour(2, 2, 1),  # C and D alike
        of_colour(2, 2, 0),  # E
        looks.SPARE_AT,  # no tile of a decided colour is left
        looks.WON_AT + 2 * 5 + 2,
        looks.UNDER_WAY_AT,  # no turn under way
        looks.ODD_AT + 1,
    }


def test_a_turn_under_way_is_another_matter() -> None:
    match = KEKS.resume(EVEN)
    match.play("c5")  # A2 at e4 cannot be taken, so the turn is over: from seat 1's side
    assert match.to_act == (1,)
    found = features(match)
    assert of_colour(2, 2, 0) in found  # A: two each now, and none to take
    assert looks.WON_AT + 2 * 5 + 2 in found
    assert looks.ODD_AT in found


def test_the_outlook_is_the_sum_and_the_value_its_chance() -> None:
    match = KEKS.resume(EVEN)
    tables = np.zeros(SHARP + 1)
    for number, feature in enumerate(sorted(features(match))):
        tables[feature] = 2.0**-number
    # C and D have the same feature, which counts twice.
    twice = tables[of_colour(2, 2, 1)]
    assert looks.outlook(match._states[0], tables) == pytest.approx(tables.sum() + twice)
    chance = value(match._states[0], 0, tables)
    assert np.log(chance / (1 - chance)) == pytest.approx(tables.sum() + twice)
    assert value(match._states[0], 1, tables) == pytest.approx(1 - chance)


def test_eleven_has_tables_of_its_own() -> None:
    match = KEKS.start(seed=1, options={"variant": "eleven"})
    assert min(features(match)) >= looks.TABLE_OF_VARIANT
    assert max(features(match)) < 2 * looks.TABLE_OF_VARIANT == SHARP == len(TUNING) - 1


def test_larger_biscuits_have_other_tables() -> None:
    """Up to 12 tiles, up to 18, and so on."""
    assert [int(looks.BAND_OF[tiles]) for tiles in (1, 12, 13, 18, 19, 24, 25, 32, 33, 44, 45, 60)] == [
        *(0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5)
    ]
