"""Lookups as instructions of ARB_fragment_program have them (3.11.6)."""

from __future__ import annotations

from dataclasses import replace

from nvrender.arb.refusal import refuse
from nvrender.ir import visit
from nvrender.ir.nodes import Apply, Expression, Sample
from nvrender.lower.operands import swizzled
from nvrender.ops.texture_targets import BASE, SHADOW, TARGETS

_LETTERS = "xyzw"
_REFUSED = {
    "sample_level": "plain ARB programs choose no level of detail",
    "sample_gradients": "plain ARB programs take no derivatives of coordinates",
    "fetch": "plain ARB programs fetch no single texels",
    "texture_size": "plain ARB programs do not know the sizes of textures",
    "gather": "plain ARB programs gather no texels",
}


def undivided(value: Expression) -> Expression:
    """``value`` with lookups that divide all coordinates by one number as projected ones."""
    return visit.mapped(value, _projected)


def _projected(node: Expression) -> Expression:
    if not isinstance(node, Sample) or node.operation != "sample":
        return node
    divided = [
        row.operands if isinstance(row, Apply) and row.operation == "fdiv" else None for row in node.operands
    ]
    parts = [swizzled(row[1], (n,)) for row in divided if row for n in range(row[1].type.width)]
    if None in divided or len(set(parts)) != 1:
        return node
    numbers = tuple(row[0] for row in divided if row)
    return replace(node, operation="sample_projected", operands=(*numbers, parts[0]))


def looked_up(node: Sample) -> list[tuple[int, Expression]]:
    """Each number that a lookup takes with its place in the operand."""
    texture = node.texture
    if node.operation not in ("sample", "sample_bias", "sample_projected"):
        refuse(_REFUSED.get(node.operation, "plain ARB programs have no such lookup"))
    if texture.target not in BASE + SHADOW:
        refuse(f"plain ARB programs have no textures {texture.target}")
    if texture.index is not None or texture.handle is not None:
        refuse("plain ARB programs name the unit of a texture by a number")
    if texture.offset is not None:
        refuse("plain ARB programs have no texel offsets")
    target, operands = TARGETS[texture.target], list(node.operands)
    coordinates = operands.pop(0)
    found = [
        (_LETTERS.index(letter), swizzled(coordinates, (n,))) for n, letter in enumerate(target.coordinates)
    ]
    if target.compares:
        found.append((_LETTERS.index(target.reference), operands.pop(0)))
    return [*found, *((3, rest) for rest in operands)]
