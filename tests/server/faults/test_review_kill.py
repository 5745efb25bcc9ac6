"""kill -9 while a review is made: nothing half-made is ever told, and whoever asks again gets it.

Mutant: a house that keeps a review before it is complete; the last test shows that it is found.
"""

import asyncio
from pathlib import Path

import pytest
from tests.server.client.client import Json, Person
from tests.server.client.process import Server

OPTIONS = ["--no-limits", "--bots", "1", "--review-seconds", "4"]
MOVES = 8
#: Seconds; what bots need may have to be compiled.
PATIENCE = 280


async def over(ada: Person) -> str:
    """A short match of Keks, resigned; its table."""
    table = await ada.make_table("keks", [{"who": "me"}, {"who": "me"}])
    async with ada.at(table) as seat:
        await seat.ask("start")
        for _ in range(MOVES):
            await seat.until(lambda: bool(seat.legal()))
            number, moves = next(iter(seat.legal().items()))
            done = await seat.move(moves[0], seat=number)
            await seat.until(lambda done=done: len(seat.entries) > done["number"])  # type: ignore[misc]
        await seat.ask("resign")
    return table


async def until(ada: Person, path: str, status: str) -> Json:
    """Ask until it is that far; one that runs has come at least a step."""
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


def test_a_review_is_made_anew_after_a_kill(tmp_path: Path) -> None:
    with Server(tmp_path, options=OPTIONS) as server:
        asyncio.run(killed_in_between(server))


def test_a_house_that_keeps_half_a_review_is_found_out(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MUTANT", "keeps_half_a_review")
    with (
        Server(tmp_path, options=OPTIONS, module="tests.server.faults.mutants") as server,
        pytest.raises(AssertionError),
    ):
        asyncio.run(killed_in_between(server))
