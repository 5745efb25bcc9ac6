"""Who is served first: those at tables, then reviews; everybody in turns, and nobody more than their quota."""

from __future__ import annotations

import asyncio
import itertools
import re
from collections.abc import Callable, Coroutine
from functools import wraps
from pathlib import Path
from typing import Any

import pytest

from ludotheque import BadSetup
from ludotheque.server.bots import Asker, TooManyAtOnce, WorkerPool, WorkersBusy, fair_queue
from ludotheque.server.bots.fair_queue import FairQueue
from ludotheque.server.bots.jobs import BotRequest, HintRequest, QueryRequest, Request, ReviewRequest
from ludotheque.server.bots.lanes import QUOTAS, Lane, Lanes, Quota, Ticket, changed_quotas

pytestmark = pytest.mark.attack

REVIEW = ReviewRequest("keks", {}, number=1)
QUICK = BotRequest("keks", {}, {}, 0, 1, 0)
SLOW = BotRequest("keks", {}, {}, 0, 5, 0)
HINT = HintRequest("keks", {}, {}, 0, 0)
UPLOAD, FILM, REPLAY = (QueryRequest(lane, "keks", len, ("",)) for lane in ("uploads", "films", "replays"))
ADA, BOB, EVE = Asker("192.0.2.1", "ada"), Asker("192.0.2.1", "bob"), Asker("192.0.2.2", "eve")


def in_a_loop(test: Callable[[], Coroutine[Any, Any, None]]) -> Callable[[], None]:
    @wraps(test)
    def run() -> None:
        asyncio.run(asyncio.wait_for(test(), 30))

    return run


async def served(workers: int, number: int, *jobs: Request) -> list[Request | None]:
    """The order in which a worker takes what waits; None as soon as it would have to wait."""
    pool, lanes = WorkerPool(workers), Lanes(QUOTAS)
    for job in jobs:
        lanes.put(Ticket(job))
    taken = [await lanes.take(pool.order(number, turn), lambda: True) for turn in range(len(jobs))]
    return [ticket.job if ticket else None for ticket in taken]


@in_a_loop
async def test_a_review_waits_for_everybody_at_a_table() -> None:
    for workers, number in ((1, 0), (2, 1)):
        found = await served(workers, number, REVIEW, REVIEW, QUICK, SLOW, HINT)
        assert set(map(type, found[:3])) == {BotRequest, HintRequest}
        assert found[3:] == [REVIEW, REVIEW]


@in_a_loop
async def test_the_worker_that_is_kept_for_quick_ones_does_nothing_else() -> None:
    assert await served(2, 0, SLOW, HINT, REVIEW, UPLOAD, FILM, REPLAY, QUICK) == [QUICK] + [None] * 6


@in_a_loop
async def test_hints_and_slow_levels_take_turns() -> None:
    found = await served(2, 1, *[HINT] * 4, *[SLOW] * 4)
    assert all(type(one) is not type(two) for one, two in itertools.pairwise(found))


@in_a_loop
async def test_queries_have_a_worker_of_their_own() -> None:
    found = await served(2, 2, QUICK, SLOW, HINT, REVIEW, UPLOAD, UPLOAD, FILM, REPLAY)
    assert found[4:] == [None] * 4
    assert {one.lane for one in found[:3] if isinstance(one, QueryRequest)} == {"uploads", "films", "replays"}
    for number in (0, 1):
        assert await served(2, number, UPLOAD, FILM, REPLAY) == [None] * 3


def test_addresses_take_turns_and_so_do_their_people() -> None:
    queue: FairQueue[str] = FairQueue()
    for asker, count in ((ADA, 4), (BOB, 2), (EVE, 2)):
        for number in range(count):
            queue.put(asker, f"{asker.person}{number}")
    assert [queue.take() for _ in range(len(queue))] == [
        "ada0", "eve0", "bob0", "eve1", "ada1", "bob1", "ada2", "ada3"
    ]  # fmt: skip
    with pytest.raises(IndexError):
        queue.take()


def test_who_comes_waits_only_for_what_is_in_progress() -> None:
    queue: FairQueue[str] = FairQueue()
    queue.put(ADA, "in progress")
    queue.take()
    for asker in (ADA, BOB, EVE):
        queue.put(asker, asker.person)
    assert [queue.take() for _ in range(3)] == ["eve", "bob", "ada"]


def test_only_the_last_who_were_served_are_remembered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fair_queue, "REMEMBERED", 10)
    queue: FairQueue[str] = FairQueue()
    served = [ADA, *(Asker(str(number), "carl") for number in range(5))]
    for asker in served:
        queue.put(asker, asker.person)
        queue.take()
    queue.put(ADA, "ada")
    queue.put(EVE, "eve")
    assert queue.take() == "ada", "who was served eleven times ago counts as new, and was first"


def test_what_is_removed_is_forgotten() -> None:
    queue: FairQueue[str] = FairQueue()
    queue.put(ADA, "one")
    queue.put(ADA, "two")
    assert queue.remove(ADA, "one")
    assert not queue.remove(ADA, "one")
    assert not queue.remove(EVE, "one")
    assert (list(queue), len(queue)) == (["two"], 1)
    queue.take()
    assert (list(queue), len(queue)) == ([], 0)
    with pytest.raises(IndexError, match="the queue is empty"):
        queue.take()


def lane(*, limited: bool = True) -> Lane[Ticket]:
    return Lane("hints", Quota(1, 2, 3), limited=limited)


@in_a_loop
async def test_a_quota_counts_what_waits_and_what_runs() -> None:
    hints = lane()
    hints.put(Ticket(HINT, ADA))
    for _ in range(2):
        with pytest.raises(TooManyAtOnce) as caught:
            hints.put(Ticket(HINT, ADA))
        assert (caught.value.lane, caught.value.whose, caught.value.most) == ("hints", "person", 1)
    running = hints.take()
    assert running is not None
    assert (hints.waiting, hints.running) == (0, 1)
    with pytest.raises(TooManyAtOnce):
        hints.check(ADA)
    hints.finish(running)
    assert (hints.waiting, hints.running) == (0, 0)
    hints.put(Ticket(HINT, ADA))


@in_a_loop
async def test_more_identities_of_one_address_do_not_help() -> None:
    hints = lane()
    hints.put(Ticket(HINT, ADA))
    hints.put(Ticket(HINT, BOB))
    with pytest.raises(TooManyAtOnce) as caught:
        hints.put(Ticket(HINT, Asker(ADA.address, "another")))
    assert (caught.value.whose, caught.value.most) == ("address", 2)
    hints.put(Ticket(HINT, EVE))
    with pytest.raises(WorkersBusy) as full:
        hints.put(Ticket(HINT, Asker("192.0.2.3", "zoe")))
    assert not isinstance(full.value, TooManyAtOnce)


@in_a_loop
async def test_nameless_visitors_of_one_address_count_as_one_person() -> None:
    hints = lane()
    hints.put(Ticket(HINT, Asker("192.0.2.1")))
    with pytest.raises(TooManyAtOnce):
        hints.put(Ticket(HINT, Asker("192.0.2.1")))
    hints.put(Ticket(HINT, Asker("192.0.2.2")))


@in_a_loop
async def test_who_leaves_the_queue_may_ask_again() -> None:
    lanes = Lanes({**QUOTAS, "hints": Quota(1, 2, 3)})
    ticket = Ticket(HINT, ADA)
    lanes.put(ticket)
    ticket.answer.cancel()
    await asyncio.sleep(0)
    assert lanes.waiting["hints"] == 0
    lanes.put(Ticket(HINT, ADA))
    assert len(lanes.clear()) == 1
    lanes.put(Ticket(HINT, ADA))


@in_a_loop
async def test_without_limits_only_the_total_is_bounded() -> None:
    hints = lane(limited=False)
    for _ in range(3):
        hints.put(Ticket(HINT, ADA))
    with pytest.raises(WorkersBusy):
        hints.put(Ticket(HINT, ADA))


@pytest.mark.parametrize("text", ["hints", "hints=1/2", "hints=1/2/x", "hints=0/1/1", "tea=1/2/3", "hints=1/2/3/4"])
def test_quotas_that_make_no_sense(text: str) -> None:
    with pytest.raises(BadSetup, match="LANE=PERSON/ADDRESS/ALL"):
        changed_quotas(text)


def test_quotas_that_are_changed() -> None:
    assert changed_quotas("") == QUOTAS
    assert changed_quotas("hints=2/64/256, ") == {**QUOTAS, "hints": Quota(2, 64, 256)}


def test_the_hosting_reference_lists_the_quotas() -> None:
    page = (Path(__file__).parents[3] / "docs/hosting-reference.md").read_text("utf-8")
    rows = re.findall(r"^\| `(\w+)` \| (\d+) \| (\d+) \| (\d+) \| [\w ]+ \|$", page, re.MULTILINE)
    assert {name: Quota(*map(int, counts)) for name, *counts in rows} == QUOTAS


@in_a_loop
async def test_waits_are_reported_by_lane() -> None:
    lanes, waits = Lanes(QUOTAS), list[tuple[str, bool]]()
    lanes.waited = lambda name, seconds: waits.append((name, seconds >= 0))
    lanes.put(Ticket(SLOW))
    lanes.put(Ticket(HINT))
    for _ in range(2):
        await lanes.take(("hints", "slow"))
    assert waits == [("hints", True), ("slow", True)]
    assert (lanes.running["hints"], lanes.running["slow"], lanes.running["quick"]) == (1, 1, 0)
