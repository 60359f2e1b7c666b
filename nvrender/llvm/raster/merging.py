"""What becomes of shaded quads: alpha, stencil and depth tests, blending, and the frame's words.

OpenGL 1.5, 4.1; sample by sample in the order drawn.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from typing import Any

from llvmlite import ir

from nvrender.gl.state.fragments import Blend, Depth, Stencil
from nvrender.llvm.raster import blending
from nvrender.llvm.raster.code import Code, Number, Variable
from nvrender.llvm.raster.cover import RELATIONS, fixed_point
from nvrender.llvm.raster.words import PIXELS, Shared
from nvrender.llvm.types import FLOAT, HALF, I1, I8, I32, I64, POINTER, is_float

ENTRY = "merge"
_KINDS = {"uint8": I8, "float16": HALF, "float32": FLOAT}
_STENCIL_MAX = 255
_FOUR = ir.VectorType(FLOAT, 4)


@dataclass(frozen=True)
class Merge:
    """What the function of a draw is made for.

    ``formats`` are dtypes of the colour buffers; ``colors`` says which result goes to each and ``seconds`` to
    its blending alone, −1 for none. ``depth``, ``mask`` and ``killed`` are numbers of results, −1 for none.
    ``alpha`` is the test's comparison and its reference in bytes. ``late``: stencil and depth are tested
    here. ``clamps``: colours are limited to 0 to 1.
    """

    samples: int
    formats: tuple[str, ...]
    colors: tuple[int, ...]
    seconds: tuple[int, ...]
    operations: Operations
    depth: int = -1
    mask: int = -1
    killed: int = -1
    alpha: tuple[str, float] | None = None
    clamps: bool = False
    late: bool = False


@dataclass(frozen=True)
class Operations:
    """The state of the per-fragment operations."""

    depth: Depth
    blend: Blend
    stencil: Stencil
    back_stencil: Stencil
    color_mask: tuple[bool, bool, bool, bool]
    logic_op: str


def written(merge: Merge, module: Any) -> None:
    """Adds the function ``merge``, of the words of a draw and how many quads there are, to a module."""
    _Writer(merge, module).function()


class _Writer:
    def __init__(self, merge: Merge, module: Any) -> None:
        self.merge = merge
        self.code = Code(module, ENTRY, [POINTER, I64])
        self.shared = Shared(self.code, self.code.arguments[0])
        self.whole = (1 << merge.samples) - 1

    def function(self) -> None:
        code, shared = self.code, self.shared
        self.width = shared.word("width")
        self.arrays = {
            name: shared.pointer(name)
            for name in (
                "quad_triangle quad_place quad_mask quad_depth front depth stencil colors outputs kills"
            ).split()
        }
        used = {*self.merge.colors, *self.merge.seconds, self.merge.depth, self.merge.mask} - {-1}
        self.results = {number: code.load(self.arrays["outputs"], number, POINTER) for number in sorted(used)}
        self.buffers = [
            code.load(self.arrays["colors"], number, POINTER) for number in range(len(self.merge.formats))
        ]
        with code.loop(code.constant(I64, 0), code.arguments[1]) as quad:
            self._quad(quad)
        code.finish()

    def _quad(self, quad: Number) -> None:
        code, count = self.code, self.merge.samples
        self.quad = quad
        mask = code.load(self.arrays["quad_mask"], quad, I32)
        place = code.load(self.arrays["quad_place"], quad, I64)
        for pixel in range(PIXELS):
            bits = mask >> pixel * count & self.whole
            with code.when(bits.differs(0)):
                first = place + (pixel % 2) * count
                if pixel // 2:
                    first = first + self.width * count
                self._pixel(quad * PIXELS + pixel, pixel, code.variable(bits), first)

    def _pixel(self, lane: Number, pixel: int, bits: Variable, place: Number) -> None:
        """A pixel's samples, a bit each."""
        code, merge = self.code, self.merge
        with ExitStack() as stack:
            if merge.killed >= 0:
                alive = code.load(self.arrays["kills"], lane, I32).equals(0)
                stack.enter_context(code.when(alive))
            if merge.alpha is not None and merge.colors and merge.colors[0] >= 0:
                stack.enter_context(code.when(self._passes_alpha(lane, *merge.alpha)))
            if merge.mask >= 0 and merge.samples > 1:
                bits.set(bits.get() & self._result(merge.mask, lane)[0].cast(I32))
            if merge.late:
                self._tests(lane, pixel, bits, place)
            stack.enter_context(code.when(bits.get().differs(0)))
            for number, buffer in enumerate(self.buffers):
                self._color(number, buffer, lane, bits.get(), place)

    def _result(self, number: int, lane: Number) -> Number:
        return self.code.load(self.results[number], lane, _FOUR)

    def _passes_alpha(self, lane: Number, function: str, reference: float) -> Number:
        """OpenGL 1.5, 4.1.4: alpha and reference are fixed point of eight bits."""
        if function == "NEVER":
            return self.code.constant(I1, 0)
        alpha = self._result(self.merge.colors[0], lane)[3]
        nan = alpha.differs(alpha)
        clamped = nan.select(alpha, alpha.at_least(0.0).at_most(1.0))
        rounded = (clamped * 255.0 + 0.5).function("floor")
        return rounded.compared(RELATIONS[function], reference)

    # --- stencil and depth

    def _tests(self, lane: Number, pixel: int, bits: Variable, place: Number) -> None:
        code, merge = self.code, self.merge
        depth, stencil = merge.operations.depth, merge.operations.stencil
        deep = fixed_point(self._result(merge.depth, lane)[2]) if merge.depth >= 0 else None
        front = None
        if stencil.enabled:
            triangle = code.load(self.arrays["quad_triangle"], self.quad, I32)
            front = code.load(self.arrays["front"], triangle, I8).differs(0)
        for sample in range(merge.samples):
            with code.when((bits.get() >> sample & 1).differs(0)):
                own = place + sample
                new, near = deep, code.constant(I1, 1)
                if depth.enabled:
                    if new is None:
                        index = (self.quad * PIXELS + pixel) * merge.samples + sample
                        new = code.load(self.arrays["quad_depth"], index, I32)
                    near = self._passes(depth.function, new, code.load(self.arrays["depth"], own, I32))
                passed = near if front is None else self._stencilled(front, near, own)
                if depth.enabled and depth.write and new is not None:
                    with code.when(passed):
                        code.store(new, self.arrays["depth"], own)
                gone = passed.select(code.constant(I32, 0), 1 << sample)
                bits.set(bits.get() & ~gone)

    def _passes(self, function: str, incoming: Number, stored: Number) -> Number:
        if function in ("NEVER", "ALWAYS"):
            return self.code.constant(I1, function == "ALWAYS")
        return incoming.compared(RELATIONS[function], stored)

    def _stencilled(self, front: Number, near: Number, place: Number) -> Number:
        """Whether both tests are passed; the stencil value becomes what its operations say."""
        code, operations = self.code, self.merge.operations
        old = code.load(self.arrays["stencil"], place, I8).to(I32, signed=False)
        sides = [self._stencil(side, old, near) for side in (operations.stencil, operations.back_stencil)]
        code.store(front.select(sides[0][1], sides[1][1]).to(I8), self.arrays["stencil"], place)
        return front.select(sides[0][0], sides[1][0]) & near

    def _stencil(self, stencil: Stencil, old: Number, near: Number) -> tuple[Number, Number]:
        """Whether the test is passed, and the value afterwards (OpenGL 1.5, 4.1.5)."""
        reference = min(max(stencil.reference, 0), _STENCIL_MAX)
        own = self.code.constant(I32, reference & stencil.mask)
        passed = self._passes(stencil.function, own, old & stencil.mask)
        fail, depth_fail, depth_pass = (
            self._changed(word, old, reference)
            for word in (stencil.fail, stencil.depth_fail, stencil.depth_pass)
        )
        new = passed.select(near.select(depth_pass, depth_fail), fail)
        write = stencil.write_mask & _STENCIL_MAX
        return passed, old & (~write & _STENCIL_MAX) | new & write

    def _changed(self, operation: str, old: Number, reference: int) -> Number:
        match operation:
            case "ZERO":
                return self.code.constant(I32, 0)
            case "REPLACE":
                return self.code.constant(I32, reference)
            case "INCR":
                return (old + 1).at_most(_STENCIL_MAX)
            case "INCR_WRAP":
                return old + 1 & _STENCIL_MAX
            case "DECR":
                return (old - 1).at_least(0)
            case "DECR_WRAP":
                return old - 1 & _STENCIL_MAX
            case "INVERT":
                return ~old & _STENCIL_MAX
        return old

    # --- colours

    def _color(self, number: int, buffer: Number, lane: Number, bits: Number, place: Number) -> None:
        """One buffer's colours of a pixel, its samples side by side."""
        code, merge = self.code, self.merge
        operations, count = merge.operations, merge.samples
        kind = _KINDS[merge.formats[number]]
        source = self._source(merge.colors[number], lane, kind)
        pixels = code.place(buffer, place, 4 * (1 if kind is I8 else 2 if kind is HALF else 4))
        type = ir.VectorType(kind, 4 * count)
        plain = not (operations.logic_op or operations.blend.enabled) and all(operations.color_mask)
        wide = self._side_by_side(source)
        if plain:
            everywhere = bits.equals(self.whole)
            with code.builder.if_else(everywhere.value) as (whole, part):
                with whole:
                    code.store(wide, pixels)
                with part:
                    there = self._samples(bits)
                    code.store(there.select(wide, code.load(pixels, 0, type)), pixels)
            return
        old = code.load(pixels, 0, type)
        new = wide
        if operations.logic_op:  # with which there is no blending (OpenGL 1.5, 4.1.9)
            new = blending.logic(wide, old, operations.logic_op)
        elif operations.blend.enabled:
            new = self._blended(number, wide, old, lane, kind)
        there = self._samples(bits)
        if not all(operations.color_mask):
            there = there & code.constant(I1, [*operations.color_mask] * count)
        code.store(there.select(new, old), pixels)

    def _source(self, result: int, lane: Number, kind: Any) -> Number:
        """A fragment's colour as the buffer holds it."""
        if result < 0:
            return blending.stored(self.code.constant(FLOAT, [0.0] * 4), kind)
        color = self._result(result, lane)
        if self.merge.clamps and is_float(kind):
            nan = color.differs(color)
            color = nan.select(color, color.at_least(0.0).at_most(1.0))
        return blending.stored(color, kind)

    def _blended(self, number: int, source: Number, old: Number, lane: Number, kind: Any) -> Number:
        code, blend = self.code, self.merge.operations.blend
        constant = blend.color
        if kind is I8:
            red, green, blue, alpha = (min(max(each, 0.0), 1.0) for each in constant)
            constant = red, green, blue, alpha
        second = self.merge.seconds[number] if number < len(self.merge.seconds) else -1
        other = blending.value(self._side_by_side(self._source(second, lane, kind)))
        colors = blending.Colors(code, blending.value(source), blending.value(old), other, constant)
        return blending.stored(blending.blended(colors, blend), kind)

    def _side_by_side(self, color: Number) -> Number:
        return color.shuffled([0, 1, 2, 3] * self.merge.samples)

    def _samples(self, bits: Number) -> Number:
        """Where the components of samples are whose bits are set."""
        count = self.merge.samples
        each = bits.to(ir.IntType(count)) if count < 32 else bits
        mask = each.cast(ir.VectorType(I1, count)) if count > 1 else each.cast(ir.VectorType(I1, 1))
        return mask.shuffled([place // 4 for place in range(4 * count)])


def slots(results: Sequence[int], wanted: int) -> int:
    """The place of a result among those of a program, −1 for none."""
    return results.index(wanted) if wanted in results else -1
