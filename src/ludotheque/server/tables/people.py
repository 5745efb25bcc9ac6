"""People: a name, and a secret on each of their devices. No account, no address, no password.

Of secrets and of the one-time links that bring a person to another device only hashes are kept.
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
from ludotheque.server.tables.refusals import Refused

LANGUAGES = ("de", "en", "fr", "nl")
LONGEST_NAME = 30
LENGTHS = {"from": 1, "to": LONGEST_NAME}
#: Letters without a width, which make a name of several marks or joined signs: so many in all.
LONGEST_TEXT = 2 * LONGEST_NAME
#: The letters of person ids: none that are taken for others.
LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"
ID_LENGTH = 10
SECRET = re.compile(r"[A-Za-z0-9_-]{43}")

MINUTE = 60_000
LINK_LASTS = 15 * MINUTE
#: Used links are remembered for so long after they have expired.
LINK_REMEMBERED = 60 * MINUTE
DAY = 24 * 60 * MINUTE
#: How many devices are kept in memory, and for how many milliseconds: another process may have changed them.
CACHED = 10_000
CACHE_LASTS = 15_000

#: Signs that count as letters or symbols, but show nothing.
BLANK = frozenset("\u115f\u1160\u3164\uffa0\u2800")
#: They join letters and signs, and are not seen themselves.
JOINERS = frozenset("\u200c\u200d")


class Person(msgspec.Struct, frozen=True):
    """`id` is public."""

    id: str
    name: str
    language: str


def checked_name(text: str) -> str:
    """The name as it will be kept; Refused if nothing can be seen of it, or too much.

    Control characters and those that turn the direction of writing round are refused: they could change how the rest
    of a line is read. Whatever else it holds is text, and is shown as text.
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
    return name


def checked_language(text: str) -> str:
    if text not in LANGUAGES:
        raise Refused("unknown_language", language=text[:40], allowed=list(LANGUAGES))
    return text


def new_secret() -> str:
    """32 bytes that nobody can guess."""
    return secrets.token_urlsafe(32)


def hash_of(secret: str) -> str:
    """A secret is random and long, so that a plain hash cannot be turned round."""
    return hashlib.sha256(secret.encode()).hexdigest()


class People:
    """All people, in the store. CannotWrite and CannotRead pass through."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._known: OrderedDict[str, tuple[Person, int]] = OrderedDict()

    async def make(self, name: str, language: str) -> tuple[Person, str]:
        """A new person, and the secret of the device they are at."""
        name, language = checked_name(name), checked_language(language)
        while True:
            person = Person("".join(secrets.choice(LETTERS) for _ in range(ID_LENGTH)), name, language)
            secret = new_secret()
            row = {"id": person.id, "name": name, "language": language, "made": self._store.now()}
            try:
                await self._store.write(insert(people).values(row), self._device(person, secret))
            except Conflict:
                continue  # somebody has that id
            self._remember(hash_of(secret), person)
            return person, secret

    async def find(self, secret: str) -> Person | None:
        """Whose device has that secret. What another process changed may take some seconds to be noticed."""
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
        """Once a day is enough; it does not matter if it cannot be written."""
        if now - before < DAY:
            return
        with contextlib.suppress(CannotWrite):
            await self._store.write(update(devices).where(devices.c.secret_hash == hashed).values(seen=now))

    async def named(self, ids: set[str]) -> dict[str, str]:
        """The names of these people; who is not known is left out."""
        rows = (
            await self._store.read(select(people.c.id, people.c.name).where(people.c.id.in_(sorted(ids))))
            if ids
            else []
        )
        return {row[0]: row[1] for row in rows}

    async def rename(self, person: Person, name: str | None = None, language: str | None = None) -> Person:
        """Change the name, or the language, or both."""
        new = Person(
            person.id,
            person.name if name is None else checked_name(name),
            person.language if language is None else checked_language(language),
        )
        if new != person:
            change = update(people).where(people.c.id == person.id)
            await self._store.write(change.values(name=new.name, language=new.language))
            self._forget_cached(person.id)
        return new

    # Other devices

    async def new_link(self, person: Person) -> str:
        """A token that makes another device this person's, once, within fifteen minutes."""
        token, now = new_secret(), self._store.now()
        row = {"token_hash": hash_of(token), "person": person.id, "expires": now + LINK_LASTS}
        old = delete(device_links).where(device_links.c.expires < now - LINK_REMEMBERED)
        await self._store.write(old, insert(device_links).values(row))
        return token

    async def of_link(self, token: str) -> Person:
        """Whom the token would bring here. Refused: nobody, or no longer."""
        rows = []
        if SECRET.fullmatch(token):
            query = select(people.c.id, people.c.name, people.c.language).join_from(device_links, people)
            good = (device_links.c.token_hash == hash_of(token)) & (device_links.c.expires > self._store.now())
            rows = await self._store.read(query.where(good))
        if not rows:
            raise Refused("link_is_void")
        return Person(*rows[0])

    async def claim(self, token: str) -> tuple[Person, str]:
        """The person, and a secret for the device that has the token. Refused if somebody has used it before."""
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

    async def forget(self, secret: str) -> None:
        """This device is nobody's any more."""
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

    def _forget_cached(self, person: str) -> None:
        for hashed in [hashed for hashed, (known, _) in self._known.items() if known.id == person]:
            del self._known[hashed]
