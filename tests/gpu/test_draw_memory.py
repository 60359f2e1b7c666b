"""Memory is flat over many draws that nobody reads, over pipelines that are dropped, and over frames."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path

import moderngl
import pytest

from nvrender.api import Context, enums
from nvrender.gpu.context.state_guard import state_guard
from nvrender.gpu.draw import Mesh, Target
from nvrender.gpu.pipeline.pipeline import Pipeline
from nvrender.gpu.scene.stage import Stage
from nvrender.languages.load import load
from nvrender.scene.load import load_scene

_STATM = Path("/proc/self/statm")
_PAGE = 4096
#: What may come on top over all draws or pipelines; a draw once left 1.9 KB each time.
_MOST = 1 << 20
PROGRAM = load("!!ARBvp1.0 MOV result.position, vertex.position; MOV result.color, program.local[0]; END")
_SCENE = """
title = "two passes"
size = [8, 8]
camera = { target = [0.0, 0.0, 0.0], orbit = { radius = 3.0, angle = { linear = { rate = 40.0 } } } }
[targets.first]
[[passes]]
name = "first"
target = "first"
[meshes.wall]
kind = "square"
[[draw]]
pass = "first"
vertex = "a.vp"
mesh = "wall"
[[draw]]
vertex = "a.vp"
fragment = "a.fp"
mesh = "wall"
textures = { 0 = { texture = "first" } }
"""
CORNERS = [[-1.0, -1.0], [1.0, -1.0], [0.0, 1.0]]

pytestmark = pytest.mark.skipif(
    not sys.platform.startswith("linux"), reason="what a process has in memory is read from Linux"
)


def _pages() -> int:
    return int(_STATM.read_text().split()[1])


def _grown(action: Callable[[], None]) -> int:
    """Bytes the process has more behind an action, the least of several times: heaps grow in leaps."""
    action()
    found = []
    for _ in range(4):
        before = _pages()
        action()
        found.append(_pages() - before)
    return min(found) * _PAGE


@pytest.mark.parametrize("held", [False, True])
def test_draws_leave_nothing(held: bool, context: moderngl.Context) -> None:
    with (
        Mesh(context, {0: CORNERS}) as mesh,
        Target(context, (16, 16)) as target,
        Pipeline(context, PROGRAM) as pipeline,
    ):

        def draws() -> None:
            for step in range(10_000):
                pipeline.set_parameters({"program.local[0]": (step / 10_000, 0.0, 0.0, 1.0)})
                pipeline.draw(mesh, target)

        if held:
            with pipeline.session():
                assert _grown(draws) < _MOST
        else:
            assert _grown(draws) < _MOST


def test_pipelines_that_are_dropped_leave_nothing(context: moderngl.Context) -> None:
    with (
        Mesh(context, {0: CORNERS}) as mesh,
        Target(context, (16, 16)) as target,
        Pipeline(context, PROGRAM) as kept,  # shares what is linked
    ):
        kept.draw(mesh, target)

        def pipelines() -> None:
            with kept.session():
                for _ in range(250):
                    with Pipeline(context, PROGRAM) as pipeline:
                        pipeline.draw(mesh, target)

        assert _grown(pipelines) < _MOST


def test_frames_leave_nothing(tmp_path: Path, context: moderngl.Context) -> None:
    """Of a scene whose second pass reads what the first has drawn."""
    (tmp_path / "a.vp").write_text(
        "!!ARBvp1.0 PARAM m[4] = { state.matrix.mvp }; DP4 result.position.x, m[0], vertex.position;"
        "DP4 result.position.y, m[1], vertex.position; DP4 result.position.z, m[2], vertex.position;"
        "DP4 result.position.w, m[3], vertex.position; MOV result.color, vertex.position;"
        "MOV result.texcoord[0], vertex.position; END"
    )
    (tmp_path / "a.fp").write_text("!!ARBfp1.0 TEX result.color, fragment.texcoord[0], texture[0], 2D; END")
    (tmp_path / "a.toml").write_text(_SCENE)
    stage = Stage(load_scene(tmp_path / "a.toml"), (8, 8), context, "exact")
    number = 0

    def frames() -> None:
        nonlocal number
        for _ in range(50):
            with state_guard(context):
                stage.draw(number := number + 1)

    try:
        assert _grown(frames) < _MOST
    finally:
        stage.release()


def test_display_lists_and_immediate_mode_leave_nothing() -> None:
    with Context(size=(8, 8), raise_errors=True) as gl:

        def triangle(place: float) -> None:
            gl.Begin(enums.TRIANGLES)
            for x, y in CORNERS:
                gl.Color3f(x, y, place)
                gl.Vertex3f(x, y, place)
            gl.End()

        gl.NewList(1, enums.COMPILE)
        triangle(0.5)
        gl.EndList()

        def draws() -> None:
            for step in range(500):
                triangle(step / 500)
                gl.CallList(1)

        assert _grown(draws) < _MOST
