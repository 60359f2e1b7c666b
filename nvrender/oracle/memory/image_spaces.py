"""The images programs reach: bytes, and which texel an access finds (EXT_shader_image_load_store 3.9.X)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from nvrender.gl.inputs.global_memory import ByteArray, bytes_of, like
from nvrender.gl.textures.images import Image
from nvrender.ops.image_formats import ImageFormat
from nvrender.oracle.memory.regions import Region
from nvrender.program import FIRST_HANDLE

Int32Array = npt.NDArray[np.int32]
Int64Array = npt.NDArray[np.int64]
UInt64Array = npt.NDArray[np.uint64]
BoolArray = npt.NDArray[np.bool_]
#: Each lane's x, y, z and sample, or that of all.
Coordinates = Sequence[Int32Array | int]


class Images:
    """Images by unit; those of the same texels lie at one place.

    Texels lie as in their array: columns next to each other, then rows, samples, layers.
    """

    def __init__(self, images: Mapping[int, Image]) -> None:
        # Handles are on units behind all others.
        first = 1 + max((key for key in images if key < FIRST_HANDLE), default=-1)
        handles = sorted(key for key in images if key >= FIRST_HANDLE)
        places = {key: key for key in images} | {key: first + n for n, key in enumerate(handles)}
        self._keys = {places[key]: key for key in images}
        self._images = {places[key]: image for key, image in images.items()}
        parts: dict[tuple[int, str, str], Image] = {}
        for image in images.values():
            parts.setdefault(image.storage_key, image)
        self.region = Region([bytes_of(image.texels) for image in parts.values()])
        self._places = {key: number for number, key in enumerate(parts)}

    def at(
        self,
        units: Int64Array | int,
        coordinates: Coordinates,
        size: int | None,
        *,
        reads: bool,
        writes: bool,
    ) -> tuple[Int64Array, BoolArray]:
        """Where accesses lie in ``region``, and which are valid.

        ``units`` (n,) and ``coordinates``, four of (n,), are each lane's; ``size`` is how many bytes texels
        must have (Table X.3), None of formatted stores.
        """
        access = size, reads, writes
        if isinstance(units, int) and units in self._images:
            return self._at(units, coordinates, access)
        shape = np.shape(coordinates[0])
        places, valid = np.zeros(shape, np.int64), np.zeros(shape, bool)
        for unit, lanes in self.chosen(np.broadcast_to(units, shape)):
            rows = [row if isinstance(row, int) else row[lanes] for row in coordinates]
            places[lanes], valid[lanes] = self._at(unit, rows, access)
        return places, valid

    def _at(
        self, unit: int, coordinates: Coordinates, access: tuple[int | None, bool, bool]
    ) -> tuple[Int64Array, BoolArray]:
        """The same of one unit that has an image; ``access`` is the size, whether it reads, and writes."""
        image, shape = self._images[unit], np.shape(coordinates[0])
        size, reads, writes = access
        fits = size in (None, image.unit_format.bytes)
        if not fits or (reads and not image.readable) or (writes and not image.writable):
            return np.zeros(shape, np.int64), np.zeros(shape, bool)
        if len(self.region.data) >= 2**31:
            coordinates = [row if isinstance(row, int) else row.astype(np.int64) for row in coordinates]
        places, valid = _texels(image, coordinates)
        places *= image.unit_format.bytes
        places += self._start(image)
        return np.multiply(places, valid, dtype=np.int64), valid

    def chosen(self, units: Int64Array) -> Iterator[tuple[int, Int64Array]]:
        """(unit, its lanes) of every unit that has an image."""
        for unit in self._images:
            lanes = np.flatnonzero(units == unit)
            if len(lanes):
                yield unit, lanes

    def handled(self, handles: UInt64Array) -> Int64Array:
        """The unit of the image that each lane's handle names, −1 where it names none."""
        found = np.full(handles.shape, -1, np.int64)
        for unit, key in self._keys.items():
            if key != unit:
                found[handles == np.uint64(key)] = unit
        return found

    def format(self, unit: int) -> ImageFormat:
        """The image unit format."""
        return self._images[unit].unit_format

    def size(self, unit: int) -> tuple[int, int, int]:
        """What IMQ gives."""
        return self._images[unit].size

    def _start(self, image: Image) -> int:
        return int(self.region.starts[self._places[image.storage_key]])

    def refill(self, unit: int) -> None:
        """The image on a unit holds again what it held at first."""
        image = self._images[unit]
        self.region.part(self._places[image.storage_key])[:] = bytes_of(image.texels)

    def parts(self) -> Iterator[tuple[int, ByteArray]]:
        """(unit or handle, bytes now) of every image, those of the same texels once."""
        seen = set()
        for unit, image in self._images.items():
            if image.storage_key not in seen:
                seen.add(image.storage_key)
                yield self._keys[unit], self.region.part(self._places[image.storage_key])

    def bound(self) -> Iterator[tuple[int, Image, ByteArray]]:
        """(unit or handle, image, bytes of its texels now) of all."""
        for unit, image in self._images.items():
            yield self._keys[unit], image, self.region.part(self._places[image.storage_key])

    def left(self) -> dict[int, npt.NDArray[Any]]:
        """The texels of every image now."""
        return {unit: like(image.texels, part) for unit, image, part in self.bound()}


def _texels(image: Image, coordinates: Sequence[Any]) -> tuple[Any, BoolArray]:
    """The number of each lane's texel in its array, in its coordinates' type, and which there are (X.5).

    A coordinate that the target does not have is 0: the image has one texel along it.
    """
    bound, whole = image.bound_extent, image.extent
    x, y, z, sample = coordinates
    sample = sample if image.bound_target.endswith("2DMS") else 0
    unsigned = f"u{x.itemsize}"  # those below 0 are very large
    valid = x.view(unsigned) < bound[0]
    for number, size in zip((y, z, sample), bound[1:], strict=True):
        valid &= 0 <= number < size if isinstance(number, int) else number.view(unsigned) < size
    layer = z + image.first_layer if image.first_layer else z
    if whole.samples > 1:
        layer = layer * whole.samples + sample
    return np.asarray((layer * whole.height + y) * whole.width + x), valid
