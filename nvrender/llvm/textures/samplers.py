"""Textures as compiled code reads them: what it is compiled for, and words in memory."""

from __future__ import annotations

import struct
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from nvrender.gl.textures.texels import decoded
from nvrender.gl.textures.texture import Texture
from nvrender.llvm.refusal import refused
from nvrender.records import once

#: Words of 64 bits at the beginning of a descriptor: the address of the texels, images a level, base level,
#: last level, three bounds of the level of detail; then the border's colour, the deepest level there is, the
#: weights of slanted footprints' address and the most that sides of those differ; then 16 bytes a level.
FIRST_LEVEL = 96
LEVEL = 16
#: Where each of them is, in bytes.
TEXELS, IMAGES, BASE, LAST, BIAS, LEAST, MOST, BORDER, DEEPEST = 0, 8, 16, 24, 32, 40, 48, 56, 72
WEIGHTS, ANISOTROPY = 80, 88
#: Steps in which weights fall from middle to edge of slanted footprints (docs/semantics.md), and these.
STEPS = 1023
_WEIGHTS = np.exp(-2.0 * np.arange(STEPS + 1) / STEPS)


@dataclass(frozen=True, slots=True)
class Sampler:
    """What code that reads a texture is compiled for; sizes and texels are read as it runs.

    ``wraps`` are one for each of s, t and r that chooses a texel. ``depth`` is what comparisons are given as:
    LUMINANCE, INTENSITY or ALPHA; "" where texels are no depths. ``slanted``: footprints longer than wide
    are averaged along their length. ``powers``: sizes that something repeats by are powers of two.
    """

    target: str
    whole: bool
    wraps: tuple[str, ...]
    mag_filter: str
    min_filter: str
    compare_function: str
    depth: str
    slanted: bool = False
    powers: bool = False

    @property
    def mipmapped(self) -> bool:
        return "MIPMAP" in self.min_filter

    @property
    def detail_matters(self) -> bool:
        """Whether what a lookup gives depends on the level of detail."""
        return self.mipmapped or self.min_filter != self.mag_filter

    @property
    def within(self) -> str:
        """How the minifying filter reads one level."""
        return self.min_filter.partition("_MIPMAP_")[0]

    @property
    def between(self) -> str:
        """How it chooses levels: NEAREST, LINEAR, or "" for the base level alone."""
        return self.min_filter.partition("_MIPMAP_")[2]


#: Image unit → its sampler, None for a texture that is not there or not complete.
Samplers = tuple[tuple[int, "Sampler | None"], ...]


def samplers_of(textures: Mapping[int, Texture], units: tuple[int, ...]) -> Samplers:
    """The samplers of image units; TargetError for a texture that no code is compiled for."""
    found = ((unit, textures.get(unit)) for unit in units)
    return tuple((unit, None if texture is None else _sampler(texture)) for unit, texture in found)


@once
def _sampler(texture: Texture) -> Sampler | None:
    if not texture.complete:
        return None
    if texture.border:
        raise refused("lookups of textures with a border")
    if "S" in texture.axes:
        raise refused("lookups of multisample textures")
    wraps = (texture.wrap_s, texture.wrap_t, texture.wrap_r)[: texture.dimensions]
    return Sampler(
        texture.target,
        texture.kind != "float",
        wraps,
        texture.mag_filter,
        texture.min_filter,
        texture.compare_function,
        texture.depth_mode if texture.base_format == "DEPTH" else "",
        texture.max_anisotropy > 1.0 and texture.target == "2D" and texture.mipmapped,
        any(wrap.endswith("REPEAT") for wrap in wraps) and _of_powers(texture),
    )


def _of_powers(texture: Texture) -> bool:
    """Whether the sizes of all levels are powers of two."""
    sizes = [size for number in range(len(texture.levels)) for size in texture.extent(number)]
    return all(size & (size - 1) == 0 for size in sizes)


@dataclass(frozen=True)
class Words:
    """The descriptor of a texture, and the texels that it has the address of."""

    descriptor: npt.NDArray[np.uint8]
    texels: npt.NDArray[Any]


@once
def words_of(texture: Texture) -> Words:
    """A texture in memory: four words a texel, depths as they are."""
    parts, levels, offset = [], [], 0
    for number, image in enumerate(texture.levels):
        width, height, depth = texture.extent(number)
        values = decoded(image.reshape(texture.images * depth * height * width, -1), texture)
        parts.append(_expanded(values, texture))
        levels.append(struct.pack("<4i", offset, width, height, depth))
        offset += len(values)
    texels = np.concatenate(parts) if len(parts) > 1 else parts[0]
    head = struct.pack(
        "<4q3d4fqqd", texels.ctypes.data, texture.images, texture.base_level, _last(texture),
        texture.lod_bias,
        texture.min_lod, texture.max_lod, *_border(texture),
        min(texture.max_level, len(texture.levels) - 1), _WEIGHTS.ctypes.data, texture.max_anisotropy,
    )  # fmt: skip
    return Words(np.frombuffer(head + b"".join(levels), np.uint8).copy(), texels)


def _last(texture: Texture) -> int:
    return texture.last_level if texture.mipmapped else texture.base_level


def _border(texture: Texture) -> tuple[float, ...]:
    count = texture.levels[0].shape[-1] if texture.levels[0].ndim > len(texture.axes) else 1
    kind = np.float32 if texture.kind == "float" else np.int64
    chosen = {"ALPHA": (3,), "LUMINANCE_ALPHA": (0, 3)}.get(texture.base_format, tuple(range(count)))
    row = np.array([[texture.border_color[place] for place in chosen]], kind)
    found = _expanded(row, texture)[0]
    return tuple(float(value) for value in found.view(np.float32))


def _expanded(values: npt.NDArray[Any], texture: Texture) -> npt.NDArray[Any]:
    """(n, C) texels as (n, 4) R, G, B, A (OpenGL 1.5, table 3.21)."""
    kind: Any = np.float32 if texture.kind == "float" else np.uint32
    if texture.kind == "float" and texture.base_format == "RGBA" and values.shape[1] == 4:
        return np.ascontiguousarray(values, kind)
    found = np.zeros((len(values), 4), kind)
    numbers = values.astype(np.int64).astype(np.uint32) if texture.kind != "float" else values
    base = texture.base_format
    if base != "ALPHA":
        found[:, :3] = numbers[:, :3] if numbers.shape[1] > 2 else numbers[:, :1]
    found[:, 3] = 1 if base in ("RGB", "LUMINANCE") else numbers[:, -1]
    return found
