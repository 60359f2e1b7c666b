"""State as GL state: tests, blending, culling, offsets, points and clip planes, set for one draw."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from contextlib import contextmanager

import moderngl

from nvrender.gl.state.fragments import COMPARISONS, LOGIC_OPERATIONS, Blend, Stencil
from nvrender.gl.state.state import ALL_SAMPLES, Box, State
from nvrender.gpu.context.gl_functions import GL
from nvrender.source import InputError

_CLIP_DISTANCE0 = 0x3000
_CLIP_DISTANCES = 8
_SAMPLE_MASK, _SAMPLE_MASK_VALUE = 0x8E51, 0x8E52
_STENCIL_TEST = 0x0B90
_LOGIC_OP = 0x0BF2
_POLYGON_OFFSET = 0x8037
_SCISSOR_TEST = 0x0C11
_NOTHING = (0, 0, 0, 0)

_COMPARISONS = dict(zip(COMPARISONS, ("0", "<", "==", "<=", ">", "!=", ">=", "1"), strict=True))
_NEVER = 0x0200
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
_FACES = {"": "back", "FRONT": "front", "BACK": "back", "FRONT_AND_BACK": "front_and_back"}
_FRONTS = {"CCW": "ccw", "CW": "cw"}


@contextmanager
def applied(
    context: moderngl.Context,
    framebuffer: moderngl.Framebuffer,
    state: State,
    results: Collection[str],
    derives_size: bool = False,
) -> Iterator[None]:
    """Bind ``framebuffer`` and set GL as ``state`` says for a vertex stage that writes ``results``.

    ``derives_size`` says that PSIZ is the conventional stage's.

    The caller has the context preserved; only the framebuffer's own depth mask is put back here.
    """
    framebuffer.use()
    context.enable_only(_flags(state, results, derives_size))
    context.depth_func = _COMPARISONS[state.depth.function]
    context.cull_face = _FACES[state.cull_face]
    context.front_face = _FRONTS[state.front_face]
    context.point_size = state.point_size
    context.line_width = state.line_width
    context.provoking_vertex = moderngl.LAST_VERTEX_CONVENTION
    gl = GL(context)
    gl("glDepthRange", "dd", *state.depth_range)
    if state.viewport is not None:
        _check_room(context, framebuffer, state.viewport)
        gl("glViewport", "iiii", *state.viewport)
    with _enabled(gl, state):
        _operations(gl, state)
        _clip(context, state, results)
        depth_mask = framebuffer.depth_mask
        framebuffer.depth_mask = state.depth.write
        try:
            yield
        finally:
            framebuffer.depth_mask = depth_mask


def _flags(state: State, results: Collection[str], derives_size: bool) -> int:
    """What moderngl enables."""
    flags = moderngl.BLEND if state.blend.enabled else 0
    flags |= moderngl.DEPTH_TEST if state.depth.enabled else 0
    flags |= moderngl.CULL_FACE if state.cull_face else 0
    flags |= moderngl.PROGRAM_POINT_SIZE if _size_written(state, results, derives_size) else 0
    return int(flags)


@contextmanager
def _enabled(gl: GL, state: State) -> Iterator[None]:
    """What moderngl cannot enable is enabled inside the block, with scissor box and sample mask."""
    scissor = state.scissor
    if state.viewport is not None and not all(state.viewport[2:]):
        scissor = _NOTHING  # docs/semantics.md
    masked = state.sample_mask != ALL_SAMPLES
    enables = {
        _STENCIL_TEST: state.stencil.enabled,
        _LOGIC_OP: bool(state.logic_op),
        _POLYGON_OFFSET: state.polygon_offset.enabled,
        _SCISSOR_TEST: scissor is not None,
        _SAMPLE_MASK: masked,
    }
    added = [name for name, on in enables.items() if on and not gl.enabled(name)]
    for name in added:
        gl("glEnable", "u", name)
    if scissor is not None:
        gl("glScissor", "iiii", *scissor)
    mask = gl.indexed(_SAMPLE_MASK_VALUE, 0) if masked else ALL_SAMPLES
    if masked:
        gl("glSampleMaski", "uu", 0, state.sample_mask)
    try:
        yield
    finally:
        if masked:
            gl("glSampleMaski", "uu", 0, mask & ALL_SAMPLES)
        for name in added:
            gl("glDisable", "u", name)


def _operations(gl: GL, state: State) -> None:
    """The numbers and words of the operations that are on (OpenGL 1.5, 3.5.5 and 4.1.4 to 4.2.2)."""
    if state.blend.enabled:
        _blend(gl, state.blend)
    if state.stencil.enabled:
        _stencil(gl, "front", state.stencil)
        _stencil(gl, "back", state.back_stencil or state.stencil)
    if state.polygon_offset.enabled:
        gl("glPolygonOffset", "ff", state.polygon_offset.factor, state.polygon_offset.units)
    if state.logic_op:
        gl("glLogicOp", "u", _CLEAR + LOGIC_OPERATIONS.index(state.logic_op))
    if not all(state.color_mask):
        # A framebuffer's own mask is back at its next use.
        gl("glColorMask", "BBBB", *state.color_mask)


def _blend(gl: GL, blend: Blend) -> None:
    source, destination = _FACTORS[blend.source], _FACTORS[blend.destination]
    equation = _EQUATIONS[blend.equation]
    alpha = (_FACTORS.get(blend.alpha_source, source), _FACTORS.get(blend.alpha_destination, destination))
    gl("glBlendFuncSeparate", "uuuu", source, destination, *alpha)
    gl("glBlendEquationSeparate", "uu", equation, _EQUATIONS.get(blend.alpha_equation, equation))
    gl("glBlendColor", "ffff", *blend.color)


def _stencil(gl: GL, face: str, stencil: Stencil) -> None:
    number, function = _STENCIL_FACES[face], _NEVER + COMPARISONS.index(stencil.function)
    words = stencil.fail, stencil.depth_fail, stencil.depth_pass
    gl("glStencilFuncSeparate", "uuiu", number, function, stencil.reference, stencil.mask)
    gl("glStencilOpSeparate", "uuuu", number, *(_STENCIL_OPERATIONS[word] for word in words))
    gl("glStencilMaskSeparate", "uu", number, stencil.write_mask)


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


def _clip(context: moderngl.Context, state: State, results: Collection[str]) -> None:
    """A plane clips if it is enabled and the program writes its distance (NV_vertex_program2 2.11)."""
    for plane in range(_CLIP_DISTANCES):
        if plane < len(state.clip_planes) and state.clip_planes[plane] and f"CLP{plane}" in results:
            context.enable_direct(_CLIP_DISTANCE0 + plane)
        else:
            context.disable_direct(_CLIP_DISTANCE0 + plane)


def _check_room(context: moderngl.Context, framebuffer: moderngl.Framebuffer, viewport: Box) -> None:
    """InputError for a viewport that the context would make smaller (OpenGL 1.5, 2.10.1)."""
    if viewport[2] > framebuffer.width or viewport[3] > framebuffer.height:
        width, height = context.info["GL_MAX_VIEWPORT_DIMS"]
        if viewport[2] > width or viewport[3] > height:
            raise InputError(f"state.viewport is {viewport}; this context takes {width} × {height} pixels")
