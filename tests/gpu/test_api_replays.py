"""Draws of nvrender.api that are done again leave what draws leave that are looked at anew."""

from __future__ import annotations

import random
from typing import Any

import moderngl
import numpy as np
import pytest

from nvrender.api import Context, GLError
from nvrender.api import enums as gl_enums

SEQUENCES, STEPS = 6, 60
VP, FP = gl_enums.VERTEX_PROGRAM_ARB, gl_enums.FRAGMENT_PROGRAM_ARB
ASCII = gl_enums.PROGRAM_FORMAT_ASCII_ARB
VERTEX = (
    "!!ARBvp1.0 ADD result.position, vertex.position, program.local[0];MOV result.color, program.env[1];END",
    "!!ARBvp1.0 MOV result.position, vertex.position; ADD result.color, vertex.color, program.local[0]; END",
)
FRAGMENT = (
    "!!ARBfp1.0 TEMP t; TEX t, fragment.color, texture[0], 2D; ADD result.color, t, program.local[0]; END"
)
CAPABILITIES = (
    gl_enums.BLEND, gl_enums.DEPTH_TEST, gl_enums.SCISSOR_TEST, gl_enums.CULL_FACE, VP, FP,
    gl_enums.ALPHA_TEST, gl_enums.TEXTURE_2D,
)  # fmt: skip
BLENDS = (gl_enums.ONE, gl_enums.ZERO, gl_enums.SRC_ALPHA, gl_enums.DST_COLOR)
#: Where between Begin and End colours are set.
WAYS = ("nowhere", "first", "each", "behind")
ARRAYS = gl_enums.VERTEX_ARRAY, gl_enums.COLOR_ARRAY
POINTERS = "VertexPointer", "ColorPointer", "VertexAttribPointerARB"
DRAWS = ("DrawArrays", "DrawElements", "CallList", "primitive")

Call = tuple[Any, ...]


def calls(seed: int) -> list[Call]:
    """Commands with their arguments; ``memory`` changes the arrays without a command."""
    dice = random.Random(seed)
    found: list[Call] = []
    for _ in range(STEPS):
        number = dice.randrange(1, 3)
        row = [dice.uniform(-0.4, 0.8) for _ in range(4)]
        some: tuple[Call, ...] = (
            ("BindProgramARB", VP, number), ("BindTexture", gl_enums.TEXTURE_2D, number),
            ("BindTexture", gl_enums.TEXTURE_2D, 0),
            ("Enable", dice.choice(CAPABILITIES)), ("Disable", dice.choice(CAPABILITIES)),
            ("BlendFunc", dice.choice(BLENDS), dice.choice(BLENDS)),
            ("BlendFuncSeparate", *(dice.choice(BLENDS) for _ in range(4))),
            ("ProgramLocalParameter4fARB", dice.choice((VP, FP)), 0, *row),
            ("ProgramEnvParameter4fARB", VP, 1, *row), ("Color4f", *row), ("Scissor", 1, number, 4, 5),
            ("MatrixMode", gl_enums.MODELVIEW), ("Rotatef", 30, 0, 0, 1),
            ("PushAttrib", gl_enums.ALL_ATTRIB_BITS), ("PopAttrib",),
            ("memory", row), ("Clear", gl_enums.COLOR_BUFFER_BIT), ("CallList", 5),
            ("ActiveTexture", gl_enums.TEXTURE0 + number - 1), ("BlendFunc", 7, 7),
            ("texels", number, row[0]), ("BindProgramARB", VP, 9), ("ClearColor", *row),
            ("pointer", dice.choice(POINTERS), number - 1), ("EnableClientState", dice.choice(ARRAYS)),
            ("DisableClientState", dice.choice(ARRAYS)), ("EnableVertexAttribArrayARB", 3),
            ("DisableVertexAttribArrayARB", 3),
        )  # fmt: skip
        found.append(dice.choice(some))
        order = np.array(dice.choice(([0, 1, 2], [1, 3, 5])), np.uint16)
        draws: tuple[Call, ...] = (
            ("DrawArrays", gl_enums.TRIANGLES, 0, dice.choice((3, 3, 3, 6))),
            ("DrawElements", gl_enums.TRIANGLES, gl_enums.UNSIGNED_SHORT, order),
            ("CallList", dice.choice((6, 7, 8))),
            ("primitive", dice.choice((3, 3, 6)), dice.choice(WAYS), dice.randrange(3)),
            ("ReadPixels", 1, 1, 2, 2, gl_enums.RGBA, gl_enums.UNSIGNED_BYTE),
        )
        found += [dice.choice(draws)] * dice.choice((0, 1, 2, 3))
    return found


class _Player:
    def __init__(self, context: moderngl.Context | None, *, anew: bool) -> None:
        self.gl = gl = Context(context, size=(8, 8), raise_errors=True)
        self._anew = anew
        for number, text in enumerate(VERTEX, 1):
            gl.BindProgramARB(VP, number)
            gl.ProgramStringARB(VP, ASCII, text)
        gl.BindProgramARB(FP, 3)
        gl.ProgramStringARB(FP, ASCII, FRAGMENT)
        for number in (1, 2):
            gl.BindTexture(gl_enums.TEXTURE_2D, number)
            gl.TexParameteri(gl_enums.TEXTURE_2D, gl_enums.TEXTURE_MIN_FILTER, gl_enums.NEAREST)
            self._texels(number, number / 3)
        gl.NewList(5, gl_enums.COMPILE)
        gl.BlendFunc(gl_enums.ONE, gl_enums.ONE)
        gl.EndList()
        for name, way in enumerate(WAYS[1:], 6):
            gl.NewList(name, gl_enums.COMPILE)
            self._primitive(6, way, name)
            gl.EndList()
        self._memories = np.random.default_rng(2).uniform(-1.2, 1.2, (2, 6, 4)).astype(np.float32)
        self._memories[:, :, 2:] = 0, 1
        gl.EnableClientState(gl_enums.VERTEX_ARRAY)
        for name in POINTERS:
            self._pointer(name, 0)

    def _pointer(self, name: str, place: int) -> None:
        form = (3, 4, gl_enums.FLOAT, False, 0) if name.startswith("VertexAttrib") else (4, gl_enums.FLOAT, 0)
        getattr(self.gl, name)(*form, self._memories[place])

    def _texels(self, number: int, value: float) -> None:
        image = np.full((2, 2, 4), int(abs(value) * 200), np.uint8)
        self.gl.TexImage2D(
            gl_enums.TEXTURE_2D, 0, gl_enums.RGBA, 2, 2, 0, gl_enums.RGBA, gl_enums.UNSIGNED_BYTE, image
        )

    def _primitive(self, count: int, way: str, seed: int) -> None:
        dice = random.Random(seed)
        self.gl.Begin(gl_enums.TRIANGLES)
        for number in range(count):
            if way == "each" or (way == "first" and not number):
                self.gl.Color3f(dice.random(), dice.random(), 0.5)
            self.gl.Vertex3f(dice.uniform(-1.2, 1.2), dice.uniform(-1.2, 1.2), 0)
        if way == "behind":
            self.gl.Color3f(dice.random(), 0.25, dice.random())
        self.gl.End()

    def take(self, name: str, *arguments: Any) -> str:
        """The name of the error, if there was one."""
        if name == "memory":
            self._memories[:, :3, 0] += np.float32(arguments[0][0])
            return ""
        if name == "pointer":
            self._pointer(*arguments)
            return ""
        if name == "texels":
            self._texels(*arguments)
            return ""
        if name in DRAWS and self._anew:
            self.gl._state.replays.known.clear()
        try:
            (self._primitive if name == "primitive" else getattr(self.gl, name))(*arguments)
        except GLError as error:
            return error.name
        return ""

    def picture(self) -> Any:
        return self.gl.ReadPixels(0, 0, 8, 8, gl_enums.RGBA, gl_enums.UNSIGNED_BYTE)


@pytest.mark.parametrize("own", [True, False])
def test_replayed_draws_leave_what_others_do(own: bool, context: moderngl.Context) -> None:
    given = None if own else context
    for seed in range(SEQUENCES) if own else range(SEQUENCES, 2 * SEQUENCES):
        first, second = _Player(given, anew=False), _Player(given, anew=True)
        with first.gl, second.gl:
            for place, (name, *arguments) in enumerate(calls(seed)):
                errors = [each.take(name, *arguments) for each in (first, second)]
                assert errors[0] == errors[1], (seed, place, name)
            assert np.array_equal(first.picture(), second.picture()), seed
