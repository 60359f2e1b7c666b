"""Lookups of textures: level of detail, texels, filters (OpenGL 1.5, 3.8.8; NV_gpu_program4 2.X.4.4)."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import product
from typing import Any

from nvrender.llvm.functions.exponentials import logarithm
from nvrender.llvm.lanes import Lanes
from nvrender.llvm.textures import samplers
from nvrender.llvm.textures.coordinates import Axis, face_and_place, layer_of, texels_along
from nvrender.llvm.textures.samplers import Sampler
from nvrender.llvm.types import DOUBLE, FLOAT, I8, I32, I64, POINTER, Rows, Value

_RELATIONS = {
    "LESS": "<", "EQUAL": "==", "LEQUAL": "<=", "GREATER": ">", "NOTEQUAL": "!=", "GEQUAL": ">=",
}  # fmt: skip
_CUBES = ("CUBE", "ARRAYCUBE")


@dataclass(frozen=True)
class Question:
    """What a lookup asks, of all lanes: floats but for ``offset``, I32.

    ``coordinates`` are s, t and r as the target has them; derivatives are of those. The level of detail is
    ``detail``, else that of the derivatives; ``bias`` is added.
    """

    target: str
    coordinates: Rows
    layer: Value | None = None
    reference: Value | None = None
    detail: Value | None = None
    bias: Value | None = None
    derivatives: tuple[Rows, Rows] | None = None
    offset: Rows | None = None


class Descriptor:
    """A texture's words in memory, at a scalar pointer."""

    def __init__(self, lanes: Lanes, base: Value) -> None:
        self._lanes, self._base = lanes, base
        #: Words of each lane's level, which is first asked for where all that ask see it.
        self._levels: dict[Value, Rows] = {}

    def scalar(self, offset: int, type: Any) -> Value:
        """A word of it."""
        builder = self._lanes.builder
        return builder.load(builder.gep(self._base, [I64(offset)], source_etype=I8), typ=type, align=4)

    def spread(self, offset: int, type: Any) -> Value:
        """The same in all lanes."""
        return self._lanes.spread(self.scalar(offset, type))

    def of_level(self, level: Value | None, word: int) -> Value:
        """A word of each lane's level, None for the base: 0 where its texels begin, then its sizes; I32."""
        lanes = self._lanes
        if level is None:
            first = lanes.builder.mul(self.scalar(samplers.BASE, I64), I64(samplers.LEVEL))
            place = lanes.builder.gep(self._base, [first], source_etype=I8)
            place = lanes.builder.gep(place, [I64(samplers.FIRST_LEVEL + 4 * word)], source_etype=I8)
            return lanes.spread(lanes.builder.load(place, typ=I32, align=4))
        if level not in self._levels:
            first = lanes.builder.gep(self._base, [I64(samplers.FIRST_LEVEL)], source_etype=I8)
            self._levels[level] = lanes.rows(I32, first, level, None)
        return self._levels[level][word]


class Lookup:
    """One lookup of a texture that ``sampler`` tells of."""

    def __init__(self, lanes: Lanes, sampler: Sampler, base: Value, asked: Question) -> None:
        self.lanes, self.sampler, self.asked = lanes, sampler, asked
        self.words = Descriptor(lanes, base)

    def filtered(self, place: Rows, layer: Value | None, slopes: tuple[Rows, Rows] | None) -> Rows:
        """Four components of what ``placed`` found, floats, or of whole numbers I32."""
        detail = self._detail(slopes) if self.sampler.detail_matters else None
        return self.expanded(self._filtered(place, layer, detail))

    def expanded(self, found: Rows) -> Rows:
        """Depths, or shares of comparisons, as components (OpenGL 1.5, 3.8.14)."""
        if not self.sampler.depth:
            return found
        zero, one = (self.lanes.constant(FLOAT, number) for number in (0.0, 1.0))
        depth = found[0]
        return {
            "ALPHA": [zero, zero, zero, depth],
            "INTENSITY": [depth] * 4,
            "LUMINANCE": [depth, depth, depth, one],
        }[self.sampler.depth]

    # --- where

    def placed(self) -> tuple[Rows, Value | None, tuple[Rows, Rows] | None]:
        """s, t, r on the image, doubles; the image's number, I32; the derivatives of s, t, r, doubles."""
        lanes, asked = self.lanes, self.asked
        place = [self._number(row) for row in asked.coordinates]
        slopes = None
        if asked.derivatives is not None and self.sampler.detail_matters:
            ddx, ddy = ([lanes.double(row) for row in rows] for rows in asked.derivatives)
            slopes = ddx, ddy
        layer = None
        cube = self.sampler.target in _CUBES
        if asked.layer is not None:
            layers = self.words.spread(samplers.IMAGES, I64)
            count = lanes.convert("trunc", layers, I32)
            if cube:
                count = lanes.builder.udiv(count, lanes.like(count, 6))
            layer = layer_of(lanes, self._number(asked.layer), count)
        if cube:
            face, place, slopes = face_and_place(lanes, place, slopes)
            six = lanes.constant(I32, 6)
            layer = face if layer is None else lanes.builder.add(lanes.builder.mul(layer, six), face)
        return place, layer, slopes

    def _number(self, a: Value) -> Value:
        """A coordinate as a double; NaN counts as 0 (docs/semantics.md)."""
        return self.lanes.double(self.lanes.select(self.lanes.is_nan(a), self.lanes.like(a, 0.0), a))

    # --- level of detail

    def _detail(self, slopes: tuple[Rows, Rows] | None) -> Value:
        """Lambda, within its bounds; NaN counts as 0 (docs/semantics.md)."""
        lanes, builder, asked = self.lanes, self.lanes.builder, self.asked
        if asked.detail is not None:
            detail = lanes.double(asked.detail)
        elif slopes is not None:
            detail = self._of_slopes(*slopes)
        else:
            detail = lanes.constant(DOUBLE, 0.0)
        detail = builder.fadd(detail, self.words.spread(samplers.BIAS, DOUBLE))
        if asked.bias is not None:
            detail = builder.fadd(detail, lanes.double(asked.bias))
        detail = lanes.select(lanes.is_nan(detail), lanes.like(detail, 0.0), detail)
        least, most = (self.words.spread(place, DOUBLE) for place in (samplers.LEAST, samplers.MOST))
        detail = lanes.select(builder.fcmp_ordered("<", detail, least), least, detail)
        return lanes.select(builder.fcmp_ordered(">", detail, most), most, detail)

    def _of_slopes(self, ddx: Rows, ddy: Rows) -> Value:
        """log2 of the longer of the two derivatives, in texels of the base level."""
        lanes, builder = self.lanes, self.lanes.builder
        squares = []
        for rows in (ddx, ddy):
            scaled = rows
            if self.sampler.target != "RECT":
                sizes = (self._size(axis) for axis in range(len(rows)))
                scaled = [builder.fmul(row, size) for row, size in zip(rows, sizes, strict=True)]
            total = builder.fmul(scaled[0], scaled[0])
            for row in scaled[1:]:
                total = builder.fadd(total, builder.fmul(row, row))
            squares.append(total)
        longer = lanes.select(builder.fcmp_ordered(">", *squares), *squares)
        longer = lanes.select(lanes.is_nan(*squares), lanes.like(longer, math.nan), longer)
        return builder.fmul(logarithm(lanes, longer), lanes.constant(DOUBLE, 0.5))

    def _size(self, axis: int) -> Value:
        return self.lanes.convert("sitofp", self.words.of_level(None, 1 + axis), DOUBLE)

    # --- filters

    def _filtered(self, place: Rows, layer: Value | None, detail: Value | None) -> Rows:
        lanes, builder, sampler = self.lanes, self.lanes.builder, self.sampler
        if detail is None:
            return self._within(place, layer, None, _everywhere(lanes, sampler.mag_filter))
        half = sampler.mag_filter == "LINEAR" and sampler.min_filter in (
            "NEAREST_MIPMAP_NEAREST", "NEAREST_MIPMAP_LINEAR",
        )  # fmt: skip
        larger = builder.fcmp_ordered("<=", detail, lanes.like(detail, 0.5 if half else 0.0))
        linear = _everywhere(lanes, sampler.within)
        if sampler.within != sampler.mag_filter:
            linear = larger if sampler.mag_filter == "LINEAR" else builder.not_(larger)
        if sampler.between == "":
            return self._within(place, layer, None, linear)
        base, last = (
            lanes.convert("trunc", self.words.spread(word, I64), I32)
            for word in (samplers.BASE, samplers.LAST)
        )
        if sampler.between == "NEAREST":
            level = lanes.select(larger, base, self._nearest(detail, base, last))
            return self._within(place, layer, level, linear)
        return self._between(place, layer, detail, larger, linear, base, last)

    def _nearest(self, detail: Value, base: Value, last: Value) -> Value:
        """d of the _MIPMAP_NEAREST filters."""
        lanes = self.lanes
        moved = lanes.builder.fadd(detail, lanes.like(detail, 0.5))
        step = lanes.builder.fsub(lanes.rounded("ceil", moved), lanes.like(detail, 1.0))
        return self._level(lanes.at_most(lanes.at_least(step, 0.0), 2000.0), base, last)

    def _level(self, step: Value, base: Value, last: Value) -> Value:
        """A level that is so many steps behind the base level, or the last."""
        lanes = self.lanes
        level = lanes.builder.add(lanes.convert("fptosi", step, I32), base)
        return lanes.select(lanes.builder.icmp_signed(">", level, last), last, level)

    def _between(
        self, place: Rows, layer: Value | None, detail: Value, larger: Value, linear: Value | None,
        base: Value, last: Value,
    ) -> Rows:  # fmt: skip
        """Two levels, and what the second counts, by the fraction of the level of detail."""
        lanes, builder = self.lanes, self.lanes.builder
        zero = lanes.like(detail, 0.0)
        limited = lanes.select(larger, zero, lanes.at_most(lanes.at_least(detail, 0.0), 2000.0))
        whole = lanes.rounded("floor", limited)
        share = lanes.convert("fptrunc", builder.fsub(limited, whole), FLOAT)
        first = self._level(whole, base, last)
        second = self._level(builder.fadd(whole, lanes.like(whole, 1.0)), base, last)
        one = self._within(place, layer, first, linear)
        counts = builder.and_(
            builder.fcmp_ordered(">", share, lanes.like(share, 0.0)),
            builder.icmp_unsigned("!=", first, second),
        )

        def mixed() -> Rows:
            two = self._within(place, layer, second, linear)
            return [lanes.select(counts, _mix(lanes, a, b, share), a) for a, b in zip(one, two, strict=True)]

        return lanes.when_any(lanes.both(counts, lanes.active), mixed, one)

    def _within(
        self, place: Rows, layer: Value | None, level: Value | None, linear: Value | bool | None
    ) -> Rows:
        """Texels of each lane's level, None for the base level, filtered."""
        lanes, sampler = self.lanes, self.sampler
        axes = [
            texels_along(
                lanes, coordinate, self.words.of_level(level, 1 + axis), sampler.wraps[axis],
                linear=linear,
                scaled=sampler.target != "RECT",
                offset=None if self.asked.offset is None else self.asked.offset[axis],
                powers=sampler.powers,
            )
            for axis, coordinate in enumerate(place)
        ]  # fmt: skip
        start = self.start(level, layer)
        if linear is False:
            return self._read(start, level, [(axis, 0) for axis in axes])
        values = {
            chosen: self._read(start, level, list(zip(axes, chosen, strict=True)))
            for chosen in product((0, 1), repeat=len(axes))
        }
        return self._joined(values, axes)

    def _joined(self, values: dict[tuple[int, ...], Rows], axes: list[Axis]) -> Rows:
        """Texels weighted along s first, then t, then r."""
        for number, axis in enumerate(axes, 1):
            share, joined = axis.share, {}
            assert share is not None
            for rest in product((0, 1), repeat=len(axes) - number):
                pair = [values[key] for key in ((0, *rest), (1, *rest))]
                joined[rest] = [_mix(self.lanes, a, b, share) for a, b in zip(*pair, strict=True)]
            values = joined
        return values[()]

    def start(self, level: Value | None, layer: Value | None) -> Value:
        """The number of the first texel of each lane's image."""
        lanes, builder = self.lanes, self.lanes.builder
        start = self.words.of_level(level, 0)
        if layer is None:
            return start
        size = self.words.of_level(level, 1)
        for word in (2, 3):
            size = builder.mul(size, self.words.of_level(level, word))
        return lanes.builder.add(start, builder.mul(size, layer))

    def _read(self, start: Value, level: Value | None, chosen: Sequence[tuple[Axis, int]]) -> Rows:
        """The texels at a place along each axis, perhaps compared."""
        found = self.texel(start, level, [axis.texels[place] for axis, place in chosen])
        return found if self.asked.reference is None else [self._compared(found[0])]

    def texel(self, start: Value, level: Value | None, places: Sequence[tuple[Value, Value | None]]) -> Rows:
        """The texel at each lane's place along each axis; the border's colour outside."""
        builder = self.lanes.builder
        number, outside = start, None
        stride = None
        for axis, (texel, beyond) in enumerate(places):
            number = builder.add(number, texel if stride is None else builder.mul(texel, stride))
            if axis + 1 < len(places):
                size = self.words.of_level(level, 1 + axis)
                stride = size if stride is None else builder.mul(stride, size)
            if beyond is not None:
                outside = beyond if outside is None else builder.or_(outside, beyond)
        return self.bordered(number, outside, None)

    def bordered(self, number: Value, outside: Value | None, there: Value | None) -> Rows:
        """The texel of each lane's number, where it is ``there``; the border's colour outside."""
        lanes = self.lanes
        found = self.read(number, there)
        if outside is not None:
            type = found[0].type.element
            border = [self.words.spread(samplers.BORDER + 4 * place, type) for place in range(len(found))]
            found = [lanes.select(outside, *row) for row in zip(border, found, strict=True)]
        return found

    def read(self, number: Value, there: Value | None) -> Rows:
        """Components of the texel of each lane's number, zeros where it is not ``there``."""
        pointer = self.lanes.builder.inttoptr(self.words.scalar(samplers.TEXELS, I64), POINTER)
        found = self.lanes.rows(I32 if self.sampler.whole else FLOAT, pointer, number, there)
        return found[: 1 if self.sampler.depth else 4]

    def _compared(self, texel: Value) -> Value:
        """1.0 where the reference, within 0 to 1, passes (OpenGL 1.5, 3.8.14)."""
        lanes, function = self.lanes, self.sampler.compare_function
        one, zero = lanes.constant(FLOAT, 1.0), lanes.constant(FLOAT, 0.0)
        if function in ("ALWAYS", "NEVER"):
            return one if function == "ALWAYS" else zero
        limited = lanes.at_most(lanes.at_least(self.asked.reference, 0.0), 1.0)
        return lanes.select(lanes.compare(_RELATIONS[function], limited, texel), one, zero)


def _everywhere(lanes: Lanes, filter: str) -> Any:
    """Where a filter is linear: None for everywhere, False for nowhere."""
    return None if filter == "LINEAR" else False


def _mix(lanes: Lanes, one: Value, two: Value, share: Value) -> Value:
    """(1 − share) one + share two, in a form that leaves equal texels as they are."""
    return lanes.add(lanes.multiply(lanes.subtract(two, one), share), one)


def missing(lanes: Lanes, *, whole: bool, opaque: bool) -> Rows:
    """What is read without a complete texture."""
    element: Any = I32 if whole else FLOAT
    zero = lanes.constant(element, 0)
    return [zero, zero, zero, lanes.constant(element, 1) if opaque else zero]
