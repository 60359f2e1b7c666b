"""Stored numbers: .npz files that know who computed them, compared to a number of units in the last place."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from nvrender.files import read_arrays
from nvrender.program import COMPONENTS, Mask
from nvrender.regression.baselines.origin import Origin, decoded
from nvrender.regression.report.model import NumberFigures
from nvrender.source import InputError, named

Array = npt.NDArray[Any]

#: The member that holds the origin.
ORIGIN = "nvrender"
#: Dates of members say nothing, and equal numbers make equal files.
_DATE = (1980, 1, 1, 0, 0, 0)
_NO_INTEGERS: Mask = (False, False, False, False)


@dataclass(frozen=True)
class Numbers:
    """Result name → array; ``integers`` are the components of (N, 4) float32 that hold integer words."""

    arrays: Mapping[str, Array]
    integers: Mapping[str, Mask]
    origin: Origin


def encoded(numbers: Numbers) -> bytes:
    """The bytes of a baseline."""
    stream = io.BytesIO()
    members = {**numbers.arrays, ORIGIN: np.array(numbers.origin.encoded())}
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, array in members.items():
            data = io.BytesIO()
            np.lib.format.write_array(data, np.asanyarray(array), allow_pickle=False)
            member = zipfile.ZipInfo(f"{name}.npy", _DATE)
            member.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(member, data.getvalue())
    return stream.getvalue()


def read(path: Path) -> tuple[dict[str, Array], Origin]:
    """A baseline's arrays and origin. InputError if it is damaged."""
    arrays = read_arrays(str(path))
    if "" in arrays:
        raise InputError(f"{named(path)}: is one array; an archive of arrays by name is needed")
    origin = decoded(str(arrays.pop(ORIGIN, "")))
    return arrays, origin


def compared(numbers: Numbers, stored: Mapping[str, Array], ulps: float) -> list[NumberFigures]:
    """What differs of each array: those of both, then those of one side only."""
    rows = [
        _row(name, array, stored[name], ulps, numbers.integers.get(name, _NO_INTEGERS))
        for name, array in numbers.arrays.items()
        if name in stored
    ]
    only = [
        (name, array, "in the result only") for name, array in numbers.arrays.items() if name not in stored
    ]
    only += [
        (name, array, "in the baseline only") for name, array in stored.items() if name not in numbers.arrays
    ]
    return rows + [_alone(name, array, place, ulps) for name, array, place in only]


def distances(a: Array, b: Array, integers: Mask = _NO_INTEGERS) -> npt.NDArray[np.float64]:
    """How many numbers of their type lie between two arrays' elements, one for neighbours.

    NaN is at NaN, zeros of both signs and magnitudes below the smallest normal number are one; all else of
    NaN and what is no number, as booleans and integers that differ, is infinitely far.
    """
    if a.dtype.kind != "f":
        return np.where(a == b, 0.0, np.inf)
    words: Any = {2: np.int16, 4: np.int32, 8: np.int64}[a.dtype.itemsize]
    ordered = [_ordered(array, words) for array in (a, b)]
    # The difference of two integers may be too large for one; distances of more than 2^52 need not be exact.
    far = np.abs(ordered[0].astype(np.float64) - ordered[1].astype(np.float64))
    found = np.where(far < 2.0**52, np.abs(ordered[0] - ordered[1]).astype(np.float64), far)
    nan = np.isnan(a), np.isnan(b)
    found = np.where(nan[0] | nan[1], np.where(nan[0] & nan[1], 0.0, np.inf), found)
    if any(integers):
        raw = np.ascontiguousarray(a).view(words) != np.ascontiguousarray(b).view(words)
        found[:, list(integers)] = np.where(raw, np.inf, 0.0)[:, list(integers)]
    return found


def _ordered(array: Array, words: Any) -> npt.NDArray[np.int64]:
    """Integers in the order of the floats, neighbours one apart."""
    small = np.abs(array) < np.finfo(array.dtype).tiny
    bits = np.ascontiguousarray(array).view(words).astype(np.int64)
    magnitude = bits & np.iinfo(words).max
    ordered: npt.NDArray[np.int64] = np.where(small, 0, np.where(bits < 0, -magnitude, magnitude))
    return ordered


def _row(name: str, actual: Array, expected: Array, ulps: float, integers: Mask) -> NumberFigures:
    allowed = f"{ulps:g} ulp" if actual.dtype.kind == "f" else "none"
    if actual.shape != expected.shape or actual.dtype != expected.dtype:
        shapes = [f"{array.dtype} of shape {array.shape}" for array in (expected, actual)]
        return NumberFigures(
            name=name, values=actual.size, outside=max(actual.size, 1), worst=None, allowed=allowed,
            expected=shapes[0], actual=shapes[1],
        )  # fmt: skip
    found = distances(actual, expected, integers)
    outside = int(np.count_nonzero(found > ulps))
    worst = float(found.max(initial=0.0))
    facts: dict[str, Any] = {}
    if worst:
        at = np.unravel_index(int(np.argmax(found)), found.shape)
        masked = bool(integers[at[1]]) if found.ndim == 2 and found.shape[1] == 4 else False
        pair = [
            array.view(np.int32) if masked else array
            for array in map(np.ascontiguousarray, (expected, actual))
        ]
        facts = {"place": _place(at), "expected": _word(pair[0][at]), "actual": _word(pair[1][at])}
    finite = worst if np.isfinite(worst) else None
    return NumberFigures(
        name=name, values=actual.size, outside=outside, worst=finite, allowed=allowed, **facts
    )


def _alone(name: str, array: Array, place: str, ulps: float) -> NumberFigures:
    return NumberFigures(
        name=name,
        values=array.size,
        outside=max(array.size, 1),
        worst=None,
        place=place,
        allowed=f"{ulps:g} ulp",
    )


def _place(at: tuple[Any, ...]) -> str:
    if len(at) == 2 and at[1] < len(COMPONENTS):
        return f"{at[0]}.{COMPONENTS[at[1]]}"
    return ", ".join(str(index) for index in at)


def _word(value: Any) -> str:
    """All digits that tell a float from its neighbours."""
    return str(value.item() if value.dtype.itemsize != 4 or value.dtype.kind != "f" else np.float32(value))
