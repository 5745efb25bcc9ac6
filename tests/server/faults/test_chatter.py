"""Who talks without end: they are told to wait, on all their devices; nobody else is, and moves are not held up."""

from __future__ import annotations

import asyncio
from types import SimpleNamespace
from typing import Any

import msgspec
import pytest
from tests.server.faults.sockets import Device
from tests.server.houses import open_house, settle, table_of

from ludotheque.server.metrics import Metrics
from ludotheque.server.web.limits import RATES, Limits

A_SECOND, AT_ONCE = RATES["words"]


async def answer(device: Device, name: str, **message: Any) -> dict[str, Any]:
    device.say(id=name, **message)
    await settle(30)
    found = [msgspec.json.decode(frame) for frame in device.frames]
    return next(frame for frame in found if frame.get("id") == name)


async def chatter() -> None:
    now = [0.0]
    app = SimpleNamespace(state=SimpleNamespace(metrics=Metrics(), limits=Limits(clock=lambda: now[0])))
    async with open_house() as house:
        live = await table_of(house, "keks", "ab")
        phone, desk, other = (Device(house, person, live.key, app) for person in "aab")
        for device in (phone, desk, other):
            device.say(type="join")
        await settle()
        for number in range(int(AT_ONCE)):
            told = await answer((phone, desk)[number % 2], f"word {number}", type="say", text="x")
            assert told["type"] == "done", told
        log = await live.read(lambda table: len(table.log))
        for device in (phone, desk):
            told = await answer(device, "too much", type="say", text="x")
            assert told["type"] == "refused"
            assert (told["code"], told["params"]["seconds"], told["allowed"]) == ("too_many_requests", 2, ["again"])
        assert await live.read(lambda table: len(table.log)) == log
        assert (await answer(other, "me too", type="say", text="x"))["type"] == "done"
        seat, move, position = await live.read(
            lambda table: (table.to_act()[0], table.playing.legal_moves()[0], table.position)
        )
        mover = phone if seat == 0 else other
        assert (await answer(mover, "move", type="move", position=position, move=move))["type"] == "done"
        now[0] += 1 / A_SECOND
        assert (await answer(phone, "later", type="say", text="x"))["type"] == "done"
        for device in (phone, desk, other):
            await device.leave()


def test_who_talks_without_end_is_told_to_wait() -> None:
    asyncio.run(chatter())


def test_a_house_that_listens_without_end_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Limits, "take", lambda self, kind, who: None)
    with pytest.raises(AssertionError):
        asyncio.run(chatter())
