"""Calls that no porter means: other lengths, endless lists, memory that has gone, numbers of numpy's."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from api_helpers import VP1, context, error_of
from batches import every

from nvrender.api import Context, enums
from nvrender.api.command import COMMANDS
from nvrender.source import InputError

VP = enums.VERTEX_PROGRAM_NV
Call = Callable[[Context], Any]


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (
            lambda gl: gl.LoadProgramNV(VP, 1, len(VP1), VP1),
            "LoadProgramNV takes (target, id, program); 4 arguments were given. "
            "Lengths that go with an array and output arguments are left out",
        ),
        (lambda gl: gl.DeleteProgramsNV(1, [1]), "DeleteProgramsNV takes (ids); 2 arguments were given"),
        (lambda gl: gl.VertexAttribs3fvNV(0, 1, [0, 0, 0]), "VertexAttribs3fvNV takes (index, v); 3 "),
        (lambda gl: gl.GetIntegerv(enums.MATRIX_MODE, []), "GetIntegerv takes (pname); 2 arguments"),
        (lambda gl: gl.VertexAttrib4fNV(1, 2), "VertexAttrib4fNV takes (index, x, y, z, w); 2 arguments"),
        (lambda gl: gl.Fogiv(enums.FOG_COLOR), "Fogiv takes (pname, params); 1 argument was given"),
        (lambda gl: gl.Enable(value=1), "Enable takes (cap); 1 argument was given, value by its name"),
        (lambda gl: gl.Vertex3f(1, 2), "3 numbers are needed, not 2"),
    ],
)  # fmt: skip
@pytest.mark.parametrize("listed", [False, True])
def test_argument_lists_of_c(call: Call, message: str, listed: bool) -> None:
    gl = context()
    if listed:
        gl.NewList(1, enums.COMPILE_AND_EXECUTE)
    with pytest.raises(InputError, match=re.escape(message)):
        call(gl)
    assert gl.GetError() == enums.NO_ERROR


@pytest.mark.parametrize(
    "steps",
    [
        lambda gl: (gl.CallList(1), gl.CallList(1)),
        lambda gl: gl.CallLists(enums.UNSIGNED_BYTE, b"\1" * 1000),
        lambda gl: (gl.CallList(1), gl.Enable(7), gl.CallList(1)),
    ],
)
def test_lists_without_end_do_not_go_on_for_ever(steps: Call, monkeypatch: pytest.MonkeyPatch) -> None:
    """OpenGL 1.5, 5.4 limits how deep lists call lists, 64 at least, which alone is 2^64 calls."""
    from nvrender.api.lists import commands as display_lists

    monkeypatch.setattr(display_lists, "CALLS", 2000)
    gl = context()
    gl.NewList(1, enums.COMPILE)
    steps(gl)
    gl.EndList()
    with pytest.raises(InputError, match="lists call more than 2000 others"):
        gl.CallList(1)
    # What the application itself calls has no limit, and the count begins anew.
    gl.NewList(1, enums.COMPILE)
    gl.Translatef(1, 0, 0)
    gl.EndList()
    gl.CallLists(enums.UNSIGNED_BYTE, b"\1" * 3000)
    gl.NewList(2, enums.COMPILE)
    gl.CallLists(enums.UNSIGNED_BYTE, b"\1" * 2000)
    gl.EndList()
    gl.CallList(2)
    gl.CallList(2)
    assert gl.GetFloatv(enums.MODELVIEW_MATRIX)[12] == 7000


def test_a_list_may_call_itself_once() -> None:
    """OpenGL 1.5, 5.4: it goes as deep as lists go."""
    gl = context()
    gl.NewList(1, enums.COMPILE)
    gl.Translatef(1, 0, 0)
    gl.CallList(1)
    gl.EndList()
    gl.CallList(1)
    assert gl.GetError() == enums.NO_ERROR and gl.GetFloatv(enums.MODELVIEW_MATRIX)[12] == 64


def test_queries_between_begin_and_end() -> None:
    """OpenGL 1.5, 2.6.3 and 2.5: INVALID_OPERATION and nothing; GetError too, which returns 0."""
    gl = context()
    gl.Begin(enums.TRIANGLES)
    assert gl.GetError() == 0
    assert gl.GetIntegerv(enums.MATRIX_MODE) is None and gl.IsEnabled(enums.LIGHTING) is False
    assert gl.ReadPixels(0, 0, 1, 1, enums.RGBA, enums.UNSIGNED_BYTE) is None
    assert gl.GenLists(1) == 0 and gl.GetString(enums.VERSION) is None
    gl.End()
    assert gl.GetError() == enums.INVALID_OPERATION
    assert gl.GetError() == 0


def _memory(kind: str) -> tuple[Any, Callable[[], object]]:
    """An array of three vertices and what makes it too short."""
    corners = np.zeros(12, np.float32)
    if kind == "bytearray":
        content = bytearray(corners.tobytes())
        return content, content.clear
    if kind == "memoryview":
        view = memoryview(corners)
        return view, view.release
    return corners, lambda: corners.resize(4, refcheck=False)


@pytest.mark.parametrize("kind", ["bytearray", "memoryview", "array"])
def test_memory_that_goes_between_pointer_and_draw(kind: str) -> None:
    gl = context()
    memory, shorten = _memory(kind)
    gl.VertexPointer(4, enums.FLOAT, 0, memory)
    gl.EnableClientState(enums.VERTEX_ARRAY)
    gl.DrawArrays(enums.TRIANGLES, 0, 3)
    shorten()
    with pytest.raises(InputError, match="attribute 0"):
        gl.DrawArrays(enums.TRIANGLES, 0, 3)
    assert gl.GetError() == enums.NO_ERROR


@pytest.mark.parametrize(
    ("error", "call"),
    [
        ("INVALID_ENUM", lambda gl: gl.GetLightfv(np.uint8(200), enums.SPOT_CUTOFF)),
        ("INVALID_ENUM", lambda gl: gl.ClipPlane(np.uint8(200), (0, 0, 0, 1))),
        ("INVALID_ENUM", lambda gl: gl.EnableClientState(np.int8(-1))),
        ("INVALID_ENUM", lambda gl: gl.MatrixMode(np.uint8(200))),
        ("", lambda gl: gl.Lightf(np.uint16(enums.LIGHT1), np.uint16(enums.SPOT_CUTOFF), np.float16(4))),
        ("", lambda gl: gl.ProgramParameter4fNV(np.uint16(VP), np.uint8(255), *np.ones(4, np.float16))),
        ("", lambda gl: gl.VertexAttrib4fNV(np.uint8(15), *np.ones(4, np.int8))),
        ("INVALID_VALUE", lambda gl: gl.VertexAttrib1fNV(np.int8(-1), np.inf)),
        ("INVALID_ENUM", lambda gl: gl.Enable(True)),
        ("", lambda gl: gl.Begin(True)),  # LINES is 1
        ("OUT_OF_MEMORY", lambda gl: gl.GenLists(np.int64(10**12))),
        ("OUT_OF_MEMORY", lambda gl: gl.ReadPixels(0, 0, 10**6, 10**6, enums.RGBA, enums.UNSIGNED_BYTE)),
        ("INVALID_VALUE", lambda gl: gl.TexImage2D(
            enums.TEXTURE_2D, 0, enums.RGBA, 10**12, 1, 0, enums.RGBA, enums.UNSIGNED_BYTE, None)),
        ("OUT_OF_MEMORY", lambda gl: gl.DrawArrays(enums.TRIANGLES, 0, 10**12)),  # without an array too
    ],
)  # fmt: skip
def test_numbers_of_numpy_and_huge_ones(error: str, call: Call) -> None:
    assert error_of(call) == error


@pytest.mark.parametrize(
    "call",
    [
        lambda gl: gl.GetLightiv(np.array(200, np.uint8), enums.SPOT_CUTOFF),
        lambda gl: gl.VertexAttribs2fvNV(0, [[1], [2, 3]]),
        lambda gl: gl.VertexAttribs2fvNV(0, ["a", "b"]),
        lambda gl: Context(backend="oracle", size=None),  # type: ignore[arg-type]
        lambda gl: Context(backend="oracle", size=(4,)),  # type: ignore[arg-type]
        lambda gl: Context(backend="oracle", size=(0, 4)),
        lambda gl: Context(backend="oracle", size=(4, 1 << 20)),
        lambda gl: Context(backend="oracle", share=3),  # type: ignore[arg-type]
    ],
)
def test_what_is_refused_in_words(call: Call) -> None:
    gl = context()
    with pytest.raises(InputError):
        call(gl)


NASTY: tuple[Callable[[], Any], ...] = (
    lambda: -1, lambda: 2**32, lambda: 10**12, lambda: -(2**63), lambda: 10**30, lambda: float("nan"),
    lambda: float("inf"), lambda: 1e308, lambda: np.float32("nan"), lambda: np.uint8(200),
    lambda: np.array(3), lambda: True, lambda: None, lambda: "x", lambda: b"xyz", list, dict,
    lambda: [float("nan")] * 16, lambda: [1e300] * 16, lambda: np.zeros((4, 4)),
    lambda: np.zeros(16, np.float32),
    lambda: object(), lambda: 1j, lambda: [[1], [2, 3]], lambda: np.array(["a"]), lambda: np.zeros(3, object),
    lambda: [None] * 4, lambda: range(4), lambda: iter([1, 2, 3, 4]), lambda: (b"abcdefgh", -1),
    lambda: [10**12] * 4, lambda: {1},
)  # fmt: skip
VALUES = [value for value in vars(enums).values() if isinstance(value, int)]


# NumPy before 2.4 takes an array of one number for the number, and says that later ones will not.
@pytest.mark.filterwarnings("ignore:Conversion of an array with ndim:DeprecationWarning")
@every("name", sorted(COMMANDS))
def test_any_arguments_end_in_an_error_or_a_result(name: str) -> None:
    """GL's errors are kept; every other one is InputError."""
    random = np.random.default_rng(len(name) * 7 + sum(map(ord, name)))
    gl = Context(backend="oracle", size=(8, 8))
    for _ in range(12):
        arguments = [
            NASTY[random.integers(len(NASTY))]() if random.random() < 0.5 else int(random.choice(VALUES))
            for _ in range(random.integers(8))
        ]
        try:
            getattr(gl, name)(*arguments)
        except InputError as error:
            assert str(error)
        gl.End()
