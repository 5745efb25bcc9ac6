"""The first tables."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects.postgresql import ARRAY

revision = "0001"
down_revision = None


def upgrade() -> None:
    """Make them; what only PostgreSQL needs is made only there."""
    _people()
    _tables()
    _results()
    _operation()
    if op.get_bind().dialect.name == "postgresql":
        _feed()


def _people() -> None:
    op.create_table(
        "people",
        sa.Column("id", sa.Text, nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("language", sa.Text, nullable=False),
        sa.Column("made", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_people"),
    )
    op.create_table(
        "devices",
        sa.Column("secret_hash", sa.Text, nullable=False),
        sa.Column("person", sa.Text, nullable=False),
        sa.Column("made", sa.BigInteger, nullable=False),
        sa.Column("seen", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("secret_hash", name="pk_devices"),
        sa.ForeignKeyConstraint(["person"], ["people.id"], name="fk_devices_person"),
    )
    op.create_index("ix_devices_person", "devices", ["person"])
    op.create_table(
        "device_links",
        sa.Column("token_hash", sa.Text, nullable=False),
        sa.Column("person", sa.Text, nullable=False),
        sa.Column("expires", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("token_hash", name="pk_device_links"),
        sa.ForeignKeyConstraint(["person"], ["people.id"], name="fk_device_links_person"),
    )


def _tables() -> None:
    op.create_table(
        "tables",
        sa.Column("key", sa.Text, nullable=False),
        sa.Column("game", sa.Text, nullable=False),
        sa.Column("options", sa.Text, nullable=False),
        sa.Column("status", sa.Text, nullable=False),
        sa.Column("listed", sa.Boolean, nullable=False),
        sa.Column("made", sa.BigInteger, nullable=False),
        sa.Column("changed", sa.BigInteger, nullable=False),
        sa.Column("summary", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("key", name="pk_tables"),
        sa.CheckConstraint("status IN ('open', 'running', 'over')", name=op.f("ck_tables_status")),
    )
    op.create_index("ix_tables_listed_status_changed", "tables", ["listed", "status", "changed"])
    op.create_index("ix_tables_status_changed", "tables", ["status", "changed"])
    op.create_table(
        "seats",
        sa.Column("table_key", sa.Text, nullable=False),
        sa.Column("seat", sa.Integer, nullable=False, autoincrement=False),
        sa.Column("person", sa.Text),
        sa.PrimaryKeyConstraint("table_key", "seat", name="pk_seats"),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_seats_person", "seats", ["person"])
    op.create_table(
        "entries",
        sa.Column("table_key", sa.Text, nullable=False),
        sa.Column("number", sa.Integer, nullable=False, autoincrement=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("entry", sa.LargeBinary, nullable=False),
        sa.PrimaryKeyConstraint("table_key", "number", name="pk_entries"),
        sqlite_with_rowid=False,
    )


def _results() -> None:
    op.create_table(
        "results",
        sa.Column("table_key", sa.Text, nullable=False),
        sa.Column("seat", sa.Integer, nullable=False, autoincrement=False),
        sa.Column("player", sa.Text, nullable=False),
        sa.Column("game", sa.Text, nullable=False),
        sa.Column("mode", sa.Text, nullable=False),
        sa.Column("seats", sa.Integer, nullable=False),
        sa.Column("points", sa.Integer, nullable=False),
        sa.Column("place", sa.Integer, nullable=False),
        sa.Column("share", sa.Float, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("table_key", "seat", name="pk_results"),
    )
    op.create_index("ix_results_player_game_at", "results", ["player", "game", "at"])
    op.create_index("ix_results_game_at", "results", ["game", "at"])
    op.create_table(
        "ratings",
        sa.Column("player", sa.Text, nullable=False),
        sa.Column("game", sa.Text, nullable=False),
        sa.Column("mu", sa.Float, nullable=False),
        sa.Column("sigma", sa.Float, nullable=False),
        sa.Column("matches", sa.Integer, nullable=False),
        sa.Column("changed", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("player", "game", name="pk_ratings"),
    )


def _operation() -> None:
    op.create_table(
        "processes",
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("started", sa.BigInteger, nullable=False),
        sa.Column("beat", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("name", name="pk_processes"),
    )
    op.create_table(
        "outages",
        sa.Column("began", sa.BigInteger, nullable=False, autoincrement=False),
        sa.Column("ended", sa.BigInteger, nullable=False, autoincrement=False),
        sa.PrimaryKeyConstraint("began", "ended", name="pk_outages"),
    )


def _feed() -> None:
    op.create_table(
        "feed",
        sa.Column("batch", sa.Text, nullable=False),
        sa.Column("xact", sa.BigInteger, nullable=False),
        sa.Column("process", sa.Text, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("table_keys", ARRAY(sa.Text), nullable=False),
        sa.PrimaryKeyConstraint("batch", name="pk_feed"),
    )
    op.create_index("ix_feed_xact", "feed", ["xact"])
    op.create_index("ix_feed_at", "feed", ["at"])
