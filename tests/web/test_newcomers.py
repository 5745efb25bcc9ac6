"""A newcomer in every mode: the first move in three presses, what is always on the screen, a board that never jumps.

The newcomers of this test know nothing: they press what is lit up, raised or named in the bar.
"""

from __future__ import annotations

import itertools
import random
import re
from collections.abc import Callable
from typing import Any, NamedTuple

import pytest
from playwright.sync_api import Browser, Locator, Page, expect
from tests.web import test_nasca as nasca
from tests.web import test_nasenspiel as nasenspiel
from tests.web import test_nox as nox
from tests.web.domino3d_play import await_turn, give_up, place_what_fits, played, show_what_matches, word
from tests.web.games_play import LANGUAGES, LOG, PHONE, guest, over, resign, stop
from tests.web.layout import SIZES, at_pace, measure_shifts

#: Counts presses, from the first page on.
COUNT = "addEventListener('click', (event) => event.isTrusted && (sessionStorage.presses = presses() + 1), true)"
PRESSES = "window.presses = () => Number(sessionStorage.presses ?? 0)"
#: Milliseconds until everything is laid out.
SOON = 10_000
#: The bar that says what to do.
BAR = ".bar .line"


class Mode(NamedTuple):
    """`game`: its title on the shelf; `way`: the button there."""

    game: str
    way: str
    #: What to press for a move with a mouse, and with a finger, in this order.
    mouse: tuple[str, ...]
    finger: tuple[str, ...]
    #: Always on the screen, so that one can move and see how it stands.
    needed: tuple[str, ...] = ()


#: The buttons of a box on the shelf, in their order.
WAYS = ["Play", "Friends", "Race", "Solo"]
#: The button that plays what is shown.
PLACE = ".place:enabled, .tools button.primary:enabled"
RING = "circle.place"
DOMINO = ".tray [data-domino]:not(.dim)"
CARD = (".hand button", ".place[data-target]")
FIT = ("[data-tool=fit]", PLACE)
TABLE = ("canvas", PLACE)
MODES = {
    "keks": Mode("Keks", "Play", (".plate button.raised",), (".plate button.raised",), (".plate", ".theirs", ".ours")),
    "nasca": Mode("Nasca", "Play", (RING, PLACE), (RING, PLACE), (".pane", ".pick", ".tools")),
    "nasenspiel": Mode(
        "Das Prestel Nasenspiel", "Play", (DOMINO, RING), (DOMINO, PLACE), (".pane", ".tools", ".tray .dominoes")
    ),
    "nox": Mode("NOX", "Play", CARD, CARD, (".hand",)),
    "domino3d": Mode("Domino 3D", "Play", FIT, FIT, ("canvas", ".tools .place")),
    "race": Mode("Domino 3D", "Race", TABLE, TABLE, ("canvas", ".tools .place", ".tables", ".words button")),
    "solo": Mode("Domino 3D", "Solo", FIT, FIT, ("canvas", ".tools .place")),
}


def sit_down(page: Page, house: str, mode: Mode) -> None:
    page.goto(house)
    box = page.locator("li.box", has=page.get_by_role("heading", name=mode.game))
    box.get_by_role("button").nth(WAYS.index(mode.way)).click()


def yours(page: Page) -> Locator:
    return page.locator(f"{BAR}.yours")


def press(page: Page, selector: str, finger: bool) -> None:
    """Press the middle of the first such thing."""
    thing = page.locator(selector).first
    expect(thing).to_be_in_viewport(ratio=0.9)
    box = thing.bounding_box()
    assert box
    (page.touchscreen.tap if finger else page.mouse.click)(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)


@pytest.mark.parametrize("device", ["desk", "phone"])
@pytest.mark.parametrize("name", MODES)
def test_the_first_move_takes_three_presses(browser: Browser, house: str, name: str, device: str) -> None:
    mode = MODES[name]
    with guest(browser, **(PHONE if device == "phone" else {})) as page:
        page.add_init_script(f"{PRESSES}; {COUNT}")
        sit_down(page, house, mode)
        expect(yours(page)).to_be_visible()
        finger = device == "phone"
        for step in mode.finger if finger else mode.mouse:
            press(page, step, finger)
        expect(page.locator(".log").get_by_text(re.compile(r"^You ")).first).to_be_attached()
        assert page.evaluate("presses()") <= 3


#: Finds what is not on the screen as a whole, as soon as all of it is or the time is up. An observer knows what clips.
OUTSIDE = """async ([selectors, patience]) => {
  const look = (things) => new Promise((done) => {
    const observer = new IntersectionObserver((seen) => { observer.disconnect(); done(seen) });
    for (const thing of things) observer.observe(thing);
  });
  const deadline = performance.now() + patience;
  for (;;) {
    const things = [...document.querySelectorAll(selectors)];
    const seen = things.length ? await look(things) : [];
    const outside = seen.filter((one) => one.intersectionRatio < 0.98);
    if (!outside.length || performance.now() > deadline)
      return outside.map(({ target, intersectionRatio: share }) => `${target.className || target.tagName}: ${share}`);
  }
}"""
#: Finds texts that are longer than their place.
CUT = """selectors => Array.from(document.querySelectorAll(selectors)).filter((one) =>
    one.scrollWidth > one.clientWidth + 1 || one.scrollHeight > one.clientHeight + 2).map((one) => one.innerText)"""


def expect_in_view(page: Page, *selectors: str) -> None:
    """Everything that is shown of this is on the screen."""
    outside = page.evaluate(OUTSIDE, [", ".join(selectors), SOON])
    assert not outside, f"not on the screen: {outside}"


def expect_readable(page: Page, *selectors: str) -> None:
    """These texts are on the screen as a whole."""
    expect_in_view(page, *selectors)
    cut = page.evaluate(CUT, ", ".join(f"{selector}, {selector} .text" for selector in selectors))
    assert not cut, f"cut off: {cut}"


def in_every_language(page: Page, check: Callable[[], None]) -> None:
    for language in LANGUAGES:
        page.locator("header select").first.select_option(language, force=True)
        expect(page.locator("html")).to_have_attribute("lang", language)
        for theme in ("light", "dark"):
            page.evaluate("theme => document.documentElement.dataset.theme = theme", theme)
            try:
                check()
            except AssertionError as error:
                raise AssertionError(f"{language}, {theme}: {error}") from error
    page.locator("header select").first.select_option("en", force=True)


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
@pytest.mark.parametrize("name", MODES)
def test_what_one_needs_is_on_the_screen(browser: Browser, house: str, name: str, size: tuple[int, int]) -> None:
    mode = MODES[name]
    settings: dict[str, Any] = {**(PHONE if min(size) < 480 else {}), "viewport": {"width": size[0], "height": size[1]}}
    with guest(browser, **settings) as page:
        sit_down(page, house, mode)
        expect(yours(page)).to_be_visible()

        def while_playing() -> None:
            assert page.locator(BAR).inner_text().strip()
            expect_readable(page, ".heading h1", ".heading p", BAR)
            expect_in_view(page, *mode.needed)

        in_every_language(page, while_playing)
        (stop if mode.way == "Solo" else resign)(page)
        expect(over(page)).to_be_visible()

        def at_the_end() -> None:
            card = page.get_by_role("dialog")
            expect(card).to_be_in_viewport(ratio=1)
            assert card.get_by_role("heading").inner_text().strip()
            assert card.get_by_role("button").count() >= 2

        in_every_language(page, at_the_end)


def take_or_stop(page: Page) -> None:
    page.locator(".plate button.raised, .stop:not([disabled])").first.click()


def next_round(page: Page) -> Locator:
    return page.get_by_role("dialog").locator("button.primary")


def build(page: Page) -> None:
    """A move of Domino 3D; a race in which nothing matches any more is given up."""
    await_turn(page)
    show_what_matches(page)
    fit = page.locator("[data-tool=fit]")
    for domino in page.locator(".hand button:enabled").all():
        if fit.is_enabled():
            break
        domino.click()
    if fit.is_enabled():
        place_what_fits(page)
    elif word(page, "give up").count():
        give_up(page)
    else:
        played(page, page.locator(".words button:enabled").last.click)


def draw_or_build(page: Page) -> None:
    await_turn(page)
    if word(page, "draw").count():
        played(page, word(page, "draw").click)
    else:
        build(page)


TURNS: dict[str, Callable[[Page], None]] = {
    "keks": take_or_stop,
    "nasca": nasca.act,
    "nasenspiel": nasenspiel.act,
    "nox": lambda page: nox.put(page, random.Random(6)),
    "domino3d": build,
    "race": build,
    "solo": draw_or_build,
}


def ask_for_a_hint(page: Page) -> None:
    """It lies over the board until it is closed; whoever has another domino in a race has no new hint."""
    page.locator(".actions .short").nth(1).click()
    page.locator(".hint button.plain").click()
    expect(page.locator(".hint")).to_have_count(0)


#: Each size in another language, every second one dark.
LOOKS = list(zip(SIZES, itertools.cycle(LANGUAGES), itertools.cycle(["light", "dark"]), strict=False))


@pytest.mark.parametrize(("size", "language", "theme"), LOOKS, ids=str)
@pytest.mark.parametrize("name", MODES)
def test_nothing_jumps_during_twenty_moves(
    browser: Browser, house: str, name: str, size: tuple[int, int], language: str, theme: Any
) -> None:
    # On the smallest phone everything moves, at the pace of people; elsewhere the test need not wait for that.
    moving = size == SIZES[0]
    settings: dict[str, Any] = {"viewport": {"width": size[0], "height": size[1]}, "color_scheme": theme}
    with guest(browser, **settings, reduced_motion="no-preference" if moving else "reduce") as page:
        page.add_init_script(f"if (location.origin !== 'null') localStorage.language = '{language}'")
        at_pace(page, "fast" if moving else "instant")
        sit_down(page, house, MODES[name])
        expect(yours(page)).to_be_visible()
        with measure_shifts(page):
            for number in range(20):
                if number == 3:
                    ask_for_a_hint(page)
                known = page.evaluate("shifts.length")
                told = page.locator(LOG).count()
                TURNS[name](page)
                expect(page.locator(LOG)).not_to_have_count(told)
                yours(page).or_(next_round(page)).first.wait_for()
                if over(page).count():  # the bar and the seats say so, in other words
                    page.evaluate("known => shifts.splice(known)", known)
                    break
                if next_round(page).count():
                    next_round(page).click()
                    expect(next_round(page)).to_have_count(0)
                    expect(yours(page)).to_be_visible()
