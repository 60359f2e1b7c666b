"""Programs over images, and images of every target, for both sides."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
import pytest

import nvrender
from nvrender.gl.textures.images import Image

#: Target → shape of an image's texels.
SHAPES = {
    "1D": (5,), "2D": (3, 5), "3D": (4, 3, 5), "RECT": (3, 5), "CUBE": (6, 3, 3), "BUFFER": (5,),
    "ARRAY1D": (4, 5), "ARRAY2D": (4, 3, 5), "ARRAYCUBE": (2, 6, 3, 3), "2DMS": (4, 3, 5),
    "ARRAY2DMS": (2, 4, 3, 5),
}  # fmt: skip
BACKENDS = pytest.mark.parametrize("backend", ["oracle", "gpu"])
TARGETS = pytest.mark.parametrize("target", SHAPES)


def numbered(target: str) -> Image:
    """An image whose texels are all different."""
    count = int(np.prod(SHAPES[target]))
    return Image((np.arange(count, dtype=np.uint32) + 1).reshape(SHAPES[target]), "R32UI", target)


def texel(target: str, place: tuple[int, int, int, int]) -> tuple[int, ...] | None:
    """The index in an image's texels of x, y, z and sample; None where there is none (Table X.5)."""
    x, y, z, sample = place
    index = {
        "1D": (x,), "2D": (y, x), "3D": (z, y, x), "RECT": (y, x), "CUBE": (z, y, x), "BUFFER": (x,),
        "ARRAY1D": (z, x), "ARRAY2D": (z, y, x), "ARRAYCUBE": (z // 6, z % 6, y, x), "2DMS": (sample, y, x),
        "ARRAY2DMS": (z, sample, y, x),
    }[target]  # fmt: skip
    inside = all(0 <= number < size for number, size in zip(index, SHAPES[target], strict=True))
    return index if inside else None


def run(
    body: str,
    images: Mapping[int, Image | None],
    backend: str,
    attributes: Mapping[int, Any] | None = None,
    options: str = "",
    **arguments: Any,
) -> nvrender.Results:
    """A vertex program with temporaries c, t and v, and an address a."""
    program = f"!!NVvp5.0\n{options}TEMP c, t, v;\nINT TEMP a;\n{body}\nEND"
    if attributes is None:
        arguments.setdefault("count", 1)
    return nvrender.run(program, attributes, images=images, backend=backend, **arguments)


def words(results: nvrender.Results, number: int = 0) -> Any:
    """(N, 4) uint32 of a numbered result."""
    return results[f"attrib[{number}]"].view(np.uint32)
