"""Suffixes, write masks and condition masks as text, alike in all languages."""

from __future__ import annotations

from nvrender.program import COMPONENTS, FULL_MASK, IDENTITY_SWIZZLE, Condition, Mask, Swizzle


def suffix_text(swizzle: Swizzle) -> str:
    """``.x``, ``.wzyx``; "" for all components in order."""
    if swizzle == IDENTITY_SWIZZLE:
        return ""
    letters = "".join(COMPONENTS[place] for place in swizzle)
    return "." + (letters[0] if len(set(letters)) == 1 else letters)


def mask_text(mask: Mask) -> str:
    """``.xz``; "" for all components."""
    if mask == FULL_MASK:
        return ""
    return "." + "".join(letter for letter, on in zip(COMPONENTS, mask, strict=True) if on)


def condition_text(condition: Condition | None) -> str:
    """``(GT.x)``; "" for always."""
    return "" if condition is None else f"({condition.test}{suffix_text(condition.swizzle)})"
