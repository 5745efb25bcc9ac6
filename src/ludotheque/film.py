"""A match as one animated picture, which shows its positions one after another.

The film is plain SVG with CSS and no script, so browsers play it as an image, too. What several pictures have in common
is in it once. People who prefer reduced motion see the last position.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from xml.etree import ElementTree
from xml.etree.ElementTree import Element
from xml.sax.saxutils import escape

from ludotheque.svg.elements import group, number, tag, use

SVG = "http://www.w3.org/2000/svg"
#: Seconds that each position is shown, and how much longer the last one.
SECONDS = 1.0
PAUSE = 3.0
#: From this many characters on, a part that several pictures share becomes a definition.
SHARED_LENGTH = 120
REFERENCE = re.compile(r'(?<=href="#)[^"]+|(?<=url\(#)[^)]+')

ElementTree.register_namespace("", SVG)


class FilmFrame:
    """A frame: its definitions by their ids, and its parts from back to front."""

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

    def rename(self, ids: set[str], prefix: str) -> None:
        """Put a prefix before these ids, in the definitions and wherever they are used."""

        def renamed(text: str) -> str:
            text = REFERENCE.sub(lambda match: prefix + match[0] if match[0] in ids else match[0], text)
            return re.sub(r'(?<= id=")[^"]+', lambda match: prefix + match[0] if match[0] in ids else match[0], text)

        self.definitions = {
            prefix + name if name in ids else name: renamed(text) for name, text in self.definitions.items()
        }
        self.parts = [renamed(part) for part in self.parts]


def _text(element: Element) -> str:
    return ElementTree.tostring(element, encoding="unicode").replace(f' xmlns="{SVG}"', "")


def film(pictures: Iterable[str], title: str) -> str:
    """Return a film of pictures, which are whole SVG documents with the same `viewBox`. It repeats.

    >>> one = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><rect width="{}"/></svg>'
    >>> film([one.format(1), one.format(2)], "Two").count("<rect")
    2
    """
    frames = [FilmFrame(text) for text in pictures]
    if not frames:
        raise ValueError("a film needs at least one picture")
    definitions = _share_definitions(frames)
    shared = _share_parts(frames)
    shown = [_frame(frame, place * SECONDS, last=frame is frames[-1]) for place, frame in enumerate(frames)]
    _, _, width, height = frames[0].box.split()
    return tag(
        "svg",
        tag("title", escape(title)),
        tag("style", _style(len(frames))),
        tag("defs", *definitions, *shared),
        *shown,
        xmlns=SVG,
        viewBox=frames[0].box,
        width=width,
        height=height,
        role="img",
    )


def _frame(frame: FilmFrame, begins: float, *, last: bool) -> str:
    kind = "frame last" if last else "frame"
    return group(*frame.parts, **{"class": kind}, style=f"animation-delay:{number(begins)}s")


def _style(frames: int) -> str:
    """All frames have the same animation as long as the film, each with a later start."""
    whole = SECONDS * frames + PAUSE
    share, last = 100 * SECONDS / whole, 100 * (SECONDS + PAUSE) / whole
    return (
        f".frame{{visibility:hidden;animation:shown {number(whole)}s step-end infinite}}"
        ".last{animation-name:shown-last}"
        f"@keyframes shown{{0%{{visibility:visible}}{share:.4f}%{{visibility:hidden}}}}"
        f"@keyframes shown-last{{0%{{visibility:visible}}{last:.4f}%{{visibility:hidden}}}}"
        "@media(prefers-reduced-motion:reduce){.frame{animation:none}.last{visibility:visible}}"
    )


def _share_definitions(frames: list[FilmFrame]) -> list[str]:
    """Return all definitions once; different ones with the same id get other ids."""
    known: dict[str, str] = {}
    for place, frame in enumerate(frames):
        other = {name for name, text in frame.definitions.items() if known.get(name, text) != text}
        # A definition that uses one of these differs as well.
        while (
            more := {name for name, text in frame.definitions.items() if other & set(REFERENCE.findall(text))} - other
        ):
            other |= more
        if other:
            frame.rename(other, f"f{place}-")
        known.update(frame.definitions)
    return list(known.values())


def _share_parts(frames: list[FilmFrame]) -> list[str]:
    """Turn the parts that several frames have in common into definitions."""
    count = Counter(part for frame in frames for part in frame.parts)
    common = [part for part, times in count.items() if times > 1 and len(part) >= SHARED_LENGTH]
    names = {part: f"part-{place}" for place, part in enumerate(common)}
    for frame in frames:
        frame.parts = [use(names[part]) if part in names else part for part in frame.parts]
    return [group(part, id=name) for part, name in names.items()]
