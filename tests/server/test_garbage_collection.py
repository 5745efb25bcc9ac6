"""Garbage collection: long-lived objects are not examined again, and other cycles are still freed."""

from __future__ import annotations

import gc
import weakref
from collections.abc import Iterator

import pytest
from tests.server.fakes import FakeStore

from ludotheque.server import garbage_collection


@pytest.fixture
def settled() -> Iterator[None]:
    thresholds = gc.get_threshold()
    garbage_collection.set_up()
    yield
    gc.callbacks.remove(garbage_collection.freeze_survivors)
    gc.set_threshold(*thresholds)
    gc.unfreeze()


class Cycle:
    """Refers to itself, so that only the garbage collector can free it."""

    def __init__(self) -> None:
        self.own = self


@pytest.mark.usefixtures("settled")
def test_long_lived_objects_are_frozen() -> None:
    kept = [Cycle() for _ in range(100)]
    gc.collect(0)
    assert not gc.get_objects(generation=1)
    assert not gc.get_objects(generation=2)
    assert len(kept) == 100


@pytest.mark.usefixtures("settled")
def test_young_cycles_are_freed_automatically() -> None:
    first = weakref.ref(Cycle())
    kept = [[] for _ in range(3 * garbage_collection.YOUNG)]  # type: list[list[int]]
    assert first() is None
    assert kept


@pytest.mark.usefixtures("settled")
def test_old_cycles_are_freed_occasionally() -> None:
    knot = Cycle()
    seen = weakref.ref(knot)
    gc.collect(0)
    del knot
    gc.collect()
    assert seen() is not None
    garbage_collection.collect(FakeStore())
    assert seen() is None


def test_clocks_are_not_charged_for_a_full_collection(monkeypatch: pytest.MonkeyPatch) -> None:
    store = FakeStore()
    began = store.now()

    def slow() -> int:
        store.time += 600
        return 0

    monkeypatch.setattr(gc, "collect", slow)
    garbage_collection.collect(store)
    assert store.down_time(began - 1000, store.now() + 1000) == 600
