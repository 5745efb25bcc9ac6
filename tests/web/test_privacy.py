"""A person reads what is kept, downloads it, and is forgotten: on a phone, in four languages."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect
from tests.web.conftest import screenshot
from tests.web.games_play import LANGUAGES, ON_A_PHONE, PHONE, guest, introduce, make
from tests.web.test_room import AXE

FRIENDS = {"game": "keks", "seats": [{"who": "me"}, {"who": "open"}], "listed": True, "chat": "everybody"}
FORMER = {"fr": "Ancien joueur", "en": "Former player", "de": "Früherer Spieler", "nl": "Voormalige speler"}


def fits(page: Page) -> None:
    assert page.evaluate("document.documentElement.scrollWidth") <= 360


@ON_A_PHONE
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_page_tells_what_is_kept(page: Page, house: str, language: str) -> None:
    introduce(page.context, house, "Ada")
    page.goto("/")
    page.locator("header select").first.select_option(language)
    page.locator("header summary").click()
    page.locator("header details a[href='/privacy']").click()
    article = page.locator("article")
    expect(article.get_by_role("heading", level=1)).to_be_visible()
    for days in ("365", "90", "400"):
        expect(article).to_contain_text(days)
    article.get_by_role("button").last.click()
    expect(article.get_by_role("group")).to_contain_text(FORMER[language])
    fits(page)
    assert "⟨" not in article.inner_text()
    page.evaluate(AXE.read_text("utf-8"))
    found = page.evaluate("axe.run(document, {resultTypes: ['violations']})")
    assert [one["id"] for one in found["violations"] if one["impact"] in ("serious", "critical")] == []
    screenshot(page, f"privacy-{language}")


@ON_A_PHONE
def test_my_data_is_downloaded(page: Page, house: str, tmp_path: Path) -> None:
    introduce(page.context, house, "Ada")
    key = make(page.context, house, FRIENDS)
    page.goto("/me")
    with page.expect_download() as download:
        page.get_by_role("link", name="Download my data").click()
    download.value.save_as(tmp_path / "data.json")
    data = json.loads((tmp_path / "data.json").read_text("utf-8"))
    assert (data["person"]["name"], [table["key"] for table in data["tables"]]) == ("Ada", [key])
    fits(page)


@ON_A_PHONE
def test_a_person_is_forgotten(page: Page, browser: Browser, house: str) -> None:
    introduce(page.context, house, "Ada")
    key = make(page.context, house, FRIENDS)
    page.goto(f"/table/{key}")
    with guest(browser, **PHONE) as other:
        introduce(other.context, house, "Bob")
        other.goto(f"{house}/table/{key}")
        other.get_by_role("button", name="Sit here").click()
        expect(other.get_by_role("button", name="Leave")).to_be_visible()
        page.get_by_role("button", name="Start", exact=True).click()
        expect(other.get_by_text("Ada").first).to_be_visible()
        page.goto("/me")
        page.get_by_role("button", name="Forget me").click()
        asked = page.get_by_role("group", name="Do you really want to be forgotten?")
        expect(asked).to_contain_text("You resign in all running matches")
        expect(asked).to_contain_text("This cannot be undone")
        asked.get_by_role("button", name="No, keep everything").click()
        expect(asked).to_have_count(0)
        page.get_by_role("button", name="Forget me").click()
        fits(page)
        asked.get_by_role("button", name="Yes, forget me").click()
        expect(page.get_by_text("You are forgotten")).to_be_visible()
        expect(other.get_by_text("Former player").first).to_be_visible()
        expect(other.get_by_text("Ada", exact=True)).to_have_count(0)
        for language in LANGUAGES:
            other.locator("header select").first.select_option(language)
            expect(other.get_by_text(FORMER[language]).first).to_be_visible()
        other.goto(f"{house}/replay/{key}")
        expect(other.get_by_role("heading", name=FORMER["nl"])).to_be_visible()
    assert page.context.cookies() == []
    assert page.evaluate("Object.keys(localStorage).filter((key) => key.startsWith('shuffles'))") == []
