"""What builders of the declared-name languages are made of: operands, calls, choices."""

from __future__ import annotations

from nvrender.glsl.expressions import Expression, call
from nvrender.glsl.typed_site import Builder, TypedSite

X, XY, XYZ, XYZW = (0,), (0, 1), (0, 1, 2), (0, 1, 2, 3)
ONE, ZERO = Expression("1.0"), Expression("0.0")


def operands(site: TypedSite, count: int, *, full: bool = True) -> list[Expression]:
    """The operands in the site's components, all of one width if ``full``."""
    short = [site.operand(number, site.components) for number in range(count)]
    if not full or all(operand.width == 1 for operand in short):
        return short
    return [site.operand(number, site.components, full=True) for number in range(count)]


def built_in(function: str, count: int = 1) -> Builder:
    """A call of GLSL's own ``function`` with ``count`` operands, component by component."""

    def build(site: TypedSite) -> Expression:
        given = operands(site, count)
        return call(function, *given, width=given[0].width)

    return build


def called(name: str, count: int = 1) -> Builder:
    """A call of the helper ``name`` with ``count`` operands, component by component."""

    def build(site: TypedSite) -> Expression:
        given = operands(site, count)
        width = given[0].width
        return call(site.helper(name, width), *given, width=width)

    return build


def by_numerics(exact: Builder, fast: Builder) -> Builder:
    """One of two builders, as the translation is exact or fast."""
    return lambda site: exact(site) if site.exact else fast(site)


def by_kind(floats: Builder, signed: Builder, unsigned: Builder | None = None) -> Builder:
    """One of three builders, as the instruction is of floats, signed or unsigned integers."""
    builders = {"": floats, "i": signed, "u": unsigned or signed}
    return lambda site: builders[site.kind](site)
