"""The progress page: one's own matches as charts and numbers."""

from __future__ import annotations

from playwright.sync_api import Page, expect
from tests.web.conftest import resize, screenshot
from tests.web.games_play import LANGUAGES, introduce, make, over, resign


def test_finished_matches_are_listed_by_level(page: Page, house: str) -> None:
    introduce(page.context, house, "Ada")
    for level in (2, 4):
        key = make(page.context, house, {"game": "keks", "seats": [{"who": "me"}, {"who": "bot", "level": level}]})
        page.goto(f"/table/{key}")
        page.get_by_role("button", name="Start", exact=True).click()
        resign(page)
        expect(over(page)).to_be_visible()
    page.goto("/me")
    expect(page.get_by_role("heading", name="My progress")).to_be_visible()
    plot = page.get_by_role("img", name="Keks: each match in order")
    expect(plot.locator("circle")).to_have_count(2)
    rows = page.get_by_role("row")
    expect(rows.filter(has_text="level 4")).to_contain_text("1")
    expect(rows.filter(has_text="level 2")).to_contain_text("1")
    screenshot(page, "progress")
    for language in LANGUAGES:
        page.locator("header select").first.select_option(language)
        expect(page.locator("html")).to_have_attribute("lang", language)
        drawn = page.locator("section.card svg[role=img]").first
        box = drawn.bounding_box()
        assert box
        for one in drawn.locator("text").all():
            written = one.bounding_box()
            assert written
            assert box["x"] <= written["x"], one.inner_html()
            assert written["x"] + written["width"] <= box["x"] + box["width"], one.inner_html()
    resize(page, 360)
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    screenshot(page, "progress-phone")
