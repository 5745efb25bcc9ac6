"""REST: reviews of finished matches."""

from __future__ import annotations

from fastapi import APIRouter, Request
from starlette.responses import Response

from ludotheque.server.queries.reviews import ReviewShown, finished_match
from ludotheque.server.web.limits import TooMany
from ludotheque.server.web.rest_common import TheHouse, TheReviews, Visitor, answer, limit, tells
from ludotheque.server.web.rest_tables import Key

router = APIRouter(prefix="/api", tags=["tables"])

#: Seconds after which to ask again if too many reviews are waiting.
AGAIN_IN = 60


@router.get("/tables/{key}/review", responses=tells(ReviewShown, 404, 409))
async def look_at_review(house: TheHouse, reviews: TheReviews, key: Key) -> Response:
    """The progress of a review; the review itself when it is ready."""
    live = await house.existing_table(key)
    await live.read(finished_match)
    return answer(await reviews.status(key))


@router.post("/tables/{key}/review", responses=tells(ReviewShown, 403, 404, 409))
async def make_review(request: Request, house: TheHouse, reviews: TheReviews, visitor: Visitor, key: Key) -> Response:
    """Have a finished match reviewed: each decision by what its seat knew, and with hindsight."""
    live = await house.existing_table(key)
    match = await live.read(finished_match)
    if (await reviews.status(key)).status in ("none", "failed"):
        limit(request, "reviews", visitor)
        if reviews.full:
            raise TooMany("reviews", AGAIN_IN)
        reviews.request(match)
    return answer(await reviews.status(key))
