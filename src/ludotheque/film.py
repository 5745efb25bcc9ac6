"""A match as one animated picture: the pictures of all its positions, shown one after another.

The film is plain SVG with CSS: browsers play it as an image too, without a program. What several pictures have in
common is in it once. Whoever has asked for less motion sees the last position.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

from ludotheque.svg.elements import group, number, tag, use

SVG = "http://www.w3.org/2000/svg"
#: How long a position is shown, and how much longer the last one, in seconds.
SECONDS = 1.0
PAUSE = 3.0
#: A part that several pictures share is worth a definition from so many characters on.
WORTH = 120
REFERENCE = re.compile(r'(?<=href="#)[^"]+|(?<=url\(#)[^)]+')

ElementTree.register_namespace("", SVG)


class Picture:
    """One of the pictures: its definitions by their ids, and its parts from the back to the front."""

    def __init__(self, text: str) -> None:
        root = ElementTree.fromstring(text)
        self.box = root.get("viewBox") or ""
        self.definitions: dict[str, str] = {}
        self.parts: list[str] = []
        for part in root:
            if part.tag == f"{{{SVG}}}defs":
                self.definitions.update((each.get("id") or "", _text(each)) for each in part)
            elif part.tag != f"{{{SVG}}}title":
                self.parts.append(_text(part))

    def rename(self, ids: set[str], start: str) -> None:
        """Give these definitions other ids, here and wherever they are used."""

        def renamed(text: str) -> str:
            text = REFERENCE.sub(lambda found: start + found[0] if found[0] in ids else found[0], text)
            return re.sub(r'(?<= id=")[^"]+', lambda found: start + found[0] if found[0] in ids else found[0], text)

        self.definitions = {
            start + name if name in ids else name: renamed(text) for name, text in self.definitions.items()
        }
        self.parts = [renamed(part) for part in self.parts]


def _text(element: Element) -> str:
    return ElementTree.tostring(element, encoding="unicode").replace(f' xmlns="{SVG}"', "")


def film(pictures: Iterable[str], title: str, seconds: float = SECONDS, pause: float = PAUSE) -> str:
    """The pictures (whole SVG documents with the same `viewBox`), each for so many seconds, over and over.

    >>> one = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><rect width="{}"/></svg>'
    >>> film([one.format(1), one.format(2)], "Two").count("<rect")
    2
    """
    frames = [Picture(text) for text in pictures]
    if not frames:
        raise ValueError("a film has at least one picture")
    definitions = _share_definitions(frames)
    shared = _share_parts(frames)
    whole = seconds * len(frames) + pause
    shown = [_frame(frame, place * seconds, last=frame is frames[-1]) for place, frame in enumerate(frames)]
    _, _, width, height = frames[0].box.split()
    return tag(
        "svg",
        tag("title", _escaped(title)),
        tag("style", _style(whole, seconds, pause)),
        tag("defs", *definitions, *shared),
        *shown,
        xmlns=SVG,
        viewBox=frames[0].box,
        width=width,
        height=height,
        role="img",
    )


def _escaped(text: str) -> str:
    element = Element("t")
    element.text = text
    return ElementTree.tostring(element, encoding="unicode")[3:-4]


def _frame(frame: Picture, begins: float, *, last: bool) -> str:
    kind = "frame last" if last else "frame"
    return group(*frame.parts, **{"class": kind}, style=f"animation-delay:{number(begins)}s")


def _style(whole: float, seconds: float, pause: float) -> str:
    """Each frame comes and goes by itself: all have the same long turn and begin it one after another."""
    share, last = 100 * seconds / whole, 100 * (seconds + pause) / whole
    return (
        f".frame{{visibility:hidden;animation:shown {number(whole)}s step-end infinite}}"
        ".last{animation-name:shown-last}"
        f"@keyframes shown{{0%{{visibility:visible}}{share:.4f}%{{visibility:hidden}}}}"
        f"@keyframes shown-last{{0%{{visibility:visible}}{last:.4f}%{{visibility:hidden}}}}"
        "@media(prefers-reduced-motion:reduce){.frame{animation:none}.last{visibility:visible}}"
    )


def _share_definitions(frames: list[Picture]) -> list[str]:
    """All definitions, each once; those of equal ids that are not the same get other ids."""
    known: dict[str, str] = {}
    for place, frame in enumerate(frames):
        other = {name for name, text in frame.definitions.items() if known.get(name, text) != text}
        # Whatever uses one of these is another drawing too.
        while (
            more := {name for name, text in frame.definitions.items() if other & set(REFERENCE.findall(text))} - other
        ):
            other |= more
        if other:
            frame.rename(other, f"f{place}-")
        known.update(frame.definitions)
    return list(known.values())


def _share_parts(frames: list[Picture]) -> list[str]:
    """Make definitions of the parts that several frames have in common."""
    count = Counter(part for frame in frames for part in frame.parts)
    common = [part for part, times in count.items() if times > 1 and len(part) >= WORTH]
    names = {part: f"part-{place}" for place, part in enumerate(common)}
    for frame in frames:
        frame.parts = [use(names[part]) if part in names else part for part in frame.parts]
    return [group(part, id=name) for part, name in names.items()]
