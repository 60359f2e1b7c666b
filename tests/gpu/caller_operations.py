"""What nvrender does in a caller's context: public operations, each with what it returns as arrays."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import moderngl
import numpy as np

import nvrender
from nvrender.api import Context
from nvrender.api import enums as gl_enums
from nvrender.gl.inputs.global_memory import Memory
from nvrender.gl.patches import Patch
from nvrender.gl.state import Blend, Depth, Light, Material, State, Stencil, TextureUnit
from nvrender.gl.textures.images import Image
from nvrender.gpu.draw import MemoryBuffer, Mesh, Target

SCENES = Path(__file__).parents[2] / "scenes"
CORNERS = np.array([[-1, -1, 0.25], [0.75, -1, 0.25], [0.75, 0.5, 0.25], [-1, 0.5, 0.25]], np.float32)
COLORS = np.array([[255, 0, 0, 255], [0, 255, 0, 255], [0, 0, 255, 255], [90, 80, 70, 60]], np.uint8)
VERTEX = "!!ARBvp1.0 MOV result.position, vertex.position; MOV result.color, vertex.color; END"
TEXTURED = "!!ARBfp1.0 TEX result.color, fragment.position, texture[0], RECT; END"
GEOMETRY = """!!NVgp4.0
PRIMITIVE_IN TRIANGLES;
PRIMITIVE_OUT TRIANGLE_STRIP;
VERTICES_OUT 3;
MOV result.position, vertex[0].position; MOV result.color, vertex[0].color; EMIT;
MOV result.position, vertex[1].position; MOV result.color, vertex[0].color; EMIT;
MOV result.position, vertex[2].position; MOV result.color, vertex[0].color; EMIT;
END"""
CONTROL = """!!NVtcp5.0
VERTICES_OUT 4;
ATTRIB corner = vertex.position;
TEMP number;
MOV.U number.x, primitive.invocation.x;
MOV result.position, corner[number.x];
MOV result.patch.tessouter[0], 2; MOV result.patch.tessouter[1], 2;
MOV result.patch.tessouter[2], 2; MOV result.patch.tessouter[3], 2;
MOV result.patch.tessinner[0], 2; MOV result.patch.tessinner[1], 2;
END"""
EVALUATION = """!!NVtep5.0
TESS_MODE QUADS;
TEMP low, high;
LRP low, vertex.tesscoord.x, vertex[1].position, vertex[0].position;
LRP high, vertex.tesscoord.x, vertex[2].position, vertex[3].position;
LRP result.position, vertex.tesscoord.y, high, low;
MOV result.color, vertex.tesscoord;
END"""
COUNTING = """!!NVfp5.0
TEMP c, d;
MOV.U c, 0;
ATOMIM.ADD.U32 d, {1}, c, image[0], 1D;
ATOM.ADD.U32 d, {1}, 65536;
MOV result.color, {1, 0.5, 0.25, 1};
END"""
COMPUTE = """!!NVcp5.0
GROUP_SIZE 4 2;
TEMP c, d;
AND.U c, invocation.globalid, {1, 3, 0, 0};
ATOMIM.ADD.U32 d, invocation.globalid.x, c, image[0], 2D;
ATOM.ADD.U32 d, {3}, 65536;
END"""

Found = Mapping[str, Any]


def texture() -> nvrender.Texture:
    values = (np.arange(16 * 16 * 4) * 37 % 251).astype(np.uint8).reshape(16, 16, 4)
    return nvrender.Texture.from_array(
        values,
        "RECT",
        wrap_s="CLAMP_TO_EDGE",
        wrap_t="CLAMP_TO_EDGE",
        min_filter="NEAREST",
        mag_filter="NEAREST",
    )


def loaded(*texts: str | None) -> list[nvrender.Program | None]:
    return [None if text is None else nvrender.load(text) for text in texts]


def square(context: moderngl.Context, primitive: str = "QUADS") -> Mesh:
    return Mesh(context, {"position": CORNERS, "color": COLORS}, primitive=primitive)


def frame(pipeline: nvrender.Pipeline, mesh: Mesh, samples: int = 0, **options: Any) -> Any:
    with Target(pipeline.context, (16, 16), samples) as target:
        target.clear((0.25, 0.5, 0.75, 0.25))
        pipeline.draw(mesh, target, **options)
        return target.read()


def draws(context: moderngl.Context) -> Found:
    """Polygons, lines and points, with states of all kinds, with one sample a pixel and with four."""
    vertex, fragment = loaded(VERTEX, TEXTURED)
    state = State(
        blend=Blend(True, "SRC_ALPHA", "ONE_MINUS_SRC_ALPHA"), depth=Depth(True, "LEQUAL"),
        stencil=Stencil(True, "ALWAYS", 5, depth_pass="REPLACE"), color_mask=(True, True, False, True),
        logic_op="", scissor=(2, 1, 12, 13), cull_face="BACK",
    )  # fmt: skip
    found = {}
    for name, primitive in (("quads", "QUADS"), ("loop", "LINE_LOOP"), ("points", "POINTS")):
        with nvrender.Pipeline(context, vertex, state=state) as one, square(context, primitive) as mesh:
            found[name] = frame(one, mesh)
            found[f"{name}, samples"] = frame(one, mesh, samples=4)
            one.set_state(State(point_size=5.0, line_width=1.0, viewport=(1, 2, 9, 11), logic_op="XOR"))
            found[f"{name}, others"] = frame(one, mesh)
    with nvrender.Pipeline(context, vertex, fragment) as one, square(context) as mesh:
        found["texture"] = frame(one, mesh, textures={0: texture()})
    return found


def conventional(context: moderngl.Context) -> Found:
    sprite = TextureUnit(True, "REPLACE", coord_replace=True)
    lit = State(
        lighting=True, lights=(Light(True, diffuse=(1, 1, 1, 1), position=(0, 0, 1, 0)),),
        material=Material(diffuse=(1, 0.5, 0.25, 1)), clip_planes=(True,),
        clip_plane_equations=((1, 0, 0, 0.5),),
    )  # fmt: skip
    points = State(texture_units=(sprite,), point_size=8.0)
    given = nvrender.Texture.from_array(texture().levels[0], min_filter="NEAREST")
    with nvrender.Pipeline(context, state=lit) as one, square(context) as mesh:
        found = {"lit": frame(one, mesh)}
    with (
        nvrender.Pipeline(context, state=points) as one,
        Mesh(context, {"position": [[0.0, 0.0]]}, primitive="POINTS") as mesh,
    ):
        found["sprite"] = frame(one, mesh, textures={0: given})
    return found


def own_frame(context: moderngl.Context) -> Found:
    """Into the framebuffer in use, which is the caller's; where there is none, into nothing."""
    if context.fbo is None:
        return {}
    with nvrender.Pipeline(context, *loaded(VERTEX)) as one, square(context) as mesh:
        one.draw(mesh)
        one.render(mesh)
        return {}


def stages(context: moderngl.Context) -> Found:
    vertex, geometry, control, evaluation = loaded(VERTEX, GEOMETRY, CONTROL, EVALUATION)
    found = {}
    with nvrender.Pipeline(context, vertex, geometry=geometry) as one, square(context) as mesh:
        found["geometry"] = frame(one, mesh)
        found |= {f"captured {name}": array for name, array in one.capture(mesh).items()}
    with (
        nvrender.Pipeline(context, vertex, tess_control=control, tess_evaluation=evaluation) as one,
        square(context, "PATCHES") as mesh,
    ):
        found["patches"] = frame(one, mesh, patch=Patch(4))
        found |= {f"patch's {name}": array for name, array in one.capture(mesh, patch=Patch(4)).items()}
    with (
        nvrender.Pipeline(context, vertex, tess_evaluation=evaluation) as one,
        square(context, "PATCHES") as mesh,
    ):
        patch = Patch(4, outer=(2.0, 3.0, 4.0, 5.0), inner=(6.0, 2.0))
        found["levels"] = frame(one, mesh, patch=patch)
    return found


def memory(context: moderngl.Context) -> Found:
    stored = Memory({"sum": np.zeros(4, np.uint32)})
    images = {0: Image(np.zeros(2, np.uint32), "R32UI", "1D")}
    with (
        nvrender.Pipeline(context, *loaded(VERTEX, COUNTING)) as one,
        square(context) as mesh,
        MemoryBuffer(context, stored, images=images) as reached,
    ):
        one.set_memory(reached)
        found = {"frame": frame(one, mesh)}
        left = reached.left()
        found |= {"sum": left.memory["sum"], "image": left.images[0], "faults": reached.faults()}
        reached.write("sum", b"\1\2\3\4")
        found["read"] = np.frombuffer(reached.read("sum", 0, 8), np.uint8)
        reached.refill(["sum"])
        found["again"] = reached.left().memory["sum"]
    return found


def run_vertices(context: moderngl.Context) -> Found:
    places = np.arange(40, dtype=np.float32).reshape(-1, 4)
    vertices = nvrender.run(VERTEX, {"position": places, "color": places}, backend="gpu", context=context)
    corners = {"position": np.tile(places, (3, 1)), "color": np.tile(places, (3, 1))}
    emitted = nvrender.run(GEOMETRY, corners, backend="gpu", context=context)
    return {**vertices, **{f"emitted {name}": array for name, array in emitted.items()}}


def run_fragments(context: moderngl.Context) -> Found:
    places = np.tile(np.arange(10, dtype=np.float32)[:, None], 4)
    given = {"position": places}
    found = dict(nvrender.run(TEXTURED, given, backend="gpu", context=context, textures={0: texture()}))
    stored, images = (
        Memory({"sum": np.zeros(4, np.uint32)}),
        {0: Image(np.zeros(2, np.uint32), "R32UI", "1D")},
    )
    left = nvrender.run(COUNTING, backend="gpu", context=context, count=9, memory=stored, images=images)
    return {**found, "sum": left.memory["sum"], "image": left.images[0]}


def run_patches(context: moderngl.Context) -> Found:
    given = {"position": np.tile(CORNERS, (2, 1))}
    control = nvrender.run(CONTROL, given, backend="gpu", context=context, patch=Patch(4))
    evaluated = nvrender.run(EVALUATION, given, backend="gpu", context=context, patch=Patch(4, inner=(3, 2)))
    return {**control, **{f"evaluated {name}": array for name, array in evaluated.items()}}


def run_groups(context: moderngl.Context) -> Found:
    stored, images = Memory({"sum": np.zeros(4, np.uint32)}), {0: Image(np.zeros((4, 2), np.uint32), "R32UI")}
    left = nvrender.run(COMPUTE, backend="gpu", context=context, memory=stored, images=images, groups=(3, 2))
    return {"sum": left.memory["sum"], "image": left.images[0]}


def scene(name: str) -> Callable[[moderngl.Context], Found]:
    def drawn(context: moderngl.Context) -> Found:
        return {"frame": nvrender.render(SCENES / name, size=(24, 24), context=context)}

    return drawn


def api(context: moderngl.Context) -> Found:
    """Programs, textures, samples, feedback and queries of an api's Context that draws in the caller's."""
    found = {}
    with Context(context, size=(16, 16)) as gl:
        name = gl.GenTextures(1)[0]
        gl.BindTexture(gl_enums.TEXTURE_2D, name)
        gl.TexImage2D(
            gl_enums.TEXTURE_2D,
            0,
            gl_enums.RGBA,
            16,
            16,
            0,
            gl_enums.RGBA,
            gl_enums.UNSIGNED_BYTE,
            texture().levels[0],
        )
        gl.TexParameteri(gl_enums.TEXTURE_2D, gl_enums.TEXTURE_MIN_FILTER, gl_enums.NEAREST)
        gl.Enable(gl_enums.TEXTURE_2D)
        gl.ClearColor(0.25, 0.5, 0.75, 0.25)
        gl.Clear(gl_enums.COLOR_BUFFER_BIT)
        gl.Begin(gl_enums.QUADS)
        for x, y, z in CORNERS:
            gl.TexCoord2f(x, y)
            gl.Vertex3f(x, y, z)
        gl.End()
        found["frame"] = gl.ReadPixels(0, 0, 16, 16, gl_enums.RGBA, gl_enums.UNSIGNED_BYTE)
        gl.Enable(gl_enums.STENCIL_TEST)
        gl.StencilFunc(gl_enums.ALWAYS, 3, 255)
        gl.StencilOp(gl_enums.KEEP, gl_enums.KEEP, gl_enums.REPLACE)
        gl.Rectf(-0.5, -0.5, 0.5, 0.5)
        found["stencil"] = gl.ReadPixels(0, 0, 16, 16, gl_enums.STENCIL_INDEX, gl_enums.UNSIGNED_BYTE)
        assert gl.GetError() == 0
    return found


def operations() -> dict[str, Callable[[moderngl.Context], Found]]:
    each = (draws, conventional, own_frame, stages, memory, run_vertices, run_fragments, run_patches,
            run_groups, api)  # fmt: skip
    scenes = {name: scene(f"{name}.toml") for name in ("lamplight", "pool", "sparks", "vases")}
    return {one.__name__: one for one in each} | scenes
