"""PostgreSQL, as for the tests of the stores."""

from tests.server.store.conftest import postgres, url

__all__ = ["postgres", "url"]
