"""Replays of finished matches: from every seat, by keyboard, by link, from a file; and resuming from there."""

from __future__ import annotations

import json
import re
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, Page, expect
from tests.web.conftest import ROOT, another_context, screenshot
from tests.web.fixed_deals import TRUE_SHUFFLE
from tests.web.games_play import GAMES, LANGUAGES, fits, guest, introduce, make

#: Plays a number of first legal moves over a separate socket, then resigns.
PLAY = """([key, moves, number]) => new Promise((done) => {
  const socket = new WebSocket(`${location.origin.replace("http", "ws")}/live/${key}`);
  const send = (message) => socket.send(JSON.stringify(message));
  let asked = -1, made = 0;
  socket.onopen = () => { send({type: "join", legal: true}); send({type: "start", id: "start", client_seed: number}); };
  socket.onmessage = ({data}) => {
    const {type, n, now} = JSON.parse(data);
    if (type === "ping") send({type: "pong", n});
    if (now?.status === "over") { socket.close(); done(); }
    const [seat, legal] = Object.entries(now?.legal ?? {})[0] ?? [];
    if (now?.status !== "running" || !legal?.length || now.match_version === asked) return;
    asked = now.match_version;
    made += 1;
    if (made > moves) send({type: "resign", id: "resign"});
    else send({type: "move", id: `m${asked}`, match_version: asked, move: legal[0], seat: Number(seat)});
  };
})"""


def finished(
    page: Page, house: str, game: str = "keks", moves: int = 3, bots: int = 1, number: str = "7", **setup: Any
) -> str:
    """Finish a match between Ada, who gives this number, and bots; return its key. The page keeps nothing of it."""
    introduce(page.context, house, "Ada")
    seats = [{"who": "me"}, *[{"who": "bot", "level": 1}] * bots]
    key = make(page.context, house, {"game": game, "seats": seats, **setup})
    page.goto(f"{house}/me")
    page.evaluate(PLAY, [key, moves, number])
    return key


def at(page: Page) -> Locator:
    return page.locator(".controls .count")


def step_is(page: Page, move: int) -> None:
    expect(at(page)).to_contain_text(f"Move {move} of ")


def knowledge(page: Page) -> Locator:
    return page.get_by_label("What is seen")


#: What must be visible of each game's drawing.
BOARDS = {"domino3d": ".felt", "keks": ".keks .board", "nasca": ".pane", "nasenspiel": ".pane", "nox": ".night"}


def shows_the_board(page: Page, game: str) -> None:
    """Check that the controls are below the board and do not cover it."""
    page.evaluate("scrollTo(0, 0)")
    board = page.locator(BOARDS[game]).bounding_box()
    controls = page.locator(".controls").bounding_box()
    assert board is not None
    assert controls is not None
    assert board["y"] + board["height"] <= controls["y"]


@pytest.mark.parametrize("game", GAMES)
def test_every_game_from_every_seat(page: Page, house: str, game: str) -> None:
    bots = 2 if game == "nox" else 1
    key = finished(page, house, game, bots=bots)
    page.goto(f"{house}/replay/{key}")
    step_is(page, 0)
    for move in (1, 2, 3):
        page.get_by_role("button", name="One move on").click()
        step_is(page, move)
    hides = game != "nasca"
    expect(knowledge(page)).to_have_count(int(hides))
    for viewpoint in ("all", *map(str, range(bots + 1)), "none") if hides else ("all",):
        if hides:
            knowledge(page).select_option(viewpoint)
        expect(page).to_have_url(re.compile(rf"seat={viewpoint}&move=3$"))
        page.get_by_role("button", name="One move back").click()
        step_is(page, 2)
        page.get_by_role("button", name="One move on").click()
        expect(page.locator("[aria-current=step] .number")).to_have_text("3")
        fits(page)
        shows_the_board(page, game)
    if hides:
        names = knowledge(page).locator("option").all_inner_texts()
        assert names[1:3] == ["You", "Computer 1" if bots > 1 else "Computer"]
    assert "Seat " not in page.locator("main").inner_text()


def test_keyboard_slider_list_and_play(page: Page, house: str) -> None:
    key = finished(page, house, moves=6)
    page.goto(f"{house}/replay/{key}")
    step_is(page, 0)
    last = int((at(page).inner_text()).split()[-1])
    for pressed, move in (("ArrowRight", 1), ("ArrowRight", 2), ("ArrowLeft", 1), ("End", last), ("Home", 0)):
        page.keyboard.press(pressed)
        step_is(page, move)
    # The board's own keys do not work here.
    page.locator(".plate button, .plate [tabindex='0']").first.focus()
    page.keyboard.press("ArrowRight")
    step_is(page, 1)
    page.get_by_role("slider", name="Move").fill("4")
    step_is(page, 4)
    page.get_by_role("list", name="All moves").get_by_role("button").nth(2).click()
    step_is(page, 2)
    page.get_by_label("Speed").select_option("0.5")  # slow enough to be seen playing
    page.locator("h1").click()
    page.keyboard.press("Space")
    expect(page.get_by_role("button", name="Pause")).to_be_visible()
    page.get_by_label("Speed").select_option("4")
    step_is(page, last)
    expect(page.get_by_role("button", name="Play", exact=True)).to_be_visible()


def test_a_link_opens_the_same_position_for_another_person(page: Page, house: str, browser: Browser) -> None:
    key = finished(page, house)
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.goto(f"{house}/replay/{key}?seat=1&move=2")
    step_is(page, 2)
    page.keyboard.press("ArrowRight")
    page.get_by_role("button", name="Copy link to this moment").click()
    expect(page.get_by_role("button", name="Link copied")).to_be_visible()
    link = page.evaluate("navigator.clipboard.readText()")
    assert link == f"{house}/replay/{key}?seat=1&move=3"
    with guest(browser) as friend:
        friend.goto(link)
        step_is(friend, 3)
        expect(knowledge(friend)).to_have_value("1")


def test_a_running_match_shows_what_the_viewer_knows(page: Page, house: str, browser: Browser) -> None:
    introduce(page.context, house, "Ada")
    key = make(page.context, house, {"game": "nox", "seats": [{"who": "me"}, *[{"who": "bot", "level": 1}] * 2]})
    page.goto(f"{house}/table/{key}")
    page.get_by_role("button", name="Start", exact=True).click()
    expect(page.locator(".line.yours")).to_be_visible()
    with guest(browser) as friend:
        for who, seen in ((page, ["0", "none"]), (friend, ["none"])):
            who.goto(f"{house}/replay/{key}")
            expect(at(who)).to_be_visible()
            options = knowledge(who).locator("option")
            assert [one.get_attribute("value") for one in options.all()] == seen
            expect(who.get_by_text("Play on from here")).to_have_count(0)
            expect(who.get_by_text("Check the shuffle")).to_have_count(0)


def test_resuming_from_any_position(page: Page, house: str) -> None:
    key = finished(page, house, moves=4)
    page.goto(f"{house}/replay/{key}?move=4")
    step_is(page, 4)
    page.get_by_text("Play on from here").click()
    screenshot(page, "replay-play-on")
    page.get_by_label("Level").select_option("1")
    page.get_by_role("button", name="Play on against the computer").click()
    page.wait_for_url("**/table/*")
    expect(page.get_by_text("This match goes on from another one, after move 4.")).to_be_visible()
    expect(page.locator(".line.yours")).to_be_visible()
    page.get_by_role("link", name="See the other match").click()
    step_is(page, 4)


def test_the_shuffle_is_verified_in_the_browser(page: Page, house: str, tmp_path: Path) -> None:
    key = finished(page, house, number=TRUE_SHUFFLE)
    page.goto(f"{house}/replay/{key}")
    page.get_by_text("Was the shuffle fair?").click()
    page.get_by_role("button", name="Check the shuffle").click()
    expect(page.get_by_text("The values belong together. But this device gave no number of its own")).to_be_visible()
    expect(page.get_by_text("in the house’s public list, and the list goes on from there unchanged")).to_be_visible()
    expect(page.locator("li > strong", has_text="The same")).to_have_count(2)
    expect(page.get_by_text(TRUE_SHUFFLE, exact=True)).to_be_visible()
    screenshot(page, "replay-shuffle")
    record = page.request.get(f"{house}/api/tables/{key}/record").json()
    record["fair"]["numbers"][0] = "another number"
    forged = tmp_path / "forged.json"
    forged.write_text(json.dumps(record))
    page.goto(f"{house}/replay")
    page.locator("input[type=file]").set_input_files(forged)
    page.get_by_text("Was the shuffle fair?").click()
    page.get_by_role("button", name="Check the shuffle").click()
    expect(page.get_by_text("This shuffle is not in order")).to_be_visible()
    expect(page.locator("li > strong", has_text="Not the same")).to_have_count(1)


def test_a_file_is_shown_up_to_its_first_bad_move(page: Page, house: str, tmp_path: Path) -> None:
    key = finished(page, house, moves=8, number=TRUE_SHUFFLE)
    record = page.request.get(f"{house}/api/tables/{key}/record").json()
    record["history"][5][1] = record["history"][0][1]
    bad, junk = tmp_path / "bad.json", tmp_path / "junk.json"
    bad.write_text(json.dumps(record))
    junk.write_text("no record at all")
    page.goto(f"{house}/me")
    page.get_by_role("link", name="Look at a record from a file").click()
    page.locator("input[type=file]").set_input_files(junk)
    expect(page.get_by_role("alert")).to_contain_text("This file is not the record of a match, or it is damaged.")
    screenshot(page, "replay-file")
    page.locator("input[type=file]").set_input_files(bad)
    expect(page.get_by_role("alert")).to_contain_text("Move 6 does not fit")
    expect(page.get_by_role("alert").get_by_role("link")).to_have_attribute("href", re.compile("/rules/keks#rule-"))
    page.keyboard.press("End")
    expect(at(page)).to_have_text("Move 5 of 5")
    screenshot(page, "replay-bad-move")
    for language in LANGUAGES:
        page.locator("header select").first.select_option(language)
        expect(page.locator("html")).to_have_attribute("lang", language)
        assert "⟨" not in page.locator("main").inner_text()
    fits(page)


def test_a_record_of_another_version_says_which(browser: Browser, house: str, tmp_path: Path) -> None:
    stored = json.loads((ROOT / "tests/records/keks/00-2-seats.json").read_text("utf-8"))
    other = tmp_path / "other.json"
    for language in LANGUAGES:
        # Its console is not checked, because a browser logs every refusal there.
        with closing(another_context(browser, locale=language)) as context:
            page = context.new_page()
            for field, theirs, ours in (
                ("rules_version", 99, "1"),
                ("format", "ludotheque-record-99", "ludotheque-record-2"),
            ):
                other.write_text(json.dumps({**stored, field: theirs}))
                page.goto(f"{house}/replay")
                page.locator("input[type=file]").set_input_files(other)
                expect(page.get_by_role("alert")).to_contain_text(re.compile(rf"\({theirs}\).* {ours}\."))


def test_the_film_names_everybody(page: Page, house: str) -> None:
    key = finished(page, house)
    page.goto(f"{house}/replay/{key}")
    with page.expect_download() as film:
        page.get_by_role("link", name="Animation (SVG)").click()
    drawn = film.value.path().read_text("utf-8")
    assert ">Ada<" in drawn
    assert ">Computer<" in drawn
