"""What a finished match counts for: its result rows, and the ratings of the players."""

from __future__ import annotations

from dataclasses import dataclass

import sqlalchemy
from sqlalchemy import delete, insert, select
from sqlalchemy.sql.dml import UpdateBase

from ludotheque.record import End
from ludotheque.server.store import schema
from ludotheque.server.store.base import Store
from ludotheque.server.tables.people import is_former
from ludotheque.server.tables.ratings import Rating, bot_player, places, rate_players
from ludotheque.server.tables.table import Table


@dataclass(frozen=True)
class Outcome:
    """How a match ended: by seat the scores and places, and the seats that won."""

    scores: list[int]
    winners: list[int]
    places: list[int]


def outcome(table: Table) -> Outcome | None:
    """Return the outcome of a match that is over; None if it ended without a result or does not count.

    A resumed match does not count: how the earlier one went on is known.
    """
    match, ended = table.match, table.ended
    if match is None or table.made.resumes is not None or (ended is not None and not ended.winners):
        return None
    end = End(ended.reason, winners=ended.winners) if ended else None
    winners = ended.winners if ended else match.winners
    resigned = [seat for seat, one in enumerate(table.seats) if one.resigned]
    return Outcome(match.scores, winners, places(match.scores, winners, end, resigned) or [1] * match.seats)


def player_of(table: Table, seat: int) -> str:
    """Return whom a result counts for: the person, even where a bot stood in for them."""
    return table.seats[seat].person or bot_player(table.seats[seat].plan.level)


def result_rows(table: Table) -> list[UpdateBase]:
    """Return a row for each seat."""
    result = outcome(table)
    if result is None:
        return []
    return [
        insert(schema.results).values(
            table_key=table.key,
            seat=seat,
            player=player_of(table, seat),
            game=table.setup.game,
            category=_category(table),
            seats=len(result.scores),
            points=result.scores[seat],
            place=result.places[seat],
            share=1 / len(result.winners) if seat in result.winners else 0.0,
            at=table.over_at,
        )
        for seat in range(len(result.scores))
    ]


def _category(table: Table) -> str:
    """Return the value of the option by which the game keeps its results apart."""
    option = table.playing.spec.results_by
    return "" if option is None else str(table.setup.options[option])


async def rating_changes(store: Store, table: Table) -> list[UpdateBase]:
    """Return the new ratings of the players of a match that is over; none for a solo match or one without a result.

    Whoever was forgotten meanwhile counts as a newcomer and is not rated.

    If another process has rated one of the players meanwhile, the old row is gone and the new one exists already: a
    Conflict, after which everything is read again.
    """
    result = outcome(table)
    if result is None or len(table.seats) < 2:
        return []
    kinds = (schema.ratings, schema.listed_ratings) if table.setup.listed else (schema.ratings,)
    return [change for ratings in kinds for change in await _new_ratings(store, table, result, ratings)]


async def _new_ratings(store: Store, table: Table, result: Outcome, ratings: sqlalchemy.Table) -> list[UpdateBase]:
    players = [player_of(table, seat) for seat in range(len(table.seats))]
    game = table.setup.game
    rows = await store.read(
        select(ratings.c.player, ratings.c.mu, ratings.c.sigma, ratings.c.matches).where(
            ratings.c.game == game, ratings.c.player.in_(players)
        )
    )
    matches = {row[0]: row[3] for row in rows}
    new = rate_players({row[0]: Rating(row[1], row[2]) for row in rows}, players, result.places)
    changes: list[UpdateBase] = []
    for player, rating in sorted(new.items()):  # so that two processes lock the rows in the same order
        if is_former(player):
            continue
        row_of = (ratings.c.player == player) & (ratings.c.game == game)
        changes.append(delete(ratings).where(row_of, ratings.c.matches == matches.get(player, 0)))
        row = {"player": player, "game": game, "mu": rating.mu, "sigma": rating.sigma}
        row |= {"matches": matches.get(player, 0) + 1, "changed": table.over_at}
        changes.append(insert(ratings).values(row))
    return changes
