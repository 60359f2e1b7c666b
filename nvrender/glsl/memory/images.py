"""LOADIM, STOREIM, ATOMIM and IMQ → GLSL (EXT_shader_image_load_store 2.X.8, ARB_shader_image_size 2.X.8)."""

from __future__ import annotations

from nvrender.glsl.declared.operands import TypedOperands
from nvrender.glsl.declared.view import TypedView
from nvrender.glsl.declared.word_types import KINDS, cast
from nvrender.glsl.expressions import PRIMARY, Expression, call, vector_type
from nvrender.glsl.memory.image_functions import accessor
from nvrender.glsl.printer.expressions import letters
from nvrender.ops.memory_access import Atomic
from nvrender.program import Instruction, RegisterFile


def access(context: TypedOperands, instruction: Instruction) -> Expression | None:
    """The call that does what the instruction does, and gives what it finds; None where it does nothing."""
    name, image = instruction.operation, instruction.image
    assert image is not None
    arguments = [] if name == "image_size" else [_place(context, instruction)]
    types = [] if name == "image_size" else ["ivec4 place"]
    if name == "image_store":
        arguments.append(operand_words(context, instruction, (0, 1, 2, 3)))
        types.append("uvec4 words")
    elif instruction.atomic is not None:
        swaps = instruction.atomic is Atomic.COMPARE_AND_SWAP
        arguments += [operand_words(context, instruction, (number,)) for number in range(1 + swaps)]
        types += ["uint a", "uint b"][: 1 + swaps]
    width = {"image_store": 0, "image_atomic": 1}.get(name, 4)
    units = context.images.units(instruction)
    ways = [_function(context, unit, instruction) for unit in units]
    if image.handle is not None:
        tests = [_is_handle(context.images.handles[unit]) for unit in units]
        chosen = _choice(context, ways, ["uvec2 handle", *types], tests, width, instruction)
        return call(chosen, Expression(context.handle(image.handle)), *arguments, width=width)
    if image.relative is None:
        (way,) = ways
        nothing = None if name == "image_store" else Expression(_zeros(width), PRIMARY, width)
        return call(way, *arguments, width=width) if way else nothing
    tests = [f"index == {number}" for number in range(len(ways))]
    chosen = _choice(context, ways, ["int index", *types], tests, width, instruction)
    index = Expression(context.index(image.relative))
    return call(chosen, index, *arguments, width=width)


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


def _zeros(width: int) -> str:
    return "0u" if width == 1 else f"uvec{width}(0u)"


def _function(context: TypedOperands, unit: int, instruction: Instruction) -> str:
    """The function that accesses one unit; "" where it is invalid whatever the coordinates."""
    variable = context.images.of(unit, instruction)
    if variable is None:
        return ""
    found = accessor(variable, context.images.image_key(unit), instruction, context.use)
    context.accessors[found.name] = f"// {instruction.opcode.section}\n{found.text}"
    return found.name


def _is_handle(handle: int) -> str:
    return f"handle == uvec2({handle & 0xFFFFFFFF}u, {handle >> 32}u)"


def _choice(
    context: TypedOperands,
    ways: list[str],
    types: list[str],
    tests: list[str],
    width: int,
    instruction: Instruction,
) -> str:
    """A function that accesses one of several units: GLSL indexes arrays of images alike in all lanes."""
    image = instruction.image
    assert image is not None
    verb = next((way.split("_", 1)[1] for way in ways if way), f"no_{instruction.opcode.name.lower()}")
    several = "of_handles" if image.handle is not None else f"{image.unit}_to_{image.numbers[-1]}"
    name = f"images{several if several[0].isdigit() else f'_{several}'}_{verb}"
    kind = "void" if not width else vector_type(width, "u")
    passed = ", ".join(type.split()[1] for type in types[1:])
    lines = [f"{kind} {name}({', '.join(types)}) {{"]
    for way, test in zip(ways, tests, strict=True):
        if way:
            taken = f"{way}({passed});" if not width else f"return {way}({passed});"
            lines.append(f"    if ({test}) {taken}")
    if width:
        lines.append(f"    return {_zeros(width)};")
    lines.append("}")
    context.accessors[name] = "\n".join(lines)
    return name


def _place(context: TypedOperands, instruction: Instruction) -> Expression:
    """The coordinates; those of no texel where an invocation must leave memory alone."""
    place = context.operand(instruction.operands[-1], (0, 1, 2, 3), "i", full=True)
    if not context.asleep:
        return place
    return Expression(f"{context.asleep} ? ivec4(-1) : {place.text}", 0, 4)


def is_simple(instruction: Instruction) -> bool:
    """True where what is found is used once and written always."""
    destination = instruction.destination
    return destination is not None and always_written(instruction) and not destination.register.long


def found(view: TypedView) -> Expression:
    """What was found, as the components that are written."""
    if view.instruction.atomic is not None:
        return cast(view.found, "u", view.result_kind)
    chosen = letters(view.components)
    return cast(Expression(view.found.text + chosen, PRIMARY, len(view.components)), "u", view.result_kind)
