"""!!FP1.0 programs of one instruction, and what they leave in a register as colours that hold its words.

Colours are clamped to [0, 1] (NV_fragment_program 3.11.6): a register's words leave as halves of 16 bits,
which UP2US makes numbers in [0, 1].
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
#: A register's words as two colours: x and y, then z and w.
ENDINGS = tuple(
    f"MOV R31, {{}};UP2US R30.xy, R31.{one};UP2US R30.zw, R31.{other};MOV o[COLR], R30;"
    for one, other in ("xy", "zw")
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


def words(x_and_y: npt.NDArray[np.float32], z_and_w: npt.NDArray[np.float32]) -> npt.NDArray[np.uint32]:
    """The words of a register, (n, 4), of the colours its two ENDINGS give."""
    halves = [np.rint(colors.astype(np.float64) * 65535.0).astype(np.uint32) for colors in (x_and_y, z_and_w)]
    low, high = np.hstack([each[:, ::2] for each in halves]), np.hstack([each[:, 1::2] for each in halves])
    return low | high << 16
