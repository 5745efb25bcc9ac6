"""Every refusal says what is allowed."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest
from tests.server.table_driver import TableDriver

from ludotheque import server
from ludotheque.server.tables import messages
from ludotheque.server.tables.refusals import INSTEAD, Refused

FILES = sorted(Path(server.__file__).parent.rglob("*.py"))
#: The first is sent to nobody; the second has no alternatives.
WITHOUT = {"time_is_left", "failed"}


def silent(call: ast.Call) -> str | None:
    """Return the code of a refusal that does not say what is allowed."""
    if not isinstance(call.func, ast.Name) or call.func.id != "Refused" or not call.args:
        return None
    if any(keyword.arg == "allowed" for keyword in call.keywords):
        return None
    code = call.args[0]
    return str(code.value) if isinstance(code, ast.Constant) and code.value not in INSTEAD else None


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_every_refusal_says_what_is_allowed(file: Path) -> None:
    calls = [node for node in ast.walk(ast.parse(file.read_text())) if isinstance(node, ast.Call)]
    assert {code for code in map(silent, calls) if code} <= WITHOUT


@pytest.mark.parametrize("move", ["nonsense", "d4"])
def test_a_malformed_move_is_refused_with_the_legal_ones(move: str) -> None:
    driver = TableDriver("keks", "ab").start()
    with pytest.raises(Refused) as refused:
        driver.move("a", move)
    assert refused.value.code in ("bad_move", "illegal_move")
    assert refused.value.allowed == driver.match.legal_moves(0)
    with pytest.raises(Refused, match="bad_move") as refused:
        driver.move("b", "nonsense")
    assert refused.value.allowed == []


def test_seats_that_may_be_handed_over_are_named() -> None:
    driver = TableDriver("nox", "abc", hold=10).start()
    with pytest.raises(Refused, match="they_are_here") as refused:
        driver.ask("a", messages.HandOver, seat=0)
    assert refused.value.allowed == []
    driver.now += 10_000  # nobody has connected: all are absent since they sat down
    with pytest.raises(Refused, match="they_are_here") as refused:
        driver.ask("a", messages.HandOver, seat=0)
    assert refused.value.allowed == [1, 2]
