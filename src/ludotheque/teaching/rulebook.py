"""Rulebooks: `rulebook/<language>.md` in a game's folder, parsed into blocks.

The Markdown is a small part of CommonMark: headings, paragraphs, lists, tables, quotations, and images on their own.

- `### 3. What can be taken` begins rule 3; README and refusals use the same number.
- A quotation (`> ...`) is a reading: how we understand what the original rules leave open.
- `![d4 cannot be taken](corner)` is the diagram `corner` of `rulebook/diagrams.toml` with its caption.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from functools import cache
from typing import Any, Literal

import msgspec
from markdown_it import MarkdownIt
from markdown_it.tree import SyntaxTreeNode

from ludotheque.catalogue import game
from ludotheque.games.spec import Json
from ludotheque.match import Match
from ludotheque.teaching.languages import check
from ludotheque.teaching.positions import position

_NUMBERED = re.compile(r"(\d+)\. ")
#: How the annotations of a diagram look below a text board.
SIGNS = {"yes": "\N{CHECK MARK}", "no": "\N{MULTIPLICATION X}", "look": "\N{BLACK RIGHT-POINTING TRIANGLE}"}
_INLINE: dict[str, Literal["strong", "em", "code", "link"]] = {
    "strong": "strong",
    "em": "em",
    "code_inline": "code",
    "link": "link",
}


class Piece(msgspec.Struct, frozen=True, omit_defaults=True):
    """A run of text of one kind."""

    kind: Literal["plain", "strong", "em", "code", "link"]
    text: str
    href: str = ""


Words = list[Piece]


class Block(msgspec.Struct, frozen=True, omit_defaults=True):
    """A block of the page. `rule`: the number of the rule that it belongs to.

    A heading has `level` and `words`, a paragraph or a reading `words`, a list `items`, a table `head` and `rows`,
    a diagram `name` and its caption in `words`.
    """

    kind: Literal["heading", "paragraph", "reading", "list", "table", "diagram"]
    words: Words = []
    rule: int | None = None
    level: int = 0
    ordered: bool = False
    items: list[Words] = []
    head: list[Words] = []
    rows: list[list[Words]] = []
    name: str = ""


class Annotation(msgspec.Struct, frozen=True, omit_defaults=True):
    """A sign on a diagram: `yes`, `no` or `look`, on a place in the game's own notation, perhaps with a letter."""

    at: str
    kind: Literal["yes", "no", "look"] = "look"
    label: str = ""


class Diagram(msgspec.Struct, frozen=True):
    """A position as a seat (None: a spectator) sees it, with annotations."""

    name: str
    match: Match
    seat: int | None
    annotations: list[Annotation]

    @property
    def view(self) -> Json:
        return self.match.view(self.seat)

    @property
    def text(self) -> str:
        """The position as a text board, with the annotations below it."""
        return "\n".join([self.match.text(self.seat).rstrip("\n"), *self._annotations_in_text()])

    def _annotations_in_text(self) -> Iterator[str]:
        for kind, sign in SIGNS.items():
            places = [
                f"{one.label} = {one.at}" if one.label else one.at for one in self.annotations if one.kind == kind
            ]
            if places:
                yield f"{sign} {', '.join(places)}"


class Rulebook(msgspec.Struct, frozen=True):
    game: str
    language: str
    title: str
    blocks: list[Block]


def source(name: str, language: str) -> str:
    """Return the Markdown of a rulebook."""
    return (game(name).spec.folder / "rulebook" / f"{check(language)}.md").read_text("utf-8")


@cache
def rulebook(name: str, language: str) -> Rulebook:
    """Return the rulebook of a game in a language."""
    tree = SyntaxTreeNode(MarkdownIt("commonmark").enable("table").parse(source(name, language)))
    title, blocks, rule = "", [], None
    for node in tree.children:
        if node.type == "heading" and node.tag == "h1":
            title = text_of(_words(node))
            continue
        if node.type == "heading":
            rule = _rule(node) if node.tag == "h3" else None
        blocks.append(_block(node, rule))
    return Rulebook(name, language, title, blocks)


@cache
def diagrams(name: str) -> dict[str, Diagram]:
    """Return the diagrams of a game's rulebook, which are the same in every language."""
    path = game(name).spec.folder / "rulebook" / "diagrams.toml"
    return {key: _diagram(name, key, described) for key, described in tomllib.loads(path.read_text("utf-8")).items()}


def _diagram(name: str, key: str, described: dict[str, Any]) -> Diagram:
    return Diagram(
        key,
        position(name, described),
        described.get("seat"),
        msgspec.convert(described.get("annotations", []), list[Annotation]),
    )


def text_of(words: Words) -> str:
    return "".join(piece.text for piece in words)


def _rule(heading: SyntaxTreeNode) -> int | None:
    numbered = _NUMBERED.match(text_of(_words(heading)))
    return int(numbered[1]) if numbered else None


def _block(node: SyntaxTreeNode, rule: int | None) -> Block:
    match node.type:
        case "heading":
            return Block("heading", _words(node), rule, level=int(node.tag[1]))
        case "paragraph":
            image = _image(node)
            if image is not None:
                caption = _pieces(image.children)
                return Block("diagram", caption, rule, name=str(image.attrs["src"]))
            return Block("paragraph", _words(node), rule)
        case "blockquote":
            return Block("reading", [piece for inner in node.children for piece in _words(inner)], rule)
        case "bullet_list" | "ordered_list":
            items = [[piece for inner in item.children for piece in _words(inner)] for item in node.children]
            return Block("list", rule=rule, ordered=node.type == "ordered_list", items=items)
        case "table":
            rows = [[_words(cell) for cell in row.children] for part in node.children for row in part.children]
            return Block("table", rule=rule, head=rows[0], rows=rows[1:])
        case other:
            raise ValueError(f"a rulebook may not contain a {other}")


def _image(paragraph: SyntaxTreeNode) -> SyntaxTreeNode | None:
    """Return the image that a paragraph consists of, if it does."""
    inline = paragraph.children[0].children
    return inline[0] if len(inline) == 1 and inline[0].type == "image" else None


def _words(node: SyntaxTreeNode) -> Words:
    return [piece for inline in node.children for piece in _pieces(inline.children)]


def _pieces(nodes: list[SyntaxTreeNode]) -> Words:
    pieces: Words = []
    for node in nodes:
        if node.type in ("softbreak", "hardbreak"):
            pieces.append(Piece("plain", " "))
        elif node.type == "text":
            pieces.append(Piece("plain", node.content))
        else:
            text = node.content if node.type == "code_inline" else text_of(_pieces(node.children))
            pieces.append(Piece(_INLINE[node.type], text, str(node.attrs.get("href", ""))))
    return pieces
