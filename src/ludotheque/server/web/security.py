"""Who asks and from where: the cookie, the origin, and the security headers of every response."""

from __future__ import annotations

from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from starlette.requests import HTTPConnection
from starlette.responses import Response

from ludotheque.server.tables.people import Person
from ludotheque.server.web.limits import neighbourhood

if TYPE_CHECKING:
    from ludotheque.server.settings import Settings
    from ludotheque.server.tables.people import People

COOKIE = "ludotheque"
YEAR = 365 * 24 * 60 * 60
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
    """The secret in the cookie; "" without one."""
    return connection.cookies.get(COOKIE, "")


async def person_of(connection: HTTPConnection) -> Person | None:
    """The person whose device sent the request. CannotRead."""
    secret = secret_of(connection)
    if not secret:
        return None
    people: People = connection.app.state.people
    return await people.find(secret)


def address_of(connection: HTTPConnection) -> str:
    """The address that rate limits apply to."""
    return neighbourhood(connection.client.host) if connection.client else "here"


def is_same_origin(connection: HTTPConnection) -> bool:
    """Whether the request comes from our own page (or a program that says so), not from another site.

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


def _secure(connection: HTTPConnection) -> bool:
    settings: Settings = connection.app.state.settings
    return settings.secure or connection.scope["scheme"] in ("https", "wss")
