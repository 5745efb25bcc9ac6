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

HEAD = "0003"
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
    Column("options", Text, nullable=False),
    Column("status", Text, nullable=False),
    Column("listed", Boolean, nullable=False),
    Column("made", BigInteger, nullable=False),
    Column("changed", BigInteger, nullable=False),
    Column("summary", Text, nullable=False),
    CheckConstraint("status IN ('open', 'running', 'over')", name="status"),
    Index(None, "listed", "status", "changed"),
    Index(None, "status", "changed"),
)

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
"""`player`: a person's id, or `bot:LEVEL`. `category`: the value of the option by which a game keeps results apart."""

ratings = Table(
    "ratings",
    metadata,
    Column("player", Text, primary_key=True),
    Column("game", Text, primary_key=True),
    Column("mu", Float, nullable=False),
    Column("sigma", Float, nullable=False),
    Column("matches", Integer, nullable=False),
    Column("changed", BigInteger, nullable=False),
)

reviews = Table(
    "reviews",
    metadata,
    Column("table_key", Text, primary_key=True),
    Column("version", Integer, nullable=False),
    Column("at", BigInteger, nullable=False),
    Column("review", LargeBinary, nullable=False),
)
"""Of finished matches, as JSON. A review of another `version` is made anew."""

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
