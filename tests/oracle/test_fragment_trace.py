"""Traces of fragment programs: a fragment with what its neighbours give it."""

from __future__ import annotations

from typing import Any

import numpy as np

from nvrender.gl.inputs.vertices import attribute_arrays, parameter_array
from nvrender.gl.state import State
from nvrender.languages.load import load
from nvrender.oracle.machine.resources import Resources
from nvrender.oracle.trace.programs import Step, trace
from nvrender.run import run


def _trace(text: str, attributes: Any, fragment: int) -> list[Step]:
    program = load(text)
    arrays, _ = attribute_arrays(program, attributes, State())
    return list(trace(program, arrays, Resources(parameter_array(program, {}, State())), fragment))


def _left(steps: list[Step]) -> dict[tuple[str, str], float]:
    """The last value of each component that changed."""
    return {(change.register, change.component): change.new for step in steps for change in step.changes}


def test_a_trace_ends_as_the_program_does() -> None:
    """Derivatives in loops that neighbours leave earlier, and in branches they do not take."""
    text = """!!NVfp4.0
    TEMP t, u, d; MOV t, fragment.texcoord[0]; MOV u, 0;
    REP fragment.texcoord[1];
      DDX d, t; ADD u, u, d; MUL t, t, t;
      IF NE.x; DDY d, t; ADD u, u, d; ENDIF;
      SUB.CC d.x, t, fragment.texcoord[1].y;
    ENDREP;
    DDY d, u; ADD result.color, u, d;
    END"""
    generator = np.random.default_rng(3)
    given = {
        "texcoord[0]": generator.uniform(-1, 1, (11, 4)).astype(np.float32),
        "texcoord[1]": generator.integers(0, 5, (11, 4)).astype(np.float32),
    }
    expected = run(text, given)
    for fragment in range(11):
        steps = _trace(text, given, fragment)
        left = _left(steps)
        color = [left.get(("result.color[0]", component), 0.0) for component in "xyzw"]
        assert color == expected["color[0]"][fragment].tolist()
        assert expected.executed is not None and len(steps) == expected.executed[fragment]


def test_a_trace_ends_where_the_fragment_is_killed() -> None:
    text = "!!ARBfp1.0\nMOV result.color, 1; KIL fragment.texcoord[0]; MOV result.color, 0; END"
    given = {"texcoord[0]": [[1, 1, 1, 1], [1, 1, -1, 1]]}
    assert [step.end for step in _trace(text, given, 0)] == ["", "", ""]
    assert [step.end for step in _trace(text, given, 1)] == ["", "the fragment is killed"]


def test_the_loop_index_is_shown() -> None:
    """NV_fragment_program2 3.11.X.8."""
    text = """!!ARBfp1.0
    OPTION NV_fragment_program2; TEMP r; MOV r, 0;
    LOOP {2, 3, 1}; ADD r, r, fragment.texcoord[A0.x]; ENDLOOP;
    MOV result.color, r; END"""
    given = {f"texcoord[{unit}]": [[1 << unit] * 4] * 2 for unit in range(8)}
    steps = _trace(text, given, 1)
    assert [step.instruction.opcode.name for step in steps] == "MOV LOOP ADD ENDLOOP ADD ENDLOOP MOV".split()
    assert [step.taken for step in steps if step.taken is not None] == [True, True, False]
    assert _left(steps)["r", "x"] == 8 + 16


def test_too_many_open_blocks_end_the_trace() -> None:
    """NV_fragment_program2 3.11.X.9."""
    text = """!!ARBfp1.0
    OPTION NV_fragment_program2; MOV result.color, 1; CAL deep; RET;
    deep: REP {1}; CAL deep; ENDREP; RET; END"""
    steps = _trace(text, {}, 0)
    assert steps[-1].end == "CAL with 4 calls pending"
    text = text.replace("CAL deep; ENDREP", "REP {1}; CAL deep; ENDREP; ENDREP")
    assert _trace(text, {}, 0)[-1].end == "too many blocks are open"
