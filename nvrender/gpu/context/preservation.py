"""Leaving a caller's context as it was found: GL's state and moderngl's own record of it."""

from __future__ import annotations

import ctypes
import weakref
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial

import moderngl

from nvrender.gpu.context.current import entered
from nvrender.gpu.context.gl_functions import GL, has
from nvrender.gpu.context.preserved_raster import Restore, pixel_store, raster
from nvrender.gpu.context.uniform_blocks import BINDINGS
from nvrender.gpu.context.use import forget
from nvrender.source import InputError

# OpenGL 4.5 core, chapter 23 (state tables): the enumerants of what nvrender touches.
_BUFFERS = {  # target: binding query
    0x8892: 0x8894,  # ARRAY_BUFFER
    0x8F36: 0x8F36,  # COPY_READ_BUFFER
    0x8F37: 0x8F37,  # COPY_WRITE_BUFFER
    0x88EB: 0x88ED,  # PIXEL_PACK_BUFFER
    0x88EC: 0x88EF,  # PIXEL_UNPACK_BUFFER
}
#: Where a buffer is bound numbers go into it instead of into arrays.
_QUERY_BUFFER, _QUERY_BUFFER_BINDING = 0x9192, 0x9193
_INDEXED = {  # target: (binding, start, size, first version)
    0x8A11: (0x8A28, 0x8A29, 0x8A2A, 310),  # UNIFORM_BUFFER
    0x8C8E: (0x8C8F, 0x8C84, 0x8C85, 310),  # TRANSFORM_FEEDBACK_BUFFER
    0x90D2: (0x90D3, 0x90D4, 0x90D5, 430),  # SHADER_STORAGE_BUFFER
}
_BINDING_POINTS = 4
_UNIFORM_BUFFER = 0x8A11
#: 2D, rectangle, cube, 3D, 2D array, 1D, 1D array, buffer, 2D multisample and its array.
_TEXTURES = {
    0x0DE1: 0x8069, 0x84F5: 0x84F6, 0x8513: 0x8514, 0x806F: 0x806A, 0x8C1A: 0x8C1D, 0x0DE0: 0x8068,
    0x8C18: 0x8C1C, 0x8C2A: 0x8C2C, 0x9100: 0x9104, 0x9102: 0x9105,
}  # fmt: skip
_CUBE_ARRAYS = {0x9009: 0x900A}
_TEXTURE_UNITS = 16
_TEXTURE0 = 0x84C0
_FRAMEBUFFER, _DRAW_FRAMEBUFFER, _READ_FRAMEBUFFER, _RENDERBUFFER = 0x8D40, 0x8CA9, 0x8CA8, 0x8D41
_DRAW_BUFFER0, _READ_BUFFER, _MAX_DRAW_BUFFERS = 0x8825, 0x0C02, 0x8824
_TRANSFORM_FEEDBACK_BUFFER, _TRANSFORM_FEEDBACK_ACTIVE = 0x8C8E, 0x8E24

#: What moderngl remembers besides GL and lets be read.
_REMEMBERED = ("cull_face", "front_face", "wireframe")


@contextmanager
def preserved(context: moderngl.Context) -> Iterator[moderngl.Context]:
    """Make a caller's context current and, at the end, put back every state nvrender touches.

    Framebuffers and the buffers they draw and read, what ``preserved_raster`` keeps, program, vertex array,
    buffer bindings (indexed ones of BINDINGS, others 0 to 3), textures
    and samplers of units 0 to 15 and of moderngl's default unit, image units that change, and moderngl's
    record of the same. Inside, pixel storage is as at the start of OpenGL. A GL error the caller left behind
    is read and dropped, so that it is not taken for nvrender's. InputError while the caller's transform
    feedback is active.
    """
    with entered(context):
        forget(context)
        drop_released_framebuffer(context)
        _ = context.error
        gl = GL(context)
        _check_feedback(gl, context)
        restore = [*_bindings(gl, context), *raster(gl, context), *_textures(gl, context), *pixel_store(gl)]
        record = _remember(context)  # changes state itself
        try:
            yield context
        finally:
            forget(context)
            record()
            for step in (*restore, *_image_units.pop(context, {}).values()):
                step()


#: What puts back the image units that were changed, until the context's state is put back.
_image_units: weakref.WeakKeyDictionary[moderngl.Context, dict[int, Restore]] = weakref.WeakKeyDictionary()


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
    if _released_framebuffer(context):
        context.mglo.fbo = context.detect_framebuffer(0).mglo
        _ = context.error


def _released_framebuffer(context: moderngl.Context) -> bool:
    return context.fbo is not None and isinstance(context.fbo.mglo, moderngl.InvalidObject)


def _remember(context: moderngl.Context) -> Restore:
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


def _check_feedback(gl: GL, context: moderngl.Context) -> None:
    """InputError while transform feedback is active (OpenGL 4.5, 13.2.2)."""
    if has(context, 400, "GL_ARB_transform_feedback2"):
        active = bool(gl.integers(_TRANSFORM_FEEDBACK_ACTIVE)[0])
    else:
        active = _feedback_keeps_its_buffer(gl, context)
    if active:
        raise feedback_error()


def feedback_error() -> InputError:
    """What is said while transform feedback is active."""
    return InputError(
        "transform feedback is active in this context, and until it ends OpenGL allows no other program; "
        "end it (glEndTransformFeedback) before nvrender uses the context"
    )


def _feedback_keeps_its_buffer(gl: GL, context: moderngl.Context) -> bool:
    """True if what is bound for transform feedback cannot be bound again, as while it is active."""
    target, (binding, start, size, _) = _TRANSFORM_FEEDBACK_BUFFER, _INDEXED[_TRANSFORM_FEEDBACK_BUFFER]
    generic = gl.integers(binding)[0]
    _indexed_binding(gl, target, 0, binding, start, size)()
    refused = context.error != "GL_NO_ERROR"
    gl("glBindBuffer", "uu", target, generic)
    return refused


def _bindings(gl: GL, context: moderngl.Context) -> Iterator[Restore]:
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
    if has(context, 440, "GL_ARB_query_buffer_object"):
        yield partial(gl, "glBindBuffer", "uu", _QUERY_BUFFER, gl.integers(_QUERY_BUFFER_BINDING)[0])
        gl("glBindBuffer", "uu", _QUERY_BUFFER, 0)
    program = gl.integers(0x8B8D)[0]
    yield partial(_use_program, gl, program)
    array = gl.integers(0x85B5)[0]
    yield partial(gl, "glBindVertexArray", "u", array)
    yield partial(gl, "glBindRenderbuffer", "uu", _RENDERBUFFER, gl.integers(0x8CA7)[0])
    draw, read = gl.integers(0x8CA6)[0], gl.integers(0x8CAA)[0]
    known = () if _released_framebuffer(context) or context.fbo is None else (context.fbo.glo,)
    for name in {draw, read, *known}:
        yield buffers_of_framebuffer(gl, name)
    for step in (
        partial(gl, "glBindFramebuffer", "uu", _DRAW_FRAMEBUFFER, draw),
        partial(gl, "glBindFramebuffer", "uu", _READ_FRAMEBUFFER, read),
    ):
        step()
        yield step


def buffers_of_framebuffer(gl: GL, name: int) -> Restore:
    """What makes a framebuffer draw into and read the colour buffers it does now; both bind it."""

    def found() -> tuple[list[int], int]:
        gl("glBindFramebuffer", "uu", _FRAMEBUFFER, name)
        count = gl.integers(_MAX_DRAW_BUFFERS)[0]
        return [gl.integers(_DRAW_BUFFER0 + place)[0] for place in range(count)], gl.integers(_READ_BUFFER)[0]

    drawn, read = found()

    def restore() -> None:
        if name and not gl("glIsFramebuffer", "u", name, result=ctypes.c_ubyte):
            return
        drawn_now, read_now = found()
        if drawn_now != drawn and name:
            gl("glDrawBuffers", "ip", len(drawn), (ctypes.c_uint * len(drawn))(*drawn))
        elif drawn_now != drawn:  # a window's, of which one name may mean several buffers
            gl("glDrawBuffer", "u", drawn[0])
        if read_now != read:
            gl("glReadBuffer", "u", read)

    return restore


def _use_program(gl: GL, program: int) -> None:
    """``program`` again, or none: one its owner deleted lived only for as long as it was in use."""
    exists = gl("glIsProgram", "u", program, result=ctypes.c_ubyte)
    gl("glUseProgram", "u", program if exists else 0)


def _indexed_binding(gl: GL, target: int, index: int, binding: int, start: int, size: int) -> Restore:
    name = gl.indexed(binding, index)
    if name and (length := gl.indexed(size, index)):
        offset = gl.indexed(start, index)
        return partial(gl, "glBindBufferRange", "uuunn", target, index, name, offset, length)
    return partial(gl, "glBindBufferBase", "uuu", target, index, name)


def _textures(gl: GL, context: moderngl.Context) -> list[Restore]:
    active = gl.integers(0x84E0)[0]
    restore: list[Restore] = []
    cube_arrays = has(context, 400, "GL_ARB_texture_cube_map_array")
    bindings = _TEXTURES | _CUBE_ARRAYS if cube_arrays else _TEXTURES
    units = {*range(min(_TEXTURE_UNITS, context.max_texture_units)), context.default_texture_unit}
    for unit in sorted(units):
        gl("glActiveTexture", "u", _TEXTURE0 + unit)
        restore.append(partial(gl, "glActiveTexture", "u", _TEXTURE0 + unit))
        for target, query in bindings.items():
            name = gl.integers(query)[0]
            restore.append(partial(gl, "glBindTexture", "uu", target, name))
        sampler = gl.integers(0x8919)[0]
        restore.append(partial(gl, "glBindSampler", "uu", unit, sampler))
    gl("glActiveTexture", "u", active)
    restore.append(partial(gl, "glActiveTexture", "u", active))
    return restore
