"""Votes of thread groups, each of which is one thread (NV_gpu_program5 2.X.8, TGALL to TGEQ).

How threads make groups is undefined, and groups of one are allowed (docs/semantics.md).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from nvrender.isa.opcodes import DataType
from nvrender.oracle.numerics import Float32Array
from nvrender.oracle.ops import Function, Operation, Shape

_F, _S, _U = DataType.FLOAT, DataType.SIGNED, DataType.UNSIGNED


def _vote(decide: Callable[[Any], Any], type: DataType) -> Operation:
    """TRUE where the group of one decides so: 1.0, or all ones."""
    floats = type is _F

    def vote(out: Float32Array, work: Float32Array, a: Float32Array) -> None:
        held = decide(np.not_equal(a if floats else a.view(np.int32), 0))
        if floats:
            np.copyto(out, held)
        else:
            np.copyto(out.view(np.int32), np.where(held, -1, 0))

    function: Function = vote
    return Operation(Shape.LANEWISE, (function,))


def _variants(decide: Callable[[Any], Any]) -> dict[DataType, Operation]:
    return {type: _vote(decide, type) for type in (_F, _S, _U)}


#: name → type → operation.
VARIANTS: dict[str, dict[DataType, Operation]] = {
    "TGALL": _variants(lambda nonzero: nonzero),
    "TGANY": _variants(lambda nonzero: nonzero),
    "TGEQ": _variants(np.ones_like),
}
