"""The result of an arena: as data, in words, and as a plot."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from ludotheque.arena.plan import Plan
from ludotheque.arena.playing import ArenaResult
from ludotheque.arena.standings import Meeting, Standing
from ludotheque.catalogue import game
from ludotheque.errors import LudothequeError
from ludotheque.extras import library
from ludotheque.games.spec import Json

PAPER, INK, GRID, FELT, BRICK = "#FBF7EF", "#22201C", "#D8D0C0", "#2F5D50", "#C8553D"
#: Inches.
WIDTH, ROW_HEIGHT = 7.2, 0.32
LEFT, RIGHT, TOP, BOTTOM = 1.6, 1.0, 0.85, 0.55
#: Text stays text in SVG, and ids do not change from run to run. A bot's name is not a formula.
STYLE = {"svg.fonttype": "none", "svg.hashsalt": "ludotheque", "text.parse_math": False, "text.color": INK}
#: No dates and versions: the same standings make the same file.
METADATA: dict[str, dict[str, None]] = {".svg": {"Date": None, "Creator": None}, ".png": {"Software": None}}


class BadPlot(LudothequeError):
    """A plot that cannot be made or written; the text says what is possible."""


# Data


def as_data(plan: Plan, results: list[ArenaResult], rows: list[Standing], sets: list[Meeting]) -> Json:
    """Return data for programs. `interval`: of the rating, 95%; `sets`: each bot against each set of opponents."""
    return {
        "game": plan.game,
        "seats": plan.seats,
        "options": plan.options,
        "bots": [_bot_data(row) for row in rows],
        "sets": [_set_data(row) for row in sets],
        "pairing": plan.pairing,
        "seed": plan.seed,
        "matches": len(results),
    }


def _bot_data(row: Standing) -> Json:
    return {
        "name": row.name,
        "matches": row.matches,
        "share": row.share,
        "rating": row.rating,
        "interval": list(row.interval),
        "share_interval": list(row.share_interval),
        "points": row.points,
        "slowest": row.slowest,
        "failures": row.failures,
    }


def _set_data(row: Meeting) -> Json:
    return {
        "bots": list(row.bots),
        "name": row.name,
        "matches": row.matches,
        "share": row.share,
        "share_interval": list(row.interval),
    }


# Words


def summary(plan: Plan, results: list[ArenaResult]) -> str:
    """Seats, options that differ from their defaults, and how much was played."""
    deals = _counted(len({result.deal for result in results}), "deal")
    defaults = game(plan.game).spec.complete(None)
    chosen = "".join(f", {name} {value}" for name, value in plan.options.items() if value != defaults[name])
    return f"{_counted(plan.seats, 'seat')}{chosen}, {len(results)} matches on {deals}"


def _counted(number: int, word: str) -> str:
    return f"{number} {word}" if number == 1 else f"{number} {word}s"


def describe_failure(result: ArenaResult) -> str:
    """Tell who failed, how, and where the record is."""
    failure = result.failure
    assert failure is not None
    who = "nobody to blame" if failure.seat is None else f"{result.seating[failure.seat]} in seat {failure.seat}"
    return f"deal {result.deal}, {who}: {failure.reason}; record: {failure.record}"


# Plot


def check_plot(path: Path) -> None:
    """Refuse a plot that cannot be written before hours of matches are played. Raises BadPlot or MissingExtra."""
    if path.suffix.lower() not in METADATA:
        raise BadPlot(f"--plot {path}: a plot is a .svg or a .png file")
    if not path.parent.is_dir():
        raise BadPlot(f"--plot {path}: there is no folder {path.parent}")
    library("matplotlib", "plots")


def write_plot(path: Path, title: str, subtitle: str, rows: list[Standing]) -> None:
    """Draw ratings with their intervals, in the order of the standings, to a file; its suffix chooses the format."""
    matplotlib = library("matplotlib", "plots")
    with matplotlib.rc_context(STYLE):
        figure = draw(title, subtitle, rows)
        try:
            figure.savefig(path, dpi=200, facecolor=PAPER, metadata=METADATA[path.suffix.lower()])
        except OSError as error:
            raise BadPlot(f"--plot {path}: cannot be written ({error.strerror})") from None


def draw(title: str, subtitle: str, rows: list[Standing]) -> Any:
    """Draw a Matplotlib figure, the best bot on top. Without pyplot nothing global changes and no window can open."""
    height = TOP + ROW_HEIGHT * len(rows) + BOTTOM
    figure = library("matplotlib.figure", "plots").Figure(figsize=(WIDTH, height))
    inside = (LEFT / WIDTH, BOTTOM / height, 1 - (LEFT + RIGHT) / WIDTH, 1 - (TOP + BOTTOM) / height)
    axes = figure.add_axes(inside, facecolor=PAPER)
    figure.text(0.03, 1 - 0.32 / height, title, fontsize=14)
    figure.text(0.03, 1 - 0.54 / height, subtitle, fontsize=9)
    figure.text(0.97, 1 - (TOP - 0.1) / height, "win share", fontsize=9, ha="right")
    places = range(len(rows))
    axes.hlines(places, *zip(*(row.interval for row in rows), strict=True), color=FELT, linewidth=2.5)
    for end in (0, 1):
        axes.plot([row.interval[end] for row in rows], places, "|", color=FELT, markersize=9, markeredgewidth=1.5)
    axes.plot([row.rating for row in rows], places, "o", color=BRICK, markersize=8)
    beside = {"transform": axes.get_yaxis_transform(), "ha": "right", "va": "center_baseline"}
    for place, row in enumerate(rows):
        axes.text(1.17, place, f"{row.share:.1%}", **beside)
    axes.set_ylim(len(rows) - 0.5, -0.5)
    axes.set_yticks(places, [_shortened(row.name) for row in rows])
    axes.set_xlabel("rating (Elo scale), with 95% interval", fontsize=9, color=INK)
    axes.locator_params(axis="x", nbins=7, integer=True)
    axes.ticklabel_format(axis="x", useOffset=False)
    axes.grid(axis="x", color=GRID)
    axes.set_axisbelow(True)
    axes.tick_params(length=0, labelcolor=INK)
    axes.spines[:].set_visible(False)
    return figure


def _shortened(name: str) -> str:
    return name if len(name) <= 16 else f"…{name[-15:]}"
