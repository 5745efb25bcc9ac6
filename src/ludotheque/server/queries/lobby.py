"""Finding tables again: those that are listed, mine, and what came of the finished ones."""

from __future__ import annotations

from typing import Any, Literal

import msgspec
from sqlalchemy import ColumnElement, Select, and_, func, or_, select

from ludotheque.games.spec import Json
from ludotheque.server.store.base import Row, Store
from ludotheque.server.store.schema import people, ratings, results, seats, tables
from ludotheque.server.tables.house import KEY_LENGTH, LETTERS
from ludotheque.server.tables.ratings import Rating

#: How many rows a page has at most.
PAGE = 50
#: How many best results, and how many of a series are told.
BEST = 20
SERIES = 500
DAY = 24 * 60 * 60 * 1000
#: An open table that nobody came to is listed for so long.
LISTED_FOR = 7 * DAY

#: Where a page ends: a time and a key.
CURSOR = rf"^[0-9]{{1,15}}-[{LETTERS}]{{{KEY_LENGTH}}}$"

Status = Literal["open", "running", "over"]


class TableRow(msgspec.Struct, frozen=True):
    """A line of a list. `seats`: name, person, level of the bot. `changed`: when somebody sat down, or it ended."""

    key: str
    game: str
    options: Json
    status: Status
    listed: bool
    made: int
    changed: int
    seats: list[Json]
    clock: Json


class TablePage(msgspec.Struct, frozen=True):
    """`before`: ask with it for what follows; null at the end."""

    tables: list[TableRow]
    before: str | None


class SeatResult(msgspec.Struct, frozen=True):
    """`player`: a person's id or `bot:LEVEL`. `share`: of the win."""

    seat: int
    player: str
    name: str
    points: int
    place: int
    share: float


class MatchResult(msgspec.Struct, frozen=True):
    """`table`: "" where it was played by link only and the one who asks had no seat."""

    table: str
    game: str
    mode: str
    at: int
    seats: list[SeatResult]


class ResultPage(msgspec.Struct, frozen=True):
    results: list[MatchResult]
    before: str | None


class RatingRow(msgspec.Struct, frozen=True):
    """`at_least`: what is all but certain; the list goes by it. `give_or_take`: how far `rating` may be off."""

    place: int
    player: str
    name: str
    rating: int
    give_or_take: int
    at_least: int
    settled: bool
    matches: int


class RatingPage(msgspec.Struct, frozen=True):
    """`after`: ask with it for what follows; null at the end."""

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
    """Matches alone with these options. `best`: of everybody, each once. `mine`: over time, the newest last."""

    game: str
    options: Json
    best: list[SoloResult]
    mine: list[SoloPoint]


# Lists of tables


async def listed(store: Store, game: str | None, status: Status | None, before: str | None) -> TablePage:
    """The listed tables that are open or running, or of one status."""
    alive = and_(tables.c.status == "open", tables.c.changed > store.now() - LISTED_FOR)
    wanted = {
        None: or_(alive, tables.c.status == "running"),
        "open": alive,
        "running": tables.c.status == "running",
        "over": tables.c.status == "over",
    }[status]
    return await _tables(store, and_(tables.c.listed.is_(True), wanted), game, before)


async def mine(store: Store, person: str, game: str | None, status: Status | None, before: str | None) -> TablePage:
    """All tables where somebody sits."""
    own = tables.c.key.in_(select(seats.c.table_key).where(seats.c.person == person))
    wanted = own if status is None else and_(own, tables.c.status == status)
    return await _tables(store, wanted, game, before)


async def _tables(store: Store, wanted: ColumnElement[bool], game: str | None, before: str | None) -> TablePage:
    query = select(tables).where(wanted)
    if game is not None:
        query = query.where(tables.c.game == game)
    rows, more = await _page(store, query, tables.c.changed, tables.c.key, before)
    found = [_table_row(row) for row in rows]
    return TablePage(found, f"{found[-1].changed}-{found[-1].key}" if more else None)


def _table_row(row: Any) -> TableRow:
    summary = msgspec.json.decode(row.summary)
    options = msgspec.json.decode(row.options)
    about = (row.key, row.game, options, row.status, bool(row.listed), row.made, row.changed)
    return TableRow(*about, summary["seats"], summary["clock"])


async def _page(
    store: Store, query: Select[Any], at: ColumnElement[int], key: ColumnElement[str], before: str | None
) -> tuple[list[Row], bool]:
    """The newest rows first, and whether there are more."""
    if before is not None:
        time, _, last = before.partition("-")
        query = query.where(or_(at < int(time), and_(at == int(time), key < last)))
    rows = await store.read(query.order_by(at.desc(), key.desc()).limit(PAGE + 1))
    return rows[:PAGE], len(rows) > PAGE


# What came of them


async def finished(
    store: Store, viewer: str | None, game: str | None, player: str | None, before: str | None
) -> ResultPage:
    """Results, the newest first, each with all its seats."""
    first = select(results.c.table_key, results.c.at)
    # One row for each match, also where somebody had several seats.
    first = first.where(results.c.seat == 0) if player is None else first.where(results.c.player == player).distinct()
    if game is not None:
        first = first.where(results.c.game == game)
    found, more = await _page(store, first, results.c.at, results.c.table_key, before)
    keys = [row[0] for row in found]
    matches = await _matches(store, viewer, keys)
    return ResultPage([matches[key] for key in keys], f"{found[-1][1]}-{found[-1][0]}" if more else None)


async def _matches(store: Store, viewer: str | None, keys: list[str]) -> dict[str, MatchResult]:
    query = (
        select(results, people.c.name, tables.c.listed)
        .join_from(results, people, people.c.id == results.c.player, isouter=True)
        .join(tables, tables.c.key == results.c.table_key)
        .where(results.c.table_key.in_(keys))
        .order_by(results.c.seat)
    )
    by_table: dict[str, list[Any]] = {key: [] for key in keys}
    for row in await store.read(query) if keys else []:
        by_table[row[0]].append(row)
    return {key: _match(key, rows, viewer) for key, rows in by_table.items()}


def _match(key: str, rows: list[Any], viewer: str | None) -> MatchResult:
    told = rows[0].listed or any(row.player == viewer for row in rows)
    found = [SeatResult(row.seat, row.player, row.name or "", row.points, row.place, row.share) for row in rows]
    return MatchResult(key if told else "", rows[0].game, rows[0].mode, rows[0].at, found)


async def best_rated(store: Store, game: str, after: int) -> RatingPage:
    """Who is best, by what is all but certain of each."""
    query = (
        select(ratings, people.c.name)
        .join_from(ratings, people, people.c.id == ratings.c.player, isouter=True)
        .where(ratings.c.game == game)
        .order_by((ratings.c.mu - 3 * ratings.c.sigma).desc(), ratings.c.player)
        .offset(after)
        .limit(PAGE + 1)
    )
    rows = await store.read(query)
    found = [_rating_row(after + place, row) for place, row in enumerate(rows[:PAGE], 1)]
    return RatingPage(game, found, after + PAGE if len(rows) > PAGE else None)


def _rating_row(place: int, row: Any) -> RatingRow:
    rating = Rating(row.mu, row.sigma)
    numbers = (rating.shown, rating.give_or_take, rating.at_least, rating.settled, row.matches)
    return RatingRow(place, row.player, row.name or "", *numbers)


async def solo(store: Store, viewer: str | None, game: str, options: Json) -> Solo:
    """Of matches alone with exactly these options, the best results and the viewer's series."""
    alone = and_(
        results.c.game == game,
        results.c.seats == 1,
        tables.c.key == results.c.table_key,
        tables.c.options == msgspec.json.encode(options).decode(),
    )
    order = func.row_number().over(
        partition_by=results.c.player, order_by=(results.c.points.desc(), results.c.at, results.c.table_key)
    )
    each = select(results.c.player, results.c.points, results.c.at, order.label("order")).where(alone).subquery()
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
