"""A worker process: what becomes of jobs that raise, hang, talk or kill it, and of the process at the end."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from ludotheque.server.serving import new_loop
from ludotheque.worker_process import (
    Answer,
    JobRaised,
    Ready,
    Say,
    WorkerDied,
    WorkerOverran,
    WorkerProcess,
    wait_for_any,
)

PATIENCE = 120.0


def work(job: str, say: Say) -> Any:
    """Runs in the process."""
    if job == "say":
        for number in range(3):
            say(number)
        say(None)
    if job == "print":
        os.system("echo a program that talks")
        print("a job that talks", flush=True)
    if job == "raise":
        raise ValueError("lost my glasses")
    if job == "unpicklable":
        return lambda: None
    if job == "hang":
        time.sleep(3600)
    if job == "exit":
        os._exit(7)
    if job == "die":
        os.kill(os.getpid(), signal.SIGKILL)
    if job == "group":
        return os.getpgid(0)
    return job.upper()


@pytest.fixture
def worker() -> Iterator[WorkerProcess]:
    made = WorkerProcess(work)
    made.start()
    yield made
    made.close()


def answer(worker: WorkerProcess, job: str) -> Any:
    worker.give(job)
    while not isinstance(message := worker.receive(), Answer):
        pass
    return message.value


def is_alive(process: int) -> bool:
    try:
        return Path(f"/proc/{process}/stat").read_text().rsplit(")", 1)[1].split()[0] != "Z"
    except FileNotFoundError:
        return False


def test_it_is_ready_and_does_one_job_after_the_other(worker: WorkerProcess) -> None:
    assert not worker.ready
    worker.give("first")  # it need not be ready
    assert [worker.receive(), worker.receive()] == [Ready(), Answer("FIRST")]
    assert worker.ready
    assert answer(worker, "second") == "SECOND"
    assert worker.running
    assert worker.id not in (None, os.getpid())


def test_what_it_says_comes_before_the_answer(worker: WorkerProcess) -> None:
    worker.give("say")
    assert [worker.receive() for _ in range(6)] == [Ready(), 0, 1, 2, None, Answer("SAY")]


@pytest.mark.parametrize(("job", "why"), [("raise", "lost my glasses"), ("unpicklable", "pickle")])
def test_a_job_that_fails_does_not_end_the_process(worker: WorkerProcess, job: str, why: str) -> None:
    with pytest.raises(JobRaised, match=f"Traceback(.|\n)*{why}"):
        answer(worker, job)
    assert answer(worker, "next") == "NEXT"


@pytest.mark.parametrize(("job", "why"), [("exit", "exit code 7"), ("die", "SIGKILL")])
def test_a_job_that_ends_its_process(worker: WorkerProcess, job: str, why: str) -> None:
    with pytest.raises(WorkerDied, match=why):
        answer(worker, job)
    assert not worker.running
    worker.start()
    assert not worker.ready
    assert answer(worker, "next") == "NEXT"


class WithoutReaders(asyncio.SelectorEventLoop):
    """As the event loop of Windows."""

    def add_reader(self, *_: Any) -> None:  # type: ignore[override]
        raise NotImplementedError


@pytest.mark.parametrize("loop_factory", [asyncio.new_event_loop, new_loop, WithoutReaders])
def test_in_an_event_loop(worker: WorkerProcess, loop_factory: Callable[[], asyncio.AbstractEventLoop]) -> None:
    async def play() -> None:
        assert await worker.receive_within(PATIENCE) == Ready()
        worker.give("say")
        assert [await worker.receive_within(PATIENCE) for _ in range(5)] == [0, 1, 2, None, Answer("SAY")]
        worker.give("raise")
        with pytest.raises(JobRaised, match="lost my glasses"):
            await worker.receive_within(PATIENCE)
        worker.give("hang")
        with pytest.raises(WorkerOverran, match=r"within 0\.1 s"):
            await worker.receive_within(0.1)
        assert worker.id is not None
        os.kill(worker.id, signal.SIGKILL)
        with pytest.raises(WorkerDied, match="SIGKILL"):
            await worker.receive_within(PATIENCE)

    with asyncio.Runner(loop_factory=loop_factory) as runner:
        runner.run(play())


def test_whoever_gives_a_job_to_a_dead_process_is_told_by_the_next_receive(worker: WorkerProcess) -> None:
    assert worker.receive() == Ready()
    assert worker.id is not None
    os.kill(worker.id, signal.SIGKILL)
    while worker.running:
        time.sleep(0.01)
    worker.give("nobody is there")
    with pytest.raises(WorkerDied, match="SIGKILL"):
        worker.receive()


def test_close_leaves_nothing(worker: WorkerProcess) -> None:
    assert worker.receive() == Ready()
    worker.give("hang")
    process = worker.id
    assert process is not None
    assert worker.close() == "SIGKILL"
    assert worker.id is None
    with pytest.raises(ProcessLookupError):
        os.kill(process, 0)
    assert worker.close() == ""


def test_of_several_those_that_have_something_to_say(worker: WorkerProcess) -> None:
    hanging = WorkerProcess(work)
    hanging.start()
    try:
        for each in (worker, hanging):
            assert each.receive() == Ready()
        hanging.give("hang")
        worker.give("done")
        assert wait_for_any([hanging, worker]) == [worker]
        assert hanging.id is not None
        os.kill(hanging.id, signal.SIGKILL)
        assert wait_for_any([hanging]) == [hanging]
    finally:
        hanging.close()


def test_what_a_job_prints_stays_out_of_the_output(worker: WorkerProcess, capfd: pytest.CaptureFixture[str]) -> None:
    worker.start()  # again: fixtures have other descriptors
    assert answer(worker, "print") == "PRINT"
    printed = capfd.readouterr()
    assert printed.out == ""
    assert "a job that talks" in printed.err
    assert "a program that talks" in printed.err


@pytest.mark.skipif(os.name != "posix", reason="process groups")
def test_signals_are_left_to_the_parent(worker: WorkerProcess) -> None:
    assert worker.receive() == Ready()
    assert worker.id is not None
    for number in (signal.SIGINT, signal.SIGTERM):
        os.kill(worker.id, number)
    assert answer(worker, "next") == "NEXT"
    assert answer(worker, "group") == os.getpgid(0)  # Ctrl-Z stops it, too
    behind = WorkerProcess(work, background=True)
    behind.start()
    try:
        assert answer(behind, "group") == behind.id
    finally:
        behind.close()


#: Starts two workers, prints their ids, and does something.
PARENT = """
import os, sys
from tests.test_worker_process import work
from ludotheque.worker_process import WorkerProcess

if __name__ == "__main__":
    workers = [WorkerProcess(work) for _ in range(2)]
    for worker in workers:
        worker.start()
        worker.receive()
    workers[0].give("hang")
    print(*(worker.id for worker in workers), flush=True)
    {then}
"""


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="looks into /proc")
@pytest.mark.parametrize("then", ["os.kill(os.getpid(), 9)", "pass"])
def test_it_ends_with_its_parent(then: str, tmp_path: Path) -> None:
    """Whether it waits or is in the middle of a job; and the end of the parent does not wait for it."""
    script = tmp_path / "parent.py"
    script.write_text(PARENT.format(then=then), "utf-8")
    paths = os.pathsep.join([str(Path(__file__).parents[1]), os.environ.get("PYTHONPATH", "")])
    done = subprocess.run(
        [sys.executable, str(script)],
        env=os.environ | {"PYTHONPATH": paths},
        stdout=subprocess.PIPE,
        text=True,
        timeout=PATIENCE,
        check=False,
    )
    workers = [int(word) for word in done.stdout.split()]
    assert len(workers) == 2
    end = time.monotonic() + PATIENCE
    while any(map(is_alive, workers)):
        assert time.monotonic() < end, "a worker goes on"
        time.sleep(0.02)
