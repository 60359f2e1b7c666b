"""Registers that a program may read before it has written them."""

from __future__ import annotations

from nvrender.ir.analysis.assignment import assignments
from nvrender.ir.analysis.liveness import live_after
from nvrender.ir.nodes import Role, Var
from nvrender.languages.fp1.bindings import NAMES
from nvrender.lower.program import lowered
from nvrender.program import COMPONENTS, Program, RegisterFile, chosen_by
from nvrender.source import ProgramWarning, Span, TargetError

_FILES = {Role.TEMPORARY: RegisterFile.TEMPORARY, Role.ADDRESS: RegisterFile.ADDRESS}
#: Where the languages of registers say that these begin as zeros, by their grammar.
_ZEROS = {
    "vp": {Role.TEMPORARY: "NV_vertex_program2 2.14.1.4", Role.ADDRESS: "NV_vertex_program2 2.14.1.3"},
    "fp1": {Role.TEMPORARY: "NV_fragment_program 3.11.1.2"},
}
#: Where the others leave them undefined, condition codes but for those of NV_gpu_program4 not.
_UNDEFINED = {
    Role.TEMPORARY: "ARB_vertex_program 2.14.4.4",
    Role.ADDRESS: "ARB_vertex_program 2.14.4.4",
    Role.CODE: "NV_gpu_program4 2.X.3.7",
}


def first_reads(program: Program) -> tuple[ProgramWarning, ...]:
    """A warning for each register of which some path reads components first, where it does, in order.

    What only computes components that nothing reads is no reader; arrays count as written.
    """
    try:
        shader = lowered(program)
    except TargetError:  # nothing translates it either
        return ()
    live = live_after(shader, by_component=True)
    places = assignments(shader, live=live)[shader.functions[-1].name].places
    variables = {var.name: var for var in shader.variables if _section(program, var)}
    found: dict[str, tuple[Span, set[int]]] = {}
    for (name, component), place in sorted(places.items(), key=lambda row: (row[1], row[0])):
        if name in variables:
            found.setdefault(name, (place, set()))[1].add(component)
    return tuple(_warning(program, variables[name], *row) for name, row in found.items())


def _section(program: Program, var: Var) -> str:
    """What tells of a register's first value; "" of none that a warning is for."""
    if var.length or (var.role is Role.CODE and not program.profile.flags):
        return ""
    return _ZEROS.get(program.profile.grammar, _UNDEFINED).get(var.role, "")


def _warning(program: Program, var: Var, place: Span, components: set[int]) -> ProgramWarning:
    letters = "".join(COMPONENTS[component] for component in sorted(components))
    letters = f".{letters}" if len(letters) < var.type.width else ""
    defined = program.profile.grammar in _ZEROS
    return ProgramWarning(
        program.source,
        _operand(program, var, place).start,
        f"`{_name(program, var)}{letters}` may be read before it is written",
        "it is 0 then" if defined else "what it is then is undefined; here it is 0",
        _section(program, var),
        "read-before-write",
    )


def _operand(program: Program, var: Var, place: Span) -> Span:
    """The operand that reads a register, of the instruction at ``place``."""
    wanted = (_FILES.get(var.role), var.binding)
    for instruction in program.instructions:
        if instruction.span == place:
            for operand in instruction.sources:
                own = (operand.register.file, operand.register.index)
                if wanted in (own, *((row.file, row.register) for row in chosen_by(operand.register))):
                    return operand.span
    return place


def _name(program: Program, var: Var) -> str:
    if var.role is Role.CODE:
        return var.name
    for row in program.variables:
        if (row.file, row.index) == (_FILES[var.role], var.binding) and not row.alias:
            return row.name
    if program.profile.grammar == "fp1":
        return NAMES[var.binding]
    return f"{'A' if var.role is Role.ADDRESS else 'R'}{var.binding}"
