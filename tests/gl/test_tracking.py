"""Tracked matrices: NV_vertex_program 2.14.5, NV_vertex_program2 2.14.7."""

from __future__ import annotations

import numpy as np
import pytest

from nvrender.gl.inputs.params import (
    matrix_named,
    modelview_projection,
    tracked_parameters,
    tracked_rows,
    transformed,
)
from nvrender.gl.inputs.vertices import parameter_array
from nvrender.gl.state import IDENTITY, State, Tracking
from nvrender.languages.load import load
from nvrender.source import InputError

VP1 = load("!!VP1.0 MOV o[HPOS],v[0];END")
VP2 = load("!!VP2.0 MOV o[HPOS],v[0];END")
STATE = load("!!VSP1.0 MOV c[2],v[0];END")

ROWS = ((1.0, 2.0, 3.0, 4.0), (5.0, 6.0, 7.0, 8.0), (9.0, 10.0, 11.0, 12.0), (13.0, 14.0, 15.0, 16.0))
AFFINE = ((0.0, -2.0, 0.0, 5.0), (2.0, 0.0, 0.0, -3.0), (0.0, 0.0, 0.5, 1.0), (0.0, 0.0, 0.0, 1.0))
FRUSTUM = ((1.5, 0.0, 0.1, 0.0), (0.0, 2.0, -0.2, 0.0), (0.0, 0.0, -1.2, -2.2), (0.0, 0.0, -1.0, 0.0))


def test_example_rows_and_transpose() -> None:
    """NV_vertex_program 2.14.5: MATRIX0 tracked at 4 as it is and at 8 transposed."""
    state = State(
        program=(ROWS, *(IDENTITY,) * 7),
        tracking=(Tracking(4, "MATRIX0"), Tracking(8, "MATRIX0", "TRANSPOSE")),
    )
    c = parameter_array(VP1, None, state)
    assert c[4:8].tolist() == [list(row) for row in ROWS]
    assert c[8].tolist() == [1.0, 5.0, 9.0, 13.0]
    assert c[9].tolist() == [2.0, 6.0, 10.0, 14.0]
    assert not c[:4].any() and not c[12:].any()


def test_modelview_projection_is_projection_times_modelview() -> None:
    """NV_vertex_program 2.14.5: MODELVIEW_PROJECTION_NV."""
    state = State(modelview=AFFINE, projection=FRUSTUM)
    expected = np.array(FRUSTUM) @ np.array(AFFINE)
    assert np.array_equal(matrix_named(state, "MODELVIEW_PROJECTION"), expected)
    assert np.array_equal(modelview_projection(state), expected.astype(np.float32))
    assert modelview_projection(state).dtype == np.float32


@pytest.mark.parametrize(
    ("name", "state"),
    [
        ("MODELVIEW", State(modelview=AFFINE)),
        ("PROJECTION", State(projection=AFFINE)),
        ("TEXTURE3", State(texture=(*(IDENTITY,) * 3, AFFINE, *(IDENTITY,) * 4))),
        ("MATRIX7", State(program=(*(IDENTITY,) * 7, AFFINE))),
    ],
)
def test_each_matrix_by_name(name: str, state: State) -> None:
    assert tracked_rows(Tracking(0, name), state).tolist() == [list(row) for row in AFFINE]


@pytest.mark.parametrize("transform", ["INVERSE", "INVERSE_TRANSPOSE"])
def test_inverse_transforms(transform: str) -> None:
    matrix = np.array(AFFINE)
    result = transformed(matrix, transform)
    inverse = result.T if transform == "INVERSE_TRANSPOSE" else result
    assert np.array_equal(inverse @ matrix, np.eye(4))
    assert not np.array_equal(inverse, inverse.T)


@pytest.mark.parametrize("scale", [1e-30, 1e30])
def test_an_inverse_of_any_scale_is_not_singular(scale: float) -> None:
    matrix = np.diag([scale, 1.0, 1.0, 1.0])
    assert transformed(matrix, "INVERSE")[0, 0] == pytest.approx(1 / scale, rel=1e-15)


@pytest.mark.parametrize(
    "matrix",
    [
        ROWS,
        ((0.0,) * 4,) * 4,
        ((1.0, 0.0, 0.0, 0.0), (0.0, 1.0, 0.0, 0.0), (0.0, 0.0, 0.0, 0.0), (0.0, 0.0, 0.0, 1.0)),
        ((float("nan"), 0.0, 0.0, 0.0), *IDENTITY[1:]),
        ((float("inf"), 0.0, 0.0, 0.0), *IDENTITY[1:]),
        ((1e-45, 0.0, 0.0, 0.0), *IDENTITY[1:]),
    ],
    ids=["rank 2", "zero", "flat", "nan", "inf", "inverse beyond float32"],
)
@pytest.mark.parametrize("transform", ["INVERSE", "INVERSE_TRANSPOSE"])
def test_a_singular_inverse_is_zero(matrix: tuple[tuple[float, ...], ...], transform: str) -> None:
    """docs/semantics.md: tracked inverse of a singular matrix."""
    state = State(modelview=matrix, tracking=(Tracking(0, "MODELVIEW", transform),))  # type: ignore[arg-type]
    assert parameter_array(VP1, None, state)[:4].tolist() == [[0.0] * 4] * 4


def test_values_follow_the_state() -> None:
    tracking = (Tracking(0, "MODELVIEW"),)
    before = parameter_array(VP1, None, State(tracking=tracking))
    after = parameter_array(VP1, None, State(modelview=AFFINE, tracking=tracking))
    assert before[:4].tolist() == np.eye(4).tolist()
    assert after[:4].tolist() == [list(row) for row in AFFINE]


def test_none_ends_tracking_and_the_last_command_counts() -> None:
    state = State(
        tracking=(
            Tracking(0, "MODELVIEW"),
            Tracking(4, "PROJECTION"),
            Tracking(0, "NONE"),
            Tracking(4, "MATRIX1", "INVERSE"),
        )
    )
    assert tracked_parameters(state, 96) == {4: Tracking(4, "MATRIX1", "INVERSE")}


@pytest.mark.parametrize("address", [1, 2, 95, 96, -4, 256])
def test_addresses(address: int) -> None:
    """NV_vertex_program 2.14.5: a multiple of 4, within the file."""
    with pytest.raises(InputError, match=rf"c\[{address}\].*multiple of 4 from 0 to 92"):
        parameter_array(VP1, None, State(tracking=(Tracking(address, "MODELVIEW"),)))


def test_vp2_has_256_parameters_to_track_in() -> None:
    c = parameter_array(VP2, None, State(modelview=AFFINE, tracking=(Tracking(252, "MODELVIEW"),)))
    assert c[252:].tolist() == [list(row) for row in AFFINE]


@pytest.mark.parametrize(
    "name", ["MATRIX8", "TEXTURE8", "TEXTURE", "MATRIX", "COLOR", "MATRIX01", "modelview", ""]
)
def test_unknown_matrices_are_named(name: str) -> None:
    with pytest.raises(InputError, match=r"there is no matrix.*MODELVIEW_PROJECTION.*MATRIX7"):
        tracked_rows(Tracking(0, name), State())


def test_unknown_transforms_are_named() -> None:
    with pytest.raises(InputError, match=r"INVERT.*INVERSE_TRANSPOSE"):
        tracked_rows(Tracking(0, "MODELVIEW", "INVERT"), State())


@pytest.mark.parametrize("matrix", [((1.0,) * 4,) * 3, (("a",) * 4,) * 4, (((1.0,) * 4,) * 3) + ((1.0,),)])
def test_malformed_matrices(matrix: object) -> None:
    with pytest.raises(InputError, match="matrix MODELVIEW of the state"):
        tracked_rows(Tracking(0, "MODELVIEW"), State(modelview=matrix))  # type: ignore[arg-type]


def test_a_state_program_reads_tracked_rows_and_may_not_write_them() -> None:
    """NV_vertex_program 2.14.4 and 2.14.5."""
    read = State(modelview=AFFINE, tracking=(Tracking(4, "MODELVIEW"),))
    assert parameter_array(STATE, None, read)[4].tolist() == list(AFFINE[0])
    with pytest.raises(InputError, match=r"writes c\[2\], which tracks the matrix MODELVIEW at c\[0\]"):
        parameter_array(STATE, None, State(tracking=(Tracking(0, "MODELVIEW"),)))
