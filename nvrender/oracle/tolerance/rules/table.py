"""Which rule each operation has."""

from __future__ import annotations

from itertools import product

import numpy as np

from nvrender.oracle.tolerance.ball import Rule, lanewise, replicated
from nvrender.oracle.tolerance.rules import approximations, arithmetic, choices, composed

_ROUNDINGS = {"floor": np.floor, "ceil": np.ceil, "round": np.rint, "trunc": np.trunc}


def _named(names: str, rule: Rule) -> dict[str, Rule]:
    return dict.fromkeys(names.split(), rule)


_COMPARISONS = " ".join(
    f"f{relation}{end}" for relation, end in product("eq ge gt le lt ne".split(), ("", "_nan"))
)

#: Operation name → rule, for operations of floats that compute one from another.
RULES: dict[str, Rule] = {
    **_named("mov fabs", lanewise(choices.same)),
    **_named("ffalse ftrue", lanewise(choices.constant)),
    # Sums and products.
    **_named("fadd fadd_positive", lanewise(arithmetic.plus)),
    **_named("fsub fsub_positive", lanewise(arithmetic.minus)),
    **_named("fmul fmul_zero", lanewise(arithmetic.product)),
    **_named("fmad fmad_zero", lanewise(arithmetic.product_and_sum)),
    **_named("flrp", lanewise(arithmetic.blend)),
    **_named("fdot2", arithmetic.dot(2)),
    **_named("fdot2_add", arithmetic.dot2_and_sum),
    **_named("fdot3 fdot3_zero", arithmetic.dot(3)),
    **_named("fdot4 fdot4_zero", arithmetic.dot(4)),
    **_named("fdot_homogeneous fdot_homogeneous_zero", arithmetic.dot_homogeneous),
    # Extremes, choices, comparisons, integral parts.
    **_named("fmin fmin_nan fmin_positive", choices.extreme(-1.0)),
    **_named("fmax fmax_nan fmax_positive", choices.extreme(1.0)),
    **_named("fcmp", lanewise(choices.choice)),
    **_named(f"{_COMPARISONS} fge_total flt_total", lanewise(choices.comparison)),
    **_named("fsign", lanewise(choices.monotone(np.sign))),
    **{f"f{name}": lanewise(choices.monotone(function)) for name, function in _ROUNDINGS.items()},
    **_named("ffract", lanewise(choices.fraction)),
    **_named("address_floor", choices.address(np.floor)),
    **_named("address_round", choices.address(np.rint)),
    **_named("address_add", composed.address_add),
    # Approximations.
    **_named("fdiv", lanewise(approximations.divided)),
    **_named("frcp frcp_positive", replicated(approximations.reciprocal)),
    **_named("frcp_clamped frcp_clamped_positive", replicated(approximations.reciprocal_clamped)),
    **_named("frsq frsq_unsigned", replicated(approximations.inverse_root)),
    **_named("frsq_absolute frsq_absolute_positive", replicated(approximations.inverse_root_of_magnitude)),
    **_named("fexp2", replicated(approximations.exponential)),
    **_named("flog2", replicated(approximations.logarithm)),
    **_named("fpow", replicated(approximations.power)),
    **_named("fsin", replicated(approximations.wave(np.sin))),
    **_named("fcos", replicated(approximations.wave(np.cos))),
    # Composed operations.
    **_named("fdistance fdistance_zero", composed.distance),
    **_named("flight", composed.light),
    **_named("flight_nan flight_positive", composed.light_of_corners),
    **_named("flight_unclamped", composed.light_unclamped),
    **_named("fexponential fexponential_positive", composed.partial_exponential),
    **_named("flogarithm flogarithm_positive", composed.partial_logarithm),
    **_named("fsine_cosine", composed.sine_and_cosine),
    **_named("fcross", composed.cross),
    **_named("fnormalize", composed.normal),
    **_named("freflect", composed.reflection),
    **_named("ftransform", composed.transform),
}
#: The same for operations that make integers of floats.
_INTEGERS: dict[str, Rule] = {
    f"{letter}{name}": choices.integral(function)
    for letter, (name, function) in product("iu", _ROUNDINGS.items())
}


def rule_of(operation: str) -> Rule:
    """The rule of an instruction that computes floats; ``within_owed`` where there is none."""
    return RULES.get(operation, approximations.within_owed)


def integer_rule(operation: str) -> Rule:
    """The rule of an instruction that makes words: they are what they are, or anything."""
    return _INTEGERS.get(operation, choices.certain_words)
