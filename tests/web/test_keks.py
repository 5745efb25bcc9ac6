"""Keks in the browser: by mouse, by keyboard, on a phone."""

from __future__ import annotations

import json
import random
import re
from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, Page, expect
from tests.web.conftest import ROOT, screenshot
from tests.web.games_play import (
    LANGUAGES,
    LOG,
    MOVING,
    PHONE,
    begin,
    choose,
    fits,
    flat,
    guest,
    has_a_winner,
    introduce,
    is_over,
    play_to_a_resignation,
    speak,
    speaks_every_language,
    tab_to,
    two_people,
)
from tests.web.layout import at_pace

SETUP: dict[str, Any] = {"game": "keks", "seats": [{"who": "me"}, {"who": "bot", "level": 1}]}
CAN = ".plate button.raised"
#: Our turn, and something can be taken.
MAY = f"{CAN}, .stop:not([disabled])"


def take(page: Page, chance: random.Random, tap: bool = False) -> None:
    """Take a tile that can be taken, or stop."""
    can = page.locator(CAN)
    if not can.count():
        stop = page.locator(".stop")
        stop.tap() if tap else stop.click()
        expect(page.locator(".stop")).to_be_disabled()
        return
    at = can.nth(chance.randrange(can.count())).get_attribute("data-at")
    tile = page.locator(f'[data-at="{at}"]')
    if tap:
        tile.tap()
    else:
        tile.click()
    expect(tile).to_have_count(0)


def act(page: Page) -> None:
    """Play any move, without waiting for its effect."""
    page.locator(MAY).first.click()


def test_two_people_play_over_a_lost_connection(page: Page, browser: Browser, house: str) -> None:
    with two_people(page, browser, house, "keks") as pages:
        play_to_a_resignation(pages, act, re.compile(r" takes? | breaks? off | stops?\."))


def test_the_log_is_in_every_language(page: Page, house: str) -> None:
    begin(page, house, SETUP)
    page.locator(MAY).first.wait_for()
    take(page, random.Random(1))
    page.locator(MAY).first.wait_for()
    speaks_every_language(page, "keks")


def tiles(page: Page) -> list[str]:
    return [str(tile.get_attribute("data-at")) for tile in page.locator(".plate button").all()]


@MOVING
@pytest.mark.parametrize("variant", ["classic", "eleven"])
def test_a_match_by_clicking(page: Page, house: str, variant: str) -> None:
    chance = random.Random(7)
    begin(page, house, {**SETUP, "options": {"variant": variant}})
    expect(page.locator(".plate button")).to_have_count(60)
    expect(page.locator(".plate .pips")).to_have_count(60 if variant == "eleven" else 0)
    while not is_over(page, MAY):
        take(page, chance)
    has_a_winner(page)
    expect(page.locator(CAN)).to_have_count(0)
    assert page.locator("li.eliminated").count() == 2, "the eliminated colour must be shown for both"
    assert page.locator(".rosettes svg.got").count() >= 5


def walk(page: Page, chance: random.Random) -> None:
    """Move by arrow keys to a tile that can be taken."""
    for _ in range(200):
        label = page.evaluate("document.activeElement.ariaLabel") or ""
        if "can be taken" in label:
            return
        here = label[:2]
        goals = [str(tile.get_attribute("data-at")) for tile in page.locator(CAN).all()]
        if not goals:
            return
        goal = min(goals, key=lambda at: abs(ord(at[0]) - ord(here[0])) + abs(int(at[1]) - int(here[1])))
        keys = []
        if goal[0] != here[0]:
            keys.append("ArrowRight" if goal[0] > here[0] else "ArrowLeft")
        if goal[1] != here[1]:
            keys.append("ArrowUp" if goal[1] > here[1] else "ArrowDown")
        if chance.random() < 0.1:
            keys = ["ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight"]
        page.keyboard.press(chance.choice(keys))
    raise AssertionError("arrow keys do not reach a tile that can be taken")


def test_a_match_by_keyboard_only(page: Page, house: str) -> None:
    chance = random.Random(3)
    begin(page, house, SETUP)
    page.locator(CAN).first.wait_for()
    tab_to(page, "[data-at]")
    while not is_over(page, MAY):
        page.wait_for_function("() => !!document.activeElement.dataset.at")  # the focus stays on the board
        before = len(tiles(page))
        if page.locator(".stop:not([disabled])").count() and chance.random() < 0.5:
            page.keyboard.press("s")
            expect(page.locator(".stop")).to_be_disabled()
            continue
        walk(page, chance)
        page.keyboard.press("Enter")
        expect(page.locator(".plate button")).not_to_have_count(before)
    has_a_winner(page)


def test_a_match_by_touch_on_a_phone(browser: Browser, house: str) -> None:
    chance = random.Random(5)
    with guest(browser, **PHONE) as page:
        begin(page, house, {**SETUP, "options": {"variant": "eleven"}})
        box = page.locator(".plate button").first.bounding_box()
        assert box is not None
        assert min(box["width"], box["height"]) >= 40
        while not is_over(page, MAY):
            fits(page)
            take(page, chance, tap=True)
        has_a_winner(page)
        fits(page)
        screenshot(page, "keks-phone-over")


def test_a_refused_tap_says_why(page: Page, house: str) -> None:
    begin(page, house, SETUP)
    page.locator(CAN).first.wait_for()
    page.locator('[data-at="d4"]').click()
    notice = page.locator(".keks .told")
    expect(notice).to_contain_text("at least two free edges")
    expect(notice.get_by_role("link", name="Rule 3")).to_be_visible()
    assert len(tiles(page)) == 60


def test_the_effect_of_a_take_is_previewed(page: Page, house: str) -> None:
    begin(page, house, SETUP)
    page.locator(CAN).first.hover()
    expect(page.locator(".keks .told")).to_contain_text("would be thrown away")
    choose(page, "Show what is legal")
    expect(page.locator(CAN)).to_have_count(0)


@pytest.mark.parametrize(
    ("variant", "goal", "rule"),
    [
        ("classic", "3 tiles win a glaze", "The first tile of each glaze is thrown away."),
        ("eleven", "11 points win a glaze", "Every tile brings its points."),
    ],
)
def test_the_table_says_what_wins_a_glaze(page: Page, house: str, variant: str, goal: str, rule: str) -> None:
    begin(page, house, {**SETUP, "options": {"variant": variant}})
    expect(page.locator(".ours .goal")).to_have_text(goal)
    expect(page.locator(".keks .told")).to_have_text(f"{rule} The first glaze won counts for nobody.")


def test_a_glaze_is_called_by_one_word() -> None:
    """A colour is a thing of the protocol; people gather glazes."""
    for language in LANGUAGES:
        for folder in ("src/ludotheque/games/keks/words", "web/src/games/keks/messages"):
            words = json.loads((ROOT / folder / f"{language}.json").read_text("utf-8"))
            for text in flat(words):
                bare = re.sub(r"{\w+}", "", text)
                assert not re.search(r"\b(colou?rs?|couleurs?|farben?|kleur(en)?)\b", bare, re.IGNORECASE), text


#: The counts that are smaller than text, or wider than their place.
UNREADABLE = """() => Array.from(document.querySelectorAll(".keks .count"))
    .filter(one => parseFloat(getComputedStyle(one).fontSize) < 14 || one.scrollWidth > one.parentElement.clientWidth)
    .map(one => one.textContent)"""


@pytest.mark.parametrize("variant", ["classic", "eleven"])
def test_the_score_is_readable_on_a_phone(browser: Browser, house: str, variant: str) -> None:
    with guest(browser, **PHONE) as page:
        begin(page, house, {**SETUP, "options": {"variant": variant}})
        page.locator(CAN).first.wait_for()
        expect(page.locator(".keks .count:visible")).to_have_count(20)
        expect(page.locator(".keks .slots:visible")).to_have_count(0)
        assert page.evaluate(UNREADABLE) == []
        for language in LANGUAGES:
            speak(page, language)
            expect(page.locator(".ours")).to_be_in_viewport(ratio=1)
            told = page.locator(".keks .told")
            assert told.evaluate("one => one.scrollHeight <= one.clientHeight + 3"), f"{language}: cut off"


def test_the_board_stays_where_it_is_whatever_the_bar_says(browser: Browser, house: str) -> None:
    with guest(browser, **PHONE) as page:
        begin(page, house, SETUP)
        page.locator(CAN).first.wait_for()
        before = page.locator(".plate").bounding_box()
        for words in (2, 8, 14):
            page.locator(".line .text").evaluate("(one, text) => { one.textContent = text }", "morceau " * words)
            assert page.locator(".plate").bounding_box() == before


def test_a_reload_in_the_middle_is_harmless(page: Page, house: str) -> None:
    chance = random.Random(11)
    begin(page, house, SETUP)
    for _ in range(4):
        assert not is_over(page, MAY)
        take(page, chance)
    assert not is_over(page, MAY)
    before = tiles(page)
    page.reload()
    page.locator(CAN).first.wait_for()
    assert tiles(page) == before
    taken = page.locator("aside ol li").last.get_by_text(re.compile("takes? |breaks? off")).count()
    assert taken
    expect(page.locator(".board [data-taken]")).to_have_count(taken)
    take(page, chance)


def news(page: Page) -> Locator:
    return page.locator(".keks .news")


def test_a_decided_glaze_is_told_until_the_next_take(page: Page, house: str) -> None:
    """The first one is eliminated: for both, and its sign can still be told."""
    chance = random.Random(2)
    begin(page, house, SETUP)
    while not page.locator("li.eliminated").count():
        assert not is_over(page, MAY)
        take(page, chance)
    assert not is_over(page, MAY)
    expect(news(page)).to_contain_text("is the first glaze to be won: it is eliminated and counts for nobody.")
    expect(page.locator("li.eliminated.fresh")).to_have_count(2)
    page.reload()
    page.locator(MAY).first.wait_for()
    take(page, chance)
    expect(page.locator("li.fresh")).to_have_count(0)


def test_a_turn_that_ends_by_itself_says_why(page: Page, house: str) -> None:
    at_pace(page, "slow")
    begin(page, house, SETUP)
    for _ in range(8):
        page.locator(MAY).first.wait_for()
        page.locator(CAN).last.click()
        page.locator(".stop:not([disabled])").or_(page.locator("p.line:not(.yours)")).first.wait_for()
        if not page.locator(".stop:not([disabled])").count():
            expect(news(page)).to_have_text(re.compile(r"No more \w+ can be taken: your turn is over\."))
            expect(page.locator(".line.yours")).to_be_visible()
            expect(news(page)).to_have_count(0)
            return
        page.locator(".stop").click()
        expect(news(page)).to_have_count(0)
    raise AssertionError("no turn ended by itself")


def test_in_eleven_hint_and_log_tell_the_points(page: Page, house: str) -> None:
    begin(page, house, {**SETUP, "options": {"variant": "eleven"}})
    page.locator(CAN).first.wait_for()
    page.get_by_role("button", name="Hint").click()
    hint = page.locator(".hint p[aria-live]")
    expect(hint.locator("strong")).to_have_text(re.compile(r"^Take [a-h]\d \(\w+, \d points?\)$"))
    expect(hint).to_contain_text(re.compile(r"brings \d points? of the \w+: \d of 11"))
    for language in ("de", "nl"):
        page.locator(".hint .plain").click()
        speak(page, language)
        page.locator(".actions .short").last.click()
        # A place is written as the board writes it.
        expect(hint.locator("strong")).to_have_text(re.compile(r"^(Nimm|Pak) [a-h]\d "))
    page.locator(".hint .plain").click()
    speak(page, "en")
    take(page, random.Random(1))
    expect(page.locator(LOG, has_text=re.compile(r"^You take a \w+ tile with \d points? \("))).to_have_count(1)


def test_a_spectator_cannot_take_tiles(page: Page, browser: Browser, house: str) -> None:
    key = begin(page, house, SETUP)
    with guest(browser) as other:
        introduce(other.context, house, "Bob")
        other.goto(f"{house}/table/{key}")
        expect(other.locator(".plate button")).to_have_count(60)
        assert other.locator(CAN).count() == 0
        other.locator(".plate button").first.click()
        expect(other.locator(".plate button")).to_have_count(60)
