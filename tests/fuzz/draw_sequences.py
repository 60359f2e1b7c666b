"""``python -m tests.fuzz.draw_sequences --count 2000``: draws in random order, planned and planned anew.

The same steps are taken twice, once as they are and once by pipelines that forget every plan before each
draw; pictures, and the state a caller had set, must be the same to the bit.
"""

from __future__ import annotations

import argparse
import ctypes
import random
import sys
from collections.abc import Iterator
from contextlib import ExitStack
from typing import Any

import moderngl
import numpy as np

import nvrender
from nvrender.gl.state import Blend, Depth, Fog, PolygonOffset, State, Stencil, TextureUnit
from nvrender.gpu.context.context import headless
from nvrender.gpu.context.state_guard import Session
from nvrender.gpu.context.use import forget
from nvrender.gpu.draw import Mesh, Target, state_guard
from nvrender.gpu.pipeline.pipeline import Pipeline

SIZE = (8, 8)
CORNERS = [(-1.2, -1.1, 0.2), (1.1, -1.2, -0.4), (1.2, 1.0, 0.6), (-1.0, 1.2, -0.2), (0.3, 0.1, 0.0)]
LOCALS = ("program.local[0]", "program.local[1]")
_ARB = nvrender.load(
    "!!ARBvp1.0 ADD result.position, vertex.position, program.local[0];"
    "ADD result.color, vertex.color, program.local[1]; MOV result.texcoord[0], vertex.position; END"
)
_VP1 = nvrender.load("!!VP1.0 ADD o[HPOS], v[0], c[3]; MOV o[COL0], c[7]; MOV o[TEX0], v[0]; END")
_PLANES = nvrender.load(
    "!!VP2.0 MOV o[HPOS], v[0]; MOV o[COL0], c[1]; MOV o[CLP0].x, v[0].x; MOV o[PSIZ].x, c[2].x; END"
)
_TEXTURED = nvrender.load(
    "!!ARBfp1.0 TEMP t; TEX t, fragment.texcoord[0], texture[0], 2D; MAD result.color, t, {0.5},"
    "fragment.color; END"
)
#: Vertex and fragment program, and what of the parameters is given by which keys.
PIPELINES: tuple[tuple[Any, Any, tuple[Any, ...]], ...] = (
    (_ARB, None, LOCALS), (_ARB, _TEXTURED, LOCALS), (_VP1, None, (3, 7)), (_PLANES, None, (1, 2)),
    (None, None, ()),
)  # fmt: skip
PRIMITIVES = ("TRIANGLES", "QUADS", "TRIANGLE_STRIP", "LINE_STRIP", "POINTS")
#: What a caller switches, and draws of others' must leave so.
FOREIGN = (
    0x0B44, 0x0B71, 0x0B90, 0x0BE2, 0x0BF2, 0x0C11, 0x8037, 0x8642, 0x864F, 0x8F9D, 0x809E, 0x8E51,
    0x0B20, 0x0B41, 0x3000, 0x3001,
)  # fmt: skip
INTEGERS = (0x8CA6, 0x8CAA, 0x8B8D, 0x85B5, 0x8894, 0x8A28, 0x84E0, 0x0B74, 0x0B72, 0x0B45, 0x0B46, 0x8E4F)

Step = tuple[Any, ...]


def steps(seed: int, count: int = 48) -> list[Step]:
    """What is done, one after the other: a few draws again and again, and changes of what they are of."""
    dice = random.Random(seed)
    states = [_state(dice) for _ in range(3)]
    draws = [_drawn(dice) for _ in range(dice.choice((1, 2, 4)))]
    found: list[Step] = []
    inside = False
    for _ in range(count):
        kind = dice.choices(
            (
                "draw", "state", "parameters", "foreign", "clear", "write", "session", "renew", "texture",
                "framebuffer",
            ),
            (16, 4, 4, 0 if inside else 3, 1, 1, 1, 1, 1, 3),
        )[0]  # fmt: skip
        drawn = dice.choice(draws)
        one, mesh, where, texture = drawn
        if kind == "draw":
            found += [(kind, *drawn, dice.choice((1, 1, 2)))] * dice.choice((1, 1, 2, 3))
        elif kind == "state":
            found.append((kind, one, dice.choice(states)))
        elif kind == "parameters":
            found.append((kind, one, _parameters(dice, PIPELINES[one][2])))
        elif kind == "foreign":
            found.append((kind, dice.choice(FOREIGN), dice.randrange(2)))
        elif kind == "session":
            inside = not inside
            found.append((kind, dice.randrange(3) if inside else None))
        elif kind == "framebuffer":
            scissor, viewport = dice.choice((None, (1, 2, 5, 4))), dice.choice((None, (1, 0, 6, 7)))
            found.append((kind, where % 3, scissor, viewport, dice.choice((True, False))))
        elif kind == "texture":
            found.append((kind, texture, dice.randrange(100)))
        else:
            found.append((kind, mesh if kind in ("write", "renew") else where % 3, dice.random()))
    return [*found, ("session", None)] if inside else found


def _drawn(dice: random.Random) -> tuple[int, ...]:
    """Pipeline, mesh, target and texture of a draw."""
    return tuple(dice.randrange(most) for most in (len(PIPELINES), 3, 4, 2))


def _state(dice: random.Random) -> State:
    """A state that is mostly the initial one."""
    some = {
        "blend": Blend(True, dice.choice(("ONE", "SRC_ALPHA")), dice.choice(("ZERO", "ONE", "DST_COLOR"))),
        "depth": Depth(True, dice.choice(("LESS", "GEQUAL")), dice.choice((True, False))),
        "stencil": Stencil(True, "NOTEQUAL", dice.randrange(4), depth_pass="INCR"),
        "scissor": (dice.randrange(4), 1, dice.randrange(6), 5),
        "viewport": (dice.randrange(-2, 3), 0, 6, dice.randrange(1, 9)),
        "cull_face": dice.choice(("FRONT", "BACK")), "front_face": "CW", "logic_op": "XOR",
        "color_mask": (True, False, True, dice.choice((True, False))),
        "polygon_offset": PolygonOffset(True, 1.0, 3.0), "flat_shading": True, "point_size": 3.0,
        "clip_planes": (True, False, False, False, False, False), "vertex_program_point_size": True,
        "fog": Fog(True, "LINEAR", color=(0.2, dice.random(), 0.1, 0.0)), "depth_range": (0.25, 0.75),
        "texture_units": (TextureUnit(True, "MODULATE"),),
    }  # fmt: skip
    return State(**{name: some[name] for name in dice.sample(sorted(some), dice.randrange(5))})


def _parameters(dice: random.Random, keys: tuple[Any, ...]) -> Any:
    """As callers give them: vectors, some of them short, of integers or arrays; a whole array."""
    if keys and isinstance(keys[0], int) and dice.random() < 0.4:
        table = np.zeros((9, 4), np.float32)
        for key in keys:
            table[key] = [dice.uniform(-0.4, 0.8) for _ in range(4)]
        return table
    values: list[Any] = []
    for _ in keys:
        vector: Any = [dice.uniform(-0.3, 0.7) for _ in range(dice.choice((4, 4, 4, 3)))]
        values.append(dice.choice((tuple(vector), vector, np.array(vector), (0, 0.5, 0, 1), (0, 0, 0, 0))))
    return dict(zip(keys, values, strict=True))


class _Player:
    """Takes steps; ``anew``: nothing that was planned is found again."""

    def __init__(self, context: moderngl.Context, *, anew: bool) -> None:
        self._context, self._anew = context, anew
        for name in FOREIGN:
            context.disable_direct(name)
        self._pipelines = [Pipeline(context, vertex, fragment) for vertex, fragment, _ in PIPELINES]
        self._targets = [Target(context, SIZE), Target(context, SIZE), Target(context, SIZE, samples=4)]
        self._meshes = [self._mesh(0.0, place) for place in range(3)]
        self._textures: list[Any] = [_texture_of(seed) for seed in range(2)]
        self._own = context.simple_framebuffer((4, 4))
        self._own.use()
        self._sessions = ExitStack()
        self._held: Session | None = None

    def _mesh(self, move: float, place: int) -> Mesh:
        corners = np.array(CORNERS, np.float32) + np.float32(move)
        colors = np.abs(corners[:, [2, 0, 1]]) * np.float32(0.5)
        indices = [0, 1, 2, 2, 3, 0] if place == 1 else None
        return Mesh(self._context, {0: corners, 3: colors}, indices, PRIMITIVES[place * 2])

    def take(self, step: Step) -> None:
        kind, *rest = step
        getattr(self, f"_{kind}")(*rest)

    def _draw(self, one: int, mesh: int, where: int, texture: int, instances: int) -> None:
        pipeline = self._pipelines[one]
        if self._anew:
            pipeline._plans.clear()
            forget(self._context)
        reads = pipeline.fragment is not None or any(unit.enabled for unit in pipeline.state.texture_units)
        given = {0: self._textures[texture]} if reads else {}
        target = self._targets[where] if where < 3 else None
        pipeline.draw(self._meshes[mesh], target, given, instances=instances)

    def _state(self, one: int, state: State) -> None:
        self._pipelines[one].set_state(state)

    def _parameters(self, one: int, parameters: Any) -> None:
        if PIPELINES[one][0] is not None:
            self._pipelines[one].set_parameters(parameters)

    def _foreign(self, name: int, on: int) -> None:
        switch = self._context.enable_direct if on else self._context.disable_direct
        switch(name)

    def _clear(self, where: int, value: float) -> None:
        self._targets[where].clear((value, 0.5, 0.25, 1.0))

    def _write(self, mesh: int, move: float) -> None:
        corners = np.array(CORNERS, np.float32) + np.float32(move / 4)
        self._meshes[mesh].write({0: corners, 3: np.abs(corners)})

    def _session(self, kind: int | None) -> None:
        self._sessions.close()
        self._held = None
        if kind == 0:
            self._sessions.enter_context(state_guard(self._context))
        elif kind is not None:
            self._held = self._sessions.enter_context(self._pipelines[0].session())

    def _renew(self, place: int, move: float) -> None:
        self._meshes[place].release()
        self._meshes[place] = self._mesh(move / 3, place)

    def _texture(self, place: int, seed: int) -> None:
        # The one before goes first, so that the next may be where it was.
        self._textures[place] = None
        self._textures[place] = _texture_of(seed)

    def _framebuffer(self, where: int, scissor: Any, viewport: Any, red: bool) -> None:
        framebuffer = self._targets[where].framebuffer
        framebuffer.scissor, framebuffer.color_mask = scissor, (red, True, True, True)
        framebuffer.viewport = viewport or (0, 0, *SIZE)
        if self._held is not None:  # moderngl may have told OpenGL
            self._held.changed()

    def found(self) -> Iterator[tuple[str, Any]]:
        """The pictures, and what a caller finds of the state."""
        for place, target in enumerate(self._targets):
            yield f"target {place}", target.read()
        yield "framebuffer in use", np.frombuffer(self._own.read(components=4), np.uint8)
        load = self._context.mglo._context.load
        enabled = ctypes.CFUNCTYPE(ctypes.c_ubyte, ctypes.c_uint)(load("glIsEnabled"))
        integer = ctypes.CFUNCTYPE(None, ctypes.c_uint, ctypes.c_void_p)(load("glGetIntegerv"))
        yield "enabled", np.array([enabled(name) for name in FOREIGN])
        value = (ctypes.c_int * 16)()
        for name in INTEGERS:
            integer(name, value)
            if name not in (0x8CA6, 0x8CAA):
                yield hex(name), value[0]
            else:
                yield hex(name), value[0] == self._own.glo

    def release(self) -> None:
        self._sessions.close()
        for name in FOREIGN:
            self._context.disable_direct(name)
        self._context.detect_framebuffer(0).use()
        for thing in (*self._pipelines, *self._meshes, *self._targets):
            thing.release()
        for attachment in self._own.color_attachments:
            attachment.release()
        self._own.depth_attachment.release()
        self._own.release()


def _texture_of(seed: int) -> nvrender.Texture:
    image = np.random.default_rng(seed).integers(0, 255, (4, 4, 4), np.uint8)
    return nvrender.Texture.from_array(image, min_filter="NEAREST")


def played(context: moderngl.Context, sequence: list[Step], *, anew: bool) -> dict[str, Any]:
    """What steps leave."""
    player = _Player(context, anew=anew)
    try:
        for step in sequence:
            player.take(step)
        return dict(player.found())
    finally:
        player.release()


def difference(context: moderngl.Context, seed: int) -> str:
    """What differs where a sequence is planned and where it is planned anew, each time; "" for nothing.

    Which samples of an edge llvmpipe (Mesa 22.3) covers depends on what it drew long before, with the same
    state; what planning does wrong it does again.
    """
    sequence = steps(seed)
    return _difference(context, sequence) and _difference(context, sequence)


def _difference(context: moderngl.Context, sequence: list[Step]) -> str:
    planned, anew = (played(context, sequence, anew=each) for each in (False, True))
    return ", ".join(name for name, value in planned.items() if not np.array_equal(value, anew[name]))


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz.draw_sequences", description=__doc__)
    parser.add_argument("--count", type=int, default=200, help="how many sequences")
    parser.add_argument("--seed", type=int, default=1, help="seed of the first one")
    options = parser.parse_args()
    failed = 0
    for seed in range(options.seed, options.seed + options.count):
        if found := difference(headless(), seed):
            failed += 1
            print(f"seed {seed}: {found}", flush=True)
    print(f"{options.count} sequences, {failed} with differences")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
