"""The systemd unit, the Dockerfile and the compose file agree with the program."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path
from typing import get_args, get_type_hints

import pytest
import yaml
from typer.models import OptionInfo

from ludotheque.cli.serve import serve

DEPLOY = Path(__file__).parents[2] / "deploy"
UNIT = (DEPLOY / "ludotheque.service").read_text("utf-8")


@pytest.mark.parametrize("name", ["ludotheque.service", "Dockerfile", "compose.yaml"])
def test_named_settings_exist(name: str) -> None:
    hints = get_type_hints(serve, include_extras=True).values()
    known = {option.envvar for hint in hints for option in get_args(hint) if isinstance(option, OptionInfo)}
    named = set(re.findall(r"LUDOTHEQUE_[A-Z_]+", (DEPLOY / name).read_text("utf-8")))
    assert named
    assert named <= known | {"LUDOTHEQUE_CACHE"}


def test_the_unit_is_valid(tmp_path: Path) -> None:
    if shutil.which("systemd-analyze") is None:
        pytest.skip("systemd is not installed")
    unit = tmp_path / "ludotheque.service"
    unit.write_text(re.sub(r"ExecStart=\S+", f"ExecStart={shutil.which('true')}", UNIT), "utf-8")
    checked = subprocess.run(["systemd-analyze", "verify", unit], capture_output=True, text=True, check=False)
    assert "ludotheque.service" not in checked.stderr, checked.stderr


def test_the_unit_lets_the_rules_be_compiled_and_play_be_ended() -> None:
    settings = dict(line.split("=", 1) for line in UNIT.splitlines() if "=" in line and not line.startswith("#"))
    assert int(settings["LimitNOFILE"]) >= 65536
    assert int(settings["TimeoutStopSec"]) >= 30
    assert "MemoryDenyWriteExecute" not in settings, "compiled rules are written to memory and run there"


def test_services_of_the_compose_file_can_be_reached() -> None:
    services = yaml.safe_load((DEPLOY / "compose.yaml").read_text("utf-8"))["services"]
    assert "@postgres/" in services["house"]["environment"]["LUDOTHEQUE_DATABASE"]
    assert "ports" not in services["house"], "the trusted proxy cannot be bypassed"
    assert "house:8000" in (DEPLOY / "Caddyfile").read_text("utf-8")
    assert (DEPLOY / services["house"]["build"]["context"] / services["house"]["build"]["dockerfile"]).is_file()
