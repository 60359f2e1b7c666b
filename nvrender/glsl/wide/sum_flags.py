"""OF and CF of the last addition of 64-bit integers (NV_gpu_program4 2.X.4.3)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from nvrender.glsl.wide.operations import Text, function
from nvrender.ops.rows import Addition


@dataclass(frozen=True, slots=True)
class Integers:
    """How sums of integers are written: of numbers, or of pairs of words.

    ``prefix`` begins the names of the functions that tell of flags; texts within a longer one stand in
    parentheses where ``parted``.
    """

    prefix: str
    negative: Text
    product: Text
    parted: bool

    def part(self, text: str) -> str:
        return f"({text})" if self.parted else text


NUMBERS = Integers(
    "nv_long", lambda call, a: f"~{a} + uint64_t(1)", lambda call, a, b: f"{a} * {b}", parted=True
)
WORDS = Integers("nv_words", function("nv_negative"), function("nv_words_mul"), parted=False)


def sum_flags(
    call: Callable[..., str],
    integers: Integers,
    addition: Addition,
    values: Sequence[str],
    negated: Sequence[bool],
    distance: Callable[[], str],
) -> str:
    """The flags as ivec2; ``distance`` is that of the first two values."""
    one, minus_one, two, minus_two = values[0], negated[0], values[-1], negated[-1]
    match addition:
        case Addition.OF_PRODUCT:
            one = integers.part(integers.product(call, values[0], values[1]))
            minus_one = negated[0] != negated[1]
        case Addition.OF_DISTANCE:
            one, minus_one = integers.part(distance()), False
        case Addition.NEGATED:
            two, minus_two = integers.part(integers.negative(call, two)), not minus_two
    if minus_one and minus_two:  # neither flag is set (docs/semantics.md)
        return "ivec2(0)"
    if not (minus_one or minus_two):
        return call(f"{integers.prefix}_sum_flags", one, two)
    kept, subtracted = (one, two) if minus_two else (two, one)
    return call(f"{integers.prefix}_difference_flags", kept, integers.negative(call, subtracted))
