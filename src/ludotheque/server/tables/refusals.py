"""Requests that the server refuses: a code for programs, a message for people, and what is allowed instead.

For an illegal move the message is the game's own `errors.Refusal`: a rule, a key and parameters.
"""

from __future__ import annotations

from typing import Any

import msgspec

from ludotheque import errors
from ludotheque.games.spec import Json
from ludotheque.match import Match
from ludotheque.server.bots import TooManyAtOnce, WorkersBusy

_LATER = ["again"]
_OTHER_WAYS = ["ask_end", "resign"]
#: What is allowed instead, where it is always the same: requests (`again`: the same one later), or values.
INSTEAD: dict[str, Any] = {
    "a_bot_plays_here": ["take_back_seat"],
    "admin_link_is_void": ["ludotheque admin sign-in"],
    "agreed_already": ["decline"],
    "bots_are_busy": _LATER,
    "cannot_read": _LATER,
    "cannot_write": _LATER,
    "declined_already": ["move"],
    "foreign_origin": ["same-origin"],
    "house_is_full": _LATER,
    "banned": [],
    "known_already": ["PATCH /api/me"],
    "link_is_void": ["POST /api/me/link"],
    "muted": ["move"],
    "newer_version": _LATER,
    "no_admin": ["POST /api/admin/session"],
    "no_chat": ["move"],
    "no_person": ["POST /api/people"],
    "no_such_report": ["list_reports"],
    "no_such_page": ["GET /api/openapi.json"],
    "no_such_person": ["GET /api/me"],
    "no_such_table": ["GET /api/tables", "POST /api/tables"],
    "no_takebacks": _OTHER_WAYS,
    "not_ready": _LATER,
    "nothing_is_asked": ["ask_takeback", "ask_end"],
    "nothing_said": {"from": 1, "to": 500},
    "nothing_to_take_back": ["move", "resign"],
    "one_hint_at_a_time": _LATER,
    "out_of_moves": ["resign"],
    "out_of_takebacks": _OTHER_WAYS,
    "read_only": _LATER,
    "resigned_already": ["say"],
    "returned_too_often": ["resign"],
    "sat_too_often": ["POST /api/tables"],
    "slow_chat": _LATER,
    "something_came_out": _OTHER_WAYS,
    "time_is_up": ["say"],
    "too_many_requests": _LATER,
}


class RefusalShown(msgspec.Struct, frozen=True, omit_defaults=True):
    """Why a request was refused, as clients see it: in live play, in REST, and for a move in a lesson or a record.

    `code` is for programs; from `key` and `params` the page makes a sentence. `allowed`: what would be possible.
    `rule`: the number of the game's rule that forbids a move.
    """

    code: str
    key: str
    params: Json
    allowed: Any
    rule: int | None = None


class Refused(Exception):
    """Raised instead of changing anything; see `RefusalShown`."""

    def __init__(
        self, code: str, *, key: str = "", allowed: Any = None, rule: int | None = None, **params: Any
    ) -> None:
        super().__init__(code)
        self.code = code
        self.key = key or f"refused.{code}"
        self.params = params
        self.allowed: Any = INSTEAD.get(code) if allowed is None else allowed
        self.rule = rule

    @property
    def refusal(self) -> RefusalShown:
        return RefusalShown(self.code, self.key, _readable(self.params), self.allowed, self.rule)


def _readable(params: Json) -> Json:
    """Integers that JSON readers would round are sent as text, cut short."""
    return {
        name: f"{str(value)[:20]}..." if isinstance(value, int) and abs(value) >= 2**53 else value
        for name, value in params.items()
    }


def without_control_characters(text: str) -> str:
    """Raises Refused if nothing is left."""
    cleaned = "".join(letter for letter in text if letter.isprintable()).strip()
    if not cleaned:
        raise Refused("nothing_said")
    return cleaned


def busy_refusal(busy: WorkersBusy) -> Refused:
    """Return the refusal of a request when no worker is free; it says how many are allowed at a time."""
    if isinstance(busy, TooManyAtOnce):
        return Refused("too_many_at_once", what=busy.lane, whose=busy.whose, most=busy.most, allowed=busy.most)
    return Refused("bots_are_busy")


def move_refused(error: errors.LudothequeError, match: Match, move: str, seat: int) -> Refused:
    """Return the refusal of a move that the match did not accept, with the game's reason if it has one."""
    legal = match.legal_moves(seat) if seat in match.to_act else []
    match error:
        case errors.IllegalMove():
            key = f"{match.game}.{error.key}"
            return Refused("illegal_move", key=key, rule=error.rule, allowed=legal, **error.params)
        case errors.NotYourTurn():
            return Refused("not_your_turn", allowed=list(match.to_act))
        case errors.MatchOver():
            return Refused("table_is_over", allowed="running")
        case errors.BadSetup():
            return Refused("no_such_seat", allowed=list(range(match.seats)))
    return Refused("bad_move", move=move[:40], allowed=legal)
