"""What the texts of texture instructions share: operands, texel offsets, components."""

from __future__ import annotations

from nvrender.glsl.declared.view import TypedView
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


def nothing(view: TypedView) -> Expression:
    """0.0; one that compilers know would make products with INF 0."""
    return view.hidden_zero() if view.exact else Expression("0.0")


def whole(view: TypedView) -> Expression:
    """1.0; less one that compilers know would be a 0 they know."""
    return Expression(f"1.0 + {view.hidden_zero().text}", SUM) if view.exact else ONE


def chosen(view: TypedView, value: Expression) -> Expression:
    """The components that are computed of a vector of four."""
    if view.components == XYZW:
        return value
    letters = "".join(COMPONENTS[component] for component in view.components)
    return Expression(f"{value.text}.{letters}", width=len(view.components))


def places(letters: str) -> tuple[int, ...]:
    return tuple(COMPONENTS.index(letter) for letter in letters)


def second(view: TypedView) -> Expression | None:
    """The x of the second coordinate operand, None without one."""
    given = len(view.instruction.operands) > len(view.instruction.opcode.operands)
    return view.operand(1, X) if given else None


def fourth(view: TypedView) -> Expression:
    """The bias or level: w, or of a second coordinate operand x (EXT_sparse_texture2 Table X.17)."""
    return second(view) or view.operand(0, (3,))


def offset(view: TypedView, *, layered: bool = False) -> Expression | None:
    """The texel offset as GLSL takes it, None for none; ``layered``: with a 0 for the layer behind it.

    One from a register is kept within its limits (docs/semantics.md).
    """
    access = view.texture
    width = TARGETS[access.target].offsets
    if not width or (access.moved is None and not any(access.offset)):
        return None
    behind = bool(layered and TARGETS[access.target].layer)
    whole = vector_type(width + behind, "i")
    if access.moved is None:
        numbers = ", ".join(map(str, access.offset[:width] + (0,) * behind))
        return Expression(f"{whole}({numbers})" if width + behind > 1 else numbers, width=width + behind)
    number = len(view.instruction.operands)
    given = view.operand(number, places("xyz"[:width]), full=True)
    low, high = (Expression(str(limit)) for limit in TEXEL_OFFSETS)
    kept = call("clamp", given, low, high, width=width)
    return Expression(f"{whole}({kept.text}, 0)", width=width + 1) if behind else kept


def clamped_reference(view: TypedView, reference: Expression) -> Expression:
    """A reference kept in [0, 1] (OpenGL 1.5, 3.8.14), as newer GL keeps no floats."""
    if view.exact:
        return call(view.helper("nv_saturate"), reference)
    return call("clamp", reference, Expression("0.0"), ONE)
