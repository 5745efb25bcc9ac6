"""The code of each game cites the numbers of its README, so that a rule can be found by its number."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from ludotheque.games import names, spec_of

CITED = re.compile(r"\b[Rr]ules? (\d+(?:(?:, | and | to )\d+)*)")


def numbered_rules(game: str) -> set[int]:
    rules, _, _ = (spec_of(game).folder / "README.md").read_text("utf-8").partition("\n## Options")
    return {int(number) for number in re.findall(r"^(\d+)\. ", rules, re.M)}


def cited_rules(folder: Path) -> set[int]:
    """The numbers that are written out; those inside a range such as "rules 3 to 7" are not."""
    found = [CITED.findall(" ".join(file.read_text("utf-8").split())) for file in folder.rglob("*.py")]
    return {int(number) for citations in found for cited in citations for number in re.findall(r"\d+", cited)}


@pytest.mark.parametrize("game", names())
def test_every_rule_is_cited_where_it_is_decided(game: str) -> None:
    assert numbered_rules(game) - cited_rules(spec_of(game).folder / "rules") == set()


@pytest.mark.parametrize("game", names())
def test_no_rule_is_cited_that_does_not_exist(game: str) -> None:
    assert cited_rules(spec_of(game).folder) - numbered_rules(game) == set()
