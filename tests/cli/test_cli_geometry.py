"""Geometry programs at the prompt."""

from __future__ import annotations

import json
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


PATCHES = """!!NVgp5.0
PRIMITIVE_IN PATCHES; PRIMITIVE_OUT POINTS; VERTICES_OUT 2; INVOCATIONS 2;
INT TEMP i;
ADD.S i.x, primitive.invocation.x, primitive.vertexcount.x;
MOV result.position, vertex[1].position;
EMITS i.x;
ENDPRIM;
EMIT;
END
"""


@pytest.mark.parametrize("backend", ["oracle", "gpu"])
def test_streams_and_invocations_have_names(nvrender: Command, tmp_path: Path, backend: str) -> None:
    """NV_gpu_program5 2.X.8.Z, EMITS; 2.X.7.Y, INVOCATIONS."""
    program, arrays = tmp_path / "a.gp", tmp_path / "in.npz"
    program.write_text(PATCHES)
    np.savez(arrays, position=np.float32([[1, 2, 3, 4], [5, 6, 7, 8]]))
    outcome = nvrender("run", program, "--attributes", arrays, "--patch", 2, "--backend", backend)
    assert outcome.status == 0, outcome.err
    lines = outcome.out.splitlines()
    assert lines[:6] == [
        "position[0]  5  6  7  8", "position[1]  5  6  7  8", "source[0]  0", "source[1]  0",
        "strip[0]  1", "strip[1]  1",
    ]  # fmt: skip
    assert "invocation[1]  1" in lines and "stream[1].position: none" in lines
    assert "stream[2].invocation[0]  0" in lines and "stream[3].invocation[0]  1" in lines


def test_trace_one_invocation(nvrender: Command, tmp_path: Path) -> None:
    program, arrays = tmp_path / "a.gp", tmp_path / "in.npz"
    program.write_text(PATCHES)
    np.savez(arrays, position=np.arange(16, dtype=np.float32).reshape(4, 4))
    given = ("trace", program, "--attributes", arrays, "--patch", 2, "--primitive", 1, "--invocation", 1)
    outcome = nvrender(*given)
    assert outcome.status == 0, outcome.err
    lines = outcome.out.splitlines()
    assert len(lines) == 5 and lines[0].endswith("i: x 0 → 3")
    assert lines[1].endswith("result.position: x 0 → 12, y 0 → 13, z 0 → 14, w 0 → 15")
    assert "EMITS i.x;" in lines[2] and lines[2].endswith("i.x = 3")
    nvrender(*given[:-1], 2).failed_with("there is no invocation 2; there are 2", "")
    nvrender(*given[:-3], 2).failed_with("there is no patch 2; there are 2", "")


def test_diff_takes_modes_and_patches(nvrender: Command, tmp_path: Path) -> None:
    """20 vertices make 18 triangles of a strip, and 40 ten patches of 4, of two invocations each."""
    program = tmp_path / "a.gp"
    program.write_text(
        "!!NVgp5.0 PRIMITIVE_IN TRIANGLES; PRIMITIVE_OUT POINTS; VERTICES_OUT 1;"
        "MOV result.position, vertex[2].position; EMIT; END"
    )
    done = nvrender("diff", program, "--count", 20, "--mode", "TRIANGLE_STRIP")
    assert done.status == 0 and "a.gp: 18 vertices, 0 values" in done.out
    nvrender("diff", program, "--mode", "LINES").failed_with("'LINES' gives no TRIANGLES")
    nvrender("diff", program, "--patch", 4).failed_with("--patch is for tessellation programs", status=2)
    program.write_text(PATCHES)
    done = nvrender("diff", program, "--count", 40, "--patch", 4)
    assert done.status == 0 and "a.gp: 20 vertices, 0 values" in done.out


def test_trace_reaches_memory(nvrender: Command, tmp_path: Path) -> None:
    """The primitives before it have added what they add."""
    program, memory = tmp_path / "a.gp", tmp_path / "memory.npz"
    program.write_text(
        "!!NVgp5.0 PRIMITIVE_IN POINTS; PRIMITIVE_OUT POINTS; VERTICES_OUT 1; INVOCATIONS 2; TEMP r;"
        "ATOM.ADD.U32 r.x, {3}, program.local[0].x; MOV result.position, r; EMIT; END"
    )
    np.savez(memory, sum=np.zeros(1, np.uint32))
    np.savez(tmp_path / "in.npz", position=np.zeros((4, 4), np.float32))
    given = "--memory", memory, "-p", "program.local[0]=@sum", "--attributes", tmp_path / "in.npz"
    done = nvrender("trace", program, *given, "--primitive", 2, "--invocation", 1)
    assert "memory.sum: [0] 15 → 18" in done.out


def test_trace_of_primitives(nvrender: Command, tmp_path: Path) -> None:
    program, arrays = tmp_path / "a.gp", tmp_path / "in.npz"
    program.write_text(
        "!!NVgp4.0 PRIMITIVE_IN LINES; PRIMITIVE_OUT POINTS; VERTICES_OUT 1;\n"
        "MOV.S result.attrib[0].x, primitive.id.x;\nMOV result.position, vertex[1].position;\nEMIT;\nEND"
    )
    np.savez(arrays, position=np.arange(12, dtype=np.float32).reshape(3, 4))
    outcome = nvrender(
        "trace", program, "--attributes", arrays, "--mode", "LINE_STRIP", "--primitive", 1, "--json"
    )
    assert outcome.status == 0, outcome.err
    changed = [
        (row["register"], row["component"], row["new"])
        for step in json.loads(outcome.out)
        for row in step["changes"]
    ]
    assert changed[0] == ("result.attrib[0]", "x", 1)
    assert changed[1:] == [("result.position", part, 8 + place) for place, part in enumerate("xyzw")]
    nvrender("trace", program, "--patch", 2).failed_with("takes none", status=2)
