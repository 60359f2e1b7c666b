"""What a program packs and unpacks itself needs no words (NV_fragment_program 3.11.5, PK4B and its kin)."""

from __future__ import annotations

import numpy as np
import pytest
from batches import every

import nvrender
from nvrender.source import TargetError

#: Ties, ends of the ranges, and what lies beyond them.
_NUMBERS = np.float32([-2, -1.0079, -1, -0.5, -0.25, 0, 0.1, 0.25, 0.5, 0.50196, 0.75, 0.999, 1, 7, 0.3, 0.7])


@every(("pack", "unpack"), [("PK2US", "UP2US"), ("PK4UB", "UP4UB"), ("PK4B", "UP4B")])
def test_fields_come_back_as_of_the_word(pack: str, unpack: str) -> None:
    """Through a copy of the word and a component of another register."""
    lines = f"{pack} R0.y, f[TEX0];", "MOV R1.z, R0.y;", f"{unpack} R2, R1.z;", "MAD o[COLR], R2, 0.25, 0.5;"
    program = nvrender.load("\n".join(("!!FP1.0", *lines, "END")))
    port = nvrender.assemble(program).program
    rows = {"fragment.texcoord[0]": _NUMBERS.reshape(-1, 4)}
    expected, found = (nvrender.run(row, rows) for row in (program, port))
    assert len(np.unique(expected["COLR"])) > 3
    np.testing.assert_allclose(found["color[0]"], expected["COLR"], rtol=0, atol=2**-24)


@every(
    "text",
    [
        "PK4UB o[COLR], f[TEX0];",  # the word itself is a result
        "PK4UB R0.x, f[TEX0]; UP4B o[COLR], R0.x;",
        "PK2H R0.x, f[TEX0]; UP2H o[COLR], R0.x;",
        "UP4UB o[COLR], f[TEX0].x;",
        "MOVC RC.x, f[TEX1]; PK4UB R0.x, f[TEX0]; PK4UB R0.x (LT.x), f[TEX2]; UP4UB o[COLR], R0.x;",
    ],
)
def test_words_that_are_looked_at_otherwise_are_refused(text: str) -> None:
    with pytest.raises(TargetError, match=r"no words of packed numbers|no integers"):
        nvrender.assemble(nvrender.load(f"!!FP1.0\n{text}\nEND"))
