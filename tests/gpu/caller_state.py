"""A caller's context with every state that can be asked for at an unusual value, and all of it read back."""

from __future__ import annotations

import ctypes
from collections.abc import Iterator
from typing import Any

import moderngl

_TYPES = {"i": ctypes.c_int, "u": ctypes.c_uint, "f": ctypes.c_float, "d": ctypes.c_double,
          "B": ctypes.c_ubyte, "n": ctypes.c_ssize_t, "p": ctypes.c_void_p}  # fmt: skip
VIEWPORTS, COLORS, UNITS, BUFFER_POINTS = 16, 8, 32, 16


class Commands:
    """GL by name, apart from nvrender's and moderngl's own."""

    def __init__(self, context: moderngl.Context) -> None:
        self._loader = context.mglo._context

    def __call__(self, name: str, types: str = "", *arguments: Any, result: Any = None) -> Any:
        function = ctypes.CFUNCTYPE(result, *(_TYPES[each] for each in types))(self._loader.load(name))
        return function(*arguments)

    def integers(self, name: int, count: int = 1) -> tuple[int, ...]:
        found = (ctypes.c_int * 16)()
        self("glGetIntegerv", "up", name, found)
        return tuple(found[:count])

    def doubles(self, name: int, count: int = 1) -> tuple[float, ...]:
        found = (ctypes.c_double * 16)()
        self("glGetDoublev", "up", name, found)
        return tuple(found[:count])

    def indexed(self, name: int, index: int, count: int = 1) -> tuple[float, ...]:
        found = (ctypes.c_double * 16)()
        self("glGetDoublei_v", "uup", name, index, found)
        return tuple(found[:count])

    def indexed_integers(self, name: int, index: int, count: int = 1) -> tuple[int, ...]:
        found = (ctypes.c_int * 16)()
        self("glGetIntegeri_v", "uup", name, index, found)
        return tuple(found[:count])

    def names(self, command: str, count: int) -> list[int]:
        found = (ctypes.c_uint * count)()
        self(command, "ip", count, found)
        return list(found)


# OpenGL 4.5 core, chapter 23: state tables. Enables, their other value than at the start.
ENABLES = {
    "CULL_FACE": 0x0B44, "DEPTH_TEST": 0x0B71, "RASTERIZER_DISCARD": 0x8C89, "PROGRAM_POINT_SIZE": 0x8642,
    "STENCIL_TEST": 0x0B90, "COLOR_LOGIC_OP": 0x0BF2, "MULTISAMPLE": 0x809D, "DITHER": 0x0BD0,
    "SAMPLE_ALPHA_TO_COVERAGE": 0x809E, "SAMPLE_ALPHA_TO_ONE": 0x809F, "SAMPLE_COVERAGE": 0x80A0,
    "SAMPLE_MASK": 0x8E51, "SAMPLE_SHADING": 0x8C36, "POLYGON_OFFSET_FILL": 0x8037,
    "POLYGON_OFFSET_LINE": 0x2A02, "POLYGON_OFFSET_POINT": 0x2A01, "LINE_SMOOTH": 0x0B20,
    "POLYGON_SMOOTH": 0x0B41, "DEPTH_CLAMP": 0x864F, "FRAMEBUFFER_SRGB": 0x8DB9,
    "TEXTURE_CUBE_MAP_SEAMLESS": 0x884F, "PRIMITIVE_RESTART": 0x8F9D, "PRIMITIVE_RESTART_FIXED_INDEX": 0x8D69,
    **{f"CLIP_DISTANCE{number}": 0x3000 + number for number in range(8)},
}  # fmt: skip
#: Those that are on at the start, of OpenGL or of moderngl; an index starts primitives anew, 1.
_INITIALLY_ON = ("MULTISAMPLE", "DITHER", "TEXTURE_CUBE_MAP_SEAMLESS")
AS_IT_WAS = ("PRIMITIVE_RESTART", "PRIMITIVE_RESTART_FIXED_INDEX")
#: Whole numbers: name → enumerant and count.
INTEGERS = {
    "DEPTH_FUNC": (0x0B74, 1), "DEPTH_WRITEMASK": (0x0B72, 1), "CULL_FACE_MODE": (0x0B45, 1),
    "FRONT_FACE": (0x0B46, 1), "POLYGON_MODE": (0x0B40, 2), "LOGIC_OP_MODE": (0x0BF0, 1),
    "PROVOKING_VERTEX": (0x8E4F, 1), "STENCIL_CLEAR_VALUE": (0x0B91, 1), "CLAMP_READ_COLOR": (0x891C, 1),
    "PATCH_VERTICES": (0x8E72, 1), "PRIMITIVE_RESTART_INDEX": (0x8F9E, 1),
    "POINT_SPRITE_COORD_ORIGIN": (0x8CA0, 1), "CLIP_ORIGIN": (0x935C, 1), "CLIP_DEPTH_MODE": (0x935D, 1),
    "LINE_SMOOTH_HINT": (0x0C52, 1), "FRAGMENT_SHADER_DERIVATIVE_HINT": (0x8B8B, 1),
    "SAMPLE_COVERAGE_INVERT": (0x80AB, 1),
    "STENCIL_FUNC": (0x0B92, 1), "STENCIL_REF": (0x0B97, 1), "STENCIL_VALUE_MASK": (0x0B93, 1),
    "STENCIL_FAIL": (0x0B94, 1), "STENCIL_PASS_DEPTH_FAIL": (0x0B95, 1),
    "STENCIL_PASS_DEPTH_PASS": (0x0B96, 1), "STENCIL_WRITEMASK": (0x0B98, 1),
    "STENCIL_BACK_FUNC": (0x8800, 1), "STENCIL_BACK_REF": (0x8CA3, 1),
    "STENCIL_BACK_VALUE_MASK": (0x8CA4, 1), "STENCIL_BACK_FAIL": (0x8801, 1),
    "STENCIL_BACK_PASS_DEPTH_FAIL": (0x8802, 1), "STENCIL_BACK_PASS_DEPTH_PASS": (0x8803, 1),
    "STENCIL_BACK_WRITEMASK": (0x8CA5, 1),
    "PACK_SWAP_BYTES": (0x0D00, 1), "PACK_LSB_FIRST": (0x0D01, 1), "PACK_ROW_LENGTH": (0x0D02, 1),
    "PACK_SKIP_ROWS": (0x0D03, 1), "PACK_SKIP_PIXELS": (0x0D04, 1), "PACK_ALIGNMENT": (0x0D05, 1),
    "PACK_SKIP_IMAGES": (0x806B, 1), "PACK_IMAGE_HEIGHT": (0x806C, 1),
    "PACK_COMPRESSED_BLOCK_WIDTH": (0x912B, 1), "PACK_COMPRESSED_BLOCK_SIZE": (0x912E, 1),
    "UNPACK_SWAP_BYTES": (0x0CF0, 1), "UNPACK_LSB_FIRST": (0x0CF1, 1), "UNPACK_ROW_LENGTH": (0x0CF2, 1),
    "UNPACK_SKIP_ROWS": (0x0CF3, 1), "UNPACK_SKIP_PIXELS": (0x0CF4, 1), "UNPACK_ALIGNMENT": (0x0CF5, 1),
    "UNPACK_SKIP_IMAGES": (0x806D, 1), "UNPACK_IMAGE_HEIGHT": (0x806E, 1),
    "UNPACK_COMPRESSED_BLOCK_WIDTH": (0x9127, 1), "UNPACK_COMPRESSED_BLOCK_SIZE": (0x912A, 1),
    "CURRENT_PROGRAM": (0x8B8D, 1), "PROGRAM_PIPELINE_BINDING": (0x825A, 1),
    "VERTEX_ARRAY_BINDING": (0x85B5, 1), "ELEMENT_ARRAY_BUFFER_BINDING": (0x8895, 1),
    "ARRAY_BUFFER_BINDING": (0x8894, 1), "COPY_READ_BUFFER_BINDING": (0x8F36, 1),
    "COPY_WRITE_BUFFER_BINDING": (0x8F37, 1), "PIXEL_PACK_BUFFER_BINDING": (0x88ED, 1),
    "PIXEL_UNPACK_BUFFER_BINDING": (0x88EF, 1), "TEXTURE_BUFFER_BINDING": (0x8C2A, 1),
    "DRAW_INDIRECT_BUFFER_BINDING": (0x8F43, 1), "DISPATCH_INDIRECT_BUFFER_BINDING": (0x90EF, 1),
    "QUERY_BUFFER_BINDING": (0x9193, 1), "ATOMIC_COUNTER_BUFFER_BINDING": (0x92C1, 1),
    "UNIFORM_BUFFER_BINDING": (0x8A28, 1), "SHADER_STORAGE_BUFFER_BINDING": (0x90D3, 1),
    "TRANSFORM_FEEDBACK_BUFFER_BINDING": (0x8C8F, 1), "TRANSFORM_FEEDBACK_BINDING": (0x8E25, 1),
    "DRAW_FRAMEBUFFER_BINDING": (0x8CA6, 1), "READ_FRAMEBUFFER_BINDING": (0x8CAA, 1),
    "RENDERBUFFER_BINDING": (0x8CA7, 1), "ACTIVE_TEXTURE": (0x84E0, 1), "READ_BUFFER": (0x0C02, 1),
    "DRAW_BUFFER0": (0x8825, 1), "DRAW_BUFFER1": (0x8826, 1), "DRAW_BUFFER2": (0x8827, 1),
}  # fmt: skip
#: Real numbers.
REALS = {
    "LINE_WIDTH": (0x0B21, 1), "POINT_SIZE": (0x0B11, 1), "POINT_FADE_THRESHOLD_SIZE": (0x8128, 1),
    "POLYGON_OFFSET_FACTOR": (0x8038, 1), "POLYGON_OFFSET_UNITS": (0x2A00, 1), "BLEND_COLOR": (0x8005, 4),
    "COLOR_CLEAR_VALUE": (0x0C22, 4), "DEPTH_CLEAR_VALUE": (0x0B73, 1), "SAMPLE_COVERAGE_VALUE": (0x80AA, 1),
    "MIN_SAMPLE_SHADING_VALUE": (0x8C37, 1), "PATCH_DEFAULT_OUTER_LEVEL": (0x8E74, 4),
    "PATCH_DEFAULT_INNER_LEVEL": (0x8E73, 2),
}  # fmt: skip
#: With an index: name → enumerant, indices, count.
INDEXED_REALS = {"VIEWPORT": (0x0BA2, VIEWPORTS, 4), "DEPTH_RANGE": (0x0B70, VIEWPORTS, 2)}
INDEXED_INTEGERS = {
    "SCISSOR_BOX": (0x0C10, VIEWPORTS, 4), "BLEND_SRC_RGB": (0x80C9, COLORS, 1),
    "BLEND_DST_RGB": (0x80C8, COLORS, 1), "BLEND_SRC_ALPHA": (0x80CB, COLORS, 1),
    "BLEND_DST_ALPHA": (0x80CA, COLORS, 1), "BLEND_EQUATION_RGB": (0x8009, COLORS, 1),
    "BLEND_EQUATION_ALPHA": (0x883D, COLORS, 1), "COLOR_WRITEMASK": (0x0C23, COLORS, 4),
    "SAMPLE_MASK_VALUE": (0x8E52, 1, 1),
    "UNIFORM_BUFFER": (0x8A28, BUFFER_POINTS, 1), "UNIFORM_BUFFER_START": (0x8A29, BUFFER_POINTS, 1),
    "UNIFORM_BUFFER_SIZE": (0x8A2A, BUFFER_POINTS, 1),
    "SHADER_STORAGE_BUFFER": (0x90D3, BUFFER_POINTS, 1),
    "SHADER_STORAGE_BUFFER_START": (0x90D4, BUFFER_POINTS, 1),
    "SHADER_STORAGE_BUFFER_SIZE": (0x90D5, BUFFER_POINTS, 1),
    "TRANSFORM_FEEDBACK_BUFFER": (0x8C8F, 4, 1), "TRANSFORM_FEEDBACK_BUFFER_SIZE": (0x8C85, 4, 1),
    "ATOMIC_COUNTER_BUFFER": (0x92C1, 1, 1),
    "IMAGE_BINDING_NAME": (0x8F3A, 8, 1), "IMAGE_BINDING_LAYERED": (0x8F3C, 8, 1),
    "IMAGE_BINDING_ACCESS": (0x8F3E, 8, 1), "IMAGE_BINDING_FORMAT": (0x906E, 8, 1),
}  # fmt: skip
INDEXED_ENABLES = {"BLEND": (0x0BE2, COLORS), "SCISSOR_TEST": (0x0C11, VIEWPORTS)}
#: Texture targets → binding.
TEXTURES = {
    0x0DE0: 0x8068, 0x0DE1: 0x8069, 0x806F: 0x806A, 0x8513: 0x8514, 0x84F5: 0x84F6, 0x8C18: 0x8C1C,
    0x8C1A: 0x8C1D, 0x8C2A: 0x8C2C, 0x9009: 0x900A, 0x9100: 0x9104, 0x9102: 0x9105,
}  # fmt: skip


def read(context: moderngl.Context) -> dict[str, object]:
    """All of the tables, and moderngl's record of the framebuffer in use."""
    gl = Commands(context)
    state: dict[str, object] = {}
    for name, value in ENABLES.items():
        state[name] = gl("glIsEnabled", "u", value, result=ctypes.c_ubyte)
    for name, (value, count) in INTEGERS.items():
        state[name] = gl.integers(value, count)
    for name, (value, count) in REALS.items():
        state[name] = gl.doubles(value, count)
    for name, (value, indices, count) in INDEXED_REALS.items():
        state |= {f"{name}[{index}]": gl.indexed(value, index, count) for index in range(indices)}
    for name, (value, indices, count) in INDEXED_INTEGERS.items():
        state |= {f"{name}[{index}]": gl.indexed_integers(value, index, count) for index in range(indices)}
    for name, (value, indices) in INDEXED_ENABLES.items():
        for index in range(indices):
            state[f"{name}[{index}]"] = gl("glIsEnabledi", "uu", value, index, result=ctypes.c_ubyte)
    for number in range(16):
        current = (ctypes.c_float * 4)()
        gl("glGetVertexAttribfv", "uup", number, 0x8626, current)
        state[f"CURRENT_VERTEX_ATTRIB {number}"] = tuple(current)
    active = gl.integers(0x84E0)[0]
    for unit in (*range(UNITS), context.default_texture_unit):
        gl("glActiveTexture", "u", 0x84C0 + unit)
        for binding in (*TEXTURES.values(), 0x8919):  # SAMPLER_BINDING
            state[f"unit {unit} {binding:#x}"] = gl.integers(binding)
    gl("glActiveTexture", "u", active)
    bound = context.fbo
    if bound is not None:
        state["moderngl"] = bound.viewport, bound.scissor, bound.color_mask, bound.depth_mask
    state["moderngl's framebuffer"] = id(bound)
    state["moderngl's words"] = context.cull_face, context.front_face, context.wireframe
    assert gl("glGetError", result=ctypes.c_uint) == 0
    return state


_CALLS: tuple[tuple[Any, ...], ...] = (
    ("glDepthFunc", "u", 0x0206), ("glDepthMask", "B", 0), ("glLogicOp", "u", 0x1506),
    ("glProvokingVertex", "u", 0x8E4D), ("glClearStencil", "i", 77), ("glClampColor", "uu", 0x891C, 0),
    ("glPatchParameteri", "ui", 0x8E72, 7), ("glPrimitiveRestartIndex", "u", 1),
    ("glPointParameteri", "ui", 0x8CA0, 0x8CA1), ("glClipControl", "uu", 0x8CA2, 0x935F),
    ("glHint", "uu", 0x0C52, 0x1102), ("glHint", "uu", 0x8B8B, 0x1102), ("glSampleCoverage", "fB", 0.25, 1),
    ("glStencilFuncSeparate", "uuiu", 0x0404, 0x0200, 3, 0x0F),
    ("glStencilFuncSeparate", "uuiu", 0x0405, 0x0201, 5, 0xF0),
    ("glStencilOpSeparate", "uuuu", 0x0404, 0x1E01, 0x1E02, 0x1E03),
    ("glStencilOpSeparate", "uuuu", 0x0405, 0x1E02, 0x1E03, 0x150A),
    ("glStencilMaskSeparate", "uu", 0x0404, 0x80000001), ("glStencilMaskSeparate", "uu", 0x0405, 0x6),
    ("glLineWidth", "f", 2.5), ("glPointSize", "f", 3.5), ("glPointParameterf", "uf", 0x8128, 2.0),
    ("glPolygonOffset", "ff", 2.0, 5.0), ("glBlendColor", "ffff", 0.1, 0.2, 0.3, 1.5),
    ("glClearColor", "ffff", 0.4, 0.3, 0.2, -1.5), ("glClearDepth", "d", 0.3),
    ("glMinSampleShading", "f", 0.5), ("glSampleMaski", "uu", 0, 0x5),
)  # fmt: skip
_STORES = {
    0x0D00: 1, 0x0D01: 1, 0x0D02: 100, 0x0D03: 2, 0x0D04: 3, 0x0D05: 8, 0x806B: 1, 0x806C: 50, 0x912B: 4,
    0x912E: 16, 0x0CF0: 1, 0x0CF1: 1, 0x0CF2: 90, 0x0CF3: 1, 0x0CF4: 4, 0x0CF5: 8, 0x806D: 2, 0x806E: 60,
    0x9127: 4, 0x912A: 8,
}  # fmt: skip
_VERTEX = "#version 330\nin vec2 at; out vec4 seen; void main() { seen = gl_Position = vec4(at, 0, 1); }"
_FRAGMENT = "#version 330\nout vec4 o; void main() { o = vec4(0.5); }"


class Caller:
    """In the middle of drawing of its own, in a 4.5 context: all of the tables set to something unusual."""

    def __init__(self, context: moderngl.Context) -> None:
        self.context, self._gl = context, Commands(context)
        self._things: list[Any] = []
        self._names: list[tuple[str, list[int]]] = []
        self.buffers: list[moderngl.Buffer] = []
        self._draws()
        self._points()
        self._textures()
        self._states()

    def release(self) -> None:
        for command, names in self._names:
            self._gl(command, "ip", len(names), (ctypes.c_uint * len(names))(*names))
        for thing in reversed(self._things):
            thing.release()

    def _own(self, thing: Any) -> Any:
        self._things.append(thing)
        return thing

    def _named(self, kind: str, count: int = 1) -> list[int]:
        names = self._gl.names(f"glGen{kind}", count)
        self._names.append((f"glDelete{kind}", names))
        return names

    def _buffer(self) -> int:
        self.buffers.append(self._own(self.context.buffer(bytes(range(256)) * 16)))
        return int(self.buffers[-1].glo)

    def _draws(self) -> None:
        context, own, gl = self.context, self._own, self._gl
        colors = [own(context.renderbuffer((40, 30), 4)) for _ in range(3)]
        depth = own(context.depth_renderbuffer((40, 30)))
        framebuffer = own(context.framebuffer(colors, depth))
        read = own(context.framebuffer([own(context.renderbuffer((40, 30), 4)) for _ in range(2)]))
        framebuffer.use()
        gl("glBindRenderbuffer", "uu", 0x8D41, depth.glo)
        gl("glRenderbufferStorage", "uuii", 0x8D41, 0x88F0, 40, 30)  # DEPTH24_STENCIL8
        gl("glFramebufferRenderbuffer", "uuuu", 0x8D40, 0x821A, 0x8D41, depth.glo)
        program = own(context.program(_VERTEX, _FRAGMENT))
        vertices = own(context.buffer(b"\0" * 64))
        indices = own(context.buffer(bytes(16)))
        array = own(context.vertex_array(program, [(vertices, "2f", "at")], index_buffer=indices))
        array.render(moderngl.POINTS, vertices=1)
        framebuffer.use()
        for command, target, kind in (
            ("glBindProgramPipeline", None, "ProgramPipelines"),
            ("glBindTransformFeedback", 0x8E22, "TransformFeedbacks"),
            ("glBindRenderbuffer", 0x8D41, "Renderbuffers"),
        ):
            name = self._named(kind)[0]
            gl(command, "u" if target is None else "uu", *([] if target is None else [target]), name)
        gl("glDrawBuffers", "ip", 3, (ctypes.c_uint * 3)(0, 0x8CE2, 0x8CE0))
        gl("glBindFramebuffer", "uu", 0x8CA8, read.glo)
        gl("glReadBuffer", "u", 0x8CE1)
        for number in range(16):
            gl("glVertexAttrib4f", "uffff", number, number + 1, 2, 3, 4)
        gl("glPatchParameterfv", "up", 0x8E74, (ctypes.c_float * 4)(2, 3, 4, 5))
        gl("glPatchParameterfv", "up", 0x8E73, (ctypes.c_float * 2)(6, 7))

    def _points(self) -> None:
        gl = self._gl
        for index in range(BUFFER_POINTS):
            gl("glBindBufferRange", "uuunn", 0x8A11, index, self._buffer(), 256, 64 + 16 * index)
            gl("glBindBufferRange", "uuunn", 0x90D2, index, self._buffer(), 256, 64 + 16 * index)
        for index in range(4):
            gl("glBindBufferRange", "uuunn", 0x8C8E, index, self._buffer(), 4, 64)
        gl("glBindBufferRange", "uuunn", 0x92C0, 0, self._buffer(), 0, 64)
        for target in (0x8892, 0x8F36, 0x8F37, 0x88EB, 0x88EC, 0x8C2A, 0x8F3F, 0x90EE, 0x9192, 0x92C0, 0x8A11,
                       0x90D2, 0x8C8E):  # fmt: skip
            gl("glBindBuffer", "uu", target, self._buffer())

    def _textures(self) -> None:
        gl = self._gl
        for unit in (*range(UNITS), self.context.default_texture_unit):
            gl("glActiveTexture", "u", 0x84C0 + unit)
            for target, name in zip(TEXTURES, self._named("Textures", len(TEXTURES)), strict=True):
                gl("glBindTexture", "uu", target, name)
            sampler = self._named("Samplers")[0]
            gl("glSamplerParameteri", "uui", sampler, 0x2801, 0x2600)  # MIN_FILTER: NEAREST
            gl("glSamplerParameteri", "uui", sampler, 0x2802, 0x812D)  # WRAP_S: CLAMP_TO_BORDER
            gl("glBindSampler", "uu", unit, sampler)
        gl("glActiveTexture", "u", 0x84C0 + 3)
        gl("glBindBuffer", "uu", 0x88EC, 0)
        for unit, name in enumerate(self._named("Textures", 8)):
            gl("glBindTexture", "uu", 0x8C1A, name)
            gl("glTexStorage3D", "uiuiii", 0x8C1A, 1, 0x8058, 2, 2, 2)
            gl("glBindImageTexture", "uuiBiuu", unit, name, 0, 1, 0, 0x88BA, 0x8236)
        gl("glBindTexture", "uu", 0x8C1A, self._names[-1][1][0])
        gl("glBindBuffer", "uu", 0x88EC, self._buffer())

    def _states(self) -> None:
        context, gl = self.context, self._gl
        context.enable_only(moderngl.DEPTH_TEST)
        context.cull_face, context.front_face, context.wireframe = "front", "cw", True
        for name, value in ENABLES.items():
            if name not in AS_IT_WAS:
                gl("glDisable" if name in _INITIALLY_ON else "glEnable", "u", value)
        for command, types, *arguments in _CALLS:
            gl(command, types, *arguments)
        for store, number in _STORES.items():
            gl("glPixelStorei", "ui", store, number)
        for index in range(VIEWPORTS):
            gl("glViewportIndexedf", "uffff", index, index + 0.25, 2.5, 30 - index, 20.75)
            gl("glScissorIndexed", "uiiii", index, index, 1, 20 - index, 9)
            gl("glDepthRangeIndexed", "udd", index, 0.1 + 0.01 * index, 0.9)
            gl("glDisablei" if index % 3 else "glEnablei", "uu", 0x0C11, index)
        for index in range(COLORS):
            gl("glDisablei" if index % 2 else "glEnablei", "uu", 0x0BE2, index)
            gl("glColorMaski", "uBBBB", index, *(index + 1 >> bit & 1 for bit in range(4)))
            gl("glBlendFuncSeparatei", "uuuuu", index, 0x0300 + index, 0x0306, 0x0301 + index, 0x0300 + index)
            gl("glBlendEquationSeparatei", "uuu", index, 0x8007 + index % 2, 0x800A + index % 2)


def changed(before: dict[str, object], after: dict[str, object]) -> dict[str, tuple[object, object]]:
    """What is not as it was."""
    return {name: (before[name], after[name]) for name in before if before[name] != after.get(name)}


def usual(before: dict[str, object], unusual: dict[str, object]) -> Iterator[str]:
    """What the caller has not set to anything unusual, with an index that says where."""
    return (name for name in before if before[name] == unusual.get(name))
