"""What an expression of constants is."""

from __future__ import annotations

import numpy as np

from nvrender.ir.evaluation.shader import Evaluation
from nvrender.ir.nodes import Const, Expression, Shader
from nvrender.ops.evaluation.numerics import arithmetic

_EMPTY = Evaluation(Shader((), ()), 1)


def evaluated(value: Expression) -> Const | None:
    """The constant that ``value``, which reads no variable, is; None of numbers that have not 32 bits."""
    with arithmetic():
        found = _EMPTY.value(value)[:, 0]
    if found.dtype == np.bool_:
        return Const(value.type, tuple(map(int, found)))
    if found.dtype.itemsize != 4:
        return None
    return Const(value.type, tuple(map(int, np.ascontiguousarray(found).view(np.uint32))))
