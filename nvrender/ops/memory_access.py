"""Storage modifiers, spaces of memory and atomic operations (NV_gpu_program5 2.X.4.1, 2.X.4.5, 2.X.8)."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from nvrender.ops.types import DataType


class Space(Enum):
    """What memory an instruction reaches."""

    #: The GPU addresses of resident buffers (NV_shader_buffer_load).
    GLOBAL = "global memory"
    #: A program parameter buffer, by bytes (NV_parameter_buffer_object2).
    CONSTANT = "a CBUFFER"
    #: A shader storage buffer (NV_shader_storage_buffer_object).
    STORAGE = "a STORAGE buffer"
    #: What a work group shares (NV_compute_program5).
    SHARED = "SHARED memory"
    #: The image of a unit (EXT_shader_image_load_store).
    IMAGE = "an image"


class Atomic(Enum):
    """What an atomic operation does (NV_gpu_program5 2.X.8, ATOM)."""

    ADD = "ADD"
    MINIMUM = "MIN"
    MAXIMUM = "MAX"
    WRAPPING_INCREMENT = "IWRAP"
    WRAPPING_DECREMENT = "DWRAP"
    AND = "AND"
    OR = "OR"
    EXCLUSIVE_OR = "XOR"
    EXCHANGE = "EXCH"
    COMPARE_AND_SWAP = "CSWAP"


class Rounding(Enum):
    """How CVT rounds what its result's type cannot hold (NV_gpu_program5 2.X.8, CVT)."""

    NEAREST = "ROUND"
    UP = "CEIL"
    DOWN = "FLR"
    TOWARD_ZERO = "TRUNC"


@dataclass(frozen=True, slots=True)
class Storage:
    """A storage modifier: how components lie in memory.

    ``bits`` a component, ``count`` components; ``extended`` needs OPTION NV_gpu_program5_mem_extended where
    memory is accessed.
    """

    type: DataType
    bits: int
    count: int = 1

    @property
    def name(self) -> str:
        return f"{self.type.value}{self.bits}" + (f"X{self.count}" if self.count > 1 else "")

    @property
    def bytes(self) -> int:
        """What one access reads or writes, and what its address is a multiple of."""
        return self.bits * self.count // 8

    @property
    def extended(self) -> bool:
        return self.bits < 32 and (self.count > 1 or self.type is DataType.FLOAT)


def is_retried(storage: Storage, atomic: Atomic | None) -> bool:
    """True for what GLSL neither stores nor changes at once: parts of words, two words, other operations."""
    if atomic is None:
        return storage.bytes < 4
    added = atomic is Atomic.ADD and storage.type is DataType.FLOAT
    wraps = atomic in (Atomic.WRAPPING_INCREMENT, Atomic.WRAPPING_DECREMENT)
    return storage.bits == 64 or added or wraps


#: Every storage modifier by name (NV_gpu_program5 2.X.2, NV_gpu_program5_mem_extended 2.X.2).
STORAGES: dict[str, Storage] = {
    row.name: row
    for type in DataType
    for bits in (8, 16, 32, 64)
    for count in (1, 2, 4)
    if type is not DataType.FLOAT or bits > 8
    for row in [Storage(type, bits, count)]
}
#: What CVT converts from and to.
SCALARS = frozenset(name for name, row in STORAGES.items() if row.count == 1)
#: What stands for the precision of an arithmetic operation (NV_gpu_program5 2.X.4.1).
PRECISIONS = frozenset(name for name in SCALARS if STORAGES[name].bits >= 32)
#: What memory is accessed by without and with OPTION NV_gpu_program5_mem_extended.
PLAIN = frozenset(name for name, row in STORAGES.items() if not row.extended)
EXTENDED = frozenset(STORAGES) - PLAIN
#: What images are accessed by (EXT_shader_image_load_store Table X.3).
TEXELS = frozenset(name for name in PLAIN if STORAGES[name].bits < 64)

#: Operations with the storage modifiers they go with.
Atomics = tuple[tuple[Atomic, frozenset[str]], ...]

_BOTH = frozenset({"U32", "S32"})
_UNSIGNED = frozenset({"U32"})
_WIDE = _BOTH | {"U64"}
_FLOATS = (Atomic.ADD, Atomic.EXCHANGE)


def _atomics(wide: frozenset[str]) -> dict[Atomic, frozenset[str]]:
    rows = dict.fromkeys(Atomic, _BOTH)
    rows.update(dict.fromkeys((Atomic.ADD, Atomic.EXCHANGE, Atomic.COMPARE_AND_SWAP), wide))
    rows.update(dict.fromkeys((Atomic.WRAPPING_INCREMENT, Atomic.WRAPPING_DECREMENT), _UNSIGNED))
    return rows


def with_floats(atomics: Atomics) -> Atomics:
    """The same with the float operations of NV_shader_atomic_float."""
    return tuple((row, names | {"F32"} if row in _FLOATS else names) for row, names in atomics)


#: NV_gpu_program5 2.X.8, ATOM.
GLOBAL_ATOMICS: Atomics = tuple(_atomics(_WIDE).items())
#: EXT_shader_image_load_store Table X.4.
IMAGE_ATOMICS: Atomics = tuple(_atomics(_BOTH).items())
#: NV_shader_storage_buffer_object 2.X.8, ATOMB; NV_compute_program5 2.X.8, ATOMS: floats need no option.
BUFFER_ATOMICS: Atomics = with_floats(GLOBAL_ATOMICS)
