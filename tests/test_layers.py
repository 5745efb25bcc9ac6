"""Imports point downwards: engine, then games, then match and records, then bots, the arena and the command line."""

from __future__ import annotations

import ast
from graphlib import TopologicalSorter
from pathlib import Path

import pytest

import ludotheque

PACKAGE = Path(ludotheque.__file__).parent
#: From bottom to top; a layer may import those below it, but not those above.
LAYERS = (
    "errors",
    "seeds",
    "extras",
    "svg",
    "terminal",
    "worker_process",
    "engine",
    "games",
    "raster",
    "start",
    "match",
    "catalogue",
    "record",
    "film",
    "research",
    "observing",
    "export",
    "adapters",
    "fairness",
    "commitment_chain",
    "teaching",
    "bots",
    "arena",
    "review",
    "leakcheck",
    "precompile",
    "server",
    "cli",
    "__init__",
    "__main__",
)
#: The engine reports problems by return values; only games and above raise errors for people.
FORBIDDEN = {layer: set(LAYERS[place + 1 :]) for place, layer in enumerate(LAYERS)} | {
    "engine": set(LAYERS) - {"engine"}
}


def imported(path: Path) -> set[str]:
    """Return the modules of the package that a file imports, without the leading `ludotheque.`."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            found.update(alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            found.update([node.module, *(f"{node.module}.{alias.name}" for alias in node.names)])
    return {name.removeprefix("ludotheque.") for name in found if name.startswith("ludotheque.")}


FILES = sorted(path.relative_to(PACKAGE) for path in PACKAGE.rglob("*.py"))


def layer_of(path: Path) -> str:
    return path.parts[0].removesuffix(".py")


def test_every_module_has_a_layer() -> None:
    assert {layer_of(path) for path in FILES} == set(LAYERS)


@pytest.mark.parametrize("path", FILES, ids=str)
def test_imports_point_downwards(path: Path) -> None:
    for name in imported(PACKAGE / path):
        assert name.split(".")[0] not in FORBIDDEN[layer_of(path)]
        if path.parts[0] == "games" and len(path.parts) > 2 and name.startswith("games."):
            assert name.split(".")[1] in (path.parts[1], "spec", "spec_of"), "a game must not import another game"


#: What each part of the server may import from the others. The domain does not know about the network.
SERVER = {
    "allowances": set(),
    "store": set(),
    "bots": set(),
    "tables": {"allowances", "store", "bots"},
    "admin": {"allowances", "store", "bots", "tables", "queries", "settings"},
    "precompiler": {"bots", "tables"},
    "queries": {"allowances", "store", "bots", "tables"},
    "settings": set(),
    "metrics": set(),
    "logs": {"settings"},
    "garbage_collection": {"store"},
    "backups": {"store", "metrics"},
    "file_limit": set(),
    "offline_house": {"store", "bots", "tables"},
    "web": {"admin", "allowances", "store", "bots", "tables", "queries", "settings", "metrics", "precompiler"},
    "serving": {"admin", "allowances", "store", "bots", "tables", "queries", "web", "settings"}
    | {"backups", "file_limit", "garbage_collection", "precompiler"},
    "__init__": set(),
}


@pytest.mark.parametrize("path", [path for path in FILES if path.parts[0] == "server"], ids=str)
def test_imports_of_the_server_point_downwards(path: Path) -> None:
    part = path.parts[1].removesuffix(".py")
    known = {name.split(".")[1] for name in imported(PACKAGE / path) if name.startswith("server.")}
    assert known - {part} <= SERVER[part]


@pytest.mark.parametrize("package", ["store", "bots", "tables", "queries", "admin", "web"])
def test_server_packages_have_no_circular_imports(package: str) -> None:
    folder = PACKAGE / "server" / package
    modules = {path.stem: path for path in folder.glob("*.py") if path.stem != "__init__"}
    imports = {
        name: {other for other in modules if f"server.{package}.{other}" in imported(path)}
        for name, path in modules.items()
    }
    TopologicalSorter(imports).prepare()  # CycleError names the modules
