"""REST: people and their devices."""

from __future__ import annotations

from typing import Annotated

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from ludotheque.server.tables.people import LANGUAGES, LINK_LASTS, People, Person
from ludotheque.server.tables.refusals import Refused
from ludotheque.server.web.rest_common import json_response, limit, route
from ludotheque.server.web.security import give_cookie, secret_of, take_cookie

Language = Annotated[str, msgspec.Meta(max_length=20, extra_json_schema={"enum": LANGUAGES})]


class NewPerson(msgspec.Struct, forbid_unknown_fields=True):
    """`name`: 1 to 30 visible characters."""

    name: Annotated[str, msgspec.Meta(max_length=200)]
    language: Language = "en"


class ChangedPerson(msgspec.Struct, forbid_unknown_fields=True):
    """Fields that are not given stay as they are."""

    name: Annotated[str, msgspec.Meta(max_length=200)] | None = None
    language: Language | None = None


class Claim(msgspec.Struct, forbid_unknown_fields=True):
    """`replace`: even if the device belongs to another person, who loses it then."""

    token: Annotated[str, msgspec.Meta(max_length=200)]
    replace: bool = False


class Link(msgspec.Struct, frozen=True):
    """`path`: to open on the other device; its secret part is sent to no server. `seconds`: how long it is valid."""

    token: str
    path: str
    seconds: int


@route("POST /api/people", 409, status=201)
async def make_person(
    request: Request, people: People, visitor: Person | None, new: NewPerson
) -> Annotated[Response, Person]:
    """Create a person; a name is enough. The cookie identifies the person.

    Refused if this device belongs to a person already.
    """
    if visitor is not None:
        raise Refused("known_already", person=visitor.id)
    limit(request, "people")
    person, secret = await people.make(new.name, new.language)
    made = json_response(person, 201)
    give_cookie(made, request, secret)
    return made


@route("GET /api/me")
async def me(request: Request, person: Person) -> Annotated[Response, Person]:
    """The person of this device; renews the cookie for a year."""
    told = json_response(person)
    give_cookie(told, request, secret_of(request))
    return told


@route("PATCH /api/me")
async def change_me(request: Request, people: People, person: Person, change: ChangedPerson) -> Person:
    """Change name or language. At tables where the person sits already, the old name stays."""
    limit(request, "people", person)
    return await people.rename(person, change.name, change.language)


@route("POST /api/me/link")
async def make_link(request: Request, people: People, person: Person) -> Link:
    """Create a link that adds another device, once, within fifteen minutes."""
    limit(request, "links", person)
    token = await people.new_link(person)
    return Link(token, f"/link#{token}", LINK_LASTS // 1000)


@route("POST /api/people/claim", 409)
async def claim(request: Request, people: People, visitor: Person | None, claim: Claim) -> Annotated[Response, Person]:
    """Add this device to the person who created the link. Works once."""
    limit(request, "links")
    coming = await people.of_link(claim.token)
    if visitor is not None and visitor.id != coming.id and not claim.replace:
        raise Refused("known_already", person=visitor.id, name=visitor.name, allowed={"replace": True})
    person, secret = await people.claim(claim.token)
    claimed = json_response(person)
    give_cookie(claimed, request, secret)
    return claimed


@route("DELETE /api/me/device", status=204)
async def forget_device(request: Request, people: People, person: Person) -> Annotated[Response, None]:
    """Remove this device from its person, who cannot come back without another device or a link."""
    await people.forget(secret_of(request))
    forgotten = Response(status_code=204)
    take_cookie(forgotten, request)
    return forgotten
