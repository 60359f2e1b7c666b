"""Flow that drivers would choke on as written runs as the program says (NV_vertex_program2 2.14.2.3)."""

from __future__ import annotations

import numpy as np
import pytest
from fuzz.array_runs import run_on_gpu as run

from nvrender.languages.load import load
from nvrender.lower.control_flow.forms import flow_of
from nvrender.oracle.machine.machine import execute
from nvrender.oracle.machine.resources import Resources

CALLS = 20
_LEVEL = "CAL {};" * CALLS + "RET;"
PROGRAMS = {
    "160000 calls": "MOV o[HPOS],v[0];"
    + _LEVEL.replace("{}", "a")
    + "".join(f"{here}:{_LEVEL.replace('{}', below)}" for here, below in ("ab", "bc", "cd"))
    + "d:"
    + "ADD R0.x,R0.x,c[0].x;" * 10
    + "MOV o[TEX0],R0;RET;",
    "branches 100 deep": "MOVC CC,v[0];"
    + "".join(f"BRA e{n}(LT.x);ADDC R0,R0,v[1];" for n in range(100))
    + "".join(f"e{n}:" for n in range(100))
    + "MOV o[HPOS],R0;",
    "100 early ends": "MOVC CC,v[0];" + "ADD o[HPOS].x,v[1].x,c[0].x;RET(GT.x);" * 100,
}


@pytest.mark.parametrize("text", list(PROGRAMS.values()), ids=list(PROGRAMS))
def test_deep_flow_runs(text: str) -> None:
    program = load(f"!!VP2.0 {text}END")
    assert flow_of(program).dispatch
    attributes = {
        0: np.array([[1, 1, 1, 1], [-1, 0, 0, 0]], np.float32),
        1: np.array([[0.5, 0, 0, 0], [-0.25, 0, 0, 0]], np.float32),
    }
    attributes = {index: attributes[index] for index in attributes if f"v[{index}]" in text}
    parameters = np.ones((256, 4), np.float32)
    wanted = execute(program, attributes, Resources(parameters), 2)
    have = run(program, attributes, parameters, 2)
    for name in wanted:
        np.testing.assert_array_equal(have[name], wanted[name])
