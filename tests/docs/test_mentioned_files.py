"""Files that comments, docstrings and pages mention by name exist.

A name may leave out the beginning of its path. Inside a game's folder it means that game's file, or one outside all
games.
"""

from __future__ import annotations

import ast
import io
import re
import tokenize
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent.parent
FOLDERS = ("src", "web/src", "web/scripts", "tests", "scripts", "benchmarks", "docs", "examples", "notebooks", "deploy")
SUFFIXES = {".py", ".ts", ".svelte", ".json", ".md"}
#: `<game>` or `*` stands for a part of a name.
NAME = re.compile(r"(?<![\w./<>*$@%{}-])[\w<>*./-]*[\w<>*-]\.(?:py|ts|svelte|json|md)\b(?!\.?\w|[(/])")
#: Addresses, and what examples call the reader's own files.
ELSEWHERE = re.compile(r"https?://\S+|/api/\S+|\b(?:match|ada|mine|yours)\.json\b|\bmy_module\.py\b")
#: In TypeScript and Svelte. A `//` behind a colon is part of an address, and a `/*` in a path is part of a glob.
COMMENT = re.compile(r"(?<![\w.}])/\*.*?\*/|(?<!:)//[^\n]*|<!--.*?-->", re.S)
GAME = re.compile(r"^(?:src/ludotheque|web/src|tests)/games/([a-z0-9]+)/")


@cache
def files() -> tuple[str, ...]:
    inside = [path for folder in FOLDERS for path in (ROOT / folder).rglob("*") if "__pycache__" not in path.parts]
    found = [*ROOT.glob("*"), *(ROOT / "web").glob("*"), *inside]
    return tuple(sorted(path.relative_to(ROOT).as_posix() for path in found if path.suffix in SUFFIXES))


def prose(path: str, source: str) -> str:
    """Return the comments and docstrings of a source; a page is all prose."""
    if path.endswith(".md"):
        return source
    if not path.endswith(".py"):
        return "\n".join(COMMENT.findall(source))
    tokens = tokenize.generate_tokens(io.StringIO(source).readline)
    comments = [token.string for token in tokens if token.type == tokenize.COMMENT]
    documented = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)
    docstrings = [ast.get_docstring(node) or "" for node in ast.walk(ast.parse(source)) if isinstance(node, documented)]
    return "\n".join(comments + docstrings)


def missing(path: str, source: str) -> list[str]:
    """Return the names in the prose of a file that no file bears."""
    names = NAME.findall(ELSEWHERE.sub("", prose(path, source)))
    return sorted({name for name in names if not exists(name, game_of(path))})


@cache
def exists(name: str, game: str | None) -> bool:
    parts = re.split(r"<\w+>|\*+", re.sub(r"^(?:\.{1,2}/)+", "", name))
    ending = re.compile(rf"(?:^|/){'[^/]+'.join(map(re.escape, parts))}$")
    return any(ending.search(file) for file in files() if game is None or game_of(file) in {game, None})


def game_of(path: str) -> str | None:
    found = GAME.match(path)
    return found[1] if found and found[1] != "shared" else None


@pytest.mark.parametrize("folder", ["", *FOLDERS])
def test_mentioned_files_exist(folder: str) -> None:
    here = [path for path in files() if (path.startswith(f"{folder}/") if folder else "/" not in path)]
    wrong = {path: missing(path, (ROOT / path).read_text("utf-8")) for path in here if not path.endswith(".json")}
    assert {path: names for path, names in wrong.items() if names} == {}


@pytest.mark.parametrize(
    ("path", "source", "mentioned"),
    [
        ("src/ludotheque/server/tables/policy.py", '"""`admin/decrees.py` keeps it."""', ["admin/decrees.py"]),
        ("src/ludotheque/match.py", "def f():\n    x = 1  # see nowhere.json\n", ["nowhere.json"]),
        ("web/src/games/nox/logic.ts", "/** rule 6,\n * `lay` in rules/displays.py */", ["rules/displays.py"]),
        ("web/src/app/Hand.svelte", "<!-- like Nowhere.svelte -->", ["Nowhere.svelte"]),
        ("docs/architecture.md", "`tables/mansion.py`, `cards/<game>.md`", ["cards/<game>.md", "tables/mansion.py"]),
        ("src/ludotheque/games/keks/rules/state.py", "# As in rules/stacks.py.", ["rules/stacks.py"]),
    ],
)
def test_a_wrong_name_is_noticed(path: str, source: str, mentioned: list[str]) -> None:
    assert missing(path, source) == mentioned


@pytest.mark.parametrize(
    ("path", "source"),
    [
        ("src/ludotheque/games/nox/rules/notation.py", "# As in rules/stacks.py."),
        ("src/ludotheque/match.py", '"""See `errors.py`."""\nnot_prose = "nowhere.json"\n'),
        ("docs/index.md", "[first](../README.md), `games/<game>/rules/state.py`, https://x.org/nowhere.json"),
    ],
)
def test_a_right_name_is_found(path: str, source: str) -> None:
    assert missing(path, source) == []
