"""Lookups outside fragment programs: derivatives are zeros in every stage (NV_gpu_program4 2.X.4.4).

NV_gpu_program4 says so of vertex and geometry programs; tessellation and compute programs have none either.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import nvrender
from nvrender.gl.patches import Patch
from nvrender.gl.textures.texture import Texture

BACKENDS = pytest.mark.parametrize("backend", ["oracle", "gpu"])
HEADERS = {
    "vertex": "!!NVvp5.0",
    "control": "!!NVtcp5.0 VERTICES_OUT 1;",
    "evaluation": "!!NVtep5.0 TESS_MODE QUADS;",
    "geometry": "!!NVgp5.0 PRIMITIVE_IN POINTS; PRIMITIVE_OUT POINTS; VERTICES_OUT 1;",
    "compute": "!!NVcp5.0 OPTION NV_shader_storage_buffer; GROUP_SIZE 1;"
    "STORAGE out[] = { program.storage[0] };",
}
#: Instruction → what it yields of a texture whose levels are 1, 2 and 3; neighbours look up different places.
LOOKUPS: dict[str, tuple[str, list[float]]] = {
    "TEX": ("TEX t, c, texture[2], 2D;", [1, 1, 1, 1]),
    "TXB by 1": ("MOV c.w, 1; TXB t, c, texture[2], 2D;", [2, 2, 2, 1]),
    "TXB by -4": ("MOV c.w, -4; TXB t, c, texture[2], 2D;", [1, 1, 1, 1]),
    "TXB by 9": ("MOV c.w, 9; TXB t, c, texture[2], 2D;", [3, 3, 3, 1]),
    "TXP": ("MUL c, c, 8; TXP t, c, texture[2], 2D;", [1, 1, 1, 1]),
    "TXL": ("MOV c.w, 2; TXL t, c, texture[2], 2D;", [3, 3, 3, 1]),
    "TXD": ("TXD t, c, {0.5, 0, 0, 0}, {0, 0.5, 0, 0}, texture[2], 2D;", [2, 2, 2, 1]),
    "TXG": ("TXG t, c, texture[2], 2D;", [1, 1, 1, 1]),
    "LOD": ("LOD t, c, texture[2], 2D;", [0, 0, 0, 0]),
    "an offset": ("MOV.S o, 1; TEX t, c, texture[2], 2D, offset(o);", [1, 1, 1, 1]),
}


def levels() -> Texture:
    images = [np.full((size, size, 1), value, np.float32) for size, value in ((4, 1), (2, 2), (1, 3))]
    return Texture("2D", images, "LUMINANCE", min_filter="NEAREST_MIPMAP_NEAREST", mag_filter="NEAREST")


def found(stage: str, body: str, backend: str) -> Any:
    """(N, 4): what ``t`` has in every invocation."""
    given: dict[str, Any] = {"textures": {2: levels()}, "backend": backend}
    places = np.array([[0.1, 0.2, 0, 1], [0.9, 0.7, 0, 1], [0.2, 0.9, 0, 1], [0.6, 0.1, 0, 1]], np.float32)
    place = {
        "vertex": "vertex.attrib[0]", "control": "vertex[0].attrib[0]", "evaluation": "vertex.tesscoord",
        "geometry": "vertex[0].attrib[0]", "compute": "invocation.globalid",
    }[stage]  # fmt: skip
    text = f"{HEADERS[stage]} TEMP c, t, o; MOV c, {place}; "
    if stage == "vertex":
        given["attributes"] = {0: places}
    elif stage == "evaluation":
        given["attributes"] = {"tesscoord": places[:, :2]}
        text += "MOV c.w, 1; "
    elif stage == "compute":
        given |= {"groups": 4, "storage": {0: np.zeros((4, 4), np.float32)}}
        text += "I2F.U c, c.x; MAD c, c, 0.2, 0.1; MOV c.w, 1; "
        end = "SHL.U o.x, invocation.globalid.x, 4; STB.F32X4 t, out[o.x]; END"
        return nvrender.run(text + body + end, **given).storage[0]
    else:
        given["attributes"] = {"attrib[0]": places}
        given |= {"patch": Patch(1)} if stage == "control" else {}
    end = "MOV result.attrib[1], t; " + ("EMIT; END" if stage == "geometry" else "END")
    return nvrender.run(text + body + end, **given)["attrib[1]"]


@BACKENDS
@pytest.mark.parametrize("stage", HEADERS)
@pytest.mark.parametrize("lookup", LOOKUPS)
def test_levels_without_derivatives(lookup: str, stage: str, backend: str) -> None:
    body, wanted = LOOKUPS[lookup]
    assert found(stage, body, backend).tolist() == [wanted] * 4
