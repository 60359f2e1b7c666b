"""Matrices and their stacks (OpenGL 1.5, 2.10.2; NV_vertex_program 2.14.5, ARB_vertex_program 2.14.6)."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import numpy.typing as npt

from nvrender.api import enums
from nvrender.api.arguments import floats, vector
from nvrender.api.command import command, family
from nvrender.api.errors import invalid_enum, invalid_value, refused
from nvrender.api.objects.context import ContextState
from nvrender.api.textures.targets import coordinate_set
from nvrender.gl.inputs.params import matrix_named
from nvrender.gl.state.state import IDENTITY, TRACKING_MATRICES

_SECTION = "OpenGL 1.5, 2.10.2"

#: How deep each stack is.
DEPTHS = {"MODELVIEW": 32, "PROJECTION": 4, "TEXTURE": 10, "MATRIX": 8}

Array = npt.NDArray[np.float64]


@command()
def MatrixMode(gl: ContextState, mode: int) -> None:
    """Choose the stack that matrix commands act on."""
    if mode not in (enums.MODELVIEW, enums.PROJECTION, enums.TEXTURE) and _program_matrix(mode) is None:
        known = "MODELVIEW, PROJECTION, TEXTURE, MATRIXi_NV and MATRIXi_ARB"
        raise invalid_enum("mode", mode, known, "NV_vertex_program 2.10.2")
    gl.matrices.mode = mode


def _program_matrix(mode: int) -> int | None:
    for first in (enums.MATRIX0_NV, enums.MATRIX0_ARB):
        if 0 <= mode - first < TRACKING_MATRICES:
            return mode - first
    return None


def _selected(gl: ContextState) -> tuple[str, str, int]:
    """The stack's kind, the field of the state, and the number in it."""
    if gl.matrices.mode == enums.MODELVIEW:
        return "MODELVIEW", "modelview", 0
    if gl.matrices.mode == enums.PROJECTION:
        return "PROJECTION", "projection", 0
    if gl.matrices.mode == enums.TEXTURE:
        return "TEXTURE", "texture", coordinate_set(gl)
    number = _program_matrix(gl.matrices.mode)
    assert number is not None
    return "MATRIX", "program", number


def _top(gl: ContextState) -> Array:
    kind, _, number = _selected(gl)
    name = kind if kind in ("MODELVIEW", "PROJECTION") else f"{kind}{number}"
    return matrix_named(gl.fixed.state, name)


def _put(gl: ContextState, matrix: Array) -> None:
    kind, field, number = _selected(gl)
    a, b, c, d = (tuple(row) for row in matrix.tolist())
    new: Any = (a, b, c, d)
    if kind in ("TEXTURE", "MATRIX"):
        held = getattr(gl.fixed.state, field)
        new = (*held[:number], new, *held[number + 1 :])
    gl.fixed.state = gl.fixed.state.with_(**{field: new})


def _stack(gl: ContextState) -> str:
    kind, _, number = _selected(gl)
    return f"{kind}{number}"


def stack_depth(gl: ContextState) -> int:
    """How many matrices the selected stack holds."""
    return depth_of(gl, _stack(gl))


def depth_of(gl: ContextState, stack: str) -> int:
    """How many matrices the stack of a kind and number holds."""
    return len(gl.matrices.stacks.get(stack, ())) + 1


def current_matrix(gl: ContextState, *, transpose: bool) -> tuple[float, ...]:
    """The sixteen numbers of the selected matrix, column by column unless ``transpose``."""
    matrix = _top(gl)
    return tuple((matrix if transpose else matrix.T).reshape(-1).tolist())


def columns(gl: ContextState, name: str) -> tuple[float, ...]:
    """The sixteen numbers of a matrix of the state, column by column."""
    return tuple(matrix_named(gl.fixed.state, name).T.reshape(-1).tolist())


def rows_of(gl: ContextState, name: str) -> tuple[float, ...]:
    """The sixteen numbers of a matrix of the state, row by row."""
    return tuple(matrix_named(gl.fixed.state, name).reshape(-1).tolist())


@command()
def PushMatrix(gl: ContextState) -> None:
    """Put a copy of the top matrix on the stack."""
    kind = _selected(gl)[0]
    if stack_depth(gl) >= DEPTHS[kind]:
        reason = f"the stack holds {DEPTHS[kind]} matrices already"
        raise refused(enums.STACK_OVERFLOW, reason, _SECTION)
    gl.matrices.stacks[_stack(gl)] = (*gl.matrices.stacks.get(_stack(gl), ()), _top(gl))


@command()
def PopMatrix(gl: ContextState) -> None:
    """Take the top matrix off the stack."""
    below = gl.matrices.stacks.get(_stack(gl), ())
    if not below:
        raise refused(enums.STACK_UNDERFLOW, "the stack holds one matrix only", _SECTION)
    gl.matrices.stacks[_stack(gl)] = below[:-1]
    _put(gl, below[-1])


@command()
def LoadIdentity(gl: ContextState) -> None:
    """Make the top matrix the identity."""
    _put(gl, np.array(IDENTITY))


def _sixteen(m: Any) -> Array:
    if isinstance(m, np.ndarray):
        m = m.reshape(-1)
    return np.array(floats(vector(m, 16, "m"), "m")).reshape(4, 4)


def _multiply(gl: ContextState, matrix: Array) -> None:
    with np.errstate(all="ignore"):
        _put(gl, _top(gl) @ matrix)


def _register() -> None:
    for letter in "fd":
        by_columns, by_rows = "sixteen numbers, column by column", "sixteen numbers, row by row"
        family(f"LoadMatrix{letter}", lambda gl, m: _put(gl, _sixteen(m).T), f"Make the top {by_columns}.")
        family(
            f"MultMatrix{letter}",
            lambda gl, m: _multiply(gl, _sixteen(m).T),
            f"Multiply the top by {by_columns}.",
        )
        family(
            f"LoadTransposeMatrix{letter}", lambda gl, m: _put(gl, _sixteen(m)), f"Make the top {by_rows}."
        )
        family(
            f"MultTransposeMatrix{letter}",
            lambda gl, m: _multiply(gl, _sixteen(m)),
            f"Multiply the top by {by_rows}.",
        )
        family(f"Translate{letter}", _translate, "Multiply the top by a translation.")
        family(f"Scale{letter}", _scale, "Multiply the top by a scaling.")
        family(f"Rotate{letter}", _rotate, "Multiply the top by a rotation of degrees about an axis.")


def _translate(gl: ContextState, x: float, y: float, z: float) -> None:
    matrix = np.eye(4)
    matrix[:3, 3] = floats((x, y, z), "x, y, z")
    _multiply(gl, matrix)


def _scale(gl: ContextState, x: float, y: float, z: float) -> None:
    _multiply(gl, np.diag([*floats((x, y, z), "x, y, z"), 1.0]))


def _rotate(gl: ContextState, angle: float, x: float, y: float, z: float) -> None:
    degrees, *axis = floats((angle, x, y, z), "angle, x, y, z")
    length = math.sqrt(sum(part * part for part in axis))
    matrix = np.eye(4)
    if length:
        x, y, z = (part / length for part in axis)
        cross = np.array([[0.0, -z, y], [z, 0.0, -x], [-y, x, 0.0]])
        outer = np.outer((x, y, z), (x, y, z))
        angle = math.radians(degrees) if math.isfinite(degrees) else math.nan
        with np.errstate(all="ignore"):
            matrix[:3, :3] = outer + math.cos(angle) * (np.eye(3) - outer) + math.sin(angle) * cross
    _multiply(gl, matrix)


_register()


def _sides(
    left: float, right: float, bottom: float, top: float, near: float, far: float
) -> tuple[float, ...]:
    names = "left, right, bottom, top, near, far"
    sides = floats((left, right, bottom, top, near, far), names)
    if sides[0] == sides[1] or sides[2] == sides[3] or sides[4] == sides[5]:
        raise invalid_value("two opposite sides are the same", _SECTION)
    return sides


@command()
def Frustum(
    gl: ContextState, left: float, right: float, bottom: float, top: float, near: float, far: float
) -> None:
    """Multiply the top by a perspective projection."""
    left, right, bottom, top, near, far = _sides(left, right, bottom, top, near, far)
    if near <= 0 or far <= 0:
        raise invalid_value("near and far must be positive", _SECTION)
    width, height, depth = right - left, top - bottom, far - near
    matrix = np.zeros((4, 4))
    matrix[0] = 2 * near / width, 0, (right + left) / width, 0
    matrix[1] = 0, 2 * near / height, (top + bottom) / height, 0
    matrix[2] = 0, 0, -(far + near) / depth, -2 * far * near / depth
    matrix[3, 2] = -1
    _multiply(gl, matrix)


@command()
def Ortho(
    gl: ContextState, left: float, right: float, bottom: float, top: float, near: float, far: float
) -> None:
    """Multiply the top by a parallel projection."""
    left, right, bottom, top, near, far = _sides(left, right, bottom, top, near, far)
    width, height, depth = right - left, top - bottom, far - near
    matrix = np.diag([2 / width, 2 / height, -2 / depth, 1.0])
    matrix[:3, 3] = -(right + left) / width, -(top + bottom) / height, -(far + near) / depth
    _multiply(gl, matrix)
