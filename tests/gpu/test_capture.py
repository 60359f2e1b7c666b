"""Captured vertices are the same on both sides, of every vertex stage with and without a geometry program."""

from __future__ import annotations

from contextlib import ExitStack
from typing import Any

import moderngl
import numpy as np
import pytest

from nvrender.gl.inputs.results import Results
from nvrender.gl.state import Fog, Light, Point, State, TextureGeneration, TextureUnit
from nvrender.gl.textures.texture import Texture
from nvrender.gpu.draw import Mesh, Target
from nvrender.gpu.pipeline.pipeline import Pipeline
from nvrender.languages.load import load
from nvrender.oracle.frame.capture import capture
from nvrender.oracle.frame.draw import Primitives, Stages
from nvrender.source import InputError

VP = """{} MOV o[HPOS],v[OPOS];MUL o[COL0],v[COL0],c[1].x;MOV o[TEX3].xy,v[TEX0].yxzw;
    MOV o[PSIZ].x,v[OPOS].x;MOV o[FOGC].x,v[OPOS].y;MOV o[BFC0],-v[COL0];END"""
ARB = """{} PARAM two = program.local[1]; MOV result.position, vertex.position;
    MUL result.color, vertex.color, two.x; MOV result.texcoord[3].xy, vertex.texcoord.yxzw;
    MOV result.pointsize.x, vertex.position.x; MOV result.fogcoord.x, vertex.position.y;
    MOV result.color.back, -vertex.color; {} END"""
VERTEX = {
    "none": None,
    "VP1.0": VP.format("!!VP1.0"),
    "VP2.0": VP.format("!!VP2.0"),
    "ARBvp1.0": ARB.format("!!ARBvp1.0", ""),
    "invariant": "!!ARBvp1.0 OPTION ARB_position_invariant; MOV result.color, vertex.color;"
    "MOV result.texcoord[3], vertex.texcoord; END",
    "NVvp4.0": ARB.format(
        "!!NVvp4.0",
        "ROUND.S result.attrib[2], vertex.position; ADD.U result.attrib[2].w, vertex.id.x, 0x7FC00001;"
        "ADD.U result.id.x, vertex.id.x, 3; MOV result.clip[4].x, vertex.position.z;",
    ),
}
GEOMETRY = {
    "none": None,
    "NVgp4.0": """!!NVgp4.0 PRIMITIVE_IN TRIANGLES; PRIMITIVE_OUT TRIANGLE_STRIP; VERTICES_OUT 5;
    ATTRIB p = vertex.position; ATTRIB c = vertex.color; ATTRIB t = vertex.texcoord[3]; INT TEMP i;
    MOV.S i, 0; REP.S 3; MOV result.position, p[i.x]; MOV result.color, c[i.x];
    MUL result.texcoord[3], t[i.x], program.local[1].x; MOV.S result.attrib[5], i.x;
    MOV.S result.primid.x, primitive.id.x; MOV.S result.layer.x, i.x; EMIT; ADD.S i.x, i.x, 1; ENDREP;
    SGTC result.attrib[5].x, p[0].x, 0; ENDPRIM; IF GT.x; MOV result.position, -p[1]; EMIT; ENDIF; END""",
}
STATE = State(
    modelview=((0.5, 0.0, 0.25, 0.1), (0.0, 1.0, 0.0, 0.0), (0.0, 0.5, 1.0, -1.0), (0.0, 0.0, 0.0, 1.0)),
    projection=((1.0, 0.0, 0.0, 0.0), (0.0, 1.5, 0.0, 0.0), (0.0, 0.0, 0.5, 0.0), (0.0, 0.0, 1.0, 2.0)),
    lighting=True,
    lights=(Light(True, diffuse=(2.0, 1.0, 0.5, 1.0), position=(0.0, 0.6, 0.8, 0.0)),),
    fog=Fog(True),
    point=Point(attenuation=(1.0, 0.5, 0.0)),
    point_size=3.0,
    clip_planes=(True, False, False, False, True),
    clip_plane_equations=((1.0, 0.5, 0.25, 0.125),) * 5,
    texture_units=(TextureUnit(True),),
    texture_generation=(TextureGeneration(modes=("EYE_LINEAR", "NORMAL_MAP", "", "")),),
)  # fmt: skip
RANDOM = np.random.default_rng(5)
ATTRIBUTES = {
    0: RANDOM.uniform(-1, 1, (11, 4)).astype(np.float32),
    2: RANDOM.uniform(-1, 1, (11, 3)).astype(np.float32),
    3: RANDOM.uniform(-1, 2, (11, 4)).astype(np.float32),
    8: RANDOM.uniform(-1, 1, (11, 2)).astype(np.float32),
}
INDICES = np.array([0, 3, 5, 4, 1, 10, 9, 2, 2, 7, 8, 6, 5])
WHITE = Texture.from_array(np.full((1, 1, 4), 255, np.uint8), min_filter="NEAREST")


def both(
    context: moderngl.Context,
    vertex: str | None,
    geometry: str | None,
    primitive: str = "TRIANGLES",
    *,
    indices: Any = INDICES,
    state: State = STATE,
    textures: dict[int, Texture] | None = None,
    results: Any = None,
    instances: int = 1,
    **options: Any,
) -> tuple[Results, Results]:
    """GPU and oracle."""
    first, second = (None if text is None else load(text) for text in (vertex, geometry))
    rows = {"c[1]": (2.0,) * 4} if first is not None and not first.profile.declares_names else None
    given: dict[Any, Any] = rows or {"program.local[1]": (2.0,) * 4}
    if rows:
        given = {1: (2.0,) * 4}
    with ExitStack() as stack:
        pipeline = Pipeline(context, first, geometry=second, state=state, **options)
        stack.enter_context(pipeline)
        mesh = stack.enter_context(Mesh(context, ATTRIBUTES, indices, primitive))
        if vertex is not None and "1]" in vertex:
            pipeline.set_parameters(given)
        if geometry is not None and "local" in geometry:
            pipeline.set_parameters({"program.local[1]": (2.0,) * 4}, "geometry")
        gpu = pipeline.capture(mesh, textures, results=results, instances=instances)
        again = pipeline.capture(mesh, textures, results=results, instances=instances)
        for name in gpu:
            np.testing.assert_array_equal(gpu[name].view(np.uint32), again[name].view(np.uint32))
    oracle = capture(
        Stages(
            first,
            given if vertex is not None and "1]" in vertex else None,
            second,
            {"program.local[1]": (2.0,) * 4} if geometry and "local" in geometry else None,
        ),
        Primitives(primitive, ATTRIBUTES, indices, instances), state, textures or {}, results,
    )  # fmt: skip
    return gpu, oracle


def same(gpu: Results, oracle: Results) -> None:
    assert list(gpu) == list(oracle)
    assert gpu.emitted is not None and oracle.emitted is not None
    assert gpu.emitted.mode == oracle.emitted.mode
    np.testing.assert_array_equal(gpu.emitted.source, oracle.emitted.source)
    np.testing.assert_array_equal(gpu.emitted.strip, oracle.emitted.strip)
    for name in oracle:
        assert gpu[name].dtype == np.float32 and gpu[name].shape == oracle[name].shape
        words = [side[name].view(np.int32) for side in (gpu, oracle)]
        close = np.isclose(gpu[name], oracle[name], rtol=1e-5, atol=1e-6)
        assert ((words[0] == words[1]) | close).all(), name


@pytest.mark.parametrize("geometry", GEOMETRY)
@pytest.mark.parametrize("vertex", VERTEX)
@pytest.mark.parametrize("target", ["glsl330", "glsl430"])
def test_pairs_of_languages(context: moderngl.Context, vertex: str, geometry: str, target: str) -> None:
    """NV_transform_feedback 2.X: what the last stage before rasterization writes."""
    if target == "glsl430" and context.version_code < 430:
        pytest.skip(f"this context has OpenGL {context.version_code}")
    gpu, oracle = both(context, VERTEX[vertex], GEOMETRY[geometry], target=target)
    same(gpu, oracle)
    assert gpu.emitted is not None and len(gpu.emitted.source) >= 12
    colors = gpu[next(name for name in gpu if name.lower().startswith("col"))]
    assert colors.min() >= 0 and colors.max() == 1


@pytest.mark.parametrize("vertex", ["none", "NVvp4.0"])
@pytest.mark.parametrize(
    "primitive",
    ["POINTS", "LINES", "LINE_STRIP", "LINE_LOOP", "TRIANGLES", "TRIANGLE_STRIP", "TRIANGLE_FAN", "QUADS",
     "QUAD_STRIP", "POLYGON", "LINES_ADJACENCY", "LINE_STRIP_ADJACENCY", "TRIANGLES_ADJACENCY",
     "TRIANGLE_STRIP_ADJACENCY"],
)  # fmt: skip
def test_primitives(context: moderngl.Context, vertex: str, primitive: str) -> None:
    """NV_transform_feedback 2.X: strips, fans and polygons are recorded as what they are made of."""
    for indices in (INDICES, None):
        gpu, oracle = both(context, VERTEX[vertex], None, primitive, indices=indices)
        same(gpu, oracle)
        assert gpu.emitted is not None and len(gpu.primitives) == gpu.emitted.source.max() + 1


@pytest.mark.parametrize("primitive", ["TRIANGLE_STRIP", "TRIANGLE_FAN"])
def test_strips_of_a_geometry_program(context: moderngl.Context, primitive: str) -> None:
    """NV_geometry_program4 2.14.6: the source of an emitted vertex is its input primitive."""
    gpu, oracle = both(context, VERTEX["NVvp4.0"], GEOMETRY["NVgp4.0"], primitive)
    same(gpu, oracle)
    assert gpu.emitted is not None and gpu.emitted.source.max() == len(INDICES) - 3
    assert (gpu.of_primitives("primid") == gpu.emitted.source[gpu.primitives[:, -1]]).all()
    assert (gpu.of_primitives("layer") == 2).all()


def test_integers_stay_integers(context: moderngl.Context) -> None:
    gpu, _ = both(context, VERTEX["NVvp4.0"], None)
    numbers = gpu["attrib[2]"].view(np.uint32)[:, 3] - 0x7FC00001
    assert numbers.tolist() == INDICES[:12].tolist()
    assert (gpu["id"].view(np.int32)[:, 0] == INDICES[:12] + 3).all()


def test_more_results_than_one_pass_captures(context: moderngl.Context) -> None:
    """Sixteen vectors a pass are sure to fit (OpenGL 3.3, table 6.51)."""
    body = "".join(f"MUL result.attrib[{n}], vertex.position, {n}.5;" for n in range(16))
    body += "".join(f"ADD result.texcoord[{n}], vertex.position, {n}.5;" for n in range(8))
    same(*both(context, f"!!NVvp4.0 {body} MOV result.position, vertex.position; END", None))


def test_results_are_picked(context: moderngl.Context) -> None:
    gpu, oracle = both(context, VERTEX["VP2.0"], None, results=["TEX3", "HPOS"])
    same(gpu, oracle)
    assert list(gpu) == ["HPOS", "TEX3"]
    for side in (0, 1):
        with pytest.raises(InputError, match=r"does not write a result 'COL1'; it writes HPOS, COL0, BFC0"):
            both(context, VERTEX["VP2.0"], None, results=["COL1"])[side]


def test_nothing_emitted(context: moderngl.Context) -> None:
    geometry = "!!NVgp4.0 PRIMITIVE_IN TRIANGLES; PRIMITIVE_OUT POINTS; VERTICES_OUT 1; END"
    gpu, oracle = both(context, None, geometry)
    same(gpu, oracle)
    assert gpu.emitted is not None and not len(gpu.emitted.source)


def test_textures_of_the_vertex_stage(context: moderngl.Context) -> None:
    text = """!!NVvp4.0 MOV result.position, vertex.position; TEX result.color, vertex.texcoord,
        texture[2], 2D; END"""
    pixels = np.arange(64, dtype=np.uint8).reshape(4, 4, 4) * 3
    texture = Texture.from_array(pixels, min_filter="NEAREST", mag_filter="NEAREST")
    gpu, oracle = both(context, text, None, textures={2: texture})
    same(gpu, oracle)
    assert len(np.unique(gpu["color.front.primary"])) > 4
    with pytest.raises(InputError, match=r"the program reads texture\[2\]; textures has none"):
        both(context, text, None)


@pytest.mark.parametrize("geometry", GEOMETRY)
def test_instances_follow_each_other(context: moderngl.Context, geometry: str) -> None:
    """NV_transform_feedback 2.X: in the order in which they are drawn."""
    vertex = (
        "!!NVvp5.0 TEMP t; I2F t, vertex.instance.x; ADD result.position, vertex.position, t.x;"
        "MOV result.color, t.x; MOV result.texcoord[3], t.x; END"
    )
    gpu, oracle = both(context, vertex, GEOMETRY[geometry], instances=3)
    same(gpu, oracle)
    numbers = oracle["texcoord[3]"][:, 0].astype(int) // (1 if geometry == "none" else 2)
    assert numbers.tolist() == sorted(numbers) and {*numbers} == {0, 1, 2}


def test_what_does_not_fit_is_named(context: moderngl.Context) -> None:
    with pytest.raises(InputError, match="takes TRIANGLES; draw with the mode TRIANGLES or"):
        both(context, None, GEOMETRY["NVgp4.0"], "LINES")
    pipeline = Pipeline(context)
    pipeline.release()
    with Mesh(context, ATTRIBUTES) as mesh, pytest.raises(InputError, match="has been released"):
        pipeline.capture(mesh)


def test_draws_after_a_capture_are_the_same(context: moderngl.Context) -> None:
    """The state around a capture, and what a pipeline has bound and kept, stay."""
    vertex, geometry = load(VERTEX["NVvp4.0"] or ""), load(GEOMETRY["NVgp4.0"] or "")
    with (
        Pipeline(context, vertex, geometry=geometry) as pipeline,
        Mesh(context, ATTRIBUTES) as mesh,
        Target(context, (8, 8)) as target,
    ):
        pipeline.set_parameters({"program.local[1]": (2.0,) * 4})
        pipeline.set_parameters({"program.local[1]": (2.0,) * 4}, "geometry")
        pictures = []
        for _ in range(2):
            target.clear((0.0, 0.0, 0.0, 1.0))
            pipeline.draw(mesh, target)
            pictures.append(target.read())
            first = pipeline.capture(mesh)
        pipeline.set_parameters({"program.local[1]": (4.0,) * 4}, "geometry")
        second = pipeline.capture(mesh)
        np.testing.assert_array_equal(2 * first["texcoord[3]"], second["texcoord[3]"])
    np.testing.assert_array_equal(*pictures)
