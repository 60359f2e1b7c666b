"""64 bits in programs of every stage: the same on the oracle and on the GPU, in every way there is.

NV_gpu_program5 2.X.4.1; 2.X.8, CVT; NV_gpu_program4 2.X.8, REP.
"""

from __future__ import annotations

from contextlib import nullcontext
from typing import Any

import numpy as np
import pytest

import nvrender
from nvrender.gpu.context.target import without

BODY = """LONG TEMP d, w, c; INT TEMP n;
MOV.F64 d, {attribute};
CVT.S64.F32.FLR w, {attribute};
MAD.S64 w, w, 123456789012345, -7;
DIV.S64 w.x, w, 1000;
MUL.F64 d, d, 1.1;
CVT.F64.S64 c, w;
ADD.F64 d, d, c;
MOV.S n.x, 0;
REP.F64 2.5; ADD.S n.x, n.x, 1; ADD.F64.CC d.y, d.y, 1.5; ENDREP;
MOV.F64 d.z (GT.y), c.x;
"""
RESULTS = "MOV.F64 result.position, d; UP64.S result.attrib[0], w;"
POINTS = "PRIMITIVE_IN POINTS; PRIMITIVE_OUT POINTS; VERTICES_OUT 2;"
TRIANGLES = "PRIMITIVE_IN TRIANGLES; PRIMITIVE_OUT POINTS; VERTICES_OUT 3;"
LOOP = "INT TEMP k; ATTRIB va = vertex.attrib[1]; MOV.S k.x, 0; REP.S64 3;"
STORES = "TEMP a; SHL.U a.x, invocation.globalid.x, 5; STB.F64X4 d, s[a.x];"
VALUES = np.array([[1.5, -2.25, 3, 4], [0.1, 5, -6, 7], [2, 3, 4, 5]], np.float32)


def _program(header: str, attribute: str, before: str = "", after: str = RESULTS) -> str:
    return f"{header}\n{before}\n{BODY.format(attribute=attribute)}{after}\nEND"


PROGRAMS = {
    "vertex": _program("!!NVvp5.0", "vertex.attrib[1]"),
    "fragment": _program("!!NVfp5.0", "fragment.attrib[1]", after="MOV.F64 result.color, d;"),
    "geometry": _program("!!NVgp5.0", "vertex[0].attrib[1]", POINTS, f"{RESULTS} EMIT;"),
    "geometry, of a vertex chosen at run time": _program(
        "!!NVgp5.0", "va[k.x]", f"{TRIANGLES} {LOOP}", f"{RESULTS} EMIT; ADD.S k.x, k.x, 1; ENDREP;"
    ),
    "control": _program(
        "!!NVtcp5.0", "vertex[0].attrib[1]", "VERTICES_OUT 3;", f"{RESULTS} MOV result.patch.tessouter[0], 1;"
    ),
    "control, of other threads": _program(
        "!!NVtcp5.0",
        "va[k.x]",
        "VERTICES_OUT 3; INT TEMP k; ATTRIB va = vertex.attrib[1]; MOV.S k.x, primitive.invocation;",
        f"{RESULTS} CVT.F64.F32 d, vertex.out[0].position; MOV.F64 result.attrib[1], d;",
    ),
    "evaluation": _program("!!NVtep5.0", "vertex[0].attrib[1]", "TESS_MODE TRIANGLES;"),
    "compute": _program(
        "!!NVcp5.0",
        "{ 1.5, 2.5, -3.5, 9 }",
        "OPTION NV_shader_storage_buffer; GROUP_SIZE 4; STORAGE s[] = { program.storage[0] };",
        STORES,
    ),
}
WAYS = ("exact", "fast", "words")


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("stage", PROGRAMS)
def test_every_stage_has_64_bits(stage: str, way: str) -> None:
    given: dict[str, Any] = {"attributes": {"attrib[1]": VALUES}}
    if stage == "compute":
        given = {"groups": 2, "storage": {0: np.zeros(64, np.uint32)}}
    oracle = nvrender.run(PROGRAMS[stage], **given)
    with without("GL_ARB_gpu_shader_int64") if way == "words" else nullcontext():
        numerics = "fast" if way == "fast" else "exact"
        gpu = nvrender.run(PROGRAMS[stage], backend="gpu", numerics=numerics, **given)
    assert list(oracle) == list(gpu)
    for name in oracle:
        assert oracle[name].tobytes() == gpu[name].tobytes(), name
    for number in oracle.storage:
        assert oracle.storage[number].any()
        assert oracle.storage[number].tobytes() == gpu.storage[number].tobytes()
