"""The plot of the standings."""

from __future__ import annotations

import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest

from ludotheque.arena import output
from ludotheque.arena.output import BadPlot
from ludotheque.arena.standings import Standing
from ludotheque.extras import MissingExtra


def standing(name: str, rating: float, within: float) -> Standing:
    ends = (rating - within, rating + within)
    return Standing(name, 10, 0.5, (0.4, 0.6), rating, ends, 1.0, 0.1, 0)


ROWS = [standing("5", 1712.4, 30), standing("uct:1s", 1500, 3), standing("<&>$_$", 1301, 250)]


def written(path: Path, rows: list[Standing]) -> bytes:
    output.check_plot(path)
    output.write_plot(path, "Keks & co", "2 seats", rows)
    return path.read_bytes()


@pytest.fixture(autouse=True)
def _installed(request: pytest.FixtureRequest) -> None:
    if "without" not in request.node.name:
        pytest.importorskip("matplotlib")


def test_svg_is_well_formed_and_names_every_bot(tmp_path: Path) -> None:
    root = ElementTree.fromstring(written(tmp_path / "plot.svg", ROWS))
    texts = [element.text for element in root.iter("{http://www.w3.org/2000/svg}text")]
    for text in ("Keks & co", "2 seats", "5", "uct:1s", "<&>$_$", "50.0%"):
        assert text in texts


@pytest.mark.parametrize("name", ["plot.svg", "plot.png"])
def test_the_same_standings_give_the_same_file(tmp_path: Path, name: str) -> None:
    assert written(tmp_path / name, ROWS) == written(tmp_path / name, ROWS)


@pytest.mark.parametrize("rows", [ROWS, ROWS[:1], [standing("a", 1500, 0)], [standing("a", -4000, 9000)]])
def test_everything_is_inside_the_axes(rows: list[Standing]) -> None:
    axes = output.draw("Keks", "2 seats", rows).axes[0]
    (left, right), (bottom, top) = axes.get_xlim(), axes.get_ylim()
    for line in axes.lines:
        assert all(left <= x <= right for x in line.get_xdata())
        assert all(top <= y <= bottom for y in line.get_ydata())


def test_better_bots_are_further_right_and_higher(tmp_path: Path) -> None:
    axes = output.draw("Keks", "2 seats", ROWS).axes[0]
    dots = axes.lines[-1]
    assert list(dots.get_xdata()) == sorted(dots.get_xdata(), reverse=True)
    assert list(dots.get_ydata()) == sorted(dots.get_ydata())
    assert axes.yaxis_inverted()


def test_png_is_a_png(tmp_path: Path) -> None:
    assert written(tmp_path / "plot.png", ROWS).startswith(b"\x89PNG")


def test_a_missing_matplotlib_is_reported_with_its_extra(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    with pytest.raises(MissingExtra, match=r"pip install 'ludotheque\[plots\]'"):
        output.check_plot(tmp_path / "plot.svg")


@pytest.mark.parametrize("name", ["plot", "plot.pdf", "nowhere/plot.svg"])
def test_an_impossible_file_is_refused_before_any_match(tmp_path: Path, name: str) -> None:
    with pytest.raises(BadPlot, match=name):
        output.check_plot(tmp_path / name)
