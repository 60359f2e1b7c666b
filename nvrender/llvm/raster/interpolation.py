"""Attributes of the fragments of quads: varyings with perspective, flat or linear (OpenGL 1.5, 3.5.1).

In doubles, rounded once. A varying that is one word at all corners is that word everywhere.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from llvmlite import ir

from nvrender.llvm.raster.code import Code, Number
from nvrender.llvm.raster.cover import slopes_of
from nvrender.llvm.raster.words import PIXELS, SUBPIXELS, Shared
from nvrender.llvm.types import DOUBLE, FLOAT, I8, I32, I64, POINTER

ENTRY = "interpolate"
_FOUR = ir.VectorType(FLOAT, 4)
_WORDS = ir.VectorType(I32, 4)
Shares = tuple[Number, Number, Number]


@dataclass(frozen=True)
class Attribute:
    """What one attribute of a fragment program is.

    ``kind`` is "varying", "position", "facing", "primitive", or "constant", which stays as it is. Of varyings
    ``rule`` is "perspective", "linear" or "flat", ``sided`` says that triangles that face away have other
    values, ``centroid`` that a pixel partly covered has those of a sample. ``components`` are kept, the
    others are those of ``fill``. ``flipped`` and ``whole`` are how positions are counted.
    """

    kind: str
    rule: str = "perspective"
    sided: bool = False
    centroid: bool = False
    components: int = 4
    fill: tuple[float, ...] = (0.0, 0.0, 0.0, 1.0)
    flipped: bool = False
    whole: bool = False


@dataclass(frozen=True)
class Interpolation:
    """The attributes of a program, in order; ``level``: w is the same at the corners of every triangle."""

    attributes: tuple[Attribute, ...]
    level: bool
    samples: tuple[tuple[int, int], ...]


def written(interpolation: Interpolation, module: Any) -> None:
    """Adds the function ``interpolate``, of the words of a draw and how many quads there are, to a module."""
    _Writer(interpolation, module).function()


class _Writer:
    def __init__(self, interpolation: Interpolation, module: Any) -> None:
        self.interpolation = interpolation
        self.code = Code(module, ENTRY, [POINTER, I64])
        self.shared = Shared(self.code, self.code.arguments[0])

    def function(self) -> None:
        code, shared = self.code, self.shared
        self.triangles, self.record = shared.word("triangles"), shared.word("record")
        self.arrays = {
            name: shared.pointer(name)
            for name in (
                "snapped_x snapped_y x y z inverse_w corners last front owner identity quad_triangle quad_x "
                "quad_y quad_covered values backs inputs"
            ).split()
        }
        with code.loop(code.constant(I64, 0), code.arguments[1]) as quad:
            self._quad(quad)
        code.finish()

    def _corners(self, name: str, triangle: Number, type: Any = DOUBLE) -> list[Number]:
        return [
            self.code.load(self.arrays[name], self.triangles * corner + triangle * self.record, type)
            for corner in range(3)
        ]

    def _quad(self, quad: Number) -> None:
        code = self.code
        self.triangle = triangle = code.load(self.arrays["quad_triangle"], quad, I32).to(I64)
        x, y = (code.load(self.arrays[f"quad_{axis}"], quad, I32).to(DOUBLE) for axis in "xy")
        names = ("x", "y", "snapped_x", "snapped_y")
        slopes, corner_x, corner_y = slopes_of(*(self._corners(name, triangle) for name in names))
        self.x = code.constant(DOUBLE, [0.5, 1.5, 0.5, 1.5]) + x
        self.y = code.constant(DOUBLE, [0.5, 0.5, 1.5, 1.5]) + y
        right, up = self.x - corner_x[0], self.y - corner_y[0]
        self.slopes = slopes
        self.second, self.third = (right * along_x + up * along_y for along_x, along_y in slopes)
        self.inverse_w = self._corners("inverse_w", triangle)
        self.rows = self._corners("corners", triangle, I64)
        linear = self._linear(None)
        shares = {("linear", False): linear, ("perspective", False): self._divided(linear)}
        if any(row.centroid for row in self.interpolation.attributes):
            beside = self._linear(self._inside(quad))
            shares |= {("linear", True): beside, ("perspective", True): self._divided(beside)}
        for number, attribute in enumerate(self.interpolation.attributes):
            if attribute.kind == "constant":
                continue
            goal = code.load(self.arrays["inputs"], number, POINTER)
            rows = self._attribute(attribute, number, shares)
            for pixel, row in enumerate(rows):
                code.store(row, goal, quad * PIXELS + pixel)

    # --- shares of the corners

    def _linear(self, beside: tuple[Number, Number] | None) -> Shares:
        second, third = self.second, self.third
        if beside is not None:
            (second_x, second_y), (third_x, third_y) = self.slopes
            second = second + beside[0] * second_x + beside[1] * second_y
            third = third + beside[0] * third_x + beside[1] * third_y
        return 1.0 - second - third, second, third

    def _divided(self, linear: Shares) -> Shares:
        if self.interpolation.level:
            return linear
        first, second, third = (
            share * inverse for share, inverse in zip(linear, self.inverse_w, strict=True)
        )
        scale = 1.0 / (first + second + third)
        return first * scale, second * scale, third * scale

    def _inside(self, quad: Number) -> tuple[Number, Number]:
        """Where CENTROID attributes are taken: the first sample covered of pixels that are partly covered."""
        code, samples = self.code, self.interpolation.samples
        whole = (1 << len(samples)) - 1
        covered = code.load(self.arrays["quad_covered"], quad, I32)
        found: tuple[list[Number], list[Number]] = ([], [])
        for pixel in range(PIXELS):
            bits = covered >> pixel * len(samples) & whole
            partly = bits.differs(0) & bits.differs(whole)
            for axis in (0, 1):
                offset = code.constant(DOUBLE, 0.0)
                for number, sample in reversed([*enumerate(samples)]):
                    place = sample[axis] / SUBPIXELS - 0.5
                    offset = (bits >> number & 1).differs(0).select(code.constant(DOUBLE, place), offset)
                found[axis].append(partly.select(offset, 0.0))
        return code.vector(found[0]), code.vector(found[1])

    # --- attributes

    def _attribute(
        self, attribute: Attribute, number: int, shares: dict[tuple[str, bool], Shares]
    ) -> list[Number]:
        """Four components of each pixel."""
        match attribute.kind:
            case "position":
                return self._position(attribute)
            case "facing":
                front = self.code.load(self.arrays["front"], self.triangle, I8).differs(0)
                return [
                    self._row(front.select(self.code.constant(FLOAT, 1.0), -1.0), attribute.fill)
                ] * PIXELS
            case "primitive":
                owner = self.code.load(self.arrays["owner"], self.triangle * self.record, I64)
                word = self.code.load(self.arrays["identity"], owner, I32).cast(FLOAT)
                return [self._row(word, attribute.fill)] * PIXELS
        values = self.code.load(self.arrays["values"], number, POINTER)
        if attribute.sided:
            front = self.code.load(self.arrays["front"], self.triangle, I8).differs(0)
            values = front.select(values, self.code.load(self.arrays["backs"], number, POINTER))
        rows = self._varying(attribute, values, shares)
        if attribute.components == 4:
            return rows
        order = [place if place < attribute.components else 4 + place for place in range(4)]
        fill = self.code.constant(FLOAT, attribute.fill)
        return [row.shuffled(order, fill) for row in rows]

    def _row(self, first: Number, fill: tuple[float, ...]) -> Number:
        rest = self.code.constant(FLOAT, fill)
        return first.spread(4).shuffled((0, 5, 6, 7), rest)

    def _varying(
        self, attribute: Attribute, values: Number, shares: dict[tuple[str, bool], Shares]
    ) -> list[Number]:
        code = self.code
        if attribute.rule == "flat":
            last = code.load(self.arrays["last"], self.triangle * self.record, I64)
            return [code.load(values, last, _FOUR)] * PIXELS
        first, second, third = (code.load(values, row, _FOUR) for row in self.rows)
        words = [row.cast(_WORDS) for row in (first, second, third)]
        constant = words[0].equals(words[1]) & words[0].equals(words[2])
        doubles = [row.to(DOUBLE) for row in (first, second, third)]
        own = shares[attribute.rule, attribute.centroid]
        found = []
        for pixel in range(PIXELS):
            parts = [row * share[pixel] for row, share in zip(doubles, own, strict=True)]
            total = parts[0] + parts[1] + parts[2]
            found.append(constant.select(first, total.to(FLOAT)))
        return found

    def _position(self, attribute: Attribute) -> list[Number]:
        """Window coordinates and 1/w, as the program's options count them."""
        code = self.code
        z = self._corners("z", self.triangle)
        along_x, along_y = (
            second * (z[1] - z[0]) + third * (z[2] - z[0]) for second, third in zip(*self.slopes, strict=True)
        )
        corner_x, corner_y = self._first_corner()
        depth = (self.x - 0.5 - corner_x) * along_x + z[0] + (self.y - 0.5 - corner_y) * along_y
        depth = depth + along_x * 0.5 + along_y * 0.5
        a, b, c = self.inverse_w
        inverse = self.second * (b - a) + a + self.third * (c - a)
        if self.interpolation.level:
            inverse = a.spread(PIXELS)
        x, y = self.x.to(FLOAT), self.y.to(FLOAT)
        if attribute.flipped:
            height = self.shared.word("height").to(FLOAT).spread(PIXELS)
            y = height - y
        if attribute.whole:
            x, y = x - 0.5, y - 0.5
        columns = (x, y, depth.to(FLOAT), inverse.to(FLOAT))
        return [code.vector([column[pixel] for column in columns]) for pixel in range(PIXELS)]

    def _first_corner(self) -> tuple[Number, Number]:
        names = ("x", "y", "snapped_x", "snapped_y")
        _, x, y = slopes_of(*(self._corners(name, self.triangle) for name in names))
        return x[0], y[0]
