"""The frame: colours and depths of every sample, and what fragments do to them.

OpenGL 1.5, 4.1: the tests and blending, a sample at a time. RGBA of eight bits, depths of 24.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from nvrender.gl.state import Blend, Depth
from nvrender.oracle.frame_blend import add, blended, to_bytes
from nvrender.oracle.frame_order import last_of_each, layers, monotone, passes, tests_again
from nvrender.oracle.parallel import ordered
from nvrender.oracle.raster import SAMPLES, SUBPIXELS, BoolArray, Float32Array, IndexArray, Triangles
from nvrender.oracle.raster_cover import Quads, cover
from nvrender.oracle.raster_interpolate import Interpolation

UInt8Array = npt.NDArray[np.uint8]
DepthArray = npt.NDArray[np.int32]

#: The largest depth.
DEPTH_MAX = (1 << 24) - 1


@dataclass(frozen=True)
class Fragments:
    """Fragments to be coloured: the triangle and the pixel of each, (N,)."""

    interpolation: Interpolation
    triangle: IndexArray
    x: IndexArray
    y: IndexArray

    def __len__(self) -> int:
        return len(self.triangle)


@dataclass(frozen=True)
class Shaded:
    """What becomes of fragments: a colour (N, 4) an output, and which are still there, None for all."""

    colors: Sequence[Float32Array]
    alive: BoolArray | None = None


#: Colours fragments.
Shade = Callable[[Fragments], Shaded]


@dataclass(frozen=True)
class Operations:
    """The state of the per-fragment operations; ``discards``: the fragment stage may remove fragments."""

    depth: Depth
    blend: Blend
    discards: bool = False

    @property
    def opaque(self) -> bool:
        """Whether of the samples at one place only the one that is left counts."""
        return not self.blend.enabled and monotone(self.depth)

    @property
    def adds(self) -> bool:
        """Whether colours are added, so that their order does not matter."""
        return self.blend.enabled and (self.blend.source, self.blend.destination) == ("ONE", "ONE")


@dataclass(frozen=True)
class _Samples:
    """Samples that fragments cover: their places in the frame, depths, and fragments; in the order drawn."""

    place: IndexArray
    depth: DepthArray
    fragment: IndexArray

    def chosen(self, which: BoolArray | IndexArray) -> _Samples:
        return _Samples(self.place[which], self.depth[which], self.fragment[which])


@dataclass(frozen=True)
class _Colored:
    """Samples with the colours of their fragments, an array an output."""

    samples: _Samples
    colors: Sequence[UInt8Array]


class Frame:
    """Colour buffers and depths of ``size`` pixels with ``samples`` each, a key of SAMPLES."""

    def __init__(self, size: tuple[int, int], samples: int = 1, outputs: int = 1) -> None:
        count = size[0] * size[1] * samples
        self.size = size
        self.samples = samples
        self.colors = [np.zeros((count, 4), np.uint8) for _ in range(outputs)]
        self.depth: DepthArray = np.full(count, DEPTH_MAX, np.int32)

    def clear(self, color: Sequence[float], depth: float = 1.0) -> None:
        """All colour buffers and the depths (OpenGL 1.5, 4.2.3)."""
        for buffer in self.colors:
            buffer[:] = to_bytes(np.array(color, np.float32))
        self.depth[:] = round(min(max(depth, 0.0), 1.0) * DEPTH_MAX)

    def picture(self, output: int = 0) -> UInt8Array:
        """(H, W, 4), top row first: of each pixel the mean of its samples."""
        width, height = self.size
        whole = self.colors[output].reshape(height, width, self.samples, 4)
        mean = (whole.sum(axis=2, dtype=np.uint16) + self.samples // 2) // self.samples
        return np.ascontiguousarray(mean[::-1].astype(np.uint8))

    def draw(self, triangles: Triangles, shade: Shade, operations: Operations) -> None:
        """Fill triangles in order."""
        interpolation = Interpolation(triangles)

        def work(quads: Quads) -> _Colored | None:
            return self._colored(quads, interpolation, shade, operations)

        for colored in ordered(work, cover(triangles, self.size, self.samples)):
            if colored is not None:
                self._merge(colored, operations)

    def _colored(
        self, quads: Quads, interpolation: Interpolation, shade: Shade, operations: Operations
    ) -> _Colored | None:
        """What is left of some quads, coloured. Quads before these may not be in the frame yet.

        What fails against the frame as it is now fails later too, where the test is monotone.
        """
        depth = operations.depth
        samples, fragments = self._split(quads, interpolation, depth.enabled)
        if depth.enabled and monotone(depth):
            samples = samples.chosen(passes(depth.function, samples.depth, self.depth[samples.place]))
        if operations.opaque and not operations.discards:
            samples = samples.chosen(last_of_each(samples.place, samples.depth, depth))
        if not len(samples.place):
            return None
        seen = np.zeros(len(fragments[0]), np.bool_)
        seen[samples.fragment] = True
        used = np.flatnonzero(seen)
        samples = _Samples(samples.place, samples.depth, (np.cumsum(seen) - 1)[samples.fragment])
        shaded = shade(Fragments(interpolation, *(values[used] for values in fragments)))
        if shaded.alive is not None:
            samples = samples.chosen(shaded.alive[samples.fragment])
        if operations.opaque and operations.discards:
            samples = samples.chosen(last_of_each(samples.place, samples.depth, depth))
        return _Colored(samples, [to_bytes(color) for color in shaded.colors])

    def _merge(self, colored: _Colored, operations: Operations) -> None:
        """Test again what was written since, and write."""
        depth, samples = operations.depth, colored.samples
        if operations.adds and not tests_again(depth):
            for buffer, color in zip(self.colors, colored.colors, strict=False):
                add(buffer, samples.place, color[samples.fragment])
            return
        for layer in [None] if operations.opaque else layers(samples.place):
            part = samples if layer is None else samples.chosen(layer)
            if tests_again(depth):
                part = part.chosen(passes(depth.function, part.depth, self.depth[part.place]))
            self._write(part, colored.colors, operations)

    def _split(
        self, quads: Quads, interpolation: Interpolation, depths: bool
    ) -> tuple[_Samples, tuple[IndexArray, IndexArray, IndexArray]]:
        """The samples covered, and triangle and pixel of each fragment."""
        pixels = quads.covered.any(axis=2).ravel()
        numbers = np.cumsum(pixels) - 1
        place = np.flatnonzero(pixels)
        quad, lane = place >> 2, place & 3
        x, y = quads.x[quad] + (lane & 1), quads.y[quad] + (lane >> 1)
        triangle = quads.triangle[quad]
        hit = np.flatnonzero(quads.covered)
        fragment, sample = numbers[hit // self.samples], hit % self.samples
        depth = np.zeros(len(hit), np.int32)
        if depths:
            offsets = np.array(SAMPLES[self.samples]) / SUBPIXELS
            window_z = interpolation.depth(
                triangle[fragment], x[fragment] + offsets[sample, 0], y[fragment] + offsets[sample, 1]
            )
            # OpenGL 1.5, 2.10.1: fixed point; what lies outside is clamped.
            depth = np.rint(np.clip(window_z, 0.0, 1.0) * DEPTH_MAX).astype(np.int32)
        frame_place = (y[fragment] * self.size[0] + x[fragment]) * self.samples + sample
        return _Samples(frame_place, depth, fragment), (triangle, x, y)

    def _write(self, samples: _Samples, colors: Sequence[UInt8Array], operations: Operations) -> None:
        """Samples of which no two have the same place."""
        if operations.depth.enabled and operations.depth.write:
            self.depth[samples.place] = samples.depth
        for buffer, color in zip(self.colors, colors, strict=False):
            source = color[samples.fragment]
            if operations.blend.enabled:
                source = blended(source, buffer[samples.place], operations.blend)
            buffer[samples.place] = source
