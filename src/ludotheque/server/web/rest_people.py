"""REST: people and their devices."""

from __future__ import annotations

from typing import Annotated

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from ludotheque.server.tables.people import LINK_LASTS, People, Person
from ludotheque.server.tables.refusals import Refused
from ludotheque.server.web.rest_common import json_response, limit, route
from ludotheque.server.web.security import give_cookie, secret_of, take_cookie
from ludotheque.teaching.languages import LANGUAGES

Language = Annotated[str, msgspec.Meta(max_length=20, extra_json_schema={"enum": LANGUAGES})]


class NewPerson(msgspec.Struct, forbid_unknown_fields=True):
    """`name`: 1 to 30 visible characters."""

    name: Annotated[str, msgspec.Meta(max_length=200)]
    language: Language = "en"


class ChangedPerson(msgspec.Struct, forbid_unknown_fields=True):
    """Fields that are not given stay as they are."""

    name: Annotated[str, msgspec.Meta(max_length=200)] | None = None
    language: Language | None = None


class LinkToken(msgspec.Struct, forbid_unknown_fields=True):
    """The secret part of a link."""

    token: Annotated[str, msgspec.Meta(max_length=200)]


class Claim(LinkToken, forbid_unknown_fields=True):
    """`replace`: even if the device belongs to another person, who loses it then."""

    replace: bool = False


class LinkOwner(msgspec.Struct, frozen=True):
    """`name`: of the person whom the link belongs to. `here`: of the one whose device this is, "" if it is nobody's.

    `same`: they are one person.
    """

    name: str
    here: str
    same: bool


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
    await limit(request, "people")
    person, secret = await people.make(new.name, new.language)
    made = json_response(person, 201)
    give_cookie(made, request, secret)
    return made


@route("GET /api/me")
async def me(request: Request, person: Person) -> Annotated[Response, Person]:
    """Return the person of this device; renews the cookie for a year."""
    told = json_response(person)
    give_cookie(told, request, secret_of(request))
    return told


@route("PATCH /api/me")
async def change_me(request: Request, people: People, person: Person, change: ChangedPerson) -> Person:
    """Change name or language. At tables where the person sits already, the old name stays."""
    await limit(request, "names", person)
    return await people.rename(person, change.name, change.language)


@route("POST /api/me/link")
async def make_link(request: Request, people: People, person: Person) -> Link:
    """Create a link that adds another device, once, within fifteen minutes."""
    await limit(request, "links", person)
    token = await people.new_link(person)
    return Link(token, f"/link#{token}", LINK_LASTS // 1000)


@route("POST /api/people/link", 409)
async def look_at_link(request: Request, people: People, visitor: Person | None, link: LinkToken) -> LinkOwner:
    """Whose link it is, and whose device this is, before anything changes."""
    await limit(request, "links", visitor)
    coming = await people.of_link(link.token)
    return LinkOwner(coming.name, visitor.name if visitor else "", visitor is not None and visitor.id == coming.id)


@route("POST /api/people/claim", 409)
async def claim(request: Request, people: People, visitor: Person | None, claim: Claim) -> Annotated[Response, Person]:
    """Add this device to the person who created the link. Works once."""
    await limit(request, "links", visitor)
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
    await people.remove_device(secret_of(request))
    forgotten = Response(status_code=204)
    take_cookie(forgotten, request)
    return forgotten
