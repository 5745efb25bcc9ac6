"""Errors while opening a store."""

from __future__ import annotations

from ludotheque.errors import LudothequeError


class CannotOpen(LudothequeError):
    """The data cannot be opened: in use, of a newer version, not a database, or the database is away."""
