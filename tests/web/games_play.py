"""Sitting down at a table and playing it in the browser: what the tests of the boards have in common."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Locator, Page, expect
from tests.web.conftest import PATIENCE, ROOT, another_context, watch

import ludotheque

PHONE: dict[str, Any] = {"viewport": {"width": 360, "height": 740}, "has_touch": True, "is_mobile": True}
ON_A_PHONE = pytest.mark.browser_context_args(viewport=PHONE["viewport"], has_touch=True, is_mobile=True)
#: For somebody who sees things move, as most people do.
MOVING = pytest.mark.browser_context_args(reduced_motion="no-preference")
#: Milliseconds between two looks.
PAUSE = 50
#: No page has as many places for the focus.
MOST_TABS = 80
#: The sentences of the log; a list item holds those of a turn.
LOG = "aside ol li > span:not(.shape) > *"
GAMES = tuple(ludotheque.games())
LANGUAGES = ("fr", "en", "de", "nl")


def introduce(context: BrowserContext, house: str, name: str) -> None:
    """Whoever looks with this context is that person from now on."""
    made = context.request.post(f"{house}/api/people", data={"name": name, "language": "en"}, headers={"origin": house})
    assert made.status == 201, made.text()
    # The page asks who we are only if it has met us.
    context.add_init_script("if (location.origin !== 'null') localStorage.setItem('known', 'yes')")


def make(context: BrowserContext, house: str, setup: dict[str, Any]) -> str:
    """A table of this context's person; its key."""
    made = context.request.post(f"{house}/api/tables", data=setup, headers={"origin": house})
    assert made.status == 201, made.text()
    return str(made.json()["key"])


def begin(page: Page, house: str, setup: dict[str, Any], name: str = "Ada") -> str:
    """Make a table, open it and start; its key."""
    introduce(page.context, house, name)
    return begin_another(page, house, setup)


def begin_another(page: Page, house: str, setup: dict[str, Any]) -> str:
    """As `begin`, for a person who has been introduced."""
    key = make(page.context, house, setup)
    page.goto(f"{house}/table/{key}")
    page.get_by_role("button", name="Start", exact=True).click()
    return key


@contextmanager
def guest(browser: Browser, **settings: Any) -> Iterator[Page]:
    """A page of somebody else; its console has to stay clean too."""
    context = another_context(browser, **settings)
    errors: list[str] = []
    watch(context, errors)
    try:
        yield context.new_page()
        assert not errors, errors
    finally:
        context.close()


def choose(page: Page, words: str) -> None:
    """Something from the table's menu."""
    page.locator("summary", has_text="More").click()
    page.locator("details[open]").get_by_text(words, exact=True).click()


def resign(page: Page) -> None:
    choose(page, "Resign")
    page.get_by_role("alertdialog").get_by_role("button", name="Resign").click()


def stop(page: Page) -> None:
    """Who plays alone resigns to nobody."""
    choose(page, "Stop the match")
    page.get_by_role("alertdialog").get_by_role("button", name="Stop the match").click()


def over(page: Page) -> Locator:
    """The bar, once it tells how the match ended."""
    return page.locator("p.line.ended")


def is_over(page: Page, move: str) -> bool:
    """Wait until we may move (a selector says what can be used then) or the match is over; whether it is."""
    page.locator(move).or_(over(page)).first.wait_for()
    return over(page).count() > 0


def settle(page: Page) -> None:
    """Wait until nothing on the page is on its way from one place to another."""
    page.evaluate("""async () => {
        const moving = () => document.getAnimations().filter(one => one instanceof CSSTransition);
        while (moving().length) await Promise.allSettled(moving().map(one => one.finished));
    }""")


def tab_to(page: Page, selector: str) -> None:
    """By Tab alone to something on the page."""
    seen = []
    for _ in range(MOST_TABS):
        page.keyboard.press("Tab")
        if page.evaluate("selector => !!document.activeElement.closest(selector)", selector):
            return
        seen.append(page.evaluate("document.activeElement.outerHTML.slice(0, 60)"))
    raise AssertionError(f"{MOST_TABS} times Tab do not lead to {selector}, but to {seen}")


def fits(page: Page) -> None:
    """Nothing scrolls sideways."""
    wide, room = page.evaluate("[document.documentElement.scrollWidth, innerWidth]")
    assert wide <= room


def end_card(page: Page) -> Locator:
    """The card that tells how the match ended and what one may do next."""
    return page.get_by_role("dialog").filter(has=page.get_by_role("link", name="Review"))


def has_a_winner(page: Page) -> None:
    expect(end_card(page).get_by_role("heading")).to_contain_text(re.compile("^(You won|You lost|A draw)"))
    expect(page.locator("aside li.won").first).to_contain_text("winner")


@contextmanager
def two_people(page: Page, browser: Browser, house: str, game: str) -> Iterator[list[Page]]:
    """Ada, who has this page, and Bob before the same match; both their pages."""
    introduce(page.context, house, "Ada")
    key = make(page.context, house, {"game": game, "seats": [{"who": "me"}, {"who": "open"}]})
    with guest(browser) as bob:
        introduce(bob.context, house, "Bob")
        for each in (page, bob):
            each.goto(f"{house}/table/{key}")
        bob.get_by_role("button", name="Sit here").click()
        bob.get_by_role("button", name="Start", exact=True).click()
        for each in (page, bob):
            expect(each.locator(LOG, has_text="The match begins.")).to_be_attached()
        yield [page, bob]


def to_move(pages: list[Page]) -> Page:
    """The page of whoever is to move, as soon as it says so."""
    for _ in range(PATIENCE // PAUSE):
        for each in pages:
            if each.locator(".line.yours").count():
                return each
        pages[0].wait_for_timeout(PAUSE)
    raise AssertionError("nobody is to move")


Act = Callable[[Page], None]


def play_by_turns(pages: list[Page], act: Act, moves: re.Pattern[str], times: int, offline: bool = False) -> None:
    """Whoever is to move acts; everybody reads of exactly one move more. `offline`: the mover has no connection."""
    for _ in range(times):
        before = pages[0].locator(LOG, has_text=moves).count()
        mover = to_move(pages)
        if offline:
            mover.context.set_offline(True)
            expect(mover.locator("p.line")).to_contain_text("Reconnecting")
        act(mover)
        if offline:
            # The board answers by itself, before the house does.
            expect(mover.locator(".going, .place .ghost").first).to_be_attached()
            mover.context.set_offline(False)
        for each in pages:
            expect(each.locator(LOG, has_text=moves)).to_have_count(before + 1)


def play_to_a_resignation(pages: list[Page], act: Act, moves: re.Pattern[str]) -> None:
    """A few moves, one of them without a connection, then somebody gives up."""
    play_by_turns(pages, act, moves, 3)
    play_by_turns(pages, act, moves, 1, offline=True)
    play_by_turns(pages, act, moves, 2)
    resign(pages[0])
    for each in pages:
        expect(over(each)).to_be_visible()
        expect(each.locator(LOG).last).to_contain_text("The match ends by resignation.")


def flat(words: Any) -> Iterator[str]:
    """Every sentence in nested words; `by` names the parameter that chooses a plural form."""
    if isinstance(words, str):
        yield words
    else:
        for name, each in words.items():
            if name != "by":
                yield from flat(each)


def sentences(game: str, language: str) -> list[re.Pattern[str]]:
    """What the log may say in a language, with anything in its places."""
    folders = {
        "web/src/table/messages": ("entries", "your_entries"),
        f"src/ludotheque/games/{game}/words": ("events", "you"),
    }
    found = []
    for folder, sections in folders.items():
        words = json.loads((ROOT / folder / f"{language}.json").read_text("utf-8"))
        texts = [text for section in sections for text in flat(words.get(section, {}))]
        found += [re.compile(re.sub(r"\\{\w+\\}", ".+", re.escape(text))) for text in texts]
    return found


#: All that can be read or heard.
SHOWN = """() => [document.body.innerText, ...Array.from(document.querySelectorAll("*"), each =>
    ["aria-label", "title", "placeholder"].map(name => each.getAttribute(name) ?? "").join(" "))].join("\\n")"""


def speak(page: Page, language: str) -> None:
    """Choose the page's language."""
    page.locator("header select").first.select_option(language)
    expect(page.locator("html")).to_have_attribute("lang", language)


def speaks_every_language(page: Page, game: str) -> None:
    """In the middle of a match: no key of a message is seen, and the log speaks the language."""
    for language in LANGUAGES:
        speak(page, language)
        known = sentences(game, language)
        for line in page.locator(LOG).all_inner_texts():
            assert any(each.fullmatch(line) for each in known), f"{language}: {line}"
        raw = re.search(rf"⟨.*?⟩|\b({game}|events|refusals|preview|info|options)\.\w+", str(page.evaluate(SHOWN)))
        assert not raw, f"{language}: {raw}"


def box_of(thing: Locator) -> dict[str, float]:
    box = thing.bounding_box()
    assert box
    return {"x": round(box["x"]), "y": round(box["y"]), "width": round(box["width"]), "height": round(box["height"])}
