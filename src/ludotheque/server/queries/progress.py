"""A person's matches over time, by game and opponents, and their ratings."""

from __future__ import annotations

from typing import Any

import msgspec
from sqlalchemy import select

from ludotheque.server.queries.results import SERIES
from ludotheque.server.store.base import Store
from ludotheque.server.store.schema import ratings, results
from ludotheque.server.tables.ratings import BOT, Rating


class Played(msgspec.Struct, frozen=True):
    """A finished match. `share`: of the win. `level`: of the strongest bot; 0: people only; null: a solo match."""

    table: str
    at: int
    category: str
    share: float
    points: int
    level: int | None


class RatingNow(msgspec.Struct, frozen=True):
    """`deviation`: the standard deviation of `rating`."""

    rating: int
    deviation: int
    settled: bool
    matches: int


class GameProgress(msgspec.Struct, frozen=True):
    """The matches of one game, newest last."""

    game: str
    matches: list[Played]
    rating: RatingNow | None


class Progress(msgspec.Struct, frozen=True):
    games: list[GameProgress]


async def progress(store: Store, person: str) -> Progress:
    """Return the latest matches of a person, and their ratings."""
    own, other = results.alias("own"), results.alias("other")
    newest = (
        select(own).where(own.c.player == person).order_by(own.c.at.desc(), own.c.table_key).limit(SERIES).subquery()
    )
    query = (
        select(newest, other.c.player.label("other"))
        .join(other, (other.c.table_key == newest.c.table_key) & (other.c.seat != newest.c.seat), isouter=True)
        .order_by(newest.c.at, newest.c.table_key)
    )
    # By table and seat: a person may have several seats.
    by_seat: dict[tuple[str, int], list[Any]] = {}
    rows: list[Any] = list(await store.read(query))
    for row in rows:
        by_seat.setdefault((row.table_key, row.seat), []).append(row)
    rated: list[Any] = list(await store.read(select(ratings).where(ratings.c.player == person)))
    numbers = {row.game: _now(row) for row in rated}
    games = sorted({rows[0].game for rows in by_seat.values()})
    played = [(rows[0].game, _played(rows)) for rows in by_seat.values()]
    return Progress(
        [GameProgress(game, [one for its, one in played if its == game], numbers.get(game)) for game in games]
    )


def _played(rows: list[Any]) -> Played:
    first = rows[0]
    others = [row.other for row in rows if row.other is not None]
    levels = [int(name.removeprefix(BOT)) for name in others if name.startswith(BOT)]
    level = max(levels, default=0) if others else None
    return Played(first.table_key, first.at, first.category, first.share, first.points, level)


def _now(row: Any) -> RatingNow:
    rating = Rating(row.mu, row.sigma)
    return RatingNow(rating.shown, rating.deviation, rating.settled, row.matches)
