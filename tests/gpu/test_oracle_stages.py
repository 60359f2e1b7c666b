"""The oracle's frames are the GPU's with fragment and geometry programs in them."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import moderngl
import numpy as np
import numpy.typing as npt
import pytest

from nvrender.gl.state import AlphaTest, Blend, Depth, Fog, Matrix, State
from nvrender.gl.textures.texture import Texture
from nvrender.gpu.draw import Mesh, Target
from nvrender.gpu.pipeline.pipeline import Pipeline
from nvrender.languages.load import load
from nvrender.oracle.frame.draw import Primitives, Stages, draw
from nvrender.oracle.frame.frame import Frame
from nvrender.scene.meshes.shapes import MeshData, patch
from nvrender.scene.moment.matrices import look_at, perspective

SHADERS = Path(__file__).parents[2] / "shaders"
#: Odd, so that the last quads are half outside.
SIZE = (95, 77)
#: Pixels that may differ by more than 2/255, in percent.
SHARE = 0.2

VERTEX = """!!NVvp4.0 PARAM mvp[4] = { state.matrix.mvp }; ATTRIB p = vertex.position;
DP4 result.position.x, mvp[0], p; DP4 result.position.y, mvp[1], p;
DP4 result.position.z, mvp[2], p; DP4 result.position.w, mvp[3], p;
MOV result.texcoord[0], vertex.texcoord; MOV result.texcoord[1].xyz, vertex.normal;
MOV result.texcoord[1].w, 1; MOV result.texcoord[2], p; MOV result.texcoord[3].xyz, {0.36, 0.8, 0.48, 1};
MAD result.color, vertex.normal.xyzz, 0.5, 0.5; MUL result.color.back, vertex.normal.zyxx, -0.8;
MOV result.attrib[0], vertex.texcoord; ROUND.S result.attrib[1], p; DP4 result.fogcoord.x, mvp[3], p;
MOV result.pointsize.x, 7; END"""


def matrix(rows: npt.ArrayLike) -> Matrix:
    return tuple(tuple(map(float, row)) for row in np.asarray(rows))  # type: ignore[return-value]


def _sphere(u: npt.NDArray[Any], v: npt.NDArray[Any]) -> npt.NDArray[Any]:
    longitude, latitude = 2 * np.pi * u, np.pi * (v - 0.5)
    ring = np.cos(latitude)
    return np.stack([ring * np.sin(longitude), np.sin(latitude), ring * np.cos(longitude)], -1)


def _floor(u: npt.NDArray[Any], v: npt.NDArray[Any]) -> npt.NDArray[Any]:
    """Its right corner is nearer than the near plane, but before the eye."""
    return np.stack([8 * u - 4, 0 * u - 0.7, 7.5 * v - 5.5], -1)


SPHERE, FLOOR = patch(_sphere, 24, 12), patch(_floor, 3, 3)
VIEW = State(
    projection=matrix(perspective(50.0, SIZE[0] / SIZE[1], 0.5, 20.0)),
    modelview=matrix(look_at((0.6, 0.9, 2.4), (0.0, 0.0, 0.0), (0.0, 1.0, 0.0))),
    depth=Depth(True),
    fog=Fog(density=0.25, start=1.0, end=4.0, color=(0.2, 0.5, 0.9, 1.0)),
)


def _pattern(target: str, **fields: Any) -> Texture:
    """Gentle waves: llvmpipe's levels of detail are up to 0.04 too small (docs/internals.md)."""
    shape = {"2D": (32, 32), "CUBE": (6, 16, 16), "3D": (8, 8, 8), "ARRAY2D": (3, 16, 16)}[target]
    place = np.stack(np.meshgrid(*(np.arange(n) / n for n in shape), indexing="ij"), -1)
    waves = 2 * np.pi * np.array([(1, 1, 0), (2, 1, 1), (0, 1, 1), (1, 2, 1)])[:, : len(shape)]
    image = np.rint(127 + 60 * np.sin(place @ waves.T)).astype(np.uint8)
    wraps = dict.fromkeys(("wrap_s", "wrap_t", "wrap_r"), "CLAMP_TO_EDGE" if target == "CUBE" else "REPEAT")
    return Texture.from_array(image, target, **(wraps | fields))


@dataclass(frozen=True)
class Case:
    """A draw in which oracle and GPU must agree."""

    fragment: str | None
    geometry: str | None = None
    vertex: str = VERTEX
    mesh: MeshData = SPHERE
    primitive: str = ""
    state: State = VIEW
    parameters: Mapping[str, Any] = field(default_factory=dict)
    textures: Mapping[int, Texture] = field(default_factory=dict)
    samples: int = 4


def fp(body: str, options: str = "") -> str:
    return f"!!NVfp4.0 {options} TEMP r, s; {body} END"


def shader(name: str) -> str:
    return (SHADERS / name).read_text()


SMOOTH = {0: _pattern("2D", mipmaps=True)}
LINEAR = {0: _pattern("2D")}
PLAIN = {0: _pattern("2D", min_filter="NEAREST", mag_filter="NEAREST")}
PASS = "!!NVvp4.0 MOV result.position, vertex.position; MOV result.color, vertex.normal;" \
       "MOV result.texcoord[1], vertex.normal; MOV result.pointsize.x, 9; END"  # fmt: skip
MEADOW = "!!NVvp4.0 MOV result.position, vertex.position; MOV result.texcoord[1], vertex.position;" \
         "MOV result.texcoord[2], vertex.normal; END"  # fmt: skip
CASES = {
    "colours": Case(fp("MOV result.color, fragment.color;")),
    "two sides": Case(
        fp("MOV result.color, fragment.color;"),
        state=VIEW.with_(vertex_program_two_side=True, cull_face="FRONT"),
    ),
    "flat": Case("!!NVfp4.0 FLAT ATTRIB n = fragment.texcoord[1]; MAD result.color, n, 0.5, 0.5; END"),
    "flat words": Case(
        "!!NVfp4.0 FLAT INT ATTRIB n = fragment.attrib[1]; TEMP r;"
        "I2F.S r, n; MAD result.color, r, 0.4, 0.5; END"
    ),
    "no perspective": Case(
        "!!NVfp4.0 NOPERSPECTIVE ATTRIB t = fragment.texcoord[0]; MOV result.color, t; END"
    ),
    # llvmpipe divides by the w of the centre, so that with perspective even 1 is not 1.
    "centroid": Case(
        "!!NVfp4.0 CENTROID NOPERSPECTIVE ATTRIB t = fragment.texcoord[0]; MOV result.color, t; END"
    ),
    "position": Case(fp("MUL r, fragment.position, {0.01, 0.01, 1, 1}; MOV result.color, r;")),
    "position from above": Case(
        fp("MUL r, fragment.position, {0.01, 0.01, 1, 1}; MOV result.color, r;",
           "OPTION ARB_fragment_coord_origin_upper_left; OPTION ARB_fragment_coord_pixel_center_integer;")
    ),
    "facing and numbers": Case(
        fp("I2F.S r, primitive.id.x; MUL r, r, 0.0015; MAD r.yz, fragment.facing.x, 0.5, 0.5;"
           "MOV result.color, r;"),
        state=VIEW.with_(cull_face="FRONT"),
    ),
    "derivatives": Case(
        fp("DDX r.xy, fragment.texcoord[2]; DDY r.zw, fragment.texcoord[2]; MAD result.color, r, 15, 0.5;")
    ),
    "killed": Case(fp("SIN r, fragment.texcoord[0].x; MUL r, r, 30; FRC r, r; SUB s, r, 0.4; KIL s;"
                      "MOV result.color, r;")),
    "depths": Case(
        fp("MUL r, fragment.texcoord[0], 16; FRC r, r; MUL r.z, r.x, 0.5; ADD r.z, r.z, 0.45;"
           "MOV result.color, r.xyzz; MOV result.depth.z, r.z;"),
    ),
    "clipped": Case(
        "!!NVfp4.0 NOPERSPECTIVE ATTRIB t = fragment.texcoord[0]; TEMP r; MOV r, t;"
        "MUL r.z, fragment.clip[2].x, 2; MOV result.color, r; END",
        vertex=VERTEX.replace("END", "DP3 result.clip[2].x, vertex.position, {0.7, 0.5, 0.2, 0}; END"),
        state=VIEW.with_(clip_planes=(False, False, True)),
    ),
    "alpha test": Case(
        fp("MUL r, fragment.texcoord[2], 3; FRC result.color, r.xyzx;"),
        state=VIEW.with_(alpha_test=AlphaTest(True, "GREATER", 0.4)),
    ),
    "blended": Case(
        fp("MUL result.color, fragment.color, {0.4, 0.3, 0.5, 0.5};"),
        state=VIEW.with_(blend=Blend(True, "SRC_ALPHA", "ONE_MINUS_SRC_ALPHA"), depth=Depth()),
    ),
    "fog": Case("!!ARBfp1.0 OPTION ARB_fog_exp2; MOV result.color, fragment.color; END", mesh=FLOOR),
    "linear fog": Case("!!ARBfp1.0 OPTION ARB_fog_linear; MOV result.color, fragment.color; END"),
    "textured floor": Case(fp("MUL r, fragment.texcoord[0], 3; TEX result.color, r, texture[0], 2D;"),
                           mesh=FLOOR, textures=SMOOTH),
    "nearest texels": Case(fp("TEX result.color, fragment.texcoord[0], texture[0], 2D;"), textures=PLAIN),
    "divided": Case(
        fp("MOV r, fragment.texcoord[2]; MAD r.w, r.z, 0.4, r.w; TXP result.color, r, texture[0], 2D;"),
        textures=LINEAR),
    "biased": Case(fp("MUL r, fragment.texcoord[0], 1.2; MOV r.w, 1.5; TXB result.color, r, texture[0], 2D;"),
                   textures=SMOOTH),
    "a level": Case(fp("MOV r, fragment.texcoord[0]; MOV r.w, 2.25; TXL result.color, r, texture[0], 2D;"),
                    textures=SMOOTH),
    "given slopes": Case(
        fp("MUL r, fragment.texcoord[0], 2; MOV s, {0.2, 0.05, 0, 0};"
           "TXD result.color, r, s, s.yxzw, texture[0], 2D;"), textures=SMOOTH),
    "cube map": Case(fp("TEX result.color, fragment.texcoord[1], texture[0], CUBE;"),
                     textures={0: _pattern("CUBE")}),
    "volume": Case(fp("TEX result.color, fragment.texcoord[2], texture[0], 3D;"),
                   textures={0: _pattern("3D")}),
    "layers of a texture": Case(
        fp("MOV r, fragment.texcoord[0]; MUL r.z, r.x, 3; TEX result.color, r, texture[0], ARRAY2D;"),
        textures={0: _pattern("ARRAY2D")}),
    "leaves": Case(shader("foliage.fp"), textures=LINEAR, parameters={
        "fragment": {"program.local[0]": (0.402,), "program.local[1]": (20.0,)}}),
    "haze": Case(shader("haze.fp"), mesh=FLOOR, textures=SMOOTH, parameters={
        "fragment": {"program.local[0]": (0.0, 1 / SIZE[1])}}),
    "lights": Case(shader("spotlights.fp"), parameters={"fragment": {
        "program.local[0]": (3, 1, 1, 0), "program.local[1]": (0, 0.3, 0, 0),
        "program.local[2]": (0.5, 0.4, 0.3, 1)}}),
    "points": Case(fp("MOV result.color, fragment.color;"), primitive="POINTS",
                   state=VIEW.with_(vertex_program_point_size=True)),
    "fans of triangles": Case(None, "sprites.gp", primitive="POINTS", parameters={
        "geometry": {"program.local[0]": (*SIZE, 1 / SIZE[0], 1 / SIZE[1])}}),
    "sprites with a program": Case(
        fp("MUL r, fragment.texcoord[0], 4; FRC r, r; SUB s, r.x, 0.3; KIL s.x; MOV result.color, r.xyxy;"),
        "sprites.gp", primitive="POINTS", parameters={
            "geometry": {"program.local[0]": (*SIZE, 1 / SIZE[0], 1 / SIZE[1])}}),
    "grass": Case(None, "grass.gp", vertex=MEADOW, mesh=patch(_floor, 12, 12), parameters={
        "geometry": {"program.local[0]": (0.9, 0.05, 0.4, 0), "program.local[1]": (0.8, 0, 0.3, 1)}}),
    "numbers of a geometry program": Case(
        fp("I2F.S r, primitive.id.x; MUL r, r, 0.0077; FRC result.color, r;"),
        "sprites.gp", primitive="POINTS", parameters={
            "geometry": {"program.local[0]": (*SIZE, 1 / SIZE[0], 1 / SIZE[1])}}),
}  # fmt: skip


def gpu_picture(context: moderngl.Context, case: Case) -> npt.NDArray[np.uint8]:
    with ExitStack() as stack:
        target = stack.enter_context(Target(context, SIZE, 0 if case.samples == 1 else case.samples))
        data = case.mesh
        primitive = case.primitive or data.primitive
        mesh = stack.enter_context(Mesh(context, data.attributes, data.indices, primitive))
        pipeline = stack.enter_context(
            Pipeline(
                context,
                load(case.vertex),
                None if case.fragment is None else load(case.fragment),
                geometry=None if case.geometry is None else load(SHADERS / case.geometry),
                state=case.state,
            )
        )
        for stage, values in case.parameters.items():
            pipeline.set_parameters(values, stage)
        target.clear((0.1, 0.1, 0.1, 1.0))
        pipeline.draw(mesh, target, dict(case.textures))
        return target.read()


def oracle_picture(case: Case) -> npt.NDArray[np.uint8]:
    frame = Frame(SIZE, case.samples)
    frame.clear((0.1, 0.1, 0.1, 1.0))
    data = case.mesh
    stages = Stages(
        load(case.vertex),
        case.parameters.get("vertex"),
        None if case.geometry is None else load(SHADERS / case.geometry),
        case.parameters.get("geometry"),
        None if case.fragment is None else load(case.fragment),
        case.parameters.get("fragment"),
    )
    primitives = Primitives(case.primitive or data.primitive, data.attributes, data.indices)
    draw(frame, stages, primitives, case.state, case.textures)
    return frame.picture()


@pytest.mark.parametrize("name", CASES)
def test_draws_agree(context: moderngl.Context, name: str) -> None:
    case = CASES[name]
    gpu, oracle = gpu_picture(context, case), oracle_picture(case)
    assert (oracle != oracle[0, 0]).any(axis=2).mean() > 0.05, "there is next to nothing to compare"
    differ = np.abs(oracle.astype(int) - gpu).max(axis=2) > 2
    assert 100.0 * differ.mean() < SHARE
