"""Each order of the host, by page and by command, on SQLite and with two servers on PostgreSQL.

Orders are given to one server, and looked for on the other.
"""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from sqlalchemy import func, select
from tests.server.admin import hosting
from tests.server.admin.hosting import Host, Way, codes_of, frames_of, hosted, signed_in, soon
from tests.server.faults.sockets import Device
from tests.server.store.making import Make
from tests.server.web.guests import KEKS, Guest, refused, story

from ludotheque.games.spec import Json
from ludotheque.server.admin import orders
from ludotheque.server.admin.order_sender import OrderRefused
from ludotheque.server.store import schema
from ludotheque.server.tables import messages, retention
from ludotheque.server.tables.refusals import Refused
from ludotheque.server.tables.retention import Retention
from ludotheque.server.web import websocket

pytestmark = pytest.mark.parametrize("way", ["page", "command"])
CLOCKED = {"clock": {"kind": "turn", "seconds": 60}}


async def a_table(host: Host, **setup: Any) -> tuple[Guest, Json, Guest, Json, str]:
    ada, bob = host.two.guest(), host.two.guest()
    ada_is, bob_is = await ada.named("Ada"), await bob.named("Bob")
    return ada, ada_is, bob, bob_is, await host.two.table_of_two(ada, ada_is, bob_is, **setup)


async def status_of(guest: Guest, key: str) -> Json:
    found: Json = (await guest.get(f"/api/tables/{key}")).json()["now"]
    return found


async def said(device: Device, text: str) -> str:
    """What a connection is answered to a line of chat: `done`, or the code of the refusal."""
    device.say(type="say", id=text, text=text)
    await soon(lambda: any(frame.get("id") == text for frame in frames_of(device)))
    answer = next(frame for frame in frames_of(device) if frame.get("id") == text)
    return str(answer.get("code", "done"))


@story
async def test_a_table_is_closed(make: Make, way: Way) -> None:
    async with hosted(make, way) as host:
        ada, ada_is, _, _, key = await a_table(host, listed=True)
        waiting = await ada.makes({**KEKS, "listed": True})
        device = host.device(ada_is, key)
        await soon(lambda: device.frames)
        for each in (key, waiting):
            await host.order(orders.CloseTable(each))

        async def over() -> bool:
            return all([(await status_of(ada, each))["status"] == "over" for each in (key, waiting)])

        await soon(over)
        assert (await status_of(ada, key))["result"] == {"reason": "closed", "winners": [], "scores": None}
        await soon(lambda: frames_of(device)[-1].get("now", {}).get("status") == "over")
        assert (await ada.get("/api/tables")).json()["tables"] == []
        mine = (await ada.get("/api/me/tables")).json()["tables"]
        assert [(row["key"], row["closed"], row["abandoned"]) for row in mine] == [(key, True, False)]
        assert (await ada.get("/api/results?game=keks")).json()["results"] == []
        assert await host.refuses(orders.CloseTable(key)) == "table_is_over"
        assert await host.refuses(orders.CloseTable("a" * 16)) == "no_such_table"


@story
async def test_a_table_is_deleted(make: Make, way: Way) -> None:
    async with hosted(make, way) as host:
        ada, ada_is, _, _, key = await a_table(host, listed=True)
        device = host.device(ada_is, key)
        await soon(lambda: device.frames)
        await host.order(orders.DeleteTable(key))
        await soon(lambda: device.socket.closed == websocket.NOT_JOINED)
        assert codes_of(device) == ["no_such_table"]
        await soon(lambda: key not in host.two.house.live_tables)
        refused(await ada.get(f"/api/tables/{key}"), 404, "no_such_table")
        assert (await ada.get("/api/me/tables")).json()["tables"] == []
        for table in (schema.entries, schema.seats, schema.listings):
            count = select(func.count()).select_from(table).where(table.c.table_key == key)
            assert (await host.two.store.read(count))[0][0] == 0
        assert await host.refuses(orders.DeleteTable(key)) == "no_such_table"
        assert (await ada.get("/api/commitments")).json()["count"] == 1  # the chain is never rewritten


@story
async def test_a_person_is_forgotten(make: Make, way: Way) -> None:
    async with hosted(make, way) as host:
        ada, ada_is, bob, _, key = await a_table(host)
        device = host.device(ada_is, key)
        await soon(lambda: device.frames)
        await host.order(orders.ForgetPerson(ada_is["id"]))
        await soon(lambda: device.socket.closed == websocket.FORGOTTEN)
        refused(await ada.get("/api/me"), 401, "no_person")
        status = await status_of(bob, key)
        assert status["result"]["winners"] == [1]
        assert not status["seats"][0].get("name")
        assert await host.refuses(orders.ForgetPerson(ada_is["id"])) == "no_such_person"
        log = await host.log()
        assert (log[0]["action"], log[0]["subject"]) == ("forget_person", ada_is["id"])


@story
async def test_a_person_is_muted_and_may_chat_again(make: Make, way: Way) -> None:
    async with hosted(make, way) as host:
        _, ada_is, _, bob_is, key = await a_table(host)
        ada, bob = host.device(ada_is, key), host.device(bob_is, key)
        assert await said(ada, "first") == "done"
        await host.order(orders.Mute(ada_is["id"], "too loud", 1.0))
        await soon(lambda: host.two.app.state.administration.stored_orders.bans)
        assert await said(ada, "second") == "muted"
        refusal = next(frame for frame in frames_of(ada) if frame.get("code") == "muted")
        assert refusal["params"]["reason"] == "too loud"
        assert await said(bob, "third") == "done"
        move = await host.two.house.live_table(key).read(lambda table: table.match_version)
        assert move  # the match goes on
        await host.order(orders.Lift("mute", ada_is["id"]))
        await soon(lambda: not host.two.app.state.administration.stored_orders.bans)
        assert await said(ada, "fourth") == "done"
        assert await host.refuses(orders.Lift("mute", ada_is["id"])) == "no_such_ban"
        assert await host.refuses(orders.Mute("nobody", "x")) == "no_such_person"


async def ban_a_person(make: Make, way: Way) -> None:
    async with hosted(make, way) as host:
        ada, ada_is, bob, bob_is, key = await a_table(host, **CLOCKED)
        waiting = await ada.makes(KEKS)
        device, other = host.device(ada_is, key), host.device(bob_is, key)
        await soon(lambda: device.frames)
        await host.order(orders.BanPerson(ada_is["id"], "cheating", 2.0))
        await soon(lambda: device.socket.closed == 4403)
        assert codes_of(device) == ["banned"]
        refusal = refused(await ada.get("/api/me"), 403, "banned")
        assert refusal["params"]["reason"] == "cheating"
        refused(await ada.post("/api/tables", json=KEKS), 403, "banned")
        again = host.device(ada_is, key)
        await soon(lambda: again.socket.closed == 4403)
        assert [frame["type"] for frame in frames_of(again)] == ["refused"]
        await soon(lambda: frames_of(other)[-1].get("now", {}).get("status") == "over")
        assert (await status_of(bob, key))["result"]["winners"] == [1]

        async def emptied() -> bool:
            left = await status_of(bob, waiting)
            return (left["seats"][0]["who"], left["status"]) == ("open", "over")

        await soon(emptied)
        await host.order(orders.Lift("person", ada_is["id"]))

        async def back() -> bool:
            return (await ada.get("/api/me")).status_code == 200

        await soon(back)


def test_a_person_is_banned_and_comes_back(make: Make, way: Way) -> None:
    asyncio.run(ban_a_person(make, way))


def test_a_ban_that_does_not_hold_for_connections_is_detected(
    make: Make, way: Way, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(websocket.TableConnection, "_check_welcome", lambda self: None)
    monkeypatch.setattr(hosting, "SOON", 1.0)
    with pytest.raises(AssertionError):
        asyncio.run(ban_a_person(make, way))


@story
async def test_a_ban_ends_by_itself(make: Make, way: Way) -> None:
    async with hosted(make, way) as host:
        ada = host.two.guest()
        ada_is = await ada.named("Ada")
        await host.order(orders.BanPerson(ada_is["id"], "for a moment", 1.5 / 86_400))
        await soon(lambda: host.two.app.state.administration.stored_orders.bans)
        refused(await ada.get("/api/me"), 403, "banned")

        async def back() -> bool:
            return (await ada.get("/api/me")).status_code == 200

        await soon(back)


@story
async def test_a_range_of_addresses_is_banned(make: Make, way: Way) -> None:
    async with hosted(make, way) as host:
        inside = host.two.guest(client=("198.51.100.77", 5000))
        outside = host.two.guest(client=("198.51.101.77", 5000))
        await inside.named("Eve")
        await host.order(orders.BanAddress("198.51.100.0/24", "spam"))

        async def banned() -> bool:
            return (await inside.get("/api/games")).status_code == 403

        await soon(banned)
        assert (
            refused(await inside.post("/api/people", json={"name": "Eve"}), 403, "banned")["params"]["reason"] == "spam"
        )
        assert (await outside.get("/api/games")).status_code == 200
        state = await host.asks(orders.ShowHouse(), "house")
        assert [(ban["kind"], ban["subject"]) for ban in state["bans"]] == [("address", "198.51.100.0/24")]
        # The host can always sign in, even if they have banned themselves.
        host_inside = await signed_in(host.two, inside)
        assert (await host_inside.get("/api/admin/house")).status_code == 200
        await host.order(orders.Lift("address", "198.51.100.0/24"))

        async def free() -> bool:
            return (await inside.get("/api/games")).status_code == 200

        await soon(free)
        for wrong, code in (("192.0.2.0/99", "bad_range"), ("here", "bad_range"), ("0.0.0.0/0", "range_too_wide")):
            assert await host.refuses(orders.BanAddress(wrong, "x")) == code


@story
async def test_an_announcement_is_shown_at_once_and_taken_back(make: Make, way: Way) -> None:
    async with hosted(make, way) as host:
        _, ada_is, _, _, key = await a_table(host)
        device = host.device(ada_is, key)
        await soon(lambda: device.frames)
        await host.order(orders.Announce("Closed on Sunday.\n"))
        await soon(lambda: frames_of(device)[-1] == {"type": "house", "announcement": "Closed on Sunday."})
        late = host.device(ada_is, key)
        await soon(lambda: {"type": "house", "announcement": "Closed on Sunday."} in frames_of(late))
        await host.order(orders.Withdraw())
        await soon(lambda: frames_of(device)[-1] == {"type": "house"})
        assert await host.refuses(orders.Withdraw()) == "nothing_announced"
        assert await host.refuses(orders.Announce("\u200b ")) == "nothing_said"


@story
async def test_a_read_only_house_can_be_looked_at_and_nothing_else(make: Make, way: Way) -> None:
    async with hosted(make, way) as host:
        ada, ada_is, bob, bob_is, key = await a_table(host, **CLOCKED)
        device = host.device(ada_is, key)
        await soon(lambda: device.frames)
        await host.order(orders.BeginReadOnly("moving to another machine"))
        await soon(lambda: frames_of(device)[-1] == {"type": "house", "read_only": "moving to another machine"})
        refusal = refused(await ada.post("/api/tables", json=KEKS), 503, "read_only")
        assert refusal["params"] == {"reason": "moving to another machine"}
        assert await said(device, "hello") == "read_only"
        live = host.two.house.live_table(key)
        before = await live.read(lambda table: table.last_entry)
        version, move, seat = await live.read(
            lambda table: (table.match_version, table.playing.legal_moves()[0], table.to_act()[0])
        )
        mover = (ada_is, bob_is)[seat]
        with pytest.raises(Refused, match="read_only"):
            await host.two.does(mover, key, messages.Move("m", version, move))
        assert await live.read(lambda table: table.last_entry) == before
        assert (await ada.get(f"/api/tables/{key}")).status_code == 200
        assert (await ada.get("/api/me")).status_code == 200
        left = (await status_of(bob, key))["clock"]["left"]
        await asyncio.sleep(0.5)
        assert (await status_of(bob, key))["clock"]["left"] == left  # clocks stand still
        await host.order(orders.EndReadOnly())
        await soon(lambda: not host.two.house.host_orders.read_only)
        await host.two.does(mover, key, messages.Move("m", version, move))
        charged = left[seat] - (await status_of(bob, key))["clock"]["left"][seat]
        assert charged < 400  # less than the half second above
        assert await host.refuses(orders.EndReadOnly()) == "not_read_only"
        ((since, until),) = await host.two.store.read(select(schema.outages).where(schema.outages.c.began > 0).limit(1))
        assert until > since


@story
async def test_settings_change_without_a_restart(make: Make, way: Way) -> None:
    async with hosted(make, way, chat="everybody") as host:
        ada = host.two.guest()
        await ada.named("Ada")
        changes = {
            "bot_pace": "0.5",
            "review_seconds": "7",
            "chat": "nobody",
            "listed_days": "3",
            "unlisted_days": "4",
            "quotas": "hints=9/64/256",
            "rates": "tables=2+1/9+1,listed=1/2",
        }
        for name, value in changes.items():
            await host.order(orders.Set(name, value))
        state, house = host.two.app.state, host.two.house
        await soon(lambda: state.administration.settings.now.rates == changes["rates"])
        assert house.pace.in_turn == pytest.approx(0.175)
        assert state.administration.settings.now.review_seconds == 7
        assert house.bots.lanes.quotas["hints"].person == 9
        key = await ada.makes(KEKS)
        assert (await ada.get(f"/api/tables/{key}")).json()["table"]["chat"] == "nobody"
        await ada.makes({**KEKS, "listed": True})
        refused(await ada.post("/api/tables", json=KEKS), 429, "too_many_requests")
        shown = {each["name"]: each for each in (await host.asks(orders.ShowHouse(), "house"))["settings"]}
        assert shown["chat"] == {"name": "chat", "value": "nobody", "given": "everybody", "changed": True}
        await host.order(orders.Reset("chat"))
        await soon(lambda: state.administration.settings.now.chat == "everybody")
        for name, value, code in (
            ("port", "80", "unknown_setting"),
            ("bot_pace", "fast", "bad_setting"),
            ("bot_pace", "1e9", "bad_setting"),
            ("chat", "some", "bad_setting"),
            ("quotas", "hints=0", "bad_setting"),
            ("rates", "tea=1", "bad_setting"),
        ):
            assert await host.refuses(orders.Set(name, value)) == code
        assert await host.refuses(orders.Reset("port")) == "unknown_setting"


@story
async def test_how_long_data_is_kept_changes_without_a_restart(
    make: Make, way: Way, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The page about privacy and the tidying of every server follow at once."""
    monkeypatch.setattr(retention, "PAUSE", 0)
    async with hosted(make, way, keep_casual=0.0, keep_chat=0.0, keep_idle=0.0) as host:
        ada, ada_is, _, _, key = await a_table(host)
        await host.two.plays(ada_is, key)
        tidying: Retention = host.two.app.state.retention
        await tidying.tidy()
        assert (await status_of(ada, key))["status"] == "over"
        changes = {"keep_casual": "1e-9", "keep_chat": "30", "keep_idle": "60", "contact": "host@example.org"}
        for name, value in changes.items():
            await host.order(orders.Set(name, value))
        await soon(lambda: host.two.app.state.administration.settings.now.contact == "host@example.org")
        privacy = (await ada.get("/api/privacy")).json()
        assert [privacy[name] for name in ("casual", "chat", "idle", "contact")] == [1e-9, 30, 60, "host@example.org"]
        await asyncio.sleep(0.01)
        await tidying.tidy()
        assert tidying.tidied == {"matches": 1, "chats": 0, "people": 0}
        refused(await ada.get(f"/api/tables/{key}"), 404, "no_such_table")
        for name, value in (("keep_chat", "-1"), ("keep_idle", "nan"), ("contact", "a\nb"), ("contact", 201 * "x")):
            assert await host.refuses(orders.Set(name, value)) == "bad_setting"
        await host.order(orders.Reset("contact"))
        await soon(lambda: not host.one.app.state.administration.settings.now.contact)
        assert (await host.one.guest().get("/api/privacy")).json()["contact"] == ""


@story
async def test_orders_hold_after_a_restart(make: Make, way: Way) -> None:
    async with hosted(make, way) as host:
        ada = host.two.guest()
        ada_is = await ada.named("Ada")
        cookie = ada.cookies["ludotheque"]
        await host.order(orders.BanPerson(ada_is["id"], "cheating"))
        await host.order(orders.Announce("Hello"))
        await host.order(orders.Set("chat", "nobody"))
        await host.order(orders.BeginReadOnly("a move"))
    async with hosted(make, way) as host:
        host_orders = host.two.house.host_orders
        assert (host_orders.announcement, host_orders.read_only) == ("Hello", "a move")
        assert host.two.app.state.administration.settings.now.chat == "nobody"
        back = host.two.guest()
        back.cookies.set("ludotheque", cookie)
        refused(await back.get("/api/me"), 403, "banned")


@story
async def test_reports_are_read_with_the_chat_around_them_and_resolved(make: Make, way: Way) -> None:
    async with hosted(make, way) as host:
        ada, ada_is, _, bob_is, key = await a_table(host)
        device = host.device(bob_is, key)
        for number in range(3):
            assert await said(device, f"line {number}") == "done"
        entries = (await ada.get(f"/api/tables/{key}")).json()["entries"]
        line = [entry["number"] for entry in entries if entry["kind"] == "said"][1]
        report = {"table": key, "person": bob_is["id"], "entry": line, "reason": "He\x1b shouts"}
        made = await ada.post("/api/reports", json=report)
        assert made.status_code == 201
        listed = (await host.asks(orders.ListReports(), "reports"))["reports"]
        ((found),) = listed
        assert (found["id"], found["person"], found["reason"]) == (made.json()["id"], bob_is["id"], "He shouts")
        assert [each["fields"]["text"] for each in found["chat"]] == ["line 0", "line 1", "line 2"]
        assert found["names"] == {ada_is["id"]: "Ada", bob_is["id"]: "Bob"}
        assert (await host.asks(orders.ShowHouse(), "house"))["open_reports"] == 1
        await host.order(orders.ResolveReport(found["id"], "talked to him"))
        assert (await host.asks(orders.ListReports(), "reports"))["reports"] == []
        done = (await host.asks(orders.ListReports(resolved=True), "reports?resolved=true"))["reports"]
        assert [each["note"] for each in done] == ["talked to him"]
        assert await host.refuses(orders.ResolveReport(found["id"])) == "no_such_report"
        for change, status, code in (
            ({"entry": 0}, 422, "no_such_line"),
            ({"person": "x", "entry": None}, 404, "no_such_person"),
            ({"reason": "\u200b"}, 422, "nothing_said"),
            ({"reason": "x" * 501}, 422, "bad_body"),
            ({"table": "a" * 16}, 404, "no_such_table"),
        ):
            refused(await ada.post("/api/reports", json={**report, **change}), status, code)


@story
async def test_the_host_sees_tables_and_people(make: Make, way: Way) -> None:
    async with hosted(make, way) as host:
        _, ada_is, _, bob_is, key = await a_table(host)
        tables = (await host.asks(orders.ListTables(), "tables"))["tables"]
        assert [(row["key"], row["listed"], row["status"]) for row in tables] == [(key, False, "running")]
        for question, path, count in (
            (orders.ListTables("over"), "tables?status=over", 0),
            (orders.ListTables(None, ada_is["id"]), f"tables?seated={ada_is['id']}", 1),
            (orders.ListTables(None, "nobody"), "tables?seated=nobody", 0),
        ):
            assert len((await host.asks(question, path))["tables"]) == count
        people = (await host.asks(orders.ListPeople("BO"), "people?search=BO"))["people"]
        assert [(row["id"], row["name"], row["playing"], row["bans"]) for row in people] == [
            (bob_is["id"], "Bob", 1, [])
        ]
        assert len((await host.asks(orders.ListPeople("%"), "people?search=%25"))["people"]) == 0
        shown = await host.asks(orders.ShowTable(key), f"tables/{key}")
        assert shown["you"] == []
        load = await host.asks(orders.ShowLoad(), "load")
        assert load["tables_in_memory"] >= 0


@story
async def test_everything_is_in_the_trail(make: Make, way: Way) -> None:
    async with hosted(make, way) as host:
        ada = host.two.guest()
        ada_is = await ada.named("Ada")
        await host.order(orders.Mute(ada_is["id"], "too loud", 2.0))
        await host.order(orders.Set("bot_pace", "2"))
        assert await host.refuses(orders.Withdraw()) == "nothing_announced"
        log = await host.log()
        assert [entry["action"] for entry in log] == ["set", "mute", "sign_in", "new_link"]
        assert (log[1]["subject"], log[1]["details"]) == (ada_is["id"], {"reason": "too loud", "days": 2.0})
        assert log[0]["details"] == {"value": "2", "before": "1"}
        session = (await host.page.get("/api/admin/session")).json()["name"]
        by = {"page": f"page {session}", "command": "command line (ada)"}[way]
        assert {entry["by"] for entry in log[:2]} == {by}


@story
async def test_a_cursor_that_is_none_is_refused(make: Make, way: Way) -> None:
    async with hosted(make, way) as host:
        with pytest.raises(OrderRefused) as caught:
            await host.asks(orders.ListLog("yesterday"), "log?before=yesterday")
        assert caught.value.refusal["code"] == "bad_request"


@story
async def test_signing_out_ends_all_sessions(make: Make, way: Way) -> None:
    async with hosted(make, way) as host:
        other = await signed_in(host.two)
        assert (await other.get("/api/admin/house")).status_code == 200
        await host.order(orders.SignOut())
        for page in (host.page, other):
            refused(await page.get("/api/admin/house"), 401, "no_admin")
