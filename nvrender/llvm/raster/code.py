"""Functions of LLVM's written as formulas: numbers with operators, loops, branches, words in memory.

A ``Number`` is a scalar or a short vector; whole numbers are signed. What one function is made of comes from
its ``Code``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from llvmlite import ir

from nvrender.llvm.types import I8, I32, I64, POINTER, Value, bits_of, is_float


def element(type: Any) -> Any:
    """The type of a component."""
    return type.element if isinstance(type, ir.VectorType) else type


class Number:
    """A value with operators; Python's numbers beside it become constants of its type."""

    __slots__ = ("code", "value")

    def __init__(self, code: Formulas, value: Value) -> None:
        self.code, self.value = code, value

    @property
    def type(self) -> Any:
        return self.value.type

    @property
    def _floats(self) -> bool:
        return is_float(element(self.type))

    def _with(self, name: str, other: Any, *, turned: bool = False) -> Number:
        pair = [self.value, self.code.like(self, other).value]
        build = getattr(self.code.builder, f"f{name}" if self._floats else name)
        return Number(self.code, build(*(pair[::-1] if turned else pair)))

    def __add__(self, other: Any) -> Number:
        return self._with("add", other)

    def __radd__(self, other: Any) -> Number:
        return self._with("add", other, turned=True)

    def __sub__(self, other: Any) -> Number:
        return self._with("sub", other)

    def __rsub__(self, other: Any) -> Number:
        return self._with("sub", other, turned=True)

    def __mul__(self, other: Any) -> Number:
        return self._with("mul", other)

    def __rmul__(self, other: Any) -> Number:
        return self._with("mul", other, turned=True)

    def __truediv__(self, other: Any) -> Number:
        return self._with("div", other)

    def __rtruediv__(self, other: Any) -> Number:
        return self._with("div", other, turned=True)

    def __neg__(self) -> Number:
        build = self.code.builder.fneg if self._floats else self.code.builder.neg
        return Number(self.code, build(self.value))

    # --- bits

    def _bits(self, name: str, other: Any) -> Number:
        build = getattr(self.code.builder, name)
        return Number(self.code, build(self.value, self.code.like(self, other).value))

    def __and__(self, other: Any) -> Number:
        return self._bits("and_", other)

    def __or__(self, other: Any) -> Number:
        return self._bits("or_", other)

    def __xor__(self, other: Any) -> Number:
        return self._bits("xor", other)

    def __lshift__(self, other: Any) -> Number:
        return self._bits("shl", other)

    def __rshift__(self, other: Any) -> Number:
        """Zeros come in from the left."""
        return self._bits("lshr", other)

    def __invert__(self) -> Number:
        return Number(self.code, self.code.builder.not_(self.value))

    # --- comparisons, false of NaN but for ≠

    def compared(self, relation: str, other: Any) -> Number:
        pair = self.value, self.code.like(self, other).value
        builder = self.code.builder
        if not self._floats:
            return Number(self.code, builder.icmp_signed(relation, *pair))
        build = builder.fcmp_unordered if relation == "!=" else builder.fcmp_ordered
        return Number(self.code, build(relation, *pair))

    def __lt__(self, other: Any) -> Number:
        return self.compared("<", other)

    def __le__(self, other: Any) -> Number:
        return self.compared("<=", other)

    def __gt__(self, other: Any) -> Number:
        return self.compared(">", other)

    def __ge__(self, other: Any) -> Number:
        return self.compared(">=", other)

    def equals(self, other: Any) -> Number:
        return self.compared("==", other)

    def differs(self, other: Any) -> Number:
        return self.compared("!=", other)

    # --- other types

    def select(self, yes: Any, no: Any) -> Number:
        """``yes`` where this holds; one of the two is a Number."""
        like = yes if isinstance(yes, Number) else no
        pair = (self.code.like(like, each).value for each in (yes, no))
        return Number(self.code, self.code.builder.select(self.value, *pair))

    def to(self, kind: Any, *, signed: bool = True) -> Number:
        """The number as ``kind``: floats are cut off, whole numbers extended or shortened."""
        have, type = element(self.type), self._shaped(kind)
        if have == kind:
            return self
        if is_float(have) and is_float(kind):
            name = "fpext" if bits_of(kind) > bits_of(have) else "fptrunc"
        elif is_float(have):
            name = "fptosi"
        elif is_float(kind):
            name = "sitofp" if signed else "uitofp"
        else:
            longer = bits_of(kind) > bits_of(have)
            name = ("sext" if signed else "zext") if longer else "trunc"
        return Number(self.code, getattr(self.code.builder, name)(self.value, type))

    def words(self) -> Number:
        """The bits as whole numbers."""
        return self.cast(self._shaped(ir.IntType(bits_of(element(self.type)))))

    def cast(self, type: Any) -> Number:
        """The same bits as another type, a vector perhaps."""
        return Number(self.code, self.code.builder.bitcast(self.value, type))

    def _shaped(self, kind: Any) -> Any:
        return ir.VectorType(kind, self.type.count) if isinstance(self.type, ir.VectorType) else kind

    # --- vectors

    def spread(self, count: int) -> Number:
        """A scalar in ``count`` places."""
        empty = ir.Constant(ir.VectorType(self.type, count), ir.Undefined)
        first = self.code.builder.insert_element(empty, self.value, I32(0))
        return Number(self.code, first).shuffled([0] * count)

    def shuffled(self, places: Sequence[int], other: Number | None = None) -> Number:
        """Components of this vector, and behind them of ``other``."""
        order = ir.Constant(ir.VectorType(I32, len(places)), list(places))
        second = self.value if other is None else other.value
        return Number(self.code, self.code.builder.shuffle_vector(self.value, second, order))

    def __getitem__(self, place: int) -> Number:
        return Number(self.code, self.code.builder.extract_element(self.value, I32(place)))

    # --- functions

    def function(self, name: str, *others: Any) -> Number:
        """An intrinsic of LLVM's, overloaded by this type."""
        operands = [self.value, *(self.code.like(self, each).value for each in others)]
        kind = element(self.type)
        letter = f"{'f' if is_float(kind) else 'i'}{bits_of(kind)}"
        shape = f"v{self.type.count}" if isinstance(self.type, ir.VectorType) else ""
        type = ir.FunctionType(self.type, [row.type for row in operands])
        return Number(
            self.code,
            self.code.builder.call(self.code.declared(f"llvm.{name}.{shape}{letter}", type), operands),
        )

    def at_least(self, other: Any) -> Number:
        """The larger; of floats ``other`` where this is NaN."""
        return self.compared(">", other).select(self, other)

    def at_most(self, other: Any) -> Number:
        """The smaller; of floats ``other`` where this is NaN."""
        return self.compared("<", other).select(self, other)


class Variable:
    """A number that changes, in memory that becomes a register."""

    def __init__(self, code: Formulas, type: Any) -> None:
        self._code, self._type = code, type
        with code.builder.goto_block(code.entry):
            self._place = code.builder.alloca(type)

    def get(self) -> Number:
        return Number(self._code, self._code.builder.load(self._place, typ=self._type))

    def set(self, number: Any) -> None:
        value = number.value if isinstance(number, Number) else ir.Constant(self._type, number)
        self._code.builder.store(value, self._place)


class Formulas:
    """What numbers are built by, at the place where ``builder`` stands."""

    def __init__(self, builder: Any) -> None:
        self.module, self.builder = builder.module, builder
        #: Where memory of variables is made.
        self.entry = builder.function.entry_basic_block

    def declared(self, name: str, type: Any) -> Any:
        found = self.module.globals.get(name)
        return ir.Function(self.module, type, name) if found is None else found

    # --- numbers

    def constant(self, kind: Any, number: float | Sequence[float]) -> Number:
        """A scalar, or of several numbers a vector."""
        make = float if is_float(kind) else int
        if isinstance(number, Sequence):
            values = [make(each) for each in number]
            return Number(self, ir.Constant(ir.VectorType(kind, len(values)), values))
        return Number(self, ir.Constant(kind, make(number)))

    def like(self, number: Number, other: Any) -> Number:
        """``other`` as a number of the type of the first."""
        if not isinstance(other, Number):
            kind = element(number.type)
            count = number.type.count if isinstance(number.type, ir.VectorType) else 0
            return self.constant(kind, [other] * count if count else other)
        if isinstance(number.type, ir.VectorType) and not isinstance(other.type, ir.VectorType):
            return other.spread(number.type.count)
        return other

    def vector(self, numbers: Sequence[Number]) -> Number:
        """Scalars side by side."""
        value = ir.Constant(ir.VectorType(numbers[0].type, len(numbers)), ir.Undefined)
        for place, number in enumerate(numbers):
            value = self.builder.insert_element(value, number.value, I32(place))
        return Number(self, value)

    # --- memory

    def place(self, base: Number, index: Any, bytes: int) -> Number:
        """The pointer to element ``index`` of ``bytes`` each."""
        offset = index.to(I64) * bytes if isinstance(index, Number) else self.constant(I64, index * bytes)
        return Number(self, self.builder.gep(base.value, [offset.value], source_etype=I8))

    def load(self, base: Number, index: Any, type: Any) -> Number:
        """Element ``index`` of an array of ``type``."""
        kind, count = element(type), getattr(type, "count", 1)
        size = 8 if type == POINTER else count * bits_of(kind) // 8
        place = self.place(base, index, size)
        align = 8 if type == POINTER else bits_of(kind) // 8
        return Number(self, self.builder.load(place.value, typ=type, align=align))

    def store(self, number: Number, base: Number, index: Any = 0) -> None:
        """Writes element ``index`` of an array of the number's type."""
        kind, count = element(number.type), getattr(number.type, "count", 1)
        place = self.place(base, index, count * bits_of(kind) // 8)
        self.builder.store(number.value, place.value, align=bits_of(kind) // 8)

    def load_where(self, mask: Number, place: Number, type: Any) -> Number:
        """A vector, of which only the elements where ``mask`` holds are there; zeros else."""
        name = f"llvm.masked.load.v{type.count}i{bits_of(type.element)}.p0"
        kind = ir.FunctionType(type, [POINTER, I32, mask.type, type])
        operands = [place.value, I32(bits_of(type.element) // 8), mask.value, ir.Constant(type, None)]
        return Number(self, self.builder.call(self.declared(name, kind), operands))

    def store_where(self, mask: Number, number: Number, place: Number) -> None:
        """Writes the elements of a vector where ``mask`` holds."""
        type = number.type
        name = f"llvm.masked.store.v{type.count}i{bits_of(type.element)}.p0"
        kind = ir.FunctionType(ir.VoidType(), [type, POINTER, I32, mask.type])
        operands = [number.value, place.value, I32(bits_of(type.element) // 8), mask.value]
        self.builder.call(self.declared(name, kind), operands)

    def variable(self, initial: Number) -> Variable:
        """A number that changes from ``initial`` on."""
        made = Variable(self, initial.type)
        made.set(initial)
        return made

    # --- flow

    @contextmanager
    def when(self, condition: Number) -> Iterator[None]:
        with self.builder.if_then(condition.value):
            yield

    @contextmanager
    def loop(self, first: Number, stop: Number) -> Iterator[Number]:
        """From ``first`` to ``stop``, which is not among them."""
        counter = self.variable(first)
        with self.repeat(lambda: counter.get() < stop):
            number = counter.get()
            yield number
            counter.set(number + 1)

    @contextmanager
    def repeat(self, goes_on: Callable[[], Number]) -> Iterator[None]:
        """While ``goes_on`` holds, which is asked before each turn."""
        test, body, behind = (self.builder.append_basic_block(name) for name in ("test", "body", "behind"))
        self.builder.branch(test)
        self.builder.position_at_end(test)
        self.builder.cbranch(goes_on().value, body, behind)
        self.builder.position_at_end(body)
        yield
        self.builder.branch(test)
        self.builder.position_at_end(behind)


class Code(Formulas):
    """One function being written."""

    def __init__(self, module: Any, name: str, arguments: Sequence[Any]) -> None:
        self.function = ir.Function(module, ir.FunctionType(ir.VoidType(), list(arguments)), name)
        self.function.attributes.add("nounwind")
        self.function.attributes.alignstack = 64
        entry = self.function.append_basic_block("entry")
        self._begin = self.function.append_basic_block("begin")
        super().__init__(ir.IRBuilder(self._begin))
        self.entry = entry
        self.arguments = [Number(self, value) for value in self.function.args]

    def finish(self) -> None:
        """The end of the function."""
        self.builder.ret_void()
        ir.IRBuilder(self.entry).branch(self._begin)

    def call(self, address: Number, arguments: Sequence[Number]) -> None:
        """A function without a result, at an address in memory."""
        kind = ir.FunctionType(ir.VoidType(), [row.type for row in arguments])
        pointer = self.builder.inttoptr(address.value, kind.as_pointer())
        self.builder.call(pointer, [row.value for row in arguments])
