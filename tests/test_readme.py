"""The examples of the README run and print what it shows."""

from __future__ import annotations

import contextlib
import doctest
import io
import re
from pathlib import Path

import pytest

README = (Path(__file__).parent.parent / "README.md").read_text("utf-8")


def test_the_first_screen_has_a_picture_a_command_and_ten_lines_of_python() -> None:
    screen, _, _ = README.partition("\n## ")
    assert len(re.findall(r"!\[.+\]\(|<img ", screen)) == 1
    assert "\n    make play\n" in screen
    [example] = re.findall(r"```python\n(.*?)```", screen, re.S)
    assert len([line for line in example.splitlines() if line and "import" not in line]) <= 10


def test_the_python_example_prints_what_is_shown() -> None:
    [(example, shown)] = re.findall(r"```python\n(.*?)```\n\n```text\n(.*?)```", README, re.S)
    with contextlib.redirect_stdout(io.StringIO()) as printed:
        exec(compile(example, "README.md", "exec"), {})
    assert printed.getvalue() == shown


def test_the_refusal_is_quoted_exactly() -> None:
    import ludotheque

    [call, said] = re.findall(r"```pycon\n>>> (.*?)\nIllegalMove: (.*?)\n```", README, re.S)[0]
    with pytest.raises(ludotheque.IllegalMove, match=re.escape(said)):
        eval(call, {"ludotheque": ludotheque})


def test_the_example_for_machine_learning_runs() -> None:
    import ludotheque

    [example] = re.findall(r"## For learning programs\n.*?```pycon\n(.*?)```", README, re.S)
    pytest.importorskip("pyspiel", reason="the extra 'openspiel' is not installed")
    pytest.importorskip("pettingzoo", reason="the extra 'pettingzoo' is not installed")
    test = doctest.DocTestParser().get_doctest(example, {"ludotheque": ludotheque}, "README.md", "README.md", 0)
    said: list[str] = []
    doctest.DocTestRunner().run(test, out=said.append)
    assert not said, "".join(said)
