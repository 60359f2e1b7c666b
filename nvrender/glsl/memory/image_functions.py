"""GLSL functions that access images: which texel, whether there is one, and its words.

EXT_shader_image_load_store 2.X.8 and 3.9.X. A place is x, y, z and the sample.
"""

from __future__ import annotations

from typing import NamedTuple

from nvrender.glsl.expressions import Expression, call
from nvrender.glsl.memory.image_encodings import encoded
from nvrender.glsl.memory.image_variables import ImageKey, ImageVariable
from nvrender.glsl.memory.storages import CHANGES, Use, memory_words, register_words, with_zeros
from nvrender.ops.memory_access import Atomic
from nvrender.ops.types import DataType
from nvrender.program import Instruction

#: Target → the coordinates of its texels (Table X.5), without the sample.
LISTED = {
    **dict.fromkeys(("1D", "BUFFER"), "x"),
    **dict.fromkeys(("2D", "RECT", "2DMS"), "xy"),
    **dict.fromkeys(("3D", "CUBE", "ARRAY2D", "ARRAYCUBE", "ARRAY2DMS"), "xyz"),
    "ARRAY1D": "xz",
}
#: Target → the coordinates that instructions do not clear (2.X.8); y of ARRAY1D is none (docs/semantics.md).
_TAKEN = {**LISTED, "2DMS": "xyw", "ARRAY2DMS": "xyzw"}
#: Target → imageSize as the vector of the coordinates' sizes.
_SIZES = {
    "CUBE": "uvec3(imageSize({name}), 6u)",
    "ARRAYCUBE": "uvec3(imageSize({name}) * ivec3(1, 1, 6))",
}
#: Target → what IMQ gives (ARB_shader_image_size 2.X.8).
_QUERIES = {
    **dict.fromkeys(("1D", "BUFFER"), "{size}, 0, 0, 0"),
    **dict.fromkeys(("2D", "RECT", "CUBE", "2DMS", "ARRAY1D"), "{size}, 0, 0"),
    **dict.fromkeys(("3D", "ARRAY2D", "ARRAYCUBE", "ARRAY2DMS"), "{size}, 0"),
}

#: Operations that GLSL has for unsigned integers.
_ATOMICS = {
    Atomic.ADD: "Add",
    Atomic.AND: "And",
    Atomic.OR: "Or",
    Atomic.EXCLUSIVE_OR: "Xor",
    Atomic.EXCHANGE: "Exchange",
    Atomic.MINIMUM: "Min",
    Atomic.MAXIMUM: "Max",
    Atomic.COMPARE_AND_SWAP: "CompSwap",
}


class Accessor(NamedTuple):
    """A function: name and text."""

    name: str
    text: str


def accessor(
    variable: ImageVariable, image_key: ImageKey | None, instruction: Instruction, use: Use
) -> Accessor:
    """The function for what ``instruction`` does with an image of which ``image_key`` tells."""
    assert instruction.image is not None
    access = _Access(variable, image_key, instruction.image.target)
    match instruction.operation:
        case "image_load":
            return _load(access, instruction, use)
        case "image_store":
            return _store(access, instruction, use)
        case "image_atomic":
            return _atomic(access, instruction, use)
        case _:
            return _query(access)


class _Access(NamedTuple):
    """An access of a variable by an instruction that names ``target``."""

    variable: ImageVariable
    image_key: ImageKey | None
    target: str

    @property
    def bound(self) -> str:
        """The target of what is bound."""
        return self.variable.target if self.image_key is None else self.image_key.target

    def name(self, verb: str) -> str:
        suffix = "" if self.target == self.bound else f"_as_{self.target.lower()}"
        return f"{self.variable.name}_{verb}{suffix}"

    @property
    def place(self) -> str:
        """What identifies the texel in GLSL."""
        parts = [f"place.{letter}" if letter in _TAKEN[self.target] else "0" for letter in "xyzw"]
        x, y, z, w = parts
        if self.image_key is not None and self.image_key.samples:
            layer = f"{z} * {self.image_key.samples} + {w}" if z != "0" else w
            return f"ivec3({x}, {y}, {f'{self.image_key.first} + ' if self.image_key.first else ''}{layer})"
        listed = LISTED[self.bound]
        if all(letter in _TAKEN[self.target] for letter in listed):
            place = f"place.{listed}"
        else:
            place = f"ivec{len(listed)}({', '.join(parts['xyzw'.index(letter)] for letter in listed)})"
        return f"{place}, {w}" if self.bound.endswith("MS") else place

    @property
    def missing(self) -> str:
        """True where there is no such texel."""
        name, listed = self.variable.name, LISTED[self.bound]
        taken = [letter for letter in listed if letter in _TAKEN[self.target]]
        tests = []
        if self.image_key is not None and self.image_key.samples:
            # A layer of the array is a sample.
            listed, taken = "xy", [letter for letter in taken if letter != "z"]
            if "z" in _TAKEN[self.target]:
                tests.append(f"uint(place.z) >= {self.image_key.layers}u")
            if "w" in _TAKEN[self.target]:
                tests.append(f"uint(place.w) >= {self.image_key.samples}u")
            size = f"uvec2(imageSize({name}))"
        elif len(listed) == 1:
            size = f"uint(imageSize({name}))"
        else:
            size = _SIZES.get(self.bound, f"uvec{len(listed)}(imageSize({{name}}))").format(name=name)
        letters = "".join(taken)
        inside = size if len(taken) == len(listed) else f"{size}.{_narrowed(listed, taken)}"
        if len(taken) == 1:
            tests.insert(0, f"uint(place.{letters}) >= {inside}")
        else:
            tests.insert(0, f"any(greaterThanEqual(uvec{len(taken)}(place.{letters}), {inside}))")
        # What the texture has not is 0 (3.9.X).
        absent = "" if self.image_key is not None and self.image_key.samples else "yz"
        tests += [
            f"place.{letter} != 0"
            for letter in absent
            if letter in _TAKEN[self.target] and letter not in LISTED[self.bound]
        ]
        return " || ".join(tests)


def _narrowed(listed: str, taken: list[str]) -> str:
    """The components of a size that belong to some coordinates."""
    return "".join("xyz"[listed.index(letter)] for letter in taken)


def _load(access: _Access, instruction: Instruction, use: Use) -> Accessor:
    storage = instruction.storages[0]
    name = access.name(f"load_{storage.name.lower()}")
    held = {16: "texel", 8: "texel.xy"}.get(storage.bytes, "texel.x")
    words = register_words(use, storage, Expression(held, width=max(storage.bytes // 4, 1)))
    one = "0x3f800000u" if storage.type is DataType.FLOAT else "1u"
    if words.width < 4:
        words = Expression(f"uvec4({', '.join([words.text, *['0u'] * (3 - words.width), one])})", width=4)
    lines = [
        f"uvec4 {name}(ivec4 place) {{",
        f"    if ({access.missing}) return uvec4(0u);",
        f"    uvec4 texel = imageLoad({access.variable.name}, {access.place});",
        f"    return {words.text};",
        "}",
    ]
    return Accessor(name, "\n".join(lines))


def _store(access: _Access, instruction: Instruction, use: Use) -> Accessor:
    variable = access.variable
    if instruction.storages:
        storage = instruction.storages[0]
        name = access.name(f"store_{storage.name.lower()}")
        words = Expression(
            "words" if storage.count == 4 else f"words.{'xy'[: storage.count]}", width=storage.count
        )
        packed = memory_words(use, storage, words)
        if storage.bytes < 4 and storage.count == 1:
            packed = call(use(f"nv_u{storage.bits}", 1), packed)
        texel = with_zeros(packed).text
    elif access.image_key is None:
        name = access.name(f"store_{instruction.type.value.lower()}")
        texel = {"": "uintBitsToFloat(words)", "i": "ivec4(words)", "u": "words"}[variable.kind]
    else:
        name = access.name(f"store_{instruction.type.value.lower()}")
        texel = encoded(use, access.image_key.unit_format, instruction.type).text
    lines = [
        f"void {name}(ivec4 place, uvec4 words) {{",
        f"    if ({access.missing}) return;",
        f"    imageStore({variable.name}, {access.place}, {texel});",
        "}",
    ]
    return Accessor(name, "\n".join(lines))


def _atomic(access: _Access, instruction: Instruction, use: Use) -> Accessor:
    atomic, storage = instruction.atomic, instruction.storages[0]
    assert atomic is not None
    name = access.name(f"{atomic.value.lower()}_{storage.name.lower()}")
    texel = f"{access.variable.name}, {access.place}"
    swaps = atomic is Atomic.COMPARE_AND_SWAP
    head = [
        f"uint {name}(ivec4 place, uint a{', uint b' if swaps else ''}) {{",
        f"    if ({access.missing}) return 0u;",
    ]
    change = CHANGES.get((atomic, storage.type))
    if change is None:
        arguments = "a, b" if swaps else "a"
        return Accessor(
            name, "\n".join([*head, f"    return imageAtomic{_ATOMICS[atomic]}({texel}, {arguments});", "}"])
        )
    lines = [
        *head,
        f"    uint there = imageLoad({texel}).x;",
        "    bool done = false;",
        "    while (!done) {",
        f"        uint found = imageAtomicCompSwap({texel}, there, {use(change, 1)}(a, there));",
        "        done = found == there;",
        "        there = found;",
        "    }",
        "    return there;",
        "}",
    ]
    return Accessor(name, "\n".join(lines))


def _query(access: _Access) -> Accessor:
    name, size = f"{access.variable.name}_size", f"imageSize({access.variable.name})"
    if access.image_key is not None and access.image_key.samples:
        size += f".xy, {access.image_key.layers}" if access.bound == "ARRAY2DMS" else ".xy"
    numbers = _QUERIES[access.bound].format(size=size)
    return Accessor(name, f"uvec4 {name}() {{\n    return uvec4({numbers});\n}}")
