"""What goes to memory in 64 bits, and from there into LONG variables, as words (NV_gpu_program5 2.X.4.5)."""

from __future__ import annotations

from nvrender.glsl.declared.operands import TypedOperands
from nvrender.glsl.expressions import vector_type
from nvrender.glsl.memory import operations as memory_ops
from nvrender.glsl.memory.operations import FOUND
from nvrender.glsl.memory.storages import load_name, store_name
from nvrender.glsl.wide.words import signed_words, stored_words, truth
from nvrender.glsl.wide.writer import WideWriter
from nvrender.ops.memory_access import STORAGES, Storage
from nvrender.program import COMPONENTS, Clamp, Instruction


def is_long(instruction: Instruction) -> bool:
    """True for what is stored in 64 bits, and what is loaded so into a LONG variable."""
    destination = instruction.destination
    return instruction.storages[0].bits == 64 and (destination is None or destination.register.long)


def stores(context: TypedOperands, instruction: Instruction) -> list[str]:
    """The whole of a store."""
    storage, raw, size = _raw(instruction)
    name = context.use(store_name(raw, memory_ops.prefix(instruction)), 1)
    operand = instruction.operands[0]
    pairs = [stored_words(context, operand, component) for component in range(storage.count)]
    lines = _places(context, instruction)
    for number, place in enumerate(_halves(instruction, size)):
        given = ", ".join(pairs[number * size : (number + 1) * size])
        lines.append(f"{name}({place}, {f'uvec4({given})' if size == 2 else given});")
    return ["{", *(f"    {line}" for line in lines), "}"]


class FoundWriter(WideWriter):
    """The statements of a load or an atomic operation that writes a LONG variable."""

    def lines(self) -> list[str]:
        """What is done in memory is done whatever is written."""
        found = self._find()
        if self.condition is None or self.condition.test != "FL":
            found += super().lines()
        return ["{", *(f"    {line}" for line in found), "}"]

    def _find(self) -> list[str]:
        context, instruction = self.context, self.instruction
        if instruction.atomic is not None:
            return [f"uvec2 {FOUND} = {memory_ops.access(context, instruction).text};"]
        _, raw, size = _raw(instruction)
        name = context.use(load_name(raw, memory_ops.prefix(instruction)), 1)
        first = "".join(f"{each.text}, " for each in memory_ops.bank_arguments(context, instruction))
        kind = vector_type(2 * size, "u")
        return [
            *_places(context, instruction),
            *(
                f"{kind} {FOUND}_{number} = {name}({first}{place});"
                for number, place in enumerate(_halves(instruction, size))
            ),
        ]

    def _computed(self, component: int) -> list[str]:
        instruction = self.instruction
        words, clamp = self._words(component), instruction.clamp
        if memory_ops.modifies(instruction):
            words = signed_words(self.call, words, instruction.operands[0])
        if clamp is not None:
            words = self.call("nv_double_limited", words, truth(clamp is Clamp.SIGNED))
        return [f"uvec2 wide_{COMPONENTS[component]} = {words};"]

    def _words(self, component: int) -> str:
        """What was found of a component, zeros behind the last."""
        instruction = self.instruction
        if instruction.atomic is not None:
            return FOUND
        storage, _, size = _raw(instruction)
        if memory_ops.modifies(instruction):
            component = instruction.operands[0].swizzle[component]
        if component >= storage.count:
            return "uvec2(0u)"
        return f"{FOUND}_{component // size}.{'zw' if component % size else 'xy'}"


def _raw(instruction: Instruction) -> tuple[Storage, Storage, int]:
    """The storage modifier, the one of words that reads as much at once, and how many components that is."""
    storage = instruction.storages[0]
    size = min(storage.count, 2)
    return storage, STORAGES[f"U32X{2 * size}"], size


def _places(context: TypedOperands, instruction: Instruction) -> list[str]:
    return [f"uint place = {memory_ops.place_of(context, instruction).text};"]


def _halves(instruction: Instruction, size: int) -> list[str]:
    none = memory_ops.nowhere(instruction)
    return ["place", f"place == {none} ? {none} : place + 16u"][: instruction.storages[0].count // size]
