"""`ludotheque serve` for the browser's tests: a game is dealt alike at all tables, and bots have the same luck.

So a test that has passed passes again: no rare deal makes it fail by chance.
"""

from __future__ import annotations

import random
import sys
from typing import Any

from ludotheque.cli import main
from ludotheque.engine.chance import key_of
from ludotheque.match import Match
from ludotheque.server import house
from ludotheque.server.bots import BotRequest, HintRequest, jobs


class Luck(random.Random):
    """In place of `secrets`."""

    randbits = random.Random.getrandbits

    def token_hex(self, count: int) -> str:
        return self.randbytes(count).hex()


def request_for(match: Match, seat: int, level: int) -> BotRequest:
    luck.seed(f"{len(match.history)} {seat}")
    return jobs.request_for(match, seat, level)


def hint_for(match: Match, seat: int) -> HintRequest:
    luck.seed(f"{len(match.history)} {seat}")
    return jobs.hint_for(match, seat)


def dealt(seed: str | int) -> Any:
    return key_of("the same")


if __name__ == "__main__":
    jobs.secrets = luck = Luck()  # type: ignore[assignment,attr-defined]
    house.request_for, house.hint_for = request_for, hint_for  # type: ignore[assignment,attr-defined]
    sys.modules["ludotheque.game"].key_of = dealt  # type: ignore[attr-defined]
    main()
