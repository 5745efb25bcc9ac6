"""REST routes: coroutines whose parameters and results are msgspec types.

A parameter named in `GIVEN` is found there. One whose type is a struct is the body; all others come from the path or
the query. A result is sent as JSON. A route that decodes its body or makes its response itself says so:
`Annotated[bytes, Shape]`, `Annotated[Response, Shape]`.
"""

from __future__ import annotations

import asyncio
import inspect
from collections.abc import Awaitable, Callable, Coroutine
from operator import attrgetter
from typing import Annotated, Any, Literal, TypeVar, get_args, get_origin, get_type_hints

import msgspec
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response
from starlette.routing import Route

from ludotheque.server.allowances import Kind
from ludotheque.server.tables.handlers import Requester
from ludotheque.server.tables.people import Person
from ludotheque.server.tables.refusals import Refused
from ludotheque.server.web.limits import Limits
from ludotheque.server.web.security import address_of, admin_of, person_of

MAX_BODY = 16 * 1024
#: A record may be longer; the longest known match takes a fifth of this.
MAX_RECORD = 256 * 1024
#: Seconds within which a body must arrive.
BODY_WITHIN = 10.0

Result = TypeVar("Result")
Handler = Callable[..., Awaitable[Any]]
#: Finds a parameter of a route; may be a coroutine function.
Source = Callable[[Request], Any]


class RestRoute(Route):
    """A route, and what the OpenAPI document tells about it.

    `refused`: statuses of refusals, beyond those that follow from the parameters.
    """

    def __init__(self, method: str, path: str, handler: Handler, status: int, refused: tuple[int, ...]) -> None:
        super().__init__(path, self._respond)
        self.methods = {method}  # no HEAD
        self.method, self.handler, self.status, self.refused = method, handler, status, refused
        hints = get_type_hints(handler, include_extras=True)
        self.result = _shape(hints.pop("return"))
        signature = inspect.signature(handler).parameters
        self.sources = {name: _source(name, hint, signature[name].default, path) for name, hint in hints.items()}
        self.parameters = [source for source in self.sources.values() if isinstance(source, Parameter)]
        self.body = next((source.shape for source in self.sources.values() if isinstance(source, Body)), None)

    async def _respond(self, request: Request) -> Response:
        found = {}
        for name, find in self.sources.items():
            value = find(request)
            found[name] = await value if inspect.isawaitable(value) else value
        result = await self.handler(**found)
        return result if isinstance(result, Response) else json_response(result, self.status)


def route(where: str, *refused: int, status: int = 200) -> Callable[[Handler], RestRoute]:
    """Declare a route: `@route("GET /api/tables/{key}", 404)`."""
    method, path = where.split()
    return lambda handler: RestRoute(method, path, handler, status, refused)


def json_response(value: Any, status: int = 200) -> Response:
    return Response(msgspec.json.encode(value), status, media_type="application/json")


async def limit(request: Request, kind: Kind, person: Person | None = None) -> None:
    """Count a request of this person and of the address. Raises TooMany."""
    limits: Limits = request.app.state.limits
    await limits.count(kind, address_of(request), person.id if person else "")


def requester_of(request: Request, person: Person) -> Requester:
    return Requester(person.id, person.name, address=address_of(request))


async def while_connected(request: Request, work: Coroutine[Any, Any, Result]) -> Result:
    """Return the result of work that is cancelled when the client leaves. ClientDisconnect."""
    working, leaving = asyncio.create_task(work), asyncio.create_task(_until_disconnected(request))
    try:
        await asyncio.wait((working, leaving), return_when=asyncio.FIRST_COMPLETED)
        if not working.done():
            raise ClientDisconnect
        return await working
    finally:
        for task in (working, leaving):
            task.cancel()
        await asyncio.gather(working, leaving, return_exceptions=True)


async def _until_disconnected(request: Request) -> None:
    while (await request.receive())["type"] != "http.disconnect":
        pass


# Where parameters come from


async def _current_person(request: Request) -> Person:
    person = await person_of(request)
    if person is None:
        raise Refused("no_person")
    return person


#: Of the state of the application.
PARTS = (
    "house",
    "people",
    "forgetting",
    "reviews",
    "readiness",
    "metrics",
    "settings",
    "inventory",
    "administration",
)
GIVEN: dict[str, Source] = {
    "request": lambda request: request,
    "visitor": person_of,
    "person": _current_person,
    "admin": admin_of,
    **{name: attrgetter(f"app.state.{name}") for name in PARTS},
}


def _source(name: str, hint: Any, default: Any, path: str) -> Source:
    if name in GIVEN:
        return GIVEN[name]
    shape = _shape(hint)
    if isinstance(shape, type) and issubclass(shape, msgspec.Struct):
        return Body(shape, decoded=shape is hint)
    return Parameter("path" if f"{{{name}}}" in path else "query", name, hint, default)


def _shape(hint: Any) -> Any:
    """Return what is encoded in the bytes or the response."""
    return hint.__metadata__[0] if get_origin(hint) is Annotated and get_args(hint)[0] in (bytes, Response) else hint


class Parameter:
    """A parameter of the path or the query; raises Refused, which says what is wrong with it."""

    def __init__(self, place: Literal["path", "query"], name: str, hint: Any, default: Any) -> None:
        self.place, self.name, self.default = place, name, default
        self.required = default is inspect.Parameter.empty
        # None is for what is not given; msgspec would take the text "null" for it, too.
        self._type = get_args(hint)[0] if default is None else hint
        self.schema = msgspec.json.schema(self._type)

    def __call__(self, request: Request) -> Any:
        text = (request.path_params if self.place == "path" else request.query_params).get(self.name)
        if text is None and not self.required:
            return self.default
        try:
            return msgspec.convert(text, self._type, strict=False)
        except msgspec.ValidationError as error:
            why = "missing" if text is None else str(error)[:200]
            raise Refused("bad_request", field=self.name, why=why, allowed=self.schema) from None


class Body:
    """The body; raises Refused, which says what is wrong with it."""

    def __init__(self, shape: type[msgspec.Struct], decoded: bool) -> None:
        self.shape = shape
        self._decode = msgspec.json.Decoder(shape).decode if decoded else bytes
        self._fields = [field.encode_name for field in msgspec.structs.fields(shape)]

    async def __call__(self, request: Request) -> Any:
        text = await _json_text(request)
        try:
            return self._decode(text)
        except msgspec.ValidationError as error:
            raise Refused("bad_body", why=str(error)[:200], allowed=self._fields) from None
        except (msgspec.DecodeError, UnicodeError, RecursionError):
            raise Refused("bad_json", allowed=self._fields) from None


def most_body(path: str) -> int:
    """Return the most bytes of a body for that path."""
    return MAX_RECORD if path == "/api/records" else MAX_BODY


async def _json_text(request: Request) -> bytes:
    """Return a request's body. Refused: its content type is not JSON, or it is too large or slow."""
    if request.headers.get("content-type", "").partition(";")[0].strip().lower() != "application/json":
        raise Refused("only_json", allowed="application/json")
    body, most = bytearray(), most_body(request.scope["path"])  # `request.url` fails if the query is not UTF-8
    try:
        async with asyncio.timeout(BODY_WITHIN):
            async for part in request.stream():
                body += part
                if len(body) > most:
                    raise Refused("too_large", allowed=most)
    except TimeoutError:
        raise Refused("too_slow", allowed=BODY_WITHIN) from None
    return bytes(body)
