"""A one-time link to another device: its secret is in no address, and it says whose identity replaces whose."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Browser, Page, Request, expect
from tests.web.games_play import guest, introduce

SECRET = re.compile(r"[\w-]{43}")


def link_of(page: Page, house: str, name: str) -> str:
    """Return a link that somebody with this name has created on the page."""
    introduce(page.context, house, name)
    page.goto("/me")
    page.get_by_role("button", name="Go on with another device").click()
    return page.get_by_role("link", name=house).inner_text()


def addresses(page: Page) -> list[str]:
    """Return a list to which all that servers and logs see of requests is added, without their bodies."""
    seen: list[str] = []

    def note(request: Request) -> None:
        address = request.url.partition("#")[0]  # Playwright shows the fragment, which is not sent
        seen.extend([address, request.headers.get("referer", "")])

    page.context.on("request", note)
    return seen


def test_the_secret_of_a_link_is_in_no_address(page: Page, browser: Browser, house: str) -> None:
    link = link_of(page, house, "Ada")
    path, _, secret = link.partition("#")
    assert path == f"{house}/link"
    assert SECRET.fullmatch(secret)
    with guest(browser) as phone:
        seen = addresses(phone)
        phone.goto(link)
        expect(phone.get_by_text("This link makes this device Ada’s")).to_be_visible()
        assert phone.url == path, "it stays in the address bar"
        phone.get_by_role("button", name="Go on as Ada").click()
        expect(phone.get_by_label("Your name")).to_have_value("Ada")
        assert len(seen) > 10
        assert not any(secret in address for address in seen)
        phone.goto(f"{house}/claim/{secret}")  # as links were before: the test would find it
        assert any(secret in address for address in seen)


def test_it_says_whose_identity_replaces_whose(page: Page, browser: Browser, house: str) -> None:
    link = link_of(page, house, "Ada")
    page.goto(link)
    expect(page.get_by_text("You are Ada on this device already.")).to_be_visible()
    expect(page.get_by_role("button", name="Go on as")).to_have_count(0)
    with guest(browser) as other:
        introduce(other.context, house, "Bob")
        other.goto(link)
        expect(other.get_by_text("On this device you are Bob.")).to_contain_text("you are Ada here instead")
        assert other.request.get(f"{house}/api/me").json()["name"] == "Bob", "it must ask first"
        other.get_by_role("button", name="Go on as Ada").click()
        expect(other.get_by_label("Your name")).to_have_value("Ada")


@pytest.mark.parametrize(
    ("path", "told"),
    [("/link", "This link is incomplete."), (f"/claim/{'x' * 43}", "Links of this kind no longer work")],
)
def test_other_links_get_a_clear_answer(page: Page, path: str, told: str) -> None:
    page.goto(path)
    expect(page.get_by_role("alert")).to_contain_text(told)
    expect(page.get_by_role("button", name="Go on as")).to_have_count(0)
