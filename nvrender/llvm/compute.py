"""Compute programs by code compiled for the processor: invocations one after the other, group after group.

NV_compute_program5 2.X.3.2.
"""

from __future__ import annotations

from functools import lru_cache
from math import prod

import numpy as np

from nvrender.gl.inputs.request import Request
from nvrender.gl.inputs.results import Float32Array, Results
from nvrender.gl.inputs.work_groups import invocations
from nvrender.llvm.calls import Run, compiled_for
from nvrender.llvm.reached import Reached
from nvrender.memory import check_memory
from nvrender.program.declared import compute_of

Three = tuple[int, int, int]
#: Invocations that run in one call.
_TOGETHER = 1 << 15


def execute(request: Request, groups: Three, reached: Reached | None = None) -> Results:
    """Runs ``groups`` work groups, x fastest; what they do is in the memory of the results.

    TargetError for what the back end does not run.
    """
    program = request.program
    count = invocations(program, groups)
    check_memory(np.dtype(np.int32).itemsize * count, f"{count} invocations", "run fewer work groups")
    run = Run(request, compiled_for(request), reached)
    size = prod(compute_of(program).size)
    step = 1 if len(run.reached.shared) else max(_TOGETHER // size, 1)
    for first in range(0, prod(groups), step):
        stop = min(first + step, prod(groups))
        run.reached.shared[:] = 0  # when a group begins (docs/semantics.md)
        attributes = attributes_of(compute_of(program).size, groups, first, stop, run.inputs)
        run.part(attributes, {}, 0, size * (stop - first))
        request.tell(stop, prod(groups))
    return run.with_left(Results({}))


@lru_cache(maxsize=4)
def attributes_of(
    size: Three, groups: Three, first: int, stop: int, read: tuple[int, ...]
) -> dict[int, Float32Array]:
    """What is read of NV_compute_program5 Table X.1, by its order, of the invocations of some groups.

    What the table leaves undefined is 0 (docs/semantics.md). Nobody changes what comes out.
    """
    numbers = np.arange(first, stop)
    index = np.arange(prod(size))
    local = np.stack([index % size[0], index // size[0] % size[1], index // (size[0] * size[1])])
    group = np.stack(
        [numbers % groups[0], numbers // groups[0] % groups[1], numbers // (groups[0] * groups[1])]
    )
    places, which = np.tile(local, len(numbers)), np.repeat(group, len(index), axis=1)
    extents = np.array([size, groups]).T[:, :, None]
    rows = [
        places,
        places + which * extents[:, 0],
        which,
        extents[:, 1],
        extents[:, 0],
        np.tile(index, len(numbers))[None],
    ]
    found = {}
    for number in read:
        words = np.zeros((places.shape[1], 4), np.uint32)
        words[:, : len(rows[number])] = rows[number].T
        found[number] = words.view(np.float32)
    return found
