"""The image variables of a shader (EXT_shader_image_load_store 2.X.3.X)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import count
from typing import NamedTuple

from nvrender.glsl.word_types import KINDS
from nvrender.ir.analysis.places import Access, accesses
from nvrender.ir.nodes import Memory, Read, Shader, Store
from nvrender.ops.image_formats import IMAGE_FORMATS, ImageFormat
from nvrender.ops.memory_access import Space, Storage
from nvrender.ops.types import DataType
from nvrender.program.memory import numbered_images

#: Target → the image's type without the letter of integers.
TYPES = {
    "1D": "image1D", "2D": "image2D", "3D": "image3D", "RECT": "image2DRect", "CUBE": "imageCube",
    "BUFFER": "imageBuffer", "ARRAY1D": "image1DArray", "ARRAY2D": "image2DArray",
    "ARRAYCUBE": "imageCubeArray", "2DMS": "image2DMS", "ARRAY2DMS": "image2DMSArray",
}  # fmt: skip
#: Bytes of a texel → the format whose components are its words.
RAW_FORMATS = {1: "r8ui", 2: "r16ui", 4: "r32ui", 8: "rg32ui", 16: "rgba32ui"}


#: Unit, target, format and kind of a variable.
_Key = tuple[int, str, str, str]


def is_query(access: Access) -> bool:
    """True for what asks for a size."""
    return isinstance(access, Read) and access.storage is None


def raw_storage(access: Access) -> Storage | None:
    """How texels are taken as they are; None of formatted stores and of sizes."""
    return None if isinstance(access, Store) and access.formatted else access.storage


class ImageKey(NamedTuple):
    """What of the image on a unit decides the text of its accesses.

    ``target`` and ``layers`` are of what is bound, with ``format`` that of the image unit. Without ``exists``
    every access is invalid. ``samples`` other than 0: texels of so many samples lie in the layers of an array
    of 2D images, from layer ``first`` on, the samples of a layer one after the other.
    """

    target: str = "2D"
    format: str = "R32UI"
    exists: bool = True
    readable: bool = True
    writable: bool = True
    layers: int = 1
    samples: int = 0
    first: int = 0

    @property
    def unit_format(self) -> ImageFormat:
        return IMAGE_FORMATS[self.format]


class ImageVariable(NamedTuple):
    """An image variable: unit, target in GLSL, and the format its texels are accessed as.

    ``format`` is a layout qualifier, "" of formatted stores into an image of any format; ``kind`` the letter
    of its type.
    """

    name: str
    unit: int
    target: str
    format: str
    kind: str = "u"

    @property
    def type(self) -> str:
        """Its GLSL type."""
        return f"{self.kind}{TYPES[self.target]}"


@dataclass(frozen=True)
class _Use:
    """What instructions do with a variable."""

    reads: bool = False
    writes: bool = False
    coherent: bool = False
    volatile: bool = False

    def qualifiers(self, formatted: bool) -> str:
        words = ["coherent"] * (self.coherent or self.volatile) + ["volatile"] * self.volatile
        if not self.reads:
            words.append("writeonly" if self.writes else "readonly" if not formatted else "writeonly")
        elif not self.writes:
            words.append("readonly")
        return "".join(f"{word} " for word in words)


class ImageVariables:
    """The variables of a program's images, by unit and by what an instruction needs of them.

    ``image_keys`` say what is on a unit, or named by a handle, None that nothing is; of a unit they leave out
    nothing is known, and its variables are what instructions say. Stages that are linked have variables of
    their own, of other names than those ``taken``.
    """

    def __init__(
        self,
        shader: Shader,
        image_keys: Mapping[int, ImageKey | None],
        taken: frozenset[str] = frozenset(),
    ) -> None:
        places = numbered_images(image_keys)
        self._image_keys = {places[key]: row for key, row in image_keys.items()}
        #: Unit → the handle that names the image there.
        self.handles = {place: key for key, place in places.items() if key != place}
        self._uses: dict[_Key, _Use] = {}
        # Queries last: they take what variable there is.
        images = (node for node, _ in accesses(shader) if node.memory.space is Space.IMAGE)
        for access in sorted(images, key=is_query):
            for unit in self.units(access.memory):
                key = self._key(unit, access)
                if key is not None:
                    self._uses[key] = _with(self._uses.get(key, _Use()), access)
        self._names: dict[_Key, str] = {}
        for key in self._uses:
            names = (f"image{key[0]}" + (f"_{number}" if number > 1 else "") for number in count(1))
            had = {*self._names.values(), *taken}
            self._names[key] = next(name for name in names if name not in had)

    def units(self, memory: Memory) -> tuple[int, ...]:
        """The units that may be accessed, by a handle those of all handles there are."""
        if memory.handle is not None:
            return tuple(self.handles)
        return tuple(range(memory.unit, memory.unit + memory.units))

    def image_key(self, unit: int) -> ImageKey | None:
        """What is on a unit, None where that is not known; of nothing a key that does not exist."""
        if unit not in self._image_keys:
            return None
        return self._image_keys[unit] or ImageKey(exists=False)

    def of(self, unit: int, access: Access) -> ImageVariable | None:
        """The variable that is accessed on a unit; None where the access is invalid."""
        key = self._key(unit, access)
        return None if key is None else ImageVariable(self._names[key], *key)

    def all(self) -> Iterator[ImageVariable]:
        for key, name in self._names.items():
            yield ImageVariable(name, *key)

    def declarations(self) -> list[str]:
        """One line each, unit after unit."""
        lines = []
        for key, name in sorted(self._names.items()):
            variable = ImageVariable(name, *key)
            format = f"{variable.format}, " if variable.format else ""
            words = self._uses[key].qualifiers(not variable.format)
            lines.append(f"layout({format}binding = {variable.unit}) {words}uniform {variable.type} {name};")
        return lines

    def _key(self, unit: int, access: Access) -> _Key | None:
        image_key, storage = self.image_key(unit), raw_storage(access)
        size = 0 if storage is None else storage.bytes
        if image_key is None:
            target = access.memory.target
            if access.storage is None:
                known = (key for key in self._uses if key[:2] == (unit, target))
                return next(known, (unit, target, RAW_FORMATS[4], "u"))
            if size:
                return unit, target, RAW_FORMATS[size], "u"
            return unit, target, "", KINDS[access.storage.type]
        allowed = (image_key.readable or not _reads(access)) and (image_key.writable or not _writes(access))
        if not (image_key.exists and allowed):
            return None
        if size not in (0, image_key.unit_format.bytes):
            return None
        if storage is None and access.storage is not None:
            floats = access.storage.type is DataType.FLOAT
            if image_key.unit_format.encoding.whole is floats:
                return None
        held = "ARRAY2D" if image_key.samples else image_key.target
        return unit, held, RAW_FORMATS[image_key.unit_format.bytes], "u"


def _reads(access: Access) -> bool:
    return not (isinstance(access, Store) or is_query(access))


def _writes(access: Access) -> bool:
    return not isinstance(access, Read)


def _with(use: _Use, access: Access) -> _Use:
    return _Use(
        use.reads or _reads(access),
        use.writes or _writes(access),
        use.coherent or access.memory.coherent,
        use.volatile or access.memory.volatile,
    )
