"""Instructions that load, store and change memory, prepared (NV_gpu_program5 2.X.4.5, 2.X.8)."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np

from nvrender.ops.evaluation.conversions import narrowed
from nvrender.ops.evaluation.numerics import Float32Array
from nvrender.ops.memory_access import Space, Storage
from nvrender.ops.rows import Form
from nvrender.ops.types import DataType
from nvrender.oracle.machine.addressing import address_of
from nvrender.oracle.machine.layout import Layout
from nvrender.oracle.machine.operands import Step, load
from nvrender.oracle.machine.wide_operands import numbers_of, words_of
from nvrender.oracle.machine.wide_words import parted
from nvrender.oracle.memory import atomics
from nvrender.oracle.memory import words as memory_words
from nvrender.oracle.memory.regions import Region
from nvrender.oracle.memory.spaces import BoolArray, Int64Array, Spaces, UInt64Array
from nvrender.program import Instruction, Operand, Register, RelativeAddress
from nvrender.program.opcodes import ResultClass
from nvrender.program.profile import Stage

#: (state rows, shared values, memory) → what the instruction does.
Access = Callable[[Float32Array, Float32Array, Spaces], None]
#: The same → where it goes in its region, and where that is valid.
Locate = Callable[[Float32Array, Float32Array, Spaces], tuple[Int64Array, BoolArray]]
#: (state rows, shared values) → (components, n) words of an operand.
Words = Callable[[Float32Array, Float32Array], UInt64Array]

STORES = frozenset({"store", "image_store"})


def accesses(instruction: Instruction) -> bool:
    """True for what reaches memory."""
    return instruction.opcode.row.form is Form.MEMORY


def writes_memory(instruction: Instruction) -> bool:
    """True for what others may see the effect of."""
    return instruction.opcode.row.writes_memory


def access_of(instruction: Instruction, layout: Layout, finish: Sequence[Step]) -> Access:
    """The whole instruction; ``finish`` are the steps that take a load's words from the result rows."""
    if instruction.opcode.space is Space.CONSTANT:
        return _constant(instruction, layout, finish)
    if instruction.operation in STORES:
        return _store(instruction, layout)
    perform = _load if instruction.opcode.result is not ResultClass.SCALAR else _atomic
    return perform(instruction, layout, finish)


# --- where


def _region(spaces: Spaces, space: Space | None) -> Region:
    return {Space.GLOBAL: spaces.buffers, Space.STORAGE: spaces.buffers, Space.SHARED: spaces.shared}[
        space or Space.GLOBAL
    ]


def chosen_number(relative: RelativeAddress | None, layout: Layout) -> Callable[[Float32Array], Int64Array]:
    """What chooses an element or a buffer at run time, of every lane."""
    if relative is None:
        return lambda f: np.zeros(f.shape[1], np.int64)
    address, offset = address_of(relative, layout), relative.offset
    return lambda f: address(f).astype(np.int64) + offset


def _locate(instruction: Instruction, layout: Layout) -> Locate:
    size, space = instruction.storages[0].bytes, instruction.opcode.space
    operand = instruction.operands[-1]
    if space is Space.GLOBAL:
        reads = instruction.operation not in STORES
        writes = writes_memory(instruction)
        address = _address(operand, layout)
        return lambda f, c, spaces: spaces.held.resident_at(address(f, c), size, reads=reads, writes=writes)
    register = operand.register
    index = chosen_number(register.relative, layout)
    if space is Space.SHARED:
        return lambda f, c, spaces: spaces.shared_at(index(f) + register.index, size)
    bank = _bank(register, layout)
    return lambda f, c, spaces: spaces.held.stored_at(bank(f), index(f) + register.index, size)


def _bank(register: Register, layout: Layout) -> Callable[[Float32Array], Int64Array]:
    """The binding of every lane, −1 where it is outside its range (NV_gpu_program5 2.X.3.6)."""
    number = chosen_number(register.bank_relative, layout)
    count = 1 if register.bank_relative is None else register.banks

    def bank(f: Float32Array) -> Int64Array:
        found = number(f)
        return np.where((found >= 0) & (found < count), found + register.bank, -1)

    return bank


def _address(operand: Operand, layout: Layout) -> Callable[[Float32Array, Float32Array], UInt64Array]:
    """A 64-bit address; one of 32 bits is extended by zeros before its sign counts."""
    fetch = words_of(operand.register, operand.swizzle[0], layout, layout.program.parameters)

    def address(f: Float32Array, c: Float32Array) -> UInt64Array:
        found: UInt64Array = np.broadcast_to(fetch(f, c), f.shape[1:])
        return np.negative(found) if operand.negate else found

    return address


def operand_words(operand: Operand, layout: Layout, storage: Storage, count: int) -> Words:
    """The first ``count`` components of an operand as they go to memory."""
    if storage.bits == 64:
        return _wide_words(operand, layout, storage, count)
    position = 0
    loaded = load(operand, position, layout, tuple(range(count)), False)
    fetches = [loaded.fetch((component,)) for component in range(count)]

    def words(f: Float32Array, c: Float32Array) -> UInt64Array:
        for step in loaded.steps:
            step(f, c)
        found = np.empty((count, f.shape[1]), np.uint64)
        for component, fetch in enumerate(fetches):
            found[component] = fetch(f, c)[0].view(np.uint32)
        return memory_words.stored(found, storage, long=False)

    return words


def _wide_words(operand: Operand, layout: Layout, storage: Storage, count: int) -> Words:
    """The same in 64 bits; without bars and sign the words as they are."""
    plain = operand.register.long and not (operand.absolute or operand.negate)
    parameters = layout.program.parameters
    fetches = [
        words_of(operand.register, operand.swizzle[component], layout, parameters)
        if plain
        else numbers_of(operand, component, layout)
        for component in range(count)
    ]

    def words(f: Float32Array, c: Float32Array) -> UInt64Array:
        rows = [np.broadcast_to(fetch(f, c).view(np.uint64), f.shape[1:]) for fetch in fetches]
        return memory_words.stored(np.stack(rows), storage, long=True)

    return words


def alive_of(layout: Layout) -> Callable[[Float32Array], BoolArray | bool]:
    """Killed fragments run on for their neighbours, and change nothing (EXT_shader_image_load_store 20)."""
    if layout.program.profile.stage is not Stage.FRAGMENT:
        return lambda f: True
    return lambda f: f[layout.fragment].view(np.int32) == 0


# --- what


def put_result(f: Float32Array, layout: Layout, words: UInt64Array, long: bool) -> None:
    """(k, n) words into the result rows, zeros behind them."""
    for component in range(4):
        found = words[component] if component < len(words) else np.zeros(f.shape[1], np.uint64)
        high = f[layout.high + component] if long else None
        parted(np.ascontiguousarray(found), f[layout.out + component], high)


def goes_long(instruction: Instruction) -> bool:
    """True where the result goes to a LONG variable."""
    return instruction.destination is not None and instruction.destination.register.long


def _load(instruction: Instruction, layout: Layout, finish: Sequence[Step]) -> Access:
    storage, space = instruction.storages[0], instruction.opcode.space
    locate, alive, long = _locate(instruction, layout), alive_of(layout), goes_long(instruction)

    def access(f: Float32Array, c: Float32Array, spaces: Spaces) -> None:
        places, valid = locate(f, c, spaces)
        spaces.fault(int(np.count_nonzero(~valid & alive(f))))
        valid = valid & alive(f)
        region, which = _region(spaces, space), spaces.in_order(valid)
        spaces.note(region, places[which], storage.bytes, which, reads=True, writes=False)
        words = memory_words.read(region.data, places, valid, storage)
        put_result(f, layout, memory_words.loaded(words, storage, long=long), long)
        for step in finish:
            step(f, c)

    return access


def _store(instruction: Instruction, layout: Layout) -> Access:
    storage, space = instruction.storages[0], instruction.opcode.space
    locate, alive = _locate(instruction, layout), alive_of(layout)
    operand = operand_words(instruction.operands[0], layout, storage, storage.count)

    def access(f: Float32Array, c: Float32Array, spaces: Spaces) -> None:
        places, valid = locate(f, c, spaces)
        spaces.fault(int(np.count_nonzero(~valid & alive(f))))
        region, which = _region(spaces, space), spaces.in_order(valid & alive(f))
        spaces.note(region, places[which], storage.bytes, which, reads=False, writes=True)
        memory_words.write(region.data, places[which], storage, operand(f, c)[:, which])

    return access


def _atomic(instruction: Instruction, layout: Layout, finish: Sequence[Step]) -> Access:
    storage, space = instruction.storages[0], instruction.opcode.space
    assert instruction.atomic is not None
    perform = atomics.performed(instruction.atomic, storage)
    locate, alive, long = _locate(instruction, layout), alive_of(layout), goes_long(instruction)
    operand = operand_words(instruction.operands[0], layout, storage, 2)

    def access(f: Float32Array, c: Float32Array, spaces: Spaces) -> None:
        places, valid = locate(f, c, spaces)
        spaces.fault(int(np.count_nonzero(~valid & alive(f))))
        region, which = _region(spaces, space), spaces.in_order(valid & alive(f))
        spaces.note(region, places[which], storage.bytes, which, reads=True, writes=True)
        words = operand(f, c)[:, which]
        found = np.zeros((1, f.shape[1]), np.uint64)
        found[0, which] = perform(region.data, places[which], words[0], words[1])
        put_result(f, layout, np.repeat(memory_words.loaded(found, storage, long=long), 4, axis=0), long)
        for step in finish:
            step(f, c)

    return access


def unordered_of(instruction: Instruction, layout: Layout) -> Access | None:
    """An atomic operation whose result nobody reads, None if its order may show."""
    storage, space = instruction.storages[0], instruction.opcode.space
    assert instruction.atomic is not None
    perform = atomics.unordered(instruction.atomic, storage)
    if perform is None:
        return None
    locate, alive = _locate(instruction, layout), alive_of(layout)
    operand = operand_words(instruction.operands[0], layout, storage, 1)

    def access(f: Float32Array, c: Float32Array, spaces: Spaces) -> None:
        places, valid = locate(f, c, spaces)
        spaces.fault(int(np.count_nonzero(~valid & alive(f))))
        region, valid = _region(spaces, space), valid & alive(f)
        spaces.note_change(region, places, storage.bytes, valid)
        perform(region.data, places, valid, operand(f, c)[0])

    return access


def _constant(instruction: Instruction, layout: Layout, finish: Sequence[Step]) -> Access:
    """LDC; swizzle, bars and sign are of what is loaded (NV_gpu_program5 2.X.8, LDC)."""
    storage, operand = instruction.storages[0], instruction.operands[0]
    index, bank = chosen_number(operand.register.relative, layout), _bank(operand.register, layout)
    part, long = Storage(storage.type, storage.bits), goes_long(instruction)

    def access(f: Float32Array, c: Float32Array, spaces: Spaces) -> None:
        places, valid = spaces.constant_at(
            bank(f), index(f) + operand.register.index, part.bytes, storage.count
        )
        words = np.zeros((4, f.shape[1]), np.uint64)
        for component in range(storage.count):
            data = spaces.constants.data
            words[component] = memory_words.read(data, places[component], valid[component], part)[0]
        words = memory_words.loaded(words, storage, long=long)[list(operand.swizzle)]
        words = _modified(words, operand, 64 if long else 32)
        if long and part.bits < 64 and part.type is not DataType.FLOAT:
            # 32 bits are extended once they are modified (NV_gpu_program5 2.X.4.1).
            words = narrowed(words, 32, part.type is DataType.SIGNED)
        put_result(f, layout, words, long)
        for step in finish:
            step(f, c)

    return access


def _modified(words: UInt64Array, operand: Operand, bits: int) -> UInt64Array:
    """Absolute value, then sign, of words of 32 or 64 bits."""
    if operand.type is DataType.FLOAT:
        sign = np.uint64(1 << bits - 1)
        words = words & ~sign if operand.absolute else words
        return words ^ sign if operand.negate else words
    numbers = narrowed(words, bits, signed=True).view(np.int64)
    numbers = np.absolute(numbers) if operand.absolute else numbers
    return narrowed((np.negative(numbers) if operand.negate else numbers).view(np.uint64), bits, signed=False)
