"""Buffers that programs reach by GPU address, and those bound to storage bindings.

NV_shader_buffer_load 2.9, NV_shader_buffer_store 2.9, NV_shader_storage_buffer_object.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from types import MappingProxyType
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from nvrender.gl.inputs.arrays import whole_number
from nvrender.gl.inputs.results import Results
from nvrender.gl.textures.images import Image, images_given
from nvrender.memory import check_memory, memory_for
from nvrender.program import Program, RegisterFile, banks_of
from nvrender.program.limits import Limits
from nvrender.source import InputError

ByteArray = npt.NDArray[np.uint8]
Arrays = Mapping[Any, npt.NDArray[Any]]

#: The first GPU address, and what each buffer's is a multiple of (docs/semantics.md).
BASE = 0x10000
PAGE = 4096
#: MAX_SHADER_BUFFER_ADDRESS_NV.
LAST_ADDRESS = 0xFFFFFFFF
READ_ONLY, READ_WRITE, WRITE_ONLY = ACCESSES = ("READ_ONLY", "READ_WRITE", "WRITE_ONLY")


class _Hidden(str):
    """No word a caller can say."""


#: Of a buffer that is not resident: only windows reach it.
HIDDEN = _Hidden("HIDDEN")


@dataclass(frozen=True)
class Window:
    """A storage buffer that is ``size`` bytes of the buffer ``name`` of a Memory, from ``offset`` on."""

    name: str
    offset: int
    size: int


@dataclass(frozen=True)
class Memory:
    """Buffers made resident: name → array of numbers, copied.

    ``access`` is READ_ONLY, READ_WRITE or WRITE_ONLY, for all buffers or by name (NV_shader_buffer_store
    2.9). Buffers lie in the order they are given, at GPU addresses that are multiples of 4096, from 0x10000,
    or where ``at`` says. InputError for what is no array of numbers, or more than addresses of 32 bits reach.
    """

    buffers: Mapping[str, npt.NDArray[Any]]
    access: Mapping[str, str] | str = READ_WRITE
    at: Mapping[str, int] | None = None
    #: The GPU address of every buffer.
    addresses: Mapping[str, int] = field(init=False)

    def __repr__(self) -> str:
        rows = (
            f"{name} {array.shape} {array.dtype} at {self.addresses[name]:#x}"
            for name, array in self.buffers.items()
        )
        return f"<Memory: {', '.join(rows)}>"

    def __post_init__(self) -> None:
        if not isinstance(self.buffers, Mapping):
            raise InputError(
                f"Memory takes a mapping from names to arrays, not {type(self.buffers).__name__}"
            )
        copies, addresses, address = {}, {}, BASE
        for name, value in self._ordered():
            if not isinstance(name, str):
                raise InputError(f"buffers in memory have names, not {name!r}")
            if self.at is not None:
                address = self._place(name, address)
            if getattr(value, "nbytes", 0) > LAST_ADDRESS - address:
                raise InputError(f"the buffer {name!r} ends beyond GPU addresses of 32 bits; give less data")
            array = number_array(f"the buffer {name!r}", value)
            if array.nbytes == 0:
                raise InputError(f"the buffer {name!r} has no bytes; only a buffer with data is resident")
            copies[name], addresses[name] = array, address
            address = _behind(address, array.nbytes)
        object.__setattr__(self, "buffers", MappingProxyType(copies))
        object.__setattr__(self, "addresses", MappingProxyType(addresses))
        object.__setattr__(self, "access", MappingProxyType(self._accesses()))

    def _ordered(self) -> list[tuple[str, Any]]:
        """The buffers, by their addresses where these are given."""
        rows = list(self.buffers.items())
        if self.at is None:
            return rows
        if not isinstance(self.at, Mapping):
            raise InputError(f"at takes a mapping from names to addresses, not {type(self.at).__name__}")
        if self.at.keys() != self.buffers.keys():
            raise InputError(f"at gives addresses of {_listed(self.at)}, not of {_listed(self.buffers)}")
        places = {name: _whole_address(name, address) for name, address in self.at.items()}
        object.__setattr__(self, "at", MappingProxyType(places))
        return sorted(rows, key=lambda row: places[row[0]])

    def _place(self, name: str, free: int) -> int:
        assert self.at is not None
        address = self.at[name]
        if address % PAGE or not free <= address <= LAST_ADDRESS:
            raise InputError(f"the buffer {name!r} lies at {address:#x}; {_PLACES}")
        return address

    def _accesses(self) -> dict[str, str]:
        given = self.access
        if not isinstance(given, Mapping):
            given = dict.fromkeys(self.buffers, given)
        for name, access in given.items():
            if name not in self.buffers:
                raise InputError(f"access is given for {name!r}; the buffers are {_listed(self.buffers)}")
            if access is not HIDDEN and (not isinstance(access, str) or access not in ACCESSES):
                raise InputError(f"the access of {name!r} is {access!r}; it is one of {', '.join(ACCESSES)}")
        return {name: given.get(name, READ_WRITE) for name in self.buffers}

    def address(self, name: str) -> int:
        """The GPU address of a buffer's first byte."""
        if not isinstance(name, str) or name not in self.addresses:
            raise InputError(f"there is no buffer {name!r}; the buffers are {_listed(self.buffers)}")
        return self.addresses[name]

    def words(self, name: str) -> npt.NDArray[np.uint32]:
        """The address as a program parameter holds it: (2,) uint32, the low word first."""
        address = self.address(name)
        return np.array([address & 0xFFFFFFFF, address >> 32], np.uint32)

    def readable(self, name: str) -> bool:
        return self._access(name) in (READ_ONLY, READ_WRITE)

    def writable(self, name: str) -> bool:
        return self._access(name) in (READ_WRITE, WRITE_ONLY)

    def _access(self, name: str) -> str:
        assert isinstance(self.access, Mapping)
        return self.access[name]


def addresses_of(sizes: Mapping[str, int]) -> dict[str, int]:
    """The GPU addresses of buffers of so many bytes: one behind the other, at multiples of PAGE from BASE."""
    found, address = {}, BASE
    for name, size in sizes.items():
        found[name] = address
        address = _behind(address, size)
    return found


_PLACES = f"give a multiple of {PAGE:#x}, behind the buffer before and from {BASE:#x} on"


def _whole_address(name: str, address: Any) -> int:
    number = whole_number(address)
    if number is None:
        raise InputError(f"the buffer {name!r} lies at {address!r}; {_PLACES}")
    return number


def _behind(address: int, size: int) -> int:
    return address + -(-size // PAGE) * PAGE


class Span(NamedTuple):
    """Bytes that GPU addresses reach, and what may be done with them."""

    address: int
    bytes: int
    readable: bool
    writable: bool


@dataclass(frozen=True)
class Stores:
    """What a run may reach and change: resident buffers, storage buffers by binding, images by unit.

    ``windows`` are storage buffers that are parts of those in ``memory``.
    """

    memory: Memory
    storage: Mapping[int, npt.NDArray[Any]]
    images: Mapping[int, Image] = field(default_factory=dict)
    windows: Mapping[int, Window] = field(default_factory=dict)

    @cached_property
    def spans(self) -> tuple[Span, ...]:
        """Where buffers with GPU addresses lie; those that touch and are accessible alike are one.

        No access has a part in each, as buffers begin at multiples of PAGE.
        """
        found: list[Span] = []
        for name, array in self.memory.buffers.items():
            row = Span(
                self.memory.address(name),
                array.nbytes,
                self.memory.readable(name),
                self.memory.writable(name),
            )
            last = found[-1] if found else None
            if last is not None and (last.address + last.bytes, *last[2:]) == (row.address, *row[2:]):
                found[-1] = last._replace(bytes=last.bytes + row.bytes)
            else:
                found.append(row)
        return tuple(found)


@dataclass(frozen=True)
class Left:
    """What is there after a run: buffers by name and by binding, texels of images by unit.

    ``faults`` is how many accesses of buffers were invalid.
    """

    memory: Mapping[str, npt.NDArray[Any]]
    storage: Mapping[int, npt.NDArray[Any]]
    faults: int
    images: Mapping[int, npt.NDArray[Any]] = field(default_factory=dict)


def stores_given(program: Program, memory: Any, storage: Any, images: Any = None) -> Stores:
    """The arguments of a run that say what it reaches, checked; InputError for what does not suit."""
    stores = stores_of(memory, storage, program.profile.limits or Limits(), images)
    check_bound(program, stores)
    return stores


def stores_of(memory: Any, storage: Any, limits: Limits, images: Any = None) -> Stores:
    """The same whatever program reaches them."""
    if memory is None:
        memory = Memory({})
    if not isinstance(memory, Memory):
        raise InputError(f"memory must be a nvrender.Memory, not {type(memory).__name__}")
    if storage is None:
        storage = {}
    if not isinstance(storage, Mapping):
        raise InputError(f"storage must map bindings to arrays, not {type(storage).__name__}")
    found, windows = {}, {}
    bindings, most = limits.storage_bindings, limits.storage_size
    for key, value in storage.items():
        number = whole_number(key)
        if number is None or not 0 <= number < bindings:
            raise InputError(f"storage has the key {key!r}; bindings are 0 to {bindings - 1}")
        if isinstance(value, Window):
            windows[number] = _inside(memory, number, value)
            continue
        found[number] = number_array(f"storage[{number}]", value)
        if found[number].nbytes > most:
            raise InputError(
                f"storage[{number}] has {found[number].nbytes} bytes; a buffer has {most} at most"
            )
    given = images_given(images, limits)
    return Stores(memory, MappingProxyType(found), given, MappingProxyType(windows))


def _inside(memory: Memory, number: int, window: Window) -> Window:
    """A window as it is; InputError unless all of it is there."""
    array = memory.buffers.get(window.name)
    end = window.offset + window.size
    if array is None or window.offset < 0 or window.size < 0 or end > array.nbytes:
        raise InputError(f"storage[{number}] is a window of bytes that {window.name!r} has not")
    return window


def check_bound(program: Program, stores: Stores) -> None:
    """InputError unless there is a buffer for every binding the program names."""
    for number in sorted(storage_bindings(program)):
        if number not in stores.storage and number not in stores.windows:
            raise InputError(
                f"program.storage[{number}] is used by the program but not given; "
                f"give storage={{{number}: …}}"
            )


#: No memory at all.
NOTHING = Stores(Memory({}), {})


def unchanged(stores: Stores) -> Left:
    """What a run leaves that reaches no memory."""
    memory = {name: array.copy() for name, array in stores.memory.buffers.items()}
    storage = {bank: array.copy() for bank, array in stores.storage.items()}
    return Left(memory, storage, 0, {unit: image.texels.copy() for unit, image in stores.images.items()})


def with_left(results: Results, left: Left) -> Results:
    """Results with what the run left in memory."""
    return replace(results, memory=left.memory, storage=left.storage, images=left.images, faults=left.faults)


def storage_bindings(program: Program) -> frozenset[int]:
    """The bindings of storage buffers that instructions name."""
    registers = [operand.register for row in program.instructions for operand in row.operands]
    return frozenset(
        bank for register in registers if register.file is RegisterFile.STORAGE for bank in banks_of(register)
    )


@memory_for("a buffer", "give a smaller one")
def number_array(name: str, value: Any) -> npt.NDArray[Any]:
    """A read-only copy of an array of numbers in the machine's own order of bytes."""
    check_memory(getattr(value, "nbytes", 0), name, "give a smaller buffer")
    try:
        array = np.array(value, order="C")
    except (ValueError, TypeError, OverflowError) as error:
        raise InputError(f"{name} is no array: {error}") from None
    if array.dtype.kind not in "biufc" and (array.dtype.kind != "V" or array.dtype.hasobject):
        raise InputError(f"{name} has dtype {array.dtype}; give numbers of a fixed size")
    array = array.astype(array.dtype.newbyteorder("="), copy=False)
    array.flags.writeable = False
    return array


def bytes_of(array: npt.NDArray[Any]) -> ByteArray:
    """The (n,) bytes of an array, not to be written."""
    return np.frombuffer(array.tobytes(), np.uint8)


def like(array: npt.NDArray[Any], data: ByteArray) -> npt.NDArray[Any]:
    """An array of the same dtype and shape with other bytes."""
    return np.frombuffer(bytearray(data.tobytes()), array.dtype).reshape(array.shape)


def _listed(names: Mapping[str, Any]) -> str:
    return ", ".join(map(repr, names)) or "none"
