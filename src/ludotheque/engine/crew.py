"""Threads that stand ready for compiled work.

A step of a batch lasts a tenth of a millisecond, and that is what it takes to wake a thread, or to pass on the
interpreter's lock. So a thread waits for its next call inside compiled code, for a while, and is called and answers
through two numbers in memory.
"""

# mypy: disable-error-code="no-untyped-def"
# Compiled functions carry no types: Numba infers them.

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

# A box: the number of the last call, what it asks for, the number of the last call that was done, and how often to look
# for the next one.
CALLED, ASKED, DONE, PATIENCE = 0, 1, 2, 3
#: So often a thread looks for a call or an answer before it lets others run: about a millisecond.
LOOKS = 200_000


def look(box, i):
    """The number as it is now; what was written before it can be read."""
    return int(box[i])


def post(box, i, number):
    """Write the number; what was written before can be read by whoever sees it."""
    box[i] = number


@intrinsic
def _load(typingctx, box, i):
    def codegen(context, builder, signature, args):
        return builder.load_atomic(_place(context, builder, signature, args), "acquire", 8)

    return types.int64(box, types.int64), codegen


@intrinsic
def _store(typingctx, box, i, number):
    def codegen(context, builder, signature, args):
        builder.store_atomic(args[2], _place(context, builder, signature, args), "release", 8)
        return context.get_dummy_value()

    return types.void(box, types.int64, types.int64), codegen


def _place(context, builder, signature, args):
    data = context.make_array(signature.args[0])(context, builder, args[0]).data
    return builder.gep(data, [args[1]], source_etype=ir.IntType(64))


@overload(look, inline="always")
def _compiled_look(box, i):
    return lambda box, i: _load(box, i)  # type: ignore[call-arg]  # the stub counts the typing context


@overload(post, inline="always")
def _compiled_post(box, i, number):
    return lambda box, i, number: _store(box, i, number)  # type: ignore[call-arg]  # likewise


@compiled
def call(box, asked):
    box[ASKED] = asked
    post(box, CALLED, box[CALLED] + 1)


@compiled
def await_call(box):
    """True as soon as there is a call to answer; False if none came for a while."""
    for _ in range(box[PATIENCE]):
        if look(box, CALLED) != box[DONE]:
            return True
    return False


@compiled
def answer(box):
    post(box, DONE, box[CALLED])


@compiled
def await_answer(box):
    """True as soon as the last call is answered; False if it lasts."""
    for _ in range(LOOKS):
        if look(box, DONE) == box[CALLED]:
            return True
    return False


class Crew:
    """Answers calls by the given functions, `serve(box)`: the first in the caller's thread, each other in its own.

    A function answers calls until none comes for a while.
    """

    def __init__(self, serves: list[Callable[[NDArray[np.int64]], Any]]) -> None:
        self._own = _new_box(patience=1)
        self._serve = serves[0]
        self._posts = [_Post(serve) for serve in serves[1:]]
        weakref.finalize(self, _dismiss, self._posts)

    def call(self, asked: int) -> None:
        """Ask every function for this, and wait until all have answered."""
        for each in self._posts:
            each.call(asked)
        call(self._own, asked)
        self._serve(self._own)
        for each in self._posts:
            while not await_answer(each.box):
                time.sleep(0)


def _new_box(patience: int) -> NDArray[np.int64]:
    box = np.zeros(4, np.int64)
    box[PATIENCE] = patience
    return box


class _Post:
    """One thread and its box."""

    def __init__(self, serve: Callable[[NDArray[np.int64]], Any]) -> None:
        self.box = _new_box(LOOKS)
        self._serve = serve
        self._awake = threading.Event()
        self._dismissed = False
        threading.Thread(target=self._stand_ready, daemon=True).start()

    def call(self, asked: int) -> None:
        call(self.box, asked)
        self._awake.set()

    def dismiss(self) -> None:
        self._dismissed = True
        self._awake.set()

    def _stand_ready(self) -> None:
        while not self._dismissed:
            self._serve(self.box)
            self._awake.clear()
            if self.box[CALLED] == self.box[DONE] and not self._dismissed:
                # A call after `clear` has set it again: no call is slept through.
                self._awake.wait()


def _dismiss(posts: list[_Post]) -> None:
    for each in posts:
        each.dismiss()
