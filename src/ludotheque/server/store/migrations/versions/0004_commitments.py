"""The chain of commitments. It begins empty: tables that exist already have no place in it."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    op.create_table(
        "commitments",
        sa.Column("number", sa.Integer, autoincrement=False, nullable=False),
        sa.Column("commitment", sa.Text, nullable=False),
        sa.Column("hash", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("number", name="pk_commitments"),
        sqlite_with_rowid=False,
    )
