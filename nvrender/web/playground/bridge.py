"""What the page asks of nvrender, as JSON. It runs in the page: the standard library is all there is.

What a first translation does not need is imported later: compiling the package's modules takes the page
longer than translating.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable
from typing import Any

from nvrender.glsl.io.blocks import Parameters
from nvrender.glsl.link import Link
from nvrender.glsl.targets import USUAL
from nvrender.glsl.translate import translate
from nvrender.glsl.translation import Translation
from nvrender.languages.load import load
from nvrender.lower.program import lowered
from nvrender.ops.texture_targets import TARGETS as TEXTURE_TARGETS
from nvrender.program import BindingKind, Program, RegisterFile
from nvrender.program.profile import Stage
from nvrender.source import NvrenderError, ProgramError, ProgramWarning, Span, TargetError

_WEB = "glsles300"
#: What an error is underlined to the end of.
_WORD = re.compile(rb"[A-Za-z0-9_.$!]+|.")
#: Where a statement of the intermediate representation comes from.
_PLACE = re.compile(r" @(\d+):(\d+)$")
#: Vectors that WebGL 2 captures of a vertex at least (OpenGL ES 3.0, table 6.24).
_CAPTURED = 16
#: The stages of a picture here.
_STAGES = {"vertex": Stage.VERTEX, "fragment": Stage.FRAGMENT}


def answer(question: str) -> str:
    """JSON of one of the questions below and what it is about → JSON."""
    asked = json.loads(question)
    name = asked.pop("question")
    return json.dumps(_QUESTIONS[name](**asked), allow_nan=False)


def look(vertex: str, fragment: str) -> dict[str, Any]:
    """What is wrong with both programs, and, if nothing is, what draws them."""
    from nvrender.lint.warnings import warnings_of

    programs: dict[str, Program] = {}
    found: dict[str, Any] = {}
    for name, text in (("vertex", vertex), ("fragment", fragment)):
        try:
            programs[name] = program = _loaded(text, name)
        except ProgramError as error:
            found[name] = {"header": "", "said": _said((error, *error.others))}
        else:
            found[name] = {"header": program.profile.header, "said": _said(warnings_of(program))}
    try:
        found["picture"] = _picture(**programs) if len(programs) == len(_STAGES) else None
    except NvrenderError as error:
        found["picture"] = {"error": str(error).partition("\n")[0]}
    return found


def show(text: str, name: str, tab: str) -> dict[str, Any]:
    """A program as ``tab`` has it, and the line that each of its lines comes from, 0 for none."""
    try:
        program = _loaded(text, name)
        return _TABS[tab](program)
    except ProgramError:
        return {"error": "The program does not load."}
    except NvrenderError as error:
        return {"error": str(error).partition("\n")[0]}


def _loaded(text: str, name: str) -> Program:
    return load(text.encode(), name=name)


def _said(errors: Iterable[ProgramError]) -> list[dict[str, Any]]:
    return [_diagnostic(error) for error in errors]


def _diagnostic(error: ProgramError) -> dict[str, Any]:
    """An error or a warning with its place in the page's characters, UTF-16 units."""
    data, position = error.source.data, error.position
    start = data.rfind(b"\n", 0, position) + 1
    word = _WORD.match(data, position)
    return {
        "warning": isinstance(error, ProgramWarning),
        "message": error.message,
        "hint": error.hint,
        "section": str(error.section),
        "line": data.count(b"\n", 0, position) + 1,
        "column": _units(data[start:position]) + 1,
        "length": max(1, _units(word[0]) if word else 1),
    }


def _units(data: bytes) -> int:
    return len(data.decode("utf-8", "replace").encode("utf-16-le")) // 2


def _translated(program: Program) -> dict[str, Any]:
    refused: TargetError | None = None
    for target in USUAL:
        try:
            return _shader(program, translate(program, target, numerics="fast"))
        except TargetError as error:
            refused = error
    assert refused is not None
    raise refused


def _shader(program: Program, made: Translation) -> dict[str, Any]:
    return {"text": made.source, "title": made.target, "lines": _lines(program, made.lines)}


def _lines(program: Program, spans: Iterable[Span | None]) -> list[int]:
    place = program.source.line_and_column
    return [0 if span is None else place(span.start)[0] for span in spans]


def _assembled(program: Program) -> dict[str, Any]:
    from nvrender.arb.translate import assemble

    return {"text": assemble(program).source, "lines": []}


def _represented(program: Program) -> dict[str, Any]:
    from nvrender.ir.text.writer import write

    spans: list[Span | None] = []
    texts: list[str] = []
    for line in write(lowered(program)).splitlines():
        place = _PLACE.search(line)
        spans.append(Span(int(place[1]), int(place[2])) if place else None)
        texts.append(_PLACE.sub("", line))
    return {"text": "\n".join(texts) + "\n", "lines": _lines(program, spans)}


_TABS: dict[str, Callable[[Program], dict[str, Any]]] = {
    "glsl": _translated,
    "es": lambda program: _shader(program, translate(program, _WEB, numerics="fast")),
    "arb": _assembled,
    "ir": _represented,
}


def _picture(vertex: Program, fragment: Program) -> dict[str, Any]:
    """The shaders of a picture, how they are fed, and the vertex shader whose results are captured."""
    for program, stage in ((vertex, Stage.VERTEX), (fragment, Stage.FRAGMENT)):
        if program.profile.stage is not stage:
            what = f"{program.profile.header} is of {program.profile.stage.value} programs"
            raise TargetError(f"{what}; the picture takes a vertex and a fragment program")
    behind = translate(fragment, _WEB, numerics="fast")
    before = translate(vertex, _WEB, numerics="fast", link=Link(behind.varyings))
    captured = translate(vertex, _WEB, numerics="fast", interface="feedback")
    typed = vertex.profile.declares_names
    return {
        "vertex": before.source,
        "fragment": behind.source,
        "feedback": captured.source,
        "results": [[row.result, row.name] for row in captured.results[:_CAPTURED]],
        "attributes": [[row.location, row.mnemonic or row.name] for row in before.attributes],
        "words": typed,
        "blocks": [
            [made.parameters.block, _registers(program, made.parameters)]
            for program, made in ((vertex, before), (fragment, behind))
            if made.parameters.count
        ],
        "samplers": [
            [row.unit, row.name, row.target, TEXTURE_TARGETS[row.target].compares] for row in behind.samplers
        ],
    }


def _registers(program: Program, parameters: Parameters) -> list[dict[str, Any]]:
    """What each vector of a uniform block is: its name, and what it holds where nothing else is said."""
    if not parameters.members:
        read = program.reads(RegisterFile.PARAMETER)
        return [
            {"name": f"c[{number}]", "label": "", "kind": "number" if number in read else "unread"}
            for number in range(parameters.count)
        ]
    names = [member.name for member in parameters.members for _ in range(member.count)]
    return [
        _register(program, number, name) for number, name in zip(parameters.registers, names, strict=True)
    ]


def _register(program: Program, number: int, label: str) -> dict[str, Any]:
    if number < 0:
        return {"name": "", "label": label, "kind": "unread"}
    binding = program.parameters[number]
    found: dict[str, Any] = {"name": binding.name, "label": label, "kind": "number"}
    if binding.kind is BindingKind.MATRIX:
        matrix = [binding.item, binding.index, binding.modifier, binding.row]
        return {**found, "kind": "matrix", "matrix": matrix}
    if binding.kind is BindingKind.CONSTANT:
        return {**found, "kind": "constant", "words": list(binding.words)}
    if binding.kind is BindingKind.NAMED:
        return {**found, "words": list(binding.words)}
    return found


_QUESTIONS: dict[str, Callable[..., dict[str, Any]]] = {"look": look, "show": show}
