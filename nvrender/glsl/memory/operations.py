"""Instructions that reach memory → GLSL (NV_gpu_program5 2.X.8, ATOM, LDC, LOAD, MEMBAR, STORE)."""

from __future__ import annotations

from nvrender.glsl.declared.operands import TypedOperands
from nvrender.glsl.declared.view import TypedView
from nvrender.glsl.declared.word_types import KINDS, cast
from nvrender.glsl.expressions import PRIMARY, Expression, call, vector
from nvrender.glsl.memory.block import STORAGE_BUFFERS
from nvrender.glsl.memory.faults import fault_function, resident_function
from nvrender.glsl.memory.storages import atomic_name, load_name, memory_words, register_words, store_name
from nvrender.glsl.wide.words import stored_words
from nvrender.ops.memory_access import Atomic, Space
from nvrender.program import COMPONENTS, Instruction, Operand, Register, RegisterFile, RelativeAddress
from nvrender.program.opcodes import ResultClass

#: What a load found, under a name.
FOUND = "found"


def barrier(instruction: Instruction) -> list[str]:
    """BAR and MEMBAR (NV_compute_program5 2.X.8)."""
    if instruction.operation == "barrier":
        return ["memoryBarrierShared();", "barrier();"]
    return ["groupMemoryBarrier();" if instruction.group else "memoryBarrier();"]


def access(context: TypedOperands, instruction: Instruction) -> Expression:
    """The call that does what the instruction does, and gives the words that it finds."""
    storage, space = instruction.storages[0], prefix(instruction)
    place = place_of(context, instruction)
    if instruction.operation == "store":
        words = operand_words(context, instruction, tuple(range(storage.count)))
        given = [memory_words(context.use, storage, words)]
        given += [Expression(f"{(1 << 8 * storage.bytes) - 1}u")] if storage.bytes < 4 else []
        return call(context.use(store_name(storage, space), 1), place, *given)
    if instruction.atomic is not None:
        components = (0, 1) if instruction.atomic is Atomic.COMPARE_AND_SWAP else (0,)
        name, width = context.use(atomic_name(instruction.atomic, storage, space), 1), storage.bits // 32
        if width == 2:
            operand = instruction.operands[0]
            given = [Expression(stored_words(context, operand, component)) for component in components]
        else:
            given = [operand_words(context, instruction, (component,)) for component in components]
        return call(name, place, *given, width=width)
    banks = bank_arguments(context, instruction)
    words = call(context.use(load_name(storage, space), 1), *banks, place, width=storage.count)
    return register_words(context.use, storage, words)


def bank_arguments(context: TypedOperands, instruction: Instruction) -> list[Expression]:
    """What a load is told of the parameter buffer, before the place."""
    if instruction.opcode.space is not Space.CONSTANT:
        return []
    context.functions["nv_constant"] = _constants(context)
    return [_bank(context, instruction.operands[0].register, "outside")]


def operand_words(
    context: TypedOperands, instruction: Instruction, components: tuple[int, ...]
) -> Expression:
    """Components of the vector operand as words."""
    operand = instruction.operands[0]
    typed = operand.absolute or operand.negate or operand.register.long
    kind = KINDS[instruction.type] if typed else "u"
    return cast(context.operand(operand, components, kind, full=True), kind, "u")


def always_written(instruction: Instruction) -> bool:
    """True where what is found goes into one known register, under no condition, and nowhere else."""
    destination = instruction.destination
    if destination is None or destination.condition is not None or instruction.condition_code is not None:
        return False
    register = destination.register
    return register.relative is None and register.file is not RegisterFile.CONDITION_CODE


def is_simple(instruction: Instruction) -> bool:
    """True where what is found is used once and written always."""
    destination = instruction.destination
    if destination is None or not always_written(instruction):
        return False
    components = [component for component in range(4) if destination.mask[component]]
    if instruction.opcode.result is ResultClass.SCALAR:
        return True
    swizzle = instruction.operands[0].swizzle
    chosen = [swizzle[k] for k in components] if modifies(instruction) else components
    count = instruction.storages[0].count
    return len([k for k in chosen if k < count]) == 1 if count == 1 else chosen == list(range(count))


def modifies(instruction: Instruction) -> bool:
    """True where the operand's swizzle, bars and sign are of what is loaded (NV_gpu_program5 2.X.8, LDC)."""
    return instruction.opcode.space is Space.CONSTANT


def loaded(view: TypedView) -> Expression:
    """What was found, as the components that are written; LDC swizzles and signs it."""
    instruction, found = view.instruction, view.found
    if instruction.opcode.result is ResultClass.SCALAR:
        low = Expression(f"{found.text}.x") if instruction.storages[0].bits == 64 else found
        return cast(low, "u", view.result_kind)
    operand = instruction.operands[0]
    changed, count = modifies(instruction), instruction.storages[0].count
    chosen = [operand.swizzle[k] for k in view.components] if changed else list(view.components)
    if chosen == list(range(count)):
        value = cast(found, "u", view.result_kind)
    else:
        value = vector([_component(view, found, k, count) for k in chosen], view.result_kind)
    if changed and operand.absolute:
        value = call("abs", value, width=value.width)
    return Expression(f"-{value.at(PRIMARY)}", 3, value.width) if changed and operand.negate else value


def _component(view: TypedView, found: Expression, component: int, count: int) -> Expression:
    """One of the words, zero behind the last."""
    if component >= count:
        return {"": view.zero(), "i": Expression("0"), "u": Expression("0u")}[view.result_kind]
    text = found.text if count == 1 else f"{found.text}.{COMPONENTS[component]}"
    return cast(Expression(text), "u", view.result_kind)


# --- where


def prefix(instruction: Instruction) -> str:
    """How the names of helpers tell spaces apart."""
    return {Space.SHARED: "shared_", Space.CONSTANT: "constant_"}.get(
        instruction.opcode.space or Space.GLOBAL, ""
    )


def place_of(context: TypedOperands, instruction: Instruction) -> Expression:
    """The byte an access begins at, or the one of invalid accesses."""
    place = _checked_place(context, instruction)
    if not context.asleep or instruction.opcode.space is Space.CONSTANT:
        return place
    return Expression(f"{context.asleep} ? {nowhere(instruction)} : {place.text}", 0)


def nowhere(instruction: Instruction) -> str:
    """The place of invalid accesses."""
    return "nowhere" if instruction.opcode.space in (Space.GLOBAL, Space.STORAGE) else "outside"


def _checked_place(context: TypedOperands, instruction: Instruction) -> Expression:
    size = Expression(f"{instruction.storages[0].bytes}u")
    operand, space = instruction.operands[-1], instruction.opcode.space
    if space is not Space.CONSTANT:
        context.functions.setdefault("nv_fault", fault_function(counted=context.counts_faults))
    if space is Space.GLOBAL:
        context.functions["nv_resident"] = resident_function(context.resident)
        row = instruction.row
        ways = [Expression(str(each).lower()) for each in (row.reads_memory, row.writes_memory)]
        return call("nv_resident", _address(context, operand), size, *ways)
    index = _index(context, operand.register)
    if space is Space.CONSTANT:
        return call(context.use("nv_aligned", 1), index, size)
    if space is Space.SHARED:
        compute = context.storage.program.compute
        total = 0 if compute is None or compute.shared is None else compute.shared
        return call(context.use("nv_shared", 1), index, size, Expression(f"{total}u"))
    bank = _bank(context, operand.register, f"{STORAGE_BUFFERS}u")
    return call(context.use("nv_bound", 1), bank, index, size)


def _address(context: TypedOperands, operand: Operand) -> Expression:
    """64 bits, of 32 extended by zeros before the sign counts: negative ones no memory has."""
    return Expression(stored_words(context, operand, 0))


def _index(context: TypedOperands, register: Register) -> Expression:
    """The byte of a variable, modulo 2^32."""
    if register.relative is None:
        return Expression(f"{register.index}u")
    start = f"{register.index}u + " if register.index else ""
    return Expression(f"{start}{context.unsigned_index(register.relative)}")


def _bank(context: TypedOperands, register: Register, none: str) -> Expression:
    """The binding, of a range the one that is chosen."""
    if not isinstance(register.bank_relative, RelativeAddress):
        return Expression(f"{register.bank}u")
    number = context.unsigned_index(register.bank_relative)
    return Expression(f"{number} < {register.banks}u ? {register.bank}u + {number} : {none}", 0)


def _constants(context: TypedOperands) -> str:
    """The function that reads a word of a parameter buffer, 0 beyond its end."""
    storage = context.storage
    lines = ["uint nv_constant(uint bank, uint word) {"]
    for variable in storage.all(RegisterFile.BUFFER):
        word = cast(Expression(f"{variable.name}[word >> 2][word & 3u]"), variable.kind, "u").text
        lines.append(
            f"    if (bank == {storage.bank(variable)}u && word < {4 * variable.vectors}u) return {word};"
        )
    return "\n".join([*lines, "    return 0u;", "}"])
