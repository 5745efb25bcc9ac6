"""Domino 3D: what is seen of the tower, from which side, and what a press on it means."""

from __future__ import annotations

import itertools
import re

import pytest
from playwright.sync_api import Browser, Page, expect
from tests.web.conftest import resize
from tests.web.domino3d_play import await_turn, board, ghost, played, setup, tower
from tests.web.games_play import LANGUAGES, PHONE, begin, box_of, guest
from tests.web.test_newcomers import CUT


def test_the_camera_stays_where_it_is_while_others_build(page: Page, house: str) -> None:
    begin(page, house, {**setup("classic"), "seats": [{"who": "me"}, *[{"who": "bot", "level": 2}] * 3]})
    for _ in range(4):
        await_turn(page)
        page.locator("[data-tool=fit]").click()  # the camera may go to what is shown
        expect(page.locator(".stage .sign")).to_be_visible()
        side = page.locator(".stage").get_attribute("data-yaw") or ""
        played(page, page.locator(".place").click)
        await_turn(page)
        expect(page.locator(".stage")).to_have_attribute("data-yaw", side)
    assert tower(page) > 9


def test_the_sign_of_a_domino_in_place_is_a_target_that_places_it(browser: Browser, house: str) -> None:
    with guest(browser, **PHONE) as page:
        begin(page, house, setup("classic"))
        await_turn(page)
        page.locator("[data-tool=fit]").tap()
        sign = page.locator(".stage .sign")
        box = box_of(sign)
        assert min(box["width"], box["height"]) >= 44
        shown = ghost(page)
        assert shown
        edge = (box["x"] + 3, box["y"] + box["height"] - 3)  # in its corner the table shines through
        played(page, lambda: page.touchscreen.tap(*edge))
        assert tower(page) >= 2
        expect(board(page)).not_to_have_attribute("data-ghost", re.compile(re.escape(shown)))


#: The sizes at which the hand of a race, or the words of a placement, have little room.
SMALL = ((360, 740), (844, 390))


def test_the_hand_leaves_the_middle_of_a_small_table_free(browser: Browser, house: str) -> None:
    with guest(browser, **PHONE) as page:
        begin(page, house, setup("race"))
        await_turn(page)
        table = box_of(page.locator("canvas"))
        middle = table["x"] + table["width"] / 2
        for inset in page.locator(".inset").all():
            box = box_of(inset)
            assert box["x"] + box["width"] < middle - 80
            assert box["y"] + box["height"] <= table["y"] + table["height"]
        assert not overlap(*map(box_of, page.locator(".inset").all()))
        assert not overlap(box_of(page.locator(".corner .note")), box_of(page.locator(".inset").first))


def overlap(one: dict[str, float], other: dict[str, float]) -> bool:
    across = one["x"] < other["x"] + other["width"] and other["x"] < one["x"] + one["width"]
    return across and one["y"] < other["y"] + other["height"] and other["y"] < one["y"] + one["height"]


def test_what_is_said_of_the_domino_is_not_cut_off_in_any_language(browser: Browser, house: str) -> None:
    with guest(browser, **PHONE) as page:
        begin(page, house, setup("classic"))
        await_turn(page)
        for size, language in itertools.product(SMALL, LANGUAGES):
            resize(page, *size)
            page.locator("header select").first.select_option(language, force=True)
            expect(page.locator("html")).to_have_attribute("lang", language)
            cut = page.evaluate(CUT, ".tools .line, .inset")
            assert not cut, (size, language, cut)


#: Pairs of things over the tower that cover each other.
OVERLAPS = """() => {
  const things = [...document.querySelectorAll(".felt .note, .felt .sands, .felt .glass, .felt .right button")];
  const boxes = things.map((one) => [one.textContent || one.title, one.getBoundingClientRect()]);
  const cover = (a, b) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
  return boxes.flatMap(([name, box], at) =>
    boxes.slice(at + 1).filter((one) => cover(box, one[1])).map(([other]) => `${name} / ${other}`));
}"""


@pytest.mark.parametrize(("mode", "sand"), [("classic", 0), ("classic", 60), ("solo", 60)])
def test_nothing_over_the_tower_covers_another_on_a_phone(browser: Browser, house: str, mode: str, sand: int) -> None:
    with guest(browser, **PHONE) as page:
        begin(page, house, setup(mode, sand=sand))
        expect(page.locator(".felt .note").first).to_have_text("Pile: 38")
        for language in LANGUAGES:
            page.locator("header select").first.select_option(language, force=True)
            expect(page.locator("html")).to_have_attribute("lang", language)
            assert page.evaluate(OVERLAPS) == []


def test_the_words_of_a_race_have_room_on_a_phone(browser: Browser, house: str) -> None:
    with guest(browser, **PHONE) as page:
        begin(page, house, setup("race"))
        await_turn(page)
        assert page.evaluate(CUT, ".tables .name") == []
        for number, language in enumerate(LANGUAGES):
            page.locator("header select").first.select_option(language, force=True)
            expect(page.locator("html")).to_have_attribute("lang", language)
            for pressed in ("true", "false"):
                page.locator("[data-tool=help]").click()
                expect(page.locator("[data-tool=help]")).to_have_attribute("aria-pressed", pressed)
                assert page.evaluate(CUT, "[data-tool=help], [data-move='give up']") == []
            page.locator("[data-move='give up']").click()
            assert page.evaluate(CUT, "[data-move='give up']") == []
            page.locator(".hand button").nth(number + 1).click()  # withdraws the question
