"""What all REST routes share: bodies, responses, refusals, dependencies, and the OpenAPI document.

Bodies and responses are msgspec structs, like the messages of live play; FastAPI's own models serve only for paths and
queries.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Annotated, Any, TypeVar

import msgspec
from fastapi import Depends, FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.openapi.utils import get_openapi
from starlette.exceptions import HTTPException
from starlette.responses import Response

from ludotheque.server.queries.reviews import Reviews
from ludotheque.server.store.base import CannotRead, CannotWrite, Conflict
from ludotheque.server.tables.house import House
from ludotheque.server.tables.people import People, Person
from ludotheque.server.tables.refusals import Refusal, Refused
from ludotheque.server.web.limits import Kind, Limits, TooMany
from ludotheque.server.web.security import address_of, person_of

T = TypeVar("T")

MOST_BODY = 16 * 1024
#: A record may be longer; the longest known match takes a fifth of this.
MOST_RECORD = 256 * 1024
#: Seconds within which a body must arrive.
BODY_WITHIN = 10.0
REF = "#/components/schemas/{name}"

#: The HTTP status of a refusal by its code; 409 for the wrong status of a table, else 422.
STATUS = {
    "no_person": 401,
    "foreign_origin": 403,
    "no_such_table": 404,
    "no_such_page": 404,
    "no_such_method": 405,
    "too_slow": 408,
    "known_already": 409,
    "link_is_void": 409,
    "too_large": 413,
    "only_json": 415,
    "too_many_requests": 429,
    "failed": 500,
    "not_ready": 503,
    "cannot_write": 503,
    "cannot_read": 503,
}
#: Seconds after which to retry what is not possible now.
RETRY = 5


# Responses


def answer(value: Any, status: int = 200) -> Response:
    return Response(msgspec.json.encode(value), status, media_type="application/json")


def status_of(code: str) -> int:
    return STATUS.get(code, 409 if code.startswith("table_is_") else 422)


def refusal(refused: Refused) -> Response:
    """The response for a refusal."""
    response = answer(refused.refusal, status_of(refused.code))
    if isinstance(refused, TooMany):
        response.headers["retry-after"] = str(refused.seconds)
    elif response.status_code == 503:
        response.headers["retry-after"] = str(RETRY)
    elif response.status_code == 405:
        response.headers["allow"] = ", ".join(refused.allowed)
    return response


def as_refused(error: Exception) -> Refused:
    """The refusal that an error means to the client."""
    match error:
        case Refused():
            return error
        case RequestValidationError():
            return _bad_request(error)
        case CannotWrite() | Conflict():
            return Refused("cannot_write")
        case CannotRead():
            return Refused("cannot_read")
        case HTTPException(status_code=404):
            return Refused("no_such_page")
        case HTTPException(status_code=405):
            return Refused("no_such_method", allowed=(error.headers or {}).get("Allow", "GET").split(", "))
    return Refused("failed")


def _bad_request(error: RequestValidationError) -> Refused:
    first = error.errors()[0]
    place = first["loc"][-1] if first["loc"] else ""
    allowed = {name: value for name, value in first.get("ctx", {}).items() if isinstance(value, (str, int, float))}
    allowed = allowed or {"expected": str(first["msg"])[:100]}
    return Refused("bad_request", field=str(place)[:40], why=first["type"], allowed=allowed)


# Dependencies of routes


def house_of(request: Request) -> House:
    house: House = request.app.state.house
    return house


def people_of(request: Request) -> People:
    people: People = request.app.state.people
    return people


def reviews_of(request: Request) -> Reviews:
    reviews: Reviews = request.app.state.reviews
    return reviews


async def _visitor(request: Request) -> Person | None:
    return await person_of(request)


async def _current_person(request: Request) -> Person:
    person = await person_of(request)
    if person is None:
        raise Refused("no_person")
    return person


TheHouse = Annotated[House, Depends(house_of)]
TheReviews = Annotated[Reviews, Depends(reviews_of)]
ThePeople = Annotated[People, Depends(people_of)]
Visitor = Annotated[Person | None, Depends(_visitor)]
CurrentPerson = Annotated[Person, Depends(_current_person)]


def limit(request: Request, kind: Kind, person: Person | None = None) -> None:
    """Count a request of this person, or of the address. Raises TooMany."""
    limits: Limits = request.app.state.limits
    limits.take(kind, person.id if person else address_of(request))


# Bodies


def body_of(shape: type[T]) -> Callable[[Request], Awaitable[T]]:
    """A dependency that decodes the body; Refused says what is wrong with it."""
    decode = msgspec.json.Decoder(shape).decode

    async def read(request: Request) -> T:
        text = await json_text(request)
        try:
            return decode(text)
        except msgspec.ValidationError as error:
            raise Refused("bad_body", why=str(error)[:200], allowed=_fields(shape)) from None
        except (msgspec.DecodeError, UnicodeError, RecursionError):
            raise Refused("bad_json", allowed=_fields(shape)) from None

    return read


def most_body(path: str) -> int:
    """The most bytes of a body for that path."""
    return MOST_RECORD if path == "/api/records" else MOST_BODY


async def json_text(request: Request) -> bytes:
    """The body of a request with a JSON content type. Refused: another type, too large, too slow."""
    if request.headers.get("content-type", "").partition(";")[0].strip().lower() != "application/json":
        raise Refused("only_json", allowed="application/json")
    body, most = bytearray(), most_body(request.url.path)
    try:
        async with asyncio.timeout(BODY_WITHIN):
            async for part in request.stream():
                body += part
                if len(body) > most:
                    raise Refused("too_large", allowed=most)
    except TimeoutError:
        raise Refused("too_slow", allowed=BODY_WITHIN) from None
    return bytes(body)


def _fields(shape: type[Any]) -> list[str]:
    return [field.encode_name for field in msgspec.structs.fields(shape)]


# The OpenAPI document

_described: dict[str, type[Any]] = {}


def described(shape: type[Any]) -> dict[str, str]:
    """A reference to the schema of a struct."""
    _described[shape.__name__] = shape
    return {"$ref": REF.format(name=shape.__name__)}


def takes(shape: type[Any]) -> dict[str, Any]:
    """The schema of the body, for `openapi_extra`."""
    return {"requestBody": {"required": True, "content": {"application/json": {"schema": described(shape)}}}}


def tells(shape: type[Any] | None, *refused: int, status: int = 200, what: str = "") -> dict[int | str, Any]:
    """The schemas of the response and of refusals, for `responses`. `refused`: statuses beyond those of all routes."""
    responses: dict[int | str, Any] = {status: {"description": what or "Done"}}
    if shape is not None:
        responses[status]["content"] = {"application/json": {"schema": described(shape)}}
    told = {"application/json": {"schema": described(Refusal)}}
    for code in sorted({*refused, 422, 429, 503}):
        responses[code] = {"description": REASONS[code], "content": told}
    return responses


REASONS = {
    401: "This device belongs to no person",
    403: "The request comes from another site",
    404: "There is no such table",
    408: "The body arrived too slowly",
    409: "Not possible in the present state",
    413: "The body is too large",
    415: "The body is not JSON",
    422: "Invalid; `allowed` says what is possible",
    429: "Too many requests; see Retry-After",
    503: "The store is not available, or the server is not ready",
}
#: Refusals of routes that change something.
UNSAFE = (403, 408, 413, 415)


def document(app: FastAPI) -> dict[str, Any]:
    """The OpenAPI document; made once."""
    if app.openapi_schema is None:
        made = get_openapi(
            title="Ludothèque",
            version=app.version,
            summary="Everything but live play, which goes over a WebSocket.",
            routes=app.routes,
        )
        _, schemas = msgspec.json.schema_components(list(_described.values()), ref_template=REF)
        made.setdefault("components", {}).setdefault("schemas", {}).update(schemas)
        app.openapi_schema = made
    return app.openapi_schema
