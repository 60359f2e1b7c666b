"""Generation 5's textures in pipelines: targets in every stage, handles, texture objects of a caller's."""

from __future__ import annotations

import ctypes
from contextlib import ExitStack
from typing import Any

import moderngl
import numpy as np
import pytest
from drawing import SQUARE, close, one_color

from nvrender import InputError, Texture
from nvrender.gpu.context.gl_functions import GL
from nvrender.gpu.draw import Mesh, Target
from nvrender.gpu.pipeline.pipeline import Pipeline
from nvrender.gpu.resources.textures import TextureObject
from nvrender.languages.load import load
from nvrender.run import run

OPTIONS = "OPTION NV_texture_multisample; OPTION NV_explicit_multisample; OPTION NV_bindless_texture;"
SHAPES = {"2D": (4, 8), "ARRAYCUBE": (3, 6, 4, 4), "2DMS": (4, 3, 5), "ARRAY2DMS": (2, 4, 3, 5)}
LOOKUPS = {
    "ARRAYCUBE": "TEX r, {0.4, 0.7, 0.6, 1.2}, texture[3], ARRAYCUBE;",
    "SHADOWARRAYCUBE": "TEX r, {0.4, 0.7, 0.6, 1.2}, 0.5, texture[3], SHADOWARRAYCUBE;",
    "2DMS": "TXFMS r, {3, 1, 0, 2}, texture[3], 2DMS;",
    "RENDERBUFFER": "TXFMS r, {3, 1, 0, 2}, texture[3], RENDERBUFFER;",
    "ARRAY2DMS": "TXFMS r, {3, 1, 1, 2}, texture[3], ARRAY2DMS;",
    "2D": "TEX r, {0.4, 0.7, 0, 0}, texture[3], 2D, offset({1, -1, 0, 0});",
}
STAGES = {
    "vertex": (
        f"!!NVvp5.0 {OPTIONS} TEMP r; {{}} MOV result.position, vertex.position;"
        " MOV result.texcoord[0], r; END",
        None,
        "!!NVfp5.0 MOV result.color, fragment.texcoord[0]; END",
    ),
    "geometry": (
        "!!NVvp5.0 MOV result.position, vertex.position; END",
        f"!!NVgp5.0 {OPTIONS} PRIMITIVE_IN TRIANGLES; PRIMITIVE_OUT TRIANGLE_STRIP; VERTICES_OUT 3;"
        " TEMP r; {}"
        + " ".join(
            f"MOV result.position, vertex[{n}].position; MOV result.texcoord[0], r; EMIT;" for n in range(3)
        )
        + " END",
        "!!NVfp5.0 MOV result.color, fragment.texcoord[0]; END",
    ),
    "fragment": (
        "!!NVvp5.0 MOV result.position, vertex.position; END",
        None,
        f"!!NVfp5.0 {OPTIONS} TEMP r; {{}} MOV result.color, r; END",
    ),
}
RED, BLUE = 0x100000001, 0xFEDCBA9876543210


def texture(target: str, **fields: Any) -> Texture:
    plain = target.removeprefix("SHADOW").replace("RENDERBUFFER", "2DMS")
    base_format = "RGBA" if "SHADOW" not in target else "DEPTH"
    shape = (*SHAPES[plain], 1 if base_format == "DEPTH" else 4)
    image = np.random.default_rng(7).integers(0, 256, shape, np.uint8)
    return Texture(plain, (image,), base_format, **fields)


def colored(*color: int) -> Texture:
    return Texture("2D", (np.full((1, 1, 4), color, np.uint8),))


def drawn(context: moderngl.Context, texts: tuple[Any, ...], textures: Any) -> np.ndarray:
    programs = [None if text is None else load(text) for text in texts]
    with ExitStack() as stack:
        frame = stack.enter_context(Target(context, (4, 4)))
        square = np.concatenate([SQUARE, [[0, 1]] * 4], axis=1).astype(np.float32)
        mesh = stack.enter_context(Mesh(context, {0: square}, primitive="QUADS"))
        pipeline = stack.enter_context(Pipeline(context, programs[0], programs[2], geometry=programs[1]))
        frame.clear()
        pipeline.draw(mesh, frame, textures)
        return frame.read()


@pytest.mark.parametrize("target", LOOKUPS)
@pytest.mark.parametrize("stage", STAGES)
def test_every_target_in_every_stage(context: moderngl.Context, stage: str, target: str) -> None:
    """NV_gpu_program5 2.X.4.4; EXT_sparse_texture2 Table X.17; NV_explicit_multisample 2.X.4.4."""
    lookup, given = LOOKUPS[target], {3: texture(target)}
    texts = tuple(text and text.format(lookup) for text in STAGES[stage])
    alone = f"!!NVfp5.0 {OPTIONS} TEMP r; {lookup} MOV result.color, r; END"
    expected = run(alone, count=4, textures=given)["color[0]"][0]
    close(one_color(drawn(context, texts, given)), expected)


BY_HANDLE = f"""!!NVfp5.0 {OPTIONS} LONG TEMP h; TEMP r;
PK64.U h, {{1, 1, 0x76543210, 0xFEDCBA98}};
SLT.CC r, fragment.position.x, 2;
TEX r, {{0.5, 0.5, 0, 0}}, handle(h.x), 2D;
TEX r (NE.x), {{0.5, 0.5, 0, 0}}, handle(h.y), 2D;
MOV result.color, r; END"""


def test_handles_choose_textures_of_draws(context: moderngl.Context) -> None:
    """NV_bindless_texture 2.X.4.4: on no unit of the program's."""
    texts = (STAGES["fragment"][0], None, BY_HANDLE)
    found = drawn(context, texts, {RED: colored(255, 0, 0, 255), BLUE: colored(0, 0, 255, 255)})
    assert found[:, :2].reshape(-1, 4).tolist() == [[0, 0, 255, 255]] * 8
    assert found[:, 2:].reshape(-1, 4).tolist() == [[255, 0, 0, 255]] * 8
    assert drawn(context, texts, {RED: colored(255, 0, 0, 255)})[:, :2].max() == 0


def test_units_of_handles_are_as_they_were(context: moderngl.Context) -> None:
    """Those behind the sixteen that are preserved anyway."""
    gl = GL(context)
    own = context.texture((1, 1), 4)
    gl("glActiveTexture", "u", 0x84C0 + 16)
    gl("glBindTexture", "uu", 0x0DE1, own.glo)
    gl("glActiveTexture", "u", 0x84C0)
    drawn(context, (STAGES["fragment"][0], None, BY_HANDLE), {RED: colored(1, 2, 3, 4)})
    found = (ctypes.c_int * 1)()
    gl("glActiveTexture", "u", 0x84C0 + 16)
    gl("glGetIntegerv", "up", 0x8069, found)
    gl("glBindTexture", "uu", 0x0DE1, 0)
    gl("glActiveTexture", "u", 0x84C0)
    own.release()
    assert found[0] == own.glo


def test_a_stage_may_ask_for_the_size_of_integers_another_reads(context: moderngl.Context) -> None:
    """NV_gpu_program4 2.X.8, TXQ: whatever the texels are."""
    vertex = load(
        "!!NVvp5.0 INT TEMP s; TXQ s, 0, texture[4], 2D; I2F result.texcoord[0], s; "
        "MOV result.position, vertex.position; END"
    )
    fragment = load(
        "!!NVfp5.0 TEMP t; TXF.U t, {0, 0, 0, 0}, texture[4], 2D; I2F.U t, t; "
        "MUL t.y, fragment.texcoord[0].x, 0.25; MOV result.color, t; END"
    )
    texture = Texture("2D", (np.array([[[1, 9, 0, 1]] * 3], np.uint32),), "RGBA", "unsigned")
    with (
        Pipeline(context, vertex, fragment) as pipeline,
        Mesh(context, {0: SQUARE}, primitive="QUADS") as mesh,
        Target(context, (2, 2)) as target,
    ):
        pipeline.draw(mesh, target, {4: texture})
        close(one_color(target.read()), (1, 0.75, 0, 1))


def test_keys_are_units_or_handles() -> None:
    for key in (16, 2**32 - 1, 2**64, -1):
        with pytest.raises(InputError, match=r"nor a handle, 2\^32 to 2\^64 - 1"):
            run(BY_HANDLE, count=4, textures={key: colored(1, 2, 3, 4)})


def test_texture_objects_by_handles(context: moderngl.Context) -> None:
    own = context.texture((1, 1), 4, bytes([0, 255, 0, 255]))
    given = {RED: TextureObject(own, "2D"), BLUE: colored(0, 0, 255, 255)}
    found = drawn(context, (STAGES["fragment"][0], None, BY_HANDLE), given)
    own.release()
    assert found[0].tolist() == [[0, 0, 255, 255]] * 2 + [[0, 255, 0, 255]] * 2


def test_multisample_texture_objects_are_read_as_they_are(context: moderngl.Context) -> None:
    """NV_explicit_multisample 2.X.4.4; zeros outside the image and its samples (docs/semantics.md)."""
    own = context.texture((2, 2), 4, samples=4)
    frame = context.framebuffer([own])
    frame.clear(0.0, 1.0, 0.0, 1.0)
    text = "!!NVfp5.0 OPTION NV_texture_multisample; TXFMS result.color, {{{}}}, texture[3], 2DMS; END"
    for place, color in (("1, 1, 0, 3", [0, 255, 0, 255]), ("2, 1, 0, 3", [0] * 4), ("1, 1, 0, 9", [0] * 4)):
        texts = (STAGES["fragment"][0], None, text.format(place))
        assert drawn(context, texts, {3: TextureObject(own, "2DMS")})[0, 0].tolist() == color
    frame.release()
    own.release()


def test_mipmapped_texture_objects_are_moved_by_texels_of_their_levels(context: moderngl.Context) -> None:
    """NV_gpu_program5 2.X.4.4."""
    own = context.texture((4, 4), 4, bytes(range(64)))
    own.build_mipmaps()
    fields = {"min_filter": "NEAREST_MIPMAP_NEAREST", "mag_filter": "NEAREST"}
    text = "!!NVfp5.0 TXL result.color, {{0.1, 0.1, 0, {}}}, texture[3], 2D, offset({{1, 1, 0, 0}}); END"
    for level, size in ((0, 4), (1, 2)):
        texts = (STAGES["fragment"][0], None, text.format(level))
        found = drawn(context, texts, {3: TextureObject(own, "2D", **fields)})[0, 0]
        image = np.frombuffer(own.read(level), np.uint8).reshape(size, size, 4)
        assert found.tolist() == image[1, 1].tolist()
    own.release()
