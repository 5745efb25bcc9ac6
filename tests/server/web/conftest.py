"""Both stores, for tests over HTTP that run on both."""

from __future__ import annotations

from tests.server.store.conftest import make, postgres, url

__all__ = ["make", "postgres", "url"]
