"""Rulebooks, guided matches and puzzles in a real browser."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Browser, Page, expect
from tests.web.conftest import screenshot
from tests.web.games_play import PHONE, guest, speak

import ludotheque
from ludotheque.match import Match
from ludotheque.teaching.languages import LANGUAGES
from ludotheque.teaching.lesson import lesson, lesson_text
from ludotheque.teaching.puzzles import puzzles
from ludotheque.teaching.rulebook import diagrams, rulebook

Act = Callable[[Page, Match, str], None]


# Playing a move by clicking


def keks(page: Page, match: Match, move: str) -> None:
    page.locator(".stop" if move == "stop" else f'[data-at="{move}"]').click()


def nasca(page: Page, match: Match, move: str) -> None:
    first, last = move.split("-")
    upright = first[0] == last[0]
    length = max(ord(last[0]) - ord(first[0]), int(last[1:]) - int(first[1:])) + 1
    before = (length - 1) // 2  # squares of the plank on one side of the hand
    held = f"{first[0]}{int(first[1:]) + before}" if upright else f"{chr(ord(first[0]) + before)}{first[1:]}"
    cell = page.locator(f"[role=gridcell][aria-label^='{held},']").first
    cell.focus()
    page.keyboard.press(str(length))
    for _ in range(2):
        cell.hover(force=True)
        if _stands(page) == upright:
            break
        page.keyboard.press("r")
    cell.click(force=True)
    expect(page.locator(".tools .primary")).to_be_enabled()
    cell.click(force=True)


def _stands(page: Page) -> bool:
    """Whether the plank in hand lies along a column."""
    held = page.locator(".hand .plank").first
    held.wait_for(state="attached")
    box = held.bounding_box()
    assert box
    return box["height"] > box["width"]


def nasenspiel(page: Page, match: Match, move: str) -> None:
    if move.startswith("p"):
        page.locator(f'[data-choice="{move}"]').click()
        return
    domino = "-".join(sorted((move[0], move[2])))
    fitting = [one for one in match.legal_moves() if "-".join(sorted((one[0], one[2]))) == domino]
    page.locator(f'[data-domino="{domino}"]').click()
    for _ in range(fitting.index(move) + 1):
        page.get_by_role("button", name="Next place").first.click()
    page.get_by_role("button", name="Place", exact=True).first.click()


def nox(page: Page, match: Match, move: str) -> None:
    card, place = move.split(">")
    display, _, onto = place.partition(":")
    seat = match.to_act[0]
    page.locator(".hand button").nth(match.view(seat)["hands"][seat].index(card)).click()
    inner = f'[data-onto="{onto}"]' if onto else ".place.gap"
    page.locator(f'[data-display="{display}"] {inner}').first.click()


def domino3d(page: Page, match: Match, move: str) -> None:
    """Show the placement and press the button: a place in space cannot be clicked by name."""
    page.locator(".teacher").get_by_role("button", name="Show me").click()
    page.wait_for_function("() => document.querySelector('.board').dataset.standing")
    page.locator(".tools .place").click()
    if page.locator("[data-tool=elsewhere]").count():  # it would fall: the board asks first
        page.locator(".tools .place").click()


ACTS: dict[str, Act] = {
    "domino3d": domino3d,
    "keks": keks,
    "nasca": nasca,
    "nasenspiel": nasenspiel,
    "nox": nox,
}


# Guided matches

#: The pause between the others' moves, which tests do not need.
QUICKLY = """const wait = window.setTimeout;
window.setTimeout = (then, pause, ...rest) => wait(then, pause === 900 ? 30 : pause, ...rest);"""


@pytest.mark.parametrize("name", ludotheque.games())
def test_a_guided_match_to_its_end_in_every_language(page: Page, name: str) -> None:
    guide = lesson(name)
    texts = {language: lesson_text(name, language) for language in LANGUAGES}
    page.add_init_script(QUICKLY)
    page.goto(f"/learn/{name}")
    said, on = page.locator(".teacher .said"), page.locator(".teacher button.primary")
    on.click()
    for number, step in enumerate(guide.steps):
        for language in ("fr", "de", "nl", "en"):
            speak(page, language)
            expect(said).to_contain_text(texts[language].steps[number].ask)
        ACTS[name](page, guide.position(number), guide.moves[step.at][1])
        expect(said).to_contain_text(texts["en"].steps[number].right)
        if number == 1:
            screenshot(page, f"lesson-{name}")
        on.click()
    for language in LANGUAGES:
        speak(page, language)
        expect(said).to_contain_text(texts[language].end)
    expect(page.locator(f".teacher a[href='/play/{name}']")).to_be_visible()
    expect(page.locator(f".teacher a[href='/puzzles/{name}']")).to_have_count(1 if puzzles(name) else 0)


def test_a_lesson_is_resumed_where_it_was_left(page: Page) -> None:
    guide, text = lesson("keks"), lesson_text("keks", "en")
    page.add_init_script(QUICKLY)
    page.goto("/learn/keks")
    begin = page.locator(".teacher button.primary")
    begin.click()
    for number, step in enumerate(guide.steps[:2]):
        expect(page.locator(".said")).to_contain_text(text.steps[number].ask)
        keks(page, guide.position(number), guide.moves[step.at][1])
        expect(page.locator(".said")).to_contain_text(text.steps[number].right)
        begin.click()
    expect(page.locator(".said")).to_contain_text(text.steps[2].ask)
    page.goto("/")
    page.locator(".box", has_text="Keks").get_by_role("link", name="Learn").click()
    begin.click()
    expect(page.locator(".place")).to_contain_text("Step 3 of")
    expect(page.locator(".said")).to_contain_text(text.steps[2].ask)
    expect(page.locator(".play")).to_contain_text("You")
    expect(page.locator(".play")).to_contain_text("Computer")


def test_the_rules_open_beside_a_lesson(page: Page) -> None:
    page.goto("/learn/nasca")
    page.locator(".teacher button.primary").click()
    page.locator(".teacher").get_by_role("button", name="Rules").click()
    panel = page.get_by_role("complementary", name="Rules")
    expect(panel.locator("h3").first).to_be_visible()
    page.keyboard.press("Escape")
    expect(panel).to_have_count(0)
    expect(page.locator(".teacher .place")).to_contain_text("Step 1 of")


#: What must be visible of each game beside the text.
BOARDS = {"domino3d": ".felt", "keks": ".plate", "nasca": ".pane", "nasenspiel": ".pane", "nox": ".hand"}


def test_a_phone_shows_the_text_and_the_board_without_scrolling(browser: Browser, house: str) -> None:
    with guest(browser, **PHONE, base_url=house) as page:
        for name, board in BOARDS.items():
            page.goto(f"/learn/{name}")
            page.locator(".teacher button.primary").click()
            expect(page.locator(".teacher .place")).to_be_visible()
            said, shown = (page.locator(one).first.bounding_box() for one in (".teacher", board))
            assert said
            assert shown
            assert said["y"] + said["height"] <= shown["y"], name
            assert shown["y"] + shown["height"] <= PHONE["viewport"]["height"], name


def test_a_wrong_move_is_explained_and_then_shown(page: Page) -> None:
    guide, text = lesson("keks"), lesson_text("keks", "en")
    page.goto("/learn/keks")
    page.locator(".teacher button.primary").click()
    page.locator('[data-at="d4"]').click()
    expect(page.locator(".keks")).to_contain_text("Rule 3")
    wrong = [move for move in guide.position(0).legal_moves() if not _reaches(move)]
    if wrong:
        for move in wrong[:2]:
            page.locator(f'[data-at="{move}"]').click()
            expect(page.locator(".said")).to_contain_text(text.steps[0].wrong)
        expect(page.get_by_role("button", name="Show me")).to_be_disabled()


def _reaches(move: str) -> bool:
    guide = lesson("keks")
    before = guide.position(0)
    after = before.copy()
    after.play(move)
    return guide.steps[0].aim.reached(before, after)


# Rulebooks


@pytest.mark.parametrize("name", ludotheque.games())
def test_the_rulebook_exists_in_every_language(page: Page, name: str) -> None:
    page.goto(f"/rules/{name}")
    for language in LANGUAGES:
        speak(page, language)
        book = rulebook(name, language)
        expect(page.get_by_role("heading", level=1)).to_have_text(book.title)
        expect(page.locator("article > div")).to_have_attribute("lang", language)
        rules = [block for block in book.blocks if block.kind == "heading" and block.rule]
        expect(page.locator("h3[id^=rule-]")).to_have_count(len(rules))
        expect(page.locator("figure")).to_have_count(len(diagrams(name)))
        expect(page.locator("figure .board")).to_have_count(len(diagrams(name)))


def test_a_link_to_a_rule_leads_there(page: Page) -> None:
    page.goto("/rules/keks#rule-7")
    expect(page.locator("#rule-7")).to_be_in_viewport()


# Puzzles


@pytest.mark.parametrize("name", ["keks", "nasca", "nasenspiel"])
def test_a_puzzle_failed_and_solved(page: Page, name: str) -> None:
    puzzle = puzzles(name)[0]
    match = puzzle.position(name)
    page.goto(f"/puzzles/{name}/1")
    expect(page.locator(".teacher")).to_contain_text("One move is clearly the best")
    # Another piece, if pieces have names: the same one would still be in hand.
    wrong = next(move for move in match.legal_moves() if move.split()[0] != puzzle.best.split()[0])
    ACTS[name](page, match, wrong)
    expect(page.locator(".teacher")).to_contain_text("There is something better")
    expect(page.locator(".teacher")).to_contain_text(f"with the best one {puzzle.chance:.0%}")
    page.keyboard.press("Escape")
    ACTS[name](page, match, puzzle.best)
    expect(page.locator(".teacher")).to_contain_text("Well found!")
    expect(page.locator(".teacher summary")).to_contain_text(re.compile(r"^1 of \d+ solved"))
    screenshot(page, f"puzzle-{name}")
    page.get_by_role("link", name="Next puzzle").click()
    expect(page).to_have_url(re.compile(rf"/puzzles/{name}/2$"))


def test_a_puzzle_of_domino3d_failed_and_solved(page: Page) -> None:
    """Use the list of all placements, because a place in space cannot be clicked by name."""
    puzzle, teacher = puzzles("domino3d")[0], page.locator(".teacher")
    page.goto("/puzzles/domino3d/1")
    listed = page.locator("details [data-move]")
    best = page.locator(f'details [data-move="{puzzle.best}"]')
    page.locator("summary", has_text="placements").click()
    expect(best).to_be_visible()
    wrong = next(move for each in listed.all() if (move := each.get_attribute("data-move")) != puzzle.best)
    for place, words in (
        (page.locator(f'details [data-move="{wrong}"]'), "There is something better"),
        (best, "Well found!"),
    ):
        place.click()  # shows it
        expect(place).to_have_attribute("aria-pressed", "true")
        place.click()
        expect(teacher).to_contain_text(words)
    expect(teacher).to_contain_text(f"Chance to win with it {puzzle.chance:.0%}")


@pytest.mark.parametrize("name", ["domino3d", "keks", "nasca", "nasenspiel"])
def test_a_puzzle_given_up_shows_its_move(page: Page, name: str) -> None:
    page.goto(f"/puzzles/{name}")  # the first one
    page.get_by_role("button", name="Show me").click()
    expect(page.locator(".teacher")).to_contain_text("The best move:")
    if name == "domino3d":
        expect(page.locator(".board")).to_have_attribute("data-suggested", re.compile(r"^-?\d+,"))


def test_the_puzzle_of_the_day_is_one_click_away(page: Page) -> None:
    page.goto("/")
    link = page.get_by_role("link", name="Puzzle of the day")
    expect(link).to_have_count(1)
    title = link.inner_text().split(": ")[1]
    link.click()
    expect(page.locator(".teacher")).to_contain_text("Puzzle of the day")
    expect(page.get_by_role("heading", level=1)).to_contain_text(f"{title}: puzzle")
    screenshot(page, "puzzle-of-the-day")
