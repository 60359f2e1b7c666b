"""(family, opcode) → the GLSL expression of its result, in both numerics.

A builder gets a Site and returns an expression of one component, which is replicated, or of as many
as the site has.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from nvrender.glsl.calls import built_in, by_numerics, called, operands, sums
from nvrender.glsl.expressions import (
    PRODUCT,
    SUM,
    Expression,
    add,
    call,
    multiply,
    negated,
    splat,
    subtract,
    vector,
    vector_type,
)
from nvrender.source import TargetError

XYZ = (0, 1, 2)
XYZW = (0, 1, 2, 3)
ZERO = Expression("0.0")


class Site(Protocol):
    """One instruction being emitted: its operands as text, and the helpers it calls."""

    @property
    def components(self) -> tuple[int, ...]:
        """The destination's components that are computed."""

    @property
    def exact(self) -> bool: ...

    def operand(self, number: int, components: tuple[int, ...], *, full: bool = False) -> Expression:
        """An operand's ``components``; one component if they are the same, unless ``full``."""

    def same(self, components: tuple[int, ...]) -> bool:
        """True if operands 0 and 1 are the same value in every one of ``components``."""

    def computed(self, number: int, components: tuple[int, ...]) -> bool:
        """True if a NaN in operand ``number`` can come from arithmetic."""

    def address(self, component: int) -> str:
        """A component of the address register operand 0 names."""

    @property
    def flush(self) -> bool:
        """True if the target may keep denormals that exact numerics must not."""

    def hidden_zero(self) -> Expression:
        """0.0 that no compiler folds."""

    def cancels(self, component: int, *, subtracted: bool) -> bool:
        """Whether the operands are one value and its negative, or equal if ``subtracted``."""

    def zero(self) -> Expression:
        """0.0 for the destination."""

    def one(self) -> Expression:
        """1.0 for the destination."""

    def helper(self, name: str, width: int = 1) -> str:
        """The name to call the helper ``name`` by for operands of ``width`` components."""


Builder = Callable[[Site], Expression]


def _multiply(site: Site) -> Expression:
    return called("nv_product", 2)(site) if site.flush else multiply(*operands(site, 2, full=False))


def _flushing(site: Site, helper: str) -> str:
    return f"{helper}_flush" if site.flush else helper


def _multiply_vp1(site: Site) -> Expression:
    """A square needs no rule for zeros: NaN comes of NaN alone, and the sign is positive."""
    if not site.exact or site.same(site.components):
        return _multiply(site)
    return called(_flushing(site, "nv_mul"), 2)(site)


def _multiply_add(product: Builder) -> Builder:
    def build(site: Site) -> Expression:
        first = product(site)
        addend = site.operand(2, site.components)
        return add(first, addend)

    return build


def _dot(components: tuple[int, ...], helper: str, vp1: str = "") -> Builder:
    def build(site: Site) -> Expression:
        a = site.operand(0, components, full=True)
        b = site.operand(1, components, full=True)
        if not site.exact:
            return call("dot", a, b)
        if vp1 and site.same(components):  # a square needs no rule for zeros
            return call(site.helper(_flushing(site, f"nv_squared{len(components)}")), a)
        return call(site.helper(_flushing(site, vp1 or helper)), a, b)

    return build


def _homogeneous_dot(helper: str) -> Builder:
    def build(site: Site) -> Expression:
        a = site.operand(0, XYZ, full=True)
        if site.exact:
            return call(site.helper(_flushing(site, helper)), a, site.operand(1, XYZW, full=True))
        return add(call("dot", a, site.operand(1, XYZ, full=True)), site.operand(1, (3,)))

    return build


def _distance(family: str) -> Builder:
    def build(site: Site) -> Expression:
        def component(place: int) -> Expression:
            match place:
                case 1:
                    a, b = site.operand(0, (1,)), site.operand(1, (1,))
                    if family == "vp1" and site.exact and not site.same((1,)):
                        return call(site.helper(_flushing(site, "nv_mul")), a, b)
                    return call(site.helper("nv_product"), a, b) if site.flush else multiply(a, b)
                case 2:
                    return site.operand(0, (2,))
                case 3:
                    return site.operand(1, (3,))
                case _:
                    return site.one()

        return vector([component(place) for place in site.components])

    return build


def _light(family: str) -> Builder:
    power = "nv_specular_vp1" if family == "vp1" else "nv_specular"

    def build(site: Site) -> Expression:
        def component(place: int) -> Expression:
            x = site.operand(0, (0,))
            if place == 1:
                return call(site.helper("nv_positive"), x) if site.exact else call("max", x, ZERO)
            if place == 2:
                given = x, site.operand(0, (1,)), site.operand(0, (3,))
                if site.exact:
                    return call(site.helper(power), *given, site.zero())
                return call(site.helper("nv_fast_specular"), *given)
            return site.one()

        return vector([component(place) for place in site.components])

    return build


def _exponential(family: str) -> Builder:
    def build(site: Site) -> Expression:
        a = site.operand(0, (0,))
        old = site.exact and family == "vp1"

        def component(place: int) -> Expression:
            floor = call("floor", a)
            match place:
                case 0:
                    return call(site.helper("nv_power_of_two") if site.exact else "exp2", floor)
                case 1 if old:
                    return call(site.helper("nv_exp_fraction"), a)
                case 1:
                    return subtract(a, floor)
                case 2:
                    return call(site.helper("nv_exp_approximation") if site.exact else "exp2", a)
                case _:
                    return site.one()

        return vector([component(place) for place in site.components])

    return build


def _logarithm(site: Site) -> Expression:
    a = site.operand(0, (0,))
    log2 = call("log2", call("abs", a))

    def component(place: int) -> Expression:
        match place:
            case 0:
                return call(site.helper("nv_log_exponent"), a) if site.exact else call("floor", log2)
            case 1 if site.exact:
                return call(site.helper("nv_log_mantissa"), a)
            case 1:
                scale = call("exp2", Expression(f"-floor({log2.text})"))
                return multiply(call("abs", a), scale)
            case 2:
                return log2
            case _:
                return site.one()

    return vector([component(place) for place in site.components])


def _reciprocal(site: Site) -> Expression:
    return Expression(f"1.0 / {site.operand(0, (0,)).at(PRODUCT + 1)}", PRODUCT)


def _absolute_root(site: Site) -> Expression:
    return call("inversesqrt", call("abs", site.operand(0, (0,))))


def _compare(relation: str, operator: str) -> Builder:
    """1.0 where the relation holds, else 0.0, as the GLSL operator has it."""

    def build(site: Site) -> Expression:
        a, b = operands(site, 2, full=True)
        if a.width == 1:
            return Expression(f"float({a.at(SUM)} {operator} {b.at(SUM)})")
        return Expression(f"{vector_type(a.width)}({relation}({a.text}, {b.text}))", width=a.width)

    return build


def _ordered(relation: str, operator: str) -> Builder:
    """SGE and SLT of VP1.x: a total order over all floats (NV_vertex_program 2.14.1.11)."""

    def build(site: Site) -> Expression:
        if not site.exact:
            return _compare(relation, operator)(site)
        given = operands(site, 2, full=True)
        width = given[0].width
        keys = []
        for number, operand in enumerate(given):
            computed = [site.computed(number, (component,)) for component in site.components]
            if any(computed):
                sign, positive = ("", operand) if (inner := negated(operand)) is None else ("-", inner)
                text = f"{site.helper('nv_number', width)}({positive.text})"
                if width > 1 and not all(computed):
                    which = ", ".join(str(each).lower() for each in computed)
                    text = f"mix({positive.text}, {text}, {vector_type(width, 'b')}({which}))"
                operand = Expression(f"{sign}{text}")
            keys.append(call(site.helper("nv_order", width), operand, width=width))
        # A compiler may know that both are equal, and fold the comparison, then 0.0 times NaN.
        false, true = site.zero().text, site.one().text
        if width == 1:
            return Expression(f"{keys[0].text} {operator} {keys[1].text} ? {true} : {false}", 0)
        kind, test = vector_type(width), f"{relation}({keys[0].text}, {keys[1].text})"
        return Expression(f"mix({kind}({false}), {kind}({true}), {test})", width=width)

    return build


def _move(site: Site) -> Expression:
    return site.operand(0, site.components)


def _load_address(rounding: str) -> Builder:
    def build(site: Site) -> Expression:
        a = site.operand(0, site.components)
        rounded = call(rounding, a, width=a.width)
        if site.exact:
            return call(site.helper("nv_address", a.width), rounded, width=a.width)
        clamped = f"clamp({rounded.text}, -512.0, 511.0)"
        return Expression(f"{vector_type(a.width, 'i')}({clamped})", width=a.width)

    return build


def _add_address(site: Site) -> Expression:
    def component(place: int) -> Expression:
        first, second = (0, 2) if place in (0, 2) else (1, 3)
        return Expression(f"clamp({site.address(first)} + {site.address(second)}, -512, 511)")

    components = [component(place) for place in site.components]
    if len({each.text for each in components}) == 1:
        return components[0]
    return Expression(
        f"ivec{len(components)}({', '.join(each.text for each in components)})", width=len(components)
    )


def _no_value(site: Site) -> Expression:
    raise TargetError("a branch has no value")


_SHARED: dict[str, Builder] = {
    "ABS": built_in("abs"),
    "ADD": sums(add, subtracted=False),
    "LOG": _logarithm,
    "MOV": _move,
    "RCC": by_numerics(called("nv_rcc"), called("nv_fast_rcc")),
    "RCP": by_numerics(called("nv_rcp"), _reciprocal),
    "SUB": sums(subtract, subtracted=True),
    "ARL": _load_address("floor"),
}

_VP1: dict[str, Builder] = {
    **_SHARED,
    "DP3": _dot(XYZ, "nv_dp3", "nv_mul_dp3"),
    "DP4": _dot(XYZW, "nv_dp4", "nv_mul_dp4"),
    "DPH": _homogeneous_dot("nv_mul_dph"),
    "DST": _distance("vp1"),
    "EXP": _exponential("vp1"),
    "LIT": _light("vp1"),
    "MAD": _multiply_add(_multiply_vp1),
    "MAX": by_numerics(called("nv_max", 2), built_in("max", 2)),
    "MIN": by_numerics(called("nv_min", 2), built_in("min", 2)),
    "MUL": _multiply_vp1,
    "RSQ": by_numerics(called("nv_rsq_absolute"), _absolute_root),
    "SGE": _ordered("greaterThanEqual", ">="),
    "SLT": _ordered("lessThan", "<"),
}

_VP2: dict[str, Builder] = {
    **_SHARED,
    "ARA": _add_address,
    "ARR": _load_address("roundEven"),
    "BRA": _no_value,
    "CAL": _no_value,
    "COS": by_numerics(called("nv_cos"), built_in("cos")),
    "DP3": _dot(XYZ, "nv_dp3"),
    "DP4": _dot(XYZW, "nv_dp4"),
    "DPH": _homogeneous_dot("nv_dph"),
    "DST": _distance("vp2"),
    "EX2": by_numerics(called("nv_ex2"), built_in("exp2")),
    "EXP": _exponential("vp2"),
    "LIT": _light("vp2"),
    "FLR": built_in("floor"),
    "FRC": by_numerics(called("nv_frc"), built_in("fract")),
    "LG2": by_numerics(called("nv_lg2"), built_in("log2")),
    "MAD": _multiply_add(_multiply),
    "MAX": by_numerics(called("nv_max", 2), built_in("max", 2)),
    "MIN": by_numerics(called("nv_min", 2), built_in("min", 2)),
    "MUL": _multiply,
    "RET": _no_value,
    "RSQ": by_numerics(called("nv_rsq"), built_in("inversesqrt")),
    "SEQ": by_numerics(called("nv_seq", 2), _compare("equal", "==")),
    "SFL": lambda site: splat(site.zero(), len(site.components)),
    "SGE": by_numerics(called("nv_sge", 2), _compare("greaterThanEqual", ">=")),
    "SGT": by_numerics(called("nv_sgt", 2), _compare("greaterThan", ">")),
    "SIN": by_numerics(called("nv_sin"), built_in("sin")),
    "SLE": by_numerics(called("nv_sle", 2), _compare("lessThanEqual", "<=")),
    "SLT": by_numerics(called("nv_slt", 2), _compare("lessThan", "<")),
    "SNE": by_numerics(called("nv_sne", 2), _compare("notEqual", "!=")),
    "SSG": by_numerics(called("nv_ssg"), built_in("sign")),
    "STR": lambda site: splat(site.one(), len(site.components)),
}

#: Opcodes that end in a sum, which can be denormal though no operand is.
UNDERFLOWING = frozenset({"ADD", "SUB", "MAD"})

#: One builder for every row of languages.common.opcodes.
BUILDERS: dict[tuple[str, str], Builder] = {
    (family, name): builder
    for family, table in (("vp1", _VP1), ("vp2", _VP2))
    for name, builder in table.items()
}
