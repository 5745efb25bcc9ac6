"""What can happen at a table: the entries of its journal, in the order in which they were written.

A table is nothing but its entries: whoever reads them again has the same table. They hold secrets (the seed), so an
entry never leaves the house as it is: `pictures.py` makes what a viewer gets.
"""

from __future__ import annotations

from typing import Any, Literal

import msgspec


class Entry(msgspec.Struct, tag_field="kind", tag=str.lower, omit_defaults=True):
    """One line of a journal."""


class SeatPlan(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """Who is to sit there: the one who makes the table (`me`), anybody (`open`), or a bot of a level."""

    who: Literal["me", "open", "bot"]
    level: int = 0


class ClockPlan(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """`turn`: seconds for each turn. `bank`: seconds for the whole match, and an increment for each turn.

    `hourglass`: seconds for each seat, and what one seat uses up flows to the others. `days`: seconds for each turn,
    where a turn may last days. A game's own sand timer runs besides.
    """

    kind: Literal["none", "turn", "bank", "hourglass", "days"] = "none"
    seconds: int = 0
    increment: int = 0


class Setup(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """What a table was made with; `options` complete."""

    game: str
    options: dict[str, Any]
    seats: list[SeatPlan]
    clock: ClockPlan = ClockPlan()
    listed: bool = False
    takebacks: bool = True
    #: Seconds after which the seat of somebody who is gone may be handed to a bot.
    hold: int = 60
    #: What happens to a seat whose time is up, where the game itself does not say.
    time_up: Literal["bot", "resign"] = "bot"
    #: The level of bots that take over.
    stand_in: int = 3


class Earlier(msgspec.Struct, frozen=True):
    """A finished match that goes on at another table: its table, and the moves of it that stand."""

    table: str
    history: list[tuple[int, str]]


class Made(Entry):
    """`goes_on`: the match is not dealt here, so there is nothing to commit to: `secret` and `commitment` are empty."""

    by: str
    setup: Setup
    secret: str
    commitment: str
    rematch_of: str = ""
    goes_on: Earlier | None = None


class Sat(Entry):
    """`number`: what the person's client adds to the shuffle."""

    seat: int
    person: str
    name: str
    number: str | None = None


class Left(Entry):
    """A person gives a seat up before the start."""

    seat: int


class Started(Entry):
    """`number`: what the client of the one who started it, at that seat, added to the shuffle last."""

    seed: str
    seat: int = 0
    number: str | None = None


class Moved(Entry):
    """A move. `by`: who made it: the person who sits there, a bot, or the clock. `charged`: milliseconds by seat."""

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
    """A person asks the others to agree. `to`: for a take-back, how many moves of the history shall stand."""

    seat: int
    what: Literal["takeback", "end"]
    to: int = 0


class Agreed(Entry):
    seat: int


class Declined(Entry):
    """Somebody says no, or the one who asked thinks better of it."""

    seat: int


class TookBack(Entry):
    to: int
    charged: dict[int, int] = {}


class Resigned(Entry):
    """`by`: the person, or the clock. The seat's moves are made by a bot from then on, if the match goes on."""

    seat: int
    by: Literal["person", "clock"] = "person"
    charged: dict[int, int] = {}


class Handed(Entry):
    """A bot plays for the seat until its person takes it back. `by`: the seat that asked for it, or the clock."""

    seat: int
    level: int
    by: int | None = None
    charged: dict[int, int] = {}


class Returned(Entry):
    seat: int


class Ended(Entry):
    """The match ends though its rules would let it go on. `winners`: those left when all others resigned."""

    reason: Literal["resigned", "agreed", "abandoned"]
    winners: list[int] = []


class Came(Entry):
    """The person of a seat is connected, to that process of the house."""

    seat: int
    process: str


class Gone(Entry):
    seat: int


class Rematch(Entry):
    """Where those who stay play again."""

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

encode = msgspec.json.Encoder().encode
decode = msgspec.json.Decoder(AnyEntry).decode
