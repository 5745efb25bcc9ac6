"""The rules version of each table. Whatever was stored without one was played by version 1."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    # The default also fills the rows of a server of the version before, while a house is updated process by process.
    op.add_column("tables", sa.Column("rules_version", sa.Integer, nullable=False, server_default="1"))
