"""Following a match: the pace of computers, what has happened since one's turn, the log, rules beside the table."""

from __future__ import annotations

import re
from itertools import pairwise
from statistics import median

import pytest
from playwright.sync_api import Browser, FloatRect, Locator, Page, expect
from tests.web.conftest import resize
from tests.web.games_play import LOG, PHONE, begin, choose, fits, guest, over, resign
from tests.web.layout import at_pace
from tests.web.test_table import alone, log, notice, place, yours

#: Milliseconds: how long a computer's move stays at a normal pace, without the inaccuracy of timers.
STAYS = 1000
#: Notes when the log gets longer, and everything that the line above the board says.
OBSERVE = """() => {
  window.steps = [];
  window.said = [];
  const note = () => {
    const lines = document.querySelectorAll(".log li").length;
    if (lines !== steps.at(-1)?.lines) steps.push({lines, at: performance.now()});
    said.push(document.querySelector(".play > .told p").textContent.trim());
  };
  note();
  const all = {subtree: true, childList: true, characterData: true};
  new MutationObserver(note).observe(document.querySelector(".table"), all);
}"""


def nox_with_five(page: Page, house: str) -> None:
    bots = [{"who": "bot", "level": 1}] * 5
    begin(page, house, {"game": "nox", "seats": [{"who": "me"}, *bots]})
    expect(yours(page)).to_be_visible()


def play_a_card(page: Page) -> None:
    page.locator(".hand button").first.click()
    page.locator('[data-display="0"] .place.gap').first.click()


def lap(page: Page) -> list[float]:
    """Play a card; return the milliseconds between the moves until it is our turn again."""
    page.evaluate(OBSERVE)
    play_a_card(page)
    expect(page.locator(LOG, has_text=re.compile("^Computer 5 (plays|covers)"))).to_have_count(1)
    expect(yours(page)).to_be_visible()
    times = [step["at"] for step in page.evaluate("steps")][1:]
    return [after - before for before, after in pairwise(times)]


def test_computers_move_one_second_apart_each_in_a_sentence(page: Page, house: str) -> None:
    at_pace(page, "normal")
    nox_with_five(page, house)
    pauses = lap(page)
    assert len(pauses) == 5
    assert min(pauses) >= STAYS
    said = page.evaluate("said")
    for number in range(1, 6):
        sentence = re.compile(rf"Computer {number} (plays|covers)")
        assert any(sentence.search(line) for line in said), (number, said)
    assert not any("draws" in line for line in said)


def test_computers_may_move_at_once(page: Page, house: str) -> None:
    at_pace(page, "slow")
    nox_with_five(page, house)
    page.locator("summary", has_text="Settings").click()
    page.get_by_label("Computers move").select_option("at once")
    page.keyboard.press("Escape")
    # Most of them: a computer that thinks for the first time may take as long as it needs.
    assert median(lap(page)) < STAYS
    page.reload()
    page.locator("summary", has_text="Settings").click()
    expect(page.get_by_label("Computers move")).to_have_value("instant")


def take(page: Page) -> int:
    """A whole turn at Keks: one tile; return how many tiles are left."""
    page.locator(".plate button.raised").first.click()
    stop = page.locator(".stop")
    expect(stop.or_(page.locator("p.line:not(.yours)")).first).to_be_visible()
    left = page.locator(".plate button").count()
    if stop.is_enabled():
        stop.click()
    return left


def taken(page: Page) -> Locator:
    return page.locator("[data-taken]")


def test_what_was_taken_stays_marked_until_the_next_move_and_is_shown_again(page: Page, house: str) -> None:
    at_pace(page, "normal")
    begin(page, house, alone("keks"))
    expect(yours(page)).to_be_visible()
    expect(page.get_by_role("button", name="Show again")).to_have_count(0)  # nothing has happened yet
    left = take(page)
    expect(log(page)).to_contain_text("Computer")
    expect(yours(page)).to_be_visible()
    now = page.locator(".plate button").count()
    assert now < left
    expect(taken(page)).to_have_count(left - now)
    for sign in taken(page).locator("b").all():
        expect(sign).to_have_text("■")  # the computer's sign, not only its colour
    page.reload()
    expect(taken(page)).to_have_count(left - now)


def test_show_again_replays_what_the_computer_did(page: Page, house: str) -> None:
    at_pace(page, "normal")
    begin(page, house, alone("keks"))
    left = take(page)
    expect(yours(page)).to_be_visible()
    now = page.locator(".plate button").count()
    sentence = notice(page).locator("p").inner_text()
    page.reload()  # whoever comes back may see it too
    page.get_by_role("button", name="Show again").click()
    expect(page.locator(".plate button")).to_have_count(left)
    expect(yours(page)).to_have_count(0)
    expect(page.locator(".plate button")).to_have_count(now)
    expect(yours(page)).to_be_visible()
    expect(notice(page).locator("p")).to_have_text(sentence)
    page.locator(".plate button.raised").first.click()
    expect(page.locator(".plate button")).to_have_count(now - 1)


def test_the_log_is_grouped_by_turn_and_lights_up_the_board(page: Page, house: str) -> None:
    begin(page, house, alone("nasca"))
    for _ in range(3):
        place(page)
        expect(yours(page)).to_be_visible()
    turns = page.locator(".log li:has(.shape)")
    expect(turns).to_have_count(6)
    assert [turn.locator(".shape").inner_text() for turn in turns.all()] == ["●", "■"] * 3
    expect(page.locator(".log")).not_to_contain_text("is here")
    lit = page.locator(".lit")
    expect(lit).to_have_count(0)
    sentence = turns.last.get_by_role("button")
    sentence.hover()
    expect(lit).not_to_have_count(0)
    page.locator("h1").hover()
    expect(lit).to_have_count(0)
    sentence.focus()
    expect(lit).not_to_have_count(0)
    page.get_by_role("button", name="Take back").click()
    expect(page.locator(".log s")).to_have_count(2)
    expect(lit).to_have_count(0)


def test_what_cannot_be_done_says_why(page: Page, house: str) -> None:
    at_pace(page, "slow")
    begin(page, house, alone("nasca", takebacks=False))
    take_back, hint = (page.get_by_role("button", name=words) for words in ("Take back", "Hint"))
    expect(hint).to_be_enabled()
    place(page)
    expect(take_back).to_be_disabled()
    assert take_back.get_attribute("title")
    expect(hint).to_be_disabled()
    expect(hint).to_have_attribute("title", "It is not your turn.")
    hint.click(force=True)  # a finger cannot rest on it to read its title
    expect(notice(page)).to_contain_text("It is not your turn.")
    expect(yours(page)).to_be_visible()
    expect(hint).to_be_enabled()
    expect(take_back).to_be_disabled()
    take_back.click(force=True)
    expect(notice(page)).to_contain_text(take_back.get_attribute("title") or "no reason")
    page.locator("summary", has_text="More").click()
    expect(page.get_by_role("button", name="Offer to end")).to_have_count(0)  # nobody to ask
    expect(page.get_by_label("Say something")).to_have_count(0)


def rules(page: Page) -> Locator:
    return page.get_by_role("complementary", name="Rules")


@pytest.mark.parametrize("size", [(900, 700), (1280, 800), (1920, 1080)], ids=str)
def test_the_rules_move_nothing(page: Page, house: str, size: tuple[int, int]) -> None:
    resize(page, *size)
    begin(page, house, alone("keks"))
    expect(yours(page)).to_be_visible()
    lying = [page.locator(".on-table"), page.locator("p.line"), page.locator(".plate button").last]
    before = [each.bounding_box() for each in lying]
    page.locator(".heading").get_by_role("button", name="Rules").click()
    expect(rules(page).locator("h3").first).to_be_visible()
    assert [each.bounding_box() for each in lying] == before
    page.keyboard.press("Escape")
    expect(rules(page)).to_have_count(0)
    assert [each.bounding_box() for each in lying] == before


def test_the_rules_open_beside_the_table(page: Page, house: str) -> None:
    begin(page, house, alone("keks"))
    address = page.url
    opener = page.locator(".heading").get_by_role("button", name="Rules")
    opener.click()
    expect(rules(page)).to_be_focused()
    expect(rules(page).locator("h3").first).to_be_visible()
    board, panel = page.locator(".on-table").bounding_box(), rules(page).bounding_box()
    assert board
    assert panel
    assert board["x"] + board["width"] <= panel["x"]
    page.keyboard.press("Escape")
    expect(rules(page)).to_have_count(0)
    expect(opener).to_be_focused()
    page.locator('[data-at="d4"]').click()
    page.locator(".keks .told").get_by_role("link", name="Rule 3").click()
    expect(rules(page).locator("#rule-3")).to_be_in_viewport()
    page.locator(".plate button.raised").first.click()  # and one can play
    expect(page.locator(".plate button")).not_to_have_count(60)
    rules(page).get_by_role("button", name="Close").click()
    expect(rules(page)).to_have_count(0)
    expect(page.get_by_role("main")).to_be_focused()  # the refusal with its link is gone
    assert page.url == address


def test_the_rules_are_a_sheet_on_a_phone(browser: Browser, house: str) -> None:
    with guest(browser, **PHONE) as page:
        begin(page, house, alone("keks"))
        page.locator(".heading").get_by_role("button", name="Rules").tap()
        expect(rules(page)).to_be_in_viewport(ratio=1)
        bar, sheet = page.locator("p.line").bounding_box(), rules(page).bounding_box()
        assert bar
        assert sheet
        assert bar["y"] >= 0
        assert bar["y"] + bar["height"] <= sheet["y"]
        rules(page).get_by_role("button", name="Close").tap()
        expect(rules(page)).to_have_count(0)


def test_pages_to_learn_from_lead_back_to_the_match(page: Page, house: str) -> None:
    begin(page, house, alone("keks"))
    address = page.url
    choose(page, "Learn it in five minutes")
    page.wait_for_url("**/learn/keks")
    for path in ("/learn/keks", "/rules/keks", "/puzzles/keks"):
        page.goto(f"{house}{path}")
        page.get_by_role("link", name="Back to your Keks match").click()
        page.wait_for_url(address)
        expect(yours(page)).to_be_visible()
    resign(page)
    expect(over(page)).to_be_visible()
    page.goto(f"{house}/rules/keks")
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    expect(page.get_by_role("link", name="Back to your Keks match")).to_have_count(0)


@pytest.mark.parametrize("game", ["nasca", "nasenspiel"])
def test_the_line_above_the_board_tells_the_computers_last_move(page: Page, house: str, game: str) -> None:
    begin(page, house, alone(game))
    line = notice(page).locator("p").first
    for _ in range(3):
        before = page.locator("div.frame").get_attribute("data-last")
        page.locator("[role=gridcell]").first.press("n")
        page.get_by_role("button", name="Place", exact=True).click()
        page.wait_for_selector(f"div.frame:not([data-last='{before}'])")
        skip = page.locator("[data-choice=skip]")
        while skip.or_(page.locator(".line.yours")).first.is_visible() and skip.count():
            before = page.locator("div.frame").get_attribute("data-last")
            skip.click()
            page.wait_for_selector(f"div.frame:not([data-last='{before}'])")
        expect(yours(page)).to_be_visible()
        expect(line).to_contain_text(re.compile("Computer (lays|places)"))
    page.reload()
    expect(line).to_contain_text(re.compile("Computer (lays|places)"))


@pytest.mark.parametrize("size", [(360, 740), (844, 390)], ids=str)
def test_a_press_on_the_line_tells_the_whole_lap(browser: Browser, house: str, size: tuple[int, int]) -> None:
    """Turn by turn, also where the line has room for the last move only; the next move closes it."""
    with guest(browser, **{**PHONE, "viewport": {"width": size[0], "height": size[1]}}) as page:
        nox_with_five(page, house)
        play_a_card(page)
        expect(page.locator(LOG, has_text=re.compile("^Computer 5 (plays|covers)"))).to_have_count(1)
        expect(yours(page)).to_be_visible()
        line = page.locator(".play > .told .news")
        expect(line).to_contain_text(re.compile("^… .*Computer 5 (plays|covers)"))
        line.click()
        turns = page.locator(".lap li")
        expect(turns).to_have_count(5)
        for number, turn in enumerate(turns.all(), 1):
            expect(turn).to_contain_text(re.compile(rf"Computer {number} (plays|covers)"))
        fits(page)
        page.keyboard.press("Escape")
        expect(turns).to_have_count(0)
        line.click()
        expect(turns).to_have_count(5)
        line.click()
        expect(turns).to_have_count(0)
        line.click()
        play_a_card(page)
        expect(turns).to_have_count(0)


@pytest.mark.parametrize("size", [(360, 740), (844, 390), (900, 700), (1280, 800)], ids=str)
def test_a_hint_covers_neither_the_board_nor_the_buttons(page: Page, house: str, size: tuple[int, int]) -> None:
    resize(page, *size)
    begin(page, house, alone("nasca"))
    page.locator(".actions .short").nth(1).click()
    hint = page.get_by_role("region", name="Suggested moves")
    expect(hint.locator("strong")).to_be_visible()
    needed = page.locator(".pane, p.line, .actions > *, .pick button, .tools button:visible")
    for card in page.locator("div.hint, div.hint > div").all():
        lying = card.bounding_box()
        for each in needed.all():
            box = each.bounding_box()
            assert box
            assert not (lying and overlap(lying, box)), (each, lying, box)
    page.keyboard.press("Escape")
    expect(hint).to_have_count(0)


def overlap(one: FloatRect, other: FloatRect) -> bool:
    beside = one["x"] + one["width"] <= other["x"] + 1 or other["x"] + other["width"] <= one["x"] + 1
    apart = one["y"] + one["height"] <= other["y"] + 1 or other["y"] + other["height"] <= one["y"] + 1
    return not (beside or apart)


def test_a_take_back_that_nobody_must_agree_to_is_not_asked_for(page: Page, house: str) -> None:
    begin(page, house, alone("nasca"))
    place(page)
    expect(yours(page)).to_be_visible()
    page.get_by_role("button", name="Take back").click()
    expect(log(page)).to_contain_text("Moves are taken back.")
    expect(log(page)).not_to_contain_text("would like")
