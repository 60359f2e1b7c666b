"""Operations of which each component of the result is an operation of its own."""

from __future__ import annotations

from collections.abc import Callable

from nvrender.glsl.expressions import Expression, call, multiply, subtract, vector
from nvrender.glsl.operations.arithmetic import X
from nvrender.glsl.operations.site import AnySite, Builder, Site

_ZERO = Expression("0.0")


def _by_component(site: Site, component: Callable[[int], Expression]) -> Expression:
    return vector([component(number) for number in site.components])


def y_product(site: Site) -> Expression:
    """The product of both operands' y."""
    a, b = site.operand(0, (1,)), site.operand(1, (1,))
    return call(site.helper("nv_product"), a, b) if site.flush else multiply(a, b)


def distance(product: Callable[[AnySite], Expression]) -> Callable[[AnySite], Expression]:
    """1, ``product``, a.z, b.w."""

    def build(site: AnySite) -> Expression:
        def component(number: int) -> Expression:
            match number:
                case 1:
                    return product(site)
                case 2:
                    return site.operand(0, (2,))
                case 3:
                    return site.operand(1, (3,))
                case _:
                    return site.one()

        return _by_component(site, component)

    return build


def light(exact: str, fast: str = "nv_fast_specular", *, hides_zero: bool = False) -> Builder:
    """1, max(x, 0), the power that the helper ``exact`` or ``fast`` gives, 1.

    ``hides_zero``: ``exact`` takes the 0.0 that it gives.
    """

    def build(site: Site) -> Expression:
        def component(number: int) -> Expression:
            x = site.operand(0, X)
            match number:
                case 1:
                    return call(site.helper("nv_positive"), x) if site.exact else call("max", x, _ZERO)
                case 2:
                    given = x, site.operand(0, (1,)), site.operand(0, (3,))
                    if not site.exact:
                        return call(site.helper(fast), *given)
                    return call(site.helper(exact), *given, *((site.zero(),) if hides_zero else ()))
                case _:
                    return site.one()

        return _by_component(site, component)

    return build


def fraction(site: Site) -> Expression:
    """x less its floor."""
    a = site.operand(0, X)
    return subtract(a, call("floor", a))


def exponential(part: Callable[[AnySite], Expression], approximation: str) -> Callable[[AnySite], Expression]:
    """2 to the floor of x, ``part`` of x, 2 to the power of x by the helper ``approximation``, 1."""

    def build(site: AnySite) -> Expression:
        a = site.operand(0, X)

        def component(number: int) -> Expression:
            match number:
                case 0:
                    return call(site.helper("nv_power_of_two") if site.exact else "exp2", call("floor", a))
                case 1:
                    return part(site)
                case 2:
                    return call(site.helper(approximation) if site.exact else "exp2", a)
                case _:
                    return site.one()

        return _by_component(site, component)

    return build


def logarithm(helper: str = "") -> Builder:
    """Exponent and mantissa of x, the logarithm of its magnitude by ``helper`` or GLSL's own, 1."""

    def build(site: Site) -> Expression:
        a = site.operand(0, X)
        size = call("abs", a)
        log2 = call(site.helper(helper) if helper and site.exact else "log2", size)

        def component(number: int) -> Expression:
            match number:
                case 0:
                    return call(site.helper("nv_log_exponent"), a) if site.exact else call("floor", log2)
                case 1 if site.exact:
                    return call(site.helper("nv_log_mantissa"), a)
                case 1:
                    return multiply(size, call("exp2", Expression(f"-floor({log2.text})")))
                case 2:
                    return log2
                case _:
                    return site.one()

        return _by_component(site, component)

    return build


def _sine_and_cosine(site: Site) -> Expression:
    a = site.operand(0, X)

    def component(number: int) -> Expression:
        if number > 1:
            return site.hidden_zero() if site.exact else _ZERO
        name = ("cos", "sin")[number]
        return call(site.helper(f"nv_{name}") if site.exact else name, a)

    return _by_component(site, component)


BUILDERS: dict[str, Builder] = {
    "fdistance": distance(y_product),
    "fsine_cosine": _sine_and_cosine,
}
