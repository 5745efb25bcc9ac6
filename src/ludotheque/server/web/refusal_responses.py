"""The response that an error means to the client."""

from __future__ import annotations

from starlette.exceptions import HTTPException
from starlette.responses import Response

from ludotheque.server.store.base import CannotRead, CannotWrite, Conflict
from ludotheque.server.tables.refusals import Refused
from ludotheque.server.web.limits import TooMany
from ludotheque.server.web.rest_common import json_response

#: The HTTP status of a refusal by its code; 409 for the wrong status of a table, else 422.
STATUS = {
    "no_person": 401,
    "no_admin": 401,
    "foreign_origin": 403,
    "banned": 403,
    "no_such_table": 404,
    "no_such_person": 404,
    "no_such_page": 404,
    "no_such_report": 404,
    "no_such_ban": 404,
    "no_such_method": 405,
    "too_slow": 408,
    "known_already": 409,
    "link_is_void": 409,
    "admin_link_is_void": 409,
    "nothing_announced": 409,
    "not_read_only": 409,
    "never_began": 409,
    "too_large": 413,
    "only_json": 415,
    "foreign_host": 421,
    "too_many_requests": 429,
    "too_many_at_once": 429,
    "too_many_listed": 429,
    "head_too_large": 431,
    "failed": 500,
    "bots_are_busy": 503,
    "house_is_full": 503,
    "not_ready": 503,
    "newer_version": 503,
    "read_only": 503,
    "cannot_write": 503,
    "cannot_read": 503,
}
#: Seconds after which to retry what is not possible now.
RETRY = 5
#: The same, where a match must end first.
RETRY_LATER = {"too_many_listed": 60, "read_only": 60}


def status_of(code: str) -> int:
    return STATUS.get(code, 409 if code.startswith("table_is_") else 422)


def refusal_response(refused: Refused) -> Response:
    response = json_response(refused.refusal, status_of(refused.code))
    if isinstance(refused, TooMany):
        response.headers["retry-after"] = str(refused.seconds)
    elif response.status_code in (429, 503):
        response.headers["retry-after"] = str(RETRY_LATER.get(refused.code, RETRY))
    elif response.status_code == 405:
        response.headers["allow"] = ", ".join(refused.allowed)
    return response


def as_refused(error: Exception) -> Refused:
    """Return the refusal that an error means to the client."""
    match error:
        case Refused():
            return error
        case CannotWrite() | Conflict():
            return Refused("cannot_write")
        case CannotRead():
            return Refused("cannot_read")
        case HTTPException(status_code=404):
            return Refused("no_such_page")
        case HTTPException(status_code=405):
            return Refused("no_such_method", allowed=(error.headers or {}).get("Allow", "GET").split(", "))
    return Refused("failed")
