"""REST: results, ratings, solo results, and a person's progress."""

from __future__ import annotations

from typing import Annotated

import msgspec
from fastapi import APIRouter, Query
from starlette.responses import Response

import ludotheque
from ludotheque.errors import BadSetup
from ludotheque.games.spec import Json
from ludotheque.server.queries import results
from ludotheque.server.queries.progress import Progress, progress
from ludotheque.server.queries.results import RatingPage, ResultPage, Solo
from ludotheque.server.tables.refusals import Refused
from ludotheque.server.web.rest_common import CurrentPerson, TheHouse, Visitor, answer, tells
from ludotheque.server.web.rest_games import GameName, OneGame, solo_options
from ludotheque.server.web.rest_tables import Before

router = APIRouter(prefix="/api", tags=["results"])

Player = Annotated[str | None, Query(pattern="^([a-z0-9]{1,20}|bot:[1-5])$", description="A person's id, or bot:LEVEL")]


@router.get("/results", responses=tells(ResultPage))
async def list_results(
    house: TheHouse, visitor: Visitor, game: GameName = None, player: Player = None, before: Before = None
) -> Response:
    """Finished matches, of a game or a player, newest first."""
    viewer = visitor.id if visitor else None
    return answer(await results.finished(house.store, viewer, game, player, before))


@router.get("/ratings", responses=tells(RatingPage))
async def list_ratings(
    house: TheHouse, game: OneGame, after: Annotated[int, Query(ge=0, le=1_000_000)] = 0
) -> Response:
    """Ratings of people and bots, best first."""
    return answer(await results.best_rated(house.store, game, after))


@router.get("/solo", responses=tells(Solo))
async def solo_results(
    house: TheHouse,
    visitor: Visitor,
    game: OneGame,
    options: Annotated[str | None, Query(max_length=2000, description="JSON; without it, the defaults")] = None,
) -> Response:
    """The best results of solo matches, and my own over time."""
    return answer(await results.solo(house.store, visitor.id if visitor else None, game, _options(game, options)))


@router.get("/me/progress", responses=tells(Progress, 401))
async def my_progress(house: TheHouse, person: CurrentPerson) -> Response:
    """My latest matches by game, and my ratings."""
    return answer(await progress(house.store, person.id))


def _options(game: str, text: str | None) -> Json:
    alone = solo_options(game)
    try:
        given = msgspec.json.decode(text or "{}", type=dict[str, object])
        return ludotheque.game(game).spec.complete({**given, **alone})
    except (msgspec.DecodeError, UnicodeError, RecursionError, BadSetup):
        raise Refused("bad_option", option=(text or "")[:40], allowed=list(ludotheque.game(game).options)) from None
