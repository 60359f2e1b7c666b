"""Which initial values of a declared-name program can be seen, so that only those are written.

Exact for the straight line a program begins with; behind its first branch, loop or call every register not
yet written whole counts as seen.
"""

from __future__ import annotations

from nvrender.glsl.declared.storage import Storage
from nvrender.glsl.declared.variables import Variable
from nvrender.lower.control_flow.regions import Block, Flow
from nvrender.ops.rows import BY_COMPONENT
from nvrender.program import Condition, Instruction, Operand, RegisterFile, chosen_by
from nvrender.program.opcodes import OperandClass

#: A variable, or the number of a condition code register.
Location = Variable | int

_ALL = frozenset(range(4))


def seen_first_values(
    flow: Flow, storage: Storage, observed: dict[Variable, frozenset[int]]
) -> set[Location]:
    """The registers whose initial value shows; ``observed`` are the results' components read at the end."""
    locations: set[Location] = {variable for variable in storage.variables.values() if not variable.array}
    locations |= set(storage.codes)
    if flow.dispatch or flow.counted or not flow.functions:
        return locations
    seen: set[Location] = set()
    written: dict[Location, set[int]] = {location: set() for location in locations}
    for region in flow.functions[-1].body:
        if not isinstance(region, Block):
            return seen | {location for location in locations if len(written[location]) < 4}
        for instruction in region.instructions:
            for location, components in _reads(instruction, storage):
                if location in written and not components <= written[location]:
                    seen.add(location)
            for location, components in _writes(instruction, storage):
                if location in written:
                    written[location] |= components
    return seen | {
        variable for variable, components in observed.items() if not components <= written[variable]
    }


def _masked(instruction: Instruction) -> frozenset[int]:
    destination = instruction.destination
    return _ALL if destination is None else frozenset(c for c in range(4) if destination.mask[c])


def _reads(instruction: Instruction, storage: Storage) -> list[tuple[Location, frozenset[int]]]:
    found: list[tuple[Location, frozenset[int]]] = []
    mask = _masked(instruction)

    def condition(tested: Condition | None, components: frozenset[int]) -> None:
        if tested is not None and tested.test not in ("TR", "FL"):
            found.append((tested.register, frozenset(tested.swizzle[c] for c in components)))

    if instruction.operation in ("emit", "emit_stream"):
        found += [(variable, _ALL) for variable in storage.all(RegisterFile.RESULT)]
    registers = [operand.register for operand in instruction.sources]
    condition(instruction.condition, _ALL)
    if instruction.destination is not None:
        registers.append(instruction.destination.register)
        condition(instruction.destination.condition, mask)
    if instruction.unit is not None:
        registers.append(instruction.unit)
    for register in registers:
        for relative in chosen_by(register):
            variable = storage.variables[relative.file, relative.register]
            found.append((variable, frozenset({relative.component})))
    for number, operand in enumerate(instruction.sources):
        key = operand.register.file, operand.register.index
        if operand.register.relative is None and key in storage.variables:
            found.append((storage.variables[key], read_components(instruction, number, operand, mask)))
    return found


def read_components(
    instruction: Instruction, number: int, operand: Operand, mask: frozenset[int]
) -> frozenset[int]:
    """The components of an operand's register that an instruction reads."""
    if operand.extended is not None:
        return _ALL
    if number >= len(instruction.opcode.operands):  # a second coordinate, a texel offset, a handle
        return frozenset(operand.swizzle)
    if instruction.opcode.operands[number] is OperandClass.SCALAR:
        return frozenset({operand.swizzle[0]})
    row = instruction.row
    if row.form not in BY_COMPONENT:
        return frozenset(operand.swizzle)
    return frozenset(operand.swizzle[component] for component in row.components_read(number) or mask)


def _writes(instruction: Instruction, storage: Storage) -> list[tuple[Location, frozenset[int]]]:
    destination = instruction.destination
    if destination is None or (destination.condition is not None and destination.condition.test != "TR"):
        return []
    mask = _masked(instruction)
    found: list[tuple[Location, frozenset[int]]] = []
    register = destination.register
    if register.relative is None and register.file is not RegisterFile.BUFFER:
        found.append((storage.of(register), mask))
    if instruction.condition_code is not None:
        found.append((instruction.condition_code, mask))
    return found
