"""What the documentation site has besides `docs/`: the games' own pages, and research pages that its list lacks."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files

ROOT = Path(__file__).parent.parent
GAMES = sorted((ROOT / "src" / "ludotheque" / "games").glob("*/README.md"))


def on_config(config: MkDocsConfig) -> None:
    """Add to the table of contents what nobody has to list by hand."""
    assert config.nav is not None
    sections: dict[str, list[Any]] = {name: pages for entry in config.nav for name, pages in entry.items()}
    named = {path for page in sections["For researchers"] for path in page.values()}
    docs = Path(config.docs_dir)
    found = [path.relative_to(docs).as_posix() for path in sorted((docs / "research").glob("*.md"))]
    sections["For researchers"] += [path for path in found if path not in named]
    sections["For authors"] += [f"games/{path.parent.name}.md" for path in GAMES]


def on_files(files: Files, config: MkDocsConfig) -> None:
    for path in GAMES:
        files.append(File.generated(config, f"games/{path.parent.name}.md", abs_src_path=str(path)))
