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
