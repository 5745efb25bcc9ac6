"""`ludotheque serve` for the browser's tests: all matches of a game are dealt alike, and bots have the same luck.

So a test that passes does not fail some other day because nothing fitted the first domino.
"""

from __future__ import annotations

import random
from collections.abc import Sequence

from ludotheque.cli import main
from ludotheque.fairness import seed_of
from ludotheque.match import Match
from ludotheque.server.bots import BotRequest, HintRequest, jobs
from ludotheque.server.tables import automation, decisions
from ludotheque.server.web import websocket

#: Whoever gives this number at the table is dealt to as anywhere else: for tests of the shuffle itself.
TRUE_SHUFFLE = "my own number"


class Luck(random.Random):
    """In place of `secrets`."""

    randbits = random.Random.getrandbits

    def token_hex(self, count: int) -> str:
        return self.randbytes(count).hex()


def same_deal(secret: str, table: str, numbers: Sequence[str | None]) -> str:
    return seed_of(secret, table, numbers) if TRUE_SHUFFLE in numbers else "the browser's tests"


def request_for(match: Match, seat: int, level: int) -> BotRequest:
    luck.seed(f"{len(match.history)} {seat}")
    return jobs.request_for(match, seat, level)


def hint_for(match: Match, seat: int) -> HintRequest:
    luck.seed(f"{len(match.history)} {seat}")
    return jobs.hint_for(match, seat)


if __name__ == "__main__":
    jobs.secrets = luck = Luck()  # type: ignore[assignment,attr-defined]
    automation.request_for = request_for  # type: ignore[attr-defined]
    websocket.hint_for = hint_for  # type: ignore[assignment,attr-defined]
    decisions.seed_of = same_deal  # type: ignore[attr-defined]
    main()
