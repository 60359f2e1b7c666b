"""The run verb over ARB and NV4 programs, on the oracle."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from nvrender.gl.inputs.vertices import attribute_arrays, buffer_arrays, parameter_array
from nvrender.gl.state import State
from nvrender.languages.load import load
from nvrender.regression.comparison.samples import samples
from nvrender.run import run
from nvrender.source import InputError

PROJECTION = ((2.0, 0.0, 0.0, 1.0), (0.0, 3.0, 0.0, 0.0), (0.0, 0.0, 4.0, 0.0), (0.0, 0.0, 0.0, 1.0))
EVERYTHING = """!!NVvp4.0
BUFFER4 b[] = { program.buffer[2] };
BUFFER s[4] = { program.buffer[1][0..3] };
PARAM m[] = { state.matrix.mvp };
INT ATTRIB u = vertex.attrib[1];
INT OUTPUT o = result.attrib[1];
INT TEMP i;
TEMP r;
MOV.S i.x, s[2];
ADD.S o, i.x, u;
ADD.S i.y, vertex.id.x, 1;
MOV r, b[i.x];
ADD r, r, b[i.y];
ADD result.texcoord[0], r, program.local[0];
MOV.S result.id.x, vertex.id;
DP4 result.position.x, m[0], vertex.position;
DP4 result.position.y, m[1], vertex.position;
DP4 result.position.z, m[2], vertex.position;
DP4 result.position.w, m[3], vertex.position;
END"""
ATTRIBUTES = {"position": [[1, 2, 3], [4, 5, 6]], "attrib[1]": [[1, 2, 3, 4]]}
PARAMETERS = {
    "program.buffer[2]": np.arange(16.0),
    "program.buffer[1]": [0, 0, 1, 3],
    "program.local[0]": (1, 1, 1, 1),
}


@pytest.mark.parametrize("progress", [None, lambda done, total: None])
def test_buffers_state_integers_and_vertex_numbers(progress: Any) -> None:
    results = run(EVERYTHING, ATTRIBUTES, PARAMETERS, state=State(projection=PROJECTION), progress=progress)
    assert results["position"].tolist() == [[3, 6, 12, 1], [9, 15, 24, 1]]
    # b[1] + b[1] + 1 and b[1] + b[2] + 1
    assert results["texcoord[0]"].tolist() == [[9, 11, 13, 15], [13, 15, 17, 19]]
    assert results["attrib[1]"].view(np.int32).tolist() == [[2, 3, 4, 5]] * 2
    assert results["id"].view(np.int32)[:, 0].tolist() == [0, 1]


def test_what_parameter_array_returned_is_taken_back() -> None:
    program = load("!!ARBvp1.0\nADD result.position, program.local[3], 1.0;\nEND")
    whole = parameter_array(program, {"program.local[3]": (1, 2, 3, 4)})
    assert np.array_equal(parameter_array(program, whole), whole)
    assert not np.shares_memory(parameter_array(program, whole), whole)
    assert run(program, None, whole)["position"].tolist() == [[2, 3, 4, 5]]
    with pytest.raises(InputError, match="mapping"):
        run(program, None, whole[:1])


def test_position_invariant() -> None:
    """ARB_vertex_program 2.14.4.5.1: the position is that of conventional transformation."""
    text = (
        "!!ARBvp1.0\nOPTION ARB_position_invariant;\n"
        "ADD result.color, vertex.color, state.light[0].diffuse;\nEND"
    )
    results = run(text, {"position": [[1, 2, 3]], "color": (0.5, 0, 0)}, state=State(projection=PROJECTION))
    assert list(results) == ["position", "color.front.primary"]
    assert results["position"].tolist() == [[3, 6, 12, 1]]
    assert results["color.front.primary"].tolist() == [[1.5, 1, 1, 2]]


def test_metadata_in_a_run() -> None:
    text = (
        "!!ARBvp1.0\n#var float4x4 modelViewProj :  : c[1], 4 : 0 : 1\n#const c[0] = 2 2 2 2\n"
        "PARAM c[5] = { { 2, 2, 2, 2 }, program.local[1..4] };\nTEMP r;\n"
        "DP4 r.x, c[1], vertex.position;\nDP4 r.y, c[2], vertex.position;\nDP4 r.z, c[3], vertex.position;\n"
        "DP4 r.w, c[4], vertex.position;\nMUL result.position, r, c[0].x;\nEND"
    )
    results = run(text, {"position": [[1, 2, 3]]}, {"modelViewProj": np.array(PROJECTION)})
    assert results["position"].tolist() == [[6, 12, 24, 2]]


@pytest.mark.parametrize(
    "text",
    [EVERYTHING, "!!ARBvp1.0\nADD result.position, program.env[2], vertex.normal;\nEND"],
    ids=["NVvp4.0", "ARBvp1.0"],
)
def test_samples_fit_the_program(text: str) -> None:
    program = load(text)
    attributes, parameters = samples(program, 64)
    arrays, count = attribute_arrays(program, attributes)
    assert count == 64
    assert parameter_array(program, parameters).shape == (len(program.parameters), 4)
    assert all(len(words) for words in buffer_arrays(program, parameters).values())
    assert all(array.dtype == np.float32 for array in arrays.values())
    assert len(run(program, attributes, parameters)["position"]) == 64
