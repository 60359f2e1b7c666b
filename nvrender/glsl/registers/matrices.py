"""Parameters that are declared as matrices: those that are multiplied as such.

The block keeps its bytes (OpenGL 3.3, 2.11.4, Standard Uniform Block Layout). A matrix whose registers are
only rows is ``row_major`` and stands before the vector; of any other ``name[n]`` is the register, a column,
and a product with its rows has the vector first.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from nvrender.glsl.registers.layout import Layout
from nvrender.glsl.registers.variables import Variable
from nvrender.ir import visit
from nvrender.ir.analysis.uses import all_statements
from nvrender.ir.nodes import Apply, Bitcast, Const, Expression, Load, Role, Shader
from nvrender.program import BindingKind, RegisterFile
from nvrender.program.profile import Stage

ROWS = frozenset({"frows3", "frows3x4", "frows4"})
COLUMNS = frozenset({"fcolumns3", "fcolumns4"})
#: Products with vectors of three.
_OF_THREE = frozenset({"frows3", "fcolumns3"})


@dataclass
class _Uses:
    """The products a variable is the matrix of, and whether it is read in any other way."""

    products: set[str] = field(default_factory=set)
    apart: bool = False


def declare_matrices(layout: Layout, shader: Shader) -> None:
    """Gives variables that are matrices their type."""
    profile = layout.program.profile
    if profile.stage is Stage.COMPUTE or profile.writable_parameters:  # which copy parameters
        return
    if not layout.blocks:  # layouts of rows are of blocks
        return
    _join_rows(layout, shader)
    uses: dict[Variable, _Uses] = {}
    for node in all_statements(shader):
        for child in visit.children(node):
            for variable, product in _read(layout, child):
                found = uses.setdefault(variable, _Uses())
                found.apart |= not product
                found.products |= {product} if product else set()
    for variable, found in uses.items():
        if found.products:
            variable.row_major = not found.apart and found.products <= ROWS
            variable.matrix = _type(variable, found)


def _join_rows(layout: Layout, shader: Shader) -> None:
    """Makes one variable of parameters without a name of their own that are the rows of a product."""
    rows = [
        [number for row in node.operands[1:] if (number := parameter_number(row)) is not None]
        for statement in all_statements(shader)
        for node in visit.expressions(statement)
        if isinstance(node, Apply) and node.operation in ROWS | COLUMNS
    ]
    declared = {row.index for row in layout.program.variables if row.file is RegisterFile.PARAMETER}
    for numbers in sorted(rows, key=len, reverse=True):
        variables = [layout.variables[RegisterFile.PARAMETER, number] for number in numbers]
        single = not any(row.array or row.kind or row.uniform or row.indexed for row in variables)
        successive = numbers == list(range(numbers[0], numbers[-1] + 1))
        if single and successive and declared.isdisjoint(numbers) and _follow(layout, numbers):
            first = variables[0]
            whole = Variable(first.file, first.start, len(numbers), array=True, block=first.block)
            layout.variables.update({(RegisterFile.PARAMETER, number): whole for number in numbers})


def _follow(layout: Layout, numbers: Sequence[int]) -> bool:
    """True for parameters of which each is bound to what follows the one before, as members stand."""
    bound = [layout.program.parameters[number] for number in numbers]
    if bound[0].kind not in (BindingKind.ENVIRONMENT, BindingKind.LOCAL):
        return True
    places = [(row.kind, row.index - place) for place, row in enumerate(bound)]
    return len(set(places)) == 1


def _type(variable: Variable, uses: _Uses) -> str:
    if variable.count == 4:
        return "mat4"
    if not uses.apart and uses.products <= _OF_THREE:
        return "mat3"
    return "mat4x3" if variable.row_major else "mat3x4"


def _read(layout: Layout, node: Expression) -> Iterator[tuple[Variable, str]]:
    """The parameters' variables that are read, and the operation whose matrix they are, or ""."""
    rest: Sequence[Expression] = visit.children(node)
    if isinstance(node, Apply) and node.operation in ROWS | COLUMNS:
        whole = _whole(layout, node.operands[1:])
        if whole is not None:
            yield whole, node.operation
            rest = node.operands[:1]
    elif (number := parameter_number(node)) is not None:
        yield layout.variables[RegisterFile.PARAMETER, number], ""
    for child in rest:
        yield from _read(layout, child)


def parameter_number(node: Expression) -> int | None:
    """The number of the parameter that is read, of an array chosen from that of the first."""
    load = node.value if isinstance(node, Bitcast) else node
    if not isinstance(load, Load) or load.var.role is not Role.PARAMETER:
        return None
    return load.var.binding + (load.index.words[0] if isinstance(load.index, Const) else 0)


def _whole(layout: Layout, rows: Sequence[Expression]) -> Variable | None:
    """The variable of which rows are the first three or all four."""
    numbers = [parameter_number(row) for row in rows]
    if numbers[0] is None:
        return None
    variable = layout.variables[RegisterFile.PARAMETER, numbers[0]]
    plain = not (variable.relative or variable.kind or variable.indexed)
    fits = variable.array and plain and variable.count in (3, 4)
    first = variable.start
    return variable if fits and numbers == list(range(first, first + len(rows))) else None


def matrix_of(layout: Layout, rows: Sequence[Expression]) -> Variable | None:
    """The matrix of which these are the rows or columns."""
    found = _whole(layout, rows)
    return found if found is not None and found.matrix else None
