"""Textures seen at a slant (EXT_texture_filter_anisotropic 3.8.5): Heckbert's elliptical weighted average.

The filter is the extension's choice to leave open; which one it is stands in docs/semantics.md.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from nvrender.llvm.functions.exponentials import logarithm
from nvrender.llvm.raster.code import Formulas, Number, Variable
from nvrender.llvm.textures import samplers
from nvrender.llvm.textures.coordinates import wrapped
from nvrender.llvm.textures.sampling import Lookup
from nvrender.llvm.types import DOUBLE, FLOAT, I1, I32, I64, POINTER, Rows, Value

_LONGEST = 1e9
#: More than roots are rounded by.
_ROUNDING = 1e-6
_LARGEST = 1e300


def texels(lookup: Lookup) -> Rows:
    """Four components, floats, or of whole numbers I32; at a slant, of those inside each pixel's ellipse."""
    place, layer, slopes = lookup.placed()
    asked = lookup.asked
    if lookup.sampler.slanted and slopes is not None and asked.reference is None and asked.detail is None:
        return lookup.expanded(_Ellipse(lookup, place, slopes).averaged())
    return lookup.filtered(place, layer, slopes)


class _Ellipse:
    """a u² + b u v + c v² < edge, for texels u, v from the middle."""

    def __init__(self, lookup: Lookup, place: Rows, slopes: tuple[Rows, Rows]) -> None:
        self.lookup, self.lanes = lookup, lookup.lanes
        self.code = Formulas(self.lanes.builder)
        words = lookup.words
        base = self._number(self.lanes.convert("trunc", words.spread(samplers.BASE, I64), I32))
        last = self._number(self.lanes.convert("trunc", words.spread(samplers.LAST, I64), I32))
        most = self._number(words.spread(samplers.ANISOTROPY, DOUBLE))
        ux, vx, uy, vy = (
            self._length(row, self._size(None, axis)) for rows in slopes for axis, row in enumerate(rows)
        )
        lengths = ux * ux + vx * vx, uy * uy + vy * vy
        longer = (lengths[0] > lengths[1]).select(*lengths)
        shorter = (lengths[0] < lengths[1]).select(*lengths)
        least = longer / (most * most)
        shorter = (shorter > least).select(shorter, least)
        detail = self._number(logarithm(self.lanes, shorter.value)) * 0.5
        step = self._bounded(detail).function("floor")
        level = step.at_least(-2000.0).at_most(2000.0).to(I32) + base
        level = (level < base).select(base, level)
        level = (level > last).select(last, level)
        self.start = lookup.start(level.value, None)
        self.sizes = [lookup.words.of_level(level.value, 1 + axis) for axis in (0, 1)]
        halved = self._one() / self._power(level - base)
        shrunk = most * 2.0 / longer.function("sqrt")
        scale = (halved < shrunk).select(halved, shrunk)
        ux, vx, uy, vy = ux * scale, vx * scale, uy * scale, vy * scale
        self.a = vx * vx + vy * vy + 1.0
        self.b = (ux * vx + uy * vy) * -2.0
        self.c = ux * ux + uy * uy + 1.0
        self.edge = self.a * self.c - self.b * self.b / 4.0
        self.middle = [self._number(row) * self._size(level, axis) - 0.5 for axis, row in enumerate(place)]

    def _number(self, value: object) -> Number:
        return Number(self.code, value)

    def _one(self) -> Number:
        return self._number(self.lanes.constant(DOUBLE, 1.0))

    def _power(self, exponent: Number) -> Number:
        """2 to a small whole number."""
        words = exponent.to(I64) + 1023 << 52
        return words.cast(self.lanes.vector(DOUBLE))

    def _size(self, level: Number | None, axis: int) -> Number:
        of = None if level is None else level.value
        return self._number(self.lookup.words.of_level(of, 1 + axis)).to(DOUBLE)

    def _length(self, slope: object, size: Number) -> Number:
        """A derivative in texels; NaN counts as 0."""
        texels = self._number(slope) * size
        texels = texels.differs(texels).select(0.0, texels)
        return texels.at_least(-_LONGEST).at_most(_LONGEST)

    def _bounded(self, detail: Number) -> Number:
        words, asked = self.lookup.words, self.lookup.asked
        detail = detail + self._number(words.spread(samplers.BIAS, DOUBLE))
        if asked.bias is not None:
            detail = detail + self._number(self.lanes.double(asked.bias))
        least, most = (self._number(words.spread(word, DOUBLE)) for word in (samplers.LEAST, samplers.MOST))
        detail = (detail < least).select(least, detail)
        return (detail > most).select(most, detail)

    def averaged(self) -> Rows:
        """The texels inside, weighted, over their weights; row by row, each lane its own."""
        code, lanes = self.code, self.lanes
        count = 1 if self.lookup.sampler.depth else 4
        zero = self._number(lanes.constant(DOUBLE, 0.0))
        self.sums = [code.variable(zero) for _ in range(count + 1)]
        reach = self.a.function("sqrt")
        row = code.variable((self.middle[1] - reach).function("floor"))
        last = (self.middle[1] + reach).function("floor")
        active = self._number(lanes.constant(I1, 1) if lanes.active is None else lanes.active)
        with self._while(lambda: (row.get() <= last) & active):
            self._row(row, (row.get() <= last) & active)
            row.set(row.get() + 1.0)
        *totals, weights = (variable.get() for variable in self.sums)
        return [(total / weights).to(FLOAT).value for total in totals]

    def _row(self, row: Variable, there: Number) -> None:
        code = self.code
        number = row.get()
        v = number - self.middle[1]
        half = self.b * v / (self.a * 2.0)
        inner = half * half - (self.c * v * v - self.edge) / self.a
        root = inner.at_least(0.0).function("sqrt") + _ROUNDING
        center = self.middle[0] - half
        column = code.variable((center - root).function("ceil"))
        last = there.select((center + root).function("floor"), -_LARGEST)
        place, beyond = self._wrapped(number, 1)
        line = self._number(place) * self._number(self.sizes[0]) + self._number(self.start)
        with self._while(lambda: column.get() <= last):
            place = column.get()
            u = place - self.middle[0]
            distance = (self.a * u + self.b * v) * u + self.c * v * v
            self._texel(place, (line, beyond), distance, (place <= last) & (distance < self.edge))
            column.set(place + 1.0)

    def _wrapped(self, place: Number, axis: int) -> tuple[Value, Value | None]:
        whole = place.at_least(-(2.0**30)).at_most(2.0**30).to(I32).value
        sampler = self.lookup.sampler
        return wrapped(self.lanes, whole, self.sizes[axis], sampler.wraps[axis], None, sampler.powers)

    def _texel(
        self, column: Number, line: tuple[Number, Value | None], distance: Number, inside: Number
    ) -> None:
        """A texel of a line: the number of its first one, and where all of it is outside."""
        lanes, lookup = self.lanes, self.lookup
        builder = lanes.builder
        step = inside.select(distance * float(samplers.STEPS) / self.edge, 0.0).to(I64)
        table = builder.inttoptr(lookup.words.scalar(samplers.WEIGHTS, I64), POINTER)
        weight = self._number(lanes.gather(DOUBLE, lanes.addresses(table, (step * 8).value), inside.value))
        place, outside = self._wrapped(column, 0)
        if line[1] is not None:
            outside = line[1] if outside is None else builder.or_(outside, line[1])
        texels = lookup.bordered((line[0] + self._number(place)).value, outside, inside.value)
        for variable, texel in zip(self.sums, texels, strict=False):
            variable.set(variable.get() + weight * self._number(texel).to(DOUBLE))
        self.sums[-1].set(self.sums[-1].get() + weight)

    @contextmanager
    def _while(self, holds: Callable[[], Number]) -> Iterator[None]:
        """While a mask holds in some lane."""
        builder = self.lanes.builder
        test, body, behind = (builder.append_basic_block(name) for name in ("test", "body", "behind"))
        builder.branch(test)
        builder.position_at_end(test)
        builder.cbranch(self.lanes.any(holds().value), body, behind)
        builder.position_at_end(body)
        yield
        builder.branch(test)
        builder.position_at_end(behind)
