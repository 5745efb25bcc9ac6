"""Domino 3D's race as a newcomer meets it: countdown, what is lacking, what the ghost says, the check, the hints."""

from __future__ import annotations

import re
from typing import Any

from playwright.sync_api import Browser, Locator, Page, expect
from tests.web.domino3d_play import (
    BOT,
    await_turn,
    board,
    build_all,
    expect_tower,
    felt,
    give_up,
    played,
    setup,
    show_a_placement,
    show_what_matches,
    stand_first_upright,
    tab_to,
    walk_until,
    word,
)
from tests.web.games_play import PHONE, begin, guest, introduce, make, over


def race(bots: int = 1, **options: Any) -> dict[str, Any]:
    made = setup("race", **options)
    return {**made, "seats": [made["seats"][0], *([BOT] * bots)], "round_breaks": True}


def bar(page: Page) -> Locator:
    return page.locator(".bar [role=status]")


def said(page: Page) -> Locator:
    """What the line under the tower says."""
    return page.locator(".tools .line")


def card(page: Page) -> Locator:
    return page.get_by_role("dialog")


def await_round(page: Page, number: int = 1) -> None:
    """Wait until the countdown of a round is over."""
    expect(page.locator(".note").first).to_have_text(f"Round {number}")
    expect(word(page, "give up")).to_be_enabled()


def test_nobody_builds_before_the_countdown_is_over(page: Page, house: str) -> None:
    begin(page, house, race())
    expect(page.locator(".countdown")).to_have_text(re.compile("^[321]$"))
    expect(bar(page)).to_contain_text("Get ready")
    expect(page.locator(".hand button").first).to_be_disabled()
    expect(page.locator(".place")).to_be_disabled()
    for seat in (0, 1):
        expect(page.locator(f".tables [data-seat='{seat}']")).to_contain_text("0 of 10")
    expect(page.locator(".countdown")).to_be_hidden()
    expect(bar(page)).to_contain_text("Put a domino in the middle of your table")
    expect(page.locator(".hand button").first).to_be_enabled()


def test_what_is_lacking_stands_on_the_button(page: Page, house: str) -> None:
    begin(page, house, race())
    await_round(page)
    expect(word(page, "done")).to_be_disabled()
    expect(word(page, "done")).to_contain_text("10 dominoes left")
    tab_to(page, felt(page))
    page.keyboard.press("ArrowUp")
    played(page, lambda: page.keyboard.press("Enter"))
    expect_tower(page, 1)
    expect(word(page, "done")).to_contain_text("9 dominoes left")
    expect(bar(page)).to_contain_text("Match the marks. 9 dominoes left")


def test_the_ghost_never_promises_what_is_not_checked(page: Page, house: str) -> None:
    begin(page, house, race())
    await_round(page)
    stand_first_upright(page)
    assert walk_until(page, "allowed")
    expect(said(page)).to_contain_text("May be put here. Marks are not checked while you build.")
    expect(said(page).locator(".sign")).to_have_text("i")
    expect(page.locator("[data-tool=fit]")).to_have_count(0)
    switch = page.locator("[data-tool=help]")
    expect(switch).to_contain_text("Show what matches")
    switch.click()
    expect(switch).to_have_attribute("aria-pressed", "true")
    felt(page).focus()
    assert walk_until(page, "differs")
    expect(said(page)).to_contain_text("May be put here, but the marks differ ")
    expect(said(page).locator(".sign")).to_have_text("≠")
    show_a_placement(page)
    expect(said(page)).to_contain_text("May be put here, and the marks match.")
    switch.click()
    expect(page.locator("[data-tool=fit]")).to_have_count(0)


def test_each_error_is_shown_before_the_next_round(page: Page, house: str) -> None:
    begin(page, house, race())
    await_round(page)
    build_all(page, wrong=True)
    expect(bar(page)).to_contain_text("Check the marks, then “I am done”")
    expect(word(page, "done")).to_contain_text(re.compile("for [12] points?, if no error"))
    # One press too many takes nothing back.
    expect(page.locator(".place")).to_have_text("Place", use_inner_text=True)
    expect(page.locator(".place")).to_be_disabled()
    page.keyboard.press("l")
    expect(page.locator(".place")).to_have_text("Take back", use_inner_text=True)
    expect(page.locator(".place")).to_be_enabled()
    page.keyboard.press("Escape")
    page.keyboard.press("Enter")
    expect(card(page)).to_contain_text("Round 1 is over")
    expect(card(page)).to_contain_text("First done: 2 points, second: 1.")
    tile = card(page).locator("li.error")
    expect(tile).to_contain_text("You: error, no points (")
    expect(tile).to_contain_text("beside")
    expect(tile).to_contain_text(re.compile(r"Place [12]: [12] points? at stake"))
    assert tile.locator(".frame.ring").count() >= 1
    expect(page.locator(".tables [data-seat='0']")).to_contain_text("error")
    expect(page.locator(".note").first).to_have_text("Round 1")
    expect_tower(page, 10)
    # Behind the card, the tower with its error.
    card(page).get_by_role("button", name="Look at the board").click()
    expect(card(page)).to_be_hidden()
    expect(said(page)).to_contain_text("You: error")
    number = board(page).get_attribute("data-number")
    page.wait_for_timeout(800)
    assert board(page).get_attribute("data-number") == number, "computers wait"
    page.get_by_role("button", name="Next round").click()
    expect(page.locator(".countdown")).to_be_visible()
    await_round(page, 2)
    expect_tower(page, 0)


def test_the_last_check_is_part_of_the_end(page: Page, house: str) -> None:
    begin(page, house, race(goal="rounds"))
    for number in range(1, 5):
        await_round(page, number)
        give_up(page)
        if number < 4:
            page.get_by_role("button", name="Next round").click()
    expect(over(page).or_(card(page)).first).to_be_visible()
    # Whether it has made an error depends on how long it could build.
    expect(card(page)).to_contain_text(re.compile("Computer: (no )?error"))
    expect(card(page)).to_contain_text("You: gave up, no points.")


def test_giving_up_asks_first(page: Page, house: str) -> None:
    page.emulate_media(reduced_motion="reduce")
    begin(page, house, race())
    await_round(page)
    button = word(page, "give up")
    button.dblclick()  # whoever taps twice by mistake is still asked
    expect(button).to_have_text("Really give up?", use_inner_text=True)
    expect(said(page)).to_contain_text("You would win no points this round.")
    expect(page.locator(".tables [data-seat='1'] .full")).not_to_have_count(0)
    expect(button).to_have_text("Really give up?", use_inner_text=True)  # the others' moves do not answer
    felt(page).focus()
    page.keyboard.press("ArrowUp")
    expect(button).to_have_text("Give this round up", use_inner_text=True)
    expect(said(page)).not_to_contain_text("You would win no points")
    give_up(page)
    expect(page.locator(".tables [data-seat='0']")).to_contain_text("gave up")


def test_the_moves_of_the_others_clear_neither_hint_nor_choice(page: Page, browser: Browser, house: str) -> None:
    introduce(page.context, house, "Ada")
    made = {**setup("race", {"who": "open"}), "round_breaks": True}
    address = f"{house}/table/{make(page.context, house, made)}"
    page.goto(address)
    with guest(browser) as friend:
        introduce(friend.context, house, "Bob")
        friend.goto(address)
        friend.get_by_role("button", name="Sit here").click()
        page.get_by_role("button", name="Start", exact=True).click()
        await_round(page)
        page.get_by_role("button", name="Hint", exact=True).click()
        hint = page.get_by_role("region", name="Suggested moves")
        expect(hint.get_by_role("button").first).to_be_visible()
        shown = board(page).get_attribute("data-ghost")
        assert shown
        await_round(friend)
        stand_first_upright(friend)
        expect(page.locator(".tables [data-seat='1'] .full")).to_have_count(1)
        expect(hint.get_by_role("button").first).to_be_visible()
        assert board(page).get_attribute("data-ghost") == shown
        page.keyboard.press("Escape")
        page.locator(".hand button").nth(3).click()
        show_what_matches(friend)
        tab_to(friend, felt(friend))
        show_a_placement(friend)
        played(friend, lambda: friend.keyboard.press("Enter"))
        expect(page.locator(".tables [data-seat='1'] .full")).to_have_count(2)
        expect(page.locator(".hand button").nth(3)).to_have_attribute("aria-pressed", "true")


def test_whoever_is_done_sees_who_still_builds(page: Page, browser: Browser, house: str) -> None:
    introduce(page.context, house, "Ada")
    address = f"{house}/table/{make(page.context, house, {**setup('race', {'who': 'open'}), 'round_breaks': True})}"
    page.goto(address)
    with guest(browser) as friend:
        introduce(friend.context, house, "Bob")
        friend.goto(address)
        friend.get_by_role("button", name="Sit here").click()
        page.get_by_role("button", name="Start", exact=True).click()
        await_round(page)
        expect(said(page)).to_contain_text("First done: 2 points, second: 1.")
        give_up(page)
        expect(bar(page)).to_contain_text("Waiting for: Bob (10 dominoes left)")
        expect(said(page)).to_contain_text("The round ends when everybody is done or has given up.")


def test_six_builders_can_be_followed_on_a_phone(browser: Browser, house: str) -> None:
    with guest(browser, **PHONE) as page:
        begin(page, house, race(5))
        await_round(page)
        for seat in range(6):
            table = page.locator(f".tables [data-seat='{seat}']")
            expect(table).to_be_in_viewport(ratio=1)
            expect(table).to_contain_text(re.compile(r"\d of 6|done"))
        for needed in (".felt", ".place", ".hand", "[data-move=done]"):
            box = page.locator(needed).bounding_box()
            assert box
            assert box["y"] + box["height"] <= PHONE["viewport"]["height"], f"{needed} is out of reach"


def test_the_whole_hand_is_in_sight_and_every_tool_has_a_word(browser: Browser, house: str) -> None:
    with guest(browser, **PHONE) as page:
        begin(page, house, setup("race"))
        await_turn(page)
        hand = page.locator(".hand button")
        expect(hand).to_have_count(10)
        for each in hand.all():
            expect(each).to_be_in_viewport(ratio=1)
        for name in ("Turn", "Tip", "Roll", "Other half", "Take back"):
            expect(page.locator(".turns").get_by_text(name, exact=True)).to_be_visible()
        expect(page.get_by_role("button", name="Show again")).to_have_count(0)
