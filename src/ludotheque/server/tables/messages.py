"""The messages of the live protocol in both directions, explained in `docs/protocol.md`; `schema()` is exact."""

from __future__ import annotations

import json
from typing import Annotated, Any, get_args

import msgspec
from msgspec import Meta

from ludotheque.games.spec import Json
from ludotheque.record import ChainPlace, ResumedMatch
from ludotheque.server.tables.refusals import RefusalShown

Id = Annotated[str, Meta(min_length=1, max_length=64)]
Text = Annotated[str, Meta(min_length=1, max_length=500)]
#: What a client contributes to the shuffle, at random.
ClientSeed = Annotated[str, Meta(min_length=1, max_length=64)]
MoveText = Annotated[str, Meta(max_length=200)]
SeatNumber = Annotated[int, Meta(ge=0, le=15)]
Number = Annotated[int, Meta(ge=-1, le=10_000_000)]


class Message(msgspec.Struct, tag_field="type", forbid_unknown_fields=True):
    """From a client."""


class Join(Message, tag="join"):
    """The first message. `since`: the number of the last entry the client has; -1: none, send a whole snapshot.

    `legal`: send the legal moves of my seats whenever they may move.
    """

    since: Number = -1
    legal: bool = False


class Pong(Message, tag="pong"):
    """The immediate answer to a ping, by which the server measures the round-trip time."""

    n: int


class Request(Message):
    """Answered by exactly one `done` or `refused` with the same id."""

    id: Id


class Move(Request, tag="move"):
    """`id`: unique for the move; sent again, it gets the same answer.

    `match_version`: the one that the move answers. `seat`: needed only by a person with several seats.
    """

    match_version: Number
    move: MoveText
    seat: SeatNumber | None = None


class Sit(Request, tag="sit"):
    """`client_seed`: my part of the shuffle; keep it, and the commitment that I was shown, on the device."""

    seat: SeatNumber | None = None
    client_seed: ClientSeed | None = None


class GiveSeed(Request, tag="give_seed"):
    """My part of the shuffle, if I sit already: whoever creates a table sees its commitment only afterwards."""

    client_seed: ClientSeed


class Leave(Request, tag="leave"):
    """Give up my seats, before the start."""


class Start(Request, tag="start"):
    """Refused until every person at the table has given a client seed. `client_seed`: mine, if I have given none."""

    client_seed: ClientSeed | None = None


class GoOn(Request, tag="go_on"):
    """Between two rounds: I am ready for the next one."""


class Say(Request, tag="say"):
    text: Text


class AskTakeback(Request, tag="ask_takeback"):
    """Take back my last move and everything after it."""


class AskEnd(Request, tag="ask_end"):
    """End the match without a result."""


class Agree(Request, tag="agree"):
    pass


class Decline(Request, tag="decline"):
    pass


class Resign(Request, tag="resign"):
    pass


class HandOver(Request, tag="hand_over"):
    """Let a bot play for a person who has been gone for longer than the table holds a seat."""

    seat: SeatNumber


class TakeBackSeat(Request, tag="take_back_seat"):
    """I am back and play my seat myself again."""


class PlayAgain(Request, tag="play_again"):
    """A rematch at a new table, seats rotated. Whoever asks first creates it, and sits there."""


class AskLegal(Request, tag="legal"):
    """Send the legal moves of my seat."""

    seat: SeatNumber | None = None


class Try(Request, tag="try"):
    """Show what a move of mine would do, as far as I can know; nothing is played."""

    move: MoveText
    seat: SeatNumber | None = None


class Board(Request, tag="board"):
    """Send the table as a text board, for screen readers."""


class AskHint(Request, tag="hint"):
    """Send a hint for my seat."""

    seat: SeatNumber | None = None


#: What changes the table; the entries that each becomes are in `handlers.py`.
Command = (
    Move
    | Sit
    | GiveSeed
    | Leave
    | Start
    | GoOn
    | Say
    | AskTakeback
    | AskEnd
    | Agree
    | Decline
    | Resign
    | HandOver
    | TakeBackSeat
)

AnyRequest = Command | PlayAgain | AskLegal | Try | Board | AskHint
FromClient = Join | Pong | AnyRequest


class Frame(msgspec.Struct, tag_field="type", omit_defaults=True):
    """To a client."""


class Ping(Frame, tag="ping"):
    n: int


class Done(Frame, tag="done"):
    """`entry`: the number of the one that the request became; its effects arrive with that entry."""

    id: str
    entry: int | None = None
    result: Any = None


class RequestRefused(RefusalShown, tag_field="type", tag="refused", frozen=True, omit_defaults=True, kw_only=True):
    """Nothing has changed. `match_version`: that of the table now."""

    id: str
    match_version: int | None = None


class SeatShown(msgspec.Struct, frozen=True, omit_defaults=True):
    """`bot`: the level that plays here now; 0: a person. `here`: whether the person is connected.

    `seeded`: whether the person has given their part of the shuffle.
    """

    who: str
    person: str = ""
    name: str = ""
    bot: int = 0
    here: bool = False
    gone_since: int | None = None
    resigned: bool = False
    seeded: bool = False


class ClockShown(msgspec.Struct, frozen=True, omit_defaults=True):
    """Milliseconds left to each seat at time `at`. `running`: the seats whose clock runs. `sand`: left of this turn."""

    at: int
    left: list[int] = []
    running: list[int] = []
    sand: int | None = None


class AskShown(msgspec.Struct, frozen=True):
    seat: int
    what: str
    agreed: list[int]


class TableShown(msgspec.Struct, frozen=True, omit_defaults=True):
    """What does not change from move to move. `commitment`: of the server to its server seed.

    `chain`: where the commitment stands in the chain of the house; null at tables from before there was one.
    `resumes`: the finished match that is resumed here; then nothing was dealt, and the commitment is empty.
    """

    key: str
    game: str
    options: Json
    clock: Json
    commitment: str
    made: int
    listed: bool = False
    takebacks: bool = True
    hold: int = 0
    time_up: str = "bot"
    round_breaks: bool = False
    chat: str = "seated"
    chat_every: int = 0
    rematch_of: str = ""
    resumes: ResumedMatch | None = None
    chain: ChainPlace | None = None


class BreakShown(msgspec.Struct, frozen=True, omit_defaults=True):
    """Between two rounds. `until`: when the next one begins at the latest. `ready`: the seats that have gone on.

    `countdown`: the round that is shown begins at `until`, not before.
    """

    until: int | None = None
    ready: list[int] = []
    countdown: bool = False


class ResultShown(msgspec.Struct, frozen=True):
    """`reason`: `rules`, `resigned`, `agreed`, `abandoned` or `closed`. `scores`: null unless it ended by its rules."""

    reason: str
    winners: list[int]
    scores: list[int] | None


class Now(msgspec.Struct, frozen=True, omit_defaults=True):
    """The present state of the table for one viewer. `view`: the match as this viewer may see it.

    `match_version`: the number of the last entry that changed the match.
    """

    status: str
    match_version: int
    seats: list[SeatShown]
    to_act: list[int] = []
    view: Json | None = None
    legal: dict[int, list[str]] | None = None
    clock: ClockShown | None = None
    round_break: BreakShown | None = None
    ask: AskShown | None = None
    result: ResultShown | None = None
    rematch: str = ""


class EntryShown(msgspec.Struct, frozen=True, omit_defaults=True):
    """An entry for one viewer: its kind, its public fields, and the events it caused."""

    number: int
    at: int
    kind: str
    fields: Json = {}
    events: list[Json] = []


class Snapshot(Frame, tag="snapshot"):
    """The whole table, at the start. `you`: the viewer's seats. `entries`: everything that has happened so far.

    `last_entry`: the number of the last of them.
    """

    last_entry: int
    you: list[int]
    table: TableShown
    now: Now
    entries: list[EntryShown]


class News(Frame, tag="news"):
    """New entries, in order without gaps, and the state of the table after them."""

    entries: list[EntryShown]
    now: Now


class Goodbye(Frame, tag="goodbye"):
    """The server is closing, or closes this connection: why, and after how many seconds to come back."""

    why: str
    again_in: float | None = None


class HouseNews(Frame, tag="house"):
    """What the host tells everybody. `read_only`: why nothing can be played now; "" if everything can."""

    announcement: str = ""
    read_only: str = ""


ToClient = Ping | Done | RequestRefused | Snapshot | News | Goodbye | HouseNews

#: The types of messages that a client may send; and those after `join`.
KINDS = [kind.__struct_config__.tag for kind in get_args(FromClient)]
LATER_KINDS = [kind for kind in KINDS if kind != "join"]

encode = msgspec.json.Encoder().encode
_decoder: msgspec.json.Decoder[FromClient] = msgspec.json.Decoder(FromClient)
#: Raises msgspec.DecodeError if it is not a message.
decode = _decoder.decode


class _Named(msgspec.Struct):
    id: Id = ""


_namer = msgspec.json.Decoder(_Named)


def id_of(text: str | bytes) -> str:
    """Return the id of a malformed request; "" if it has none.

    >>> id_of('{"type": "sit", "id": "s1", "seat": 99}')
    's1'
    """
    try:
        return _namer.decode(text).id
    except (msgspec.DecodeError, UnicodeError, RecursionError):
        return ""


def schema() -> Json:
    """Return a JSON Schema of all messages."""
    (sent, received), components = msgspec.json.schema_components((FromClient, ToClient), ref_template="#/$defs/{name}")
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Ludothèque, live protocol",
        "properties": {"from_client": sent, "to_client": received},
        "$defs": components,
    }


if __name__ == "__main__":
    print(json.dumps(schema(), indent=1, ensure_ascii=False))
