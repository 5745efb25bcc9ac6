"""What every store guarantees."""

from __future__ import annotations

import asyncio
import time
from typing import Any

import pytest
from sqlalchemy import delete, func, insert, select, text, update
from sqlalchemy.exc import SQLAlchemyError
from tests.server.store.making import Make

from ludotheque.server.store.base import Append, CannotWrite, Conflict, Store
from ludotheque.server.store.schema import people, seats, tables

pytestmark = pytest.mark.anyio


def person(name: str) -> Any:
    return insert(people).values(id=name, name=name, language="fr", made=1)


async def names(store: Store) -> list[str]:
    return [row[0] for row in await store.read(select(people.c.id).order_by(people.c.id))]


async def numbers(store: Store, table: str = "t") -> list[int]:
    return [number for number, _, _ in await store.entries(table)]


async def test_entries_are_read_as_written(store: Store) -> None:
    for number, entry in enumerate([b"", b"\x00\xff" * 100, "é".encode()]):
        await store.write(Append("t", number, 1_700_000_000_000 + number, entry))
    await store.write(Append("other", 0, 5, b"another table's"))
    assert await store.entries("t", 1) == [
        (1, 1_700_000_000_001, b"\x00\xff" * 100),
        (2, 1_700_000_000_002, "é".encode()),
    ]
    assert await store.entries("other") == [(0, 5, b"another table's")]
    assert await store.entries("nobody's") == []


async def test_a_number_is_used_once(store: Store) -> None:
    await store.write(Append("t", 0, 1, b"first"))
    with pytest.raises(Conflict, match="entry 0 of table t"):
        await store.write(Append("t", 0, 2, b"second"))
    assert await store.entries("t") == [(0, 1, b"first")]


async def test_the_first_of_two_waiting_writes_gets_the_number(store: Store) -> None:
    groups = [store.write(Append("t", number, 1, who)) for number in range(50) for who in (b"first", b"second")]
    outcomes = await asyncio.gather(*groups, return_exceptions=True)
    assert [type(outcome) for outcome in outcomes] == [type(None), Conflict] * 50
    assert await store.entries("t") == [(number, 1, b"first") for number in range(50)]


async def test_a_conflict_does_not_affect_other_writes(store: Store) -> None:
    await store.write(Append("t7", 0, 1, b"there"))
    outcomes = await asyncio.gather(
        *(store.write(Append(f"t{i}", 0, 1, b"new")) for i in range(20)), return_exceptions=True
    )
    assert [i for i, outcome in enumerate(outcomes) if outcome] == [7]
    assert isinstance(outcomes[7], Conflict)
    assert [await numbers(store, f"t{i}") for i in range(20)] == [[0]] * 20


@pytest.mark.parametrize("place", [0, 1, 2])
async def test_a_group_is_atomic(store: Store, place: int) -> None:
    await store.write(Append("t", 0, 1, b""))
    group: list[Any] = [person("ada"), Append("t", 1, 1, b"")]
    group.insert(place, Append("t", 0, 1, b"taken"))
    neighbours = [person("bob"), Append("u", 0, 1, b"")]
    outcomes = await asyncio.gather(
        store.write(neighbours[0]), store.write(*group), store.write(neighbours[1]), return_exceptions=True
    )
    assert [type(outcome) for outcome in outcomes] == [type(None), Conflict, type(None)]
    assert await names(store) == ["bob"]
    assert await numbers(store) == [0]
    assert await numbers(store, "u") == [0]


async def test_a_duplicate_key_is_a_conflict_whose_message_has_no_values(store: Store) -> None:
    await store.write(person("ada"))
    with pytest.raises(Conflict) as refused:
        await store.write(Append("t", 0, 1, b""), person("ada"))
    assert "ada" not in str(refused.value)
    assert await numbers(store) == []


async def test_an_invalid_change_fails_alone(store: Store) -> None:
    wrong = insert(people).values(id="no name")
    outcomes = await asyncio.gather(
        store.write(person("ada")),
        store.write(wrong),
        store.write(Append("t", 0, 1, b""), text("nonsense")),  # type: ignore[arg-type]  # wrong on purpose
        store.write(Append("t", 0, 1, b"")),
        return_exceptions=True,
    )
    assert [isinstance(outcome, SQLAlchemyError) for outcome in outcomes] == [False, True, True, False]
    assert await names(store) == ["ada"]
    assert await numbers(store) == [0]


async def test_changes_of_a_group_are_applied_in_order(store: Store) -> None:
    await store.write(
        person("ada"),
        update(people).values(name="Ada").where(people.c.id == "ada"),
        delete(people).where(people.c.name == "ada"),
        insert(seats).values(table_key="t", seat=0, person="ada"),
        update(seats).where(seats.c.person == "ada").values(person=None),
    )
    assert [tuple(row) for row in await store.read(select(people.c.name))] == [("Ada",)]
    assert [tuple(row) for row in await store.read(select(seats))] == [("t", 0, None)]


async def test_groups_are_applied_in_the_order_of_their_requests(store: Store) -> None:
    await store.write(person("ada"))
    waits = []
    for i in range(60):
        waits.append(store.write(update(people).values(made=people.c.made * 3 % 1009 + i)))
        waits.append(store.write(Append("t", i, i, b"")))
    await asyncio.gather(*waits)
    made = 1
    for i in range(60):
        made = made * 3 % 1009 + i
    assert [tuple(row) for row in await store.read(select(people.c.made))] == [(made,)]
    assert await numbers(store) == list(range(60))


async def test_a_write_is_seen_by_the_next_read(store: Store) -> None:
    for number in range(100):
        await store.write(Append("t", number, 1, b""))
        assert len(await store.entries("t")) == number + 1
    await store.write(person("ada"))
    assert await names(store) == ["ada"]


async def test_rows_have_the_types_of_their_columns(store: Store) -> None:
    row = {
        "key": "t",
        "game": "nox",
        "rules_version": 2,
        "options": "{}",
        "status": "open",
        "listed": True,
        "made": 2**40,
        "changed": 3,
        "summary": '{"a": "é"}',
        "chatted": None,
        "followed": 2**41,
    }
    await store.write(insert(tables).values(**row))
    (found,) = await store.read(select(tables).where(tables.c.listed))
    assert found._mapping == row  # type: ignore[attr-defined]  # SQLAlchemy's rows have it


async def test_a_query_without_rows_is_an_empty_list(store: Store) -> None:
    assert await store.read(select(people)) == []


async def test_an_empty_write_is_allowed(store: Store) -> None:
    await store.write()


async def test_waiting_writes_share_commits(make: Make) -> None:
    store: Any = make(beat=1000)
    await store.open()
    before = store.batches
    await asyncio.gather(*(store.write(Append(f"t{i}", 0, 1, b"x" * 100)) for i in range(1000)))
    assert store.batches - before < 500
    assert [tuple(row) for row in await store.read(select(func.count()).select_from(text("entries")))] == [(1000,)]
    await store.close()


async def test_a_full_queue_refuses_writes_and_loses_nothing(make: Make) -> None:
    store: Any = make(queue=10, beat=1000)
    await store.open()
    outcomes = await asyncio.gather(*(store.write(Append("t", i, 1, b"")) for i in range(30)), return_exceptions=True)
    assert outcomes[:10] == [None] * 10
    assert all(isinstance(outcome, CannotWrite) for outcome in outcomes[10:])
    assert await numbers(store) == list(range(10))
    await store.write(Append("t", 10, 1, b""))  # the queue has space again
    await store.close()


async def test_closing_finishes_pending_writes(make: Make) -> None:
    store: Any = make()
    await store.open()
    writing = [asyncio.ensure_future(store.write(Append("t", i, 1, b""))) for i in range(500)]
    await asyncio.sleep(0)  # all are requested, none is answered
    await store.close()
    assert await asyncio.gather(*writing) == [None] * 500
    with pytest.raises(CannotWrite):
        await store.write(Append("t", 500, 1, b""))
    again: Any = make()
    await again.open()
    assert await numbers(again) == list(range(500))
    await again.close()


async def test_a_cancelled_write_does_not_affect_others(store: Store) -> None:
    waits = [asyncio.ensure_future(store.write(Append("t", i, 1, b""))) for i in range(10)]
    await asyncio.sleep(0)
    waits[3].cancel()
    outcomes = await asyncio.gather(*waits, return_exceptions=True)
    assert [i for i, outcome in enumerate(outcomes) if outcome is not None] == [3]
    assert await numbers(store) == list(range(10))


async def test_the_time_is_right_and_never_goes_backwards(store: Store) -> None:
    assert abs(store.now() - time.time() * 1000) < 1000
    times = [store.now() for _ in range(10_000)]
    assert times == sorted(times)


async def test_excused_time_counts_as_down_time(store: Store) -> None:
    now = store.now()
    store.exclude_from_clocks(now - 500, now)
    assert store.down_time(now - 2000, now) == 500


async def test_this_process_is_alive_and_unknown_ones_are_not(store: Store) -> None:
    assert store.is_alive(store.process)
    assert not store.is_alive("stranger")
