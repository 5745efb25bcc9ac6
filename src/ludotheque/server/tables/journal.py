"""The entries of a table's journal: everything that can happen at a table.

A table is rebuilt by applying its entries in order. They hold secrets (the seed), so no entry leaves the server as it
is: `snapshots.py` makes what a viewer may see.
"""

from __future__ import annotations

from typing import Any, Literal

import msgspec

from ludotheque.record import ChainPlace
from ludotheque.server.tables.refusals import Refused


class Entry(msgspec.Struct, tag_field="kind", tag=str.lower, omit_defaults=True, kw_only=True):
    """One fact in a journal. `rules_version`: of the game's rules, the same in all entries of a table."""

    #: As everywhere in a journal, the default is not written: entries from before the first ruling have none.
    rules_version: int = 1


class SeatPlan(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """Who is to sit there: the creator of the table (`me`), anybody (`open`), or a bot of that level."""

    who: Literal["me", "open", "bot"]
    level: int = 0


class ClockPlan(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """`turn`: seconds per turn. `bank`: seconds for the whole match, and an increment per turn.

    `hourglass`: seconds per seat, and what one seat uses flows to the others. `days`: seconds per turn, in the range of
    days. A game's own sand timer runs alongside it.
    """

    kind: Literal["none", "turn", "bank", "hourglass", "days"] = "none"
    seconds: int = 0
    increment: int = 0


class Setup(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """The choices with which a table was created; `options` is complete."""

    game: str
    options: dict[str, Any]
    seats: list[SeatPlan]
    clock: ClockPlan = ClockPlan()
    listed: bool = False
    takebacks: bool = True
    #: Seconds after which the seat of a person who is gone may be handed to a bot.
    hold: int = 60
    #: What happens to a seat whose time is up, unless the game itself says so.
    time_up: Literal["bot", "resign"] = "bot"
    #: The level of bots that take over.
    stand_in: int = 3
    #: Whether everybody looks at the result of a round before the next one begins.
    round_breaks: bool = False
    #: Who may chat.
    chat: Literal["seated", "everybody", "nobody"] = "seated"
    #: Seconds between two lines of one person.
    chat_every: int = 0


class Earlier(msgspec.Struct, frozen=True):
    """The finished match that a table resumes: its table, and the moves that are kept."""

    table: str
    history: list[tuple[int, str]]


class Made(Entry):
    """`resumes`: a resumed match is not dealt, so nothing is committed to: `server_seed` and `commitment` are empty.

    `chain`: where the commitment stands in the chain of the house. Stored entries call the server seed `secret`.
    """

    by: str
    setup: Setup
    server_seed: str = msgspec.field(name="secret")
    commitment: str
    rematch_of: str = ""
    resumes: Earlier | None = None
    chain: ChainPlace | None = None


class Sat(Entry):
    """`client_seed`: None for the creator of the table, who has not seen the commitment yet.

    Stored entries call a client seed `number`.
    """

    seat: int
    person: str
    name: str
    client_seed: str | None = msgspec.field(default=None, name="number")


class Seeded(Entry):
    """A person who sat already gave their client seed."""

    seat: int
    client_seed: str = msgspec.field(name="number")


class Left(Entry):
    """A person gave up a seat before the start."""

    seat: int


class Started(Entry):
    """`seat`: of the person who started the match.

    `client_seed`: only in journals from before there was `Seeded`: it replaces the one that the seat had.
    """

    seed: str
    seat: int = 0
    client_seed: str | None = msgspec.field(default=None, name="number")


class Moved(Entry):
    """A move. `by`: the person who sits there, a bot, or the clock. `charged`: milliseconds by seat."""

    seat: int
    move: str
    by: Literal["person", "bot", "clock"]
    move_id: str = ""
    charged: dict[int, int] = {}


class WentOn(Entry):
    """A person is ready for the next round. `seat` None: the time of the break or of the countdown is over."""

    seat: int | None = None


class Said(Entry):
    person: str
    name: str
    text: str


class Asked(Entry):
    """A person asked the others to agree. `to`: for a takeback, how many moves of the history are kept."""

    seat: int
    what: Literal["takeback", "end"]
    to: int = 0


class Agreed(Entry):
    seat: int


class Declined(Entry):
    """Somebody said no, or the person who asked has withdrawn the question."""

    seat: int


class TookBack(Entry):
    to: int
    charged: dict[int, int] = {}


class Resigned(Entry):
    """`by`: the person, or the clock. If the match goes on, a bot plays for the seat from then on."""

    seat: int
    by: Literal["person", "clock"] = "person"
    charged: dict[int, int] = {}


class Handed(Entry):
    """A bot plays for the seat until its person takes it back. `by`: the seat that asked for it; None: the clock."""

    seat: int
    level: int
    by: int | None = None
    charged: dict[int, int] = {}


class Returned(Entry):
    seat: int


class Ended(Entry):
    """The match ended though its rules would let it go on. `winners`: those left when all others had resigned.

    Only what was abandoned, or closed by the host, may end before it began.
    """

    reason: Literal["resigned", "agreed", "abandoned", "closed"]
    winners: list[int] = []


class Came(Entry):
    """The person of a seat has connected, to that server process."""

    seat: int
    process: str


class Gone(Entry):
    seat: int


class Rematch(Entry):
    """The table of the rematch."""

    table: str


AnyEntry = (
    Made
    | Sat
    | Seeded
    | Left
    | Started
    | Moved
    | WentOn
    | Said
    | Asked
    | Agreed
    | Declined
    | TookBack
    | Resigned
    | Handed
    | Returned
    | Ended
    | Came
    | Gone
    | Rematch
)
Entries = list[AnyEntry]


def people_of(entry: AnyEntry) -> list[str]:
    """Return the person whom the entry names, if it names one."""
    match entry:
        case Made():
            return [entry.by]
        case Sat() | Said():
            return [entry.person] if entry.person else []
    return []


def without_chat(entry: AnyEntry) -> AnyEntry:
    """Return the entry without what was said in it, and by whom; all others as they are."""
    return Said("", "", "", rules_version=entry.rules_version) if isinstance(entry, Said) else entry


def without_person(entry: AnyEntry, person: str, instead: str) -> AnyEntry:
    """Return the entry without that person's name and words; `instead` is whom it names then."""
    if person not in people_of(entry):
        return entry
    match entry:
        case Made():
            return msgspec.structs.replace(entry, by=instead)
        case Sat():
            return msgspec.structs.replace(entry, person=instead, name="")
    return without_chat(entry)


encode = msgspec.json.Encoder().encode
_decoder: msgspec.json.Decoder[AnyEntry] = msgspec.json.Decoder(AnyEntry)


def decode(text: bytes) -> AnyEntry:
    """The entry as it is stored. Refused: a newer release has written it, and only that can go on with its table."""
    try:
        return _decoder.decode(text)
    except msgspec.ValidationError as error:
        raise Refused("newer_version", why=str(error)[:200]) from None
