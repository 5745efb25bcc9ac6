"""Calls in daemon threads, which do not keep the interpreter alive when the program ends."""

from __future__ import annotations

import threading
from collections.abc import Callable
from concurrent.futures import Future
from typing import ParamSpec, TypeVar

P = ParamSpec("P")
Result = TypeVar("Result")


def in_background(function: Callable[P, Result], *args: P.args, **kwargs: P.kwargs) -> Future[Result]:
    """Start a call in a daemon thread. An executor's threads would be joined at exit, in the middle of a search."""
    future: Future[Result] = Future()
    future.set_running_or_notify_cancel()  # a cancelled future would reject the result

    def run() -> None:
        try:
            future.set_result(function(*args, **kwargs))
        except BaseException as error:
            future.set_exception(error)

    threading.Thread(target=run, daemon=True).start()
    return future
