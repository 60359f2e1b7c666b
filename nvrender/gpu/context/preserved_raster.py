"""State of rasterization, of operations on fragments and of pixel transfers as found, to be put back."""

from __future__ import annotations

import ctypes
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

import moderngl

from nvrender.gpu.context.gl_functions import GL, has

# OpenGL 4.5 core, chapter 23 (state tables): the enumerants of what nvrender touches.
#: Enables → the version that brought them.
_ENABLES = {
    0x0B71: 330,  # DEPTH_TEST
    0x0B44: 330,  # CULL_FACE
    0x8C89: 330,  # RASTERIZER_DISCARD
    0x8642: 330,  # PROGRAM_POINT_SIZE
    0x0B90: 330,  # STENCIL_TEST
    0x0BF2: 330,  # COLOR_LOGIC_OP
    0x809D: 330,  # MULTISAMPLE
    0x809E: 330,  # SAMPLE_ALPHA_TO_COVERAGE
    0x809F: 330,  # SAMPLE_ALPHA_TO_ONE
    0x80A0: 330,  # SAMPLE_COVERAGE
    0x8E51: 330,  # SAMPLE_MASK
    0x8037: 330,  # POLYGON_OFFSET_FILL
    0x2A01: 330,  # POLYGON_OFFSET_POINT
    0x2A02: 330,  # POLYGON_OFFSET_LINE
    0x0B20: 330,  # LINE_SMOOTH
    0x0B41: 330,  # POLYGON_SMOOTH
    0x864F: 330,  # DEPTH_CLAMP
    0x8DB9: 330,  # FRAMEBUFFER_SRGB
    0x884F: 330,  # TEXTURE_CUBE_MAP_SEAMLESS
    0x8F9D: 330,  # PRIMITIVE_RESTART
    0x8D69: 430,  # PRIMITIVE_RESTART_FIXED_INDEX
    **dict.fromkeys(range(0x3000, 0x3008), 330),  # CLIP_DISTANCE0..7
}
_SAMPLE_SHADING = 0x8C36
_BLEND, _SCISSOR_TEST = 0x0BE2, 0x0C11
_VIEWPORT, _SCISSOR_BOX, _DEPTH_RANGE, _COLOR_WRITEMASK = 0x0BA2, 0x0C10, 0x0B70, 0x0C23
_MAX_VIEWPORTS, _MAX_DRAW_BUFFERS = 0x825B, 0x8824
_SAMPLE_MASK_VALUE, _CLAMP_READ_COLOR, _POINT_SPRITE_COORD_ORIGIN = 0x8E52, 0x891C, 0x8CA0
_CLIP_ORIGIN, _CLIP_DEPTH_MODE = 0x935C, 0x935D
_FRONT_AND_BACK = 0x0408
_BLEND_FUNCTIONS = 0x80C9, 0x80C8, 0x80CB, 0x80CA  # SRC_RGB, DST_RGB, SRC_ALPHA, DST_ALPHA
_BLEND_EQUATIONS = 0x8009, 0x883D  # RGB, ALPHA
#: Face → STENCIL_FUNC, REF, VALUE_MASK, FAIL, PASS_DEPTH_FAIL, PASS_DEPTH_PASS, WRITEMASK.
_STENCILS = {
    0x0404: (0x0B92, 0x0B97, 0x0B93, 0x0B94, 0x0B95, 0x0B96, 0x0B98),
    0x0405: (0x8800, 0x8CA3, 0x8CA4, 0x8801, 0x8802, 0x8803, 0x8CA5),
}
#: How pixels in arrays lie one behind the other.
_PIXEL_STORE = {
    0x0D00: 0, 0x0D01: 0, 0x0D02: 0, 0x0D03: 0, 0x0D04: 0,  # PACK_SWAP_BYTES, LSB_FIRST, ROW_LENGTH, SKIP_…
    0x0D05: 4, 0x806C: 0, 0x806B: 0,  # ALIGNMENT, IMAGE_HEIGHT, SKIP_IMAGES
    0x0CF0: 0, 0x0CF1: 0, 0x0CF2: 0, 0x0CF3: 0, 0x0CF4: 0, 0x0CF5: 4, 0x806E: 0, 0x806D: 0,  # UNPACK_…
}  # fmt: skip
_PIXEL_PACK_BUFFER, _PIXEL_UNPACK_BUFFER = 0x88EB, 0x88EC

Restore = Callable[[], Any]


def raster(gl: GL, context: moderngl.Context) -> Iterator[Restore]:
    """What puts back as it is now all that draws, clears and reads of nvrender set besides bindings."""
    for name, version in _ENABLES.items():
        if context.version_code >= version:
            yield partial(gl, _switch(gl.enabled(name)), "u", name)
    if has(context, 400, "GL_ARB_sample_shading"):
        yield partial(gl, _switch(gl.enabled(_SAMPLE_SHADING)), "u", _SAMPLE_SHADING)
    yield from _viewports(gl, context)
    yield from _colors(gl, context)
    yield from _depth_and_stencil(gl)
    yield from _primitives(gl, context)
    yield partial(gl, "glClampColor", "uu", _CLAMP_READ_COLOR, gl.integers(_CLAMP_READ_COLOR)[0])


def pixel_store(gl: GL) -> Iterator[Restore]:
    """What puts pixel storage back; from here on arrays are without gaps and not in buffers."""
    for name, usual in _PIXEL_STORE.items():
        value = gl.integers(name)[0]
        yield partial(gl, "glPixelStorei", "ui", name, value)
        if value != usual:
            gl("glPixelStorei", "ui", name, usual)
    for target in (_PIXEL_PACK_BUFFER, _PIXEL_UNPACK_BUFFER):
        gl("glBindBuffer", "uu", target, 0)


def _switch(on: bool) -> str:
    return "glEnable" if on else "glDisable"


def _viewports(gl: GL, context: moderngl.Context) -> Iterator[Restore]:
    """Of each viewport (ARB_viewport_array), or of the one there is."""
    if not has(context, 410, "GL_ARB_viewport_array"):
        yield partial(gl, "glViewport", "iiii", *gl.integers(_VIEWPORT, 4))
        yield partial(gl, "glScissor", "iiii", *gl.integers(_SCISSOR_BOX, 4))
        yield partial(gl, "glDepthRange", "dd", *gl.doubles(_DEPTH_RANGE, 2))
        yield partial(gl, _switch(gl.enabled(_SCISSOR_TEST)), "u", _SCISSOR_TEST)
        return
    count = gl.integers(_MAX_VIEWPORTS)[0]
    viewports, boxes, ranges = (
        ((kind * length) * count)()
        for kind, length in ((ctypes.c_float, 4), (ctypes.c_int, 4), (ctypes.c_double, 2))
    )
    for index in range(count):
        gl("glGetFloati_v", "uup", _VIEWPORT, index, viewports[index])
        gl("glGetIntegeri_v", "uup", _SCISSOR_BOX, index, boxes[index])
        gl("glGetDoublei_v", "uup", _DEPTH_RANGE, index, ranges[index])
    yield partial(gl, "glViewportArrayv", "uip", 0, count, viewports)
    yield partial(gl, "glScissorArrayv", "uip", 0, count, boxes)
    yield partial(gl, "glDepthRangeArrayv", "uip", 0, count, ranges)
    yield from _enabled(gl, _SCISSOR_TEST, count)


def _enabled(gl: GL, name: int, count: int) -> Iterator[Restore]:
    """What is enabled by index."""
    found = [gl("glIsEnabledi", "uu", name, index, result=ctypes.c_ubyte) for index in range(count)]
    if len(set(found)) == 1:
        yield partial(gl, _switch(found[0]), "u", name)
        return
    for index, on in enumerate(found):
        yield partial(gl, f"{_switch(on)}i", "uu", name, index)


def _colors(gl: GL, context: moderngl.Context) -> Iterator[Restore]:
    """Of each colour buffer: mask, blending (ARB_draw_buffers_blend) and its functions."""
    count = gl.integers(_MAX_DRAW_BUFFERS)[0]
    yield from _enabled(gl, _BLEND, count)
    masks = ((ctypes.c_ubyte * 4) * count)()
    for index, mask in enumerate(masks):
        gl("glGetBooleani_v", "uup", _COLOR_WRITEMASK, index, mask)
        yield partial(gl, "glColorMaski", "uBBBB", index, *mask)
    if not has(context, 400, "GL_ARB_draw_buffers_blend"):
        functions = [gl.integers(name)[0] for name in _BLEND_FUNCTIONS]
        yield partial(gl, "glBlendFuncSeparate", "uuuu", *functions)
        yield partial(
            gl, "glBlendEquationSeparate", "uu", *(gl.integers(name)[0] for name in _BLEND_EQUATIONS)
        )
    else:
        suffix = "i" if context.version_code >= 400 else "iARB"
        for index in range(count):
            functions = [gl.indexed(name, index) for name in _BLEND_FUNCTIONS]
            yield partial(gl, f"glBlendFuncSeparate{suffix}", "uuuuu", index, *functions)
            equations = [gl.indexed(name, index) for name in _BLEND_EQUATIONS]
            yield partial(gl, f"glBlendEquationSeparate{suffix}", "uuu", index, *equations)
    yield partial(gl, "glBlendColor", "ffff", *gl.floats(0x8005, 4))
    yield partial(gl, "glLogicOp", "u", gl.integers(0x0BF0)[0])
    yield partial(gl, "glClearColor", "ffff", *gl.floats(0x0C22, 4))
    yield partial(gl, "glSampleMaski", "uu", 0, gl.indexed(_SAMPLE_MASK_VALUE, 0) & 0xFFFFFFFF)


def _depth_and_stencil(gl: GL) -> Iterator[Restore]:
    for face, names in _STENCILS.items():
        yield partial(_stencil, gl, face, names, [gl.integers(name)[0] for name in names])
    yield partial(gl, "glDepthFunc", "u", gl.integers(0x0B74)[0])
    yield partial(gl, "glDepthMask", "B", gl.integers(0x0B72)[0])
    yield partial(gl, "glClearDepth", "d", gl.doubles(0x0B73)[0])
    yield partial(gl, "glClearStencil", "i", gl.integers(0x0B91)[0])


def _stencil(gl: GL, face: int, names: tuple[int, ...], found: list[int]) -> None:
    """As found, unless it is so (quirks.STENCIL_REFERENCES)."""
    now = [gl.integers(name)[0] for name in names]
    if now[:3] != found[:3]:
        gl("glStencilFuncSeparate", "uuii", face, *found[:3])
    if now[3:6] != found[3:6]:
        gl("glStencilOpSeparate", "uuuu", face, *found[3:6])
    gl("glStencilMaskSeparate", "ui", face, found[6])


def _primitives(gl: GL, context: moderngl.Context) -> Iterator[Restore]:
    cull, front, polygon = (gl.integers(name)[0] for name in (0x0B45, 0x0B46, 0x0B40))
    yield partial(gl, "glCullFace", "u", cull)
    yield partial(gl, "glFrontFace", "u", front)
    yield partial(gl, "glPolygonMode", "uu", _FRONT_AND_BACK, polygon)
    yield partial(gl, "glLineWidth", "f", gl.floats(0x0B21)[0])
    yield partial(gl, "glPointSize", "f", gl.floats(0x0B11)[0])
    yield partial(gl, "glProvokingVertex", "u", gl.integers(0x8E4F)[0])
    yield partial(gl, "glPolygonOffset", "ff", gl.floats(0x8038)[0], gl.floats(0x2A00)[0])
    origin = gl.integers(_POINT_SPRITE_COORD_ORIGIN)[0]
    yield partial(gl, "glPointParameteri", "ui", _POINT_SPRITE_COORD_ORIGIN, origin)
    if has(context, 450, "GL_ARB_clip_control"):
        clip = gl.integers(_CLIP_ORIGIN)[0], gl.integers(_CLIP_DEPTH_MODE)[0]
        yield partial(gl, "glClipControl", "uu", *clip)
