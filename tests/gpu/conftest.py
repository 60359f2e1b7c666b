"""The one place tests get a GL context: GL errors and leaked objects fail the test that left them."""

from __future__ import annotations

import ctypes
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import moderngl
import pytest

from nvrender.gpu.arrays.compiled import release
from nvrender.gpu.context.context import headless
from nvrender.gpu.native.context import Native, compatibility
from nvrender.source import ContextError

_KINDS = (
    "Buffer",
    "Texture",
    "Program",
    "Shader",
    "Framebuffer",
    "Renderbuffer",
    "VertexArray",
    "Sampler",
    "Query",
)
_NAMES = 400
_SCALARS = {
    "BLEND_SRC_RGB": 0x80C9, "BLEND_DST_RGB": 0x80C8, "BLEND_SRC_ALPHA": 0x80CB, "BLEND_DST_ALPHA": 0x80CA,
    "BLEND_EQUATION_RGB": 0x8009, "BLEND_EQUATION_ALPHA": 0x883D, "DEPTH_FUNC": 0x0B74,
    "DEPTH_WRITEMASK": 0x0B72,
    "CULL_FACE_MODE": 0x0B45, "FRONT_FACE": 0x0B46, "POLYGON_MODE": 0x0B40, "ACTIVE_TEXTURE": 0x84E0,
    "CURRENT_PROGRAM": 0x8B8D, "VERTEX_ARRAY_BINDING": 0x85B5, "ARRAY_BUFFER_BINDING": 0x8894,
    "UNIFORM_BUFFER_BINDING": 0x8A28, "TRANSFORM_FEEDBACK_BUFFER_BINDING": 0x8C8F,
    "SHADER_STORAGE_BUFFER_BINDING": 0x90D3, "DRAW_FRAMEBUFFER_BINDING": 0x8CA6,
    "READ_FRAMEBUFFER_BINDING": 0x8CAA, "RENDERBUFFER_BINDING": 0x8CA7, "TEXTURE_BINDING_2D": 0x8069,
    "PACK_ALIGNMENT": 0x0D05, "UNPACK_ALIGNMENT": 0x0CF5, "PACK_ROW_LENGTH": 0x0D02,
    "STENCIL_FUNC": 0x0B92, "STENCIL_REF": 0x0B97, "STENCIL_VALUE_MASK": 0x0B93, "STENCIL_FAIL": 0x0B94,
    "STENCIL_PASS_DEPTH_PASS": 0x0B96, "STENCIL_WRITEMASK": 0x0B98, "STENCIL_BACK_FUNC": 0x8800,
    "STENCIL_BACK_WRITEMASK": 0x8CA5, "LOGIC_OP_MODE": 0x0BF0,
    "PROVOKING_VERTEX": 0x8E4F, "PIXEL_PACK_BUFFER_BINDING": 0x88ED,
}  # fmt: skip
_FLOATS = {
    "VIEWPORT": (0x0BA2, 4), "SCISSOR_BOX": (0x0C10, 4), "COLOR_WRITEMASK": (0x0C23, 4),
    "COLOR_CLEAR_VALUE": (0x0C22, 4), "DEPTH_CLEAR_VALUE": (0x0B73, 1), "DEPTH_RANGE": (0x0B70, 2),
    "LINE_WIDTH": (0x0B21, 1), "POINT_SIZE": (0x0B11, 1), "POLYGON_OFFSET_FACTOR": (0x8038, 1),
    "POLYGON_OFFSET_UNITS": (0x2A00, 1), "BLEND_COLOR": (0x8005, 4),
}  # fmt: skip
_ENABLES = {
    "BLEND": 0x0BE2, "DEPTH_TEST": 0x0B71, "CULL_FACE": 0x0B44, "RASTERIZER_DISCARD": 0x8C89,
    "PROGRAM_POINT_SIZE": 0x8642, "SCISSOR_TEST": 0x0C11, "CLIP_DISTANCE3": 0x3003, "DEPTH_CLAMP": 0x864F,
    "FRAMEBUFFER_SRGB": 0x8DB9, "PRIMITIVE_RESTART": 0x8F9D, "STENCIL_TEST": 0x0B90, "COLOR_LOGIC_OP": 0x0BF2,
    "POLYGON_OFFSET_FILL": 0x8037,
    "TEXTURE_CUBE_MAP_SEAMLESS": 0x884F,
}  # fmt: skip
_INDEXED = {"UNIFORM_BUFFER": (0x8A28, 0x8A29, 0x8A2A), "SHADER_STORAGE_BUFFER": (0x90D3, 0x90D4, 0x90D5)}


def _snapshot(context: moderngl.Context) -> dict[str, object]:
    """The state as GL reports it, read independently of nvrender."""

    def function(name: str, *types: object) -> object:
        return ctypes.CFUNCTYPE(*types)(context.mglo._context.load(name))  # type: ignore[arg-type]

    integers = function("glGetIntegerv", None, ctypes.c_uint, ctypes.c_void_p)
    floats = function("glGetFloatv", None, ctypes.c_uint, ctypes.c_void_p)
    indexed = function("glGetInteger64i_v", None, ctypes.c_uint, ctypes.c_uint, ctypes.c_void_p)
    enabled = function("glIsEnabled", ctypes.c_ubyte, ctypes.c_uint)
    state: dict[str, object] = {}
    for name, value in _SCALARS.items():
        array = (ctypes.c_int * 4)()
        integers(value, array)
        state[name] = array[0]
    for name, (value, length) in _FLOATS.items():
        vector = (ctypes.c_float * 4)()
        floats(value, vector)
        state[name] = tuple(vector[:length])
    for name, value in _ENABLES.items():
        state[name] = bool(enabled(value))
    for name, values in _INDEXED.items():
        for index in range(2):
            place = (ctypes.c_int64 * 1)()
            for value in values:
                indexed(value, index, place)
                state[f"{name}{index} {value:x}"] = place[0]
    activate = function("glActiveTexture", None, ctypes.c_uint)
    for unit in range(8):
        activate(0x84C0 + unit)
        pair = (ctypes.c_int * 2)()
        for place, value in enumerate((0x8069, 0x8919)):  # TEXTURE_BINDING_2D, SAMPLER_BINDING
            integers(value, ctypes.byref(pair, 4 * place))
        state[f"unit {unit}"] = tuple(pair)
    activate(state["ACTIVE_TEXTURE"])
    assert context.error == "GL_NO_ERROR"
    return state


@pytest.fixture
def snapshot() -> Callable[[moderngl.Context], dict[str, object]]:
    """A function that reads a context's state."""
    return _snapshot


def live_objects(context: moderngl.Context) -> dict[str, set[int]]:
    """GL's own answer to which names of each kind are objects."""
    loader = context.mglo._context
    # A program in use outlives its deletion.
    ctypes.CFUNCTYPE(None, ctypes.c_uint)(loader.load("glUseProgram"))(0)
    live = {}
    for kind in _KINDS:
        exists = ctypes.CFUNCTYPE(ctypes.c_ubyte, ctypes.c_uint)(loader.load(f"glIs{kind}"))
        live[kind] = {name for name in range(1, _NAMES) if exists(name)}
    return live


@contextmanager
def watched(context: moderngl.Context) -> Iterator[moderngl.Context]:
    """``context`` made current; afterwards no GL error is pending and no object is left."""
    with context:
        _ = context.error  # the test that left one has failed for it
        before = live_objects(context)
        yield context
        release(context)
        assert context.error == "GL_NO_ERROR"
        left = {kind: names - before[kind] for kind, names in live_objects(context).items()}
        assert not any(left.values()), f"objects left behind: {left}"


@pytest.fixture
def context() -> Iterator[moderngl.Context]:
    """The process's headless context."""
    with watched(headless()) as own:
        yield own


@pytest.fixture
def foreign_context() -> Iterator[moderngl.Context]:
    """A context of a caller's, which nvrender has not made."""
    foreign = _made()
    with watched(foreign):
        yield foreign
    foreign.release()


@pytest.fixture
def unwatched_context() -> Iterator[moderngl.Context]:
    """A context whose left objects are not counted.

    moderngl leaves an empty program object where a shader does not compile, and Mesa holds on to programs
    after drawing with one that was deleted.
    """
    made = _made()
    with made:
        yield made
    made.release()


def _made() -> moderngl.Context:
    default = moderngl._store.default_context
    made = moderngl.create_context(standalone=True, backend="egl")
    moderngl._store.default_context = default
    return made


@pytest.fixture(params=["gpu", "oracle"])
def backend(request: pytest.FixtureRequest) -> str:
    """Both draw the same."""
    return str(request.param)


@pytest.fixture
def native() -> Iterator[Native]:
    """The compatibility context, which must be left without errors and objects."""
    try:
        with compatibility() as made:
            before = _native_objects(made)
    except ContextError as error:
        pytest.skip(f"no compatibility context: {str(error).splitlines()[0]}")
    if "GL_ARB_vertex_program" not in made.extensions:
        pytest.skip(f"{made.renderer} has no ARB_vertex_program")
    yield made
    with compatibility():
        assert made.gl.glGetError() == 0
        assert _native_objects(made) == before, "objects left behind"
        for target in (0x8620, 0x8804):
            assert not made.gl.glIsEnabled(target), "a program left enabled"
        assert made.gl.glGetIntegerv(made.gl.GL_ATTRIB_STACK_DEPTH) == 0


def _native_objects(native: Native) -> set[tuple[str, int]]:
    from OpenGL.GL.ARB.vertex_program import glIsProgramARB

    exist: dict[str, Any] = {
        kind: getattr(native.gl, f"glIs{kind}")
        for kind in ("Texture", "Framebuffer", "Renderbuffer", "Shader", "Program", "Buffer")
    } | {"ProgramARB": glIsProgramARB}
    return {(kind, name) for kind, function in exist.items() for name in range(1, 200) if function(name)}
