"""The picture of the standings."""

from __future__ import annotations

import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest

from ludotheque.arena import plot
from ludotheque.arena.plot import BadPlot, Dot, Line
from ludotheque.arena.standings import Standing
from ludotheque.extras import MissingExtra


def standing(name: str, rating: float, within: float) -> Standing:
    ends = (rating - within, rating + within)
    return Standing(name, 10, 0.5, (0.4, 0.6), rating, ends, 1.0, 0.1, 0)


ROWS = [standing("5", 1712.4, 30), standing("uct:1s", 1500, 3), standing("<&>", 1301, 250)]


def test_svg_is_well_formed_and_names_every_bot() -> None:
    root = ElementTree.fromstring(plot.svg(plot.draw("Keks & co", "2 seats", ROWS)))
    texts = [element.text for element in root.iter("{http://www.w3.org/2000/svg}text")]
    for text in ("Keks & co", "2 seats", "5", "uct:1s", "<&>", "50.0%"):
        assert text in texts


@pytest.mark.parametrize("rows", [ROWS, ROWS[:1], [standing("a", 1500, 0)], [standing("a", -4000, 9000)]])
def test_everything_is_on_the_picture(rows: list[Standing]) -> None:
    picture = plot.draw("Keks", "2 seats", rows)
    for shape in picture.shapes:
        for x, y in [(shape.x1, shape.y1), (shape.x2, shape.y2)] if isinstance(shape, Line) else [(shape.x, shape.y)]:
            assert 0 <= x <= plot.WIDTH
            assert 0 <= y <= picture.height


def test_better_is_further_to_the_right_and_higher_up() -> None:
    dots = [shape for shape in plot.draw("Keks", "2 seats", ROWS).shapes if isinstance(shape, Dot)]
    assert [dot.x for dot in dots] == sorted((dot.x for dot in dots), reverse=True)
    assert [dot.y for dot in dots] == sorted(dot.y for dot in dots)


def test_png_is_a_png(tmp_path: Path) -> None:
    pytest.importorskip("PIL")
    path = tmp_path / "plot.png"
    plot.check(path)
    plot.write(path, plot.draw("Keks", "2 seats", ROWS))
    assert path.read_bytes().startswith(b"\x89PNG")


def test_without_pillow_it_says_how_to_get_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "PIL.Image", None)
    with pytest.raises(MissingExtra, match=r"pip install 'ludotheque\[plots\]'"):
        plot.check(tmp_path / "plot.png")
    plot.check(tmp_path / "plot.svg")


@pytest.mark.parametrize("name", ["plot", "plot.pdf", "nowhere/plot.svg"])
def test_what_cannot_be_written_is_refused_before_anything_is_played(tmp_path: Path, name: str) -> None:
    with pytest.raises(BadPlot, match=name):
        plot.check(tmp_path / name)
