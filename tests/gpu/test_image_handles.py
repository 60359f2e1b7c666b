"""Images that handles name (NV_bindless_texture 2.X.2, 2.X.4.4), on both sides."""

from __future__ import annotations

import numpy as np
import pytest
from image_programs import BACKENDS, numbered, run, words

import nvrender
from nvrender.gl.textures.images import Image
from nvrender.gpu.context.context import using
from nvrender.languages.load import load
from nvrender.program.limits import Limits
from nvrender.source import InputError, TargetError

OPTIONS = "OPTION NV_bindless_texture;\nOPTION ARB_shader_image_size;\nLONG TEMP h;\n"
ONE, TWO, LAST = 0x100000001, 0xABCD00000002, 0xFFFFFFFFFFFFFFFF


def _handles(*handles: int) -> np.ndarray:  # type: ignore[type-arg]
    return np.array([[handle & 0xFFFFFFFF, handle >> 32, 0, 0] for handle in handles], np.uint32)


@BACKENDS
def test_each_lane_reaches_the_image_that_its_handle_names(backend: str) -> None:
    """One that names none is an invalid access (docs/semantics.md); units and handles beside each other."""
    body = (
        "PK64.U h, vertex.attrib[0];\nMOV.U c, {1, 0, 0, 0};\nLOADIM.U32 t, c, handle(h.x), 2D;\n"
        "MOV result.attrib[0], t;\nIMQ result.attrib[1], handle(h.x), 2D;\n"
        "ATOMIM.ADD.U32 t, {10}, c, handle(h.x), 2D;\nMOV.U c.x, 0;\n"
        "STOREIM.U32 handle(h.x), vertex.id.x, c, 2D;\n"
        "STOREIM.F handle(h.x), {1, 1, 1, 1}, {2, 0, 0, 0}, 2D;\n"
        "ATOMIM.ADD.U32 t, {1}, c, image[2], 1D;"
    )
    images = {
        TWO: numbered("3D"),
        2: Image(np.zeros(1, np.uint32), "R32UI", "1D"),
        ONE: numbered("2D"),
        LAST: Image(np.zeros((1, 3, 4), np.uint8), "RGBA8"),
        0x100000003: None,
    }
    lanes = _handles(ONE, TWO, LAST, 0x100000003, 0x1, 0x200000001, 0)
    results = run(body, images, backend, {0: lanes}, OPTIONS)
    assert words(results)[:, 0].tolist() == [2, 2, 0, 0, 0, 0, 0]
    assert words(results, 1)[:4].tolist() == [[5, 3, 0, 0], [5, 3, 4, 0], [3, 1, 0, 0], [0, 0, 0, 0]]
    left = results.images
    assert set(left) == {ONE, TWO, LAST, 2} and left[2].tolist() == [7]
    assert left[ONE].reshape(-1)[:3].tolist() == [0, 12, 3]
    assert left[TWO].reshape(-1)[:3].tolist() == [1, 12, 3]
    assert left[LAST].reshape(-1).view(np.uint32).tolist() == [2, 10, 0xFFFFFFFF]


@BACKENDS
def test_handles_of_32_bits_name_nothing(backend: str) -> None:
    """2.X.5.Y: they have zeros above."""
    body = "MOV.U t, 1;\nLOADIM.U32 t, {0, 0, 0, 0}, handle(t.x), 2D;\nMOV result.attrib[0], t;"
    results = run(body, {ONE: numbered("2D")}, backend, options=OPTIONS)
    assert not words(results).any()


def test_what_is_no_handle() -> None:
    for key in (8, -1, 1 << 64, 0xFFFFFFFF):
        with pytest.raises(InputError, match=r"image units are 0 to 7, handles 2\^32 to 2\^64 - 1"):
            run("MOV.U c, 0;", {key: numbered("2D")}, "oracle")


def test_more_handles_than_a_context_has_units(monkeypatch: pytest.MonkeyPatch) -> None:
    body = "PK64.U h, vertex.attrib[0];\nLOADIM.U32 t, {0, 0, 0, 0}, handle(h.x), 2D;"
    images = {ONE + k: numbered("2D") for k in range(3)}
    with using(None) as context:
        array_buffer_binding = 0x8894  # is 0
        monkeypatch.setattr("nvrender.gpu.resources.image_units._MOST_UNITS", array_buffer_binding)
        with pytest.raises(TargetError, match="names images by handles, of which there are 11 with those on"):
            run(body, images, "gpu", {0: _handles(ONE)}, OPTIONS, context=context)


def test_handles_are_on_no_unit_of_a_program_with_more() -> None:
    """The oracle has as many image units as limits allow."""
    body = "LOADIM.U32 t, c, image[8], 1D;\nLOADIM.U32 c, c, handle(h.x), 1D;\nMOV.U t.y, c.x;\n"
    program = load(
        f"!!NVvp5.0\n{OPTIONS}TEMP t, c;\nMOV.U c, 0;\nPK64.U h, vertex.attrib[0];\n{body}"
        "MOV.U result.attrib[0], t;\nEND",
        limits=Limits(image_units=16),
    )
    five, nine = (Image(np.full(1, value, np.uint32), "R32UI", "1D") for value in (5, 9))
    results = nvrender.run(program, {0: _handles(ONE)}, images={8: five, ONE: nine}, backend="oracle")
    assert words(results)[0, :2].tolist() == [5, 9]
