"""Geometry programs of generation 5 with everything else it has, over arrays, in draws and in layers."""

from __future__ import annotations

from contextlib import ExitStack
from pathlib import Path
from typing import Any

import moderngl
import numpy as np
import numpy.typing as npt
import pytest

import nvrender
from nvrender.api import Context
from nvrender.api import enums as gl_enums
from nvrender.gl.patches import Patch
from nvrender.gl.state import State
from nvrender.gpu.draw import Mesh
from nvrender.gpu.pipeline.pipeline import Pipeline
from nvrender.languages.load import load
from nvrender.oracle.frame.capture import capture
from nvrender.oracle.frame.draw import Primitives, Stages
from nvrender.source import SceneError

#: Constant and vector buffers, storage, textures, 64 bits, indirect calls, votes, streams, invocations.
EVERYTHING = """!!NVgp5.0
OPTION NV_shader_storage_buffer;
PRIMITIVE_IN {}; PRIMITIVE_OUT POINTS; VERTICES_OUT 8; INVOCATIONS 3;
SUBROUTINETYPE Kind {{ double, half }};
SUBROUTINE Kind kinds[2] = {{ program.subroutine[0..1] }};
CBUFFER bytes[] = {{ program.buffer[0] }};
BUFFER4 vectors[] = {{ program.buffer[1] }};
STORAGE counts[] = {{ program.storage[0] }};
INT TEMP i; TEMP r, q; LONG TEMP d;
main:
MOV.S i, 0;
MOV.S i.x, primitive.invocation.x;
MOD.S i.y, i.x, 2;
MOV r, vertex[0].position;
CALI kinds[i.y];
MOV result.position, r;
I2F q, i.x;
MAD q, q, 0.25, 0.1;
TXL result.texcoord[0], q, texture[1], 2D;
SHL.S i.z, i.x, 4;
LDC.F32X4 result.texcoord[1], bytes[i.z];
MOV result.texcoord[2], vectors[i.x];
MOV.F64 d, r;
MUL.F64 d, d, d;
MOV result.texcoord[3], d;
SHL.S i.z, primitive.id.x, 2;
ATOMB.ADD.S32 i.w, 3, counts[i.z];
EMITS i.y;
TGALL.S i.w, i.x;
MOV.S result.attrib[1], i.w;
EMIT;
RET;
double SUBROUTINENUM(0):
ADD r, r, r;
RET;
half SUBROUTINENUM(1):
MUL r, r, 0.5;
RET;
END"""
PARAMETERS = {
    "program.buffer[0]": np.arange(16, dtype=np.float32),
    "program.buffer[1]": np.arange(16, dtype=np.float32).reshape(4, 4) * 3,
}
TEXTURE = nvrender.Texture.from_array(
    np.arange(64, dtype=np.float32).reshape(4, 4, 4), "2D", min_filter="NEAREST", mag_filter="NEAREST"
)
ASCII = gl_enums.PROGRAM_FORMAT_ASCII_ARB


@pytest.mark.parametrize("primitive", ["POINTS", "TRIANGLES", "LINES_ADJACENCY", "PATCHES"])
def test_everything_at_once(context: moderngl.Context, primitive: str) -> None:
    program = load(EVERYTHING.format(primitive))
    given = {"position": np.random.default_rng(1).random((12, 4), np.float32)}
    options: dict[str, Any] = {
        "textures": {1: TEXTURE}, "storage": {0: np.zeros(12, np.uint32)}, "subroutines": {"kinds[1]": "half"}
    }  # fmt: skip
    oracle = nvrender.run(program, given, PARAMETERS, **options)
    gpu = nvrender.run(program, given, PARAMETERS, backend="gpu", context=context, **options)
    assert list(oracle.listed) == list(gpu.listed)
    for name, array in oracle.listed.items():
        assert (array.view(np.uint32) == gpu.listed[name].view(np.uint32)).all(), name
    primitives = len(np.unique(oracle.listed["source"]))
    assert [len(stream["position"]) for stream in oracle.streams] == [5 * primitives, primitives, 0, 0]
    assert oracle.storage[0].tolist() == gpu.storage[0].tolist() == [9] * primitives + [0] * (12 - primitives)


def test_textures_and_buffers_before_and_in_programs_of_patches(context: moderngl.Context) -> None:
    """Both passes read what is bound: the vertex stage, and the geometry program behind it."""
    vertex = load(
        """!!NVvp5.0 CBUFFER b[] = { program.buffer[2] }; TEMP r; LDC.F32X4 r, b[16]; ADD result.position,
        vertex.position, r; TXF result.texcoord[0], {2, 1, 0, 0}, texture[1], 2D; END"""
    )
    geometry = load(
        """!!NVgp5.0 PRIMITIVE_IN PATCHES; PRIMITIVE_OUT POINTS; VERTICES_OUT 1; INVOCATIONS 2;
        CBUFFER b[] = { program.buffer[0] }; LDC.F32X4 result.texcoord[1], b[32];
        TXF result.texcoord[2], {1, 3, 0, 0}, texture[3], 2D; MOV result.texcoord[0], vertex[4].texcoord[0];
        ADD result.position, vertex[3].position, program.local[0]; EMIT; END"""
    )
    buffers: dict[str, Any] = {"program.buffer[2]": np.arange(8, dtype=np.float32)}
    more = {**PARAMETERS, "program.local[0]": (0.5, 0.25, 0.0, 0.0)}
    attributes = {0: np.random.default_rng(2).random((13, 4), np.float32)}
    textures = {1: TEXTURE, 3: nvrender.Texture.from_array(-TEXTURE.levels[0], "2D", min_filter="NEAREST")}
    patch = Patch(6)
    with ExitStack() as stack:
        pipeline = stack.enter_context(Pipeline(context, vertex, geometry=geometry))
        pipeline.set_parameters(buffers)
        pipeline.set_parameters({k: v for k, v in more.items() if k != "program.buffer[1]"}, "geometry")
        mesh = stack.enter_context(Mesh(context, attributes, primitive="PATCHES"))
        gpu = pipeline.capture(mesh, textures, patch=patch)
    del more["program.buffer[1]"]
    stages = Stages(vertex, buffers, geometry, more)
    oracle = capture(stages, Primitives("PATCHES", attributes, patch=patch), State(), textures)
    assert len(oracle["position"]) == 4
    for name, array in oracle.listed.items():
        assert (array.view(np.uint32) == gpu.listed[name].view(np.uint32)).all(), name
    assert oracle["texcoord[0]"][0].tolist() == TEXTURE.levels[0][1, 2].tolist()  # type: ignore[index]


#: Each invocation into its own layer, one of them into none.
LAYERED = """!!NVgp5.0 PRIMITIVE_IN {}; PRIMITIVE_OUT TRIANGLE_STRIP; VERTICES_OUT 3; INVOCATIONS 8;
ATTRIB p = vertex.position; INT TEMP i; TEMP n; MOV.S i, 0; I2F n, primitive.invocation.x;
SUB.S i.y, primitive.invocation.x, 1;
REP.S 3;
MOV result.position, p[i.x]; MAD result.position.x, n.x, 0.1, p[i.x].x; MUL result.color, n.x, 0.125;
MOV.S result.layer.x, i.y; EMIT; ADD.S i.x, i.x, 1;
ENDREP; END"""


@pytest.mark.parametrize("patches", [False, True])
@pytest.mark.parametrize(
    ("target", "layers"),
    [(gl_enums.TEXTURE_CUBE_MAP, 6), (gl_enums.TEXTURE_2D_ARRAY_EXT, 4), (gl_enums.TEXTURE_3D, 5)],
)
def test_invocations_draw_layers_in_one_pass(
    context: moderngl.Context, target: int, layers: int, patches: bool
) -> None:
    """NV_gpu_program5 2.X.7.Y with NV_geometry_program4 4.4.7."""
    faces = range(gl_enums.TEXTURE_CUBE_MAP_POSITIVE_X, gl_enums.TEXTURE_CUBE_MAP_POSITIVE_X + 6)
    rgba = gl_enums.RGBA, gl_enums.UNSIGNED_BYTE
    found: list[npt.NDArray[np.uint8]] = []
    for backend in ("oracle", "gpu"):
        own = context if backend == "gpu" else None
        with Context(own, backend=backend, size=(16, 16), raise_errors=True) as gl:
            gl.BindTexture(target, 1)
            if target == gl_enums.TEXTURE_CUBE_MAP:
                for face in faces:
                    gl.TexImage2D(face, 0, gl_enums.RGBA8, 16, 16, 0, *rgba, None)
            else:
                gl.TexImage3D(target, 0, gl_enums.RGBA8, 16, 16, layers, 0, *rgba, None)
            gl.BindFramebufferEXT(gl_enums.FRAMEBUFFER_EXT, 1)
            gl.FramebufferTextureEXT(gl_enums.FRAMEBUFFER_EXT, gl_enums.COLOR_ATTACHMENT0_EXT, 1, 0)
            gl.Clear(gl_enums.COLOR_BUFFER_BIT)
            text = LAYERED.format("PATCHES" if patches else "TRIANGLES")
            gl.ProgramStringARB(gl_enums.GEOMETRY_PROGRAM_NV, ASCII, text)
            gl.Enable(gl_enums.GEOMETRY_PROGRAM_NV)
            gl.Begin(gl_enums.PATCHES if patches else gl_enums.TRIANGLES)
            for corner in ((-0.9, -0.8), (0.3, -0.7), (-0.2, 0.6)):
                gl.Vertex3f(*corner, 0.0)
            gl.End()
            if target == gl_enums.TEXTURE_CUBE_MAP:
                found.append(np.stack([gl.GetTexImage(face, 0, *rgba) for face in faces]))
            else:
                found.append(gl.GetTexImage(target, 0, *rgba))
    oracle, gpu = found
    assert np.abs(oracle.astype(int) - gpu).max() <= 1
    assert oracle.shape[0] == layers
    assert [int(layer[..., 0].max()) for layer in oracle] == [round(255 * (n + 1) / 8) for n in range(layers)]


def test_scenes_draw_patches_by_geometry_programs(tmp_path: Path) -> None:
    (tmp_path / "a.vp").write_text("!!NVvp5.0 OPTION ARB_position_invariant; END")
    (tmp_path / "a.gp").write_text(
        """!!NVgp5.0 PRIMITIVE_IN PATCHES; PRIMITIVE_OUT TRIANGLE_STRIP; VERTICES_OUT 6;
        ATTRIB p = vertex.position; INT TEMP i; MOV.S i, 0;
        REP.S primitive.vertexcount.x; MOV result.position, p[i.x];
        MUL result.color, program.local[0], primitive.tessouter[3].x; EMIT; ADD.S i.x, i.x, 1; ENDREP; END"""
    )
    text = """
[camera]
eye = [0.0, 0.0, 3.0]
[meshes.square]
kind = "square"
[[draw]]
mesh = "square"
vertex = "a.vp"
geometry = "a.gp"
geometry_parameters = { "program.local[0]" = [1.0, 0.5, 0.25, 1.0] }
"""
    path = tmp_path / "scene.toml"
    path.write_text(text + "primitive = 'PATCHES'\npatch = { outer = [1.0, 1.0, 1.0, 0.5] }\n")
    pictures = [nvrender.render(path, size=(32, 32), backend=side).astype(int) for side in ("oracle", "gpu")]
    assert np.abs(pictures[0] - pictures[1]).max() <= 2
    assert pictures[0][16, 16, :3].tolist() == [128, 64, 32]
    path.write_text(text)
    with pytest.raises(
        SceneError, match=r"draw\[0\].geometry: a.gp takes PATCHES, .* primitive can be PATCHES"
    ):
        nvrender.render(path, size=(8, 8), backend="oracle")
