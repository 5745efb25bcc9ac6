"""What people do at a table besides moving: take back, hints, hand over, offer an end, play again, sounds."""

from __future__ import annotations

import re
from contextlib import suppress
from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, Page, expect
from playwright.sync_api import TimeoutError as TooLate
from tests.web.conftest import PATIENCE
from tests.web.games_play import GAMES, PHONE, begin, choose, end_card, guest, introduce, make, over, resign

import ludotheque

TWO: dict[str, Any] = {"game": "nasca", "seats": [{"who": "me"}, {"who": "open"}], "hold": 10}


def alone(game: str, **more: Any) -> dict[str, Any]:
    bots = max(1, ludotheque.game(game).seats[0] - 1)
    return {"game": game, "seats": [{"who": "me"}] + [{"who": "bot", "level": 1}] * bots, **more}


def log(page: Page) -> Locator:
    return page.get_by_role("region", name="What has happened")


def notice(page: Page) -> Locator:
    """The line above the board: why something was refused, or what happened last."""
    return page.locator(".play > .told")


def yours(page: Page) -> Locator:
    return page.locator(".line.yours")


def place(page: Page) -> None:
    """Some plank at Nasca: the first place that is offered."""
    expect(yours(page)).to_contain_text("Put the middle of a plank on a ring")
    page.get_by_role("button", name="Next place").click()
    page.get_by_role("button", name="Place", exact=True).click()


def sit_down(page: Page, friend: Page, house: str, setup: dict[str, Any] = TWO) -> None:
    """Ada and Bob before a table that has begun; Ada is to move."""
    introduce(page.context, house, "Ada")
    introduce(friend.context, house, "Bob")
    key = make(page.context, house, setup)
    page.goto(f"{house}/table/{key}")
    friend.goto(f"{house}/table/{key}")
    friend.get_by_role("button", name="Sit here").click()
    friend.get_by_role("button", name="Start", exact=True).click()
    expect(yours(page)).to_be_visible()


def test_computers_let_a_move_be_taken_back_at_once(page: Page, house: str) -> None:
    begin(page, house, alone("nasca"))
    take_back = page.get_by_role("button", name="Take back")
    expect(take_back).to_be_disabled()
    expect(take_back).to_have_attribute("title", "There is nothing to take back.")
    place(page)
    expect(log(page)).to_contain_text("Computer lays")
    take_back.click()
    expect(log(page)).to_contain_text("Moves are taken back.")
    expect(log(page).locator("s")).to_have_text([re.compile("You lay"), re.compile("Computer lays")])
    expect(take_back).to_be_disabled()
    expect(yours(page)).to_be_visible()
    expect(page.get_by_role("button", name="Agree")).to_have_count(0)
    place(page)  # the board is alive again
    expect(log(page).get_by_text("You lay")).to_have_count(2)


def test_people_are_asked_before_a_move_is_taken_back(page: Page, browser: Browser, house: str) -> None:
    with guest(browser) as friend:
        sit_down(page, friend, house)
        place(page)
        page.get_by_role("button", name="Take back").click()
        expect(page.get_by_role("alert")).to_contain_text("You have asked to take your move back.")
        friend.get_by_role("button", name="Decline").click()
        expect(log(page)).to_contain_text("Bob declines.")
        expect(page.get_by_role("alert")).to_have_count(0)
        page.get_by_role("button", name="Take back").click()
        expect(notice(page)).to_contain_text("You can ask again after the next move.")
        place(friend)
        page.get_by_role("button", name="Take back").click()
        expect(friend.get_by_role("alert")).to_contain_text("Ada would like to take a move back.")
        friend.get_by_role("button", name="Agree").click()
        expect(yours(page)).to_be_visible()
        expect(friend.locator("p.line")).to_contain_text("To move: Ada")


def test_what_came_out_is_not_taken_back(page: Page, house: str) -> None:
    begin(page, house, alone("nox"))
    page.locator(".hand button").first.click()
    page.locator('[data-display="0"] .place.gap').first.click()
    expect(log(page)).to_contain_text("You draw a card")
    back = page.get_by_role("button", name="Take back")
    expect(back).to_be_disabled()
    expect(back).to_have_attribute("title", re.compile("Something hidden has come out"))


def test_a_bot_stands_in_for_somebody_who_is_away(page: Page, browser: Browser, house: str) -> None:
    with guest(browser) as friend:
        sit_down(page, friend, house)
        address = friend.url
        place(page)
        friend.goto(house)
        page.get_by_role("button", name="Let a computer play").click()
        expect(notice(page)).to_contain_text("The seat is kept for")
        taken_over = log(page).get_by_text("A computer plays for Bob.")
        for _ in range(PATIENCE // 1000):
            if taken_over.count():
                break
            with suppress(TooLate):  # it goes as soon as the computer plays
                page.get_by_role("button", name="Let a computer play").click(timeout=1000)
            page.wait_for_timeout(200)
        expect(taken_over).to_be_visible()
        expect(yours(page)).to_be_visible()  # it has moved
        friend.goto(address)
        friend.get_by_role("button", name="I am back").click()
        expect(log(page)).to_contain_text("Bob is back.")
        place(page)
        place(friend)
        expect(yours(page)).to_be_visible()


def test_an_end_is_offered_and_the_same_people_play_again(page: Page, browser: Browser, house: str) -> None:
    with guest(browser) as friend:
        sit_down(page, friend, house)
        choose(page, "Offer to end")
        expect(friend.get_by_role("alert")).to_contain_text("Ada offers to end the match without a result.")
        friend.get_by_role("button", name="Agree").click()
        expect(over(page)).to_contain_text("The match ended without a result")
        expect(log(page)).to_contain_text("without a result")
        expect(end_card(page)).to_contain_text("All agreed to stop.")
        before = page.url
        end_card(page).get_by_role("button", name="Play again").click()
        expect(page).not_to_have_url(before)
        end_card(friend).get_by_role("link", name="To the new table").click()
        expect(friend).to_have_url(page.url)
        # Seats have changed: whoever was second begins. It starts by itself when both are there.
        expect(yours(friend)).to_be_visible()
        expect(page.locator("p.line")).to_contain_text("To move: Bob")


def test_resigning_is_asked_once_more(page: Page, house: str) -> None:
    begin(page, house, alone("nasca"))
    choose(page, "Resign")
    page.get_by_role("button", name="Never mind").click()
    expect(yours(page)).to_be_visible()
    resign(page)
    expect(over(page)).to_contain_text("You lost")
    expect(log(page)).to_contain_text("The match ends by resignation.")
    expect(end_card(page)).to_contain_text("You resigned.")


@pytest.mark.parametrize("game", GAMES)
def test_a_hint_is_told_in_words(page: Page, house: str, game: str) -> None:
    begin(page, house, alone(game, options={"sand": 0}) if game == "domino3d" else alone(game))
    expect(yours(page)).to_be_visible()
    page.get_by_role("button", name="Hint").click()
    hint = page.get_by_role("region", name="Suggested moves")
    expect(hint).to_contain_text("chance to win")
    assert "⟨" not in hint.inner_text()
    moves = page.get_by_role("group", name="Suggested moves").locator("button[aria-pressed]")
    told = set()
    for move in moves.all():
        move.click()
        expect(move).to_have_attribute("aria-pressed", "true")
        told.add(hint.locator("strong").inner_text())
    assert len(told) == moves.count() != 1, "each suggestion has words of its own, and a single one needs no button"
    if not told:
        expect(hint).to_contain_text("Other moves are just as good.")
    page.get_by_role("button", name="Close", exact=True).click()
    expect(hint).to_have_count(0)


def test_those_who_watch_see_whose_turn_it_is(page: Page, browser: Browser, house: str) -> None:
    begin(page, house, alone("keks"))
    with guest(browser) as watcher:
        watcher.goto(page.url)
        expect(watcher.locator("p.line")).to_contain_text("To move: Ada")
        expect(watcher.locator("p.line")).to_contain_text("You are watching")
        for words in ("Take back", "Hint"):
            expect(watcher.get_by_role("button", name=words)).to_have_count(0)


@pytest.mark.parametrize("game", GAMES)
def test_a_phone_shows_turn_actions_and_board_without_scrolling(browser: Browser, house: str, game: str) -> None:
    with guest(browser, **PHONE) as page:
        begin(page, house, alone(game))
        expect(yours(page)).to_be_in_viewport(ratio=1)
        for words in ("Take back", "Hint"):
            expect(page.get_by_role("button", name=words)).to_be_in_viewport(ratio=1)
        page.locator("summary", has_text="More").click()
        expect(page.get_by_role("button", name="Resign")).to_be_in_viewport(ratio=1)
        page.keyboard.press("Escape")
        expect(page.locator("summary", has_text="More")).to_be_focused()
        assert page.evaluate("scrollY") == 0


#: The pitch of every sound that is made.
LISTEN = """window.heard = []; const start = OscillatorNode.prototype.start;
OscillatorNode.prototype.start = function (at) { heard.push(this.frequency.value); start.call(this, at) }"""


def test_sounds_are_off_until_they_are_switched_on(page: Page, house: str) -> None:
    page.add_init_script(LISTEN)
    begin(page, house, alone("nasca"))
    place(page)
    expect(log(page)).to_contain_text("Computer lays")
    assert page.evaluate("heard.length") == 0
    page.locator("summary", has_text="Settings").click()
    page.get_by_label("Sounds").check()
    page.keyboard.press("Escape")
    page.wait_for_function("() => heard.length > 0")  # it says how it sounds
    before = page.evaluate("heard.length")
    place(page)
    page.wait_for_function("before => heard.length >= before + 2", arg=before)
    page.reload()
    expect(yours(page)).to_be_visible()
    page.locator("summary", has_text="Settings").click()
    expect(page.get_by_label("Sounds")).to_be_checked()
