"""A shuffle that can be checked: a server that chooses the cards is found out by players who kept what they were shown.

Before anybody sits down, the server draws a server seed and publishes its commitment, which reveals nothing. Each
person's client keeps the commitment, and only then gives a client seed. The seed of the match is made of the server
seed and the client seeds of all people at the table. After the end the record contains them (`secret` and `numbers`),
and everybody can compute both again, in a browser too:

    commitment = SHA-256 of the parts "ludotheque-commitment-1", table, server seed
    seed       = SHA-256 of the parts "ludotheque-seed-1", table, server seed, and one client seed for each seat

Both are written as 64 lower-case hexadecimal digits, and so is the server seed, which is hashed as that text. The parts
are concatenated as netstrings in UTF-8: the number of bytes in decimal, a colon, the text, a comma. A seat without a
client seed (a bot) is a minus sign and a comma. So different parts never give the same
bytes, and no commitment is a seed.

>>> server_seed = "00112233445566778899aabbccddeeff" * 2
>>> parts("ludotheque-seed-1", "T7", "7", None, "né")
b'17:ludotheque-seed-1,2:T7,1:7,-,3:n\\xc3\\xa9,'
>>> commitment(server_seed, "T7")
'690c6e6b9cfb6c4c7bb3aaa7cceb640866e2d304f1e5e47113b050613b275e69'
>>> seed_of(server_seed, "T7", ["7", None, "né"])
'f139f90c929df3ff67295e8c91483360abab01ff8d12f90c7a2e21675b8fe11f'

In JavaScript:

    const bytes = text => new TextEncoder().encode(text).length
    const part = text => text === null ? "-," : `${bytes(text)}:${text},`
    const text = ["ludotheque-seed-1", table, serverSeed, ...clientSeeds].map(part).join("")
    const hash = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text))

A record alone proves only that its values belong together: a server could have drawn another server seed once it knew
the client seeds, and have replaced the commitment as well. So `compare` takes what the client has kept: if the record
has the same commitment and the client's own seed, the server had fixed its seed before it knew that one. What remains:
the server together with somebody who gave a client seed later could have tried several, and nothing forces it to
finish a match. `commitment_chain.py` makes sure that all people are shown the same commitments.
"""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Sequence

from ludotheque.errors import BadRecord
from ludotheque.games.spec import Json
from ludotheque.record import Fair, Record, check_shape

__all__ = ["Fair", "NotFair", "check", "commitment", "compare", "new_server_seed", "parts", "seed_of"]

COMMITMENT = "ludotheque-commitment-1"
SEED = "ludotheque-seed-1"


class NotFair(BadRecord):
    """The shuffle of a record cannot be checked, or the check fails; the text says why."""


def new_server_seed() -> str:
    """Return 32 random bytes that nobody can guess."""
    return secrets.token_hex(32)


def parts(*texts: str | None) -> bytes:
    """Encode texts so that no other texts give the same bytes."""
    return b"".join(b"-," if text is None else _netstring(text.encode()) for text in texts)


def _netstring(text: bytes) -> bytes:
    return b"%d:%b," % (len(text), text)


def commitment(server_seed: str, table: str) -> str:
    """Return what is shown before the start. `table` names this one match; a rematch has another name."""
    return hashlib.sha256(parts(COMMITMENT, table, server_seed)).hexdigest()


def seed_of(server_seed: str, table: str, client_seeds: Sequence[str | None]) -> str:
    """Return the seed of the match. `client_seeds`: one for each seat, in order."""
    return hashlib.sha256(parts(SEED, table, server_seed, *client_seeds)).hexdigest()


def check(record: Json | str | bytes) -> Fair:
    """Check that the match was dealt with the seed that the server committed to, and return what the seed was made of.

    Raises NotFair, which says what does not fit. Moves are not checked; `record.replay` does that.
    """
    checked = check_shape(record)
    if checked.resumes is not None:
        raise NotFair(f"there is nothing to check: the match was dealt at table {checked.resumes.table}, not here")
    if checked.fair is None:
        raise NotFair("there is nothing to check: the record does not say what its seed was made of")
    try:
        _check(checked, checked.fair)
    except UnicodeEncodeError:
        raise NotFair("the table or a client seed is not valid Unicode") from None
    return checked.fair


def compare(fair: Fair, shown: str | None = None, given: str | None = None) -> None:
    """Compare a record with what a client has kept: the commitment that it was shown, and the client seed it gave.

    Raises NotFair, which says what differs. If neither does, and the commitment was shown first, the server cannot have
    chosen its server seed to suit that client seed.
    """
    if shown is not None and shown != fair.commitment:
        raise NotFair(
            f"the server has replaced its commitment: you were shown {_short(shown)}, "
            f"the record has {_short(fair.commitment)}"
        )
    if given is not None and given not in fair.client_seeds:
        raise NotFair(f"your client seed {_short(given)} is missing: the server has left it out or replaced it")


def _check(record: Record, fair: Fair) -> None:
    if record.position is not None:
        raise NotFair("the match begins with a position that somebody set up, so its seed did not deal it")
    if commitment(fair.server_seed, fair.table) != fair.commitment:
        raise NotFair(f"the commitment {_short(fair.commitment)} does not match the server seed and the table")
    seed = seed_of(fair.server_seed, fair.table, fair.client_seeds)
    if record.seed != seed:
        raise NotFair(
            f"the server seed and the client seeds give the seed {_short(seed)}, not {_short(str(record.seed))}"
        )
    # At tables without a place in the chain a client could play without giving a seed.
    if fair.chain is not None:
        levels = record.bots or [0] * record.seats
        silent = [seat for seat, level in enumerate(levels) if not level and fair.client_seeds[seat] is None]
        if silent:
            raise NotFair(f"the client seed of seat {silent[0]} is missing, though a person sat there")


def _short(text: str) -> str:
    return text if len(text) <= 16 else text[:16] + "..."
