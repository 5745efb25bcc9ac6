"""Both stores, as for the tests of the stores themselves."""

from tests.server.store.conftest import make, postgres, url

__all__ = ["make", "postgres", "url"]
