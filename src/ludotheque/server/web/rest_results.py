"""REST: results, ratings, solo results, and a person's progress."""

from __future__ import annotations

from typing import Annotated

import msgspec

import ludotheque
from ludotheque.errors import BadSetup
from ludotheque.games.spec import Json
from ludotheque.server.queries import results
from ludotheque.server.queries.progress import Progress, progress
from ludotheque.server.queries.results import RatingPage, ResultPage, Solo
from ludotheque.server.tables.house import House
from ludotheque.server.tables.people import Person
from ludotheque.server.tables.refusals import Refused
from ludotheque.server.web.rest_common import route
from ludotheque.server.web.rest_games import GameName, checked, solo_options
from ludotheque.server.web.rest_tables import Before

Player = Annotated[str, msgspec.Meta(pattern="^([a-z0-9]{1,20}|bot:[1-5])$", description="A person's id, or bot:LEVEL")]
After = Annotated[int, msgspec.Meta(ge=0, le=1_000_000)]
Options = Annotated[str, msgspec.Meta(max_length=2000, description="JSON; without it, the defaults")]


@route("GET /api/results")
async def list_results(
    house: House,
    visitor: Person | None,
    game: GameName | None = None,
    player: Player | None = None,
    before: Before | None = None,
) -> ResultPage:
    """Finished matches, of a game or a player, newest first."""
    viewer = visitor.id if visitor else None
    return await results.finished(house.store, viewer, checked(game), player, before)


@route("GET /api/ratings")
async def list_ratings(house: House, game: GameName, after: After = 0) -> RatingPage:
    """Ratings of people and bots, best first."""
    return await results.best_rated(house.store, checked(game), after)


@route("GET /api/solo")
async def solo_results(house: House, visitor: Person | None, game: GameName, options: Options = "{}") -> Solo:
    """Return the best results of solo matches, and my own over time."""
    viewer = visitor.id if visitor else None
    return await results.solo(house.store, viewer, game, _options(checked(game), options))


@route("GET /api/me/progress")
async def my_progress(house: House, person: Person) -> Progress:
    """My latest matches by game, and my ratings."""
    return await progress(house.store, person.id)


def _options(game: str, text: str) -> Json:
    alone = solo_options(game)
    try:
        given = msgspec.json.decode(text or "{}", type=dict[str, object])
        return ludotheque.game(game).spec.complete({**given, **alone})
    except (msgspec.DecodeError, UnicodeError, RecursionError, BadSetup):
        raise Refused("bad_option", option=text[:40], allowed=list(ludotheque.game(game).options)) from None
