"""`ludotheque admin` on a running house: what each command orders and prints."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path

import pytest
from sqlalchemy import select
from tests.server.admin.hosting import Host, hosted
from tests.server.store.making import Make
from tests.server.web.guests import KEKS, refused, story
from typer.testing import CliRunner

from ludotheque.cli import app
from ludotheque.errors import LudothequeError
from ludotheque.server.admin import orders
from ludotheque.server.admin.order_sender import send_order
from ludotheque.server.store import schema
from ludotheque.server.store.base import CannotOpen


async def run(host: Host, *arguments: str, as_json: bool = False) -> str:
    """What a command prints. LudothequeError."""

    def call() -> str:
        kind = "--database" if "://" in str(host.where) else "--data"
        how = ["admin", kind, str(host.where), *(["--json"] if as_json else []), *arguments]
        done = CliRunner().invoke(app, how)
        if isinstance(done.exception, LudothequeError):
            raise done.exception
        assert done.exit_code == 0, done.output
        return done.output

    return await asyncio.to_thread(call)


@story
async def test_the_house_may_be_named_after_the_command(tmp_path: Path) -> None:
    async with hosted(Make("sqlite", tmp_path / "house.db"), "command") as host:
        where = str(host.where)
        for how in (["--data", where, "--json"], [f"--data={where}", "--json"]):
            done = await asyncio.to_thread(CliRunner().invoke, app, ["admin", "state", *how])
            assert json.loads(done.output)["announcement"] == ""
        said = ["admin", "announce", "--data", where, "--", "--json is an option"]
        assert (await asyncio.to_thread(CliRunner().invoke, app, said)).exit_code == 0
        assert host.one.house.host_orders.announcement == "--json is an option"


@story
async def test_an_empty_list_says_so(tmp_path: Path) -> None:
    async with hosted(Make("sqlite", tmp_path / "house.db"), "command") as host:
        assert await run(host, "tables") == "none\n"
        assert json.loads(await run(host, "tables", as_json=True))["tables"] == []


@story
async def test_every_command(tmp_path: Path) -> None:
    async with hosted(Make("sqlite", tmp_path / "house.db"), "command") as host:
        ada, bob = host.one.guest(), host.one.guest()
        ada_is, bob_is = await ada.named("Ada"), await bob.named("Bob")
        key = await host.one.table_of_two(ada, ada_is, bob_is)
        host_orders = host.one.house.host_orders
        assert f"{key}  running  unlisted" in await run(host, "tables", "--status", "running")
        assert f"seat 2: Bob ({bob_is['id']}) away" in await run(host, "table", key)
        assert f"{bob_is['id']}  since" in await run(host, "people", "bo")
        assert "tables_in_memory: 1" in await run(host, "load")
        await run(host, "announce", "Tea at five")
        assert "announcement: Tea at five" in await run(host, "state")
        await run(host, "withdraw")
        await run(host, "read-only", "a move")
        assert host_orders.read_only == "a move"
        await run(host, "read-write")
        await run(host, "set", "bot-pace", "0.5")
        assert "bot_pace: 0.5  (started with 1)" in await run(host, "state")
        await run(host, "reset", "bot-pace")
        await run(host, "mute", ada_is["id"], "too loud", "--days", "2")
        await run(host, "unmute", ada_is["id"])
        await run(host, "ban", "192.0.2.0/24", "spam")
        assert "address 192.0.2.0/24" in await run(host, "state")
        await run(host, "unban", "192.0.2.0/24")
        report = {"table": key, "person": bob_is["id"], "reason": "rude"}
        made = (await ada.post("/api/reports", json=report)).json()["id"]
        assert f"Ada ({ada_is['id']}) about Bob ({bob_is['id']}): rude" in await run(host, "reports")
        await run(host, "resolve", made, "talked")
        assert "talked" in await run(host, "reports", "--resolved")
        await run(host, "ban", bob_is["id"], "rude again")
        await run(host, "unban", bob_is["id"])
        waiting = await ada.makes(KEKS)
        await run(host, "close", waiting)
        await run(host, "delete", waiting, "--yes")
        await run(host, "sign-out")
        told = await run(host, "log")
        assert told.count("command line (") == 16
        printed = json.loads(await run(host, "log", as_json=True))
        assert len(printed["entries"]) == 18
        assert await host.one.store.read(select(schema.orders)) == []
        assert await host.one.store.read(select(schema.answers)) == []


@story
async def test_a_person_is_exported_while_the_house_runs(make: Make, tmp_path: Path) -> None:
    """The same by page and by command, each with an entry in the audit trail."""
    async with hosted(make, "command") as host:
        ada, bob = host.two.guest(), host.two.guest()
        ada_is, bob_is = await ada.named("Ada"), await bob.named("Bob")
        over = await host.two.table_of_two(ada, ada_is, bob_is)
        await host.two.plays(ada_is, over)
        own = (await ada.get("/api/me/data")).json() | {"at": 0}
        page = await host.page.get(f"/api/admin/people/{ada_is['id']}/data")
        assert page.headers["content-disposition"].startswith("attachment")
        assert page.json() | {"at": 0} == own
        to = tmp_path / "ada.json"
        assert str(to) in await run(host, "export", ada_is["id"], "--to", str(to))
        assert json.loads(to.read_bytes()) | {"at": 0} == own
        assert to.stat().st_mode & 0o777 == 0o600
        assert json.loads(await run(host, "export", ada_is["id"])) | {"at": 0} == own
        with pytest.raises(LudothequeError, match="there is no such person"):
            await run(host, "export", "nobody")
        refused(await host.page.get("/api/admin/people/nobody/data"), 404, "no_such_person")
        log = [entry for entry in await host.log() if entry["action"] == "export_person"]
        assert [entry["subject"] for entry in log] == [ada_is["id"]] * 3
        assert [entry["by"].partition(" ")[0] for entry in log] == ["command", "command", "page"]


@story
async def test_the_printed_link_signs_in(tmp_path: Path) -> None:
    async with hosted(Make("sqlite", tmp_path / "house.db"), "command") as host:
        link = (await run(host, "sign-in")).strip()
        address, _, token = link.partition("#")
        assert address == "http://house.test/admin"
        answer = await host.one.guest().post("/api/admin/session", json={"token": token})
        assert answer.status_code == 201
        stored = await host.one.store.read(select(schema.audit))
        assert token not in str(stored)


@story
async def test_refusals_are_sentences(tmp_path: Path) -> None:
    async with hosted(Make("sqlite", tmp_path / "house.db"), "command") as host:
        for arguments, why in (
            (("close", "a" * 16), "there is no such table"),
            (("ban", "nobody", "x"), "there is no such person"),
            (("ban", "192.0.2.0/99", "x"), "is not a range of addresses"),
            (("set", "port", "80"), "those that can: bot_pace"),
            (("set", "bot_pace", "99"), "out of range: 0 to 10"),
            (("mute", "nobody", "x", "--days", "-1"), "out of range"),
            (("tables", "--status", "x"), "choose open, running or over"),
        ):
            with pytest.raises(LudothequeError, match=why):
                await run(host, *arguments)


def test_a_house_that_is_closed_is_named(tmp_path: Path) -> None:
    data = tmp_path / "house.db"
    with pytest.raises(CannotOpen, match="no such file"):
        send_order(data, orders.ShowLoad(), "ada")
    data.write_bytes(b"")
    with pytest.raises(CannotOpen, match="no server is running"):
        send_order(data, orders.ShowLoad(), "ada")
