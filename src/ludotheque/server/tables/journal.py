"""The entries of a table's journal: everything that can happen at a table.

A table is rebuilt by applying its entries in order. They hold secrets (the seed), so no entry leaves the server as it
is: `snapshots.py` makes what a viewer may see.
"""

from __future__ import annotations

from typing import Any, Literal

import msgspec


class Entry(msgspec.Struct, tag_field="kind", tag=str.lower, omit_defaults=True):
    """One fact in a journal."""


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


class Earlier(msgspec.Struct, frozen=True):
    """The finished match that a table resumes: its table, and the moves that are kept."""

    table: str
    history: list[tuple[int, str]]


class Made(Entry):
    """`resumes`: a resumed match is not dealt, so nothing is committed to: `secret` and `commitment` are empty."""

    by: str
    setup: Setup
    secret: str
    commitment: str
    rematch_of: str = ""
    resumes: Earlier | None = None


class Sat(Entry):
    """`number`: what the person's client contributes to the shuffle."""

    seat: int
    person: str
    name: str
    number: str | None = None


class Left(Entry):
    """A person gave up a seat before the start."""

    seat: int


class Started(Entry):
    """`seat`: of the person who started the match; `number`: the latest contribution of their client to the shuffle."""

    seed: str
    seat: int = 0
    number: str | None = None


class Moved(Entry):
    """A move. `by`: the person who sits there, a bot, or the clock. `charged`: milliseconds by seat."""

    seat: int
    move: str
    by: Literal["person", "bot", "clock"]
    move_id: str = ""
    charged: dict[int, int] = {}


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
    """The match ended though its rules would let it go on. `winners`: those left when all others had resigned."""

    reason: Literal["resigned", "agreed", "abandoned"]
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
    | Left
    | Started
    | Moved
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

encode = msgspec.json.Encoder().encode
decode = msgspec.json.Decoder(AnyEntry).decode
