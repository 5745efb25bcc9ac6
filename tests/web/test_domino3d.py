"""Domino 3D in the browser: classic, solo and race; by mouse, by keyboard, by touch, and without WebGL."""

from __future__ import annotations

import re
from base64 import b64encode

import pytest
from playwright.sync_api import Browser, Page, expect
from tests.web.conftest import SHARP
from tests.web.domino3d_play import (
    await_turn,
    build_all,
    expect_tower,
    felt,
    ghost,
    give_up,
    keep_answers_back,
    place_what_fits,
    played,
    point_and_turn,
    setup,
    show_a_placement,
    stand_first_upright,
    standing,
    tab_to,
    tower,
    walk_until,
    word,
)
from tests.web.games_play import (
    LOG,
    PHONE,
    begin,
    begin_another,
    fits,
    guest,
    has_a_winner,
    introduce,
    make,
    over,
    stop,
)

MODES = ("classic", "solo", "race")


def test_a_classic_match_by_clicking(page: Page, house: str) -> None:
    begin(page, house, setup("classic"))
    while await_turn(page):
        place_what_fits(page)
    assert tower(page) > 10
    has_a_winner(page)


def play_solo(page: Page) -> None:
    """Place what fits; where one may draw or stop, stop the turn every third time."""
    placed = 0
    while await_turn(page):
        if not word(page, "draw").count():
            place_what_fits(page)
            placed += 1
        else:
            played(page, word(page, "draw" if placed % 3 else "stop").click)


def test_solo_with_two_turns_and_its_results(page: Page, house: str) -> None:
    begin(page, house, setup("solo", turns=2))
    play_solo(page)
    assert tower(page) >= 3
    results = page.get_by_role("region", name="Solo results")
    expect(results.locator("li.own")).to_contain_text("You")
    expect(results).to_contain_text("Your first result with these options.")
    begin_another(page, house, setup("solo", turns=2))
    play_solo(page)
    expect(results.get_by_role("img")).to_have_attribute("aria-label", re.compile("^2 matches. Best result: "))
    page.goto(f"{house}/play/domino3d")
    expect(page.get_by_label("Hourglass (seconds)")).to_be_visible()
    expect(page.get_by_label("Turns (solo)")).to_have_count(0)
    page.get_by_label("Solo", exact=True).check()
    page.get_by_label("Turns (solo)").fill("2")
    page.get_by_label("Hourglass (seconds)").fill("0")
    page.keyboard.press("Tab")
    expect(results.get_by_role("img")).to_be_visible()


def test_stopping_in_solo(page: Page, house: str) -> None:
    begin(page, house, setup("solo"))
    stop(page)
    expect(over(page)).to_be_visible()
    expect(page.locator(LOG).last).to_have_text("The match was stopped.")


def test_a_race_of_four_rounds_by_clicking(page: Page, house: str) -> None:
    """Some dominoes are placed in the first round; after giving up, one sees the bot build."""
    begin(page, house, setup("race", goal="rounds"))
    for number in range(1, 5):
        expect(page.locator(".note").first).to_have_text(f"Round {number}")
        assert await_turn(page)
        if number == 1:
            point_and_turn(page, page.mouse.click)
            played(page, page.locator(".place").click)
            assert tower(page) == 1
        give_up(page)
        if number < 4:
            expect(page.locator("aside")).to_contain_text(f"Round {number} is over.")
    expect(over(page)).to_be_visible()
    has_a_winner(page)


def test_by_pointing_at_the_tower(page: Page, house: str) -> None:
    begin(page, house, setup("classic"))
    await_turn(page)
    point_and_turn(page, page.mouse.click)
    played(page, lambda: felt(page).press("Enter"))
    assert tower(page) >= 2


@pytest.mark.parametrize("mode", MODES)
def test_on_a_phone_by_touch(browser: Browser, house: str, mode: str) -> None:
    with guest(browser, **PHONE) as page:
        begin(page, house, setup(mode))
        await_turn(page)
        fits(page)
        for needed in (".felt", ".place", *([".hand"] if mode == "race" else [])):
            box = page.locator(needed).bounding_box()
            assert box
            assert box["y"] >= 0
            assert box["y"] + box["height"] <= PHONE["viewport"]["height"], f"{needed} is out of reach"
        if mode == "race":
            page.locator(".hand button").nth(1).tap()
        point_and_turn(page, page.touchscreen.tap, "tap")
        played(page, page.locator(".place").tap)
        assert tower(page) >= 1


# With the keyboard alone


def test_classic_with_the_keyboard_alone_and_no_help(page: Page, house: str) -> None:
    page.add_init_script("localStorage.setItem('help', 'false')")
    begin(page, house, setup("classic"))
    await_turn(page)
    assert not page.locator("[data-tool=fit]").count()
    assert not page.locator("summary", has_text="possible").count()
    tab_to(page, felt(page))
    assert walk_until(page, "legal")
    page.keyboard.press("Escape")
    assert ghost(page) == ""
    page.keyboard.press("o")
    assert walk_until(page, "legal")
    played(page, lambda: page.keyboard.press("Enter"))
    assert tower(page) >= 2


@pytest.mark.parametrize("answers", ["at once", "never"])
def test_solo_with_the_keyboard_alone(page: Page, house: str, answers: str) -> None:
    """The news of a move counts as its answer: keys pressed before the answer itself work, too."""
    if answers == "never":
        keep_answers_back(page)
    begin(page, house, setup("solo", turns=1))
    await_turn(page)
    tab_to(page, felt(page))
    for count in (2, 3):
        page.keyboard.press("n")
        played(page, lambda: page.keyboard.press("Enter"))
        expect_tower(page, count)
        if count == 2:
            played(page, lambda: page.keyboard.press("Enter"))  # draws another one
    tab_to(page, word(page, "stop"))
    page.keyboard.press("Enter")
    expect(over(page)).to_be_visible()


def test_a_race_with_the_keyboard_alone(page: Page, house: str) -> None:
    """From the start of the match to its end, with all moves of a race; the focus is never lost."""
    introduce(page.context, house, "Ada")
    page.goto(f"{house}/table/{make(page.context, house, setup('race', goal='rounds', referee='neighbour'))}")
    start = page.get_by_role("button", name="Start", exact=True)
    expect(start).to_be_enabled()
    tab_to(page, start)
    page.keyboard.press("Enter")
    await_turn(page)
    build_all(page)
    # Take one back and lay it down again.
    page.keyboard.press("l")
    assert walk_until(page, "legal")
    played(page, lambda: page.keyboard.press("Enter"))
    expect_tower(page, 9)
    show_a_placement(page)
    played(page, lambda: page.keyboard.press("Enter"))
    expect_tower(page, 10)
    page.keyboard.press("Enter")  # done
    say(page, "object")
    for number in (2, 3):
        expect(page.locator("aside")).to_contain_text(f"Round {number - 1} is over.")
        expect(page.locator(".note").first).to_have_text(f"Round {number}")
        assert tower(page) == 0
        say(page, "give up")
        say(page, "accept")
    expect(page.locator(".note").first).to_have_text("Round 4")
    expect(felt(page)).to_be_focused()
    build_all(page)
    page.keyboard.press("Enter")  # done
    tab_to(page, word(page, "accept"))
    page.keyboard.press("Enter")
    expect(over(page)).to_be_visible()
    expect(page.get_by_role("dialog").locator(".primary")).to_be_focused()
    has_a_winner(page)


def say(page: Page, move: str) -> None:
    """Play a move that is a word by keys; its button disappears, and the tower gets the focus again."""
    expect(word(page, move)).to_be_enabled()
    tab_to(page, word(page, move))
    page.keyboard.press("Enter")
    if move == "give up":
        expect(word(page, move)).to_contain_text("Really give up?")
        expect(word(page, move)).to_be_enabled()
        page.keyboard.press("Enter")
    expect(word(page, move)).to_have_count(0)
    expect(felt(page)).to_be_focused()


# The sand timer


def test_the_sand_timer_runs_and_turns_red(page: Page, house: str) -> None:
    page.clock.install()
    begin(page, house, setup("classic", sand=300))
    await_turn(page)
    glass = page.locator(".glass")
    expect(glass).to_have_attribute("aria-label", re.compile(r"(29\d|300) s"))
    page.clock.run_for(3_000)
    expect(glass).to_have_attribute("aria-label", re.compile(r"29\d s"))
    page.clock.fast_forward(285_000)
    page.clock.run_for(1_000)
    expect(glass).to_have_class(re.compile("late"))


def test_with_a_sand_timer_placements_are_shown_only_on_request(page: Page, house: str) -> None:
    begin(page, house, setup("classic", sand=300))
    await_turn(page)
    expect(page.locator(".glass")).to_be_visible()
    assert not page.locator("[data-tool=fit], [data-tool=lift], details [data-move]").count()
    tab_to(page, felt(page))
    assert not walk_until(page, "legal")
    assert standing(page) == "unknown"
    # A placement that does not fit says why.
    for _ in range(12):
        before = tower(page)
        page.keyboard.press("Enter")
        expect(page.locator(".board:not([data-standing=unknown])")).to_be_visible()
        if standing(page) == "refused":
            break
        assert tower(page) >= before
        await_turn(page)
        felt(page).focus()
        page.keyboard.press("ArrowUp")
    expect(page.locator(".tools .line.refused a")).to_have_text(re.compile("Rule"))
    page.locator("summary", has_text="More").click()
    page.get_by_label("Show what fits, though finding it is part of the game").check()
    await_turn(page)
    expect(page.locator("[data-tool=fit]")).to_be_visible()


# Drawing, reloading, no WebGL


#: Counts the pixels in which two pictures differ.
DIFFERENCE = """async (pictures) => {
  const [one, other] = await Promise.all(pictures.map(async (text) => {
    const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
    const image = await createImageBitmap(new Blob([bytes], {type: "image/png"}));
    const drawing = new OffscreenCanvas(image.width, image.height).getContext("2d");
    drawing.drawImage(image, 0, 0);
    return new Uint32Array(drawing.getImageData(0, 0, image.width, image.height).data.buffer);
  }));
  return one.filter((colour, at) => colour !== other[at]).length;
}"""


def test_the_dominoes_are_drawn(page: Page, house: str) -> None:
    page.add_init_script(SHARP)
    begin(page, house, setup("classic"))
    await_turn(page)
    canvas = page.locator("canvas")
    place_what_fits(page)
    await_turn(page)
    drawn = canvas.screenshot()
    canvas.evaluate("canvas => { canvas.style.opacity = 0 }")
    pictures = [b64encode(picture).decode() for picture in (drawn, canvas.screenshot())]
    assert page.evaluate(DIFFERENCE, pictures) > 5_000


@pytest.mark.parametrize("mode", MODES)
def test_reload_in_the_middle(page: Page, house: str, mode: str) -> None:
    begin(page, house, setup(mode, several=False))
    if mode == "race":
        stand_first_upright(page)
    for _ in range(2):
        assert await_turn(page)
        place_what_fits(page)
    await_turn(page)
    stood = tower(page)
    assert stood >= 2
    page.reload()
    await_turn(page)
    assert tower(page) == stood
    place_what_fits(page)
    expect(felt(page)).not_to_have_attribute("aria-label", re.compile(rf"\b{stood}\b"))


def test_without_webgl_a_list_replaces_the_canvas(page: Page, house: str) -> None:
    page.add_init_script("HTMLCanvasElement.prototype.getContext = () => null")
    begin(page, house, setup("classic"))
    await_turn(page)
    expect(page.locator(".felt svg[role=img]")).to_be_visible()
    listed = page.locator("details [data-move]").first
    listed.click()  # shows it
    played(page, listed.click)
    assert tower(page) >= 2
