"""Files that the documentation names exist."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import ludotheque

ROOT = Path(__file__).parent.parent.parent
PAGES = [*sorted(ROOT.glob("*.md")), *sorted(ROOT.glob("docs/**/*.md"))]
#: A file with its folder. `<game>` stands for every game.
FILE = re.compile(r"[\w<>./-]*/[\w.-]+\.(?:py|ts|svelte|c|json|jsonl|toml|ipynb|yml)\b")
GAMES = ROOT / "src/ludotheque/games"
#: Where a page may leave out the beginning of a path.
BASES = (ROOT, ROOT / "src", ROOT / "src/ludotheque", ROOT / "web/src", GAMES / "keks", GAMES / "nox")
#: Created by `make setup`, so missing in a fresh clone.
MADE = {"web/node_modules"}
FOLDER = re.compile(r"`((?:src|web|tests|docs|scripts|benchmarks|notebooks|examples)/[\w/.-]*)`")


def exists(path: str) -> bool:
    """Whether there is such a file; for `<game>`, at least one in each game's folder: modes may have their own."""
    if "<game>" not in path:
        return any((base / path).exists() for base in BASES)
    before, _, inside = path.partition("<game>/")
    folder, _, name = inside.rpartition("/")
    places = [(base / before / game / folder) for base in BASES for game in ludotheque.games()]
    return sum(any(place.rglob(name)) for place in places if place.is_dir()) == len(ludotheque.games())


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.relative_to(ROOT).as_posix())
def test_named_files_exist(page: Path) -> None:
    text = re.sub(r"https?://\S+|/api/\S+|/opt/\S+|/var/\S+", "", page.read_text("utf-8"))
    named = set(FILE.findall(text)) | set(FOLDER.findall(text))
    assert [path for path in sorted(named - MADE) if not exists(path)] == []


def test_the_architecture_names_files_on_every_path() -> None:
    text = (ROOT / "docs" / "architecture.md").read_text("utf-8")
    paths = re.findall(r"^### .*?```text\n(.*?)```", text, re.S | re.M)
    assert len(paths) == 4
    assert all(len(FILE.findall(path)) >= 8 for path in paths)


def test_the_architecture_counts_the_files_on_every_path() -> None:
    """Those in brackets are alternatives, or lie beside the path."""
    text = (ROOT / "docs" / "architecture.md").read_text("utf-8")
    counted = {}
    for title, path in re.findall(r"^### ([^\n]*)\n\n```text\n(.*?)```", text, re.S | re.M):
        files = re.findall(r"[\w<>./-]+\.(?:py|ts|svelte)\b", re.sub(r"\([^()]*\)", "", path))
        counted[title] = str(len(set(files)))
    assert counted == dict(re.findall(r"^\| ([^|]+) \| (\d+) \|$", text, re.M))
    assert len(counted) == 4


def test_the_reference_names_everything_public_of_a_match() -> None:
    text = (ROOT / "docs" / "research" / "python.md").read_text("utf-8")
    explained = set(re.findall(r"`([a-z_]+)", " ".join(re.findall(r"^\| (.*?) \|", text, re.M))))
    assert {name for name in vars(ludotheque.Match) if not name.startswith("_")} - explained == set()


def test_the_glossary_has_each_term_once() -> None:
    text = (ROOT / "docs" / "glossary.md").read_text("utf-8")
    terms = re.findall(r"\*\*([^*]+)\*\*", text)
    assert len(terms) == len(set(terms)) > 60


def test_named_make_targets_exist() -> None:
    targets = set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text("utf-8"), re.M))
    for page in PAGES:
        text = page.read_text("utf-8")
        named = re.findall(r"(?:`|^ {4}|^)make ([a-z-]+)", text, re.M)
        assert [target for target in named if target not in targets] == [], page.name
