"""Limits that are queried are those that hold: so many load, one more is refused."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from generation5 import ASCII, COMPUTE, CONTROL, EVALUATION, FRAGMENT, GEOMETRY, PROGRAMS, VERTEX

from nvrender import load
from nvrender.api import Context, GLError, enums
from nvrender.languages.profiles import PROFILES
from nvrender.program.limits import FP1, TARGETS
from nvrender.source import ProgramError

#: What a program of a header begins with.
HEADS = {
    "!!ARBvp1.0": "!!ARBvp1.0 ",
    "!!ARBvp1.0 2": "!!ARBvp1.0 OPTION NV_vertex_program2; ",
    "!!ARBvp1.0 3": "!!ARBvp1.0 OPTION NV_vertex_program3; ",
    "!!NVvp4.0": "!!NVvp4.0 ",
    "!!NVvp5.0": "!!NVvp5.0 ",
    "!!ARBfp1.0": "!!ARBfp1.0 ",
    "!!ARBfp1.0 1": "!!ARBfp1.0 OPTION NV_fragment_program; ",
    "!!ARBfp1.0 2": "!!ARBfp1.0 OPTION NV_fragment_program2; ",
    "!!NVfp4.0": "!!NVfp4.0 ",
    "!!NVfp5.0": "!!NVfp5.0 ",
    "!!NVgp4.0": "!!NVgp4.0 PRIMITIVE_IN POINTS; PRIMITIVE_OUT POINTS; VERTICES_OUT 1; ",
    "!!NVgp5.0": "!!NVgp5.0 PRIMITIVE_IN POINTS; PRIMITIVE_OUT POINTS; VERTICES_OUT 1; ",
    "!!NVtcp5.0": "!!NVtcp5.0 VERTICES_OUT 3; ",
    "!!NVtep5.0": "!!NVtep5.0 TESS_MODE TRIANGLES; ",
    "!!NVcp5.0": "!!NVcp5.0 GROUP_SIZE 8; ",
}
ALL = tuple(HEADS)
ARB = tuple(name for name in ALL if name.startswith("!!ARB"))
VERTICES = tuple(name for name in ALL if "vp" in name)
FRAGMENTS = tuple(name for name in ALL if "fp" in name)
NEW = tuple(name for name in ALL if not name.startswith("!!ARB"))
FIVE = tuple(name for name in ALL if name.endswith("5.0"))
RESULTS = tuple(name for name in NEW if ("fp" not in name and "cp" not in name) or "tcp" in name)


def target_of(name: str) -> int:
    return int(getattr(enums, PROFILES[name.split()[0]].target))


def _names(count: int) -> str:
    return ", ".join(f"n{number}" for number in range(count))


def _nested(count: int, first: str, last: str) -> str:
    return "TEMP r; " + first * count + last * count


#: Limit of GetProgramivARB → the headers it holds for, and what has so many of it.
PROGRAM_LIMITS: dict[str, tuple[tuple[str, ...], Callable[[int], str]]] = {
    "MAX_PROGRAM_INSTRUCTIONS_ARB": (("!!ARBvp1.0",), lambda n: "TEMP r; " + "ABS r, r;" * n),
    "MAX_PROGRAM_TEX_INSTRUCTIONS_ARB": (("!!ARBfp1.0",), lambda n: "TEMP r; " + "KIL r;" * n),
    "MAX_PROGRAM_TEMPORARIES_ARB": (ALL, lambda n: f"TEMP {_names(n)};"),
    "MAX_PROGRAM_PARAMETERS_ARB": (
        ALL, lambda n: f"PARAM p[] = {{program.env[0..1000], program.local[0..{n - 1002}]}};"),
    "MAX_PROGRAM_ENV_PARAMETERS_ARB": (ALL, lambda n: f"PARAM p = program.env[{n - 1}];"),
    "MAX_PROGRAM_LOCAL_PARAMETERS_ARB": (ALL, lambda n: f"PARAM p = program.local[{n - 1}];"),
    "MAX_PROGRAM_ADDRESS_REGISTERS_ARB": (ARB, lambda n: f"ADDRESS {_names(n)};" if n else ""),
    "MAX_PROGRAM_IF_DEPTH_NV": (NEW, lambda n: _nested(n, "IF TR;", "ENDIF;")),
    "MAX_PROGRAM_LOOP_DEPTH_NV": (NEW, lambda n: _nested(n, "REP;", "BRK; ENDREP;")),
    "MAX_PROGRAM_GENERIC_ATTRIBS_NV": (
        (*VERTICES, "!!NVfp4.0", "!!NVfp5.0"),
        lambda n: f"ATTRIB a = STAGE.attrib[{n - 1}];"),
    "MAX_PROGRAM_GENERIC_RESULTS_NV": (RESULTS, lambda n: f"OUTPUT o = result.attrib[{n - 1}];"),
    "MAX_PROGRAM_PARAMETER_BUFFER_BINDINGS_NV": (NEW, lambda n: f"BUFFER b[] = {{program.buffer[{n - 1}]}};"),
    "MAX_PROGRAM_PARAMETER_BUFFER_SIZE_NV": (
        NEW, lambda n: f"BUFFER b[] = {{program.buffer[0][0..{n - 1}]}};"),
    "MAX_PROGRAM_PATCH_ATTRIBS_NV": (("!!NVtcp5.0",), lambda n: f"OUTPUT o = result.patch.attrib[{n - 1}];"),
    "MAX_PROGRAM_SUBROUTINE_PARAMETERS_NV": (
        FIVE, lambda n: "SUBROUTINETYPE T { a }; SUBROUTINE T v[] = "
        f"{{ program.subroutine[0..{n - 1}] }}; a SUBROUTINENUM(0): RET; main: CALI v[1]; RET;"),
    "MAX_PROGRAM_SUBROUTINE_NUM_NV": (
        FIVE, lambda n: f"SUBROUTINETYPE T {{ a }}; a SUBROUTINENUM({n - 1}): RET; main: RET;"),
}  # fmt: skip
#: Nothing is less native than it is elsewhere.
NATIVE = {
    name.replace("PROGRAM_", "PROGRAM_NATIVE_"): name
    for name in (
        "MAX_PROGRAM_TEMPORARIES_ARB", "MAX_PROGRAM_PARAMETERS_ARB", "MAX_PROGRAM_ADDRESS_REGISTERS_ARB",
        "MAX_PROGRAM_ATTRIBS_ARB", "MAX_PROGRAM_INSTRUCTIONS_ARB", "MAX_PROGRAM_ALU_INSTRUCTIONS_ARB",
        "MAX_PROGRAM_TEX_INSTRUCTIONS_ARB", "MAX_PROGRAM_TEX_INDIRECTIONS_ARB",
    )
}  # fmt: skip
#: Limits that no program of any header can exceed, as there is nothing more to be written.
UNREACHED = {
    # Each distinct attribute counts: 16 of Table X.2.1, of other stages all there are.
    "MAX_PROGRAM_ATTRIBS_ARB",
    "MAX_PROGRAM_ATTRIB_COMPONENTS_NV", "MAX_PROGRAM_RESULT_COMPONENTS_NV",
    # They hold while a program runs.
    "MAX_PROGRAM_EXEC_INSTRUCTIONS_NV", "MAX_PROGRAM_CALL_DEPTH_NV", "MAX_PROGRAM_LOOP_COUNT_NV",
    # As many as instructions.
    "MAX_PROGRAM_ALU_INSTRUCTIONS_ARB", "MAX_PROGRAM_TEX_INDIRECTIONS_ARB",
    # Of declarations at the head.
    "MAX_PROGRAM_OUTPUT_VERTICES_NV", "MAX_PROGRAM_TOTAL_OUTPUT_COMPONENTS_NV",
}  # fmt: skip


def text(name: str, body: str) -> str:
    stage = "fragment" if "fp" in name else "vertex"
    return f"{HEADS[name]}{body.replace('STAGE', stage)} END"


def check_exact(gl: Context, name: str, most: int, has: Callable[[int], str]) -> None:
    """``load`` and ProgramStringARB take ``most`` of it, and one more neither of them."""
    target, profile = target_of(name), PROFILES[name.split()[0]].target
    gl.ProgramStringARB(target, ASCII, text(name, has(most)))
    with pytest.raises(GLError) as refused:
        gl.ProgramStringARB(target, ASCII, text(name, has(most + 1)))
    assert refused.value.name == "INVALID_OPERATION"
    if most < 60000:
        load(text(name, has(most)), target=profile)
        with pytest.raises(ProgramError):
            load(text(name, has(most + 1)), target=profile)


@pytest.mark.parametrize(
    ("pname", "name"), [(pname, name) for pname, (names, _) in PROGRAM_LIMITS.items() for name in names]
)
def test_so_many_load_and_one_more_does_not(pname: str, name: str) -> None:
    """ARB_vertex_program 2.14.3.7 and 6.1.12, ARB_fragment_program 3.11.3.6, NV_gpu_program4 2.X.3.9."""
    gl = Context(backend="oracle", raise_errors=True)
    most = gl.GetProgramivARB(target_of(name), getattr(enums, pname))
    check_exact(gl, name, most, PROGRAM_LIMITS[pname][1])


@pytest.mark.parametrize("target", PROGRAMS)
def test_every_limit_is_walked(target: int) -> None:
    gl = Context(backend="oracle")
    tokens = {name for name in vars(enums) if name.startswith("MAX_PROGRAM_")}
    told = {name for name in tokens if gl.GetProgramivARB(target, getattr(enums, name)) is not None}
    assert told <= PROGRAM_LIMITS.keys() | UNREACHED | NATIVE.keys()
    for native, plain in NATIVE.items():
        if native in told:
            queried = [gl.GetProgramivARB(target, getattr(enums, name)) for name in (native, plain)]
            assert queried[0] == queried[1], native


@pytest.mark.parametrize("name", ALL)
def test_headers_and_options_have_the_limits_of_their_target(name: str) -> None:
    """ARB_vertex_program 6.1.12: a limit is that of "a program of type <target>"."""
    profile = load(text(name, "")).profile
    assert profile.limits is TARGETS[profile.target]


def test_the_register_named_fragment_language_has_the_instructions_of_the_target() -> None:
    """NV_fragment_program 3.11.2: the limit is the value of MAX_PROGRAM_INSTRUCTIONS_ARB."""
    gl = Context(backend="oracle", raise_errors=True)
    most = gl.GetProgramivARB(FRAGMENT, enums.MAX_PROGRAM_INSTRUCTIONS_ARB)
    with pytest.raises(ProgramError, match=f"at most {most} instructions"):
        load("!!FP1.0 " + "MOV o[COLR], R0;" * (most + 1) + "END")
    assert gl.GetIntegerv(enums.MAX_FRAGMENT_PROGRAM_LOCAL_PARAMETERS_NV) == FP1.local_parameters
    load(f"!!FP1.0 MOV o[COLR], p[{FP1.local_parameters - 1}]; END")
    with pytest.raises(ProgramError):
        load(f"!!FP1.0 MOV o[COLR], p[{FP1.local_parameters}]; END")


@pytest.mark.parametrize("target", PROGRAMS)
@pytest.mark.parametrize("kind", ["Env", "Local"])
def test_parameters_that_are_set_are_those_programs_read(target: int, kind: str) -> None:
    gl = Context(backend="oracle")
    most = gl.GetProgramivARB(target, getattr(enums, f"MAX_PROGRAM_{kind.upper()}_PARAMETERS_ARB"))
    put = getattr(gl, f"Program{kind}Parameter4fARB")
    put(target, most - 1, 1, 2, 3, 4)
    assert gl.GetError() == enums.NO_ERROR
    assert getattr(gl, f"GetProgram{kind}ParameterfvARB")(target, most - 1) == (1, 2, 3, 4)
    put(target, most, 1, 2, 3, 4)
    assert gl.GetError() == enums.INVALID_VALUE


def test_attributes_of_vertex_programs() -> None:
    """ARB_vertex_program table X.2.1: 16; vertex.id and its kin count against no limit."""
    gl = Context(backend="oracle", raise_errors=True)
    assert gl.GetProgramivARB(VERTEX, enums.MAX_PROGRAM_ATTRIBS_ARB) == 16
    every = "".join(f"MOV r, vertex.attrib[{number}];" for number in range(16))
    numbers = "MOV.S r, vertex.id; MOV.S r, vertex.instance;"
    for name in VERTICES:
        more = "" if name.startswith("!!ARB") else numbers
        gl.ProgramStringARB(VERTEX, ASCII, text(name, f"TEMP r; {more}{every}"))
        assert gl.GetProgramivARB(VERTEX, enums.PROGRAM_ATTRIBS_ARB) == 16
    with pytest.raises(ProgramError, match="at most 1 attribute"):
        load(text("!!NVvp4.0", f"TEMP r; {numbers}{every}"), limits={"attributes": 1})


@pytest.mark.parametrize("name", [name for name in ALL if "vp" not in name])
def test_every_attribute_there_is_may_be_read(name: str) -> None:
    profile = PROFILES[name.split()[0]]
    assert profile.attributes <= TARGETS[profile.target].attributes


def test_vertices_of_geometry_programs() -> None:
    """NV_geometry_program4 2.14.6.4: the vertices, and the components of all of them."""
    gl = Context(backend="oracle", raise_errors=True)
    vertices = gl.GetProgramivARB(GEOMETRY, enums.MAX_PROGRAM_OUTPUT_VERTICES_NV)
    components = gl.GetProgramivARB(GEOMETRY, enums.MAX_PROGRAM_TOTAL_OUTPUT_COMPONENTS_NV)

    def program(count: int, results: int) -> str:
        written = "".join(f"MOV result.attrib[{number}], 0;" for number in range(results))
        return (
            f"!!NVgp4.0 PRIMITIVE_IN POINTS; PRIMITIVE_OUT POINTS; VERTICES_OUT {count};{written} EMIT; END"
        )

    gl.ProgramStringARB(GEOMETRY, ASCII, program(vertices, 1))
    gl.ProgramStringARB(GEOMETRY, ASCII, program(components // 16, 4))
    for count, results in ((vertices + 1, 1), (components // 16 + 1, 4)):
        with pytest.raises(GLError, match="INVALID_OPERATION"):
            gl.ProgramStringARB(GEOMETRY, ASCII, program(count, results))


Has = Callable[[int], str]
_TEX = "TEMP r; TEX r, r, texture[{}], 2D;"
#: Limit of GetIntegerv → a header, and what reaches it.
STATE_LIMITS: list[tuple[str, tuple[str, ...], Has]] = [
    ("MAX_VERTEX_ATTRIBS_ARB", VERTICES, lambda n: f"ATTRIB a = vertex.attrib[{n - 1}];"),
    ("MAX_TEXTURE_COORDS_ARB", VERTICES, lambda n: f"ATTRIB a = vertex.texcoord[{n - 1}];"),
    ("MAX_TEXTURE_COORDS_ARB", FRAGMENTS, lambda n: f"ATTRIB a = fragment.texcoord[{n - 1}];"),
    ("MAX_TEXTURE_COORDS_ARB", ALL, lambda n: f"PARAM p = state.matrix.texture[{n - 1}].row[0];"),
    ("MAX_TEXTURE_IMAGE_UNITS_ARB", FRAGMENTS, lambda n: _TEX.format(n - 1)),
    ("MAX_VERTEX_TEXTURE_IMAGE_UNITS_ARB", VERTICES[2:],
     lambda n: "TEMP r;" + "".join(f"TEX r, r, texture[{unit}], 2D;" for unit in range(n))),
    ("MAX_GEOMETRY_TEXTURE_IMAGE_UNITS_EXT", ("!!NVgp4.0", "!!NVgp5.0"), lambda n: _TEX.format(n - 1)),
    ("MAX_TESS_CONTROL_TEXTURE_IMAGE_UNITS", ("!!NVtcp5.0",), lambda n: _TEX.format(n - 1)),
    ("MAX_TESS_EVALUATION_TEXTURE_IMAGE_UNITS", ("!!NVtep5.0",), lambda n: _TEX.format(n - 1)),
    ("MAX_COMPUTE_TEXTURE_IMAGE_UNITS", ("!!NVcp5.0",), lambda n: _TEX.format(n - 1)),
    ("MAX_TEXTURE_UNITS", FRAGMENTS, lambda n: f"PARAM p = state.texenv[{n - 1}].color;"),
    ("MAX_LIGHTS", ALL, lambda n: f"PARAM p = state.light[{n - 1}].ambient;"),
    ("MAX_CLIP_PLANES", VERTICES, lambda n: f"PARAM p = state.clip[{n - 1}].plane;"),
    ("MAX_PROGRAM_MATRICES_ARB", ALL, lambda n: f"PARAM p = state.matrix.program[{n - 1}].row[0];"),
    ("MAX_PROGRAM_TEXEL_OFFSET_EXT", NEW, lambda n: f"TEMP r; TEX r, r, texture[0], 1D, ({n});"),
    ("MAX_DRAW_BUFFERS_ARB", ("!!ARBfp1.0", "!!NVfp4.0", "!!NVfp5.0"),
     lambda n: f"OPTION ARB_draw_buffers; OUTPUT o = result.color[{n - 1}];"),
    ("MAX_GEOMETRY_PROGRAM_INVOCATIONS_NV", ("!!NVgp5.0",), lambda n: f"INVOCATIONS {n};"),
    ("MAX_IMAGE_UNITS_EXT", FIVE, lambda n: f"IMAGE i = image[{n - 1}];"),
    ("MAX_SHADER_STORAGE_BUFFER_BINDINGS", FIVE,
     lambda n: f"OPTION NV_shader_storage_buffer; STORAGE s[] = {{program.storage[{n - 1}]}};"),
    ("MAX_COMPUTE_IMAGE_UNIFORMS", ("!!NVcp5.0",), lambda n: f"IMAGE i = image[{n - 1}];"),
    ("MAX_COMBINED_IMAGE_UNITS_AND_FRAGMENT_OUTPUTS_EXT", ("!!NVfp5.0",),
     lambda n: "OPTION ARB_draw_buffers; TEMP t;"
     + "".join(f"LOADIM.U32 t, t, image[{unit}], 2D;" for unit in range(4))
     + "".join(f"MOV result.color[{color}], 1;" for color in range(n - 4))),
    ("MAX_TESS_CONTROL_UNIFORM_COMPONENTS", ("!!NVtcp5.0",),
     lambda n: f"PARAM p[] = {{program.env[0..1000], program.local[0..{-(-n // 4) - 1002}]}};"),
    ("MAX_TESS_EVALUATION_UNIFORM_COMPONENTS", ("!!NVtep5.0",),
     lambda n: f"PARAM p[] = {{program.env[0..1000], program.local[0..{-(-n // 4) - 1002}]}};"),
    ("MAX_TESS_PATCH_COMPONENTS", ("!!NVtcp5.0",),
     lambda n: f"OUTPUT o = result.patch.attrib[{-(-n // 4) - 1}];"),
    ("MAX_COMPUTE_SHARED_MEMORY_SIZE", ("!!NVcp5.0",), lambda n: f"SHARED_MEMORY {n};"),
]  # fmt: skip


@pytest.mark.parametrize(
    ("pname", "name", "has"),
    [
        pytest.param(pname, name, has, id=f"{pname} {name}")
        for pname, names, has in STATE_LIMITS
        for name in names
    ],
)
def test_limits_of_the_state(pname: str, name: str, has: Has) -> None:
    gl = Context(backend="oracle", raise_errors=True)
    body = has
    if "OPTION" in has(1) and " " in HEADS[name].strip():  # options come before what else a head says
        header, head = HEADS[name].split(" ", 1)
        option = has(1).partition(";")[0] + "; "
        with pytest.MonkeyPatch.context() as patch:
            patch.setitem(HEADS, name, f"{header} {option}{head}")
            check_exact(gl, name, gl.GetIntegerv(getattr(enums, pname)), lambda n: has(n).partition(";")[2])
        return
    check_exact(gl, name, gl.GetIntegerv(getattr(enums, pname)), body)


COMMAND_LIMITS: list[tuple[str, Callable[[Context, int], Any], str]] = [
    ("MAX_VERTEX_ATTRIBS_ARB", lambda gl, n: gl.VertexAttrib4fARB(n - 1, 0, 0, 0, 0), "INVALID_VALUE"),
    ("MAX_VERTEX_ATTRIBS_ARB", lambda gl, n: gl.EnableVertexAttribArrayARB(n - 1), "INVALID_VALUE"),
    ("MAX_LIGHTS", lambda gl, n: gl.Enable(enums.LIGHT0 + n - 1), "INVALID_ENUM"),
    ("MAX_CLIP_PLANES", lambda gl, n: gl.Enable(enums.CLIP_PLANE0 + n - 1), "INVALID_ENUM"),
    ("MAX_PROGRAM_MATRICES_ARB", lambda gl, n: gl.MatrixMode(enums.MATRIX0_ARB + n - 1), "INVALID_ENUM"),
    ("MAX_TRACK_MATRICES_NV", lambda gl, n: gl.MatrixMode(enums.MATRIX0_NV + n - 1), "INVALID_ENUM"),
    ("MAX_TEXTURE_IMAGE_UNITS_ARB", lambda gl, n: gl.ActiveTexture(enums.TEXTURE0 + n - 1),
     "INVALID_ENUM"),
    ("MAX_TEXTURE_COORDS_ARB", lambda gl, n: gl.ClientActiveTexture(enums.TEXTURE0 + n - 1),
     "INVALID_ENUM"),
    ("MAX_DRAW_BUFFERS_ARB",
     lambda gl, n: (gl.BindFramebufferEXT(enums.FRAMEBUFFER_EXT, 1),
                    gl.DrawBuffersARB([enums.COLOR_ATTACHMENT0_EXT] + [enums.NONE] * (n - 1))),
     "INVALID_OPERATION"),
    ("MAX_PATCH_VERTICES", lambda gl, n: gl.PatchParameteri(enums.PATCH_VERTICES, n), "INVALID_VALUE"),
    ("MAX_IMAGE_UNITS_EXT", lambda gl, n: gl.BindImageTextureEXT(
        n - 1, 0, 0, enums.FALSE, 0, enums.READ_ONLY, enums.RGBA8), "INVALID_VALUE"),
    ("MAX_SHADER_STORAGE_BUFFER_BINDINGS",
     lambda gl, n: gl.BindBufferBase(enums.SHADER_STORAGE_BUFFER, n - 1, 0), "INVALID_VALUE"),
    ("MAX_TEXTURE_SIZE", lambda gl, n: gl.TexImage1D(
        enums.TEXTURE_1D, 0, enums.ALPHA8, n, 0, enums.ALPHA, enums.UNSIGNED_BYTE, None),
     "INVALID_VALUE"),
    ("MAX_RECTANGLE_TEXTURE_SIZE_ARB", lambda gl, n: gl.TexImage2D(
        enums.TEXTURE_RECTANGLE_ARB, 0, enums.ALPHA8, n, 1, 0, enums.ALPHA, enums.UNSIGNED_BYTE, None),
     "INVALID_VALUE"),
    ("MAX_3D_TEXTURE_SIZE", lambda gl, n: gl.TexImage3D(
        enums.TEXTURE_3D, 0, enums.ALPHA8, 1, 1, n, 0, enums.ALPHA, enums.UNSIGNED_BYTE, None),
     "INVALID_VALUE"),
    ("MAX_ARRAY_TEXTURE_LAYERS_EXT", lambda gl, n: gl.TexImage3D(
        enums.TEXTURE_2D_ARRAY_EXT, 0, enums.ALPHA8, 1, 1, n, 0, enums.ALPHA, enums.UNSIGNED_BYTE, None),
     "INVALID_VALUE"),
    ("MAX_RENDERBUFFER_SIZE_EXT",
     lambda gl, n: (gl.BindRenderbufferEXT(enums.RENDERBUFFER_EXT, 1),
                    gl.RenderbufferStorageEXT(enums.RENDERBUFFER_EXT, enums.RGBA8, n, 1)),
     "INVALID_VALUE"),
    ("MAX_CUBE_MAP_TEXTURE_SIZE", lambda gl, n: gl.TexImage2D(
        enums.TEXTURE_CUBE_MAP_POSITIVE_X, 0, enums.ALPHA8, n, n, 0, enums.ALPHA, enums.UNSIGNED_BYTE, None),
     "INVALID_VALUE"),
    ("MAX_COLOR_ATTACHMENTS_EXT",
     lambda gl, n: (gl.BindFramebufferEXT(enums.FRAMEBUFFER_EXT, 1),
                    gl.FramebufferRenderbufferEXT(
                        enums.FRAMEBUFFER_EXT, enums.COLOR_ATTACHMENT0_EXT + n - 1,
                        enums.RENDERBUFFER_EXT, 0)),
     "INVALID_ENUM"),
    ("MAX_EVAL_ORDER",
     lambda gl, n: gl.Map1f(enums.MAP1_VERTEX_3, 0, 1, 3, n, [0] * (3 * n)), "INVALID_VALUE"),
    ("MAX_SAMPLE_MASK_WORDS_NV", lambda gl, n: gl.SampleMaskIndexedNV(n - 1, 1), "INVALID_VALUE"),
    ("MAX_TRANSFORM_FEEDBACK_BUFFERS",
     lambda gl, n: gl.BindBufferBase(enums.TRANSFORM_FEEDBACK_BUFFER_NV, n - 1, 0), "INVALID_VALUE"),
    ("MAX_VERTEX_STREAMS",
     lambda gl, n: gl.BeginQueryIndexed(enums.PRIMITIVES_GENERATED_NV, n - 1, n), "INVALID_VALUE"),
    ("MAX_COLOR_TEXTURE_SAMPLES", lambda gl, n: gl.TexImage2DMultisample(
        enums.TEXTURE_2D_MULTISAMPLE, n, enums.RGBA8, 1, 1, True), "INVALID_VALUE"),
    ("MAX_DEPTH_TEXTURE_SAMPLES", lambda gl, n: gl.TexImage2DMultisample(
        enums.TEXTURE_2D_MULTISAMPLE, n, enums.DEPTH_COMPONENT24, 1, 1, True), "INVALID_VALUE"),
    ("MAX_ATTRIB_STACK_DEPTH", lambda gl, n: (
        [gl.PopAttrib() for _ in range(16)], gl.GetError(),
        [gl.PushAttrib(enums.LIST_BIT) for _ in range(n)]), "STACK_OVERFLOW"),
    ("MAX_CLIENT_ATTRIB_STACK_DEPTH", lambda gl, n: (
        [gl.PopClientAttrib() for _ in range(16)], gl.GetError(),
        [gl.PushClientAttrib(0) for _ in range(n)]), "STACK_OVERFLOW"),
    ("MAX_SAMPLES_EXT",
     lambda gl, n: (gl.BindRenderbufferEXT(enums.RENDERBUFFER_EXT, 1),
                    gl.RenderbufferStorageMultisampleEXT(enums.RENDERBUFFER_EXT, n, enums.RGBA8, 1, 1)),
     "INVALID_VALUE"),
]  # fmt: skip


@pytest.mark.parametrize(("pname", "call", "error"), COMMAND_LIMITS)
def test_commands_have_the_limits_that_are_told(
    pname: str, call: Callable[[Context, int], Any], error: str
) -> None:
    gl = Context(backend="oracle")
    most = gl.GetIntegerv(getattr(enums, pname))
    call(gl, most)
    assert gl.GetError() == enums.NO_ERROR
    call(gl, most + 1)
    assert gl.GetError() == getattr(enums, error)


def test_the_size_of_work_groups() -> None:
    """NV_compute_program5 2.X.6: each side, and the invocations."""
    gl = Context(backend="oracle", raise_errors=True)
    sides = [gl.GetIntegeri_v(enums.MAX_COMPUTE_WORK_GROUP_SIZE, axis) for axis in range(3)]
    most = gl.GetIntegerv(enums.MAX_COMPUTE_WORK_GROUP_INVOCATIONS)
    good = [(sides[0], 1, 1), (1, sides[1], 1), (1, 1, sides[2]), (most // 64, 8, 8)]
    for size in good:
        gl.ProgramStringARB(COMPUTE, ASCII, f"!!NVcp5.0 GROUP_SIZE {' '.join(map(str, size))}; END")
    for size in [(sides[0] + 1, 1, 1), (1, sides[1] + 1, 1), (1, 1, sides[2] + 1), (most // 64 + 1, 8, 8)]:
        with pytest.raises(GLError, match="INVALID_OPERATION"):
            gl.ProgramStringARB(COMPUTE, ASCII, f"!!NVcp5.0 GROUP_SIZE {' '.join(map(str, size))}; END")


def test_vertices_of_patches() -> None:
    """NV_tessellation_program5 2.X.2: VERTICES_OUT; MAX_PATCH_VERTICES."""
    gl = Context(backend="oracle", raise_errors=True)
    most = gl.GetIntegerv(enums.MAX_PATCH_VERTICES)
    gl.ProgramStringARB(CONTROL, ASCII, f"!!NVtcp5.0 VERTICES_OUT {most}; END")
    with pytest.raises(GLError, match="INVALID_OPERATION"):
        gl.ProgramStringARB(CONTROL, ASCII, f"!!NVtcp5.0 VERTICES_OUT {most + 1}; END")
    with pytest.raises(GLError, match="INVALID_OPERATION"):
        gl.ProgramStringARB(EVALUATION, ASCII, f"!!NVtcp5.0 VERTICES_OUT {most}; END")


#: Limits of GetIntegerv that no command refuses, as what is beyond is clamped, or is only slower; and those
#: that tests of their topics walk.
NOT_WALKED = {
    "MAX_ELEMENTS_VERTICES", "MAX_ELEMENTS_INDICES", "MAX_TEXTURE_LOD_BIAS", "MAX_TEXTURE_MAX_ANISOTROPY_EXT",
    "MAX_TEXTURE_BUFFER_SIZE_EXT", "MAX_VIEWPORT_DIMS", "MAX_LIST_NESTING", "MAX_TESS_GEN_LEVEL",
    "MIN_FRAGMENT_INTERPOLATION_OFFSET_NV", "MAX_FRAGMENT_INTERPOLATION_OFFSET_NV",
    "MIN_PROGRAM_TEXTURE_GATHER_OFFSET_NV", "MAX_PROGRAM_TEXTURE_GATHER_OFFSET_NV",
    # All results or attributes that there are have fewer.
    "MAX_TESS_CONTROL_INPUT_COMPONENTS", "MAX_TESS_CONTROL_OUTPUT_COMPONENTS",
    "MAX_TESS_EVALUATION_INPUT_COMPONENTS", "MAX_TESS_EVALUATION_OUTPUT_COMPONENTS",
    "MAX_TESS_CONTROL_TOTAL_OUTPUT_COMPONENTS",
    # test_exact_limits.py, test_transform_feedback.py, test_second_colors.py, test_compute_dispatch.py,
    # test_storage_buffers.py, test_multisample.py.
    "MAX_MODELVIEW_STACK_DEPTH", "MAX_PROJECTION_STACK_DEPTH", "MAX_TEXTURE_STACK_DEPTH",
    "MAX_TRACK_MATRIX_STACK_DEPTH_NV", "MAX_TRANSFORM_FEEDBACK_SEPARATE_COMPONENTS_NV",
    "MAX_TRANSFORM_FEEDBACK_INTERLEAVED_COMPONENTS_NV", "MAX_TRANSFORM_FEEDBACK_SEPARATE_ATTRIBS_NV",
    "MAX_DUAL_SOURCE_DRAW_BUFFERS", "MAX_SHADER_STORAGE_BLOCK_SIZE", "MAX_IMAGE_SAMPLES_EXT",
    "MAX_INTEGER_SAMPLES",
    # Each the same number as MAX_SHADER_STORAGE_BUFFER_BINDINGS.
    *(f"MAX_{stage}_SHADER_STORAGE_BLOCKS" for stage in (
        "VERTEX", "GEOMETRY", "TESS_CONTROL", "TESS_EVALUATION", "FRAGMENT", "COMPUTE", "COMBINED")),
}  # fmt: skip
#: And those that tests above walk by name.
WALKED = {
    "MAX_FRAGMENT_PROGRAM_LOCAL_PARAMETERS_NV", "MAX_COMPUTE_WORK_GROUP_INVOCATIONS",
    "MIN_PROGRAM_TEXEL_OFFSET_EXT",
}  # fmt: skip


def test_every_limit_of_the_state_is_walked() -> None:
    gl = Context(backend="oracle")
    names = [
        name for name, value in vars(enums).items() if name[:4] in ("MAX_", "MIN_") and isinstance(value, int)
    ]
    told = {name for name in names if gl.GetIntegerv(getattr(enums, name)) is not None}
    commands = {row[0] for row in COMMAND_LIMITS}
    known = {row[0] for row in STATE_LIMITS} | commands | NOT_WALKED | WALKED
    values = {getattr(enums, name) for name in known}
    assert {name for name in told if getattr(enums, name) not in values} == set()


def test_the_least_texel_offset() -> None:
    """NV_gpu_program4 2.X.4.4."""
    gl = Context(backend="oracle", raise_errors=True)
    least = gl.GetIntegerv(enums.MIN_PROGRAM_TEXEL_OFFSET_EXT)
    program = "!!NVfp4.0 TEMP r; TEX r, r, texture[0], 1D, ({}); END"
    gl.ProgramStringARB(FRAGMENT, ASCII, program.format(least))
    with pytest.raises(GLError, match="INVALID_OPERATION"):
        gl.ProgramStringARB(FRAGMENT, ASCII, program.format(least - 1))


@pytest.mark.parametrize("header", ["!!ARBvp1.0 OPTION NV_vertex_program2;", "!!NVvp4.0"])
def test_so_many_calls_nest(header: str) -> None:
    """NV_vertex_program2_option 2.14.4.4: one more ends the program; NV_gpu_program4 2.X.5: is not made."""
    gl = Context(backend="oracle", size=(4, 4), raise_errors=True)
    most = gl.GetProgramivARB(VERTEX, enums.MAX_PROGRAM_CALL_DEPTH_NV)
    for depth, expected in ((most, 255), (most + 1, 0)):
        calls = "".join(f"s{number}: CAL s{number + 1}; RET;" for number in range(1, depth))
        body = "MOV result.position, vertex.position; MOV result.color, 0; CAL s1; RET;"
        text = f"{header} main: {body} {calls} s{depth}: MOV result.color, 1; RET; END"
        gl.ProgramStringARB(VERTEX, ASCII, text)
        gl.Enable(VERTEX)
        gl.Rectf(-1, -1, 1, 1)
        assert gl.ReadPixels(1, 1, 1, 1, enums.RED, enums.UNSIGNED_BYTE)[0, 0, 0] == expected


def test_so_many_turns_of_a_loop() -> None:
    """NV_fragment_program2 3.11.4.4: the number of turns is at most MAX_PROGRAM_LOOP_COUNT_NV."""
    gl = Context(backend="oracle", size=(4, 4), raise_errors=True)
    most = gl.GetProgramivARB(FRAGMENT, enums.MAX_PROGRAM_LOOP_COUNT_NV)
    for turns in (most - 1, most, most + 1):
        program = (
            "!!ARBfp1.0 OPTION NV_fragment_program2; TEMP t; MOV t, 0;"
            f"REP {{{turns}, 0, 0, 0}}.x; ADD t, t, 1; ENDREP; MUL result.color, t, {{{1 / 255}}}.x; END"
        )
        gl.ProgramStringARB(FRAGMENT, ASCII, program)
        gl.Enable(FRAGMENT)
        gl.Rectf(-1, -1, 1, 1)
        assert gl.ReadPixels(1, 1, 1, 1, enums.RED, enums.UNSIGNED_BYTE)[0, 0, 0] == min(turns, most)
