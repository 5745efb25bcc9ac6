"""Domino 3D as a newcomer meets it: what to do, what happened, no codes, questions before a fall, the end."""

from __future__ import annotations

import itertools
import re
from typing import Any

from playwright.sync_api import Locator, Page, expect
from tests.web.domino3d_play import (
    await_turn,
    board,
    felt,
    ghost,
    place_what_fits,
    played,
    setup,
    standing,
    tab_to,
    tower,
    walk_until,
    word,
)
from tests.web.games_play import LOG, MOVING, begin, end_card, resign

#: Cells and numbers of dominoes, which the board does not show.
CODE = re.compile(r"-?\d+,-?\d+|[Dd]omino \d")
BOTS = [{"who": "bot", "level": 1}] * 3


def bar(page: Page) -> Locator:
    return page.locator(".bar .line")


def verdict(page: Page) -> Locator:
    return page.locator(".tools .line")


def test_from_the_shelf_to_the_first_move_in_three_presses(page: Page, house: str) -> None:
    page.goto(house)
    page.locator("li.box", has_text="Domino 3D").get_by_role("button", name="Play", exact=False).first.click()
    expect(bar(page)).to_contain_text("Click a yellow ring, then “Place”")
    expect(page.locator(".play .heading")).to_contain_text("Most points win")
    expect(page.locator(".glass")).to_have_count(0)
    expect(page.locator(".legend")).to_contain_text("Your domino fits at every ring.")
    page.locator("[data-tool=fit]").click()
    expect(verdict(page)).to_contain_text(
        re.compile(r"It fits: \d points? \(\d contacts?( \+ \d (upright|for height))?\)")
    )
    expect(bar(page)).to_contain_text("Press “Place”, or choose another place")
    played(page, page.locator(".place").click)
    assert tower(page) >= 2


def test_the_hourglass_is_offered_at_the_end(page: Page, house: str) -> None:
    begin(page, house, setup("classic"))
    await_turn(page)
    resign(page)
    page.get_by_role("button", name="Play with the hourglass").click()
    expect(page.locator(".glass")).to_be_visible()
    expect(bar(page)).to_contain_text("While the sand runs")
    page.goto(house)
    page.locator("li.box", has_text="Domino 3D").get_by_role("button", name="Play", exact=False).first.click()
    expect(page.locator(".glass")).to_be_visible()


def test_the_shelf_starts_a_match_with_the_hourglass(page: Page, house: str) -> None:
    page.goto(house)
    page.locator("li.box", has_text="Domino 3D").get_by_role("button", name="With the hourglass").click()
    expect(page.locator(".glass")).to_be_visible()
    expect(page.locator("[role=timer], time")).to_have_count(1)


def test_the_position_as_text_is_in_sight_and_without_codes(page: Page, house: str) -> None:
    begin(page, house, setup("classic"))
    await_turn(page)
    page.locator("summary", has_text="More").click()
    page.get_by_role("button", name="As text").click()
    text = page.locator("pre")
    expect(text).to_be_in_viewport()
    expect(text).to_contain_text("Level 1:")
    assert not CODE.search(text.inner_text())


def test_the_list_of_placements_shows_first_and_plays_at_the_second_press(page: Page, house: str) -> None:
    begin(page, house, setup("classic"))
    await_turn(page)
    page.locator("summary", has_text="possible placement").click()
    one = page.locator("details [data-move]").first
    assert not CODE.search(one.inner_text())
    points = [int(each.split()[0]) for each in page.locator(".placements h4").all_inner_texts()]
    assert points == sorted(set(points), reverse=True)
    texts = page.locator(".placements li").all_inner_texts()
    assert f"{len(texts)} possible placement" in page.locator(".placements summary").inner_text()
    one.click()
    expect(one).to_have_attribute("aria-pressed", "true")
    expect(one).to_contain_text("Press again to place it.")
    expect(board(page)).to_have_attribute("data-ghost", one.get_attribute("data-move") or "")
    assert tower(page) == 1
    played(page, one.click)
    assert tower(page) >= 2


def test_a_placement_that_would_fall_asks_first(page: Page, house: str) -> None:
    begin(page, house, setup("classic"))
    await_turn(page)
    tab_to(page, felt(page))
    assert walk_until(page, "falls")
    page.locator(".place").click()
    expect(verdict(page)).to_contain_text("Place it anyway?")
    assert tower(page) == 1
    page.locator("[data-tool=elsewhere]").click()
    expect(board(page)).to_have_attribute("data-ghost", "")
    felt(page).focus()
    assert walk_until(page, "falls")
    page.keyboard.press("Enter")
    expect(verdict(page)).to_contain_text("Place it anyway?")
    played(page, page.get_by_role("button", name="Place anyway").click)
    expect(page.locator(LOG, has_text="Everything falls")).to_be_attached()
    expect(page.locator(LOG, has_text="The domino goes back into the pile.").first).to_be_attached()


def test_what_the_others_laid_stays_marked_and_is_told_without_codes(page: Page, house: str) -> None:
    plan: dict[str, Any] = {**setup("classic"), "seats": [{"who": "me"}, *BOTS]}
    begin(page, house, plan)
    await_turn(page)
    place_what_fits(page)
    await_turn(page)
    before = tower(page)
    laid = (board(page).get_attribute("data-laid") or "").split()
    assert len(laid) == before - 2
    assert all(one[0] in "123" for one in laid)
    sentences = page.locator(LOG).all_inner_texts()
    assert len([one for one in sentences if re.search("(lays a domino flat|stands a domino upright) \\(", one)]) == len(
        laid
    )
    assert not [one for one in sentences if CODE.search(one)]
    page.locator(LOG, has_text=re.compile("lays a domino flat|stands a domino upright")).last.hover()
    expect(board(page)).to_have_attribute("data-lit", laid[-1].split(":")[1])


def test_a_pass_is_no_time_that_is_up(page: Page, house: str) -> None:
    begin(page, house, setup("classic"))
    await_turn(page)
    word(page, "timeout").dblclick()  # whoever taps twice by mistake is still asked
    expect(word(page, "timeout")).to_have_text("Really pass?", use_inner_text=True)
    expect(verdict(page)).to_contain_text("Your domino would go back into the pile")
    played(page, word(page, "timeout").click)
    expect(page.locator(LOG, has_text="You place nothing.")).to_be_attached()
    expect(page.locator(LOG, has_text="time is up")).to_have_count(0)


def test_the_hourglass_says_that_the_time_is_up(page: Page, house: str) -> None:
    begin(page, house, setup("classic", sand=1))
    expect(page.locator(LOG, has_text="Your time is up: the domino goes back into the pile.").first).to_be_attached()


def test_the_end_of_a_match_alone(page: Page, house: str) -> None:
    begin(page, house, setup("solo", turns=1, contact="differ"))
    await_turn(page)
    expect(page.locator(".play .heading")).to_contain_text("As many points as you can in 1 turn")
    place_what_fits(page)
    expect(bar(page)).to_contain_text("Draw another domino, or stop here")
    expect(verdict(page)).to_contain_text("drawing costs nothing. Stop, and the match ends.")
    expect(word(page, "stop")).to_contain_text("ends the match")
    page.locator("summary", has_text="More").click()
    expect(page.get_by_role("button", name="Resign")).to_have_count(0)
    page.keyboard.press("Escape")
    word(page, "stop").click()
    card = end_card(page)
    expect(card.get_by_role("heading").first).to_have_text(re.compile(r"^\d+ points?$"))
    expect(card).to_contain_text("That was the last turn.")
    expect(card).to_contain_text("Place 1 of 1 in the best list.")
    expect(card).to_contain_text("Your first result with these options. Play again to see your curve.")
    expect(card.get_by_role("img")).to_have_count(0)
    expect(page.get_by_text("Winner")).to_have_count(0)
    expect(page.get_by_label("Say something")).to_have_count(0)


@MOVING
def test_a_fall_is_shown_before_anybody_goes_on(page: Page, house: str) -> None:
    begin(page, house, setup("classic"))
    await_turn(page)
    tab_to(page, felt(page))
    assert walk_until(page, "falls")
    page.locator(".place").click()
    page.evaluate(
        """() => {
          const board = document.querySelector(".board");
          window.moves = [];
          new MutationObserver(() => moves.push(performance.now())).observe(board, {attributeFilter: ["data-number"]});
        }"""
    )
    page.get_by_role("button", name="Place anyway").click()
    page.wait_for_function("() => moves.length >= 2")
    fell, answered = page.evaluate("moves.slice(0, 2)")
    assert answered - fell > 1400


def ring(page: Page) -> tuple[float, float]:
    """Return where a ring is on the screen: with help a mouse that passes by shows only what fits."""
    box = page.locator("canvas").bounding_box()
    assert box
    for down, right in itertools.product(range(30, 60, 4), range(30, 80, 2)):
        x, y = box["x"] + box["width"] * right / 100, box["y"] + box["height"] * down / 100
        page.mouse.move(x, y)
        if ghost(page):
            return x, y
    raise AssertionError("no ring is found")


def test_a_press_on_a_ring_turns_the_domino_so_that_it_fits(page: Page, house: str) -> None:
    begin(page, house, setup("classic"))
    await_turn(page)
    for turn in "rty":  # whichever way it is held
        page.keyboard.press("Escape")
        felt(page).press(turn)
        page.mouse.click(*ring(page))
        expect(verdict(page)).to_contain_text("Press “Place”")
        assert standing(page) == "legal"
    played(page, page.locator(".place").click)
    assert tower(page) >= 2


def test_turning_goes_through_all_that_fits_there(page: Page, house: str) -> None:
    begin(page, house, setup("classic"))
    turn, fit = page.locator("[data-tool=turn]"), page.locator("[data-tool=fit]")
    for _ in range(9):
        await_turn(page)
        for _ in range(9):
            fit.click()
            if turn.is_enabled():
                break
        else:
            played(page, page.locator(".place").click)
            continue
        break
    first = ghost(page)
    ways = int(turn.inner_text().split("/")[1])
    seen = set()
    for _ in range(ways):
        turn.click()
        assert standing(page) == "legal"
        seen.add(ghost(page))
    assert len(seen) == ways > 1
    assert ghost(page) == first
