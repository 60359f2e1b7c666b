"""What is drawn into: pixels that are kept as arrays, or by whoever drew into them last."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np
import numpy.typing as npt

#: One array of colours, or depths and stencil values.
Planes = tuple[npt.NDArray[Any], ...]

#: The largest depth, of 24 bits.
DEEPEST = (1 << 24) - 1


class Holder(Protocol):
    """Who has newer pixels of a surface than its arrays are."""

    def fetch(self, surface: Surface) -> None:
        """Copy them into the surface's ``planes``."""
        ...


class Surface:
    """Pixels of a buffer, of each of its layers, the bottom row first.

    ``planes`` are one array of colours, (L, H, W, 4) of uint8, float16 or float32, or two: depths,
    (L, H, W) int32 of 0 to DEEPEST, and stencil values, uint8. Without ``alpha`` the colours' alpha is 1.
    Of several samples a pixel they have an axis more behind W. ``read`` and ``write`` give them as they are
    now.
    """

    def __init__(self, planes: Planes, *, alpha: bool = True) -> None:
        self.planes = planes
        self.alpha = alpha
        self._holder: Holder | None = None
        #: Whether the arrays are as new as what the holder has.
        self._current = True

    @property
    def layers(self) -> int:
        return int(self.planes[0].shape[0])

    @property
    def samples(self) -> int:
        """How many samples a pixel has, 0 where it is one value."""
        plane = self.planes[0]
        return int(plane.shape[3]) if plane.ndim > (4 if len(self.planes) == 1 else 3) else 0

    @property
    def size(self) -> tuple[int, int]:
        """Width and height in pixels."""
        return int(self.planes[0].shape[2]), int(self.planes[0].shape[1])

    def read(self) -> Planes:
        """The pixels, to be left as they are."""
        if self._holder is not None and not self._current:
            self._holder.fetch(self)
            self._current = True
        return self.planes

    def write(self) -> Planes:
        """The pixels, to be changed; nobody holds them any more."""
        planes = self.read()
        self._holder = None
        return planes

    def lend_again(self, holder: Holder) -> bool:
        """``lend`` where ``holder`` has the pixels; else False, and nothing is done."""
        if self._holder is not holder:
            return False
        self._current = False
        return True

    def lend(self, holder: Holder) -> bool:
        """From now on ``holder`` has the pixels, and changes them; True if it must copy the arrays first."""
        if self._holder is holder:
            self._current = False
            return False
        self.read()
        self._holder, self._current = holder, False
        return True


def color_surface(
    size: tuple[int, int], dtype: Any = np.uint8, *, layers: int = 1, alpha: bool = True, samples: int = 0
) -> Surface:
    """Colours that are 0, and their alpha 1 where it always is."""
    pixels = np.zeros((*_shape(size, layers, samples), 4), dtype)
    if not alpha:
        pixels[..., 3] = 255 if pixels.dtype == np.uint8 else 1
    return Surface((pixels,), alpha=alpha)


def _shape(size: tuple[int, int], layers: int, samples: int) -> tuple[int, ...]:
    return (layers, size[1], size[0], samples) if samples else (layers, size[1], size[0])


def depth_surface(size: tuple[int, int], *, layers: int = 1, samples: int = 0) -> Surface:
    """Depths that are 1 and stencil values that are 0."""
    shape = _shape(size, layers, samples)
    return Surface((np.full(shape, DEEPEST, np.int32), np.zeros(shape, np.uint8)))


@dataclass(frozen=True, slots=True)
class Buffers:
    """The surfaces of a draw, all of ``size`` pixels: one for each colour output, None for what nobody keeps.

    ``depth`` has depths and stencil values, None where there are neither; ``depths`` and ``stencils`` tell
    which of them count. ``layered``: primitives are drawn into the layer they say, which all surfaces have
    alike; else into the first (NV_geometry_program4 4.4.7).
    """

    size: tuple[int, int]
    colors: tuple[Surface | None, ...]
    depth: Surface | None = None
    layered: bool = False
    depths: bool = True
    stencils: bool = True

    @property
    def surfaces(self) -> tuple[Surface, ...]:
        """Those there are."""
        return tuple(each for each in (*self.colors, self.depth) if each is not None)

    @property
    def samples(self) -> int:
        """How many samples a pixel of each surface has, 0 where it is one value."""
        return self.surfaces[0].samples if self.surfaces else 0

    @property
    def layers(self) -> int:
        return self.surfaces[0].layers if self.layered and self.surfaces else 1
