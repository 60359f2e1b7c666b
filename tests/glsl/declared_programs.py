"""Small programs that have one opcode of the declared-name languages in every form."""

from __future__ import annotations

from nvrender.languages.arb.headers.generation4 import FRAGMENT_ONLY
from nvrender.languages.common.families import NV4
from nvrender.languages.profiles import OPCODES
from nvrender.ops.types import DataType
from nvrender.program.opcodes import Opcode, OperandClass, ResultClass

#: (family, opcode, type): the instructions of vertex programs but control flow and textures.
CASES = [
    (*key, type)
    for key, row in OPCODES.items()
    if key[0] in ("arb", "nv4") and key[1] not in FRAGMENT_ONLY and row.operands
    if not (row.texture or row.result is ResultClass.NONE)
    for type in sorted(row.types, key=lambda each: each.value)
]

#: Write mask, condition code suffix, condition mask.
_FORMS = [
    ("", "", ""),
    (".xz", "0", ""),
    (".y", "1", ""),
    ("", "0", " (GE.wzyx)"),
    (".xyw", "1", " (LT1.xyzw)"),
    (".x", "", " (NE.y)"),
]
_FLAG_FORMS = [
    ("", "0", " (OF1.xyzw)"),
    (".yzw", "1", " (CF.yzwx)"),
    ("", "", " (BLE1)"),
    ("", "", " (NAN.wwzz)"),
    ("", "", " (NSF1.xyzw)"),
]


def forms(row: Opcode) -> list[tuple[str, str, str]]:
    """The forms of an instruction, as many as there are generic results."""
    found = _FORMS + (_FLAG_FORMS if row.family == NV4 else [])
    return found if row.condition_code else [(mask, "", condition) for mask, _, condition in found]


def declared_program(family: str, name: str, type: DataType) -> str:
    """One program that writes a result for every form; the first two instructions set both codes."""
    row = OPCODES[family, name]
    operands = _operands(row)
    if row.result is ResultClass.ADDRESS:
        return _address_program(row, operands)
    lines = []
    for number, (mask, code, condition) in enumerate(forms(row)):
        destination = f"result.attrib[{number}]" if family == "nv4" else f"result.texcoord[{number}]"
        if family == "nv4":
            word = f"{name}.{type.value}.NTC{f'.CC{code}' if code else ''}"
        else:
            word = f"{name}{f'C{code}' if code else ''}"
        lines.append(f"{word} {destination}{mask}{condition}, {operands};")
    if family == "nv4":
        head = (
            "!!NVvp4.0\nTEMP R0, R1;\nMOV.S.CC0 R0, vertex.attrib[3];\nADD.S.CC1 R1, R0, vertex.attrib[1];\n"
        )
    else:
        head = (
            "!!ARBvp1.0\nOPTION NV_vertex_program3;\nTEMP R0, R1;\nADDRESS A0, A1;\n"
            "MOVC0 R0, vertex.attrib[3];\nSUBC1 R1, R0, vertex.attrib[1];\n"
        )
    return head + "\n".join(lines) + "\nMOV result.position, vertex.attrib[1];\nEND\n"


def _operands(row: Opcode) -> str:
    words = []
    for number, kind in enumerate(row.operands):
        word = ("vertex.attrib[1]", "-vertex.attrib[2].yzxw", "program.local[1]")[number]
        match kind:
            case OperandClass.SCALAR:
                word = ("vertex.attrib[1].y", "vertex.attrib[2].x")[number]
            case OperandClass.ADDRESS:
                word = "A1"
            case _:
                pass
        words.append(word)
    return ", ".join([*words, "y, -z, 0, -1"] if row.selectors else words)


def _address_program(row: Opcode, operands: str) -> str:
    lines = [
        f"{row.name}{f'C{code}' if code else ''} A0{mask}{condition}, {operands};\n"
        f"MOV result.texcoord[{number}] (LE{number % 2}), c[A0.{'xyzw'[number % 4]} + 2];"
        for number, (mask, code, condition) in enumerate(forms(row))
    ]
    return (
        "!!ARBvp1.0\nOPTION NV_vertex_program3;\nPARAM c[6] = { program.local[0..5] };\nTEMP R0;\n"
        "ADDRESS A0, A1;\nMOVC0 R0, vertex.attrib[3];\nMOVC1 R0, vertex.attrib[2];\n"
        "ARL A1, vertex.attrib[2];\n" + "\n".join(lines) + "\nMOV result.position, R0;\nEND\n"
    )
