"""Whoever comes back to a table that was closed meanwhile is told so, and can play again."""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import cast

from playwright.sync_api import Browser, expect
from tests.server.client.process import free_port
from tests.server.fakes import FakeBots
from tests.web.conftest import serving
from tests.web.games_play import begin, end_card, guest, make, over
from tests.web.test_table import alone, place, yours

from ludotheque.server.bots import WorkerPool
from ludotheque.server.store import open_store
from ludotheque.server.tables.expiry import Expiry, Patience
from ludotheque.server.tables.house import House

WHY = "Nobody came back to this table for a long time, so the house closed it."
FRIENDS = {"game": "keks", "seats": [{"who": "me"}, {"who": "open"}], "listed": True}


async def close_all_tables(data: Path) -> None:
    house = House(open_store(data), cast(WorkerPool, FakeBots()))
    await house.open(sweep=False)
    await Expiry(house, Patience(listed=1e-9, unlisted=1e-9)).expire()
    await house.close()


def run(data: Path) -> None:
    """In a thread, because the browser's driver has a loop of its own in this one."""
    with ThreadPoolExecutor(1) as thread:
        thread.submit(asyncio.run, close_all_tables(data)).result()


def test_who_comes_back_is_told_and_plays_again(browser: Browser, tmp_path: Path) -> None:
    data, port = tmp_path / "house.db", free_port()
    with guest(browser) as page:
        with serving(data, port) as address:
            begun = begin(page, address, alone("nasca"))
            place(page)
            expect(yours(page)).to_be_visible()
            waiting = make(page.context, address, FRIENDS)
            page.goto(f"{address}/me")
            expect(page.get_by_role("heading", name="Running")).to_be_visible()
        run(data)
        with serving(data, port):
            page.goto(f"{address}/me")
            row = page.get_by_role("listitem").filter(has_text="Abandoned")
            expect(row).to_have_count(1)
            expect(row).to_contain_text("Nasca")
            page.goto(f"{address}/table/{begun}")
            expect(over(page)).to_contain_text("The match was abandoned")
            expect(end_card(page)).to_contain_text(WHY)
            page.goto(f"{address}/table/{waiting}")
            expect(over(page)).to_contain_text("The match never began")
            expect(page.get_by_text(WHY)).to_be_visible()
            expect(page.get_by_text("Invite")).to_have_count(0)
            page.get_by_role("button", name="Play again").click()
            page.wait_for_url(lambda url: "/table/" in url and waiting not in url)
            expect(page.locator("p.line")).to_contain_text("Waiting for players")
