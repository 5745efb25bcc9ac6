"""`ludotheque verify --fair` against a house that cheats in every way we know, and what it claims of an honest one."""

from __future__ import annotations

import json
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from threading import Thread
from typing import Any
from urllib.parse import parse_qs, urlsplit

import msgspec
import pytest
from tests.test_commitment_chain import COMMITMENTS, hashes, page
from typer.testing import CliRunner

import ludotheque
from ludotheque import fairness, record
from ludotheque.cli import app

SECRET, OTHER = "3f" * 32, "4f" * 32
SHOWN = fairness.commitment(SECRET, "T1")
#: The chain of the house: ours is entry 3.
LISTED = [*COMMITMENTS[:3], SHOWN, *COMMITMENTS[4:]]
ORDER = "that the server fixed its seed before it knew the client seeds"
PROVED = "the server fixed its seed before it knew yours"


def told(secret: str = SECRET, numbers: list[str | None] | None = None, **changes: Any) -> dict[str, Any]:
    """The record of a match between two people, as a house tells it that has this server seed."""
    given = numbers or ["my number", "another's"]
    match = ludotheque.game("keks").start(2, fairness.seed_of(secret, "T1", given))
    fair = {
        "table": "T1",
        "commitment": fairness.commitment(secret, "T1"),
        "secret": secret,
        "numbers": given,
        "chain": {"number": 3, "previous": hashes(LISTED)[3]},
        **changes,
    }
    return {**match.record(), "fair": fair, "bots": [0, 0], "end": {"reason": "resigned", "seat": 0}}


@pytest.fixture
def verify(tmp_path: Path) -> Any:
    """Verify a record with these options; return what is said, and whether it is in order."""

    def run(stored: dict[str, Any] | None, *options: str) -> tuple[str, bool]:
        path = tmp_path / "match.json"
        if stored is not None:
            path.write_text(record.dump(stored))
        done = CliRunner().invoke(app, ["verify", *options, *([str(path)] if stored is not None else [])])
        assert done.exit_code in (0, 2), done.output
        return " ".join(done.output.split()), done.exit_code == 0

    return run


@pytest.fixture
def chain(tmp_path: Path) -> Any:
    """Write a chain with these commitments to a file; return its path."""

    def write(name: str, commitments: list[str]) -> str:
        path = tmp_path / name
        path.write_bytes(msgspec.json.encode(page(commitments=commitments)))
        return str(path)

    return write


OWN = ("--commitment", SHOWN, "--client-seed", "my number")


def test_it_claims_what_is_proved_and_no_more(verify: Any) -> None:
    said, good = verify(told(), "--fair", *OWN)
    assert good
    assert "client seeds of 2 of 2 seats" in said
    assert PROVED in said
    assert "not proved: that nobody who gave a client seed after you had the help of the server" in said
    for options, missing in (
        (("--fair",), "pass --commitment and --client-seed"),
        (OWN[:2], "pass --client-seed"),
        (OWN[2:], "pass --commitment"),
    ):
        said, good = verify(told(), *options)
        assert good
        assert PROVED not in said
        assert said.endswith(
            f"not proved: that the server fixed its seed before it knew the client seeds; for that, {missing}"
        )


def test_the_former_name_of_client_seed_is_understood_but_not_shown(verify: Any) -> None:
    said, good = verify(told(), "--fair", *OWN[:2], "--number", "my number")
    assert good
    assert PROVED in said
    shown = CliRunner().invoke(app, ["verify", "--help"], env={"COLUMNS": "200", "NO_COLOR": "1"}).output
    assert "--client-seed" in shown
    assert "--number" not in shown


def test_alone_with_computers_nobody_could_help_the_server(verify: Any) -> None:
    said, good = verify({**told(numbers=["my number", None]), "bots": [0, 3]}, *OWN)
    assert good
    assert PROVED in said
    assert "not proved" not in said


@pytest.mark.parametrize(
    ("stored", "objection"),
    [
        (told(OTHER), "the server has replaced its commitment"),
        (told(OTHER, commitment=SHOWN), "does not match the server seed"),
        (told(numbers=["another number", "another's"]), "your client seed my number is missing"),
        (told(numbers=[None, "another's"], chain=None), "your client seed my number is missing"),
        (told(numbers=["my number", None]), "the client seed of seat 1 is missing, though a person sat there"),
    ],
    ids=["commitment swapped", "seed chosen later", "own seed replaced", "own seed dropped", "another's left out"],
)
def test_a_house_that_cheats_is_found_out(verify: Any, stored: dict[str, Any], objection: str) -> None:
    said, good = verify(stored, "--fair", *OWN)
    assert not good
    assert objection in said


def test_the_record_alone_does_not_find_a_swapped_commitment_and_does_not_claim_to(verify: Any) -> None:
    said, good = verify(told(OTHER), "--fair")
    assert good
    assert f"not proved: {ORDER}" in said


def test_records_from_before_are_verified_as_before(verify: Any) -> None:
    said, good = verify(told(numbers=["my number", None], chain=None), "--fair")
    assert good
    assert "client seeds of 1 of 2 seats" in said
    assert "not proved" in said


def test_the_chain_has_the_commitment(verify: Any, chain: Any) -> None:
    source = chain("chain.json", LISTED)
    said, good = verify(told(), *OWN, "--chain", source)
    assert good
    assert f"the commitment is entry 3 of the chain in {source}" in said


@pytest.mark.parametrize(
    ("listed", "objection"),
    [
        ([*LISTED[:3], "f" * 64, *LISTED[4:]], "entry 3 of the chain is another commitment"),
        (["f" * 64, *LISTED[1:]], "the chain has been rewritten before entry 3"),
        (LISTED[:3], "the chain has no entry 3"),
    ],
    ids=["another", "rewritten", "shortened"],
)
def test_a_chain_without_the_commitment_is_found_out(
    verify: Any, chain: Any, listed: list[str], objection: str
) -> None:
    said, good = verify(told(), "--chain", chain("chain.json", listed))
    assert not good
    assert objection in said


def test_different_commitments_for_different_people_are_found_out(verify: Any, chain: Any) -> None:
    mine = chain("mine.json", LISTED)
    theirs = chain("theirs.json", [*LISTED[:3], fairness.commitment(OTHER, "T1"), *LISTED[4:]])
    said, good = verify(None, "--chain", mine, "--chain", theirs)
    assert not good
    assert f"{theirs}: the chains differ: entry 3, or one before" in said
    assert verify(None, "--chain", mine, "--chain", chain("older.json", LISTED[:5]))[1]


class House:
    """A house that shows its chain two entries at a time."""

    def __init__(self, commitments: list[str]) -> None:
        self.asked: list[int] = []
        house = self

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                first = int(parse_qs(urlsplit(self.path).query)["first"][0])
                house.asked.append(first)
                answer = json.dumps(msgspec.to_builtins(page(first, first + 2, commitments))).encode()
                self.send_response(200)
                self.send_header("content-length", str(len(answer)))
                self.end_headers()
                self.wfile.write(answer)

            def log_message(self, *_: object) -> None:
                pass

        self.server = HTTPServer(("127.0.0.1", 0), Handler)
        self.address = f"http://127.0.0.1:{self.server.server_port}"


@pytest.fixture
def house() -> Iterator[House]:
    made = House(LISTED)
    thread = Thread(target=made.server.serve_forever)
    thread.start()
    yield made
    made.server.shutdown()
    thread.join()
    made.server.server_close()


def test_a_house_is_asked_for_its_chain_from_the_commitment_on(verify: Any, chain: Any, house: House) -> None:
    assert verify(told(), "--chain", house.address)[1]
    assert house.asked == [3, 5]
    house.asked.clear()
    older = chain("older.json", LISTED[:2])
    assert verify(told(), "--chain", house.address, "--chain", older)[0].count("the chain has no entry 3") == 1
    assert house.asked == [2, 4, 6]
    said, good = verify(None, "--chain", house.address, "--chain", chain("older.json", ["f" * 64, LISTED[1]]))
    assert not good
    assert "the chains differ" in said


def test_a_house_that_does_not_answer_proves_nothing(verify: Any) -> None:
    said, good = verify(told(), "--chain", "http://127.0.0.1:9")
    assert "the house does not answer" in said
    assert not good


def test_what_one_device_kept_belongs_to_one_match(tmp_path: Path) -> None:
    files = [tmp_path / name for name in ("one.json", "two.json")]
    for file in files:
        file.write_text(record.dump(told()))
    done = CliRunner().invoke(app, ["verify", *OWN, *map(str, files)])
    assert "pass one FILE" in str(done.exception)
