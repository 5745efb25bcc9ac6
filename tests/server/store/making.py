"""Stores for tests."""

from __future__ import annotations

from typing import Any

from ludotheque.server.store.postgres import PostgresStore
from ludotheque.server.store.sqlite import SqliteStore
from ludotheque.server.store.threaded_store import StoreSettings, ThreadedStore


class Make:
    """Creates stores on the same data, not yet open."""

    def __init__(self, kind: str, where: Any) -> None:
        self.kind = kind
        self.where = where

    def __call__(self, **settings: Any) -> ThreadedStore:
        made = StoreSettings(**settings)
        return PostgresStore(self.where, made) if self.kind == "postgres" else SqliteStore(self.where, made)
