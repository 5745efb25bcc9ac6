"""NOX in the browser: by mouse, by dragging, by keyboard, on a phone; and that hands stay hidden."""

from __future__ import annotations

import json
import random
import re
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, WebSocket, expect
from tests.web.conftest import screenshot
from tests.web.games_play import (
    LOG,
    MOVING,
    PHONE,
    begin,
    fits,
    guest,
    has_a_winner,
    introduce,
    is_over,
    play_to_a_resignation,
    speaks_every_language,
    tab_to,
    two_people,
)

BOT = {"who": "bot", "level": 1}
SETUP: dict[str, Any] = {"game": "nox", "options": {"target": 20}, "seats": [{"who": "me"}, BOT, BOT]}
LONG = {**SETUP, "options": {}}
#: Our turn.
MAY = ".hand button:not(.idle)"
TARGET = ".place[data-target]"


def entries(page: Page) -> int:
    return page.locator(LOG).count()


def put(page: Page, chance: random.Random, tap: bool = False) -> None:
    """Pick any card and put it anywhere it may go."""
    hand = page.locator(".hand button")
    card = hand.nth(chance.randrange(hand.count()))
    before = entries(page)
    card.tap() if tap else card.click()
    targets = page.locator(TARGET)
    targets.first.wait_for()
    place = targets.nth(chance.randrange(targets.count()))
    place.tap() if tap else place.click()
    expect(page.locator(LOG)).not_to_have_count(before)


@MOVING
@pytest.mark.parametrize("variant", ["classic", "hard"])
def test_a_match_by_clicking(page: Page, house: str, variant: str) -> None:
    chance = random.Random(7)
    begin(page, house, {**SETUP, "options": {"variant": variant, "target": 20}})
    expect(page.locator("caption")).to_contain_text("to 20")
    while not is_over(page, MAY):
        put(page, chance)
    has_a_winner(page)
    assert page.locator(".sheet tbody tr:not(.now)").count() >= 1


def test_a_match_by_keyboard_only(page: Page, house: str) -> None:
    chance = random.Random(3)
    begin(page, house, SETUP)
    page.locator(MAY).first.wait_for()
    tab_to(page, ".hand")
    while not is_over(page, MAY):
        page.wait_for_function("!!document.activeElement.closest('.hand')")  # the focus returns
        before = entries(page)
        for _ in range(chance.randrange(3)):
            page.keyboard.press(chance.choice(["ArrowLeft", "ArrowRight"]))
        page.keyboard.press("ArrowUp")
        for _ in range(chance.randrange(4)):
            page.keyboard.press(chance.choice(["ArrowLeft", "ArrowRight", "ArrowUp"]))
        page.keyboard.press("Enter")
        expect(page.locator(LOG)).not_to_have_count(before)
    has_a_winner(page)


def test_escape_puts_the_card_back(page: Page, house: str) -> None:
    begin(page, house, LONG)
    page.locator(MAY).first.focus()
    page.keyboard.press("Enter")
    expect(page.locator(f"{TARGET}:focus")).to_have_count(1)
    page.keyboard.press("Escape")
    expect(page.locator(TARGET)).to_have_count(0)
    expect(page.locator(".hand :focus")).to_have_count(1)


def test_a_card_is_dragged_into_a_display(page: Page, house: str) -> None:
    begin(page, house, LONG)
    page.locator(MAY).first.wait_for()
    start = page.locator(".hand button").first.bounding_box()
    place = page.locator(".own .gap").bounding_box()
    assert start is not None
    assert place is not None
    page.mouse.move(start["x"] + 30, start["y"] + 40)
    page.mouse.down()
    page.mouse.move(place["x"] + 30, place["y"] + 40, steps=6)
    expect(page.locator(".drag")).to_be_visible()
    expect(page.locator(".own .ghost")).to_be_visible()
    page.mouse.up()
    expect(page.locator(LOG, has_text="Ada plays the")).to_have_text(re.compile("into the display of Ada"))
    expect(page.locator(".drag")).to_have_count(0)


def test_a_card_dropped_outside_slides_back(page: Page, house: str) -> None:
    begin(page, house, LONG)
    page.locator(MAY).first.wait_for()
    start = page.locator(".hand button").first.bounding_box()
    assert start is not None
    page.mouse.move(start["x"] + 30, start["y"] + 40)
    page.mouse.down()
    page.mouse.move(start["x"] + 200, start["y"] + 60, steps=6)
    page.mouse.up()
    expect(page.locator(".drag")).to_have_count(0)
    expect(page.locator(".hand button")).to_have_count(3)
    expect(page.locator(".stack")).to_have_count(0)


@pytest.mark.parametrize("seats", [2, 3, 6])
def test_on_a_phone_everything_fits(browser: Browser, house: str, seats: int) -> None:
    chance = random.Random(5)
    with guest(browser, **PHONE) as page:
        begin(page, house, {**LONG, "seats": [{"who": "me"}] + [BOT] * (seats - 1)})
        for _ in range(4):
            assert not is_over(page, MAY)
            fits(page)
            put(page, chance, tap=True)
        assert not is_over(page, MAY)  # no bot is moving
        sizes = page.locator(".place, .hand button").evaluate_all(
            "all => all.map(each => Math.min(each.getBoundingClientRect().width, each.getBoundingClientRect().height))"
        )
        assert min(sizes) >= 40
        cut = page.locator(".sheet .name").evaluate_all(
            "all => all.filter(each => each.clientWidth > 1 && each.scrollHeight > each.clientHeight + 4).length"
        )
        assert cut == 0, "a name on the score sheet is cut"
        screenshot(page, f"nox-phone-{seats}")


def test_a_match_by_touch_on_a_phone(browser: Browser, house: str) -> None:
    chance = random.Random(9)
    with guest(browser, **PHONE) as page:
        begin(page, house, SETUP)
        while not is_over(page, MAY):
            put(page, chance, tap=True)
        has_a_winner(page)
        fits(page)
        screenshot(page, "nox-phone-over")


def test_the_effect_of_a_move_is_previewed(page: Page, house: str) -> None:
    begin(page, house, LONG)
    page.locator(MAY).first.wait_for()
    page.locator(".hand button").first.click()
    page.locator(".own .gap").hover()
    expect(page.locator(".own .ghost")).to_be_visible()
    expect(page.locator(".told")).to_contain_text("display of Ada would be worth")


def test_a_refused_place_says_why(page: Page, house: str) -> None:
    """Play until some card meets a stack of another colour."""
    chance = random.Random(2)
    begin(page, house, LONG)
    for _ in range(30):
        assert not is_over(page, MAY)
        page.locator(".hand button").first.click()
        wrong = page.locator(".stack.dim")
        if wrong.count():
            wrong.first.click(force=True)
            expect(page.locator(".told")).to_contain_text("only onto its own colour")
            expect(page.locator(".told").get_by_role("link", name="Rule 5")).to_be_visible()
            return
        page.keyboard.press("Escape")
        put(page, chance)
    raise AssertionError("every stack had the colour of the card")


def test_a_reload_in_the_middle_is_harmless(page: Page, house: str) -> None:
    chance = random.Random(11)
    begin(page, house, LONG)
    for _ in range(3):
        assert not is_over(page, MAY)
        put(page, chance)
    assert not is_over(page, MAY)
    shown = [str(each.get_attribute("aria-label")) for each in page.locator(".stack, .hand button").all()]
    page.reload()
    page.locator(MAY).first.wait_for()
    assert [str(each.get_attribute("aria-label")) for each in page.locator(".stack, .hand button").all()] == shown
    put(page, chance)


def listen(page: Page) -> list[str]:
    """Return a list that collects all frames that the page gets."""
    frames: list[str] = []

    def opened(socket: WebSocket) -> None:
        socket.on("framereceived", lambda frame: frames.append(str(frame)))

    page.on("websocket", opened)
    return frames


def check_hands(message: Any, own: int | None) -> None:
    """Check that a message contains no list of cards except one's own, at any depth."""
    if isinstance(message, list):
        for each in message:
            check_hands(each, own)
    elif isinstance(message, dict):
        for seat, cards in enumerate(message.get("hands", [])):
            assert seat == own or isinstance(cards, int)
        assert not isinstance(message.get("pile"), list)
        if message.get("event") == "drawn" and message["seat"] != own:
            assert message["cards"] == 1
        for each in message.values():
            check_hands(each, own)


def hides(page: Page, frames: list[str], own: int | None) -> None:
    """Check that frames, page and storage contain no more than this seat may know."""
    assert any('"hands"' in frame for frame in frames)
    for frame in frames:
        check_hands(json.loads(frame), own)
    # Counted in one call, because a bot may be moving; each face shows its number twice.
    faces, shown = page.evaluate(
        """() => [document.querySelectorAll(".nox svg text").length / 2
                    - document.querySelectorAll(".nox :is(.ghost, .sliding) svg text").length / 2,
                  document.querySelectorAll(".nox :is(.stack, .hand button)").length]"""
    )
    assert faces == shown, "faces must be those of the top cards and our own hand"
    kept = page.evaluate("JSON.stringify([{...localStorage}, {...sessionStorage}])")
    assert not re.search(r"hands|\b[bgo]1?\d\b", kept)


def test_hidden_cards_stay_hidden(page: Page, browser: Browser, house: str) -> None:
    chance = random.Random(13)
    with guest(browser) as bob, guest(browser) as eve:
        pages, heard = [page, bob], [listen(page), listen(bob)]
        watched = listen(eve)
        introduce(page.context, house, "Ada")
        introduce(bob.context, house, "Bob")
        setup = {**LONG, "seats": [{"who": "me"}, {"who": "open"}, BOT]}
        made = page.context.request.post(f"{house}/api/tables", data=setup, headers={"origin": house})
        key = made.json()["key"]
        for each in (page, bob, eve):
            if each is eve:
                introduce(eve.context, house, "Eve")
            each.goto(f"{house}/table/{key}")
        bob.get_by_role("button", name="Sit here").click()
        bob.get_by_role("button", name="Start", exact=True).click()
        for turn in range(6):
            mover = pages[turn % 2]
            assert not is_over(mover, MAY)
            put(mover, chance)
        assert not is_over(page, MAY)  # no bot is moving
        for seat in (0, 1):
            hides(pages[seat], heard[seat], seat)
        expect(eve.locator(".backs").first).to_be_visible()
        hides(eve, watched, None)


def act(page: Page) -> None:
    """Play any move, without waiting for its effect."""
    page.locator(MAY).first.click()
    page.locator(TARGET).last.click()


def test_two_people_play_over_a_lost_connection(page: Page, browser: Browser, house: str) -> None:
    with two_people(page, browser, house, "nox") as pages:
        play_to_a_resignation(pages, act, re.compile(" plays the "))


def test_the_log_is_in_every_language(page: Page, house: str) -> None:
    begin(page, house, LONG)
    for _ in range(2):
        assert not is_over(page, MAY)
        put(page, random.Random(1))
    assert not is_over(page, MAY)
    speaks_every_language(page, "nox")
