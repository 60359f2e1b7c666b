"""Values at the edges of rules: the last one that is allowed, and what a neighbouring one would give."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from api_helpers import context, error_of
from generation5 import PROGRAMS

from nvrender.api import Context, GLError, enums
from nvrender.api.objects import table

VP, ARB = enums.VERTEX_PROGRAM_NV, enums.VERTEX_PROGRAM_ARB
Call = Callable[[Context], Any]


@pytest.mark.parametrize(
    ("mode", "pname", "least"),
    [
        (enums.MODELVIEW, enums.MAX_MODELVIEW_STACK_DEPTH, 32),
        (enums.PROJECTION, enums.MAX_PROJECTION_STACK_DEPTH, 2),
        (enums.TEXTURE, enums.MAX_TEXTURE_STACK_DEPTH, 2),
        (enums.MATRIX0_NV, enums.MAX_TRACK_MATRIX_STACK_DEPTH_NV, 1),
    ],
)  # fmt: skip
def test_stacks_are_as_deep_as_they_say(mode: int, pname: int, least: int) -> None:
    """OpenGL 1.5, 2.10.2 and table 6.25; NV_vertex_program, table X.9."""
    gl = context()
    gl.MatrixMode(mode)
    depth = gl.GetIntegerv(pname)
    assert depth >= least
    for _ in range(depth - 1):
        gl.PushMatrix()
    assert gl.GetError() == enums.NO_ERROR
    gl.PushMatrix()
    assert gl.GetError() == enums.STACK_OVERFLOW
    assert gl.GetIntegerv(enums.CURRENT_MATRIX_STACK_DEPTH_NV) == depth


def test_there_are_as_many_names_as_there_may_be(monkeypatch: pytest.MonkeyPatch) -> None:
    """OpenGL 1.5, table 2.3: OUT_OF_MEMORY."""
    monkeypatch.setattr(table, "NAMES", 4)
    gl = Context(backend="oracle", size=(2, 2))
    assert gl.GenBuffers(4) == (1, 2, 3, 4) and gl.GetError() == enums.NO_ERROR
    assert gl.GenBuffers(1) is None and gl.GetError() == enums.OUT_OF_MEMORY


def test_exact_values_of_tables() -> None:
    """OpenGL 1.5, table 6.5 and EXT_secondary_color; NV_gpu_program4, table X.21."""
    gl = context()
    assert gl.GetFloatv(enums.CURRENT_RASTER_POSITION) == (0, 0, 0, 1)
    assert gl.GetFloatv(enums.CURRENT_RASTER_COLOR) == (1, 1, 1, 1)
    for target in PROGRAMS:
        assert gl.GetProgramivARB(target, enums.MAX_PROGRAM_EXEC_INSTRUCTIONS_NV) == 65536
    gl.BindProgramNV(VP, 1)
    # Components are what the languages of declared attributes have.
    assert gl.GetProgramivARB(ARB, enums.PROGRAM_ATTRIB_COMPONENTS_NV) == 0
    assert gl.GetProgramivARB(ARB, enums.PROGRAM_RESULT_COMPONENTS_NV) == 0


@pytest.mark.parametrize(
    ("message", "call"),
    [
        ("VertexAttribs3fvNV: .* attributes 14 to 16 are set; the last is 15",
         lambda gl: gl.VertexAttribs3fvNV(14, [0] * 9)),
        ("VertexAttrib4fNV: .* index is 16; attributes are 0 to 15",
         lambda gl: gl.VertexAttrib4fNV(16, 0, 0, 0, 0)),
        ("c.255. to c.256. are set; there are c.0. to c.255.",
         lambda gl: gl.ProgramParameters4fvNV(VP, 255, [0] * 8)),
        ("index is 1024 for 1; parameters are 0 to 1023",
         lambda gl: gl.ProgramEnvParameter4fARB(ARB, 1024, 0, 0, 0, 0)),
        ("binding points are 0 to 7",
         lambda gl: gl.BindBufferBaseNV(enums.VERTEX_PROGRAM_PARAMETER_BUFFER_NV, 8, 0)),
        ("unit 8 has no texture coordinates; units 0 to 7 have",
         lambda gl: (gl.ActiveTexture(enums.TEXTURE0 + 8),
                     gl.TexGeni(enums.S, enums.TEXTURE_GEN_MODE, enums.EYE_LINEAR))),
    ],
)  # fmt: skip
def test_messages_tell_the_limits(message: str, call: Call) -> None:
    gl = Context(backend="oracle", raise_errors=True)
    with pytest.raises(GLError, match=message):
        call(gl)


@pytest.mark.parametrize(
    ("error", "call"),
    [
        # OpenGL 1.5, 2.6.3: Material is among what comes between Begin and End.
        *(("", lambda gl, name=f"Material{letter}": (
            gl.Begin(enums.POINTS), getattr(gl, name)(enums.FRONT, enums.SHININESS, 3)))
          for letter in ("f", "i", "fv", "iv")),
        # 2.11.4: SPHERE_MAP is not for R and Q, the maps are not for Q.
        *(("", lambda gl, mode=mode: gl.TexGeni(enums.R, enums.TEXTURE_GEN_MODE, mode))
          for mode in (enums.OBJECT_LINEAR, enums.EYE_LINEAR, enums.NORMAL_MAP, enums.REFLECTION_MAP)),
        *(("", lambda gl, mode=mode: gl.TexGeni(enums.Q, enums.TEXTURE_GEN_MODE, mode))
          for mode in (enums.OBJECT_LINEAR, enums.EYE_LINEAR)),
        ("INVALID_ENUM", lambda gl: gl.TexGeni(enums.Q, enums.TEXTURE_GEN_MODE, enums.REFLECTION_MAP)),
        ("INVALID_ENUM", lambda gl: gl.TexGeni(enums.Q, enums.TEXTURE_GEN_MODE, enums.SPHERE_MAP)),
        # 3.8.3: no format is compressed, whatever the number of sizes.
        ("INVALID_ENUM", lambda gl: gl.CompressedTexImage1D(enums.TEXTURE_1D, 0, enums.RGBA8, 4, 0, b"")),
        ("INVALID_ENUM", lambda gl: gl.CompressedTexImage2D(enums.TEXTURE_2D, 0, enums.RGBA8, 4, 4, 0, b"")),
        ("INVALID_OPERATION",
         lambda gl: gl.CompressedTexSubImage1D(enums.TEXTURE_1D, 0, 0, 4, enums.RGBA8, b"")),
        ("INVALID_ENUM", lambda gl: gl.CompressedTexSubImage1D(enums.TEXTURE_2D, 0, 0, 4, enums.RGBA8, b"")),
    ],
)  # fmt: skip
def test_what_is_just_allowed(error: str, call: Call) -> None:
    assert error_of(call) == error


def test_a_proxy_of_one_size() -> None:
    """OpenGL 1.5, 3.8.11."""
    gl = context()
    gl.TexImage1D(enums.PROXY_TEXTURE_1D, 0, enums.RGBA8, 8, 0, enums.RGBA, enums.UNSIGNED_BYTE, None)
    assert gl.GetError() == enums.NO_ERROR
    assert gl.GetTexLevelParameteriv(enums.PROXY_TEXTURE_1D, 0, enums.TEXTURE_WIDTH) == 8


def test_floats_are_clamped_where_they_are_packed() -> None:
    """OpenGL 1.5, 4.3.2: to 0 and 1 before they become integers."""
    gl = context()
    gl.BindTexture(enums.TEXTURE_2D, 1)
    texel = np.array([[[2, -1, 1.5]]], np.float32)
    gl.TexImage2D(enums.TEXTURE_2D, 0, enums.RGB32F_ARB, 1, 1, 0, enums.RGB, enums.FLOAT, texel)
    packed = gl.GetTexImage(enums.TEXTURE_2D, 0, enums.RGB, enums.UNSIGNED_SHORT_5_6_5)
    assert int(packed.reshape(-1)[0]) == 0xF81F


@pytest.mark.parametrize(
    ("name", "array", "type", "dtype", "given", "value"),
    [
        ("Color", enums.COLOR_ARRAY, enums.BYTE, np.int8, (-128, 0, 127), (-1, 1 / 255, 1, 1)),
        ("Color", enums.COLOR_ARRAY, enums.UNSIGNED_BYTE, np.uint8, (255, 0, 51), (1, 0, 0.2, 1)),
        ("SecondaryColor", enums.SECONDARY_COLOR_ARRAY, enums.SHORT, np.int16,
         (-32768, 0, 32767), (-1, 1 / 65535, 1, 1)),
        ("SecondaryColor", enums.SECONDARY_COLOR_ARRAY, enums.UNSIGNED_SHORT, np.uint16,
         (65535, 0, 13107), (1, 0, 0.2, 1)),
        ("Normal", enums.NORMAL_ARRAY, enums.SHORT, np.int16, (-32768, 0, 32767), (-1, 1 / 65535, 1)),
    ],
)  # fmt: skip
def test_integers_of_arrays_are_fractions(
    name: str, array: int, type: int, dtype: type, given: tuple[int, ...], value: tuple[float, ...]
) -> None:
    """OpenGL 1.5, tables 2.4 and 2.6: (2c + 1) / (2^b - 1) of signed ones."""
    gl = context()
    size = () if name == "Normal" else (3,)
    getattr(gl, f"{name}Pointer")(*size, type, 0, np.array([given], dtype))
    gl.EnableClientState(array)
    gl.Begin(enums.POINTS)
    gl.ArrayElement(0)
    gl.End()
    pname = {"Color": enums.CURRENT_COLOR, "Normal": enums.CURRENT_NORMAL}
    found = gl.GetFloatv(pname.get(name, enums.CURRENT_SECONDARY_COLOR))
    assert found == pytest.approx(value, abs=1e-7)


def test_texture_coordinates_of_an_array_are_no_fractions() -> None:
    """OpenGL 1.5, table 2.4: only colours and normals are normalized."""
    gl = context()
    for name, number in (("Vertex", enums.VERTEX_ARRAY), ("TexCoord", enums.TEXTURE_COORD_ARRAY)):
        getattr(gl, f"{name}Pointer")(2, enums.SHORT, 0, np.array([[3, -4]], np.int16))
        gl.EnableClientState(number)
    gl.Begin(enums.POINTS)
    gl.ArrayElement(0)
    gl.End()
    assert gl.GetFloatv(enums.CURRENT_TEXTURE_COORDS) == (3, -4, 0, 1)


def test_images_in_lists_keep_the_pixel_store_of_their_making() -> None:
    """OpenGL 1.5, 5.4: memory is read when the list is made."""
    gl = context()
    gl.BindTexture(enums.TEXTURE_2D, 1)
    gl.PixelStorei(enums.UNPACK_ALIGNMENT, 1)
    gl.PixelStorei(enums.UNPACK_SKIP_PIXELS, 1)
    memory = bytearray((9, 10, 20, 30))
    gl.NewList(1, enums.COMPILE)
    gl.TexImage2D(
        enums.TEXTURE_2D, 0, enums.LUMINANCE8, 3, 1, 0, enums.LUMINANCE, enums.UNSIGNED_BYTE, memory
    )
    gl.EndList()
    gl.PixelStorei(enums.UNPACK_SKIP_PIXELS, 0)
    memory[:] = b"\0\0\0\0"
    gl.CallList(1)
    texels = gl.GetTexImage(enums.TEXTURE_2D, 0, enums.RED, enums.UNSIGNED_BYTE)
    assert texels.reshape(-1).tolist() == [10, 20, 30] and gl.GetError() == enums.NO_ERROR


@pytest.mark.parametrize("size", [(2, 1), (4, 1), (1, 2)])
def test_chains_of_mipmaps_end_at_one_texel(size: tuple[int, int]) -> None:
    """OpenGL 1.5, 3.8.8 and 3.8.10: each size is halved and never below 1; the texture is complete."""
    gl = Context(backend="oracle", size=(4, 4), raise_errors=True)
    gl.BindTexture(enums.TEXTURE_2D, 1)
    gl.TexParameteri(enums.TEXTURE_2D, enums.TEXTURE_MIN_FILTER, enums.NEAREST_MIPMAP_NEAREST)
    width, height = size
    for level in range(max(size).bit_length()):
        wide, high = max(width >> level, 1), max(height >> level, 1)
        image = np.full((high, wide, 3), 51, np.uint8)
        gl.TexImage2D(
            enums.TEXTURE_2D, level, enums.RGB8, wide, high, 0, enums.RGB, enums.UNSIGNED_BYTE, image
        )
    gl.Enable(enums.TEXTURE_2D)
    gl.Rectf(-1, -1, 1, 1)
    assert gl.ReadPixels(1, 1, 1, 1, enums.RGB, enums.UNSIGNED_BYTE).tolist() == [[[51, 51, 51]]]


def test_bytes_that_are_copied_to_floats_are_fractions_of_255() -> None:
    """EXT_framebuffer_blit 4.3.3: as ReadPixels converts them."""
    gl = Context(backend="oracle", size=(2, 2), raise_errors=True)
    gl.ClearColor(1, 0, 0.2, 1)
    gl.Clear(enums.COLOR_BUFFER_BIT)
    gl.BindTexture(enums.TEXTURE_2D, 1)
    gl.TexImage2D(enums.TEXTURE_2D, 0, enums.RGBA32F_ARB, 2, 2, 0, enums.RGBA, enums.FLOAT, None)
    gl.BindFramebufferEXT(enums.DRAW_FRAMEBUFFER_EXT, 1)
    target = enums.DRAW_FRAMEBUFFER_EXT, enums.COLOR_ATTACHMENT0_EXT, enums.TEXTURE_2D
    gl.FramebufferTexture2DEXT(*target, 1, 0)
    gl.BlitFramebufferEXT(0, 0, 2, 2, 0, 0, 2, 2, enums.COLOR_BUFFER_BIT, enums.NEAREST)
    red, green, blue, alpha = gl.GetTexImage(enums.TEXTURE_2D, 0, enums.RGBA, enums.FLOAT)[0, 0]
    assert (red, green, alpha) == (1, 0, 1) and blue == np.float32(51 / 255)


def test_the_secondary_colour_of_the_raster_position_is_black_at_first() -> None:
    """EXT_secondary_color; a bitmap's fragments have it (OpenGL 1.5, 3.7)."""
    gl = Context(backend="oracle", size=(2, 2), raise_errors=True)
    text = "!!ARBfp1.0 MOV result.color,fragment.color.secondary;END"
    gl.ProgramStringARB(enums.FRAGMENT_PROGRAM_ARB, enums.PROGRAM_FORMAT_ASCII_ARB, text)
    gl.Enable(enums.FRAGMENT_PROGRAM_ARB)
    gl.ClearColor(1, 1, 1, 1)
    gl.Clear(enums.COLOR_BUFFER_BIT)
    gl.Bitmap(1, 1, 0, 0, 0, 0, b"\x80\0\0\0")
    assert gl.ReadPixels(0, 0, 1, 1, enums.RGB, enums.UNSIGNED_BYTE).tolist() == [[[0, 0, 0]]]


@pytest.mark.parametrize(
    ("error", "call"),
    [
        # NV_vertex_program 2.14.5: whatever is tracked, the transform is one of four.
        ("INVALID_ENUM", lambda gl: gl.TrackMatrixNV(VP, 0, enums.NONE, enums.NONE)),
        ("", lambda gl: gl.TrackMatrixNV(VP, 0, enums.NONE, enums.INVERSE_NV)),
        # EXT_texture_filter_anisotropic: INVALID_VALUE below 1.
        *((error, lambda gl, most=most: gl.TexParameterf(
            enums.TEXTURE_2D, enums.TEXTURE_MAX_ANISOTROPY_EXT, most))
          for error, most in (("", 1), ("INVALID_VALUE", 0.99), ("INVALID_VALUE", np.nan))),
        # ARB_fragment_program, Errors: a matrix of a unit without texture coordinates.
        ("INVALID_OPERATION",
         lambda gl: (gl.MatrixMode(enums.TEXTURE), gl.ActiveTexture(enums.TEXTURE0 + 8), gl.LoadIdentity())),
        ("", lambda gl: (gl.MatrixMode(enums.TEXTURE), gl.ActiveTexture(enums.TEXTURE7), gl.LoadIdentity())),
        ("", lambda gl: (gl.ActiveTexture(enums.TEXTURE0 + 8), gl.LoadIdentity())),
        ("OUT_OF_MEMORY",
         lambda gl: (gl.BindBuffer(enums.ARRAY_BUFFER, 1),
                     gl.BufferData(enums.ARRAY_BUFFER, (1 << 31) + 1, enums.STATIC_DRAW))),
    ],
)  # fmt: skip
def test_what_is_just_refused(error: str, call: Call) -> None:
    assert error_of(call) == error


@pytest.mark.parametrize(
    "target", [enums.VERTEX_PROGRAM_PARAMETER_BUFFER_NV, enums.FRAGMENT_PROGRAM_PARAMETER_BUFFER_NV]
)
def test_parameter_buffers_are_whole_words(target: int) -> None:
    """NV_parameter_buffer_object 2.14.1: the size is rounded down to words; 0 words at the end are none."""
    gl = context()
    gl.BindBufferBaseNV(target, 0, 5)
    gl.BufferData(target, 7, enums.STATIC_DRAW)
    gl.ProgramBufferParametersIuivNV(target, 0, 0, [0x04030201])
    assert gl.GetError() == enums.NO_ERROR
    gl.ProgramBufferParametersIuivNV(target, 0, 1, [1])
    assert gl.GetError() == enums.INVALID_VALUE
    assert bytes(gl.GetBufferSubData(target, 0, 7)) == b"\1\2\3\4\0\0\0"


def test_memory_that_runs_out_keeps_the_string(monkeypatch: pytest.MonkeyPatch) -> None:
    """ARB_vertex_program 2.14.1: OUT_OF_MEMORY changes nothing."""
    from nvrender.api.programs import nv as programs_nv

    def fails(*_: object, **__: object) -> None:
        raise MemoryError

    gl = context()
    text = "!!ARBvp1.0 MOV result.position,vertex.position;END"
    gl.ProgramStringARB(ARB, enums.PROGRAM_FORMAT_ASCII_ARB, text)
    monkeypatch.setattr(programs_nv, "load", fails)
    gl.ProgramStringARB(ARB, enums.PROGRAM_FORMAT_ASCII_ARB, text.replace("MOV", "ABS"))
    assert gl.GetError() == enums.OUT_OF_MEMORY
    assert gl.GetProgramStringARB(ARB, enums.PROGRAM_STRING_ARB) == text.encode()


def test_faults_seen_at_the_end_are_at_the_end() -> None:
    """ARB_vertex_program 2.14.1: the position is the length where all of the string was read."""
    gl = context()
    text = "!!ARBvp1.0 MOV result.position,vertex.position;"
    gl.ProgramStringARB(ARB, enums.PROGRAM_FORMAT_ASCII_ARB, text)
    assert gl.GetError() == enums.INVALID_OPERATION
    assert gl.GetIntegerv(enums.PROGRAM_ERROR_POSITION_ARB) == len(text)
    assert gl.GetString(enums.PROGRAM_ERROR_STRING_ARB)


def test_names_of_programs_are_one_space() -> None:
    """NV_vertex_program 2.14.1.7 and ARB_vertex_program 2.14.1: whatever the target and whoever asks."""
    gl = context()
    names = {*gl.GenProgramsNV(3), *gl.GenProgramsARB(3), 1, 2}
    assert len(names) == 8
    gl.BindProgramARB(enums.FRAGMENT_PROGRAM_ARB, 40)
    gl.BindProgramNV(VP, 40)
    assert gl.GetError() == enums.INVALID_OPERATION
    gl.LoadProgramNV(enums.VERTEX_STATE_PROGRAM_NV, 40, "!!VSP1.0 MOV c[0],v[0];END")
    assert gl.GetError() == enums.INVALID_OPERATION


def test_the_current_matrix_is_that_of_the_mode() -> None:
    """ARB_vertex_program 6.1.2: CURRENT_MATRIX_ARB by columns, TRANSPOSE_CURRENT_MATRIX_ARB by rows."""
    gl = context()
    for mode in (enums.MODELVIEW, enums.PROJECTION, enums.TEXTURE, enums.MATRIX0_NV, enums.MATRIX7_NV):
        gl.MatrixMode(mode)
        gl.Translatef(mode, 0, 0)
        assert gl.GetFloatv(enums.CURRENT_MATRIX_ARB)[12] == mode
        assert gl.GetFloatv(enums.TRANSPOSE_CURRENT_MATRIX_ARB)[3] == mode
    assert gl.GetError() == enums.NO_ERROR


def test_the_attenuations_of_a_light_are_three() -> None:
    """OpenGL 1.5, table 6.9."""
    gl = context()
    pnames = enums.CONSTANT_ATTENUATION, enums.LINEAR_ATTENUATION, enums.QUADRATIC_ATTENUATION
    for value, pname in enumerate(pnames, 2):
        gl.Lightf(enums.LIGHT3, pname, value)
    assert [gl.GetLightfv(enums.LIGHT3, pname) for pname in pnames] == [2, 3, 4]
    assert [gl.GetLightfv(enums.LIGHT2, pname) for pname in pnames] == [1, 0, 0]


@pytest.mark.parametrize("density", [0, 0.25])
def test_the_density_of_fog_may_be_small(density: float) -> None:
    """OpenGL 1.5, 3.10: INVALID_VALUE for negative ones only."""
    gl = context()
    gl.Fogf(enums.FOG_DENSITY, density)
    assert gl.GetError() == enums.NO_ERROR and gl.GetFloatv(enums.FOG_DENSITY) == density


def test_a_matrix_is_one_of_many() -> None:
    """OpenGL 1.5, 2.10.2, NV_vertex_program 2.14.5: units and tracked matrices have their own."""
    gl = context()
    for number in range(8):
        gl.MatrixMode(enums.TEXTURE)
        gl.ActiveTexture(enums.TEXTURE0 + number)
        gl.Translatef(number + 1, 0, 0)
        gl.MatrixMode(enums.MATRIX0_NV + number)
        gl.Translatef(0, number + 1, 0)
    for number in range(8):
        gl.ActiveTexture(enums.TEXTURE0 + number)
        assert gl.GetFloatv(enums.TEXTURE_MATRIX)[12] == number + 1
        gl.MatrixMode(enums.MATRIX0_NV + number)
        assert gl.GetFloatv(enums.CURRENT_MATRIX_NV)[13] == number + 1
    assert gl.GetError() == enums.NO_ERROR


def test_attenuations_may_be_zero_and_lists_have_names_of_any_float() -> None:
    """OpenGL 1.5, 2.14.1: INVALID_VALUE for negative ones; 5.4: floats are truncated, NaN is taken as 0."""
    gl = context()
    for pname in (
        enums.CONSTANT_ATTENUATION,
        enums.LINEAR_ATTENUATION,
        enums.SPOT_EXPONENT,
        enums.SPOT_CUTOFF,
    ):
        gl.Lightf(enums.LIGHT0, pname, 0)
    gl.NewList(1, enums.COMPILE)
    gl.Translatef(1, 0, 0)
    gl.EndList()
    gl.CallLists(enums.FLOAT, np.array([1.75, np.nan, np.inf, -np.inf, 1], np.float32))
    # What no float holds is infinite, and no warning.
    gl.CallLists(enums.FLOAT, np.array([1e300, -1e300]))
    assert gl.GetFloatv(enums.MODELVIEW_MATRIX)[12] == 2 and gl.GetError() == enums.NO_ERROR
