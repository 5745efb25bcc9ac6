"""`ludotheque serve` as a process that can be stopped, killed, frozen and started again on the same port."""

import contextlib
import os
import random
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, Self

import httpx

READY_WITHIN = 600.0  # the rules may have to be compiled


def free_port() -> int:
    """Return a port below the ephemeral ones, so that it is still free when the server restarts."""
    for port in random.Random().sample(range(15_000, 32_000), 1000):
        with socket.socket() as one, contextlib.suppress(OSError):
            one.bind(("127.0.0.1", port))
            return port
    raise AssertionError("no port is free")


def memory_of_session(leader: int) -> int:
    """Return the resident memory in bytes of all processes of a session."""
    pages = 0
    for process in Path("/proc").glob("[0-9]*"):
        with contextlib.suppress(OSError):  # it has ended
            state, _, _, session, *_ = (process / "stat").read_text().rpartition(")")[2].split()
            if int(session) == leader and state != "Z":
                pages += int((process / "statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGESIZE")


class Server:
    """A server on 127.0.0.1, with its database and log in `folder`."""

    def __init__(
        self,
        folder: Path,
        *,
        name: str = "server",
        database: str | None = None,
        options: Sequence[str] = (),
        began: Callable[[int], None] = lambda process: None,
        module: str = "ludotheque",
        python: str = sys.executable,
        surroundings: Mapping[str, Any] | None = None,
    ) -> None:
        self.folder = folder
        self.name = name
        self.port = 0
        self._began = began
        self._command = [python, "-m", module]
        self._surroundings = surroundings or {}  # `cwd` and `env`, if they differ from ours
        where = ("--database", database) if database else ("--data", str(folder / f"{name}.db"))
        self._options = (*where, "--log-level", "warning", *options)
        self._process: subprocess.Popen[bytes] | None = None

    @property
    def base(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    @property
    def id(self) -> int:
        assert self._process is not None
        return self._process.pid

    @property
    def log(self) -> str:
        return (self.folder / f"{self.name}.log").read_text()

    def start(self, *, wait: bool = True) -> Self:
        self.port = self.port or free_port()
        output = self.folder / f"{self.name}.out"
        command = [*self._command, "serve", "--port", str(self.port), *self._options]
        with output.open("wb") as out, (self.folder / f"{self.name}.log").open("ab") as log:
            # A separate process group, so that its bots end with it.
            self._process = subprocess.Popen(
                command, stdout=out, stderr=log, start_new_session=True, **self._surroundings
            )
        self._began(self._process.pid)
        until = time.monotonic() + READY_WITHIN
        while not output.read_text().strip():
            self._check(until)
        while wait and not self.ready():
            self._check(until)
        return self

    def ready(self) -> bool:
        try:
            return httpx.get(f"{self.base}/readyz", timeout=60).status_code == 200
        except httpx.TransportError:
            return False

    def _check(self, until: float) -> None:
        assert self._process is not None
        assert self._process.poll() is None, f"the server ended: {self.log}"
        assert time.monotonic() < until, f"the server is not ready: {self.log}"
        time.sleep(0.02)

    def kill(self) -> None:
        """Kill the server and its bots with SIGKILL."""
        assert self._process is not None
        with contextlib.suppress(ProcessLookupError):
            os.killpg(self._process.pid, signal.SIGKILL)
        self._process.wait()

    def freeze(self) -> None:
        os.kill(self.id, signal.SIGSTOP)

    def thaw(self) -> None:
        os.kill(self.id, signal.SIGCONT)

    def stop(self) -> int:
        """Stop the server with SIGINT, as Ctrl-C does; return its exit code."""
        assert self._process is not None
        self._process.send_signal(signal.SIGINT)
        try:
            return self._process.wait(120)
        finally:
            self.kill()

    def memory(self) -> int:
        """Return the resident memory in bytes."""
        return int(Path(f"/proc/{self.id}/statm").read_text().split()[1]) * os.sysconf("SC_PAGESIZE")

    def memory_with_workers(self) -> int:
        """Return the resident memory in bytes of the server and all its workers."""
        return memory_of_session(self.id)

    def __enter__(self) -> Self:
        return self.start()

    def __exit__(self, *_: object) -> None:
        self.kill()
