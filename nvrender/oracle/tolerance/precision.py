"""The precision a specification grants one result, in numbers, and which results are words."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

import numpy as np
import numpy.typing as npt

from nvrender.languages.profiles import OPCODES
from nvrender.ops.types import DataType
from nvrender.oracle.tolerance.influence import RegisterComponent, influence
from nvrender.program import Instruction, Mask, Program, RegisterFile
from nvrender.program.families import Family
from nvrender.program.opcodes import Precision, PrecisionKind, Precisions

Float64Array = npt.NDArray[np.float64]

#: One unit in the last place of a result in [1, 2).
_ULP = 2.0**-23
_SMALLEST_EXPONENT = -126
_TURN = 2.0 * np.pi
#: Which operands of what hands words on as they are.
_HANDED_ON = {"mov": (0,), "fcmp": (1, 2), "icmp": (1, 2), "ucmp": (1, 2)}


def _binade(values: npt.NDArray[np.floating]) -> Float64Array:
    """floor(log2 |v|), no lower than −126, which zeros have too; of no meaning for INF and NaN."""
    _, exponent = np.frexp(values)
    return np.where(values == 0, _SMALLEST_EXPONENT, np.maximum(exponent - 1.0, _SMALLEST_EXPONENT))


def unit(values: npt.NDArray[np.floating]) -> Float64Array:
    """One unit in the last place of each value as float32."""
    return np.asarray(_ULP * np.exp2(_binade(values)), np.float64)


def bounds(
    precision: Precision,
    result: npt.NDArray[np.floating],
    operands: Sequence[npt.NDArray[np.floating]] = (),
    *,
    rounding: bool = False,
) -> Float64Array:
    """How far from the exact ``result`` a conforming result may lie; float64, shaped as ``result``.

    ``precision.section`` grants it. ``operands`` are LIT's x, y and w for LIT_POWER, the angle for
    PERIODIC. 0 for exact and rounded results and for INF and NaN; one unit of the last place for
    rounded ones with ``rounding`` (NV_vertex_program 2.14.1.11: round to zero "or better").
    """
    value = result.astype(np.float64)
    size = np.abs(value)
    match precision.kind:
        case PrecisionKind.EXACT:
            return np.zeros_like(value)
        case PrecisionKind.ROUNDED:
            bound = unit(value) if rounding else np.zeros_like(value)
        case PrecisionKind.ABSOLUTE:
            bound = np.maximum(precision.bound, unit(value))
        case PrecisionKind.PERIODIC:
            angle = np.abs(operands[0]).astype(np.float64) if operands else np.zeros_like(size)
            bound = np.minimum(precision.bound * np.maximum(np.where(angle < _TURN, 1.0, angle), 1.0), 2.0)
        case PrecisionKind.BINADE:
            bound = precision.bound * np.exp2(_binade(value))
        case PrecisionKind.BINADE_ABOVE:
            exponent = _binade(value)
            above = np.where(size == np.exp2(exponent), exponent, exponent + 1.0)
            bound = precision.bound * np.exp2(above)
        case PrecisionKind.RELATIVE:
            bound = np.maximum(precision.bound * size, unit(value))
        case PrecisionKind.LIT_POWER:
            power = np.abs(operands[2]).astype(np.float64) if operands else np.full_like(size, 128.0)
            bound = size * (
                np.exp2(np.minimum(power, 128.0) * precision.bound) * (1.0 + precision.bound) - 1.0
            )
    return np.where(np.isfinite(value), bound, 0.0)


@cache
def granted(family: Family, operation: str) -> Precisions:
    """The precision that a family of languages grants an operation of floats."""
    rows = (row for (name, _), row in OPCODES.items() if name == family.name)
    return next(row.precision for row in rows if row.operation_of(DataType.FLOAT) == operation)


def packed_components(program: Program, *, fast: bool = False) -> dict[str, Mask]:
    """Result name → the components of which every value is a pack's word, where there are any.

    Not those that an approximate result may flow into, nor any of a program with textures, which are
    filtered, or registers in arrays.
    """
    rows = program.instructions
    if not any(row.opcode.packs for row in rows) or any(row.texture or _in_arrays(row) for row in rows):
        return {}
    reach = influence(program, False, fast)
    if reach.decides:
        return {}
    writes = [(row, component) for row in rows for component in _components(row)]
    packed = {_place(row, component) for row, component in writes}
    while failing := {_place(*write) for write in writes if not _is_packed(*write, packed)} & packed:
        packed -= failing
    found: dict[str, Mask] = {}
    for number, name in enumerate(program.profile.results):
        x, y, z, w = ((RegisterFile.RESULT, number, k) in packed - reach.places for k in range(4))
        if x or y or z or w:
            found[name] = x, y, z, w
    return found


def _in_arrays(instruction: Instruction) -> bool:
    registers = [operand.register for operand in instruction.sources]
    if instruction.destination is not None:
        registers.append(instruction.destination.register)
    own = (RegisterFile.TEMPORARY, RegisterFile.RESULT)
    return any(register.relative is not None and register.file in own for register in registers)


def _components(instruction: Instruction) -> list[int]:
    mask = () if instruction.destination is None else instruction.destination.mask
    return [component for component, on in enumerate(mask) if on]


def _place(instruction: Instruction, component: int) -> RegisterComponent:
    assert instruction.destination is not None
    register = instruction.destination.register
    return register.file, register.index, component


def _is_packed(instruction: Instruction, component: int, packed: set[RegisterComponent]) -> bool:
    """True for a pack, and for what hands on words that all are packed."""
    if instruction.opcode.packs:
        return True
    if instruction.operation not in _HANDED_ON or instruction.clamp or instruction.precision == "X":
        return False
    for position in _HANDED_ON[instruction.operation]:
        operand = instruction.operands[position]
        extended = operand.extended
        chosen = operand.swizzle[component] if extended is None else extended.selectors[component]
        if (operand.register.file, operand.register.index, chosen) not in packed:
            return False
    return True
