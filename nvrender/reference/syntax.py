"""How an instruction is written in a language."""

from __future__ import annotations

from nvrender.ops.memory_access import Space
from nvrender.program.opcodes import Flow, Opcode, OperandClass, ResultClass
from nvrender.program.profile import Profile

#: Operand class → how it is written, ``@`` for the operand's letter.
_OPERANDS = {
    OperandClass.VECTOR: "@",
    OperandClass.SCALAR: "@.x",
    OperandClass.ADDRESS: "A0",
    OperandClass.LABEL: "label",
    OperandClass.CONDITION: "cc",
    OperandClass.VECTOR_OR_CONDITION: "@|cc",
    OperandClass.WHOLE: "@, x, y, z, w",
    OperandClass.OPTIONAL_VECTOR: "[@]",
    OperandClass.MEMORY: "memory[…]",
    OperandClass.SUBROUTINE: "variable",
}
_RESULTS = {
    ResultClass.VECTOR: "dst",
    ResultClass.SCALAR: "dst",
    ResultClass.ADDRESS: "A0.x",
    ResultClass.NONE: "",
}


def syntax_of(profile: Profile, opcode: Opcode) -> str:
    """One line: ``[…]`` may be left out, ``|`` stands between choices."""
    parts = [_RESULTS[opcode.result]] if opcode.result is not ResultClass.NONE else []
    parts += [
        _OPERANDS[operand_class].replace("@", letter)
        for operand_class, letter in zip(opcode.operands, "abcd", strict=False)
    ]
    if opcode.texture is not None:
        parts += ["TEXn", "target"] if profile.grammar == "fp1" else ["texture[n]", "target"]
    if opcode.space is Space.IMAGE:
        parts.insert(0 if opcode.result is ResultClass.NONE else len(parts), "image[n]")
        parts.append("target")
    words = [word_of(profile, opcode)]
    if parts:
        words.append(", ".join(parts))
    jumps = (Flow.BRANCH, Flow.CALL)
    if opcode.flow in jumps and profile.language.tests:
        words.append("[(cc)]")
    if opcode.flow is Flow.RETURN and not opcode.operands and profile.language.tests:
        words.append("[(cc)]")
    return " ".join(words) + ";"


def word_of(profile: Profile, opcode: Opcode) -> str:
    """The instruction's name with what may stand behind it."""
    language = profile.language
    dot = "." if language.dotted else ""
    codes = tuple(code if not dot else f"C{code}" for code in language.code_suffixes)
    groups = [
        [] if dot else [letter for letter in language.precisions if letter in opcode.precisions],
        [f".{type.value}" for type in sorted(opcode.types, key=lambda type: type.value)]
        if language.typed and len(opcode.types) > 1
        else [],
        [".storage"] if opcode.storages else [],
        [dot + code for code in codes] if opcode.condition_code else [],
        [dot + clamp.removeprefix("_") if dot else clamp for clamp in language.clamps]
        if opcode.clamp
        else [],
    ]
    return opcode.name + "".join(f"[{'|'.join(group)}]" for group in groups if group)
