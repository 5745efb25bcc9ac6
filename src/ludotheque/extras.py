"""Libraries that are not installed with the package, and what to install for them."""

from __future__ import annotations

from importlib import import_module
from typing import Any

from ludotheque.errors import LudothequeError


class MissingExtra(LudothequeError, ModuleNotFoundError):
    """A library that this part of the package needs is not installed; the text says how to get it."""


def missing(extra: str, error: ImportError) -> MissingExtra:
    """What to raise when the import of an extra's library has failed."""
    return MissingExtra(
        f"this needs the extra {extra!r} ({error}); install it with: pip install 'ludotheque[{extra}]'", name=error.name
    )


def library(module: str, extra: str) -> Any:
    """Import an extra's library when it is asked for. MissingExtra."""
    try:
        return import_module(module)
    except ImportError as error:
        raise missing(extra, error) from None
