"""``python -m tests.notebook.cells``: runs the notebooks of docs/ and writes down what their cells show."""

from __future__ import annotations

import base64
import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from IPython.core.interactiveshell import InteractiveShell
from IPython.utils.capture import capture_output
from traitlets.config import Config

REPOSITORY = Path(__file__).parent.parent.parent
NOTEBOOKS = sorted((REPOSITORY / "docs").glob("*.ipynb"))


@contextmanager
def shell() -> Iterator[InteractiveShell]:
    """The shell of this process, which keeps no history, until the block ends."""
    settings = Config()
    settings.HistoryManager.enabled = False
    running = InteractiveShell.instance(config=settings)
    running.display_formatter.active_types = running.display_formatter.format_types
    try:
        yield running
    finally:
        InteractiveShell.clear_instance()


def shown(running: InteractiveShell, code: str) -> list[dict[str, Any]]:
    """What a cell shows, as a notebook keeps it."""
    outputs: list[dict[str, Any]] = []

    def show(value: object) -> None:
        if value is not None:
            data = running.display_formatter.format(value)[0]
            data = {kind: _kept(text) for kind, text in data.items()}
            outputs.append({"output_type": "display_data", "metadata": {}, "data": data})

    running.display_trap.hook = show
    with capture_output(display=False) as captured:
        running.run_cell(code)
    if captured.stdout:
        outputs.append({"output_type": "stream", "name": "stdout", "text": _lines(captured.stdout)})
    return outputs


def executed(notebook: dict[str, Any]) -> dict[str, Any]:
    """The notebook with what its cells show now."""
    cells = []
    with shell() as running:
        for cell in notebook["cells"]:
            if cell["cell_type"] == "code":
                cell = {**cell, "outputs": shown(running, "".join(cell["source"]))}
            cells.append(cell)
    return {**notebook, "cells": cells}


def _kept(value: str | bytes) -> list[str] | str:
    return base64.b64encode(value).decode("ascii") if isinstance(value, bytes) else _lines(value)


def _lines(text: str) -> list[str]:
    return text.splitlines(keepends=True)


def main() -> None:
    for path in NOTEBOOKS:
        found = executed(json.loads(path.read_text(encoding="utf-8")))
        path.write_text(json.dumps(found, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
