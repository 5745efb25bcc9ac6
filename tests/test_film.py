"""Films contain every position, shared drawings only once, and never confuse two drawings."""

from __future__ import annotations

import doctest
import re
from xml.etree import ElementTree

import pytest

import ludotheque
from ludotheque import film as module
from ludotheque.film import SVG, film


def picture(definitions: str, parts: str) -> str:
    return f'<svg xmlns="{SVG}" viewBox="0 0 90 60"><title>t</title><defs>{definitions}</defs>{parts}</svg>'


def frames(text: str) -> list[ElementTree.Element]:
    return [each for each in ElementTree.fromstring(text) if (each.get("class") or "").startswith("frame")]


def test_the_example() -> None:
    assert doctest.testmod(module).failed == 0


def test_frames_follow_each_other_and_the_last_one_stays() -> None:
    made = film([picture("", f'<rect width="{i}"/>') for i in (1, 2, 3)], "A <match>")
    found = frames(made)
    assert [each.get("style") for each in found] == ["animation-delay:0s", "animation-delay:1s", "animation-delay:2s"]
    assert [each.get("class") for each in found] == ["frame", "frame", "frame last"]
    assert "shown 6s step-end infinite" in made
    assert "shown{0%{visibility:visible}16.6667%" in made
    assert "shown-last{0%{visibility:visible}66.6667%" in made
    assert "prefers-reduced-motion" in made
    assert ElementTree.fromstring(made).findtext(f"{{{SVG}}}title") == "A <match>"


def test_shared_drawings_are_stored_once() -> None:
    long = f'<path d="{"M1 1" * 50}"/>'
    made = film([picture('<g id="a"/>', long + '<use href="#a"/>')] * 3, "t")
    assert made.count("<path") == 1
    assert made.count('<g id="a"') == 1


def test_drawings_of_the_same_name_stay_apart() -> None:
    one = picture('<g id="a"><rect/></g><g id="b"><use href="#a"/></g>', '<use href="#b"/><path fill="url(#a)"/>')
    two = picture('<g id="a"><circle/></g><g id="b"><use href="#a"/></g>', '<use href="#b"/><path fill="url(#a)"/>')
    made = film([one, two], "t")
    ids = re.findall(r' id="([^"]+)"', made)
    assert sorted(ids) == ["a", "b", "f1-a", "f1-b"]
    assert '<g id="f1-b"><use href="#f1-a"' in made
    last = ElementTree.tostring(frames(made)[1], encoding="unicode")
    assert "#f1-b" in last
    assert "url(#f1-a)" in last
    assert set(re.findall(r'(?:href="|url\()#([^")]+)', made)) <= set(ids)


def test_no_film_without_pictures() -> None:
    with pytest.raises(ValueError, match="at least one"):
        film([], "t")


@pytest.mark.parametrize("game", ludotheque.games())
def test_every_game_makes_a_film(game: str) -> None:
    match = ludotheque.game(game).start(seed=1)
    pictures = [match.svg(all_revealed=True)]
    for _ in range(6):
        seat = match.to_act[0]
        match.play(match.legal_moves(seat)[0], seat)
        pictures.append(match.svg(all_revealed=True))
    made = film(pictures, game)
    assert len(frames(made)) == 7
    assert len(made) < sum(map(len, pictures))
    ids = re.findall(r' id="([^"]+)"', made)
    assert len(ids) == len(set(ids))
    assert set(re.findall(r'(?:href="|url\()#([^")]+)', made)) <= set(ids)
