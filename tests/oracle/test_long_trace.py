"""Traces of LONG variables: each component once, as the number it is (NV_gpu_program5 2.X.4.1)."""

from __future__ import annotations

import numpy as np

from nvrender.gl.inputs.vertices import attribute_arrays, parameter_array
from nvrender.gl.state import State
from nvrender.languages.load import load
from nvrender.oracle.machine.resources import Resources
from nvrender.oracle.trace.lines import step_line
from nvrender.oracle.trace.programs import trace

TEXT = """!!NVvp5.0
LONG ATTRIB far = vertex.attrib[3];
LONG TEMP near, count; TEMP r;
SUB.F64 near, far, 0.1;
MAD.U64.CC0 count.xy, count, 2, 0xFFFFFFFFFFFFFFFE;
MOV.S64 count.x, -3;
CVT.F16.F32.CC1 r.x, {-2, 0, 0, 0};
MOV.F64 r.y, near.y;
MOV result.position, r;
END"""


def test_numbers_of_64_bits() -> None:
    program = load(TEXT)
    arrays, _ = attribute_arrays(program, {3: np.array([[0.35, 2.0**60, 0.1, 0.1]])})
    steps = list(trace(program, arrays, Resources(parameter_array(program, None, State())), 0))
    changes = [[(row.register, row.component, row.old, row.new) for row in step.changes] for step in steps]
    assert changes[0] == [("near", "x", 0.0, 0.35 - 0.1), ("near", "y", 0.0, 2.0**60)]
    assert changes[1] == [
        ("count", "x", 0, 2**64 - 2), ("count", "y", 0, 2**64 - 2), ("CC0", "x", 4, 8), ("CC0", "y", 4, 8),
    ]  # fmt: skip
    assert changes[2] == [("count", "x", -2, -3)]
    assert [row[:2] for row in changes[3]] == [("r", "x"), ("CC1", "x")] and changes[3][1][3] == 8
    assert changes[4] == [("r", "y", 0.0, float(2**60))]
    lines = [step_line(program, step) for step in steps]
    assert lines[0].endswith("near: x 0 → 0.24999999999999997, y 0 → 1.1529215e+18")
    assert "count: x 0 → 18446744073709551614, y 0 → 18446744073709551614; CC0: x 4 → 8" in lines[1]
