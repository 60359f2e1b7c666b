"""What a shader declares: uniform blocks and what lies where in them, uniforms in no block, inputs."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

_BLOCK = re.compile(
    r"^layout\(std140(?:, binding = (\d+))?\) uniform (\w+) \{\n(.*?)^\}(?: (\w+))?;",
    re.MULTILINE | re.DOTALL,
)
_MEMBER = re.compile(r"^    (layout\(row_major\) )?(\w+) (\w+)(?:\[(\d+)\])?;(?: +// (.*))?$", re.MULTILINE)
_LOOSE = re.compile(
    r"^(?:layout\([^)]*\) )?uniform (\w+) (\w+)(?:\[(\d+)\])?(?: = .*?)?;(?: +// (.*))?$", re.MULTILINE
)
_INPUT = re.compile(r"^layout\(location = (\d+)\) in vec4 (\w+);$", re.MULTILINE)
_STRUCTURE = re.compile(r"^struct (\w+) \{\n(.*?)^\};", re.MULTILINE | re.DOTALL)
_NUMBERS = re.compile(r"[iu]?vec([234])|(?:float|u?int)")
_MATRIX = re.compile(r"mat([34])(?:x([34]))?")
#: Bytes of a vector of four.
VECTOR = 16


@dataclass(frozen=True)
class Member:
    """A member of a block: ``count`` is None of what is no array; ``offset`` and ``size`` are bytes."""

    name: str
    type: str
    count: int | None
    remark: str
    offset: int = 0
    size: int = 0


@dataclass(frozen=True)
class UniformBlock:
    """A std140 block; ``instance`` is "" where members are named alone, ``binding`` None if not said."""

    name: str
    instance: str
    binding: int | None
    members: tuple[Member, ...]

    @property
    def size(self) -> int:
        """Bytes, in whole vectors."""
        end = max((row.offset + row.size for row in self.members), default=0)
        return -(-end // VECTOR) * VECTOR


def uniform_blocks(source: str) -> list[UniformBlock]:
    """The uniform blocks of a shader's text, in order."""
    structures = {name: len(_MEMBER.findall(text)) * VECTOR for name, text in _STRUCTURE.findall(source)}
    return [
        UniformBlock(name, instance, int(binding) if binding else None, tuple(_laid_out(text, structures)))
        for binding, name, text, instance in _BLOCK.findall(source)
    ]


def loose_uniforms(source: str) -> list[Member]:
    """The uniforms in no block, samplers and images among them."""
    return [
        Member(name, type, int(count) if count else None, remark)
        for type, name, count, remark in _LOOSE.findall(source)
    ]


def located_inputs(source: str) -> list[tuple[str, int]]:
    """The inputs of a vertex shader with their locations."""
    return [(name, int(location)) for location, name in _INPUT.findall(source)]


def _laid_out(text: str, structures: dict[str, int]) -> Iterator[Member]:
    """Members where std140 puts them (OpenGL 3.3, 2.11.4); structures are of vectors of four."""
    end = 0
    for by_rows, type, name, length, remark in _MEMBER.findall(text):
        count = int(length) if length else None
        align, size = _place(type, structures, by_rows=bool(by_rows))
        if count is not None:
            align, size = VECTOR, -(-size // VECTOR) * VECTOR * count
        offset = -(-end // align) * align
        end = offset + size
        yield Member(name, type, count, remark, offset, size)


def _place(type: str, structures: dict[str, int], *, by_rows: bool) -> tuple[int, int]:
    """The alignment and the size of one; matrices are of columns, or ``by_rows`` of rows, a vector each."""
    if type in structures:
        return VECTOR, structures[type]
    if matrix := _MATRIX.fullmatch(type):
        columns, rows = int(matrix[1]), int(matrix[2] or matrix[1])
        return VECTOR, VECTOR * (rows if by_rows else columns)
    match = _NUMBERS.fullmatch(type)
    if match is None:
        return VECTOR, 4 * VECTOR
    width = int(match[1] or 1)
    return 4 * (4 if width == 3 else width), 4 * width
