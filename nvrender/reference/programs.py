"""The text of a small program that shows one instruction."""

from __future__ import annotations

import re
from typing import NamedTuple

from nvrender.ops.memory_access import Space
from nvrender.ops.rows import Form
from nvrender.ops.types import DataType
from nvrender.program.opcodes import Flow, Lookup, Opcode, OperandClass, ResultClass
from nvrender.program.profile import Stage
from nvrender.reference.languages import Variant
from nvrender.source import ProgramError


class _Names(NamedTuple):
    """Registers of a language: operands a, b and c, the destination, a temporary and what declares them."""

    operands: tuple[str, str, str]
    destination: str
    temporary: str
    declared: str = ""
    before: str = ""
    after: str = ""


def program_for(variant: Variant, opcode: Opcode) -> str | None:
    """A program that loads, with ``opcode`` in it; None where there is none."""
    from nvrender.languages.load import load

    names = _names(variant)
    statements = _statements(variant, opcode, names)
    if statements is None:
        return None
    words = set(re.findall(r"\w+", " ".join([*statements, names.after])))
    before = [names.before] if names.operands[2] in words else []
    declared = [names.declared] if names.declared and (before or names.temporary in words) else []
    if declared and not before:
        declared = ["TEMP t;"]
    elif declared and names.temporary not in words:
        declared = ["TEMP u;"]
    lines = [variant.header]
    if variant.option:
        lines.append(f"OPTION {variant.option};")
    lines += [*_directives(variant), *declared, *before, *statements]
    if names.after and names.after not in lines:
        lines.append(names.after)
    text = "\n".join([*filter(None, lines), "END", ""])
    try:
        load(text)
    except ProgramError:
        return None
    return text


def _names(variant: Variant) -> _Names:
    profile = variant.profile
    stage, move = profile.stage, _word(variant, "mov")
    if profile.grammar == "vp":
        if stage is Stage.VERTEX_STATE:
            return _Names(("v[0]", "c[4]", "R1"), "c[5]", "R0", "", f"{move} R1, v[0].yzwx;")
        return _Names(
            ("v[NRML]", "c[4]", "R1"), "o[TEX0]", "R0", "",
            f"{move} R1, v[COL0];", f"{move} o[HPOS], v[OPOS];",
        )  # fmt: skip
    if profile.grammar == "fp1":
        return _Names(("f[TEX0]", "p[0]", "R1"), "o[COLR]", "R0", "", f"{move} R1, f[TEX1];")
    later = profile.generation > 3
    temporaries = "TEMP t, u;"
    if stage is Stage.FRAGMENT:
        kind = "attrib" if later else "texcoord"
        return _Names(
            (f"fragment.{kind}[0]", "program.env[0]", "u"), "result.color", "t", temporaries,
            f"{move} u, fragment.{kind}[1];",
        )  # fmt: skip
    if stage is Stage.COMPUTE:
        store = f"{_word(variant, 'store', Space.GLOBAL)}.U32X4 t, program.env[3].x;"
        return _Names(
            ("program.env[0]", "program.env[1]", "u"),
            "t",
            "t",
            temporaries,
            f"{move} u, program.env[2];",
            store,
        )
    if stage is Stage.VERTEX:
        result = "result.attrib[0]" if later else "result.texcoord[0]"
        return _Names(
            ("vertex.attrib[1]", "program.env[0]", "u"), result, "t", temporaries,
            f"{move} u, vertex.attrib[2];", f"{move} result.position, vertex.attrib[0];",
        )  # fmt: skip
    position = "vertex[0].position"
    after = f"{move} result.position, {position};"
    return _Names(
        ("vertex[0].attrib[1]", "program.env[0]", "u"), "result.attrib[0]", "t", temporaries,
        f"{move} u, vertex[0].attrib[2];", after,
    )  # fmt: skip


def _word(variant: Variant, operation: str, space: Space | None = None) -> str:
    """The instruction that means an operation, on floats, and reaches that memory."""
    opcodes = variant.profile.opcodes.values()
    found = (row for row in opcodes if row.operation_of(DataType.FLOAT) == operation and row.space is space)
    return next((row.name for row in found if not row.selectors), "")


def _directives(variant: Variant) -> list[str]:
    lines = []
    for row in variant.profile.language.directives:
        if row.mandatory or not row.least:
            word = next(iter(row.words)) if row.words else str(max(64 * (not row.least), 4))
            lines.append(f"{row.keyword} {word};")
    return lines


def _flow(variant: Variant, flow: Flow) -> str:
    return next((row.name for row in variant.profile.opcodes.values() if row.flow is flow), "")


def _statements(variant: Variant, opcode: Opcode, names: _Names) -> list[str] | None:
    if opcode.flow is not None:
        return _jumping(variant, opcode.flow, names)
    if opcode.row.form is Form.TEXTURE:
        return _looking_up(variant, opcode, names)
    if opcode.space is not None:
        return _reaching(opcode, names)
    if opcode.result is ResultClass.ADDRESS or OperandClass.ADDRESS in opcode.operands:
        return _addressing(variant, opcode, names)
    if opcode.row.form is Form.KILL:
        tests = variant.profile.language.tests
        killing = f"{opcode.name} {names.operands[0]};" if not tests or _takes_vector(opcode) else ""
        return [
            *([] if killing else [_sets_code(variant, names)]),
            killing or f"{opcode.name} NE.x;",
            f"{_word(variant, 'mov')} {names.destination}, {names.operands[1]};",
        ]
    return _computing(variant, opcode, names)


def _takes_vector(opcode: Opcode) -> bool:
    return opcode.operands[0] in (OperandClass.VECTOR, OperandClass.VECTOR_OR_CONDITION)


def _computing(variant: Variant, opcode: Opcode, names: _Names) -> list[str]:
    """``NAME dst, a, b, c;``."""
    parts = []
    if opcode.result is not ResultClass.NONE:
        parts.append(names.destination + (".xyz" if opcode.three_components else ""))
    for operand_class, name in zip(opcode.operands, names.operands, strict=False):
        scalar = operand_class is OperandClass.SCALAR
        parts.append(f"{name}.x" if scalar else f"{name}, y, x, -z, 1" if opcode.selectors else name)
    word = opcode.name + (".F32.S32" if opcode.rounded else "")
    if opcode.long_result:
        use = f"{_word(variant, 'unpack64')} {names.destination}, l;"
        return ["LONG TEMP l;", f"{opcode.name} l, {names.operands[0]};", use]
    if opcode.long_operand:
        load = f"{_word(variant, 'pack64')} l, {names.operands[0]};"
        return ["LONG TEMP l;", load, f"{opcode.name} {names.destination}, l;"]
    return [f"{word} {', '.join(parts)};" if parts else f"{word};"]


def _sets_code(variant: Variant, names: _Names) -> str:
    dotted = variant.profile.language.dotted
    return f"{_word(variant, 'mov')}{'.CC' if dotted else 'C'} {names.temporary}, {names.operands[0]};"


def _jumping(variant: Variant, flow: Flow, names: _Names) -> list[str] | None:
    move, add = _word(variant, "mov"), _word(variant, "fadd")
    a, b, _ = names.operands
    code = _sets_code(variant, names)
    word = {row: _flow(variant, row) for row in Flow}
    chosen, end = f"{move} {names.destination}, {a};", f"{word[Flow.RETURN]};"
    added = f"{add} {names.temporary}, {names.temporary}, {a};"
    first, last = f"{move} {names.temporary}, {b};", f"{move} {names.destination}, {names.temporary};"
    match flow:
        case Flow.BRANCH:
            return [chosen, code, f"{word[flow]} done (NE.x);", f"{move} {names.destination}, {b};", "done:"]
        case Flow.CALL:
            return [
                f"{word[flow]} part;",
                names.after,
                f"{word[Flow.RETURN]};",
                "part:",
                chosen,
                f"{word[Flow.RETURN]};",
            ]
        case Flow.CALL_INDIRECT:
            kind = "SUBROUTINETYPE Kind { part };"
            variable = "SUBROUTINE Kind chosen = program.subroutine[0];"
            label = "part SUBROUTINENUM(0):"
            return [kind, variable, f"{word[flow]} chosen;", names.after, end, label, chosen, end]
        case Flow.RETURN:
            returned = f"{word[flow]} (NE.x);"
            return [names.after, chosen, code, returned, f"{move} {names.destination}, {b};"]
        case Flow.IF | Flow.ELSE | Flow.ENDIF:
            return [code, f"{word[Flow.IF]} NE.x;", chosen, f"{word[Flow.ELSE]};",
                    f"{move} {names.destination}, {b};", f"{word[Flow.ENDIF]};"]  # fmt: skip
        case Flow.LOOP | Flow.END_LOOP:
            return [first, f"{word[Flow.LOOP]} {{3, 0, 1}};", added, f"{word[Flow.END_LOOP]};", last]
    code = _sets_code(variant, names).replace(f" {names.temporary},", f" {names.operands[2]},")
    leave = [code, f"{word[flow]} (NE.x);"] if flow in (Flow.BREAK, Flow.CONTINUE) else []
    return [first, f"{word[Flow.REPEAT]} {{3}};", *leave, added, f"{word[Flow.END_REPEAT]};", last]


def _looking_up(variant: Variant, opcode: Opcode, names: _Names) -> list[str]:
    coordinates = names.operands[: len(opcode.operands)]
    unit = "TEX0" if variant.profile.grammar == "fp1" else "texture[0]"
    target = "2D"
    if opcode.texture is Lookup.FETCH_SAMPLE:
        renderbuffer = "RENDERBUFFER" in variant.profile.language.texture_targets
        target = "RENDERBUFFER" if renderbuffer else "2DMS"
    return [f"{opcode.name} {names.destination}, {', '.join(coordinates)}, {unit}, {target};"]


#: What memory an instruction reaches → its declaration, and a place there.
_MEMORY = {
    Space.CONSTANT: ("CBUFFER m[] = { program.buffer[0] };", "m[16]"),
    Space.STORAGE: ("STORAGE m[] = { program.storage[0] };", "m[16]"),
    Space.SHARED: ("SHARED m[] = { program.sharedmem };", "m[16]"),
    Space.GLOBAL: ("", "program.env[1].x"),
}


def _reaching(opcode: Opcode, names: _Names) -> list[str]:
    assert opcode.space is not None
    storage = ".ADD.U32" if opcode.atomics else ".F32X4" if opcode.storages else ""
    word = opcode.name + storage
    if opcode.space is Space.IMAGE:
        return [_image(opcode, word, names)]
    declared, place = _MEMORY[opcode.space]
    operand = names.operands[0]
    if opcode.result is ResultClass.NONE:
        return [declared, f"{word} {operand}, {place};"]
    given = f"{operand}, " if opcode.atomics else ""
    return [declared, f"{word} {names.destination}, {given}{place};"]


def _image(opcode: Opcode, word: str, names: _Names) -> str:
    a, b, _ = names.operands
    if opcode.result is ResultClass.NONE:
        return f"{word} image[0], {a}, {b}, 2D;"
    operands = "".join(f"{name}, " for name in (a, b)[: len(opcode.operands)])
    return f"{word} {names.destination}, {operands}image[0], 2D;"


def _addressing(variant: Variant, opcode: Opcode, names: _Names) -> list[str]:
    """Loads an address register, and reads what it indexes."""
    opcodes, move = variant.profile.opcodes, _word(variant, "mov")
    of_names = variant.profile.grammar == "arb"
    load = next(row.name for row in opcodes.values() if row.operation in ("address_floor", "ifloor"))
    suffix = ".x" if opcodes[load].operands[0] is OperandClass.SCALAR else ""
    register, table = ("A", "table") if of_names else ("A0", "c")
    loaded = f"{register}.x, {names.operands[0]}{suffix};"
    lines = ["ADDRESS A;", "PARAM table[4] = { program.env[0..3] };"] if of_names else []
    match opcode.operation:
        case "push_address" | "pop_address":
            push, pop = _word(variant, "push_address"), _word(variant, "pop_address")
            lines += [f"{load} {loaded}", f"{push} A;", f"{pop} A;"]
        case _ if OperandClass.ADDRESS in opcode.operands:
            lines += [f"{load} {loaded}", f"{opcode.name} {register}, {register};"]
        case _:
            lines.append(f"{opcode.name} {loaded}")
    return [*lines, f"{move} {names.destination}, {table}[{register}.x];"]
