"""Reads of parameter buffers by bytes (NV_parameter_buffer_object2; NV_gpu_program5 2.X.8, LDC)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from llvmlite import ir

from nvrender.ir import nodes, visit
from nvrender.ir.nodes import Expression, Read, Shader
from nvrender.llvm.lanes import Lanes
from nvrender.llvm.operations.words import half_value
from nvrender.llvm.refusal import refused
from nvrender.llvm.types import FLOAT, I8, I32, I64, Rows, Value, bits_of, element_of
from nvrender.ops.memory_access import Space, Storage
from nvrender.ops.types import DataType

#: Of a buffer in the table: its address and its bytes.
ROW = 16


def banks_of(shader: Shader) -> int:
    """How many binding points a shader may read by bytes, from 0 on."""
    rows = (row for function in shader.functions for row in visit.statements(function.body))
    memories = [node.memory for row in rows for node in visit.expressions(row) if isinstance(node, Read)]
    return max((row.unit + max(row.units, 1) for row in memories if row.space is Space.CONSTANT), default=0)


def read(lanes: Lanes, node: Read, table: Value, value: Callable[[Expression], Rows]) -> Rows:
    """What each lane loads; zeros for components outside its buffer, and where it is not aligned."""
    memory, storage = node.memory, node.storage
    if memory.space is not Space.CONSTANT or storage is None or memory.address is None:
        raise refused("loads from memory and images")
    address = value(memory.address)[0]
    first = lanes.builder.gep(table, [I64(ROW * memory.unit)], source_etype=I8)
    base, size, there = _buffer(lanes, memory, first, value)
    offset = lanes.convert("sext", address, I64)
    aligned = lanes.builder.and_(offset, lanes.like(offset, storage.bytes - 1))
    there = lanes.both(there, lanes.builder.icmp_signed("==", aligned, lanes.like(offset, 0)))
    there = lanes.both(there, lanes.builder.icmp_signed(">=", offset, lanes.like(offset, 0)))
    there = lanes.both(there, lanes.active)
    place = lanes.builder.add(base, offset)
    found = []
    for component in range(node.type.width):
        own = lanes.builder.add(place, lanes.like(place, component * storage.bits // 8))
        end = lanes.builder.add(offset, lanes.like(offset, (component + 1) * storage.bits // 8))
        here = lanes.both(there, lanes.builder.icmp_signed("<=", end, size))
        pointers = lanes.builder.inttoptr(own, lanes.vector(ir.PointerType()))
        words = lanes.gather(ir.IntType(storage.bits), pointers, here)
        found.append(number(lanes, words, storage, element_of(node.type)))
    return found


def _buffer(
    lanes: Lanes, memory: nodes.Memory, first: Value, value: Callable[[Expression], Rows]
) -> tuple[Value, Value, Value | None]:
    """Address and bytes of each lane's buffer, and whether the index chooses one."""
    builder = lanes.builder
    if memory.index is None:
        size = builder.gep(first, [I64(8)], source_etype=I8)
        return lanes.spread(builder.load(first, typ=I64)), lanes.spread(builder.load(size, typ=I64)), None
    index = value(memory.index)[0]
    there = builder.icmp_unsigned("<", index, lanes.like(index, memory.units))
    offsets = builder.mul(lanes.convert("zext", index, I64), lanes.constant(I64, ROW))
    rows = [
        lanes.gather(I64, lanes.addresses(builder.gep(first, [I64(at)], source_etype=I8), offsets), there)
        for at in (0, 8)
    ]
    return rows[0], rows[1], there


def number(lanes: Lanes, words: Value, storage: Storage, element: Any) -> Value:
    """Words as they lie there as numbers: narrower integers are extended, halves are floats."""
    if storage.bits == bits_of(element):
        return lanes.cast(words, element)
    if storage.type is DataType.FLOAT:
        return lanes.cast(half_value(lanes, lanes.convert("zext", words, I32)), FLOAT)
    signed = storage.type is DataType.SIGNED
    return lanes.convert("sext" if signed else "zext", words, ir.IntType(bits_of(element)))
