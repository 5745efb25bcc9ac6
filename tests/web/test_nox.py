"""NOX in the browser: by mouse, by dragging, by keyboard, on a phone; and that hands stay hidden."""

from __future__ import annotations

import json
import random
import re
from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, Page, WebSocket, expect
from tests.web.conftest import ROOT, resize, screenshot
from tests.web.games_play import (
    LANGUAGES,
    LOG,
    MOVING,
    PHONE,
    begin,
    box_of,
    fits,
    flat,
    guest,
    has_a_winner,
    introduce,
    is_over,
    over,
    play_to_a_resignation,
    settle,
    speaks_every_language,
    tab_to,
    two_people,
)
from tests.web.layout import SIZES, at_pace

BOT = {"who": "bot", "level": 1}
SETUP: dict[str, Any] = {
    "game": "nox",
    "options": {"target": 20},
    "seats": [{"who": "me"}, BOT, BOT],
    "round_breaks": True,
}
LONG = {**SETUP, "options": {}}
#: Our turn.
MAY = ".hand button:not(.idle)"
TARGET = ".place[data-target]"


def next_round(page: Page) -> Locator:
    return page.get_by_role("dialog").get_by_role("button", name="Next round")


def is_done(page: Page) -> bool:
    """Wait until we may move or the match is over; whether it is. Rounds that have ended are looked at."""
    while True:
        page.locator(MAY).or_(over(page)).or_(next_round(page)).first.wait_for()
        if not next_round(page).count():
            return over(page).count() > 0
        next_round(page).click()
        expect(next_round(page)).to_have_count(0)


def notice(page: Page) -> Locator:
    """The line between our display and our hand."""
    return page.locator(".nox .told")


def seated(seats: int) -> dict[str, Any]:
    return {**LONG, "seats": [{"who": "me"}] + [BOT] * (seats - 1)}


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
    expect(page.locator("caption")).to_contain_text("20 end the match")
    while not is_done(page):
        put(page, chance)
    has_a_winner(page)
    assert page.locator(".sheet tbody tr:not(.now)").count() >= 1


def test_a_match_by_keyboard_only(page: Page, house: str) -> None:
    chance = random.Random(3)
    begin(page, house, SETUP)
    page.locator(MAY).first.wait_for()
    tab_to(page, ".hand")
    while not is_done(page):
        if not page.evaluate("!!document.activeElement.closest('.hand')"):
            tab_to(page, ".hand")  # from the card of a round
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
    expect(page.locator(LOG, has_text=re.compile("^You play the"))).to_have_count(1)
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


@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6])
def test_on_a_phone_everything_fits(browser: Browser, house: str, seats: int) -> None:
    chance = random.Random(5)
    with guest(browser, **PHONE) as page:
        begin(page, house, seated(seats))
        for _ in range(4):
            assert not is_done(page)
            fits(page)
            put(page, chance, tap=True)
        assert not is_done(page)  # no bot is moving
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
        while not is_done(page):
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
    expect(notice(page)).to_contain_text("Your display would be worth")


def test_a_refused_place_says_why(page: Page, house: str) -> None:
    """Play until some card meets a stack of another colour."""
    chance = random.Random(2)
    begin(page, house, LONG)
    for _ in range(30):
        assert not is_done(page)
        page.locator(".hand button").first.click()
        wrong = page.locator(".stack.dim")
        if wrong.count():
            wrong.first.click(force=True)
            expect(notice(page)).to_contain_text("only onto its own colour")
            expect(notice(page).get_by_role("link", name="Rule 5")).to_be_visible()
            return
        page.keyboard.press("Escape")
        put(page, chance)
    raise AssertionError("every stack had the colour of the card")


def is_cut(line: Locator) -> bool:
    return bool(line.evaluate("each => each.scrollHeight > each.clientHeight + 1"))


@pytest.mark.parametrize("size", [(360, 740), (844, 390)], ids=str)
def test_why_equal_numbers_share_a_stack_is_read_as_a_whole(page: Page, house: str, size: tuple[int, int]) -> None:
    """Play until a card is shown already, best by somebody with a name; then put it beside."""
    chance = random.Random(6)
    resize(page, *size)
    begin(page, house, {**LONG, "options": {"target": 1000}})
    for _ in range(40):
        assert not is_done(page)
        for card in page.locator(".hand button").all():
            name = str(card.get_attribute("aria-label"))
            same = page.locator(f"section[data-display]:not(.own) .stack[aria-label*='{name[1:]}, ']")
            if not same.count():
                continue
            card.click()
            same.first.locator("xpath=ancestor::section[@data-display]").locator(".gap").click(force=True)
            number = name.split()[1]
            expect(notice(page)).to_contain_text(
                re.compile(rf"^The display of Computer \d already shows the number {number}: play the .* onto it")
            )
            for language in LANGUAGES:
                page.locator("header select").first.select_option(language)
                expect(page.locator("html")).to_have_attribute("lang", language)
                assert not is_cut(notice(page)), f"{language}: {notice(page).inner_text()}"
            return
        put(page, chance)
    raise AssertionError("no card was shown already")


def test_a_reload_in_the_middle_is_harmless(page: Page, house: str) -> None:
    chance = random.Random(11)
    begin(page, house, LONG)
    for _ in range(3):
        assert not is_done(page)
        put(page, chance)
    assert not is_done(page)
    shown = [str(each.get_attribute("aria-label")) for each in page.locator(".stack, .hand button").all()]
    page.reload()
    page.locator(MAY).first.wait_for()
    assert [str(each.get_attribute("aria-label")) for each in page.locator(".stack, .hand button").all()] == shown
    put(page, chance)


@pytest.mark.parametrize("size", SIZES)
def test_everybody_is_in_sight(browser: Browser, house: str, size: tuple[int, int]) -> None:
    """All displays with their points, and our hand: nobody hides behind it."""
    for seats in (3, 4, 6):
        with guest(browser, viewport={"width": size[0], "height": size[1]}) as page:
            begin(page, house, seated(seats))
            page.locator(MAY).first.wait_for()
            expect(page.locator("[data-display]")).to_have_count(seats)
            needed = page.locator("[data-display], [data-display] :is(.total, .worth), .nox .told, .hand button")
            for each in needed.all():
                expect(each).to_be_in_viewport(ratio=0.99)
            names = page.locator("[data-display] header strong")
            assert names.evaluate_all("all => all.every(each => each.scrollWidth <= each.clientWidth)"), "a name is cut"
            shapes = page.locator(".own .place").evaluate_all(
                "all => all.map(each => each.offsetHeight / each.offsetWidth)"
            )
            assert min(shapes) >= 1.36, "our cards are cut"
            hidden = page.locator(".place").evaluate_all("""all => all.filter((each) => {
                const box = each.getBoundingClientRect();
                return document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2) !== each;
            }).length""")
            assert hidden == 0
            fits(page)


@pytest.mark.parametrize("size", [(844, 390), (1280, 800)], ids=str)
def test_where_there_is_room_points_are_told_from_worth_in_words(page: Page, house: str, size: tuple[int, int]) -> None:
    page.set_viewport_size({"width": size[0], "height": size[1]})
    begin(page, house, seated(2))
    page.locator(MAY).first.wait_for()
    expect(page.locator("[data-display] .total small:visible")).to_have_text(["/150", "/150"])
    for label in page.locator("[data-display] .said").all():
        assert box_of(label)["width"] > 20


def test_what_came_since_our_turn_is_marked(page: Page, house: str) -> None:
    """Each card of the others with its owner's sign, and a ghost of what it covered."""
    chance = random.Random(4)
    begin(page, house, seated(6))
    covered = 0
    for _ in range(4):
        assert not is_done(page)
        before = entries(page)
        put(page, chance)
        page.locator(MAY).or_(next_round(page)).first.wait_for()
        if next_round(page).count():
            continue
        lines = page.locator(LOG).all_inner_texts()[before:]
        moves = [found for line in lines if (found := re.match(r"Computer (\d) (plays|covers)", line))]
        assert len(moves) == 5, lines
        signs = sorted(page.locator("[data-came]").all_inner_texts())
        assert signs == sorted("●■▲◆⬟✚"[int(move[1])] for move in moves)
        covers = sum(move[2] == "covers" for move in moves)
        expect(page.locator("[data-covered]")).to_have_count(covers)
        covered += covers
        for mark in page.locator("[data-came]").all():
            place = mark.locator("xpath=ancestor::button")
            expect(place).to_have_attribute("aria-label", re.compile("Computer . (played|covered) the"))
    assert covered, "nobody covered a card"


def test_two_stacks_that_become_one_are_told(page: Page, house: str) -> None:
    chance = random.Random(4)
    begin(page, house, {**LONG, "options": {"target": 1000}})
    merged = page.locator(LOG, has_text="and become one.")
    for _ in range(60):
        assert not is_done(page)
        before = merged.count()
        put(page, chance)
        page.locator(MAY).or_(next_round(page)).first.wait_for()
        if merged.count() > before and not next_round(page).count() and page.locator("[data-joined]").count():
            said = merged.all_inner_texts()[before:]
            assert notice(page).inner_text() in said
            place = page.locator("[data-joined]").first.locator("xpath=ancestor::button")
            expect(place).to_have_attribute("aria-label", re.compile(r"Two stacks became one\.$"))
            return
    raise AssertionError("no stacks became one")


def test_a_played_card_cannot_be_taken_back(page: Page, house: str) -> None:
    """And the button says so before it is pressed."""
    begin(page, house, LONG)
    assert not is_done(page)
    put(page, random.Random(1))
    assert not is_done(page)
    button = page.get_by_role("button", name="Take back")
    expect(button).to_be_disabled()
    expect(button).to_have_attribute("title", re.compile("Something hidden has come out"))


@pytest.mark.parametrize("size", [(360, 740), (844, 390), (1280, 800)], ids=str)
def test_a_lifted_card_hides_no_words(page: Page, house: str, size: tuple[int, int]) -> None:
    resize(page, *size)
    begin(page, house, LONG)
    page.locator(MAY).first.wait_for()
    for card in page.locator(".hand button").all():
        card.click()
        settle(page)
        line, lifted = box_of(notice(page)), box_of(card)
        assert line["y"] + line["height"] <= lifted["y"]


def test_german_cards_are_in_no_case_that_changes_them() -> None:
    """The words for cards, such as "grüne 5", fit the nominative and the accusative only."""
    for folder in ("src/ludotheque/games/nox/words", "web/src/games/nox/messages"):
        words = json.loads((ROOT / folder / "de.json").read_text("utf-8"))
        for text in flat(words):
            assert not re.search(r"\b(der|dem|den|ein|einem|einer|deiner|von|mit|zu) \{(card|onto)\}", text), text


def test_touched_places_answer(page: Page, house: str) -> None:
    at_pace(page, "slow")
    begin(page, house, LONG)
    page.locator(MAY).first.wait_for()
    bar = page.locator("p.line")
    expect(bar).to_contain_text("Choose a card, then a place for it")
    expect(notice(page)).to_contain_text("Your display is empty")
    page.locator("[data-display='1'] .empty:not(.sixth)").first.click()
    expect(notice(page)).to_have_text("First choose one of your cards, then a place for it.")
    page.locator("[data-display='1'] .sixth").click()
    expect(notice(page)).to_have_text("A sixth stack in a display ends the round at once.")
    page.locator(".hand button").first.click()
    expect(bar).to_have_text(re.compile(r"Choose a place for the (blue|green|orange) \d+"))
    page.locator(".own .empty").first.click()  # beside the others
    expect(page.locator(".own .stack")).to_have_count(1)
    expect(bar).not_to_contain_text("Choose a place for")
    expect(notice(page)).to_contain_text("Your display is worth nothing yet. Missing:")
    page.locator("[data-display='1'] .gap").click(force=True)
    expect(notice(page)).to_have_text("It is not your turn yet.")


def test_the_end_of_a_round_keeps_its_table(page: Page, house: str) -> None:
    chance = random.Random(8)
    begin(page, house, {**LONG, "options": {"target": 1000}})
    page.locator(MAY).first.wait_for()
    while not next_round(page).count():
        put(page, chance)
        page.locator(MAY).or_(next_round(page)).first.wait_for()
    card = page.get_by_role("dialog")
    expect(card.get_by_role("heading")).to_contain_text("Round 1")
    expect(card).to_contain_text(re.compile("sixth stack|All cards"))
    assert page.locator(".nox .stack").count() >= 6
    table, beside = page.locator(".night").bounding_box(), card.bounding_box()
    assert table
    assert beside
    assert table["x"] + table["width"] <= beside["x"], "the card hides the table"
    expect(page.locator("[data-came]").first).to_be_visible()
    noted = card.locator("tbody tr td:nth-child(2)").all_inner_texts()
    sheet = page.locator(".sheet tbody tr")
    expect(sheet).to_have_count(1)
    assert sorted(text.strip() for text in sheet.locator("td").all_inner_texts()) == sorted(noted)
    expect(page.locator(LOG, has_text="Round 1 is over: You (")).to_have_count(1)
    next_round(page).click()
    expect(next_round(page)).to_have_count(0)
    expect(page.locator(".nox .stack")).not_to_have_count(6)
    assert not is_done(page)


def test_the_aim_is_short(page: Page, house: str) -> None:
    resize(page, 360)
    begin(page, house, LONG)
    for language in LANGUAGES:
        page.locator("header select").first.select_option(language)
        expect(page.locator("html")).to_have_attribute("lang", language)
        lines = page.locator(".heading p").evaluate(
            "each => each.offsetHeight / parseFloat(getComputedStyle(each).lineHeight)"
        )
        assert round(lines) <= 2, language


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
        assert not is_done(page)  # no bot is moving
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
        play_to_a_resignation(pages, act, re.compile(" plays? the | covers? "))


def test_the_log_is_in_every_language(page: Page, house: str) -> None:
    begin(page, house, LONG)
    for _ in range(2):
        assert not is_done(page)
        put(page, random.Random(1))
    assert not is_done(page)
    speaks_every_language(page, "nox")
