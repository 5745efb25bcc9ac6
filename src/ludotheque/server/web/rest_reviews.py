"""REST: reviews of finished matches."""

from __future__ import annotations

from starlette.requests import Request

from ludotheque.server.bots import TooManyAtOnce, WorkersBusy
from ludotheque.server.queries.reviews import Reviews, ReviewShown, finished_match
from ludotheque.server.tables.house import House
from ludotheque.server.tables.people import Person
from ludotheque.server.tables.refusals import busy_refusal
from ludotheque.server.web.limits import TooMany
from ludotheque.server.web.rest_common import limit, route
from ludotheque.server.web.rest_tables import Key
from ludotheque.server.web.security import asker_of

#: Seconds after which to ask again if too many reviews are waiting.
AGAIN_IN = 60


@route("GET /api/tables/{key}/review", 404, 409)
async def look_at_review(house: House, reviews: Reviews, key: Key) -> ReviewShown:
    """Return the progress of a review; the review itself when it is ready."""
    live = await house.existing_table(key)
    await live.read(finished_match)
    return await reviews.status(key)


@route("POST /api/tables/{key}/review", 404, 409)
async def make_review(
    request: Request, house: House, reviews: Reviews, visitor: Person | None, key: Key
) -> ReviewShown:
    """Have a finished match reviewed: each decision by what its seat knew, and with hindsight."""
    live = await house.existing_table(key)
    match = await live.read(finished_match)
    if (await reviews.status(key)).status in ("none", "failed"):
        await limit(request, "reviews", visitor)
        try:
            reviews.request(match, asker_of(request, visitor))
        except TooManyAtOnce as busy:
            raise busy_refusal(busy) from None
        except WorkersBusy:
            raise TooMany("reviews", AGAIN_IN) from None
    return await reviews.status(key)
