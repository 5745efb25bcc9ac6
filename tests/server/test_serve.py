"""`ludotheque serve`, run as a user would: it opens, prints its address, and closes without losing anything."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from starlette.applications import Starlette
from tests.server.store.houses import garble, make_house
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed

from ludotheque.server import serving
from ludotheque.server.settings import BadSettings, Settings
from ludotheque.server.store.base import CannotOpen

PATIENCE = 300
#: The header that a TLS proxy adds.
FORWARDED = {"x-forwarded-proto": "https", "x-forwarded-for": "192.0.2.1"}


def command(*arguments: str) -> list[str]:
    return [sys.executable, "-m", "ludotheque", "serve", "--port", "0", "--bots", "1", *arguments]


def environment(**more: str) -> dict[str, str]:
    ours = ("LUDOTHEQUE_CACHE", "LUDOTHEQUE_BOT_PRIORITY")
    kept = {name: value for name, value in os.environ.items() if name in ours or not name.startswith("LUDOTHEQUE_")}
    return {**kept, "COLUMNS": "200", "NO_COLOR": "1", **more}


class Served:
    """A running server."""

    def __init__(self, process: subprocess.Popen[str], address: str) -> None:
        self.process = process
        self.address = address
        self.client = httpx.Client(base_url=address, headers={"origin": address}, timeout=PATIENCE)

    def wait_until_ready(self) -> None:
        deadline = time.monotonic() + PATIENCE
        while self.client.get("/readyz").status_code != 200:
            assert time.monotonic() < deadline
            time.sleep(0.05)

    def stop(self, how: signal.Signals = signal.SIGTERM) -> tuple[int, str]:
        """Stop the server; return its exit code and stderr."""
        self.process.send_signal(how)
        _, errors = self.process.communicate(timeout=PATIENCE)
        return self.process.returncode, errors


@contextlib.contextmanager
def served(*arguments: str, **more: str) -> Iterator[Served]:
    process = subprocess.Popen(
        command(*arguments), stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=environment(**more)
    )
    assert process.stdout is not None
    try:
        found = Served(process, process.stdout.readline().split()[-1])
        with found.client:
            yield found
    finally:
        if process.poll() is None:
            process.kill()
        with process:  # closes its pipes
            pass


def fails(*arguments: str, **more: str) -> str:
    done = subprocess.run(
        command(*arguments), capture_output=True, text=True, timeout=PATIENCE, check=False, env=environment(**more)
    )
    assert done.returncode == 2, done.stderr
    assert "Traceback" not in done.stderr
    return done.stderr


def test_it_opens_keeps_everything_and_closes_with_0(tmp_path: Path) -> None:
    data = str(tmp_path / "new" / "house.db")
    with served("--data", data) as first:
        assert first.client.get("/healthz").text == "ok\n"
        first.wait_until_ready()
        made = first.client.post("/api/people", json={"name": "Ada"}, headers=FORWARDED)
        person = made.json()
        assert "Secure" not in made.headers["set-cookie"]  # no proxy is configured
        setup = {"game": "keks", "seats": [{"who": "me"}, {"who": "open"}]}
        key = first.client.post("/api/tables", json=setup).json()["key"]
        cookie = first.client.cookies["ludotheque"]
        # A second server on the same file, or at the same port, is refused.
        assert "is in use by another server" in fails("--data", data)
        port = first.address.rpartition(":")[2]
        assert f"port {port} is taken" in fails("--data", str(tmp_path / "other.db"), "--port", port)
        code, errors = first.stop()
        assert code == 0
    logged = [json.loads(line) for line in errors.splitlines()]
    assert {line["text"] for line in logged} >= {"the server is ready", "the server has stopped"}
    assert [line for line in logged if line["level"] in ("warning", "error")] == []
    for secret in (cookie, key, person["id"], "Ada"):
        assert secret not in errors
    with served("--trusted-proxy", "127.0.0.1", LUDOTHEQUE_DATA=data) as second:
        second.wait_until_ready()
        made = second.client.post("/api/people", json={"name": "Bob"}, headers=FORWARDED)
        assert "Secure" in made.headers["set-cookie"]
        second.client.cookies["ludotheque"] = cookie
        assert second.client.get("/api/me").json() == person
        assert [row["key"] for row in second.client.get("/api/me/tables").json()["tables"]] == [key]
        assert second.stop(signal.SIGINT)[0] == 0


def test_players_get_a_goodbye_message(tmp_path: Path) -> None:
    with served("--data", str(tmp_path / "house.db")) as house:
        house.wait_until_ready()
        house.client.post("/api/people", json={"name": "Ada"})
        setup = {"game": "keks", "seats": [{"who": "me"}, {"who": "open"}]}
        key = house.client.post("/api/tables", json=setup).json()["key"]

        async def play() -> list[dict[str, Any]]:
            address = house.address.replace("http", "ws") + f"/live/{key}"
            headers = {"cookie": f"ludotheque={house.client.cookies['ludotheque']}"}
            frames: list[dict[str, Any]] = []
            async with connect(address, origin=house.address, additional_headers=headers) as socket:  # type: ignore[arg-type]
                await socket.send('{"type": "join"}')
                while not frames or frames[-1]["type"] != "snapshot":
                    frames.append(json.loads(await socket.recv()))
                house.process.send_signal(signal.SIGTERM)
                with contextlib.suppress(ConnectionClosed):
                    while True:
                        frames.append(json.loads(await socket.recv()))
            assert socket.close_code == 1012
            return frames

        frames = [frame for frame in asyncio.run(asyncio.wait_for(play(), PATIENCE)) if frame["type"] != "ping"]
        assert frames[0]["type"] == "snapshot"
        assert frames[-1]["type"] == "goodbye"
        assert house.process.wait(PATIENCE) == 0


def test_invalid_settings_are_reported_at_the_start() -> None:
    errors = fails("--database", "postgresql://ada:hunter2@127.0.0.1:1/x")
    assert "database cannot be" in errors
    assert "hunter2" not in errors


def test_a_house_comes_back_after_the_loss_of_its_machine(tmp_path: Path) -> None:
    """As `docs/hosting.md` tells it: a scheduled backup elsewhere, a new machine, a restore, a start."""
    data, safe, new = str(tmp_path / "old" / "house.db"), tmp_path / "safe", str(tmp_path / "new" / "house.db")
    with served("--data", data) as house:
        house.wait_until_ready()
        person = house.client.post("/api/people", json={"name": "Ada"}).json()
        setup = {"game": "keks", "seats": [{"who": "me"}, {"who": "open"}]}
        key = house.client.post("/api/tables", json=setup).json()["key"]
        cookie = house.client.cookies["ludotheque"]
        assert house.stop()[0] == 0
    with served("--data", data, "--backup-every", "6h", "--backups-kept", "3", "--backup-to", str(safe)) as house:
        deadline = time.monotonic() + PATIENCE
        while "ludotheque_backups_made 1.0" not in house.client.get("/metrics").text:
            assert time.monotonic() < deadline
            time.sleep(0.05)
        assert "ludotheque_backups_failed 0.0" in house.client.get("/metrics").text
        assert house.stop(signal.SIGKILL)[0] == -signal.SIGKILL
    shutil.rmtree(tmp_path / "old")
    (backup,) = safe.glob("house-*.db")
    restore = [sys.executable, "-m", "ludotheque", "restore", str(backup), "--data", new]
    done = subprocess.run(restore, capture_output=True, text=True, timeout=PATIENCE, check=True, env=environment())
    assert "1 tables, 1 people" in done.stdout
    with served("--data", new) as house:
        house.wait_until_ready()
        house.client.cookies["ludotheque"] = cookie
        assert house.client.get("/api/me").json() == person
        assert [row["key"] for row in house.client.get("/api/me/tables").json()["tables"]] == [key]
        assert house.stop()[0] == 0


def test_a_damaged_file_is_reported_at_the_start(tmp_path: Path) -> None:
    make_house(tmp_path / "house.db", "old")
    garble(tmp_path / "house.db", 9 * 4096, 4096)
    assert "ludotheque restore BACKUP" in fails("--data", str(tmp_path / "house.db"))
    assert "pg_dump" in fails("--database", "postgresql://127.0.0.1:1/x", "--backup-every", "6h")


# Faster tests, in this process


@pytest.mark.parametrize(
    ("settings", "said"),
    [
        (Settings(host="nowhere.invalid"), "not a host"),
        (Settings(host="192.0.2.1"), "not an address of this machine"),
    ],
)
def test_addresses_that_cannot_be_used(settings: Settings, said: str) -> None:
    with pytest.raises(BadSettings, match=said):
        serving.bind(settings)


def test_a_port_in_use() -> None:
    with serving.bind(Settings(port=0)) as taken, pytest.raises(BadSettings, match="is taken"):
        serving.bind(Settings(port=taken.getsockname()[1]))


def test_a_proxy_finds_idle_connections_open_for_longer_than_it_keeps_them() -> None:
    """Caddy reuses a connection for two minutes, and passes a failure on to the player."""
    behind_proxy = serving.Server(Starlette(), Settings(trusted_proxy="127.0.0.1")).config
    assert behind_proxy.timeout_keep_alive > 120
    assert serving.Server(Starlette(), Settings()).config.timeout_keep_alive < 15, "strangers hold no descriptors"


def test_a_read_only_folder() -> None:
    settings = Settings(port=0, data=Path("/proc/nowhere/house.db"))
    with serving.bind(settings) as listening, pytest.raises(CannotOpen, match="/proc/nowhere"):
        asyncio.run(serving.serve(settings, listening, print))


@pytest.mark.parametrize(
    ("settings", "address"),
    [
        (Settings(port=0), "http://127.0.0.1:PORT"),
        (Settings(port=0, host="0.0.0.0"), "http://localhost:PORT"),
        (Settings(port=0, public="https://games.example.org"), "https://games.example.org"),
    ],
)
def test_the_printed_address(settings: Settings, address: str) -> None:
    with serving.bind(settings) as listening:
        port = listening.getsockname()[1]
        assert serving.address_of(settings, listening) == address.replace("PORT", str(port))
