"""nvrender's own contexts, which EGL makes, beside the GLX context of a window in the same thread."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from desktop import Desktop

PROGRAM = """
import ctypes
import glfw
import moderngl
import numpy as np
import nvrender
from nvrender.gpu.context.context import headless, joined, using
from nvrender.view.window import opened

def current():
    egl, glx = ctypes.CDLL("libEGL.so.1"), ctypes.CDLL("libGLX.so.0")
    egl.eglGetCurrentContext.restype = glx.glXGetCurrentContext.restype = ctypes.c_void_p
    return egl.eglGetCurrentContext(), glx.glXGetCurrentContext()

def objects(context):
    exists = ctypes.CFUNCTYPE(ctypes.c_ubyte, ctypes.c_uint)(context.mglo._context.load("glIsBuffer"))
    return [name for name in range(1, 200) if exists(name)]

{before}
expected = nvrender.render("{scene}", (64, 48), frame=0) if {first} else None
with opened((200, 100), "window"):
    context = joined()
    _, window = current()
    assert window
    mine = context.buffer(b"mine")
    assert objects(context) == [mine.glo]
    with using(None) as own:
        egl, glx = current()
        assert egl and not glx, (egl, glx)
    assert current() == (None, window)
    found = nvrender.render("{scene}", (64, 48), frame=0)
    assert (found[:, :, :3] == (0, 255, 0)).all(axis=2).any()
    assert expected is None or np.array_equal(found, expected)
    assert current() == (None, window)
    # Nothing was made in the window's context, which draws on.
    assert objects(context) == [mine.glo]
    context.screen.clear(0.0, 1.0, 0.0)
    assert context.screen.read((0, 0, 1, 1)) == bytes((0, 255, 0))
    assert np.array_equal(nvrender.render("{scene}", (64, 48), frame=0, context=context), found)
    assert current() == (None, window)
    assert context.error == "GL_NO_ERROR"
print("done")
"""


@pytest.mark.parametrize("first", [False, True], ids=["window first", "own context first"])
def test_a_windows_context_and_nvrenders_own(display: Desktop, scene: Path, first: bool) -> None:
    text = PROGRAM.replace("{scene}", str(scene)).replace("{first}", str(first))
    done = subprocess.run(
        [sys.executable, "-c", text.replace("{before}", "headless()" if first else "")],
        env=os.environ | {"DISPLAY": display.name}, capture_output=True, text=True, timeout=120, check=False,
    )  # fmt: skip
    assert (done.returncode, done.stdout) == (0, "done\n"), done.stderr


def test_the_drivers_own_assembler_beside_a_window(display: Desktop) -> None:
    pytest.importorskip("OpenGL", reason="pip install PyOpenGL")
    text = """
from nvrender.gpu.context.context import joined
from nvrender.gpu.native.context import compatibility
from nvrender.source import ContextError
from nvrender.view.window import opened
try:
    with compatibility() as native:
        alone = native.renderer
except ContextError as error:
    raise SystemExit(f"skip: {error}")
with opened((200, 100), "window"):
    context = joined()
    with compatibility() as native:
        assert native.gl.glGetString(native.gl.GL_RENDERER).decode() == alone
    context.screen.clear(0.0, 1.0, 0.0)
    assert context.screen.read((0, 0, 1, 1)) == bytes((0, 255, 0))
print("done")
"""
    done = subprocess.run(
        [sys.executable, "-c", text], env=os.environ | {"DISPLAY": display.name}, capture_output=True,
        text=True, timeout=120, check=False,
    )  # fmt: skip
    if done.stderr.startswith("skip: "):
        pytest.skip(done.stderr.splitlines()[0])
    assert (done.returncode, done.stdout) == (0, "done\n"), done.stderr
