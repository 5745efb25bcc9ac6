"""The standings as a picture: a rating and its 95% interval for each bot, the best on top.

The picture is a list of shapes; SVG is written from it directly, PNG with Pillow.
"""

from __future__ import annotations

import io
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal
from xml.sax.saxutils import escape

from ludotheque.arena.standings import Standing
from ludotheque.errors import LudothequeError
from ludotheque.extras import library

PAPER, INK, FAINT, FELT, BRICK = "#FBF7EF", "#22201C", "#D8D0C0", "#2F5D50", "#C8553D"
WIDTH, ROW, TOP, BOTTOM = 720, 32, 84, 56
LEFT, RIGHT = 150, 620  # of the axis
STEPS = (10, 20, 25, 50, 100, 200, 250, 500, 1000, 2000)
SCALE = 2  # of PNG: sharp on screens of today


class BadPlot(LudothequeError):
    """A picture that cannot be made or written; the text says what is possible."""


@dataclass(frozen=True)
class Line:
    x1: float
    y1: float
    x2: float
    y2: float
    width: float
    colour: str


@dataclass(frozen=True)
class Dot:
    x: float
    y: float
    radius: float
    colour: str


@dataclass(frozen=True)
class Text:
    """`y` is the base line."""

    x: float
    y: float
    text: str
    size: int = 14
    anchor: Literal["start", "middle", "end"] = "start"
    colour: str = INK


@dataclass(frozen=True)
class Picture:
    height: int
    title: str
    shapes: list[Line | Dot | Text]


def check(path: Path) -> None:
    """Refuse what cannot be written before hours of matches are played: BadPlot."""
    if path.suffix.lower() not in (".svg", ".png"):
        raise BadPlot(f"--plot {path}: a picture is a .svg or a .png file")
    if not path.parent.is_dir():
        raise BadPlot(f"--plot {path}: there is no folder {path.parent}")
    if path.suffix.lower() == ".png":
        _pillow("Image")


def write(path: Path, picture: Picture) -> None:
    """Write the picture in the format that the file's name asks for."""
    try:
        path.write_bytes(png(picture) if path.suffix.lower() == ".png" else svg(picture).encode())
    except OSError as error:
        raise BadPlot(f"--plot {path}: cannot be written ({error.strerror})") from None


def draw(title: str, subtitle: str, rows: list[Standing]) -> Picture:
    """The picture of these standings, in their order."""
    height = TOP + ROW * len(rows) + BOTTOM
    shapes: list[Line | Dot | Text] = [Text(24, 32, title, 18), Text(24, 54, subtitle, 12)]
    low, step, count = _axis(rows)

    def x_of(rating: float) -> float:
        return LEFT + (rating - low) / (step * count) * (RIGHT - LEFT)

    for number in range(count + 1):
        x = x_of(low + number * step)
        shapes.append(Line(x, TOP - 8, x, height - BOTTOM + 8, 1, FAINT))
        shapes.append(Text(x, height - BOTTOM + 26, f"{low + number * step:.0f}", 12, "middle"))
    shapes.append(Text((LEFT + RIGHT) / 2, height - 10, "rating (Elo scale), with 95% interval", 12, "middle"))
    shapes.append(Text(WIDTH - 24, TOP - 14, "win share", 12, "end"))
    for number, row in enumerate(rows):
        y = TOP + ROW * (number + 0.5)
        low_end, high_end = map(x_of, row.interval)
        shapes += [
            Text(LEFT - 16, y + 5, _cut(row.name), 14, "end"),
            Line(low_end, y, high_end, y, 3, FELT),
            Line(low_end, y - 6, low_end, y + 6, 2, FELT),
            Line(high_end, y - 6, high_end, y + 6, 2, FELT),
            Dot(x_of(row.rating), y, 6, BRICK),
            Text(WIDTH - 24, y + 5, f"{row.share:.1%}", 14, "end"),
        ]
    return Picture(height, title, shapes)


def _axis(rows: list[Standing]) -> tuple[float, float, int]:
    """Where the axis begins, its step, and how many steps it has: all intervals fit, with about six steps."""
    lowest, highest = min(row.interval[0] for row in rows), max(row.interval[1] for row in rows)
    step = next((step for step in STEPS if (highest - lowest) / step <= 7), STEPS[-1])
    low = lowest // step * step
    return low, step, max(1, int(-((low - highest) // step)))


def _cut(name: str) -> str:
    return name if len(name) <= 16 else f"…{name[-15:]}"


def svg(picture: Picture) -> str:
    shapes = "\n".join(_element(shape) for shape in picture.shapes)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{picture.height}" '
        f'viewBox="0 0 {WIDTH} {picture.height}" role="img" font-family="system-ui, sans-serif">\n'
        f"<title>{escape(picture.title)}</title>\n"
        f'<rect width="{WIDTH}" height="{picture.height}" fill="{PAPER}"/>\n{shapes}\n</svg>\n'
    )


def _element(shape: Line | Dot | Text) -> str:
    if isinstance(shape, Line):
        ends = f'x1="{shape.x1:.1f}" y1="{shape.y1:.1f}" x2="{shape.x2:.1f}" y2="{shape.y2:.1f}"'
        return f'<line {ends} stroke="{shape.colour}" stroke-width="{shape.width}"/>'
    if isinstance(shape, Dot):
        return f'<circle cx="{shape.x:.1f}" cy="{shape.y:.1f}" r="{shape.radius}" fill="{shape.colour}"/>'
    place = f'x="{shape.x:.1f}" y="{shape.y:.1f}" font-size="{shape.size}" text-anchor="{shape.anchor}"'
    return f'<text {place} fill="{shape.colour}">{escape(shape.text)}</text>'


def png(picture: Picture) -> bytes:
    """BadPlot if Pillow is not installed."""
    image_module = _pillow("Image")
    image = image_module.new("RGB", (WIDTH * SCALE, picture.height * SCALE), PAPER)
    canvas = _pillow("ImageDraw").Draw(image)
    for shape in picture.shapes:
        _paint(canvas, shape)
    file = io.BytesIO()
    image.save(file, "PNG")
    return file.getvalue()


def _paint(canvas: Any, shape: Line | Dot | Text) -> None:
    if isinstance(shape, Line):
        ends = [SCALE * end for end in (shape.x1, shape.y1, shape.x2, shape.y2)]
        canvas.line(ends, fill=shape.colour, width=round(SCALE * shape.width))
    elif isinstance(shape, Dot):
        canvas.circle((SCALE * shape.x, SCALE * shape.y), SCALE * shape.radius, fill=shape.colour)
    else:
        font = _pillow("ImageFont").load_default(SCALE * shape.size)
        anchor = {"start": "ls", "middle": "ms", "end": "rs"}[shape.anchor]
        canvas.text((SCALE * shape.x, SCALE * shape.y), shape.text, fill=shape.colour, font=font, anchor=anchor)


def _pillow(module: str) -> Any:
    return library(f"PIL.{module}", "plots")
