"""What shields of a program depend on besides its statements."""

from __future__ import annotations

from nvrender.glsl.emit.operands import Operands
from nvrender.glsl.io.interface import Shader
from nvrender.glsl.registers.variables import RESULT_NAMES
from nvrender.ir import nodes
from nvrender.ir.analysis.uses import Slots
from nvrender.ir.nodes import Role
from nvrender.languages.arb.generation5_bindings import item
from nvrender.passes.shields import Surroundings
from nvrender.program import Program
from nvrender.program.profile import Stage

#: Attributes whose other components are written as zeros (docs/semantics.md) → the first of those. Patches of
#: one size are known to compilers, and so is the number of a thread that is alone.
_ABSENT = {
    "id": 1, "instance": 1, "invocation": 0, "vertexcount": 0,
    "facing": 1, "sampleid": 1, "samplemask": 1, "helperthread": 1,
    **{f"{own}tessouter[{number}]": 1 for own in ("", "out.") for number in range(4)},
    **{f"{own}tessinner[{number}]": 1 for own in ("", "out.") for number in range(2)},
}  # fmt: skip
#: The same of what a vertex has where later stages read it.
_ABSENT_OF_VERTICES = {
    f"{own}{name}": 1
    for own in ("", "out.")
    for name in ("fogcoord", "pointsize", *(f"clip[{plane}]" for plane in range(8)))
}


def surroundings(body: nodes.Shader, shape: Shader, context: Operands) -> Surroundings:
    """What the shader around a program and its target do."""
    read, results = shape.next_stage or {}, shape.program.profile.results
    return Surroundings(
        exact=context.exact,
        fixed_point=shape.program.profile.family.fixed_point_operands,
        flush=context.flush,
        handed=frozenset(
            var.name
            for var in body.variables
            if var.role is Role.OUTPUT
            and any(RESULT_NAMES[results[var.binding + place]] in read for place in range(max(var.length, 1)))
        ),
        zeros=absent(body, shape.program),
        may_be_words=context.may_be_words,
    )


def absent(body: nodes.Shader, program: Program) -> Slots:
    """Components of inputs that a compiler finds to be 0, or 1."""
    vertex = program.profile.stage is Stage.VERTEX
    firsts = _ABSENT if vertex else _ABSENT | _ABSENT_OF_VERTICES
    if program.tessellation is not None:
        firsts = firsts | {"tesscoord": program.tessellation.coordinates}
    names = {row.index: item(row.name) for row in program.attributes}
    return frozenset(
        (var.name, component)
        for var in body.variables
        if var.role is Role.INPUT
        for component in range(firsts.get(names.get(var.binding, ""), 4), 4)
    )
