"""OF and CF of the last addition of 64-bit integers (NV_gpu_program4 2.X.4.3)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from nvrender.ops.rows import Addition


@dataclass(frozen=True, slots=True)
class Integers:
    """How sums of integers are written: of numbers, or of pairs of words.

    ``prefix`` begins the names of the helpers that tell of flags; ``negative`` and ``product`` are formats,
    and ``part`` is that of either within a longer text.
    """

    prefix: str
    negative: str
    product: str
    part: str


NUMBERS = Integers("nv_long", "~{} + uint64_t(1)", "{} * {}", "({})")
WORDS = Integers("nv_words", "nv_negative({})", "nv_words_mul({}, {})", "{}")


def sum_flags(
    integers: Integers, addition: Addition, values: Sequence[str], negated: Sequence[bool], distance: str
) -> str:
    """The flags as ivec2; ``distance`` is that of the first two values."""
    one, minus_one, two, minus_two = values[0], negated[0], values[-1], negated[-1]
    match addition:
        case Addition.OF_PRODUCT:
            one = integers.part.format(integers.product.format(values[0], values[1]))
            minus_one = negated[0] != negated[1]
        case Addition.OF_DISTANCE:
            one, minus_one = integers.part.format(distance), False
        case Addition.NEGATED:
            two, minus_two = integers.part.format(integers.negative.format(two)), not minus_two
    if minus_one and minus_two:  # neither flag is set (docs/semantics.md)
        return "ivec2(0)"
    if not (minus_one or minus_two):
        return f"{integers.prefix}_sum_flags({one}, {two})"
    kept, subtracted = (one, two) if minus_two else (two, one)
    return f"{integers.prefix}_difference_flags({kept}, {integers.negative.format(subtracted)})"
