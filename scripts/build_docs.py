"""Build the documentation as a site: python scripts/build_docs.py [FOLDER].

Zensical reads one folder, but each game's page is the README in the game's own folder. So `docs/` and those pages are
first copied to FOLDER/docs, and the links between them follow; the site is then built in FOLDER/site.
"""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parent.parent
#: A link from a page of `docs/` to a game's README.
GAME_LINK = re.compile(r"\.\./src/ludotheque/games/(\w+)/README\.md")


def gather(folder: Path) -> None:
    """Copy the settings and all pages to the folder, replacing those of an earlier build."""
    shutil.rmtree(folder / "docs", ignore_errors=True)
    shutil.copytree(ROOT / "docs", folder / "docs")
    shutil.copy(ROOT / "zensical.toml", folder)
    games = folder / "docs" / "games"
    games.mkdir()
    for page in (ROOT / "src" / "ludotheque" / "games").glob("*/README.md"):
        shutil.copy(page, games / f"{page.parent.name}.md")
    for page in (folder / "docs").rglob("*.md"):
        page.write_text(GAME_LINK.sub(r"games/\1.md", page.read_text(encoding="utf-8")), encoding="utf-8")


def build(folder: Path) -> Path:
    """Build the site and return its folder. A broken link or anchor is an error."""
    gather(folder)
    zensical = [sys.executable, "-m", "zensical", "build", "--clean", "--strict"]
    subprocess.run([*zensical, "--config-file", folder / "zensical.toml"], cwd=folder, check=True)
    return folder / "site"


if __name__ == "__main__":
    print(build(Path(sys.argv[1] if len(sys.argv) > 1 else ROOT / "build" / "docs").resolve()) / "index.html")
