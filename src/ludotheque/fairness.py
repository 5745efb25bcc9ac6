"""A shuffle that can be checked: nobody, not even the house, chose the cards.

Before anybody sits down the house draws a secret and shows its commitment, which gives nothing away. Then each
person's client adds a number of its own, and the seed of the match is made of the secret and all numbers. After the
end the secret stands in the record, and everybody can compute both again, in a browser too:

    commitment = SHA-256 of the parts "ludotheque-commitment-1", table, secret
    seed       = SHA-256 of the parts "ludotheque-seed-1", table, secret, and one number for each seat

Both are written as 64 lower-case hexadecimal digits, and so is the secret, which goes in as that text. The parts are
put one after the other as netstrings in UTF-8: the number of bytes in decimal, a colon, the text, a comma. A seat that
gave no number (a bot; a client that sent none) is a minus sign and a comma. So a text can be read back in one way only,
and none is both a commitment's and a seed's.

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

A person who wants to be sure compares the commitment with the one that was shown before their number left their device,
and looks for that number at their seat. Who makes a table gives a number before that, and another one instead of it
when they start the match. What this cannot show: a house that is in league with the last one to give a
number could have tried several of them.
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
    """A record whose shuffle cannot be checked, or does not stand up to it; the text says what does not fit."""


def new_secret() -> str:
    """32 bytes that nobody can guess."""
    return secrets.token_hex(32)


def parts(*texts: str | None) -> bytes:
    """The texts, one after the other, so that no other texts give the same bytes."""
    return b"".join(b"-," if text is None else _netstring(text.encode()) for text in texts)


def _netstring(text: bytes) -> bytes:
    return b"%d:%b," % (len(text), text)


def commitment(secret: str, table: str) -> str:
    """What is shown before the start. `table` is the name of this one match: a rematch has another."""
    return hashlib.sha256(parts(COMMITMENT, table, secret)).hexdigest()


def seed_of(secret: str, table: str, numbers: Sequence[str | None]) -> str:
    """The seed of the match; `numbers` in the order of the seats."""
    return hashlib.sha256(parts(SEED, table, secret, *numbers)).hexdigest()


def check(record: Json | str | bytes) -> Fair:
    """Check that the match was dealt with the seed that was committed to, and return what it was made of.

    NotFair says what does not fit. The moves are `record.replay`'s matter.
    """
    told = check_shape(record)
    if told.goes_on is not None:
        raise NotFair(f"there is nothing to check: the match was dealt at the table {told.goes_on.table}, not here")
    if told.fair is None:
        raise NotFair("there is nothing to check: it does not tell what its seed was made of")
    try:
        _check(told, told.fair)
    except UnicodeEncodeError:
        raise NotFair("its table or a number is not text") from None
    return told.fair


def _check(told: Record, fair: Fair) -> None:
    if told.position is not None:
        raise NotFair("it begins with a position that somebody set up, so its seed did not deal it")
    if commitment(fair.secret, fair.table) != fair.commitment:
        raise NotFair(f"the commitment {_short(fair.commitment)} does not belong to the secret and the table")
    seed = seed_of(fair.secret, fair.table, fair.numbers)
    if told.seed != seed:
        raise NotFair(f"the secret and the numbers give the seed {_short(seed)}, not {_short(str(told.seed))}")


def _short(text: str) -> str:
    return text if len(text) <= 16 else text[:16] + "..."
