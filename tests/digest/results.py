"""The digest of results: what the oracle computes of every program on seeded inputs."""

from __future__ import annotations

import warnings
import zlib
from collections.abc import Iterator
from typing import Any

import numpy as np

import nvrender
from nvrender.gl.patches import takes_patches
from nvrender.regression.comparison.samples import samples

from .corpus import Entry

#: Vertices or fragments of the seeded inputs; quads and patches of both kinds fit.
_COUNT = 24


def words(entry: Entry) -> Iterator[tuple[str, bytes]]:
    """(result, its words) of a run on seeded inputs, with the memory, textures and state of its script."""
    case, program = entry.case, entry.program
    # Which of two NaNs a sum of doubles is depends on the processor's vectors.
    doubles = any(row.bits == 64 for row in program.instructions)
    seed = zlib.crc32(entry.name.encode())
    attributes, parameters = samples(program, _COUNT, seed=seed, special=not doubles)
    given: dict[str, Any] = {}
    if case is not None:
        if isinstance(parameters, dict):
            parameters |= {
                key: np.array(row, np.uint32).view(np.float32) for key, row in case.parameters.items()
            }
        given |= {
            "state": case.state, "textures": case.textures, "groups": case.memory.groups,
            "memory": case.memory.resident(), "storage": case.memory.bound(),
            "subroutines": case.subroutines or None,
        }  # fmt: skip
    if program.compute is not None:
        attributes = None
    if program.geometry is not None and not takes_patches(program) and case is not None:
        given["mode"] = case.mode
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            found = nvrender.run(program, attributes, parameters, **given)
    except nvrender.NvrenderError as error:
        yield "error", str(error).encode()
        return
    yield from _of(found)


def _of(found: nvrender.Results) -> Iterator[tuple[str, bytes]]:
    for name, rows in found.items():
        yield name, _same_nan(np.ascontiguousarray(rows)).tobytes()
    if found.executed is not None:
        yield "executed", np.ascontiguousarray(found.executed, np.int32).tobytes()
    if found.emitted is not None:
        for name, rows in found.emitted.places.items():
            yield name, np.ascontiguousarray(rows).tobytes()
    for kind in (found.memory, found.storage, found.images):
        for key, rows in kind.items():
            yield str(key), np.ascontiguousarray(rows).tobytes()
    yield "faults", str(found.faults).encode()
    for number, row in enumerate(found.further, 1):
        yield from ((f"stream {number}: {name}", data) for name, data in _of(row))


def _same_nan(rows: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
    """Which NaN a computation gives is the processor's affair."""
    if rows.dtype != np.float32:
        return rows
    return np.where(np.isnan(rows), np.float32(np.nan), rows)
