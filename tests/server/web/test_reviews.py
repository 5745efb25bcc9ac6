"""Reviews as a browser requests them: only of finished matches, made once, one after another, and stored."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from sqlalchemy import func, select, update
from tests.server.fakes import Disk, FakeBots, FakeStore
from tests.server.web.guests import ALONE, KEKS, Guest, Open, open_house, refused, story

from ludotheque.games.spec import Json
from ludotheque.server.bots import NOBODY, QUOTAS, Asker, JobFailed, ReviewRequest
from ludotheque.server.bots.lanes import Quota
from ludotheque.server.queries import reviews
from ludotheque.server.store import schema
from ludotheque.server.tables import messages

#: A first turn with one placement.
SHORT = {**ALONE, "options": {**ALONE["options"], "several": False}}  # type: ignore[dict-item]


async def finished(house: Open, guest: Guest, person: Json, setup: Json = SHORT) -> str:
    key = await guest.makes(setup)
    await house.does(person, key, messages.Start("start"))
    await house.plays(person, key)
    return key


async def ready(guest: Guest, key: str) -> Json:
    """Poll until the review is ready."""
    for _ in range(5000):
        answer: Json = (await guest.get(f"/api/tables/{key}/review")).json()
        if answer["status"] in ("ready", "failed"):
            return answer
        await asyncio.sleep(0)
    raise AssertionError(answer)


@story
async def test_a_finished_match_is_reviewed_once_and_stored() -> None:
    disk = Disk()
    async with open_house(FakeStore(disk)) as house:
        ada = house.guest()
        key = await finished(house, ada, await ada.named("Ada"))
        path = f"/api/tables/{key}/review"
        assert (await ada.get(path)).json() == {"status": "none", "progress": 0.0, "review": None}
        assert (await ada.post(path)).json()["status"] == "running"
        answer = await ready(house.guest(), key)
        assert (answer["progress"], answer["review"]["unit"], len(answer["review"]["curve"])) == (1.0, "points", 2)
        assert [one["judgement"]["number"] for one in answer["review"]["decisions"]] == [1]
        async with open_house(FakeStore(disk)) as again:
            assert (await again.guest().post(path)).json() == answer
    assert len(disk.stores) == 0


@story
async def test_a_running_match_is_not_reviewed() -> None:
    async with open_house() as house:
        ada, bob = house.guest(), house.guest()
        ada_is, bob_is = await ada.named("Ada"), await bob.named("Bob")
        open_one = await ada.makes(KEKS)
        running = await house.table_of_two(ada, ada_is, bob_is)
        for ask in (ada.get, ada.post):
            refused(await ask(f"/api/tables/{open_one}/review"), 409, "table_is_open")
            refused(await ask(f"/api/tables/{running}/review"), 409, "table_is_running")
            refused(await ask("/api/tables/nosuchtable/review"), 404, "no_such_table")
        await house.does(bob_is, running, messages.Resign("resign"))
        assert (await ada.get(f"/api/tables/{running}/review")).json()["status"] == "none"


@story
async def test_reviews_are_made_one_after_another(monkeypatch: pytest.MonkeyPatch) -> None:
    go, most, at_once = asyncio.Event(), 0, 0
    review = FakeBots.review

    async def slow(self: FakeBots, request: ReviewRequest, asker: Asker = NOBODY) -> Any:
        nonlocal most, at_once
        at_once += 1
        most = max(most, at_once)
        await go.wait()
        found = await review(self, request)
        at_once -= 1
        return found

    monkeypatch.setattr(FakeBots, "review", slow)
    async with open_house() as house:
        ada = house.guest()
        person = await ada.named("Ada")
        keys = [await finished(house, ada, person) for _ in range(3)]
        for key in (*keys, *keys):
            await ada.post(f"/api/tables/{key}/review")
        statuses = [(await ada.get(f"/api/tables/{key}/review")).json()["status"] for key in keys]
        assert statuses == ["running", "queued", "queued"]
        go.set()
        assert [(await ready(ada, key))["status"] for key in keys] == ["ready"] * 3
        assert most == 1


@story
async def test_the_progress_of_the_next_review_starts_at_zero() -> None:
    async with open_house() as house:
        ada = house.guest()
        person = await ada.named("Ada")
        for key in [await finished(house, ada, person) for _ in range(2)]:
            answer = (await ada.post(f"/api/tables/{key}/review")).json()
            assert (answer["status"], answer["progress"]) == ("running", 0.0)
            assert (await ready(ada, key))["status"] == "ready"


@story
async def test_too_many_reviews_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(QUOTAS, "reviews", Quota(1, 1, 0))
    async with open_house() as house:
        ada = house.guest()
        person = await ada.named("Ada")
        key = await finished(house, ada, person)
        answer = await ada.post(f"/api/tables/{key}/review")
        refused(answer, 429, "too_many_requests")
        assert answer.headers["retry-after"] == "60"


@story
async def test_frequent_requests_must_wait() -> None:
    async with open_house() as house:
        ada = house.guest()
        person = await ada.named("Ada")
        keys = [await finished(house, ada, person) for _ in range(11)]
        for key in keys[:-1]:
            assert (await ada.post(f"/api/tables/{key}/review")).status_code == 200
            await ready(ada, key)
        refused(await ada.post(f"/api/tables/{keys[-1]}/review"), 429, "too_many_requests")
        assert (await ada.post(f"/api/tables/{keys[0]}/review")).json()["status"] == "ready"


@story
async def test_one_person_cannot_take_all_turns(monkeypatch: pytest.MonkeyPatch) -> None:
    go, made, review = asyncio.Event(), list[str](), reviews.Reviews.make

    async def noting(self: reviews.Reviews, match: reviews.FinishedMatch, asker: Asker = NOBODY) -> Any:
        await go.wait()
        made.append(asker.person)
        return await review(self, match, asker)

    monkeypatch.setattr(reviews.Reviews, "make", noting)
    async with open_house() as house:
        ada, eve = house.guest(), house.guest(client=("192.0.2.9", 5000))
        ada_is, eve_is = await ada.named("Ada"), await eve.named("Eve")
        most = QUOTAS["reviews"].person
        keys = [await finished(house, ada, ada_is) for _ in range(most + 1)]
        hers = await finished(house, eve, eve_is)
        answers = [await ada.post(f"/api/tables/{key}/review") for key in keys]
        assert [each.status_code for each in answers[:-1]] == [200] * most
        refusal = refused(answers[-1], 429, "too_many_at_once")
        assert refusal["params"] == {"what": "reviews", "whose": "person", "most": most}
        assert (refusal["allowed"], answers[-1].headers["retry-after"]) == (most, "5")
        await eve.post(f"/api/tables/{hers}/review")
        go.set()
        assert (await ready(eve, hers))["status"] == "ready"
        assert made.index(eve_is["id"]) <= 1, "she waits for one review at most"


@story
async def test_a_failed_review_can_be_requested_again_and_delays_nobody(monkeypatch: pytest.MonkeyPatch) -> None:
    review, broken = FakeBots.review, {"one"}

    async def breaks(self: FakeBots, request: ReviewRequest, asker: Asker = NOBODY) -> Any:
        if broken and request.number:
            broken.clear()
            raise JobFailed("it died", "")
        return await review(self, request)

    monkeypatch.setattr(FakeBots, "review", breaks)
    async with open_house() as house:
        ada = house.guest()
        person = await ada.named("Ada")
        first, second = [await finished(house, ada, person) for _ in range(2)]
        for key in (first, second):
            await ada.post(f"/api/tables/{key}/review")
        assert (await ready(ada, first))["status"] == "failed"
        assert (await ready(ada, second))["status"] == "ready"
        assert (await ada.post(f"/api/tables/{first}/review")).json()["status"] == "running"
        assert (await ready(ada, first))["status"] == "ready"


@story
async def test_a_review_of_an_older_version_is_repeated() -> None:
    async with open_house() as house:
        ada = house.guest()
        key = await finished(house, ada, await ada.named("Ada"))
        await ada.post(f"/api/tables/{key}/review")
        await ready(ada, key)
        await house.store.write(update(schema.reviews).values(version=0))
        assert (await ada.get(f"/api/tables/{key}/review")).json()["status"] == "none"
        await ada.post(f"/api/tables/{key}/review")
        assert (await ready(ada, key))["status"] == "ready"
        assert (await house.store.read(select(func.count()).select_from(schema.reviews)))[0][0] == 1
