"""The command line, run as a user would: what it prints, and how it fails."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

import ludotheque
from ludotheque import fairness, record

FOLDER = Path(__file__).parent.parent / "records"


def run(*arguments: str, answers: str = "", **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "ludotheque", *arguments],
        input=answers,
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
        env={**os.environ, "COLUMNS": "100", "NO_COLOR": "1", **environment},
    )


def fails(*arguments: str) -> str:
    """Run a command that must fail with exit code 2 and no traceback; return its message."""
    done = run(*arguments)
    assert done.returncode == 2
    assert "Traceback" not in done.stdout + done.stderr
    return done.stdout + done.stderr


def test_a_command_starts_without_what_only_others_need() -> None:
    slow = {"ludotheque.server", "pygments", "sqlalchemy", "textual"}
    code = f"import sys, ludotheque.cli; print({slow} & set(sys.modules))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=300, check=True)
    assert done.stdout == "set()\n"


def test_games_are_listed() -> None:
    shown = run("games").stdout
    for name in ludotheque.games():
        assert name in shown
        assert ludotheque.game(name).title in shown


@pytest.mark.parametrize("name", ludotheque.games())
def test_rules_are_printed(name: str) -> None:
    shown = run("rules", name, "--lang", "de").stdout
    assert len(shown.splitlines()) > 100
    readme = (ludotheque.game(name).spec.folder / "README.md").read_text("utf-8")
    assert ("Unsere Lesart" in shown) == ("*Our reading" in readme)
    assert "![" not in shown, "diagrams are shown as text boards"


def test_rules_are_in_the_system_language() -> None:
    assert "Notre lecture" in run("rules", "nox", LC_ALL="fr_FR.UTF-8").stdout
    assert "Our reading" in run("rules", "nox", LC_ALL="fi_FI.UTF-8").stdout


def test_simulate_prints_a_table_and_json() -> None:
    arguments = ("simulate", "keks", "--matches", "500", "--seed", "x", "--threads", "2", "--option", "variant=eleven")
    table = run(*arguments)
    assert table.returncode == 0
    assert "mean score" in table.stdout
    found = json.loads(run(*arguments, "--json").stdout)
    assert found["matches"] == 500
    assert sum(found["wins"]) == 500
    expected = ludotheque.game("keks").simulate(500, 2, "x", {"variant": "eleven"})
    assert (found["wins"], found["scores"], found["moves"]) == (expected.wins, expected.scores, expected.moves)


def test_simulate_takes_json_values_of_options() -> None:
    done = run("simulate", "nasca", "--matches", "5", "-o", 'landscape=["c3-c5", "h2"]', "-o", "rounds=1", "--json")
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("simulate", "chess"), "keks, nasca"),
        (("rules", "chess"), "keks, nasca"),
        (("rules", "keks", "--lang", "xx"), "fr, en, de, nl"),
        (("play", "chess"), "keks, nasca"),
        (("simulate", "keks", "--seats", "7"), "2 seats"),
        (("simulate", "keks", "--option", "variant=thirteen"), "eleven"),
        (("simulate", "keks", "--option", "speed=9"), "variant"),
        (("simulate", "keks", "--option", "variant"), "NAME=VALUE"),
        (("simulate", "keks", "--matches", "0"), "positive integer"),
        (("simulate", "keks", "--matches", "many"), "integer"),
        (("simulate", "keks", "--threads", "-1"), "positive integer"),
        (("replay", "no-such-file.json"), "no-such-file.json"),
        (("verify", "no-such-file.json"), "no-such-file.json"),
        (("verify",), "FILE"),
        (("jump",), "jump"),
    ],
)
def test_errors_name_what_is_allowed(arguments: tuple[str, ...], said: str) -> None:
    assert said in " ".join(fails(*arguments).split())


def test_verify_and_replay_a_record(tmp_path: Path) -> None:
    match = ludotheque.game("keks").start(seed=1)
    while not match.over:
        match.play(match.legal_moves()[0])
    path = tmp_path / "match.json"
    path.write_text(record.dump(match.record()))
    assert "in order" in run("verify", str(path)).stdout
    shown = run("replay", str(path)).stdout
    assert f"Move {len(match.history)} of {len(match.history)}" in shown
    assert match.text() in shown


def test_verify_names_the_first_illegal_move(tmp_path: Path) -> None:
    match = ludotheque.game("keks").start(seed=1)
    for _ in range(6):
        match.play(match.legal_moves()[0])
    broken = match.record()
    broken["history"][3][1] = "d4"
    good, bad = tmp_path / "good.json", tmp_path / "bad.json"
    good.write_text(record.dump(match.record()))
    bad.write_text(record.dump(broken))
    done = run("verify", str(good), str(bad))
    assert done.returncode == 2
    assert "good.json: in order" in done.stdout
    assert "move 4 (seat" in done.stdout
    assert "Traceback" not in done.stdout + done.stderr
    shown = run("replay", str(bad))
    assert shown.returncode == 2
    assert "Move 3 of 3" in shown.stdout
    assert "Move 4" not in shown.stdout
    assert "move 4 (seat" in shown.stderr


def test_a_replay_in_the_terminal_shows_what_a_seat_knew(tmp_path: Path) -> None:
    match = ludotheque.game("nox").start(3, seed=1)
    match.play(match.legal_moves()[0])
    path = tmp_path / "match.json"
    path.write_text(record.dump(match.record()))
    for seat, viewer in (("1", 1), ("none", None)):
        shown = run("replay", str(path), "--seat", seat).stdout
        assert match.text(viewer) in shown
        assert match.text(0) not in shown
        assert "pile, next card" not in shown
    assert match.text(all_revealed=True) in run("replay", str(path)).stdout
    assert "all, none or a seat from 0 to 2" in " ".join(fails("replay", str(path), "--seat", "3").split())


def test_a_record_becomes_an_animated_picture(tmp_path: Path) -> None:
    match = ludotheque.game("keks").start(seed=1)
    for _ in range(3):
        match.play(match.legal_moves()[0])
    path, out = tmp_path / "match.json", tmp_path / "match.svg"
    path.write_text(record.dump(match.record()))
    assert "4 pictures" in run("replay", str(path), "--svg", str(out), "--seat", "1").stdout
    assert out.read_text("utf-8").count('class="frame') == 4
    assert "all, none or a seat from 0 to 1" in fails("replay", str(path), "--svg", str(out), "--seat", "2")
    said = fails("replay", str(path), "--svg", str(tmp_path / "no" / "folder.svg"))
    assert "cannot be written" in " ".join(said.split())


def test_verify_checks_the_shuffle(tmp_path: Path) -> None:
    secret, numbers = "3f" * 32, ["7", None]
    match = ludotheque.game("keks").start(2, fairness.seed_of(secret, "T1", numbers))
    fair = {"table": "T1", "commitment": fairness.commitment(secret, "T1"), "secret": secret, "numbers": numbers}
    end = {"reason": "resigned", "seat": 0}
    good, forged, plain = (tmp_path / f"{name}.json" for name in ("good", "forged", "plain"))
    good.write_text(record.dump({**match.record(), "fair": fair, "end": end}))
    forged.write_text(record.dump({**match.record(), "fair": {**fair, "numbers": ["8", None]}}))
    plain.write_text(record.dump(match.record()))
    done = run("verify", "--fair", str(good))
    assert done.returncode == 0
    assert "in order (keks, 0 moves, ended: resigned)" in done.stdout
    assert "the committed server seed and the client seeds of 1 of 2 seats" in done.stdout
    assert run("verify", str(good), str(forged), str(plain)).returncode == 0
    done = run("verify", "--fair", str(good), str(forged), str(plain))
    assert done.returncode == 2
    assert "good.json: in order" in done.stdout
    assert "forged.json: the server seed and the client seeds give the seed" in done.stdout
    assert "plain.json: there is nothing to check" in done.stdout


@pytest.mark.parametrize("junk", ["", "nonsense", "[1, 2]", "{}", '{"format": "ludotheque-record-2"}', "\x00\xff"])
def test_files_that_are_not_records_are_refused(tmp_path: Path, junk: str) -> None:
    path = tmp_path / "junk.json"
    path.write_text(junk)
    assert "junk.json" in fails("verify", str(path))
    fails("replay", str(path))
    said = "".join(fails("verify", str(tmp_path)).split("\n"))
    assert "cannot be read" in said
    assert said.count(str(tmp_path)) == 1
