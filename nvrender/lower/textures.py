"""Texture instructions: which components are coordinates, layer, reference, bias and level, and from where.

NV_gpu_program4 2.X.4.4, Table X.17, and 2.X.8, TEX to TXQ; NV_gpu_program5 2.X.8, TXG and TXGO;
EXT_sparse_texture2 Table X.17; NV_fragment_program 3.11.5.38-40.
"""

from __future__ import annotations

from nvrender.ir.nodes import Apply, Compose, Const, Expression, Sample, Texture
from nvrender.ir.types import FLOAT, INT, UINT, Type
from nvrender.lower.operands import bitcast, element, operand, swizzled
from nvrender.lower.register_types import KINDS
from nvrender.lower.registers import Registers
from nvrender.ops.rows import Lookup
from nvrender.ops.texture_targets import GATHER_OFFSETS, TARGETS, TEXEL_OFFSETS, TextureTarget
from nvrender.program import Instruction, Operand, TextureAccess
from nvrender.program.profile import Stage

_LETTERS = "xyzw"
_X, _W = (0,), (3,)


def looked_up(registers: Registers, instruction: Instruction) -> Expression:
    """The four components that a texture instruction reads."""
    access = instruction.texture
    assert access is not None
    name, target = instruction.row.name, TARGETS[access.target]
    if name == "texture_level" and not _has_quads(registers):
        return Const(FLOAT.wide(4), (0, 0, 0, 0))  # docs/semantics.md
    operands = _operands(registers, instruction, target)
    if instruction.row.implicit_detail:
        name, operands = _detail(registers, name, operands)
    type = INT if instruction.row.lookup is Lookup.QUERY else Type(KINDS[instruction.type])
    return Sample(name, _texture(registers, access, target), tuple(operands), type.wide(4))


def _has_quads(registers: Registers) -> bool:
    return registers.program.profile.stage is Stage.FRAGMENT


def _detail(registers: Registers, name: str, operands: list[Expression]) -> tuple[str, list[Expression]]:
    """An implicit level of detail, which without quads is 0 (NV_vertex_program3 2.14.5.45)."""
    if name == "sample_projected":
        name = "sample"
    if _has_quads(registers):
        return name, operands
    if name == "sample":
        operands = [*operands, Const(FLOAT, (0,))]
    return "sample_level", operands


def _operands(registers: Registers, instruction: Instruction, target: TextureTarget) -> list[Expression]:
    row, rows = instruction.row, instruction.operands
    first = rows[0]
    if row.lookup is Lookup.QUERY:
        return [bitcast(operand(registers, first, _X), INT)]
    second = rows[1] if len(rows) > len(instruction.opcode.operands) else None
    found = [_coordinates(registers, instruction, target)]
    if target.compares and row.name != "texture_level":
        if target.reference:
            reference = _projected(registers, instruction, (_LETTERS.index(target.reference),))
        else:
            assert second is not None
            reference = operand(registers, second, _X)
        found.append(reference)
    places = tuple(map(_LETTERS.index, target.coordinates))
    match row.name:
        case "sample_gradients":
            found += [operand(registers, each, places) for each in rows[1:3]]
        case "sample_bias" | "sample_level":
            found.append(operand(registers, first, _W) if second is None else operand(registers, second, _X))
        case "fetch_sample":
            found.append(operand(registers, first, _W))
        case "fetch" if target.level:
            found.append(operand(registers, first, _W))
        case "gather_offsets":
            found += [_clamped(operand(registers, each, (0, 1, 2, 3)), GATHER_OFFSETS) for each in rows[1:3]]
    return found


def _coordinates(registers: Registers, instruction: Instruction, target: TextureTarget) -> Expression:
    components = tuple(map(_LETTERS.index, target.coordinates + target.layer))
    return _projected(registers, instruction, components)


def _projected(registers: Registers, instruction: Instruction, components: tuple[int, ...]) -> Expression:
    """Components of the coordinates, which TXP divides by w, but in FP1.0 those of cube maps (3.11.5.40)."""
    assert instruction.texture is not None
    first = instruction.operands[0]
    value = operand(registers, first, components)
    whole = not instruction.opcode.family.divides_cube_maps and instruction.texture.target == "CUBE"
    if instruction.row.name != "sample_projected" or whole:
        return value
    w = swizzled(operand(registers, first, _W), (0,) * len(components))
    return Apply("fdiv", (value, w), value.type)


def _texture(registers: Registers, access: TextureAccess, target: TextureTarget) -> Texture:
    index = None if access.relative is None else element(registers, access.relative, 0)
    return Texture(
        access.unit,
        access.target,
        access.units,
        index,
        None if access.handle is None else _handle(registers, access.handle),
        _offset(registers, access, target.offsets),
        access.component,
        opaque=registers.program.profile.family.opaque,
    )


def _handle(registers: Registers, row: Operand) -> Expression:
    """A handle; zeros are above one of 32 bits, which so names nothing."""
    value = operand(registers, row, _X)
    if value.type.bits == 32:
        value = Compose((bitcast(value, UINT), Const(UINT, (0,))))
    return bitcast(value, Type(UINT.kind, 1, 64))


def _offset(registers: Registers, access: TextureAccess, used: int) -> Expression | None:
    """A texel offset, within its limits; what the target has no use for is ignored (2.X.4.4)."""
    if not used:
        return None
    if access.moved is not None:
        return _clamped(operand(registers, access.moved, tuple(range(used))), TEXEL_OFFSETS)
    if not any(access.offset[:used]):
        return None
    return Const(INT.wide(used), tuple(number & 0xFFFFFFFF for number in access.offset[:used]))


def _clamped(value: Expression, limits: tuple[int, int]) -> Expression:
    value = bitcast(value, INT)
    for name, limit in zip(("imax", "imin"), limits, strict=True):
        bound = Const(value.type, (limit & 0xFFFFFFFF,) * value.type.width)
        value = Apply(name, (value, bound), value.type)
    return value
