"""Plant small faults in the code, one at a time, and see whether the tests notice: `make mutants`.

`tests/mutants.toml` says which tests should find the faults of which modules. Mutmut makes the mutants and runs the
tests in a copy of the project under `build/mutants`. A run that was interrupted goes on where it stopped, and mutants
that survived are tried again. `tests/surviving_mutants.toml` lists the survivors that do not matter, with the reasons.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tomllib
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

PROJECT = Path(__file__).parents[1]
SOURCE = "src/ludotheque/"
#: What tests read besides the sources.
COPIED = ("benchmarks", "docs", "scripts", "tests")
WORK = PROJECT / "build" / "mutants"
#: At least so many of a hundred mutants of a module must be killed.
LEAST = 90


@dataclass(frozen=True)
class Mutant:
    """A fault: the lines of a function before and after it."""

    module: str
    function: str
    before: str
    after: str


def read(name: str) -> dict[str, Any]:
    return tomllib.loads((PROJECT / "tests" / name).read_text("utf-8"))


def excused() -> dict[Mutant, str]:
    """The survivors that do not matter, and why."""
    found = {}
    for entry in read("surviving_mutants.toml").get("mutant", []):
        reason = entry.pop("reason")
        found[Mutant(**entry)] = reason
    return found


# In the main process


def main(chosen: list[str]) -> int:
    """Run the groups that are named, or all; return how many modules fall short."""
    groups = read("mutants.toml")
    unknown = set(chosen) - set(groups)
    if unknown:
        sys.exit(f"no such group: {', '.join(sorted(unknown))}; there are {', '.join(groups)}")
    status = 0
    for name in chosen or groups:
        _prepare(WORK / name, groups[name])
        compiled = groups[name].get("compiled", False)
        # Compiled functions are mutated in Python: to compile each mutant would take seconds.
        environment = os.environ | ({"NUMBA_DISABLE_JIT": "1"} if compiled else {})
        done = subprocess.run([sys.executable, __file__, "--inside"], cwd=WORK / name, env=environment, check=False)
        status |= done.returncode
    return status


def _prepare(work: Path, group: dict[str, Any]) -> None:
    """Make the folder in which Mutmut finds its settings and, as links, the project."""
    work.mkdir(parents=True, exist_ok=True)
    for name in ("src", *COPIED):
        link = work / name
        if not link.is_symlink():
            link.symlink_to(PROJECT / name)
    settings = {
        "source_paths": ["src"],
        "only_mutate": [SOURCE + module for module in group["modules"]],
        "also_copy": list(COPIED),
        "pytest_add_cli_args_test_selection": group["tests"],
        "pytest_add_cli_args": group.get("arguments", []),
        "use_git_change_detection": False,
        "on_dependency_change": "ignore",
    }
    lines = [f"{key} = {_toml(value)}" for key, value in settings.items()]
    project = (PROJECT / "pyproject.toml").read_text("utf-8")
    (work / "pyproject.toml").write_text("\n".join([project, "[tool.mutmut]", *lines, ""]), "utf-8")


def _toml(value: bool | str | list[str]) -> str:
    return str(value).lower() if isinstance(value, bool) else repr(value)


# In the process of one group


def run() -> int:
    """Run Mutmut in this folder, and compare the survivors with those that are excused."""
    from mutmut.__main__ import cli
    from mutmut.mutation.file_mutation import MutationVisitor
    from mutmut.runners.harness import PytestRunner

    # Mutmut has no settings for these.
    _change(MutationVisitor, "_skip_node_and_children", _skipping)
    _change(PytestRunner, "_pytest_args_regular_run", _quick_tests_first)
    known = excused()
    _try_survivors_again(known)
    cli(["run", "--max-children", "1"], standalone_mode=False)
    return _report(known)


def _change(owner: type, name: str, change: Callable[[Any], Any]) -> None:
    setattr(owner, name, change(getattr(owner, name)))


def _skipping(skips: Any) -> Any:
    """Mutate functions that are decorated to be compiled, which Mutmut leaves alone, but no sentences.

    Tests check what a message says, not how it is worded.
    """
    import libcst

    def skip(self: Any, node: libcst.CSTNode) -> bool:
        if isinstance(node, libcst.FunctionDef):
            names = {getattr(each.decorator, "value", None) for each in node.decorators}
            if names & {"compiled", "inlined"}:
                return False
        if isinstance(node, (libcst.SimpleString, libcst.FormattedString)):
            return " " in libcst.Module([]).code_for_node(node)
        return bool(skips(self, node))

    return skip


def _quick_tests_first(arguments: Any) -> Any:
    """Most mutants are killed by any of several tests, and the first failure ends the run."""
    from mutmut.state import state

    def ordered(self: Any, tests: Iterable[str]) -> Any:
        seconds = state().duration_by_test
        return arguments(self, sorted(tests, key=lambda test: (seconds.get(test, 0.0), test)))

    return ordered


def _results() -> Iterator[Any]:
    from mutmut.mutation.data import SourceFileMutationData
    from mutmut.utils.file_utils import walk_mutatable_files

    for path in sorted(walk_mutatable_files()):
        data = SourceFileMutationData(path=path)
        data.load()
        if data.exit_code_by_key:
            yield data


def _status(exit_code: int | None) -> str:
    from mutmut.stats import status_by_exit_code

    return str(status_by_exit_code[exit_code])


def _try_survivors_again(known: dict[Mutant, str]) -> None:
    """Forget the results that better tests may change."""
    for data in _results():
        for name, code in data.exit_code_by_key.items():
            if _status(code) not in ("killed", "timeout") and _mutant(name, data.path) not in known:
                data.exit_code_by_key[name] = None
        data.save()


def _mutant(name: str, path: Path) -> Mutant:
    from mutmut.mutation.diff_apply import get_diff_for_mutant
    from mutmut.utils.format_utils import orig_function_and_class_names_from_key

    function, owner = orig_function_and_class_names_from_key(name)
    lines = get_diff_for_mutant(name, path=path).splitlines()[2:]
    before, after = ("\n".join(line[1:].strip() for line in lines if line.startswith(sign)) for sign in "-+")
    return Mutant(str(path).removeprefix(SOURCE), f"{owner}.{function}" if owner else function, before, after)


def _report(known: dict[Mutant, str]) -> int:
    """Print each module's rate and the survivors that nothing excuses; return 1 if there are too many."""
    short = False
    for data in _results():
        states = {name: _status(code) for name, code in data.exit_code_by_key.items()}
        counts = Counter(states.values())
        survivors = [_mutant(name, data.path) for name, state in states.items() if state not in ("killed", "timeout")]
        new = [survivor for survivor in survivors if survivor not in known]
        killed = counts["killed"] + counts["timeout"]
        rate = 100 * killed / len(states)
        short |= rate < LEAST or bool(new)
        print(f"{str(data.path).removeprefix(SOURCE)}: {killed} of {len(states)} killed ({rate:.1f}%), {len(new)} new")
        for survivor in new:
            print(f"\n[[mutant]]\nmodule = {survivor.module!r}\nfunction = {survivor.function!r}")
            print(f"before = '''{survivor.before}'''\nafter = '''{survivor.after}'''\nreason = ''\n")
    return int(short)


if __name__ == "__main__":
    sys.exit(run() if sys.argv[1:] == ["--inside"] else main(sys.argv[1:]))
