"""`ludotheque export`: the contents of the file, and errors."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pyarrow.parquet as pq
import pytest
from typer.testing import CliRunner, Result

import ludotheque
from ludotheque import observing, record
from ludotheque.cli import app
from ludotheque.errors import BadSetup, LudothequeError
from ludotheque.extras import MissingExtra
from ludotheque.research import export

RECORDS = Path(__file__).parent.parent / "records"
KEKS = RECORDS / "keks" / "00-2-seats.json"
#: One record of each game.
FIRST = [sorted((RECORDS / name).glob("*.json"))[0] for name in ludotheque.games()]
NOX = FIRST[ludotheque.games().index("nox")]


def run(*arguments: str | Path) -> Result:
    return CliRunner().invoke(app, ["export", *map(str, arguments)])


def refused(*arguments: str | Path) -> str:
    """Return the message when nothing is written."""
    error = run(*arguments).exception
    assert isinstance(error, LudothequeError)
    return str(error)


def read(path: Path) -> list[dict[str, Any]]:
    return pq.read_table(path).to_pylist()  # type: ignore[no-any-return]


def by_hand(path: Path) -> list[dict[str, Any]]:
    """Return the rows of a record, computed from the public API alone."""
    stored = json.loads(path.read_text())
    match = ludotheque.game(stored["game"]).start(stored["seats"], stored["seed"], stored["options"])
    rows = []
    for number, (seat, move) in enumerate(stored["history"]):
        rows.append(
            {
                "match": str(path),
                "game": stored["game"],
                "options": json.dumps(stored["options"], sort_keys=True),
                "seats": stored["seats"],
                "number": number,
                "seat": seat,
                "observation": match.view(seat),
                "legal_moves": match.legal_moves(seat),
                "move": move,
            }
        )
        match.play(move, seat)
    winners = match.winners
    for row in rows:
        row["result"] = 1 / len(winners) if row["seat"] in winners else 0.0
        row["scores"] = match.scores
    return rows


@pytest.mark.parametrize("path", [KEKS, NOX], ids=["keks", "nox"])
def test_a_row_describes_a_decision_as_its_seat_saw_it(path: Path, tmp_path: Path) -> None:
    out = tmp_path / "data.parquet"
    assert run(path, "--observation", "view", "--out", out).exit_code == 0
    rows = read(out)
    for row in rows:
        row["observation"] = json.loads(row["observation"])
    assert rows == by_hand(path)


@pytest.mark.parametrize("path", FIRST, ids=lambda path: path.parent.name)
def test_the_observation_is_that_of_the_environments(path: Path, tmp_path: Path) -> None:
    out = tmp_path / "data.parquet"
    assert run(path, "--out", out).exit_code == 0
    match = record.begin(record.check_shape(path.read_bytes()))
    for row in read(out):
        assert row["observation"] == observing.observation(match, row["seat"]).tolist()
        match.play(row["move"], row["seat"])
    assert match.over


def test_other_hands_stay_hidden(tmp_path: Path) -> None:
    out = tmp_path / "data.parquet"
    run(NOX, "--observation", "view", "--out", out)
    match = record.begin(record.check_shape(NOX.read_bytes()))
    for row in read(out):
        hands, seen = match.state()["hands"], json.loads(row["observation"])["hands"]
        assert [hand == cards for hand, cards in zip(seen, hands, strict=True)].count(True) == 1
        assert seen[row["seat"]] == hands[row["seat"]]
        match.play(row["move"], row["seat"])


def test_folders_and_self_play(tmp_path: Path) -> None:
    out = tmp_path / "folder.parquet"
    assert run(RECORDS / "keks", "--out", out).exit_code == 0
    assert len({row["match"] for row in read(out)}) == len(list((RECORDS / "keks").glob("*.json")))
    for level in ("random", "1"):
        files = [tmp_path / f"{level}-{n}.parquet" for n in range(2)]
        for file in files:
            done = run("--self-play", "keks", "--level", level, "--matches", "3", "--seed", "x", "--out", file)
            assert "3 matches" in done.stdout
        assert read(files[0]) == read(files[1]), "the same seed gives the same matches"


def test_rows_are_written_in_groups(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(export, "ROW_GROUP", 100)
    out = tmp_path / "data.parquet"
    run(RECORDS / "keks", "--out", out)
    about = pq.ParquetFile(out).metadata
    sizes = [about.row_group(group).num_rows for group in range(about.num_row_groups)]
    assert len(sizes) > 3
    assert set(sizes[:-1]) == {100}
    assert sum(sizes) == len(read(out))


def test_an_unfinished_match_has_a_result_only_if_somebody_won(tmp_path: Path) -> None:
    stored = json.loads(KEKS.read_text())
    del stored["result"]
    stored["history"] = stored["history"][:6]
    shares = {}
    for reason, winners in (("resigned", [1]), ("agreed", None)):
        file = tmp_path / f"{reason}.json"
        file.write_text(json.dumps(stored | {"end": {"reason": reason, "winners": winners}}))
        run(file, "--out", tmp_path / f"{reason}.parquet")
        shares[reason] = [row["result"] for row in read(tmp_path / f"{reason}.parquet")]
    seats = [seat for seat, _ in stored["history"]]
    assert shares["resigned"] == [float(seat == 1) for seat in seats]
    assert shares["agreed"] == [None] * 6


def test_bad_records_are_reported_and_skipped(tmp_path: Path) -> None:
    bad, out = tmp_path / "bad.json", tmp_path / "data.parquet"
    bad.write_text(KEKS.read_text().replace('"keks"', '"chess"'))
    done = run(KEKS, bad, "--out", out)
    assert done.exit_code == 1
    assert "bad.json: its match cannot start" in done.stderr
    assert "1 of 2 records" in done.stdout
    assert {row["match"] for row in read(out)} == {str(KEKS)}


def test_errors_leave_no_file(tmp_path: Path) -> None:
    out = tmp_path / "data.parquet"
    assert "no such file" in refused(tmp_path / "none.json", "--out", out)
    assert "no such file" in refused("--data", tmp_path / "none.db", "--out", out)
    assert "not a file of Ludothèque" in refused("--data", KEKS, "--out", out)
    assert "name the matches" in refused("--out", out)
    assert "name the matches" in refused(KEKS, "--self-play", "keks", "--out", out)
    assert "at least 1" in refused("--self-play", "keks", "--matches", "0", "--out", out)
    assert "no bot '9'" in refused("--self-play", "keks", "--level", "9", "--out", out)
    assert "cannot be written" in refused(KEKS, "--out", tmp_path / "none" / "data.parquet")
    (tmp_path / "not.json").write_text("[]")
    assert "no match to write" in refused(tmp_path / "not.json", "--out", out)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["not.json"]


def test_an_existing_file_is_kept_by_default(tmp_path: Path) -> None:
    out = tmp_path / "data.parquet"
    out.write_text("mine")
    assert "exists already" in refused(KEKS, "--out", out)
    assert out.read_text() == "mine"
    assert run(KEKS, "--out", out, "--force").exit_code == 0
    assert read(out)


def test_a_missing_extra_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(__import__("sys").modules, "pyarrow", None)
    with pytest.raises(MissingExtra, match=r"pip install 'ludotheque\[parquet\]'"):
        export.parquet()


def test_a_custom_observation(tmp_path: Path) -> None:
    parquet = export.parquet()
    out = tmp_path / "data.parquet"
    counted = export.Observation(parquet.int32(), lambda match, seat: len(match.view(seat)))
    with export.writing(out, counted) as dataset:
        dataset.add("one", KEKS.read_bytes())
    assert {type(row["observation"]) for row in read(out)} == {int}
    with pytest.raises(BadSetup, match="exists already"), export.writing(out):
        pass
