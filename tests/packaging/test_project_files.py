"""The files of a public project exist, agree with each other, and are part of the package."""

from __future__ import annotations

import os
import re
import subprocess
import tarfile
import tomllib
import zipfile
from pathlib import Path
from typing import Any

import yaml
from tests.packaging.installing import ROOT

import ludotheque

PROJECT: dict[str, Any] = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
MAKEFILE = (ROOT / "Makefile").read_text("utf-8")
FILES = (
    *("LICENSE", "LICENSE-CONTENT", "LICENSE-THIRD-PARTY", "NOTICE", "README.md", "CITATION.cff"),
    *("CHANGELOG.md", "CONTRIBUTING.md", "SECURITY.md"),
    *(".ci/run", ".editorconfig", ".pre-commit-config.yaml", ".github/workflows/ci.yml"),
)


def read(name: str) -> str:
    return (ROOT / name).read_text("utf-8")


def test_the_sdist_has_every_project_file(built: tuple[Path, Path]) -> None:
    with tarfile.open(built[0]) as archive:
        names = {name.partition("/")[2] for name in archive.getnames()}
    assert set(FILES) <= names


def test_the_wheel_carries_the_licences(built: tuple[Path, Path]) -> None:
    with zipfile.ZipFile(built[1]) as wheel:
        [folder] = {name.split("/")[0] for name in wheel.namelist() if ".dist-info/" in name}
        metadata = wheel.read(f"{folder}/METADATA").decode()
        for name in ("LICENSE", "LICENSE-CONTENT", "LICENSE-THIRD-PARTY", "NOTICE"):
            assert wheel.read(f"{folder}/licenses/{name}") == (ROOT / name).read_bytes()
            assert f"License-File: {name}\n" in metadata
    assert f"License-Expression: {PROJECT['license']}\n" in metadata


def test_both_licences_are_named_in_every_usual_place() -> None:
    assert "Apache License\n                           Version 2.0, January 2004" in read("LICENSE")
    assert "END OF TERMS AND CONDITIONS" in read("LICENSE")
    assert "Attribution 4.0 International Public License" in " ".join(read("LICENSE-CONTENT").split())
    for name in ("LICENSE", "NOTICE", "README.md", "CONTRIBUTING.md", "CITATION.cff"):
        assert re.search(r"Apache[- ](License[ ,]|2\.0)", read(name)), name
        assert re.search(r"CC[- ]BY[- ]4\.0", read(name)), name


def test_every_designer_is_credited() -> None:
    for name in ludotheque.games():
        game = ludotheque.game(name)
        assert f"{game.title}: " in read("NOTICE")
        if game.designer != "unknown":
            assert game.designer in read("NOTICE")
            assert game.designer in read("README.md")
    assert "Its rules are published\n  by him under CC BY-NC" in read("NOTICE")


def test_dependencies_of_the_page_are_credited() -> None:
    """What the page imports becomes part of the wheel; tools that only build or test it do not."""
    text = read("LICENSE-THIRD-PARTY").lower()
    sources = [path for path in (ROOT / "web/src").rglob("*") if path.suffix in {".ts", ".svelte", ".css"}]
    imports = re.compile(r"""(?:from|import) ["'](@?[a-z][^"'/]*(?:/[^"'/]+)?)""")
    for path in sources:
        if ".test." in path.name or path.parent.name == "testing":
            continue
        for package in imports.findall(path.read_text("utf-8")):
            name = package.split("/")[-1 if package.startswith("@") else 0]
            assert name.replace("-", " ") in text, f"{path}: {package}"


def test_versions_agree() -> None:
    citation = yaml.safe_load(read("CITATION.cff"))
    assert citation["cff-version"] == "1.2.0"
    assert citation["version"] == PROJECT["version"]
    assert {"message", "title", "authors", "license"} <= citation.keys()
    assert set(citation["license"]) <= set(PROJECT["license"].split(" AND "))
    released = re.search(rf"^## \[{PROJECT['version']}\] - \d", read("CHANGELOG.md"), re.M)
    assert released or f"The first release will be {PROJECT['version']}." in read("CHANGELOG.md")


def test_pre_commit_runs_what_make_runs() -> None:
    [local] = yaml.safe_load(read(".pre-commit-config.yaml"))["repos"]
    assert local["repo"] == "local", "pre-commit must not download anything"
    entries = {hook["id"]: hook["entry"] for hook in local["hooks"]}
    for tool in ("ruff-check", "ruff-format", "mypy"):
        assert f"\t{entries[tool].replace('.venv/bin', '$(BIN)')}\n" in MAKEFILE
    assert "npm run --silent check" in entries["web"]
    assert "cd web && $(NPM) run --silent check" in MAKEFILE
    made = {f"{tool}-{what}" for tool, what in re.findall(r"\$\(BIN\)/(ruff) (check|format)", MAKEFILE)}
    assert made | {"mypy", "web"} == entries.keys()
    checked = {hook["id"]: hook.get("types_or", []) for hook in local["hooks"]}
    for tool in ("ruff-check", "ruff-format"):
        assert {"python", "jupyter"} <= set(checked[tool]), "ruff checks notebooks, too"


def commands_of(target: str) -> list[str]:
    """Return the commands that install something when `make` begins from nothing."""
    command = ["make", "--dry-run", "--always-make", target]
    environment = {name: value for name, value in os.environ.items() if not name.startswith("MAKE")}
    make = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=True)
    return [line for line in make.stdout.splitlines() if "npm install" in line or "pip install" in line]


def test_setup_installs_the_tools_of_the_page_and_play_does_not() -> None:
    """CONTRIBUTING.md promises everything after `make setup`; a player should not wait for linters and tests."""
    assert any("npm install" in line and "--omit=dev" not in line for line in commands_of("setup"))
    assert any("-r requirements.lock" in line for line in commands_of("setup"))
    playing = commands_of("play")
    assert [line for line in playing if "npm install" in line and "--omit=dev" not in line] == []
    assert playing
    assert not any("-r requirements.lock" in line for line in playing)


def test_the_workflow_runs_the_ci_script() -> None:
    [job] = yaml.safe_load(read(".github/workflows/ci.yml"))["jobs"].values()
    assert job["steps"][-1] == {"run": ".ci/run"}
    assert "make test" in read(".ci/run")
