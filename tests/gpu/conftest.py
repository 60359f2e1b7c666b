"""The one place tests get a GL context: GL errors and leaked objects fail the test that left them."""

from __future__ import annotations

import ctypes
from collections.abc import Iterator
from contextlib import contextmanager

import moderngl
import pytest

from nvrender.gpu.compiled import release
from nvrender.gpu.context import headless

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
        assert context.error == "GL_NO_ERROR", "an earlier test left a GL error"
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
    default = moderngl._store.default_context
    foreign = moderngl.create_context(standalone=True, backend="egl")
    moderngl._store.default_context = default
    with watched(foreign):
        yield foreign
    foreign.release()
