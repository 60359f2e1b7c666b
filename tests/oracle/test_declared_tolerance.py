"""Comparing results of declared-name programs: floats within their precision, integers word for word."""

from __future__ import annotations

import numpy as np
import pytest
from declared_helpers import words

from nvrender.languages.load import load
from nvrender.oracle.machine.resources import Resources
from nvrender.oracle.tolerance.tolerance import compare, envelope, integer_components

_PROGRAM = """!!NVvp4.0 OUTPUT o[2] = { result.attrib[0..1] }; INT TEMP i; FLR.S i, vertex.position;
MOV.S o[i.x].y, 3; RCP result.texcoord[0], vertex.position.x; MOV.S result.id.x, i; END"""


def test_which_components_are_integers() -> None:
    """NV_gpu_program4 2.X.4.1: the type is the instruction's; of arrays every element's."""
    found = integer_components(load(_PROGRAM))
    assert found == {
        "attrib[0]": (False, True, False, False),
        "attrib[1]": (False, True, False, False),
        "id": (True, False, False, False),
    }


def test_integers_agree_word_for_word() -> None:
    """As floats 1 and 2 are denormals, which would count as the same zero."""
    one, two = (words((value, value, 0, 0)).view(np.float32).reshape(1, 4) for value in (1, 2))
    assert compare({"id": one}, {"id": two})["id"]
    found = compare({"id": one}, {"id": two}, integers={"id": (True, False, False, False)})["id"]
    assert found.mismatches.tolist() == [[0, 0]]
    assert found.worst == 1.0


def test_envelopes_of_declared_programs() -> None:
    """1 part in 10^5 for RCP, nothing for integers (OpenGL 2.1.1)."""
    program = load(_PROGRAM)
    parameters = np.array([binding.words for binding in program.parameters], np.uint32).view(np.float32)
    found = envelope(program, {0: np.full((1, 4), 0.5, np.float32)}, Resources(parameters), 1)
    assert np.allclose(found["texcoord[0]"], 2e-5, rtol=1e-3)
    assert not found["id"].any()


def _spread(text: str, position: tuple[float, ...], *, fast: bool = False) -> float:
    attributes = {0: np.array([position], np.float32)}
    resources = Resources(np.zeros((0, 4), np.float32))
    return float(envelope(load(text), attributes, resources, 1, fast=fast)["fogcoord"][0, 0])


@pytest.mark.parametrize(
    ("instruction", "position"),
    [
        ("DP3 result.fogcoord.x, vertex.position, vertex.position.wwww;", (-(2.0**25), 2.0**25, 1.0, 1.0)),
        ("DP4 result.fogcoord.x, vertex.position, vertex.position.wwww;", (-(2.0**25), 2.0**25, 1.0, 1.0)),
        ("DPH result.fogcoord.x, vertex.position.yyyy, vertex.position;", (-(2.0**25), 1.0, 2.0**25, 0.0)),
        ("MAD result.fogcoord.x, vertex.position.x, vertex.position.w, vertex.position.y;",
         (-(2.0**25), 2.0**25, 1.0, 1.0)),
    ],
)  # fmt: skip
def test_fast_sums_may_be_taken_in_any_order(instruction: str, position: tuple[float, ...]) -> None:
    """Plain GLSL may fuse and reorder: an error of the terms' size, however small the sum is."""
    text = f"!!ARBvp1.0 {instruction} MOV result.position, vertex.position; END"
    assert _spread(text, position) == 0.0
    assert 1.0 <= _spread(text, position, fast=True) <= 128.0


def test_denormal_products_may_stay() -> None:
    """A GPU may keep 2^-130, which then counts; a product with 0 is 0 everywhere."""
    text = (
        "!!ARBvp1.0 TEMP t; MUL t.x, vertex.position.x, vertex.position.y;"
        "MUL result.fogcoord.x, t.x, vertex.position.z; MOV result.position, vertex.position; END"
    )
    assert 0.0 < _spread(text, (2.0**-65, 2.0**-65, 64.0, 1.0), fast=True) <= 2.0**-118
    assert _spread(text, (0.0, 2.0**-65, 64.0, 1.0), fast=True) <= 2.0**-126
