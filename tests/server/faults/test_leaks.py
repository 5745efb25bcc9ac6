"""What a viewer cannot know changes no byte that the server sends them.

Two servers play the same moves. Then everything that the viewer cannot know is replaced on the second one: what is
hidden in the match (hands, piles, future draws), the seed, the secret of the shuffle, the others' numbers. From then on
both must send the same: frames, REST answers, refusals, metrics. The last tests add leaks, which are detected. A replay
is compared with what was sent live. (A re-dealt match cannot be undone, so nobody asks for a takeback here.)
"""

import asyncio
import base64
import copy
import dataclasses
import random
import re
import secrets
import time
from collections.abc import Callable
from typing import Any, cast

import msgspec
import pytest
from tests.server.admin.hosting import signed_in
from tests.server.fakes import FakeBots, FakeStore
from tests.server.faults.sockets import Device
from tests.server.in_memory import settle
from tests.server.web.guests import HOST, Guest, Open

from ludotheque.games.spec import Json
from ludotheque.server.settings import Settings
from ludotheque.server.tables import journal, messages, snapshots
from ludotheque.server.tables.handlers import Requester
from ludotheque.server.tables.house import NO_PACE, House
from ludotheque.server.tables.live_table import LiveTable
from ludotheque.server.tables.people import People
from ludotheque.server.tables.table import Logged, Table
from ludotheque.server.web import websocket
from ludotheque.server.web.app import create_app

#: Game, options, seats, and after how many moves the hidden part is replaced.
STORIES: list[tuple[str, Json, int, int]] = [
    ("nox", {}, 3, 0),
    ("nox", {}, 3, 7),
    ("nox", {"variant": "hard"}, 4, 12),
    ("domino3d", {"sand": 60}, 2, 6),
    ("domino3d", {"mode": "solo"}, 1, 5),
    ("domino3d", {"mode": "race"}, 2, 9),
]
#: Memory and processor time of the process that runs both servers: different each time they are read.
OF_THE_PROCESS = re.compile(rb"^process_.*\n", re.MULTILINE)
CASES = [(story, viewer) for story in STORIES for viewer in [*range(story[2]), None]]


class Leak(Exception):
    """The servers' messages differ; carries both."""


class Scene:
    """A server with a running table, identical in every run."""

    def __init__(self, seed: str) -> None:
        dice = random.Random(seed)
        self.patches: dict[str, Callable[..., Any]] = {
            "choice": dice.choice,
            "token_hex": lambda count=32: dice.randbytes(count).hex(),
            "token_urlsafe": lambda count=32: base64.urlsafe_b64encode(dice.randbytes(count)).rstrip(b"=").decode(),
            "randbits": dice.getrandbits,
        }
        self.heard: list[bytes] = []

    async def play(self, story: tuple[str, Json, int, int]) -> None:
        game, options, seats, moves = story
        dice = random.Random(repr(story))
        self.store = FakeStore()
        self.house = House(self.store, cast(Any, FakeBots()), pace=NO_PACE)
        await self.house.open()
        self.app = create_app(self.house, People(self.store), Settings(HOST, limits=False))
        self.guests = [Guest(self.app) for _ in range(seats + 1)]
        self.people = [str((await guest.named(f"N{number}"))["id"]) for number, guest in enumerate(self.guests)]
        self.host = await signed_in(Open(self.app, self.house, self.store))
        plans = [{"who": "me"}] + [{"who": "open"}] * (seats - 1)
        key = await self.guests[0].makes({"game": game, "options": options, "seats": plans, "listed": True})
        self.live: LiveTable = self.house.live_table(key)
        for seat in range(1, seats):
            await self.ask(seat, messages.Sit("s", seat, f"seed of {seat}"))
        await self.ask(0, messages.Start("s", "seed of 0"))
        for turn in range(moves):
            self.store.time += 1000
            seat, move, version = await self.live.read(lambda table: self._next(table, dice))
            await self.ask(seat, messages.Move(f"m{turn}", version, move, seat))

    def _next(self, table: Table, dice: random.Random) -> tuple[int, str, int]:
        seat = dice.choice(table.to_act())
        return seat, dice.choice(table.playing.legal_moves(seat)), table.match_version

    async def ask(self, seat: int, command: Any) -> None:
        await self.live.perform(Requester(self.people[seat], f"N{seat}"), command)

    async def exchange(self, viewer: int | None) -> None:
        """Replace the table by one that looks the same to that viewer."""
        self.live.table = await self.live.read(lambda table: exchanged(table, viewer))

    async def observe(self, viewer: int | None) -> list[bytes]:
        """Return all that the viewer gets by asking for everything."""
        number = len(self.people) - 1 if viewer is None else viewer
        guest, person = self.guests[number], self.people[number]
        key = self.live.key
        devices = [Device(self.house, person, key, self.app) for _ in range(2)]
        devices[0].say(type="join", legal=True)
        devices[1].say(type="join", since=2)
        for count, message in enumerate(await self.questions(viewer)):
            self.store.time += 100
            devices[count % 2].say(id=f"q{count}", **message)
            await settle(30)
        await self.ask(0, messages.Say("x", "hello"))
        await settle(30)
        for path in ("", "/record", "/replay?seat=all", "/replay?seat=0", "/replay?seat=1", "/nothing"):
            if path != f"/replay?seat={viewer}":
                await self.get(guest, f"/api/tables/{key}{path}")
        for path in ("/api/tables", "/api/me/tables", "/api/games", "/metrics"):
            await self.get(guest, path)
        for path in ("house", "tables", f"tables/{key}", "people", "reports", "log"):
            await self.get(self.host, f"/api/admin/{path}")
        found = [frame.encode() for device in devices for frame in device.frames] + self.heard
        for device in devices:
            await device.leave()
        return found

    async def questions(self, viewer: int | None) -> list[Json]:
        """Return requests that are the same on both servers, because they use only what the viewer knows."""
        version, own = await self.live.read(lambda table: (table.match_version, self._own(table, viewer)))
        every = [
            "",
            "nonsense",
            "done",
            "timeout",
            "draw",
            "0,0,0 E U",
            "place 1 0,0,0 E U",
            "lift 1",
            "R5",
            "K1 0",
            "B3>0",
        ]
        tries = [{"type": "try", "move": move} for move in own[:3] + every]
        wrong = [{"type": "move", "match_version": version, "move": move} for move in every[:2]]
        stale = [{"type": "move", "match_version": 0, "move": move} for move in own[:1] + every]
        asked = [{"type": kind} for kind in ("legal", "board", "hint", "sit", "start", "play_again")]
        return [*tries, *wrong, *stale, *asked]

    def _own(self, table: Table, viewer: int | None) -> list[str]:
        return table.playing.legal_moves(viewer) if viewer is not None and viewer in table.to_act() else []

    async def get(self, guest: Guest, path: str) -> None:
        answer = await guest.get(path)
        headers, content = dict(answer.headers), answer.content
        if path == "/metrics":
            content = OF_THE_PROCESS.sub(b"", content)
            headers["content-length"] = str(len(content))
        self.heard.append(f"{path} {answer.status_code} {sorted(headers.items())}".encode() + content)

    async def close(self) -> None:
        for guest in (*self.guests, self.host):
            await guest.aclose()
        await self.house.close()


def exchanged(table: Table, viewer: int | None) -> Table:
    other = copy.copy(table)
    other.match = table.playing.redeal(viewer, "another deal")
    other.seats = copy.deepcopy(table.seats)
    for number, seat in enumerate(other.seats):
        seat.client_seed = seat.client_seed if number == viewer else f"another number {number}"
    other.log = [_exchanged(table, logged, viewer) for logged in table.log]
    other.made = cast(journal.Made, other.log[0].entry)
    return other


def _exchanged(table: Table, logged: Logged, viewer: int | None) -> Logged:
    entry: journal.AnyEntry = logged.entry
    match entry:
        case journal.Made():
            entry = msgspec.structs.replace(entry, server_seed="f" * 64)
        case journal.Started():
            client_seed = entry.client_seed if entry.seat == viewer else "another number"
            entry = msgspec.structs.replace(entry, seed="another seed", client_seed=client_seed)
        case journal.Sat() | journal.Seeded() if entry.seat != viewer:
            entry = msgspec.structs.replace(entry, client_seed=f"another number {entry.seat}")
        case _:
            pass
    shown = table.playing.mode.shown  # not `show`, to which a test below adds a leak
    return dataclasses.replace(logged, entry=entry, events=[shown(event, viewer) for event in logged.events])


async def tell(story: tuple[str, Json, int, int], viewer: int | None, *, other: bool, monkey: Any) -> list[bytes]:
    scene = Scene("the same each time")
    for name, patch in scene.patches.items():
        monkey.setattr(secrets, name, patch)
    await scene.play(story)
    if other:
        await scene.exchange(viewer)
    try:
        return await scene.observe(viewer)
    finally:
        await scene.close()


def compare(story: tuple[str, Json, int, int], viewer: int | None, monkey: pytest.MonkeyPatch) -> None:
    monkey.setattr(time, "perf_counter", lambda: 0.0)
    monkey.setattr(time, "time", lambda: 1e9)
    monkey.setattr(websocket, "RATE", 1e9)
    monkey.setattr(websocket, "BURST", 1e9)
    one = asyncio.run(tell(story, viewer, other=False, monkey=monkey))
    two = asyncio.run(tell(story, viewer, other=True, monkey=monkey))
    assert len(one) > 30
    for first, second in zip(one, two, strict=True):
        if first != second:
            raise Leak(f"{first.decode()}\n\n{second.decode()}")


@pytest.mark.parametrize(("story", "viewer"), CASES, ids=str)
def test_what_a_viewer_cannot_know_changes_no_byte(
    story: tuple[str, Json, int, int], viewer: int | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    compare(story, viewer, monkeypatch)


def test_a_leak_in_a_view_is_detected(monkeypatch: pytest.MonkeyPatch) -> None:
    now = snapshots.now

    def leaking(table: Table, viewer: int | None, *rest: Any) -> messages.Now:
        found = now(table, viewer, *rest)
        return msgspec.structs.replace(found, view=table.match.state()) if table.match else found

    monkeypatch.setattr(snapshots, "now", leaking)
    with pytest.raises(Leak):
        compare(STORIES[1], 0, monkeypatch)


def test_a_leak_in_events_is_detected(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ludotheque.match.Match.show", lambda self, events, seat: events)
    with pytest.raises(Leak):
        compare(STORIES[1], 1, monkeypatch)


@pytest.mark.parametrize(
    ("kind", "field"),
    [
        (journal.Sat, "client_seed"),
        (journal.Seeded, "client_seed"),
        (journal.Started, "seed"),
        (journal.Started, "client_seed"),
        (journal.Made, "server_seed"),
    ],
)
def test_an_extra_field_of_an_entry_is_detected(kind: type, field: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(snapshots.PUBLIC, kind, (*snapshots.PUBLIC[kind], field))
    with pytest.raises(Leak):
        compare(STORIES[1], None, monkeypatch)


def test_a_trial_with_the_matchs_own_chance_is_detected(monkeypatch: pytest.MonkeyPatch) -> None:
    tried = snapshots.tried

    def leaking(table: Table, seat: int, move: str) -> Json:
        tried(table, seat, move)  # which may refuse the move
        match = table.playing.copy()
        return {"events": match.play(move, seat), "view": match.view(seat)}

    monkeypatch.setattr(snapshots, "tried", leaking)
    with pytest.raises(Leak):
        compare_all(STORIES[1], monkeypatch)


def compare_all(story: tuple[str, Json, int, int], monkey: pytest.MonkeyPatch) -> None:
    for viewer in range(story[2]):
        compare(story, viewer, monkey)


@pytest.mark.parametrize("story", STORIES, ids=str)
def test_a_replay_of_a_running_match_shows_what_was_sent_live(
    story: tuple[str, Json, int, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    async def play() -> None:
        scene = Scene("a replay")
        await scene.play(story)
        for viewer in [*range(story[2]), None]:
            number = len(scene.people) - 1 if viewer is None else viewer
            path = f"/api/tables/{scene.live.key}"
            snapshot = (await scene.guests[number].get(path)).json()
            seat = "none" if viewer is None else viewer
            replay = (await scene.guests[number].get(f"{path}/replay?seat={seat}")).json()
            live = [entry.get("events", []) for entry in snapshot["entries"] if entry["kind"] in ("started", "moved")]
            assert [step["events"] for step in replay["steps"]] == live
            assert replay["steps"][-1]["view"] == snapshot["now"]["view"]
        await scene.close()

    asyncio.run(play())
