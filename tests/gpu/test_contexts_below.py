"""Programs of generation 5 on contexts below the version they need: one message, no other behaviour."""

from __future__ import annotations

import os
import subprocess
import sys

import moderngl
import pytest

_ASKED = """
import numpy as np, nvrender
NUMBERS = np.zeros(4, np.uint32)
for text, given in (
    ("!!NVcp5.0 GROUP_SIZE 4; TEMP r; MOV.U r, invocation.globalid; END", {}),
    ("!!NVvp5.0 TEMP r; LOAD.U32 r, program.local[0].x; MOV result.position, r; END", {"count": 1}),
    ("!!NVvp5.0 IMAGE i = image[0]; TEMP r; LOADIM.U32 r, {0}, i, 2D; MOV result.position, r; END",
     {"count": 1, "images": {0: nvrender.Image(np.zeros((2, 2), np.uint32), "R32UI")}}),
    ("!!NVvp5.0 LONG TEMP r; ADD.F64 r, vertex.position, 1; MOV result.position, r; END",
     {"attributes": {0: [[1.0]]}}),
    ("!!NVfp5.0 IPAC result.color, fragment.attrib[0]; END", {"attributes": {"attrib[0]": [[1.0]]}}),
):
    try:
        print(list(nvrender.run(text, backend="gpu", **given)))
    except nvrender.TargetError as error:
        print(error)
"""


def test_what_opengl_3_3_has_not(context: moderngl.Context) -> None:
    """Compute programs, memory and images need OpenGL 4.3, doubles GLSL 4.00 (docs/generation5.md)."""
    if "Mesa" not in context.info["GL_VERSION"]:
        pytest.skip("only Mesa can pretend to be an older OpenGL")
    older = os.environ | {"MESA_GL_VERSION_OVERRIDE": "3.3", "MESA_GLSL_VERSION_OVERRIDE": "330"}
    done = subprocess.run(
        [sys.executable, "-c", _ASKED], capture_output=True, text=True, env=older, check=False
    )
    assert (done.returncode, done.stderr) == (0, "")
    memory = f"memory needs the storage buffers of OpenGL 4.3; {context.info['GL_RENDERER']} here has less"
    assert done.stdout.splitlines() == [
        f"compute programs need OpenGL 4.3; {context.info['GL_RENDERER']} here has less",
        memory,
        memory,
        "<text>:1:24: ADD.F64 r, vertex.position, 1 needs doubles, which glsl330 has not; glsl430 has",
        "['color[0]', 'killed']",
    ]
