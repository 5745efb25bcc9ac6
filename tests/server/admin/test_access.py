"""Who may use the host's routes: whoever has opened a one-time link, and nobody else."""

from __future__ import annotations

import asyncio
import json
from types import SimpleNamespace
from typing import Any, cast

import pytest
from tests.server.admin.hosting import signed_in
from tests.server.faults.sockets import FakeSocket
from tests.server.in_memory import settle
from tests.server.web.guests import Guest, Open, open_house, refused, story

from ludotheque.server.admin import orders
from ludotheque.server.admin.sessions import SESSION_LASTS, HostSession, Sessions
from ludotheque.server.allowances import ALLOWANCES
from ludotheque.server.tables.people import LINK_LASTS, hash_of, new_secret
from ludotheque.server.web import house_channel
from ludotheque.server.web.app import REST
from ludotheque.server.web.limits import Limits

ROUTES = [route for route in REST if route.path.startswith("/api/admin")]
GUARDED = [route for route in ROUTES if (route.method, route.path) != ("POST", "/api/admin/session")]
ORDER = {"order": {"order": "announce", "text": "Mine now"}}


async def new_token(house: Open) -> str:
    token = new_secret()
    await house.app.state.administration.perform(orders.SignIn(hash_of(token)), "a test")
    return token


async def asked_by_strangers(house: Open) -> None:
    """Strangers are refused on every route of the host, and change nothing."""
    nobody, person, guesser = house.guest(), house.guest(), house.guest()
    await person.named("Ada")
    guesser.cookies.set("ludotheque_admin", new_secret())
    mixed = house.guest()
    mixed.cookies.set("ludotheque_admin", person.cookies["ludotheque"])
    for route in GUARDED:
        path = route.path.replace("{key}", "a" * 16)
        for guest in (nobody, person, guesser, mixed):
            body = {"json": ORDER} if route.body else {}
            refused(await guest.request(route.method, path, **cast(Any, body)), 401, "no_admin")
    assert house.house.host_orders.announcement == ""


@story
async def test_strangers_are_refused_everywhere() -> None:
    assert len(GUARDED) >= 9
    async with open_house(limits=False) as house:
        await asked_by_strangers(house)


def test_a_check_that_is_missing_is_detected(monkeypatch: pytest.MonkeyPatch) -> None:
    async def anybody(self: Sessions, secret: str) -> HostSession:
        return HostSession("anybody", 10**15)

    async def ask() -> None:
        async with open_house(limits=False) as house:
            await asked_by_strangers(house)

    monkeypatch.setattr(Sessions, "find", anybody)
    with pytest.raises(AssertionError):
        asyncio.run(ask())


def test_every_route_of_the_host_asks_for_the_session() -> None:
    assert [route.path for route in GUARDED if "admin" not in route.sources] == []
    assert [route.path for route in REST if "admin" in route.sources and route not in ROUTES] == []


@story
async def test_the_cookie_is_strict_and_apart_from_the_persons() -> None:
    async with open_house(public="https://games.example.org") as house:
        guest = Guest(house.app, "https://games.example.org")
        answer = await guest.post("/api/admin/session", json={"token": await new_token(house)})
        name, *attributes = answer.headers["set-cookie"].split("; ")
        assert name.startswith("ludotheque_admin=")
        assert {"HttpOnly", "Path=/api/admin", "SameSite=strict", "Secure"} <= set(attributes)
        secret = name.partition("=")[2]
        assert secret not in answer.text
        assert (await guest.get("/api/admin/session")).json()["name"] == answer.json()["name"]


@story
async def test_a_link_works_once_even_for_two_at_a_time() -> None:
    async with open_house(limits=False) as house:
        token = await new_token(house)
        answers = await asyncio.gather(
            *(house.guest().post("/api/admin/session", json={"token": token}) for _ in range(5))
        )
        assert sorted(answer.status_code for answer in answers) == [201, 409, 409, 409, 409]
        refused(await house.guest().post("/api/admin/session", json={"token": token}), 409, "admin_link_is_void")


@story
async def test_links_and_sessions_expire() -> None:
    async with open_house(limits=False) as house:
        token = await new_token(house)
        host = await signed_in(house)
        house.store.time += LINK_LASTS
        refused(await house.guest().post("/api/admin/session", json={"token": token}), 409, "admin_link_is_void")
        assert (await host.get("/api/admin/house")).status_code == 200
        house.store.time += SESSION_LASTS
        refused(await host.get("/api/admin/house"), 401, "no_admin")


@story
async def test_whoever_signs_out_is_out() -> None:
    async with open_house() as house:
        host, other = await signed_in(house), await signed_in(house)
        secret = host.cookies["ludotheque_admin"]
        assert (await host.delete("/api/admin/session")).status_code == 204
        host.cookies.set("ludotheque_admin", secret, domain="house.test", path="/api/admin")
        refused(await host.get("/api/admin/house"), 401, "no_admin")
        assert (await other.get("/api/admin/house")).status_code == 200


async def guess_tokens(house: Open) -> None:
    most = ALLOWANCES["sign_ins"].address.most
    guest = house.guest()
    answers = [await guest.post("/api/admin/session", json={"token": new_secret()}) for _ in range(most + 1)]
    assert [answer.status_code for answer in answers] == [409] * most + [429]
    assert (await guest.post("/api/admin/session", json={"token": await new_token(house)})).status_code == 429


def test_guessing_tokens_is_limited(monkeypatch: pytest.MonkeyPatch) -> None:
    async def guess(**settings: Any) -> None:
        async with open_house(**settings) as house:
            house.app.state.limits = Limits(settings.get("limits", True), clock=lambda: 0.0)
            await guess_tokens(house)

    asyncio.run(guess())
    with pytest.raises(AssertionError):
        asyncio.run(guess(limits=False))


@story
async def test_orders_come_from_the_hosts_own_page() -> None:
    async with open_house() as house:
        host = await signed_in(house)
        foreign = {"origin": "https://evil.example"}
        refused(await host.post("/api/admin/orders", json=ORDER, headers=foreign), 403, "foreign_origin")
        refused(await host.delete("/api/admin/session", headers=foreign), 403, "foreign_origin")
        assert house.house.host_orders.announcement == ""
        assert (await host.post("/api/admin/orders", json=ORDER)).status_code == 200


@story
async def test_a_link_cannot_be_ordered_from_the_page() -> None:
    """Whoever has a session for a moment cannot keep the door open."""
    async with open_house() as house:
        host = await signed_in(house)
        order = {"order": {"order": "sign_in", "token_hash": hash_of(new_secret())}}
        refused(await host.post("/api/admin/orders", json=order), 422, "bad_body")


# The channel for pages that are at no table


async def listening(house: Open, address: str = "192.0.2.1") -> tuple[FakeSocket, asyncio.Task[None]]:
    socket = FakeSocket(house.app)
    socket.client = cast(Any, SimpleNamespace(host=address))
    sending = socket.send

    async def send_text(text: str) -> None:
        await sending({"text": text})

    async def accept() -> None:
        pass

    made = cast(Any, socket)
    made.send_text, made.accept, made.cookies = send_text, accept, {}
    task = asyncio.create_task(house_channel.follow(made))
    await settle()
    return socket, task


@story
async def test_other_pages_are_told_at_once() -> None:
    async with open_house() as house:
        socket, task = await listening(house)
        near, nearer = await listening(house, "198.51.100.7")
        assert [json.loads(frame) for frame in socket.frames] == [{"type": "house"}]
        perform = house.app.state.administration.perform
        await perform(orders.Announce("Tea"), "a test")
        await settle()
        assert json.loads(socket.frames[-1]) == {"type": "house", "announcement": "Tea"}
        await perform(orders.BanAddress("198.51.100.0/24", "spam"), "a test")
        await settle()
        assert (near.closed, socket.closed) == (house_channel.SENT_AWAY, None)
        assert json.loads(near.frames[-1])["code"] == "banned"
        late, later = await listening(house, "198.51.100.8")
        assert late.closed == house_channel.SENT_AWAY
        socket.received.put_nowait({"type": "websocket.disconnect"})
        await asyncio.gather(task, nearer, later)
        assert not house.app.state.listeners


@story
async def test_pages_that_do_not_read_delay_nobody() -> None:
    async with open_house() as house:
        stuck, one = await listening(house)
        stuck.may_send.clear()
        other, two = await listening(house)
        await house.app.state.administration.perform(orders.Announce("Tea"), "a test")
        await settle()
        assert json.loads(other.frames[-1])["announcement"] == "Tea"
        stuck.may_send.set()
        for socket in (stuck, other):
            socket.received.put_nowait({"type": "websocket.disconnect"})
        await asyncio.gather(one, two)
