"""MultiDrawArrays, MultiDrawElements and InterleavedArrays (OpenGL 1.5, 2.8)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from api_helpers import error_of

from nvrender.api import Context, enums
from nvrender.source import InputError

#: Twelve points, one of each pixel of three rows of four.
PLACES = [((x + 0.5) / 2 - 1, (y + 0.5) / 2 - 1) for y in range(3) for x in range(4)]


@pytest.fixture
def gl() -> Context:
    """A context of 4×4 pixels with an array of twelve points."""
    gl = Context(backend="oracle", size=(4, 4), raise_errors=True)
    gl.EnableClientState(enums.VERTEX_ARRAY)
    gl.VertexPointer(2, enums.FLOAT, 0, np.array(PLACES, np.float32))
    return gl


def drawn(gl: Context) -> list[int]:
    """The numbers of the points that were drawn."""
    pixels = gl.ReadPixels(0, 0, 4, 4, enums.RGBA, enums.UNSIGNED_BYTE)[..., 3]
    found: list[int] = np.flatnonzero(pixels.reshape(-1)).tolist()
    return found


U1, U2, POINTS = enums.UNSIGNED_BYTE, enums.UNSIGNED_SHORT, enums.POINTS
#: Calls, and what they draw.
CALLS: dict[str, tuple[Callable[[Context], Any], list[int]]] = {
    "arrays": (lambda gl: gl.MultiDrawArrays(POINTS, [2, 7, 0], [1, 3, 0]), [2, 7, 8, 9]),
    "a count below 0": (lambda gl: gl.MultiDrawArrays(POINTS, [2, -9], np.array([2, -1])), [2, 3]),
    "no arrays": (lambda gl: gl.MultiDrawArrays(POINTS, [], []), []),
    "elements": (lambda gl: gl.MultiDrawElements(POINTS, U1, [[3, 1], [], [11]]), [1, 3, 11]),
    "elements and counts": (
        lambda gl: gl.MultiDrawElements(POINTS, U2, [np.array([5, 1]), [4, 6], [3]], [1, 2, -1]),
        [4, 5, 6],
    ),
    "no elements": (lambda gl: gl.MultiDrawElements(POINTS, U2, [[], []]), []),
}


@pytest.mark.parametrize("name", CALLS)
def test_several_draws(gl: Context, name: str) -> None:
    call, expected = CALLS[name]
    call(gl)
    assert drawn(gl) == expected


@pytest.mark.parametrize("name", CALLS)
def test_several_draws_in_a_list(gl: Context, name: str) -> None:
    """5.4: what they read is read when they are compiled."""
    call, expected = CALLS[name]
    memory = np.array(PLACES, np.float32)
    gl.VertexPointer(2, enums.FLOAT, 0, memory)
    gl.NewList(1, enums.COMPILE)
    call(gl)
    gl.EndList()
    memory[:] = 9
    assert drawn(gl) == []
    gl.CallList(1)
    assert drawn(gl) == expected


@pytest.mark.parametrize("listed", [False, True])
def test_several_draws_of_indices_in_a_buffer(gl: Context, listed: bool) -> None:
    """2.9.2: indices are offsets into it."""
    gl.BindBuffer(enums.ELEMENT_ARRAY_BUFFER, 1)
    content = np.array([0, 3, 1, 10, 2], np.uint16)
    gl.BufferData(enums.ELEMENT_ARRAY_BUFFER, content, enums.STATIC_DRAW)
    if listed:
        gl.NewList(1, enums.COMPILE)
    gl.MultiDrawElements(POINTS, U2, [2, 6], [2, 1])
    if listed:
        gl.EndList()
        gl.BufferData(enums.ELEMENT_ARRAY_BUFFER, 10, enums.STATIC_DRAW)
        gl.CallList(1)
    assert drawn(gl) == [1, 3, 10]


ERRORS: list[tuple[str, Callable[[Context], Any]]] = [
    ("INVALID_ENUM", lambda gl: gl.MultiDrawArrays(99, [0], [1])),
    ("", lambda gl: gl.MultiDrawArrays(99, [0], [0])),  # no draw at all
    ("INVALID_VALUE", lambda gl: gl.MultiDrawArrays(POINTS, [0, -1], [1, 1])),
    ("INVALID_ENUM", lambda gl: gl.MultiDrawElements(99, U1, [[0]])),
    ("INVALID_ENUM", lambda gl: gl.MultiDrawElements(POINTS, enums.FLOAT, [[0]])),
    ("INVALID_OPERATION", lambda gl: (gl.Begin(POINTS), gl.MultiDrawArrays(POINTS, [], []))),
    ("INVALID_OPERATION", lambda gl: (gl.Begin(POINTS), gl.MultiDrawElements(POINTS, U1, []))),
    (
        "INVALID_OPERATION",
        lambda gl: (gl.Enable(enums.VERTEX_PROGRAM_NV), gl.MultiDrawArrays(POINTS, [0], [1])),
    ),
    ("INVALID_ENUM", lambda gl: gl.InterleavedArrays(enums.FLOAT, 0, None)),
    ("INVALID_VALUE", lambda gl: gl.InterleavedArrays(enums.V3F, -1, None)),
    ("INVALID_OPERATION", lambda gl: (gl.Begin(POINTS), gl.InterleavedArrays(enums.V3F, 0, None))),
]


@pytest.mark.parametrize(("error", "call"), ERRORS)
def test_errors(error: str, call: Callable[[Context], Any]) -> None:
    """2.8, and 2.6.3."""
    assert error_of(call) == error


def test_an_error_draws_nothing(gl: Context) -> None:
    gl._state.errors.raises = False
    gl.MultiDrawArrays(POINTS, [0, -1], [1, 1])
    assert gl.GetError() == enums.INVALID_VALUE and drawn(gl) == []


@pytest.mark.parametrize(
    "call",
    [
        lambda gl: gl.MultiDrawArrays(POINTS, 0, 1),
        lambda gl: gl.MultiDrawArrays(POINTS, [0, 1], [1]),
        lambda gl: gl.MultiDrawArrays(POINTS, ["a"], [1]),
        lambda gl: gl.MultiDrawArrays(POINTS, [0], [99]),
        lambda gl: gl.MultiDrawElements(POINTS, U1, 7),
        lambda gl: gl.MultiDrawElements(POINTS, U1, [[1]], [1, 2]),
        lambda gl: gl.MultiDrawElements(POINTS, U1, [[1], [300]]),
        lambda gl: gl.MultiDrawElements(POINTS, U1, [[1]], [2]),
        lambda gl: gl.InterleavedArrays(enums.V3F, 0, np.zeros(3)),
        lambda gl: gl.InterleavedArrays(enums.V3F, 0, np.zeros((3, 3), np.float32).T),
        lambda gl: gl.InterleavedArrays(enums.V3F, 0, [[0.0, 0.0, 0.0]]),
        lambda gl: gl.InterleavedArrays(enums.V3F, 0, "abc"),
    ],
)
def test_what_no_program_in_c_could_pass(gl: Context, call: Callable[[Context], Any]) -> None:
    with pytest.raises(InputError):
        call(gl)
    assert drawn(gl) == []


#: Format → where texture coordinates, colours, normals and vertices begin, their sizes, and its length
#: (table 2.5; f is 4 bytes and so is c).
TABLE: dict[str, tuple[dict[int, tuple[int, int]], int]] = {
    "V2F": ({0: (0, 2)}, 8),
    "V3F": ({0: (0, 3)}, 12),
    "C4UB_V2F": ({3: (0, 4), 0: (4, 2)}, 12),
    "C4UB_V3F": ({3: (0, 4), 0: (4, 3)}, 16),
    "C3F_V3F": ({3: (0, 3), 0: (12, 3)}, 24),
    "N3F_V3F": ({2: (0, 3), 0: (12, 3)}, 24),
    "C4F_N3F_V3F": ({3: (0, 4), 2: (16, 3), 0: (28, 3)}, 40),
    "T2F_V3F": ({8: (0, 2), 0: (8, 3)}, 20),
    "T4F_V4F": ({8: (0, 4), 0: (16, 4)}, 32),
    "T2F_C4UB_V3F": ({8: (0, 2), 3: (8, 4), 0: (12, 3)}, 24),
    "T2F_C3F_V3F": ({8: (0, 2), 3: (8, 3), 0: (20, 3)}, 32),
    "T2F_N3F_V3F": ({8: (0, 2), 2: (8, 3), 0: (20, 3)}, 32),
    "T2F_C4F_N3F_V3F": ({8: (0, 2), 3: (8, 4), 2: (24, 3), 0: (36, 3)}, 48),
    "T4F_C4F_N3F_V4F": ({8: (0, 4), 3: (16, 4), 2: (32, 3), 0: (44, 4)}, 60),
}


@pytest.mark.parametrize("stride", [0, 64])
@pytest.mark.parametrize("name", TABLE)
def test_formats(name: str, stride: int) -> None:
    gl = Context(backend="oracle", raise_errors=True)
    for array in (enums.COLOR_ARRAY, enums.NORMAL_ARRAY, enums.TEXTURE_COORD_ARRAY, enums.FOG_COORD_ARRAY,
                  enums.SECONDARY_COLOR_ARRAY):  # fmt: skip
        gl.EnableClientState(array)
    gl.InterleavedArrays(getattr(enums, name), stride, b"memory")
    parts, length = TABLE[name]
    arrays_ = gl._state.arrays
    assert arrays_.enabled_conventional == set(parts)
    for number, (offset, size) in parts.items():
        array = arrays_.conventional[number]
        kind = enums.UNSIGNED_BYTE if number == 3 and "UB" in name else enums.FLOAT
        assert (array.size, array.type, array.stride, array.pointer) == (
            size, kind, stride or length, (b"memory", offset)
        )  # fmt: skip


def test_arrays_of_other_texture_units_stay() -> None:
    """2.8: the client's active unit is meant."""
    gl = Context(backend="oracle", raise_errors=True)
    gl.EnableClientState(enums.TEXTURE_COORD_ARRAY)
    gl.ClientActiveTexture(enums.TEXTURE2)
    gl.InterleavedArrays(enums.T2F_V3F, 0, None)
    assert gl._state.arrays.enabled_conventional == {0, 8, 10}
    gl.InterleavedArrays(enums.V3F, 0, None)
    assert gl._state.arrays.enabled_conventional == {0, 8}


@pytest.mark.parametrize("kind", ["records", "bytes", "behind", "buffer"])
def test_interleaved_arrays_are_drawn(gl: Context, kind: str) -> None:
    records = np.zeros(12, [("color", "u1", 4), ("place", "f4", 2)])
    records["color"], records["place"] = (0, 102, 255, 255), PLACES
    content = records.tobytes()
    memory: Any = {"records": records, "bytes": content, "behind": (b"1234" + content, 4)}.get(kind)
    if kind == "buffer":
        gl.BindBuffer(enums.ARRAY_BUFFER, 1)
        gl.BufferData(enums.ARRAY_BUFFER, content, enums.STATIC_DRAW)
    gl.InterleavedArrays(enums.C4UB_V2F, 0, memory)
    gl.DrawArrays(enums.POINTS, 3, 2)
    assert drawn(gl) == [3, 4]
    pixel = gl.ReadPixels(3, 0, 1, 1, enums.RGBA, enums.UNSIGNED_BYTE)[0, 0].tolist()
    assert pixel == [0, 102, 255, 255]
