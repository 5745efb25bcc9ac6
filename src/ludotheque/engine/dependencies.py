"""What a compiled function depends on, as a hash.

Numba bakes into a function's machine code the code of every function it calls and the value of every global it reads.
The hash covers exactly these, found by following the globals that the bytecode names. Comments, docstrings, views and
texts do not count, so editing them compiles nothing.
"""

from __future__ import annotations

import hashlib
import inspect
import sys
from collections.abc import Iterable, Iterator
from functools import cache
from types import CodeType, FunctionType, ModuleType
from typing import Any

import numpy as np
from numba import types
from numba.core.dispatcher import Dispatcher

PACKAGE = "ludotheque"

#: For each state record (its Numba type) the functions that each registry, a module, holds for it.
_registered: dict[types.Type, dict[str, list[Dispatcher]]] = {}
#: Modules whose plain functions are generic: compiled for a state record, they call what is registered for it.
_registries = set[str]()


def register(registry: str, record: types.Type, functions: Iterable[Any]) -> None:
    """Declare which functions the generic ones of module `registry` call for a state record."""
    _registries.add(registry)
    _registered.setdefault(record, {})[registry] = [f for f in functions if isinstance(f, Dispatcher)]
    _hashed.cache_clear()


def dependencies(function: Dispatcher, signature: Iterable[types.Type] = ()) -> str:
    """Hash everything that the machine code of `function` for these argument types depends on."""
    return _hashed(function, frozenset(_records(signature)))


@cache
def _hashed(function: Dispatcher, records: frozenset[types.Type]) -> str:
    walk = _Walk(records)
    walk.visit(function)
    return walk.digest.hexdigest()[:20]


def _records(arguments: Iterable[types.Type]) -> Iterator[types.Type]:
    """Yield the state records among argument types, also inside arrays, tuples and other records."""
    for argument in arguments:
        if argument in _registered:
            yield argument
        elif isinstance(argument, types.BaseTuple):
            yield from _records(argument.types)  # type: ignore[attr-defined]  # missing in the stubs
        elif isinstance(argument, types.Record):
            yield from _records([field.type for field in argument.fields.values()])
        elif isinstance(argument, (types.Array, types.NestedArray)):
            yield from _records([argument.dtype])


class _Walk:
    """Visits functions and the globals they name, each once, and feeds a digest."""

    def __init__(self, records: frozenset[types.Type]) -> None:
        self.digest = hashlib.sha256()
        self._records = sorted(records, key=str)
        self._seen = set[int]()
        self._modules = set[str]()

    def visit(self, value: Any) -> None:
        """Add a value that compiled code refers to."""
        if isinstance(value, Dispatcher):
            self._function(value)
        elif isinstance(value, np.ndarray):
            self._add(value.dtype, value.shape, value.tobytes())
        elif isinstance(value, (tuple, list)):
            self._add(type(value).__name__, len(value))
            for item in value:
                self.visit(item)
        elif isinstance(value, FunctionType) and value.__module__ in _registries:
            self._game_functions(value.__module__)
        elif value is None or isinstance(value, (bool, int, float, str, bytes, np.generic, np.dtype)):
            self._add(type(value).__name__, value)
        else:
            self._other(value)

    def _add(self, *facts: object) -> None:
        self.digest.update(repr(facts).encode())

    def _function(self, function: Dispatcher) -> None:
        if id(function) in self._seen:
            return
        self._seen.add(id(function))
        plain = function.py_func
        self._add(plain.__module__, plain.__qualname__, sorted(function.targetoptions.items()))
        self._add(plain.__defaults__, plain.__kwdefaults__)
        for cell in plain.__closure__ or ():
            self.visit(cell.cell_contents)
        self._code(plain.__code__, plain.__globals__, plain.__doc__)

    def _code(self, code: CodeType, names: dict[str, Any], docstring: str | None) -> None:
        self._add(code.co_code, code.co_names, code.co_varnames, code.co_freevars, code.co_cellvars)
        for constant in code.co_consts:
            if isinstance(constant, CodeType):
                self._code(constant, names, None)
            elif constant != docstring:
                self.visit(constant)
        for name in code.co_names:
            if name in names:
                self._global(names[name], code.co_names)

    def _global(self, value: Any, attributes: tuple[str, ...]) -> None:
        if not isinstance(value, ModuleType):
            self.visit(value)
        elif value.__name__.partition(".")[0] == PACKAGE:
            # The names alone do not say which attribute belongs to which module, so every match counts.
            for name in attributes:
                if hasattr(value, name):
                    self.visit(getattr(value, name))

    def _game_functions(self, registry: str) -> None:
        for record in self._records:
            for function in _registered[record].get(registry, ()):
                self.visit(function)

    def _other(self, value: Any) -> None:
        """Intrinsics, overloaded functions, types: by name; ours also by everything in their module."""
        own = getattr(value, "_defn", value)
        name = str(getattr(own, "__module__", None))
        self._add(name, getattr(own, "__qualname__", type(own).__qualname__))
        if name.partition(".")[0] == PACKAGE and name not in self._modules:
            self._modules.add(name)
            self._add(inspect.getsource(sys.modules[name]))
            for each in vars(sys.modules[name]).values():
                if isinstance(each, Dispatcher):
                    self._function(each)
