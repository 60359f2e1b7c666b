"""(family, opcode) → the GLSL expression of its result, for the declared-name languages.

A builder gets a TypedSite and returns an expression of the instruction's type, or of the type its result
is written as, of one component, which is replicated, or of as many as the site has.
"""

from __future__ import annotations

from nvrender.glsl.calls import built_in, by_numerics, called, operands, sums
from nvrender.glsl.declared.calls import ONE, XY, XYZ, XYZW, ZERO, X, by_kind
from nvrender.glsl.declared.site import Builder, TypedSite
from nvrender.glsl.declared.word_operations import (
    bitwise,
    complement,
    divide,
    modulus,
    packed,
    shift,
    sum_of_differences,
    unpacked,
)
from nvrender.glsl.expressions import (
    PRIMARY,
    PRODUCT,
    SUM,
    UNARY,
    Expression,
    add,
    call,
    multiply,
    splat,
    subtract,
    vector,
    vector_type,
)
from nvrender.glsl.textures.lookups import LOOKUPS
from nvrender.languages.common.opcodes import OPCODES
from nvrender.program import Multiply, Selector

_add = sums(add, subtracted=False)
_subtract = sums(subtract, subtracted=True)


def _multiply(site: TypedSite) -> Expression:
    if site.multiply is Multiply.HIGH:
        return called("nv_mul_high" if site.kind == "i" else "nv_umul_high", 2)(site)
    if site.flush and not site.kind:
        return called("nv_product", 2)(site)
    return multiply(*operands(site, 2, full=False))


def _multiply_add(site: TypedSite) -> Expression:
    return add(_multiply(site), site.operand(2, site.components))


def _dot(components: tuple[int, ...], helper: str) -> Builder:
    def build(site: TypedSite) -> Expression:
        a, b = (site.operand(number, components, full=True) for number in (0, 1))
        if not site.exact:
            return call("dot", a, b)
        return call(_flushing(site, helper), a, b)

    return build


def _flushing(site: TypedSite, name: str) -> str:
    """A helper of sums of products, or the one that makes denormal terms zero too."""
    return site.helper(f"{name}_flush" if site.flush else name)


def _homogeneous_dot(site: TypedSite) -> Expression:
    a = site.operand(0, XYZ, full=True)
    if site.exact:
        b = site.operand(1, XYZW, full=True)
        return call(_flushing(site, "nv_dph"), a, b)
    return add(call("dot", a, site.operand(1, XYZ, full=True)), site.operand(1, (3,)))


def _dot_add(site: TypedSite) -> Expression:
    a, b = (site.operand(number, XY, full=True) for number in (0, 1))
    c = site.operand(2, X)
    return call(_flushing(site, "nv_dp2a"), a, b, c) if site.exact else add(call("dot", a, b), c)


def _distance(site: TypedSite) -> Expression:
    def component(place: int) -> Expression:
        match place:
            case 1:
                a, b = site.operand(0, (1,)), site.operand(1, (1,))
                return call(site.helper("nv_product"), a, b) if site.flush else multiply(a, b)
            case 2:
                return site.operand(0, (2,))
            case 3:
                return site.operand(1, (3,))
            case _:
                return ONE

    return vector([component(place) for place in site.components])


def _light(site: TypedSite) -> Expression:
    def component(place: int) -> Expression:
        x = site.operand(0, (0,))
        if place == 1:
            return call(site.helper("nv_positive"), x) if site.exact else call("max", x, ZERO)
        if place == 2:
            helper = site.helper("nv_specular" if site.exact else "nv_fast_specular")
            return call(helper, x, site.operand(0, (1,)), site.operand(0, (3,)))
        return ONE

    return vector([component(place) for place in site.components])


def _exponential(site: TypedSite) -> Expression:
    a = site.operand(0, X)

    def component(place: int) -> Expression:
        floor = call("floor", a)
        match place:
            case 0:
                return call(site.helper("nv_power_of_two") if site.exact else "exp2", floor)
            case 1:
                return subtract(a, floor)
            case 2:
                return call(site.helper("nv_ex2") if site.exact else "exp2", a)
            case _:
                return ONE

    return vector([component(place) for place in site.components])


def _logarithm(site: TypedSite) -> Expression:
    a = site.operand(0, X)
    size = call("abs", a)
    log2 = call(site.helper("nv_lg2") if site.exact else "log2", size)

    def component(place: int) -> Expression:
        match place:
            case 0:
                return call(site.helper("nv_log_exponent"), a) if site.exact else call("floor", log2)
            case 1 if site.exact:
                return call(site.helper("nv_log_mantissa"), a)
            case 1:
                return multiply(size, call("exp2", Expression(f"-floor({log2.text})")))
            case 2:
                return log2
            case _:
                return ONE

    return vector([component(place) for place in site.components])


def _cross(site: TypedSite) -> Expression:
    a, b = (site.operand(number, XYZ, full=True) for number in (0, 1))
    return _three(site, call(_flushing(site, "nv_xpd") if site.exact else "cross", a, b, width=3))


def _reflection(site: TypedSite) -> Expression:
    a, b = (site.operand(number, XYZ, full=True) for number in (0, 1))
    return _three(site, call(_flushing(site, "nv_rfl"), a, b, width=3))


def _normalised(name: str) -> Builder:
    """NRM by the helper that calls the reciprocal square root its language has."""

    def build(site: TypedSite) -> Expression:
        a = site.operand(0, XYZ, full=True)
        return _three(site, call(_flushing(site, name) if site.exact else "normalize", a, width=3))

    return build


def _three(site: TypedSite, value: Expression) -> Expression:
    """Of a vector of three the site's components; a w that is undefined is 0."""
    if site.components == XYZ:
        return value
    if 3 not in site.components:
        return Expression(
            f"{value.text}.{''.join('xyz'[c] for c in site.components)}", width=len(site.components)
        )
    four = Expression(f"vec4({value.text}, {site.zero().text})", width=4)
    if site.components == XYZW:
        return four
    return Expression(
        f"{four.text}.{''.join('xyzw'[c] for c in site.components)}", width=len(site.components)
    )


def _transform(site: TypedSite) -> Expression:
    a, b = (site.operand(number, XY, full=True) for number in (0, 1))
    value = call(_flushing(site, "nv_x2d"), a, b, site.operand(2, XYZW, full=True), width=2)
    letters = "".join("xyxy"[component] for component in site.components)
    return value if letters == "xy" else Expression(f"{value.text}.{letters}", width=len(letters))


def _interpolate(site: TypedSite) -> Expression:
    a, b, c = operands(site, 3)
    if site.exact:
        name = "nv_lrp_flush" if site.flush else "nv_lrp"
        return call(site.helper(name, a.width), a, b, c, width=a.width)
    return call("mix", c, b, a, width=a.width)


def _reciprocal(site: TypedSite) -> Expression:
    return Expression(f"1.0 / {site.operand(0, X).at(PRODUCT + 1)}", PRODUCT)


def _absolute_root(site: TypedSite) -> Expression:
    return call("inversesqrt", call("abs", site.operand(0, X)))


def _power(site: TypedSite) -> Expression:
    return call(site.helper("nv_pow") if site.exact else "pow", site.operand(0, X), site.operand(1, X))


def _sine_and_cosine(site: TypedSite) -> Expression:
    a = site.operand(0, X)

    def component(place: int) -> Expression:
        if place > 1:
            return site.hidden_zero() if site.exact else ZERO
        name = ("cos", "sin")[place]
        return call(site.helper(f"nv_{name}") if site.exact else name, a)

    return vector([component(place) for place in site.components])


def _extreme(name: str) -> Builder:
    """MAX or MIN: words that are denormal are compared as zeros, and go on as they are."""
    plain = by_numerics(called(f"nv_{name}", 2), built_in(name, 2))
    words = called(f"nv_{name}_words", 2)
    floats: Builder = lambda site: words(site) if site.exact and site.passes_words else plain(site)  # noqa: E731
    return by_kind(floats, built_in(name, 2))


def _compare(relation: str, operator: str) -> Builder:
    """TRUE where the relation holds: 1.0, or all ones (NV_gpu_program4 2.X.8, SEQ)."""

    def build(site: TypedSite) -> Expression:
        a, b = operands(site, 2)
        text = f"{a.at(SUM)} {operator} {b.at(SUM)}" if a.width == 1 else f"{relation}({a.text}, {b.text})"
        return truth(site, text, a.width)

    return build


def truth(site: TypedSite, text: str, width: int) -> Expression:
    """1.0 or 0.0, or all ones or 0, as ``text`` holds."""
    match site.kind:
        case "":
            return Expression(f"{vector_type(width)}({text})", width=width)
        case "i":
            return Expression(f"-{vector_type(width, 'i')}({text})", UNARY, width)
        case _:
            inner = f"-{vector_type(width, 'i')}({text})"
            return Expression(f"{vector_type(width, 'u')}({inner})", width=width)


def constant(true: bool) -> Builder:
    """TRUE or FALSE whatever the operands are."""

    def build(site: TypedSite) -> Expression:
        words = {"": "1.0", "i": "-1", "u": "0xffffffffu"} if true else {"": "", "i": "0", "u": "0u"}
        text = words[site.kind]
        return splat(Expression(text) if text else site.zero(), len(site.components), site.kind)

    return build


def _choose(site: TypedSite) -> Expression:
    if site.kind == "u":  # never negative
        return site.operand(2, site.components)
    a, b, c = operands(site, 3)
    if site.kind == "i":
        return call(site.helper("nv_choose", a.width), a, b, c, width=a.width)
    if a.width == 1:
        return Expression(f"{a.at(SUM)} < 0.0 ? {b.text} : {c.text}", 0)
    text = f"mix({c.text}, {b.text}, lessThan({a.text}, {vector_type(a.width)}(0.0)))"
    return Expression(text, width=a.width)


def _move(site: TypedSite) -> Expression:
    return site.operand(0, site.components)


def _absolute(site: TypedSite) -> Expression:
    return _move(site) if site.kind == "u" else built_in("abs")(site)


def _rounded(function: str) -> Builder:
    """A float rounded, then converted to the result's type."""

    def build(site: TypedSite) -> Expression:
        a = site.operand(0, site.components)
        whole = call(function, a, width=a.width)
        if not site.result_kind:
            return whole
        if site.exact:
            name = "nv_int" if site.result_kind == "i" else "nv_uint"
            return call(site.helper(name, a.width), whole, width=a.width)
        return call(vector_type(a.width, site.result_kind), whole, width=a.width)

    return build


def _to_float(site: TypedSite) -> Expression:
    a = site.operand(0, site.components)
    return call(vector_type(a.width), a, width=a.width)


def _swizzle(site: TypedSite) -> Expression:
    def component(place: int) -> Expression:
        selector, negate = site.selectors[place]
        if selector is Selector.ZERO:
            value = site.zero()
        elif selector is Selector.ONE:
            value = ONE
        else:
            assert isinstance(selector, int)
            value = site.operand(0, (selector,))
        return Expression(f"-{value.at(PRIMARY)}", UNARY) if negate else value

    return vector([component(place) for place in site.components])


def _load_address(rounding: str) -> Builder:
    def build(site: TypedSite) -> Expression:
        a = site.operand(0, site.components)
        rounded = call(rounding, a, width=a.width)
        if site.exact:
            return call(site.helper("nv_int", a.width), rounded, width=a.width)
        return call(vector_type(a.width, "i"), rounded, width=a.width)

    return build


def _add_address(site: TypedSite) -> Expression:
    def component(place: int) -> Expression:
        first, second = (0, 2) if place in (0, 2) else (1, 3)
        return Expression(f"{site.address(first)} + {site.address(second)}", SUM)

    return vector([component(place) for place in site.components], "i")


_COMPARISONS: dict[str, Builder] = {
    "SEQ": _compare("equal", "=="),
    "SFL": constant(False),
    "SGE": _compare("greaterThanEqual", ">="),
    "SGT": _compare("greaterThan", ">"),
    "SLE": _compare("lessThanEqual", "<="),
    "SLT": _compare("lessThan", "<"),
    "SNE": _compare("notEqual", "!="),
    "STR": constant(True),
}

_COMMON: dict[str, Builder] = {
    **_COMPARISONS,
    "ABS": _absolute,
    "ADD": _add,
    "COS": by_numerics(called("nv_cos"), built_in("cos")),
    "DP3": _dot(XYZ, "nv_dp3"),
    "DP4": _dot(XYZW, "nv_dp4"),
    "DPH": _homogeneous_dot,
    "DST": _distance,
    "EX2": by_numerics(called("nv_ex2"), built_in("exp2")),
    "FLR": _rounded("floor"),
    "FRC": by_numerics(called("nv_frc"), built_in("fract")),
    "LG2": by_numerics(called("nv_lg2"), built_in("log2")),
    "LIT": _light,
    "MAD": _multiply_add,
    "MAX": _extreme("max"),
    "MIN": _extreme("min"),
    "MOV": _move,
    "MUL": _multiply,
    "POW": _power,
    "RCC": by_numerics(called("nv_rcc"), called("nv_fast_rcc")),
    "RCP": by_numerics(called("nv_rcp"), _reciprocal),
    "SIN": by_numerics(called("nv_sin"), built_in("sin")),
    "SSG": by_numerics(called("nv_ssg"), built_in("sign")),
    "SUB": _subtract,
    "SWZ": _swizzle,
    "XPD": _cross,
}

_ARB: dict[str, Builder] = {
    **_COMMON,
    "ARA": _add_address,
    "ARL": _load_address("floor"),
    "ARR": _load_address("roundEven"),
    "EXP": _exponential,
    "LOG": _logarithm,
    "RSQ": by_numerics(called("nv_rsq_absolute"), _absolute_root),
}

_NV4: dict[str, Builder] = {
    **_COMMON,
    "AND": bitwise("&"),
    "CEIL": _rounded("ceil"),
    "CMP": _choose,
    "DIV": divide,
    "DP2": _dot(XY, "nv_dp2"),
    "DP2A": _dot_add,
    "I2F": _to_float,
    "LRP": _interpolate,
    "MOD": modulus,
    "NOT": complement,
    "NRM": _normalised("nv_nrm"),
    "OR": bitwise("|"),
    "PK2H": packed("nv_pk2h", XY),
    "PK2US": packed("nv_pk2us", XY),
    "PK4B": packed("nv_pk4b", XYZW),
    "PK4UB": packed("nv_pk4ub", XYZW),
    "RFL": _reflection,
    "ROUND": _rounded("roundEven"),
    "RSQ": by_numerics(called("nv_rsq"), built_in("inversesqrt")),
    "SAD": sum_of_differences,
    "SCS": _sine_and_cosine,
    "SHL": shift(left=True),
    "SHR": shift(left=False),
    "TRUNC": _rounded("trunc"),
    "UP2H": unpacked("nv_up2h"),
    "UP2US": unpacked("nv_up2us"),
    "UP4B": unpacked("nv_up4b"),
    "UP4UB": unpacked("nv_up4ub"),
    "X2D": _transform,
    "XOR": bitwise("^"),
}

_FRAGMENT: dict[str, Builder] = {"DDX": built_in("dFdx"), "DDY": built_in("dFdy")}

#: ARB_fragment_program and its options: the texts of ARB_vertex_program and of generation 4.
_ARBFP: dict[str, Builder] = {
    **{name: builder for name, builder in {**_NV4, **_ARB}.items() if ("arbfp", name) in OPCODES},
    "NRM": _normalised("nv_nrm_absolute"),
    **_FRAGMENT,
}

#: What fragment programs of every language share.
FRAGMENT_LANGUAGES: dict[str, Builder] = {**_NV4, **_FRAGMENT, **LOOKUPS}

#: Opcodes whose float result can be denormal though no operand is, and that no helper flushes.
UNDERFLOWING = frozenset("ADD SUB MAD DIV".split())

#: One builder for every row of the families here but control flow and KIL.
BUILDERS: dict[tuple[str, str], Builder] = {
    (family, name): builder
    for family, table in (("arb", _ARB), ("nv4", FRAGMENT_LANGUAGES), ("arbfp", _ARBFP))
    for name, builder in {**table, **LOOKUPS}.items()
    if (family, name) in OPCODES
}
