"""The lowest scheduling priority of the system."""

from __future__ import annotations

import os
from contextlib import suppress

#: In the environment of a process that keeps its priority.
NORMAL = {"LUDOTHEQUE_BOT_PRIORITY": "normal"}


def lower(process: int = 0) -> None:
    """Let a process (0: this one) run only while no other wants the processor.

    This applies to all its threads: each has its own policy, and those that libraries start on import keep the one they
    started with. Where there is no such policy, the process gets the highest niceness.
    LUDOTHEQUE_BOT_PRIORITY=normal leaves it as it is: where browsers render in software on the same cores, as in the
    tests, bots would starve.
    """
    if os.environ.get("LUDOTHEQUE_BOT_PRIORITY") == "normal":
        return
    try:
        for thread in _threads(process):
            with suppress(ProcessLookupError):  # the thread has ended
                os.sched_setscheduler(thread, os.SCHED_IDLE, os.sched_param(0))
    except (AttributeError, OSError):
        with suppress(AttributeError, OSError):
            os.setpriority(os.PRIO_PROCESS, process, 19)


def _threads(process: int) -> list[int]:
    try:
        return [int(name) for name in os.listdir(f"/proc/{process or 'self'}/task")]
    except OSError:
        return [process]
