"""Ratings of people and bots, by game, after each match."""

from __future__ import annotations

from sqlalchemy import delete, insert, select
from sqlalchemy.sql.dml import UpdateBase

from ludotheque.server.store import schema
from ludotheque.server.store.base import Store
from ludotheque.server.tables.ratings import Rating, rate_players
from ludotheque.server.tables.table import Table
from ludotheque.server.tables.table_rows import outcome, player_of


async def rating_changes(store: Store, table: Table) -> list[UpdateBase]:
    """The ratings after a match that is over; none for a match alone or without a result.

    If another process rates one of the players meanwhile, the old row is not there to be replaced, and the new one is
    in the way: a conflict, after which everything is looked at again.
    """
    found = outcome(table)
    players = [player_of(table, seat) for seat in range(len(table.seats))]
    if found is None or len(players) < 2:
        return []
    ratings, game = schema.ratings, table.setup.game
    rows = await store.read(
        select(ratings.c.player, ratings.c.mu, ratings.c.sigma, ratings.c.matches).where(
            ratings.c.game == game, ratings.c.player.in_(players)
        )
    )
    matches = {row[0]: row[3] for row in rows}
    new = rate_players({row[0]: Rating(row[1], row[2]) for row in rows}, players, found[2])
    changes: list[UpdateBase] = []
    for player, rating in sorted(new.items()):  # so that two processes take the rows in the same order
        row_of = (ratings.c.player == player) & (ratings.c.game == game)
        changes.append(delete(ratings).where(row_of, ratings.c.matches == matches.get(player, 0)))
        row = {"player": player, "game": game, "mu": rating.mu, "sigma": rating.sigma}
        row |= {"matches": matches.get(player, 0) + 1, "changed": table.over_at}
        changes.append(insert(ratings).values(row))
    return changes
