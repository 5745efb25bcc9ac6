"""The examples of the documentation do what they show."""

from __future__ import annotations

import doctest
import re
from pathlib import Path

import pytest

DOCS = Path(__file__).parent.parent.parent / "docs"
FENCED = re.compile(r"^```(?:pycon|python)\n(.*?)^```", re.S | re.M)


def examples(page: Path) -> str:
    """All blocks with prompts, in their order: they share their names, as on the page."""
    return "\n".join(block for block in FENCED.findall(page.read_text("utf-8")) if ">>> " in block)


PAGES = [page for page in sorted(DOCS.rglob("*.md")) if examples(page)]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.relative_to(DOCS).as_posix())
def test_examples_do_what_they_show(page: Path) -> None:
    name = page.relative_to(DOCS).as_posix()
    test = doctest.DocTestParser().get_doctest(examples(page), {}, name, str(page), 0)
    said: list[str] = []
    doctest.DocTestRunner(optionflags=doctest.ELLIPSIS).run(test, out=said.append)
    assert not said, "".join(said)
