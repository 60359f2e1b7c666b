"""Traces: what changed, in order, and where a vertex ended."""

from __future__ import annotations

import itertools

import numpy as np
import pytest
from oracle_helpers import registers
from test_oracle_programs import PROGRAMS

import nvrender
from nvrender.languages.load import load
from nvrender.oracle.machine.resources import Resources
from nvrender.oracle.trace.programs import Change, trace
from nvrender.source import InputError


def _steps(text, c=None, v=(5, 6, 7, 8)):
    program = load(text)
    parameters = np.zeros((program.profile.parameters, 4), np.float32)
    for index, value in (c or {}).items():
        parameters[index] = value
    return trace(program, {0: np.array([v], np.float32)}, Resources(parameters), 0)


#: Those of few instructions.
_SHORT = [row for row in PROGRAMS if row[-1] < 10000]


@pytest.mark.parametrize(
    ("text", "c", "expected", "executed"), [r[1:] for r in _SHORT], ids=[r[0] for r in _SHORT]
)
def test_trace_agrees_with_execute(text, c, expected, executed):
    assert sum(1 for _ in _steps(text, c)) == executed
    final = registers(text, c)
    for name, value in expected.items():
        assert final.get(f"o[{name}]", [0, 0, 0, 1]) == pytest.approx(list(value))


def test_changes():
    first, second, third = _steps(
        "!!VP2.0 MULC R3.xw,v[0],c[0];BRA e(LT.x);e:MOV o[HPOS].y,-R3.x;END", {0: (2, 0, 0, -1)}
    )
    assert first.changes == (
        Change("R3", "x", 0.0, 10.0),
        Change("R3", "w", 0.0, -8.0),
        Change("CC", "x", 0.0, 10.0),
        Change("CC", "w", 0.0, -8.0),
    )
    assert (first.number, first.index, first.taken, first.end) == (1, 0, None, "")
    assert second.taken is False and second.changes == ()
    assert third.changes == (Change("o[HPOS]", "y", 0.0, -10.0),)


def test_state_program_changes_parameters():
    steps = list(_steps("!!VSP1.0 MOV c[7].yz,v[0];MOV R1,c[7];END"))
    assert steps[0].changes == (Change("c[7]", "y", 0.0, 6.0), Change("c[7]", "z", 0.0, 7.0))
    assert [change.register for change in steps[1].changes] == ["R1", "R1"]


def test_ends():
    assert list(_steps("!!VP2.0 MOV o[HPOS],v[0];RET;END"))[-1].end == "RET with no call pending"
    recursive = list(_steps("!!VP2.0 MOV o[HPOS],v[0];f:CAL f;END"))
    assert len(recursive) == 6 and recursive[-1].end == "CAL with 4 calls pending"
    endless = "!!VP2.0 MOV o[HPOS],v[0];l:BRA l;END"
    assert [step.number for step in itertools.islice(_steps(endless), 3)] == [1, 2, 3]
    assert list(_steps(endless))[-1].end == "65536 instructions"


def test_no_such_vertex():
    program = load("!!VP1.0 MOV o[HPOS],v[0];END")
    with pytest.raises(InputError, match="there is no vertex 3; there are 2"):
        trace(program, {0: np.zeros((2, 4), np.float32)}, Resources(np.zeros((96, 4), np.float32)), 3)


def test_arrays_are_traced_as_run_takes_them() -> None:
    """By name from the package; the second vertex, of a text."""
    text = "!!VP1.0\nMOV o[HPOS], v[OPOS];\nMAD o[COL0], v[OPOS], c[4], c[4].y;\nEND\n"
    given = {"OPOS": [[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]}
    parameters = {4: [2.0, 1.0, 2.0, 2.0]}
    first, second = nvrender.trace(text, given, parameters, vertex=1)
    assert first.instruction.opcode.name == "MOV"
    expected = nvrender.run(text, given, parameters)["COL0"][1]
    found = {change.component: change.new for change in second.changes}
    assert [found[component] for component in "xyzw"] == expected.tolist() == [9.0, 6.0, 13.0, 3.0]
    with pytest.raises(InputError, match="there is no vertex 2"):
        nvrender.trace(text, given, parameters, vertex=2)
    with pytest.raises(InputError, match="compute program"):
        nvrender.trace("!!NVcp5.0\nGROUP_SIZE 4;\nEND\n")
