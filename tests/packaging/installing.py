"""Install what `make dist` builds into an environment with nothing but the wheel's dependencies.

The dependencies are links into the tests' own environment. So the test needs no network and takes seconds, but still
fails if the wheel does not declare something that it needs.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tarfile
import venv
from collections.abc import Iterator
from importlib.metadata import Distribution, distribution
from pathlib import Path

from packaging.requirements import Requirement

from ludotheque.engine import compiling

ROOT = Path(__file__).parent.parent.parent


def build(folder: Path) -> tuple[Path, Path]:
    """Return the sdist, and the wheel that is built from the sdist alone."""
    _hatchling(ROOT, folder, "sdist")
    [sdist] = folder.glob("*.tar.gz")
    with tarfile.open(sdist) as archive:
        archive.extractall(folder, filter="data")
    _hatchling(folder / sdist.name.removesuffix(".tar.gz"), folder, "wheel")
    [wheel] = folder.glob("*.whl")
    return sdist, wheel


def _hatchling(source: Path, folder: Path, target: str) -> None:
    subprocess.run([sys.executable, "-m", "hatchling", "build", "-t", target, "-d", folder], cwd=source, check=True)


class Environment:
    """A new Python environment in `folder`, outside the sources, with the wheel in it. No Node, no `PYTHONPATH`."""

    def __init__(self, folder: Path, wheel: Path) -> None:
        self.folder = folder
        venv.create(folder, with_pip=False)
        self.bin = folder / "bin"
        [self._packages] = folder.glob("lib/python*/site-packages")
        pip = [sys.executable, "-m", "pip", "--python", str(self.bin / "python"), "--disable-pip-version-check"]
        subprocess.run([*pip, "install", "--quiet", "--no-index", "--no-deps", str(wheel)], check=True)
        self._link_dependencies()

    @property
    def variables(self) -> dict[str, str]:
        """Share this process's compile cache: the same sources give the same code."""
        kept = {name: value for name, value in os.environ.items() if name in ("HOME", "LANG", "LC_ALL", "TMPDIR")}
        return {**kept, "PATH": str(self.bin), "LUDOTHEQUE_CACHE": str(compiling.cache_root()), "NO_COLOR": "1"}

    def run(self, *arguments: str) -> subprocess.CompletedProcess[str]:
        """Run a program of this environment to its end."""
        command = [str(self.bin / arguments[0]), *arguments[1:]]
        return subprocess.run(
            command, cwd=self.folder, env=self.variables, capture_output=True, text=True, timeout=300, check=False
        )

    def _link_dependencies(self) -> None:
        [own] = self._packages.glob("ludotheque-*.dist-info")
        for needed in _closure(Distribution.at(own)):
            for name in {Path(file).parts[0] for file in needed.files or []} - {"..", "__pycache__"}:
                link = self._packages / name
                if not link.exists():
                    link.symlink_to(Path(str(needed.locate_file(name))))


def _closure(package: Distribution) -> list[Distribution]:
    """Return all direct and indirect dependencies of a package, without its extras."""
    found: dict[str, Distribution] = {}
    open_ends = list(_needs(package, set()))
    while open_ends:
        wanted = open_ends.pop()
        needed = distribution(wanted.name)
        found[wanted.name] = needed
        open_ends += [one for one in _needs(needed, wanted.extras) if one.name not in found or one.extras]
    return list(found.values())


def _needs(package: Distribution, extras: set[str]) -> Iterator[Requirement]:
    for text in package.requires or []:
        need = Requirement(text)
        if need.marker is None or any(need.marker.evaluate({"extra": extra}) for extra in ("", *extras)):
            yield need
