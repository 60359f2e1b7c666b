"""What the vertices of patches have, as compiled evaluation programs read it.

NV_tessellation_program5 Table X.4.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from nvrender.llvm.evaluation import Attribute
from nvrender.oracle.patches.layout import Owner, names_of, owner
from nvrender.oracle.patches.programs import Patches
from nvrender.oracle.raster.triangles import Float32Array
from nvrender.program import Program

_NOTHING = np.zeros((1, 4), np.float32)


def attributes_of(
    program: Program, patches: Patches, patch: npt.NDArray[np.int32], coordinates: Float32Array
) -> Attribute:
    """The attributes of (E,) vertices of ``patch`` at (E, 3) coordinates; 0 where there are none."""
    names = names_of(program)

    def attribute(index: int, vertex: int) -> Float32Array:
        name = names[index]
        match owner(program, index):
            case Owner.INPUT:
                rows = patches.vertices.get(name.removeprefix("vertex."))
                if rows is None or vertex >= patches.size:
                    return _NOTHING
                return _words(rows).reshape(len(patches.ids), patches.size, 4)[:, vertex].take(patch, axis=0)
            case Owner.PATCH:
                own = name.removeprefix("primitive.")
                rows = patches.values.get(own if own.startswith("patch.") else f"patch.{own}")
                if rows is None:
                    return _NOTHING
                if own.startswith("tess"):  # a level
                    return _first(rows[:, 0]).take(patch, axis=0)
                return _words(rows).take(patch, axis=0)
        if name == "vertex.tesscoord":
            places = np.zeros((len(patch), 4), np.float32)
            places[:, :3] = coordinates
            return places
        if name == "primitive.vertexcount":
            return _first(np.array([patches.size], np.int32))
        return _first(patches.ids[patch])

    return attribute


def _words(rows: npt.NDArray[Any]) -> Float32Array:
    return np.ascontiguousarray(rows).view(np.float32)


def _first(words: npt.NDArray[Any]) -> Float32Array:
    """(N,) words as x of attributes."""
    found = np.zeros((len(words), 4), np.float32)
    found[:, 0] = np.ascontiguousarray(words).view(np.float32)
    return found
