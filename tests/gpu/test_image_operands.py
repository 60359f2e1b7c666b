"""Operands of image accesses: LONG results, coordinates with signs (EXT_shader_image_load_store 2.X.8)."""

from __future__ import annotations

import numpy as np
import pytest
from image_programs import BACKENDS, numbered, run, words

from nvrender.gl.textures.images import Image

FORMATS = [("U32", "R32UI", np.uint32), ("S32", "R32I", np.int32), ("F32", "R32F", np.float32)]


@BACKENDS
def test_missing_components_of_long_variables(backend: str) -> None:
    """2.X.8, LOADIM: what a texel has not is (0, 0, 1) of the type loaded, in 64 bits too; zeros outside."""
    for type, format, dtype in FORMATS:
        image = Image(np.array([9], dtype), format, "1D")
        body = (
            f"LONG TEMP w;\nMOV.U c, vertex.id.x;\nLOADIM.{type} w, c, image[0], 1D;\n"
            f"MOV.{type[0]} t, w;\nMOV result.attrib[0], t;"
        )
        found = words(run(body, {0: image}, backend, count=2)).view(dtype)
        assert found.tolist() == [[9, 0, 0, 1], [0, 0, 0, 0]], type


@BACKENDS
def test_texels_with_every_component_keep_the_last(backend: str) -> None:
    """2.X.8, LOADIM: a 1 stands for w only where there is none."""
    image = Image(np.array([[2, 3, 4, 5]], np.uint32), "RGBA32UI", "1D")
    body = (
        "LONG TEMP w;\nMOV.U c, 0;\nLOADIM.U32X4 w, c, image[0], 1D;\nMOV.U t, w;\nMOV result.attrib[0], t;\n"
        "LOADIM.U32X4 t, c, image[0], 1D;\nMOV result.attrib[1], t;"
    )
    results = run(body, {0: image}, backend)
    assert words(results).tolist() == words(results, 1).tolist() == [[2, 3, 4, 5]]


@BACKENDS
@pytest.mark.parametrize("modified", ["-vertex.attrib[0]", "|vertex.attrib[0]|"])
def test_coordinates_with_modifiers(backend: str, modified: str) -> None:
    """NV_gpu_program4 2.X.4.2: of every coordinate, the layer's and the sample's too."""
    image = numbered("ARRAY2DMS")
    body = f"LOADIM.U32 result.attrib[0], {modified}, image[0], ARRAY2DMS;"
    places = np.array([(-1, -2, -1, -3), (-4, -1, 0, -2)], np.int32)
    found = words(run(body, {0: image}, backend, {0: places}))
    assert found[:, 0].tolist() == [image.texels[1, 3, 2, 1], image.texels[0, 2, 1, 4]]


@BACKENDS
def test_writes_under_a_condition(backend: str) -> None:
    """NV_gpu_program4 2.X.4.3: what the mask rules out stays; the access itself is always made."""
    image = Image(np.array([[7, 8, 9, 10], [7, 8, 9, 10]], np.uint32), "RGBA32UI", "1D")
    body = (
        "MOV.U c, vertex.id.x;\nMOV.U t, 5;\nMOV.S.CC0 v, vertex.attrib[0];\n"
        "LOADIM.U32X4 t (LT0), c, image[0], 1D;\nMOV result.attrib[0], t;\nMOV.U t, 5;\n"
        "ATOMIM.ADD.U32 t.x (NE0.y), {2}, {0}, image[1], 1D;\nMOV.U t.yz (GT0.x), 6;\n"
        "IMQ t.w (LT0.w), image[1], 1D;\nMOV result.attrib[1], t;\nLOADIM.U32X4 t (FL), c, image[0], 1D;"
    )
    units = {0: image, 1: Image(np.array([3], np.uint32), "R32UI", "1D")}
    codes = np.array([(-1, 0, 1, -1), (1, -1, -1, 0)], np.int32)
    results = run(body, units, backend, {0: codes}, options="OPTION ARB_shader_image_size;\n")
    assert words(results).tolist() == [[7, 5, 5, 10], [5, 8, 9, 5]]
    assert words(results, 1)[0].tolist() == [5, 5, 5, 0]
    assert words(results, 1)[1].tolist() in ([3, 6, 6, 5], [5, 6, 6, 5])
    assert results.images[1].tolist() == [7]


@BACKENDS
def test_an_atomic_that_sets_a_code_or_an_element_is_made_once(backend: str) -> None:
    """NV_gpu_program4 2.X.4.2, 2.X.4.3: the code with the register, an array's element, none of it."""
    body = (
        "TEMP r[3];\nMOV.U c, 0;\nMOV.U r[0], 0;\nMOV.U r[1], 0;\nMOV.U r[2], 0;\nMOV.S a, 2;\n"
        "ATOMIM.ADD.S32.CC0 t.y, {1}, c, image[0], 1D;\nMOV.S v, 0;\nMOV.S v.x (LT0.y), 1;\n"
        "ATOMIM.ADD.S32.CC1 t.x, {1}, c, image[0], 1D;\nMOV.S v.y (EQ1.x), 1;\nMOV.S v.z, t.x;\n"
        "ATOMIM.ADD.S32 r[a.x].x, {1}, c, image[0], 1D;\nMOV.S v.w, r[2].x;\nMOV result.attrib[0], v;\n"
        "MOV.S a, 3;\nATOMIM.ADD.S32 r[a.x].x, {1}, c, image[0], 1D;"
    )
    image = Image(np.array([-1], np.int32), "R32I", "1D")
    results = run(body, {0: image}, backend)
    assert words(results).view(np.int32)[0].tolist() == [1, 1, 0, 1]
    assert results.images[0].tolist() == [3]


@BACKENDS
@pytest.mark.parametrize("long", [False, True])
def test_floats_that_are_clamped(backend: str, long: bool) -> None:
    """NV_gpu_program4 2.X.4.1: SAT to 0 … 1, SSAT to -1 … 1, in LONG variables too."""
    image = Image(np.array([[-3, -0.5, 0.5, 3]], np.float32), "RGBA32F", "1D")
    body = (
        f"{'LONG ' if long else ''}TEMP w;\nMOV.U c, 0;\nLOADIM.F32X4.SAT w, c, image[0], 1D;\n"
        "MOV result.attrib[0], w;\nLOADIM.F32X4.SSAT w, c, image[0], 1D;\nMOV result.attrib[1], w;"
    )
    results = run(body, {0: image}, backend)
    assert results["attrib[0]"][0].tolist() == [0, 0, 0.5, 1]
    assert results["attrib[1]"][0].tolist() == [-1, -0.5, 0.5, 1]
