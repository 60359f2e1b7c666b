"""What of a program's surroundings plain ARB programs know: attributes, results, state, options."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace

from nvrender.arb.refusal import NOTHING, refuse
from nvrender.arb.rows import Result, Row
from nvrender.ir import visit
from nvrender.ir.nodes import Const, Expression, Load, Role, Shader, Statement
from nvrender.ir.types import FLOAT
from nvrender.languages.arb.fragment_bindings import FRAGMENT_ATTRIBUTES
from nvrender.languages.arb.generation5_bindings import FRAGMENT_5_ATTRIBUTES
from nvrender.languages.vp.bindings import ATTRIBUTES
from nvrender.lower.operands import joined
from nvrender.ops.rows import Form
from nvrender.program import BindingKind, Program, RegisterFile
from nvrender.program.binding_rows import BindingRow
from nvrender.program.profile import Profile, Stage
from nvrender.source import Span

_RESULTS = {"COLR": "color", "COLH": "color", "DEPR": "depth", "color[0]": "color"}
_FOG = FRAGMENT_ATTRIBUTES.index("fragment.fogcoord")
_KNOWN = frozenset({BindingKind.CONSTANT, BindingKind.ENVIRONMENT, BindingKind.LOCAL, BindingKind.NAMED})
_SHADOW = "ARB_fragment_program_shadow"
#: What no instruction of plain ARB programs does, whatever becomes of its result.
_NOWHERE = frozenset({Form.MEMORY, Form.BARRIER, Form.QUAD, Form.VOTE, Form.INTERPOLATION})
#: How many texture coordinates hand on what NV_gpu_program4 has in attributes without a name.
_COORDINATES = 8


def check_interface(program: Program, target: Profile) -> None:
    """Refused where the program reads or writes what plain ARB programs do not have."""
    attributes, results = _names(target.language.attributes), _names(target.language.results)
    parameters = _names(target.language.parameters)
    taken: dict[str, str] = {}
    for instruction in program.instructions:
        if instruction.bits == 64 or instruction.row.form in _NOWHERE:
            refuse(NOTHING, instruction.span)
        for operand in instruction.sources:
            register, span = operand.register, operand.span
            if register.file is RegisterFile.ATTRIBUTE:
                written, name = _attribute(program, target, register.index)
                _check(name, attributes, span, "attribute")
                _check_taken(taken, written, name, span)
            if register.file is RegisterFile.PARAMETER and program.profile.declares_names:
                for number in range(register.index, register.index + max(register.count, 1)):
                    if program.parameters[number].kind not in _KNOWN:
                        _check(program.parameters[number].name, parameters, span, "parameter")
        destination = instruction.destination
        if destination is not None and destination.register.file is RegisterFile.RESULT:
            written, name = _result(program, target, destination.register.index)
            _check(name, results, destination.span, "result")
            _check_taken(taken, written, name, destination.span)
    read = program.reads(RegisterFile.ATTRIBUTE)
    for variable in program.variables:
        if variable.interpolation and not read.isdisjoint(
            range(variable.index, variable.index + variable.count)
        ):
            how = " ".join(sorted(variable.interpolation))
            refuse(f"plain ARB programs have no attributes that are `{how}`", variable.span)


def _names(rows: Iterable[BindingRow]) -> frozenset[str]:
    """The bindings there are, without numbers."""
    return frozenset(row.pattern.partition("[")[0] for row in rows)


def _check(name: str, known: frozenset[str], span: Span, what: str) -> None:
    stem, _, rest = name.partition("[")
    if stem not in known or rest.endswith("secondary"):
        refuse(f"plain ARB programs have no {what} `{name}`", span)


def _check_taken(taken: dict[str, str], written: str, name: str, span: Span) -> None:
    """What has no name of its own takes a texture coordinate, if the program has another use for none."""
    if taken.setdefault(name, written) != written:
        refuse(f"`{name}` would stand for both `{written}` and `{taken[name]}`", span)


def _attribute(program: Program, target: Profile, number: int) -> tuple[str, str]:
    """An attribute as the source has it, and as the port does."""
    if target.stage is Stage.FRAGMENT:
        name = FRAGMENT_5_ATTRIBUTES[number]
        return name, _coordinate(name)
    bound = {row.index: row.name for row in program.attributes}
    name = bound.get(number, f"vertex.attrib[{number}]")
    return name, name


def _result(program: Program, target: Profile, number: int) -> tuple[str, str]:
    source = program.profile.results[number]
    if target.stage is Stage.FRAGMENT:
        name = f"result.{_RESULTS.get(source, source)}"
        return name, name
    name = source if program.profile.declares_names else target.results[number]
    if name.startswith("color."):
        _, face, kind = name.split(".")
        name = ".".join(["color", *([face] * (face == "back")), *([kind] * (kind == "secondary"))])
    name = f"result.{name}"
    return name, _coordinate(name)


def _coordinate(name: str) -> str:
    """``result.texcoord[3]`` of ``result.attrib[3]``, and so for attributes of fragments."""
    stem, _, number = name.removesuffix("]").partition(".attrib[")
    return f"{stem}.texcoord[{number}]" if number and int(number) < _COORDINATES else name


#: What calls of their own set of the attributes of registers (ARB_vertex_program Table X.2); weights are
#: ARB_vertex_blend's.
CONVENTIONAL = {
    0: "vertex.position", 2: "vertex.normal", 3: "vertex.color.primary", 4: "vertex.color.secondary",
    5: "vertex.fogcoord", **{8 + unit: f"vertex.texcoord[{unit}]" for unit in range(8)},
}  # fmt: skip


def attribute_binding(program: Program, target: Profile, number: int) -> str:
    """What an attribute is called in ARB programs."""
    return _attribute(program, target, number)[1]


def result_binding(program: Program, target: Profile, number: int) -> str:
    """What a result of the source is called in ARB programs."""
    return _result(program, target, number)[1]


def options_of(program: Program, target: Profile, rows: list[Row]) -> list[str]:
    """The options of the source that ARB programs have, and those that its instructions need there."""
    kept = target.options - {_SHADOW}
    found = {name for name in program.options if name in kept and not name.startswith("NV_")}
    if program.position_invariant:
        found.add("ARB_position_invariant")
    if any(row.texture.startswith("SHADOW") for row in rows):
        found.add(_SHADOW)
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


def names_of(
    program: Program, port: Program, named: Mapping[str, int]
) -> tuple[dict[str, str], dict[str, str], dict[str, str]]:
    """Attributes, parameters and results of the source that its port has → what they are called there.

    ``named`` tells which program.local each parameter is that the source declares.
    """
    target = port.profile
    read = {_attribute(port, target, number)[1] for number in port.reads(RegisterFile.ATTRIBUTE)}
    attributes = {}
    for number in sorted(program.reads(RegisterFile.ATTRIBUTE)):
        written, name = _attribute(program, target, number)
        if not program.profile.declares_names:
            written, name = ATTRIBUTES[number].mnemonic or str(number), _attribute(port, target, number)[1]
        if name in read:
            attributes[written] = name
    bound = [row.name for row in port.parameters if row.kind is not BindingKind.CONSTANT]
    if program.profile.declares_names:
        own = {f"program.local[{number}]": name for name, number in named.items()}
        parameters = {own.get(name, name): name for name in bound}
    else:
        parameters = {name.replace("program.env", "c"): name for name in bound}
    written_there = set(results_of(port).values())
    results = {
        name: binding for name, binding in results_of(program, target).items() if binding in written_there
    }
    return attributes, parameters, results


def results_of(program: Program, target: Profile | None = None) -> dict[str, str]:
    """The results that a program writes → what they are called in programs of ``target``, if not its own."""
    numbers = {name: number for number, name in enumerate(program.profile.results)}
    return {name: _result(program, target or program.profile, numbers[name])[1] for name in program.results}
