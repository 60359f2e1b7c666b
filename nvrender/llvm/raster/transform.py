"""The transform of invariant positions (NV_vertex_program1_1 2.14.B): floats, summed in that order."""

from __future__ import annotations

from typing import Any

from llvmlite import ir

from nvrender.llvm.raster.code import Code
from nvrender.llvm.raster.words import Shared
from nvrender.llvm.types import FLOAT, I64, POINTER

ENTRY = "transform"
#: Addresses: of positions, of the matrix's columns, of what is found, four floats each; how many positions.
NAMES = ("places", "columns", "found", "count")
_FOUR = ir.VectorType(FLOAT, 4)


def written(made_for: None, module: Any) -> None:
    """Adds the function ``transform``, of the words NAMES, to a module."""
    code = Code(module, ENTRY, [POINTER])
    shared = Shared(code, code.arguments[0], NAMES)
    places, columns, found = (shared.pointer(name) for name in ("places", "columns", "found"))
    x, y, z, w = (code.load(columns, column, _FOUR) for column in range(4))
    with code.loop(code.constant(I64, 0), shared.word("count")) as number:
        row = code.load(places, number, _FOUR)
        own = [row.shuffled([axis] * 4) for axis in range(4)]
        total = own[0] * x + own[1] * y + own[2] * z + own[3] * w
        code.store(total, found, number)
    code.finish()
