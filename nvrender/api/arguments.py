"""Python's numbers, sequences and arrays as the arguments of GL commands."""

from __future__ import annotations

import operator
import struct
from typing import Any

import numpy as np
import numpy.typing as npt

from nvrender.gl.inputs.results import Float32Array
from nvrender.source import InputError

Vector4 = tuple[float, float, float, float]

_UNSIGNED = 0xFFFFFFFF
#: Writes four floats, as GL keeps them.
_WRITE_FOUR, _ROW = struct.Struct("=4f").pack_into, 16


def whole(value: Any, what: str) -> int:
    """An integer; InputError for what is none."""
    try:
        return operator.index(value)
    except TypeError:
        raise InputError(f"{what} must be an integer, not {value!r}") from None


def name_of(value: Any, what: str = "a name") -> int:
    """An object's name as the 32-bit unsigned number it is in GL."""
    return whole(value, what) & _UNSIGNED


def names_of(values: Any) -> tuple[int, ...]:
    """Object names in a sequence or array."""
    if isinstance(values, np.ndarray):
        values = values.reshape(-1).tolist()
    try:
        return tuple(name_of(value) for value in values)
    except TypeError:
        raise InputError(f"names must be a sequence of integers, not {values!r}") from None


def rows(values: Any, width: int, what: str) -> npt.NDArray[Any]:
    """(n, ``width``) numbers of a flat or two-dimensional sequence, of the dtype they have."""
    array = _numbers(values, what)
    if array.ndim == 2 and array.shape[1] == width:
        return array
    if array.ndim != 1 or array.size % width:
        raise InputError(f"{what} has shape {array.shape}; it must be rows of {width} numbers")
    return array.reshape(-1, width)


def write_floats(words: npt.NDArray[Any], index: int, x: Any, y: Any, z: Any, w: Any) -> bool:
    """Have four floats of Python's in a row of ``words``, (n, 4); False for all else and those too large."""
    if not (type(x) is type(y) is type(z) is type(w) is float):
        return False
    try:
        _WRITE_FOUR(words.data, _ROW * index, x, y, z, w)
    except OverflowError:
        return False
    return True


def row(values: Any, width: int, what: str) -> npt.NDArray[Any]:
    """(1, ``width``) numbers of one vector; float32 keep their words."""
    return rows(vector(values, width, what), width, what)


def flat(values: Any, what: str) -> npt.NDArray[Any]:
    """(n,) numbers of a sequence however nested, of the dtype they have."""
    return _numbers(values, what).reshape(-1)


def _numbers(values: Any, what: str) -> npt.NDArray[Any]:
    if isinstance(values, (tuple, list)) and any(type(value) is np.float32 for value in values):
        values = _as_float32(values, what)
    try:
        array = np.asarray(values)
    except (TypeError, ValueError) as error:
        raise InputError(f"{what} must be numbers: {error}") from None
    if array.dtype.kind not in "fiub" and array.size:
        raise InputError(f"{what} must be numbers, not {values!r}")
    return array


def _as_float32(values: Any, what: str) -> Float32Array:
    """Numbers of which some are float32, whose words stay as they are: of NaNs no other type keeps them."""
    try:
        with np.errstate(all="ignore"):
            return np.array([np.float32(value) for value in values])
    except (TypeError, ValueError, OverflowError):
        raise InputError(f"{what} must be numbers, not {values!r}") from None


def vector(values: Any, width: int, what: str) -> tuple[Any, ...]:
    """The ``width`` numbers of one vector."""
    if not isinstance(values, (tuple, list)):
        values = listed(values)
    try:
        numbers = tuple(values)
    except TypeError:
        raise InputError(f"{what} must be {width} numbers, not {values!r}") from None
    if len(numbers) < width:
        raise InputError(f"{what} has {len(numbers)} numbers; it must have {width}")
    return numbers[:width]


def listed(values: Any) -> Any:
    """An array, or what holds floats like one, as Python's numbers; other values as they are."""
    if not isinstance(values, np.ndarray):
        try:
            view = memoryview(values)
        except TypeError:
            return values
        if view.format not in ("f", "<f", "d", "<d"):
            return values
        values = np.asarray(view)
    flat_ = values.reshape(-1)
    return word_floats(flat_) if flat_.dtype == np.float32 else flat_.tolist()


def word_floats(values: npt.NDArray[Any]) -> tuple[Any, ...]:
    """Python's floats; a NaN as the float32 it is, since Python's float makes a signaling one quiet."""
    numbers: list[Any] = values.tolist()
    if np.isnan(values).any():
        numbers = [words if words != words else words.item() for words in values]
    return tuple(numbers)


def word_float(value: Any) -> Any:
    """A number as Python's float; a NaN that is a float32 as it is."""
    return value if type(value) is np.float32 and value != value else float(value)


def floats(numbers: Any, what: str) -> tuple[float, ...]:
    """Numbers as Python floats; InputError for what is none."""
    try:
        return tuple(map(float, numbers))
    except (TypeError, ValueError, OverflowError):
        raise InputError(f"{what} must be real numbers, not {numbers!r}") from None


def float32(values: Any) -> Float32Array:
    """Numbers as the floats GL keeps; those too large become infinite, float32 keep their words."""
    if isinstance(values, tuple) and any(type(value) is np.float32 for value in values):
        values = np.array(values, np.float32)
    if isinstance(values, np.ndarray) and values.dtype == np.float32:
        return np.array(values, np.float32)
    with np.errstate(all="ignore"):
        return np.asarray(values, np.float64).astype(np.float32)


def text_of(program: Any) -> bytes:
    """A program string as the bytes it is."""
    if isinstance(program, str):
        try:
            return program.encode("latin-1")
        except UnicodeEncodeError:
            return program.encode("utf-8", "surrogateescape")
    if isinstance(program, (bytes, bytearray, memoryview)):
        return bytes(program)
    raise InputError(f"a program string is str or bytes, not {type(program).__name__}")


def rounded(value: float) -> int:
    """The nearest integer of 32 bits; NaN is 0."""
    return 0 if value != value else round(min(max(value, -(2.0**31)), 2.0**31 - 1))
