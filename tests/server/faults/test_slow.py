"""A client that reads nothing: its queue is bounded, it gets a goodbye, and is cut off if it does not read that.

These tests have no network, so that it is certain which limit ends the connection. Mutants are detected.
"""

import asyncio
import gc
import weakref

import pytest
from tests.server.faults.sockets import Device
from tests.server.in_memory import Guest, open_house, settle, table_of

from ludotheque.server.tables import messages
from ludotheque.server.web import websocket

pytestmark = pytest.mark.attack

NEWS = 250  # more than the queue holds


PATIENCE = 120.0


async def never_reads() -> None:
    async with open_house() as house:
        live = await table_of(house)
        lazy, other = Device(house, None, live.key), Device(house, None, live.key)
        for device in (lazy, other):
            device.say(type="join")
        await settle()
        lazy.socket.may_send.clear()
        most = 0
        for _ in range(NEWS):
            await Guest(live, "a").ask(messages.Say, text="x")
            most = max(most, lazy.connection.waiting)
        await settle()
        assert most <= 200
        assert lazy.socket.closed == websocket.TOO_SLOW
        assert lazy.connection.subscriber not in live.subscribers
        assert len(other.frames) == 1 + NEWS
        await asyncio.wait_for(lazy.task, PATIENCE)
        await other.leave()


@pytest.fixture(autouse=True)
def _soon(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(websocket, "CLOSE_WITHIN", 0.1)


def test_a_client_that_reads_nothing_is_disconnected() -> None:
    asyncio.run(never_reads())


def test_an_unbounded_queue_is_detected(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(websocket, "MAX_FRAMES", 10**9)
    with pytest.raises(AssertionError):
        asyncio.run(never_reads())


def test_a_connection_that_is_never_cut_is_detected(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(websocket.TableConnection, "drop", lambda self: None)
    monkeypatch.setitem(globals(), "PATIENCE", 2.0)
    with pytest.raises(TimeoutError):
        asyncio.run(never_reads())


async def is_freed() -> bool:
    async with open_house() as house:
        live = await table_of(house)
        device = Device(house, None, live.key)
        device.say(type="join")
        await settle()
        connection = weakref.ref(device.connection)
        await device.leave()
        gc.disable()
        try:
            del device
            await settle()
            return connection() is None
        finally:
            gc.enable()


def test_a_closed_connection_is_freed_without_the_garbage_collector() -> None:
    assert asyncio.run(is_freed())


async def joins_at_length() -> None:
    async with open_house() as house:
        device = Device(house, None, (await table_of(house)).key)
        device.say(type="join")
        await settle()
        assert '"type":"snapshot"' in device.frames[0]
        assert device.socket.closed is None
        await device.leave()


def test_a_table_is_joined_however_long_its_history(monkeypatch: pytest.MonkeyPatch) -> None:
    """A first frame that is larger than everything that may wait is sent all the same."""
    monkeypatch.setattr(websocket, "MAX_WAITING", 10)
    asyncio.run(joins_at_length())
