"""A queue in which everybody gets their turn, however much one person, or one address, has put into it."""

from __future__ import annotations

import itertools
from collections import OrderedDict, deque
from collections.abc import Iterable, Iterator
from typing import Generic, NamedTuple, TypeVar

Item = TypeVar("Item")
#: How many of the askers served last are remembered.
REMEMBERED = 2000


class Asker(NamedTuple):
    """For whom something is done. `address`: "" if that person is not connected; `person`: "" if nobody is known."""

    address: str = ""
    person: str = ""


NOBODY = Asker()


class FairQueue(Generic[Item]):
    """The least recently served address is next, then its least recently served person; a person's items in order.

    So a newcomer waits for what is in progress, but not for the next item of somebody who has just been served.

    >>> queue = FairQueue[str]()
    >>> for item in ("a1", "a2", "a3"):
    ...     queue.put(Asker("192.0.2.1", "ada"), item)
    >>> queue.put(Asker("192.0.2.2", "bob"), "b1")
    >>> [queue.take() for _ in range(4)]
    ['a1', 'b1', 'a2', 'a3']
    """

    def __init__(self) -> None:
        self._addresses: dict[str, dict[str, deque[Item]]] = {}
        self._length = 0
        self._turns = itertools.count(1)
        self._served: OrderedDict[Asker, int] = OrderedDict()

    def __len__(self) -> int:
        return self._length

    def __iter__(self) -> Iterator[Item]:
        return (item for people in self._addresses.values() for items in people.values() for item in items)

    def put(self, asker: Asker, item: Item) -> None:
        self._addresses.setdefault(asker.address, {}).setdefault(asker.person, deque()).append(item)
        self._length += 1

    def take(self) -> Item:
        """Take the next item. Raises IndexError if there is none."""
        if not self._addresses:
            raise IndexError("the queue is empty")
        address = self._next(Asker(address) for address in self._addresses).address
        asker = self._next(Asker(address, person) for person in self._addresses[address])
        item = self._addresses[address][asker.person].popleft()
        self._tidy(asker)
        self._remember(Asker(address), asker)
        return item

    def _next(self, askers: Iterable[Asker]) -> Asker:
        return min(askers, key=lambda asker: self._served.get(asker, 0))

    def _remember(self, *askers: Asker) -> None:
        for asker in askers:
            self._served[asker] = next(self._turns)
            self._served.move_to_end(asker)
        while len(self._served) > REMEMBERED:
            self._served.popitem(last=False)

    def remove(self, asker: Asker, item: Item) -> bool:
        """Take an item out of its turn; return whether it was still there."""
        items = self._addresses.get(asker.address, {}).get(asker.person, deque())
        if item not in items:
            return False
        items.remove(item)
        self._tidy(asker)
        return True

    def _tidy(self, asker: Asker) -> None:
        """Forget an asker without items, after one was taken."""
        self._length -= 1
        people = self._addresses[asker.address]
        if not people[asker.person]:
            del people[asker.person]
        if not people:
            del self._addresses[asker.address]
