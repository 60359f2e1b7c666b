"""What of a program's surroundings plain ARB programs know: attributes, results, state, options."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import NoReturn

from nvrender.arb.refusal import refuse
from nvrender.arb.rows import Result, Row
from nvrender.ir import visit
from nvrender.ir.nodes import Const, Expression, Load, Role, Shader, Statement
from nvrender.ir.types import FLOAT
from nvrender.languages.arb.fragment_bindings import FRAGMENT_ATTRIBUTES
from nvrender.lower.operands import joined
from nvrender.program import Binding, BindingKind, Program, RegisterFile
from nvrender.program.binding_rows import BindingRow
from nvrender.program.profile import Profile, Stage
from nvrender.source import Span

_RESULTS = {"COLR": "color", "COLH": "color", "DEPR": "depth"}
_FOG = FRAGMENT_ATTRIBUTES.index("fragment.fogcoord")
_KNOWN = frozenset({BindingKind.CONSTANT, BindingKind.ENVIRONMENT, BindingKind.LOCAL, BindingKind.NAMED})


def check_interface(program: Program, target: Profile) -> None:
    """Refused where the program reads or writes what plain ARB programs do not have."""
    vertex = target.stage is Stage.VERTEX
    attributes, results = _names(target.language.attributes), _names(target.language.results)
    parameters = _names(target.language.parameters)
    for instruction in program.instructions:
        for operand in instruction.sources:
            register = operand.register
            if register.file is RegisterFile.ATTRIBUTE and not (vertex and register.index < 16):
                _check(
                    attribute_binding(program, target, register.index), attributes, operand.span, "attribute"
                )
            if register.file is RegisterFile.PARAMETER and program.profile.declares_names:
                for number in range(register.index, register.index + max(register.count, 1)):
                    _check_parameter(program.parameters[number], parameters, operand.span)
        destination = instruction.destination
        if destination is not None and destination.register.file is RegisterFile.RESULT:
            number = destination.register.index
            name = _RESULTS.get(program.profile.results[number], target.results[number])
            many = vertex is False and name.startswith("color[")
            if not many:
                _check(f"result.{name}", results, destination.span, "result")


def _names(rows: Iterable[BindingRow]) -> frozenset[str]:
    """The bindings there are, without numbers."""
    return frozenset(_stem(row.pattern) for row in rows)


def _stem(name: str) -> str:
    return name.partition("[")[0]


def _check(name: str, known: frozenset[str], span: Span, what: str) -> None:
    if _stem(name) not in known:
        _refused(name, span, what)


def _refused(name: str, span: Span, what: str) -> NoReturn:
    refuse(f"plain ARB programs have no {what} `{name}`", span)


def _check_parameter(binding: Binding, known: frozenset[str], span: Span) -> None:
    if binding.kind not in _KNOWN:
        _check(binding.name, known, span, "parameter")


def attribute_binding(program: Program, target: Profile, number: int) -> str:
    """What an attribute is called in ARB programs."""
    if target.stage is Stage.FRAGMENT:
        return FRAGMENT_ATTRIBUTES[number]
    bound = {row.index: row.name for row in program.attributes}
    return bound.get(number, f"vertex.attrib[{number}]")


def result_binding(program: Program, target: Profile, number: int) -> str:
    """What a result of the source is called in ARB programs."""
    name = _RESULTS.get(program.profile.results[number], target.results[number])
    if target.stage is Stage.FRAGMENT:
        return f"result.{'color' if name == 'color[0]' else name}"
    face, _, kind = name.removeprefix("color.").partition(".")
    if name.startswith("color."):
        return "result." + ".".join(
            ["color", *([face] * (face == "back")), *([kind] * (kind == "secondary"))]
        )
    return f"result.{name}"


def options_of(program: Program, target: Profile, rows: list[Row]) -> list[str]:
    """The options of the source that ARB programs have, and those that its instructions need there."""
    found = {name for name in program.options if name in target.options and not name.startswith("NV_")}
    if program.position_invariant:
        found.add("ARB_position_invariant")
    if any(row.texture.startswith("SHADOW") for row in rows):
        found.add("ARB_fragment_program_shadow")
    written = {row.target.number for row in rows if isinstance(row.target, Result)}
    numbered = any(result_binding(program, target, n).startswith("result.color[") for n in written)
    if numbered and target.stage is Stage.FRAGMENT and "ATI_draw_buffers" not in found:
        found.add("ARB_draw_buffers")
    return sorted(found)


def with_own_fog(program: Program, shader: Shader) -> Shader:
    """The last component of the fog coordinate is 0 in NV_fragment_program, and 1 in ARB_fragment_program."""
    if program.profile.stage is not Stage.FRAGMENT or not program.profile.declares_parameters:
        return shader

    def read(node: Expression) -> Expression:
        if not isinstance(node, Load) or node.var.role is not Role.INPUT or node.var.binding != _FOG:
            return node
        parts = (Const(FLOAT, (0,)) if place == 3 else Load(node.var, (place,)) for place in node.components)
        return joined(*parts)

    def changed(node: Statement) -> list[Statement]:
        return [visit.rebuilt(node, lambda value: visit.mapped(value, read))]

    functions = (replace(row, body=visit.rewritten(row.body, changed)) for row in shader.functions)
    return replace(shader, functions=tuple(functions))
