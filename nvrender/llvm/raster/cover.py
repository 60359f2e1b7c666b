"""Triangles → the samples of quads that they cover, in order, shaded some hundred quads at a time.

OpenGL 1.5, 3.5: edges are whole numbers of sub-pixels, an edge that two triangles share is one's of them.
Depth tests are made here where nothing behind can take a sample away, else what fails them is left out.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from typing import Any

from llvmlite import ir

from nvrender.llvm.raster.code import Code, Number, Variable
from nvrender.llvm.raster.setup import BOX
from nvrender.llvm.raster.words import ARGUMENTS, DEPTH_MAX, PIXELS, QUADS, SUBPIXELS, Shared
from nvrender.llvm.types import DOUBLE, I1, I32, I64, POINTER

RELATIONS = {"LESS": "<", "EQUAL": "==", "LEQUAL": "<=", "GREATER": ">", "NOTEQUAL": "!=", "GEQUAL": ">="}
ENTRY = "cover"
_QUAD = 2 * SUBPIXELS
#: Rows of quads that one thread draws before the next one's begin, a power of two.
_BAND = 3
_FARTHEST = 2.0**30
#: Quads of a row from which on edges say which of them are looked at.
_WIDE = 2


@dataclass(frozen=True)
class Cover:
    """What the function of a draw is made for.

    ``samples`` (S, 2) are places in sub-pixels; ``test`` is the depth's comparison, "" without; ``writes``:
    samples that pass leave their depth; otherwise samples are listed with their depths, where ``depths``.
    ``shades``: what is covered is listed for a fragment program. ``rectangles``: halves of one owner are
    fragments together. ``layered``: triangles have layers. ``mask``: the samples that are drawn, a bit each.
    ``boxed``: it is known between which quads triangles lie. ``lanes`` make a vector of the program, which
    with ``helpers`` is told of fragments that are there for others alone.
    """

    samples: tuple[tuple[int, int], ...]
    test: str = ""
    writes: bool = False
    depths: bool = False
    shades: bool = True
    rectangles: bool = False
    layered: bool = False
    mask: int = -1
    lanes: int = 16
    boxed: bool = False
    helpers: bool = False


def written(cover: Cover, module: Any) -> None:
    """Adds the function ``cover``, of the words of a draw, to a module."""
    _Writer(cover, module).function()


@dataclass(frozen=True)
class _Triangle:
    """A triangle's edges and the plane of its depths, scalars; what edges are at a quad's samples besides."""

    number: Number
    edges: tuple[tuple[Number, Number, Number], ...]
    around: tuple[Number, ...]


class _Writer:
    def __init__(self, cover: Cover, module: Any) -> None:
        self.cover = cover
        self.code = Code(module, ENTRY, [POINTER])
        self.shared = Shared(self.code, self.code.arguments[0])
        self.count = len(cover.samples)
        places = [
            (SUBPIXELS * (pixel % 2) + x, SUBPIXELS * (pixel // 2) + y)
            for pixel in range(PIXELS)
            for x, y in cover.samples
        ]
        self.right = self.code.constant(DOUBLE, [float(x) for x, _ in places])
        self.up = self.code.constant(DOUBLE, [float(y) for _, y in places])
        self.places = places

    def function(self) -> None:
        code, shared = self.code, self.shared
        self.listed = code.variable(code.constant(I64, 0))
        self.words = {
            name: shared.word(name)
            for name in (
                "record",
                "triangles",
                "width",
                "height",
                "left",
                "bottom",
                "right",
                "top",
                "part",
                "parts",
            )
        }
        self.arrays = {
            name: shared.pointer(name)
            for name in (
                "snapped_x snapped_y x y z owner box layer depth quad_triangle quad_x quad_y quad_place "
                "quad_mask quad_covered quad_depth"
            ).split()
        }
        self.skip = code.variable(code.constant(I1, 0))
        with code.loop(shared.word("first"), shared.word("stop")) as number:
            if self.cover.rectangles:
                self._rectangle(number)
            else:
                self._one([number], None)
        if self.cover.shades:
            with code.when(self.listed.get() > 0):
                self._flush()
        code.finish()

    # --- a triangle

    def _rectangle(self, number: Number) -> None:
        """Two halves of one owner together, the first as the second is met; one alone by itself."""
        code = self.code
        following = (number + 1).at_most(self.shared.word("stop") - 1)
        rows = (each * self.words["record"] for each in (number, following))
        owners = [code.load(self.arrays["owner"], row, I64) for row in rows]
        pair = owners[0].equals(owners[1]) & (following > number)
        second = pair.select(following, number)
        with code.when(~self.skip.get()):
            self._one([number, second], pair)
        self.skip.set(~self.skip.get() & pair)

    def _corner(self, name: str, number: Number, corner: int) -> Number:
        place = self.words["triangles"] * corner + number * self.words["record"]
        return self.code.load(self.arrays[name], place, DOUBLE)

    def _edges(self, number: Number) -> _Triangle:
        """a x + b y + c ≥ 0 inside each of three edges; c is 1 less where the edge is another's."""
        x, y = (
            [self._corner(name, number, corner) for corner in range(3)] for name in ("snapped_x", "snapped_y")
        )
        edges, around = [], []
        for here, there in ((0, 1), (1, 2), (2, 0)):
            a, b = y[here] - y[there], x[there] - x[here]
            owned = (a > 0.0) | (a.equals(0.0) & (b > 0.0))
            c = -(a * x[here] + b * y[here]) - owned.select(self.code.constant(DOUBLE, 0.0), 1.0)
            edges.append((a, b, c))
            around.append(self.right * a + self.up * b)
        return _Triangle(number, tuple(edges), tuple(around))

    def _box(self, number: Number) -> tuple[Number, ...]:
        """First quads and those behind the last, along x and y."""
        word = self.code.load(self.arrays["box"], number, I64)
        return tuple(word >> bit & 0xFFFF for bit in BOX)

    def _bounds(
        self, name: str, numbers: Sequence[Number], known: tuple[Number, ...] | None, low: str, high: str
    ) -> tuple[Number, Number]:
        """The first quad between corners and inside the box, and the one behind the last."""
        begin, end = (self.words[word] for word in (low, high))
        if known is not None:
            return known[0].at_least(begin >> 1), known[1].at_most((end + 1) >> 1)
        corners = [self._corner(name, number, corner) for number in numbers for corner in range(3)]
        least, most = corners[0], corners[0]
        for corner in corners[1:]:
            least, most = least.at_most(corner), most.at_least(corner)
        first, last = (
            (each.at_most(_FARTHEST).at_least(-_FARTHEST) / float(_QUAD)).function("floor").to(I64)
            for each in (least, most)
        )
        return first.at_least(begin >> 1), (last + 1).at_most((end + 1) >> 1)

    def _one(self, numbers: Sequence[Number], pair: Number | None) -> None:
        code = self.code
        box = self._box(numbers[0]) if self.cover.boxed else None
        bottom, top = self._bounds("snapped_y", numbers, box and box[2:], "bottom", "top")
        with ExitStack() as stack:
            stack.enter_context(code.when((bottom < top) & self._mine(bottom, top)))
            first, last = self._bounds("snapped_x", numbers, box and box[:2], "left", "right")
            stack.enter_context(code.when(first < last))
            triangles = [self._edges(number) for number in numbers]
            plane = self._plane(numbers[0]) if self.cover.test or self.cover.depths else None
            with code.loop(bottom, top) as row, code.when(self._part(row).equals(self.words["part"])):
                self._row(triangles, plane, row, (first, last), pair)

    def _part(self, row: Number) -> Number:
        """The part of the frame's rows that a row of quads belongs to; parts are a power of two."""
        return row >> _BAND & self.words["parts"] - 1

    def _mine(self, bottom: Number, top: Number) -> Number:
        """Whether some row from ``bottom`` to ``top`` may belong to this part."""
        several = (bottom >> _BAND).differs((top - 1) >> _BAND)
        return several | self._part(bottom).equals(self.words["part"])

    def _row(
        self, triangles: Sequence[_Triangle], plane: Any, row: Number,
        span: tuple[Number, Number], pair: Number | None,
    ) -> None:  # fmt: skip
        code = self.code
        up = row.to(DOUBLE) * float(_QUAD)
        lines = [[b * up + c for _, b, c in triangle.edges] for triangle in triangles]
        first, last = (code.variable(bound) for bound in span)
        if len(triangles) == 1:
            with code.when(span[1] - span[0] > _WIDE):
                for variable, bound in zip(
                    (first, last), self._span(triangles[0], lines[0], span), strict=True
                ):
                    variable.set(bound)
        with code.loop(first.get(), last.get()) as column:
            right = column.to(DOUBLE) * float(_QUAD)
            masks = []
            for triangle, line in zip(triangles, lines, strict=True):
                mask: Number | None = None
                for (a, _, _), around, rest in zip(triangle.edges, triangle.around, line, strict=True):
                    inside = around + (a * right + rest) >= 0.0
                    mask = inside if mask is None else mask & inside
                assert mask is not None
                masks.append(mask)
            number, mask = triangles[0].number, masks[0]
            if pair is not None:  # the half that covers some of the quad, the first of two
                number = self._any(mask).select(number, triangles[1].number)
                mask = mask | masks[1] & pair.spread(len(self.places))
            with code.when(self._any(mask)):
                own = plane if pair is None else self._plane(number)
                self._quad(number, own, column, row, mask)

    def _span(
        self, triangle: _Triangle, lines: Sequence[Number], span: tuple[Number, Number],
    ) -> tuple[Number, Number]:  # fmt: skip
        """The quads of a row that the edges allow, never too few."""
        code = self.code
        left, right = code.constant(DOUBLE, 0.0), code.constant(DOUBLE, _FARTHEST)
        for (a, b, _), line in zip(triangle.edges, lines, strict=True):
            most = line + b.at_least(0.0) * float(_QUAD)
            place = -most / a
            left = (a > 0.0).select(left.at_least(place - 1.0), left)
            right = (a < 0.0).select(right.at_most(place + 1.0), right)
            right = (a.equals(0.0) & (most < 0.0)).select(-1.0, right)
        begin, end = (
            (each.at_most(_FARTHEST).at_least(-_FARTHEST) * (1.0 / _QUAD)).function("floor").to(I64)
            for each in (left, right)
        )
        return span[0].at_least(begin), span[1].at_most(end + 1)

    def _any(self, mask: Number) -> Number:
        return mask.cast(ir.IntType(mask.type.count)).differs(0)

    # --- depths

    def _plane(self, number: Number) -> tuple[Number, ...]:
        """The depth at the first corner, its place, and its changes along x and y."""
        x, y, z = ([self._corner(name, number, corner) for corner in range(3)] for name in ("x", "y", "z"))
        snapped = (
            [self._corner(name, number, corner) for corner in range(3)] for name in ("snapped_x", "snapped_y")
        )
        slopes, x, y = slopes_of(x, y, *snapped)
        along = [
            second * (z[1] - z[0]) + third * (z[2] - z[0]) for second, third in zip(*slopes, strict=True)
        ]
        return z[0], x[0], y[0], along[0], along[1]

    def _depths(self, plane: tuple[Number, ...], x: Number, y: Number) -> Number:
        """Depths of a quad's samples in fixed point."""
        code = self.code
        start, first_x, first_y, along_x, along_y = plane
        lanes = range(PIXELS)
        across = code.constant(DOUBLE, [float(lane % 2) for lane in lanes for _ in range(self.count)])
        up = code.constant(DOUBLE, [float(lane // 2) for lane in lanes for _ in range(self.count)])
        right, above = across + x.to(DOUBLE) - first_x, up + y.to(DOUBLE) - first_y
        corner = right * along_x + start + above * along_y
        inner = [
            code.constant(DOUBLE, [sample[axis] / SUBPIXELS for _ in lanes for sample in self.cover.samples])
            for axis in (0, 1)
        ]
        return fixed_point(corner + inner[0] * along_x + inner[1] * along_y)

    # --- a quad

    def _quad(self, number: Number, plane: Any, column: Number, row: Number, mask: Number) -> None:
        code, cover = self.code, self.cover
        x, y = column * 2, row * 2
        kept, seen = code.variable(mask), code.variable(mask)
        self._boxed(kept, seen, x, y)
        mask, covered = kept.get(), seen.get()
        if cover.mask != -1:
            bits = [cover.mask >> place % self.count & 1 for place in range(len(self.places))]
            mask = mask & code.constant(I1, bits)
        line = y
        if cover.layered:
            line = y + code.load(self.arrays["layer"], number, I64) * self.words["height"]
        place = (line * self.words["width"] + x) * self.count
        with ExitStack() as stack:
            depths = None
            if plane is not None:
                stack.enter_context(code.when(self._any(mask)))
                depths = self._depths(plane, x, y)
                mask = self._tested(depths, mask, place)
            if cover.shades:
                stack.enter_context(code.when(self._any(mask)))
                self._append(number, (x, y, place), mask, covered, depths if cover.depths else None)

    def _boxed(self, kept: Variable, seen: Variable, x: Number, y: Number) -> None:
        """Pixels outside the box are not ``kept``, those outside the frame are not ``seen`` either."""
        code, words = self.code, self.words
        inside = (x >= words["left"]) & (x + 1 < words["right"])
        inside &= (y >= words["bottom"]) & (y + 1 < words["top"])
        with code.when(~inside):
            lanes = [lane for lane in range(PIXELS) for _ in range(self.count)]
            own_x = code.constant(I64, [lane % 2 for lane in lanes]) + x
            own_y = code.constant(I64, [lane // 2 for lane in lanes]) + y
            there = (own_x >= words["left"]) & (own_x < words["right"])
            there &= (own_y >= words["bottom"]) & (own_y < words["top"])
            kept.set(kept.get() & there)
            seen.set(seen.get() & (own_x < words["width"]) & (own_y < words["height"]))

    def _tested(self, depths: Number, mask: Number, place: Number) -> Number:
        """The samples that pass, whose depths are written."""
        code, cover, half = self.code, self.cover, 2 * self.count
        rows = [place, place + self.words["width"] * self.count]
        pointers = [code.place(self.arrays["depth"], each, 4) for each in rows]
        halves = [range(half), range(half, 2 * half)]
        if not cover.test:
            return mask
        if cover.test == "NEVER":
            return mask & code.constant(I1, [0] * (2 * half))
        if cover.test != "ALWAYS":
            stored = [
                code.load_where(mask.shuffled(part), pointer, ir.VectorType(I32, half))
                for part, pointer in zip(halves, pointers, strict=True)
            ]
            both = stored[0].shuffled(range(2 * half), stored[1])
            mask = mask & depths.compared(RELATIONS[cover.test], both)
        if cover.writes:
            for part, pointer in zip(halves, pointers, strict=True):
                code.store_where(mask.shuffled(part), depths.shuffled(part), pointer)
        return mask

    def _append(
        self, number: Number, where: tuple[Number, Number, Number], mask: Number, covered: Number,
        depths: Number | None,
    ) -> None:  # fmt: skip
        code, arrays = self.code, self.arrays
        count = self.listed.get()
        x, y, place = where
        whole = ir.IntType(len(self.places))
        for name, value in (("triangle", number), ("x", x), ("y", y)):
            code.store(value.to(I32), arrays[f"quad_{name}"], count)
        code.store(place, arrays["quad_place"], count)
        for name, bits in (("mask", mask), ("covered", covered)):
            code.store(bits.cast(whole).to(I32, signed=False), arrays[f"quad_{name}"], count)
        if depths is not None:
            code.store(depths, arrays["quad_depth"], count)
        self.listed.set(count + 1)
        with code.when((count + 1).equals(QUADS)):
            self._flush()
            self.listed.set(0)

    def _flush(self) -> None:
        """Shades what is listed, last quads repeated where a vector has more lanes."""
        code, shared, arrays = self.code, self.shared, self.arrays
        count = self.listed.get()
        step = max(self.cover.lanes // PIXELS, 1)
        padded = (count + (step - 1)) & -step
        with code.loop(count, padded) as number:
            for name in ("triangle", "x", "y", "covered"):
                array = arrays[f"quad_{name}"]
                code.store(code.load(array, count - 1, I32), array, number)
        if self.cover.helpers:
            self._tell_helpers(count, padded)
        base = code.arguments[0]
        code.call(shared.word("interpolate"), [base, padded])
        table = shared.pointer("program")
        given = [code.load(table, place, POINTER) for place in range(ARGUMENTS)]
        vectors = padded * PIXELS >> (self.cover.lanes.bit_length() - 1)
        code.call(shared.word("shade"), [*given, vectors, code.constant(I32, self.cover.lanes)])
        with code.when(shared.word("hook").differs(0)):
            code.call(shared.word("hook"), [padded])
        code.call(shared.word("merge"), [base, count])

    def _tell_helpers(self, count: Number, padded: Number) -> None:
        """A word of each fragment: 0 where a sample of it is drawn."""
        code, kills = self.code, self.shared.pointer("kills")
        with code.loop(code.constant(I64, 0), padded) as quad:
            mask = (quad < count).select(code.load(self.arrays["quad_mask"], quad, I32), 0)
            for pixel in range(PIXELS):
                drawn = (mask >> pixel * self.count & (1 << self.count) - 1).differs(0)
                code.store((~drawn).to(I32, signed=False), kills, quad * PIXELS + pixel)


def slopes_of(
    x: Sequence[Number], y: Sequence[Number], snapped_x: Sequence[Number], snapped_y: Sequence[Number]
) -> tuple[tuple[tuple[Number, Number], tuple[Number, Number]], list[Number], list[Number]]:
    """How much the second and third share change along x and y; and the corners that count.

    What rounding to sub-pixels has turned around counts as rounded.
    """

    def doubled(x: Sequence[Number], y: Sequence[Number]) -> Number:
        return (x[1] - x[0]) * (y[2] - y[0]) - (x[2] - x[0]) * (y[1] - y[0])

    turned = ~(doubled(x, y) > 0.0)
    x = [turned.select(one * (1.0 / SUBPIXELS), other) for one, other in zip(snapped_x, x, strict=True)]
    y = [turned.select(one * (1.0 / SUBPIXELS), other) for one, other in zip(snapped_y, y, strict=True)]
    area = doubled(x, y)
    # One division of a vector, which takes as long as one of a scalar.
    parts = area.code.vector([y[2] - y[0], x[0] - x[2], y[0] - y[1], x[1] - x[0]]) / area
    return ((parts[0], parts[1]), (parts[2], parts[3])), x, y


def fixed_point(depths: Number) -> Number:
    """OpenGL 1.5, 2.10.1: 24 bits; what lies outside is clamped, NaN is 0."""
    clamped = depths.at_least(0.0).at_most(1.0).to(DOUBLE)
    return (clamped * float(DEPTH_MAX)).function("rint").to(I32)
