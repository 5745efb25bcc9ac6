"""Nasca in the browser: by mouse, by keys, by touch, and after a reload."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, Page, expect
from tests.web.conftest import screenshot
from tests.web.games_play import (
    ON_A_PHONE,
    begin,
    fits,
    guest,
    over,
    play_to_a_resignation,
    speaks_every_language,
    tab_to,
    two_people,
)
from tests.web.layout import SIZES

BAR = ".bar .line"
NOVICE = [{"who": "me"}, {"who": "bot", "level": 1}]


def sit_down(page: Page, house: str, options: dict[str, Any]) -> None:
    begin(page, house, {"game": "nasca", "options": options, "seats": NOVICE, "round_breaks": True})
    expect(page.locator("[role=gridcell]").first).to_be_attached()


def next_round(page: Page) -> Locator:
    return page.get_by_role("dialog").get_by_role("button", name="Next round")


def waits(page: Page) -> bool:
    """Whether it is our turn; False when a round or the match is over."""
    page.locator(".line.yours").or_(over(page)).or_(next_round(page)).first.wait_for()
    return page.locator(".line.yours").count() > 0


def planks(page: Page) -> Locator:
    """Return the planks on the board, without the one in hand."""
    return page.locator(".surface > .plank")


def find_place(page: Page) -> tuple[float, float]:
    """Return a dot on which the chosen plank fits; turn it or take another one if there is none."""
    for length in (5, 4, 3, 2):
        button = page.locator(f".pick [data-length='{length}']")
        if not button.is_enabled():
            continue
        button.click()
        for _ in range(2):
            dots = page.locator("circle.place")
            if dots.count():
                box = dots.nth(dots.count() // 2).bounding_box()
                assert box
                return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
            page.locator(".tools .turn").click()
    raise AssertionError("our turn, but no plank has a place")


def latest(page: Page) -> str:
    """Return the number of the last move that the board shows."""
    return str(page.locator(".nasca").get_attribute("data-last"))


def await_change(page: Page, before: str) -> None:
    page.wait_for_selector(f".nasca:not([data-last='{before}'])")


def test_a_match_of_two_rounds_by_clicking(page: Page, house: str) -> None:
    sit_down(page, house, {"landscape": "gate"})
    expect(planks(page)).to_have_count(6)
    ended = False
    while not over(page).count():
        if waits(page):
            before = latest(page)
            act(page)
            await_change(page, before)
        elif next_round(page).count():
            view_the_end(page)
            ended = True
    assert ended, "the end of round 1 was not shown"
    expect(page.locator(".score .total")).to_have_count(2)
    screenshot(page, "nasca-over")


def view_the_end(page: Page) -> None:
    """The board of the round that has ended stays in sight, with areas and counts, until we go on."""
    card = page.get_by_role("dialog")
    expect(card.get_by_role("heading")).to_contain_text("Round 1")
    expect(card).to_contain_text("Nobody can place another plank.")
    assert planks(page).count() > 12
    counts = [int(text) for text in page.locator(".surface .count text").all_text_contents()]
    noted = [int(text) for text in card.locator("tbody tr td:nth-child(2)").all_inner_texts()]
    assert sum(counts) == sum(noted)
    expect(page.locator(".surface .recent").first).to_be_attached()
    pane, beside = page.locator(".pane").bounding_box(), card.bounding_box()
    assert pane
    assert beside
    assert pane["x"] + pane["width"] <= beside["x"], "the card hides the board"
    page.get_by_role("button", name="Look at the board").click()
    strip = page.get_by_role("region", name="Round 1 is over")
    pane, beside = page.locator(".pane").bounding_box(), strip.bounding_box()
    assert pane
    assert beside
    assert pane["x"] + pane["width"] <= beside["x"], "the strip hides the board"
    strip.get_by_role("button", name="Next round").click()
    expect(strip).to_have_count(0)
    assert planks(page).count() <= 7  # the landscape, and perhaps the computer's first
    # Whatever was left of the last round: each begins with a long plank.
    expect(page.locator(".pick [aria-checked=true]")).to_have_attribute("data-length", "5")


def test_a_match_by_keyboard_alone(page: Page, house: str) -> None:
    sit_down(page, house, {"rounds": 1})
    tab_to(page, "[role=gridcell]")
    page.keyboard.press("3")
    page.keyboard.press("r")
    page.keyboard.press("ArrowUp")
    page.keyboard.press("ArrowLeft")
    expect(page.locator(".hand .plank")).to_have_count(1)
    expect(page.locator(".info")).to_contain_text("On the ground")
    page.keyboard.press("Escape")
    expect(page.locator(".hand .plank")).to_have_count(0)
    page.keyboard.press("Enter")
    page.keyboard.press("Enter")
    expect(planks(page).first).to_be_attached()
    while waits(page):
        before = latest(page)
        page.keyboard.press("n")
        page.keyboard.press("Enter")
        await_change(page, before)
    expect(over(page)).to_be_visible()


@ON_A_PHONE
def test_a_match_by_touch_on_a_phone(page: Page, house: str) -> None:
    sit_down(page, house, {"rounds": 1})
    screenshot(page, "nasca-phone")
    taps = 0
    while waits(page):
        before = latest(page)
        x, y = find_place(page)
        page.touchscreen.tap(x, y)
        expect(page.locator(".hand .plank:not(.refused)")).to_have_count(1)
        if taps % 2:
            page.touchscreen.tap(x, y)
        else:
            page.get_by_role("button", name="Place", exact=True).tap()
        await_change(page, before)
        taps += 1
    fits(page)
    screenshot(page, "nasca-phone-over")


def test_the_board_is_restored_after_a_reload(page: Page, house: str) -> None:
    sit_down(page, house, {"rounds": 1, "landscape": "temple"})
    for _ in range(3):
        assert waits(page)
        before = latest(page)
        act(page)
        await_change(page, before)
        assert waits(page)
    count = planks(page).count()
    page.reload()
    expect(planks(page)).to_have_count(count)
    before = latest(page)
    act(page)
    await_change(page, before)


def test_a_refused_place_says_why(page: Page, house: str) -> None:
    sit_down(page, house, {"landscape": "gate"})
    page.locator("[data-square=c3]").hover()
    expect(page.locator(".hand .refused")).to_have_count(1)
    expect(page.locator(".info")).to_contain_text("there is a plank on")
    expect(page.locator(".hand .refused .digit")).to_have_count(0)  # it has no height
    expect(page.locator(".info").get_by_role("link", name="Rule 5")).to_be_visible()
    before = planks(page).count()
    for _ in range(2):
        page.locator("[data-square=c3]").click()
        expect(place_button(page)).to_be_disabled()
        expect(page.locator(".info")).to_contain_text("there is a plank on")
    expect(planks(page)).to_have_count(before)


def test_a_plank_is_dragged_from_the_stock(page: Page, house: str) -> None:
    sit_down(page, house, {})
    before = latest(page)
    page.locator(".pick [data-length='4']").hover()
    page.mouse.down()
    page.locator("[data-square=f5]").hover()
    page.locator("[data-square=f6]").hover()
    expect(page.locator(".hand .plank")).to_have_count(1)
    page.mouse.up()
    await_change(page, before)
    expect(page.get_by_label("Your planks").locator("[data-length='4']")).to_contain_text("×3")


def held(page: Page) -> str:
    """Return whether the plank in the hand lies across or up."""
    box = page.locator(".hand .face").bounding_box()
    assert box
    return "across" if box["width"] > box["height"] else "up"


def test_the_plank_is_turned_by_wheel_and_key_without_a_click(page: Page, house: str) -> None:
    sit_down(page, house, {})
    page.locator("[data-square=f5]").hover()
    expect(page.locator(".info")).to_contain_text("R or the mouse wheel turns it")
    assert held(page) == "across"
    page.keyboard.press("r")
    assert held(page) == "up"
    # The clock stands still: a slow machine would make two movements of two notches of the wheel.
    page.evaluate("window.now = Date.now(); Date.now = () => now")
    page.evaluate("window.notches = 0; addEventListener('wheel', () => notches++)")
    for later, notches, way in ((0, 1, "across"), (0, 2, "across"), (1000, 3, "up")):
        page.evaluate("later => { now += later }", later)
        page.mouse.wheel(0, 120)
        page.wait_for_function("notches => window.notches === notches", arg=notches)
        assert held(page) == way
        assert page.evaluate("scrollY") == 0, "the page does not scroll either"


def place_button(page: Page) -> Locator:
    return page.get_by_role("button", name="Place", exact=True)


def test_a_click_selects_a_place_and_another_lays_the_plank(page: Page, house: str) -> None:
    sit_down(page, house, {})
    before = latest(page)
    again = "Press its middle to lay it, elsewhere to move it."
    expect(place_button(page)).to_be_disabled()
    page.locator("[data-square=f5]").hover()  # a mouse shows the plank, and selects nothing
    expect(page.locator(".info")).to_contain_text("a click chooses the place")
    expect(page.locator(".info")).not_to_contain_text(again)
    expect(place_button(page)).to_be_disabled()
    page.locator("[data-square=f5]").click()
    expect(page.locator(".info")).to_contain_text(again)
    page.locator("[data-square=c9]").hover()  # it does not follow the mouse any more
    page.keyboard.press("r")
    assert held(page) == "up"
    place_button(page).hover()
    expect(place_button(page)).to_be_enabled()
    page.keyboard.press("Escape")
    expect(place_button(page)).to_be_disabled()
    page.locator("[data-square=f5]").click()
    page.locator("[data-square=c8]").click()  # elsewhere, rather
    expect(page.locator(".info")).to_contain_text(again)
    assert latest(page) == before
    page.locator("[data-square=c8]").click()  # its middle
    await_change(page, before)
    expect(page.locator("[data-square=c6]")).to_have_attribute("aria-label", "c6, height 1, yours")


def below(page: Page) -> list[str]:
    """Return the squares below the plank in the hand."""
    return [str(one.get_attribute("data-square")) for one in page.locator("[role=gridcell].grab").all()]


@pytest.mark.parametrize("finger", [False, True], ids=["mouse", "finger"])
def test_a_press_beside_its_middle_moves_the_plank_by_one_square(browser: Browser, house: str, finger: bool) -> None:
    with guest(browser, has_touch=finger) as page:
        sit_down(page, house, {})
        before = latest(page)
        page.locator(".pick [data-length='5']").click()
        page.keyboard.press("r")

        def press(square: str) -> None:
            cell = page.locator(f"[data-square={square}]")
            cell.tap() if finger else cell.click()

        press("f5")
        assert below(page) == ["f7", "f6", "f5", "f4", "f3"]
        expect(page.locator(BAR)).to_have_text(re.compile("Press its middle or “Place” to lay it"))
        press("f4")
        assert below(page) == ["f6", "f5", "f4", "f3", "f2"]
        page.locator("[data-square=f4]").press("ArrowRight")
        assert below(page) == ["g6", "g5", "g4", "g3", "g2"]
        assert latest(page) == before
        press("g4")
        await_change(page, before)
        expect(page.locator("[data-square=g6]")).to_have_attribute("aria-label", "g6, height 1, yours")


def test_the_middle_of_an_even_plank_lies_on_its_ring(page: Page, house: str) -> None:
    sit_down(page, house, {})
    page.locator(".pick [data-length='4']").click()
    for turn in ("", "r"):
        if turn:
            page.keyboard.press(turn)
        ring = page.locator("circle.place").nth(20).bounding_box()
        assert ring
        at = (ring["x"] + ring["width"] / 2, ring["y"] + ring["height"] / 2)
        for right, down in ((0, 0), (-9, -9), (9, 9)):  # also a little beside it
            page.keyboard.press("Escape")
            page.mouse.click(at[0] + right, at[1] + down)
            plank = page.locator(".hand .face").bounding_box()
            assert plank
            assert abs(plank["x"] + plank["width"] / 2 - at[0]) < 3
            assert abs(plank["y"] + plank["height"] / 2 - at[1]) < 3


def test_a_hint_puts_its_plank_on_the_board(page: Page, house: str) -> None:
    sit_down(page, house, {})
    before = latest(page)
    page.get_by_role("button", name="Hint").click()
    expect(place_button(page)).to_be_enabled()
    hint, plank = page.locator("rect.hint").bounding_box(), page.locator(".hand .face").bounding_box()
    assert hint
    assert plank
    page.keyboard.press("Escape")  # closes the hint, and leaves the plank where it is
    expect(page.get_by_role("region", name="Suggested moves")).to_have_count(0)
    page.mouse.click(hint["x"] + hint["width"] / 2, hint["y"] + hint["height"] / 2)
    await_change(page, before)
    laid = page.locator(".surface > .plank .face").first.bounding_box()
    assert laid
    assert abs(laid["x"] - plank["x"]) < 3
    assert abs(laid["width"] - plank["width"]) < 3


def test_the_place_button_lays_the_selected_plank(page: Page, house: str) -> None:
    sit_down(page, house, {})
    before = latest(page)
    page.locator("[data-square=f5]").click()
    place_button(page).click()
    await_change(page, before)
    expect(page.locator("[data-square=f5]")).to_have_attribute("aria-label", "f5, height 1, yours")


def test_rings_below_the_selected_plank_are_not_offered(page: Page, house: str) -> None:
    """They would shine through it."""
    sit_down(page, house, {})
    expect(page.locator("circle.place")).to_have_count(70)
    page.locator("[data-square=f5]").hover()
    expect(page.locator("circle.place")).to_have_count(70)
    page.locator("[data-square=f5]").click()
    expect(page.locator("circle.place")).to_have_count(65)


def test_the_table_tells_how_squares_are_won(page: Page, house: str) -> None:
    sit_down(page, house, {})
    tip = page.locator(".info .tip")
    expect(page.locator(".bar .line")).to_have_text(re.compile("Put the middle of a plank on a ring"))
    expect(tip).to_contain_text("at one border or in a corner")
    page.keyboard.press("h")
    expect(tip).to_contain_text("Both ends of a bridge need the same height.")
    page.keyboard.press("h")
    for _ in range(2):
        before = latest(page)
        act(page)
        await_change(page, before)
        assert waits(page)
    page.mouse.move(0, 0)
    expect(tip).to_contain_text("A bridge rests on planks of one height.")


@pytest.mark.parametrize("size", [(1280, 800), (1366, 768), (1024, 768), (1920, 1080)])
def test_nothing_scrolls_on_a_desk(browser: Browser, house: str, size: tuple[int, int]) -> None:
    with guest(browser, viewport={"width": size[0], "height": size[1]}) as page:
        sit_down(page, house, {})
        assert waits(page)
        assert page.evaluate("document.documentElement.scrollHeight - innerHeight") <= 0


def test_planks_since_our_turn_are_framed_with_their_sign(page: Page, house: str) -> None:
    sit_down(page, house, {})
    for _ in range(2):
        before = latest(page)
        act(page)
        await_change(page, before)
        assert waits(page)
        expect(page.locator(".surface .recent")).to_have_count(1)
        expect(page.locator(".surface .by.seat-1 rect")).to_have_count(1)  # the computer's sign


def test_lit_planks_are_lifted_to_their_height(page: Page, house: str) -> None:
    sit_down(page, house, {"landscape": "temple"})
    before = latest(page)
    act(page)
    await_change(page, before)
    assert waits(page)
    page.locator(".log button").last.focus()
    lit, frame = page.locator(".lit").first.bounding_box(), page.locator(".surface .recent").first.bounding_box()
    assert lit
    assert frame
    assert abs(lit["y"] - frame["y"]) < 4
    assert abs(lit["x"] - frame["x"]) < 4


@pytest.mark.parametrize("size", SIZES)
def test_everything_needed_is_in_sight(browser: Browser, house: str, size: tuple[int, int]) -> None:
    touch = size[0] < 800 or size[1] < 400
    with guest(browser, viewport={"width": size[0], "height": size[1]}, has_touch=touch, is_mobile=touch) as page:
        sit_down(page, house, {})
        assert waits(page)
        needed = page.locator(".pane, .info, .pick button, .tools .primary, .tools button:has-text('Turn'), .score dd")
        for each in needed.all():
            expect(each).to_be_in_viewport(ratio=0.99)
        ring = page.locator("circle.place").first.bounding_box()
        assert ring
        assert ring["width"] >= 10
        fits(page)


@pytest.mark.parametrize("size", [(900, 700), (1024, 768)], ids=str)
def test_the_board_uses_the_room_of_a_small_window(browser: Browser, house: str, size: tuple[int, int]) -> None:
    with guest(browser, viewport={"width": size[0], "height": size[1]}) as page:
        sit_down(page, house, {})
        pane = page.locator(".pane").bounding_box()
        assert pane
        assert pane["width"] > size[0] / 3
        for each in page.locator(".pick button, .tools button:visible, .theirs, .score dd, .log").all():
            expect(each).to_be_in_viewport(ratio=0.99)


def act(page: Page) -> None:
    """Play any move by two clicks, without waiting for its effect."""
    at = find_place(page)
    page.mouse.click(*at)
    expect(page.locator(".tools .primary")).to_be_enabled()
    page.mouse.click(*at)


def test_two_people_play_over_a_lost_connection(page: Page, browser: Browser, house: str) -> None:
    with two_people(page, browser, house, "nasca") as pages:
        play_to_a_resignation(pages, act, re.compile(" lays? a plank"))


def test_the_log_is_in_every_language(page: Page, house: str) -> None:
    sit_down(page, house, {"landscape": "monkey"})
    before = latest(page)
    act(page)
    await_change(page, before)
    assert waits(page)
    speaks_every_language(page, "nasca")


def test_a_custom_landscape(page: Page) -> None:
    page.goto("/play/nasca")
    page.locator("[data-landscape=custom]").click()
    editor = page.get_by_role("group", name="Landscape editor")
    for _ in range(2):
        editor.locator("[data-square=c3]").click()
    expect(editor.locator(".info")).to_have_text("1 plank laid")
    for key in ("2", "ArrowUp", "ArrowUp", "Enter"):
        page.keyboard.press(key)
    expect(editor.locator(".info")).to_have_text("2 planks laid")
    for key in ("ArrowDown", "ArrowDown", "Enter"):
        page.keyboard.press(key)
    expect(editor.locator(".info")).to_contain_text("It would rest on the plank b3-d3 with more than one square.")
    page.reload()
    page.locator("[data-landscape=custom]").click()
    expect(editor.locator(".info")).to_have_text("2 planks laid")
    page.get_by_role("button", name="Play", exact=True).click()
    expect(planks(page)).to_have_count(2)
    for square in ("b3", "d3", "c5", "d5"):
        expect(page.locator(f"[data-square={square}]")).to_have_attribute("aria-label", f"{square}, height 1, neutral")


@ON_A_PHONE
def test_a_landscape_is_built_by_touch(page: Page) -> None:
    page.goto("/play/nasca")
    page.locator("[data-landscape=custom]").tap()
    square = page.locator(".editor [data-square=h7]")
    square.tap()
    expect(page.locator(".editor .hand .plank")).to_have_count(1)
    square.tap()
    expect(page.locator(".editor .info")).to_have_text("1 plank laid")
    fits(page)
