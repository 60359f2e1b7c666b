"""What evaluates each operation: its name → functions over arrays."""

from __future__ import annotations

from nvrender.ops.evaluation import approximations, arithmetic, bits, comparisons, integers, packing
from nvrender.ops.evaluation.function import Evaluation

#: Every operation that has a value of its operands alone.
EVALUATIONS: dict[str, Evaluation] = {
    **arithmetic.EVALUATIONS,
    **approximations.EVALUATIONS,
    **comparisons.EVALUATIONS,
    **integers.EVALUATIONS,
    **packing.EVALUATIONS,
    **bits.EVALUATIONS,
}
