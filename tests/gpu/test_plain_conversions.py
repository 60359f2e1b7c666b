"""CVT in fast numerics, GLSL's own conversions, against the oracle (NV_gpu_program5 2.X.8, CVT)."""

from __future__ import annotations

import numpy as np
import pytest

import nvrender

VALUES = np.array(
    [0.0, 0.5, 1.5, 2.5, 3.49, 3.51, 7.0, 123456.5, 2.0**23 + 1, 2.0**30, 0.999, 1e-3], np.float32
).reshape(-1, 4)
NUMBERS = np.array([0, 1, 2, 3, 2**24 - 1, 2**24, 5 * 2**25, 2**30, 77, 78, 79, 2**31 - 2**7], np.int32)


@pytest.mark.parametrize("rounding", ["", ".ROUND", ".FLR", ".CEIL", ".TRUNC"])
@pytest.mark.parametrize("kind", ["S32", "U32"])
def test_floats_to_integers(kind: str, rounding: str) -> None:
    text = f"""!!NVvp5.0
TEMP r;
CVT.{kind}.F32{rounding} r, vertex.attrib[1];
MOV.U result.attrib[0], r;
MOV result.position, 0;
END"""
    for values in (VALUES, -VALUES) if kind == "S32" else (VALUES,):
        one, other = (
            nvrender.run(text, {1: values}, backend=backend, numerics="fast")["attrib[0]"]
            for backend in ("oracle", "gpu")
        )
        assert one.view(np.int32).tolist() == other.view(np.int32).tolist()


@pytest.mark.parametrize("kind", ["S32", "U32"])
def test_integers_to_floats(kind: str) -> None:
    text = (
        f"!!NVvp5.0\nTEMP r;\nMOV.S r, vertex.attrib[1];\nCVT.F32.{kind} r, r;\nMOV result.position, r;\nEND"
    )
    numbers = NUMBERS.reshape(-1, 4)
    for given in (numbers, -numbers) if kind == "S32" else (numbers,):
        one, other = (
            nvrender.run(text, {1: given}, backend=backend, numerics="fast")["position"]
            for backend in ("oracle", "gpu")
        )
        assert one.tolist() == other.tolist() == given.astype(np.float32).tolist()


@pytest.mark.parametrize("backend", ["oracle", "gpu", "llvm"])
@pytest.mark.parametrize("place", ["vertex.texcoord", "program.local[1]"])
def test_a_half_is_read_of_a_word_that_is_denormal(place: str, backend: str) -> None:
    """The low 16 bits of a word, whatever float all of it is (NV_gpu_program5 2.X.8, CVT)."""
    text = f"!!NVvp5.0\nTEMP r;\nCVT.U8.F16.FLR r, {place};\nMOV.U result.attrib[0], r;\nEND"
    words = np.array([[0x804F4AC0, 0x00174880, 0x80014280, 0x00003C00]], np.uint32).view(np.float32)
    attributes = {"vertex.texcoord": words} if place == "vertex.texcoord" else {}
    found = nvrender.run(text, attributes, {"program.local[1]": words[0]}, backend=backend, count=1)
    assert found["attrib[0]"].view(np.uint32).tolist() == [[13, 9, 3, 1]]
