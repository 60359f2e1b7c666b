"""!!FP1.0 programs of one instruction, and what they leave in a register as colours that hold its words.

Colours are clamped to [0, 1] (NV_fragment_program 3.11.6): a register's words leave as halves of 16 bits,
which UP2US makes numbers in [0, 1]. Which register, and which half of it, says f[TEX7]: one program has all.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from nvrender.languages.fp1.headers.fp1_0 import ROWS
from nvrender.program.opcodes import Opcode, OperandClass

INSTRUCTIONS = {row.name: row for row in ROWS if row.texture is None and row.name != "KIL"}

#: Write mask, condition code suffix, condition mask.
FORMS = [
    ("", "", ""),
    (".xz", "C", ""),
    (".y", "C", ""),
    ("", "C", " (GE.wzyx)"),
    (".xyw", "C", " (LT.xyzw)"),
    (".x", "", " (NE.y)"),
]
#: What instructions() writes.
REGISTERS = ("R2", "R3", "R4")
#: The words of x and y, or of z and w, of one of them as a colour.
ENDING = (
    "MOVC RC, f[TEX7];MOV R31, R2;MOV R31(GT.x), R3;MOV R31(GT.y), R4;MOV R31(GT.z), R31.zwzw;"
    "UP2US R30.xy, R31.x;UP2US R30.zw, R31.y;MOV o[COLR], R30;"
)


def operands(row: Opcode) -> str:
    """Operands of different registers, of which one is negated."""
    words = []
    for number, kind in enumerate(row.operands):
        word = ("f[COL0]", "-R1.yzxw", "p[1]")[number]
        if kind is OperandClass.SCALAR:
            word = ("f[COL0].y", "R1.x")[number] if not row.unpacks else "R1.y"
        words.append(word)
    return ", ".join(words)


def instructions(row: Opcode, precision: str = "") -> str:
    """One instruction in every form, into R2 and R3 by turns, then the condition codes into R4."""
    lines = []
    for number, (mask, code, condition) in enumerate(FORMS):
        mask = ".xyz" if row.three_components and mask in ("", ".xyw") else mask
        word = row.name + precision + (code if row.condition_code else "")
        word += "_SAT" if row.clamp and number % 3 == 1 else ""
        lines.append(f"{word} R{2 + number % 2}{mask}{condition}, {operands(row)};")
    tested = "".join(f"MOV R4(LT),{low};MOV R4(GT),{high};" for low, high in ((-1, 2),))
    return "MOV R1, f[TEX0];MOVC R2, f[COL1];" + "".join(lines) + tested


def choices(count: int) -> npt.NDArray[np.float32]:
    """f[TEX7] of ``count`` fragments for each half of each register."""
    rows = [[number == 1, number == 2, half, 0] for number in range(len(REGISTERS)) for half in range(2)]
    return np.repeat(np.array(rows, np.float32), count, axis=0)


def words(colors: npt.NDArray[np.float32]) -> dict[str, npt.NDArray[np.uint32]]:
    """The words of each register, (n, 4), of the colours that ENDING gives."""
    halves = np.rint(colors.astype(np.float64) * 65535.0).astype(np.uint32)
    rows = (halves[:, ::2] | halves[:, 1::2] << 16).reshape(len(REGISTERS), 2, -1, 2)
    return {name: np.hstack([*row]) for name, row in zip(REGISTERS, rows, strict=True)}
