"""`ludotheque serve` for the browser's tests: bots have the same luck in all matches, so that fewer things are rare."""

from __future__ import annotations

import random

from ludotheque.cli import main
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


if __name__ == "__main__":
    jobs.secrets = luck = Luck()  # type: ignore[assignment,attr-defined]
    house.request_for, house.hint_for = request_for, hint_for  # type: ignore[assignment,attr-defined]
    main()
