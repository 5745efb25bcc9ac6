"""The page of a rulebook in a browser."""

from __future__ import annotations

from playwright.sync_api import Page, expect


def test_a_link_to_a_rule_opens_the_book_there(page: Page, house: str) -> None:
    page.goto(f"{house}/rules/domino3d#rule-16")
    expect(page.locator("#rule-16")).to_be_in_viewport()
    page.locator("article").evaluate("article => { article.dataset.same = 'yes' }")
    chapter = page.locator("article nav a").first
    chapter.click()
    expect(page.locator("h2").first).to_be_in_viewport()
    expect(page.locator("article[data-same]")).to_be_visible()


def test_reading_goes_on_where_it_stopped(page: Page, house: str) -> None:
    page.goto(f"{house}/rules/keks")
    go_on = page.get_by_role("link", name="Go on reading")
    chapters = page.locator("nav[aria-label=Chapters] a")
    title = chapters.last.inner_text()
    expect(go_on).to_have_count(0)
    page.get_by_role("heading", name=title, exact=True).scroll_into_view_if_needed()
    anchor = (chapters.last.get_attribute("href") or "").removeprefix("#")
    page.wait_for_function("anchor => localStorage.getItem('rules keks') === anchor", arg=anchor)
    page.goto(house)
    page.goto(f"{house}/rules/keks")
    expect(go_on).to_have_text(f"Go on reading: {title}")
    go_on.click()
    expect(page.get_by_role("heading", name=title, exact=True)).to_be_in_viewport()
