"""What evaluates each operation: its name → functions over arrays."""

from __future__ import annotations

from nvrender.ops.evaluation import approximations, arithmetic, bits, comparisons, integers, packing
from nvrender.ops.evaluation.function import Evaluation, plain
from nvrender.ops.rows import Operation

#: Every operation that has a value of its operands alone, but those that are a function of NumPy's.
EVALUATIONS: dict[str, Evaluation] = {
    **arithmetic.EVALUATIONS,
    **approximations.EVALUATIONS,
    **comparisons.EVALUATIONS,
    **integers.EVALUATIONS,
    **packing.EVALUATIONS,
    **bits.EVALUATIONS,
}


def evaluation_of(row: Operation) -> Evaluation | None:
    """What evaluates an operation; None where its value is not of its operands alone."""
    return plain(row) if row.numpy else EVALUATIONS.get(row.name)
