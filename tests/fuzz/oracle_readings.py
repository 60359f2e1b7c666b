"""Whatever the oracle runs, under every reading of what the specifications leave open."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from typing import Any
from unittest.mock import patch

import numpy as np
import numpy.typing as npt

from nvrender.gl.textures.texture import Textures
from nvrender.oracle.geometry import runs as geometry
from nvrender.oracle.machine import machine
from nvrender.oracle.machine.jumps import Jump
from nvrender.oracle.machine.layout import lay_out
from nvrender.oracle.machine.operands import Step
from nvrender.oracle.machine.prepare import Code, prepare_watched
from nvrender.oracle.patches import programs as patches
from nvrender.oracle.texture.spread import moved_sample
from nvrender.program import Program

from .compare import Mismatch
from .declared_compare import Tally, alike, makes_quiet, open_to, same_nan, shown
from .readings import Reading, arithmetic_of, choices_of, observer, sums_in_memory

#: Words by what they are of, (N, 4) or (N, 1): those of names that begin with "float" are floats.
Found = Mapping[str, npt.NDArray[np.uint32]]


def words_of(left: Any) -> dict[str, npt.NDArray[np.uint32]]:
    """What is in memory and images, byte by byte in the latter, and how many accesses were invalid."""
    found = {f"memory {name}": array for name, array in left.memory.items()}
    found |= {f"storage {bank}": array for bank, array in left.storage.items()}
    words = {
        name: np.ascontiguousarray(array).view(np.uint32).reshape(-1, 1) for name, array in found.items()
    }
    for unit, array in left.images.items():
        data = np.frombuffer(np.ascontiguousarray(array).tobytes(), np.uint8)
        words[f"image {unit}"] = data.astype(np.uint32).reshape(-1, 1)
    return {**words, "faults": np.full((1, 1), left.faults, np.uint32)}


def differences(
    programs: Sequence[Program], oracle: Callable[[], Found], actual: Found, tally: Tally
) -> Mismatch | None:
    """The first word of ``actual`` that no reading of ``programs`` gives ``oracle``."""
    expected = oracle()
    if {name: array.shape for name, array in expected.items()} != {
        name: array.shape for name, array in actual.items()
    }:
        return Mismatch("value", f"results {', '.join(expected)} against {', '.join(actual)}")
    quiets = any(map(makes_quiet, programs))
    readings: Mapping[str, npt.NDArray[np.uint32]] | None = None
    for name, wanted in expected.items():
        have, whole = actual[name], np.full(wanted.shape, not name.startswith("float"))
        suspects = ~alike(wanted, have, whole, False)
        if quiets:
            suspects &= ~same_nan(wanted, have)
        tally.words += wanted.size
        if not suspects.any():
            continue
        readings = _readings(programs, oracle) if readings is None else readings
        suspects &= ~open_to(readings[name], have, whole, False, tally)
        for row, component in np.argwhere(suspects).tolist():
            pair = int(wanted[row, component]), int(have[row, component])
            return Mismatch(
                "value", f"{name}[{row}][{component}]: oracle {shown(pair[0])}, GPU {shown(pair[1])}", row
            )
    return None


def _readings(
    programs: Sequence[Program], oracle: Callable[[], Found]
) -> Mapping[str, npt.NDArray[np.uint32]]:
    generator = np.random.default_rng(0)
    found = []
    for reading in choices_of(programs):
        with _read_as(reading, generator):
            found.append(oracle())
    return {name: np.stack([one[name] for one in found]) for name in found[0]}


@contextmanager
def _read_as(reading: Reading, generator: np.random.Generator) -> Iterator[None]:
    """The oracle as ``reading`` says."""
    made: dict[int, tuple[Code, Program]] = {}

    def parts(lanes: int) -> Any:
        return (
            generator.uniform(-1, 1, lanes) if reading.fraction is None else np.full(lanes, reading.fraction)
        )

    def same(ordinal: int, step: Step | Jump) -> Step | Jump:
        return step

    def prepare(program: Program, textures: Textures | None = None) -> Code:
        if id(program) not in made:
            observe = observer(reading, generator)
            code = prepare_watched(
                program, lay_out(program), same, observe=observe, textures=textures,
                look_ups=lambda ordinal: moved_sample(parts),
            )  # fmt: skip
            made[id(program)] = code, program
        return made[id(program)][0]

    with ExitStack() as stack:
        stack.enter_context(sums_in_memory(reading.nan))
        for module in (machine, patches, geometry):
            stack.enter_context(patch.object(module, "prepare", prepare))
            stack.enter_context(patch.object(module, "arithmetic", lambda: arithmetic_of(reading.flushed)))
        yield
