"""No answer over HTTP reveals more than the viewer may know."""

from __future__ import annotations

import pytest
from tests.server.admin.hosting import signed_in
from tests.server.redealt import redealt_table
from tests.server.web.guests import Guest, Open, open_house, story

NOX = {"game": "nox", "seats": [{"who": "me"}, {"who": "open"}]}
PATHS = (
    "/api/tables",
    "/api/me",
    "/api/me/tables",
    "/api/me/data",
    "/api/privacy",
    "/api/tables/{key}",
    "/api/tables/{key}/record",
    "/api/tables/{key}/replay?seat=all",
    "/api/tables/{key}/replay?seat=0",
    "/api/tables/{key}/replay?seat=1",
    "/api/tables/{key}/replay?seat=7",
    "/api/tables/{key}/replay.svg?seat=all",
    "/api/tables/{key}/replay.svg?seat=none",
    "/api/games",
    "/api/ratings?game=nox",
    "/api/results?game=nox",
    # All but /api/admin/load, which has the memory of the process.
    "/api/admin/house",
    "/api/admin/tables",
    "/api/admin/tables/{key}",
    "/api/admin/people",
    "/api/admin/reports",
    "/api/admin/log",
)


async def all_answers(guest: Guest, key: str) -> list[tuple[int, bytes]]:
    found = [await guest.get(path.format(key=key)) for path in PATHS]
    return [(each.status_code, each.content) for each in found]


async def depends_on_hidden(house: Open, key: str, guest: Guest, viewer: int | None) -> bool:
    """Whether some answer depends on what is hidden from that viewer."""
    live = house.house.live_table(key)
    table = await live.read(lambda table: table)
    own = await all_answers(guest, key)
    assert any(status == 200 for status, _ in own)
    try:
        for seed in range(3):
            live.table = redealt_table(table, viewer, seed)
            if await all_answers(guest, key) != own:
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
                assert not await depends_on_hidden(house, key, guest, viewer)


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
            assert await depends_on_hidden(house, key, ada, 0)
            assert await depends_on_hidden(house, key, await signed_in(house), None)
