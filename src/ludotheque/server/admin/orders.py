"""What the host can order and ask, as JSON; `administration.py` carries it out."""

from __future__ import annotations

import re
from typing import Annotated, Any, get_args

import msgspec
from msgspec import Meta

from ludotheque.server.queries.pages import CURSOR
from ludotheque.server.tables.host_orders import BanKind
from ludotheque.server.tables.table import Status

#: Shown to people as it is, in whatever language the host writes.
Words = Annotated[str, Meta(min_length=1, max_length=500)]
Subject = Annotated[str, Meta(min_length=1, max_length=64)]
Days = Annotated[float, Meta(gt=0, le=3650)]
Cursor = Annotated[str, Meta(pattern=CURSOR)]


def _snake(name: str) -> str:
    return re.sub(r"(?<!^)(?=[A-Z])", "_", name).lower()


class Order(msgspec.Struct, tag_field="order", tag=_snake, forbid_unknown_fields=True):
    """Changes something, and is written to the audit trail."""


class CloseTable(Order):
    """End the match without a result."""

    table: Subject


class DeleteTable(Order):
    """Remove the table with everything that was said and played there."""

    table: Subject


class Mute(Order):
    """No chat for this person. `days`: until it ends by itself."""

    person: Subject
    reason: Words
    days: Days | None = None


class BanPerson(Order):
    """The person is sent away, and resigns wherever they play."""

    person: Subject
    reason: Words
    days: Days | None = None


class ForgetPerson(Order):
    """Remove name, devices, ratings and what the person said; their matches stay, without a name."""

    person: Subject


class BanAddress(Order):
    """Whoever connects from this range of addresses, such as 192.0.2.0/24, is sent away."""

    range: Subject
    reason: Words
    days: Days | None = None


class Lift(Order):
    """End a ban. `subject`: the person's id, or the range as it is listed."""

    kind: BanKind
    subject: Subject


class Announce(Order):
    """Show a message on every page, in place of the one before."""

    text: Words


class Withdraw(Order):
    """Take the announcement back."""


class BeginReadOnly(Order):
    """Nothing can be played or made until this ends; everything can be looked at. Clocks stand still."""

    reason: Words


class EndReadOnly(Order):
    pass


class Set(Order):
    """Change a setting of the running servers. It stays until it is reset, also after a restart."""

    name: Subject
    value: Annotated[str, Meta(max_length=1000)]


class Reset(Order):
    """Return to the setting that the server was started with."""

    name: Subject


class ResolveReport(Order):
    report: Subject
    note: Annotated[str, Meta(max_length=500)] = ""


class SignOut(Order):
    """End all sessions of the host's page, and void links that were not used yet."""


class SignIn(Order):
    """Let whoever has the token sign in to the host's page once. Only from the command line."""

    token_hash: Annotated[str, Meta(pattern="^[0-9a-f]{64}$")]


class ExportPerson(Order):
    """Everything that is kept about a person, as JSON. From the command line; the page has a route for it."""

    person: Subject


PageOrder = (
    CloseTable
    | DeleteTable
    | Mute
    | BanPerson
    | ForgetPerson
    | BanAddress
    | Lift
    | Announce
    | Withdraw
    | BeginReadOnly
    | EndReadOnly
    | Set
    | Reset
    | ResolveReport
    | SignOut
)


class Question(msgspec.Struct, tag_field="order", tag=_snake, forbid_unknown_fields=True):
    """Changes nothing, and leaves no trail."""


class ShowHouse(Question):
    pass


class ShowLoad(Question):
    pass


class ListTables(Question):
    status: Status | None = None
    person: Subject | None = None
    before: Cursor | None = None


class ShowTable(Question):
    table: Subject


class ListPeople(Question):
    """`search`: an id, or a part of a name."""

    search: Annotated[str, Meta(max_length=64)] = ""
    before: Cursor | None = None


class ListReports(Question):
    resolved: bool = False
    before: Cursor | None = None


class ListLog(Question):
    before: Cursor | None = None


AnyQuestion = ShowHouse | ShowLoad | ListTables | ShowTable | ListPeople | ListReports | ListLog
AnyOrder = PageOrder | SignIn | ExportPerson

#: The values of `order`.
KINDS = [kind.__struct_config__.tag for kind in get_args(AnyOrder | AnyQuestion)]
_decoder: msgspec.json.Decoder[Any] = msgspec.json.Decoder(AnyOrder | AnyQuestion)
#: msgspec.DecodeError: not an order.
decode = _decoder.decode
