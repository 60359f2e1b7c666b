"""Object files of programs compiled for the processor."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import nvrender
from nvrender.llvm import machine

_TEXT = "!!ARBvp1.0 MOV result.position, vertex.position; MOV result.color, {}; END"
_POINTS = np.linspace(-1, 1, 40, dtype=np.float32).reshape(-1, 4)


def test_object_files_are_found_by_other_processes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Those of the same module; one that is no longer whole is made again."""
    monkeypatch.setenv("NVRENDER_CACHE", str(tmp_path / "kept"))
    made: list[str] = []
    compile = machine.object_code
    monkeypatch.setattr(machine, "object_code", lambda text: made.append(text) or compile(text))

    def run(number: float) -> int:
        machine._loaded.cache_clear()  # as in a process of its own
        made.clear()
        found = nvrender.run(_TEXT.format(number), {"position": _POINTS}, backend="llvm")
        assert (found["color.front.primary"][:, 0] == number).all()
        return len(made)

    assert run(0.125) == 1
    assert run(0.125) == 0
    assert run(0.25) == 1
    for path in tmp_path.rglob("*"):
        if path.is_file():
            path.write_bytes(path.read_bytes()[:-1])
    assert run(0.125) == 1
