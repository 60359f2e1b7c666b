"""The uniforms of Cg metadata as names of the registers the compiler gave them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from nvrender.glsl.comments import sanitised
from nvrender.glsl.names import Names, safe, spelled
from nvrender.languages.cg import CgUniform, metadata
from nvrender.languages.cg_bindings import Places
from nvrender.program import Program


@dataclass(frozen=True, slots=True)
class NamedRegisters:
    """A uniform that has ``count`` parameters from ``start`` on to itself; ``description`` is its type.

    ``array`` is False where the uniform is one vector or scalar; ``asked``: people have given the name.
    """

    name: str
    start: int
    count: int
    array: bool
    description: str
    asked: bool = False


@dataclass(frozen=True, slots=True)
class Offsets:
    """Names of places in an array of parameters: what stands in the brackets, and its declarations."""

    places: dict[int, str]
    declarations: tuple[str, ...]


def offsets(uniforms: list[NamedRegisters], names: Names, start: int, count: int) -> Offsets:
    """Names for the uniforms that begin in the ``count`` parameters from ``start``, which are one array."""
    places: dict[int, str] = {}
    lines: list[str] = []
    for row in uniforms:
        first = row.start - start
        if 0 <= first < count:
            name = row.name if row.asked else names.take(safe(spelled(row.name)))
            lines.append(f"const int {name} = {first};  // {sanitised(row.description)}")
            for place in range(min(row.count, count - first)):
                places[first + place] = f"{name} + {place}" if row.array else name
    return Offsets(places, tuple(lines))


def named_registers(program: Program) -> list[NamedRegisters]:
    """The uniforms of a program by their registers, none of which two share; in the order of registers.

    An array whose elements are scattered is named element by element.
    """
    data = metadata(program)
    if data is None:
        return []
    places = Places(program)
    known = {uniform.name: uniform for uniform in data.uniforms}
    elements = {
        variable.name for uniform in data.uniforms for index, variable in uniform.parts if index != ()
    }
    found: list[NamedRegisters] = []
    for uniform in data.uniforms:
        if uniform.name in elements:
            continue
        whole = _placed(places, uniform)
        if whole is not None:
            found.append(whole)
            continue
        parts = (known[variable.name] for index, variable in uniform.parts if index != ())
        found += [placed for part in parts if (placed := _placed(places, part)) is not None]
    taken = Counter(
        number
        for variable in data.variables
        if (registers := variable.registers) is not None
        for number in places.numbers(registers, registers.count)
    )
    alone = [row for row in found if all(taken[row.start + n] == 1 for n in range(row.count))]
    return sorted(alone, key=lambda row: row.start)


def merged_registers(
    first: Iterable[NamedRegisters], others: Iterable[NamedRegisters]
) -> list[NamedRegisters]:
    """Names of registers, and of ``others`` those that share none with them."""
    found = list(first)
    taken = {row.start + place for row in found for place in range(row.count)}
    for row in others:
        if taken.isdisjoint(range(row.start, row.start + row.count)):
            found.append(row)
    return sorted(found, key=lambda row: row.start)


def _placed(places: Places, uniform: CgUniform) -> NamedRegisters | None:
    """Where all of a uniform is; None if it is not in successive registers from the first component on."""
    numbers: list[int] = []
    for _, variable in sorted(uniform.parts, key=lambda part: part[0]):
        registers = variable.registers
        if registers is None or registers.component or variable.shape is None:
            return None
        placed = places.numbers(registers, registers.count)
        if len(placed) != registers.count:
            return None
        numbers += placed
    if not numbers or numbers != list(range(numbers[0], numbers[0] + len(numbers))):
        return None
    first = uniform.parts[0][1]
    matrix = first.is_matrix
    lengths = (uniform.shape or ())[: len(uniform.shape or ()) - len(first.shape or ())]
    description = f"{uniform.type}{''.join(f'[{length}]' for length in lengths)}"
    description += f", a {'column' if first.by_columns else 'row'} in each" if matrix else ""
    description += f" ({uniform.semantic})" if uniform.semantic and not uniform.semantic.isspace() else ""
    return NamedRegisters(
        uniform.name, numbers[0], len(numbers), matrix or bool(lengths) or len(numbers) > 1, description
    )
