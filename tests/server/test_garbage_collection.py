"""The collector of cycles: what has stayed is not looked at again, and what has not is still freed."""

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


class Knot:
    """Refers to itself: only the collector can free it."""

    def __init__(self) -> None:
        self.own = self


@pytest.mark.usefixtures("settled")
def test_what_stays_is_put_aside() -> None:
    kept = [Knot() for _ in range(100)]
    gc.collect(0)
    assert not gc.get_objects(generation=1)
    assert not gc.get_objects(generation=2)
    assert len(kept) == 100


@pytest.mark.usefixtures("settled")
def test_young_cycles_are_freed_by_themselves() -> None:
    first = weakref.ref(Knot())
    kept = [[] for _ in range(3 * garbage_collection.YOUNG)]  # type: list[list[int]]
    assert first() is None
    assert kept


@pytest.mark.usefixtures("settled")
def test_old_cycles_are_freed_once_in_a_long_while() -> None:
    knot = Knot()
    seen = weakref.ref(knot)
    gc.collect(0)
    del knot
    gc.collect()
    assert seen() is not None
    garbage_collection.collect(FakeStore())
    assert seen() is None


def test_nobody_is_charged_for_the_time_that_a_full_collection_takes(monkeypatch: pytest.MonkeyPatch) -> None:
    store = FakeStore()
    began = store.now()

    def slow() -> int:
        store.time += 600
        return 0

    monkeypatch.setattr(gc, "collect", slow)
    garbage_collection.collect(store)
    assert store.down_time(began - 1000, store.now() + 1000) == 600
