"""The chain of commitments: a house that shows different commitments to different people is found out.

A house appends the commitment of every table that it makes to one public list, `GET /api/commitments`. Each entry has a
hash that covers the entry before:

    hash = SHA-256 of the parts "ludotheque-chain-1", number, hash of the entry before, commitment

The parts are encoded as in `fairness.py`; numbers count from 0, and before the first entry the hash is 64 zeros. So one
hash stands for the whole list up to there: two people who have the same hash under a number were shown the same
commitments, and anybody who has kept a hash notices when an earlier entry is changed, added or removed.

>>> one = entry_hash(0, BEGINNING, "11" * 32)
>>> one
'5c05213268e973e9840a224ae935dc18ca4883f12c7b6644291636b96c916279'
>>> Chain.of(ChainPage(first=0, previous=BEGINNING, commitments=["11" * 32], count=1, head=one)).count
1
"""

from __future__ import annotations

import hashlib
import urllib.request
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated

import msgspec

from ludotheque.fairness import Fair, NotFair, parts
from ludotheque.record import Hex

CHAIN = "ludotheque-chain-1"
#: The hash before the first entry.
BEGINNING = "0" * 64
#: The most bytes of a page, and seconds to wait for it.
MOST = 1_000_000
PATIENCE = 20.0

Count = Annotated[int, msgspec.Meta(ge=0)]


class ChainPage(msgspec.Struct, frozen=True):
    """Commitments from number `first` on; `previous`: the hash of the entry before them.

    `count`: of all entries of the chain; `head`: the hash of the last of all.
    """

    first: Count
    previous: Hex
    commitments: list[Hex]
    count: Count
    head: Hex


_decoder = msgspec.json.Decoder(ChainPage)


def entry_hash(number: int, previous: str, commitment: str) -> str:
    """Return the hash of an entry."""
    return hashlib.sha256(parts(CHAIN, str(number), previous, commitment)).hexdigest()


@dataclass
class Chain:
    """Consecutive entries of a chain. `hashes` begins with the one before entry `first`."""

    first: int
    hashes: list[str]
    commitments: list[str] = field(default_factory=list)

    @classmethod
    def of(cls, *pages: ChainPage) -> Chain:
        """Join pages. Raises NotFair if one does not follow the page before, or does not lead to its head."""
        chain = cls(pages[0].first, [pages[0].previous])
        if chain.first == 0 and pages[0].previous != BEGINNING:
            raise NotFair("the chain of commitments does not begin with its first entry")
        for page in pages:
            chain._add(page)
        return chain

    def _add(self, page: ChainPage) -> None:
        if (page.first, page.previous) != (self.count, self.hashes[-1]):
            raise NotFair(f"the chain of commitments is broken before entry {page.first}")
        for commitment in page.commitments:
            self.hashes.append(entry_hash(self.count, self.hashes[-1], commitment))
            self.commitments.append(commitment)
        if self.count > page.count or (self.count == page.count and self.hashes[-1] != page.head):
            raise NotFair(f"the entries of the chain do not lead to its head, entry {page.count - 1}")

    @property
    def count(self) -> int:
        """The number of the entry after the last."""
        return self.first + len(self.commitments)

    def check(self, fair: Fair) -> None:
        """Check that a record's commitment stands in the chain where the record says. Raises NotFair if it does not."""
        place = fair.chain
        if place is None:
            raise NotFair("the record does not say where its commitment stands in the chain")
        at = place.number - self.first
        if not 0 <= at < len(self.commitments):
            raise NotFair(f"the chain has no entry {place.number}: it has {self.first} to {self.count - 1}")
        if self.commitments[at] != fair.commitment:
            raise NotFair(f"entry {place.number} of the chain is another commitment than the record's")
        if self.hashes[at] != place.previous:
            raise NotFair(f"the chain has been rewritten before entry {place.number}")

    def compare(self, other: Chain) -> None:
        """Check that two copies of a chain agree. Raises NotFair, which names the first entry that differs."""
        first, last = max(self.first, other.first), min(self.count, other.count)
        if first > last:
            raise NotFair("the chains cannot be compared: they have no entry in common")
        for number in range(first, last + 1):  # each time the hash before that entry
            if self.hashes[number - self.first] != other.hashes[number - other.first]:
                raise NotFair(f"the chains differ: entry {number - 1}, or one before, is not the same")


def is_address(source: str) -> bool:
    return source.startswith(("http://", "https://"))


def load(source: str, first: int = 0) -> Chain:
    """Read a chain: from a file with one or more pages, one on each line, or from a house, by its address.

    `first`: the entry from which a house is asked for its chain. Raises NotFair if it cannot be read, or is broken.
    """
    if is_address(source):
        return Chain.of(*_pages(source.rstrip("/"), first))
    try:
        return Chain.of(*_decoded(Path(source).read_bytes()))
    except OSError as error:
        raise NotFair(f"the file cannot be read ({error.strerror})") from None


def _pages(house: str, first: int) -> Iterator[ChainPage]:
    while True:
        page = _decoded(_fetched(f"{house}/api/commitments?first={first}"))[0]
        if page.first != first:
            raise NotFair(f"the house was asked for entry {first} of the chain and sent entry {page.first}")
        yield page
        first += len(page.commitments)
        if first >= page.count:
            return
        if not page.commitments:
            raise NotFair(f"the house does not show entry {first} of its chain")


def _fetched(address: str) -> bytes:
    try:
        with urllib.request.urlopen(address, timeout=PATIENCE) as answer:
            text: bytes = answer.read(MOST + 1)
    except (OSError, ValueError) as error:
        raise NotFair(f"the house does not answer ({error})") from None
    return text


def _decoded(text: bytes) -> list[ChainPage]:
    try:
        pages = _decoder.decode_lines(text)
    except (msgspec.DecodeError, UnicodeError) as error:
        raise NotFair(f"it is not a chain of commitments: {error}") from None
    if not pages:
        raise NotFair("it is not a chain of commitments: it is empty")
    return pages
