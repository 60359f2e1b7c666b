"""Memory and images that programs load, store and change (NV_gpu_program5 2.X.4.5, 2.X.8).

An access is valid where it is aligned and lies in one buffer as a whole; others give zeros, change nothing
and are counted (docs/semantics.md). Of several lanes that write the first comes first.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from llvmlite import ir

from nvrender.ir import nodes, visit
from nvrender.ir.nodes import Expression, Memory, Shader
from nvrender.llvm import images
from nvrender.llvm.constants import number
from nvrender.llvm.lanes import Lanes
from nvrender.llvm.operations.words import half_bits
from nvrender.llvm.raster.code import Formulas, Number
from nvrender.llvm.refusal import refused
from nvrender.llvm.types import DOUBLE, FLOAT, I1, I32, I64, POINTER, Rows, Value, bits_of, element_of
from nvrender.ops.memory_access import Atomic, Space, Storage
from nvrender.ops.types import DataType

#: Words of the table, eight bytes each: where faults are counted; where what a work group shares is, and its
#: bytes; how many spans GPU addresses reach, and where their rows are; where rows of storage buffers are, and
#: those of image units.
FAULTS, SHARED, SHARED_BYTES, SPANS, SPAN_ROWS, STORAGE_ROWS, IMAGE_ROWS = range(7)
WORDS = 7
#: Of a span: GPU address, bytes, where it is, 1 if it is read, 1 if written. Of a buffer where it is, bytes.
SPAN_ROW, BUFFER_ROW = 40, 16
Evaluate = Callable[[Expression], Rows]
#: A register of all lanes, of components of a type.
Allocate = Callable[[Any], Any]


@dataclass(frozen=True)
class Access:
    """Whether a shader reaches memory, and whether it writes there; how many bindings and image units."""

    reaches: bool
    writes: bool
    bindings: int
    images: int


def access_of(shader: Shader) -> Access:
    """What a shader does to memory; buffers that are read by bytes alone do not count."""
    rows = [row for function in shader.functions for row in visit.statements(function.body)]
    changes = [row.memory for row in rows if isinstance(row, nodes.Store | nodes.Atomic)]
    reads = [
        node.memory for row in rows for node in visit.expressions(row)
        if isinstance(node, nodes.Read) and node.memory.space is not Space.CONSTANT
    ]  # fmt: skip
    last = {Space.STORAGE: 0, Space.IMAGE: 0}
    for row in (*changes, *reads):
        last[row.space] = max(last.get(row.space, 0), row.unit + max(row.units, 1))
    return Access(bool(changes or reads), bool(changes), last[Space.STORAGE], last[Space.IMAGE])


def read(lanes: Lanes, node: nodes.Read, table: Value, value: Evaluate) -> Rows:
    """What each lane loads; of an image without y, z and w 0, 0, 1, or its size."""
    storage, element = node.storage, element_of(node.type)
    if storage is None:
        return images.size(lanes, node, _image_rows(lanes, table), value)
    place, there = _located(lanes, node.memory, storage, table, value, reads=True, writes=False)
    found = []
    for component in range(storage.count):
        own = lanes.builder.add(place, lanes.like(place, component * storage.bits // 8))
        pointers = lanes.builder.inttoptr(own, lanes.vector(POINTER))
        words = lanes.gather(ir.IntType(storage.bits), pointers, there)
        found.append(number(lanes, words, storage, element))
    if len(found) < node.type.width:
        zero = lanes.constant(element, 0)
        found += [zero] * (3 - len(found))
        found.append(lanes.select(there, lanes.constant(element, 1), zero))
    return found


def store(lanes: Lanes, node: nodes.Store, table: Value, value: Evaluate) -> None:
    """Stores what each lane has."""
    storage = node.storage
    if node.formatted:
        raise refused("stores to images in the format of the image")
    rows = value(node.value)
    place, there = _located(lanes, node.memory, storage, table, value, reads=False, writes=True)
    for component in range(storage.count):
        own = lanes.builder.add(place, lanes.like(place, component * storage.bits // 8))
        pointers = lanes.builder.inttoptr(own, lanes.vector(POINTER))
        lanes.scatter(_narrowed(lanes, rows[component], storage), pointers, there)


def _narrowed(lanes: Lanes, row: Value, storage: Storage) -> Value:
    if storage.type is DataType.FLOAT and storage.bits == 16:
        if bits_of(row.type.element) != 32:
            raise refused("stores of halves from doubles")
        return lanes.convert("trunc", half_bits(lanes, lanes.cast(row, FLOAT)), ir.IntType(16))
    words = lanes.words(row)
    if bits_of(words.type.element) == storage.bits:
        return words
    return lanes.convert("trunc", words, ir.IntType(storage.bits))


def change(lanes: Lanes, node: nodes.Atomic, table: Value, value: Evaluate, allocate: Allocate) -> Value:
    """Changes a word, lane by lane, and gives what was there."""
    storage, builder = node.storage, lanes.builder
    operands = [lanes.words(row) for row in value(node.value)]
    place, there = _located(lanes, node.memory, storage, table, value, reads=True, writes=True)
    element = ir.IntType(storage.bits)
    if lanes.width == 1:
        pointers = builder.inttoptr(place, lanes.vector(POINTER))
        old = lanes.gather(element, pointers, there)
        lanes.scatter(_changed(lanes, node, old, operands), pointers, there)
        return old
    code = Formulas(builder)

    def kept(row: Value) -> Number:
        memory = allocate(row.type.element)
        builder.store(row, memory)
        return Number(code, builder.inttoptr(builder.ptrtoint(memory, I64), POINTER))

    rows = [(kept(row), row.type.element) for row in (place, *operands)]
    found = kept(lanes.constant(element, 0))
    left = code.variable(Number(code, there).cast(ir.IntType(lanes.width)).to(I32, signed=False))
    with code.repeat(lambda: left.get().differs(0)):
        lane = left.get().function("cttz", code.constant(I1, 1))
        left.set(left.get() & (left.get() - 1))
        own, *words = (code.load(memory, lane, type) for memory, type in rows)
        pointer = Number(code, builder.inttoptr(own.value, POINTER))
        old = code.load(pointer, 0, element)
        new = _changed(lanes.one(), node, _alone(old), [_alone(word) for word in words])
        code.store(Number(code, builder.extract_element(new, I32(0))), pointer)
        code.store(old, found, lane)
    return builder.load(found.value, typ=lanes.vector(element))


def _alone(number: Number) -> Value:
    """A scalar as the vector of one lane."""
    return number.spread(1).value


def _changed(lanes: Lanes, node: nodes.Atomic, old: Value, operands: list[Value]) -> Value:
    builder, a = lanes.builder, operands[0]
    if node.storage.type is DataType.FLOAT and node.change is Atomic.ADD:
        kind = FLOAT if node.storage.bits == 32 else DOUBLE
        return lanes.words(lanes.add(lanes.cast(old, kind), lanes.cast(a, kind)))
    signed = node.storage.type is DataType.SIGNED
    below = builder.icmp_signed if signed else builder.icmp_unsigned
    one, zero = lanes.like(old, 1), lanes.like(old, 0)
    match node.change:
        case Atomic.ADD:
            return builder.add(old, a)
        case Atomic.MINIMUM:
            return lanes.select(below("<", a, old), a, old)
        case Atomic.MAXIMUM:
            return lanes.select(below(">", a, old), a, old)
        case Atomic.WRAPPING_INCREMENT:
            return lanes.select(builder.icmp_unsigned(">=", old, a), zero, builder.add(old, one))
        case Atomic.WRAPPING_DECREMENT:
            wraps = builder.or_(builder.icmp_unsigned("==", old, zero), builder.icmp_unsigned(">", old, a))
            return lanes.select(wraps, a, builder.sub(old, one))
        case Atomic.AND:
            return builder.and_(old, a)
        case Atomic.OR:
            return builder.or_(old, a)
        case Atomic.EXCLUSIVE_OR:
            return builder.xor(old, a)
        case Atomic.EXCHANGE:
            return a
    return lanes.select(builder.icmp_unsigned("==", old, a), operands[1], old)


# --- where


def _located(
    lanes: Lanes,
    memory: Memory,
    storage: Storage,
    table: Value,
    value: Evaluate,
    *,
    reads: bool,
    writes: bool,
) -> tuple[Value, Value]:
    """Where each lane's access goes, and which are valid; the others are counted."""
    code = Formulas(lanes.builder)
    words = Number(code, table)
    assert memory.address is not None
    if memory.space is Space.IMAGE:
        rows = _image_rows(lanes, table)
        place, there = images.located(lanes, memory, storage.bytes, rows, value, reads=reads, writes=writes)
        return place, lanes.both(there, lanes.alive)
    address = value(memory.address)[0]
    if memory.space is Space.GLOBAL:
        place, there = _resident(lanes, code, words, Number(code, address), storage.bytes, reads, writes)
    else:
        base, size, known = _buffer(lanes, code, words, memory, value)
        offset = Number(code, lanes.convert("sext", lanes.words(address), I64))
        there = known & (offset >= 0) & (offset + storage.bytes <= size)
        place = base + offset
        there = there & (offset & (storage.bytes - 1)).equals(0)
    active = Number(code, lanes.constant(I1, 1) if lanes.alive is None else lanes.alive)
    there = there & active
    wrong = (active & ~there).cast(ir.IntType(lanes.width))
    with code.when(wrong.differs(0)):
        count = wrong.function("ctpop") if lanes.width > 1 else wrong
        faults = code.load(words, FAULTS, POINTER)
        lanes.builder.atomic_rmw("add", faults.value, count.to(I64, signed=False).value, "monotonic")
    return place.value, there.value


def _image_rows(lanes: Lanes, table: Value) -> Value:
    code = Formulas(lanes.builder)
    return code.load(Number(code, table), IMAGE_ROWS, POINTER).value


def _buffer(
    lanes: Lanes, code: Formulas, words: Number, memory: Memory, value: Evaluate
) -> tuple[Number, Number, Number]:
    """Address and bytes of each lane's buffer, and whether there is one."""
    everywhere = Number(code, lanes.constant(I1, 1))
    if memory.space is Space.SHARED:
        base, size = (code.load(words, word, I64).spread(lanes.width) for word in (SHARED, SHARED_BYTES))
        return base, size, everywhere
    rows = code.load(words, STORAGE_ROWS, POINTER)
    first = code.place(rows, memory.unit, BUFFER_ROW)
    if memory.index is None:
        return (
            code.load(first, 0, I64).spread(lanes.width),
            code.load(first, 1, I64).spread(lanes.width),
            everywhere,
        )
    index = lanes.words(value(memory.index)[0])
    there = lanes.builder.icmp_unsigned("<", index, lanes.like(index, max(memory.units, 1)))
    offsets = lanes.builder.mul(lanes.convert("zext", index, I64), lanes.constant(I64, BUFFER_ROW))
    base, size = (
        Number(code, lanes.gather(I64, lanes.addresses(code.place(first, word, 8).value, offsets), there))
        for word in range(2)
    )
    return base, size, Number(code, there)


def _resident(
    lanes: Lanes, code: Formulas, words: Number, address: Number, size: int, reads: bool, writes: bool
) -> tuple[Number, Number]:
    """Where GPU addresses lie, in whichever span; those of no span are nowhere."""
    builder = lanes.builder
    zero = Number(code, lanes.constant(I64, 0))
    place, there = code.variable(zero), code.variable(Number(code, lanes.constant(I1, 0)))
    rows, count = code.load(words, SPAN_ROWS, POINTER), code.load(words, SPANS, I64)
    with code.loop(code.constant(I64, 0), count) as number:
        row = code.place(rows, number, SPAN_ROW)
        first, bytes, base, readable, writable = (code.load(row, word, I64) for word in range(5))
        inside = address - first.spread(lanes.width)
        left = bytes.spread(lanes.width) - inside
        here = Number(code, builder.icmp_unsigned("<", inside.value, bytes.spread(lanes.width).value))
        here = here & Number(code, builder.icmp_unsigned(">=", left.value, lanes.constant(I64, size)))
        allowed = code.constant(I1, 1)
        if reads:
            allowed = allowed & readable.differs(0)
        if writes:
            allowed = allowed & writable.differs(0)
        here = here & allowed.spread(lanes.width)
        place.set(here.select(base.spread(lanes.width) + inside, place.get()))
        there.set(there.get() | here)
    return place.get(), there.get() & (address & (size - 1)).equals(0)
