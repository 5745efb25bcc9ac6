"""`ludotheque serve` for browser tests: all matches of a game have the same deal, and bots the same random numbers.

So no test fails occasionally because of an unusual deal.
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

#: A table where somebody gives this number is shuffled as usual: for tests of the shuffle itself.
TRUE_SHUFFLE = "my own number"


class FixedSecrets(random.Random):
    """Replaces `secrets`."""

    randbits = random.Random.getrandbits

    def token_hex(self, count: int) -> str:
        return self.randbytes(count).hex()


def fixed_seed(secret: str, table: str, numbers: Sequence[str | None]) -> str:
    return seed_of(secret, table, numbers) if TRUE_SHUFFLE in numbers else "the browser's tests"


def request_for(match: Match, seat: int, level: int) -> BotRequest:
    chance.seed(f"{len(match.history)} {seat}")
    return jobs.request_for(match, seat, level)


def hint_for(match: Match, seat: int) -> HintRequest:
    chance.seed(f"{len(match.history)} {seat}")
    return jobs.hint_for(match, seat)


if __name__ == "__main__":
    jobs.secrets = chance = FixedSecrets()  # type: ignore[assignment,attr-defined]
    automation.request_for = request_for  # type: ignore[attr-defined]
    websocket.hint_for = hint_for  # type: ignore[assignment,attr-defined]
    decisions.seed_of = fixed_seed  # type: ignore[attr-defined]
    main()
