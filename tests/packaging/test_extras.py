"""If a library is missing, the error names the extra to install; that extra exists and contains the library."""

from __future__ import annotations

import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
from packaging.requirements import Requirement

import ludotheque
from ludotheque.extras import MissingExtra, library

PACKAGE = Path(ludotheque.__file__).parent
PROJECT = tomllib.loads((Path(__file__).parent.parent.parent / "pyproject.toml").read_text("utf-8"))["project"]
EXTRAS: dict[str, list[str]] = PROJECT["optional-dependencies"]

#: A library's module and its name on PyPI, the extra that contains it, and code that needs it.
NEEDING = [
    ("pettingzoo", "pettingzoo", "pettingzoo", "import ludotheque.adapters.pettingzoo"),
    ("pyspiel", "open-spiel", "openspiel", "from ludotheque.adapters import openspiel"),
    ("pyarrow", "pyarrow", "parquet", "from ludotheque.export import as_array; as_array()"),
    ("resvg_py", "resvg-py", "image", "import ludotheque; ludotheque.game('keks').start(seed=1).image()"),
    ("ray", "ray", "ray", "from ludotheque.arena.cluster import Cluster; Cluster('local')"),
    (
        "matplotlib",
        "matplotlib",
        "plots",
        "from pathlib import Path; from ludotheque.arena.output import check_plot; check_plot(Path('a.svg'))",
    ),
]


@pytest.mark.parametrize(("module", "name", "extra", "code"), NEEDING, ids=lambda value: value)
def test_a_missing_library_is_named_with_its_extra(module: str, name: str, extra: str, code: str) -> None:
    hidden = f"import sys; sys.modules[{module!r}] = None; {code}"
    done = subprocess.run([sys.executable, "-c", hidden], capture_output=True, text=True, timeout=120, check=False)
    last = done.stderr.strip().splitlines()[-1]
    assert last.startswith("ludotheque.extras.MissingExtra: "), done.stderr
    assert f"pip install 'ludotheque[{extra}]'" in last
    assert name in {Requirement(needed).name for needed in EXTRAS[extra]}


def test_every_extra_that_is_named_exists() -> None:
    texts = [
        path.read_text("utf-8") for folder in (PACKAGE, PACKAGE.parent.parent / "docs") for path in sources(folder)
    ]
    named = set(re.findall(r"ludotheque\[(\w+)\]", "\n".join(texts)))
    assert named - {"extra"} <= set(EXTRAS)
    asked = set(re.findall(r'(?:library\([^)]*, |missing\()"(\w+)"', "\n".join(texts)))
    assert asked == {extra for *_, extra, _ in NEEDING}


def sources(folder: Path) -> list[Path]:
    return [*folder.rglob("*.py"), *folder.rglob("*.md")]


def test_the_research_extras_exist() -> None:
    assert {"pettingzoo", "openspiel", "ray", "notebook"} <= set(EXTRAS)


def test_the_error_is_an_import_error_and_a_ludotheque_error() -> None:
    with pytest.raises(MissingExtra, match="nothing_of_this_name") as found:
        library("nothing_of_this_name", "image")
    assert isinstance(found.value, ImportError)
    assert isinstance(found.value, ludotheque.LudothequeError)
    assert found.value.name == "nothing_of_this_name"
