"""The frame: colours and depths of every sample, and what fragments do to them.

OpenGL 1.5, 4.1: the tests and blending, a sample at a time. Depths have 24 bits, colours those of FORMATS.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from copy import copy
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import numpy.typing as npt

from nvrender.gl.state.state import ALL_SAMPLES, Box, State
from nvrender.memory import check_memory
from nvrender.oracle.frame.blend import Operations, add, blended, common, logic, stored
from nvrender.oracle.frame.fragments import Fragments, Shade
from nvrender.oracle.frame.order import last_of_each, layers, monotone, tests_again
from nvrender.oracle.frame.samples import (
    DEPTH_MAX,
    DepthArray,
    SampleGrid,
    Samples,
    fixed_point,
    joined,
    split,
)
from nvrender.oracle.frame.stencil import STENCIL_MAX, passes, stencil_passes, stencilled
from nvrender.oracle.machine.parallel import ordered
from nvrender.oracle.raster.cover import Quads, cover
from nvrender.oracle.raster.interpolate import Interpolation
from nvrender.oracle.raster.triangles import BoolArray, Float32Array, IndexArray, Triangles

UInt8Array = npt.NDArray[np.uint8]
ColorArray = npt.NDArray[Any]

#: What colour buffers hold: format → dtype; floats are not clamped.
#: Without a scissor test and masks.
_EVERYWHERE = State()
FORMATS: dict[str, type[Any]] = {"RGBA8": np.uint8, "RGBA16F": np.float16, "RGBA32F": np.float32}


@dataclass(frozen=True)
class _Colored:
    """Samples with the colours of their fragments, an array an output, and which fragments face the front.

    ``seconds`` are the colours for blending alone, an array an output or none.
    """

    samples: Samples
    colors: Sequence[ColorArray]
    front: BoolArray
    seconds: Sequence[ColorArray] = ()


class Frame:
    """Colour buffers, depths and stencil values of ``size`` pixels with ``samples`` each, a key of SAMPLES.

    There are ``outputs`` colour buffers of ``format``, a key of FORMATS, and of all buffers ``layers``.
    """

    def __init__(
        self,
        size: tuple[int, int],
        samples: int = 1,
        outputs: int = 1,
        *,
        format: str = "RGBA8",
        layers: int = 1,
    ) -> None:
        count = size[0] * size[1] * samples * layers
        check_memory(
            count * (4 * outputs * np.dtype(FORMATS[format]).itemsize + 5),
            f"a frame of {size[0]} × {size[1]} pixels with {samples} samples",
            "draw a smaller picture",
        )
        self.size = size
        self.samples = samples
        self.layers = layers
        #: Whether triangles are drawn into the layer they say.
        self.layered = layers > 1
        #: Called whenever a part of what is drawn is there, if anybody asks to be.
        self.told: Callable[[], None] | None = None
        self.colors: list[ColorArray] = [np.zeros((count, 4), FORMATS[format]) for _ in range(outputs)]
        self.depth: DepthArray = np.full(count, DEPTH_MAX, np.int32)
        self.stencil: UInt8Array = np.zeros(count, np.uint8)

    def clear(
        self,
        color: Sequence[float] | None,
        depth: float | None = 1.0,
        stencil: int | None = 0,
        state: State = _EVERYWHERE,
    ) -> None:
        """All layers of colours, depths and stencils; what is None stays as it is.

        The scissor box and the masks of ``state`` count (OpenGL 1.5, 4.2.3; NV_geometry_program4 4.4.7).
        """
        for buffer in self.colors if color is not None else ():
            pixels = self._within(buffer, state.scissor)
            with np.errstate(over="ignore"):  # infinite, as in a GL call
                filled = stored(np.array(color, np.float32), buffer.dtype)
            pixels[..., state.color_mask] = filled[..., state.color_mask]
        if depth is not None and state.depth.write:
            self._within(self.depth, state.scissor)[:] = round(min(max(depth, 0.0), 1.0) * DEPTH_MAX)
        if stencil is not None:
            pixels, mask = (
                self._within(self.stencil, state.scissor),
                np.uint8(state.stencil.write_mask & STENCIL_MAX),
            )
            pixels[:] = (pixels & ~mask) | (np.uint8(stencil & STENCIL_MAX) & mask)

    def _within(self, buffer: npt.NDArray[Any], box: Box | None) -> npt.NDArray[Any]:
        """(layers, H, W, samples, …): what of a buffer lies in ``box``."""
        left, bottom, width, height = common(box, (0, 0, *self.size)) or (0, 0, 0, 0)
        pixels = buffer.reshape(self.layers, *self.size[::-1], self.samples, *buffer.shape[1:])
        return pixels[:, bottom : bottom + height, left : left + width]

    def layer(self, number: int) -> Frame:
        """One layer; what is drawn into it is drawn into this frame."""
        count = len(self.depth) // self.layers
        rows = slice(number * count, (number + 1) * count)
        part = self._with(lambda buffer: buffer[rows])
        part.layers, part.layered = 1, False
        return part

    def copied(self) -> Frame:
        """The same contents, of its own."""
        return self._with(lambda buffer: buffer.copy())

    def _with(self, change: Callable[[npt.NDArray[Any]], npt.NDArray[Any]]) -> Frame:
        other = copy(self)
        other.colors = [change(buffer) for buffer in self.colors]
        other.depth, other.stencil = change(self.depth), change(self.stencil)
        return other

    def depths(self) -> Float32Array:
        """The depths, from 0 to 1, as ``depth`` holds them."""
        return (self.depth * (1.0 / DEPTH_MAX)).astype(np.float32)

    def picture(self, output: int = 0) -> UInt8Array:
        """(H, W, 4) bytes, top row first: of each pixel of layer 0 the mean of its samples."""
        width, height = self.size
        count = height * width * self.samples
        pixels = self.colors[output][:count].reshape(height, width, self.samples, 4)[::-1]
        if self.samples == 1:
            return np.array(pixels[:, :, 0], np.uint8)
        # Two components of 16 bits a word, which do not overflow; samples are a power of two.
        words = pixels.view(np.uint32)[..., 0]
        low, shift = np.uint32(0x00FF00FF), np.uint32(self.samples.bit_length() - 1)
        half = np.uint32(self.samples // 2 * 0x00010001)
        even = np.full((height, width), half, np.uint32)
        odd = even.copy()
        for sample in range(self.samples):
            word = words[:, :, sample]
            even += word & low
            odd += word >> np.uint32(8) & low
        mean = (even >> shift & low) | (odd >> shift & low) << np.uint32(8)
        return np.asarray(mean.view(np.uint8).reshape(height, width, 4))

    @np.errstate(all="ignore")
    def draw(
        self, triangles: Triangles, shade: Shade, operations: Operations, layer: IndexArray | None = None
    ) -> None:
        """Fill triangles in order; ``layer`` has the layer of each, None for layer 0.

        Those of layers that are not there are not drawn (docs/semantics.md).
        """
        if layer is not None and not self.layered:
            layer = None  # "has no effect if the framebuffer is not layered" (NV_geometry_program4 4.4.7)
        if layer is not None:
            there = (layer >= 0) & (layer < self.layers)
            triangles, layer = triangles.chosen(there), layer[there]
        interpolation = Interpolation(triangles)

        def work(quads: Quads) -> _Colored | None:
            return self._colored(quads, layer, interpolation, shade, operations, triangles.front)

        in_turn = map if shade.needs.effects or operations.early else ordered
        for colored in in_turn(work, cover(triangles, self.size, self.samples)):
            if colored is not None:
                self._merge(colored, operations.untested if operations.early else operations)
                if self.told is not None:
                    self.told()

    @np.errstate(all="ignore")
    def _colored(
        self,
        quads: Quads,
        layer: IndexArray | None,
        interpolation: Interpolation,
        shade: Shade,
        operations: Operations,
        front: BoolArray,
    ) -> _Colored | None:
        """What is left of some quads, coloured. Quads before these may not be in the frame yet.

        What fails against the frame as it is now fails later too, where the test is monotone.
        """
        needs, early = shade.needs, operations.early
        grid = SampleGrid(self.size, self.samples, layer)
        samples, fragments = split(quads, grid, interpolation, depths=operations.depth.enabled, needs=needs)
        if self.samples > 1 and operations.sample_mask != ALL_SAMPLES:
            kept = operations.sample_mask >> (samples.place & (self.samples - 1)) & 1
            samples = samples.chosen(kept != 0)
        if operations.scissor is not None:
            samples = samples.chosen(_inside(fragments, operations.scissor)[samples.fragment])
        late = needs.depths or needs.effects  # OpenGL 4.2, 3.10: effects come before the tests
        if early:
            samples = self._passed(samples, operations, front[fragments.triangle])
            operations = operations.untested
        elif not late:
            samples = self._tested(samples, operations, last=not needs.discards)
        if not len(samples.place):
            return None
        if not (self.colors or needs.discards or late):
            return _Colored(samples, [], front[fragments.triangle])
        seen = np.zeros(len(fragments), np.bool_)
        seen[samples.fragment] = True
        drawn = seen
        if needs.quads:
            seen = np.repeat(seen.reshape(-1, 4).any(axis=1), 4)
        number = (np.cumsum(seen) - 1)[samples.fragment]
        fragments = replace(
            fragments.chosen(np.flatnonzero(seen)), helpers=~drawn[seen] if needs.effects else None
        )
        shaded = shade(fragments)
        depths = samples.depth if shaded.depths is None else fixed_point(shaded.depths)[number]
        samples = Samples(samples.place, depths, number)
        samples = samples.left(shaded, self.samples)
        if late or early:
            samples = self._tested(samples, operations, last=True)
        elif operations.opaque and needs.discards:
            samples = samples.chosen(last_of_each(samples.place, samples.depth, operations.depth))
        colors = shaded.colors if len(shaded.colors) > 1 else [*shaded.colors] * len(self.colors)
        return _Colored(
            samples,
            [stored(color, buffer.dtype) for buffer, color in zip(self.colors, colors, strict=False)],
            front[fragments.triangle],
            [stored(color, buffer.dtype) for buffer, color in zip(self.colors, shaded.seconds, strict=False)],
        )

    def _passed(self, samples: Samples, operations: Operations, front: BoolArray) -> Samples:
        """Those that pass the tests, whose depths and stencil values are written at once.

        EXT_shader_image_load_store 3.X; ``front`` tells of each fragment whether it faces the front.
        """
        depth, kept = operations.depth, [samples.chosen(np.zeros(0, np.intp))]
        for layer in layers(samples.place):
            part = samples.chosen(layer)
            if operations.stencil.enabled:
                part = self._stencilled(part, operations, front[part.fragment])
            elif depth.enabled:
                part = part.chosen(passes(depth.function, part.depth, self.depth[part.place]))
            if depth.enabled and depth.write:
                self.depth[part.place] = part.depth
            kept.append(part)
        return joined(kept)

    def _tested(self, samples: Samples, operations: Operations, *, last: bool) -> Samples:
        """Those that pass the depth test now; with ``last`` the one at each place that is left of all.

        All of them where those that fail change the stencil value.
        """
        depth = operations.depth
        if operations.stencil.enabled:
            return samples
        if depth.enabled and monotone(depth):
            samples = samples.chosen(passes(depth.function, samples.depth, self.depth[samples.place]))
        if last and operations.opaque:
            samples = samples.chosen(last_of_each(samples.place, samples.depth, depth))
        return samples

    def _merge(self, colored: _Colored, operations: Operations) -> None:
        """Test again what was written since, and write."""
        depth, samples = operations.depth, colored.samples
        bytes_only = all(buffer.dtype == np.uint8 for buffer in self.colors)
        if operations.adds and bytes_only and not tests_again(depth):
            for buffer, color in zip(self.colors, colored.colors, strict=False):
                add(buffer, samples.place, samples.fragment, color)
            return
        for layer in [None] if operations.opaque else layers(samples.place):
            part = samples if layer is None else samples.chosen(layer)
            if operations.stencil.enabled:
                part = self._stencilled(part, operations, colored.front[part.fragment])
            elif tests_again(depth):
                part = part.chosen(passes(depth.function, part.depth, self.depth[part.place]))
            self._write(part, colored, operations)

    def _stencilled(self, samples: Samples, operations: Operations, front: BoolArray) -> Samples:
        """Those that pass stencil and depth test, no two at one place; stencil values as they become."""
        depth = operations.depth
        near = np.ones(len(front), np.bool_)
        if depth.enabled:
            near = passes(depth.function, samples.depth, self.depth[samples.place])
        left = np.zeros(len(front), np.bool_)
        for stencil, which in ((operations.stencil, front), (operations.back_stencil, ~front)):
            place = samples.place[which]
            stored_values = self.stencil[place]
            passed = stencil_passes(stencil, stored_values)
            self.stencil[place] = stencilled(stencil, stored_values, passed, near[which])
            left[which] = passed & near[which]
        return samples.chosen(left)

    def _write(self, samples: Samples, colored: _Colored, operations: Operations) -> None:
        """Samples of which no two have the same place."""
        if operations.depth.enabled and operations.depth.write:
            self.depth[samples.place] = samples.depth
        for number, (buffer, color) in enumerate(zip(self.colors, colored.colors, strict=False)):
            source = color[samples.fragment]
            second = colored.seconds[number][samples.fragment] if number < len(colored.seconds) else None
            if operations.logic_op:  # with which there is no blending (OpenGL 1.5, 4.1.9)
                source = logic(source, buffer[samples.place], operations.logic_op)
            elif operations.blend.enabled:
                source = blended(source, buffer[samples.place], operations.blend, second)
            if not all(operations.color_mask):
                source = np.where(operations.color_mask, source, buffer[samples.place])
            buffer[samples.place] = source


def _inside(fragments: Fragments, scissor: tuple[int, int, int, int]) -> BoolArray:
    """OpenGL 1.5, 4.1.2."""
    left, bottom, width, height = scissor
    x, y = fragments.x, fragments.y
    return np.asarray((x >= left) & (x < left + width) & (y >= bottom) & (y < bottom + height))
