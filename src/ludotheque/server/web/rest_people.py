"""REST: people and their devices."""

from __future__ import annotations

from typing import Annotated

import msgspec
from fastapi import APIRouter, Depends, Request
from starlette.responses import Response

from ludotheque.server.tables.people import LANGUAGES, LINK_LASTS, Person
from ludotheque.server.tables.refusals import Refused
from ludotheque.server.web.rest_common import (
    UNSAFE,
    CurrentPerson,
    ThePeople,
    Visitor,
    answer,
    body_of,
    limit,
    takes,
    tells,
)
from ludotheque.server.web.security import give_cookie, secret_of, take_cookie

router = APIRouter(prefix="/api", tags=["people"])


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


@router.post(
    "/people",
    status_code=201,
    responses=tells(Person, *UNSAFE, 409, status=201, what="Created; the cookie identifies the person"),
    openapi_extra=takes(NewPerson),
)
async def make_person(
    request: Request, people: ThePeople, visitor: Visitor, new: Annotated[NewPerson, Depends(body_of(NewPerson))]
) -> Response:
    """Create a person; a name is enough. Refused if this device belongs to a person already."""
    if visitor is not None:
        raise Refused("known_already", person=visitor.id)
    limit(request, "people")
    person, secret = await people.make(new.name, new.language)
    made = answer(person, 201)
    give_cookie(made, request, secret)
    return made


@router.get("/me", responses=tells(Person, 401))
async def me(request: Request, person: CurrentPerson) -> Response:
    """The person of this device; renews the cookie for a year."""
    told = answer(person)
    give_cookie(told, request, secret_of(request))
    return told


@router.patch("/me", responses=tells(Person, *UNSAFE, 401), openapi_extra=takes(ChangedPerson))
async def change_me(
    request: Request,
    people: ThePeople,
    person: CurrentPerson,
    change: Annotated[ChangedPerson, Depends(body_of(ChangedPerson))],
) -> Response:
    """Change name or language. At tables where the person sits already, the old name stays."""
    limit(request, "people", person)
    return answer(await people.rename(person, change.name, change.language))


@router.post("/me/link", responses=tells(Link, 401, 403))
async def make_link(request: Request, people: ThePeople, person: CurrentPerson) -> Response:
    """Create a link that adds another device, once, within fifteen minutes."""
    limit(request, "links", person)
    token = await people.new_link(person)
    return answer(Link(token, f"/link#{token}", LINK_LASTS // 1000))


@router.post("/people/claim", responses=tells(Person, *UNSAFE, 409), openapi_extra=takes(Claim))
async def claim(
    request: Request, people: ThePeople, visitor: Visitor, claim: Annotated[Claim, Depends(body_of(Claim))]
) -> Response:
    """Add this device to the person who created the link. Works once."""
    limit(request, "links")
    coming = await people.of_link(claim.token)
    if visitor is not None and visitor.id != coming.id and not claim.replace:
        raise Refused("known_already", person=visitor.id, name=visitor.name, allowed={"replace": True})
    person, secret = await people.claim(claim.token)
    claimed = answer(person)
    give_cookie(claimed, request, secret)
    return claimed


@router.delete("/me/device", status_code=204, responses=tells(None, 401, 403, status=204, what="Forgotten"))
async def forget_device(request: Request, people: ThePeople, person: CurrentPerson) -> Response:
    """Remove this device from its person, who cannot come back without another device or a link."""
    await people.forget(secret_of(request))
    forgotten = Response(status_code=204)
    take_cookie(forgotten, request)
    return forgotten
