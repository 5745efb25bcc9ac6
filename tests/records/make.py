"""Make the stored records: `make records`. Those of an older rules version stay: they must replay for ever."""

from __future__ import annotations

import random
from pathlib import Path

from ludotheque import record
from tests.cases import CASES, FURTHER_CASES, Case, steps

FOLDER = Path(__file__).parent
AT_LEAST = 10


def main() -> None:
    cases = [*CASES, *FURTHER_CASES]
    for name in sorted({case.name for case in cases}):
        own = [case for case in cases if case.name == name]
        for number in range(max(AT_LEAST, len(own))):
            _store(own[number % len(own)], number)


def _store(case: Case, number: int) -> None:
    match = case.start(f"{case.name} {number}")
    list(steps(match, random.Random(number)))
    version = match.spec.rules_version
    name = f"{number:02}-{case.seats}-seats" + (f"-rules-{version}" if version > 1 else "")
    path = FOLDER / case.name / f"{name}.json"
    path.parent.mkdir(exist_ok=True)
    path.write_text(record.dump(match.record()), "utf-8")


if __name__ == "__main__":
    main()
