"""Operands of image accesses: LONG results, coordinates with signs (EXT_shader_image_load_store 2.X.8)."""

from __future__ import annotations

import numpy as np
import pytest
from image_programs import BACKENDS, numbered, run, words

from nvrender.gl.images import Image

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
