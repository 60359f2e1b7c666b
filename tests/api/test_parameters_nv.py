"""Program parameters and matrix tracking (NV_vertex_program 2.14.1.2, 2.14.5, 6.1.13)."""

from __future__ import annotations

import numpy as np
import pytest
from api_helpers import context

from nvrender.api import Context, enums

VP = enums.VERTEX_PROGRAM_NV


def parameter(gl: Context, index: int) -> tuple[float, ...]:
    return tuple(gl.GetProgramParameterfvNV(VP, index, enums.PROGRAM_PARAMETER_NV))


def test_initial_values() -> None:
    """NV_vertex_program tables X.5 and X.6, NV_vertex_program2 2.14.8."""
    gl = context()
    assert {parameter(gl, index) for index in range(256)} == {(0, 0, 0, 0)}
    for address in range(0, 256, 4):
        assert gl.GetTrackMatrixivNV(VP, address, enums.TRACK_MATRIX_NV) == enums.NONE
        transform = gl.GetTrackMatrixivNV(VP, address, enums.TRACK_MATRIX_TRANSFORM_NV)
        assert transform == enums.IDENTITY_NV


@pytest.mark.parametrize("letter", ["f", "d"])
def test_parameters_are_set(letter: str) -> None:
    """Doubles become floats."""
    gl = context()
    getattr(gl, f"ProgramParameter4{letter}NV")(VP, 255, 0.1, 1e300, -1e300, 4)
    assert parameter(gl, 255) == (float(np.float32(0.1)), np.inf, -np.inf, 4)
    getattr(gl, f"ProgramParameter4{letter}vNV")(VP, 0, np.array([1, 2, 3, 4]))
    assert gl.GetProgramParameterdvNV(VP, 0, enums.PROGRAM_PARAMETER_NV) == (1, 2, 3, 4)
    getattr(gl, f"ProgramParameters4{letter}vNV")(VP, 254, [5, 6, 7, 8, 9, 10, 11, 12])
    assert parameter(gl, 254) == (5, 6, 7, 8) and parameter(gl, 255) == (9, 10, 11, 12)
    getattr(gl, f"ProgramParameters4{letter}vNV")(VP, 256, [])
    assert gl.GetError() == enums.NO_ERROR


#: The columns of the matrix whose rows are 1-4, 5-8, 9-12, 13-16.
EXAMPLE = [1, 5, 9, 13, 2, 6, 10, 14, 3, 7, 11, 15, 4, 8, 12, 16]


def test_rows_are_tracked() -> None:
    """The example of 2.14.5."""
    gl = context()
    gl.MatrixMode(enums.MATRIX0_NV)
    gl.LoadMatrixf(EXAMPLE)
    gl.TrackMatrixNV(VP, 4, enums.MATRIX0_NV, enums.IDENTITY_NV)
    gl.TrackMatrixNV(VP, 8, enums.MATRIX0_NV, enums.TRANSPOSE_NV)
    assert parameter(gl, 4) == (1, 2, 3, 4) and parameter(gl, 7) == (13, 14, 15, 16)
    assert parameter(gl, 8) == (1, 5, 9, 13) and parameter(gl, 9) == (2, 6, 10, 14)


@pytest.mark.parametrize(
    ("transform", "row"),
    [
        (enums.IDENTITY_NV, (2, 0, 0, 6)), (enums.INVERSE_NV, (0.5, 0, 0, -3)),
        (enums.TRANSPOSE_NV, (2, 0, 0, 0)), (enums.INVERSE_TRANSPOSE_NV, (0.5, 0, 0, 0)),
    ],
)  # fmt: skip
def test_transforms(transform: int, row: tuple[float, ...]) -> None:
    gl = context()
    gl.Scalef(2, 2, 2)
    gl.Translatef(3, 0, 0)
    gl.TrackMatrixNV(VP, 0, enums.MODELVIEW, transform)
    assert parameter(gl, 0) == row
    assert gl.GetTrackMatrixivNV(VP, 0, enums.TRACK_MATRIX_TRANSFORM_NV) == transform


def test_a_singular_matrix_has_no_inverse() -> None:
    gl = context()
    gl.Scalef(1, 0, 1)
    gl.TrackMatrixNV(VP, 0, enums.MODELVIEW, enums.INVERSE_NV)
    assert {parameter(gl, row) for row in range(4)} == {(0, 0, 0, 0)}


def test_the_projection_comes_after_the_modelview() -> None:
    gl = context()
    gl.MatrixMode(enums.PROJECTION)
    gl.Scalef(2, 1, 1)
    gl.MatrixMode(enums.MODELVIEW)
    gl.Translatef(3, 0, 0)
    gl.TrackMatrixNV(VP, 0, enums.MODELVIEW_PROJECTION_NV, enums.IDENTITY_NV)
    gl.TrackMatrixNV(VP, 4, enums.PROJECTION, enums.IDENTITY_NV)
    assert parameter(gl, 0) == (2, 0, 0, 6) and parameter(gl, 4) == (2, 0, 0, 0)


def test_texture_is_the_active_unit_s() -> None:
    """6.1.13: TEXTURE is reported as the unit's own matrix and does not follow ActiveTexture."""
    gl = context()
    gl.ActiveTexture(enums.TEXTURE3)
    gl.TrackMatrixNV(VP, 0, enums.TEXTURE, enums.IDENTITY_NV)
    gl.ActiveTexture(enums.TEXTURE0)
    assert gl.GetTrackMatrixivNV(VP, 0, enums.TRACK_MATRIX_NV) == enums.TEXTURE3
    gl.MatrixMode(enums.TEXTURE)
    gl.Scalef(9, 9, 9)
    assert parameter(gl, 0) == (1, 0, 0, 0)
    gl.ActiveTexture(enums.TEXTURE3)
    gl.Scalef(4, 1, 1)
    assert parameter(gl, 0) == (4, 0, 0, 0)


@pytest.mark.parametrize(
    "matrix",
    [
        enums.MODELVIEW,
        enums.PROJECTION,
        enums.MODELVIEW_PROJECTION_NV,
        *range(enums.TEXTURE0, enums.TEXTURE7 + 1),
        *range(enums.MATRIX0_NV, enums.MATRIX7_NV + 1),
    ],
)
def test_every_matrix_is_reported(matrix: int) -> None:
    gl = context()
    gl.TrackMatrixNV(VP, 252, matrix, enums.INVERSE_TRANSPOSE_NV)
    assert gl.GetError() == enums.NO_ERROR
    assert gl.GetTrackMatrixivNV(VP, 252, enums.TRACK_MATRIX_NV) == matrix


def test_pops_are_tracked_and_none_keeps_the_values() -> None:
    gl = context()
    gl.TrackMatrixNV(VP, 0, enums.MODELVIEW, enums.IDENTITY_NV)
    gl.PushMatrix()
    gl.Translatef(1, 0, 0)
    assert parameter(gl, 0) == (1, 0, 0, 1)
    gl.PopMatrix()
    assert parameter(gl, 0) == (1, 0, 0, 0)
    gl.Translatef(8, 0, 0)
    gl.TrackMatrixNV(VP, 0, enums.NONE, enums.IDENTITY_NV)
    gl.LoadIdentity()
    assert parameter(gl, 0) == (1, 0, 0, 8)
    gl.ProgramParameter4fNV(VP, 0, 1, 2, 3, 4)
    assert gl.GetError() == enums.NO_ERROR and parameter(gl, 0) == (1, 2, 3, 4)
