"""What the texts of texture instructions share: operands, texel offsets, components."""

from __future__ import annotations

from nvrender.glsl.declared.site import TypedSite
from nvrender.glsl.expressions import SUM, Expression, call, vector_type
from nvrender.ops.texture_targets import TARGETS, TEXEL_OFFSETS
from nvrender.program import COMPONENTS

X, XYZW = (0,), (0, 1, 2, 3)
ONE = Expression("1.0")

#: Target → the operand's components that GLSL's function takes as one vector.
TAKEN = {
    "1D": "x",
    "2D": "xy",
    "3D": "xyz",
    "CUBE": "xyz",
    "RECT": "xy",
    "ARRAY1D": "xy",
    "ARRAY2D": "xyz",
    "SHADOW1D": "xyz",
    "SHADOW2D": "xyz",
    "SHADOWRECT": "xyz",
    "SHADOWCUBE": "xyzw",
    "SHADOWARRAY1D": "xyz",
    "SHADOWARRAY2D": "xyzw",
    "BUFFER": "x",
    "ARRAYCUBE": "xyzw",
    "SHADOWARRAYCUBE": "xyzw",
    "2DMS": "xy",
    "ARRAY2DMS": "xyz",
    "RENDERBUFFER": "xy",
}
#: Targets of one level, for which GLSL has neither bias nor level.
SINGLE = frozenset({"RECT", "SHADOWRECT", "BUFFER", "2DMS", "ARRAY2DMS", "RENDERBUFFER"})


def nothing(site: TypedSite) -> Expression:
    """0.0; one that compilers know would make products with INF 0."""
    return site.hidden_zero() if site.exact else Expression("0.0")


def whole(site: TypedSite) -> Expression:
    """1.0; less one that compilers know would be a 0 they know."""
    return Expression(f"1.0 + {site.hidden_zero().text}", SUM) if site.exact else ONE


def chosen(site: TypedSite, value: Expression) -> Expression:
    """The site's components of a vector of four."""
    if site.components == XYZW:
        return value
    letters = "".join(COMPONENTS[component] for component in site.components)
    return Expression(f"{value.text}.{letters}", width=len(site.components))


def places(letters: str) -> tuple[int, ...]:
    return tuple(COMPONENTS.index(letter) for letter in letters)


def second(site: TypedSite) -> Expression | None:
    """The x of the second coordinate operand, None without one."""
    given = len(site.instruction.operands) > len(site.instruction.opcode.operands)
    return site.operand(1, X) if given else None


def fourth(site: TypedSite) -> Expression:
    """The bias or level: w, or of a second coordinate operand x (EXT_sparse_texture2 Table X.17)."""
    return second(site) or site.operand(0, (3,))


def offset(site: TypedSite, *, layered: bool = False) -> Expression | None:
    """The texel offset as GLSL takes it, None for none; ``layered``: with a 0 for the layer behind it.

    One from a register is kept within its limits (docs/semantics.md).
    """
    access = site.texture
    width = TARGETS[access.target].offsets
    if not width or (access.moved is None and not any(access.offset)):
        return None
    behind = bool(layered and TARGETS[access.target].layer)
    whole = vector_type(width + behind, "i")
    if access.moved is None:
        numbers = ", ".join(map(str, access.offset[:width] + (0,) * behind))
        return Expression(f"{whole}({numbers})" if width + behind > 1 else numbers, width=width + behind)
    number = len(site.instruction.operands)
    given = site.operand(number, places("xyz"[:width]), full=True)
    low, high = (Expression(str(limit)) for limit in TEXEL_OFFSETS)
    kept = call("clamp", given, low, high, width=width)
    return Expression(f"{whole}({kept.text}, 0)", width=width + 1) if behind else kept


def clamped_reference(site: TypedSite, reference: Expression) -> Expression:
    """A reference kept in [0, 1] (OpenGL 1.5, 3.8.14), as newer GL keeps no floats."""
    if site.exact:
        return call(site.helper("nv_saturate"), reference)
    return call("clamp", reference, Expression("0.0"), ONE)
