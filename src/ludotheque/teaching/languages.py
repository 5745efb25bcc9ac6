"""The languages that texts for players are written in."""

from __future__ import annotations

from typing import Literal, get_args

from ludotheque.errors import LudothequeError

Language = Literal["fr", "en", "de", "nl"]
LANGUAGES: tuple[str, ...] = get_args(Language)


class UnknownLanguage(LudothequeError):
    """There are no texts in this language."""


def check(language: str) -> str:
    """Return the language. Raises UnknownLanguage, which lists the known ones."""
    if language not in LANGUAGES:
        raise UnknownLanguage(f"there are no texts in {language[:20]!r}; the languages are {', '.join(LANGUAGES)}")
    return language
