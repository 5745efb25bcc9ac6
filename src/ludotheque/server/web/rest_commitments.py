"""REST: the chain of commitments, for everybody."""

from __future__ import annotations

from typing import Annotated

import msgspec

from ludotheque.commitment_chain import ChainPage
from ludotheque.server.tables.house import House
from ludotheque.server.web.rest_common import route

First = Annotated[int, msgspec.Meta(ge=0, le=2_000_000_000, description="The number of the first commitment wanted")]


@route("GET /api/commitments")
async def list_commitments(house: House, first: First = 0) -> ChainPage:
    """Return the chain of all commitments of this house, up to 1000 at a time: for `ludotheque verify --chain`."""
    return await house.commitments.page(first)
