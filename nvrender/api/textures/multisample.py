"""Textures of several samples a texel (ARB_texture_multisample 3.8.4, NV_texture_multisample 3.8.4).

What is in them was drawn into them; programs fetch it by TXFMS.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np

from nvrender.api import enums
from nvrender.api.arguments import whole
from nvrender.api.command import command
from nvrender.api.errors import check_enum, invalid_enum, invalid_value, refused
from nvrender.api.objects.context import ContextState
from nvrender.api.objects.framebuffers import MAX_SAMPLES, RENDER_FORMATS
from nvrender.api.objects.multisample_images import Multisample
from nvrender.api.objects.texture_units import TextureState
from nvrender.api.textures.targets import (
    LARGEST,
    LAYERS,
    MOST_TEXELS,
    bound_texture,
    check_unhandled,
    replace_texture,
)

_SECTION = "ARB_texture_multisample 3.8.4"
_COVERAGE = "NV_texture_multisample 3.8.4"
_QUERY = "ARB_texture_multisample 6.1.3"

#: Target → the word of a texture, and whether it is a proxy.
TARGETS = {
    enums.TEXTURE_2D_MULTISAMPLE: ("2DMS", False),
    enums.PROXY_TEXTURE_2D_MULTISAMPLE: ("2DMS", True),
    enums.TEXTURE_2D_MULTISAMPLE_ARRAY: ("ARRAY2DMS", False),
    enums.PROXY_TEXTURE_2D_MULTISAMPLE_ARRAY: ("ARRAY2DMS", True),
}
_COLORS = ("RED", "GREEN", "BLUE", "ALPHA", "LUMINANCE", "INTENSITY", "DEPTH")


@command()
def TexImage2DMultisample(
    textures: TextureState, target: int, samples: int, internalformat: int, width: int, height: int,
    fixedsamplelocations: bool,
) -> None:  # fmt: skip
    """An image of at least so many samples a texel, which are 0."""
    _image(textures, target, samples, internalformat, (width, height), fixedsamplelocations)


@command()
def TexImage3DMultisample(
    textures: TextureState, target: int, samples: int, internalformat: int, width: int, height: int,
    depth: int, fixedsamplelocations: bool,
) -> None:  # fmt: skip
    """Layers of at least so many samples a texel, which are 0."""
    _image(textures, target, samples, internalformat, (width, height, depth), fixedsamplelocations)


@command()
def TexImage2DMultisampleCoverageNV(
    textures: TextureState, target: int, coverageSamples: int, colorSamples: int, internalFormat: int,
    width: int, height: int, fixedSampleLocations: bool,
) -> None:  # fmt: skip
    """TexImage2DMultisample; there are as many samples of coverage as of colours."""
    samples = _covered(coverageSamples, colorSamples)
    _image(textures, target, samples, internalFormat, (width, height), fixedSampleLocations)


@command()
def TexImage3DMultisampleCoverageNV(
    textures: TextureState, target: int, coverageSamples: int, colorSamples: int, internalFormat: int,
    width: int, height: int, depth: int, fixedSampleLocations: bool,
) -> None:  # fmt: skip
    """TexImage3DMultisample; there are as many samples of coverage as of colours."""
    samples = _covered(coverageSamples, colorSamples)
    _image(textures, target, samples, internalFormat, (width, height, depth), fixedSampleLocations)


def _covered(coverage: int, colors: int) -> int:
    covered, colored = whole(coverage, "coverageSamples"), whole(colors, "colorSamples")
    if colored > covered or min(covered, colored) < 0:
        raise invalid_value(f"{colored} samples of colours and {covered} of coverage", _COVERAGE)
    return covered


def _image(
    textures: TextureState, target: int, samples: int, format: int, sizes: tuple[int, ...], fixed: bool
) -> None:
    word, proxy = TARGETS.get(whole(target, "target"), ("", False))
    if word != ("2DMS" if len(sizes) == 2 else "ARRAY2DMS"):
        raise invalid_enum("target", target, "TEXTURE_2D_MULTISAMPLE or its array, and its proxy", _SECTION)
    if whole(format, "internalformat") not in RENDER_FORMATS:
        known = "the formats that renderbuffers have"
        raise invalid_enum("internalformat", format, known, _SECTION)
    asked, lengths = whole(samples, "samples"), [whole(size, "a size") for size in sizes]
    if not 0 < asked <= MAX_SAMPLES:
        raise invalid_value(f"{asked} samples; there are 1 to {MAX_SAMPLES}", _SECTION)
    layers = lengths[2] if len(lengths) > 2 else 1
    large = max(lengths[:2]) > LARGEST or layers > LAYERS
    if min(lengths) < 0 or (large and not proxy):
        sizes_ = " × ".join(map(str, lengths))
        raise invalid_value(f"{sizes_} texels; a size is 0 to {LARGEST}, of layers {LAYERS}", _SECTION)
    made = Multisample(format, (lengths[0], lengths[1]), layers, MAX_SAMPLES, bool(fixed))
    room = lengths[0] * lengths[1] * layers * MAX_SAMPLES <= MOST_TEXELS
    if proxy:
        textures.multisample_proxies[word] = made if room and not large else None
        return
    check_unhandled(textures, word)
    if not room:
        reason = f"{MAX_SAMPLES} samples of each texel are more than {MOST_TEXELS}"
        raise refused(enums.OUT_OF_MEMORY, reason, _SECTION)
    held = bound_texture(textures, word)
    replace_texture(textures, replace(held, multisample=made))


def _bits(name: str) -> Callable[[Multisample], int]:
    return lambda image: image.form.bits.get(name, 0)


def _type(name: str) -> Callable[[Multisample], int]:
    def value(image: Multisample) -> int:
        if name not in image.form.bits:
            return enums.NONE
        floats = image.form.colors and np.dtype(image.form.dtype).kind == "f"
        return enums.FLOAT if floats else enums.UNSIGNED_NORMALIZED_ARB

    return value


def _samples(image: Multisample) -> int:
    return image.samples


#: What GetTexLevelParameter knows of images besides, by pname.
LEVEL_PARAMETERS: dict[int, Callable[[Multisample], int]] = {
    enums.TEXTURE_SAMPLES: _samples,
    enums.TEXTURE_FIXED_SAMPLE_LOCATIONS: lambda image: int(image.fixed),
    enums.TEXTURE_COVERAGE_SAMPLES_NV: _samples,
    enums.TEXTURE_COLOR_SAMPLES_NV: _samples,
}
_ASKED: dict[int, Callable[[Multisample], int]] = {
    **LEVEL_PARAMETERS,
    enums.TEXTURE_WIDTH: lambda image: image.size[0],
    enums.TEXTURE_HEIGHT: lambda image: image.size[1],
    enums.TEXTURE_DEPTH: lambda image: image.layers,
    enums.TEXTURE_INTERNAL_FORMAT: lambda image: image.format,
    enums.TEXTURE_BORDER: lambda image: 0,
    enums.TEXTURE_COMPRESSED: lambda image: 0,
    **{getattr(enums, f"TEXTURE_{name}_SIZE"): _bits(name) for name in _COLORS},
    **{getattr(enums, f"TEXTURE_{name}_TYPE_ARB"): _type(name) for name in _COLORS},
}
#: What they are where there is no image; others are 0 (table 6.17).
_INITIAL = {enums.TEXTURE_INTERNAL_FORMAT: 1, enums.TEXTURE_FIXED_SAMPLE_LOCATIONS: 1}


def level_parameter(textures: TextureState, target: int, level: int, pname: int) -> int:
    """A property of the image of a multisample texture, or of a proxy."""
    word, proxy = TARGETS[target]
    check_enum("pname", whole(pname, "pname"), _ASKED, "TEXTURE_WIDTH, TEXTURE_SAMPLES and their kin", _QUERY)
    if whole(level, "level"):
        raise invalid_value(f"level is {level}; there is level 0 alone", _QUERY)
    image = textures.multisample_proxies.get(word) if proxy else bound_texture(textures, word).multisample
    return _INITIAL.get(pname, 0) if image is None else _ASKED[pname](image)


#: What GetIntegerv and its kin know of them.
VALUES: dict[int, Callable[[ContextState], Any]] = {
    enums.MAX_COLOR_TEXTURE_SAMPLES: lambda gl: MAX_SAMPLES,
    enums.MAX_DEPTH_TEXTURE_SAMPLES: lambda gl: MAX_SAMPLES,
    enums.MAX_INTEGER_SAMPLES: lambda gl: 1,
}
