"""The results of an arena: playing those that are missing, and the file that keeps them all.

The file has the plan, then a line of JSON for each match, on disk before the next one counts. Lines are only ever
appended. A line that was cut off by a crash is dropped, so that at most the matches under way are lost. Records of
failures are kept in a folder beside the file.
"""

from __future__ import annotations

import hashlib
import math
import os
from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass, replace
from functools import cache
from importlib.resources import as_file, files
from pathlib import Path
from types import TracebackType
from typing import Any

import msgspec
from filelock import lock_descriptor

from ludotheque import record
from ludotheque.arena.plan import Plan, check_matches
from ludotheque.arena.playing import ArenaResult, PlayedMatch, Runner
from ludotheque.errors import LudothequeError
from ludotheque.games.spec import Json

FORMAT = "ludotheque-arena-2"
#: In files of this format, which can still be resumed, the pairing is called `mode` and the reason of a failure `why`.
FIRST_FORMAT = "ludotheque-arena-1"
#: Called with each new result.
OnResult = Callable[[ArenaResult], None]


def missing(plan: Plan, matches: int, played: list[ArenaResult]) -> int:
    """Return how many of the plan's first `matches` (in whole deals) are still to play."""
    deals = math.ceil(check_matches(matches) / plan.matches_per_deal())
    return deals * plan.matches_per_deal() - sum(deal < deals for deal, _ in _keys(played))


def run(
    plan: Plan, matches: int, runner: Runner, file: ResultsFile, on_result: OnResult | None = None
) -> list[ArenaResult]:
    """Play what is missing; return all results that the file holds then.

    It may be interrupted at any time: what `on_result` was called with is on disk.
    """
    done = _keys(file.results)
    jobs = (job for job in plan.jobs(check_matches(matches)) if (job.deal, job.seating) not in done)
    with closing(runner.play(jobs)) as played_matches:
        for played in played_matches:
            result = file.add(played)
            if on_result is not None:
                on_result(result)
    return file.results


def _keys(results: list[ArenaResult]) -> set[tuple[int, tuple[str, ...]]]:
    return {(result.deal, result.seating) for result in results}


class BadResults(LudothequeError):
    """A results file that cannot be resumed: another arena's, broken, or not writable."""


@dataclass(frozen=True)
class Header:
    """The first line. `code`: the version of rules and bots with which the file was begun."""

    format: str
    code: str
    plan: Plan


@dataclass(frozen=True)
class _StoredHeader:
    """The first line of a file in any format."""

    format: str
    code: str
    plan: Json


#: The folders of the package that decide how a match between bots goes.
CODE = ("engine", "games", "bots")


@cache
def code_version() -> str:
    """Hash the sources of rules and bots."""
    package, digest = files("ludotheque"), hashlib.sha256()
    for folder in CODE:
        with as_file(package / folder) as root:
            for path in sorted(p for pattern in ("*.py", "*.json") for p in root.rglob(pattern)):
                digest.update(path.relative_to(root).as_posix().encode() + b"\0" + path.read_bytes() + b"\0")
    return digest.hexdigest()[:20]


class ResultsFile:
    """The results so far, to which more can be added. Holds a lock: two arenas never write to one file."""

    def __init__(self, path: Path, plan: Plan) -> None:
        """Begin a file, or resume one with this plan; raises BadResults, which says what is different."""
        self.path = path
        self.results: list[ArenaResult] = []
        self.other_code = False
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            self._file = os.open(path, os.O_RDWR | os.O_CREAT | os.O_APPEND, 0o644)
        except OSError as error:
            raise _unusable(path, error) from None
        try:
            self._lock()
            self._begin(plan)
        except BaseException:
            os.close(self._file)
            raise

    def _lock(self) -> None:
        if os.name == "nt":
            return  # there a lock would also block our own reads of the file by its name
        if not lock_descriptor(self._file, blocking=False):
            raise BadResults(f"{self.path}: another arena is writing to it")

    def _begin(self, plan: Plan) -> None:
        lines, torn = _lines(self.path)
        if lines:
            header = _header(self.path, lines[0])
            _compare(self.path, header.plan, plan)
            self.other_code = header.code != code_version()
            self._list(lines)
            os.ftruncate(self._file, os.fstat(self._file).st_size - len(torn))
        else:
            if not _opening().startswith(torn[: len(_opening())]):
                raise _not_results(self.path)
            os.ftruncate(self._file, 0)
            self._write(Header(FORMAT, code_version(), plan))

    def reread(self) -> None:
        """Read the file again after an interruption, which may have come between writing a result and listing it."""
        self._list(_lines(self.path)[0])

    def _list(self, lines: list[bytes]) -> None:
        self.results = [_result(self.path, number, line) for number, line in enumerate(lines[1:], 2)]

    def add(self, played: PlayedMatch) -> ArenaResult:
        """Store a match; when this returns, it survives a power cut. A failure's record is written first."""
        result = played.result
        if result.failure is not None and played.record is not None:
            path = self._keep_record(played.record)
            result = replace(result, failure=msgspec.structs.replace(result.failure, record=str(path)))
        self._write(result)
        self.results.append(result)
        return result

    def _keep_record(self, played: Json) -> Path:
        folder = self.path.with_name(f"{self.path.stem}-failures")
        path = folder / f"match-{len(self.results) + 1}.json"
        try:
            folder.mkdir(exist_ok=True)
            path.write_text(record.dump(played), "utf-8")
        except OSError as error:
            raise _unusable(path, error) from None
        return path

    def _write(self, line: Header | ArenaResult) -> None:
        data = msgspec.json.encode(line) + b"\n"
        try:
            # One call: a line is complete or cut off, never mixed with another.
            if os.write(self._file, data) != len(data):
                raise OSError(None, "the disk is full")
            os.fsync(self._file)
        except OSError as error:
            raise _unusable(self.path, error) from None

    def __enter__(self) -> ResultsFile:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        os.close(self._file)


def stored_seed(path: Path) -> str | None:
    """Return the seed of a results file, if there is one and it has begun."""
    if not path.exists():
        return None
    lines, _ = _lines(path)
    return _header(path, lines[0]).plan.seed if lines else None


def _lines(path: Path) -> tuple[list[bytes], bytes]:
    """Return the complete lines of a file, and what follows them: a line that was cut off."""
    try:
        *lines, torn = path.read_bytes().split(b"\n")
    except OSError as error:
        raise _unusable(path, error) from None
    return lines, torn


def _header(path: Path, line: bytes) -> Header:
    try:
        stored = msgspec.json.decode(line, type=_StoredHeader)
        if stored.format == FIRST_FORMAT:
            plan = {"pairing" if name == "mode" else name: value for name, value in stored.plan.items()}
        elif stored.format == FORMAT:
            plan = stored.plan
        else:
            readable = f"{FIRST_FORMAT!r} and {FORMAT!r}"
            raise BadResults(f"{path}: its format is {stored.format!r}; this version reads {readable}")
        return Header(stored.format, stored.code, msgspec.convert(plan, Plan))
    except msgspec.DecodeError:
        raise _not_results(path) from None


def _opening() -> bytes:
    """Return how every results file begins, even one that was cut off within its first line."""
    return b'{"format":"ludotheque-arena-'


def _compare(path: Path, stored: Plan, wanted: Plan) -> None:
    """Results of different arenas do not mix."""
    for name, value in msgspec.structs.asdict(wanted).items():
        there = getattr(stored, name)
        if msgspec.json.encode(there) != msgspec.json.encode(value):
            raise BadResults(
                f"{path}: these are results of another arena: {name.replace('_', ' ')} {_shown(there)}, "
                f"not {_shown(value)}; give another --results file"
            )


def _shown(value: object) -> str:
    if isinstance(value, tuple):
        return " ".join(map(str, value))
    return value if isinstance(value, str) else msgspec.json.encode(value).decode()


def _result(path: Path, number: int, line: bytes) -> ArenaResult:
    try:
        stored = msgspec.json.decode(line, type=dict[str, Any])
        if stored.get("failure") and "why" in stored["failure"]:  # in the first format
            stored["failure"]["reason"] = stored["failure"].pop("why")
        return msgspec.convert(stored, ArenaResult)
    except msgspec.DecodeError as error:
        raise BadResults(f"{path}: line {number} is not a result: {error}") from None


def _not_results(path: Path) -> BadResults:
    return BadResults(f"{path}: this is not a results file of an arena; it is left as it is")


def _unusable(path: Path, error: OSError) -> BadResults:
    return BadResults(f"{path}: cannot be read or written ({error.strerror})")
