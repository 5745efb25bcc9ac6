"""The example that learns Keks runs from start to end."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parent.parent.parent


def test_the_value_network_learns_and_plays() -> None:
    command = [sys.executable, str(ROOT / "examples" / "keks_value.py"), "--quick"]
    said = subprocess.run(command, capture_output=True, text=True, check=True, timeout=300).stdout
    assert "of 4 matches against level 2" in said
