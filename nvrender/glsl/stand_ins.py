"""What stands for functions that came with GLSL 1.30 and GLSL ES 3.00 in the versions before."""

from __future__ import annotations

from collections.abc import Mapping

#: Functions of floats and of integers that have one name in GLSL → that.
OF_INTEGERS: Mapping[str, str] = {"imax": "max", "imin": "min", "iclamp": "clamp"}
#: GLSL's function → that of the library; ``mix`` is that of truths.
OLDER: Mapping[str, str] = {
    "roundEven": "round_to_even", "trunc": "truncated", "isnan": "is_nan", "mix": "chosen_by",
    "imax": "greater_of", "imin": "lesser_of", "iclamp": "kept_within",
}  # fmt: skip
#: GLSL's functions that some targets have in an extension (Target.derivatives).
DERIVATIVES = frozenset({"dFdx", "dFdy"})
#: Matrices that are not square → the products of a vector with their columns (Target.non_square_matrices).
NON_SQUARE: Mapping[str, str] = {"mat3x4": "three_products"}
