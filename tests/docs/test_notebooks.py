"""The notebooks run from top to bottom, and are stored without outputs."""

from __future__ import annotations

from pathlib import Path

import nbformat
import pytest
from nbclient import NotebookClient

NOTEBOOKS = sorted((Path(__file__).parent.parent.parent / "notebooks").glob("*.ipynb"))


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
# Jupyter's libraries leave sockets and event loops open.
@pytest.mark.filterwarnings("default::DeprecationWarning", "default::ResourceWarning")
def test_a_notebook_runs_and_shows_pictures(path: Path, tmp_path: Path) -> None:
    book = nbformat.read(path, as_version=4)
    cells = [cell for cell in book.cells if cell.cell_type == "code"]
    assert not any(cell.outputs or cell.execution_count for cell in cells), "clear the outputs before committing"
    # The bots may have to be compiled first.
    NotebookClient(book, timeout=600, resources={"metadata": {"path": str(tmp_path)}}).execute()
    shown = [output.get("data", {}) for cell in cells for output in cell.outputs]
    assert any("image/svg+xml" in data for data in shown)
