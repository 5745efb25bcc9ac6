"""What the host sets, bans, announces and deletes, by whom, and what people report."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"


def upgrade() -> None:
    op.create_table(
        "bans",
        sa.Column("kind", sa.Text, nullable=False),
        sa.Column("subject", sa.Text, nullable=False),
        sa.Column("reason", sa.Text, nullable=False),
        sa.Column("made", sa.BigInteger, nullable=False),
        sa.Column("until", sa.BigInteger),
        sa.PrimaryKeyConstraint("kind", "subject", name="pk_bans"),
        sa.CheckConstraint("kind IN ('mute', 'person', 'address')", name=op.f("ck_bans_kind")),
    )
    op.create_table(
        "house_settings",
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("value", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("name", name="pk_house_settings"),
    )
    _create_sessions()
    op.create_table(
        "audit",
        sa.Column("id", sa.Text, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("by", sa.Text, nullable=False),
        sa.Column("action", sa.Text, nullable=False),
        sa.Column("subject", sa.Text, nullable=False),
        sa.Column("details", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_audit"),
    )
    op.create_index("ix_audit_at", "audit", ["at"])
    _create_reports()
    op.create_table(
        "removed_tables",
        sa.Column("key", sa.Text, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("key", name="pk_removed_tables"),
    )
    _create_orders()


def _create_sessions() -> None:
    op.create_table(
        "admin_links",
        sa.Column("token_hash", sa.Text, nullable=False),
        sa.Column("expires", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("token_hash", name="pk_admin_links"),
    )
    op.create_table(
        "admin_sessions",
        sa.Column("secret_hash", sa.Text, nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("made", sa.BigInteger, nullable=False),
        sa.Column("expires", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("secret_hash", name="pk_admin_sessions"),
    )


def _create_reports() -> None:
    op.create_table(
        "reports",
        sa.Column("id", sa.Text, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("reporter", sa.Text, nullable=False),
        sa.Column("person", sa.Text, nullable=False),
        sa.Column("table_key", sa.Text, nullable=False),
        sa.Column("entry", sa.Integer),
        sa.Column("reason", sa.Text, nullable=False),
        sa.Column("resolved", sa.BigInteger),
        sa.Column("note", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_reports"),
    )
    op.create_index("ix_reports_at", "reports", ["at"])


def _create_orders() -> None:
    op.create_table(
        "orders",
        sa.Column("id", sa.Text, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("by", sa.Text, nullable=False),
        sa.Column("text", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_orders"),
    )
    op.create_table(
        "answers",
        sa.Column("order_id", sa.Text, nullable=False),
        sa.Column("text", sa.Text),
        sa.PrimaryKeyConstraint("order_id", name="pk_answers"),
    )
