"""Leaving a caller's context as it was found: GL's state and moderngl's own record of it."""

from __future__ import annotations

import ctypes
import weakref
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from typing import Any

import moderngl

from nvrender.gpu.current import entered
from nvrender.gpu.linked import BINDINGS

# OpenGL 4.5 core, chapter 23 (state tables): the enumerants of what nvrender touches.
_ENABLES = (
    0x0BE2,  # BLEND
    0x0B71,  # DEPTH_TEST
    0x0B44,  # CULL_FACE
    0x8C89,  # RASTERIZER_DISCARD
    0x8642,  # PROGRAM_POINT_SIZE
    0x0C11,  # SCISSOR_TEST
    0x0B90,  # STENCIL_TEST
    0x0BF2,  # COLOR_LOGIC_OP
    0x809D,  # MULTISAMPLE
    0x809E,  # SAMPLE_ALPHA_TO_COVERAGE
    0x80A0,  # SAMPLE_COVERAGE
    0x8E51,  # SAMPLE_MASK
    0x8037,  # POLYGON_OFFSET_FILL
    0x864F,  # DEPTH_CLAMP
    0x8DB9,  # FRAMEBUFFER_SRGB
    0x884F,  # TEXTURE_CUBE_MAP_SEAMLESS
    0x8F9D,  # PRIMITIVE_RESTART
    *range(0x3000, 0x3008),  # CLIP_DISTANCE0..7
)
_BUFFERS = {  # target: binding query
    0x8892: 0x8894,  # ARRAY_BUFFER
    0x8F36: 0x8F36,  # COPY_READ_BUFFER
    0x8F37: 0x8F37,  # COPY_WRITE_BUFFER
    0x88EB: 0x88ED,  # PIXEL_PACK_BUFFER
    0x88EC: 0x88EF,  # PIXEL_UNPACK_BUFFER
}
_INDEXED = {  # target: (binding, start, size, first version)
    0x8A11: (0x8A28, 0x8A29, 0x8A2A, 310),  # UNIFORM_BUFFER
    0x8C8E: (0x8C8F, 0x8C84, 0x8C85, 310),  # TRANSFORM_FEEDBACK_BUFFER
    0x90D2: (0x90D3, 0x90D4, 0x90D5, 430),  # SHADER_STORAGE_BUFFER
}
_BINDING_POINTS = 4
_UNIFORM_BUFFER = 0x8A11
_PIXEL_STORE = (
    0x0D05, 0x0D02, 0x0D03, 0x0D04,  # PACK_ALIGNMENT, ROW_LENGTH, SKIP_ROWS, SKIP_PIXELS
    0x0CF5, 0x0CF2, 0x0CF3, 0x0CF4,  # UNPACK_…
    0x806C, 0x806B, 0x806E, 0x806D,  # PACK_IMAGE_HEIGHT, SKIP_IMAGES, UNPACK_…
)  # fmt: skip
#: 2D, rectangle, cube, 3D, 2D array, 1D, 1D array, buffer, 2D multisample array.
_TEXTURES = {
    0x0DE1: 0x8069, 0x84F5: 0x84F6, 0x8513: 0x8514, 0x806F: 0x806A, 0x8C1A: 0x8C1D, 0x0DE0: 0x8068,
    0x8C18: 0x8C1C, 0x8C2A: 0x8C2C, 0x9102: 0x9105,
}  # fmt: skip
_TEXTURE_UNITS = 16
_TEXTURE0 = 0x84C0
_FRONT_AND_BACK = 0x0408
_DRAW_FRAMEBUFFER, _READ_FRAMEBUFFER, _RENDERBUFFER = 0x8CA9, 0x8CA8, 0x8D41

#: Face → STENCIL_FUNC, REF, VALUE_MASK, FAIL, PASS_DEPTH_FAIL, PASS_DEPTH_PASS, WRITEMASK.
_STENCILS = {
    0x0404: (0x0B92, 0x0B97, 0x0B93, 0x0B94, 0x0B95, 0x0B96, 0x0B98),
    0x0405: (0x8800, 0x8CA3, 0x8CA4, 0x8801, 0x8802, 0x8803, 0x8CA5),
}

#: What moderngl remembers besides GL and lets be read.
_REMEMBERED = ("cull_face", "front_face", "wireframe")

_Restore = Callable[[], Any]


#: The functions of each context that have been called.
_functions: weakref.WeakKeyDictionary[moderngl.Context, dict[str, Callable[..., Any]]] = (
    weakref.WeakKeyDictionary()
)
_INTEGERS, _FLOATS, _LONG = ctypes.c_int * 16, ctypes.c_float * 16, ctypes.c_int64 * 4


class GL:
    """GL functions by name, through the context's own loader."""

    def __init__(self, context: moderngl.Context) -> None:
        loader = context.mglo._context
        self._load = getattr(loader, "load_opengl_function", None) or loader.load
        self._type = getattr(ctypes, "WINFUNCTYPE", ctypes.CFUNCTYPE)
        self._cache = _functions.setdefault(context, {})
        self._integers, self._floats, self._long = _INTEGERS(), _FLOATS(), _LONG()

    def __call__(self, name: str, signature: str, *arguments: Any, result: Any = None) -> Any:
        """Call ``name``; ``signature`` has i, u, f, d, B, n (intptr) or p per argument."""
        if name not in self._cache:
            types = [_TYPES[letter] for letter in signature]
            self._cache[name] = self._type(result, *types)(self._load(name))
        return self._cache[name](*arguments)

    def integers(self, name: int, count: int = 1) -> list[int]:
        """GetIntegerv: the first ``count`` numbers."""
        self("glGetIntegerv", "up", name, self._integers)
        return self._integers[:count]

    def floats(self, name: int, count: int = 1) -> list[float]:
        """GetFloatv: the first ``count`` numbers."""
        self("glGetFloatv", "up", name, self._floats)
        return self._floats[:count]

    def indexed(self, name: int, index: int) -> int:
        self("glGetInteger64i_v", "uup", name, index, self._long)
        return self._long[0]

    def enabled(self, name: int) -> bool:
        """IsEnabled."""
        return bool(self("glIsEnabled", "u", name, result=ctypes.c_ubyte))


_TYPES: dict[str, Any] = {
    "i": ctypes.c_int,
    "u": ctypes.c_uint,
    "f": ctypes.c_float,
    "d": ctypes.c_double,
    "B": ctypes.c_ubyte,
    "n": ctypes.c_ssize_t,
    "p": ctypes.c_void_p,
}


@contextmanager
def preserved(context: moderngl.Context) -> Iterator[moderngl.Context]:
    """Make a caller's context current and, at the end, put back every state nvrender touches.

    Framebuffers, viewport, scissor, enables, blend, depth, stencil, cull and polygon state, colour mask,
    pixel storage, program, vertex array, buffer bindings (indexed ones of BINDINGS, others 0 to 3), textures
    and samplers of units 0 to 15 and of moderngl's default unit, image units that change, and moderngl's
    record of the same. A GL error the caller left behind is read and dropped, so that it is not taken for
    nvrender's.
    """
    with entered(context):
        drop_released_framebuffer(context)
        _ = context.error
        gl = GL(context)
        restore = [*_bindings(gl, context), *_enables(gl), *_raster(gl), *_pixels(gl)]
        restore += _textures(gl, context)
        record = _remember(context)  # changes state itself
        try:
            yield context
        finally:
            record()
            for step in (*restore, *_image_units.pop(context, {}).values()):
                step()


#: What puts back the image units that were changed, until the context's state is put back.
_image_units: weakref.WeakKeyDictionary[moderngl.Context, dict[int, _Restore]] = weakref.WeakKeyDictionary()


def keep_image_unit(context: moderngl.Context, gl: GL, unit: int) -> None:
    """What an image unit has comes back where the context's state is put back; call it before binding."""
    kept = _image_units.setdefault(context, {})
    if unit not in kept:
        # IMAGE_BINDING_NAME, LEVEL, LAYERED, LAYER, ACCESS, FORMAT
        found = [gl.indexed(name, unit) for name in (0x8F3A, 0x8F3B, 0x8F3C, 0x8F3D, 0x8F3E, 0x906E)]
        kept[unit] = partial(gl, "glBindImageTexture", "uuiBiuu", unit, *found)


def drop_released_framebuffer(context: moderngl.Context) -> None:
    """Where the framebuffer moderngl has bound was released, bind what GL fell back to: the default.

    moderngl binds its framebuffer again whenever it makes another, which is an error for a released one.
    """
    if context.fbo is not None and isinstance(context.fbo.mglo, moderngl.InvalidObject):
        context.mglo.fbo = context.detect_framebuffer(0).mglo
        _ = context.error


def _remember(context: moderngl.Context) -> _Restore:
    framebuffer, bound = context.fbo, context.mglo.fbo
    values = {name: getattr(context, name) for name in _REMEMBERED}
    # A scope is the one way moderngl offers to read back its enable flags; it wants a framebuffer,
    # which Context.scope() does not find in a standalone context that has bound none.
    flags = context.mglo.scope(bound, None, (), (), (), ())
    flags.begin()

    def restore() -> None:
        flags.end()
        flags.release()
        for name, value in values.items():
            if getattr(context, name) != value:
                setattr(context, name, value)
        context.fbo = framebuffer
        context.mglo.fbo = bound

    return restore


def _bindings(gl: GL, context: moderngl.Context) -> Iterator[_Restore]:
    for target, (binding, start, size, version) in _INDEXED.items():
        if context.version_code < version:
            continue
        points = max(BINDINGS.values()) + 1 if target == _UNIFORM_BUFFER else _BINDING_POINTS
        points = min(points, context.info["GL_MAX_UNIFORM_BUFFER_BINDINGS"])
        for index in range(points):
            yield _indexed_binding(gl, target, index, binding, start, size)
        generic = gl.integers(binding)[0]
        yield partial(gl, "glBindBuffer", "uu", target, generic)
    for target, query in _BUFFERS.items():
        name = gl.integers(query)[0]
        yield partial(gl, "glBindBuffer", "uu", target, name)
    program = gl.integers(0x8B8D)[0]
    yield partial(_use_program, gl, program)
    array = gl.integers(0x85B5)[0]
    yield partial(gl, "glBindVertexArray", "u", array)
    draw, read, render = gl.integers(0x8CA6)[0], gl.integers(0x8CAA)[0], gl.integers(0x8CA7)[0]
    yield partial(gl, "glBindFramebuffer", "uu", _DRAW_FRAMEBUFFER, draw)
    yield partial(gl, "glBindFramebuffer", "uu", _READ_FRAMEBUFFER, read)
    yield partial(gl, "glBindRenderbuffer", "uu", _RENDERBUFFER, render)


def _use_program(gl: GL, program: int) -> None:
    """``program`` again, or none: one its owner deleted lived only for as long as it was in use."""
    exists = gl("glIsProgram", "u", program, result=ctypes.c_ubyte)
    gl("glUseProgram", "u", program if exists else 0)


def _indexed_binding(gl: GL, target: int, index: int, binding: int, start: int, size: int) -> _Restore:
    name = gl.indexed(binding, index)
    if name and (length := gl.indexed(size, index)):
        offset = gl.indexed(start, index)
        return partial(gl, "glBindBufferRange", "uuunn", target, index, name, offset, length)
    return partial(gl, "glBindBufferBase", "uuu", target, index, name)


def _enables(gl: GL) -> Iterator[_Restore]:
    for name in _ENABLES:
        command = "glEnable" if gl.enabled(name) else "glDisable"
        yield partial(gl, command, "u", name)


def _raster(gl: GL) -> Iterator[_Restore]:
    viewport, scissor = gl.integers(0x0BA2, 4), gl.integers(0x0C10, 4)
    yield partial(gl, "glViewport", "iiii", *viewport)
    yield partial(gl, "glScissor", "iiii", *scissor)
    functions = [gl.integers(name)[0] for name in (0x80C9, 0x80C8, 0x80CB, 0x80CA)]
    yield partial(gl, "glBlendFuncSeparate", "uuuu", *functions)
    equations = [gl.integers(name)[0] for name in (0x8009, 0x883D)]
    yield partial(gl, "glBlendEquationSeparate", "uu", *equations)
    yield partial(gl, "glBlendColor", "ffff", *gl.floats(0x8005, 4))
    yield partial(gl, "glLogicOp", "u", gl.integers(0x0BF0)[0])
    for face, names in _STENCILS.items():
        words = [gl.integers(name)[0] for name in names]
        yield partial(gl, "glStencilFuncSeparate", "uuii", face, *words[:3])
        yield partial(gl, "glStencilOpSeparate", "uuuu", face, *words[3:6])
        yield partial(gl, "glStencilMaskSeparate", "ui", face, words[6])
    depth, write, span = gl.integers(0x0B74)[0], gl.integers(0x0B72)[0], gl.floats(0x0B70, 2)
    yield partial(gl, "glDepthFunc", "u", depth)
    yield partial(gl, "glDepthMask", "B", write)
    yield partial(gl, "glDepthRange", "dd", *span)
    cull, front, polygon = (gl.integers(name)[0] for name in (0x0B45, 0x0B46, 0x0B40))
    yield partial(gl, "glCullFace", "u", cull)
    yield partial(gl, "glFrontFace", "u", front)
    yield partial(gl, "glPolygonMode", "uu", _FRONT_AND_BACK, polygon)
    mask, color, clear_depth = gl.integers(0x0C23, 4), gl.floats(0x0C22, 4), gl.floats(0x0B73)[0]
    yield partial(gl, "glColorMask", "BBBB", *mask)
    yield partial(gl, "glClearColor", "ffff", *color)
    yield partial(gl, "glClearDepth", "d", clear_depth)
    width, size, provoking = gl.floats(0x0B21)[0], gl.floats(0x0B11)[0], gl.integers(0x8E4F)[0]
    yield partial(gl, "glLineWidth", "f", width)
    yield partial(gl, "glPointSize", "f", size)
    yield partial(gl, "glProvokingVertex", "u", provoking)
    factor, units = gl.floats(0x8038)[0], gl.floats(0x2A00)[0]
    yield partial(gl, "glPolygonOffset", "ff", factor, units)


def _pixels(gl: GL) -> Iterator[_Restore]:
    for name in _PIXEL_STORE:
        value = gl.integers(name)[0]
        yield partial(gl, "glPixelStorei", "ui", name, value)


def _textures(gl: GL, context: moderngl.Context) -> list[_Restore]:
    active = gl.integers(0x84E0)[0]
    restore: list[_Restore] = []
    units = {*range(min(_TEXTURE_UNITS, context.max_texture_units)), context.default_texture_unit}
    for unit in sorted(units):
        gl("glActiveTexture", "u", _TEXTURE0 + unit)
        restore.append(partial(gl, "glActiveTexture", "u", _TEXTURE0 + unit))
        for target, query in _TEXTURES.items():
            name = gl.integers(query)[0]
            restore.append(partial(gl, "glBindTexture", "uu", target, name))
        sampler = gl.integers(0x8919)[0]
        restore.append(partial(gl, "glBindSampler", "uu", unit, sampler))
    gl("glActiveTexture", "u", active)
    restore.append(partial(gl, "glActiveTexture", "u", active))
    return restore
