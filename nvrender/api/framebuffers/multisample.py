"""Several samples a pixel (OpenGL 1.5, 3.2.1, 4.1.3; NV_explicit_multisample).

Framebuffer objects may have them, the window has none.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from nvrender.api import enums
from nvrender.api.arguments import floats, name_of, whole
from nvrender.api.command import command
from nvrender.api.errors import check_enum, invalid_operation, invalid_value
from nvrender.api.framebuffers.attached_images import buffers_of, is_complete
from nvrender.api.objects.context import ContextState
from nvrender.api.objects.fixed import FixedState
from nvrender.api.objects.framebuffers import MAX_SAMPLES, FramebufferState
from nvrender.api.objects.texture_units import TextureState
from nvrender.api.textures.targets import bound_texture, replace_texture
from nvrender.api.words import clamped
from nvrender.gl.state.state import ALL_SAMPLES
from nvrender.oracle.raster.triangles import SAMPLES, SUBPIXELS
from nvrender.source import InputError

_SECTION = "NV_explicit_multisample 3.2.1"
_MASK = "NV_explicit_multisample 4.1.3"
_TEXTURE = "NV_explicit_multisample 3.8.4"

#: MAX_SAMPLE_MASK_WORDS_NV.
MASK_WORDS = 1
_WORD = 0xFFFFFFFF


@command()
def SampleCoverage(fixed: FixedState, value: float, invert: bool) -> None:
    """What part of the samples SAMPLE_COVERAGE lets through."""
    fixed.sample_coverage = clamped(floats((value,), "value")[0]), bool(invert)


@command()
def SampleMaskIndexedNV(fixed: FixedState, index: int, mask: int) -> None:
    """Which samples SAMPLE_MASK_NV lets through, 32 a word."""
    number, bits = _word(index), whole(mask, "mask") & _WORD
    fixed.sample_masks = (*fixed.sample_masks[:number], bits, *fixed.sample_masks[number + 1 :])


@command()
def SampleMaski(fixed: FixedState, index: int, mask: int) -> None:
    """SampleMaskIndexedNV, as ARB_texture_multisample calls it."""
    SampleMaskIndexedNV(fixed, index, mask)


@command()
def GetMultisamplefv(
    textures: TextureState, framebuffers: FramebufferState, pname: int, index: int
) -> tuple[float, float]:
    """GetMultisamplefvNV, whose errors are others in ARB_texture_multisample."""
    if pname == enums.SAMPLE_POSITION_NV and not 0 <= whole(index, "index") < (
        there := samples_drawn(textures, framebuffers)
    ):
        reason = f"sample {index} of the {there} that SAMPLES says there are"
        raise invalid_value(reason, "ARB_texture_multisample 3.3.1")
    return GetMultisamplefvNV(textures, framebuffers, pname, index)


@command()
def GetMultisamplefvNV(
    textures: TextureState, framebuffers: FramebufferState, pname: int, index: int
) -> tuple[float, float]:
    """Where a sample lies in its pixel."""
    check_enum("pname", pname, (enums.SAMPLE_POSITION_NV,), "SAMPLE_POSITION_NV", _SECTION)
    number, there = whole(index, "index"), samples_drawn(textures, framebuffers)
    if not 0 <= number < there:
        raise invalid_operation(f"sample {number} of the {there} that SAMPLES says there are", _SECTION)
    x, y = SAMPLES[there][number]
    return x / SUBPIXELS, y / SUBPIXELS


@command()
def TexRenderbufferNV(
    textures: TextureState, framebuffers: FramebufferState, target: int, renderbuffer: int
) -> None:
    """Give the current renderbuffer texture the texels of a renderbuffer; 0 takes them away."""
    check_enum("target", target, (enums.TEXTURE_RENDERBUFFER_NV,), "TEXTURE_RENDERBUFFER_NV", _TEXTURE)
    if (number := name_of(renderbuffer)) and number not in framebuffers.renderbuffers.objects:
        raise invalid_operation(f"{number} is no renderbuffer", _TEXTURE)
    replace_texture(textures, replace(bound_texture(textures, "RENDERBUFFER"), renderbuffer=number))


def samples_drawn(textures: TextureState, framebuffers: FramebufferState) -> int:
    """SAMPLES: how many a pixel has of what is drawn into, 0 of a framebuffer that is not complete."""
    name = framebuffers.draw_framebuffer
    return (
        buffers_of(framebuffers, textures, name).samples
        if name and is_complete(framebuffers, textures, name)
        else 0
    )


def mask_of_samples(fixed: FixedState, samples: int) -> int:
    """A bit for each sample that is drawn (4.1.3); of SAMPLE_COVERAGE the first so many samples count."""
    kept = whole_ = (1 << samples) - 1
    value, invert = fixed.sample_coverage
    if enums.SAMPLE_COVERAGE in fixed.enabled:
        covered = (1 << int(value * samples)) - 1
        kept &= ~covered if invert else covered
    if enums.SAMPLE_MASK_NV in fixed.enabled:
        kept &= fixed.sample_masks[0]
    return ALL_SAMPLES if not samples or kept == whole_ else kept


def check_samples(fixed: FixedState, samples: int) -> None:
    """InputError for operations on several samples that are not there."""
    if not samples:
        return
    if enums.MULTISAMPLE not in fixed.enabled:
        raise InputError("MULTISAMPLE is disabled; into several samples a pixel nothing is drawn without it")
    for name in ("SAMPLE_ALPHA_TO_COVERAGE", "SAMPLE_ALPHA_TO_ONE"):
        if getattr(enums, name) in fixed.enabled:
            raise InputError(f"{name} is enabled, with which nothing is drawn into several samples a pixel")


def sample_mask(fixed: FixedState, index: int) -> int:
    """SAMPLE_MASK_VALUE_NV."""
    return fixed.sample_masks[_word(index)]


def _word(index: int) -> int:
    number = whole(index, "index")
    if not 0 <= number < MASK_WORDS:
        raise invalid_value(f"index is {number}; there are {MASK_WORDS} words of the mask", _MASK)
    return number


#: What GetIntegerv and its kin know of it.
VALUES: dict[int, Callable[[ContextState], Any]] = {
    enums.SAMPLE_BUFFERS: lambda gl: int(samples_drawn(gl.textures, gl.framebuffers) > 0),
    enums.SAMPLES: lambda gl: samples_drawn(gl.textures, gl.framebuffers),
    enums.MAX_SAMPLES_EXT: lambda gl: MAX_SAMPLES,
    enums.SAMPLE_COVERAGE_VALUE: lambda gl: gl.fixed.sample_coverage[0],
    enums.SAMPLE_COVERAGE_INVERT: lambda gl: gl.fixed.sample_coverage[1],
    enums.MAX_SAMPLE_MASK_WORDS_NV: lambda gl: MASK_WORDS,
    enums.TEXTURE_RENDERBUFFER_DATA_STORE_BINDING_NV: lambda gl: (
        bound_texture(gl.textures, "RENDERBUFFER").renderbuffer
    ),
}
