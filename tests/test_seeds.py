"""Wherever a seed is accepted, it is a text or an integer; anything else is refused and changes nothing."""

from __future__ import annotations

import json
import pickle
import random
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import ludotheque
from ludotheque import BadRecord, BadSetup
from ludotheque.bots import Budget, RandomBot, level
from ludotheque.record import replay
from tests.cases import steps

KEKS, NOX = (ludotheque.game(name).start(seed=1) for name in ("keks", "nox"))
FUNCTIONS: dict[str, Callable[[Any], Any]] = {
    "start": lambda seed: ludotheque.game("nox").start(seed=seed),
    "resume": lambda seed: ludotheque.game("nox").resume(NOX.state(), seed=seed),
    "redeal": lambda seed: NOX.redeal(0, seed),
    "redeal of an open game": lambda seed: KEKS.redeal(0, seed),
    "reseed": NOX.reseed,
    "simulate": lambda seed: ludotheque.game("keks").simulate(2, seed=seed),
    "batch": lambda seed: ludotheque.batch("keks", 2, seed=seed),
    "a random bot": lambda seed: RandomBot().move(KEKS, 0, seed=seed),
    "a level": lambda seed: level("keks", 3).move(KEKS, 0, Budget(simulations=1), seed=seed),
}
OPTIONAL = ("start", "resume", "simulate", "batch")
NONSENSE = [1.5, 2.0, float("nan"), True, b"seed", [1], {}, np.float32(1), np.bool_(True), "\ud800", 10**5000]


@pytest.mark.parametrize("seed", NONSENSE, ids=lambda seed: ascii(seed) if not isinstance(seed, int) else "huge")
@pytest.mark.parametrize("function", FUNCTIONS)
def test_nonsense_is_refused(function: str, seed: Any) -> None:
    with pytest.raises(BadSetup, match="a seed "):
        FUNCTIONS[function](seed)


@pytest.mark.parametrize("function", FUNCTIONS)
def test_none_is_accepted_only_where_a_match_is_dealt(function: str) -> None:
    if function in OPTIONAL:
        FUNCTIONS[function](None)
    else:
        with pytest.raises(BadSetup, match="a seed "):
            FUNCTIONS[function](None)


@pytest.mark.parametrize("seed", [0, -1, 10**4000, "", "né ✓", "x" * 100_000, "\0", np.int8(-3), np.uint64(7)])
@pytest.mark.parametrize("function", FUNCTIONS)
def test_texts_and_integers_are_seeds(function: str, seed: Any) -> None:
    FUNCTIONS[function](seed)


def test_a_numpy_integer_is_recorded_as_an_integer() -> None:
    record = ludotheque.game("keks").start(seed=np.int64(7)).record()  # type: ignore[arg-type]  # accepted beyond its type
    assert type(record["seed"]) is int
    assert replay(record).state() == ludotheque.game("keks").start(seed=7).state()


@pytest.mark.parametrize("seed", [10**5000, "\ud800"], ids=["huge", "half a character"])
def test_a_record_with_an_invalid_seed_is_refused(seed: Any) -> None:
    with pytest.raises(BadRecord, match="seed"):
        replay(KEKS.record() | {"seed": seed})


# A seed deals any number of matches.


def test_the_matches_of_a_seed_differ_and_number_0_is_the_usual_one() -> None:
    game = ludotheque.game("nox")
    deals = [json.dumps(game.start(seed=7, number=number).state()) for number in (0, 1, 2, 1 << 32, 2**63 - 1)]
    assert len(set(deals)) == len(deals)
    assert deals[0] == json.dumps(game.start(seed=7).state())


@pytest.mark.parametrize("number", [-1, 1.0, True, "3", None, 1 << 63])
def test_invalid_match_numbers_are_refused(number: Any) -> None:
    with pytest.raises(BadSetup, match="the number of a match"):
        ludotheque.game("keks").start(seed=1, number=number)


def test_a_match_of_any_number_replays_and_pickles() -> None:
    match = ludotheque.game("nox").start(seed=7, number=3)
    list(steps(match, random.Random(1), 60))
    record = match.record()
    assert record["number"] == 3
    for again in (replay(json.dumps(record)), pickle.loads(pickle.dumps(match))):
        assert again.states.tobytes() == match.states.tobytes()
        assert again.record() == record
    match.undo()
    assert match.states.tobytes() == replay(match.record()).states.tobytes()


def test_the_record_of_match_0_has_no_number() -> None:
    match = ludotheque.game("keks").start(seed=7)
    assert "number" not in match.record()
    assert "number" not in ludotheque.game("nox").start(seed=7, number=3).redeal(0, seed=1).record()


@pytest.mark.parametrize("changes", [{"number": -1}, {"number": True}, {"number": "3"}, {"number": 1 << 63}])
def test_records_with_an_invalid_match_number_are_refused(changes: dict[str, Any]) -> None:
    with pytest.raises(BadRecord):
        replay(ludotheque.game("keks").start(seed=7).record() | changes)


def test_a_match_from_a_position_has_no_match_number() -> None:
    record = ludotheque.game("keks").resume(KEKS.state(), seed=7).record()
    with pytest.raises(BadRecord, match="begins with a position"):
        replay(record | {"number": 3})
