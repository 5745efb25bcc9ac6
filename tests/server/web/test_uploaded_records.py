"""Uploaded records: shown up to the first problem, with the reason; never a server error."""

from __future__ import annotations

import asyncio
import copy
import json
import random
from pathlib import Path
from typing import Any

import pytest
from starlette.types import Message
from tests.server.fakes import FakeBots
from tests.server.web.guests import ADDRESS, Guest, open_house, refused, story

import ludotheque
from ludotheque.games.spec import Json
from ludotheque.server.bots import NOBODY, Asker
from ludotheque.server.queries import uploaded_records
from ludotheque.server.queries.offloading import CpuBudget
from ludotheque.server.web.rest_common import MAX_RECORD

STORED = sorted((Path(__file__).parents[2] / "records").glob("*/*.json"))


def keks(moves: int = 8) -> Json:
    match = ludotheque.game("keks").start(2, seed=1)
    for _ in range(moves):
        match.play(match.legal_moves()[0])
    return match.record()


async def shown(guest: Guest, uploaded: Json, query: str = "seat=all") -> Json:
    response = await guest.post(f"/api/records?{query}", json=uploaded)
    assert response.status_code == 200, response.text
    found: Json = response.json()
    return found


@story
@pytest.mark.parametrize("game", ["domino3d", "keks", "nasca", "nasenspiel", "nox"])
async def test_a_stored_record_is_shown_from_every_seat(game: str) -> None:
    path = next(path for path in STORED if path.parent.name == game)
    uploaded = json.loads(path.read_bytes())
    match = ludotheque.replay(uploaded)
    async with open_house(limits=False) as house:
        guest = house.guest()
        for seat in ("all", "none", *range(match.seats)):
            numbers, after = [], 0
            while after is not None:
                page = await shown(guest, uploaded, f"seat={seat}&after={after}")
                assert page["trouble"] is None
                numbers += [step["number"] for step in page["steps"]]
                last, after = page["steps"][-1], page["after"]
            assert numbers == list(range(len(match.history) + 1))
            viewer = None if seat == "none" else seat
            wanted = match.state() if seat == "all" else match.view(viewer)
            assert last["view"] == json.loads(json.dumps(wanted))
        assert house.house.live_tables == {}


@story
async def test_it_is_shown_up_to_the_first_bad_move_with_the_reason() -> None:
    uploaded = keks()
    wrong = uploaded["history"][0][1]  # that tile has been taken
    with pytest.raises(ludotheque.BadRecord):
        ludotheque.replay({**uploaded, "history": [*uploaded["history"][:4], [uploaded["history"][4][0], wrong]]})
    async with open_house() as house:
        guest = house.guest()

        async def trouble(at: int, seat: int, move: str) -> Json:
            history = [*uploaded["history"][:at], [seat, move], *uploaded["history"][at + 1 :]]
            found = await shown(guest, {**uploaded, "history": history})
            assert [step["number"] for step in found["steps"]] == list(range(at + 1))
            assert found["moves"] == at
            assert (found["trouble"]["move"], found["trouble"]["seat"]) == (at + 1, seat)
            assert found["trouble"]["text"] == move
            refusal: Json = found["trouble"]["refusal"]
            return refusal

        mover = uploaded["history"][4][0]
        illegal = await trouble(4, mover, wrong)
        assert illegal["code"] == "illegal_move"
        assert illegal["key"].startswith("keks.")
        assert illegal["rule"] > 0
        assert (await trouble(4, 1 - mover, uploaded["history"][4][1]))["code"] == "not_your_turn"
        assert (await trouble(4, 7, "a1"))["code"] == "no_such_seat"
        assert (await trouble(0, 0, "nonsense"))["code"] == "bad_move"


@story
async def test_moves_after_the_end_and_a_wrong_result() -> None:
    match = ludotheque.game("keks").start(2, seed=1)
    while not match.over:
        match.play(match.legal_moves()[0])
    uploaded = match.record()
    async with open_house() as house:
        guest = house.guest()
        longer = await shown(guest, {**uploaded, "history": [*uploaded["history"], uploaded["history"][0]]})
        assert longer["trouble"]["refusal"]["code"] == "table_is_over"
        assert longer["moves"] == len(match.history)
        won = await shown(guest, {**uploaded, "result": {"scores": [99, 0], "winners": [0]}})
        assert won["trouble"]["move"] is None
        assert won["trouble"]["refusal"]["code"] == "bad_result"
        assert len(won["steps"]) == len(match.history) + 1


@story
async def test_other_files_are_refused_with_what_is_allowed() -> None:
    async with open_house() as house:
        guest = house.guest()
        for nonsense in (b"", b"nonsense", b"[1]", b"{}", b"\xff\xfe", b"[" * 5000, json.dumps(keks()).encode()[:-9]):
            response = await guest.post("/api/records", content=nonsense, headers={"content-type": "application/json"})
            assert refused(response, 422, "not_a_record")["allowed"] == "ludotheque-record-2"
        refused(await guest.post("/api/records", content=b"{}"), 415, "only_json")
        refusal = refused(await guest.post("/api/records", json={**keks(), "game": "chess"}), 422, "unknown_game")
        assert "keks" in refusal["allowed"]
        refusal = refused(await guest.post("/api/records", json={**keks(), "rules_version": 99}), 422, "other_rules")
        assert refusal["params"] == {"version": 99, "ours": 1}
        newer = {**keks(), "format": "ludotheque-record-9", "more": "than we know"}
        refusal = refused(await guest.post("/api/records", json=newer), 422, "other_format")
        assert refusal["params"] == {"told": "ludotheque-record-9", "ours": "ludotheque-record-2"}
        refused(await guest.post("/api/records", json={**keks(), "options": {"x": 1}}), 422, "cannot_begin")
        refused(await guest.post("/api/records?seat=2", json=keks()), 422, "no_such_seat")
        long = b" " * (MAX_RECORD + 1)
        response = await guest.post("/api/records", content=long, headers={"content-type": "application/json"})
        assert refused(response, 413, "too_large")["allowed"] == MAX_RECORD


@story
async def test_the_work_ends_when_the_client_leaves(monkeypatch: pytest.MonkeyPatch) -> None:
    begun, ended = asyncio.Event(), asyncio.Event()

    async def hang(self: FakeBots, request: Any, asker: Asker = NOBODY) -> Any:
        assert asker == Asker("192.0.2.1")
        begun.set()
        try:
            await asyncio.sleep(3600)
        finally:
            ended.set()

    monkeypatch.setattr(FakeBots, "query", hang)
    async with open_house() as house:
        incoming: asyncio.Queue[Message] = asyncio.Queue()
        text = json.dumps(keks()).encode()
        headers = {"host": "house.test", "origin": ADDRESS, "content-type": "application/json"}
        scope = {
            "type": "http",
            "method": "POST",
            "path": "/api/records",
            "query_string": b"",
            "headers": [(name.encode(), value.encode()) for name, value in headers.items()],
            "client": ("192.0.2.1", 5000),
        }
        sent: list[Message] = []

        async def send(message: Message) -> None:
            sent.append(message)

        await incoming.put({"type": "http.request", "body": text, "more_body": False})
        answering = asyncio.create_task(house.app(scope, incoming.get, send))
        await asyncio.wait_for(begun.wait(), 30)
        assert not ended.is_set()
        await incoming.put({"type": "http.disconnect"})
        await asyncio.wait_for(answering, 30)
        assert ended.is_set()
        assert sent == []


async def upload_what_takes_too_long(monkeypatch: pytest.MonkeyPatch) -> None:
    async with open_house() as house:
        monkeypatch.setattr(uploaded_records, "CHECK_SECONDS", -1.0)
        answer = await house.guest().post("/api/records", json=keks())
        assert refused(answer, 422, "takes_too_long")["allowed"] == -1.0


async def upload_what_is_too_long(monkeypatch: pytest.MonkeyPatch) -> None:
    async with open_house() as house:
        monkeypatch.setattr(uploaded_records, "MAX_MOVES", 7)
        refusal = refused(await house.guest().post("/api/records", json=keks()), 422, "too_many_moves")
        assert (refusal["params"], refusal["allowed"]) == ({"moves": 8, "most": 7}, 7)


TOO_MUCH = [upload_what_takes_too_long, upload_what_is_too_long]


@pytest.mark.parametrize("upload", TOO_MUCH)
def test_a_record_that_takes_too_much_is_refused(upload: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    asyncio.run(upload(monkeypatch))


@pytest.mark.parametrize("upload", TOO_MUCH)
def test_a_server_without_limits_of_records_is_detected(upload: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """Two mutants: processor time is not counted, and any record counts as short."""
    monkeypatch.setattr(CpuBudget, "check", lambda self: None)
    monkeypatch.setattr(uploaded_records, "len", lambda history: 0, raising=False)
    with pytest.raises(AssertionError):
        asyncio.run(upload(monkeypatch))


def spoilt(value: Any, chance: random.Random) -> Any:
    """Return the record with something replaced somewhere inside."""
    if isinstance(value, (dict, list)) and value and chance.random() < 0.8:
        place = chance.choice(list(value) if isinstance(value, dict) else range(len(value)))
        value[place] = spoilt(value[place], chance)
        return value
    return chance.choice([None, True, -1, 10**30, 0.5, "", "\ud800", "x" * 300, [], {}, [[]], "a1", 3])


@story
async def test_strange_records_are_answered() -> None:
    chance = random.Random("strange")
    stored = [json.loads(path.read_bytes()) for path in STORED if path.stat().st_size < 8000]
    position = ludotheque.replay(stored[0]).state()
    stored.append({**stored[0], "position": position, "history": []})
    stored[-1].pop("result", None)
    async with open_house(limits=False) as house:
        guest = house.guest()
        for _ in range(150):
            spoilt_record = spoilt(copy.deepcopy(chance.choice(stored)), chance)
            text = json.dumps(spoilt_record).encode()
            response = await guest.post("/api/records", content=text, headers={"content-type": "application/json"})
            assert response.status_code in (200, 422), (response.status_code, text[:500])
