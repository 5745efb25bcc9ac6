"""All games have the same structure: which files there are, and which part of a game may import which."""

from __future__ import annotations

import ast
from importlib import import_module
from pathlib import Path

import pytest

from ludotheque.engine.knowledge import choose_at_random
from ludotheque.games import names, spec_of

#: Files that every game has; Domino 3D has those of `RULES`, `DISPLAY` and `BOT` once for each mode.
RULES = ("state.py", "notation.py", "refusal.py", "restore.py")
DISPLAY = ("view.py", "text_board.py", "terminal.py")
BOT = ("knowledge.py", "evaluation.py", "factors.py", "tuning.py")
TOP = ("README.md", "__init__.py", "words", "rulebook", "lesson", "rules/__init__.py", "display/__init__.py")
#: What each part of a game may import from the same game. Compiled code is in `rules`, `bot` and `research`; a changed
#: display must not compile it again.
MAY_IMPORT = {
    "rules": {"rules"},
    "display": {"display", "rules"},
    "bot": {"bot", "rules"},
    "research": {"research", "rules"},
}
#: A display may need a name that the game's `__init__.py` declares.
DECLARED = {"display": {""}}

FILES = sorted(path for game in names() for path in spec_of(game).folder.rglob("*.py"))


def modes(part: Path) -> list[Path]:
    """Return the folder itself, or its folders of modes."""
    inside = [path for path in part.iterdir() if path.is_dir() and path.name not in ("common", "__pycache__")]
    return inside or [part]


@pytest.mark.parametrize("game", names())
def test_every_game_has_the_same_files(game: str) -> None:
    folder = spec_of(game).folder
    for name in TOP:
        assert (folder / name).exists(), name
    for part, files in (("rules", RULES), ("display", DISPLAY), ("bot", BOT), ("research", ("observation.py",))):
        for mode in modes(folder / part):
            assert [name for name in files if not (mode / name).exists()] == []


@pytest.mark.parametrize("path", FILES, ids=lambda path: "/".join(path.parts[path.parts.index("games") + 1 :]))
def test_parts_of_a_game_import_only_what_is_allowed(path: Path) -> None:
    game, part, *_ = path.parts[path.parts.index("games") + 1 :]
    if part not in MAY_IMPORT:
        return
    package = f"ludotheque.games.{game}"
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.module and f"{node.module}.".startswith(f"{package}."):
            other = node.module.removeprefix(package).strip(".").partition(".")[0]
            assert other in MAY_IMPORT[part] | DECLARED.get(part, set()), node.module


@pytest.mark.parametrize("path", [path for path in FILES if path.name == "__init__.py"], ids=str)
def test_packages_inside_a_game_contain_only_a_docstring(path: Path) -> None:
    if path.parent.parent.name == "games":
        return
    assert len(path.read_text("utf-8").splitlines()) == 1


@pytest.mark.parametrize("game", names())
def test_what_a_bot_knows_is_in_the_same_modules_in_every_game(game: str) -> None:
    for mode in spec_of(game).modes:
        assert mode.knowledge is not None
        package, known = mode.knowledge.rpartition(".")[0], import_module(mode.knowledge).KNOWLEDGE
        assert known.value.__module__ == known.weigh.__module__ == f"{package}.evaluation"
        assert known.factors.__module__ == f"{package}.factors"
        assert known.choose is choose_at_random or known.choose.__module__ == f"{package}.playout"
        assert known.solve is None or known.solve.__module__ == f"{package}.endgame"
