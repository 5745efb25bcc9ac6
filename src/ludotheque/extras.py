"""Optional libraries, and the extras that install them."""

from __future__ import annotations

from importlib import import_module
from typing import Any

from ludotheque.errors import LudothequeError


class MissingExtra(LudothequeError, ModuleNotFoundError):
    """A library that this part of the package needs is not installed; the text says how to install it."""


def missing(extra: str, error: ImportError) -> MissingExtra:
    """Return the error for a failed import of an extra's library."""
    return MissingExtra(
        f"this needs the extra {extra!r} ({error}); install it with: pip install 'ludotheque[{extra}]'", name=error.name
    )


def library(module: str, extra: str) -> Any:
    """Import a library of an extra. Raises MissingExtra if it is not installed."""
    try:
        return import_module(module)
    except ImportError as error:
        raise missing(extra, error) from None
