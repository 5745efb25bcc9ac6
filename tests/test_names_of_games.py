"""No module outside a game's folder names a game or one of its options; a game declares what others need."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import ludotheque
from ludotheque.games import names, spec_of

PACKAGE = Path(ludotheque.__file__).parent
PAGE = PACKAGE.parent.parent / "web" / "src"

GAMES = set(names())
OPTIONS = {option for game in names() for option in spec_of(game).options}
#: Values of options that occur only in their game; others (`any`, `points`, `solo`) are plain English words.
VALUES = {"eleven", "race", "neighbour"}
#: Options whose name has another meaning in most modules, and that meaning.
ORDINARY_WORDS = {
    "mode": "one of several sets of rules, and how a file is opened",
    "rounds": "those of a tournament",
    "target": "a place in an array, or a person in an address",
    "support": "what a file system or a browser does",
    "goal": "of a search",
    "sand": "the hourglass timer, `Spec.sand`",
    "turns": "those of any game",
    "contact": "a field of other formats",
    "falls": "a word of sentences",
    "several": "a word of sentences",
}
WORDS = re.compile("|".join(rf"\b{word}\b" for word in sorted(GAMES | (OPTIONS - ORDINARY_WORDS.keys()) | VALUES)))
#: A game's name or title, as sentences have it.
NAMED = re.compile(
    "|".join(rf"\b{re.escape(word)}\b" for word in sorted(GAMES | {spec_of(game).title for game in GAMES})), re.I
)
#: The ways to look up an option by name: `options["mode"]`, `options.get("mode")`.
LOOKED_UP = re.compile(r"options(?:\.get\(|\[)")

OUTSIDE = sorted(
    path
    for path in PACKAGE.rglob("*.py")
    if path.relative_to(PACKAGE).parts[:1] != ("games",) or path.parent == PACKAGE / "games"
)


in_a_checkout = pytest.mark.skipif(
    not PAGE.exists(), reason="an installed package does not include the sources of the page"
)


def docstrings(tree: ast.AST) -> set[ast.AST]:
    """Return the docstrings, which may name a game as an example."""
    found: set[ast.AST] = set()
    for node in ast.walk(tree):
        for child in ast.iter_child_nodes(node):
            if isinstance(child, ast.Expr) and isinstance(child.value, ast.Constant):
                found.add(child.value)
    return found


def texts(tree: ast.AST) -> Iterator[tuple[int, str]]:
    """Yield every name, imported module and text of a module, with its line."""
    skipped = docstrings(tree)
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and node not in skipped:
            yield node.lineno, node.value
        elif isinstance(node, ast.ImportFrom):
            yield node.lineno, f"{node.module}"
            yield from ((node.lineno, alias.name) for alias in node.names)
        elif isinstance(node, ast.Import):
            yield from ((node.lineno, alias.name) for alias in node.names)
        elif isinstance(node, ast.Attribute):
            yield node.lineno, node.attr
        elif isinstance(node, (ast.Name, ast.FunctionDef, ast.ClassDef, ast.arg)):
            yield node.lineno, getattr(node, "id", getattr(node, "name", getattr(node, "arg", "")))


def named(text: str) -> list[str]:
    """Return the words in a text that belong to games; in an identifier, `_` and `.` separate words."""
    return WORDS.findall(re.sub(r"[_.]", " ", text.lower()))


@pytest.mark.parametrize("path", OUTSIDE, ids=lambda path: str(path.relative_to(PACKAGE)))
def test_a_module_outside_the_games_names_none(path: Path) -> None:
    source = path.read_text("utf-8")
    found = [f"{line}: {text!r}" for line, text in texts(ast.parse(source)) if named(text)]
    assert found == []


@pytest.mark.parametrize("path", OUTSIDE, ids=lambda path: str(path.relative_to(PACKAGE)))
def test_no_option_is_looked_up_by_its_name(path: Path) -> None:
    found = []
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        key = None
        if isinstance(node, ast.Subscript):
            key = node.slice
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "get":
            key = node.args[0] if node.args else None
        if isinstance(key, ast.Constant) and key.value in OPTIONS and LOOKED_UP.search(ast.unparse(node)):
            found.append(f"{key.lineno}: {ast.unparse(node)}")
    assert found == []


def of_the_page(*suffixes: str) -> Iterator[tuple[tuple[str, ...], Path]]:
    """Yield the page's files outside the games' folders, with the parts of their paths."""
    for path in sorted(PAGE.rglob("*")):
        inside = path.relative_to(PAGE).parts
        if path.suffix in suffixes and not (inside[0] == "games" and inside[1] in GAMES):
            yield inside, path


@in_a_checkout
def test_the_page_names_games_in_their_folders_only() -> None:
    found = []
    for inside, path in of_the_page(".ts", ".svelte"):
        if path.name.endswith(".test.ts"):
            continue
        code = re.sub(r"/\*.*?\*/|//[^\n]*|<!--.*?-->|<style.*?</style>", "", path.read_text("utf-8"), flags=re.DOTALL)
        quoted = re.findall(r"\"([^\"\n]*)\"|'([^'\n]*)'|`([^`]*)`", code)
        found += [f"{'/'.join(inside)}: {text}" for group in quoted for text in group if set(text.split("/")) & GAMES]
    assert found == []


@in_a_checkout
def test_messages_of_the_page_name_games_in_their_folders_only() -> None:
    assert NAMED.search("Keks is by Dieter Stein.")
    assert NAMED.search('"domino3d": 1')
    files = list(of_the_page(".json"))
    assert len(files) > 20
    assert [
        ("/".join(inside), found[0]) for inside, path in files if (found := NAMED.search(path.read_text("utf-8")))
    ] == []
