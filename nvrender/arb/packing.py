"""What is packed and unpacked again, as the fields of the word: numbers that are rounded and clamped.

Words that go elsewhere stay packed, which plain ARB programs cannot express, and so do halves.
"""

from __future__ import annotations

from dataclasses import replace

from nvrender.arb.operations import constant, mapped, of, word
from nvrender.ir import visit
from nvrender.ir.analysis.uses import Slot, writes
from nvrender.ir.nodes import Apply, Assign, Bitcast, Expression, Load, Role, Shader, Statement, Swizzle, Var
from nvrender.ir.types import FLOAT
from nvrender.passes.dead_code import without_dead_code

#: Forms of words: the scale of a field and what is added to it (NV_fragment_program 3.11.5.22 to 3.11.5.25,
#: PK4B to PK2US).
_FIELDS = {"ushort2": (65535.0, 0.0), "ubyte4": (255.0, 0.0), "byte4": (127.0, 128.0)}
_PACK, _UNPACK = "pack_", "unpack_"


def unpacked(shader: Shader) -> Shader:
    """``shader``, one sequence of assignments and kills, without the words that it unpacks itself."""
    main = shader.functions[-1]
    #: What a component holds: the form of its word, and the variable of the fields.
    held: dict[Slot, tuple[str, Var]] = {}
    made: list[Var] = []
    body: list[Statement] = []

    def read(node: Expression) -> Expression:
        match node:
            case Apply(operation, (Load() as word,) | (Bitcast(Load() as word),)) if word.index is None:
                form, fields = held.get((word.var.name, word.components[0]), ("", None))
                if fields is not None and operation == _UNPACK + form:
                    return Load(fields, tuple(n % fields.type.width for n in range(4)))
        return node

    for node in main.body:
        node = visit.rebuilt(node, lambda value: mapped(value, read))
        for slot in writes(node):
            held.pop(slot, None)
        if isinstance(node, Assign) and (packed := _packed(node.value)) is not None:
            form, value = packed
            fields = Var(f"packed_{len(made) + 1}", FLOAT.wide(value.type.width), Role.LOCAL)
            made.append(fields)
            body.append(Assign(fields, tuple(range(value.type.width)), value, origin=node.origin))
            held |= {(node.var.name, component): (form, fields) for component in node.components}
        body.append(node)
    if not made:
        return shader
    functions = (replace(main, body=tuple(body)),)
    return without_dead_code(replace(shader, functions=functions, variables=(*shader.variables, *made)))


def _packed(value: Expression) -> tuple[str, Expression] | None:
    """The form of a word, and the numbers that unpacking it gives; None of what is no word, or of halves."""
    while isinstance(value, Swizzle):
        value = value.value
    if not isinstance(value, Apply) or not value.operation.startswith(_PACK):
        return None
    form = value.operation.removeprefix(_PACK)
    if form not in _FIELDS:
        return None
    (scale, offset), numbers = _FIELDS[form], value.operands[0]

    def number(given: float) -> Expression:
        return constant(word(given), numbers)

    if not offset:
        field = of("fround", of("fmul", of("fsaturate", numbers), number(scale)))
        return form, of("fmul", field, number(1 / scale))
    clamped = of("fmin", of("fmax", numbers, number(-offset / scale)), number(1.0))
    field = of("fround", of("fmad", clamped, number(scale), number(offset)))
    return form, of("fmul", of("fsub", field, number(offset)), number(1 / scale))
