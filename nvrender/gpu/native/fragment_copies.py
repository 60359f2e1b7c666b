"""Copies of a fragment program's text that take attributes from a texture, word for word.

Interpolation has four fragments of a quad lie in a plane and leaves no word as it was, so a copy begins by
looking its attributes up where its pixel is, in a rectangle texture that has one picture above another. The
fragments of a quad that a point does not cover look up their own. Instructions and operands stay as they are;
the fog option reads the fog coordinate that GL has.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from nvrender.gl.inputs.fragments import PIXEL_CENTER_INTEGER, UPPER_LEFT, fog_mode
from nvrender.gpu.native.copies import COMMENT, end_of_options, first_instruction, moved_to, parsed_binding
from nvrender.languages.arb.fragment_bindings import DEPTHS
from nvrender.program import Program, RegisterFile
from nvrender.source import TargetError

#: Options that number the colours.
DRAW_BUFFERS = frozenset({"ARB_draw_buffers", "ATI_draw_buffers"})
_PLACE, _ATTRIBUTE = "nvrender_place", "nvrender_attribute"
_BINDING = re.compile(
    r"(?<![\w$.])(?:(?P<declaration>ATTRIB)(?=\s)"
    r"|(?P<root>fragment|state)(?P<steps>(?:\s*\.\s*[A-Za-z]\w*|\s*\[[^\]]*\])+))"
)
#: Options that say where fragment.position counts from: what is looked up counts so already.
_COORDINATES = re.compile(rf"OPTION\s+(?:{UPPER_LEFT}|{PIXEL_CENTER_INTEGER})\s*;")


def check_copyable(program: Program) -> None:
    """TargetError for what a copy cannot hold."""
    if program.profile.flags or program.profile.language.lettered:
        raise TargetError(f"backend native cannot read back {program.profile.name} programs yet")
    if fog_mode(program) and DRAW_BUFFERS & program.options:
        # Mesa applies it to none of them; no specification says to which it belongs.
        raise TargetError("backend native cannot tell what a fog option does where colours have numbers")
    registers = [operand.register for entry in program.instructions for operand in entry.operands]
    relative = any(row.relative and row.file is RegisterFile.ATTRIBUTE for row in registers)
    if relative or any(row.array and row.file is RegisterFile.ATTRIBUTE for row in program.variables):
        raise TargetError(
            f"backend native cannot read back {program.profile.name} programs with attributes addressed "
            f"relatively yet"
        )


def copy_for(
    program: Program, attributes: Sequence[int], height: int, unit: int, moved: Mapping[str, int]
) -> bytes:
    """The text whose attributes come from the rectangle texture of image unit ``unit``.

    The picture of ``attributes[k]`` begins in row ``k * height``. ``moved`` maps names of ``state.…``
    bindings to the environment parameters they are read from instead. Colours nobody writes are 0.
    """
    check_copyable(program)
    text = COMMENT.sub(lambda match: " " * len(match[0]), program.source.text)
    place = first_instruction(program, text)
    head, tail = (_edited(program, part, moved) for part in (text[:place], text[place:]))
    head = _COORDINATES.sub("", head)
    names = [f"{_ATTRIBUTE}_{attribute.index}" for attribute in program.attributes]
    declaration = f"\nTEMP {', '.join((_PLACE, *names))};\n"
    lines = [""]
    for number, index in enumerate(attributes):
        lines.append(f"ADD {_PLACE}, fragment.position, {{0.0, {float(number * height)}, 0.0, 0.0}};")
        lines.append(f"TEX {_ATTRIBUTE}_{index}, {_PLACE}, texture[{unit}], RECT;")
    for name in program.results:
        if name not in DEPTHS:
            suffix = "" if name == "color[0]" else name.removeprefix("color")
            lines.append(f"MOV result.color{suffix}, {{0.0, 0.0, 0.0, 0.0}};")
    options = end_of_options(head)
    begin = "\n".join((*lines, ""))
    return f"{head[:options]}{declaration}{head[options:]}{begin}{tail}".encode("latin-1")


def _edited(program: Program, text: str, moved: Mapping[str, int]) -> str:
    """Bindings renamed; an ATTRIB becomes another name for the temporary that has what was looked up."""
    pieces: list[str] = []
    done = 0
    for match in _BINDING.finditer(text):
        pieces.append(text[done : match.start()])
        done = match.end()
        if match["declaration"]:
            pieces.append("ALIAS")
            continue
        written = re.sub(r"\s+", "", match["root"] + match["steps"])
        binding, mask = parsed_binding(program, match["root"], written)
        name = binding.registers(1)[0]
        if match["root"] == "state":
            pieces.append(moved_to(binding, moved) + mask if name in moved else match[0])
        else:
            index = next(row.index for row in program.attributes if row.name == name)
            pieces.append(f"{_ATTRIBUTE}_{index}{mask}")
    return "".join((*pieces, text[done:]))
