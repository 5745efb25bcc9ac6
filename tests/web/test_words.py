"""Every refusal of the server has a sentence on the page; the page's own test checks the four languages."""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Iterator
from pathlib import Path

from ludotheque.games import names, spec_of
from ludotheque.teaching.languages import LANGUAGES

ROOT = Path(__file__).parents[2]
SERVER = ROOT / "src/ludotheque/server"
WORDS = ROOT / "web/src"
#: Requests of the clock itself, which are sent to nobody.
WITHIN = {"time_is_left"}


def refusals() -> Iterator[tuple[str, ast.Call]]:
    """Yield the message keys of all refusals, without the prefix "refused.", and the calls that create them."""
    for path in SERVER.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "Refused":
                own = [word.value for word in node.keywords if word.arg == "key"]
                for code in own or node.args[:1]:
                    yield from ((name.removeprefix("refused."), node) for name in codes(code))


def refused_by_the_server() -> set[str]:
    return {name for name, _ in refusals()} | set(own_keys())


def own_keys() -> Iterator[str]:
    """Yield the keys that are written out anywhere, as in subclasses of Refused."""
    for path in SERVER.rglob("*.py"):
        yield from re.findall(r'"refused\.(\w+)"', path.read_text("utf-8"))


def codes(code: ast.expr) -> Iterator[str]:
    if isinstance(code, ast.Constant):
        yield str(code.value)
    elif isinstance(code, ast.JoinedStr):
        yield from (f"table_is_{status}" for status in ("open", "running", "over"))
    elif isinstance(code, ast.IfExp):
        yield from codes(code.body)
        yield from codes(code.orelse)


def refused_in(language: str) -> dict[str, str]:
    """The sentences of refusals: those of the page, and of the host's page."""
    parts = (WORDS / part / f"messages/{language}.json" for part in ("app", "admin"))
    return {key: text for part in parts for key, text in json.loads(part.read_text("utf-8"))["refused"].items()}


def test_all_refusals_of_the_server_have_sentences() -> None:
    missing = refused_by_the_server() - WITHIN - refused_in("en").keys()
    assert len(refused_by_the_server()) > 50
    assert not missing


def test_a_refusal_has_all_parameters_of_its_sentence() -> None:
    for language in LANGUAGES:
        messages = refused_in(language)
        for name, made in refusals():
            given = {word.arg for word in made.keywords} - {"allowed", "key", "rule"}
            if None not in given:  # the call passes more than named parameters
                assert set(re.findall(r"{(\w+)}", str(messages.get(name)))) <= given, name


def test_all_refusals_of_the_games_have_sentences() -> None:
    for game in names():
        messages = spec_of(game).words.messages["refusals"]
        used = {key for key in messages if any(f'"{key}"' in text for text in sources(game))}
        assert used == messages.keys(), game


def sources(game: str) -> list[str]:
    return [path.read_text("utf-8") for path in (ROOT / f"src/ludotheque/games/{game}").rglob("*.py")]
