"""The languages that players read."""

from __future__ import annotations

from ludotheque.errors import LudothequeError

LANGUAGES = ("fr", "en", "de", "nl")


class UnknownLanguage(LudothequeError):
    """A language in which the house has no texts."""


def check(language: str) -> str:
    """The language itself; UnknownLanguage tells which there are."""
    if language not in LANGUAGES:
        raise UnknownLanguage(f"there are no texts in {language[:20]!r}; the languages: {', '.join(LANGUAGES)}")
    return language
