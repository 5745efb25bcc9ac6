"""The documentation site builds, its links lead somewhere, and it loads nothing from elsewhere."""

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
#: What a browser would load by itself.
LOADED = re.compile(r'<(?:script|img|iframe|source)[^>]* src="?([^" >]+)|<link[^>]* href="?([^" >]+)')


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return build_docs.build(tmp_path_factory.mktemp("site"))


def test_every_page_is_on_the_site_and_in_its_contents(site: Path) -> None:
    contents = (site / "index.html").read_text("utf-8").split("<article")[0]
    wanted = [page.relative_to(ROOT / "docs").with_suffix(".html") for page in PAGES if (ROOT / "docs") in page.parents]
    wanted += [Path("games", f"{name}.html") for name in ludotheque.games()]
    for page in wanted:
        assert (site / page).is_file()
        assert re.search(rf'href="(\./)?{page.as_posix()}"', contents), f"{page} is not in the table of contents"


def test_nothing_comes_from_elsewhere(site: Path) -> None:
    for page in site.rglob("*.html"):
        for found in LOADED.findall(page.read_text("utf-8")):
            assert not re.match(r"(https?:)?//", "".join(found)), f"{page.name} loads {found}"
    for style in site.rglob("*.css"):
        assert not re.search(r"@import|url\([\"']?(https?:)?//", style.read_text("utf-8")), style.name


def test_search_works_on_pages_opened_as_files(site: Path) -> None:
    """Such a page may start no worker and fetch nothing: the site has scripts for both."""
    assert (site / "search.js").read_text("utf-8").startswith("var __index = ")
    assert 'src="./javascripts/iframe-worker.js"' in (site / "index.html").read_text("utf-8")


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.relative_to(ROOT).as_posix())
def test_links_lead_to_what_is_there(page: Path) -> None:
    for link in LINK.findall(page.read_text("utf-8")):
        path, _, anchor = link.partition("#")
        target = _source(page, path) if path else page
        assert target.exists(), f"{link}: there is no such file"
        assert not anchor or anchor in _anchors(target), f"{link}: there is no such heading"


def _source(page: Path, path: str) -> Path:
    """What a link means. On the site the games' pages lie in `games`."""
    target = (page.parent / path).resolve()
    if target.parent == ROOT / "docs" / "games":
        return ROOT / "src" / "ludotheque" / "games" / target.stem / "README.md"
    return target


def _anchors(page: Path) -> set[str]:
    headings = HEADING.findall(page.read_text("utf-8"))
    return {re.sub(r"[^\w\- ]", "", heading.lower()).strip().replace(" ", "-") for heading in headings}


def _view_box(name: str) -> str | None:
    """The size of a game's stored picture, which must be what the game draws now."""
    shape = ElementTree.parse(draw_games.PICTURES / f"{name}.svg").getroot()
    assert shape.tag == "{http://www.w3.org/2000/svg}svg"
    return shape.get("viewBox")


def test_each_game_is_shown_by_its_picture() -> None:
    assert {shown.game for shown in draw_games.SHOWN} == set(ludotheque.games())
    text = (ROOT / "docs" / "index.md").read_text("utf-8")
    for name, seats, _ in draw_games.SHOWN:
        assert text.count(f"](pictures/{name}.svg)") == 1
        drawn = ElementTree.fromstring(ludotheque.game(name).start(seats).svg())
        assert _view_box(name) == drawn.get("viewBox"), "it is that game's picture"


def test_the_readme_shows_all_games_in_one_picture() -> None:
    assert "](docs/pictures/games.svg)" in (ROOT / "README.md").read_text("utf-8")
    row = ElementTree.parse(draw_games.PICTURES / "games.svg").getroot()
    assert [picture.get("viewBox") for picture in row] == [_view_box(shown.game) for shown in draw_games.SHOWN]
