"""A small program for an instruction, and what it becomes."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from nvrender.glsl.targets import USUAL
from nvrender.glsl.translate import translate
from nvrender.glsl.translation import Translation
from nvrender.languages.load import load
from nvrender.program import Program
from nvrender.program.opcodes import Opcode
from nvrender.reference.entries import Example
from nvrender.reference.languages import Variant
from nvrender.reference.programs import program_for
from nvrender.source import TargetError

_CALL = re.compile(r"\b([a-z]\w*)\(")


def example_of(variant: Variant, opcode: Opcode) -> Example | None:
    """None where no small program shows the instruction."""
    text = program_for(variant, opcode)
    if text is None:
        return None
    program = load(text)
    try:
        target, fast, exact = _translated(program)
    except TargetError as error:
        return Example(text, "", "", "", str(error).partition(": ")[2] or str(error))
    return Example(text, _shown(fast, opcode, program), _shown(exact, opcode, program), target)


def _translated(program: Program) -> tuple[str, Translation, Translation]:
    """By the first target that can express it."""
    refused = TargetError("no target")
    for target in USUAL:
        try:
            return (
                target,
                translate(program, target, numerics="fast"),
                translate(program, target, numerics="exact"),
            )
        except TargetError as error:
            refused = error
    raise refused


def _shown(translation: Translation, opcode: Opcode, program: Program) -> str:
    """The lines of the instruction, of what makes flow all lines; then the functions they call."""
    lines = translation.source.splitlines()
    spans = {row.span for row in program.instructions if row.opcode == opcode}
    alone = opcode.flow is None and any(span in spans for span in translation.lines)
    own = [
        line
        for line, span in zip(lines, translation.lines, strict=False)
        if span is not None and (not alone or span in spans) and not line.lstrip().startswith("//")
    ]
    indent = min((len(line) - len(line.lstrip()) for line in own if line.strip()), default=0)
    return "\n".join([*(line[indent:] for line in own), *_functions(own, lines)])


def _functions(own: Sequence[str], lines: Sequence[str]) -> Iterator[str]:
    """The functions that lines call, and those that these call."""
    bodies: dict[str, list[str]] = {}
    name = ""
    for line in lines:
        if re.match(r"[a-z]\w* \w+\(.*\{", line) and not line.startswith("void main"):
            name = re.findall(r"(\w+)\(", line)[0]
            bodies.setdefault(name, [])
        if name:
            bodies[name].append(line)
            name = (
                ""
                if line.startswith("}") or (line.endswith("}") and "{" in line and not line[0].isspace())
                else name
            )
    called = [word for line in own for word in _CALL.findall(line)]
    known: set[str] = set()
    while called:
        word = called.pop(0)
        if word in bodies and word not in known:
            known.add(word)
            yield ""
            yield from bodies[word]
            called += [other for line in bodies[word] for other in _CALL.findall(line)]
