"""What all lanes of a run have in common."""

from __future__ import annotations

from dataclasses import dataclass

from nvrender.gl.inputs.results import Float32Array
from nvrender.oracle.geometry.emission import Emission
from nvrender.oracle.memory.spaces import Spaces
from nvrender.program.limits import WATCHDOG_TURNS


@dataclass(frozen=True, slots=True)
class Shared:
    """``table`` has parameters and buffers, and of patches what their lanes share.

    ``watchdog`` is how many turns all loops of a lane take together, None for any number. ``spaces`` is the
    memory there is; ``emission`` takes what EMIT and ENDPRIM do, lane by lane.
    """

    table: Float32Array
    watchdog: int | None = WATCHDOG_TURNS
    spaces: Spaces | None = None
    emission: Emission | None = None
