"""Random keys of tables and people, short enough for an address."""

from __future__ import annotations

import secrets

#: No look-alike characters.
LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"


def random_key(length: int) -> str:
    return "".join(secrets.choice(LETTERS) for _ in range(length))
