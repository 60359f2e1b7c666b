"""Comparing results of declared-name programs: floats within their precision, integers word for word."""

from __future__ import annotations

import numpy as np
from declared_helpers import words

from nvrender.check.load import load
from nvrender.oracle.tolerance import compare, envelope, integer_components

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
    found = envelope(program, {0: np.full((1, 4), 0.5, np.float32)}, parameters, 1)
    assert np.allclose(found["texcoord[0]"], 2e-5, rtol=1e-3)
    assert not found["id"].any()
