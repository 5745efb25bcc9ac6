"""Frames that no client would send: no crash, no hang, no request without an answer.

The last test shows that a missing refusal is detected.
"""

import asyncio
import json
import os
import random
from typing import Any

import msgspec
import pytest
from tests.server.faults.sockets import Device
from tests.server.in_memory import open_house, settle, table_of

from ludotheque.server.tables import messages
from ludotheque.server.web import websocket

pytestmark = pytest.mark.attack

FRAMES = 1_000_000 if os.environ.get("LUDOTHEQUE_LONG") else 100_000
BATCH = 250
#: Frames per table: matches are soon over.
PART = 5_000
KINDS = [kind.__struct_config__.tag for kind in messages.FromClient.__args__]
ODD: list[Any] = [
    None, True, False, 0, -1, 15, 16, 2**31, 2**63, 2**64, 10**400, 0.5, 1e308, "", "a", "\0", "a1", "ß", "😀",
    "x" * 64, "x" * 65, "x" * 501, [], {}, [[]], {"a": 1}, "<script>", "-1", "null", "💥" * 16,
]  # fmt: skip
RAW: list[str | bytes] = [
    "", " ", "{", "}", "[]", "null", "1", '"join"', "[" * 15_000, '{"a":' * 3_000, '{"type":"join"} {}', "{}",
    b"", b"\xff\xfe", b"\x00" * 100, b'{"type":"say","id":"\xff","text":"a"}', "\ufeff{}", "x" * 16_384,
    '{"type":"say","id":"\\ud800","text":"a"}', '{"type":"pong","n":1e999}', '{"type":"pong","n":' + "9" * 5_000 + "}",
]  # fmt: skip


class Fuzz:
    """Frames, and how many answers each of them must have."""

    def __init__(self, seed: int) -> None:
        self.dice = random.Random(seed)

    def frame(self) -> str | bytes:
        dice, kind = self.dice, self.dice.random()
        if kind < 0.1:
            return dice.choice(RAW)
        if kind < 0.2:
            return dice.randbytes(dice.randrange(60))
        text = json.dumps(self.message(), ensure_ascii=dice.random() < 0.5)
        if kind < 0.4:
            return self.spoil(text)
        return text

    def message(self) -> dict[str, Any]:
        """Return a message, sometimes a valid request."""
        dice = self.dice
        message: dict[str, Any] = {"type": dice.choice(KINDS), "id": f"f{dice.randrange(1000)}"}
        for name in dice.sample(
            ["match_version", "move", "seat", "client_seed", "text", "n", "since", "legal"], dice.randrange(5)
        ):
            message[name] = dice.choice(ODD)
        if dice.random() < 0.1:
            message[dice.choice(["type", "id", "type "])] = dice.choice(ODD)
        return message

    def spoil(self, text: str) -> str | bytes:
        dice, spoiled = self.dice, bytearray(text.encode("utf-8", "replace"))
        for _ in range(dice.randrange(1, 4)):
            at = dice.randrange(len(spoiled) + 1)
            spoiled[at : at + dice.randrange(3)] = dice.randbytes(dice.randrange(3))
        try:
            return spoiled.decode() if dice.random() < 0.7 else bytes(spoiled)
        except UnicodeDecodeError:
            return bytes(spoiled)


def answers(frame: str | bytes) -> int:
    """Return how many answers a frame must get: one, except for a pong."""
    try:
        return 0 if isinstance(messages.decode(frame), messages.Pong) else 1
    except (msgspec.DecodeError, UnicodeError, RecursionError):
        return 1


async def fuzz(seed: int, count: int) -> None:
    fuzzed = Fuzz(seed)
    async with open_house() as house:
        live_tables = [await table_of(house, game, "ab") for game in ("keks", "nox", "nasca")]
        devices = [Device(house, who, live.key) for live in live_tables for who in ("a", "b", "c", None)]
        for device in devices:
            device.say(type="join")
        await settle()
        for first in range(0, count, BATCH):
            device = devices[first // BATCH % len(devices)]
            device.frames.clear()
            expected = 0
            for _ in range(BATCH):
                frame = fuzzed.frame()
                expected += answers(frame)
                device.put(frame)
            await answered(device, expected)
            for other in devices:
                other.frames.clear()
        assert not any(device.task.done() for device in devices)
        await still_alive(devices)
        for device in devices:
            await device.leave()


PATIENCE = 120.0


async def answered(device: Device, expected: int) -> None:
    """Wait for exactly that many answers, without a hang."""
    async with asyncio.timeout(PATIENCE):
        while len(found := replies(device)) < expected or not device.socket.received.empty():
            assert not device.task.done(), device.task
            await asyncio.sleep(0.001)
    await settle(20)
    assert len(replies(device)) == expected, found[-3:]


def replies(device: Device) -> list[str]:
    return [frame for frame in device.frames if frame.startswith(('{"type":"done"', '{"type":"refused"'))]


async def still_alive(devices: list[Device]) -> None:
    for device in devices[:2]:
        device.frames.clear()
        device.say(type="say", id="still here", text="hello")
        await answered(device, 1)
        assert msgspec.json.decode(replies(device)[0])["type"] == "done"


@pytest.fixture(autouse=True)
def _without_limits(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(websocket, "RATE", 1e9)
    monkeypatch.setattr(websocket, "BURST", 1e9)
    monkeypatch.setattr(websocket, "MAX_MALFORMED", 10**9)
    monkeypatch.setattr(websocket, "MAX_FRAMES", 10**6)
    monkeypatch.setattr(websocket, "MAX_WAITING", 10**9)


@pytest.mark.parametrize("seed", range(4))
def test_fuzzed_frames_are_all_answered(seed: int) -> None:
    for part in range(FRAMES // 4 // PART):
        asyncio.run(fuzz(1000 * seed + part, PART))


def test_a_missing_refusal_is_detected(monkeypatch: pytest.MonkeyPatch) -> None:
    send = websocket.TableConnection.send

    def forgetful(self: websocket.TableConnection, frame: bytes) -> None:
        if b"bad_message" not in frame:
            send(self, frame)

    monkeypatch.setattr(websocket.TableConnection, "send", forgetful)
    monkeypatch.setitem(globals(), "PATIENCE", 2.0)
    with pytest.raises(TimeoutError):
        asyncio.run(fuzz(1, BATCH))
