"""Results of finished matches, ratings, and solo results.

What an unlisted match has led to is shown only to those who played it.
"""

from __future__ import annotations

from typing import Any

import msgspec
from sqlalchemy import ColumnElement, and_, func, or_, select

from ludotheque.games.spec import Json
from ludotheque.server.queries.pages import PAGE, page
from ludotheque.server.store.base import Store
from ludotheque.server.store.schema import listed_ratings, people, results, tables
from ludotheque.server.tables.names import told_apart
from ludotheque.server.tables.ratings import Rating

#: How many best results are listed, and the most points of a series.
BEST = 20
SERIES = 500


class SeatResult(msgspec.Struct, frozen=True):
    """`player`: a person's id, `bot:LEVEL`, or `former:...` for somebody who was forgotten. `share`: of the win."""

    seat: int
    player: str
    name: str
    points: int
    place: int
    share: float


class MatchResult(msgspec.Struct, frozen=True):
    table: str
    game: str
    category: str
    at: int
    seats: list[SeatResult]


class ResultPage(msgspec.Struct, frozen=True):
    results: list[MatchResult]
    before: str | None


class RatingRow(msgspec.Struct, frozen=True):
    """`deviation`: the standard deviation of `rating`. `at_least`: three of them less; the list is ordered by it."""

    place: int
    player: str
    name: str
    rating: int
    deviation: int
    at_least: int
    settled: bool
    matches: int


class RatingPage(msgspec.Struct, frozen=True):
    """Ratings by listed matches. `after`: where the next page begins; null at the end."""

    game: str
    ratings: list[RatingRow]
    after: int | None


class SoloResult(msgspec.Struct, frozen=True):
    player: str
    name: str
    points: int
    at: int


class SoloPoint(msgspec.Struct, frozen=True):
    table: str
    points: int
    at: int


class Solo(msgspec.Struct, frozen=True):
    """Solo matches with these options. `best`: the viewer's own and listed ones, each person once.

    `mine`: over time, newest last.
    """

    game: str
    options: Json
    best: list[SoloResult]
    mine: list[SoloPoint]


async def finished(
    store: Store, viewer: str | None, game: str | None, player: str | None, before: str | None
) -> ResultPage:
    """Return a page of results that the viewer may see, newest first, each with all its seats."""
    first = select(results.c.table_key, results.c.at).join(tables, tables.c.key == results.c.table_key)
    first = first.where(visible_to(viewer))
    # One row per match, even where a player had several seats.
    first = first.where(results.c.seat == 0) if player is None else first.where(results.c.player == player).distinct()
    if game is not None:
        first = first.where(results.c.game == game)
    rows, more = await page(store, first, results.c.at, results.c.table_key, before)
    keys = [row[0] for row in rows]
    matches = await _matches(store, keys)
    found = [matches[key] for key in keys if key in matches]
    return ResultPage(found, f"{rows[-1][1]}-{rows[-1][0]}" if more else None)


def visible_to(viewer: str | None) -> ColumnElement[bool]:
    """Return whether the match of a result was listed, or the viewer played it."""
    own = select(results.c.table_key).where(results.c.player == viewer)
    return or_(tables.c.listed.is_(True), results.c.table_key.in_(own))


async def _matches(store: Store, keys: list[str]) -> dict[str, MatchResult]:
    query = (
        select(results, people.c.name)
        .join_from(results, people, people.c.id == results.c.player, isouter=True)
        .where(results.c.table_key.in_(keys))
        .order_by(results.c.seat)
    )
    by_table: dict[str, list[Any]] = {key: [] for key in keys}
    for row in await store.read(query) if keys else []:
        by_table[row[0]].append(row)
    return {key: _match(key, rows) for key, rows in by_table.items() if rows}  # some may be removed meanwhile


def _match(key: str, rows: list[Any]) -> MatchResult:
    names: dict[str, str] = {}
    for row in rows:
        if row.player not in names:
            names[row.player] = told_apart(row.name, names.values()) if row.name else ""
    by_seat = [SeatResult(row.seat, row.player, names[row.player], row.points, row.place, row.share) for row in rows]
    return MatchResult(key, rows[0].game, rows[0].category, rows[0].at, by_seat)


async def best_rated(store: Store, game: str, after: int) -> RatingPage:
    """Return the best rated players, by `at_least`. Only listed matches count: everybody sees it."""
    ratings = listed_ratings
    query = (
        select(ratings, people.c.name)
        .join_from(ratings, people, people.c.id == ratings.c.player, isouter=True)
        .where(ratings.c.game == game)
        .order_by((ratings.c.mu - 3 * ratings.c.sigma).desc(), ratings.c.player)
        .offset(after)
        .limit(PAGE + 1)
    )
    rows = await store.read(query)
    ranked = [_rating_row(after + place, row) for place, row in enumerate(rows[:PAGE], 1)]
    return RatingPage(game, ranked, after + PAGE if len(rows) > PAGE else None)


def _rating_row(place: int, row: Any) -> RatingRow:
    rating = Rating(row.mu, row.sigma)
    numbers = (rating.shown, rating.deviation, rating.at_least, rating.settled, row.matches)
    return RatingRow(place, row.player, row.name or "", *numbers)


async def solo(store: Store, viewer: str | None, game: str, options: Json) -> Solo:
    """Return the best results with exactly these options that the viewer may see, and the viewer's own series."""
    alone = and_(
        results.c.game == game,
        results.c.seats == 1,
        tables.c.key == results.c.table_key,
        tables.c.options == msgspec.json.encode(options).decode(),
    )
    order = func.row_number().over(
        partition_by=results.c.player, order_by=(results.c.points.desc(), results.c.at, results.c.table_key)
    )
    each = (
        select(results.c.player, results.c.points, results.c.at, order.label("order"))
        .where(alone, visible_to(viewer))
        .subquery()
    )
    best = (
        select(each.c.player, people.c.name, each.c.points, each.c.at)
        .where(people.c.id == each.c.player, each.c.order == 1)
        .order_by(each.c.points.desc(), each.c.at, each.c.player)
        .limit(BEST)
    )
    series = (
        select(results.c.table_key, results.c.points, results.c.at)
        .where(alone, results.c.player == viewer)
        .order_by(results.c.at.desc(), results.c.table_key)
        .limit(SERIES)
    )
    mine = await store.read(series) if viewer is not None else []
    return Solo(
        game,
        options,
        [SoloResult(*row) for row in await store.read(best)],
        [SoloPoint(*row) for row in reversed(mine)],
    )
