"""The documentation site builds, has no broken links, and loads nothing from other hosts."""

from __future__ import annotations

import re
from pathlib import Path
from xml.etree import ElementTree

import pytest
from scripts import build_docs, draw_games

import ludotheque

ROOT = Path(__file__).parent.parent.parent
#: Pages that people also read in the repository.
PAGES = [
    *sorted(ROOT.glob("*.md")),
    *sorted(ROOT.glob("docs/**/*.md")),
    *sorted(ROOT.glob("src/ludotheque/games/*/README.md")),
]
LINK = re.compile(r"\]\((?!https?:|mailto:)([^)\s]+)\)")
HEADING = re.compile(r"^#+ +(.*)$", re.M)
#: What a browser loads without a click.
LOADED = re.compile(r'<(?:script|img|iframe|source)[^>]* src="?([^" >]+)|<link[^>]* href="?([^" >]+)')


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return build_docs.build(tmp_path_factory.mktemp("site"))


def test_every_page_is_on_the_site_and_in_its_table_of_contents(site: Path) -> None:
    contents = (site / "index.html").read_text("utf-8").split("<article")[0]
    wanted = [page.relative_to(ROOT / "docs").with_suffix(".html") for page in PAGES if (ROOT / "docs") in page.parents]
    wanted += [Path("games", f"{name}.html") for name in ludotheque.games()]
    for page in wanted:
        assert (site / page).is_file()
        assert re.search(rf'href="(\./)?{page.as_posix()}"', contents), f"{page} is not in the table of contents"


def test_nothing_is_loaded_from_other_hosts(site: Path) -> None:
    for page in site.rglob("*.html"):
        for found in LOADED.findall(page.read_text("utf-8")):
            assert not re.match(r"(https?:)?//", "".join(found)), f"{page.name} loads {found}"
    for style in site.rglob("*.css"):
        assert not re.search(r"@import|url\([\"']?(https?:)?//", style.read_text("utf-8")), style.name


def test_search_works_on_pages_opened_as_files(site: Path) -> None:
    """Such a page cannot start a worker or fetch anything, so the site includes both as scripts."""
    assert (site / "search.js").read_text("utf-8").startswith("var __index = ")
    assert 'src="./javascripts/iframe-worker.js"' in (site / "index.html").read_text("utf-8")


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.relative_to(ROOT).as_posix())
def test_links_are_not_broken(page: Path) -> None:
    for link in LINK.findall(page.read_text("utf-8")):
        path, _, anchor = link.partition("#")
        target = _source(page, path) if path else page
        assert target.exists(), f"{link}: there is no such file"
        assert not anchor or anchor in _anchors(target), f"{link}: there is no such heading"


def _source(page: Path, path: str) -> Path:
    """Return the source of a link's target. On the site the games' pages are in `games`."""
    target = (page.parent / path).resolve()
    if target.parent == ROOT / "docs" / "games":
        return ROOT / "src" / "ludotheque" / "games" / target.stem / "README.md"
    return target


def _anchors(page: Path) -> set[str]:
    headings = HEADING.findall(page.read_text("utf-8"))
    return {re.sub(r"[^\w\- ]", "", heading.lower()).strip().replace(" ", "-") for heading in headings}


def _view_box(name: str) -> str | None:
    """Return the viewBox of a game's stored picture."""
    shape = ElementTree.parse(draw_games.PICTURES / f"{name}.svg").getroot()
    assert shape.tag == "{http://www.w3.org/2000/svg}svg"
    return shape.get("viewBox")


def test_each_game_is_shown_by_its_picture() -> None:
    assert {shown.game for shown in draw_games.SHOWN} == set(ludotheque.games())
    text = (ROOT / "docs" / "index.md").read_text("utf-8")
    for name, seats, _ in draw_games.SHOWN:
        assert text.count(f"](pictures/{name}.svg)") == 1
        drawn = ElementTree.fromstring(ludotheque.game(name).start(seats).svg())
        assert _view_box(name) == drawn.get("viewBox"), "the stored picture is outdated: run scripts/draw_games.py"


def test_the_readme_shows_all_games_in_one_picture() -> None:
    assert "](docs/pictures/games.svg)" in (ROOT / "README.md").read_text("utf-8")
    row = ElementTree.parse(draw_games.PICTURES / "games.svg").getroot()
    assert [picture.get("viewBox") for picture in row] == [_view_box(shown.game) for shown in draw_games.SHOWN]
