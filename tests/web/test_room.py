"""The page around the boards: shelf, game pages, invitations, languages, accessibility."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any, Literal

import pytest
from playwright.sync_api import Browser, Page, Response, expect
from tests.web import games_play
from tests.web.conftest import SHARP, another_context, make_table, resize, screenshot, watch
from tests.web.games_play import GAMES, LANGUAGES, LOG, end_card, resign

WIDTHS = (360, 820, 1280)
SCHEMES: tuple[Literal["light", "dark"], ...] = ("light", "dark")
#: The excluded rule takes the two numerals of a drawn card for the label of its button.
#: The drawings in a rulebook are hidden from screen readers and have thousands of parts.
RUN_AXE = """axe.run({exclude: [["figure .board"]]}, {
    resultTypes: ["violations"], rules: {"label-content-name-mismatch": {enabled: false}},
})"""
AXE = Path(__file__).parents[2] / "web/node_modules/axe-core/axe.min.js"


def against_bot(game: str) -> dict[str, Any]:
    bots = 2 if game == "nox" else 1
    return {"game": game, "options": {}, "seats": [{"who": "me"}] + [{"who": "bot", "level": 1}] * bots}


def open_table(page: Page, game: str) -> str:
    """Start a table against bots and open it in this page, whatever its language; return its key."""
    key = make_table(page, against_bot(game))
    page.evaluate("key => sessionStorage.setItem(`start ${key}`, 'yes')", key)
    page.goto(f"/table/{key}")
    expect(page.locator(".bar details")).to_be_visible()
    return key


def finished(page: Page) -> str:
    """Finish a match; return its key."""
    key = open_table(page, "keks")
    resign(page)
    expect(end_card(page).get_by_role("link", name="Replay")).to_be_visible()
    return key


def pages(page: Page) -> list[str]:
    """Return every page except running tables."""
    key = finished(page)
    waiting = make_table(page, {"game": "keks", "seats": [{"who": "me"}, {"who": "open"}], "listed": True})
    return [
        *("/", "/me", "/replay", "/link", "/claim/nobody", "/nowhere", "/table/nowhere"),
        *(f"/{part}/{game}" for game in GAMES for part in ("play", "rules", "learn")),
        "/puzzles/keks",
        *(f"/table/{waiting}", f"/table/{key}", f"/replay/{key}"),
    ]


def name_of(path: str) -> str:
    """Return a page's name for its screenshot, without the keys, which differ from run to run."""
    parts = path.strip("/").split("/")
    known = parts[-1] in (*GAMES, "nowhere", "nobody")
    return "-".join(parts if known or len(parts) == 1 else [parts[0], "of-a-key"]) or "shelf"


def settle(page: Page) -> None:
    page.wait_for_load_state("networkidle")


def test_one_click_plays_against_the_computer(page: Page) -> None:
    page.goto("/")
    page.get_by_role("button", name="Play against the computer").nth(1).click()
    page.wait_for_url("**/table/*")
    expect(page.locator("p.line.yours")).to_contain_text(re.compile(r"\w+ \w+ \w+"))  # what to do, in words


def test_friends_join_by_a_link_and_play(page: Page, browser: Browser, base_url: str) -> None:
    page.goto("/")
    page.locator(".box", has_text="Keks").get_by_role("button", name="Invite friends").click()
    page.wait_for_url("**/table/*")
    link = page.get_by_label("Link to this table").input_value()
    errors: list[str] = []
    context = another_context(browser, base_url=base_url)
    watch(context, errors)
    friend = context.new_page()
    friend.goto(link)
    friend.get_by_label("Your name").fill("Bob <b>")
    friend.get_by_role("button", name="Sit here").click()
    expect(page.get_by_text("Bob <b>").first).to_be_visible()
    expect(page.locator(LOG, has_text="The match begins.")).to_be_visible()
    expect(friend.get_by_text("To move: Guest").first).to_be_visible()
    friend.get_by_label("Say something").fill("<script>hello</script>")
    friend.get_by_role("button", name="Send").click()
    expect(page.get_by_role("list").get_by_text("<script>hello</script>")).to_be_visible()
    friend.get_by_label("Say something").fill("\u200b")  # an invisible character
    friend.get_by_role("button", name="Send").click()
    beside_the_box = friend.locator("p.refusal")
    expect(beside_the_box).to_have_text("Say something first.")
    friend.get_by_label("Say something").fill("hello again")
    friend.get_by_role("button", name="Send").click()
    expect(page.get_by_role("list").get_by_text("hello again")).to_be_visible()
    expect(beside_the_box).to_be_empty()
    resign(page)
    expect(end_card(friend)).to_contain_text("You won")
    expect(end_card(friend)).to_contain_text("Guest resigned.")
    end_card(friend).get_by_role("button", name="Play again").click()
    friend.wait_for_url("**/table/*")
    expect(end_card(page).get_by_role("link", name="To the new table")).to_be_visible()
    context.close()
    assert not errors


def visit(page: Page, path: str) -> str:
    """Open a page, or a running table of a game; return a name for its screenshot."""
    if path in GAMES:
        open_table(page, path)
    else:
        page.goto(path)
    settle(page)
    return f"table-{path}" if path in GAMES else name_of(path)


def reach(page: Page) -> int:
    """Return how far the page extends to the right, whether or not it can be scrolled."""
    return int(page.evaluate("Math.max(document.documentElement.scrollWidth, document.body.scrollWidth)"))


def test_every_page_exists_in_every_language_and_fits_every_width(page: Page) -> None:
    """Each page is loaded once; language and width are changed while it is open."""
    page.add_init_script(SHARP)
    for path in [*pages(page), *GAMES]:
        name = visit(page, path)
        resize(page, WIDTHS[0])
        for language in LANGUAGES:
            page.locator("header nav select").first.select_option(language)
            expect(page.locator("html")).to_have_attribute("lang", language)
            assert "⟨" not in page.locator("body").inner_text(), (path, language)
            assert reach(page) <= WIDTHS[0], (path, language)
        page.locator("header nav select").first.select_option("en")
        for width in WIDTHS:
            resize(page, width)
            assert reach(page) <= width, (path, width)
            screenshot(page, f"{name}-{width}")


@pytest.mark.parametrize(("locale", "language"), [("fr-CA", "fr"), ("de-AT", "de"), ("nl-BE", "nl"), ("pt-BR", "en")])
def test_the_default_language_is_the_browsers(browser: Browser, base_url: str, locale: str, language: str) -> None:
    context = another_context(browser, locale=locale, base_url=base_url)
    page = context.new_page()
    page.goto("/")
    expect(page.locator("html")).to_have_attribute("lang", language)
    other = "fr" if language != "fr" else "nl"
    page.locator("header nav select").first.select_option(other)
    expect(page.locator("html")).to_have_attribute("lang", other)
    page.reload()
    expect(page.locator("html")).to_have_attribute("lang", other)
    context.close()


def test_axe_finds_nothing_serious(page: Page) -> None:
    page.add_init_script(SHARP)
    found: list[str] = []
    for path in [*pages(page), *GAMES]:
        name = visit(page, path)
        page.evaluate(AXE.read_text("utf-8"))
        for scheme in SCHEMES:
            page.emulate_media(color_scheme=scheme)
            games_play.settle(page)  # colours may take a moment
            screenshot(page, f"{name}-{scheme}")
            result = page.evaluate(RUN_AXE)
            found += [
                f"{path}, {scheme}: {one['id']} {one['nodes'][0]['html'][:120]}"
                for one in result["violations"]
                if one["impact"] in ("serious", "critical")
            ]
    assert not found, "\n".join(found)


def test_a_reload_at_any_point_is_harmless(page: Page) -> None:
    key = open_table(page, "nasca")
    for _ in range(3):
        page.reload()
        expect(page.locator("p.line.yours")).to_contain_text("Put the middle of a plank on a ring")
    assert key in page.url


def test_the_first_page_is_light(page: Page) -> None:
    """At most 60 kB of JavaScript are sent, compressed; no three.js."""
    scripts: list[Response] = []
    page.on("response", lambda response: scripts.append(response) if response.url.endswith(".js") else None)
    page.goto("/")
    expect(page.locator(".box")).to_have_count(len(GAMES))
    settle(page)
    loaded = {script.url: script.request.sizes()["responseBodySize"] for script in scripts}
    assert scripts
    assert sum(loaded.values()) <= 60_000, loaded
