"""Every operation that is built of its operands alone, and how its operands are laid out."""

from __future__ import annotations

from typing import Any

from nvrender.ir.nodes import Apply
from nvrender.ir.types import Kind, Type
from nvrender.llvm.lanes import Lanes
from nvrender.llvm.operations import approximations, floats, integers, quads, tests, words
from nvrender.llvm.operations.floats import Function
from nvrender.llvm.refusal import refused
from nvrender.llvm.types import DOUBLE, Rows, Value, bits_of, element_of, is_float
from nvrender.ops.rows import BY_COMPONENT
from nvrender.ops.table import OPERATIONS as ROWS

OPERATIONS: dict[str, Function] = {
    **floats.OPERATIONS,
    **approximations.OPERATIONS,
    **integers.OPERATIONS,
    **words.OPERATIONS,
    **tests.OPERATIONS,
    **quads.OPERATIONS,
}
#: Float → integer, by the name of a row: the rounding, and whether the integer is signed.
_INTEGERS = {
    f"{letter}{name}": integers.rounding(way, signed=letter == "i")
    for letter in "iu"
    for name, way in (("floor", "floor"), ("ceil", "ceil"), ("round", "rint"), ("trunc", "trunc"))
}
_TRUTHS = {f"{letter}{name}": name == "true" for letter in "fiu" for name in ("true", "false")}


def applied(lanes: Lanes, node: Apply, operands: list[Rows]) -> Rows:
    """The components of what an operation gives."""
    name, element = node.operation, element_of(node.type)
    if ROWS[name].form not in BY_COMPONENT:
        function = OPERATIONS.get(name)
        if function is None:
            raise refused(f"the operation {name}")
        found: Rows = function(lanes, *operands)
        return [_of(lanes, row, element) for row in found[: node.type.width]]
    width = node.type.width
    spread = [rows * width if len(rows) == 1 else rows for rows in operands]
    types = [row.type for row in node.operands]
    return [
        _of(lanes, _one(lanes, name, types, [rows[place] for rows in spread], element), element)
        for place in range(width)
    ]


def _one(lanes: Lanes, name: str, types: list[Type], operands: list[Value], element: Any) -> Value:
    """A component of an operation of components."""
    if name in OPERATIONS:
        return OPERATIONS[name](lanes, *operands)
    signed = not types or types[0].kind is not Kind.UINT
    if name in tests.RELATIONS:
        return tests.RELATIONS[name](lanes, *operands, signed=signed)
    if name in _INTEGERS:
        return _INTEGERS[name](lanes, operands[0], element)
    if name in _TRUTHS:
        return tests.truth(lanes, element, holds=_TRUTHS[name])
    match name:
        case "mov":
            return operands[0]
        case "i2f" | "u2f":
            instruction = "sitofp" if name == "i2f" else "uitofp"
            return lanes.flush(lanes.convert(instruction, operands[0], element))
        case "distance":
            return integers.distance(signed)(lanes, *operands)
        case "resize":
            return _resized(lanes, operands[0], element, signed)
    raise refused(f"the operation {name}")


def _resized(lanes: Lanes, a: Value, element: Any, signed: bool) -> Value:
    """A number in more bits or in fewer: rounded once where it is a float, else the low bits."""
    if a.type.element == element:
        return a
    if is_float(element):
        return lanes.double(a) if element == DOUBLE else lanes.single(a)
    if bits_of(element) < bits_of(a.type.element):
        return lanes.convert("trunc", a, element)
    return lanes.convert("sext" if signed else "zext", a, element)


def _of(lanes: Lanes, a: Value, element: Any) -> Value:
    """The same bits as ``element``, which is what the node says that the result is."""
    return lanes.cast(a, element)
