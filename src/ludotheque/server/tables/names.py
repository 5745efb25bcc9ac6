"""Names that look alike: those of the house are refused, and people at one table are told apart.

Two names look alike if they differ only in case, accents, spaces, invisible characters, compatibility forms (NFKC) or
letters that are easily confused, such as Latin and Cyrillic "a". Which letters these are, Unicode says (UTS 39).
"""

from __future__ import annotations

import itertools
import re
import unicodedata
from collections.abc import Iterable
from functools import lru_cache

from confusable_homoglyphs.confusables import confusables_data

#: In no name: the house, its computers, and those who run it.
HOUSE_WORDS = """
    ludotheque computer ordinateur bot system systeme systeem
    admin administrator administratorin administrateur administratrice beheerder
    moderator moderatorin moderateur moderatrice
"""
#: No names: words for the house, and those that the page shows instead of a name.
HOUSE_NAMES = """
    house thehouse host server maison lamaison hote serveur haus dashaus gastgeber huis hethuis gastheer
    you vous du jij seat freeseat place placelibre platz freierplatz plaats vrijeplaats
"""
WORD = re.compile(r"[^\W\d_]+")
INVISIBLE = ("M", "C", "Z")
#: Around letters that are written from right to left, in the library's tables.
MARK = "\u200e"


def looks_like(name: str, other: str) -> bool:
    """Return whether people could take one for the other."""
    return not keys(name).isdisjoint(keys(other))


def told_apart(name: str, others: Iterable[str]) -> str:
    """Return the name, with a number if it looks like one of the others: "Anna (2)"."""
    taken = [other for other in others if other]
    numbered = (f"{name} ({number})" for number in itertools.count(2))
    return next(each for each in itertools.chain([name], numbered) if not _is_taken(each, taken))


def is_of_the_house(name: str) -> bool:
    """Return whether a name could be taken for the house, one of its computers, or those who run it."""
    text = "".join(letter for letter in unicodedata.normalize("NFKD", name) if not unicodedata.combining(letter))
    words = WORD.findall("".join(letter for letter in text if unicodedata.category(letter) != "Cf"))
    if any(keys(word) & _WORDS for word in words):
        return True
    letters, digits_too = "".join(words), "".join(letter for letter in text if letter.isalnum())
    return bool((keys(letters) | keys(digits_too)) & (_WORDS | _NAMES))


def _is_taken(name: str, taken: list[str]) -> bool:
    return any(looks_like(name, other) for other in taken)


def _prototypes() -> dict[str, str]:
    """By letter the one, or the several, that it looks like and that stand for all of that look."""
    found = {}
    for letter, alike in confusables_data.items():
        if len(alike) > 1:
            continue  # others look like it
        other = alike[0]["c"]
        stands = other if len(confusables_data[other]) > 1 else min(letter, other)
        found[letter.strip(MARK)] = stands.strip(MARK)
    return found


@lru_cache(maxsize=4096)
def keys(name: str) -> frozenset[str]:
    """Two names look alike if they share a key.

    There are two, since a capital may look like another letter than the small one: "I" like "l", but "i" does not.
    """
    return frozenset({_skeleton(name), _skeleton(name.casefold())})


def _skeleton(text: str) -> str:
    decomposed = unicodedata.normalize("NFKD", text)
    seen = (letter for letter in decomposed if unicodedata.category(letter)[0] not in INVISIBLE)
    alike = "".join(PROTOTYPES.get(letter, letter) for letter in seen)
    return unicodedata.normalize("NFKD", alike).casefold().replace("l", "i")


def _keys_of(words: str) -> frozenset[str]:
    return frozenset().union(*map(keys, words.split()))


PROTOTYPES = _prototypes()
_WORDS, _NAMES = _keys_of(HOUSE_WORDS), _keys_of(HOUSE_NAMES)
