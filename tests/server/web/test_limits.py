"""Token buckets: bursts, sustained rates, and memory."""

from __future__ import annotations

from contextlib import ExitStack

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ludotheque.server.web.limits import MAX_SOCKETS, RATES, Bucket, Limits, TooMany, neighbourhood


class Clock:
    def __init__(self) -> None:
        self.time = 0.0

    def __call__(self) -> float:
        return self.time


@given(st.floats(0.1, 100), st.integers(1, 100), st.lists(st.floats(0, 3), max_size=100))
def test_never_more_than_the_burst_and_the_rate(rate: float, burst: int, naps: list[float]) -> None:
    clock = Clock()
    bucket = Bucket(rate, burst, clock)
    taken = 0
    for nap in naps:
        clock.time += nap
        taken += bucket.take()
    assert taken <= burst + rate * clock.time + 1e-6


def test_a_request_after_the_stated_wait_is_accepted() -> None:
    clock = Clock()
    bucket = Bucket(0.5, 1, clock)
    assert bucket.take()
    assert not bucket.take()
    clock.time += bucket.wait() + 1e-9
    assert bucket.take()


def test_each_person_has_a_separate_bucket() -> None:
    clock = Clock()
    limits = Limits(clock=clock)
    for _ in range(int(RATES["links"][1])):
        limits.take("links", "ada")
    with pytest.raises(TooMany) as told:
        limits.take("links", "ada")
    assert told.value.seconds == 10
    limits.take("links", "bob")
    limits.take("tables", "ada")
    clock.time += 10
    limits.take("links", "ada")


def test_the_number_of_sockets_is_limited() -> None:
    clock = Clock()
    limits = Limits(clock=clock)
    with ExitStack() as held:
        for _ in range(MAX_SOCKETS):
            clock.time += 1
            held.enter_context(limits.socket("ada"))
        clock.time += 1
        with pytest.raises(TooMany), limits.socket("ada"):
            pass
        with limits.socket("bob"):
            pass
    clock.time += 1
    with limits.socket("ada"):
        pass
    assert not limits.sockets


def test_memory_is_bounded() -> None:
    limits = Limits(most=100)
    for number in range(1000):
        limits.take("requests", str(number))
    assert len(limits.buckets["requests"]) == 100


def test_limits_can_be_turned_off() -> None:
    limits = Limits(active=False)
    for _ in range(1000):
        limits.take("links", "ada")


@pytest.mark.parametrize(
    ("address", "stands_for"),
    [
        ("192.0.2.1", "192.0.2.1"),
        ("::ffff:192.0.2.1", "192.0.2.1"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::"),
        ("2001:db8:1:2:ffff::", "2001:db8:1:2::"),
        ("testclient", "testclient"),
    ],
)
def test_addresses_are_grouped_by_network(address: str, stands_for: str) -> None:
    assert neighbourhood(address) == stands_for
