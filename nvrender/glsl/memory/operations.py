"""Accesses of memory → GLSL (NV_gpu_program5 2.X.8, ATOM, LDC, LOAD, MEMBAR, STORE)."""

from __future__ import annotations

from collections.abc import Sequence

from nvrender.glsl.emit.operands import Operands
from nvrender.glsl.expressions import Expression, call, vector_type
from nvrender.glsl.lines import block
from nvrender.glsl.memory.block import STORAGE_BUFFERS
from nvrender.glsl.memory.storages import atomic_name, load_name, memory_words, register_words, store_name
from nvrender.glsl.printer.expressions import printed
from nvrender.glsl.wide.values import FOUND, Values, component, truth
from nvrender.glsl.word_types import cast
from nvrender.ir.nodes import Apply, Atomic, Const, Memory, Read, Store
from nvrender.ir.nodes import Expression as Node
from nvrender.ir.types import UINT
from nvrender.lower.operands import bitcast
from nvrender.ops import memory_access
from nvrender.ops.memory_access import STORAGES, Space, Storage
from nvrender.program import RegisterFile

#: How the names of functions tell spaces apart.
_PREFIXES = {Space.SHARED: "shared_", Space.CONSTANT: "constant_"}


def stored(context: Operands, node: Store) -> list[str]:
    """The whole of a store."""
    storage, prefix = node.storage, _PREFIXES.get(node.memory.space, "")
    place = _place(context, node.memory, storage.bytes, writes=True)
    if storage.bits < 64:
        value = printed(context, as_words(node.value), full=True)
        given = [memory_words(context.use, storage, value)]
        given += [Expression(f"{(1 << 8 * storage.bytes) - 1}u")] if storage.bytes < 4 else []
        return [f"{call(context.use(store_name(storage, prefix), 1), place, *given).text};"]
    values, size = Values(context), min(storage.count, 2)
    pairs = [values.words(component(node.value, number)) for number in range(storage.count)]
    name = context.use(store_name(_raw(storage), prefix), 1)
    lines = [f"uint place = {place.text};"]
    for number, half in enumerate(_halves(node.memory, storage.count // size, reads=False)):
        given_words = ", ".join(pairs[number * size : (number + 1) * size])
        lines.append(f"{name}({half}, {f'uvec4({given_words})' if size == 2 else given_words});")
    return block(lines)


def changed(context: Operands, node: Atomic) -> Expression:
    """The call that changes a word, or two, and gives what was there."""
    storage, prefix, values = node.storage, _PREFIXES.get(node.memory.space, ""), Values(context)
    place = _place(context, node.memory, storage.bytes, reads=True, writes=True)
    numbers = (0, 1) if node.change is memory_access.Atomic.COMPARE_AND_SWAP else (0,)
    parts = [component(node.value, number) for number in numbers]
    given = [
        values.words(part) if storage.bits == 64 else printed(context, as_words(part)).text for part in parts
    ]
    name = context.use(atomic_name(node.change, storage, prefix), 1)
    return call(name, place, *map(Expression, given), width=storage.bits // 32)


def loaded(context: Operands, read: Read) -> tuple[list[str], list[Expression]]:
    """What a load finds: statements before it, and vectors of words."""
    storage, memory = read.storage, read.memory
    assert storage is not None
    place, banks = _place(context, memory, storage.bytes, reads=True), _banks(context, memory)
    prefix = _PREFIXES.get(memory.space, "")
    if storage.bits < 64:
        name = context.use(load_name(storage, prefix), 1)
        words = call(name, *banks, place, width=storage.count)
        return [], [register_words(context.use, storage, words)]
    size = min(storage.count, 2)
    name = context.use(load_name(_raw(storage), prefix), 1)
    if storage.count <= 2:
        return [], [call(name, *banks, place, width=2 * size)]
    halves = [Expression(half) for half in _halves(memory, 2, reads=True)]
    return [f"uint place = {place.text};"], [call(name, *banks, half, width=4) for half in halves]


def as_words(value: Node) -> Node:
    """The words of numbers of 32 bits."""
    if isinstance(value, Apply) and value.operation == "mov":
        return as_words(value.operands[0])
    if isinstance(value, Const):
        return Const(UINT.wide(value.type.width), value.words)
    return bitcast(value, UINT)


def _raw(storage: Storage) -> Storage:
    """The storage modifier of words that reads as much at once, of two numbers at most."""
    return STORAGES[f"U32X{2 * min(storage.count, 2)}"]


def _halves(memory: Memory, count: int, *, reads: bool) -> list[str]:
    none = nowhere(memory, reads=reads)
    return ["place", f"place == {none} ? {none} : place + 16u"][:count]


def declared(found: Sequence[Expression]) -> list[str]:
    """What was found, under names."""
    names = [FOUND] if len(found) == 1 else [f"{FOUND}_{number}" for number in range(len(found))]
    return [
        f"{vector_type(value.width, 'u')} {name} = {value.text};"
        for name, value in zip(names, found, strict=True)
    ]


# --- where


def _place(
    context: Operands, memory: Memory, size: int, *, reads: bool = False, writes: bool = False
) -> Expression:
    """The byte an access begins at, or the one of invalid accesses."""
    place = _checked(context, memory, Expression(f"{size}u"), reads, writes)
    if not context.asleep or memory.space is Space.CONSTANT:
        return place
    return Expression(f"{context.asleep} ? {nowhere(memory, reads=reads)} : {place.text}", 0)


def nowhere(memory: Memory, *, reads: bool = True) -> str:
    """The place of invalid accesses; a branch in stores would cost more than a place that nobody reads."""
    if memory.space not in (Space.GLOBAL, Space.STORAGE):
        return "outside"
    return "nowhere" if reads else "discarded"


def _checked(context: Operands, memory: Memory, size: Expression, reads: bool, writes: bool) -> Expression:
    assert memory.address is not None
    invalid = Expression(nowhere(memory, reads=reads))
    if memory.space is Space.GLOBAL:
        ways = [Expression(truth(each or context.alike)) for each in (reads, writes)]
        return call(context.use("nv_resident", 1), context.words(memory.address), size, *ways, invalid)
    index = _unsigned(context, memory.address)
    if memory.space is Space.CONSTANT:
        return call(context.use("nv_aligned", 1), index, size)
    if memory.space is Space.SHARED:
        compute = context.storage.program.compute
        total = 0 if compute is None or compute.shared is None else compute.shared
        return call(context.use("nv_shared", 1), index, size, Expression(f"{total}u"))
    bank = _bank(context, memory, f"{STORAGE_BUFFERS}u")
    return call(context.use("nv_bound", 1), bank, index, size, invalid)


def _unsigned(context: Operands, node: Node) -> Expression:
    """A scalar INT modulo 2^32."""
    if isinstance(node, Const):
        return Expression(f"{node.words[0]}u")
    if isinstance(node, Apply) and node.operation == "iadd":
        address, offset = node.operands
        assert isinstance(offset, Const)
        value = printed(context, bitcast(address, UINT))
        if value.bits is None:
            return Expression(f"{offset.words[0]}u + {value.text}")
    return printed(context, bitcast(node, UINT))


def _bank(context: Operands, memory: Memory, none: str) -> Expression:
    """The binding, of a range the one that is chosen."""
    if memory.index is None:
        return Expression(f"{memory.unit}u")
    number = _unsigned(context, memory.index).text
    return Expression(f"{number} < {memory.units}u ? {memory.unit}u + {number} : {none}", 0)


def _banks(context: Operands, memory: Memory) -> list[Expression]:
    """What a load is told of the parameter buffer, before the place."""
    if memory.space is not Space.CONSTANT:
        return []
    context.functions["nv_constant"] = _constants(context)
    return [_bank(context, memory, "outside")]


def _constants(context: Operands) -> str:
    """The function that reads a word of a parameter buffer, 0 beyond its end."""
    storage = context.storage
    lines = ["uint nv_constant(uint bank, uint word) {"]
    for variable in storage.all(RegisterFile.BUFFER):
        word = cast(Expression(f"{variable.text}[word >> 2][word & 3u]"), variable.kind, "u").text
        lines.append(
            f"    if (bank == {storage.bank(variable)}u && word < {4 * variable.vectors}u) return {word};"
        )
    return "\n".join([*lines, "    return 0u;", "}"])
