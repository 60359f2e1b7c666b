"""Small fragment programs that have one opcode in every form."""

from __future__ import annotations

from nvrender.languages.profiles import OPCODES
from nvrender.ops.types import DataType
from nvrender.program.opcodes import Opcode, OperandClass, ResultClass

#: (family, opcode, type): every instruction of fragment programs but control flow and textures.
CASES = [
    (*key, type)
    for key, row in OPCODES.items()
    if key[0] in ("arbfp", "nv4") and not (row.texture or row.result is ResultClass.NONE)
    for type in sorted(row.types, key=lambda each: each.value)
]

#: Write mask, condition code suffix, condition mask.
_FORMS = [
    ("", "", ""),
    (".xz", "C", ""),
    (".y", "C", ""),
    ("", "C", " (GE.wzyx)"),
    (".xyw", "C", " (LT.xyzw)"),
    (".x", "", " (NE.y)"),
]


def fragment_program(family: str, name: str, type: DataType) -> str:
    """One program that writes a colour for every form; the first instruction sets the code."""
    row = OPCODES[family, name]
    operands = _operands(row)
    lines = []
    for number, (mask, code, condition) in enumerate(_FORMS):
        mask = ".xyz" if row.three_components and mask in ("", ".xyw") else mask
        code = code if row.condition_code else ""
        destination = f"result.color[{number}]{mask}{condition}"
        if family == "nv4":
            lines.append(f"{name}.{type.value}.NTC{f'.C{code}' if code else ''} {destination}, {operands};")
        else:
            sat = "_SAT" if row.clamp and number % 2 else ""
            lines.append(f"{name}{code}{sat} {destination}, {operands};")
    head = "!!NVfp4.0\n" if family == "nv4" else "!!ARBfp1.0\nOPTION NV_fragment_program2;\n"
    set_code = "MOV.CC" if family == "nv4" else "MOVC"
    return (
        f"{head}OPTION ARB_draw_buffers;\nTEMP R0;\n{set_code} R0, fragment.texcoord[1];\n"
        + "\n".join(lines)
        + "\nEND\n"
    )


def _operands(row: Opcode) -> str:
    words = []
    for number, kind in enumerate(row.operands):
        word = ("fragment.texcoord[2]", "-fragment.color.yzxw", "program.local[1]")[number]
        if kind is OperandClass.SCALAR:
            word = ("fragment.texcoord[2].y", "fragment.color.x")[number]
        words.append(word)
    return ", ".join([*words, "y, -z, 0, -1"] if row.selectors else words)
