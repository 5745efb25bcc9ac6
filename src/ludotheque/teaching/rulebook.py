"""A rulebook: `rulebook/<language>.md` in a game's folder, as blocks that a page or a terminal can show.

The Markdown is a small part of CommonMark: headings, paragraphs, lists, tables, quotations, pictures alone on a line.

- `### 3. What can be taken` begins the paragraphs of rule 3, the number of the game's README and of refusals.
- A quotation (`> ...`) is a reading: how the house understands what the original rules leave open.
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
from ludotheque.teaching.claims import Claim
from ludotheque.teaching.languages import check
from ludotheque.teaching.positions import position

_NUMBERED = re.compile(r"(\d+)\. ")
#: Marks in a text board.
SIGNS = {"yes": "\N{CHECK MARK}", "no": "\N{MULTIPLICATION X}", "look": "\N{BLACK RIGHT-POINTING TRIANGLE}"}
_INLINE: dict[str, Literal["strong", "em", "code", "link"]] = {
    "strong": "strong",
    "em": "em",
    "code_inline": "code",
    "link": "link",
}


class Piece(msgspec.Struct, frozen=True, omit_defaults=True):
    """A run of words of one kind."""

    kind: Literal["plain", "strong", "em", "code", "link"]
    text: str
    href: str = ""


Words = list[Piece]


class Block(msgspec.Struct, frozen=True, omit_defaults=True):
    """One thing on the page. `rule`: the rule that it belongs to.

    A heading has `level` and `words`, a paragraph or a reading `words`, a list `items`, a table `head` and `rows`,
    a diagram its name and its caption in `words`.
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


class Mark(msgspec.Struct, frozen=True, omit_defaults=True):
    """A sign on a diagram: `yes`, `no` or `look`, on a place in the game's own notation, perhaps with a letter."""

    at: str
    kind: Literal["yes", "no", "look"] = "look"
    label: str = ""


class Diagram(msgspec.Struct, frozen=True):
    """A position as a seat (None: a spectator) sees it, with marks, and what the text beside it says of it."""

    name: str
    match: Match
    seat: int | None
    marks: list[Mark]
    claims: list[Claim]

    @property
    def view(self) -> Json:
        return self.match.view(self.seat)

    @property
    def text(self) -> str:
        """The position as a text board, with its marks below."""
        return "\n".join([self.match.text(self.seat).rstrip("\n"), *self._marks_in_text()])

    def _marks_in_text(self) -> Iterator[str]:
        for kind, sign in SIGNS.items():
            places = [
                f"{mark.label} = {mark.at}" if mark.label else mark.at for mark in self.marks if mark.kind == kind
            ]
            if places:
                yield f"{sign} {', '.join(places)}"


class Rulebook(msgspec.Struct, frozen=True):
    game: str
    language: str
    title: str
    blocks: list[Block]

    @property
    def rules(self) -> list[int]:
        """The numbers of the rules, in the order in which they come."""
        return [block.rule for block in self.blocks if block.kind == "heading" and block.rule is not None]


def source(name: str, language: str) -> str:
    """The rulebook as it is written."""
    return (game(name).spec.folder / "rulebook" / f"{check(language)}.md").read_text("utf-8")


@cache
def rulebook(name: str, language: str) -> Rulebook:
    """The rulebook of a game in a language."""
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
    """The diagrams of a game's rulebook, the same in every language."""
    path = game(name).spec.folder / "rulebook" / "diagrams.toml"
    return {key: _diagram(name, key, described) for key, described in tomllib.loads(path.read_text("utf-8")).items()}


def _diagram(name: str, key: str, described: dict[str, Any]) -> Diagram:
    return Diagram(
        key,
        position(name, described),
        described.get("seat"),
        msgspec.convert(described.get("marks", []), list[Mark]),
        msgspec.convert(described.get("claims", []), list[Claim]),
    )


def text_of(words: Words) -> str:
    return "".join(piece.text for piece in words)


def _rule(heading: SyntaxTreeNode) -> int | None:
    found = _NUMBERED.match(text_of(_words(heading)))
    return int(found[1]) if found else None


def _block(node: SyntaxTreeNode, rule: int | None) -> Block:
    match node.type:
        case "heading":
            return Block("heading", _words(node), rule, level=int(node.tag[1]))
        case "paragraph":
            picture = _picture(node)
            if picture is not None:
                caption = _pieces(picture.children)
                return Block("diagram", caption, rule, name=str(picture.attrs["src"]))
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
            raise ValueError(f"a rulebook has no {other}")


def _picture(paragraph: SyntaxTreeNode) -> SyntaxTreeNode | None:
    """The picture that is alone in its paragraph."""
    inline = paragraph.children[0].children
    return inline[0] if len(inline) == 1 and inline[0].type == "image" else None


def _words(node: SyntaxTreeNode) -> Words:
    return [piece for inline in node.children for piece in _pieces(inline.children)]


def _pieces(nodes: list[SyntaxTreeNode]) -> Words:
    found: Words = []
    for node in nodes:
        if node.type in ("softbreak", "hardbreak"):
            found.append(Piece("plain", " "))
        elif node.type == "text":
            found.append(Piece("plain", node.content))
        else:
            text = node.content if node.type == "code_inline" else text_of(_pieces(node.children))
            found.append(Piece(_INLINE[node.type], text, str(node.attrs.get("href", ""))))
    return found
