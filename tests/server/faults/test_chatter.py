"""Who chats too much must wait, on all their devices; nobody else must, and moves are not delayed."""

from __future__ import annotations

import asyncio
from types import SimpleNamespace
from typing import Any

import msgspec
import pytest
from tests.server.faults.sockets import Device
from tests.server.in_memory import open_house, settle, table_of

from ludotheque.server.allowances import ALLOWANCES
from ludotheque.server.metrics import Metrics
from ludotheque.server.web.limits import Limits

pytestmark = pytest.mark.attack

PERSON = ALLOWANCES["words"].person
assert PERSON is not None
AT_ONCE, A_SECOND = PERSON.most, PERSON.per_minute / 60


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
        phone, laptop, other = (Device(house, person, live.key, app) for person in "aab")
        for device in (phone, laptop, other):
            device.say(type="join")
        await settle()
        for number in range(int(AT_ONCE)):
            reply = await answer((phone, laptop)[number % 2], f"word {number}", type="say", text="x")
            assert reply["type"] == "done", reply
        log = await live.read(lambda table: len(table.log))
        for device in (phone, laptop):
            reply = await answer(device, "too much", type="say", text="x")
            assert reply["type"] == "refused"
            assert (reply["code"], reply["params"]["seconds"], reply["allowed"]) == ("too_many_requests", 2, ["again"])
        assert await live.read(lambda table: len(table.log)) == log
        assert (await answer(other, "me too", type="say", text="x"))["type"] == "done"
        seat, move, version = await live.read(
            lambda table: (table.to_act()[0], table.playing.legal_moves()[0], table.match_version)
        )
        mover = phone if seat == 0 else other
        assert (await answer(mover, "move", type="move", match_version=version, move=move))["type"] == "done"
        now[0] += 1 / A_SECOND
        assert (await answer(phone, "later", type="say", text="x"))["type"] == "done"
        for device in (phone, laptop, other):
            await device.leave()


def test_who_chats_too_much_must_wait() -> None:
    asyncio.run(chatter())


def test_a_server_without_this_limit_is_detected(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Limits, "take", lambda self, kind, address, person="": None)
    with pytest.raises(AssertionError):
        asyncio.run(chatter())
