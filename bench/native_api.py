"""nvrender.api against PyOpenGL, which makes the same calls in a compatibility context of the same driver."""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from typing import Any

import numpy as np

from bench.timing import Row
from nvrender.api import Context, enums
from nvrender.gpu.native.context import compatibility
from nvrender.source import ContextError

_VERTICES = 100_000
_PROGRAMS = 400
_REPEATS = 7
_SIZE = 64
_VERTEX_PROGRAM, _ASCII = enums.VERTEX_PROGRAM_ARB, enums.PROGRAM_FORMAT_ASCII_ARB
_PLAIN = "!!ARBvp1.0 MOV result.position, vertex.position; MOV result.color, program.local[0]; END"
#: Way → how many times PyOpenGL's time it may take.
_BARS = {"Begin and End": 2.0, "a display list": 1.0, "arrays": 1.0}
_SIDES = ("api", "native")
#: Where the driver compiles nothing.
_WARM = "all cached"

Ways = dict[str, Callable[[], object]]


def rows() -> Iterator[Row]:
    """Times as multiples of PyOpenGL's."""
    try:
        with compatibility():
            pass
    except ContextError as error:
        message = str(error).splitlines()[0]
        yield Row(f"api / PyOpenGL, not measured: {message}", float("nan"), "ratio", "≤ 1.0")
        return
    for way, ratio in _ways().items():
        yield Row(f"api / PyOpenGL: {_VERTICES:,} vertices by {way}", ratio, "ratio", f"≤ {_BARS[way]}")
    for label, ratio in _programs().items():
        bar = "" if label == _WARM else "≤ 1.5"
        yield Row(f"api / PyOpenGL: {_PROGRAMS} programs in turn, {label}", ratio, "ratio", bar)


def _ways() -> dict[str, float]:
    with Context(size=(_SIZE, _SIZE), raise_errors=True) as gl:
        own, found = _api_ways(gl), {way: list[float]() for way in _BARS}
        with _native() as native:
            theirs = _native_ways(native)
        for repeat in range(-1, _REPEATS):
            for way, action in own.items():
                taken = _seconds(action)
                with compatibility():  # twice: no side alone finds caches as others left them
                    other = _seconds(theirs[way]) + _seconds(theirs[way])
                taken += _seconds(action)
                if repeat >= 0:
                    found[way].append(taken / other)
    return {way: statistics.median(ratios) for way, ratios in found.items()}


def _seconds(action: Callable[[], object]) -> float:
    started = time.process_time()
    action()
    return time.process_time() - started


def _corners(count: int) -> Any:
    places = np.random.default_rng(3).random((count, 4), np.float32) * np.float32(0.01)
    places[:, 3] = 1
    return places


def _api_ways(gl: Context) -> Ways:
    _load(gl, [_PLAIN])
    places = _corners(_VERTICES)
    numbers = places[:, :3].tolist()

    def vertices() -> None:
        vertex = gl.Vertex3f
        gl.Begin(enums.TRIANGLES)
        for x, y, z in numbers:
            vertex(x, y, z)
        gl.End()

    gl.NewList(1, enums.COMPILE)
    vertices()
    gl.EndList()

    def arrays() -> None:
        gl.EnableClientState(enums.VERTEX_ARRAY)
        gl.VertexPointer(4, enums.FLOAT, 0, places)
        gl.DrawArrays(enums.TRIANGLES, 0, _VERTICES)
        gl.DisableClientState(enums.VERTEX_ARRAY)

    def finished(action: Callable[[], object]) -> Callable[[], object]:
        return lambda: (action(), gl.ReadPixels(0, 0, 1, 1, enums.RGBA, enums.UNSIGNED_BYTE))

    ways = {"Begin and End": vertices, "a display list": lambda: gl.CallList(1), "arrays": arrays}
    return {way: finished(action) for way, action in ways.items()}


def _native_ways(gl: Any) -> Ways:
    _load_native(gl, [_PLAIN])
    places = _corners(_VERTICES)
    numbers = places[:, :3].tolist()

    def vertices() -> None:
        vertex = gl.glVertex3f
        gl.glBegin(gl.GL_TRIANGLES)
        for x, y, z in numbers:
            vertex(x, y, z)
        gl.glEnd()

    gl.glNewList(1, gl.GL_COMPILE)
    vertices()
    gl.glEndList()

    def arrays() -> None:
        gl.glEnableClientState(gl.GL_VERTEX_ARRAY)
        gl.glVertexPointer(4, gl.GL_FLOAT, 0, places)
        gl.glDrawArrays(gl.GL_TRIANGLES, 0, _VERTICES)
        gl.glDisableClientState(gl.GL_VERTEX_ARRAY)

    def finished(action: Callable[[], object]) -> Callable[[], object]:
        return lambda: (action(), gl.glReadPixels(0, 0, 1, 1, gl.GL_RGBA, gl.GL_UNSIGNED_BYTE))

    ways = {"Begin and End": vertices, "a display list": lambda: gl.glCallList(1), "arrays": arrays}
    return {way: finished(action) for way, action in ways.items()}


def _load(gl: Context, texts: list[str]) -> list[int]:
    names: list[int] = gl.GenProgramsARB(len(texts))
    for name, text in zip(names, texts, strict=True):
        gl.BindProgramARB(_VERTEX_PROGRAM, name)
        gl.ProgramStringARB(_VERTEX_PROGRAM, _ASCII, text)
    gl.Enable(_VERTEX_PROGRAM)
    return names


def _load_native(gl: Any, texts: list[str]) -> list[int]:
    from OpenGL.GL.ARB import vertex_program as arb

    names = np.zeros(len(texts), np.uint32)
    arb.glGenProgramsARB(len(texts), names)
    for name, text in zip(names.tolist(), texts, strict=True):
        arb.glBindProgramARB(_VERTEX_PROGRAM, name)
        arb.glProgramStringARB(_VERTEX_PROGRAM, _ASCII, len(text), text.encode())
    gl.glEnable(_VERTEX_PROGRAM)
    return [int(name) for name in names]


@contextmanager
def _native() -> Iterator[Any]:
    """PyOpenGL's functions, with a framebuffer to draw into, which stays bound."""
    with compatibility() as native:
        gl = native.gl
        framebuffer, texture = gl.glGenFramebuffers(1), gl.glGenTextures(1)
        gl.glBindTexture(gl.GL_TEXTURE_2D, texture)
        texels = gl.GL_RGBA, gl.GL_UNSIGNED_BYTE, None
        gl.glTexImage2D(gl.GL_TEXTURE_2D, 0, gl.GL_RGBA8, _SIZE, _SIZE, 0, *texels)
        gl.glBindFramebuffer(gl.GL_FRAMEBUFFER, framebuffer)
        attached = gl.GL_FRAMEBUFFER, gl.GL_COLOR_ATTACHMENT0, gl.GL_TEXTURE_2D, texture, 0
        gl.glFramebufferTexture2D(*attached)
        gl.glViewport(0, 0, _SIZE, _SIZE)
        yield gl


def _programs() -> dict[str, float]:
    """Each side in processes of its own: with caches that are empty, and with what the first left there."""
    found: dict[str, float] = {}
    with tempfile.TemporaryDirectory() as folder:
        taken = {side: [_turn(side, folder) for _ in range(2)] for side in _SIDES}
        found["nothing cached"] = taken["api"][0] / taken["native"][0]
        found[_WARM] = taken["api"][1] / taken["native"][1]
        fresh = os.path.join(folder, "another driver")
        found["translations cached"] = _turn("api", folder, fresh) / taken["native"][0]
    return found


def _turn(side: str, folder: str, driver: str = "") -> float:
    environment = {name: value for name, value in os.environ.items() if name != "MESA_SHADER_CACHE_DISABLE"}
    environment["MESA_SHADER_CACHE_DIR"] = driver or os.path.join(folder, f"driver of {side}")
    environment["NVRENDER_CACHE"] = os.path.join(folder, "nvrender")
    command = [sys.executable, "-m", "bench.native_api", side]
    return float(subprocess.run(command, env=environment, check=True, capture_output=True).stdout)


def _text(number: int) -> str:
    """A program of 22 instructions, and of constants of its own."""
    steps = (
        f"MAD t.{'xyzw'[step % 4]}, t.{'yzwx'[step % 4]}, {{{number + step / 100}}}.x, vertex.position.x;\n"
        for step in range(20)
    )
    return (
        "!!ARBvp1.0\nTEMP t;\nMOV t, vertex.position;\n"
        f"{''.join(steps)}MOV result.color, t;\nMOV result.position, vertex.position;\nEND\n"
    )


def main() -> None:
    """The seconds that one side takes to load all programs and draw with each."""
    texts, corners = [_text(number) for number in range(_PROGRAMS)], _corners(3)
    with ExitStack() as stack:
        if sys.argv[1] == "api":
            context = stack.enter_context(Context(size=(_SIZE, _SIZE), raise_errors=True))
            context.EnableClientState(enums.VERTEX_ARRAY)
            context.VertexPointer(4, enums.FLOAT, 0, corners)
            load: Callable[[list[str]], list[int]] = lambda texts: _load(context, texts)  # noqa: E731
            bind, draw, read = context.BindProgramARB, context.DrawArrays, context.ReadPixels
        else:
            gl = stack.enter_context(_native())
            from OpenGL.GL.ARB import vertex_program as arb

            gl.glEnableClientState(gl.GL_VERTEX_ARRAY)
            gl.glVertexPointer(4, gl.GL_FLOAT, 0, corners)
            load = lambda texts: _load_native(gl, texts)  # noqa: E731
            bind, draw, read = arb.glBindProgramARB, gl.glDrawArrays, gl.glReadPixels

        def turn(texts: list[str]) -> None:
            for name in load(texts):
                bind(_VERTEX_PROGRAM, name)
                draw(enums.TRIANGLES, 0, 3)
            read(0, 0, 1, 1, enums.RGBA, enums.UNSIGNED_BYTE)

        turn([_text(-1)])
        print(_seconds(lambda: turn(texts)))


if __name__ == "__main__":
    main()
