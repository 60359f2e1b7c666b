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
from nvrender.api.objects.fixed import FixedState
from nvrender.api.objects.texture_units import TextureState
from nvrender.api.textures.targets import coordinate_set
from nvrender.gl.inputs.params import matrix_named
from nvrender.gl.state.state import IDENTITY, TRACKING_MATRICES

_SECTION = "OpenGL 1.5, 2.10.2"

#: How deep each stack is.
DEPTHS = {"MODELVIEW": 32, "PROJECTION": 4, "TEXTURE": 10, "MATRIX": 8}

Array = npt.NDArray[np.float64]


@command()
def MatrixMode(fixed: FixedState, mode: int) -> None:
    """Choose the stack that matrix commands act on."""
    if mode not in (enums.MODELVIEW, enums.PROJECTION, enums.TEXTURE) and _program_matrix(mode) is None:
        known = "MODELVIEW, PROJECTION, TEXTURE, MATRIXi_NV and MATRIXi_ARB"
        raise invalid_enum("mode", mode, known, "NV_vertex_program 2.10.2")
    fixed.matrix_mode = mode


def _program_matrix(mode: int) -> int | None:
    for first in (enums.MATRIX0_NV, enums.MATRIX0_ARB):
        if 0 <= mode - first < TRACKING_MATRICES:
            return mode - first
    return None


def _selected(fixed: FixedState, textures: TextureState) -> tuple[str, str, int]:
    """The stack's kind, the field of the state, and the number in it."""
    if fixed.matrix_mode == enums.MODELVIEW:
        return "MODELVIEW", "modelview", 0
    if fixed.matrix_mode == enums.PROJECTION:
        return "PROJECTION", "projection", 0
    if fixed.matrix_mode == enums.TEXTURE:
        return "TEXTURE", "texture", coordinate_set(textures)
    number = _program_matrix(fixed.matrix_mode)
    assert number is not None
    return "MATRIX", "program", number


def _top(fixed: FixedState, textures: TextureState) -> Array:
    kind, _, number = _selected(fixed, textures)
    name = kind if kind in ("MODELVIEW", "PROJECTION") else f"{kind}{number}"
    return matrix_named(fixed.state, name)


def _put(fixed: FixedState, textures: TextureState, matrix: Array) -> None:
    kind, field, number = _selected(fixed, textures)
    a, b, c, d = (tuple(row) for row in matrix.tolist())
    new: Any = (a, b, c, d)
    if kind in ("TEXTURE", "MATRIX"):
        held = getattr(fixed.state, field)
        new = (*held[:number], new, *held[number + 1 :])
    fixed.state = fixed.state.with_(**{field: new})


def _stack(fixed: FixedState, textures: TextureState) -> str:
    kind, _, number = _selected(fixed, textures)
    return f"{kind}{number}"


def stack_depth(fixed: FixedState, textures: TextureState) -> int:
    """How many matrices the selected stack holds."""
    return depth_of(fixed, _stack(fixed, textures))


def depth_of(fixed: FixedState, stack: str) -> int:
    """How many matrices the stack of a kind and number holds."""
    return len(fixed.matrix_stacks.get(stack, ())) + 1


def current_matrix(fixed: FixedState, textures: TextureState, *, transpose: bool) -> tuple[float, ...]:
    """The sixteen numbers of the selected matrix, column by column unless ``transpose``."""
    matrix = _top(fixed, textures)
    return tuple((matrix if transpose else matrix.T).reshape(-1).tolist())


def columns(fixed: FixedState, name: str) -> tuple[float, ...]:
    """The sixteen numbers of a matrix of the state, column by column."""
    return tuple(matrix_named(fixed.state, name).T.reshape(-1).tolist())


def rows_of(fixed: FixedState, name: str) -> tuple[float, ...]:
    """The sixteen numbers of a matrix of the state, row by row."""
    return tuple(matrix_named(fixed.state, name).reshape(-1).tolist())


@command()
def PushMatrix(fixed: FixedState, textures: TextureState) -> None:
    """Put a copy of the top matrix on the stack."""
    kind = _selected(fixed, textures)[0]
    if stack_depth(fixed, textures) >= DEPTHS[kind]:
        reason = f"the stack holds {DEPTHS[kind]} matrices already"
        raise refused(enums.STACK_OVERFLOW, reason, _SECTION)
    stack = _stack(fixed, textures)
    fixed.matrix_stacks[stack] = (*fixed.matrix_stacks.get(stack, ()), _top(fixed, textures))


@command()
def PopMatrix(fixed: FixedState, textures: TextureState) -> None:
    """Take the top matrix off the stack."""
    below = fixed.matrix_stacks.get(_stack(fixed, textures), ())
    if not below:
        raise refused(enums.STACK_UNDERFLOW, "the stack holds one matrix only", _SECTION)
    fixed.matrix_stacks[_stack(fixed, textures)] = below[:-1]
    _put(fixed, textures, below[-1])


@command()
def LoadIdentity(fixed: FixedState, textures: TextureState) -> None:
    """Make the top matrix the identity."""
    _put(fixed, textures, np.array(IDENTITY))


def _sixteen(m: Any) -> Array:
    if isinstance(m, np.ndarray):
        m = m.reshape(-1)
    return np.array(floats(vector(m, 16, "m"), "m")).reshape(4, 4)


def _multiply(fixed: FixedState, textures: TextureState, matrix: Array) -> None:
    with np.errstate(all="ignore"):
        _put(fixed, textures, _top(fixed, textures) @ matrix)


def _load(fixed: FixedState, textures: TextureState, m: Any) -> None:
    _put(fixed, textures, _sixteen(m).T)


def _load_transpose(fixed: FixedState, textures: TextureState, m: Any) -> None:
    _put(fixed, textures, _sixteen(m))


def _mult(fixed: FixedState, textures: TextureState, m: Any) -> None:
    _multiply(fixed, textures, _sixteen(m).T)


def _mult_transpose(fixed: FixedState, textures: TextureState, m: Any) -> None:
    _multiply(fixed, textures, _sixteen(m))


def _register() -> None:
    by_columns, by_rows = "sixteen numbers, column by column", "sixteen numbers, row by row"
    for letter in "fd":
        family(f"LoadMatrix{letter}", _load, f"Make the top {by_columns}.")
        family(f"MultMatrix{letter}", _mult, f"Multiply the top by {by_columns}.")
        family(f"LoadTransposeMatrix{letter}", _load_transpose, f"Make the top {by_rows}.")
        family(f"MultTransposeMatrix{letter}", _mult_transpose, f"Multiply the top by {by_rows}.")
        family(f"Translate{letter}", _translate, "Multiply the top by a translation.")
        family(f"Scale{letter}", _scale, "Multiply the top by a scaling.")
        family(f"Rotate{letter}", _rotate, "Multiply the top by a rotation of degrees about an axis.")


def _translate(fixed: FixedState, textures: TextureState, x: float, y: float, z: float) -> None:
    matrix = np.eye(4)
    matrix[:3, 3] = floats((x, y, z), "x, y, z")
    _multiply(fixed, textures, matrix)


def _scale(fixed: FixedState, textures: TextureState, x: float, y: float, z: float) -> None:
    _multiply(fixed, textures, np.diag([*floats((x, y, z), "x, y, z"), 1.0]))


def _rotate(
    fixed: FixedState, textures: TextureState, angle: float, x: float, y: float,
    z: float,
) -> None:  # fmt: skip
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
    _multiply(fixed, textures, matrix)


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
    fixed: FixedState, textures: TextureState, left: float, right: float,
    bottom: float, top: float, near: float, far: float,
) -> None:  # fmt: skip
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
    _multiply(fixed, textures, matrix)


@command()
def Ortho(
    fixed: FixedState, textures: TextureState, left: float, right: float,
    bottom: float, top: float, near: float, far: float,
) -> None:  # fmt: skip
    """Multiply the top by a parallel projection."""
    left, right, bottom, top, near, far = _sides(left, right, bottom, top, near, far)
    width, height, depth = right - left, top - bottom, far - near
    matrix = np.diag([2 / width, 2 / height, -2 / depth, 1.0])
    matrix[:3, 3] = -(right + left) / width, -(top + bottom) / height, -(far + near) / depth
    _multiply(fixed, textures, matrix)
