"""Which elements of a program's variables loads read, and assignments write."""

from __future__ import annotations

from dataclasses import replace
from typing import Protocol

from nvrender.glsl.printer.bounds import bounds
from nvrender.glsl.printer.expressions import Texts, printed
from nvrender.glsl.registers.layout import FILES
from nvrender.glsl.registers.storage import Storage
from nvrender.glsl.registers.variables import Element, Variable
from nvrender.ir import visit
from nvrender.ir.analysis.induction import Place, place
from nvrender.ir.nodes import Apply, Assign, Const, Expression, Load, Role, Select, Var
from nvrender.ir.types import INT, UINT, signed_word
from nvrender.lower.operands import bitcast, plus
from nvrender.lower.stages import attribute_of
from nvrender.program import Program, RegisterFile
from nvrender.program.profile import Stage


class ElementTexts(Texts, Protocol):
    """What names variables, and prints what chooses among their elements."""

    @property
    def program(self) -> Program: ...

    @property
    def storage(self) -> Storage: ...

    @property
    def within(self) -> frozenset[Place]: ...


def read_element(context: ElementTexts, node: Load | Select) -> Element:
    """What is read; a Select has zeros beside a part of an array, or beside several buffers."""
    if isinstance(node, Load):
        return _read(context, node, None)
    test = node.condition
    assert isinstance(test, Apply)
    if test.operation == "equal":
        return _of_banks(context, node)
    assert isinstance(node.yes, Load)
    return _read(context, node.yes, test)


def selected(node: Load | Select) -> tuple[int, ...]:
    """The components that are read."""
    while isinstance(node, Select):
        assert isinstance(node.yes, Load | Select)
        node = node.yes
    return node.components


def written_element(context: ElementTexts, node: Assign) -> Element:
    """What is written, of an array or of a part of one chosen at run time."""
    number, count, index = _chosen(context, node.var, node.index, bounds(node.when)[0])
    return Element(_variable(context, _file(node.var), node.var, number), number, count, index)


def inside(context: ElementTexts, node: Assign) -> str:
    """What asks whether the element is there, in front of a statement: else the write vanishes."""
    if node.index is None or isinstance(node.index, Const) or place(node) in context.within:
        return ""
    bound = bounds(node.when)[0]
    index, count = (node.index, node.var.length) if bound is None else (bound.operands[0], _count(bound))
    address, number = _parts(bitcast(index, INT))
    load = address if isinstance(address, Load) else next(iter(_loads(address)))
    if not context.glsl.modern:
        text = printed(context, bitcast(plus(address, number), INT)).text
        return f"if ({text} >= 0 && {text} < {count}) "
    index = bitcast(plus(address, number), UINT)
    if number and context.kind_of(load.var) != "i":
        sign = "usub" if number < 0 else "uadd"
        index = Apply(sign, (bitcast(address, UINT), Const(UINT, (abs(number),))), UINT)
    return f"if ({printed(context, index).text} < {count}u) "


def _loads(node: Expression) -> list[Load]:
    return [row for row in visit.expressions(node) if isinstance(row, Load)]


def _count(test: Apply) -> int:
    (count,) = test.operands[1:]
    assert isinstance(count, Const)
    return count.words[0]


def _parts(node: Expression) -> tuple[Expression, int]:
    """What is added to a number, and the number."""
    match node:
        case Apply("iadd", (address, Const(words=(word,)))):
            return address, signed_word(word)
    return node, 0


def _chosen(
    context: ElementTexts, var: Var, index: Expression | None, test: Apply | None
) -> tuple[int, int, str]:
    """The first register, how many there are to choose from, and what does."""
    first = 0 if var.role is Role.BUFFER else var.binding
    if index is None or isinstance(index, Const):
        return first + (0 if index is None else index.words[0]), 0, ""
    if test is None:
        return first, var.length, printed(context, index).text
    chosen = bitcast(test.operands[0], INT)
    start = _parts(index)[1] - _parts(chosen)[1]
    return first + start, _count(test), printed(context, chosen).text


def _variable(context: ElementTexts, file: RegisterFile, var: Var, number: int) -> Variable:
    if var.value:
        return context.storage.values[var.name]
    return context.storage.variables[file, var.binding if file is RegisterFile.BUFFER else number]


def _file(var: Var) -> RegisterFile:
    return RegisterFile.TEMPORARY if var.role is Role.CODE else FILES[var.role]


def _read(context: ElementTexts, load: Load, test: Apply | None) -> Element:
    """The same of a vertex; of a control program's result the attribute that reads it."""
    number, count, index = _chosen(context, load.var, load.index, test)
    file = _file(load.var)
    if file is RegisterFile.RESULT and context.program.profile.stage is Stage.TESSELLATION_CONTROL:
        file, number = RegisterFile.ATTRIBUTE, attribute_of(number)
    vertex: int | str | None = None
    if load.vertex is not None:
        chosen = load.vertex
        vertex = chosen.words[0] if isinstance(chosen, Const) else printed(context, chosen).text
    inside = test is None and place(load) in context.within
    return Element(_variable(context, file, load.var, number), number, count, index, vertex, inside=inside)


def _of_banks(context: ElementTexts, node: Select) -> Element:
    """An element of the buffer that is chosen of several: the last of the choices is the first buffer."""
    banks: list[tuple[int, Expression, Expression]] = []
    rest: Expression = node
    while isinstance(rest, Select):
        assert isinstance(rest.condition, Apply)
        chosen, bank = rest.condition.operands
        assert isinstance(bank, Const)
        banks.append((bank.words[0], chosen, rest.yes))
        rest = rest.no
    first, chosen, found = banks[-1]
    assert isinstance(found, Load | Select)
    points = tuple(bank for bank, _, _ in reversed(banks))
    element = read_element(context, found)
    return replace(element, banks=points, bank=printed(context, plus(chosen, -first)).text)
