"""What people and addresses have asked for lately, and who made listed tables. Older ones count for nobody."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    op.create_table(
        "buckets",
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("full_at", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("name", name="pk_buckets"),
    )
    op.create_index("ix_buckets_full_at", "buckets", ["full_at"])
    op.create_table(
        "listings",
        sa.Column("table_key", sa.Text, nullable=False),
        sa.Column("person", sa.Text, nullable=False),
        sa.Column("address", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("table_key", name="pk_listings"),
    )
    op.create_index("ix_listings_person", "listings", ["person"])
    op.create_index("ix_listings_address", "listings", ["address"])
