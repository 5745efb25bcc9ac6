"""`ludotheque arena`, run as a user would: tables, JSON, plots, interruptions, mistakes."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from xml.etree import ElementTree

import pytest

from ludotheque import record

ROOT = Path(__file__).parents[2]
OWN = "python:tests.arena.players"


@pytest.fixture
def environment(tmp_path: Path) -> dict[str, str]:
    """Return environment variables for a wide terminal, the tests' bots, and a separate state folder."""
    path = os.pathsep.join([str(ROOT), *filter(None, [os.environ.get("PYTHONPATH")])])
    return {**os.environ, "COLUMNS": "160", "NO_COLOR": "1", "PYTHONPATH": path, "XDG_STATE_HOME": str(tmp_path)}


def start(environment: dict[str, str], *arguments: str) -> subprocess.Popen[str]:
    command = [sys.executable, "-m", "ludotheque", "arena", *arguments]
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=environment)


def run(environment: dict[str, str], *arguments: str) -> tuple[int, str, str]:
    """Return exit code, stdout and stderr."""
    process = start(environment, *arguments)
    out, notes = process.communicate(timeout=600)
    return process.returncode, out, notes


def test_a_table_with_shares_ratings_and_intervals(environment: dict[str, str], tmp_path: Path) -> None:
    plot = tmp_path / "plot.svg"
    code, out, notes = run(
        environment,
        *("keks", "--bots", "random", f"{OWN}.first", f"{OWN}.grabber", "--matches", "12", "--processes", "2"),
        *("--seed", "x", "--plot", str(plot)),
    )
    assert code == 0, notes
    for text in ("12 matches on 2 deals", "share", "rating", "95%", "random", "first", "grabber", "against"):
        assert text in out
    assert "Seed x" in notes
    assert list((tmp_path / "ludotheque" / "arena").glob("keks-*.jsonl")), "results are kept even without an option"
    assert ElementTree.fromstring(plot.read_text("utf-8")).tag.endswith("svg")


def test_json(environment: dict[str, str]) -> None:
    code, out, notes = run(
        environment,
        *("nox", "--bots", "random", f"{OWN}.first", "--matches", "12", "--seats", "3", "--option", "variant=hard"),
        *("--processes", "2", "--json"),
    )
    assert code == 0, notes
    found = json.loads(out)
    assert (found["game"], found["seats"], found["options"]["variant"]) == ("nox", 3, "hard")
    assert {row["name"] for row in found["bots"]} == {"random", f"{OWN}.first"}
    for row in found["bots"]:
        low, high = row["interval"]
        assert low <= row["rating"] <= high
        assert row["matches"] == 12
        assert 0 <= row["share"] <= 1
    # Each bot plays alone against two of the other: 3 seat orders each, on 2 deals.
    lone = {row["name"]: row["matches"] for row in found["sets"] if row["bots"].count(row["name"]) == 1}
    assert lone == {"random": 6, f"{OWN}.first": 6}


def test_the_number_of_processes_does_not_change_results(environment: dict[str, str]) -> None:
    shared = ("keks", "--bots", "random", f"{OWN}.first", "--matches", "8", "--seed", "x", "--json")
    one, two = (json.loads(run(environment, *shared, "--processes", processes)[1]) for processes in "12")
    for row in one["bots"] + two["bots"]:
        del row["slowest"]
    assert one == two


@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGKILL])
def test_an_interrupted_arena_is_resumed(environment: dict[str, str], tmp_path: Path, how: signal.Signals) -> None:
    results = tmp_path / "results.jsonl"
    shared = ("keks", "--bots", f"{OWN}.slow", "random", "--processes", "2", "--results", str(results))
    process = start(environment, *shared, "--matches", "400")
    _wait_for_lines(results, 4)
    process.send_signal(how)
    out, notes = process.communicate(timeout=600)
    kept = results.read_bytes()
    played = kept.count(b"\n") - 1
    assert 3 <= played < 400
    if how == signal.SIGINT:
        assert process.returncode == 130
        assert f"{played} matches" in out
        assert f"--results {results}" in notes
    code, out, notes = run(environment, *shared, "--matches", str(played + 2))
    assert code == 0, notes
    whole = results.read_bytes()
    assert whole.startswith(kept[: kept.rindex(b"\n") + 1])
    seen = [(line["deal"], *line["seating"]) for line in map(json.loads, whole.decode().splitlines()[1:])]
    assert len(set(seen)) == len(seen)
    assert played + 2 <= len(seen) <= played + 4


def _wait_for_lines(path: Path, count: int) -> None:
    limit = time.monotonic() + 300
    while not path.exists() or path.read_bytes().count(b"\n") < count:
        assert time.monotonic() < limit
        time.sleep(0.05)


def test_failing_bots_are_reported_with_the_record(environment: dict[str, str], tmp_path: Path) -> None:
    results = tmp_path / "results.jsonl"
    code, out, notes = run(
        environment,
        *("keks", "--bots", f"{OWN}.illegal", f"{OWN}.dying", f"{OWN}.talking", "--matches", "6", "--processes", "2"),
        *("--results", str(results), "--json"),
    )
    assert code == 0, notes
    shares = {row["name"].removeprefix(f"{OWN}."): row["share"] for row in json.loads(out)["bots"]}
    assert shares["talking"] == 1
    assert "6 of 6 matches ended with a failure" in notes
    assert "answered 'd4': IllegalMove" in notes
    assert "SIGKILL" in notes
    records = sorted((tmp_path / "results-failures").iterdir())
    assert len(records) == 6
    for path in records:
        assert str(path) in notes
        assert not record.replay(record.load(path)).over


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("chess", "--bots", "1", "2"), "keks, nasca"),
        (("keks",), "two bots or more"),
        (("keks", "--bots", "5"), "two bots or more"),
        (("keks", "--bots", "5", "5"), "twice"),
        (("keks", "--bots", "5", "best"), "1 to 5 (a level)"),
        (("keks", "--bots", "5", "uct:0s"), "more than 0"),
        (("keks", "--bots", "5", "random", "--matches", "0"), "must be a positive integer"),
        (("keks", "--bots", "5", "random", "--processes", "0"), "must be a positive integer"),
        (("keks", "--bots", "5", "random", "--seats", "3"), "2 seats"),
        (("keks", "--bots", "5", "random", "--option", "size=3"), "variant"),
        (("keks", "--bots", "5", "random", "--pairing", "all"), "one-among"),
        (("keks", "--bots", "5", "random", "--pairing", "all"), "no pairing 'all'"),
        (("keks", "--bots", "5", "random", "--plot", "plot.pdf"), ".svg or a .png"),
        (("keks", "--bots", "5", "random", "--results", "/"), "cannot be read or written"),
        (("keks", "--bots", "5", "random", "--results", __file__), "not a results file"),
    ],
)
def test_errors_name_what_is_allowed(environment: dict[str, str], arguments: tuple[str, ...], said: str) -> None:
    code, out, notes = run(environment, *arguments)
    assert code == 2
    assert "Traceback" not in out + notes
    assert said in " ".join(notes.split())


def test_results_of_another_arena_are_refused(environment: dict[str, str], tmp_path: Path) -> None:
    results = str(tmp_path / "results.jsonl")
    assert run(environment, "keks", "--bots", "random", f"{OWN}.first", "--matches", "2", "--results", results)[0] == 0
    before = Path(results).read_bytes()
    code, _, notes = run(environment, "keks", "--bots", "random", f"{OWN}.grabber", "--results", results)
    assert code == 2
    assert "another arena" in notes
    assert Path(results).read_bytes() == before
