"""The attributes of a fragment program as compiled code interpolates them (NV_fragment_program4 2.X.3.2)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from nvrender.gl.inputs.arrays import AttributeSource
from nvrender.gl.inputs.fragments import (
    COMPONENTS,
    PIXEL_CENTER_INTEGER,
    POSITION,
    SAMPLE_ID,
    UPPER_LEFT,
    filled_up,
)
from nvrender.gl.state.state import State
from nvrender.languages.arb.generation5_bindings import FRAGMENT_5_ATTRIBUTES
from nvrender.llvm.raster.interpolation import Attribute
from nvrender.llvm.refusal import refused
from nvrender.oracle.frame.attributes import BACK, FACING, PRIMITIVE_ID, VARYINGS
from nvrender.oracle.raster.triangles import Triangles
from nvrender.oracle.raster.window import SPRITE
from nvrender.program import Program

Array = npt.NDArray[Any]
_UNWRITTEN = np.array([[0.0, 0.0, 0.0, 1.0]], np.float32)
_ZEROS = np.zeros((1, 4), np.float32)


@dataclass(frozen=True)
class Given:
    """An attribute, and the rows of varyings that it is of, those of the back besides."""

    attribute: Attribute
    values: Array | None = None
    backs: Array | None = None


def given(program: Program, index: int, triangles: Triangles, state: State, *, points: bool) -> Given:
    """What attribute ``index`` is; one nobody wrote is (0, 0, 0, 1). TargetError for what is not compiled."""
    name = FRAGMENT_5_ATTRIBUTES[index]
    if index == POSITION:
        flipped, whole = UPPER_LEFT in program.options, PIXEL_CENTER_INTEGER in program.options
        return Given(Attribute("position", flipped=flipped, whole=whole))
    if index == FACING:
        return Given(Attribute("facing"))
    if index == PRIMITIVE_ID:
        return Given(Attribute("primitive", fill=(0.0,) * 4))
    words = {word for row in program.attributes if row.index == index for word in row.interpolation}
    if index not in VARYINGS or "SAMPLE" in words or index == SAMPLE_ID:
        raise refused(
            f"{name} of each sample or thread in frames"
            if index not in VARYINGS
            else f"{name} of each sample"
        )
    return _varying(program, index, triangles, state, words, points=points)


def _varying(
    program: Program, index: int, triangles: Triangles, state: State, words: set[str], *, points: bool
) -> Given:
    name = FRAGMENT_5_ATTRIBUTES[index]
    own = VARYINGS[index]
    if own == SPRITE and not points:
        return Given(Attribute("constant"), _ZEROS)
    values = _rows(own, triangles, state, points)
    sided = own in BACK and state.vertex_program_two_side
    backs = _rows(BACK[own], triangles, state, points) if sided else None
    components = COMPONENTS.get(name, 4)
    fill = filled_up(program, AttributeSource(name, _UNWRITTEN[:, :components], True)).fill
    if values is _UNWRITTEN and not sided:
        if components < 4:
            values = np.array([[*_UNWRITTEN[0, :components], *fill[components:]]], np.float32)
        return Given(Attribute("constant"), values)
    count = max(len(row) for row in triangles.varyings.values()) if triangles.varyings else 1
    values = _repeated(values, count)
    backs = None if backs is None else _repeated(backs, count)
    replaced = _replaced(own, state, points)
    rule = (
        "flat" if replaced in triangles.flat else "linear" if replaced in triangles.linear else "perspective"
    )
    attribute = Attribute(
        "varying",
        rule,
        sided,
        "CENTROID" in words,
        components,
        fill if components < 4 else (0.0, 0.0, 0.0, 1.0),
    )
    return Given(attribute, values, backs)


def _repeated(rows: Array, count: int) -> Array:
    return np.repeat(rows, count, axis=0) if rows is _UNWRITTEN else rows


def _replaced(name: str, state: State, points: bool) -> str:
    """A point's own coordinates in place of a texture coordinate (ARB_point_sprite 3.3)."""
    unit = state.texture_units[int(name[3:])] if name.startswith("TEX") else None
    return SPRITE if unit is not None and unit.coord_replace and points else name


def _rows(name: str, triangles: Triangles, state: State, points: bool) -> Array:
    rows = triangles.varyings.get(_replaced(name, state, points))
    return _UNWRITTEN if rows is None else np.ascontiguousarray(rows)
