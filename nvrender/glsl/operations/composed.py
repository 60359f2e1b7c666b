"""Operations of which each component of the result is an operation of its own."""

from __future__ import annotations

from collections.abc import Callable

from nvrender.glsl.expressions import Expression, call, multiply, subtract, vector
from nvrender.glsl.operations.arithmetic import X
from nvrender.glsl.operations.view import Builder, View

_ZERO, _ONE = Expression("0.0"), Expression("1.0")


def _by_component(view: View, component: Callable[[int], Expression]) -> Expression:
    return vector([component(number) for number in view.components])


def y_product(view: View) -> Expression:
    """The product of both operands' y."""
    a, b = view.operand(0, (1,)), view.operand(1, (1,))
    return call(view.helper("nv_product"), a, b) if view.flush else multiply(a, b)


def distance(product: Builder) -> Builder:
    """1, ``product``, a.z, b.w."""

    def build(view: View) -> Expression:
        def component(number: int) -> Expression:
            match number:
                case 1:
                    return product(view)
                case 2:
                    return view.operand(0, (2,))
                case 3:
                    return view.operand(1, (3,))
                case _:
                    return _ONE

        return _by_component(view, component)

    return build


def light(exact: str, fast: str = "specular") -> Builder:
    """1, max(x, 0), the power that the helper ``exact`` or ``fast`` gives, 1."""

    def build(view: View) -> Expression:
        def component(number: int) -> Expression:
            x = view.operand(0, X)
            match number:
                case 1:
                    return call(view.helper("nv_positive"), x) if view.exact else call("max", x, _ZERO)
                case 2:
                    given = x, view.operand(0, (1,)), view.operand(0, (3,))
                    return call(view.helper(exact if view.exact else fast), *given)
                case _:
                    return _ONE

        return _by_component(view, component)

    return build


def fraction(view: View) -> Expression:
    """x less its floor."""
    a = view.operand(0, X)
    return subtract(a, call("floor", a))


def exponential(part: Builder, approximation: str) -> Builder:
    """2 to the floor of x, ``part`` of x, 2 to the power of x by the helper ``approximation``, 1."""

    def build(view: View) -> Expression:
        a = view.operand(0, X)

        def component(number: int) -> Expression:
            match number:
                case 0:
                    return call(view.helper("nv_power_of_two") if view.exact else "exp2", call("floor", a))
                case 1:
                    return part(view)
                case 2:
                    return call(view.helper(approximation) if view.exact else "exp2", a)
                case _:
                    return _ONE

        return _by_component(view, component)

    return build


def logarithm(helper: str = "") -> Builder:
    """Exponent and mantissa of x, the logarithm of its magnitude by ``helper`` or GLSL's own, 1."""

    def build(view: View) -> Expression:
        a = view.operand(0, X)
        size = call("abs", a)
        log2 = call(view.helper(helper) if helper and view.exact else "log2", size)

        def component(number: int) -> Expression:
            match number:
                case 0:
                    return call(view.helper("nv_log_exponent"), a) if view.exact else call("floor", log2)
                case 1 if view.exact:
                    return call(view.helper("nv_log_mantissa"), a)
                case 1:
                    return multiply(size, call("exp2", Expression(f"-floor({log2.text})")))
                case 2:
                    return log2
                case _:
                    return _ONE

        return _by_component(view, component)

    return build


def _sine_and_cosine(view: View) -> Expression:
    a = view.operand(0, X)

    def component(number: int) -> Expression:
        if number > 1:
            return view.hidden_zero() if view.exact else _ZERO
        name = ("cos", "sin")[number]
        return call(view.helper(f"nv_{name}") if view.exact else name, a)

    return _by_component(view, component)


BUILDERS: dict[str, Builder] = {
    "fdistance": distance(y_product),
    "fsine_cosine": _sine_and_cosine,
}
