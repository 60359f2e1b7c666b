"""Which results are words that packs put together, and so are compared word for word."""

from __future__ import annotations

from nvrender.oracle.tolerance.influence import Place, influence
from nvrender.program import Instruction, Mask, Program, RegisterFile

#: Which operands of what hands words on as they are.
_HANDED_ON = {"mov": (0,), "fcmp": (1, 2), "icmp": (1, 2), "ucmp": (1, 2)}


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


def _place(instruction: Instruction, component: int) -> Place:
    assert instruction.destination is not None
    register = instruction.destination.register
    return register.file, register.index, component


def _is_packed(instruction: Instruction, component: int, packed: set[Place]) -> bool:
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
