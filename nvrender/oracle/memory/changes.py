"""What an instruction changed in memory, for traces."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import numpy as np
import numpy.typing as npt

from nvrender.oracle.memory.access import writes_memory
from nvrender.oracle.memory.spaces import Spaces
from nvrender.program import Instruction

Bytes = npt.NDArray[np.uint8]
_WORD = 4


def bytes_before(spaces: Spaces, instruction: Instruction) -> dict[str, Bytes]:
    """Copies of the buffers that ``instruction`` may write, by name; none if it writes none."""
    if not writes_memory(instruction):
        return {}
    return {name: part.copy() for name, part in _parts(spaces)}


def words_changed(spaces: Spaces, before: dict[str, Bytes]) -> Iterator[tuple[str, str, float, float]]:
    """(buffer, its byte, old and new word) of each word that is not what it was, as unsigned integers."""
    for name, part in _parts(spaces) if before else ():
        places = np.flatnonzero(part != before[name])
        for place in np.unique(places // _WORD * _WORD):
            old, new = (
                int.from_bytes(row[place : place + _WORD].tobytes(), "little") for row in (before[name], part)
            )
            yield name, f"[{place}]", float(old), float(new)


@contextmanager
def taken_back(spaces: Spaces) -> Iterator[None]:
    """What is done to memory inside is undone at the end."""
    before, faults = {name: part.copy() for name, part in _parts(spaces)}, spaces.held.trial.faults
    yield
    spaces.held.trial.faults = faults
    for name, part in _parts(spaces):
        part[...] = before[name]


def _parts(spaces: Spaces) -> Iterator[tuple[str, Bytes]]:
    for key in spaces.held.keys:
        yield (f"memory.{key}" if isinstance(key, str) else f"storage[{key}]"), spaces.held.bytes_of(key)
    for unit, part in spaces.held.images.parts():
        yield f"image[{unit}]", part
    if len(spaces.shared.data):
        yield "shared", spaces.shared.part(0)
