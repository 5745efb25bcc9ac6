"""The wheel is complete: it works without the sources, without Node, and with only its declared dependencies."""

from __future__ import annotations

import asyncio
import random
import subprocess
import tarfile
import zipfile
from pathlib import Path

import pytest
from tests.packaging.installing import ROOT, Environment
from tests.server.client.client import Person
from tests.server.client.process import Server

import ludotheque


@pytest.fixture(scope="module")
def installed(built: tuple[Path, Path], tmp_path_factory: pytest.TempPathFactory) -> Environment:
    return Environment(tmp_path_factory.mktemp("environment"), built[1])


def test_the_wheel_contains_the_package_with_its_data_and_nothing_else(built: tuple[Path, Path]) -> None:
    package = ROOT / "src" / "ludotheque"
    files = [path for path in package.rglob("*") if path.is_file() and path.parent.name != "__pycache__"]
    wanted = {f"ludotheque/{path.relative_to(package).as_posix()}" for path in files}
    assert "ludotheque/server/web/page/index.html" in wanted, "`make page` builds it"
    names = set(zipfile.ZipFile(built[1]).namelist())
    assert wanted <= names
    assert {name.split("/")[0] for name in names} == {"ludotheque", f"ludotheque-{version(built[1])}.dist-info"}
    assert not [name for name in names if "node_modules" in name or "__pycache__" in name]


def test_the_sdist_contains_all_sources(built: tuple[Path, Path]) -> None:
    with tarfile.open(built[0]) as archive:
        names = {name.partition("/")[2] for name in archive.getnames()}
    assert {"Makefile", "README.md", "docs/protocol.md", "tests/conftest.py", "web/package-lock.json"} <= names
    assert not [name for name in names if name.startswith((".venv", "web/node_modules", "build"))]


def version(wheel: Path) -> str:
    return wheel.name.split("-")[1]


def test_the_installed_package_is_imported(installed: Environment) -> None:
    where = installed.run("python", "-c", "import ludotheque; print(ludotheque.__file__)").stdout
    assert Path(where.strip()).is_relative_to(installed.folder)
    assert installed.run("python", "-c", "import pytest").returncode != 0, "only the wheel's dependencies are installed"


def test_the_server_starts_and_a_match_is_played(installed: Environment, tmp_path: Path) -> None:
    server = Server(
        tmp_path, python=str(installed.bin / "python"), surroundings={"cwd": tmp_path, "env": installed.variables}
    )
    with server:
        page = asyncio.run(asyncio.wait_for(_play(server.base), 180))
    assert "<script" in page


async def _play(base: str) -> str:
    """Play a match against a bot to its end; return the page that a browser gets."""
    dice = random.Random(1)
    async with await Person.make(base, "Ada") as ada:
        table = await ada.make_table("keks", [{"who": "me"}, {"who": "bot", "level": 1}])
        async with ada.at(table) as seat:
            await seat.ask("start")
            await seat.play(dice.choice, seconds=150)  # the bot may have to be compiled
            assert seat.now["result"]["reason"] == "rules"
        record = (await ada.get(f"/api/tables/{table}/record")).content
        assert ludotheque.replay(record).over
        return (await ada.get("/")).text


def test_matches_are_simulated(installed: Environment) -> None:
    done = installed.run("ludotheque", "simulate", "keks", "--matches", "200", "--seed", "x")
    assert done.returncode == 0, done.stderr
    assert "200 matches" in done.stdout


def test_a_closed_pipe_is_no_error(installed: Environment) -> None:
    command = [str(installed.bin / "ludotheque"), "rules", "nox", "--lang", "de"]
    with subprocess.Popen(
        command, env=installed.variables, cwd=installed.folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as rules:
        assert rules.stdout is not None
        assert rules.stderr is not None
        assert b"NOX" in rules.stdout.readline() + rules.stdout.readline()
        rules.stdout.close()  # as `head` does
        assert rules.wait(60) == 0
        assert rules.stderr.read() == b""
