"""Display lists (OpenGL 1.5, 5.4; NV_vertex_program 5.4, ARB_vertex_program 5.4)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from api_helpers import VP1, context, error_of

from nvrender.api import Context, enums
from nvrender.api.command import COMMANDS
from nvrender.api.lists.steps import is_compiled
from nvrender.source import GLError, InputError

CORNERS = [(-1, -1), (3, -1), (-1, 3)]


def moves(gl: Context) -> float:
    """How far the modelview matrix moves along x."""
    return float(gl.GetFloatv(enums.MODELVIEW_MATRIX)[12])


def listed(gl: Context, name: int, calls: Callable[[], Any], mode: int = enums.COMPILE) -> None:
    gl.NewList(name, mode)
    calls()
    gl.EndList()


def pixel(gl: Context) -> list[int]:
    pixels: list[int] = gl.ReadPixels(1, 1, 1, 1, enums.RGBA, enums.UNSIGNED_BYTE)[0, 0].tolist()
    return pixels


@pytest.mark.parametrize(("mode", "moved"), [(enums.COMPILE, 0), (enums.COMPILE_AND_EXECUTE, 3)])
def test_modes(mode: int, moved: int) -> None:
    gl = context()
    assert gl.GetIntegerv(enums.LIST_INDEX) == gl.GetIntegerv(enums.LIST_MODE) == 0
    gl.NewList(7, mode)
    assert (gl.GetIntegerv(enums.LIST_INDEX), gl.GetIntegerv(enums.LIST_MODE)) == (7, mode)
    gl.Translatef(3, 0, 0)
    assert moves(gl) == moved and not gl.IsList(7)
    gl.EndList()
    assert gl.IsList(7) and gl.GetIntegerv(enums.LIST_INDEX) == gl.GetIntegerv(enums.LIST_MODE) == 0
    gl.CallList(7)
    assert moves(gl) == moved + 3
    gl.CallList(8)  # of which there is none
    assert moves(gl) == moved + 3 and gl.GetError() == enums.NO_ERROR


def test_a_list_is_replaced_at_its_end() -> None:
    gl = context()
    listed(gl, 1, lambda: gl.Translatef(1, 0, 0))
    gl.NewList(1, enums.COMPILE)
    gl.Translatef(10, 0, 0)
    gl.NewList(2, enums.COMPILE)
    assert gl.GetError() == enums.INVALID_OPERATION and gl.GetIntegerv(enums.LIST_INDEX) == 1
    gl.EndList()
    gl.CallList(1)
    assert moves(gl) == 10
    gl.NewList(1, enums.COMPILE_AND_EXECUTE)
    gl.CallList(1)  # the old one
    gl.EndList()
    assert moves(gl) == 20
    gl.LoadIdentity()
    listed(gl, 1, lambda: None)
    gl.CallList(1)
    assert moves(gl) == 0 and gl.GetError() == enums.NO_ERROR


def test_lists_call_lists_and_themselves() -> None:
    """To a depth of MAX_LIST_NESTING, beyond which calls do nothing."""
    gl = context()
    assert gl.GetIntegerv(enums.MAX_LIST_NESTING) == 64
    listed(gl, 2, lambda: gl.CallList(1))
    listed(gl, 1, lambda: gl.Translatef(5, 0, 0))  # made after the call of it
    gl.CallList(2)
    assert moves(gl) == 5
    gl.LoadIdentity()

    def itself() -> None:
        gl.Translatef(1, 0, 0)
        gl.CallLists(enums.BYTE, [3])

    listed(gl, 3, itself)
    gl.CallList(3)
    assert moves(gl) == 64 and gl.GetError() == enums.NO_ERROR
    gl.CallList(3)
    assert moves(gl) == 128


def test_names() -> None:
    gl = context()
    assert gl.GenLists(0) == 0 and gl.GetError() == enums.NO_ERROR
    listed(gl, 3, lambda: None)
    assert gl.GenLists(2) == 1 and gl.GenLists(2) == 4
    assert [gl.IsList(name) for name in range(7)] == [False, True, True, True, True, True, False]
    gl.DeleteLists(2, 2)
    gl.DeleteLists(77, 10)
    gl.DeleteLists(5, 2**31 - 1)
    assert [gl.IsList(name) for name in range(7)] == [False, True, False, False, True, False, False]
    assert gl.GenLists(2) == 2
    gl.CallList(1)
    assert gl.GetError() == enums.NO_ERROR
    assert gl.GenLists(2**31 - 1) == 0 and gl.GetError() == enums.OUT_OF_MEMORY


def test_contexts_share_lists_and_no_more() -> None:
    gl = context()
    other = Context(backend="oracle", share=gl)
    listed(gl, gl.GenLists(1), lambda: gl.Translatef(3, 0, 0))
    gl.ListBase(4)
    assert other.IsList(1) and other.GetIntegerv(enums.LIST_BASE) == 0
    other.CallList(1)
    assert (moves(gl), moves(other)) == (0, 3)
    other.DeleteLists(1, 1)
    assert not gl.IsList(1) and not Context(backend="oracle").IsList(1)


@pytest.mark.parametrize(
    ("type", "lists", "names"),
    [
        (enums.BYTE, [-1, 2], [99, 102]),
        (enums.UNSIGNED_BYTE, b"\x02\xff", [102, 355]),
        (enums.UNSIGNED_BYTE, [2, 255], [102, 355]),
        (enums.SHORT, np.array([-2, 300], np.int16), [98, 400]),
        (enums.UNSIGNED_SHORT, np.array([40000], np.uint16).tobytes(), [40100]),
        (enums.INT, [-100], [0]),
        (enums.INT, [-101, 70000], [2**32 - 1, 70100]),
        (enums.UNSIGNED_INT, [2**32 - 100, 2**32 - 1], [0, 99]),
        (enums.FLOAT, [1.9, -1.9], [101, 99]),
        (enums.GL_2_BYTES, b"\x01\x02", [100 + 258]),
        (enums.GL_3_BYTES, [1, 2, 3, 0, 0, 9], [100 + 66051, 109]),
        (enums.GL_4_BYTES, np.array([[255, 255, 255, 255]], np.uint8), [99]),
        (enums.BYTE, [], []),
    ],
)
def test_names_are_read_as_their_type_and_added_to_the_base(type: int, lists: Any, names: list[int]) -> None:
    gl = context()
    assert gl.GetIntegerv(enums.LIST_BASE) == 0
    gl.ListBase(100)
    assert gl.GetIntegerv(enums.LIST_BASE) == 100
    for name in filter(None, names):
        listed(gl, name, lambda name=name: gl.Translatef(name, 0, 0))  # type: ignore[misc]
    gl.CallLists(type, lists)
    assert moves(gl) == pytest.approx(sum(names)) and gl.GetError() == enums.NO_ERROR


def test_the_base_is_that_of_the_call() -> None:
    """docs/semantics.md."""
    gl = context()
    listed(gl, 1, lambda: gl.ListBase(10))
    listed(gl, 2, lambda: gl.Translatef(2, 0, 0))
    gl.CallLists(enums.INT, [1, 2])
    assert moves(gl) == 2 and gl.GetIntegerv(enums.LIST_BASE) == 10


ERRORS: list[tuple[str, Callable[[Context], Any]]] = [
    ("INVALID_VALUE", lambda gl: gl.NewList(0, enums.COMPILE)),
    ("INVALID_ENUM", lambda gl: gl.NewList(0, enums.INVERT)),
    ("INVALID_OPERATION", lambda gl: gl.EndList()),
    ("INVALID_VALUE", lambda gl: gl.GenLists(-1)),
    ("INVALID_VALUE", lambda gl: gl.DeleteLists(1, -1)),
    ("INVALID_ENUM", lambda gl: gl.CallLists(enums.DOUBLE, [1])),
    ("INVALID_OPERATION", lambda gl: (gl.Begin(enums.POINTS), gl.NewList(1, enums.COMPILE))),
    ("INVALID_OPERATION", lambda gl: (gl.Begin(enums.POINTS), gl.GenLists(1))),
    ("INVALID_OPERATION", lambda gl: (gl.Begin(enums.POINTS), gl.IsList(1))),
    ("INVALID_OPERATION", lambda gl: (gl.Begin(enums.POINTS), gl.DeleteLists(1, 1))),
    ("INVALID_OPERATION", lambda gl: (gl.Begin(enums.POINTS), gl.ListBase(1))),
    ("", lambda gl: (gl.Begin(enums.POINTS), gl.CallList(1), gl.CallLists(enums.BYTE, [1]), gl.End())),
    (
        "INVALID_OPERATION",
        lambda gl: (gl.NewList(1, enums.COMPILE_AND_EXECUTE), gl.Begin(enums.POINTS), gl.EndList()),
    ),
]


@pytest.mark.parametrize(("error", "call"), ERRORS)
def test_errors(error: str, call: Callable[[Context], Any]) -> None:
    """5.4 and 2.6.3."""
    assert error_of(call) == error


def test_errors_are_those_of_the_call() -> None:
    """5.4: not of the compiling; whatever comes after them is carried out."""
    gl = context()

    def wrong() -> None:
        gl.Enable(12345)
        gl.Translatef(1, 0, 0)
        gl.PointSize(-1)
        gl.Begin(enums.POINTS)
        gl.Translatef(100, 0, 0)
        gl.End()
        gl.Translatef(1, 0, 0)

    listed(gl, 1, wrong)
    assert gl.GetError() == enums.NO_ERROR
    gl.CallLists(enums.INT, [1, 1])
    assert gl.GetError() == enums.INVALID_ENUM and gl.GetError() == enums.NO_ERROR
    assert moves(gl) == 4 and gl._state.lists.depth == 0
    listed(gl, 2, wrong, enums.COMPILE_AND_EXECUTE)
    assert gl.GetError() == enums.INVALID_ENUM and moves(gl) == 6
    raising = Context(backend="oracle", share=gl, raise_errors=True)
    listed(raising, 3, lambda: raising.CallList(2))
    with pytest.raises(GLError) as caught:
        raising.CallList(3)
    assert (caught.value.name, caught.value.call) == ("INVALID_ENUM", "Enable")
    assert moves(raising) == 2


def test_what_no_program_in_c_could_pass() -> None:
    gl = context()
    listed(gl, 1, lambda: gl.Vertex2f("a", "b"))
    for attempt in (
        lambda: gl.CallList(1),
        lambda: gl.CallList("1"),
        lambda: gl.CallLists(enums.UNSIGNED_BYTE, [256]),
        lambda: gl.CallLists(enums.INT, [0.5]),
        lambda: gl.CallLists(enums.SHORT, b"abc"),
        lambda: gl.CallLists(enums.GL_3_BYTES, [1, 2]),
        lambda: gl.GenLists(1.5),
    ):
        with pytest.raises(InputError):
            attempt()
    assert gl._state.lists.depth == 0
    gl.NewList(2, enums.COMPILE)
    with pytest.raises(InputError):
        gl.Enable()
    gl.EndList()
    gl.CallList(2)
    assert gl.GetError() == enums.NO_ERROR


#: Commands of the lists in 5.4 of OpenGL 1.5 and of the extensions.
AT_ONCE = """
    AreProgramsResidentNV IsProgramNV GenProgramsNV DeleteProgramsNV VertexAttribPointerNV IsProgramARB
    GenProgramsARB DeleteProgramsARB VertexAttribPointerARB EnableVertexAttribArrayARB
    DisableVertexAttribArrayARB IsList GenLists DeleteLists NewList EndList FeedbackBuffer SelectBuffer
    RenderMode VertexPointer ClientActiveTexture InterleavedArrays NormalPointer ColorPointer IndexPointer
    TexCoordPointer EdgeFlagPointer SecondaryColorPointer FogCoordPointer EnableClientState
    DisableClientState PushClientAttrib PopClientAttrib ReadPixels PixelStorei PixelStoref GenTextures
    DeleteTextures AreTexturesResident IsTexture Flush Finish IsEnabled BindBuffer DeleteBuffers GenBuffers
    IsBuffer BufferData BufferSubData MapBuffer UnmapBuffer GetIntegerv GetError GetTrackMatrixivNV GetString
    VertexAttribIPointerEXT FramebufferTextureEXT FramebufferTextureLayerEXT FramebufferTextureFaceEXT
    GetMultisamplefvNV TexRenderbufferNV BindBufferRangeNV BindBufferOffsetNV BindBufferBaseNV
    GenFramebuffersEXT BindFramebufferEXT DeleteFramebuffersEXT CheckFramebufferStatusEXT IsFramebufferEXT
    RenderbufferStorageEXT FramebufferRenderbufferEXT GenerateMipmapEXT RenderbufferStorageMultisampleEXT
    GenTransformFeedbacksNV DeleteTransformFeedbacksNV IsTransformFeedbackNV BufferAddressRangeNV
    VertexFormatNV NormalFormatNV ColorFormatNV IndexFormatNV TexCoordFormatNV EdgeFlagFormatNV
    SecondaryColorFormatNV FogCoordFormatNV VertexAttribFormatNV VertexAttribIFormatNV VertexAttribLFormatNV
    GetMultisamplefv GetIntegerui64i_vNV
""".split()
COMPILED = """
    LoadProgramNV BindProgramNV ExecuteProgramNV RequestResidentProgramsNV ProgramParameter4fNV
    ProgramParameters4fvNV TrackMatrixNV VertexAttrib4fNV VertexAttribs4fvNV ProgramStringARB BindProgramARB
    ProgramEnvParameter4fARB ProgramLocalParametersI4ivNV ProgramBufferParametersfvNV CallList CallLists
    ListBase Begin End Vertex3f ArrayElement DrawArrays DrawElements DrawRangeElements Enable Disable
    PushAttrib PopAttrib PushMatrix Clear MatrixMode ActiveTexture BindTexture TexImage2D DrawBuffersARB
    ReadBuffer BlendFunc Map1f MapGrid1f EvalMesh1 RasterPos2f SampleMaskIndexedNV Materialf
    BlitFramebufferEXT Bitmap BindTransformFeedbackNV PauseTransformFeedbackNV ResumeTransformFeedbackNV
    DrawTransformFeedbackNV DrawTransformFeedbackStream SampleMaski TexImage2DMultisample
""".split()


def test_what_goes_into_lists() -> None:
    assert [name for name in AT_ONCE if is_compiled(name)] == []
    assert [name for name in COMPILED if not is_compiled(name)] == []
    unknown = {name for name in COMMANDS if is_compiled(name) and name.startswith(("Check", "Client"))}
    assert unknown == set()


def test_programs_in_lists() -> None:
    """NV_vertex_program 5.4: loads, parameters and tracking are compiled; names and queries are not."""
    gl = context()
    target = enums.VERTEX_PROGRAM_NV

    def calls() -> None:
        gl.LoadProgramNV(target, 9, VP1)
        gl.BindProgramNV(target, 9)
        gl.ProgramParameters4fvNV(target, 5, rows)
        gl.TrackMatrixNV(target, 8, enums.MODELVIEW, enums.IDENTITY_NV)
        gl.ExecuteProgramNV(enums.VERTEX_STATE_PROGRAM_NV, 2, vector)
        assert gl.GenProgramsNV(1) == (3,)
        gl.DeleteProgramsNV([1])
        assert not gl.IsProgramNV(1) and not gl.IsProgramNV(9)
        assert gl.GetTrackMatrixivNV(target, 8, enums.TRACK_MATRIX_NV) == enums.NONE

    rows, vector = np.array([[1, 2, 3, 4]], np.float32), [4, 3, 2, 1]
    listed(gl, 1, calls)
    rows[:] = 0
    vector[:] = [0] * 4
    gl.CallList(1)
    assert gl.GetIntegerv(enums.VERTEX_PROGRAM_BINDING_NV) == 9 and gl.IsProgramNV(9)
    assert gl.GetProgramParameterfvNV(target, 5, enums.PROGRAM_PARAMETER_NV) == (1, 2, 3, 4)
    assert gl.GetProgramParameterfvNV(target, 2, enums.PROGRAM_PARAMETER_NV) == (4, 3, 2, 1)
    assert gl.GetTrackMatrixivNV(target, 8, enums.TRACK_MATRIX_NV) == enums.MODELVIEW


def test_begin_in_one_list_and_end_in_another() -> None:
    gl = Context(backend="oracle", size=(4, 4), raise_errors=True)

    def opened() -> None:
        gl.Color3f(0, 1, 0)
        gl.Begin(enums.TRIANGLES)
        gl.Vertex2f(*CORNERS[0])

    def closed() -> None:
        gl.Vertex2f(*CORNERS[2])
        gl.End()

    listed(gl, 1, opened)
    listed(gl, 2, closed)
    gl.CallList(1)
    gl.Vertex2f(*CORNERS[1])
    gl.CallList(2)
    assert pixel(gl) == [0, 255, 0, 255]


DRAWS: dict[str, Callable[[Context], Any]] = {
    "DrawArrays": lambda gl: gl.DrawArrays(enums.TRIANGLES, 1, 3),
    "DrawElements": lambda gl: gl.DrawElements(enums.TRIANGLES, enums.UNSIGNED_BYTE, [3, 1, 2]),
    "DrawRangeElements": lambda gl: gl.DrawRangeElements(
        enums.TRIANGLES, 1, 3, enums.UNSIGNED_SHORT, np.array([1, 2, 3], np.uint16)
    ),
    "ArrayElement": lambda gl: (
        gl.Begin(enums.TRIANGLES), [gl.ArrayElement(i) for i in (1, 2, 3)], gl.End()
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", DRAWS)
@pytest.mark.parametrize("mode", [enums.COMPILE, enums.COMPILE_AND_EXECUTE])
def test_arrays_are_read_when_they_are_compiled(name: str, mode: int) -> None:
    """5.4: and everything about them is the client's, which no list changes."""
    gl = Context(backend="oracle", size=(4, 4), raise_errors=True)
    places = np.array([(9, 9), *CORNERS], np.float32)
    colors = np.array([[0, 0, 0]] + [[255, 0, 102]] * 3, np.uint8)
    gl.EnableClientState(enums.VERTEX_ARRAY)
    gl.NewList(1, mode)
    gl.EnableClientState(enums.COLOR_ARRAY)  # at once
    gl.VertexPointer(2, enums.FLOAT, 0, places)
    gl.ColorPointer(3, enums.UNSIGNED_BYTE, 0, colors)
    DRAWS[name](gl)
    gl.EndList()
    assert pixel(gl) == ([0, 0, 0, 0] if mode == enums.COMPILE else [255, 0, 102, 255])
    places[:] = colors[:] = 0
    gl.DisableClientState(enums.COLOR_ARRAY)
    gl.DisableClientState(enums.VERTEX_ARRAY)
    gl.Clear(enums.COLOR_BUFFER_BIT)
    gl.CallList(1)
    assert pixel(gl) == [255, 0, 102, 255]
    assert not gl.IsEnabled(enums.VERTEX_ARRAY) and gl._state.arrays.conventional[0].pointer is places


def test_the_program_of_the_call_says_which_arrays_count() -> None:
    """NV_vertex_program 2.14.3: generic ones, with vertex programs; docs/semantics.md."""
    gl = Context(backend="oracle", size=(4, 4), raise_errors=True)
    gl.LoadProgramNV(enums.VERTEX_PROGRAM_NV, 1, "!!VP1.0 MOV o[HPOS],v[0];MOV o[COL0],v[3];END")
    gl.BindProgramNV(enums.VERTEX_PROGRAM_NV, 1)
    gl.EnableClientState(enums.VERTEX_ARRAY)
    gl.VertexPointer(2, enums.FLOAT, 0, CORNERS)
    gl.EnableClientState(enums.VERTEX_ATTRIB_ARRAY3_NV)
    gl.VertexAttribPointerNV(3, 4, enums.UNSIGNED_BYTE, 0, [[0, 0, 255, 255]] * 3)
    listed(gl, 1, lambda: gl.DrawArrays(enums.TRIANGLES, 0, 3))
    gl.DisableClientState(enums.VERTEX_ATTRIB_ARRAY3_NV)
    gl.CallList(1)
    assert pixel(gl) == [255, 255, 255, 255]
    gl.Enable(enums.VERTEX_PROGRAM_NV)
    gl.CallList(1)
    assert pixel(gl) == [0, 0, 255, 255]


def test_draws_that_are_wrong_are_so_when_they_are_called() -> None:
    gl = context()
    gl.EnableClientState(enums.VERTEX_ARRAY)
    gl.VertexPointer(2, enums.FLOAT, 0, CORNERS)

    def calls() -> None:
        gl.DrawArrays(enums.POINTS, -1, 2)
        gl.DrawElements(enums.POINTS, enums.FLOAT, [0])
        gl.DrawRangeElements(enums.POINTS, 2, 1, enums.UNSIGNED_INT, [1])

    listed(gl, 1, calls)
    assert gl.GetError() == enums.NO_ERROR
    gl.CallList(1)
    assert gl.GetError() == enums.INVALID_VALUE
    gl.NewList(2, enums.COMPILE)
    with pytest.raises(InputError, match="attribute 0"):
        gl.DrawArrays(enums.POINTS, 0, 99)
    gl.EndList()


def test_commands_held_before_the_list_go_into_it() -> None:
    gl = context()
    color = gl.Color3f
    listed(gl, 1, lambda: color(0, 1, 0))
    assert gl.GetFloatv(enums.CURRENT_COLOR) == (1, 1, 1, 1)
    gl.CallList(1)
    assert gl.GetFloatv(enums.CURRENT_COLOR) == (0, 1, 0, 1)


@pytest.mark.parametrize("given", [iter((0, 1, 0)), bytearray((0, 255, 0)), memoryview(bytes((0, 255, 0)))])
def test_arguments_are_kept_as_they_are(given: Any) -> None:
    gl = context()
    name = "Color3fv" if not isinstance(given, (bytearray, memoryview)) else "Color3ubv"
    listed(gl, 1, lambda: getattr(gl, name)(given))
    if isinstance(given, bytearray):
        given[:] = bytes(3)
    for _ in range(2):
        gl.Color3f(1, 1, 1)
        gl.CallList(1)
        assert gl.GetFloatv(enums.CURRENT_COLOR) == (0, 1, 0, 1)


def test_arguments_by_name() -> None:
    gl = context()
    listed(gl, 1, lambda: gl.Translatef(z=0, x=3, y=0))
    gl.CallList(1)
    assert moves(gl) == 3


def test_images_of_proxies_are_not_compiled() -> None:
    """5.4: TexImage with a proxy's target is carried out at once."""
    gl = context()

    def image(target: int, width: int) -> None:
        gl.TexImage2D(target, 0, enums.RGBA8, width, 1, 0, enums.RGBA, enums.UNSIGNED_BYTE, bytes(4 * width))

    def widths() -> list[int]:
        targets = enums.TEXTURE_2D, enums.PROXY_TEXTURE_2D
        return [gl.GetTexLevelParameteriv(target, 0, enums.TEXTURE_WIDTH) for target in targets]

    gl.NewList(1, enums.COMPILE)
    image(enums.TEXTURE_2D, 4)
    image(enums.PROXY_TEXTURE_2D, 8)
    assert widths() == [0, 8]
    gl.EndList()
    image(enums.PROXY_TEXTURE_2D, 2)
    gl.CallList(1)
    assert widths() == [4, 2]
