"""Which register of a declared-name program a variable's load reads, and an assignment writes."""

from __future__ import annotations

from nvrender.glsl.printer.bounds import bounds
from nvrender.ir.nodes import Apply, Assign, Bitcast, Const, Expression, Load, Role, Select, Var
from nvrender.languages.arb.generation5_bindings import CONTROL_ATTRIBUTES
from nvrender.lower.registers import ROLES
from nvrender.program import Program, Register, RegisterFile, RelativeAddress
from nvrender.program.profile import Stage

FILES = {role: file for file, role in ROLES.items()} | {
    Role.CODE: RegisterFile.CONDITION_CODE,
    Role.BUFFER: RegisterFile.BUFFER,
    Role.LOCAL: RegisterFile.ADDRESS,  # a LOOP's index
}


def register_of(program: Program, node: Load | Select) -> Register:
    """The register that is read; a Select has zeros beside a part of an array, or beside several buffers."""
    if isinstance(node, Load):
        return _own(program, node, _register(node.var, node.index), node.vertex)
    test, found = node.condition, node.yes
    assert isinstance(test, Apply)
    if test.operation == "equal":
        return _of_banks(program, node)
    assert isinstance(found, Load)
    return _own(program, found, _part(found.var, test, found.index), found.vertex)


def selected(node: Select) -> tuple[int, ...]:
    """The components that the read of a part of an array is of."""
    while isinstance(node.yes, Select):
        node = node.yes
    assert isinstance(node.yes, Load)
    return node.yes.components


def written_register(node: Assign) -> Register:
    """The register that is written, of an array or of a part of one chosen at run time."""
    bound = bounds(node.when)[0]
    return _register(node.var, node.index) if bound is None else _part(node.var, bound, node.index)


def _register(var: Var, index: Expression | None) -> Register:
    file, first, bank = FILES[var.role], var.binding, 0
    if file is RegisterFile.BUFFER:
        first, bank = 0, var.binding
    if index is None or isinstance(index, Const):
        return Register(file, first + (0 if index is None else index.words[0]), bank=bank)
    return Register(file, first, _address(index), var.length, bank)


def _part(var: Var, test: Apply, index: Expression | None) -> Register:
    """The elements from one on, as many as a test has."""
    chosen, count = test.operands
    chosen = chosen.value if isinstance(chosen, Bitcast) else chosen
    assert isinstance(count, Const) and index is not None
    first, bank = (0, var.binding) if var.role is Role.BUFFER else (var.binding, 0)
    address, whole = _address(chosen), _address(index)
    return Register(FILES[var.role], first + whole.offset - address.offset, address, count.words[0], bank)


def _of_banks(program: Program, node: Select) -> Register:
    """The buffer that ``bank_relative`` chooses of several: the last of the choices is the first buffer."""
    banks = []
    rest: Expression = node
    while (
        isinstance(rest, Select) and isinstance(rest.condition, Apply) and rest.condition.operation == "equal"
    ):
        chosen, bank = rest.condition.operands
        assert isinstance(bank, Const) and isinstance(rest.yes, Load | Select)
        banks.append((bank.words[0], chosen, rest.yes))
        rest = rest.no
    first, chosen, found = banks[-1]
    row, place = register_of(program, found), _address(chosen)
    relative = RelativeAddress(place.register, place.component, place.offset - first, place.file)
    return Register(
        row.file, row.index, row.relative, row.count, first, banks=len(banks), bank_relative=relative
    )


def _address(node: Expression) -> RelativeAddress:
    """What chooses: a component of a register, and a constant."""
    offset = 0
    while not isinstance(node, Load):
        if isinstance(node, Apply):
            node, number = node.operands
            assert isinstance(number, Const)
            offset += number.words[0] - (number.words[0] >> 31 << 32)
        else:
            assert isinstance(node, Bitcast)
            node = node.value
    element = node.index.words[0] if isinstance(node.index, Const) else 0
    return RelativeAddress(node.var.binding + element, node.components[0], offset, FILES[node.var.role])


def _own(program: Program, load: Load, register: Register, vertex: Expression | None) -> Register:
    """The same of a vertex; of a control program's result that is read the attribute that reads it."""
    file, index = register.file, register.index
    if file is RegisterFile.RESULT and program.profile.stage is Stage.TESSELLATION_CONTROL:
        name = program.profile.results[index]
        read = (f"vertex.out.{name}", f"primitive.out.{name}", f"primitive.out.{name.removeprefix('patch.')}")
        index = next(number for number, known in enumerate(CONTROL_ATTRIBUTES) if known in read)
        file = RegisterFile.ATTRIBUTE
    place: int | RelativeAddress | None = None
    if vertex is not None:
        place = vertex.words[0] if isinstance(vertex, Const) else _address(vertex)
    return Register(file, index, register.relative, register.count, register.bank, place)
