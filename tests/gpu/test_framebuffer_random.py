"""Random commands on framebuffer objects give the same errors, statuses and pixels on GPU and oracle."""

from __future__ import annotations

from random import Random
from typing import Any

import moderngl
import numpy as np
import numpy.typing as npt
import pytest

from nvrender.api import Context, enums

SIZE = 8
FB, RB, FACE = enums.FRAMEBUFFER_EXT, enums.RENDERBUFFER_EXT, enums.TEXTURE_CUBE_MAP_POSITIVE_X
TARGETS = FB, enums.DRAW_FRAMEBUFFER_EXT, enums.READ_FRAMEBUFFER_EXT
C0, C1 = enums.COLOR_ATTACHMENT0_EXT, enums.COLOR_ATTACHMENT1_EXT
POINTS = (*[C0] * 6, C1)
EVERYTHING = enums.COLOR_BUFFER_BIT | enums.DEPTH_BUFFER_BIT | enums.STENCIL_BUFFER_BIT
RGBA = enums.RGBA, enums.UNSIGNED_BYTE
#: Textures by their names.
TEXTURES = {
    1: enums.TEXTURE_2D,
    2: enums.TEXTURE_3D,
    3: enums.TEXTURE_2D_ARRAY_EXT,
    4: enums.TEXTURE_CUBE_MAP,
}

Step = tuple[str, tuple[Any, ...]]


def step(dice: Random) -> Step:
    """A command and its arguments; "square" and "image" are those below."""
    any_of = dice.randrange
    x, y, width, height = any_of(6) - 2, any_of(6) - 2, 4 + any_of(8), 4 + any_of(8)
    layered = dice.choice((2, 3))
    steps: list[Step] = [
        ("BindFramebuffer", (dice.choice(TARGETS), any_of(3))),
        ("FramebufferRenderbuffer", (dice.choice(TARGETS), dice.choice(POINTS), RB, any_of(4))),
        ("FramebufferTexture", (dice.choice(TARGETS), dice.choice(POINTS), any_of(5), 0)),
        ("FramebufferTextureLayer", (FB, dice.choice(POINTS), layered, 0, any_of(4))),
        ("FramebufferTextureFaceEXT", (FB, dice.choice(POINTS), 4, 0, FACE + any_of(6))),
        ("DrawBuffersARB", ([dice.choice((C0, C1, enums.NONE)) for _ in range(any_of(3))],)),
        ("DrawBuffer", (dice.choice((C0, enums.BACK, enums.FRONT_AND_BACK)),)),
        ("ReadBuffer", (dice.choice((C0, C1, enums.BACK, enums.FRONT)),)),
        ("BlitFramebuffer", (*(any_of(12) - 2 for _ in range(8)), EVERYTHING, enums.NEAREST)),
        ("CopyTexSubImage2D", (enums.TEXTURE_2D, 0, 0, 0, any_of(3), any_of(3), 4, 4)),
        ("image", (1 + any_of(4),)),
        ("Clear", (dice.choice((enums.COLOR_BUFFER_BIT, EVERYTHING)),)),
        ("Viewport", (x, y, width, height)),
        ("Scissor", (x, y, width, height)),
    ]
    draw: Step = ("square", (dice.random(), dice.random(), 2 * dice.random() - 1))
    return draw if dice.random() < 0.6 else dice.choice(steps)


def image(gl: Context, name: int) -> None:
    target = TEXTURES[name]
    gl.BindTexture(target, name)
    if target in (enums.TEXTURE_3D, enums.TEXTURE_2D_ARRAY_EXT):
        gl.TexImage3D(target, 0, enums.RGBA8, SIZE, SIZE, 3, 0, *RGBA, None)
    for face in faces(target):
        gl.TexImage2D(face, 0, enums.RGBA8, SIZE, SIZE, 0, *RGBA, None)


def faces(target: int) -> tuple[int, ...]:
    """What two-dimensional images of a texture are specified for."""
    if target == enums.TEXTURE_CUBE_MAP:
        return tuple(range(FACE, FACE + 6))
    return (target,) if target == enums.TEXTURE_2D else ()


def square(gl: Context, red: float, size: float, z: float) -> None:
    gl.Color4f(red, 0.3, 1 - red, 0.6)
    gl.Begin(enums.QUADS)
    for x, y in ((-1, -1), (1, -1), (1, 1), (-1, 1)):
        gl.Vertex3f(x * size, y * size, z)
    gl.End()


def prepare(gl: Context, dice: Random) -> None:
    for cap in (enums.DEPTH_TEST, enums.STENCIL_TEST, enums.BLEND, enums.SCISSOR_TEST):
        gl.Enable(cap)
    gl.StencilOp(enums.KEEP, enums.KEEP, enums.INCR)
    gl.BlendFunc(enums.SRC_ALPHA, enums.ONE_MINUS_SRC_ALPHA)
    for name in TEXTURES:
        image(gl, name)
    for name, format in ((1, enums.RGBA8), (2, enums.DEPTH24_STENCIL8_EXT), (3, enums.RGBA8)):
        gl.BindRenderbuffer(RB, name)
        gl.RenderbufferStorage(RB, format, SIZE, SIZE)
    for name in (1, 2):
        gl.BindFramebuffer(FB, name)
        gl.FramebufferTexture(FB, C0, name, 0)
        if name == 1 and dice.random() < 0.5:
            for point in (enums.DEPTH_ATTACHMENT_EXT, enums.STENCIL_ATTACHMENT_EXT):
                gl.FramebufferRenderbuffer(FB, point, RB, 2)


def played(gl: Context, seed: int) -> tuple[list[int], list[npt.NDArray[np.uint8]]]:
    """Errors and statuses, and what textures and the window have in the end."""
    dice = Random(seed)
    prepare(gl, dice)
    found = []
    for name, arguments in [step(dice) for _ in range(60)]:
        own = {"image": image, "square": square}.get(name)
        own(gl, *arguments) if own is not None else getattr(gl, name)(*arguments)
        found += [gl.GetError(), *(gl.CheckFramebufferStatus(target) for target in TARGETS[1:])]
    pixels = []
    for name, target in TEXTURES.items():
        gl.BindTexture(target, name)
        pixels += [gl.GetTexImage(each, 0, *RGBA) for each in faces(target) or (target,)]
    gl.BindFramebuffer(FB, 0)
    for buffer in (enums.FRONT, enums.BACK):
        gl.ReadBuffer(buffer)
        pixels.append(gl.ReadPixels(0, 0, SIZE, SIZE, *RGBA))
    return found, pixels


@pytest.mark.parametrize("first", range(0, 40, 10))
def test_both_do_the_same(context: moderngl.Context, first: int) -> None:
    drawn = 0
    for seed in range(first, first + 10):
        with (
            Context(backend="oracle", size=(SIZE, SIZE)) as one,
            Context(context, size=(SIZE, SIZE)) as other,
        ):
            (found, oracle), (errors, gpu) = played(one, seed), played(other, seed)
        assert found == errors, seed
        for number, (mine, theirs) in enumerate(zip(oracle, gpu, strict=True)):
            worst = np.abs(mine.astype(int) - theirs).max()
            assert worst <= 3, f"seed {seed}, picture {number}"
            drawn += bool(mine.any())
    assert drawn >= 20
