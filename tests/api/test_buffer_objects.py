"""Buffer objects, and arrays and indices in them (OpenGL 1.5, 2.9; ARB_vertex_buffer_object)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from api_helpers import error_of

from nvrender.api import Context
from nvrender.api import enums as gl_enums
from nvrender.api.buffers import commands as buffers_module
from nvrender.source import GLError, InputError

ARRAY, ELEMENTS = gl_enums.ARRAY_BUFFER, gl_enums.ELEMENT_ARRAY_BUFFER
PARAMETERS = gl_enums.FRAGMENT_PROGRAM_PARAMETER_BUFFER_NV
STATIC = gl_enums.STATIC_DRAW
CORNERS = np.array([[-1, -1], [3, -1], [-1, 3]], np.float32)
COLORS = np.array([[51, 102, 153, 255]] * 3, np.uint8)


@pytest.fixture
def gl() -> Context:
    return Context(backend="oracle", size=(4, 4), raise_errors=True)


def pixel(gl: Context) -> list[int]:
    found: list[int] = gl.ReadPixels(1, 1, 1, 1, gl_enums.RGBA, gl_enums.UNSIGNED_BYTE)[0, 0].tolist()
    gl.Clear(gl_enums.COLOR_BUFFER_BIT)
    return found


def filled(gl: Context, target: int, data: Any) -> int:
    (name,) = gl.GenBuffers(1)
    gl.BindBuffer(target, name)
    gl.BufferData(target, data, STATIC)
    return int(name)


def triangle(gl: Context) -> tuple[int, int]:
    """Arrays of a large triangle's corners and colours in two buffers, of which none is bound any more."""
    corners = filled(gl, ARRAY, CORNERS)
    gl.VertexPointer(2, gl_enums.FLOAT, 0, 0)
    colors = filled(gl, ARRAY, COLORS)
    gl.ColorPointer(4, gl_enums.UNSIGNED_BYTE, 0, None)
    gl.BindBuffer(ARRAY, 0)
    gl.EnableClientState(gl_enums.VERTEX_ARRAY)
    gl.EnableClientState(gl_enums.COLOR_ARRAY)
    return corners, colors


@pytest.mark.parametrize("target", [ARRAY, ELEMENTS, PARAMETERS])
def test_initial_state(gl: Context, target: int) -> None:
    """2.9, table 2.5, and the initial values after BufferData, table 2.6."""
    gl.BindBuffer(target, 7)
    parameters = (gl_enums.BUFFER_SIZE, gl_enums.BUFFER_USAGE, gl_enums.BUFFER_ACCESS, gl_enums.BUFFER_MAPPED)

    def state() -> list[int]:
        return [gl.GetBufferParameteriv(target, pname) for pname in parameters]

    assert state() == [0, STATIC, gl_enums.READ_WRITE, 0]
    assert gl.GetBufferPointerv(target, gl_enums.BUFFER_MAP_POINTER) is None
    gl.BufferData(target, 12, gl_enums.STREAM_COPY)
    assert state() == [12, gl_enums.STREAM_COPY, gl_enums.READ_WRITE, 0]
    mapped = gl.MapBuffer(target, gl_enums.WRITE_ONLY)
    assert state() == [12, gl_enums.STREAM_COPY, gl_enums.WRITE_ONLY, 1]
    assert gl.GetBufferPointerv(target, gl_enums.BUFFER_MAP_POINTER) is mapped
    gl.BufferData(target, b"abc", gl_enums.DYNAMIC_READ)
    assert state() == [3, gl_enums.DYNAMIC_READ, gl_enums.READ_WRITE, 0]
    assert gl.GetBufferPointerv(target, gl_enums.BUFFER_MAP_POINTER) is None


def test_names(gl: Context) -> None:
    """2.9: names are used once generated, buffers there once bound."""
    first, second = gl.GenBuffers(2)
    assert first != second and not gl.IsBuffer(first)
    gl.BindBuffer(ARRAY, second)
    assert gl.IsBuffer(second) and not gl.IsBuffer(0)
    assert gl.GetIntegerv(gl_enums.ARRAY_BUFFER_BINDING) == second
    gl.BindBuffer(ELEMENTS, second)
    gl.DeleteBuffers([0, first, second, 77])
    assert gl.GetIntegerv(gl_enums.ARRAY_BUFFER_BINDING) == 0
    assert gl.GetIntegerv(gl_enums.ELEMENT_ARRAY_BUFFER_BINDING) == 0
    assert not gl.IsBuffer(second)
    assert set(gl.GenBuffers(2)) == {first, second}


def test_contents(gl: Context) -> None:
    """2.9: BufferData replaces all, BufferSubData a part; 6.1.13: GetBufferSubData."""
    gl.BindBuffer(ARRAY, 1)
    gl.BufferData(ARRAY, np.arange(4, dtype=np.int16), STATIC)
    assert gl.GetBufferSubData(ARRAY, 2, 4).tolist() == [1, 0, 2, 0]
    gl.BufferSubData(ARRAY, 6, b"\x09\x08")
    gl.BufferSubData(ARRAY, 0, np.array([[0x0102]], np.int16))
    gl.BufferSubData(ARRAY, 8, b"")
    found = gl.GetBufferSubData(ARRAY, 0, 8)
    assert found.tolist() == [2, 1, 1, 0, 2, 0, 9, 8]
    found[:] = 0
    assert gl.GetBufferSubData(ARRAY, 6, 2).tolist() == [9, 8]
    memory = np.zeros(2, np.uint8)
    gl.BufferData(ARRAY, memory, STATIC)
    memory[:] = 5
    assert gl.GetBufferSubData(ARRAY, 0, 2).tolist() == [0, 0]


def test_mapping(gl: Context) -> None:
    """2.9: what is written through the pointer is there; UnmapBuffer takes the pointer back."""
    gl.BindBuffer(ARRAY, 1)
    gl.BufferData(ARRAY, 8, STATIC)
    pointer = gl.MapBuffer(ARRAY, gl_enums.READ_WRITE)
    pointer.view(np.float32)[1] = 1.5
    assert gl.UnmapBuffer(ARRAY) is True
    pointer[:] = 255
    assert gl.GetBufferSubData(ARRAY, 0, 8).view(np.float32).tolist() == [0, 1.5]
    readable = gl.MapBuffer(ARRAY, gl_enums.READ_ONLY)
    assert readable.view(np.float32).tolist() == [0, 1.5]
    with pytest.raises(ValueError, match="read-only"):
        readable[0] = 1
    gl.UnmapBuffer(ARRAY)
    assert gl.GetBufferParameteriv(ARRAY, gl_enums.BUFFER_ACCESS) == gl_enums.READ_ONLY


def mapped(gl: Context) -> None:
    gl.BindBuffer(ARRAY, 1)
    gl.BufferData(ARRAY, 8, STATIC)
    gl.MapBuffer(ARRAY, gl_enums.READ_WRITE)


def bound(gl: Context) -> None:
    gl.BindBuffer(ARRAY, 1)
    gl.BufferData(ARRAY, 8, STATIC)


def nothing(_: Context) -> None:
    """No buffer is bound."""


@pytest.mark.parametrize(
    ("before", "call", "error"),
    [
        (nothing, lambda gl: gl.GenBuffers(-1), "INVALID_VALUE"),
        (nothing, lambda gl: gl.BindBuffer(gl_enums.TEXTURE_2D, 1), "INVALID_ENUM"),
        (bound, lambda gl: gl.BufferData(gl_enums.TEXTURE_2D, 1, STATIC), "INVALID_ENUM"),
        (bound, lambda gl: gl.BufferData(ARRAY, 1, gl_enums.READ_ONLY), "INVALID_ENUM"),
        (bound, lambda gl: gl.BufferData(ARRAY, -1, STATIC), "INVALID_VALUE"),
        (bound, lambda gl: gl.BufferData(ARRAY, -1, 0), "INVALID_ENUM"),
        (nothing, lambda gl: gl.BufferData(ARRAY, -1, STATIC), "INVALID_VALUE"),
        (nothing, lambda gl: gl.BufferData(ARRAY, 1, STATIC), "INVALID_OPERATION"),
        (bound, lambda gl: gl.BufferData(ARRAY, 1 << 62, STATIC), "OUT_OF_MEMORY"),
        (bound, lambda gl: gl.BufferSubData(0, 0, b"1"), "INVALID_ENUM"),
        (bound, lambda gl: gl.BufferSubData(ARRAY, -1, b"1"), "INVALID_VALUE"),
        (bound, lambda gl: gl.BufferSubData(ARRAY, 8, b"1"), "INVALID_VALUE"),
        (mapped, lambda gl: gl.BufferSubData(ARRAY, 8, b"1"), "INVALID_VALUE"),
        (nothing, lambda gl: gl.BufferSubData(ARRAY, -1, b""), "INVALID_VALUE"),
        (nothing, lambda gl: gl.BufferSubData(ARRAY, 0, b""), "INVALID_OPERATION"),
        (mapped, lambda gl: gl.BufferSubData(ARRAY, 0, b"1"), "INVALID_OPERATION"),
        (bound, lambda gl: gl.GetBufferSubData(0, 0, 1), "INVALID_ENUM"),
        (bound, lambda gl: gl.GetBufferSubData(ARRAY, -1, 1), "INVALID_VALUE"),
        (bound, lambda gl: gl.GetBufferSubData(ARRAY, 0, -1), "INVALID_VALUE"),
        (bound, lambda gl: gl.GetBufferSubData(ARRAY, 4, 5), "INVALID_VALUE"),
        (nothing, lambda gl: gl.GetBufferSubData(ARRAY, 0, 0), "INVALID_OPERATION"),
        (mapped, lambda gl: gl.GetBufferSubData(ARRAY, 0, 1), "INVALID_OPERATION"),
        (bound, lambda gl: gl.MapBuffer(0, gl_enums.READ_ONLY), "INVALID_ENUM"),
        (mapped, lambda gl: gl.MapBuffer(ARRAY, STATIC), "INVALID_ENUM"),
        (mapped, lambda gl: gl.MapBuffer(ARRAY, gl_enums.READ_ONLY), "INVALID_OPERATION"),
        (nothing, lambda gl: gl.MapBuffer(ARRAY, gl_enums.READ_ONLY), "INVALID_OPERATION"),
        (mapped, lambda gl: gl.UnmapBuffer(0), "INVALID_ENUM"),
        (bound, lambda gl: gl.UnmapBuffer(ARRAY), "INVALID_OPERATION"),
        (nothing, lambda gl: gl.UnmapBuffer(ARRAY), "INVALID_OPERATION"),
        (bound, lambda gl: gl.GetBufferParameteriv(0, gl_enums.BUFFER_SIZE), "INVALID_ENUM"),
        (nothing, lambda gl: gl.GetBufferParameteriv(ARRAY, gl_enums.BUFFER_MAP_POINTER), "INVALID_ENUM"),
        (nothing, lambda gl: gl.GetBufferParameteriv(ARRAY, gl_enums.BUFFER_SIZE), "INVALID_OPERATION"),
        (bound, lambda gl: gl.GetBufferPointerv(0, gl_enums.BUFFER_MAP_POINTER), "INVALID_ENUM"),
        (nothing, lambda gl: gl.GetBufferPointerv(ARRAY, gl_enums.BUFFER_SIZE), "INVALID_ENUM"),
        (nothing, lambda gl: gl.GetBufferPointerv(ARRAY, gl_enums.BUFFER_MAP_POINTER), "INVALID_OPERATION"),
        (bound, lambda gl: (gl.Begin(gl_enums.POINTS), gl.BindBuffer(ARRAY, 0), gl.End()),
         "INVALID_OPERATION"),
    ],
)  # fmt: skip
def test_errors(before: Callable[[Context], None], call: Callable[[Context], Any], error: str) -> None:
    """2.9 and 6.1.13; ARB_vertex_buffer_object, Errors."""

    def calls(gl: Context) -> None:
        before(gl)
        call(gl)

    assert error_of(calls) == error


def test_after_an_error_the_buffer_is_as_it_was() -> None:
    """OpenGL 1.5, 2.5."""
    kept = Context(backend="oracle")
    kept.BindBuffer(ARRAY, 1)
    kept.BufferData(ARRAY, b"abcdef", STATIC)
    kept.BufferData(ARRAY, b"ghi", 0)
    kept.BufferSubData(ARRAY, 4, b"123")
    kept.BufferData(ARRAY, -1, STATIC)
    assert kept.UnmapBuffer(ARRAY) is False
    assert bytes(kept.GetBufferSubData(ARRAY, 0, 6)) == b"abcdef"


def test_memory_that_is_not_there(gl: Context, monkeypatch: pytest.MonkeyPatch) -> None:
    """2.9: OUT_OF_MEMORY where no store of the size can be made."""
    monkeypatch.setattr(buffers_module, "LARGEST", 1 << 62)
    assert error_of(lambda gl: (bound(gl), gl.BufferData(ARRAY, 1 << 60, STATIC))) == "OUT_OF_MEMORY"


def test_memory_in_pieces(gl: Context) -> None:
    """Arrays and memoryviews with gaps are what their elements are; a pointer has no elements."""
    gl.BindBuffer(ARRAY, 1)
    gl.BufferData(ARRAY, memoryview(b"abcdef")[::2], STATIC)
    assert bytes(gl.GetBufferSubData(ARRAY, 0, 3)) == b"ace"
    gl.BufferData(ARRAY, np.arange(6, dtype=np.uint8)[::-2], STATIC)
    assert gl.GetBufferSubData(ARRAY, 0, 3).tolist() == [5, 3, 1]
    gl.BindBuffer(ARRAY, 0)
    gl.VertexPointer(2, gl_enums.SHORT, 0, memoryview(bytes(99))[::2])
    gl.EnableClientState(gl_enums.VERTEX_ARRAY)
    with pytest.raises(InputError, match="in one piece"):
        gl.DrawArrays(gl_enums.POINTS, 0, 1)


@pytest.mark.parametrize(
    ("name", "arguments"),
    [
        ("Enable", ([gl_enums.FOG],)),
        ("BindProgramNV", (np.zeros(2), 1)),
        ("ProgramLocalParameter4fARB", ([1], 0, 1, 2, 3, 4)),
        ("CallList", ([1],)),
    ],
)
def test_lists_for_numbers(gl: Context, name: str, arguments: tuple[Any, ...]) -> None:
    with pytest.raises(InputError):
        getattr(gl, name)(*arguments)


@pytest.mark.parametrize("data", ["text", None, object(), [[1], [1, 2]], 1j, ["a"]])
def test_what_is_no_memory(gl: Context, data: Any) -> None:
    gl.BindBuffer(ARRAY, 1)
    with pytest.raises(InputError):
        gl.BufferData(ARRAY, data, STATIC)
    with pytest.raises(InputError):
        gl.BufferSubData(ARRAY, 0, data)


def test_arrays_keep_the_buffer_of_their_definition(gl: Context) -> None:
    """2.9.1: it is captured by the command that defines the array."""
    corners, colors = triangle(gl)
    assert gl.GetIntegerv(gl_enums.VERTEX_ARRAY_BUFFER_BINDING) == corners
    assert gl.GetIntegerv(gl_enums.COLOR_ARRAY_BUFFER_BINDING) == colors
    gl.DrawArrays(gl_enums.TRIANGLES, 0, 3)
    assert pixel(gl) == [51, 102, 153, 255]
    gl.BindBuffer(ARRAY, colors)
    gl.BufferSubData(ARRAY, 0, 255 - COLORS)
    gl.BindBuffer(ARRAY, 0)
    gl.DrawArrays(gl_enums.TRIANGLES, 0, 3)
    assert pixel(gl) == [204, 153, 102, 0]


@pytest.mark.parametrize(
    ("define", "query"),
    [
        (lambda gl: gl.VertexPointer(2, gl_enums.SHORT, 0, 4), "VERTEX"),
        (lambda gl: gl.NormalPointer(gl_enums.FLOAT, 0, 4), "NORMAL"),
        (lambda gl: gl.ColorPointer(3, gl_enums.FLOAT, 0, 4), "COLOR"),
        (lambda gl: gl.SecondaryColorPointer(3, gl_enums.FLOAT, 0, 4), "SECONDARY_COLOR"),
        (lambda gl: gl.FogCoordPointer(gl_enums.FLOAT, 0, 4), "FOG_COORD"),
        (lambda gl: gl.TexCoordPointer(2, gl_enums.FLOAT, 0, 4), "TEXTURE_COORD"),
    ],
)
def test_bindings_of_conventional_arrays(gl: Context, define: Callable[[Context], None], query: str) -> None:
    """Table 6.6: all are 0 at first; of texture coordinates each unit has its own."""
    name = getattr(gl_enums, f"{query}_ARRAY_BUFFER_BINDING")
    assert gl.GetIntegerv(name) == 0
    gl.BindBuffer(ARRAY, 5)
    gl.ClientActiveTexture(gl_enums.TEXTURE0 + 2)
    define(gl)
    gl.BindBuffer(ARRAY, 0)
    assert gl.GetIntegerv(name) == 5
    gl.ClientActiveTexture(gl_enums.TEXTURE0 + 1)
    assert gl.GetIntegerv(name) == (0 if query == "TEXTURE_COORD" else 5)
    gl.ClientActiveTexture(gl_enums.TEXTURE0 + 2)
    define(gl)
    assert gl.GetIntegerv(name) == 0


@pytest.mark.parametrize(
    "define",
    [
        lambda gl: gl.VertexAttribPointerARB(4, 2, gl_enums.FLOAT, False, 0, 16),
        lambda gl: gl.VertexAttribPointerNV(4, 2, gl_enums.FLOAT, 0, 16),
        lambda gl: gl.VertexAttribIPointerEXT(4, 2, gl_enums.INT, 0, 16),
    ],
)
def test_bindings_of_generic_arrays(gl: Context, define: Callable[[Context], None]) -> None:
    """Table 6.7; deleting a buffer ends them."""
    binding = gl_enums.VERTEX_ATTRIB_ARRAY_BUFFER_BINDING
    gl.BindBuffer(ARRAY, 3)
    define(gl)
    gl.BindBuffer(ARRAY, 0)
    assert [gl.GetVertexAttribivARB(number, binding) for number in (3, 4)] == [0, 3]
    assert gl.GetVertexAttribPointervARB(4, gl_enums.VERTEX_ATTRIB_ARRAY_POINTER_ARB) == 16
    gl.DeleteBuffers([3])
    assert gl.GetVertexAttribIivEXT(4, binding) == 0


@pytest.mark.parametrize(
    ("type", "dtype"),
    [
        (gl_enums.UNSIGNED_BYTE, np.uint8),
        (gl_enums.UNSIGNED_SHORT, np.uint16),
        (gl_enums.UNSIGNED_INT, np.uint32),
    ],
)
@pytest.mark.parametrize("ranged", [False, True])
def test_indices_in_buffers(gl: Context, type: int, dtype: Any, ranged: bool) -> None:
    """2.9.2: indices are an offset into the buffer that is bound."""
    triangle(gl)
    filled(gl, ELEMENTS, np.array([1, 1, 1, 0, 1, 2, 0, 0, 0], dtype))

    def draw(first: int, count: int) -> None:
        offset = first * np.dtype(dtype).itemsize
        if ranged:
            gl.DrawRangeElements(gl_enums.TRIANGLES, 0, 2, type, offset, count)
        else:
            gl.DrawElements(gl_enums.TRIANGLES, type, offset, count)

    draw(6, 3)
    draw(3, 0)
    assert pixel(gl) == [0, 0, 0, 0]
    draw(3, 3)
    assert pixel(gl) == [51, 102, 153, 255]
    gl.BindBuffer(ELEMENTS, 0)
    gl.DrawElements(gl_enums.TRIANGLES, type, np.array([0, 1, 2, 2]), 3)
    assert pixel(gl) == [51, 102, 153, 255]


@pytest.mark.parametrize("which", ["vertices", "indices"])
@pytest.mark.parametrize("gone", ["mapped", "deleted elsewhere"])
def test_buffers_that_cannot_be_read(which: str, gone: str) -> None:
    """ARB_vertex_buffer_object 2.8A.1: INVALID_OPERATION while it is mapped; nothing is drawn or set."""
    gl = Context(backend="oracle", size=(4, 4))
    corners, _ = triangle(gl)
    order = filled(gl, ELEMENTS, np.array([0, 1, 2], np.uint8))
    chosen = corners if which == "vertices" else order
    if gone == "mapped":
        gl.BindBuffer(ARRAY, chosen)
        gl.MapBuffer(ARRAY, gl_enums.READ_ONLY)
    else:
        Context(backend="oracle", share=gl).DeleteBuffers([chosen])
    gl.DrawElements(gl_enums.TRIANGLES, gl_enums.UNSIGNED_BYTE, 0, 3)
    assert gl.GetError() == gl_enums.INVALID_OPERATION
    if which == "vertices":
        gl.DrawArrays(gl_enums.TRIANGLES, 0, 3)
        assert gl.GetError() == gl_enums.INVALID_OPERATION
        gl.ArrayElement(0)
        assert gl.GetError() == gl_enums.INVALID_OPERATION
        assert gl.GetFloatv(gl_enums.CURRENT_COLOR) == (1, 1, 1, 1)
    assert pixel(gl) == [0, 0, 0, 0]
    if gone == "mapped":
        assert gl.UnmapBuffer(ARRAY)
        gl.DrawElements(gl_enums.TRIANGLES, gl_enums.UNSIGNED_BYTE, 0, 3)
        assert pixel(gl) == [51, 102, 153, 255]
    assert gl.GetError() == gl_enums.NO_ERROR


def test_negative_counts(gl: Context) -> None:
    """OpenGL 1.5, 2.8."""
    triangle(gl)
    for indices in (0, [1]):
        with pytest.raises(GLError, match="INVALID_VALUE"):
            gl.DrawElements(gl_enums.POINTS, gl_enums.UNSIGNED_BYTE, indices, -1)


@pytest.mark.parametrize(
    "call",
    [
        lambda gl: gl.DrawArrays(gl_enums.TRIANGLES, 1, 3),
        lambda gl: gl.DrawArrays(gl_enums.TRIANGLES, 2**62, 3),
        lambda gl: gl.DrawElements(gl_enums.TRIANGLES, gl_enums.UNSIGNED_BYTE, 1, 3),
        lambda gl: gl.DrawElements(gl_enums.TRIANGLES, gl_enums.UNSIGNED_BYTE, -1, 3),
        lambda gl: gl.DrawElements(gl_enums.TRIANGLES, gl_enums.UNSIGNED_BYTE, 0, 2**62),
        lambda gl: gl.DrawElements(gl_enums.TRIANGLES, gl_enums.UNSIGNED_BYTE, 0),
        lambda gl: gl.DrawElements(gl_enums.TRIANGLES, gl_enums.UNSIGNED_BYTE, [0, 1, 2], 3),
        lambda gl: gl.ArrayElement(3),
        lambda gl: gl.ArrayElement(-1),
    ],
)
def test_reading_past_the_end(gl: Context, call: Callable[[Context], None]) -> None:
    triangle(gl)
    filled(gl, ELEMENTS, np.array([0, 1, 2], np.uint8))
    with pytest.raises(InputError):
        call(gl)


def test_pointers_that_are_none(gl: Context) -> None:
    corners, _ = triangle(gl)
    gl.BindBuffer(ARRAY, corners)
    for pointer in (CORNERS, "0", 0.5, (CORNERS, 0)):
        with pytest.raises(InputError, match="offset"):
            gl.VertexPointer(2, gl_enums.FLOAT, 0, pointer)
    gl.VertexPointer(2, gl_enums.FLOAT, 0, -4)
    with pytest.raises(InputError):
        gl.DrawArrays(gl_enums.TRIANGLES, 0, 3)
    gl.DeleteBuffers([corners])
    with pytest.raises(InputError, match="offset"):
        gl.DrawArrays(gl_enums.TRIANGLES, 0, 3)


def test_sharing_contexts_have_the_same_buffers(gl: Context) -> None:
    """Buffers are shared as display lists are (ARB_vertex_buffer_object, GLX); bindings are not."""
    other = Context(backend="oracle", share=gl, raise_errors=True)
    gl.BindBuffer(ARRAY, 4)
    gl.BufferData(ARRAY, b"abc", STATIC)
    assert other.IsBuffer(4) and other.GetIntegerv(gl_enums.ARRAY_BUFFER_BINDING) == 0
    assert 4 not in other.GenBuffers(4)
    other.BindBuffer(ELEMENTS, 4)
    other.BufferSubData(ELEMENTS, 1, b"x")
    assert bytes(gl.GetBufferSubData(ARRAY, 0, 3)) == b"axc"
    other.DeleteBuffers([4])
    assert gl.GetIntegerv(gl_enums.ARRAY_BUFFER_BINDING) == 4 and not gl.IsBuffer(4)
    with pytest.raises(GLError, match="INVALID_OPERATION"):
        gl.GetBufferSubData(ARRAY, 0, 1)


def test_lists_hold_what_buffers_held(gl: Context) -> None:
    """ARB_vertex_buffer_object 5.4: the data is read when the list is compiled."""
    corners, colors = triangle(gl)
    order = filled(gl, ELEMENTS, np.array([2, 0, 1, 2], np.uint8))
    gl.NewList(1, gl_enums.COMPILE)
    gl.DrawElements(gl_enums.TRIANGLES, gl_enums.UNSIGNED_BYTE, 1, 3)
    gl.DrawElements(gl_enums.TRIANGLES, gl_enums.UNSIGNED_BYTE, 1, 0)
    gl.BindBuffer(ARRAY, 0)
    gl.EndList()
    gl.DeleteBuffers([corners, colors, order])
    gl.BindBuffer(ELEMENTS, 99)
    gl.CallList(1)
    assert pixel(gl) == [51, 102, 153, 255]


def test_the_client_stack_keeps_bindings(gl: Context) -> None:
    """Table 6.6: they are in the vertex-array group."""
    gl.BindBuffer(ARRAY, 1)
    gl.PushClientAttrib(gl_enums.CLIENT_VERTEX_ARRAY_BIT)
    gl.BindBuffer(ARRAY, 2)
    gl.BindBuffer(ELEMENTS, 2)
    gl.PopClientAttrib()
    assert gl.GetIntegerv(gl_enums.ARRAY_BUFFER_BINDING) == 1
    assert gl.GetIntegerv(gl_enums.ELEMENT_ARRAY_BUFFER_BINDING) == 0


@pytest.mark.parametrize(
    ("name", "size", "define", "found"),
    [
        ("VERTEX", 4, lambda gl, at: gl.VertexPointer(2, gl_enums.SHORT, 6, at), (2, gl_enums.SHORT, 6)),
        ("NORMAL", None, lambda gl, at: gl.NormalPointer(gl_enums.BYTE, 5, at), (None, gl_enums.BYTE, 5)),
        ("COLOR", 4, lambda gl, at: gl.ColorPointer(3, gl_enums.DOUBLE, 0, at), (3, gl_enums.DOUBLE, 0)),
        ("SECONDARY_COLOR", 3, lambda gl, at: gl.SecondaryColorPointer(3, gl_enums.INT, 16, at),
         (3, gl_enums.INT, 16)),
        ("FOG_COORD", None, lambda gl, at: gl.FogCoordPointer(gl_enums.DOUBLE, 9, at),
         (None, gl_enums.DOUBLE, 9)),
        ("TEXTURE_COORD", 4, lambda gl, at: gl.TexCoordPointer(1, gl_enums.INT, 4, at), (1, gl_enums.INT, 4)),
    ],
)  # fmt: skip
def test_conventional_arrays_can_be_asked_for(
    gl: Context, name: str, size: int | None, define: Callable[[Context, Any], None], found: tuple[Any, ...]
) -> None:
    """OpenGL 1.5, tables 6.6 to 6.8, and 6.1.11."""

    def state() -> tuple[Any, ...]:
        value = gl.GetIntegerv(getattr(gl_enums, f"{name}_ARRAY_SIZE")) if size else None
        return (
            value,
            *(gl.GetIntegerv(getattr(gl_enums, f"{name}_ARRAY_{part}")) for part in ("TYPE", "STRIDE")),
        )

    pointer = getattr(gl_enums, f"{name}_ARRAY_POINTER")
    assert state() == (size, gl_enums.FLOAT, 0) and gl.GetPointerv(pointer) is None
    memory = np.zeros(4)
    define(gl, memory)
    assert state() == found and gl.GetPointerv(pointer) is memory
    gl.BindBuffer(ARRAY, 1)
    define(gl, 12)
    assert gl.GetPointerv(pointer) == 12


def test_recommended_sizes(gl: Context) -> None:
    """OpenGL 1.5, 2.8: hints, of any size."""
    for name in (gl_enums.MAX_ELEMENTS_VERTICES, gl_enums.MAX_ELEMENTS_INDICES):
        assert gl.GetIntegerv(name) > 0


def test_pointers_of_nothing(gl: Context) -> None:
    with pytest.raises(GLError, match="INVALID_ENUM"):
        gl.GetPointerv(gl_enums.VERTEX_ARRAY)
    gl.NewList(1, gl_enums.COMPILE)
    assert gl.GetPointerv(gl_enums.VERTEX_ARRAY_POINTER) is None
