"""What rasterisation works on: vertices, triangles in window coordinates, sample positions.

Window coordinates have their origin at the lower left corner, pixel (i, j) its centre at (i + 1/2, j + 1/2)
(OpenGL 1.5, 3). Lines and points are made of triangles as well, whose corners carry what their ends do.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np
import numpy.typing as npt

from nvrender.gl.state.fragments import PolygonOffset
from nvrender.gl.state.state import Box

Float32Array = npt.NDArray[np.float32]
Float64Array = npt.NDArray[np.float64]
IndexArray = npt.NDArray[np.intp]
BoolArray = npt.NDArray[np.bool_]

#: Window coordinates are rounded to this part of a pixel: eight SUBPIXEL_BITS, of which OpenGL 1.5,
#: table 6.34 asks four.
SUBPIXELS = 256

#: Where the samples of a pixel lie, in sub-pixels from its lower left corner. OpenGL 1.5, 3.2.1 leaves the
#: places of several to the implementation.
SAMPLES = {
    1: ((128, 128),),
    4: ((96, 32), (224, 96), (32, 160), (160, 224)),
}
#: r, a difference of depths that are surely told apart in 24 bits; Mesa has the same.
_RESOLVABLE = 2.0**-23


@dataclass(frozen=True)
class Vertices:
    """What the vertex stage hands over.

    ``clip`` are clip coordinates, (N, 4); ``varyings`` (N, 4) each, under the names of the VP family's
    results and ATTRn; ``distances`` those of the enabled clip planes, (N, P); ``sizes`` of points, (N,).
    """

    clip: Float32Array
    varyings: Mapping[str, Float32Array]
    distances: Float32Array
    sizes: Float32Array | None = None


@dataclass(frozen=True)
class Rules:
    """The state that decides which primitives are drawn and where.

    ``size`` is the frame's, in pixels, and ``viewport`` left, bottom, width and height of its part that is
    drawn to, None for all of it; ``depth_range`` as DepthRange sets it; ``cull_face`` and
    ``front_face`` as in State; ``samples`` a key of SAMPLES; ``line_width`` and ``point_size`` in pixels;
    ``flat`` are varyings with the value of the last vertex, ``linear`` those without perspective.
    """

    size: tuple[int, int]
    samples: int = 1
    depth_range: tuple[float, float] = (0.0, 1.0)
    cull_face: str = ""
    front_face: str = "CCW"
    point_size: float = 1.0
    line_width: float = 1.0
    flat: frozenset[str] = frozenset()
    linear: frozenset[str] = frozenset()
    viewport: Box | None = None

    @property
    def fills_frame(self) -> bool:
        """Whether no pixel of the frame lies beyond the viewport."""
        left, bottom, width, height = self.viewport or (0, 0, *self.size)
        reaches = left + width >= self.size[0] and bottom + height >= self.size[1]
        return left <= 0 and bottom <= 0 and reaches


@dataclass(frozen=True)
class Triangles:
    """Triangles to be filled, T of them in the order drawn.

    ``x``, ``y``, ``z`` and ``inverse_w`` are (3, T) window coordinates and 1/w of the corners,
    ``snapped_x`` and ``snapped_y`` the same in whole sub-pixels; the corners run counter-clockwise.
    ``corners`` (3, T) and ``last`` (T,) are rows of ``varyings``, ``last`` of the vertex whose values flat
    varyings have. ``front`` says which face, ``owner`` which of the assembled primitives each is part of;
    those of one owner are fragments together where they are halves of ``rectangles``.
    """

    snapped_x: Float64Array
    snapped_y: Float64Array
    x: Float64Array
    y: Float64Array
    z: Float64Array
    inverse_w: Float64Array
    corners: IndexArray
    last: IndexArray
    front: BoolArray
    owner: IndexArray
    varyings: Mapping[str, Float32Array] = field(default_factory=dict)
    flat: frozenset[str] = frozenset()
    linear: frozenset[str] = frozenset()
    rectangles: bool = False

    def __len__(self) -> int:
        return int(self.x.shape[1])

    def chosen(self, which: BoolArray) -> Triangles:
        """Some of them."""
        corners = ("snapped_x", "snapped_y", "x", "y", "z", "inverse_w", "corners")
        changes: dict[str, Any] = {name: getattr(self, name)[:, which] for name in corners}
        changes |= {name: getattr(self, name)[which] for name in ("last", "front", "owner")}
        return replace(self, **changes)


def moved(triangles: Triangles, offset: PolygonOffset) -> Triangles:
    """With the depths of all corners moved by m · factor + r · units.

    m is the larger of the depth's slopes along x and y, equation 3.13. Of triangles without an area it is 0.
    """
    x, y, z = triangles.x, triangles.y, triangles.z
    first_x, second_x = x[1] - x[0], x[2] - x[0]
    first_y, second_y = y[1] - y[0], y[2] - y[0]
    first_z, second_z = z[1] - z[0], z[2] - z[0]
    area = first_x * second_y - second_x * first_y
    with np.errstate(all="ignore"):
        along_x = (first_z * second_y - second_z * first_y) / area
        along_y = (first_x * second_z - second_x * first_z) / area
        slope = np.maximum(np.abs(along_x), np.abs(along_y))
    slope = np.where(np.isfinite(slope), slope, 0.0)
    return replace(triangles, z=z + slope * offset.factor + _RESOLVABLE * offset.units)
