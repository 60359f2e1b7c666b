"""Program → plain ARB program."""

from __future__ import annotations

from collections.abc import Mapping

from nvrender.arb.allocation import allocated
from nvrender.arb.assembly import Assembly
from nvrender.arb.comments import commented, head
from nvrender.arb.flow.elements import without_arrays
from nvrender.arb.flow.folding import folded
from nvrender.arb.flow.selects import selected
from nvrender.arb.flow.straight import straightened
from nvrender.arb.interface import CONVENTIONAL, check_interface, names_of, options_of, with_own_fog
from nvrender.arb.literals import Literals
from nvrender.arb.minima import MINIMA, beyond
from nvrender.arb.names import Names
from nvrender.arb.packing import unpacked
from nvrender.arb.refusal import Refused, error_of
from nvrender.arb.selection import Selector, read_outputs
from nvrender.arb.text import Writer
from nvrender.ir.nodes import Role, Shader
from nvrender.languages.load import load
from nvrender.languages.profiles import PROFILES
from nvrender.lower.program import lowered
from nvrender.passes.condition_codes import numbers
from nvrender.passes.fixed_point import in_range
from nvrender.passes.kinds import typed
from nvrender.passes.pipeline import simplified
from nvrender.program import Program
from nvrender.program.limits import Limits
from nvrender.program.opcodes import Opcode
from nvrender.program.profile import Profile, Stage
from nvrender.source import InputError, ProgramError, TargetError

_HEADERS = {Stage.VERTEX: "!!ARBvp1.0", Stage.FRAGMENT: "!!ARBfp1.0"}


def assemble(
    program: Program,
    *,
    turns: int | None = None,
    limits: Limits | None = None,
    conventional: bool = False,
) -> Assembly:
    """``program`` as plain ``!!ARBvp1.0`` or ``!!ARBfp1.0``; what is one already stays as it is, but for
    what was read leniently.

    ``turns`` is after how many turns a loop is left whose end is known at run time alone; None refuses it.
    ``limits`` are a driver's (``nvrender.gpu.native.limits``), which registers are chosen within; None are
    those that every implementation has. With ``conventional`` v[COL0] is ``vertex.color``, which Color3f and
    ColorPointer set, and so on, rather than ``vertex.attrib[3]``: NV_vertex_program has one attribute for
    both, which ARB_vertex_program leaves to the implementation (2.14.3.1). Raises TargetError for what these
    programs cannot express.
    """
    if turns is not None and (isinstance(turns, bool) or not isinstance(turns, int) or turns < 1):
        raise InputError(f"turns must be a number from 1 on, or None, not {turns!r}")
    if not isinstance(program, Program):
        raise InputError(f"program is of type {type(program).__name__}; give what nvrender.load returns")
    target = PROFILES.get(_HEADERS.get(program.profile.stage, ""))
    if target is None:
        raise TargetError(
            f"{program.source.name}: plain ARB programs are vertex and fragment programs, "
            f"and this is a {program.profile.stage.value} program"
        )
    limits = MINIMA[target.stage] if limits is None else limits
    if program.profile.name == target.name and not program.warned:
        warnings = tuple(beyond(program.source, program, limits))
        return Assembly(program.source.text, program, *names_of(program, program, {}), warnings)
    try:
        return _rewritten(program, target, turns, limits, CONVENTIONAL if conventional else {})
    except Refused as refused:
        raise error_of(program, refused) from None


def _rewritten(
    program: Program, target: Profile, turns: int | None, limits: Limits, attributes: Mapping[int, str]
) -> Assembly:
    check_interface(program, target)
    fragment = target.stage is Stage.FRAGMENT
    shader, opcodes = flat(program, turns), operations_of(target)
    direct = {var.name for var in shader.variables if var.role is Role.OUTPUT} - read_outputs(shader)
    selector = Selector(opcodes, Literals(program), fragment=fragment, direct=frozenset(direct))
    names = Names(program, target, shader)
    rows = allocated(selector.shader(shader), limits.temporaries, names)
    writer = Writer(program, target, opcodes, names, rows, attributes)
    body = [*commented(program, writer.instructions(), [row.origin for row in rows])]
    options = (f"OPTION {name};" for name in options_of(program, target, rows))
    lines = [target.header, *head(program), *options, *writer.declarations(), "", *body, "END"]
    source = "\n".join(lines) + "\n"
    port = _loaded(program, source)
    warnings = tuple(beyond(program.source, port, limits))
    return Assembly(source, port, *names_of(program, port, writer.parameters.named), warnings)


def _loaded(program: Program, source: str) -> Program:
    try:
        return load(source, name=program.source.name)
    except ProgramError as error:
        raise TargetError(f"{program.source.name}: plain ARB programs cannot express it: {error}") from None


def flat(program: Program, turns: int | None = None) -> Shader:
    """``program`` as assignments and kills alone."""
    shader = typed(numbers(simplified(with_own_fog(program, lowered(program)))))
    straight = selected(without_arrays(straightened(shader, turns)))
    return in_range(unpacked(folded(straight)), exact=False)


def operations_of(target: Profile) -> dict[str, Opcode]:
    """The instructions of a profile by what they mean; the one of two that needs no selectors."""
    return {row.operation: row for row in target.opcodes.values() if not row.selectors}
