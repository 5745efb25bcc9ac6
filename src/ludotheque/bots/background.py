"""Work that goes on beside the caller's, in threads that nobody waits for when the program ends."""

from __future__ import annotations

import threading
from collections.abc import Callable
from concurrent.futures import Future
from typing import ParamSpec, TypeVar

P = ParamSpec("P")
Result = TypeVar("Result")


def aside(function: Callable[P, Result], *arguments: P.args, **names: P.kwargs) -> Future[Result]:
    """Start a call in a thread of its own. Unlike the threads of an executor it does not hold up the program's end."""
    future: Future[Result] = Future()
    future.set_running_or_notify_cancel()  # who no longer waits for it cannot spoil its end

    def run() -> None:
        try:
            future.set_result(function(*arguments, **names))
        except BaseException as error:
            future.set_exception(error)

    threading.Thread(target=run, daemon=True).start()
    return future
