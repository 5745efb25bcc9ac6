"""Who may use the host's page: whoever has opened a one-time link that the command line has printed.

Only hashes of tokens and secrets are stored. Sessions are looked up in the store with each request, so that signing out
holds for all servers at once.
"""

from __future__ import annotations

from dataclasses import dataclass

from sqlalchemy import delete, insert, select

from ludotheque.server.admin import audit
from ludotheque.server.store.base import Change, Conflict, Store
from ludotheque.server.store.schema import admin_links, admin_sessions
from ludotheque.server.tables.people import LINK_LASTS, LINK_REMEMBERED, SECRET, hash_of, new_secret
from ludotheque.server.tables.random_keys import random_key
from ludotheque.server.tables.refusals import Refused

#: Milliseconds.
SESSION_LASTS = 12 * 60 * 60 * 1000
NAME_LENGTH = 5


@dataclass(frozen=True)
class HostSession:
    """`name`: what the audit trail calls it."""

    name: str
    expires: int

    @property
    def by(self) -> str:
        return f"page {self.name}"


class Sessions:
    """All methods may raise CannotRead or CannotWrite."""

    def __init__(self, store: Store) -> None:
        self._store = store

    def new_link(self, token_hash: str) -> list[Change]:
        """Make a link that is good for one sign-in, within fifteen minutes."""
        now = self._store.now()
        return [
            delete(admin_links).where(admin_links.c.expires < now - LINK_REMEMBERED),
            insert(admin_links).values(token_hash=token_hash, expires=now + LINK_LASTS),
        ]

    async def sign_in(self, token: str) -> tuple[HostSession, str]:
        """Use a link: returns the new session and its secret. Refused: it is void."""
        hashed, now = hash_of(token), self._store.now()
        good = (admin_links.c.token_hash == hashed) & (admin_links.c.expires > now)
        if not SECRET.fullmatch(token) or not await self._store.read(select(admin_links).where(good)):
            raise Refused("admin_link_is_void")
        session, secret = HostSession(random_key(NAME_LENGTH), now + SESSION_LASTS), new_secret()
        row = {"secret_hash": hash_of(secret), "name": session.name, "made": now, "expires": session.expires}
        # Of all who use the token at the same time, on whatever server, only one can write this row.
        used = {"token_hash": f"used:{hashed}", "expires": now + LINK_LASTS}
        try:
            await self._store.write(
                insert(admin_links).values(used),
                delete(admin_links).where(admin_links.c.token_hash == hashed),
                delete(admin_sessions).where(admin_sessions.c.expires <= now),
                insert(admin_sessions).values(row),
                audit.entry(self._store, session.by, "sign_in"),
            )
        except Conflict:
            raise Refused("admin_link_is_void") from None
        return session, secret

    async def find(self, secret: str) -> HostSession:
        """Find the session with that secret. Refused: there is none, or it has ended."""
        rows = []
        if SECRET.fullmatch(secret):
            good = (admin_sessions.c.secret_hash == hash_of(secret)) & (admin_sessions.c.expires > self._store.now())
            rows = await self._store.read(select(admin_sessions.c.name, admin_sessions.c.expires).where(good))
        if not rows:
            raise Refused("no_admin")
        return HostSession(*rows[0])

    async def end(self, secret: str) -> None:
        """Sign out one session."""
        session = await self.find(secret)
        mine = admin_sessions.c.secret_hash == hash_of(secret)
        await self._store.write(
            delete(admin_sessions).where(mine), audit.entry(self._store, session.by, "sign_out", session.name)
        )

    def end_all(self) -> list[Change]:
        return [delete(admin_sessions), delete(admin_links).where(~admin_links.c.token_hash.startswith("used:"))]
