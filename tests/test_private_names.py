"""A name that begins with an underscore is used in its own module only."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
FOLDERS = ("src", "benchmarks", "examples", "scripts", "tests")
FILES = [path.relative_to(ROOT) for folder in FOLDERS for path in sorted((ROOT / folder).rglob("*.py"))]
#: Names with an underscore that other libraries provide or require.
FOREIGN = {
    "_asdict": "namedtuple",
    "_cache": "Numba: a dispatcher's cache",
    "_load_index": "Numba: an index file's",
    "_save_index": "Numba: an index file's",
    "_defn": "Numba: an intrinsic's function",
    "_exit": "os",
    "_mapping": "SQLAlchemy: a row's",
    "_replace": "namedtuple",
    "_repr_svg_": "IPython",
}


def private_uses(source: str) -> list[tuple[int, str]]:
    """Return line and text of each private name that a module takes from another one."""
    tree = ast.parse(source)
    own = {node.attr for node in ast.walk(tree) if isinstance(node, ast.Attribute) and _is_of_self(node)}
    own |= {
        node.name for node in ast.walk(tree) if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef))
    }
    uses = []
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom):
            uses += [(node.lineno, alias.name) for alias in node.names if _is_private(alias.name)]
        if isinstance(node, ast.Attribute) and _is_private(node.attr) and node.attr not in own | FOREIGN.keys():
            uses.append((node.lineno, ast.unparse(node)))
    return uses


def _is_private(name: str) -> bool:
    return name.startswith("_") and not name.startswith("__")


def _is_of_self(node: ast.Attribute) -> bool:
    return isinstance(node.value, ast.Name) and node.value.id in ("self", "cls")


@pytest.mark.parametrize("path", FILES, ids=str)
def test_private_names_stay_in_their_module(path: Path) -> None:
    assert private_uses((ROOT / path).read_text("utf-8")) == []


@pytest.mark.parametrize(
    "line",
    ["match._states[0]", "from ludotheque.bots.mcts_bot import _Tree", "match.mode._hidden()", "x = other._events"],
)
def test_a_private_use_is_reported(line: str) -> None:
    assert private_uses(f"{line}\n")


@pytest.mark.parametrize("line", ["self._states = 1\nother._states", "row._mapping", "x.__dict__"])
def test_own_private_names_and_names_of_libraries_are_allowed(line: str) -> None:
    assert private_uses(f"{line}\n") == []
