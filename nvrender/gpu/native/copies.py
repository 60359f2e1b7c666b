"""Copies of a program's text that leave two of its results where they can be read exactly.

Flat colours reach a fragment bit for bit, so each copy writes the two results it is for to the colours and
the others to a register nobody reads, and starts by placing its vertex in a pixel of its own. Instructions
and operands stay as they are; attributes go by their generic numbers (ARB_vertex_program Table X.2.1).
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from nvrender.gl.inputs.names import Name, parse
from nvrender.program import Program, RegisterFile
from nvrender.program.opcodes import Flow
from nvrender.source import InputError, TargetError

#: How many results a copy is for.
RESULTS_A_COPY = 2

_COLOURS = {"VP": ("o[COL0]", "o[COL1]"), "ARB": ("result.color.primary", "result.color.secondary")}
_ATTRIBUTES = 16
_UNUSED = "nvrender_unused_result"
COMMENT = re.compile(r"#[^\r\n]*")
_INVARIANT = re.compile(r"OPTION\s+(?:ARB|NV)_position_invariant\s*;")
_BINDING = re.compile(
    r"(?<![\w$.])(?:(?P<output>OUTPUT)(?=\s)"
    r"|(?P<root>result|vertex|state)(?P<steps>(?:\s*\.\s*[A-Za-z]\w*|\s*\[[^\]]*\])+))"
)
_MASK = re.compile(r"\.(?:[xyzw]{1,4}|[rgba]{1,4})$")
_RESULT_REGISTER = re.compile(r"(?<![\w$.])o\s*\[\s*(\w+)\s*\]")


def free_attribute(program: Program) -> int:
    """A generic attribute ``program`` does not read, for the pixel; TargetError if none is left."""
    taken = program.reads(RegisterFile.ATTRIBUTE) | {row.index for row in program.attributes}
    if program.position_invariant:
        taken |= {0}
    for number in reversed(range(_ATTRIBUTES)):
        if number not in taken:
            return number
    raise TargetError("backend native needs one attribute for itself, and the program reads all sixteen")


def check_copyable(program: Program) -> None:
    """TargetError for what a copy cannot hold."""
    files = (RegisterFile.RESULT, RegisterFile.ATTRIBUTE)
    for instruction in program.instructions:
        registers = [operand.register for operand in instruction.operands]
        if instruction.destination is not None:
            registers.append(instruction.destination.register)
        if any(register.file in files and register.relative for register in registers):
            raise _unsupported(program, "attributes and results addressed relatively")
    if any(variable.array and variable.file in files for variable in program.variables):
        raise _unsupported(program, "arrays of attributes or results")
    if any(attribute.index >= _ATTRIBUTES for attribute in program.attributes):
        raise _unsupported(program, "attributes beyond the sixteen generic ones")
    if program.buffers:
        raise _unsupported(program, "program parameter buffers")
    entry, instructions = program.entry, program.instructions
    if any(one.target == entry for one in instructions) and _main(program):
        raise _unsupported(program, "a jump to main")
    if entry and not (
        instructions[entry - 1].opcode.flow is Flow.RETURN and instructions[entry - 1].condition is None
    ):
        raise _unsupported(program, "falling into main")


def _unsupported(program: Program, what: str) -> TargetError:
    return TargetError(f"backend native cannot read back {program.profile.name} programs with {what} yet")


def copy_for(
    program: Program, wanted: Sequence[str], pixel: int, moved: Mapping[str, int] | None = None
) -> bytes:
    """The text that leaves ``wanted``, one or two result names, in the colours.

    Generic attribute ``pixel`` becomes the position. ``moved`` maps names of ``state.…`` bindings to the
    environment parameters they are read from instead.
    """
    check_copyable(program)
    declared = program.profile.declares_names
    colours = dict(zip(wanted, _COLOURS["ARB" if declared else "VP"], strict=False))
    text = COMMENT.sub(lambda match: " " * len(match[0]), program.source.text)
    place = first_instruction(program, text)
    head, tail = text[:place], text[place:]
    if not declared:
        position = f"MOV o[HPOS], v[{pixel}]; "
        head, tail = (_registers_edited(part, colours) for part in (head, tail))
        return f"{head}{position}{tail}".encode("latin-1")
    first = [
        f"MOV result.position, vertex.attrib[{pixel}];",
        "MOV result.pointsize.x, {1.0, 1.0, 1.0, 1.0};",
    ]
    for name, colour in colours.items():
        if name == program.profile.position and program.position_invariant:
            first += [
                f"DP4 {colour}.{component}, state.matrix.mvp.row[{row}], vertex.attrib[0];"
                for row, component in enumerate("xyzw")
            ]
        else:
            first.append(f"MOV {colour}, {{0.0, 0.0, 0.0, 0.0}};")
    head, tail = (_bindings_edited(program, part, colours, moved or {}) for part in (head, tail))
    head = _INVARIANT.sub(lambda match: " " * len(match[0]), head)
    options = end_of_options(head)
    declaration = f"\nTEMP {_UNUSED};\n"
    begin = "\n".join(("", *first, ""))
    return f"{head[:options]}{declaration}{head[options:]}{begin}{tail}".encode("latin-1")


def _main(program: Program) -> bool:
    return any(label.name == "main" and label.index == program.entry for label in program.labels)


def first_instruction(program: Program, text: str) -> int:
    """Where the first instruction is, before its labels unless execution starts at one."""
    if not program.instructions:
        return text.rindex("END")
    place = program.instructions[program.entry].span.start
    if not _main(program):
        starts = [label.span.start for label in program.labels if label.index == program.entry]
        place = min([place, *starts])
    return place


def end_of_options(text: str) -> int:
    """Where in a declared-name program header and options end."""
    place = re.compile(r"!!\S+?(?=\s|;|$)").match(text)
    end = place.end() if place else 0
    option = re.compile(r"\s*OPTION\s+\w+\s*;")
    while match := option.match(text, end):
        end = match.end()
    return end


def _registers_edited(text: str, colours: dict[str, str]) -> str:
    text = _INVARIANT.sub(lambda match: " " * len(match[0]), text)
    return _RESULT_REGISTER.sub(lambda match: colours.get(match[1], "o[TEX0]"), text)


def _bindings_edited(
    program: Program, text: str, colours: Mapping[str, str], moved: Mapping[str, int]
) -> str:
    """Bindings renamed; an OUTPUT nobody wants becomes another name for a temporary."""
    pieces: list[str] = []
    done, output = 0, -1
    for match in _BINDING.finditer(text):
        pieces.append(text[done : match.start()])
        done = match.end()
        if match["output"]:
            output = len(pieces)
            pieces.append("OUTPUT")
            continue
        binding, mask = parsed_binding(
            program, match["root"], re.sub(r"\s+", "", match["root"] + match["steps"])
        )
        name = binding.registers(1)[0]
        match match["root"]:
            case "vertex":
                pieces.append(f"vertex.attrib[{_number(program, name)}]{mask}")
            case "state":
                pieces.append(moved_to(binding, moved) + mask if name in moved else match[0])
            case _:
                if name not in colours and output >= 0:
                    pieces[output] = "ALIAS"
                output = -1
                pieces.append(colours.get(name, _UNUSED) + mask)
    return "".join((*pieces, text[done:]))


def parsed_binding(program: Program, root: str, written: str) -> tuple[Name, str]:
    """A binding and the mask or swizzle after it; ``.r`` may be the end of either."""
    try:
        return parse(program.profile, root, written), ""
    except InputError:
        mask = _MASK.search(written)
        if mask is None:
            raise
        return parse(program.profile, root, written[: mask.start()]), mask[0]


def moved_to(binding: Name, moved: Mapping[str, int]) -> str:
    """The environment parameters of one binding or of a range of rows, which are neighbours."""
    names = binding.registers(1)
    first, last = moved[names[0]], moved[names[-1]]
    return f"program.env[{first}]" if first == last else f"program.env[{first}..{last}]"


def _number(program: Program, name: str) -> int:
    return next(attribute.index for attribute in program.attributes if attribute.name == name)
