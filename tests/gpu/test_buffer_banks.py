"""Parameter buffers of which an index chooses one (NV_gpu_program5 2.X.3.6), in every stage and in draws."""

from __future__ import annotations

from contextlib import ExitStack

import moderngl
import numpy as np
import pytest
from drawing import SQUARE, needs
from every_opcode import STAGES

import nvrender
from nvrender.api import Context, enums
from nvrender.gl.inputs.vertices import buffer_arrays, parameter_array
from nvrender.gl.patches import Patch
from nvrender.gl.state import State
from nvrender.glsl.translate import translate
from nvrender.gpu.draw import Mesh, Target
from nvrender.gpu.pipeline.pipeline import Pipeline
from nvrender.languages.load import load
from nvrender.oracle.frame.draw import Primitives, Stages, draw
from nvrender.oracle.frame.frame import Frame
from nvrender.oracle.machine.prepare import prepare
from nvrender.oracle.machine.resources import Resources
from nvrender.oracle.trace.programs import trace
from nvrender.program import Program, RegisterFile

#: What of five buffers of four vectors each is chosen, by numbers of −1 to 3 and −1 to 4.
DECLARED = """BUFFER4 rows[] = { program.buffer[1..3] };
BUFFER4 row = program.buffer[1..3][2];
BUFFER some[] = { program.buffer[4..5][1..6] };"""
BUFFERS = {number: (100 * number + np.arange(16)).astype(np.float32) for number in range(1, 6)}
PARAMETERS = {f"program.buffer[{number}]": words for number, words in BUFFERS.items()}


def rows(bank: int, element: int) -> list[float]:
    """What ``rows`` holds; zeros outside."""
    if bank not in range(3) or element not in range(4):
        return [0.0] * 4
    return [float(word) for word in BUFFERS[1 + bank][4 * element :][:4]]


def some(bank: int, element: int) -> float:
    if bank not in range(2) or element not in range(6):
        return 0.0
    return float(BUFFERS[4 + bank][1 + element])


@pytest.mark.parametrize("backend", ["oracle", "gpu"])
@pytest.mark.parametrize("stage", STAGES)
@pytest.mark.parametrize(("bank", "element"), [(2, 3), (0, 1), (-1, 0), (3, 0), (1, -1)])
def test_every_stage_chooses(stage: str, bank: int, element: int, backend: str) -> None:
    header, directives, given = STAGES[stage]
    text = f"""{header}
{directives}
{DECLARED}
TEMP t; INT TEMP i; LOAD.S32X2 i, 65536;
MOV t, rows[i.x][i.y]; STORE.F32X4 t, 65552;
MOV t, row[i.x]; STORE.F32X4 t, 65568;
MOV t, some[i.x][i.y + 1]; STORE.F32X4 t, 65584;
END"""
    words = np.zeros(16, np.float32)
    words[:2].view(np.int32)[:] = bank, element
    found = nvrender.run(
        text, parameters=PARAMETERS, memory=nvrender.Memory({"a": words}), backend=backend, **given
    )
    assert found.memory is not None
    left = found.memory["a"].view(np.float32)
    assert left[4:8].tolist() == rows(bank, element)
    assert left[8:12].tolist() == rows(bank, 2)
    assert left[12:16].tolist() == [some(bank, element + 1)] * 4


@pytest.mark.parametrize("backend", ["oracle", "gpu"])
@pytest.mark.parametrize("numerics", ["exact", "fast"])
def test_fragments_and_threads_choose_apart(backend: str, numerics: str) -> None:
    """Neighbours of a quad and of a work group take different buffers."""
    choices = np.array([[bank, element] for bank in range(-1, 4) for element in range(-1, 5)], np.int32)
    places = np.pad(choices, ((0, 2), (0, 2)))
    fragment = f"""!!NVfp5.0
OPTION ARB_draw_buffers;
{DECLARED}
FLAT ATTRIB i = fragment.attrib[0]; INT TEMP a; MOV.S a, i;
MOV result.color[0], rows[a.x][a.y]; MOV result.color[1], some[a.x][a.y];
END"""
    found = nvrender.run(
        fragment, {"attrib[0]": places}, PARAMETERS, backend=backend, numerics=numerics
    )  # fmt: skip
    for place, (bank, element) in enumerate(choices.tolist()):
        assert found["color[0]"][place].tolist() == rows(bank, element)
        assert found["color[1]"][place].tolist() == [some(bank, element)] * 4
    compute = f"""!!NVcp5.0
GROUP_SIZE 8;
{DECLARED}
TEMP t, p; INT TEMP a;
MAD.U p.x, invocation.groupid.x, 8, invocation.localid.x; SHL.U p.y, p.x, 4; ADD.U p.y, p.y, 65536;
LOAD.S32X2 a, p.y; MOV t, rows[a.x][a.y]; MOV t.w, some[a.x][a.y].x;
SHL.U p.y, p.x, 4; ADD.U p.y, p.y, 69632; STORE.F32X4 t, p.y;
END"""
    memory = nvrender.Memory({"in": places, "out": np.zeros((32, 4), np.float32)})
    left = nvrender.run(
        compute, parameters=PARAMETERS, memory=memory, groups=4, backend=backend, numerics=numerics
    ).memory
    assert left is not None
    for place, (bank, element) in enumerate(choices.tolist()):
        assert left["out"].view(np.float32).reshape(-1, 4)[place].tolist() == [
            *rows(bank, element)[:3],
            some(bank, element),
        ]


LOCKSTEP = """!!NVtcp5.0
VERTICES_OUT 3;
BUFFER4 rows[] = { program.buffer[1..3] };
ATTRIB other = vertex.out.attrib[0];
INT TEMP i; TEMP p;
MOV.S i, primitive.invocation; ADD.S i.y, i.x, 1; MOD.S i.y, i.y, 3;
SGE.S.CC i.z, i.x, 1;
IF NE.z; MOV result.attrib[0], rows[i.x][i.x + 1]; MOV p, other[i.y]; ENDIF;
MOV result.attrib[1], p;
END"""


@pytest.mark.parametrize("backend", ["oracle", "gpu"])
def test_threads_in_lockstep_choose_apart(backend: str) -> None:
    """NV_tessellation_program5 2.X.5: one invocation runs all threads, each with registers of its own."""
    found = nvrender.run(LOCKSTEP, parameters=PARAMETERS, count=3, patch=Patch(3), backend=backend)
    assert found["attrib[0]"].tolist() == [[0.0] * 4, rows(1, 2), rows(2, 3)]
    assert found["attrib[1]"].tolist() == [[0.0] * 4, rows(2, 3), [0.0] * 4]
    source = nvrender.translate(load(LOCKSTEP), "glsl430").source
    assert "rows_at(i[thread].x, i[thread].x + 1)" in source


VERTEX = """!!NVvp5.0
BUFFER4 corners[] = { program.buffer[0..3] };
INT TEMP i; MOV.S i, vertex.id;
MOV result.position, corners[i.x][0];
END"""
FRAGMENT = """!!NVfp5.0
BUFFER4 tints[] = { program.buffer[0..2][1..2] };
TEMP p; INT TEMP i;
FLR.S i, fragment.position;
MOV result.color, tints[i.x][i.y + 1];
END"""


CORNERS = {f"program.buffer[{number}]": np.float32([*corner, 0, 1]) for number, corner in enumerate(SQUARE)}
TINTS = {
    f"program.buffer[{number}]": np.arange(12 * number, 12 * number + 12).astype(np.float32) * 4 / 255
    for number in range(3)
}


def wanted_picture() -> list[list[list[int]]]:
    """Below the third vectors; above no such element of two, and in the last column no such buffer."""
    tints = [[4 * (12 * number + 8 + component) for component in range(4)] for number in range(3)]
    return [[*tints, [0] * 4], [[0] * 4] * 4]


@pytest.mark.parametrize("numerics", ["exact", "fast"])
@pytest.mark.parametrize("target", ["glsl330", "glsl430"])
def test_draws_choose_buffers(context: moderngl.Context, target: str, numerics: str) -> None:
    """Each corner lies in a buffer; columns of pixels choose a tint's buffer, rows its element."""
    needs(context, target)
    with ExitStack() as stack:
        frame = stack.enter_context(Target(context, (4, 2)))
        pipeline = Pipeline(context, load(VERTEX), load(FRAGMENT), numerics=numerics, target=target)
        stack.enter_context(pipeline)
        pipeline.set_parameters(CORNERS)
        pipeline.set_parameters(TINTS, "fragment")
        mesh = stack.enter_context(Mesh(context, {0: np.zeros((4, 4), np.float32)}, primitive="QUADS"))
        pipeline.draw(mesh, frame)
        assert frame.read()[::-1].tolist() == wanted_picture()


def test_the_oracle_draws_the_same() -> None:
    frame = Frame((4, 2), 1)
    stages = Stages(load(VERTEX), CORNERS, fragment=load(FRAGMENT), fragment_parameters=TINTS)
    draw(frame, stages, Primitives("QUADS", {0: np.zeros((4, 4), np.float32)}), State(), {})
    assert frame.picture()[::-1].tolist() == wanted_picture()


@pytest.fixture(scope="module")
def chooser() -> Program:
    return load(
        """!!NVvp5.0
BUFFER4 bones[] = { program.buffer[2..3][1..8] };
BUFFER number = program.buffer[4..5][3];
BUFFER plain[] = { program.buffer[4] };
INT TEMP i; MOV.S i, vertex.attrib[0];
MUL result.attrib[0], bones[i.x][i.y], bones[i.x][0];
ADD.S result.attrib[1], number[i.x], plain[i.y];
END"""
    )


def test_the_translation_reads_as_written(chooser: Program) -> None:
    """A block for each buffer, a function for each range; the kinds are what the instructions read."""
    translation = nvrender.translate(chooser, "glsl330", numerics="fast")
    assert [tuple(row) for row in translation.buffers] == [
        (2, 4, "ProgramBuffer2", "bones_2", "vectors", "vec4", 9),
        (3, 4, "ProgramBuffer3", "bones_3", "vectors", "vec4", 9),
        (4, 1, "ProgramBuffer4", "buffer_4", "vectors", "ivec4", 4096),
        (5, 1, "ProgramBuffer5", "number_5", "vectors", "ivec4", 1),
    ]
    assert (
        """vec4 bones_of(int bank, uint place) {
    switch (bank) {
    case 0: return bones_2.vectors[place];  // program.buffer[2]
    case 1: return bones_3.vectors[place];  // program.buffer[3]
    }
    return vec4(0);
}

vec4 bones_at(int bank, int index) {
    vec4 value = bones_of(bank, min(uint(index), 7u) + 1u);
    return uint(index) < 8u ? value : vec4(0);
}
"""
        in translation.source
    )
    assert "ATTR0 = bones_at(i.x, i.y) * bones_of(i.x, 1u);" in translation.source
    assert "program.buffer[4], four elements a vector: number at 3, plain from 0" in translation.source


def test_buffers_of_several_kinds_are_read_as_words() -> None:
    """NV_gpu_program4 2.X.3.1: floats here and integers there; what comes so is flushed where it is used."""
    text = """!!NVvp5.0
BUFFER4 both[] = { program.buffer[0..1] };
BUFFER4 floats[] = { program.buffer[0] };
BUFFER4 words[] = { program.buffer[1] };
BUFFER4 copied[] = { program.buffer[2..3] };
TEMP i, r, n; MOV.S i, vertex.attrib[0];
MUL result.attrib[0], floats[0], 2;
ADD.S result.attrib[1], words[0], 1;
MOV r, both[i.x][0];
MUL result.attrib[2], r, 2;
MOV n, copied[i.x][1];
ADD.S result.attrib[3], n, 1;
END"""
    program = load(text)
    source = nvrender.translate(program, "glsl430", numerics="fast").source
    assert "case 0: return floatBitsToUint(buffer_0.vectors[place]);" in source
    assert "case 1: return buffer_1.vectors[place];" in source
    assert "// program.buffer[1]: both from 0, words from 0" in source
    assert source.count("ivec4 vectors[2];") == 2
    exact = translate(program, "glsl430", interface="compute").source
    assert "nv_flush(r)" in exact


def test_integers_of_every_buffer_stay_integers(chooser: Program) -> None:
    """Numbers given for a buffer are what instructions read it as, whichever is chosen."""
    parameters = {f"program.buffer[{number}]": [number, 7, 8, 10 * number] for number in range(2, 6)}
    found = nvrender.run(chooser, {0: np.int32([[0, 1, 0, 0], [1, 0, 0, 0]])}, parameters)
    assert found["attrib[1]"].view(np.int32)[:, 0].tolist() == [40 + 7, 50 + 4]


def test_a_trace_shows_what_was_chosen(chooser: Program) -> None:
    attributes = {0: np.int32([[1, 0, 0, 0]]).view(np.float32)}
    given = {"program.buffer[3]": np.full(8, 3, np.float32), "program.buffer[5]": np.int32([1, 0, 0, 9])}
    resources = Resources(parameter_array(chooser, given), buffer_arrays(chooser, given))
    steps = trace(chooser, attributes, resources, 1)
    written = {(change.register, change.component): change.new for step in steps for change in step.changes}
    assert written["result.attrib[0]", "x"] == 9.0


@pytest.mark.parametrize("line", ["MOV t, rows[i.z][0];", "LDC.F32 t, bytes[i.z][4];"])
def test_what_chooses_a_buffer_begins_as_zero(line: str) -> None:
    """NV_gpu_program4 2.X.3.4: temporaries nobody wrote are 0 here, those that choose a buffer too."""
    head = f"!!NVvp5.0 {DECLARED} CBUFFER bytes[] = {{ program.buffer[6..7] }}; INT TEMP i; TEMP t;"
    code = prepare(load(f"{head}\n{line} END"))
    cleared = [rows for rows, value in code.initial if value == 0.0]
    row = code.layout.rows[RegisterFile.TEMPORARY, 0] + 2
    assert any(row in range(*rows.indices(code.layout.total)) for rows in cleared)


@pytest.mark.parametrize("backend", ["oracle", "gpu"])
def test_commands_bind_what_is_chosen(backend: str) -> None:
    """NV_parameter_buffer_object 2.14.1: each binding point has a buffer, or a part of one, of its own."""
    gl = Context(backend=backend, size=(4, 1), raise_errors=True)
    text = """!!NVfp5.0 BUFFER4 tints[] = { program.buffer[1..3] }; INT TEMP i;
FLR.S i, fragment.position; MOV result.color, tints[i.x][i.y]; END"""
    gl.ProgramStringARB(enums.FRAGMENT_PROGRAM_ARB, enums.PROGRAM_FORMAT_ASCII_ARB, text)
    gl.Enable(enums.FRAGMENT_PROGRAM_ARB)
    target = enums.FRAGMENT_PROGRAM_PARAMETER_BUFFER_NV
    for point, name in enumerate(gl.GenBuffers(3), 1):
        gl.BindBufferBaseNV(target, point, name)
        tint = np.arange(16 * point, 16 * point + 16, 4).astype(np.float32) / 255
        gl.BufferData(target, tint, enums.DYNAMIC_DRAW)
    gl.BindBufferRangeNV(target, 3, name, 0, 8)
    gl.Begin(enums.TRIANGLES)
    for corner in ((-1, -1), (3, -1), (-1, 3)):
        gl.Vertex2f(*corner)
    gl.End()
    pixels = gl.ReadPixels(0, 0, 4, 1, enums.RGBA, enums.UNSIGNED_BYTE)[0].tolist()
    assert pixels == [[16, 20, 24, 28], [32, 36, 40, 44], [48, 52, 0, 0], [0, 0, 0, 0]]
