"""The rulebooks contain every rule in every language, and the engine confirms what they claim about diagrams."""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import ludotheque
from ludotheque.teaching.languages import LANGUAGES
from ludotheque.teaching.rulebook import Rulebook, Words, diagrams, rulebook, source, text_of
from tests.teaching.claims import Claim, claims_of

GAMES = ludotheque.games()
BOTH = [(name, language) for name in GAMES for language in LANGUAGES]
#: Domino 3D's modes have many options, which its rulebook lists by their names.
PLAIN = [(name, language) for name, language in BOTH if name != "domino3d"]
PAGE = Path(__file__).parents[2] / "web/src/games"
DIAGRAMS = [(name, key) for name in GAMES for key in diagrams(name)]


def readme(name: str) -> str:
    return (ludotheque.game(name).spec.folder / "README.md").read_text("utf-8")


def numbers(name: str) -> list[int]:
    """Return the numbers of the rules in a game's README."""
    rules = readme(name).split("\n## Rules\n")[1].split("\n## ")[0]
    return [int(found) for found in re.findall(r"^(\d+)\. ", rules, re.MULTILINE)]


def shape(book: Rulebook) -> list[tuple[str, int, str]]:
    """Return what translations have in common: readings and diagrams, by rule."""
    return sorted(
        (block.kind, block.rule or 0, block.name) for block in book.blocks if block.kind in ("reading", "diagram")
    )


@pytest.mark.parametrize(("name", "language"), BOTH)
def test_every_rule_is_there_once(name: str, language: str) -> None:
    rules = [block.rule for block in rulebook(name, language).blocks if block.kind == "heading" and block.rule]
    assert sorted(rules) == numbers(name)


def phrases(name: str, language: str) -> list[Words]:
    """Return everything that a rulebook says, tables included."""
    blocks = rulebook(name, language).blocks
    texts = [words for block in blocks for words in (block.words, *block.items)]
    return texts + [words for block in blocks for row in (block.head, *block.rows) for words in row]


def codes(name: str, language: str) -> set[str]:
    return {piece.text for words in phrases(name, language) for piece in words if piece.kind == "code"}


@pytest.mark.parametrize(("name", "language"), BOTH)
def test_every_option_is_named(name: str, language: str) -> None:
    """As on the page, or by its name in code."""
    said = " ".join(map(text_of, phrases(name, language))).lower()
    words = json.loads((PAGE / name / "messages" / f"{language}.json").read_text("utf-8"))
    for option in ludotheque.game(name).options:
        label = words["options"][option]["label"].lower()
        assert label in said or option in codes(name, language), f"the option {option} is not named"


@pytest.mark.parametrize(("name", "language"), PLAIN)
def test_players_read_no_words_of_programmers(name: str, language: str) -> None:
    """Places and letters of diagrams are marked as code; option names, values and JSON are not for players."""
    for code in codes(name, language):
        assert not re.search(r"[a-z_]{2}|[\[{\"]", code), code


@pytest.mark.parametrize(("name", "language"), BOTH)
def test_translations_have_the_same_readings_and_diagrams(name: str, language: str) -> None:
    assert shape(rulebook(name, language)) == shape(rulebook(name, "en"))


@pytest.mark.parametrize(("name", "language"), BOTH)
def test_typography(name: str, language: str) -> None:
    """No straight quotes; in French, no breaking space before punctuation."""
    folder = ludotheque.game(name).spec.folder
    steps = tomllib.loads((folder / "lesson" / f"{language}.toml").read_text("utf-8"))
    texts = [source(name, language), *_strings(steps)]
    wrong = r"['\"]| [:;!?»]|« " if language == "fr" else r"['\"]"
    for text in texts:
        assert not re.search(wrong, re.sub(r"`[^`]*`|^\|[-|]+$", "code", text, flags=re.MULTILINE))


def _strings(part: Any) -> Iterator[str]:
    if isinstance(part, str):
        yield part
    else:
        for inner in part.values() if isinstance(part, dict) else part:
            yield from _strings(inner)


@pytest.mark.parametrize("name", GAMES)
def test_every_reading_of_the_readme_is_in_the_rulebook(name: str) -> None:
    said = sum(block.kind == "reading" for block in rulebook(name, "en").blocks)
    assert said >= len(re.findall(r"\*Our readings?:?\*", readme(name)))


@pytest.mark.parametrize("name", GAMES)
def test_every_diagram_is_used_and_every_name_known(name: str) -> None:
    used = {block.name for block in rulebook(name, "en").blocks if block.kind == "diagram"}
    assert used == set(diagrams(name))


@pytest.mark.parametrize(("name", "key"), DIAGRAMS)
def test_claims_hold(name: str, key: str) -> None:
    diagram = diagrams(name)[key]
    claims = claims_of(name, key)
    assert claims, "every diagram must have a claim"
    for claim in claims:
        assert not list(claim.faults(diagram.match))


@pytest.mark.parametrize(("name", "key"), DIAGRAMS)
def test_the_opposite_of_a_claim_does_not_hold(name: str, key: str) -> None:
    """So no claim is true of every position."""
    diagram = diagrams(name)[key]
    for claim in claims_of(name, key):
        mutants = list(opposites(claim))
        assert mutants, claim
        for mutant in mutants:
            assert list(mutant.faults(diagram.match)), mutant


def opposites(claim: Claim) -> Iterator[Claim]:
    """Yield the claim with one of its parts negated."""
    if claim.move is not None:
        yield replace(claim, refused=None if claim.refused else 1)
    if claim.refused is not None:
        yield replace(claim, refused=claim.refused + 1)
        return
    yield from (replace(claim, causes=[], not_causes=[event]) for event in claim.causes)
    yield from (replace(claim, causes=[event], not_causes=[]) for event in claim.not_causes)
    yield from (replace(claim, state={**claim.state, key: "something else"}) for key in claim.state)
    if claim.scores is not None:
        yield replace(claim, scores=[score + 1 for score in claim.scores])
    if claim.legal is not None:
        yield replace(claim, legal=[*claim.legal, "another move"])


@pytest.mark.parametrize(("name", "key"), DIAGRAMS)
@pytest.mark.parametrize("language", LANGUAGES)
def test_captions_and_claims_name_the_same_moves(name: str, key: str, language: str) -> None:
    """Every move that a caption names is claimed, and every claimed move is named."""
    claimed = {claim.name for claim in claims_of(name, key) if claim.name}
    for block in rulebook(name, language).blocks:
        if block.kind == "diagram" and block.name == key:
            named = {piece.text for piece in block.words if piece.kind == "code"}
            assert named == claimed, text_of(block.words)


def test_a_false_claim_is_found() -> None:
    """Each of these claims contradicts the position."""
    match = ludotheque.game("keks").start(seed="claims")
    legal, inner = match.legal_moves()[0], "d4"
    false = [
        Claim(move=legal, refused=3),
        Claim(move=inner),
        Claim(move=inner, refused=4),
        Claim(move=legal, causes=[{"event": "won"}]),
        Claim(move=legal, not_causes=[{"event": "taken", "at": legal}]),
        Claim(state={"turn": 1}),
        Claim(scores=[1, 0]),
        Claim(legal=[legal]),
        Claim(move=legal, after=[legal]),
    ]
    true = [
        Claim(move=legal, causes=[{"event": "taken", "at": legal}]),
        Claim(move=inner, refused=3),
        Claim(legal=match.legal_moves()),
        Claim(move=legal, after=[legal], refused=2),
    ]
    assert all(list(claim.faults(match)) for claim in false)
    assert not any(list(claim.faults(match)) for claim in true)
