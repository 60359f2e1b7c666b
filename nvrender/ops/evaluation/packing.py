"""Packs and unpacks; NaN packs as 0 except as a half (NV_gpu_program4 2.X.8; docs/semantics.md)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import numpy.typing as npt

from nvrender.ops.evaluation.function import Evaluation, Function, composed, each
from nvrender.ops.evaluation.numerics import Float32Array

UInt32Array = npt.NDArray[np.uint32]
#: One field of a packed word, as uint32, to its float.
Field = Callable[[UInt32Array], Float32Array]
#: Floats to the bits of their field.
Bits = Callable[[Float32Array], npt.NDArray[Any]]


def _scaled(values: Float32Array, low: float, scale: float, offset: float) -> Any:
    ordered = np.where(np.isnan(values), np.float32(0.0), values)
    clamped = np.clip(ordered, np.float32(low), np.float32(1.0))
    return np.rint(np.float32(scale) * clamped + np.float32(offset)).astype(np.uint32)


def _half_bits(values: Float32Array) -> Any:
    """Rounded to nearest even, denormal halves kept; a NaN is 0x7E00 with its sign (docs/semantics.md)."""
    bits = values.astype(np.float16).view(np.uint16)
    return np.where(np.isnan(values), bits & np.uint16(0x8000) | np.uint16(0x7E00), bits)


def _unsigned_short(values: Float32Array) -> Any:
    """A word of 16 bits for 0 to 1 (NV_gpu_program4 2.X.8, PK2US)."""
    return _scaled(values, 0.0, 65535.0, 0.0)


def _unsigned_byte(values: Float32Array) -> Any:
    """A word of 8 bits for 0 to 1 (PK4UB)."""
    return _scaled(values, 0.0, 255.0, 0.0)


def _signed_byte(values: Float32Array) -> Any:
    """A word of 8 bits for -128/127 to 1 (PK4B)."""
    return _scaled(values, -128.0 / 127.0, 127.0, 128.0)


def _packed(bits: Bits, width: int) -> Function:
    """Fields of ``width`` bits of one word, the first lowest."""

    def pack(out: Float32Array, work: Float32Array, values: Float32Array) -> None:
        word = np.zeros((1, values.shape[1]), np.uint32)
        for index in range(32 // width):
            field = values[index : index + 1] if len(values) > 1 else values
            word |= bits(np.ascontiguousarray(field)).astype(np.uint32) << np.uint32(width * index)
        out.view(np.uint32)[...] = word

    return pack


def _unpacked(field: Field, index: int) -> Function:
    """Field ``index`` of a word as a float; the fields are as wide as ``field`` says."""
    width = 16 if field in (_from_half, _from_unsigned_short) else 8
    mask = np.uint32(2**width - 1)

    def unpack(out: Float32Array, work: Float32Array, a: Float32Array) -> None:
        out[...] = field((a.view(np.uint32) >> np.uint32(width * index)) & mask)

    return unpack


def _from_half(bits: UInt32Array) -> Float32Array:
    """The number a half float holds (UP2H)."""
    values: Float32Array = bits.astype(np.uint16).view(np.float16).astype(np.float32)
    return values


def _from_unsigned_short(bits: UInt32Array) -> Float32Array:
    """0 to 1 of 16 bits (UP2US)."""
    values: Float32Array = bits.astype(np.float32) / np.float32(65535.0)
    return values


def _from_unsigned_byte(bits: UInt32Array) -> Float32Array:
    """0 to 1 of 8 bits (UP4UB)."""
    values: Float32Array = bits.astype(np.float32) / np.float32(255.0)
    return values


def _from_signed_byte(bits: UInt32Array) -> Float32Array:
    """-128/127 to 1 of 8 bits (UP4B)."""
    values: Float32Array = (bits.astype(np.float32) - np.float32(128.0)) / np.float32(127.0)
    return values


def _fields(field: Field, count: int) -> Evaluation:
    """The fields of a word, the first again where there are two."""
    return composed(*(_unpacked(field, index % count) for index in range(4)))


#: Operation → what evaluates it.
EVALUATIONS: dict[str, Evaluation] = {
    **each(
        {
            "pack_half2": _packed(_half_bits, 16),
            "pack_ushort2": _packed(_unsigned_short, 16),
            "pack_byte4": _packed(_signed_byte, 8),
            "pack_ubyte4": _packed(_unsigned_byte, 8),
        }
    ),
    "unpack_half2": _fields(_from_half, 2),
    "unpack_ushort2": _fields(_from_unsigned_short, 2),
    "unpack_byte4": _fields(_from_signed_byte, 4),
    "unpack_ubyte4": _fields(_from_unsigned_byte, 4),
}
