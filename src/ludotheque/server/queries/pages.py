"""Pages of a list, newest first, which do not shift when rows are added: the cursor is a time and a key."""

from __future__ import annotations

from typing import Any

from sqlalchemy import ColumnElement, Select, and_, or_

from ludotheque.server.store.base import Store
from ludotheque.server.tables.house import KEY_LENGTH
from ludotheque.server.tables.random_keys import LETTERS

#: The most rows of a page.
PAGE = 50
CURSOR = rf"^[0-9]{{1,15}}-[{LETTERS}]{{{KEY_LENGTH}}}$"


async def page(
    store: Store, query: Select[Any], at: ColumnElement[int], key: ColumnElement[str], before: str | None
) -> tuple[list[Any], bool]:
    """Return the newest rows before the cursor, and whether there are more."""
    if before is not None:
        time, _, last = before.partition("-")
        query = query.where(or_(at < int(time), and_(at == int(time), key < last)))
    rows = await store.read(query.order_by(at.desc(), key.desc()).limit(PAGE + 1))
    return rows[:PAGE], len(rows) > PAGE
