"""Geometry programs at the prompt."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from cli_helpers import Command


@pytest.mark.parametrize("backend", ["oracle", "gpu"])
def test_run_yields_what_is_emitted(nvrender: Command, tmp_path: Path, backend: str) -> None:
    program, arrays, output = (tmp_path / name for name in ("cut.gp", "in.npz", "out.npz"))
    program.write_text(
        "!!NVgp4.0 PRIMITIVE_IN LINES; PRIMITIVE_OUT LINE_STRIP; VERTICES_OUT 2; "
        "MOV result.position, vertex[1].position; EMIT; ENDPRIM; EMIT; END"
    )
    np.savez(arrays, position=np.float32([[1, 2, 3, 4], [5, 6, 7, 8], [9, 10, 11, 12]]))
    command = ("run", program, "--attributes", arrays, "--backend", backend, "--mode", "LINE_STRIP")
    outcome = nvrender(*command)
    assert outcome.status == 0, outcome.err
    assert outcome.out.splitlines() == [
        "position[0]  5  6  7  8", "position[1]  5  6  7  8", "position[2]  9  10  11  12",
        "position[3]  9  10  11  12", "source[0]  0", "source[1]  0", "source[2]  1", "source[3]  1",
        "strip[0]  0", "strip[1]  1", "strip[2]  0", "strip[3]  1",
    ]  # fmt: skip
    nvrender(*command, "-o", output)
    with np.load(output) as found:
        assert found["source"].tolist() == [0, 0, 1, 1] and found["strip"].tolist() == [0, 1, 0, 1]


def test_a_mode_that_does_not_fit(nvrender: Command, tmp_path: Path) -> None:
    program = tmp_path / "a.gp"
    program.write_text("!!NVgp4.0 PRIMITIVE_IN LINES; PRIMITIVE_OUT POINTS; VERTICES_OUT 2; EMIT; END")
    nvrender("run", program, "--mode", "TRIANGLES").failed_with("'TRIANGLES' gives no LINES", "")
