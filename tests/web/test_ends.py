"""The end of a round and of a match: a card that says how it went, why, and what one may do next."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, Page, expect
from tests.web.games_play import PHONE, begin, end_card, fits, guest, over, resign, to_move
from tests.web.test_table import log, sit_down, yours

#: Plays first legal moves over another socket until a round or the match is over.
PLAY = """(key) => {
  const socket = new WebSocket(`${location.origin.replace("http", "ws")}/live/${key}`);
  const send = (message) => socket.send(JSON.stringify(message));
  let asked = -1;
  socket.onopen = () => send({type: "join", legal: true});
  socket.onmessage = ({data}) => {
    const {type, n, now} = JSON.parse(data);
    if (type === "ping") send({type: "pong", n});
    if (now?.round_break || now?.status === "over") socket.close();
    const [seat, legal] = Object.entries(now?.legal ?? {})[0] ?? [];
    if (now?.status !== "running" || !legal?.length || now.match_version === asked) return;
    asked = now.match_version;
    send({type: "move", id: `m${asked}`, match_version: asked, move: legal[0], seat: Number(seat)});
  };
}"""


def key_of(page: Page) -> str:
    return page.url.rpartition("/")[2]


def against_computer(game: str, level: int = 1, **more: Any) -> dict[str, Any]:
    return {"game": game, "seats": [{"who": "me"}, {"who": "bot", "level": level}], **more}


def round_card(page: Page) -> Locator:
    return page.get_by_role("dialog", name="Round 1 is over")


def planks(page: Page) -> int:
    """How many squares are covered, as the board tells screen readers."""
    return page.locator("[role=gridcell][aria-label*=height]").count()


def test_against_a_computer_everything_waits_between_two_rounds(page: Page, house: str) -> None:
    begin(page, house, against_computer("nasca", round_breaks=True))
    expect(yours(page)).to_be_visible()
    page.evaluate(PLAY, key_of(page))
    card = round_card(page)
    expect(card).to_contain_text("Nobody can place another plank.")
    expect(card.get_by_role("row", name=re.compile(r"You \d+ \d+"))).to_be_visible()
    expect(card.get_by_role("row", name=re.compile(r"Computer \d+ \d+"))).to_be_visible()
    expect(card).not_to_contain_text("Starts in")
    expect(page.locator("p.line")).to_contain_text("Round 1 is over")
    expect(page.get_by_role("button", name="Hint")).to_be_disabled()
    before = log(page).inner_text()
    assert planks(page) > 10, "the board must still show the end of the round"
    page.wait_for_timeout(2500)
    assert log(page).inner_text() == before
    card.get_by_role("button", name="Look at the board").click()
    expect(page.locator("p.line .text")).to_have_text("Round 1 is over · Next round")
    page.reload()
    expect(card).to_contain_text("Nobody can place another plank.")
    page.wait_for_function("() => document.querySelectorAll('[role=gridcell][aria-label*=height]').length > 10")
    expect(card.get_by_role("button", name="Next round")).to_be_focused()
    page.keyboard.press("Enter")
    expect(card).to_have_count(0)
    expect(yours(page)).to_be_visible()
    expect(page.locator(".log h3")).to_have_text(["Round 1", "Round 2"])
    assert planks(page) < 10


def test_people_have_a_moment_between_two_rounds(page: Page, browser: Browser, house: str) -> None:
    setup = {"game": "nasca", "seats": [{"who": "me"}, {"who": "open"}], "round_breaks": True}
    with guest(browser) as friend:
        sit_down(page, friend, house, setup)
        for each in (page, friend):
            each.evaluate(PLAY, key_of(page))
        for each in (page, friend):
            expect(round_card(each)).to_contain_text(re.compile(r"Starts in \d+ second"))
        round_card(page).get_by_role("button", name="Next round").click()
        expect(round_card(page)).to_contain_text("Waiting for the others…")
        for each in (page, friend):
            expect(round_card(each)).to_have_count(0)  # by itself
            expect(each.locator("p.line")).not_to_contain_text("Round 1 is over")
        to_move([page, friend])


def test_the_end_says_who_won_why_and_what_next(page: Page, house: str) -> None:
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    begin(page, house, against_computer("keks", level=2))
    expect(yours(page)).to_be_visible()
    page.evaluate(PLAY, key_of(page))
    card = end_card(page)
    how = card.get_by_role("heading").inner_text()
    won = re.fullmatch(r"You (won 5–\d|lost \d–5)", how)
    assert won, how
    expect(over(page).locator(".text")).to_have_text(how)
    expect(card).to_contain_text("You won the fifth glaze." if "won" in how else "Computer won the fifth glaze.")
    expect(page.locator("aside .score").filter(has_text="5 glazes")).to_have_count(1)
    expect(log(page)).to_contain_text(re.compile(r"Glazes won: You \(\d\) and Computer \(\d\)\."))
    expect(card.get_by_role("button", name="Play again")).to_be_focused()
    for words in ("Review", "Replay"):
        expect(card.get_by_role("link", name=words)).to_be_visible()
    card.get_by_role("button", name="Copy link").click()
    expect(card.get_by_role("button", name="Link copied")).to_be_visible()
    assert page.evaluate("navigator.clipboard.readText()") == f"{house}/replay/{key_of(page)}"
    card.get_by_role("button", name="Look at the board").click()
    expect(card).to_have_count(0)
    expect(page.get_by_role("button", name="Play again")).to_be_visible()
    page.get_by_role("button", name="Show the result").click()
    expect(card.get_by_role("heading")).to_have_text(how)
    expect(page.get_by_role("button", name="Show the result")).to_have_count(0)


def test_the_end_names_who_reached_the_points(page: Page, house: str) -> None:
    """With what the last round brought, and all opponents in the plural."""
    bots = [{"who": "bot", "level": 2}] * 2
    begin(page, house, {"game": "nox", "options": {"target": 20}, "seats": [{"who": "me"}, *bots]})
    expect(yours(page)).to_be_visible()
    page.evaluate(PLAY, key_of(page))
    card = end_card(page)
    several = r"( and Computer \d|, Computer \d and Computer \d)?"
    expect(card).to_contain_text(re.compile(rf"(You|Computer \d){several} (has|have) reached 20 points\."))
    how = card.get_by_role("heading").first.inner_text()
    assert re.match(r"You (won|share|lost: (second|third) with \d+ points?$)", how), how
    if "lost" in how:
        expect(card).to_contain_text(re.compile(r"Computer \d won with \d+ points\."))
    expect(card.get_by_role("row", name=re.compile(r"You \d+ \d+"))).to_be_visible()
    expect(card.get_by_role("button", name="Stronger opponents")).to_be_visible()


#: How the log tells somebody that they have won, in four languages.
YOU_WIN = {"en": "You win.", "fr": "Vous gagnez.", "de": "Du gewinnst.", "nl": "Je wint."}


def test_the_winner_is_told_so(page: Page, browser: Browser, house: str) -> None:
    """In the log and in the replay, never as "Winner: You"; the others read a name."""
    with guest(browser) as winner:
        sit_down(page, winner, house)
        resign(page)
        expect(log(page)).to_contain_text("The match ends by resignation. Winner: Bob.")
        for language, words in YOU_WIN.items():
            winner.locator("header select").first.select_option(language)
            expect(winner.locator(".log")).to_contain_text(words)


@pytest.mark.parametrize(("words", "level"), [("Stronger opponent", "club"), ("Weaker opponent", "novice")])
def test_the_next_opponent_may_be_stronger_or_weaker(page: Page, house: str, words: str, level: str) -> None:
    begin(page, house, against_computer("keks", level=2))
    resign(page)
    before = page.url
    end_card(page).get_by_role("button", name=words).click()
    expect(page).not_to_have_url(before)
    expect(page.locator("aside ul")).to_contain_text(f"Computer ({level})")
    expect(page.locator("p.line:not(.ended)")).to_be_visible()
    expect(log(page)).to_contain_text("The match begins.")


@pytest.mark.parametrize(("motion", "scraps"), [("reduce", 0), ("no-preference", 28)])
def test_a_win_is_celebrated_unless_motion_is_reduced(
    page: Page, browser: Browser, house: str, motion: Any, scraps: int
) -> None:
    """And a loss is not."""
    with guest(browser, reduced_motion=motion) as winner:
        sit_down(page, winner, house)
        resign(page)
        expect(end_card(winner).get_by_role("heading")).to_have_text("You won!")
        expect(winner.locator(".on-table > [aria-hidden] > span[style*='--drift']")).to_have_count(scraps)
        expect(end_card(page).get_by_role("heading")).to_have_text("You lost")
        expect(page.locator("span[style*='--drift']")).to_have_count(0)
        for each in (page, winner):
            expect(end_card(each).get_by_role("button", name="Stronger opponent")).to_have_count(0)


def test_the_end_fits_a_phone(browser: Browser, house: str) -> None:
    for size in ({"width": 360, "height": 740}, {"width": 844, "height": 390}):
        with guest(browser, **{**PHONE, "viewport": size}) as page:
            begin(page, house, against_computer("keks", level=2))
            resign(page)
            expect(end_card(page)).to_be_in_viewport(ratio=1)
            for words in ("Play again", "Stronger opponent", "Weaker opponent"):
                expect(end_card(page).get_by_role("button", name=words)).to_be_in_viewport(ratio=1)
            fits(page)


@pytest.mark.parametrize("size", [(390, 844), (844, 390), (1280, 800)], ids=str)
def test_whoever_resigned_reads_why_and_how_it_stood(browser: Browser, house: str, size: tuple[int, int]) -> None:
    """And can look at the whole board, come back, and go on from there."""
    with guest(browser, viewport={"width": size[0], "height": size[1]}) as page:
        begin(page, house, against_computer("nasca", level=2))
        resign(page)
        card = end_card(page)
        expect(card.get_by_role("heading")).to_have_text("You lost")
        expect(card).to_contain_text("You resigned. The match counts as lost. Computer wins.")
        expect(card.get_by_role("table", name="Points at that time")).to_be_visible()
        expect(card.get_by_role("row")).to_have_count(2)
        for words in ("Play again", "Stronger opponent", "Weaker opponent", "Copy link"):
            expect(card.get_by_role("button", name=words)).to_be_in_viewport(ratio=1)
        weaker, stronger = (card.get_by_role("button", name=f"{one} opponent") for one in ("Weaker", "Stronger"))
        first, second = weaker.bounding_box(), stronger.bounding_box()
        assert first
        assert second
        assert (first["y"], first["x"]) < (second["y"], second["x"])
        card.get_by_role("button", name="Look at the board").click()
        expect(card).to_have_count(0)
        page.get_by_role("button", name="Show the result").click()
        card.get_by_role("link", name="Replay").click()
        page.get_by_role("link", name="To the table").click()
        expect(card.get_by_role("button", name="Play again")).to_be_visible()


def test_whoever_resigned_among_several_reads_who_was_ahead(page: Page, house: str) -> None:
    """And not the names of all who have won by that, which no line has room for."""
    bots = [{"who": "bot", "level": 1}] * 3
    begin(page, house, {"game": "nox", "seats": [{"who": "me"}, *bots], "round_breaks": True})
    expect(yours(page)).to_be_visible()
    page.evaluate(PLAY, key_of(page))
    round_card(page).get_by_role("button", name="Next round").click()
    expect(round_card(page)).to_have_count(0)
    resign(page)
    card = end_card(page)
    expect(card.get_by_role("heading").first).to_have_text("You lost")
    why = re.compile(r"You resigned\. The match counts as lost\. Most points: Computer \d.*, \d+ points?\.")
    expect(card).to_contain_text(why)
    expect(page.locator(".play > .told p").first).to_have_text("The match ends by resignation. The others win.")


def test_alone_there_is_nobody_to_beat(page: Page, house: str) -> None:
    begin(page, house, {"game": "domino3d", "seats": [{"who": "me"}], "options": {"mode": "solo", "sand": 0}})
    expect(yours(page)).to_be_visible()
    page.locator("summary", has_text="More").click()
    expect(page.get_by_role("button", name="Resign")).to_have_count(0)
    page.get_by_role("button", name="Stop the match").click()
    page.get_by_role("alertdialog").get_by_role("button", name="Stop the match").click()
    card = page.get_by_role("dialog")
    expect(card).to_be_visible()
    expect(card).not_to_contain_text(re.compile("won|lost|resign|Winner", re.IGNORECASE))
    expect(card).to_contain_text("0 points so far. A match that is stopped does not count in the best list.")
    expect(page.get_by_label("Say something")).to_have_count(0)
    expect(page.locator("aside")).not_to_contain_text(re.compile("winner|resign", re.IGNORECASE))
