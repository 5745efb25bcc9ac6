"""`ludotheque serve` for browser tests: all matches of a game have the same deal, and bots the same random numbers.

So no test fails occasionally because of an unusual deal. The seed is made as usual, and only the deal is another: the
page, which does not know the rules, finds every shuffle in order.
"""

from __future__ import annotations

import random

from ludotheque.cli import main
from ludotheque.games.spec import Json
from ludotheque.match import Match
from ludotheque.server.bots import BotRequest, HintRequest, jobs
from ludotheque.server.tables import automation, snapshots
from ludotheque.server.tables.table import Table
from ludotheque.server.web import websocket

#: A table where somebody gives this number is dealt by its seed: for tests that replay its record.
TRUE_SHUFFLE = "my own client seed"


class FixedSecrets(random.Random):
    """Replaces `secrets`."""

    randbits = random.Random.getrandbits

    def token_hex(self, count: int) -> str:
        return self.randbytes(count).hex()


def fixed_deal(table: Table) -> Match:
    true = any(seat.client_seed == TRUE_SHUFFLE for seat in table.seats)
    seed = table.seed if true else "the browser's tests"
    return table.game.start(len(table.seats), seed, table.setup.options)


record = snapshots.record


def record_with_its_own_seed(table: Table) -> Json:
    return {**record(table), "seed": table.seed}


def request_for(match: Match, seat: int, level: int) -> BotRequest:
    chance.seed(f"{len(match.history)} {seat}")
    return jobs.request_for(match, seat, level)


def hint_for(match: Match, seat: int) -> HintRequest:
    chance.seed(f"{len(match.history)} {seat}")
    return jobs.hint_for(match, seat)


if __name__ == "__main__":
    jobs.secrets = chance = FixedSecrets()  # type: ignore[assignment,attr-defined]
    automation.request_for = request_for  # type: ignore[attr-defined]
    websocket.hint_for = hint_for  # type: ignore[attr-defined]
    Table.dealt = fixed_deal  # type: ignore[method-assign,assignment]
    snapshots.record = record_with_its_own_seed
    main()
