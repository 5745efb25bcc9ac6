"""The examples of the documentation do what they show."""

from __future__ import annotations

import contextlib
import doctest
import io
import re
from pathlib import Path

import pytest

DOCS = Path(__file__).parent.parent.parent / "docs"
FENCED = re.compile(r"^```(?:pycon|python)\n(.*?)^```", re.S | re.M)
#: A block without prompts, and what it prints.
PRINTING = re.compile(r"^```python\n((?:(?!>>> )[^`])*?)^```\n\n```text\n(.*?)^```", re.S | re.M)


def examples(page: Path) -> str:
    """Join all blocks with prompts: they share their names, as on the page."""
    return "\n".join(block for block in FENCED.findall(page.read_text("utf-8")) if ">>> " in block)


def relative(page: Path) -> str:
    return page.relative_to(DOCS).as_posix()


PAGES = sorted(DOCS.rglob("*.md"))


@pytest.mark.parametrize("page", [page for page in PAGES if examples(page)], ids=relative)
def test_examples_do_what_they_show(page: Path) -> None:
    test = doctest.DocTestParser().get_doctest(examples(page), {}, relative(page), str(page), 0)
    said: list[str] = []
    doctest.DocTestRunner(optionflags=doctest.ELLIPSIS).run(test, out=said.append)
    assert not said, "".join(said)


@pytest.mark.parametrize("page", [page for page in PAGES if PRINTING.search(page.read_text("utf-8"))], ids=relative)
def test_programs_print_what_is_shown(page: Path) -> None:
    names: dict[str, object] = {}
    for program, shown in PRINTING.findall(page.read_text("utf-8")):
        with contextlib.redirect_stdout(io.StringIO()) as printed:
            exec(compile(program, str(page), "exec"), names)
        assert printed.getvalue() == shown
