"""Many small draws, as games made them, beside plain moderngl that does the same ones."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from typing import Any

import moderngl
import numpy as np

from bench.timing import Row, clock_of, ratios
from nvrender.api import Context, enums
from nvrender.gl.state.fragments import Blend
from nvrender.gl.state.state import State
from nvrender.gl.textures.texture import Texture
from nvrender.gpu.context.context import headless
from nvrender.gpu.draw import Mesh, Target
from nvrender.gpu.pipeline.pipeline import Pipeline
from nvrender.languages.load import load

_VERTEX = "!!ARBvp1.0 MOV result.position, vertex.position; MOV result.color, program.local[{0}]; END"
_FRAGMENT = (
    "!!ARBfp1.0 TEMP c; TEX c, fragment.position, texture[0], 2D; MUL result.color, c, fragment.color; END"
)
_OWN_VERTEX = """#version 330
uniform vec4 color; in vec4 position; out vec4 passed;
void main() { gl_Position = position; passed = color; }"""
_OWN_FRAGMENT = """#version 330
in vec4 passed; out vec4 color;
void main() { color = passed; }"""
_OWN_TEXTURED = """#version 330
uniform sampler2D image; in vec4 passed; out vec4 color;
void main() { color = texture(image, gl_FragCoord.xy) * passed; }"""
_SIZE = (16, 16)
_DRAWS = 2000
_REPEATS = 9
_BLENDS = ("ONE", "ZERO"), ("SRC_ALPHA", "ONE_MINUS_SRC_ALPHA")
#: What is another at every draw, besides a parameter.
_SWITCHED = ("nothing else", "a texture", "a program", "a blend mode")
_BARS = {
    "Pipeline in a session": 0.2,
    "Pipeline": 0.1,
    "api in its own context": 0.1,
    "api in a caller's": 0.07,
}

Draws = Callable[[], None]


def rows() -> Iterator[Row]:
    """Draws a second of each way as a share of moderngl's; processor time, all in turns in one run."""
    clock = clock_of(headless().info["GL_RENDERER"])
    for switched in _SWITCHED:
        with ExitStack() as stack:
            plain = _plain(stack, switched)
            others = _pipelines(stack, switched) | _contexts(stack, switched)
            for name, ratio in ratios(plain, others, _REPEATS, clock=clock).items():
                label = f"draws: {name} / moderngl, {switched} switched"
                yield Row(label, ratio, "ratio", f"≥ {_BARS[name]}")


def _corners() -> Any:
    corners = np.random.default_rng(3).random((3, 4), np.float32) * np.float32(0.01)
    corners[:, 3] = 1
    return corners


def _images() -> list[Any]:
    return [np.full((2, 2, 4), value, np.uint8) for value in (64, 192)]


def _plain(stack: ExitStack, switched: str) -> Draws:
    """By moderngl alone."""
    context = headless()
    fragment = _OWN_TEXTURED if switched == "a texture" else _OWN_FRAGMENT
    programs = [context.program(vertex_shader=_OWN_VERTEX, fragment_shader=fragment) for _ in range(2)]
    buffer = context.buffer(_corners().tobytes())
    arrays = [context.vertex_array(program, [(buffer, "4f", "position")]) for program in programs]
    colors: list[Any] = [program["color"] for program in programs]
    textures = [context.texture((2, 2), 4, image.tobytes()) for image in _images()]
    framebuffer = context.simple_framebuffer(_SIZE)
    for thing in (*arrays, *programs, *textures, buffer):
        stack.callback(thing.release)
    modes = [tuple(getattr(moderngl, word) for word in words) for words in _BLENDS]

    def draws() -> None:
        framebuffer.use()
        if switched == "a blend mode":
            context.enable(moderngl.BLEND)
        for step in range(_DRAWS):
            place = 0
            if switched == "a texture":
                textures[step & 1].use(0)
            elif switched == "a program":
                place = step & 1
            elif switched == "a blend mode":
                context.blend_func = modes[step & 1]
            colors[place].value = (step / _DRAWS, 0.0, 0.0, 1.0)
            arrays[place].render()
        context.disable(moderngl.BLEND)
        context.finish()

    return draws


def _pipelines(stack: ExitStack, switched: str) -> dict[str, Draws]:
    context = headless()
    fragment = load(_FRAGMENT) if switched == "a texture" else None
    states = [State(blend=Blend(switched == "a blend mode", *words)) for words in _BLENDS]
    mesh = stack.enter_context(Mesh(context, {0: _corners()}))
    target = stack.enter_context(Target(context, _SIZE))
    pipelines = [
        stack.enter_context(Pipeline(context, load(_VERTEX.format(number)), fragment, state=states[0]))
        for number in range(2)
    ]
    textures = [{0: Texture.from_array(image, min_filter="NEAREST")} for image in _images()]
    given = textures if switched == "a texture" else [{}, {}]

    def draws() -> None:
        for step in range(_DRAWS):
            place = step & 1 if switched == "a program" else 0
            pipeline = pipelines[place]
            if switched == "a blend mode":
                pipeline.set_state(states[step & 1])
            pipeline.set_parameters({f"program.local[{place}]": (step / _DRAWS, 0.0, 0.0, 1.0)})
            pipeline.draw(mesh, target, given[step & 1])
        context.finish()

    def in_session() -> None:
        with pipelines[0].session():
            draws()

    return {"Pipeline in a session": in_session, "Pipeline": draws}


def _contexts(stack: ExitStack, switched: str) -> dict[str, Draws]:
    own, theirs = (
        stack.enter_context(Context(given, size=_SIZE, raise_errors=True)) for given in (None, headless())
    )
    return {
        "api in its own context": _api(own, switched),
        "api in a caller's": _api(theirs, switched),
    }


def _api(gl: Context, switched: str) -> Draws:
    vertex, fragment = enums.VERTEX_PROGRAM_ARB, enums.FRAGMENT_PROGRAM_ARB
    programs = gl.GenProgramsARB(2)
    for name in programs:
        gl.BindProgramARB(vertex, name)
        gl.ProgramStringARB(vertex, enums.PROGRAM_FORMAT_ASCII_ARB, _VERTEX.format(0))
    gl.BindProgramARB(vertex, programs[0])
    gl.Enable(vertex)
    textures = gl.GenTextures(2)
    if switched == "a texture":
        gl.BindProgramARB(fragment, gl.GenProgramsARB(1)[0])
        gl.ProgramStringARB(fragment, enums.PROGRAM_FORMAT_ASCII_ARB, _FRAGMENT)
        gl.Enable(fragment)
    for name, image in zip(textures, _images(), strict=True):
        gl.BindTexture(enums.TEXTURE_2D, name)
        gl.TexParameteri(enums.TEXTURE_2D, enums.TEXTURE_MIN_FILTER, enums.NEAREST)
        gl.TexImage2D(enums.TEXTURE_2D, 0, enums.RGBA, 2, 2, 0, enums.RGBA, enums.UNSIGNED_BYTE, image)
    if switched == "a blend mode":
        gl.Enable(enums.BLEND)
    modes = [tuple(getattr(enums, word) for word in words) for words in _BLENDS]
    gl.EnableClientState(enums.VERTEX_ARRAY)
    gl.VertexPointer(4, enums.FLOAT, 0, _corners())

    def draws() -> None:
        for step in range(_DRAWS):
            if switched == "a texture":
                gl.BindTexture(enums.TEXTURE_2D, textures[step & 1])
            elif switched == "a program":
                gl.BindProgramARB(vertex, programs[step & 1])
            elif switched == "a blend mode":
                gl.BlendFunc(*modes[step & 1])
            gl.ProgramLocalParameter4fARB(vertex, 0, step / _DRAWS, 0.0, 0.0, 1.0)
            gl.DrawArrays(enums.TRIANGLES, 0, 3)
        headless().finish()

    return draws
