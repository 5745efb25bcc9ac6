"""The names that the code uses: of the parts of a review, the match that a table resumes, the category of a result."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec
import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"

Json = dict[str, Any]

#: Stored reviews of other versions are never read.
REVIEW_VERSION = 3

entries = sa.table("entries", *map(sa.column, ("table_key", "number", "entry")))
reviews = sa.table("reviews", *map(sa.column, ("table_key", "version", "review")))


def upgrade() -> None:
    op.execute("ALTER TABLE results RENAME COLUMN mode TO category")
    _rewrite(entries.c.entry, entries.c.number == 0, _made)
    _rewrite(reviews.c.review, reviews.c.version == REVIEW_VERSION, _review)


def _rewrite(column: Any, which: Any, renamed: Callable[[Json], Json]) -> None:
    """Rename fields of the JSON in a column. One row at a time: all of them may not fit into memory."""
    connection, key = op.get_bind(), column.table.c.table_key
    for table in connection.execute(sa.select(key).where(which)).scalars().all():
        row = which & (key == table)
        before = connection.execute(sa.select(column).where(row)).scalar_one()
        after = msgspec.json.encode(renamed(msgspec.json.decode(before)))
        if after != before:
            connection.execute(sa.update(column.table).where(row).values({column: after}))


def _made(entry: Json) -> Json:
    """The first entry of a journal."""
    return _with(entry, goes_on="resumes")


def _review(review: Json) -> Json:
    review["decisions"] = [_decision(decision) for decision in review["decisions"]]
    review["accounts"] = [_with(account, rest="residual", marks="grades") for account in review["accounts"]]
    return _with(review, rest="residual")


def _decision(decision: Json) -> Json:
    judgement = decision["judgement"]
    for name in ("known", "hindsight"):
        judgement[name] = _with(judgement[name], better="best_move")
    decision["judgement"] = _with(judgement, why="best_factors", instead="played_factors")
    return _with(decision, mark="grade")


def _with(fields: Json, **names: str) -> Json:
    """The same fields in the same order, some of them with other names."""
    return {names.get(name, name): value for name, value in fields.items()}
