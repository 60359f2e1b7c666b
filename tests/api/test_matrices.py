"""Matrices, their stacks and the enables (OpenGL 1.5, 2.10.2; NV_vertex_program tables X.5 to X.9)."""

from __future__ import annotations

import numpy as np
import pytest
from api_helpers import context, error_of

from nvrender.api import Context, enums
from nvrender.api.state.enables import CAPABILITIES
from nvrender.source import InputError

IDENTITY = tuple(np.eye(4).reshape(-1).tolist())


def top(gl: Context) -> np.ndarray:
    """M, as rows."""
    return np.array(gl.GetFloatv(enums.CURRENT_MATRIX_NV)).reshape(4, 4).T


def test_initial_values() -> None:
    """NV_vertex_program table X.9, ARB_vertex_program tables X.10 and X.11."""
    gl = context()
    matrices = range(enums.MATRIX0_NV, enums.MATRIX7_NV + 1)
    for mode in (enums.MODELVIEW, enums.PROJECTION, enums.TEXTURE, *matrices):
        gl.MatrixMode(mode)
        assert gl.GetFloatv(enums.CURRENT_MATRIX_NV) == IDENTITY
        assert gl.GetIntegerv(enums.CURRENT_MATRIX_STACK_DEPTH_NV) == 1
    assert gl.GetIntegerv(enums.MAX_TRACK_MATRICES_NV) == 8
    assert gl.GetIntegerv(enums.MAX_TRACK_MATRIX_STACK_DEPTH_NV) >= 1


def test_enables_are_off_at_first() -> None:
    """NV_vertex_program table X.5; ARB_vertex_program table X.6; but for OpenGL 1.5, tables 6.16, 6.19."""
    gl = context()
    for cap in (enums.MULTISAMPLE, enums.DITHER):
        assert gl.IsEnabled(cap)
        gl.Disable(cap)
    for cap in CAPABILITIES:
        assert gl.IsEnabled(cap) is False and gl.GetIntegerv(cap) == 0
        gl.Enable(cap)
        assert gl.IsEnabled(cap) is True and gl.GetBooleanv(cap) is True
        modes = 1 + (cap in (enums.FRAGMENT_PROGRAM_NV, enums.FRAGMENT_PROGRAM_ARB))  # one mode, two values
        assert sum(map(gl.IsEnabled, CAPABILITIES)) == modes
        gl.Disable(cap)
    assert not any(map(gl.IsEnabled, CAPABILITIES)) and gl.GetError() == enums.NO_ERROR


@pytest.mark.parametrize("mode", [enums.MODELVIEW, enums.PROJECTION, enums.TEXTURE, enums.MATRIX5_NV])
def test_stacks(mode: int) -> None:
    gl = context()
    gl.MatrixMode(mode)
    depth = 0
    while gl.GetError() == enums.NO_ERROR:
        depth += 1
        gl.Translatef(1, 0, 0)
        gl.PushMatrix()
    assert gl.GetIntegerv(enums.CURRENT_MATRIX_STACK_DEPTH_NV) == depth
    for place in range(depth - 1, 0, -1):
        gl.PopMatrix()
        assert top(gl)[0, 3] == place
    assert gl.GetError() == enums.NO_ERROR
    gl.PopMatrix()
    assert gl.GetError() == enums.STACK_UNDERFLOW and top(gl)[0, 3] == 1


def test_stacks_that_are_full() -> None:
    gl = context()
    gl.MatrixMode(enums.MATRIX2_ARB)
    for _ in range(gl.GetIntegerv(enums.MAX_PROGRAM_MATRIX_STACK_DEPTH_ARB) - 1):
        gl.PushMatrix()
    assert gl.GetError() == enums.NO_ERROR
    gl.PushMatrix()
    assert gl.GetError() == enums.STACK_OVERFLOW


def test_nv_and_arb_matrices_are_the_same() -> None:
    """ARB_vertex_program, Interactions with NV_vertex_program."""
    gl = context()
    gl.MatrixMode(enums.MATRIX3_ARB)
    gl.Scalef(2, 3, 4)
    gl.MatrixMode(enums.MATRIX3_NV)
    assert top(gl).diagonal().tolist() == [2, 3, 4, 1]


def test_matrices_are_given_by_columns_and_by_rows() -> None:
    gl = context()
    numbers = list(range(16))
    gl.LoadMatrixf(numbers)
    assert gl.GetFloatv(enums.CURRENT_MATRIX_NV) == tuple(numbers)
    assert gl.GetFloatv(enums.TRANSPOSE_CURRENT_MATRIX_ARB) == tuple(
        np.arange(16.0).reshape(4, 4).T.reshape(-1)
    )
    gl.LoadTransposeMatrixd(np.arange(16).reshape(4, 4))
    assert np.array_equal(top(gl), np.arange(16).reshape(4, 4))
    gl.LoadIdentity()
    gl.Translated(1, 2, 3)
    gl.MultTransposeMatrixf(np.diag([2, 2, 2, 1]))
    assert top(gl)[:, 3].tolist() == [1, 2, 3, 1] and top(gl)[0, 0] == 2


def test_rotation() -> None:
    gl = context()
    gl.Rotatef(90, 0, 0, 2)
    assert top(gl) @ (1, 0, 0, 1) == pytest.approx([0, 1, 0, 1], abs=1e-7)
    gl.LoadIdentity()
    gl.Rotated(120, 1, 1, 1)
    assert top(gl) @ (1, 0, 0, 1) == pytest.approx([0, 1, 0, 1], abs=1e-7)


def test_projections() -> None:
    gl = context()
    gl.Frustum(-1, 3, -2, 2, 1, 5)
    near, far = top(gl) @ (3, 2, -1, 1), top(gl) @ (15, 10, -5, 1)
    assert near / near[3] == pytest.approx([1, 1, -1, 1]) and far / far[3] == pytest.approx([1, 1, 1, 1])
    gl.LoadIdentity()
    gl.Ortho(-1, 3, -2, 2, 1, 5)
    assert top(gl) @ (-1, -2, -1, 1) == pytest.approx([-1, -1, -1, 1])
    assert top(gl) @ (3, 2, -5, 1) == pytest.approx([1, 1, 1, 1])


@pytest.mark.parametrize(
    ("error", "call"),
    [
        ("INVALID_VALUE", lambda gl: gl.Frustum(-1, 1, -1, 1, 0, 1)),
        ("INVALID_VALUE", lambda gl: gl.Frustum(-1, 1, -1, 1, 1, -1)),
        ("INVALID_VALUE", lambda gl: gl.Frustum(1, 1, -1, 1, 1, 2)),
        ("INVALID_VALUE", lambda gl: gl.Ortho(-1, 1, 1, 1, 1, 2)),
        ("INVALID_VALUE", lambda gl: gl.Ortho(-1, 1, -1, 1, 2, 2)),
        ("INVALID_ENUM", lambda gl: gl.MatrixMode(enums.MATRIX8_ARB)),
        ("INVALID_ENUM", lambda gl: gl.ActiveTexture(enums.TEXTURE15 + 1)),
        ("STACK_UNDERFLOW", lambda gl: gl.PopMatrix()),
    ],
)
def test_errors(error: str, call: object) -> None:
    assert callable(call) and error_of(call) == error


@pytest.mark.parametrize(
    "given",
    [(np.inf, 0, 0, 1), (np.nan, 1, 0, 0), (90, np.inf, 0, 0), (90, 1e300, 1e300, 0), (30, np.nan, 0, 1)],
)
def test_rotations_by_numbers_that_are_none(given: tuple[float, ...]) -> None:
    gl = context()
    gl.Rotatef(*given)
    gl.Ortho(0, np.inf, 0, 5e-324, 0, np.nan)
    assert gl.GetError() == enums.NO_ERROR


def test_the_commands_take_what_they_take_in_c() -> None:
    gl = context()
    with pytest.raises(InputError):
        gl.GetVertexAttribfvNV(1, enums.CURRENT_ATTRIB_NV, float)
