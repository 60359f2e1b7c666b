"""Tests, blending and masks of fragments (OpenGL 1.5, 4.1 and 4.2; 3.5.5)."""

from __future__ import annotations

from dataclasses import replace

from nvrender.api.arguments import floats, whole
from nvrender.api.command import command
from nvrender.api.objects.fixed import FixedState
from nvrender.api.words import clamped, word, words
from nvrender.gl.state import fragments as known

_COMPARISONS = words(known.COMPARISONS)
_SOURCES = words(known.BLEND_FACTORS)
_DESTINATIONS = words(known.DESTINATION_FACTORS)
_EQUATIONS = words(known.BLEND_EQUATIONS)
_OPERATIONS = words(known.STENCIL_OPERATIONS)


@command()
def AlphaFunc(fixed: FixedState, func: int, ref: float) -> None:
    """What alpha is compared with, and how."""
    function = word("func", func, _COMPARISONS, "OpenGL 1.5, 4.1.4")
    reference = clamped(floats((ref,), "ref")[0])
    changed = replace(fixed.state.alpha_test, function=function, reference=reference)
    fixed.state = fixed.state.with_(alpha_test=changed)


@command()
def DepthFunc(fixed: FixedState, func: int) -> None:
    """How depths are compared."""
    function = word("func", func, _COMPARISONS, "OpenGL 1.5, 4.1.6")
    fixed.state = fixed.state.with_(depth=replace(fixed.state.depth, function=function))


@command()
def DepthMask(fixed: FixedState, flag: bool) -> None:
    """Whether depths are written."""
    fixed.state = fixed.state.with_(depth=replace(fixed.state.depth, write=bool(flag)))


@command()
def DepthRange(fixed: FixedState, n: float, f: float) -> None:
    """The window depths of the near and the far plane."""
    near, far = map(clamped, floats((n, f), "n, f"))
    fixed.state = fixed.state.with_(depth_range=(near, far))


@command()
def BlendFunc(fixed: FixedState, src: int, dst: int) -> None:
    """What the new and the old colour are weighed with."""
    section = "OpenGL 1.5, 4.1.7"
    changed = replace(
        fixed.state.blend,
        source=word("src", src, _SOURCES, section),
        destination=word("dst", dst, _DESTINATIONS, section),
        alpha_source="",
        alpha_destination="",
    )
    fixed.state = fixed.state.with_(blend=changed)


@command()
def BlendFuncSeparate(fixed: FixedState, srcRGB: int, dstRGB: int, srcAlpha: int, dstAlpha: int) -> None:
    """What the new and the old colour and alpha are weighed with."""
    section = "OpenGL 1.5, 4.1.7"
    changed = replace(
        fixed.state.blend,
        source=word("srcRGB", srcRGB, _SOURCES, section),
        destination=word("dstRGB", dstRGB, _DESTINATIONS, section),
        alpha_source=word("srcAlpha", srcAlpha, _SOURCES, section),
        alpha_destination=word("dstAlpha", dstAlpha, _DESTINATIONS, section),
    )
    fixed.state = fixed.state.with_(blend=changed)


@command()
def BlendEquation(fixed: FixedState, mode: int) -> None:
    """How the weighed colours are combined."""
    equation = word("mode", mode, _EQUATIONS, "OpenGL 1.5, 4.1.7")
    fixed.state = fixed.state.with_(blend=replace(fixed.state.blend, equation=equation, alpha_equation=""))


@command()
def BlendColor(fixed: FixedState, red: float, green: float, blue: float, alpha: float) -> None:
    """The colour of the constant factors."""
    r, g, b, a = map(clamped, floats((red, green, blue, alpha), "the colour"))
    fixed.state = fixed.state.with_(blend=replace(fixed.state.blend, color=(r, g, b, a)))


@command()
def ColorMask(fixed: FixedState, r: bool, g: bool, b: bool, a: bool) -> None:
    """Which components of colours are written."""
    fixed.state = fixed.state.with_(color_mask=(bool(r), bool(g), bool(b), bool(a)))


@command()
def StencilFunc(fixed: FixedState, func: int, ref: int, mask: int) -> None:
    """What stencil values are compared with, and how."""
    function = word("func", func, _COMPARISONS, "OpenGL 1.5, 4.1.5")
    reference = min(max(whole(ref, "ref"), 0), 0xFF)
    changed = replace(
        fixed.state.stencil, function=function, reference=reference, mask=whole(mask, "mask") & 0xFF
    )
    fixed.state = fixed.state.with_(stencil=changed)


@command()
def StencilOp(fixed: FixedState, sfail: int, dpfail: int, dppass: int) -> None:
    """What becomes of stencil values."""
    section = "OpenGL 1.5, 4.1.5"
    changed = replace(
        fixed.state.stencil,
        fail=word("sfail", sfail, _OPERATIONS, section),
        depth_fail=word("dpfail", dpfail, _OPERATIONS, section),
        depth_pass=word("dppass", dppass, _OPERATIONS, section),
    )
    fixed.state = fixed.state.with_(stencil=changed)


@command()
def StencilMask(fixed: FixedState, mask: int) -> None:
    """Which bits of stencil values are written."""
    changed = replace(fixed.state.stencil, write_mask=whole(mask, "mask") & 0xFF)
    fixed.state = fixed.state.with_(stencil=changed)


@command()
def PolygonOffset(fixed: FixedState, factor: float, units: float) -> None:
    """How far the depths of polygons are moved."""
    slope, least = floats((factor, units), "factor, units")
    changed = replace(fixed.state.polygon_offset, factor=slope, units=least)
    fixed.state = fixed.state.with_(polygon_offset=changed)
