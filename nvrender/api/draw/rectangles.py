"""Rect (OpenGL 1.5, 2.10)."""

from __future__ import annotations

from typing import Any

from nvrender.api import enums
from nvrender.api.arguments import vector
from nvrender.api.arrays.attributes import Convert, converter, filled, put
from nvrender.api.command import family
from nvrender.api.draw.commands import Begin, End
from nvrender.api.objects.context import ContextState

_SECTION = "OpenGL 1.5, 2.10"


def _forms(convert: Convert) -> Any:
    def scalar(gl: ContextState, x1: float, y1: float, x2: float, y2: float) -> None:
        corners = [filled(corner, convert) for corner in ((x1, y1), (x2, y1), (x2, y2), (x1, y2))]
        Begin(gl, enums.POLYGON)
        for corner in corners:
            put(gl.immediate, 0, corner, _SECTION)
        End(gl)

    def vectors(gl: ContextState, v1: Any, v2: Any) -> None:
        scalar(gl, *vector(v1, 2, "v1"), *vector(v2, 2, "v2"))

    return scalar, vectors


for _letter in "sifd":
    _scalar, _vectors = _forms(converter(_letter, normalized=False))
    family(f"Rect{_letter}", _scalar, "Draw the polygon of two opposite corners, with z of 0.")
    family(f"Rect{_letter}v", _vectors, "Draw the polygon of two opposite corners, with z of 0.")
