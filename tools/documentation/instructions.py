"""The page of every instruction of every language, from the languages' tables and the op table."""

from __future__ import annotations

from collections.abc import Iterator

from documentation.markdown import cell, code, table
from nvrender.languages.arb.options import with_options
from nvrender.languages.profiles import OPCODES, PROFILES
from nvrender.ops.types import DataType
from nvrender.program.opcodes import Opcode, OperandClass, Precision, PrecisionKind, ResultClass
from nvrender.program.profile import Profile

#: Family → what its section is called.
FAMILIES = {
    "vp1": "!!VP1.0, !!VP1.1, !!VSP1.0",
    "vp2": "!!VP2.0",
    "arb": "!!ARBvp1.0 and its options",
    "arbfp": "!!ARBfp1.0 and its options",
    "fp1": "!!FP1.0",
    "fp2": "!!FP2.0",
    "nv4": "Generation 4: !!NVvp4.0, !!NVgp4.0, !!NVfp4.0",
    "nv5": "Generation 5: what it has besides",
}
_OPERANDS = {
    OperandClass.VECTOR: "vector",
    OperandClass.SCALAR: "scalar",
    OperandClass.ADDRESS: "address",
    OperandClass.LABEL: "label",
    OperandClass.CONDITION: "condition",
    OperandClass.VECTOR_OR_CONDITION: "vector or condition",
    OperandClass.WHOLE: "vector, four selectors",
    OperandClass.OPTIONAL_VECTOR: "vector or nothing",
    OperandClass.MEMORY: "memory",
    OperandClass.SUBROUTINE: "subroutine",
}
_RESULTS = {
    ResultClass.VECTOR: "vector",
    ResultClass.SCALAR: "scalar in every component",
    ResultClass.ADDRESS: "address",
    ResultClass.NONE: "none",
}
_TYPES = {DataType.FLOAT: "F", DataType.SIGNED: "S", DataType.UNSIGNED: "U"}
_HEAD = """---
hide: [toc]
---

# Instructions

Every instruction of every language, from the tables that programs are checked by. **Operation** is the row
of the op table (`nvrender/ops/table.py`) that it means: the same mnemonic may mean different rows, where
languages disagree about special values, and several mnemonics one. **Suffixes** are precisions R, H and X,
C for the condition code, S for `_SAT`; **types** F, S and U the modifiers of generation 4. **Precision** is
what float results are owed; it is what [`nvrender diff`](../cli.md#diff) measures by. The bindings that
stand beside them as operands are on [a page of their own](bindings.md).
"""


def page() -> str:
    """Markdown."""
    parts = [_HEAD]
    for family, title in FAMILIES.items():
        rows = [opcode for (name, _), opcode in sorted(OPCODES.items()) if name == family]
        head = ("Instruction", "Operands", "Result", "Operation", "Suffixes", "Precision", "In", "Section")
        parts += [f"## {title}\n", table(head, map(_row, rows))]
    return "\n".join(parts)


def _row(opcode: Opcode) -> tuple[str, ...]:
    operands = [_OPERANDS[operand] for operand in opcode.operands]
    if opcode.texture is not None:
        operands += ["texture unit", "target"]
    return (
        f"<strong>{opcode.name}</strong>",
        "; ".join(operands) or "none",
        _RESULTS[opcode.result],
        "<br>".join(code(name) for name in dict.fromkeys(_operations(opcode))),
        _suffixes(opcode),
        _precision(opcode),
        ", ".join(_offered(opcode)),
        cell(opcode.section),
    )


def _operations(opcode: Opcode) -> Iterator[str]:
    for type in sorted(opcode.types | {opcode.default}, key=list(_TYPES).index):
        yield opcode.operation_of(type)


def _suffixes(opcode: Opcode) -> str:
    letters = [*opcode.precisions, *"C" * opcode.condition_code, *"S" * opcode.clamp]
    types = (
        [letter for type, letter in _TYPES.items() if type in opcode.types] if len(opcode.types) > 1 else []
    )
    return "<br>".join(filter(None, (" ".join(letters), f"types {' '.join(types)}" if types else "")))


def _precision(opcode: Opcode) -> str:
    if opcode.result in (ResultClass.NONE, ResultClass.ADDRESS) or DataType.FLOAT not in opcode.types:
        return ""
    words = [_owed(precision) for precision in opcode.precision]
    if len(set(words)) == 1:
        return words[0]
    return "; ".join(f"{letter}: {word}" for letter, word in zip("xyzw", words, strict=True))


def _owed(precision: Precision) -> str:
    if precision.kind in (PrecisionKind.EXACT, PrecisionKind.ROUNDED):
        return precision.kind.value
    return f"{precision.kind.value} {precision.bound:.3g}"


def _offered(opcode: Opcode) -> Iterator[str]:
    """The headers that have it, with the option that adds it."""
    for header, profile in PROFILES.items():
        if _has(profile, opcode):
            yield header
            continue
        adding = [
            name for name in _options(profile) if _has(with_options(profile, frozenset({name})), opcode)
        ]
        if adding:
            yield f"{header} with {adding[0]}"


def _options(profile: Profile) -> list[str]:
    """Those that may add instructions, the smallest first."""
    if profile.grammar != "arb":
        return []
    larger = [name for name, _ in reversed(profile.larger)]
    return [*larger, *sorted(profile.options - set(larger))]


def _has(profile: Profile, opcode: Opcode) -> bool:
    found = profile.opcodes.get(opcode.name)
    return found is not None and found.key == opcode.key
