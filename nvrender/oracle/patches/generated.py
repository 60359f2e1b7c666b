"""What the primitive generator makes of many patches (ARB_tessellation_shader 2.X.2)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np
import numpy.typing as npt

from nvrender.memory import VECTOR_BYTES, Growing, check_memory
from nvrender.oracle.patches.tessellator import Domain, tessellate
from nvrender.program import Program, Tessellation

Float32Array = npt.NDArray[np.float32]

_FEWER = "draw fewer patches, or with lower levels"
_LEVELS = (
    *(f"patch.tessouter[{number}]" for number in range(4)),
    *(f"patch.tessinner[{number}]" for number in range(2)),
)


@dataclass(frozen=True)
class Generated:
    """Vertices and primitives, patch after patch.

    ``patch`` (E,) is the patch of each vertex, ``coordinates`` (E, 3) its place there; ``corners``
    (K, 1…3) are the vertices of each primitive, ``parent`` (K,) the patch it is of.
    """

    patch: npt.NDArray[np.int32]
    coordinates: Float32Array
    corners: npt.NDArray[np.int64]
    parent: npt.NDArray[np.int64]


@lru_cache(maxsize=1 << 14)
def _domain(declared: Tessellation, *levels: float) -> Domain:
    return tessellate(declared, levels[:4], levels[4:])


def generate(program: Program, values: Mapping[str, npt.NDArray[Any]], count: int) -> Generated:
    """The vertices that ``count`` patches are cut into, of an evaluation ``program``.

    ``values`` maps levels ("patch.tessouter[0]", …) to (count, 4) words, x the level; those nobody wrote are
    0. InputError for more vertices than there is memory for.
    """
    declared = program.tessellation
    assert declared is not None
    none = np.zeros((count, 4), np.float32)
    levels = np.stack([values.get(name, none).view(np.float32)[:, 0] for name in _LEVELS], 1).tolist()
    growing = Growing("the vertices of patches", _FEWER)
    domains = []
    for row in levels:
        domains.append(_domain(declared, *row))
        growing.add(domains[-1].coordinates.nbytes + domains[-1].primitives.nbytes)
    sizes = np.array([len(domain.coordinates) for domain in domains], np.int64)
    first = np.cumsum(sizes) - sizes
    check_memory(
        int(sizes.sum()) * VECTOR_BYTES * max(len(program.results), 1),
        f"{len(domains)} patches of {sizes.sum()} vertices in all",
        _FEWER,
    )
    nothing = tessellate(declared, (0.0,) * 4, (0.0,) * 2)
    moved = [domain.primitives + start for domain, start in zip(domains, first.tolist(), strict=True)]
    each = np.array([len(domain.primitives) for domain in domains], np.int64)
    return Generated(
        np.repeat(np.arange(count, dtype=np.int32), sizes),
        np.concatenate([nothing.coordinates, *(domain.coordinates for domain in domains)]),
        np.concatenate([nothing.primitives, *moved]).astype(np.int64),
        np.repeat(np.arange(count), each),
    )
