"""The chain of commitments: whoever changes an entry, or shows two chains, is found out."""

from __future__ import annotations

import doctest
from io import BytesIO
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ludotheque import commitment_chain
from ludotheque.commitment_chain import BEGINNING, MOST, PATIENCE, Chain, ChainPage, entry_hash, load
from ludotheque.fairness import NotFair
from ludotheque.record import ChainPlace, Fair

COMMITMENTS = [f"{number:064x}" for number in range(1, 8)]


def hashes(commitments: list[str]) -> list[str]:
    found = [BEGINNING]
    for number, commitment in enumerate(commitments):
        found.append(entry_hash(number, found[-1], commitment))
    return found


def page(first: int = 0, last: int = len(COMMITMENTS), commitments: list[str] = COMMITMENTS) -> ChainPage:
    """A page of the chain with these commitments."""
    found = hashes(commitments)
    return ChainPage(first, found[first], commitments[first:last], len(commitments), found[-1])


def fair(number: int, **changes: Any) -> Fair:
    """What a record says whose commitment is that entry."""
    place = ChainPlace(number, hashes(COMMITMENTS)[number])
    told = Fair("T1", COMMITMENTS[number], "0" * 64, [None], place)
    return msgspec.structs.replace(told, **changes)


def test_the_worked_example() -> None:
    done = doctest.testmod(commitment_chain)
    assert (done.attempted, done.failed) == (3, 0)


@pytest.mark.parametrize("cut", range(len(COMMITMENTS) + 1))
def test_pages_are_joined(cut: int) -> None:
    chain = Chain.of(page(0, cut), page(cut))
    assert (chain.commitments, chain.hashes, chain.count) == (COMMITMENTS, hashes(COMMITMENTS), 7)
    for number in range(7):
        chain.check(fair(number))
        if number >= cut:
            Chain.of(page(cut)).check(fair(number))


@given(st.integers(0, 6), st.integers(0, 6))
def test_a_changed_entry_is_found_by_everybody_who_came_later(changed: int, own: int) -> None:
    """A house that rewrites its chain computes the hashes anew."""
    rewritten = [*COMMITMENTS[:changed], "f" * 64, *COMMITMENTS[changed + 1 :]]
    chain = Chain.of(page(commitments=rewritten))
    if own < changed:
        chain.check(fair(own))
    else:
        with pytest.raises(NotFair, match="another commitment" if own == changed else "rewritten"):
            chain.check(fair(own))
    with pytest.raises(NotFair, match=f"entry {changed}, or one before"):
        chain.compare(Chain.of(page()))


@pytest.mark.parametrize(
    ("broken", "said"),
    [
        ([msgspec.structs.replace(page(), head="f" * 64)], "do not lead to its head, entry 6"),
        ([msgspec.structs.replace(page(), previous="f" * 64)], "does not begin with its first entry"),
        ([msgspec.structs.replace(page(), count=6)], "do not lead to its head, entry 5"),
        ([page(0, 3), page(4)], "broken before entry 4"),
        ([page(0, 3), msgspec.structs.replace(page(3), previous="f" * 64)], "broken before entry 3"),
        (
            [msgspec.structs.replace(page(), commitments=[*COMMITMENTS[:-1], "f" * 64])],
            "do not lead to its head, entry 6",
        ),
    ],
    ids=["head", "beginning", "count", "gap", "seam", "end"],
)
def test_a_broken_chain_is_refused(broken: list[ChainPage], said: str) -> None:
    with pytest.raises(NotFair, match=said):
        Chain.of(*broken)


def test_a_commitment_that_is_not_in_the_chain_is_found() -> None:
    for wrong, said in (
        (fair(3, commitment="f" * 64), "another commitment"),
        (fair(3, chain=ChainPlace(4, hashes(COMMITMENTS)[4])), "another commitment"),
        (fair(3, chain=ChainPlace(3, "f" * 64)), "rewritten"),
        (fair(3, chain=ChainPlace(7, hashes(COMMITMENTS)[7])), "no entry 7"),
        (fair(3, chain=None), "does not say where"),
    ):
        with pytest.raises(NotFair, match=said):
            Chain.of(page()).check(wrong)
    with pytest.raises(NotFair, match="no entry 1"):
        Chain.of(page(2)).check(fair(1))


def test_two_copies_are_compared_as_far_as_both_go() -> None:
    whole = Chain.of(page())
    whole.compare(Chain.of(page(3)))
    whole.compare(Chain.of(page(7)))  # only the hash before its first entry
    Chain.of(page(0, 3)).compare(Chain.of(page(3)))
    with pytest.raises(NotFair, match="no entry in common"):
        Chain.of(page(0, 3)).compare(Chain.of(page(4)))
    Chain.of(page(3)).compare(whole)
    Chain.of(page(3)).compare(Chain.of(page(2)))
    longer = Chain.of(page(commitments=[*COMMITMENTS, "f" * 64]))
    longer.compare(whole)
    whole.compare(longer)


def test_files_that_are_not_chains_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "chain.json"
    path.write_bytes(b"".join(msgspec.json.encode(each) + b"\n" for each in (page(0, 3), page(3))))
    assert load(str(path)).commitments == COMMITMENTS
    for junk in ("", "nonsense", "{}", '{"first": -1}', "\x00"):
        path.write_text(junk)
        with pytest.raises(NotFair, match="not a chain"):
            load(str(path))
    with pytest.raises(NotFair, match="cannot be read"):
        load(str(tmp_path))


def test_a_house_is_asked_page_by_page(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = []

    def answer(address: str, timeout: float) -> BytesIO:
        asked.append((address, timeout))
        first = int(address.rpartition("=")[2])
        return BytesIO(msgspec.json.encode(page(first, first + 3)))

    monkeypatch.setattr("urllib.request.urlopen", answer)
    assert load("https://house.example/").commitments == COMMITMENTS
    assert asked == [(f"https://house.example/api/commitments?first={first}", PATIENCE) for first in (0, 3, 6)]


def test_a_house_that_sends_without_end_is_read_no_further(monkeypatch: pytest.MonkeyPatch) -> None:
    class Endless(BytesIO):
        def read(self, most: int | None = -1) -> bytes:
            assert most == MOST + 1, "so that one byte too many is noticed, and no more is read"
            return most * b" "

    monkeypatch.setattr("urllib.request.urlopen", lambda address, timeout: Endless())
    with pytest.raises(NotFair, match="not a chain"):
        load("https://house.example")


@pytest.mark.parametrize(("sent", "said"), [(page(1), "asked for entry 0"), (page(0, 0), "does not show entry 0")])
def test_a_house_that_sends_another_page_or_nothing_is_refused(
    sent: ChainPage, said: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("urllib.request.urlopen", lambda address, timeout: BytesIO(msgspec.json.encode(sent)))
    with pytest.raises(NotFair, match=said):
        load("http://house.example")
