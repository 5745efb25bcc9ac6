"""Sitting down at a table and playing it in the browser: what the tests of the boards have in common."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from playwright.sync_api import Browser, BrowserContext, Locator, Page, expect
from tests.web.conftest import watch

PHONE: dict[str, Any] = {"viewport": {"width": 360, "height": 740}, "has_touch": True, "is_mobile": True}
OVER = "The match is over"


def introduce(context: BrowserContext, house: str, name: str) -> None:
    """Whoever looks with this context is that person from now on."""
    made = context.request.post(f"{house}/api/people", data={"name": name, "language": "en"}, headers={"origin": house})
    assert made.status == 201, made.text()
    # The page asks who we are only if it has met us.
    context.add_init_script("if (location.origin !== 'null') localStorage.setItem('known', 'yes')")


def make(context: BrowserContext, house: str, setup: dict[str, Any]) -> str:
    """A table of this context's person; its key."""
    made = context.request.post(f"{house}/api/tables", data=setup, headers={"origin": house})
    assert made.status == 201, made.text()
    return str(made.json()["key"])


def begin(page: Page, house: str, setup: dict[str, Any], name: str = "Ada") -> str:
    """Make a table, open it and start; its key."""
    introduce(page.context, house, name)
    key = make(page.context, house, setup)
    page.goto(f"{house}/table/{key}")
    page.get_by_role("button", name="Start", exact=True).click()
    return key


@contextmanager
def guest(browser: Browser, **settings: Any) -> Iterator[Page]:
    """A page of somebody else; its console has to stay clean too."""
    context = browser.new_context(**{"locale": "en-GB", "viewport": {"width": 1280, "height": 800}, **settings})
    errors: list[str] = []
    watch(context, errors)
    try:
        yield context.new_page()
        assert not errors, errors
    finally:
        context.close()


def choose(page: Page, words: str) -> None:
    """Something from the table's menu."""
    page.locator("summary", has_text="More").click()
    page.locator("details[open]").get_by_text(words, exact=True).click()


def resign(page: Page) -> None:
    choose(page, "Resign")
    page.get_by_role("alertdialog").get_by_role("button", name="Resign").click()


def over(page: Page) -> Locator:
    return page.locator(".line", has_text=OVER)


def is_over(page: Page, move: str) -> bool:
    """Wait until we may move (a selector says what can be used then) or the match is over; whether it is."""
    page.locator(move).or_(over(page)).first.wait_for(timeout=60_000)
    return over(page).count() > 0


def settle(page: Page) -> None:
    """Wait until nothing on the page is on its way from one place to another."""
    page.evaluate("""async () => {
        const moving = () => document.getAnimations().filter(one => one instanceof CSSTransition);
        while (moving().length) await Promise.allSettled(moving().map(one => one.finished));
    }""")


def fits(page: Page) -> None:
    """Nothing scrolls sideways."""
    wide, room = page.evaluate("[document.documentElement.scrollWidth, innerWidth]")
    assert wide <= room


def has_a_winner(page: Page) -> None:
    expect(page.locator("aside li.won").first).to_contain_text("has won")
