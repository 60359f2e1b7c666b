"""What a context has no room for is one message, before its driver refuses it."""

from __future__ import annotations

import moderngl
import pytest

from nvrender.glsl.translate import translate
from nvrender.glsl.translation import Resources
from nvrender.gpu.context.limits import LEAST, check_limits
from nvrender.gpu.pipeline.linked import StageText, link
from nvrender.gpu.pipeline.pipeline import Pipeline
from nvrender.languages.load import load
from nvrender.run import run
from nvrender.source import TargetError

READS_24 = (
    "!!NVfp4.0 TEMP r; MOV r, 0;"
    + "".join(f"ADD r, r, fragment.texcoord[{n}];" for n in range(8))
    + "".join(f"ADD r, r, fragment.attrib[{n}];" for n in range(16))
    + "MOV result.color, r; END"
)
EMITS_128 = """!!NVgp4.0 PRIMITIVE_IN TRIANGLES; PRIMITIVE_OUT TRIANGLE_STRIP; VERTICES_OUT 128;
    MOV result.position, vertex[0].position; EMIT; END"""
BUFFERS = (
    "".join(f"BUFFER4 b{n}[] = {{ program.buffer[{n}][0..1] }};" for n in range(8))
    + "PARAM p = program.local[0]; TEMP r; MOV r, p;"
    + "".join(f"ADD r, r, b{n}[1];" for n in range(8))
)


def test_components_between_stages(context: moderngl.Context, monkeypatch: pytest.MonkeyPatch) -> None:
    """OpenGL 3.3 asks for 64 of a vertex shader and 128 of a fragment shader; the lowest counts."""
    monkeypatch.setitem(context.info, "GL_MAX_VERTEX_OUTPUT_COMPONENTS", 64)
    message = (
        r"components that the fragment shader reads of the vertex shader's results are 96, and .* has "
        r"room for 64 \(GL_MAX_VERTEX_OUTPUT_COMPONENTS\); let the fragment program read fewer attributes"
    )
    with pytest.raises(TargetError, match=message):
        Pipeline(context, fragment=load(READS_24))
    monkeypatch.setitem(context.info, "GL_MAX_VERTEX_OUTPUT_COMPONENTS", 96)
    Pipeline(context, fragment=load(READS_24)).release()


def test_components_between_vertex_and_geometry_shader(
    context: moderngl.Context, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(context.info, "GL_MAX_GEOMETRY_INPUT_COMPONENTS", 4)
    reads = EMITS_128.replace("EMIT;", "ADD result.color, vertex[0].color, vertex[1].attrib[2]; EMIT;")
    with pytest.raises(
        TargetError, match=r"the geometry shader reads of the vertex shader's results are 8, and"
    ):
        Pipeline(context, geometry=load(reads))


def test_uniform_blocks(context: moderngl.Context, monkeypatch: pytest.MonkeyPatch) -> None:
    """OpenGL 3.3 asks for 12 blocks a stage, 36 in all."""
    vertex = load(f"!!NVvp4.0 {BUFFERS} MOV result.position, r; END")
    fragment = load(f"!!NVfp4.0 {BUFFERS} MOV result.color, r; END")
    for name, limit, what in (
        ("GL_MAX_VERTEX_UNIFORM_BLOCKS", 8, "uniform blocks of the vertex shader are 9"),
        ("GL_MAX_FRAGMENT_UNIFORM_BLOCKS", 8, "uniform blocks of the fragment shader are 9"),
        ("GL_MAX_COMBINED_UNIFORM_BLOCKS", 17, "uniform blocks of all shaders are 18"),
    ):
        with monkeypatch.context() as patch:
            patch.setitem(context.info, name, limit)
            with pytest.raises(TargetError, match=f"{what}, and .* has room for {limit} .{name}"):
                Pipeline(context, vertex, fragment)
    Pipeline(context, vertex, fragment).release()


def test_textures(context: moderngl.Context, monkeypatch: pytest.MonkeyPatch) -> None:
    fragment = load(
        "!!ARBfp1.0 TEMP r; TEX r, fragment.texcoord, texture[0], 2D;TEX result.color, r, texture[1], 2D; END"
    )
    monkeypatch.setitem(context.info, "GL_MAX_TEXTURE_IMAGE_UNITS", 1)
    with pytest.raises(TargetError, match=r"textures of the fragment shader are 2, and .* has room for 1"):
        Pipeline(context, fragment=fragment)


def test_vertices_of_a_geometry_shader(context: moderngl.Context) -> None:
    """OpenGL 3.3, table 6.48: results a fragment program reads and nobody writes are emitted too.

    Drivers may have more room than they tell; only one that refuses the shaders is asked.
    """
    taken = {
        "vertex": Resources(), "geometry": Resources(vertices=128), "fragment": Resources(inputs=24)
    }  # fmt: skip
    check_limits(context.info, taken)
    with pytest.raises(TargetError, match="128 vertices that the geometry shader may emit are 12288"):
        check_limits(LEAST | context.info, taken)
    with Pipeline(context, geometry=load(EMITS_128), fragment=load(READS_24)) as pipeline:
        texts = zip(taken.items(), pipeline.sources, strict=True)
        shaders = [StageText(stage, text, resources) for (stage, resources), text in texts]
    shaders[2] = shaders[2]._replace(source=shaders[2].source.replace("void main", "void other"))
    with pytest.raises(TargetError, match="has room for 1024"):
        link(context, tuple(shaders))


@pytest.mark.parametrize(
    "text",
    [
        "!!ARBfp1.0 OPTION NV_fragment_program2; PARAM p = program.local[0]; TEMP r; MOV r, 0;"
        + "REP p.x; ADD r, r, 1; ENDREP; " * 16
        + "MOV result.color, r; END",
        "!!NVfp5.0 OPTION NV_gpu_program5_mem_extended; TEMP r;" + "STORE.U8 r, 65536; " * 16 + "END",
    ],
    ids=["REP", "STORE.U8"],
)
def test_loops_that_are_compiled_for_ever(
    text: str, context: moderngl.Context, monkeypatch: pytest.MonkeyPatch
) -> None:
    """They are refused where llvmpipe would compile them, and no other driver is asked."""
    translation = translate(load(text), "glsl430", interface="fragment")
    taken = {"fragment": translation.resources}
    with pytest.raises(TargetError, match=r"shader are 16, .* more than 15 for minutes"):
        check_limits({"GL_RENDERER": "llvmpipe (LLVM 15.0.6, 256 bits)"}, taken)
    check_limits({"GL_RENDERER": "another"}, taken)
    monkeypatch.setitem(context.info, "GL_RENDERER", "llvmpipe (LLVM 15.0.6, 256 bits)")
    with pytest.raises(TargetError, match="loops of the fragment shader are 16"):
        run(load(text), {}, count=4, backend="gpu", context=context)
