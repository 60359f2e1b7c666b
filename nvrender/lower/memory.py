"""Loads, stores and atomic operations, of memory and of images (NV_gpu_program5 2.X.4.5, 2.X.8)."""

from __future__ import annotations

from nvrender.ir.nodes import (
    Assign,
    Atomic,
    Compose,
    Const,
    Expression,
    Load,
    Memory,
    Read,
    Statement,
    Store,
    Var,
)
from nvrender.ir.types import INT, UINT, Type
from nvrender.lower.instructions import clamped, written, written_components
from nvrender.lower.operands import bitcast, element, fetch, number, operand, resized, signed, swizzled
from nvrender.lower.register_types import KINDS
from nvrender.lower.registers import Registers
from nvrender.ops.image_formats import IMAGE_COORDINATES
from nvrender.ops.memory_access import Space, Storage
from nvrender.program import Instruction, Operand, RelativeAddress

_ALL = (0, 1, 2, 3)


def accessed(registers: Registers, instruction: Instruction) -> list[Statement]:
    """The statements of an instruction that accesses memory, whatever of its result is written."""
    row = instruction.row
    if row.writes_memory and not row.reads_memory:
        return [_stored(registers, instruction)]
    access = (_changed if row.writes_memory else _loaded)(registers, instruction)
    return [access, *_result(registers, instruction, access.var)]


def _loaded(registers: Registers, instruction: Instruction) -> Assign:
    memory = memory_of(registers, instruction)
    storage = instruction.storages[0] if instruction.storages else None
    type = INT.wide(4) if storage is None else _type(storage).wide(storage.count)
    local = registers.local("loaded", type.wide(4) if memory.space is Space.IMAGE else type)
    value = Read(memory, storage, local.type)
    return Assign(local, _ALL[: local.type.width], value, origin=instruction.span)


def _stored(registers: Registers, instruction: Instruction) -> Store:
    memory, formatted = memory_of(registers, instruction), not instruction.storages
    storage = Storage(instruction.type, 32, 4) if formatted else instruction.storages[0]
    value = _words(registers, instruction.operands[0], storage, storage.count)
    return Store(memory, storage, value, formatted, instruction.span)


def _changed(registers: Registers, instruction: Instruction) -> Atomic:
    storage, change = instruction.storages[0], instruction.atomic
    assert change is not None
    value = _words(registers, instruction.operands[0], storage, 2)
    local = registers.local("before", _type(storage))
    return Atomic(local, memory_of(registers, instruction), storage, change, value, instruction.span)


def _type(storage: Storage) -> Type:
    """Of what is loaded: narrower integers are extended, halves are floats."""
    return Type(KINDS[storage.type], bits=64 if storage.bits == 64 else 32)


def _words(registers: Registers, row: Operand, storage: Storage, count: int) -> Expression:
    """The first components of an operand as they are stored; plain ones of 64 bits are words."""
    words = fetch(registers, row.register, row.swizzle[:count])
    type = Type(KINDS[row.type], count, _type(storage).bits)
    if words.type.bits == type.bits and not (row.absolute or row.negate):
        return bitcast(words, type)
    return signed(row, number(words, type))


# --- where


def memory_of(registers: Registers, instruction: Instruction) -> Memory:
    """What an instruction reaches, and where."""
    image, space = instruction.image, instruction.opcode.space
    seen = instruction.coherent, instruction.volatile
    if image is not None:
        address = None
        if instruction.operands:
            places = IMAGE_COORDINATES[image.target]
            address = bitcast(operand(registers, instruction.operands[-1], places), INT)
        handle = None if image.handle is None else operand(registers, image.handle, (0,))
        index = _chosen(registers, image.relative)
        units = max(image.units, 1)
        return Memory(Space.IMAGE, address, image.unit, units, index, handle, image.target, *seen)
    row = instruction.operands[-1]
    if space is Space.GLOBAL:
        address = number(fetch(registers, row.register, row.swizzle[:1]), Type(UINT.kind, bits=64))
        return Memory(space, signed(row, address), 0, 0, None, None, "", *seen)
    assert space is not None
    register = row.register
    address = Const(INT, (register.index,))
    if register.relative is not None:
        address = element(registers, register.relative, register.index)
    index = _chosen(registers, register.bank_relative)
    return Memory(space, address, register.bank, register.banks, index, None, "", *seen)


def _chosen(registers: Registers, relative: RelativeAddress | None) -> Expression | None:
    return None if relative is None else element(registers, relative, 0)


# --- what becomes of it


def _result(registers: Registers, instruction: Instruction, var: Var) -> list[Assign]:
    """Writes what an access gives, components it does not have 0 (NV_gpu_program5 2.X.4.5)."""
    destination, components = instruction.destination, written_components(instruction)
    if destination is None or not components:
        return []
    places, constant = components, instruction.opcode.space is Space.CONSTANT
    if constant:
        places = tuple(instruction.operands[0].swizzle[place] for place in components)
    elif instruction.atomic is not None:
        places = (0,) * len(components)
    value = _picked(var, places)
    if value.type.bits < 32:
        value = resized(value, 32)
    if constant:
        kind = KINDS[destination.type]
        value = signed(instruction.operands[0], bitcast(value, Type(kind, bits=value.type.bits)))
    value = resized(value, 64 if destination.register.long else 32)
    value = bitcast(value, Type(KINDS[destination.type], bits=value.type.bits))
    return written(registers, instruction, components, clamped(instruction, value))


def _picked(var: Var, places: tuple[int, ...]) -> Expression:
    width = var.type.width
    loaded: Expression = Load(var, _ALL[:width])
    if max(places) >= width:
        loaded = Compose((loaded, Const(var.type.wide(4 - width), (0,) * (4 - width))))
    return swizzled(loaded, places)
