"""The commands of nvrender.api against Pipeline: immediate mode, arrays, many small draws."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import numpy as np

from bench.timing import Clock, Row, clock_of, medians, ratios
from nvrender.api import Context, enums
from nvrender.gl.inputs.results import Float32Array
from nvrender.gpu.context.context import headless
from nvrender.gpu.draw import Mesh, Target, state_guard
from nvrender.gpu.pipeline.pipeline import Pipeline
from nvrender.languages.load import load

_PROGRAM = "!!VP1.0 MOV o[HPOS],v[0];MOV o[COL0],c[8];END"
_TARGET = enums.VERTEX_PROGRAM_NV
_SIZE = (64, 64)
_IMMEDIATE = 100_000
_ARRAY = 1_000_000
_DRAWS = 10_000
_REPEATS = 9


def rows() -> Iterator[Row]:
    """Seconds of immediate mode, DrawArrays' time as a multiple of Pipeline's, draws a second."""
    yield Row(f"api: {_IMMEDIATE:,} vertices between Begin and End", _immediate(), "s", "< 1")
    for name, ratio in _arrays().items():
        yield Row(f"api: DrawArrays of {_ARRAY:,} vertices, {name}", 1 / ratio, "ratio", "≤ 1.2")
    for name, seconds in _draws().items():
        yield Row(f"api: {_DRAWS:,} draws, a parameter changing: {name}", _DRAWS / seconds, "draws/s")


def _context(given: object = None) -> Context:
    gl = Context(given, size=_SIZE, raise_errors=True)  # type: ignore[arg-type]
    gl.LoadProgramNV(_TARGET, 1, _PROGRAM)
    gl.BindProgramNV(_TARGET, 1)
    gl.Enable(_TARGET)
    gl.EnableClientState(enums.VERTEX_ATTRIB_ARRAY0_NV)
    return gl


def _vertices(count: int) -> Float32Array:
    """Small triangles, so that the vertices are the work."""
    places = np.random.default_rng(3).random((count, 4), np.float32) * np.float32(0.01)
    places[:, 3] = 1
    return places


def _immediate() -> float:
    places = _vertices(_IMMEDIATE)[:, :3].tolist()
    with _context() as gl:

        def draw() -> None:
            vertex = gl.Vertex3f
            gl.Begin(enums.TRIANGLES)
            for x, y, z in places:
                vertex(x, y, z)
            gl.End()
            _finish(gl)

        return medians({"immediate": draw}, _REPEATS, clock=_clock())["immediate"]


def _clock() -> Clock:
    return clock_of(headless().info["GL_RENDERER"])


def _finish(gl: Context) -> None:
    gl.ReadPixels(0, 0, 1, 1, enums.RGBA, enums.UNSIGNED_BYTE)


def _arrays() -> dict[str, float]:
    """DrawArrays' speed as a share of Pipeline's: the same vertices again, and vertices that changed."""
    context = headless()
    clock = _clock()
    memory = _vertices(_ARRAY)
    pipeline, target = Pipeline(context, load(_PROGRAM)), Target(context, _SIZE)
    mesh = Mesh(context, {0: memory})
    with _context() as gl:
        gl.VertexAttribPointerNV(0, 4, enums.FLOAT, 0, memory)

        def kept() -> None:
            pipeline.draw(mesh, target)
            target.read()

        def made() -> None:
            with Mesh(context, {0: memory}) as fresh:
                pipeline.draw(fresh, target)
                target.read()

        def same() -> None:
            gl.DrawArrays(enums.TRIANGLES, 0, _ARRAY)
            _finish(gl)

        def changed() -> None:
            memory[-1] += np.float32(0.001)
            same()

        gl.BindBuffer(enums.ARRAY_BUFFER, 1)
        gl.BufferData(enums.ARRAY_BUFFER, memory, enums.STATIC_DRAW)

        def buffered() -> None:
            gl.BindBuffer(enums.ARRAY_BUFFER, 1)
            gl.VertexAttribPointerNV(0, 4, enums.FLOAT, 0, 0)
            same()

        stored = ratios(kept, {"": buffered}, _REPEATS, clock=clock)[""]
        gl.BindBuffer(enums.ARRAY_BUFFER, 0)
        gl.VertexAttribPointerNV(0, 4, enums.FLOAT, 0, memory)
        again = ratios(kept, {"": same}, _REPEATS, clock=clock)[""]
        anew = ratios(made, {"": changed}, _REPEATS, clock=clock)[""]
    for thing in (mesh, pipeline, target):
        thing.release()
    return {
        "in a buffer object / Pipeline.draw": stored,
        "unchanged / Pipeline.draw": again,
        "changed / a new Mesh and Pipeline.draw": anew,
    }


def _draws() -> dict[str, float]:
    """Seconds of the draws by the API in nvrender's own context and in a caller's, and by Pipeline."""
    context, memory = headless(), _vertices(3)
    pipeline, target = Pipeline(context, load(_PROGRAM)), Target(context, _SIZE)
    mesh, parameters = Mesh(context, {0: memory}), np.zeros((96, 4), np.float32)

    def drawer(gl: Context) -> Callable[[], None]:
        gl.VertexAttribPointerNV(0, 4, enums.FLOAT, 0, memory)

        def draw() -> None:
            for step in range(_DRAWS):
                gl.ProgramParameter4fNV(_TARGET, 8, step / _DRAWS, 0, 0, 1)
                gl.DrawArrays(enums.TRIANGLES, 0, 3)
            _finish(gl)

        return draw

    def alone() -> None:
        for step in range(_DRAWS):
            parameters[8] = step / _DRAWS, 0, 0, 1
            pipeline.set_parameters(parameters)
            pipeline.draw(mesh, target)
        target.read()

    def alone_held() -> None:
        with state_guard(context):
            alone()

    with _context() as own, _context(context) as theirs:
        calls, callers = drawer(own), drawer(theirs)

        def callers_held() -> None:
            with state_guard(context):
                callers()

        actions = {
            "its own context": calls, "a caller's context": callers, "a caller's, held": callers_held,
            "Pipeline.draw alone": alone, "Pipeline.draw alone, held": alone_held,
        }  # fmt: skip
        found = medians(actions, 1, warm_up=0, clock=_clock())
    for thing in (mesh, pipeline, target):
        thing.release()
    return found
