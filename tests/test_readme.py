"""The examples of the README run as they stand there."""

from __future__ import annotations

import doctest
import re
from pathlib import Path

import pytest

README = (Path(__file__).parent.parent / "README.md").read_text("utf-8")


def test_the_python_example_runs(capsys: pytest.CaptureFixture[str]) -> None:
    [example] = re.findall(r"```python\n(.*?)```", README, re.S)
    assert len([line for line in example.splitlines() if line and not line.startswith("import")]) <= 10
    exec(compile(example, "README.md", "exec"), {})
    assert "turn: over" in capsys.readouterr().out


def test_the_refusal_is_quoted_as_it_is() -> None:
    import ludotheque

    [call, said] = re.findall(r"```pycon\n>>> (.*?)\nIllegalMove: (.*?)\n```", README, re.S)[0]
    with pytest.raises(ludotheque.IllegalMove, match=re.escape(said)):
        eval(call, {"ludotheque": ludotheque})


def test_the_example_for_learning_programs_runs() -> None:
    import ludotheque

    [example] = re.findall(r"## For learning programs\n.*?```pycon\n(.*?)```", README, re.S)
    pytest.importorskip("pyspiel", reason="the extra 'openspiel' is not installed")
    pytest.importorskip("pettingzoo", reason="the extra 'pettingzoo' is not installed")
    test = doctest.DocTestParser().get_doctest(example, {"ludotheque": ludotheque}, "README.md", "README.md", 0)
    said: list[str] = []
    doctest.DocTestRunner().run(test, out=said.append)
    assert not said, "".join(said)
