"""ARB and NV4 programs over arrays on the GPU: words, types, state and vertex numbers as on the oracle."""

from __future__ import annotations

import numpy as np
import pytest

from nvrender.check.load import load
from nvrender.gl.inputs import attribute_sources, parameter_array
from nvrender.gl.results import Results
from nvrender.gl.state import State
from nvrender.gpu.batch import execute
from nvrender.regression.samples import samples
from nvrender.run import run
from nvrender.source import TargetError

TYPED = """!!NVvp4.0
PARAM m[] = { state.matrix.mvp };
INT ATTRIB u = vertex.attrib[1];
INT OUTPUT o = result.attrib[1];
INT TEMP i;
TEMP r;
PARAM k = program.env[3];
INT PARAM c[4] = { program.local[0..3] };
AND.S i.x, vertex.id, 3;
ADD.S o, c[i.x], u;
ADD r, k, vertex.texcoord[1];
MOV result.texcoord[0], r;
MOV.S result.id.x, vertex.id;
ADD result.position, m[0], vertex.position;
END"""
INVARIANT = """!!ARBvp1.0
OPTION ARB_position_invariant;
ADD result.color, vertex.color, state.light[0].diffuse;
MUL result.texcoord[3], vertex.normal, program.local[7].x;
END"""
STATE = State(
    projection=((2.0, 0.0, 0.0, 1.0), (0.0, 3.0, 0.0, 0.0), (0.0, 0.0, 4.0, 0.0), (0.0, 0.0, 0.0, 1.0))
)
COUNT = 100


def on_gpu(text: str, mode: str, chunk: int | None = None, **more: object) -> tuple[Results, Results]:
    """What oracle and GPU yield."""
    program = load(text)
    attributes, parameters = samples(program, COUNT, special=False)
    attributes = {**attributes, **more}
    sources, count = attribute_sources(program, attributes, STATE)
    words = parameter_array(program, parameters, STATE)
    actual = execute(program, sources, words, count, mode=mode, chunk=chunk, state=STATE)
    return run(program, attributes, parameters, state=STATE), actual


@pytest.mark.parametrize("mode", ["compute", "feedback"])
@pytest.mark.parametrize("text", [TYPED, INVARIANT], ids=["NVvp4.0", "ARBvp1.0"])
def test_the_same_words(text: str, mode: str) -> None:
    expected, actual = on_gpu(text, mode)
    assert list(expected) == list(actual)
    for name in expected:
        assert np.array_equal(expected[name].view(np.uint32), actual[name].view(np.uint32)), name


def test_vertex_numbers_go_on_in_the_next_chunk() -> None:
    """NV_vertex_program4 2.X.3.2: the vertex's index, however the work is cut."""
    expected, actual = on_gpu(TYPED, "compute", chunk=33)
    assert np.array_equal(expected["id"].view(np.uint32), actual["id"].view(np.uint32))


def test_vertex_numbers_of_the_callers() -> None:
    numbers = np.arange(COUNT, 0, -1).reshape(COUNT, 1)
    expected, actual = on_gpu(TYPED, "compute", **{"vertex.id": numbers})
    assert np.array_equal(expected["id"].view(np.uint32), actual["id"].view(np.uint32))
    with pytest.raises(TargetError, match=r"vertex\.id"):
        on_gpu(TYPED, "feedback", **{"vertex.id": numbers})
    with pytest.raises(TargetError, match=r"vertex\.id"):
        on_gpu(TYPED, "feedback", chunk=33)
