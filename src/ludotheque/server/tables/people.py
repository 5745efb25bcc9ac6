"""People: a name, and a secret on each of their devices. No account, no address, no password.

Only hashes are stored of these secrets, and of the one-time links that add another device.
"""

from __future__ import annotations

import contextlib
import hashlib
import re
import secrets
import unicodedata
from collections import OrderedDict

import msgspec
from sqlalchemy import delete, insert, select, update
from sqlalchemy.sql.dml import UpdateBase

from ludotheque.server.store.base import CannotWrite, Conflict, Store
from ludotheque.server.store.schema import device_links, devices, people
from ludotheque.server.tables.names import is_of_the_house
from ludotheque.server.tables.random_keys import random_key
from ludotheque.server.tables.refusals import Refused
from ludotheque.teaching.languages import LANGUAGES

LONGEST_NAME = 30
LENGTHS = {"from": 1, "to": LONGEST_NAME}
#: The most code points of a name, counting combining marks and joiners, which take no width.
LONGEST_TEXT = 2 * LONGEST_NAME
ID_LENGTH = 10
SECRET = re.compile(r"[A-Za-z0-9_-]{43}")

MINUTE = 60_000
LINK_LASTS = 15 * MINUTE
#: For how long used links are remembered after they have expired.
LINK_REMEMBERED = 60 * MINUTE
DAY = 24 * 60 * MINUTE
#: How many devices are cached, and for how many milliseconds: another process may change them.
CACHED = 10_000
CACHE_LASTS = 15_000

#: How the id of a player begins who was a person and was forgotten.
FORMER = "former:"

#: Characters that count as letters or symbols, but are invisible.
BLANK = frozenset("\u115f\u1160\u3164\uffa0\u2800")
#: Invisible characters that join letters or symbols.
JOINERS = frozenset("\u200c\u200d")


class Person(msgspec.Struct, frozen=True):
    """`id` is public."""

    id: str
    name: str
    language: str


def checked_name(text: str) -> str:
    """Return the name as stored. Refused: invisible, too long, or it could be taken for the house's.

    Control characters and those that change the direction of writing are refused: they could change how the rest of a
    line is read. Everything else is text, and is shown as text.
    """
    name = unicodedata.normalize("NFC", text).strip()
    name = " ".join(part for part in name.split(" ") if part)
    kinds = [unicodedata.category(letter) for letter in name]
    bad = [
        letter
        for letter, kind in zip(name, kinds, strict=True)
        if (kind[0] == "C" and letter not in JOINERS) or kind in ("Zl", "Zp") or letter in BLANK
    ]
    if bad:
        letters = [f"U+{ord(letter):04X}" for letter in bad[:5]]
        raise Refused("bad_name", key="refused.bad_letters", letters=letters, allowed=LENGTHS)
    seen = sum(kind[0] in "LNPS" for kind in kinds)
    wide = seen + sum(kind[0] == "Z" for kind in kinds)
    if not seen or wide > LONGEST_NAME or len(name) > LONGEST_TEXT:
        raise Refused("bad_name", length=wide, allowed=LENGTHS)
    if is_of_the_house(name):
        raise Refused("bad_name", key="refused.house_name", allowed=LENGTHS)
    return name


def checked_language(text: str) -> str:
    if text not in LANGUAGES:
        raise Refused("unknown_language", language=text[:40], allowed=list(LANGUAGES))
    return text


def new_secret() -> str:
    """32 bytes that nobody can guess."""
    return secrets.token_urlsafe(32)


def hash_of(secret: str) -> str:
    """Hash a secret. It is long and random, so a plain hash cannot be inverted."""
    return hashlib.sha256(secret.encode()).hexdigest()


def former_player(salt: str, table: str) -> str:
    """Return who stands at that table in the place of a person who was forgotten.

    At each table somebody else, so that nobody can tell that it was the same person; nor from which, without the salt.
    """
    return FORMER + hashlib.sha256(f"{salt} {table}".encode()).hexdigest()[:ID_LENGTH]


def is_former(player: str) -> bool:
    return player.startswith(FORMER)


class People:
    """All people, in the store. All methods may raise CannotWrite or CannotRead."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._known: OrderedDict[str, tuple[Person, int]] = OrderedDict()

    async def make(self, name: str, language: str) -> tuple[Person, str]:
        """Create a person; returns them and the secret for their device."""
        name, language = checked_name(name), checked_language(language)
        while True:
            person = Person(random_key(ID_LENGTH), name, language)
            secret = new_secret()
            row = {"id": person.id, "name": name, "language": language, "made": self._store.now()}
            try:
                await self._store.write(insert(people).values(row), self._device(person, secret))
            except Conflict:
                continue  # the id is taken
            self._remember(hash_of(secret), person)
            return person, secret

    async def find(self, secret: str) -> Person | None:
        """Return the person whose device has that secret. Changes by another process may show seconds later."""
        if not SECRET.fullmatch(secret):
            return None
        hashed, now = hash_of(secret), self._store.now()
        known = self._known.get(hashed)
        if known is not None and known[1] > now:
            self._known.move_to_end(hashed)
            return known[0]
        query = select(people.c.id, people.c.name, people.c.language, devices.c.seen).join_from(devices, people)
        rows = await self._store.read(query.where(devices.c.secret_hash == hashed))
        if not rows:
            self._known.pop(hashed, None)
            return None
        person = Person(*rows[0][:3])
        self._remember(hashed, person)
        await self._was_seen(hashed, rows[0][3], now)
        return person

    async def _was_seen(self, hashed: str, before: int, now: int) -> None:
        """Record once a day that the device is in use; it does not matter if that fails."""
        if now - before < DAY:
            return
        with contextlib.suppress(CannotWrite):
            await self._store.write(update(devices).where(devices.c.secret_hash == hashed).values(seen=now))

    async def rename(self, person: Person, name: str | None = None, language: str | None = None) -> Person:
        """Change the name, the language or both."""
        new = Person(
            person.id,
            person.name if name is None else checked_name(name),
            person.language if language is None else checked_language(language),
        )
        if new != person:
            change = update(people).where(people.c.id == person.id)
            await self._store.write(change.values(name=new.name, language=new.language))
            self.drop_cached(person.id)
        return new

    # Other devices

    async def new_link(self, person: Person) -> str:
        """Make a token that adds another device to this person, once, within fifteen minutes."""
        token, now = new_secret(), self._store.now()
        row = {"token_hash": hash_of(token), "person": person.id, "expires": now + LINK_LASTS}
        old = delete(device_links).where(device_links.c.expires < now - LINK_REMEMBERED)
        await self._store.write(old, insert(device_links).values(row))
        return token

    async def of_link(self, token: str) -> Person:
        """Return the person whose token it is; raises Refused if it is unknown or has expired."""
        rows = []
        if SECRET.fullmatch(token):
            query = select(people.c.id, people.c.name, people.c.language).join_from(device_links, people)
            good = (device_links.c.token_hash == hash_of(token)) & (device_links.c.expires > self._store.now())
            rows = await self._store.read(query.where(good))
        if not rows:
            raise Refused("link_is_void")
        return Person(*rows[0])

    async def claim(self, token: str) -> tuple[Person, str]:
        """Use the token: returns its person and a secret for the new device. Raises Refused if it was used before."""
        person = await self.of_link(token)
        secret, hashed = new_secret(), hash_of(token)
        # Of all who use the token at the same time, in whatever process, only one can write this row.
        used = {"token_hash": f"used:{hashed}", "person": person.id, "expires": self._store.now() + LINK_LASTS}
        try:
            await self._store.write(
                insert(device_links).values(used),
                delete(device_links).where(device_links.c.token_hash == hashed),
                self._device(person, secret),
            )
        except Conflict:
            raise Refused("link_is_void") from None
        self._remember(hash_of(secret), person)
        return person, secret

    async def remove_device(self, secret: str) -> None:
        """Remove the device with that secret."""
        hashed = hash_of(secret)
        await self._store.write(delete(devices).where(devices.c.secret_hash == hashed))
        self._known.pop(hashed, None)

    def _device(self, person: Person, secret: str) -> UpdateBase:
        now = self._store.now()
        return insert(devices).values(secret_hash=hash_of(secret), person=person.id, made=now, seen=now)

    def _remember(self, hashed: str, person: Person) -> None:
        self._known[hashed] = person, self._store.now() + CACHE_LASTS
        self._known.move_to_end(hashed)
        while len(self._known) > CACHED:
            self._known.popitem(last=False)

    def drop_cached(self, person: str) -> None:
        """Read that person from the store the next time."""
        for hashed in [hashed for hashed, (known, _) in self._known.items() if known.id == person]:
            del self._known[hashed]
