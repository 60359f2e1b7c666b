"""Depth offset of polygons (OpenGL 1.5, 3.5.5)."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from nvrender.gl.state.fragments import PolygonOffset
from nvrender.oracle.raster.triangles import Triangles

#: r, a difference of depths that are surely told apart in 24 bits; Mesa has the same.
_RESOLVABLE = 2.0**-23


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
