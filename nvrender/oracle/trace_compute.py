"""Every instruction one invocation of a compute program executes, all by itself (NV_compute_program5)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np
import numpy.typing as npt

from nvrender.gl.global_memory import Stores
from nvrender.gl.results import Float32Array
from nvrender.gl.textures import Textures
from nvrender.isa.limits import WATCHDOG_TURNS
from nvrender.oracle.machine import parameter_table
from nvrender.oracle.memory_spaces import Spaces
from nvrender.oracle.numerics import arithmetic
from nvrender.oracle.prepare import prepare
from nvrender.oracle.trace import Step, steps_of
from nvrender.oracle.work_groups import attributes_of
from nvrender.program import Program
from nvrender.source import InputError


def trace_invocation(
    program: Program,
    parameters: Float32Array,
    groups: tuple[int, int, int],
    number: int,
    stores: Stores,
    *,
    buffers: Mapping[int, npt.NDArray[Any]] | None = None,
    textures: Textures | None = None,
    watchdog: int | None = WATCHDOG_TURNS,
) -> Iterator[Step]:
    """The steps of invocation ``number``: group after group, in each by its local index.

    What others do is not there: memory is as it is given, shared memory zeros, and nothing waits at BAR.
    InputError for an invocation that is not there.
    """
    compute = program.compute
    assert compute is not None
    size = compute.size[0] * compute.size[1] * compute.size[2]
    total = size * groups[0] * groups[1] * groups[2]
    if not 0 <= number < total:
        raise InputError(f"there is no invocation {number}; there are {_counted(total)}")
    code = prepare(program, textures)
    read = frozenset(index for index, _ in code.layout.attributes)
    group = attributes_of(compute.size, groups, np.array([number // size]), read)
    local = number % size
    rows = {index: array[local : local + 1] for index, array in group.items()}
    with arithmetic():
        table = parameter_table(code, parameters, buffers)
    return steps_of(code, rows, table, Spaces(stores, buffers or {}, compute.shared or 0), watchdog)


def _counted(total: int) -> str:
    return f"{total}, 0 to {total - 1}" if total else "none"
