"""Program parameter buffers on the GPU (NV_gpu_program4 2.X.3.6, NV_parameter_buffer_object 2.14.1)."""

from __future__ import annotations

import moderngl
import numpy as np
import pytest
from drawing import picture
from fuzz.array_runs import run_on_gpu as execute

from nvrender.gl.inputs.vertices import buffer_arrays, parameter_array
from nvrender.gl.state import State
from nvrender.glsl.translate import translate
from nvrender.gpu.resources.memory_buffer import KeptBuffers
from nvrender.languages.load import load
from nvrender.oracle.machine.resources import Resources
from nvrender.oracle.trace.programs import trace
from nvrender.program import Program
from nvrender.regression.comparison.programs import compare_program
from nvrender.run import run
from nvrender.source import InputError, TargetError

#: Every way to read a buffer: whole, in part, one element; constant and run-time indices, in and out of
#: range; words as floats, as integers, as both, and only copied.
PROGRAM = """!!NVvp4.0
BUFFER4 bones[] = { program.buffer[0][0..15] };
BUFFER weights[] = { program.buffer[1][2..9] };
BUFFER scale = program.buffer[1][11];
BUFFER table[] = { program.buffer[2] };
BUFFER4 copied[2] = { program.buffer[3][1..2] };
INT BUFFER signed[] = { program.buffer[4][0..99] };
TEMP p, q;
INT TEMP i;
MOV.S i, vertex.attrib[1];
MUL p, vertex.position, bones[3];
MAD p, |bones[i.x + 1]|, weights[i.y], p;
MUL p, p, -scale;
MOV result.texcoord[0], weights[3].zyxw;
DP4 result.texcoord[1], bones[2], -weights[i.x];
MOV result.texcoord[2], bones[0].wyxx;
ADD.S i, i, table[i.z];
MOV.U result.attrib[1], table[7];
MOV result.attrib[2], table[i.w];
ADD result.attrib[3].xy, -table[5], bones[0].yzwx;
MOV.S result.attrib[4], i;
MOV result.attrib[5], copied[1].yxwz;
MOV result.attrib[6], copied[i.y];
MOV.S.CC result.attrib[7].x, signed[i.x];
AND.U.NTC result.attrib[8] (NE.x), signed[3], table[6];
REP.S signed[2].y;
ADD.S i.x, i.x, signed[1];
ENDREP;
MOV.S result.attrib[9], i;
MOV result.position, p;
END
"""
COUNT = 200
GENERATOR = np.random.default_rng(1)
INDICES = GENERATOR.integers(-3, 20, (COUNT, 4)).astype(np.int32)
INDICES[0] = (-(2**31), 2**31 - 1, -1, 16384)
POSITIONS = GENERATOR.normal(size=(COUNT, 4)).astype(np.float32)
#: Small integers; a float, a NaN with a payload, an infinity among them.
TABLE = GENERATOR.integers(-5, 50, 18).astype(np.int32)
TABLE[[5, 6, 7]] = np.array([1.5, 0, np.inf], np.float32).view(np.int32)
TABLE[6] = 0x7FA12345
PARAMETERS = {
    "program.buffer[0]": GENERATOR.normal(size=(16, 4)).astype(np.float32),
    # 11 words: element 11 and what table and bones name behind their words read as 0.
    "program.buffer[1]": GENERATOR.normal(size=11).astype(np.float32),
    "program.buffer[2]": TABLE,
    "program.buffer[3]": np.arange(0x7F800001, 0x7F800001 + 11, dtype=np.uint32),
    "program.buffer[4]": np.array([1, 2, 3, -7, 5], np.int32),
}
ATTRIBUTES = {"vertex.position": POSITIONS, 1: INDICES}


@pytest.fixture(scope="module")
def program() -> Program:
    return load(PROGRAM)


@pytest.mark.parametrize("mode", ["compute", "feedback"])
@pytest.mark.parametrize("given", [PARAMETERS, {"program.buffer[4]": np.full(9, 3, np.int32)}, {}])
def test_words_read_as_on_the_oracle(program: Program, mode: str, given: dict[str, object]) -> None:
    expected = run(program, ATTRIBUTES, given)
    words = {0: POSITIONS, 1: INDICES.view(np.float32)}
    found = execute(
        program, words, parameter_array(program, given), COUNT,
        mode=mode, buffers=buffer_arrays(program, given),
    )  # fmt: skip
    for name in program.results:
        wanted, have = expected[name].view(np.uint32), found[name].view(np.uint32)
        if name.startswith("attrib"):
            assert np.array_equal(wanted, have), name
        else:
            np.testing.assert_allclose(found[name], expected[name], rtol=1e-6, atol=1e-6, err_msg=name)
    if given is PARAMETERS:  # not all words are 0
        assert expected["attrib[1]"].view(np.uint32)[0, 0] == 0x7F800000
        assert all(expected[f"attrib[{n}]"].view(np.uint32).any() for n in (2, 6))


def test_run_and_compare_take_buffers(program: Program) -> None:
    found = run(program, ATTRIBUTES, PARAMETERS, backend="gpu")
    assert found["attrib[5]"].view(np.uint32)[0].tolist() == [0x7F80000A, 0x7F800009, 0, 0x7F80000B]
    comparison = compare_program("buffers", program, ATTRIBUTES, PARAMETERS, State())
    assert comparison.mismatches == 0


def test_a_trace_reads_buffers(program: Program) -> None:
    words = {0: POSITIONS, 1: INDICES.view(np.float32)}
    resources = Resources(parameter_array(program, PARAMETERS), buffer_arrays(program, PARAMETERS))
    steps = trace(program, words, resources, 1)
    written = {(change.register, change.component): change.new for step in steps for change in step.changes}
    assert written["result.texcoord[0]", "x"] == PARAMETERS["program.buffer[1]"][5]


def test_the_reflection_lists_blocks(program: Program) -> None:
    """A block's words lie as the buffer's do: vectors have no padding in std140."""
    translation = translate(program)
    assert [tuple(row) for row in translation.buffers] == [
        (0, 4, "ProgramBuffer0", "bones", "vectors", "vec4", 16),
        (1, 1, "ProgramBuffer1", "buffer_1", "vectors", "vec4", 3),
        (2, 1, "ProgramBuffer2", "table", "vectors", "uvec4", 4096),
        (3, 4, "ProgramBuffer3", "copied", "vectors", "vec4", 3),
        (4, 1, "ProgramBuffer4", "signed", "vectors", "ivec4", 25),
    ]  # fmt: skip
    assert "vec4 vectors[3];  // program.buffer[1], four elements a vector: weights from 2, scale at 11" in (
        translation.source
    )
    assert "TEX0 = vec4(buffer_1.vectors[1].y);" in translation.source


def test_buffers_that_do_not_fit() -> None:
    text = "!!NVvp4.0\nBUFFER4 b[] = {{ program.buffer[{}] }};\nMOV result.position, b[{}];\nEND"
    with pytest.raises(TargetError, match=r"program\.buffer\[16\] has no uniform block"):
        translate(load(text.format(16, 0), limits={"buffer_bindings": 20}))
    large = load(text.format(0, 99999), limits={"buffer_size": 1 << 20})
    with pytest.raises(TargetError, match=r"program\.buffer\[0\] takes 1600000 bytes"):
        run(large, {}, {}, count=1, backend="gpu")
    small = load(text.format(0, 1))
    with pytest.raises(InputError, match=r"program\.buffer\[0\] is read by the program but not given"):
        execute(small, {}, parameter_array(small, {}), 1)


def test_buffers_of_another_size_take_the_place_of_what_was_there(context: moderngl.Context) -> None:
    """No object is left of the first, of which the fixture tells."""
    kept = KeptBuffers(context)
    for data in (b"1" * 16, b"2" * 16, b"3" * 48, b"4" * 32):
        kept.upload("block", data)
        assert kept["block"].read() == data and kept.size("block") == len(data)
    assert kept.size("other") == 0
    kept.release()


def test_a_pipeline_binds_buffers(context: moderngl.Context) -> None:
    program = load(
        "!!NVvp4.0\nBUFFER shade = program.buffer[2][5];\nBUFFER4 at[] = { program.buffer[0] };\n"
        "MOV result.color, shade;\nADD result.position, vertex.position, at[1];\nEND"
    )
    given = {"program.buffer[2]": np.full(6, 0.2, np.float32)}
    assert picture(context, program, parameters=given)[1, 2].tolist() == [51, 51, 51, 51]
    assert picture(context, program)[1, 2].tolist() == [0, 0, 0, 0]
    given["program.buffer[0]"] = np.full((2, 4), 64, np.float32)
    assert not (picture(context, program, parameters=given) == 51).any()
