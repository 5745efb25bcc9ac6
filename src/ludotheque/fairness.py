"""A shuffle that can be checked: nobody, not even the server, chose the cards.

Before anybody sits down, the server draws a secret and publishes its commitment, which reveals nothing. Then each
person's client adds a number of its own, and the seed of the match is made of the secret and all numbers. After the
end the record contains the secret, and everybody can compute both again, in a browser too:

    commitment = SHA-256 of the parts "ludotheque-commitment-1", table, secret
    seed       = SHA-256 of the parts "ludotheque-seed-1", table, secret, and one number for each seat

Both are written as 64 lower-case hexadecimal digits, and so is the secret, which is hashed as that text. The parts are
concatenated as netstrings in UTF-8: the number of bytes in decimal, a colon, the text, a comma. A seat that gave no
number (a bot, or a client that sent none) is a minus sign and a comma. So different parts never give the same bytes,
and no commitment is a seed.

>>> secret = "00112233445566778899aabbccddeeff" * 2
>>> parts("ludotheque-seed-1", "T7", "7", None, "né")
b'17:ludotheque-seed-1,2:T7,1:7,-,3:n\\xc3\\xa9,'
>>> commitment(secret, "T7")
'690c6e6b9cfb6c4c7bb3aaa7cceb640866e2d304f1e5e47113b050613b275e69'
>>> seed_of(secret, "T7", ["7", None, "né"])
'f139f90c929df3ff67295e8c91483360abab01ff8d12f90c7a2e21675b8fe11f'

In JavaScript:

    const bytes = text => new TextEncoder().encode(text).length
    const part = text => text === null ? "-," : `${bytes(text)}:${text},`
    const text = ["ludotheque-seed-1", table, secret, ...numbers].map(part).join("")
    const hash = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text))

To be sure, compare the commitment with the one that was shown before your number left your device, and look for that
number at your seat. Whoever makes a table gives a number before the commitment is known, and replaces it when they
start the match. This cannot reveal a server that conspires with the last person to give a number: together they could
try several.
"""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Sequence

from ludotheque.errors import BadRecord
from ludotheque.games.spec import Json
from ludotheque.record import Fair, Record, check_shape

__all__ = ["Fair", "NotFair", "check", "commitment", "new_secret", "parts", "seed_of"]

COMMITMENT = "ludotheque-commitment-1"
SEED = "ludotheque-seed-1"


class NotFair(BadRecord):
    """The shuffle of a record cannot be checked, or the check fails; the text says why."""


def new_secret() -> str:
    """Return 32 random bytes that nobody can guess."""
    return secrets.token_hex(32)


def parts(*texts: str | None) -> bytes:
    """Encode texts so that no other texts give the same bytes."""
    return b"".join(b"-," if text is None else _netstring(text.encode()) for text in texts)


def _netstring(text: bytes) -> bytes:
    return b"%d:%b," % (len(text), text)


def commitment(secret: str, table: str) -> str:
    """Return what is shown before the start. `table` names this one match; a rematch has another name."""
    return hashlib.sha256(parts(COMMITMENT, table, secret)).hexdigest()


def seed_of(secret: str, table: str, numbers: Sequence[str | None]) -> str:
    """Return the seed of the match. `numbers`: one for each seat, in order."""
    return hashlib.sha256(parts(SEED, table, secret, *numbers)).hexdigest()


def check(record: Json | str | bytes) -> Fair:
    """Check that the match was dealt with the seed that the server committed to, and return what the seed was made of.

    NotFair says what does not fit. Moves are not checked; `record.replay` does that.
    """
    checked = check_shape(record)
    if checked.resumes is not None:
        raise NotFair(f"there is nothing to check: the match was dealt at table {checked.resumes.table}, not here")
    if checked.fair is None:
        raise NotFair("there is nothing to check: the record does not say what its seed was made of")
    try:
        _check(checked, checked.fair)
    except UnicodeEncodeError:
        raise NotFair("the table or a number is not valid Unicode") from None
    return checked.fair


def _check(record: Record, fair: Fair) -> None:
    if record.position is not None:
        raise NotFair("the match begins with a position that somebody set up, so its seed did not deal it")
    if commitment(fair.secret, fair.table) != fair.commitment:
        raise NotFair(f"the commitment {_short(fair.commitment)} does not match the secret and the table")
    seed = seed_of(fair.secret, fair.table, fair.numbers)
    if record.seed != seed:
        raise NotFair(f"the secret and the numbers give the seed {_short(seed)}, not {_short(str(record.seed))}")


def _short(text: str) -> str:
    return text if len(text) <= 16 else text[:16] + "..."
