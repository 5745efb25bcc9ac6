"""`ludotheque compile`: its parts."""

from __future__ import annotations

import pytest

from ludotheque import precompile
from ludotheque.cli import compile_ahead as command


def test_an_unknown_part_is_refused() -> None:
    with pytest.raises(command.UnknownPart, match=r"'bread'.*rules, players, batches"):
        command.compile_parts(["rules", "bread"])


def test_parts_are_compiled_one_after_the_other(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    asked: list[list[tuple[str, str]]] = []
    part = precompile.CompilePart(lambda *_: None, lambda game, options: game != "keks")
    for module in (command, precompile):
        monkeypatch.setattr(module, "PARTS", {"one": part, "two": part})
    monkeypatch.setattr(command, "_compile_all", lambda jobs: asked.append([(job.part, job.game) for job in jobs]))
    command.compile_parts(["two"])
    assert asked == [[("two", "keks")]]
    command.compile_parts()
    assert asked[1:] == [[("one", "keks")], [("two", "keks")]]
    assert capsys.readouterr().out.count("Ready: two") == 2
