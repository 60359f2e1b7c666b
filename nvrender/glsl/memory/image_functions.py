"""GLSL functions that access images: which texel, whether there is one, and its words.

EXT_shader_image_load_store 2.X.8 and 3.9.X. A place is as many of x, y, z and the sample as its target has.
"""

from __future__ import annotations

from typing import NamedTuple

from nvrender.glsl.expressions import Expression, call, vector_type
from nvrender.glsl.memory.image_encodings import encoded
from nvrender.glsl.memory.image_variables import ImageKey, ImageVariable
from nvrender.glsl.memory.storages import CHANGES, Use, memory_words, register_words, with_zeros
from nvrender.ir.analysis.places import Access
from nvrender.ir.nodes import Atomic, Read, Store
from nvrender.ops.image_formats import IMAGE_COORDINATES
from nvrender.ops.memory_access import Atomic as Change
from nvrender.ops.memory_access import Storage
from nvrender.ops.texture_targets import MULTISAMPLE
from nvrender.ops.types import DataType
from nvrender.program import COMPONENTS

#: Target → the coordinates of its texels (Table X.5), without the sample.
LISTED = {
    **dict.fromkeys(("1D", "BUFFER"), "x"),
    **dict.fromkeys(("2D", "RECT", "2DMS"), "xy"),
    **dict.fromkeys(("3D", "CUBE", "ARRAY2D", "ARRAYCUBE", "ARRAY2DMS"), "xyz"),
    "ARRAY1D": "xz",
}
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
    Change.ADD: "Add",
    Change.AND: "And",
    Change.OR: "Or",
    Change.EXCLUSIVE_OR: "Xor",
    Change.EXCHANGE: "Exchange",
    Change.MINIMUM: "Min",
    Change.MAXIMUM: "Max",
    Change.COMPARE_AND_SWAP: "CompSwap",
}


class Accessor(NamedTuple):
    """A function: name and text."""

    name: str
    text: str


def accessor(variable: ImageVariable, image_key: ImageKey | None, node: Access, use: Use) -> Accessor:
    """The function for what ``node`` does with an image of which ``image_key`` tells."""
    access = _Access(variable, image_key, node.memory.target)
    match node:
        case Read(storage=None):
            return _query(access)
        case Read(storage=storage):
            assert storage is not None
            return _load(access, storage, use)
        case Store():
            return _store(access, node, use)
        case Atomic():
            return _atomic(access, node, use)


def verb(node: Access) -> str:
    """How functions that do the same with some image end."""
    match node:
        case Read(storage=None):
            return "size"
        case Store(storage=storage, formatted=True):
            return f"store_{storage.type.value.lower()}"
        case Read(storage=storage):
            does = "load"
        case Store(storage=storage):
            does = "store"
        case Atomic(storage=storage, change=change):
            does = change.value.lower()
    assert storage is not None
    return f"{does}_{storage.name.lower()}"


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
    def has(self) -> str:
        """The coordinates that there are."""
        return "".join(COMPONENTS[place] for place in IMAGE_COORDINATES[self.target])

    @property
    def parameter(self) -> str:
        """What functions take as the coordinates."""
        return f"{vector_type(len(self.has), 'i')} place"

    def of(self, letters: str) -> str:
        """Coordinates that there are, as a vector."""
        own = "".join(COMPONENTS[self.has.index(letter)] for letter in letters)
        return "place" if own == COMPONENTS[: len(self.has)] else f"place.{own}"

    @property
    def place(self) -> str:
        """What identifies the texel in GLSL."""
        parts = [self.of(letter) if letter in self.has else "0" for letter in COMPONENTS]
        x, y, z, w = parts
        if self.image_key is not None and self.image_key.samples:
            layer = f"{z} * {self.image_key.samples} + {w}" if z != "0" else w
            return f"ivec3({x}, {y}, {f'{self.image_key.first} + ' if self.image_key.first else ''}{layer})"
        listed = LISTED[self.bound]
        if all(letter in self.has for letter in listed):
            place = self.of(listed)
        else:
            place = f"ivec{len(listed)}({', '.join(parts[COMPONENTS.index(letter)] for letter in listed)})"
        return f"{place}, {w}" if self.bound in MULTISAMPLE else place

    @property
    def missing(self) -> str:
        """True where there is no such texel."""
        name, listed = self.variable.name, LISTED[self.bound]
        taken = [letter for letter in listed if letter in self.has]
        tests = []
        if self.image_key is not None and self.image_key.samples:
            # A layer of the array is a sample.
            listed, taken = "xy", [letter for letter in taken if letter != "z"]
            if "z" in self.has:
                tests.append(f"uint({self.of('z')}) >= {self.image_key.layers}u")
            if "w" in self.has:
                tests.append(f"uint({self.of('w')}) >= {self.image_key.samples}u")
            size = f"uvec2(imageSize({name}))"
        elif len(listed) == 1:
            size = f"uint(imageSize({name}))"
        else:
            size = _SIZES.get(self.bound, f"uvec{len(listed)}(imageSize({{name}}))").format(name=name)
        letters = "".join(taken)
        inside = size if len(taken) == len(listed) else f"{size}.{_narrowed(listed, taken)}"
        if len(taken) == 1:
            tests.insert(0, f"uint({self.of(letters)}) >= {inside}")
        else:
            tests.insert(0, f"any(greaterThanEqual(uvec{len(taken)}({self.of(letters)}), {inside}))")
        # What the texture has not is 0 (3.9.X).
        absent = "" if self.image_key is not None and self.image_key.samples else "yz"
        tests += [
            f"{self.of(letter)} != 0"
            for letter in absent
            if letter in self.has and letter not in LISTED[self.bound]
        ]
        return " || ".join(tests)


def _narrowed(listed: str, taken: list[str]) -> str:
    """The components of a size that belong to some coordinates."""
    return "".join("xyz"[listed.index(letter)] for letter in taken)


def _load(access: _Access, storage: Storage, use: Use) -> Accessor:
    name = access.name(f"load_{storage.name.lower()}")
    held = {16: "texel", 8: "texel.xy"}.get(storage.bytes, "texel.x")
    words = register_words(use, storage, Expression(held, width=max(storage.bytes // 4, 1)))
    one = "0x3f800000u" if storage.type is DataType.FLOAT else "1u"
    if words.width < 4:
        words = Expression(f"uvec4({', '.join([words.text, *['0u'] * (3 - words.width), one])})", width=4)
    lines = [
        "// EXT_shader_image_load_store 2.X.8, LOADIM",
        f"uvec4 {name}({access.parameter}) {{",
        f"    if ({access.missing}) return uvec4(0u);",
        f"    uvec4 texel = imageLoad({access.variable.name}, {access.place});",
        f"    return {words.text};",
        "}",
    ]
    return Accessor(name, "\n".join(lines))


def _store(access: _Access, node: Store, use: Use) -> Accessor:
    variable, storage = access.variable, node.storage
    name = access.name(verb(node))
    if not node.formatted:
        packed = memory_words(use, storage, Expression("words", width=storage.count))
        if storage.bytes < 4 and storage.count == 1:
            packed = call(use(f"nv_u{storage.bits}", 1), packed)
        texel = with_zeros(packed).text
    elif access.image_key is None:
        texel = {"": "uintBitsToFloat(words)", "i": "ivec4(words)", "u": "words"}[variable.kind]
    else:
        texel = encoded(use, access.image_key.unit_format, storage.type).text
    lines = [
        "// EXT_shader_image_load_store 2.X.8, STOREIM",
        f"void {name}({access.parameter}, {vector_type(storage.count, 'u')} words) {{",
        f"    if ({access.missing}) return;",
        f"    imageStore({variable.name}, {access.place}, {texel});",
        "}",
    ]
    return Accessor(name, "\n".join(lines))


def _atomic(access: _Access, node: Atomic, use: Use) -> Accessor:
    atomic, storage = node.change, node.storage
    name = access.name(verb(node))
    texel = f"{access.variable.name}, {access.place}"
    swaps = atomic is Change.COMPARE_AND_SWAP
    head = [
        "// EXT_shader_image_load_store 2.X.8, ATOMIM",
        f"uint {name}({access.parameter}, uint a{', uint b' if swaps else ''}) {{",
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
    text = f"// ARB_shader_image_size 2.X.8, IMQ\nuvec4 {name}() {{\n    return uvec4({numbers});\n}}"
    return Accessor(name, text)
