"""The lowest priority that the system knows."""

from __future__ import annotations

import os
from contextlib import suppress


def lower(process: int = 0) -> None:
    """Let a process (0: this one) run only while nobody else wants the processor.

    All its threads: each has a policy of its own, and those that libraries start when they are imported keep the one of
    that moment. Where there is no such policy the process gets the last place among the others.
    LUDOTHEQUE_BOT_PRIORITY=normal leaves it as it is: where browsers draw in software on the same cores, as in the
    tests, bots would starve.
    """
    if os.environ.get("LUDOTHEQUE_BOT_PRIORITY") == "normal":
        return
    try:
        for thread in _threads(process):
            with suppress(ProcessLookupError):  # it has ended
                os.sched_setscheduler(thread, os.SCHED_IDLE, os.sched_param(0))
    except (AttributeError, OSError):
        with suppress(AttributeError, OSError):
            os.setpriority(os.PRIO_PROCESS, process, 19)


def _threads(process: int) -> list[int]:
    try:
        return [int(name) for name in os.listdir(f"/proc/{process or 'self'}/task")]
    except OSError:
        return [process]
