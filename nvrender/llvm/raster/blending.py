"""Blending and logical operations on colours of samples side by side (OpenGL 1.5, 4.1.7 and 4.1.9)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from nvrender.gl.state.fragments import Blend
from nvrender.llvm.raster.code import Code, Number
from nvrender.llvm.types import FLOAT, I8, I32, is_float

#: Table 4.3.
_LOGIC: dict[str, Callable[[Number, Number], Number]] = {
    "CLEAR": lambda s, d: s ^ s,
    "AND": lambda s, d: s & d,
    "AND_REVERSE": lambda s, d: s & ~d,
    "COPY": lambda s, d: s,
    "AND_INVERTED": lambda s, d: ~s & d,
    "NOOP": lambda s, d: d,
    "XOR": lambda s, d: s ^ d,
    "OR": lambda s, d: s | d,
    "NOR": lambda s, d: ~(s | d),
    "EQUIV": lambda s, d: ~(s ^ d),
    "INVERT": lambda s, d: ~d,
    "OR_REVERSE": lambda s, d: s | ~d,
    "COPY_INVERTED": lambda s, d: ~s,
    "OR_INVERTED": lambda s, d: ~s | d,
    "NAND": lambda s, d: ~(s & d),
    "SET": lambda s, d: ~(s ^ s),
}


@dataclass(frozen=True)
class Colors:
    """Of samples side by side, four floats each: source, destination and the source for blending alone."""

    code: Code
    source: Number
    destination: Number
    second: Number
    constant: tuple[float, float, float, float]

    def alpha(self, colors: Number) -> Number:
        """The alpha of each sample in all its components."""
        return colors.shuffled([place | 3 for place in range(colors.type.count)])

    def all(self, number: float) -> Number:
        return self.code.like(self.source, number)


def stored(color: Number, kind: object) -> Number:
    """Floats as a buffer holds them: bytes clamped and rounded to nearest (OpenGL 1.5, 2.14.9), NaN 0."""
    if is_float(kind):
        return color.to(kind)
    return (color.at_least(0.0).at_most(1.0) * 255.0).function("rint").to(I32).to(I8)


def value(color: Number) -> Number:
    """What a buffer holds as floats."""
    if is_float(color.type.element):
        return color.to(FLOAT)
    return color.to(FLOAT, signed=False) * float(np.float32(1 / 255))


def logic(source: Number, destination: Number, operation: str) -> Number:
    """A logical operation on bytes; floats have none and are the fragment's."""
    return source if is_float(source.type.element) else _LOGIC[operation](source, destination)


def blended(colors: Colors, blend: Blend) -> Number:
    """What becomes of source and destination, each times its factor."""
    color = blend.equation, blend.source, blend.destination
    alpha = (
        blend.alpha_equation or blend.equation,
        blend.alpha_source or blend.source,
        blend.alpha_destination or blend.destination,
    )
    found = _mixed(colors, color)
    if alpha == color:
        return found
    count = found.type.count
    order = [place + count if place & 3 == 3 else place for place in range(count)]
    return found.shuffled(order, _mixed(colors, alpha))


def _mixed(colors: Colors, words: tuple[str, str, str]) -> Number:
    """One equation with its factors, tables 4.1 and 4.2."""
    equation, first, second = words
    source, destination = colors.source, colors.destination
    if equation in ("MIN", "MAX"):
        relation = source < destination if equation == "MIN" else source > destination
        # NaN on either side is what comes out.
        return (relation | source.differs(source)).select(source, destination)
    over, under = source * _factor(first, colors), destination * _factor(second, colors)
    if equation == "FUNC_ADD":
        return over + under
    return over - under if equation == "FUNC_SUBTRACT" else under - over


def _factor(word: str, colors: Colors) -> Number:
    found = _plain(word.removeprefix("ONE_MINUS_"), colors)
    return 1.0 - found if word.startswith("ONE_MINUS_") else found


def _plain(word: str, colors: Colors) -> Number:
    """A factor of table 4.2, or of ARB_blend_func_extended's."""
    count = colors.source.type.count
    match word:
        case "ZERO" | "ONE":
            return colors.all(1.0 if word == "ONE" else 0.0)
        case "CONSTANT_COLOR":
            return colors.code.constant(FLOAT, [*colors.constant] * (count // 4))
        case "CONSTANT_ALPHA":
            return colors.all(colors.constant[3])
        case "SRC_ALPHA_SATURATE":
            rest = 1.0 - colors.alpha(colors.destination)
            share = colors.alpha(colors.source).at_most(rest)
            order = [count if place & 3 == 3 else place for place in range(count)]
            return share.shuffled(order, colors.all(1.0))
    found = colors.destination if word.startswith("DST_") else colors.source
    found = colors.second if word.startswith("SRC1_") else found
    return colors.alpha(found) if word.endswith("_ALPHA") else found
