"""Vectors over lanes: what every operation is made of."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Any

from llvmlite import ir

from nvrender.llvm.types import DOUBLE, FLOAT, I1, I32, I64, POINTER, Value, bits_of, is_float

#: What sums and products of fast numerics may do: be taken in any order, fused, by a reciprocal; zeros have
#: either sign. NaN and infinities stay what they are.
_FAST = ("reassoc", "nsz", "arcp", "contract")
_SIGN = {32: 1 << 31, 64: 1 << 63}
_SMALLEST_NORMAL = {32: 0x00800000, 64: 1 << 52}


class Lanes:
    """Builds operations on vectors of ``width`` lanes at the place where ``builder`` stands.

    ``exact`` numerics are neither fused nor taken in another order. Denormals are zeros of their sign: by the
    processor, or with ``flushes`` by instructions. With ``words`` there are some that may be no floats, which
    LLVM may know. ``active`` are the lanes that execute what is built, and ``alive`` those of them that reach
    memory, None for all.
    """

    def __init__(self, builder: Any, width: int, *, exact: bool, flushes: bool, words: bool = False) -> None:
        self.builder, self.width, self.exact, self._flushes = builder, width, exact, flushes
        self._words = words
        self.module = builder.module
        self.active: Value | None = None
        self.alive: Value | None = None
        self._flags = () if exact else _FAST
        self._constants: dict[tuple[Any, str], Value] = {}

    def one(self) -> Lanes:
        """The same with one lane."""
        return Lanes(self.builder, 1, exact=self.exact, flushes=self._flushes, words=self._words)

    # --- types and constants

    def vector(self, element: Any) -> Any:
        """The type of a component of all lanes."""
        return ir.VectorType(element, self.width)

    def constant(self, element: Any, value: float) -> Value:
        """A number in all lanes; of floats NaN is positive."""
        number = float(value) if is_float(element) else int(value) & (1 << element.width) - 1
        key = (element, repr(number))  # which tells zeros apart
        if key not in self._constants:  # making and writing one takes longer than an instruction
            self._constants[key] = ir.Constant(self.vector(element), [number] * self.width)
        return self._constants[key]

    def word(self, element: Any, word: int) -> Value:
        """A number in all lanes, by its bits."""
        if element is I1:
            return self.constant(I1, word != 0)
        if not is_float(element):
            return self.constant(element, word)
        return self.cast(self.constant(ir.IntType(bits_of(element)), word), element)

    def like(self, a: Value, value: float) -> Value:
        """A number of the type of ``a``."""
        return self.constant(a.type.element, value)

    def spread(self, scalar: Value) -> Value:
        """A scalar in all lanes."""
        key = (scalar.type, "nothing")
        empty = self._constants.setdefault(key, ir.Constant(self.vector(scalar.type), ir.Undefined))
        first = self.builder.insert_element(empty, scalar, I32(0))
        return self.builder.shuffle_vector(first, empty, self.constant(I32, 0))

    def numbers(self, element: Any, values: Sequence[int]) -> Value:
        """An integer for each lane."""
        return ir.Constant(self.vector(element), list(values))

    def lane_numbers(self, element: Any = I32) -> Value:
        """0, 1, 2, …"""
        return self.numbers(element, range(self.width))

    # --- bits

    def cast(self, a: Value, element: Any) -> Value:
        """The same bits as ``element``, which has as many."""
        return a if a.type.element == element else self.builder.bitcast(a, self.vector(element))

    def words(self, a: Value) -> Value:
        """The bits of numbers as integers."""
        return self.cast(a, ir.IntType(bits_of(a.type.element)))

    def select(self, condition: Value, yes: Value, no: Value) -> Value:
        return yes if yes is no else self.builder.select(condition, yes, no)

    def convert(self, name: str, a: Value, element: Any) -> Value:
        """``name`` is LLVM's instruction: sext, fptosi, …"""
        return getattr(self.builder, name)(a, self.vector(element))

    def both(self, a: Value | None, b: Value | None) -> Value | None:
        """What holds in both masks; None is everywhere."""
        if a is None or b is None:
            return b if a is None else a
        return self.builder.and_(a, b)

    def any(self, mask: Value) -> Value:
        """Whether a mask holds in some lane, a scalar."""
        whole = ir.IntType(self.width)
        return self.builder.icmp_unsigned("!=", self.builder.bitcast(mask, whole), whole(0))

    # --- floats

    def flush(self, a: Value) -> Value:
        """Denormals that instructions make become zeros of their sign."""
        return self.flushed(a) if self._flushes else a

    def flushed(self, a: Value) -> Value:
        """The same, of any word."""
        bits, sign = bits_of(a.type.element), self.sign_bit(a)
        words = self.words(a)
        magnitude = self.builder.and_(words, self.like(words, sign - 1))
        tiny = self.builder.icmp_unsigned("<", magnitude, self.like(words, _SMALLEST_NORMAL[bits]))
        zero = self.builder.and_(words, self.like(words, sign))
        return self.cast(self.select(tiny, zero, words), a.type.element)

    def sign_bit(self, a: Value) -> int:
        return _SIGN[bits_of(a.type.element)]

    def add(self, a: Value, b: Value) -> Value:
        return self.flush(self.builder.fadd(self._operand(a), self._operand(b), flags=self._flags))

    def subtract(self, a: Value, b: Value) -> Value:
        return self.flush(self.builder.fsub(self._operand(a), self._operand(b), flags=self._flags))

    def multiply(self, a: Value, b: Value) -> Value:
        return self.flush(self.builder.fmul(self._operand(a), self._operand(b), flags=self._flags))

    def divide(self, a: Value, b: Value) -> Value:
        return self.flush(self.builder.fdiv(self._operand(a), self._operand(b), flags=self._flags))

    def fused(self, a: Value, b: Value, c: Value) -> Value:
        """a · b + c of polynomials, rounded once where the processor has it."""
        return self.intrinsic("llvm.fmuladd", a, b, c)

    def _operand(self, a: Value) -> Value:
        """Denormals that no instruction made: words of memory, of integers."""
        return self.flushed(a) if self._flushes and self.exact else a

    def settled(self, a: Value) -> Value:
        """The same for what LLVM may know: it compares, rounds and widens denormal constants as they are, and
        takes comparisons of words with 0.0 for those of integers.
        """
        if not self._words or isinstance(a, ir.Constant):  # a number of this package's
            return self._operand(a)
        return self.flushed(a) if self.exact else a

    def compare(self, relation: str, a: Value, b: Value) -> Value:
        """Floats, false of NaN but for ``!=``."""
        a, b = self.settled(a), self.settled(b)
        if relation == "!=":
            return self.builder.fcmp_unordered("!=", a, b)
        return self.builder.fcmp_ordered(relation, a, b)

    def is_nan(self, *numbers: Value) -> Value:
        """Whether some number is NaN."""
        pair = numbers if len(numbers) == 2 else (numbers[0], numbers[0])
        return self.builder.fcmp_unordered("uno", *pair)

    def absolute(self, a: Value) -> Value:
        return self.intrinsic("llvm.fabs", a)

    def negative(self, a: Value) -> Value:
        return self.builder.fneg(a)

    def copy_sign(self, magnitude: Value, sign: Value) -> Value:
        return self.intrinsic("llvm.copysign", magnitude, sign)

    def positive_nan(self, a: Value) -> Value:
        """Every NaN is positive."""
        return self.select(self.is_nan(a), self.like(a, math.nan), a)

    def at_least(self, a: Value, low: float) -> Value:
        """``a`` where it is above ``low`` or NaN."""
        bound = self.like(a, low)
        return self.select(self.builder.fcmp_unordered(">", a, bound), a, bound)

    def at_most(self, a: Value, high: float) -> Value:
        """``a`` where it is below ``high`` or NaN."""
        bound = self.like(a, high)
        return self.select(self.builder.fcmp_unordered("<", a, bound), a, bound)

    def rounded(self, way: str, a: Value) -> Value:
        """``way`` is floor, ceil, rint or trunc."""
        return self.intrinsic(f"llvm.{way}", self.settled(a))

    def double(self, a: Value) -> Value:
        return self.convert("fpext", self.settled(a), DOUBLE)

    def single(self, a: Value) -> Value:
        """A double rounded to a float. Its denormals are made zeros by instructions too.

        LLVM compares the double where the float is compared, which a processor has made zero.
        """
        rounded = self.convert("fptrunc", a, FLOAT)
        return self.flushed(rounded) if self.exact else rounded

    # --- functions

    def intrinsic(self, name: str, *operands: Value) -> Value:
        """A function of LLVM's, overloaded by the type of its first operand."""
        type = operands[0].type
        letter = f"{'f' if is_float(type.element) else 'i'}{bits_of(type.element)}"
        kind = ir.FunctionType(type, [row.type for row in operands])
        return self.builder.call(self.declared(f"{name}.v{self.width}{letter}", kind), list(operands))

    def declared(self, name: str, kind: Any) -> Any:
        """A function of the module, declared once."""
        found = self.module.globals.get(name)
        return ir.Function(self.module, kind, name) if found is None else found

    def when_any(
        self, mask: Value, build: Callable[[], Sequence[Value]], other: Sequence[Value]
    ) -> list[Value]:
        """What ``build`` makes where ``mask`` holds in some lane, else ``other``."""
        before = self.builder.block
        with self.builder.if_then(self.any(mask), likely=False):
            made, inside = build(), self.builder.block
        found = []
        for new, old in zip(made, other, strict=True):
            merged = self.builder.phi(new.type)
            merged.add_incoming(new, inside)
            merged.add_incoming(old, before)
            found.append(merged)
        return found

    # --- memory

    def addresses(self, base: Value, offsets: Value) -> Value:
        """Pointers ``offsets`` bytes, I64, behind a scalar pointer."""
        first = self.spread(self.builder.ptrtoint(base, I64))
        return self.builder.inttoptr(self.builder.add(first, offsets), self.vector(POINTER))

    def gather(self, element: Any, addresses: Value, mask: Value | None) -> Value:
        """A component from each lane's address; 0 where ``mask`` does not hold."""
        type, bits = self.vector(element), bits_of(element)
        letter = f"{'f' if is_float(element) else 'i'}{bits}"
        kind = ir.FunctionType(type, [addresses.type, I32, self.vector(I1), type])
        function = self.declared(f"llvm.masked.gather.v{self.width}{letter}.v{self.width}p0", kind)
        where = self.constant(I1, 1) if mask is None else mask
        return self.builder.call(
            function, [addresses, I32(max(bits // 8, 1)), where, self.constant(element, 0)]
        )

    def rows(self, element: Any, base: Value, numbers: Value, mask: Value | None) -> list[Value]:
        """Four words of each lane's row of 16 bytes behind a scalar pointer; zeros where ``mask`` is not.

        ``numbers`` are I32, unsigned; row 0 is there. Rows are loaded whole and turned around: processors
        gather words one by one.
        """
        builder = self.builder
        zero = self.constant(element, 0)
        sure = numbers if mask is None else self.select(mask, numbers, self.like(numbers, 0))
        halves = builder.shl(sure, self.like(sure, 1))  # of words of 64 bits
        row = ir.VectorType(element, 4)
        loaded = []
        for lane in range(self.width):
            half = builder.zext(builder.extract_element(halves, I32(lane)), I64)
            place = builder.gep(base, [half], source_etype=I64)
            loaded.append(builder.load(place, typ=row, align=4))
        columns = self._turned(loaded)
        return columns if mask is None else [self.select(mask, column, zero) for column in columns]

    def _turned(self, rows: Sequence[Value]) -> list[Value]:
        """Of rows of four words the first, second, third and fourth words."""
        builder = self.builder
        if self.width % 4:
            return [self._side_by_side(rows, place) for place in range(4)]

        def shuffled(a: Value, b: Value, places: Sequence[int]) -> Value:
            order = ir.Constant(ir.VectorType(I32, len(places)), list(places))
            return builder.shuffle_vector(a, b, order)

        def joined(parts: Sequence[Value]) -> Value:
            if len(parts) == 1:
                return parts[0]
            half = len(parts) // 2
            return shuffled(joined(parts[:half]), joined(parts[half:]), range(4 * len(parts)))

        width, blocks = self.width, range(0, self.width, 4)
        first, second, third, fourth = (joined(rows[lane::4]) for lane in range(4))

        def paired(a: Value, b: Value, places: tuple[int, int, int, int]) -> Value:
            """Within each four words, those of ``b`` from 4 on."""
            order = [
                place + block if place < 4 else place - 4 + width + block
                for block in blocks
                for place in places
            ]
            return shuffled(a, b, order)

        low, high = (0, 4, 1, 5), (2, 6, 3, 7)
        found = []
        for places in (low, high):
            one, other = paired(first, second, places), paired(third, fourth, places)
            found += [paired(one, other, (0, 1, 4, 5)), paired(one, other, (2, 3, 6, 7))]
        return found

    def _side_by_side(self, rows: Sequence[Value], place: int) -> Value:
        value = ir.Constant(self.vector(rows[0].type.element), ir.Undefined)
        for lane, row in enumerate(rows):
            word = self.builder.extract_element(row, I32(place))
            value = self.builder.insert_element(value, word, I32(lane))
        return value

    def scatter(self, a: Value, addresses: Value, mask: Value | None) -> None:
        """Puts each lane's component at its address where ``mask`` holds, the last lane last."""
        element = a.type.element
        bits = bits_of(element)
        letter = f"{'f' if is_float(element) else 'i'}{bits}"
        kind = ir.FunctionType(ir.VoidType(), [a.type, addresses.type, I32, self.vector(I1)])
        function = self.declared(f"llvm.masked.scatter.v{self.width}{letter}.v{self.width}p0", kind)
        where = self.constant(I1, 1) if mask is None else mask
        self.builder.call(function, [a, addresses, I32(max(bits // 8, 1)), where])

    def shuffled(self, a: Value, lanes: Sequence[int]) -> Value:
        """The components of other lanes."""
        return self.builder.shuffle_vector(a, a, ir.Constant(self.vector(I32), list(lanes)))
