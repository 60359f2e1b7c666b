"""ARB and NV4 programs over arrays on the GPU: words, types, state and vertex numbers as on the oracle."""

from __future__ import annotations

import numpy as np
import pytest
from fuzz.array_runs import run_on_gpu as execute

from nvrender.gl.inputs.results import Results
from nvrender.gl.inputs.vertices import attribute_sources, parameter_array
from nvrender.gl.state import State
from nvrender.languages.load import load
from nvrender.regression.comparison.samples import samples
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


@pytest.mark.parametrize("mode", ["compute", "feedback"])
def test_vertex_numbers_go_on_in_the_next_chunk(mode: str) -> None:
    """NV_vertex_program4 2.X.3.2: the vertex's index, however the work is cut."""
    expected, actual = on_gpu(TYPED, mode, chunk=33)
    assert np.array_equal(expected["id"].view(np.uint32), actual["id"].view(np.uint32))


@pytest.mark.parametrize("mode", ["compute", "feedback"])
@pytest.mark.parametrize("chunk", [None, 33])
@pytest.mark.parametrize(
    "numbers",
    [
        {"vertex.id": np.arange(COUNT, 0, -1).reshape(COUNT, 1)},
        {"vertex.instance": [7]},
        {"vertex.id": np.arange(COUNT) - 50, "vertex.instance": np.arange(COUNT) // 3},
        {"vertex.id": [-5]},
    ],
    ids=["id", "instance", "both", "one for all"],
)
def test_vertex_numbers_of_the_callers(mode: str, chunk: int | None, numbers: dict[str, object]) -> None:
    """NV_vertex_program4 2.X.3.2: whatever draw they are from; read as integers, as words and as floats."""
    text = TYPED.replace(
        "TEMP r;",
        "TEMP r; ADD.S result.attrib[2].x, vertex.instance, 1; MOV result.attrib[3], vertex.instance;",
    )
    expected, actual = on_gpu(text, mode, chunk=chunk, **numbers)
    for name in ("id", "attrib[1]", "attrib[2]", "attrib[3]"):
        assert np.array_equal(expected[name].view(np.uint32), actual[name].view(np.uint32)), name


def test_vertex_numbers_beside_sixteen_attributes() -> None:
    sums = "".join(f"ADD r, r, vertex.attrib[{number}];" for number in range(16))
    text = f"!!NVvp4.0 TEMP r; {sums} MOV result.position, r; MOV.S result.id, vertex.id; END"
    for expected, actual in (on_gpu(text, "feedback"), on_gpu(text, "compute", chunk=33)):
        assert np.array_equal(expected["id"].view(np.uint32), actual["id"].view(np.uint32))
    with pytest.raises(
        TargetError, match=r"vertex\.id finds no input: glsl330 has 16, and the program's other"
    ):
        on_gpu(text, "feedback", chunk=33)
