"""Token buckets: bursts, sustained rates, and memory."""

from __future__ import annotations

import re
from contextlib import ExitStack

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ludotheque.errors import BadSetup
from ludotheque.server.allowances import ALLOWANCES, SHARED, Allowance, Kind, Share, changed_allowances
from ludotheque.server.web.limits import Bucket, Limits, TooMany, neighbourhood

pytestmark = pytest.mark.attack

HOME = "192.0.2.1"


def of_person(kind: Kind) -> Share:
    share = ALLOWANCES[kind].person
    assert share is not None
    return share


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
    for _ in range(of_person("films").most):
        limits.take("films", HOME, "ada")
    with pytest.raises(TooMany) as refused:
        limits.take("films", HOME, "ada")
    assert (refused.value.seconds, refused.value.params["whose"]) == (10, "person")
    limits.take("films", HOME, "bob")
    limits.take("replays", HOME, "ada")
    clock.time += 10
    limits.take("films", HOME, "ada")


@pytest.mark.parametrize("kind", sorted(kind for kind, each in ALLOWANCES.items() if each.address.per_minute))
def test_new_names_do_not_multiply_the_limit_of_an_address(kind: Kind) -> None:
    limits = Limits(clock=Clock())
    most = ALLOWANCES[kind].address.most
    for number in range(most):
        limits.take(kind, HOME, f"name {number}")
    with pytest.raises(TooMany) as refused:
        limits.take(kind, HOME, "another name")
    assert refused.value.params["whose"] == "address"
    assert refused.value.key == "refused.too_many_here"
    limits.take(kind, "192.0.2.2", "name 0")


def test_what_is_refused_to_the_address_costs_the_person_nothing() -> None:
    limits = Limits(clock=Clock(), allowances=changed_allowances("films=2+60/1+60"))
    limits.take("films", HOME, "ada")
    for _ in range(5):
        with pytest.raises(TooMany):
            limits.take("films", HOME, "bob")
    limits.take("films", "192.0.2.2", "bob")
    limits.take("films", "192.0.2.3", "bob")


@pytest.mark.parametrize(("person", "whose"), [("ada", "person"), ("", "address")])
def test_the_number_of_open_sockets_is_limited(person: str, whose: str) -> None:
    limits = Limits()
    allowance = ALLOWANCES["open_sockets"]
    most = allowance.person.most if person and allowance.person else allowance.address.most
    with ExitStack() as held:
        for _ in range(most):
            held.enter_context(limits.holding("open_sockets", HOME, person))
        with pytest.raises(TooMany) as refused, limits.holding("open_sockets", HOME, person):
            pass
        assert refused.value.params["whose"] == whose
        with limits.holding("open_sockets", "192.0.2.2", "bob"):
            pass
    with limits.holding("open_sockets", HOME, person):
        pass
    assert not limits.open["open_sockets"]


def test_a_household_gets_more_than_a_person() -> None:
    for person, address in ALLOWANCES.values():
        if person is not None:
            assert address.most >= 4 * person.most
            assert address.per_minute >= 5 * person.per_minute


def test_what_is_shared_has_a_rate() -> None:
    assert all(ALLOWANCES[kind].address.per_minute for kind in SHARED)


def test_allowances_can_be_changed() -> None:
    changed = changed_allowances("people=5+0.5, tables=3+1/9+2,listed=1/2")
    assert changed["people"] == Allowance(None, Share(5, 0.5))
    assert changed["tables"] == Allowance(Share(3, 1), Share(9, 2))
    assert changed["listed"] == Allowance(Share(1), Share(2))
    assert changed["words"] == ALLOWANCES["words"]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("hats=3/4", "is not limited; what is: requests"),
        ("tables", "write it like tables=30+6/240+30"),
        ("tables=30+6", "write it like tables="),
        ("tables=30/240", "write it like tables="),
        ("tables=0+6/240+30", "write it like tables="),
        ("tables=30+6/240+30/1+1", "write it like tables="),
        ("listed=10+1/40+1", "write it like listed=10/40"),
        ("people=1+1/2+2", "write it like people=60+3"),
        ("tables=-1+6/x", "write it like tables="),
    ],
)
def test_invalid_allowances_are_refused_with_a_reason(text: str, said: str) -> None:
    with pytest.raises(BadSetup, match=re.escape(said)):
        changed_allowances(text)


def test_memory_is_bounded() -> None:
    limits = Limits(most=100)
    for number in range(1000):
        limits.take("requests", str(number))
    assert len(limits.buckets["requests"]) == 100


def test_limits_can_be_turned_off() -> None:
    limits = Limits(active=False)
    for _ in range(1000):
        limits.take("films", HOME, "ada")


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
