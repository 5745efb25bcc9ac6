"""Only compiled functions carry no types: mypy does not check that in the modules where they are."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

import ludotheque

PACKAGE = Path(ludotheque.__file__).parent
MODULES = sorted(path.relative_to(PACKAGE) for path in PACKAGE.rglob("*.py"))
#: Numba infers the types of what these decorate.
COMPILING = ("compiled", "inlined", "intrinsic", "overload")


def untyped(tree: ast.AST) -> set[str]:
    """The functions that lack a type, without those inside of them."""
    found = set()
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
            arguments = [*node.args.posonlyargs, *node.args.args, *node.args.kwonlyargs]
            typed = all(each.annotation or each.arg in ("self", "cls") for each in arguments) and node.returns
            decorators = {ast.unparse(each).partition("(")[0] for each in node.decorator_list}
            if not typed and decorators.isdisjoint(COMPILING):
                found.add(node.name)
        else:
            found |= untyped(node)
    return found


def replaced(tree: ast.AST) -> set[str]:
    """The functions that `overload` replaces in compiled code."""
    calls = [node for node in ast.walk(tree) if isinstance(node, ast.Call)]
    return {ast.unparse(call.args[0]) for call in calls if ast.unparse(call.func) == "overload"}


@pytest.mark.parametrize("path", MODULES, ids=str)
def test_functions_that_are_not_compiled_have_types(path: Path) -> None:
    tree = ast.parse((PACKAGE / path).read_text("utf-8"))
    assert untyped(tree) - replaced(tree) == set()


def test_an_untyped_function_is_found() -> None:
    tree = ast.parse("def plain(x): ...\n@compiled\ndef fast(x): ...\nclass Some:\n    def method(self, x: int): ...")
    assert untyped(tree) == {"plain", "method"}
