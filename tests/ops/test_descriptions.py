"""What people are told of an operation is what evaluates it: formulas on ordinary numbers, special values."""

from __future__ import annotations

import ast
import math
from typing import Any

import numpy as np
import pytest
from batches import every

from nvrender.languages.profiles import OPCODES
from nvrender.ops.descriptions import DESCRIPTIONS
from nvrender.ops.evaluation.numerics import Float32Array, arithmetic
from nvrender.ops.evaluation.table import evaluation_of
from nvrender.ops.rows import Form
from nvrender.ops.signatures import signature
from nvrender.ops.table import OPERATIONS
from nvrender.program.opcodes import Opcode, OperandClass

_DTYPES: dict[str, Any] = {"f": np.float32, "i": np.int32, "u": np.uint32}
_FUNCTIONS = {
    "sqrt": math.sqrt, "exp2": lambda x: 2.0**x, "log2": math.log2, "sin": math.sin, "cos": math.cos,
    "floor": math.floor, "ceil": math.ceil, "trunc": math.trunc, "roundEven": round, "pow": math.pow,
    "abs": abs, "min": min, "max": max, "clamp": lambda x, low, high: min(max(x, low), high),
    "sign": lambda x: math.copysign(1, x),
}  # fmt: skip
_NUMBERS = {"INF": math.inf, "-INF": -math.inf, "NaN": math.nan}
#: Operands of four components, of floats and of integers.
_FLOATS = ([0.75, 1.25, 0.5, 2.5], [1.5, 0.375, 1.25, 0.5], [0.25, 2.0, 3.0, 0.625])
_SIGNED = ([-5, 7, 12, 3], [3, 4, -2, 3], [100, -7, 8, 21])
_UNSIGNED = ([5, 7, 12, 3], [3, 4, 2, 3], [100, 7, 8, 21])
_GIVEN = {"f": _FLOATS, "i": _SIGNED, "u": _UNSIGNED}


#: Addresses are kept as floats; words of any type are told apart by nothing.
_FLOATING = ("address_", "mov")


def _kind(name: str, place: int | None) -> str:
    """The letter of an operand's numbers, or of the result's."""
    kinds = signature(name)
    letter = kinds.result if place is None else kinds.operand(place)
    if name.startswith(_FLOATING):
        return "f"
    return "u" if letter in "*=" else letter


def _operands(name: str) -> list[list[Any]]:
    """Ordinary ones, of scalars the same number four times."""
    row = max((row for row in OPCODES.values() if name in _meant(row)), key=lambda row: len(row.operands))
    found = []
    for place, operand_class in enumerate(row.operands):
        numbers = _GIVEN[_kind(name, place)][place]
        found.append(numbers[:1] * 4 if operand_class is OperandClass.SCALAR else numbers)
    return found


def _meant(row: Opcode) -> set[str]:
    return {row.operation_of(type) for type in row.types or {row.default}}


def evaluated(name: str, operands: list[list[Any]]) -> list[float]:
    """The four components that the oracle's evaluation gives."""
    row = OPERATIONS[name]
    evaluation = evaluation_of(row)
    assert evaluation is not None
    arrays: list[Float32Array] = [
        np.array([components], _DTYPES[_kind(name, place)]).T.view(np.float32)
        for place, components in enumerate(operands)
    ]
    out, work = np.zeros((4, 1), np.float32), np.zeros((4, 1), np.float32)
    with arithmetic():
        if row.form is Form.COMPONENTWISE:
            evaluation.functions[0](out, work, *arrays)
        elif row.form is Form.REPLICATED:
            groups = [arrays[number][list(places)] for number, places in row.reads[0]]
            evaluation.functions[0](out[:1], work, *groups)
            out[:] = out[:1]
        else:
            for component, function in enumerate(evaluation.functions):
                pairs = row.reads[component]
                read = [arrays[number][place : place + 1] for number, places in pairs for place in places]
                function(out[component : component + 1], work, *read)
    return [float(value) for value in out.view(_DTYPES[_kind(name, None)])[:, 0]]


def expected(name: str, operands: list[list[Any]]) -> list[float]:
    """The four components that the formula gives."""
    tree = _python(DESCRIPTIONS[name].formula)
    code = compile(ast.parse(tree, mode="eval"), name, "eval")
    letters = "abc"[: len(operands)]
    values = []
    for component in range(4):
        scope: dict[str, Any] = dict(_FUNCTIONS)
        for letter, components in zip(letters, operands, strict=True):
            scope[letter] = _Operand(components, component)
        value = eval(code, {"__builtins__": {}}, scope)
        values.append(float(value[component] if isinstance(value, tuple) else value))
    return values


class _Operand(float):
    """A component as a number, the others by their letters."""

    def __new__(cls, components: list[Any], component: int) -> Any:
        kind = int if isinstance(components[0], int) else float
        made = type("_Operand", (kind,), {})(components[component])
        made.__dict__.update(zip("xyzw", components, strict=True))
        return made


def _python(formula: str) -> str:
    """``c ? p : q`` as Python has it, within parentheses and between commas too."""
    parts, depth, start = [], 0, 0
    if formula.startswith("(") and formula.endswith(")") and "," in formula:
        inner = formula[1:-1]
        for place, letter in enumerate(inner):
            depth += (letter == "(") - (letter == ")")
            if letter == "," and depth == 0:
                parts.append(inner[start:place])
                start = place + 1
        if parts:
            return "(" + ", ".join(_python(part.strip()) for part in (*parts, inner[start:])) + ")"
    if " ? " not in formula:
        return formula
    condition, rest = formula.split(" ? ", 1)
    chosen, other = rest.split(" : ", 1)
    return f"(({chosen}) if ({condition}) else ({_python(other)}))"


_COMPUTED = sorted(name for name, row in DESCRIPTIONS.items() if row.formula)


def test_every_operation_that_an_instruction_means_is_described() -> None:
    assert DESCRIPTIONS.keys() == set().union(*map(_meant, OPCODES.values()))


@every("name", _COMPUTED)
def test_formulas(name: str) -> None:
    operands = _operands(name)
    for found, wanted in zip(evaluated(name, operands), expected(name, operands), strict=True):
        if _kind(name, None) == "f":
            assert found == pytest.approx(wanted, rel=1e-5, abs=1e-6)
        else:
            assert int(found) % 2**32 == int(wanted) % 2**32


@every("name", _COMPUTED)
def test_special_values(name: str) -> None:
    for special in DESCRIPTIONS[name].special:
        given, result = special.split(" → ")
        operands = [[_number(word)] * 4 for word in given.split(", ")]
        found, wanted = np.float32(evaluated(name, operands)[0]), np.float32(_number(result))
        same = (
            np.isnan(found)
            if np.isnan(wanted)
            else found == wanted and np.signbit(found) == np.signbit(wanted)
        )
        assert same, f"{special}: {found}"


def _number(word: str) -> float:
    if "^" in word:
        base, power = word.lstrip("-").split("^")
        return math.copysign(float(base) ** float(power), -1 if word.startswith("-") else 1)
    return _NUMBERS.get(word, 0.0) if word in _NUMBERS else float(word)
