"""What storage modifiers make of the words of memory and of registers (NV_gpu_program5 2.X.4.5, 2.X.8)."""

from __future__ import annotations

from collections.abc import Callable

from nvrender.glsl.expressions import Expression, call, splat
from nvrender.ops.memory_access import Atomic, Storage
from nvrender.ops.types import DataType

#: Has a shader define a function of the library for so many components; its name there.
Use = Callable[[str, int], str]

#: Atomic operations that GLSL lacks, and what gives the new value of an operand and what is there.
CHANGES = {
    (Atomic.MINIMUM, DataType.SIGNED): "nv_signed_min",
    (Atomic.MAXIMUM, DataType.SIGNED): "nv_signed_max",
    (Atomic.WRAPPING_INCREMENT, DataType.UNSIGNED): "nv_wrapping_increment",
    (Atomic.WRAPPING_DECREMENT, DataType.UNSIGNED): "nv_wrapping_decrement",
    (Atomic.ADD, DataType.FLOAT): "nv_float_sum",
}


def load_name(storage: Storage, space: str) -> str:
    """The function that loads the words, or the part of a word, in which numbers lie."""
    return f"nv_load_{space}{_size(storage.bytes)}"


def store_name(storage: Storage, space: str) -> str:
    return f"nv_store_{space}{_size(storage.bytes)}"


def atomic_name(atomic: Atomic, storage: Storage, space: str) -> str:
    own = storage.bits == 64 or (atomic, storage.type) in CHANGES
    return f"nv_{atomic.value.lower()}_{space}{storage.name.lower() if own else 'u32'}"


def _size(bytes: int) -> str:
    return "part" if bytes < 4 else "u32" if bytes == 4 else f"u32x{bytes // 4}"


def register_words(use: Use, storage: Storage, memory: Expression) -> Expression:
    """What registers hold of the words that ``load_name`` gives."""
    count, kind = storage.count, f"{storage.type.value.lower()}{storage.bits}"
    if storage.bits == 32:
        return memory
    if count > 1 and storage.bits == 8:
        memory = call(use("nv_bytes", 1), memory, width=4)
        memory = memory if count == 4 else Expression(f"{memory.text}.xy", width=2)
    elif count > 1:
        memory = call(use("nv_halves" if count == 2 else "nv_four_halves", 1), memory, width=count)
    return call(use(f"nv_{kind}", count), memory, width=count)


def memory_words(use: Use, storage: Storage, value: Expression) -> Expression:
    """The words of memory that words of registers become, more bits than memory gets where it is one."""
    count = storage.count
    if storage.bits == 32:
        return value
    if storage.type is DataType.FLOAT:
        value = call(use("nv_half_of_float", count), value, splat(Expression("0"), count, "i"), width=count)
    if count == 1:
        return value
    if storage.bits == 8:
        return call(use("nv_of_bytes", 1), value if count == 4 else with_zeros(value))
    return call(use("nv_of_halves" if count == 2 else "nv_of_four_halves", 1), value, width=count // 2)


def with_zeros(value: Expression) -> Expression:
    """Zeros up to four components."""
    zeros = ", 0u" * (4 - value.width)
    return value if value.width == 4 else Expression(f"uvec4({value.text}{zeros})", width=4)
