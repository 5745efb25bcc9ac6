"""Who asks, from where, and for whom: the cookie, the origin, the host, and the security headers of every response."""

from __future__ import annotations

import ipaddress
import re
import socket
from functools import cache, lru_cache
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from starlette.requests import HTTPConnection
from starlette.responses import Response

from ludotheque.server.admin.sessions import SESSION_LASTS, HostSession
from ludotheque.server.bots import Asker
from ludotheque.server.tables.people import Person
from ludotheque.server.web.limits import neighbourhood

if TYPE_CHECKING:
    from ludotheque.server.admin.administration import Administration
    from ludotheque.server.settings import Settings
    from ludotheque.server.tables.host_orders import HostOrders
    from ludotheque.server.tables.people import People

COOKIE = "ludotheque"
ADMIN_COOKIE = "ludotheque_admin"
ADMIN_PATH = "/api/admin"
#: Paths where a ban does not matter: the host signs in from anywhere, and a person's device and data are their own.
BANS_DO_NOT_MATTER = ("/api/admin/", "/api/me/device", "/api/me/data")
#: A banned person may still be forgotten.
FORGET_ME = ("DELETE", "/api/me")
YEAR = 365 * 24 * 60 * 60
#: A Host header: a name or an address, and perhaps a port.
HOST = re.compile(r"(?:\[([0-9a-f:.]+)\]|([^\[\]:/?#@\s]+))(?::\d{0,5})?")
SAFE = frozenset({"GET", "HEAD", "OPTIONS"})

POLICY = "; ".join(
    [
        "default-src 'self'",
        "img-src 'self' data: blob:",
        "worker-src 'self' blob:",
        "object-src 'none'",
        "base-uri 'none'",
        "form-action 'none'",
        "frame-ancestors 'none'",
    ]
)
HEADERS = [
    (b"content-security-policy", POLICY.encode()),
    (b"x-content-type-options", b"nosniff"),
    (b"x-frame-options", b"DENY"),
    (b"referrer-policy", b"same-origin"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
]


def secret_of(connection: HTTPConnection) -> str:
    """Return the secret in the cookie; "" without one."""
    return connection.cookies.get(COOKIE, "")


async def person_of(connection: HTTPConnection) -> Person | None:
    """Return the person whose device sent the request. Raises CannotRead; Refused: they are banned."""
    person = await known_person(connection)
    path = connection.scope["path"]
    spared = path.startswith(BANS_DO_NOT_MATTER) or (connection.scope.get("method"), path) == FORGET_ME
    if person is not None and not spared:
        host_orders: HostOrders = connection.app.state.house.host_orders
        host_orders.check_person(person.id)
    return person


async def known_person(connection: HTTPConnection) -> Person | None:
    """Return the person whose device sent the request, banned or not. Raises CannotRead."""
    secret = secret_of(connection)
    if not secret:
        return None
    people: People = connection.app.state.people
    return await people.find(secret)


def address_of(connection: HTTPConnection) -> str:
    """Return the address that rate limits apply to."""
    return neighbourhood(connection.client.host) if connection.client else "here"


def own_address_of(connection: HTTPConnection) -> str:
    """Return the address itself, which bans apply to."""
    return connection.client.host if connection.client else ""


def asker_of(connection: HTTPConnection, person: Person | None) -> Asker:
    """Return for whom workers do something."""
    return Asker(address_of(connection), person.id if person else "")


def is_own_host(connection: HTTPConnection) -> bool:
    """Return whether the Host header names this server, and not another site whose name was made to lead here.

    With a public address, its name counts alone. Without one: addresses, which no other site can be named by, and the
    names that this machine has by itself.
    """
    settings: Settings = connection.app.state.settings
    return _is_own_host(connection.headers.get("host", ""), settings.public, settings.host)


@lru_cache(maxsize=1024)
def _is_own_host(header: str, public: str | None, listening: str) -> bool:
    found = HOST.fullmatch(header.lower())
    if found is None:
        return False
    name = (found[1] or found[2]).rstrip(".")
    if public is not None:
        return name == urlsplit(public).hostname
    return name in (listening.lower(), *_own_names()) or name.endswith(".localhost") or _is_address(name)


@cache
def _own_names() -> tuple[str, ...]:
    name = socket.gethostname().lower()
    return "localhost", name, f"{name}.local"


def _is_address(name: str) -> bool:
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True


def is_same_origin(connection: HTTPConnection) -> bool:
    """Return whether the request comes from our own page (or a program that says so), not from another site.

    Browsers set the Origin header, and pages cannot change it.
    """
    headers = connection.headers
    origin = headers.get("origin")
    if origin is None:
        return headers.get("sec-fetch-site") == "same-origin"
    try:
        parts = urlsplit(origin)
    except ValueError:
        return False
    settings: Settings = connection.app.state.settings
    asked = parts.netloc.lower()
    own = {headers.get("host", "").lower(), settings.public_origin} - {"", None}
    return parts.scheme in ("http", "https") and parts.path == "" and asked in own


def give_cookie(response: Response, connection: HTTPConnection, secret: str) -> None:
    """Set the cookie. Lax, not Strict: whoever follows an invitation from a chat is recognized."""
    response.set_cookie(
        COOKIE, secret, max_age=YEAR, path="/", secure=_secure(connection), httponly=True, samesite="lax"
    )


def take_cookie(response: Response, connection: HTTPConnection) -> None:
    response.delete_cookie(COOKIE, path="/", secure=_secure(connection), httponly=True, samesite="lax")


# The host's session


def admin_secret_of(connection: HTTPConnection) -> str:
    """Return the secret of the host's session; "" without one."""
    return connection.cookies.get(ADMIN_COOKIE, "")


async def admin_of(connection: HTTPConnection) -> HostSession:
    """Return the host's session that sent the request. CannotRead. Refused: there is none."""
    administration: Administration = connection.app.state.administration
    return await administration.sessions.find(admin_secret_of(connection))


def give_admin_cookie(response: Response, connection: HTTPConnection, secret: str) -> None:
    """Strict, and sent to nothing but the host's routes."""
    response.set_cookie(
        ADMIN_COOKIE,
        secret,
        max_age=SESSION_LASTS // 1000,
        path=ADMIN_PATH,
        secure=_secure(connection),
        httponly=True,
        samesite="strict",
    )


def take_admin_cookie(response: Response, connection: HTTPConnection) -> None:
    response.delete_cookie(ADMIN_COOKIE, path=ADMIN_PATH, secure=_secure(connection), httponly=True, samesite="strict")


def _secure(connection: HTTPConnection) -> bool:
    settings: Settings = connection.app.state.settings
    return settings.secure or connection.scope["scheme"] in ("https", "wss")
