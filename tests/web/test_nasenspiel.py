"""The Nasenspiel in the browser: by mouse, by keys, by touch, and after a reload."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Browser, Locator, Page, expect
from tests.web.conftest import screenshot
from tests.web.games_play import (
    LANGUAGES,
    MOVING,
    ON_A_PHONE,
    SHOWN,
    begin,
    box_of,
    end_card,
    fits,
    has_a_winner,
    over,
    play_to_a_resignation,
    settle,
    speaks_every_language,
    tab_to,
    two_people,
)
from tests.web.layout import SIZES

#: A square as the protocol writes it.
COORDINATES = re.compile(r"[-−]?\d+, ?[-−]?\d+|\b[EN] [-−]?\d")


def sit_down(page: Page, house: str, seats: int = 2) -> None:
    bots = [{"who": "bot", "level": 1}] * (seats - 1)
    begin(page, house, {"game": "nasenspiel", "seats": [{"who": "me"}, *bots]})
    expect(page.locator("[role=gridcell]").first).to_be_attached()


def waits(page: Page) -> bool:
    """Whether it is our turn; False when the match is over."""
    page.locator(".line.yours").or_(over(page)).first.wait_for()
    return page.locator(".line.yours").count() > 0


def dominoes(page: Page) -> Locator:
    """Return the dominoes on the table, without the one in hand."""
    return page.locator(".world > .domino")


def latest(page: Page) -> str:
    """Return the number of the last move that the table shows."""
    return str(page.locator(".nasenspiel").get_attribute("data-last"))


def await_change(page: Page, before: str) -> None:
    page.wait_for_selector(f".nasenspiel:not([data-last='{before}'])")


def choose_fitting(page: Page) -> None:
    """Choose the first domino that has a place."""
    page.locator(".tray [data-domino]:not(.dim)").first.click()


def find_place(page: Page) -> tuple[float, float]:
    """Return a dot on which the chosen domino fits."""
    dot = page.locator("circle.place").first
    expect(dot).to_be_attached()
    settle(page)  # the table moves for a moment after the other's move
    box = dot.bounding_box()
    assert box
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def point_at_place(page: Page) -> tuple[float, float]:
    """Point at a place until the ghost is there."""
    place = find_place(page)
    page.mouse.move(*place)
    expect(page.locator(".world .hand .domino:not(.refused)")).to_have_count(1)
    return place


@MOVING
def test_a_match_by_clicking(page: Page, house: str) -> None:
    sit_down(page, house, 4)
    put = 0
    while waits(page):
        offers = page.locator("[data-choice]")
        if offers.count():
            before = latest(page)
            put += offers.first.get_attribute("data-choice") != "skip"
            offers.first.click()
        else:
            choose_fitting(page)
            place = point_at_place(page)
            before = latest(page)
            page.mouse.click(*place)
        await_change(page, before)
    assert put, "no pawn was ever put"
    has_a_winner(page)
    expect(end_card(page)).to_contain_text("Nobody can place any more: no domino fits. Left in hand: ")
    points = [
        [int(number) for number in re.findall(r"\d+", row.inner_text())] for row in end_card(page).locator("dd").all()
    ]
    assert points == sorted(points, reverse=True)
    for total, *groups in points:
        assert total == sum(groups)
        assert groups == sorted(groups, reverse=True)
    expect(page.locator(".tools button:visible")).to_have_count(0)  # nothing is left to be placed
    screenshot(page, "nasenspiel-over")


def test_a_match_by_keyboard_alone(page: Page, house: str) -> None:
    sit_down(page, house, 5)
    tab_to(page, "[role=gridcell]")
    for nose in "0123456789":
        page.keyboard.press(nose)
    expect(page.locator(".tray [aria-checked=true]")).to_have_count(1)
    page.keyboard.press("ArrowRight")
    expect(page.locator(".world .hand .domino")).to_have_count(1)
    page.keyboard.press("Escape")
    expect(page.locator(".world .hand .domino")).to_have_count(0)
    while waits(page):
        if page.locator("[data-choice]").count():
            before = latest(page)
            page.keyboard.press("1")
        else:
            page.keyboard.press("n")
            page.keyboard.press("r")
            page.keyboard.press("n")
            expect(page.locator(".world .hand .domino:not(.refused)")).to_have_count(1)
            before = latest(page)
            page.keyboard.press("Enter")
        await_change(page, before)
    has_a_winner(page)


@ON_A_PHONE
def test_a_match_by_touch_on_a_phone(page: Page, house: str) -> None:
    sit_down(page, house, 5)
    screenshot(page, "nasenspiel-phone")
    taps = 0
    while waits(page):
        offers = page.locator("[data-choice]")
        if offers.count():
            before = latest(page)
            offers.first.tap()
            await_change(page, before)
            continue
        page.locator(".tray [data-domino]:not(.dim)").first.tap()
        held = page.locator(".world .hand .domino:not(.refused)")
        expect(held).to_have_count(1)  # over its first place
        settle(page)
        before = latest(page)
        if taps % 2:
            box = box_of(held)
            page.touchscreen.tap(box["x"] + 0.75 * box["width"], box["y"] + 0.75 * box["height"])
        else:
            page.get_by_role("button", name="Place", exact=True).tap()
        await_change(page, before)
        taps += 1
    fits(page)
    screenshot(page, "nasenspiel-phone-over")


def tap_square(page: Page, square: str, right: float = 0.5, down: float = 0.5) -> None:
    """Tap somewhere on a square: so much of its side from its left and its top."""
    box = page.locator(f"[data-square='{square}']").bounding_box()
    assert box
    page.touchscreen.tap(box["x"] + right * box["width"], box["y"] + down * box["height"])


def held(page: Page) -> list[str]:
    """Return the squares under the domino in the hand."""
    grabbed = page.locator("[role=gridcell].grab")
    return [str(one.get_attribute("data-square")) for one in grabbed.all()]


def with_first_domino(page: Page, house: str) -> None:
    """Sit down on a phone with two dominoes on the table, clown–ski jump below clown–clown, and our turn."""
    sit_down(page, house)
    waits(page)
    page.locator(".tray [data-domino='0-3']").tap()
    page.get_by_role("button", name="Place", exact=True).tap()
    expect(dominoes(page)).to_have_count(2)
    assert waits(page)
    settle(page)


@ON_A_PHONE
def test_a_finger_need_not_hit_a_square_exactly(page: Page, house: str) -> None:
    with_first_domino(page, house)
    page.locator(".tray [data-domino='0-4']").tap()
    tap_square(page, "0,1", down=0.1)  # a nose that lies there: the place above it is meant
    assert "0,2" in held(page)
    expect(page.locator(".world .hand .domino:not(.refused)")).to_have_count(1)
    tap_square(page, "4,4")  # no place is near
    expect(page.locator(".world .hand .refused")).to_have_count(1)


@ON_A_PHONE
def test_the_first_domino_goes_to_whatever_square_is_touched(page: Page, house: str) -> None:
    sit_down(page, house)
    waits(page)
    page.locator(".tray [data-domino='0-3']").tap()
    for square, beside in (("0,1", "1,1"), ("0,0", "1,0"), ("-1,-1", "0,-1")):  # above, below and beside the last one
        tap_square(page, square)
        assert held(page) == [square, beside]
    expect(page.locator("p.line")).to_contain_text("Press “Place”, or another square")
    expect(dominoes(page)).to_have_count(0)


@ON_A_PHONE
def test_a_domino_that_fits_nowhere_says_so(page: Page, house: str) -> None:
    with_first_domino(page, house)
    page.locator(".tray [data-domino='0-4']").tap()
    expect(page.locator(".world .hand .domino")).to_have_count(1)
    page.get_by_role("button", name="Show all").tap()
    page.locator(".tray .dim").first.tap()
    expect(page.locator(".info")).to_contain_text("has no place at the moment.")
    expect(page.locator("p.line")).to_contain_text("Fits nowhere now: choose another domino")
    expect(page.locator(".world .hand .domino")).to_have_count(0)


def test_what_to_touch_is_told_until_it_is_touched(page: Page, house: str) -> None:
    sit_down(page, house)
    waits(page)
    page.locator("[data-square='0,0']").click()
    notice = page.locator(".play > .told")
    expect(notice).to_contain_text("⚑ Choose one of your dominoes.")
    page.locator(".tray [data-domino]").first.click()
    expect(notice).not_to_contain_text("Choose one of your dominoes.")
    expect(page.locator("p.line")).to_contain_text("Now choose any square")


@ON_A_PHONE
def test_the_next_domino_is_held_where_the_one_before_it_was(page: Page, house: str) -> None:
    with_first_domino(page, house)
    page.locator(".tray [data-domino='0-4']").tap()
    tap_square(page, "2,0")  # where a clown fits in one way only
    place = held(page)
    page.locator(".tray [data-domino='0-6']").tap()
    assert held(page) == place
    drawn = page.locator(".world .hand .domino").inner_html()
    page.locator(".tray [data-domino='0-6']").tap()  # the same one again: over its next place, or turned
    assert page.locator(".world .hand .domino").inner_html() != drawn


@ON_A_PHONE
def test_turning_says_where_there_is_only_one_way(page: Page, house: str) -> None:
    with_first_domino(page, house)
    page.locator(".tray [data-domino='0-4']").tap()
    turn = page.get_by_role("button", name="Turn")
    only = page.locator(".info", has_text="It fits here only this way round.")
    tap_square(page, "2,0")  # beside the ski jump and a clown: its clown lies above
    turn.tap()
    expect(only).to_be_visible()
    tap_square(page, "0,2")  # above two clowns
    expect(only).to_have_count(0)
    drawn = page.locator(".world .hand .domino").inner_html()
    turn.tap()
    assert page.locator(".world .hand .domino").inner_html() != drawn
    expect(only).to_have_count(0)


@ON_A_PHONE
def test_on_a_phone_all_dominoes_open_over_the_board_until_one_is_chosen(page: Page, house: str) -> None:
    sit_down(page, house)
    waits(page)
    height = page.evaluate("document.documentElement.scrollHeight")
    page.get_by_role("button", name="Show all").tap()
    for domino in page.locator(".tray [data-domino]").all():
        expect(domino).to_be_in_viewport(ratio=0.99)
    assert page.evaluate("document.documentElement.scrollHeight") == height
    page.locator(".tray [data-domino]").last.tap()
    expect(page.get_by_role("button", name="Show all")).to_be_visible()
    expect(page.locator(".tray [aria-checked=true]")).to_be_in_viewport(ratio=0.9)
    expect(page.locator(".world .hand .domino:not(.refused)")).to_have_count(1)


@pytest.mark.parametrize("size", [(390, 844), (1280, 800)], ids=str)
def test_no_pawn_is_the_last_answer_and_always_at_the_same_place(page: Page, house: str, size: tuple[int, int]) -> None:
    page.set_viewport_size({"width": size[0], "height": size[1]})
    sit_down(page, house)
    places: set[tuple[float, ...]] = set()
    counts: set[int] = set()
    while len(counts) < 3 and waits(page):
        before = latest(page)
        offers = page.locator("[data-choice]")
        if offers.count():
            assert offers.last.get_attribute("data-choice") == "skip"
            main = "pawn" if offers.first.get_attribute("data-choice") == "pawn" else "skip"
            expect(page.locator("[data-choice].primary")).to_have_attribute("data-choice", main)
            skip, around = box_of(offers.last), box_of(page.locator("div.acting"))
            places.add((skip["x"], skip["y"] - around["y"], skip["width"], skip["height"]))
            counts.add(offers.count())
        act(page)
        await_change(page, before)
    assert len(counts) == 3
    assert len(places) == 1, places


def test_the_frame_and_the_digits_are_explained_in_every_language(page: Page, house: str) -> None:
    sit_down(page, house)
    frame = page.locator(".legend text").first
    expect(frame).to_have_text("Everything must fit in 10 × 10; the frame moves along")
    told: set[str] = set()
    while len(told) < 3 and waits(page):
        if str(frame.text_content()) not in told:
            told.add(str(frame.text_content()))
            for language in LANGUAGES:
                page.locator("header select").first.select_option(language)
                expect(page.locator("html")).to_have_attribute("lang", language)
                widths = page.locator(".legend text").evaluate_all("all => all.map((one) => one.getBBox().width)")
                assert max(widths) < 470, language  # of the 480 that the drawing is wide
            page.locator("header select").first.select_option("en")
            expect(page.locator("html")).to_have_attribute("lang", "en")
        before = latest(page)
        act(page)
        await_change(page, before)
    assert "Solid edges are fixed, dashed ones still move" in told
    assert "The 10 × 10 frame is fixed: nothing goes beyond it" in told


@ON_A_PHONE
def test_on_a_phone_zooming_enlarges_the_table_but_not_the_page(page: Page, house: str) -> None:
    sit_down(page, house)
    page.locator(".tools .zoom").tap()
    pane = page.locator(".pane")
    assert pane.evaluate("pane => pane.scrollWidth > pane.clientWidth * 1.4")
    fits(page)


def test_the_tray_is_sorted_by_nose(page: Page, house: str) -> None:
    sit_down(page, house)
    page.get_by_label("Sort").select_option("7")
    first = page.locator(".tray [data-domino]").first
    assert "7" in str(first.get_attribute("data-domino"))


def test_the_table_is_restored_after_a_reload(page: Page, house: str) -> None:
    sit_down(page, house)
    for _ in range(4):
        assert waits(page)
        before = latest(page)
        if page.locator("[data-choice]").count():
            page.locator("[data-choice]").first.click()
        else:
            choose_fitting(page)
            page.mouse.click(*find_place(page))
        await_change(page, before)
    assert waits(page)
    before, count = latest(page), dominoes(page).count()
    page.reload()
    expect(dominoes(page)).to_have_count(count)
    assert waits(page)
    assert latest(page) == before


def take_turn(page: Page) -> None:
    """Place any domino and answer about its groups with the first answer."""
    assert waits(page)
    before = latest(page)
    act(page)
    await_change(page, before)
    while waits(page) and page.locator("[data-choice]").count():
        before = latest(page)
        page.locator("[data-choice]").first.click()
        await_change(page, before)


def test_the_bar_says_what_to_do(page: Page, house: str) -> None:
    sit_down(page, house)
    waits(page)
    line = page.locator("p.line")
    expect(line).to_contain_text("Choose a domino, drop it anywhere")
    expect(page.locator(".heading")).to_contain_text("Most noses under your pawns wins.")
    page.locator(".tray [data-domino='0-3']").click()
    expect(page.locator(".info")).to_have_text("Clown–ski jump: choose any square, it may lie anywhere.")
    point_at_place(page)
    expect(page.locator(".info")).to_have_text("It may lie here: press it to put it down.")
    take_turn(page)
    waits(page)
    expect(line).to_contain_text("Choose a domino, then a place for it")


def test_the_bar_follows_a_domino_that_lies_ready(page: Page, house: str) -> None:
    """A mouse only shows places: the bar changes where one is chosen."""
    sit_down(page, house)
    take_turn(page)
    waits(page)
    line = page.locator("p.line")
    choose_fitting(page)
    expect(line).to_contain_text("Now choose a place for it")
    point_at_place(page)
    expect(line).to_contain_text("Now choose a place for it")
    page.mouse.move(5, 5)
    page.get_by_role("button", name="Hint").click()
    expect(page.locator(".world .hand .domino:not(.refused)")).to_have_count(1)
    expect(page.get_by_role("button", name="Place", exact=True)).to_be_enabled()
    expect(line).to_contain_text("Press “Place”, or another square")


def test_the_first_domino_stays_where_it_is_dropped(page: Page, house: str) -> None:
    sit_down(page, house)
    waits(page)
    page.locator(".tray [data-domino='0-3']").click()
    page.locator("[data-square='-3,4']").hover()
    ghost = box_of(page.locator(".world .hand .shade"))
    page.locator("[data-square='-3,4']").click()
    expect(page.locator(".world .hand")).to_have_count(0)
    assert box_of(dominoes(page).first.locator(".shade")) == ghost


def test_a_refused_place_says_why_and_lights_up(page: Page, house: str) -> None:
    sit_down(page, house)
    take_turn(page)
    waits(page)
    choose_fitting(page)
    page.locator("[data-square='0,0']").hover()
    expect(page.locator(".world .hand .refused")).to_have_count(1)
    expect(page.locator(".info")).to_have_text("A domino already lies there.")
    expect(page.locator("[data-lit]")).to_have_count(1)
    count = dominoes(page).count()
    page.locator("[data-square='0,0']").click()
    expect(page.locator(".info").get_by_role("link", name="Rule")).to_be_visible()
    expect(page.locator("[data-lit]")).to_have_count(1)
    expect(dominoes(page)).to_have_count(count)


def test_no_coordinates_are_told_and_sentences_light_up_the_board(page: Page, house: str) -> None:
    sit_down(page, house, 3)
    for _ in range(4):
        take_turn(page)
    assert waits(page)
    page.get_by_role("button", name="Hint").click()
    expect(page.locator(".hint strong")).to_be_visible()
    coordinates = COORDINATES.search(str(page.evaluate(SHOWN)))
    assert not coordinates, coordinates
    page.locator("aside button.line", has_text="places").last.hover()
    expect(page.locator("[data-lit]")).to_have_count(2)
    page.locator("aside button.line", has_text="pawn on").last.hover()
    assert page.locator("[data-lit]").count() >= 2
    page.locator("h1").first.hover()
    expect(page.locator("[data-lit]")).to_have_count(0)


def test_every_domino_of_a_lap_is_marked_in_its_owners_sign_until_we_move(page: Page, house: str) -> None:
    sit_down(page, house, 5)
    take_turn(page)
    assert waits(page)
    laid = page.locator("[data-laid]")
    assert [each.get_attribute("data-seat") for each in laid.all()] == ["1", "2", "3", "4"]
    expect(laid.locator(".rim:not(.light)")).to_have_count(4)
    choose_fitting(page)
    point_at_place(page)
    # One outline at a time: that of the domino in the hand.
    expect(laid.locator(".rim")).to_have_count(0)
    expect(laid.locator(".sign")).to_have_count(4)


def test_a_hint_picks_up_its_domino_and_shows_it_in_place(page: Page, house: str) -> None:
    sit_down(page, house)
    take_turn(page)
    assert waits(page)
    page.get_by_role("button", name="Hint").click()
    expect(page.locator(".tray [aria-checked=true]")).to_have_count(1)
    expect(page.locator(".world .hand .domino:not(.refused)")).to_have_count(1)
    count = dominoes(page).count()
    page.get_by_role("button", name="Place", exact=True).click()
    expect(dominoes(page)).to_have_count(count + 1)


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_all_that_is_needed_is_on_the_screen_with_five_seats(page: Page, house: str, size: tuple[int, int]) -> None:
    page.set_viewport_size({"width": size[0], "height": size[1]})
    sit_down(page, house, 5)
    waits(page)
    for language in LANGUAGES:
        page.locator("header select").first.select_option(language)
        expect(page.locator("html")).to_have_attribute("lang", language)
        if size[1] < 480:
            page.locator(".on-table").evaluate("board => board.scrollIntoView()")
        else:
            page.evaluate("scrollTo(0, 0)")
        for needed in (".pane", ".info", ".tools", ".tray .dominoes"):
            expect(page.locator(needed)).to_be_in_viewport(ratio=0.99)
        points = page.locator(".scores b:visible, .player .points:visible")
        assert points.count() >= 5
        seen = page.locator(".scores li:visible")
        for each in (seen if seen.count() else page.locator(".player")).all():
            expect(each).to_be_in_viewport(ratio=0.99)
        fits(page)


def test_the_tray_of_a_desk_shows_every_domino_what_fits_first(page: Page, house: str) -> None:
    sit_down(page, house)
    take_turn(page)
    assert waits(page)
    tray = page.locator(".tray .dominoes")
    assert tray.evaluate("tray => tray.scrollHeight <= tray.clientHeight")
    dim = tray.locator("[data-domino]").evaluate_all("all => all.map(one => one.classList.contains('dim'))")
    assert dim == sorted(dim)
    assert not dim[0]
    assert box_of(tray.locator("[data-domino]").first)["width"] >= 66


@pytest.mark.parametrize("size", [(390, 844), (1280, 800)], ids=str)
def test_the_field_stays_still_while_one_plays(page: Page, house: str, size: tuple[int, int]) -> None:
    page.set_viewport_size({"width": size[0], "height": size[1]})
    sit_down(page, house, 3)
    take_turn(page)
    assert waits(page)
    world = page.locator(".world")
    for _ in range(7):
        assert waits(page)
        settle(page)
        before = world.get_attribute("style")
        choose_fitting(page)
        place = point_at_place(page)
        assert world.get_attribute("style") == before
        number = latest(page)
        page.mouse.click(*place)
        await_change(page, number)
        while waits(page) and page.locator("[data-choice]").count():
            assert world.get_attribute("style") == before
            number = latest(page)
            page.locator("[data-choice]").first.click()
            await_change(page, number)


def test_a_domino_is_dragged_from_the_tray(page: Page, house: str) -> None:
    sit_down(page, house)
    waits(page)
    page.locator(".tray [data-domino]").nth(2).hover()
    page.mouse.down()
    page.locator("[data-square='1,1']").hover()
    page.locator("[data-square='0,0']").hover()
    expect(page.locator(".world .hand .domino:not(.refused)")).to_have_count(1)
    page.mouse.up()
    expect(dominoes(page).first).to_be_attached()
    expect(page.locator(".tray [data-domino]")).to_have_count(26)


def act(page: Page) -> None:
    """Play any move, without waiting for its effect."""
    offers = page.locator("[data-choice]")
    if offers.count():
        offers.first.click()
    else:
        choose_fitting(page)
        page.mouse.click(*point_at_place(page))


def test_two_people_play_over_a_lost_connection(page: Page, browser: Browser, house: str) -> None:
    with two_people(page, browser, house, "nasenspiel") as pages:
        play_to_a_resignation(pages, act, re.compile(" places? | puts? "))


def test_the_log_is_in_every_language(page: Page, house: str) -> None:
    sit_down(page, house)
    assert waits(page)
    before = latest(page)
    act(page)
    await_change(page, before)
    assert waits(page)
    speaks_every_language(page, "nasenspiel")


def test_players_are_listed_once(page: Page, house: str) -> None:
    sit_down(page, house, 3)
    expect(page.locator(".player")).to_have_count(3)
    expect(page.get_by_role("list", name="Players")).to_have_count(0)
