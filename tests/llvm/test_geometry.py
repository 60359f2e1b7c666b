"""Geometry programs compiled for the processor against the oracle."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import nvrender
from nvrender.source import TargetError

BODY = """
ATTRIB p = vertex.position;
ATTRIB t[] = { vertex.texcoord[0..1] };
INT TEMP i;
TEMP r;
MOV.S i, primitive.id;
MOV result.texcoord[0], vertex[1].texcoord[0];
REP.S 3;
  MOD.S i.y, i.x, 3;
  MOV r, p[i.y];
  MOV.CC r.w, r.x;
  MOV result.position, r;
  MOV.S result.layer.x, i.x;
  IF GT.w;
    EMIT;
    ENDPRIM;
  ENDIF;
  EMIT;
  ADD.S i.x, i.x, 1;
  ADD result.texcoord[0], t[i.y][0], r;
ENDREP;
EMIT;
END"""


def _compared(head: str, body: str, mode: str, count: int = 41) -> None:
    numbers = np.random.default_rng(4)
    attributes: dict[str, Any] = {
        name: numbers.normal(size=(count, 4)).astype(np.float32) for name in ("position", "texcoord[0]")
    }
    text = f"{head}\n{body}"
    expected = nvrender.run(text, attributes, mode=mode)
    found = nvrender.run(text, attributes, mode=mode, backend="llvm")
    assert list(found.listed) == list(expected.listed)
    for name, array in expected.listed.items():
        assert np.array_equal(array.view(np.uint32), found.listed[name].view(np.uint32)), name


@pytest.mark.parametrize(("limit", "mode"), [(7, "TRIANGLE_STRIP"), (3, "TRIANGLES")])
def test_vertices_are_emitted_in_order_up_to_the_limit(limit: int, mode: str) -> None:
    """NV_geometry_program4 2.14.6.4."""
    head = f"!!NVgp4.0\nPRIMITIVE_IN TRIANGLES;\nPRIMITIVE_OUT TRIANGLE_STRIP;\nVERTICES_OUT {limit};"
    _compared(head, BODY, mode)


def test_invocations_and_streams() -> None:
    """NV_gpu_program5 2.X.7.Y and 2.X.8.Z, EMITS: vertices for streams that are not there are ignored."""
    head = "!!NVgp5.0\nPRIMITIVE_IN LINES;\nPRIMITIVE_OUT POINTS;\nVERTICES_OUT 4;\nINVOCATIONS 3;"
    body = """
    ATTRIB p = vertex.position;
    INT TEMP i;
    SUB.S i, primitive.invocation.x, {0, -1, 1, -2};
    MOV result.position, p[i.x];
    EMITS i.x;
    EMITS i.y;
    EMITS i.w;
    EMITS i.z;
    END"""
    _compared(head, body, "LINE_STRIP", 11)


def test_programs_of_patches_are_refused() -> None:
    text = "!!NVgp5.0\nPRIMITIVE_IN PATCHES;\nPRIMITIVE_OUT POINTS;\nVERTICES_OUT 1;\nEMIT;\nEND"
    with pytest.raises(TargetError, match="the back end llvm does not run geometry programs of patches"):
        nvrender.run(text, {"position": np.zeros((3, 4), np.float32)}, backend="llvm")
