"""State as GL state: what tests, blending, culling, offsets, points and clip planes must be for a draw."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any, NamedTuple

import moderngl

from nvrender.gl.state.fragments import COMPARISONS, LOGIC_OPERATIONS, Blend, Stencil
from nvrender.gl.state.state import ALL_SAMPLES, Box, State
from nvrender.gpu.context.gl_functions import has
from nvrender.gpu.context.neutral import LOWER_LEFT, NEGATIVE_ONE_TO_ONE, SAMPLE_SHADING
from nvrender.gpu.context.slots import KINDS, Slot, Value
from nvrender.source import InputError

_CLIP_DISTANCE0 = 0x3000
_CLIP_DISTANCES = 8
_DEPTH_TEST, _CULL_FACE, _RASTERIZER_DISCARD, _PROGRAM_POINT_SIZE = 0x0B71, 0x0B44, 0x8C89, 0x8642
_STENCIL_TEST, _LOGIC_OP, _POLYGON_OFFSET, _SAMPLE_MASK = 0x0B90, 0x0BF2, 0x8037, 0x8E51
_OFFSETS = (0x2A01, 0x2A02)  # POLYGON_OFFSET_POINT, POLYGON_OFFSET_LINE
_LINE_SMOOTH, _POLYGON_SMOOTH, _PRIMITIVE_RESTART = 0x0B20, 0x0B41, 0x8F9D
_DEPTH_CLAMP, _FRAMEBUFFER_SRGB, _MULTISAMPLE = 0x864F, 0x8DB9, 0x809D
#: SAMPLE_ALPHA_TO_COVERAGE, SAMPLE_ALPHA_TO_ONE, SAMPLE_COVERAGE, SAMPLE_MASK
_OF_SAMPLES = (0x809E, 0x809F, 0x80A0, _SAMPLE_MASK)
_COLOR_ATTACHMENT0, _MOST_COLORS = 0x8CE0, 8
_LAST_VERTEX, _FILL = 0x8E4E, 0x1B02
_NOTHING = (0, 0, 0, 0)
_LINES = (
    moderngl.LINES, moderngl.LINE_LOOP, moderngl.LINE_STRIP, moderngl.LINES_ADJACENCY,
    moderngl.LINE_STRIP_ADJACENCY,
)  # fmt: skip
_ORDER = {kind: place for place, kind in enumerate(KINDS)}

_NEVER = 0x0200
_COMPARISONS = {word: _NEVER + place for place, word in enumerate(COMPARISONS)}
_EQUATIONS = {
    "FUNC_ADD": 0x8006, "FUNC_SUBTRACT": 0x800A, "FUNC_REVERSE_SUBTRACT": 0x800B, "MIN": 0x8007,
    "MAX": 0x8008,
}  # fmt: skip
_FACTORS = {
    "ZERO": 0, "ONE": 1, "SRC_COLOR": 0x0300, "ONE_MINUS_SRC_COLOR": 0x0301, "SRC_ALPHA": 0x0302,
    "ONE_MINUS_SRC_ALPHA": 0x0303, "DST_ALPHA": 0x0304, "ONE_MINUS_DST_ALPHA": 0x0305, "DST_COLOR": 0x0306,
    "ONE_MINUS_DST_COLOR": 0x0307, "SRC_ALPHA_SATURATE": 0x0308, "CONSTANT_COLOR": 0x8001,
    "ONE_MINUS_CONSTANT_COLOR": 0x8002, "CONSTANT_ALPHA": 0x8003, "ONE_MINUS_CONSTANT_ALPHA": 0x8004,
    "SRC1_COLOR": 0x88F9, "ONE_MINUS_SRC1_COLOR": 0x88FA, "SRC1_ALPHA": 0x8589,
    "ONE_MINUS_SRC1_ALPHA": 0x88FB,
}  # fmt: skip
_STENCIL_OPERATIONS = {
    "KEEP": 0x1E00, "ZERO": 0, "REPLACE": 0x1E01, "INCR": 0x1E02, "INCR_WRAP": 0x8507, "DECR": 0x1E03,
    "DECR_WRAP": 0x8508, "INVERT": 0x150A,
}  # fmt: skip
_STENCIL_FACES = {"front": 0x0404, "back": 0x0405}
_CLEAR = 0x1500
_FACES = {"FRONT": 0x0404, "BACK": 0x0405, "FRONT_AND_BACK": 0x0408}
_FRONTS = {"CCW": 0x0901, "CW": 0x0900}


class Raster(NamedTuple):
    """What a draw is rasterized as, and into: ``mode`` None for primitives of any kind, ``indexed`` vertices.

    ``foreign``: what a caller has set beyond the state does not count. ``faces``: shaders tell front from
    back, ``flat``: they read what one vertex of a primitive has, ``depths``: something asks for depths.
    """

    framebuffer: moderngl.Framebuffer
    mode: int | None = None
    indexed: bool = True
    foreign: bool = True
    faces: bool = True
    flat: bool = True
    depths: bool = True


def demands(
    context: moderngl.Context,
    raster: Raster,
    state: State,
    results: Collection[str],
    derives_size: bool = False,
) -> dict[Slot, Value]:
    """What GL's state must be to draw as ``state`` says, for a vertex stage that writes ``results``.

    ``derives_size`` says that PSIZ is the conventional stage's. What nothing of the draw asks for is left
    out.
    """
    size = _size_written(state, results, derives_size)
    found: dict[Slot, Value] = {
        **_framebuffer(context, raster, state),
        ("enable", _DEPTH_TEST): (int(state.depth.enabled),),
        ("enable", _CULL_FACE): (int(bool(state.cull_face)),),
        ("enable", _RASTERIZER_DISCARD): (0,),
        **_clipping(state, results),
        **_operations(state, raster),
    }
    if state.depth.enabled:
        found["depth function", 0] = (_COMPARISONS[state.depth.function],)
        found["depth mask", 0] = (int(state.depth.write),)
    if raster.faces or state.cull_face or state.stencil.enabled:
        found["front face", 0] = (_FRONTS[state.front_face],)
    if raster.depths:
        found["depth range", 0] = state.depth_range
    if raster.flat:
        found["provoking vertex", 0] = (_LAST_VERTEX,)
    if state.cull_face:
        found["cull face", 0] = (_FACES[state.cull_face],)
    points, lines, polygons = _kinds(raster)
    if points:
        found["enable", _PROGRAM_POINT_SIZE] = (int(size),)
        found["point size", 0] = (state.point_size,)
    if lines:
        found["line width", 0] = (state.line_width,)
    if raster.foreign:
        found |= _without_others(context, raster, polygons=polygons) | found
    return {slot: found[slot] for slot in sorted(found, key=_place)}


def _place(slot: Slot) -> int:
    return _ORDER[slot[0]]


def _kinds(raster: Raster) -> tuple[bool, bool, bool]:
    """Whether points, lines and polygons may be drawn; polygons of others' modes may be any of them."""
    if raster.mode is None or not raster.foreign:
        return True, True, True
    points = raster.mode == moderngl.POINTS
    lines = raster.mode in _LINES
    return points, lines, not points and not lines


def _masks_of(framebuffer: moderngl.Framebuffer) -> tuple[tuple[bool, ...], ...]:
    """The mask of each colour buffer that moderngl draws into."""
    masks: tuple[Any, ...] = framebuffer.color_mask
    return masks if not masks or isinstance(masks[0], tuple) else (masks,)


def _framebuffer(context: moderngl.Context, raster: Raster, state: State) -> dict[Slot, Value]:
    """The framebuffer, what of it is drawn into, and the masks, all as moderngl has it or the state says."""
    framebuffer = raster.framebuffer
    masks = _masks_of(framebuffer)
    colors = len(masks)
    found: dict[Slot, Value] = {("framebuffer", 0): (framebuffer.glo,)}
    if framebuffer.glo:
        names = [_COLOR_ATTACHMENT0 + place for place in range(colors)]
        found["draw buffers", colors] = (*names, 0)[:_MOST_COLORS]
    for place in range(colors):
        mask = masks[place] if all(state.color_mask) else state.color_mask
        found["color mask", place] = tuple(map(int, mask))
        found["blend", place] = (int(state.blend.enabled),)
    viewport = framebuffer.viewport
    if state.viewport is not None:
        _check_room(context, framebuffer, state.viewport)
        viewport = state.viewport
    found["viewport", 0] = tuple(map(float, viewport))
    scissor: Box | None = framebuffer.scissor
    if scissor == (0, 0, *framebuffer.size):
        scissor = None
    if state.scissor is not None:
        scissor = state.scissor
    if state.viewport is not None and not all(state.viewport[2:]):
        scissor = _NOTHING  # docs/semantics.md
    found["scissor test", 0] = (int(scissor is not None),)
    if scissor is not None:
        found["scissor", 0] = scissor
    return found


def _operations(state: State, raster: Raster) -> dict[Slot, Value]:
    """The numbers and words of the operations that are on (OpenGL 1.5, 3.5.5 and 4.1.4 to 4.2.2)."""
    found: dict[Slot, Value] = {}
    if state.blend.enabled:
        found |= _blend(state.blend, len(_masks_of(raster.framebuffer)))
    if state.stencil.enabled:
        found["enable", _STENCIL_TEST] = (1,)
        found |= _stencil("front", state.stencil)
        found |= _stencil("back", state.back_stencil or state.stencil)
    if state.polygon_offset.enabled:
        found["enable", _POLYGON_OFFSET] = (1,)
        found["polygon offset", 0] = (state.polygon_offset.factor, state.polygon_offset.units)
    if state.logic_op:
        found["enable", _LOGIC_OP] = (1,)
        found["logic operation", 0] = (_CLEAR + LOGIC_OPERATIONS.index(state.logic_op),)
    if state.sample_mask != ALL_SAMPLES:
        found["enable", _SAMPLE_MASK] = (1,)
        found["sample mask", 0] = (state.sample_mask,)
    return found


def _blend(blend: Blend, colors: int) -> dict[Slot, Value]:
    source, destination = _FACTORS[blend.source], _FACTORS[blend.destination]
    equation = _EQUATIONS[blend.equation]
    alpha = (_FACTORS.get(blend.alpha_source, source), _FACTORS.get(blend.alpha_destination, destination))
    found: dict[Slot, Value] = {("blend color", 0): tuple(map(float, blend.color))}
    for place in range(colors):
        found["blend function", place] = (source, destination, *alpha)
        found["blend equation", place] = (equation, _EQUATIONS.get(blend.alpha_equation, equation))
    return found


def _stencil(face: str, stencil: Stencil) -> dict[Slot, Value]:
    number, function = _STENCIL_FACES[face], _NEVER + COMPARISONS.index(stencil.function)
    words = stencil.fail, stencil.depth_fail, stencil.depth_pass
    return {
        ("stencil function", number): (function, stencil.reference, stencil.mask),
        ("stencil operations", number): tuple(_STENCIL_OPERATIONS[word] for word in words),
        ("stencil mask", number): (stencil.write_mask,),
    }


def _without_others(context: moderngl.Context, raster: Raster, *, polygons: bool) -> dict[Slot, Value]:
    """What State does not have and a caller may have on, switched off where the draw would see it."""
    # Smooth lines, and offsets of points and lines, change triangles too (quirks.SMOOTH_LINES).
    off = [_STENCIL_TEST, _LOGIC_OP, _DEPTH_CLAMP, _LINE_SMOOTH, *_OFFSETS]
    found: dict[Slot, Value] = {}
    if polygons:
        off += [_POLYGON_SMOOTH, _POLYGON_OFFSET]
        found["polygon mode", 0] = (_FILL,)
    if raster.indexed:
        off.append(_PRIMITIVE_RESTART)
    framebuffer = raster.framebuffer
    attached = framebuffer.color_attachments
    if attached is None or not all(isinstance(each, moderngl.Renderbuffer) for each in attached):
        off.append(_FRAMEBUFFER_SRGB)  # moderngl has no renderbuffers of sRGB
    # OpenGL 4.5, 17.3.3: without several samples these count for nothing.
    if framebuffer.samples or attached is None:
        off += _OF_SAMPLES
        found["enable", _MULTISAMPLE] = (1,)
        if has(context, 400, "GL_ARB_sample_shading"):
            off.append(SAMPLE_SHADING)
    if has(context, 450, "GL_ARB_clip_control"):
        found["clip control", 0] = (LOWER_LEFT, NEGATIVE_ONE_TO_ONE)
    return found | {("enable", name): (0,) for name in off}


def point_sizes(
    context: moderngl.Context, state: State, results: Collection[str], derives_size: bool = False
) -> tuple[float, float]:
    """The smallest and the largest size the context draws points of; both the state's where it decides."""
    least, most = context.info["GL_POINT_SIZE_RANGE"]
    least = max(least, 1.0)
    if _size_written(state, results, derives_size):
        return least, most
    size = min(max(state.point_size, least), most)
    return size, size


def _size_written(state: State, results: Collection[str], derives_size: bool) -> bool:
    """NV_vertex_program2 2.14.1.5: only where the mode is enabled and PSIZ is written."""
    return (state.vertex_program_point_size or derives_size) and "PSIZ" in results


def _clipping(state: State, results: Collection[str]) -> dict[Slot, Value]:
    """A plane clips if it is enabled and the program writes its distance (NV_vertex_program2 2.11)."""
    enabled = enumerate((*state.clip_planes, *(False,) * _CLIP_DISTANCES)[:_CLIP_DISTANCES])
    return {
        ("enable", _CLIP_DISTANCE0 + plane): (int(on and f"CLP{plane}" in results),) for plane, on in enabled
    }


def _check_room(context: moderngl.Context, framebuffer: moderngl.Framebuffer, viewport: Box) -> None:
    """InputError for a viewport that the context would make smaller (OpenGL 1.5, 2.10.1)."""
    if viewport[2] > framebuffer.width or viewport[3] > framebuffer.height:
        width, height = context.info["GL_MAX_VIEWPORT_DIMS"]
        if viewport[2] > width or viewport[3] > height:
            raise InputError(f"state.viewport is {viewport}; this context takes {width} × {height} pixels")
