"""No answer over HTTP reveals more than the viewer may know."""

from __future__ import annotations

import itertools

import httpx
import pytest
from tests.server.admin.hosting import signed_in
from tests.server.redealt import redealt_table
from tests.server.web.guests import Guest, Open, open_house, story

from ludotheque.server.queries import personal_data
from ludotheque.server.web.app import openapi

#: What the host sees of this process, different each time it is read.
OF_THE_PROCESS = ("memory_bytes", "disk_free_bytes")
#: What fills the parameters of a route, if it is not the table or the person; a question may be asked in several ways.
WAYS: dict[str, list[str]] = {
    "seat": ["all", "none", "0", "1", "7"],
    "game": ["nox"],
    "language": ["en"],
    "number": ["1"],
}
NOX = {"game": "nox", "seats": [{"who": "me"}, {"who": "open"}]}


def paths(key: str, person: str) -> list[str]:
    """Return all that can be asked with GET: with the parameters of `WAYS`, in every way, and whatever is required."""
    found = []
    for path, operations in openapi()["paths"].items():
        if "get" in operations:
            asked = [each for each in operations["get"]["parameters"] if each["in"] == "query"]
            names = [each["name"] for each in asked if each["required"] or each["name"] in WAYS]
            for way in itertools.product(*(WAYS[name] for name in names)):
                query = "&".join(f"{name}={value}" for name, value in zip(names, way, strict=True))
                found.append(f"{path}?{query}".format(key=key, who=person))
    return found


async def all_answers(guest: Guest, key: str, person: str) -> list[tuple[str, int, object]]:
    return [(path, *_comparable(path, await guest.get(path))) for path in paths(key, person)]


def _comparable(path: str, answer: httpx.Response) -> tuple[int, object]:
    """The answer without what differs each time: figures of the process, and that the host has asked for an export."""
    if path.startswith("/api/admin/load") and answer.status_code == 200:
        return 200, {name: value for name, value in answer.json()["load"].items() if name not in OF_THE_PROCESS}
    if path.startswith("/api/admin/log") and answer.status_code == 200:
        return 200, [entry for entry in answer.json()["entries"] if entry["action"] != "export_person"]
    return answer.status_code, answer.content


async def depends_on_hidden(house: Open, key: str, guest: Guest, viewer: int | None, person: str) -> bool:
    """Whether some answer depends on what is hidden from that viewer."""
    live = house.house.live_table(key)
    table = await live.read(lambda table: table)
    own = await all_answers(guest, key, person)
    assert any(status == 200 for _, status, _ in own)
    try:
        for seed in range(3):
            live.table = redealt_table(table, viewer, seed)
            if await all_answers(guest, key, person) != own:
                return True
    finally:
        live.table = table
    return False


@story
async def test_hidden_information_changes_no_answer() -> None:
    async with open_house(limits=False) as house:
        ada, bob, nobody = house.guest(), house.guest(), house.guest()
        ada_is, bob_is = await ada.named("Ada"), await bob.named("Bob")
        host = await signed_in(house)
        key = await house.table_of_two(ada, ada_is, bob_is, **NOX)
        report = {"table": key, "person": bob_is["id"], "reason": "He knows my cards"}
        assert (await ada.post("/api/reports", json=report)).status_code == 201
        for _ in range(3):
            await house.plays(ada_is, key, 5)
            for guest, viewer in ((ada, 0), (bob, 1), (nobody, None), (host, None)):
                assert not await depends_on_hidden(house, key, guest, viewer, ada_is["id"])


@story
async def test_a_deliberate_leak_is_detected() -> None:
    """A mutant: everybody's view is the whole state."""
    async with open_house(limits=False) as house:
        ada, bob = house.guest(), house.guest()
        ada_is, bob_is = await ada.named("Ada"), await bob.named("Bob")
        key = await house.table_of_two(ada, ada_is, bob_is, **NOX)
        await house.plays(ada_is, key, 5)
        with pytest.MonkeyPatch.context() as planted:
            planted.setattr("ludotheque.match.Match.view", lambda self, seat: self.state())
            assert await depends_on_hidden(house, key, ada, 0, ada_is["id"])
            assert await depends_on_hidden(house, key, await signed_in(house), None, ada_is["id"])


@story
async def test_an_export_to_the_host_with_a_hidden_hand_is_detected() -> None:
    """A mutant: the host gets what the person would get."""
    async with open_house(limits=False) as house:
        ada, bob = house.guest(), house.guest()
        ada_is, bob_is = await ada.named("Ada"), await bob.named("Bob")
        host = await signed_in(house)
        key = await house.table_of_two(ada, ada_is, bob_is, **NOX)
        await house.plays(ada_is, key, 5)
        with pytest.MonkeyPatch.context() as planted:
            export = personal_data.export
            planted.setattr(personal_data, "export", lambda house, known, hidden=True: export(house, known))
            assert await depends_on_hidden(house, key, host, None, ada_is["id"])


def test_every_route_is_asked() -> None:
    asked = {path.partition("?")[0] for path in paths("KEY", "WHO")}
    assert {"/api/me/progress", "/api/commitments", "/api/tables/KEY/review", "/api/admin/load"} <= asked
    assert "/api/admin/people/WHO/data" in asked
    assert sum("get" in each for each in openapi()["paths"].values()) == len(asked)
