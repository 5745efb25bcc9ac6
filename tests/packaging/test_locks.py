"""The two lock files: one to run, one to develop, for the same environment."""

from __future__ import annotations

import re
from pathlib import Path

REPOSITORY = Path(__file__).parents[2]
PIN = re.compile(r"^([a-z0-9.-]+)==(\S+)", re.MULTILINE)


def text_of(lock: str) -> str:
    return (REPOSITORY / lock).read_text()


def test_both_locks_pin_the_same_versions() -> None:
    """`make test` installs into the environment that `make play` has created."""
    running, developing = (dict(PIN.findall(text_of(lock))) for lock in ("requirements-run.lock", "requirements.lock"))
    assert running
    assert running.items() <= developing.items()


def test_locks_do_not_name_a_registry() -> None:
    for lock in ("requirements-run.lock", "requirements.lock", "web/package-lock.json"):
        assert '"resolved"' not in text_of(lock)
        assert not re.search(
            r"^\s*(--(extra-)?index-url|--find-links|--trusted-host)|@ file:", text_of(lock), re.MULTILINE
        )
