"""`ludotheque serve` for the browser's tests: a game is dealt alike at all tables, and bots have the same luck.

So a test that has passed passes again: no rare deal makes it fail by chance.
"""

from __future__ import annotations

from types import SimpleNamespace

from ludotheque import game
from ludotheque.cli import main
from ludotheque.engine.chance import key_of
from ludotheque.server.bots import jobs

LUCK = SimpleNamespace(token_hex=lambda count: "5" * 2 * count, randbits=lambda count: 5)

if __name__ == "__main__":
    game.key_of = lambda seed: key_of("the same")  # type: ignore[attr-defined]
    jobs.secrets = LUCK  # type: ignore[assignment,attr-defined]
    main()
