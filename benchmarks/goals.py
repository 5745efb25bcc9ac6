"""The goals of the server's benchmark: what each figure of a scenario may be at most."""

from collections.abc import Mapping
from typing import Any

GOALS: dict[str, dict[str, float]] = {
    "a": {"p99_ms": 25},
    "b": {"p99_ms": 50},
    "c": {"p99_ms": 60, "kb_per_socket": 60},
    "d": {"p99_ms": 60},
    "e": {"back_max_s": 10},
    "r": {"ready_s": 3},
    "f": {"p99_ms": 60},
    "g": {"p99_ms": 1500},
    "h": {"p99_ms": 100, "grown_mb": 200},
}


def goal(scenario: str) -> str:
    return ", ".join(f"{name} <= {most:g}" for name, most in GOALS[scenario].items())


def missed(scenario: str, figures: Mapping[str, Any]) -> list[str]:
    """Return what is wrong with a run; a figure that could not be measured is."""
    wrong = [
        f"{name} is {figures[name]}, not <= {most:g}"
        for name, most in GOALS[scenario].items()
        if figures[name] is None or figures[name] > most
    ]
    return wrong if figures["clean"] else [*wrong, "it is not clean"]
