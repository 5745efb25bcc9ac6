"""The built distributions, which several tests examine."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.packaging.installing import build


@pytest.fixture(scope="session")
def built(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """Return the sdist and the wheel."""
    return build(tmp_path_factory.mktemp("dist"))
