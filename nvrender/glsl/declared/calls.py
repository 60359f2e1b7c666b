"""Components, constants and the choice of types, for builders of the declared-name languages."""

from __future__ import annotations

from nvrender.glsl.declared.site import Builder
from nvrender.glsl.expressions import Expression

X, XY, XYZ, XYZW = (0,), (0, 1), (0, 1, 2), (0, 1, 2, 3)
ONE, ZERO = Expression("1.0"), Expression("0.0")


def by_kind(floats: Builder, signed: Builder, unsigned: Builder | None = None) -> Builder:
    """One of three builders, as the instruction is of floats, signed or unsigned integers."""
    builders = {"": floats, "i": signed, "u": unsigned or signed}
    return lambda site: builders[site.kind](site)
