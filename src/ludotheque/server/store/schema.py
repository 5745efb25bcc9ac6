"""The tables of the store, the same in SQLite and PostgreSQL; `migrations/` creates them.

Times are server time in milliseconds. Columns named `options` and `summary` hold JSON as text.
"""

from __future__ import annotations

from sqlalchemy import (
    BigInteger,
    Boolean,
    CheckConstraint,
    Column,
    Float,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    Table,
    Text,
)
from sqlalchemy.dialects.postgresql import ARRAY

NAMES = {
    "pk": "pk_%(table_name)s",
    "fk": "fk_%(table_name)s_%(column_0_name)s",
    "uq": "uq_%(table_name)s_%(column_0_name)s",
    "ck": "ck_%(table_name)s_%(constraint_name)s",
    "ix": "ix_%(table_name)s_%(column_0_N_name)s",
}
"""Every constraint has a name, so that later migrations can refer to it."""

HEAD = "0009"
"""The migration that these tables correspond to."""

metadata = MetaData(naming_convention=NAMES)
shared = MetaData(naming_convention=NAMES)
"""Tables that only a database with several processes needs."""

people = Table(
    "people",
    metadata,
    Column("id", Text, primary_key=True),
    Column("name", Text, nullable=False),
    Column("language", Text, nullable=False),
    Column("made", BigInteger, nullable=False),
)

devices = Table(
    "devices",
    metadata,
    Column("secret_hash", Text, primary_key=True),
    Column("person", Text, ForeignKey("people.id"), nullable=False, index=True),
    Column("made", BigInteger, nullable=False),
    Column("seen", BigInteger, nullable=False),
)
"""A person may have several; each has its own secret, of which only the hash is stored."""

device_links = Table(
    "device_links",
    metadata,
    Column("token_hash", Text, primary_key=True),
    Column("person", Text, ForeignKey("people.id"), nullable=False),
    Column("expires", BigInteger, nullable=False),
)

tables = Table(
    "tables",
    metadata,
    Column("key", Text, primary_key=True),
    Column("game", Text, nullable=False),
    Column("rules_version", Integer, nullable=False, server_default="1"),
    Column("options", Text, nullable=False),
    Column("status", Text, nullable=False),
    Column("listed", Boolean, nullable=False),
    Column("made", BigInteger, nullable=False),
    Column("changed", BigInteger, nullable=False),
    Column("summary", Text, nullable=False),
    Column("chatted", BigInteger, index=True),
    Column("followed", BigInteger),
    CheckConstraint("status IN ('open', 'running', 'over')", name="status"),
    Index(None, "listed", "status", "changed"),
    Index(None, "status", "changed"),
)

"""`chatted`: when somebody last said something there; null if no chat is kept.

`followed`: when a server process last reported that somebody looks at the finished match.
"""

seats = Table(
    "seats",
    metadata,
    Column("table_key", Text, primary_key=True),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("person", Text, index=True),
    sqlite_with_rowid=False,
)

entries = Table(
    "entries",
    metadata,
    Column("table_key", Text, primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("at", BigInteger, nullable=False),
    Column("entry", LargeBinary, nullable=False),
    sqlite_with_rowid=False,
)

appearances = Table(
    "appearances",
    metadata,
    Column("person", Text, primary_key=True),
    Column("table_key", Text, primary_key=True, index=True),
    sqlite_with_rowid=False,
)
"""The tables whose journals name a person: who made it, sat there or said something."""

forgotten = Table(
    "forgotten",
    metadata,
    Column("person", Text, primary_key=True),
    Column("salt", Text, nullable=False),
    Column("at", BigInteger, nullable=False),
)
"""People who are being forgotten (`forgetting.py`), until nothing of them is left."""

results = Table(
    "results",
    metadata,
    Column("table_key", Text, primary_key=True),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("player", Text, nullable=False),
    Column("game", Text, nullable=False),
    Column("category", Text, nullable=False),
    Column("seats", Integer, nullable=False),
    Column("points", Integer, nullable=False),
    Column("place", Integer, nullable=False),
    Column("share", Float, nullable=False),
    Column("at", BigInteger, nullable=False),
    Index(None, "player", "game", "at"),
    Index(None, "game", "at"),
)
"""`player`: a person's id, `bot:LEVEL`, or `former:...` for a person who was forgotten.

`category`: the value of the option by which a game keeps results apart.
"""


def _ratings(name: str) -> Table:
    return Table(
        name,
        metadata,
        Column("player", Text, primary_key=True),
        Column("game", Text, primary_key=True),
        Column("mu", Float, nullable=False),
        Column("sigma", Float, nullable=False),
        Column("matches", Integer, nullable=False),
        Column("changed", BigInteger, nullable=False),
    )


ratings = _ratings("ratings")
"""By all matches; each for the player alone."""

listed_ratings = _ratings("listed_ratings")
"""By listed matches; for everybody."""

reviews = Table(
    "reviews",
    metadata,
    Column("table_key", Text, primary_key=True),
    Column("version", Integer, nullable=False),
    Column("at", BigInteger, nullable=False),
    Column("review", LargeBinary, nullable=False),
)
"""Of finished matches, as JSON. A review of another `version` is made anew."""

commitments = Table(
    "commitments",
    metadata,
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("commitment", Text, nullable=False),
    Column("hash", Text, nullable=False),
    sqlite_with_rowid=False,
)
"""The chain of commitments (`commitment_chain.py`). Nothing is ever removed from it."""

buckets = Table(
    "buckets",
    metadata,
    Column("name", Text, primary_key=True),
    Column("full_at", BigInteger, nullable=False, index=True),
)
"""Token buckets that are not full: what a person or an address has asked for lately."""

listings = Table(
    "listings",
    metadata,
    Column("table_key", Text, primary_key=True),
    Column("person", Text, nullable=False, index=True),
    Column("address", Text, nullable=False, index=True),
)
"""Who made each listed table that is open or running, and from where."""

bans = Table(
    "bans",
    metadata,
    Column("kind", Text, primary_key=True),
    Column("subject", Text, primary_key=True),
    Column("reason", Text, nullable=False),
    Column("made", BigInteger, nullable=False),
    Column("until", BigInteger),
    CheckConstraint("kind IN ('mute', 'person', 'address')", name="kind"),
)
"""`subject`: a person's id, or a range of addresses. `until`: null for a ban that does not end by itself."""

house_settings = Table(
    "house_settings",
    metadata,
    Column("name", Text, primary_key=True),
    Column("value", Text, nullable=False),
)
"""What the host has set while the server runs; `revision` changes whenever something of it, or of the bans, does."""

admin_links = Table(
    "admin_links",
    metadata,
    Column("token_hash", Text, primary_key=True),
    Column("expires", BigInteger, nullable=False),
)

admin_sessions = Table(
    "admin_sessions",
    metadata,
    Column("secret_hash", Text, primary_key=True),
    Column("name", Text, nullable=False),
    Column("made", BigInteger, nullable=False),
    Column("expires", BigInteger, nullable=False),
)

audit = Table(
    "audit",
    metadata,
    Column("id", Text, primary_key=True),
    Column("at", BigInteger, nullable=False, index=True),
    Column("by", Text, nullable=False),
    Column("action", Text, nullable=False),
    Column("subject", Text, nullable=False),
    Column("details", Text, nullable=False),
)
"""What the host has done; nothing is ever removed from it. `details`: JSON."""

reports = Table(
    "reports",
    metadata,
    Column("id", Text, primary_key=True),
    Column("at", BigInteger, nullable=False, index=True),
    Column("reporter", Text, nullable=False),
    Column("person", Text, nullable=False),
    Column("table_key", Text, nullable=False),
    Column("entry", Integer),
    Column("reason", Text, nullable=False),
    Column("resolved", BigInteger),
    Column("note", Text, nullable=False),
)
"""Complaints of people about others. `entry`: the number of the line of chat that it is about."""

removed_tables = Table(
    "removed_tables",
    metadata,
    Column("key", Text, primary_key=True),
    Column("at", BigInteger, nullable=False),
)
"""Tables that the host has deleted: so that other servers forget them too, and nobody waits for one."""

orders = Table(
    "orders",
    metadata,
    Column("id", Text, primary_key=True),
    Column("at", BigInteger, nullable=False),
    Column("by", Text, nullable=False),
    Column("text", Text, nullable=False),
)
"""What `ludotheque admin` asks of the servers, as JSON."""

answers = Table(
    "answers",
    metadata,
    Column("order_id", Text, primary_key=True),
    Column("text", Text),
)
"""The one server that could insert the row carries the order out; `text` is null until that is done."""

processes = Table(
    "processes",
    metadata,
    Column("name", Text, primary_key=True),
    Column("started", BigInteger, nullable=False),
    Column("beat", BigInteger, nullable=False),
)

outages = Table(
    "outages",
    metadata,
    Column("began", BigInteger, primary_key=True, autoincrement=False),
    Column("ended", BigInteger, primary_key=True, autoincrement=False),
)

feed = Table(
    "feed",
    shared,
    Column("batch", Text, primary_key=True),
    Column("xact", BigInteger, nullable=False, index=True),
    Column("process", Text, nullable=False),
    Column("at", BigInteger, nullable=False, index=True),
    Column("table_keys", ARRAY(Text), nullable=False),
)
"""One row per committed batch, kept for some minutes: what it appended to, for the other processes.

It is also the proof that a batch was committed, where the connection was lost before the answer came.
"""
