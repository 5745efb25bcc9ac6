"""The features of a Keks position, worked out by hand, and that the log-odds are what the network makes of them."""

from __future__ import annotations

import numpy as np
import pytest
from tests.games.keks.positions import EVEN

import ludotheque
from ludotheque.games.keks.bot import network
from ludotheque.games.keks.bot.evaluation import value
from ludotheque.games.keks.bot.tuning import SHARPNESS, TUNING

KEKS = ludotheque.game("keks")


def of_colour(own: int, other: int, takeable: int, rim: int) -> int:
    return network.COLOUR_AT + ((own * network.PARTS + other) * network.TAKEABLE + takeable) * network.RIM + rim


def features(match: ludotheque.Match) -> list[int]:
    state = match.states[0]
    rim = network.rim_of(state.tiles) & ~state.takeable
    places = [int(network.feature(state, rim, k)) for k in range(network.MAX_FEATURES)]
    return sorted(place for place in places if place != network.NO_FEATURE)


def test_the_features_of_a_position() -> None:
    """c5, e5, c4 and e3 can be taken: one A, one C, one D and one B. d5, d4 and e4 are held on three sides or break."""
    match = KEKS.resume(EVEN)
    assert set(match.legal_moves()) == {"c5", "e5", "c4", "e3"}
    assert features(match) == sorted([
        of_colour(1, 2, 1, 1),  # A, and one more on the rim
        of_colour(2, 1, 1, 1),  # B, the same
        of_colour(2, 2, 1, 0),  # C
        of_colour(2, 2, 1, 0),  # D
        of_colour(2, 2, 0, 1),  # E
        network.SPARE_AT,  # no tile of a decided colour is left
        network.WON_AT + 2 * 5 + 2,
        network.STAGE_AT + 4 + 1,  # a colour is eliminated, no turn is under way, an odd number of tiles
        network.SIZE_AT + 1,  # seven tiles
        network.OPEN_AT + 4,
    ])  # fmt: skip


def test_the_features_are_those_of_the_seat_to_move() -> None:
    match = KEKS.resume(EVEN)
    match.play("c5")  # A2 at e4 cannot be taken, so the turn is over: from seat 1's side
    assert match.to_act == (1,)
    found = features(match)
    assert of_colour(2, 2, 0, 1) in found  # A: two each now, none to take and one on the rim
    assert of_colour(1, 2, 2, 0) in found  # B, which seat 0 has more of: without c5, d5 can be taken too
    assert network.STAGE_AT + 4 in found
    assert network.SIZE_AT + 1 in found


def test_the_features_of_a_turn_under_way() -> None:
    match = KEKS.start(seed=5)
    for move in [*match.legal_moves()]:
        match.play(move)
        if match.to_act == (0,):
            break
        match.undo()
    assert match.state()["colour"] is not None
    assert network.STAGE_AT + 2 + 1 in features(match)  # nothing decided, a turn under way, 59 tiles
    assert sum(network.TURN_COLOUR_AT <= feature < network.SPARE_AT for feature in features(match)) == 1


def test_the_rim_is_all_tiles_with_a_free_edge() -> None:
    """In a whole biscuit, the tiles along the four sides; in a block of nine, all but the centre."""
    whole = int(KEKS.start(seed=1).states[0].tiles)
    assert int(network.rim_of(whole)).bit_count() == 4 * 6
    block = sum(1 << (8 * row + column) for row in (2, 3, 4) for column in (2, 3, 4))
    assert int(network.rim_of(block)) == block & ~(1 << (8 * 3 + 3))
    edge = sum(1 << (8 * row + column) for row in (2, 3, 4) for column in (0, 5, 6, 7))
    assert int(network.rim_of(edge)) >> (8 * 3 + 7) & 1  # h4: the next bit is a5, which is no neighbour


def test_the_log_odds_are_what_the_network_says() -> None:
    """The network is computed row by row, as defined."""
    match = KEKS.resume(EVEN)
    numbers = np.random.default_rng(1).normal(size=SHARPNESS + 1)
    rows = numbers[: network.OUTPUT_AT].reshape(network.FEATURES, network.UNITS)
    sums = sum(rows[feature] for feature in features(match))
    assert min(sums[1:]) < 0 < max(sums[1:])
    sums[1:] = np.maximum(0.0, sums[1:])
    expected = numbers[network.BIAS_AT] + sums @ numbers[network.OUTPUT_AT : network.OUTPUT_AT + network.UNITS]
    assert network.log_odds(match.states[0], numbers) == pytest.approx(expected)


def test_the_value_is_the_chance_of_the_log_odds() -> None:
    match = KEKS.resume(EVEN)
    chance = value(match.states[0], 0, np.array(TUNING))
    assert np.log(chance / (1 - chance)) == pytest.approx(network.log_odds(match.states[0], np.array(TUNING)))
    assert value(match.states[0], 1, np.array(TUNING)) == pytest.approx(1 - chance)


def test_eleven_has_its_own_weights() -> None:
    assert 2 * network.WEIGHTS_PER_VARIANT == SHARPNESS == len(TUNING) - 1
    numbers = np.array(TUNING)
    first = {name: KEKS.start(seed=1, options={"variant": name}).states[0] for name in ("classic", "eleven")}
    before = {name: network.log_odds(state, numbers) for name, state in first.items()}
    numbers[: network.WEIGHTS_PER_VARIANT] *= 2.0
    assert network.log_odds(first["eleven"], numbers) == before["eleven"]
    assert network.log_odds(first["classic"], numbers) != before["classic"]


@pytest.mark.parametrize(
    ("own", "other", "expected"),
    [
        (10, 8, of_colour(0, 1, 2, 3)),  # the 1 is enough for the seat to move; the other needs the 2 as well
        (8, 10, of_colour(1, 0, 3, 3)),
        (9, 9, of_colour(0, 0, 1, 3)),  # the 1 is enough for nobody, the 2 for both
    ],
)
def test_in_eleven_features_tell_for_whom_the_tiles_suffice(own: int, other: int, expected: int) -> None:
    """Of A, c5 with 1 point can be taken; e4 with 2 is on the rim."""
    match = KEKS.resume(EVEN)
    state = match.states[0]
    state.eleven, state.held[:, 0], state.held[:, 1:] = 1, (own, other), 10
    found = features(match)
    assert expected in found
    assert of_colour(0, 0, 4, 0) in found  # C and D: the last tile, which both need
    assert of_colour(0, 0, 0, 3) in found  # E: the same, but it is on the rim


def test_larger_biscuits_use_the_weights_of_another_band() -> None:
    """Bands end at 12 tiles, 18 tiles, and so on."""
    sizes = (1, 12, 13, 18, 19, 24, 25, 32, 33, 40, 41, 50, 51, 60)
    assert [int(network.BAND_OF[tiles]) for tiles in sizes] == [0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6]
