"""kill -9 during a review: nobody ever gets an incomplete one, and a later request gets the complete one.

The last test shows that a mutant is detected: a server that stores a review before it is complete.
"""

import asyncio
from pathlib import Path

import pytest
from tests.server.client.client import Json, Person
from tests.server.client.process import Server

OPTIONS = ["--no-limits", "--bots", "1", "--review-seconds", "4"]
MOVES = 8
#: Seconds; bots may have to be compiled.
PATIENCE = 280


async def over(ada: Person) -> str:
    """Play a short match of Keks and resign; return the table."""
    table = await ada.make_table("keks", [{"who": "me"}, {"who": "me"}])
    async with ada.at(table) as seat:
        await seat.ask("start")
        for _ in range(MOVES):
            await seat.until(lambda: bool(seat.legal()))
            number, moves = next(iter(seat.legal().items()))
            done = await seat.move(moves[0], seat=number)
            await seat.until(lambda done=done: len(seat.entries) > done["entry"])  # type: ignore[misc]
        await seat.ask("resign")
    return table


async def until(ada: Person, path: str, status: str) -> Json:
    """Poll until the review has that status; a running one has made at least one step."""
    async with asyncio.timeout(PATIENCE):
        while True:
            found: Json = (await ada.get(path)).json()
            if found["status"] == status and found["progress"]:
                return found
            await asyncio.sleep(0.02)


async def killed_in_between(server: Server) -> None:
    async with await Person.make(server.base, "Ada") as ada:
        path = f"/api/tables/{await over(ada)}/review"
        (await ada.http.post(path)).raise_for_status()
        await until(ada, path, "running")
        server.kill()
        await asyncio.to_thread(server.start)
        assert (await ada.get(path)).json()["status"] == "none"
        (await ada.http.post(path)).raise_for_status()
        review = (await until(ada, path, "ready"))["review"]
        assert [one["judgement"]["number"] for one in review["decisions"]] == list(range(1, MOVES + 1))


def test_a_review_is_repeated_after_a_kill(tmp_path: Path) -> None:
    with Server(tmp_path, options=OPTIONS) as server:
        asyncio.run(killed_in_between(server))


def test_a_server_that_stores_an_incomplete_review_is_detected(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MUTANT", "keeps_half_a_review")
    with (
        Server(tmp_path, options=OPTIONS, module="tests.server.faults.mutants") as server,
        pytest.raises(AssertionError),
    ):
        asyncio.run(killed_in_between(server))
