"""A team of threads that waits for work inside compiled code.

One step of a batch takes about 0.1 ms, which is also what it costs to wake a thread or to pass on the GIL. So a thread
spins inside compiled code for about a millisecond before it sleeps. Calls and answers go through a mailbox: a few
integers in memory, read and written atomically.
"""

from __future__ import annotations

import threading
import time
import weakref
from collections.abc import Callable
from typing import Any

import numpy as np
from llvmlite import ir
from numba import types
from numba.extending import intrinsic, overload
from numpy.typing import NDArray

from ludotheque.engine.compiling import compiled

# The fields of a mailbox: number of the last call, its argument, number of the last call answered, and how many times
# to poll for the next call.
CALLED, ARGUMENT, DONE, SPINS = 0, 1, 2, 3
#: A thread polls this many times for a call or an answer before it yields: about a millisecond.
MAX_SPINS = 200_000


def load_acquire(mailbox, i):
    """Load with acquire semantics: whatever was written before the value was stored is visible."""
    return int(mailbox[i])


def store_release(mailbox, i, number):
    """Store with release semantics: whoever sees the value sees all earlier writes."""
    mailbox[i] = number


@intrinsic
def _load(typingctx, mailbox, i):
    def codegen(context, builder, signature, args):
        return builder.load_atomic(_address(context, builder, signature, args), "acquire", 8)

    return types.int64(mailbox, types.int64), codegen


@intrinsic
def _store(typingctx, mailbox, i, number):
    def codegen(context, builder, signature, args):
        builder.store_atomic(args[2], _address(context, builder, signature, args), "release", 8)
        return context.get_dummy_value()

    return types.void(mailbox, types.int64, types.int64), codegen


def _address(context: Any, builder: Any, signature: Any, args: Any) -> Any:
    data = context.make_array(signature.args[0])(context, builder, args[0]).data
    return builder.gep(data, [args[1]], source_etype=ir.IntType(64))


@overload(load_acquire, inline="always")
def _compiled_load_acquire(mailbox, i):
    return lambda mailbox, i: _load(mailbox, i)  # type: ignore[call-arg]  # the stub wrongly requires the typing context


@overload(store_release, inline="always")
def _compiled_store_release(mailbox, i, number):
    return lambda mailbox, i, number: _store(mailbox, i, number)  # type: ignore[call-arg]  # likewise


@compiled
def call(mailbox, argument):
    mailbox[ARGUMENT] = argument
    store_release(mailbox, CALLED, mailbox[CALLED] + 1)


@compiled
def await_call(mailbox):
    """Return True as soon as there is a call to answer; False if none came within the spins."""
    for _ in range(mailbox[SPINS]):
        if load_acquire(mailbox, CALLED) != mailbox[DONE]:
            return True
    return False


@compiled
def answer(mailbox):
    store_release(mailbox, DONE, mailbox[CALLED])


@compiled
def await_answer(mailbox):
    """Return True as soon as the last call is answered; False if it takes longer."""
    for _ in range(MAX_SPINS):
        if load_acquire(mailbox, DONE) == mailbox[CALLED]:
            return True
    return False


class ThreadTeam:
    """Runs `serve(mailbox)` functions: the first in the caller's thread, each other one in a thread of its own.

    A function answers calls until none comes within its spins; then its thread sleeps until it is woken.
    """

    def __init__(self, serves: list[Callable[[NDArray[np.int64]], Any]]) -> None:
        self._own = _new_mailbox(spins=1)
        self._serve = serves[0]
        self._workers = [_Worker(serve) for serve in serves[1:]]
        weakref.finalize(self, _dismiss, self._workers)

    def call(self, argument: int) -> None:
        """Send the same call to every function and wait until all have answered."""
        for each in self._workers:
            each.call(argument)
        call(self._own, argument)
        self._serve(self._own)
        for each in self._workers:
            while not await_answer(each.mailbox):
                time.sleep(0)


def _new_mailbox(spins: int) -> NDArray[np.int64]:
    mailbox = np.zeros(4, np.int64)
    mailbox[SPINS] = spins
    return mailbox


class _Worker:
    """One thread and its mailbox."""

    def __init__(self, serve: Callable[[NDArray[np.int64]], Any]) -> None:
        self.mailbox = _new_mailbox(MAX_SPINS)
        self._serve = serve
        self._awake = threading.Event()
        self._dismissed = False
        threading.Thread(target=self._run, daemon=True).start()

    def call(self, argument: int) -> None:
        call(self.mailbox, argument)
        self._awake.set()

    def dismiss(self) -> None:
        self._dismissed = True
        self._awake.set()

    def _run(self) -> None:
        while not self._dismissed:
            self._serve(self.mailbox)
            self._awake.clear()
            if self.mailbox[CALLED] == self.mailbox[DONE] and not self._dismissed:
                # A call made after `clear` has set the event again, so no call is missed.
                self._awake.wait()


def _dismiss(workers: list[_Worker]) -> None:
    for each in workers:
        each.dismiss()
