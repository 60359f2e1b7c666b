"""Images in programs of every stage over arrays, and in shaders translated by themselves."""

from __future__ import annotations

import numpy as np
import pytest
from image_programs import BACKENDS, SHAPES, numbered, run

import nvrender
from nvrender.gl.textures.images import Image
from nvrender.glsl.memory.image_variables import TYPES
from nvrender.glsl.translate import translate
from nvrender.gpu.context.context import using
from nvrender.gpu.context.gl_functions import GL
from nvrender.source import TargetError

KILLING = """!!NVfp5.0
TEMP t, c, d;
MOV.U c, 0;
ATOMIM.ADD.U32 d, {1}, c, image[0], 1D;
KIL fragment.attrib[0].x;
DDX t, fragment.attrib[0];
MOV.U c.x, 1;
ATOMIM.ADD.U32 d, {1}, c, image[0], 1D;
FLR.S c.x, fragment.attrib[1].x;
STOREIM.U32 image[1], {5}, c, BUFFER;
MOV result.color, d;
END"""


@BACKENDS
@pytest.mark.parametrize("count", [1, 2, 3, 4, 6, 2051])
@pytest.mark.parametrize("differentiates", [True, False])
def test_killed_fragments_change_nothing_more(backend: str, count: int, differentiates: bool) -> None:
    """Issue 20 of EXT_shader_image_load_store; nor do pixels beside them that stand for no fragment."""
    program = KILLING if differentiates else KILLING.replace("DDX t, fragment.attrib[0];\n", "")
    values = np.where(np.arange(count) % 3 == 1, -1.0, 1.0).astype(np.float32)[:, None]
    places = np.arange(count, dtype=np.float32)[:, None]
    images = {
        0: Image(np.zeros(2, np.uint32), "R32UI", "1D"),
        1: Image(np.zeros(count, np.uint32), "R32UI", "BUFFER"),
    }
    attributes = {"attrib[0]": values, "attrib[1]": places}
    results = nvrender.run(program, attributes, images=images, backend=backend)
    living = values[:, 0] >= 0
    assert results.images[0].tolist() == [count, int(living.sum())]
    assert (results.images[1] == np.where(living, 5, 0)).all()
    assert (results["killed"] == ~living).all()


@BACKENDS
def test_work_groups_count_in_an_image(backend: str) -> None:
    program = (
        "!!NVcp5.0\nGROUP_SIZE 4 2;\nTEMP c, d;\nAND.U c, invocation.globalid, {1, 3, 0, 0};\n"
        "ATOMIM.ADD.U32 d, invocation.globalid.x, c, image[0], 2D;\nMEMBAR;\n"
        "STOREIM.F image[1], {1, 0, 0, 1}, invocation.globalid, 3D;\nEND"
    )
    images = {
        0: Image(np.zeros((4, 2), np.uint32), "R32UI"),
        1: Image(np.zeros((2, 4, 8, 4), np.uint8), "RGBA8", "3D"),
    }
    results = nvrender.run(program, groups=(2, 2, 2), images=images, backend=backend)
    assert results.images[0].tolist() == [[24, 32]] * 4
    assert (results.images[1] == [255, 0, 0, 255]).all()


GEOMETRY = """!!NVgp5.0
PRIMITIVE_IN TRIANGLES; PRIMITIVE_OUT POINTS; VERTICES_OUT 2;
TEMP c, d;
MOV.U c, 0;
ATOMIM.ADD.U32 d, {1}, c, image[0], 2D;
MOV.U c.x, primitive.id.x;
STOREIM.S8 image[1], -primitive.id.x, c, 1D;
MOV result.position, vertex[0].position;
EMIT;
END"""


@BACKENDS
def test_primitives_store_into_images(backend: str) -> None:
    points = {"position": np.ones((12, 4), np.float32)}
    images = {0: Image(np.zeros((1, 1), np.uint32), "R32UI"), 1: Image(np.zeros(4, np.int8), "R8I", "1D")}
    results = nvrender.run(GEOMETRY, points, images=images, backend=backend)
    assert results.images[0].tolist() == [[4]] and results.images[1].tolist() == [0, -1, -2, -3]
    assert len(results["position"]) == 4


@BACKENDS
def test_images_in_loops_branches_and_subroutines(backend: str) -> None:
    """Lanes that take different ways each make their own accesses."""
    body = (
        "MOV.S a, vertex.attrib[0];\nMOV.U c, 0;\nREP.S a.x;\nATOMIM.ADD.U32 t, {1}, c, image[0], 1D;\n"
        "ADD.S c.x, c.x, 1;\nENDREP;\nAND.S.CC v.x, a.x, 1;\nIF NE.x;\nCAL odd;\nENDIF;\nRET;\nodd:\n"
        "MOV.S c.x, a.x;\nSTOREIM.S32 image[1], -a.x, c, 1D;\nRET;\n"
    )
    program = f"!!NVvp5.0\nTEMP c, t, v;\nINT TEMP a;\nmain:\n{body}END"
    images = {
        0: Image(np.zeros(8, np.uint32), "R32UI", "1D"),
        1: Image(np.zeros(8, np.int32), "R32I", "1D"),
    }
    counts = np.array([[5], [0], [2], [7], [1]], np.int32)
    results = nvrender.run(program, {0: counts}, images=images, backend=backend)
    assert results.images[0].tolist() == [4, 3, 2, 2, 2, 1, 1, 0]
    assert results.images[1].tolist() == [0, -1, 0, 0, 0, -5, 0, -7]


@BACKENDS
def test_variables_that_are_called_as_what_a_shader_needs(backend: str) -> None:
    names = "image0 image0_load_u32 image1 images0_to_1 texel place words there done found index a b".split()
    body = [f"TEMP {', '.join(names)};", "MOV.U place, 0;"]
    body += [
        f"LOADIM.U32 {name}, place, image[0], 1D;\nADD.U {name}, {name}, 1;"
        for name in names
        if name != "place"
    ]
    body += ["STOREIM.U32 image[1], words, place, 1D;", "ATOMIM.IWRAP.U32 found, b, place, image[0], 1D;"]
    program = "\n".join(["!!NVvp5.0", *body, "END"])
    images = {unit: Image(np.array([6], np.uint32), "R32UI", "1D") for unit in (0, 1)}
    left = nvrender.run(program, count=1, images=images, backend=backend).images
    assert left[1].tolist() == [7] and left[0].tolist() == [0 if 6 >= 7 else 7]


@BACKENDS
def test_memory_and_images_together(backend: str) -> None:
    """One program reaches resident memory, a storage buffer and an image."""
    body = (
        "LOAD.U32 t, 65536;\nMOV.U c, 0;\nATOMIM.ADD.U32 v, t, c, image[0], 1D;\n"
        "ATOMB.ADD.U32 v, t, s[0];\nSTORE.U32 v, 65540;"
    )
    results = run(
        body,
        {0: Image(np.array([1], np.uint32), "R32UI", "1D")},
        backend,
        options="OPTION NV_shader_storage_buffer;\nSTORAGE s[] = { program.storage[0] };\n",
        memory=nvrender.Memory({"a": np.array([5, 0], np.uint32)}),
        storage={0: np.array([10], np.uint32)},
    )
    assert results.images[0].tolist() == [6] and results.storage[0].tolist() == [15]
    assert results.memory["a"].tolist() == [5, 10]


HEADERS = {
    "vertex": "!!NVvp5.0\n", "fragment": "!!NVfp5.0\n",
    "geometry": "!!NVgp5.0\nPRIMITIVE_IN POINTS; PRIMITIVE_OUT POINTS; VERTICES_OUT 1;\n",
}  # fmt: skip


@pytest.mark.parametrize("target", TYPES)
def test_translations_without_an_image_compile(target: str) -> None:
    """Every access of every target, of an image that nothing is known of; formatted stores leave it to GL."""
    loads = ((0, "U32"), (1, "S8"), (2, "F32X4"))
    stores = ((3, ".F"), (4, ".S"), (5, ".U"), (0, ".F"), (6, ".U16"), (7, ".S32X2"))
    lines = [f"LOADIM.{name} t, c, image[{unit}], {target};" for unit, name in loads]
    lines += [f"STOREIM{name} image[{unit}], t, c, {target};" for unit, name in stores]
    for name in ("ADD.U32", "MIN.S32", "CSWAP.U32", "DWRAP.U32.COH"):
        lines.append(f"ATOMIM.{name} t, t, c, m[a.x], {target};")
    program = nvrender.load(
        "!!NVvp5.0\nOPTION ARB_shader_image_size;\nIMAGE m[] = { image[0..2] };\nTEMP c, t;\nINT TEMP a;\n"
        "MOV.S a, vertex.id;\nMOV.S c, vertex.attrib[0];\n"
        + "\n".join([*lines, f"IMQ t, m[a.x], {target};", "MOV result.position, t;", "END"])
    )
    text = translate(program, "glsl430")
    with using(None) as context:
        context.program(vertex_shader=text.source).release()
    assert f"layout(r8ui, binding = 1) readonly uniform u{TYPES[target]} image1;" in text.source
    assert f"writeonly uniform {TYPES[target]} image3;" in text.source


def test_shaders_of_a_pipeline_compile() -> None:
    body = (
        "TEMP c, t;\nMOV.U c, 0;\nATOMIM.ADD.U32 t, {1}, c, image[0], 2D;\n"
        "STOREIM.F image[1], {1, 0, 0, 1}, c, 2D;\nEND"
    )
    with using(None) as context:
        vertex = translate(nvrender.load("!!NVvp5.0\nMOV result.position, 0;\n" + body), "glsl430")
        fragment = translate(nvrender.load("!!NVfp5.0\nMOV result.color, 1;\n" + body), "glsl430")
        context.program(vertex_shader=vertex.source, fragment_shader=fragment.source).release()


def test_what_images_need() -> None:
    program = nvrender.load("!!NVvp5.0\nTEMP c;\nLOADIM.U32 c, vertex.id, image[0], 1D;\nEND")
    with pytest.raises(TargetError, match=r"<text>:3:1: LOADIM needs images, which glsl330 has not"):
        translate(program, "glsl330")
    program = nvrender.load(
        "!!NVvp5.0\nOPTION NV_bindless_texture;\nTEMP c;\nLOADIM.U32 c, vertex.id, handle(c.x), 1D;\nEND"
    )
    with pytest.raises(TargetError, match=r"<text>:4:1: LOADIM reaches an image by a handle"):
        translate(program, "glsl430")


def test_image_units_of_a_lent_context_are_put_back() -> None:
    """The caller's bindings, whatever they are."""
    with using(None) as context:
        gl = GL(context)
        texture = context.texture_array((4, 4, 2), 4, dtype="u4")
        for unit in (0, 3):
            gl("glBindImageTexture", "uuiBiuu", unit, texture.glo, 0, unit == 0, unit // 3, 0x88B9, 0x8D70)
        names = (0x8F3A, 0x8F3B, 0x8F3C, 0x8F3D, 0x8F3E, 0x906E)
        before = [[gl.indexed(name, unit) for name in names] for unit in range(4)]
        run("MOV.U c, 0;\nSTOREIM.U32 image[0], {1}, c, 1D;", {0: numbered("1D")}, "gpu", context=context)
        after = [[gl.indexed(name, unit) for name in names] for unit in range(4)]
        for unit in (0, 3):
            gl("glBindImageTexture", "uuiBiuu", unit, 0, 0, False, 0, 0x88B8, 0x8229)
        name = texture.glo
        texture.release()
    assert after == before and [row[0] for row in before] == [name, 0, 0, name]
    assert [row[3] for row in before] == [0, 0, 0, 1] and context.error == "GL_NO_ERROR"


def test_the_second_run_finds_its_own_images() -> None:
    for start in (0, 5):
        image = Image(np.array([start], np.uint32), "R32UI", "1D")
        left = run("MOV.U c, 0;\nATOMIM.ADD.U32 t, {1}, c, image[0], 1D;", {0: image}, "gpu", count=9).images
        assert left[0].tolist() == [start + 9]


@BACKENDS
def test_runs_without_vertices_leave_what_was_there(backend: str) -> None:
    results = run("STOREIM.U32 image[0], {1}, vertex.id, 1D;", {0: numbered("1D")}, backend, count=0)
    assert results.images[0].tolist() == [1, 2, 3, 4, 5]


@pytest.mark.parametrize("target", ["1D", "2D", "3D", "CUBE", "BUFFER", "ARRAY2D", "2DMS"])
def test_images_larger_than_the_context_takes(target: str, monkeypatch: pytest.MonkeyPatch) -> None:
    with using(None) as context:
        for name in ("", "_3D", "_CUBE_MAP", "_RECTANGLE"):
            key = {"": "GL_MAX_TEXTURE_SIZE", "_3D": "GL_MAX_3D_TEXTURE_SIZE"}.get(
                name, f"GL_MAX{name}_TEXTURE_SIZE"
            )
            monkeypatch.setitem(context.info, key, 2)
        monkeypatch.setitem(context.info, "GL_MAX_TEXTURE_BUFFER_SIZE", 2)
        body = f"STOREIM.U32 image[0], {{1}}, vertex.id, {target};"
        with pytest.raises(TargetError, match=rf"images\[0\] is a {target} image of shape"):
            run(body, {0: numbered(target)}, "gpu", context=context)


def test_every_target_is_read_back_as_it_was() -> None:
    for target, shape in SHAPES.items():
        for format, dtype, more in (
            ("R8I", np.int8, ()),
            ("RG16F", np.float16, (2,)),
            ("RGBA32I", np.int32, (4,)),
        ):
            texels = np.arange(np.prod((*shape, *more))).astype(dtype).reshape(*shape, *more)
            image = Image(texels, format, target)
            results = run("STOREIM.U32 image[1], {1}, vertex.id, 1D;", {0: image}, "gpu")
            assert (results.images[0] == texels).all() and results.images[0].shape == texels.shape
