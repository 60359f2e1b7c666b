"""A vertex program and a fragment program that draw together: which are, and what both have in common."""

from __future__ import annotations

import re
from collections.abc import Callable, Container, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

from nvrender.glsl.io.fragment.attributes import VARYINGS
from nvrender.glsl.io.vertices import GIVEN
from nvrender.glsl.link import Link
from nvrender.glsl.registers.variables import RESULT_NAMES
from nvrender.glsl.textures.samplers import samplers_of
from nvrender.glsl.translation import Translation
from nvrender.lower.program import lowered
from nvrender.passes.dropped_results import chosen_results
from nvrender.program import Program, RegisterFile
from nvrender.program.profile import Stage
from nvrender.source import ProgramWarning, TargetError

#: What names of variables say of the stage: ``water_vp``, ``fp_water``, ``waterVP``, ``water.vertex``.
_STAGE = re.compile(
    r"(?i:(?<![^\W_])(?:vp|vs|vert|vertex|fp|fs|ps|frag|fragment|pixel)(?![^\W_]))"
    r"|(?<=[a-z0-9])(?:VP|VS|Vert|Vertex|FP|FS|PS|Frag|Fragment|Pixel)(?![^\W_])"
)
_Row = TypeVar("_Row")


@dataclass(frozen=True)
class Pair:
    """The two programs."""

    vertex: Program
    fragment: Program

    def other(self, program: Program) -> Program:
        """The one that ``program`` is not."""
        return self.fragment if program is self.vertex else self.vertex

    def vertex_link(self, fragment: Translation, *, drop_unread: bool) -> Link:
        """What the vertex shader is linked with; with ``drop_unread`` it has only results that are read."""
        read = {row.name for row in fragment.varyings} | GIVEN
        chosen = chosen_results(lowered(self.vertex))
        results = self.vertex.profile.results
        captured = tuple(
            row for row in self.vertex.results if RESULT_NAMES[row] in read or results.index(row) in chosen
        )
        return Link(fragment.varyings, programs=self._programs, captured=captured if drop_unread else None)

    def fragment_link(self, vertex: Translation) -> Link:
        """What the fragment shader is linked with."""
        return Link(taken=frozenset(row.name for row in vertex.images), programs=self._programs)

    def check_units(self) -> None:
        """TargetError where both read a texture unit, each as another target (NV_gpu_program4 2.X.4.4)."""
        vertex, fragment = (samplers_of(program) for program in self._programs)
        for unit in sorted(vertex.keys() & fragment.keys()):
            first, second = vertex[unit].type, fragment[unit].type
            if first != second:
                raise TargetError(
                    f"{self.fragment.source.name}: texture[{unit}] is a {second} here and a {first} in "
                    f"{self.vertex.source.name}; linked programs must read a unit in one way"
                )

    def unwritten(self, fragment: Translation) -> tuple[ProgramWarning, ...]:
        """A warning for each attribute that the fragment program reads and nobody writes."""
        written = {RESULT_NAMES[row] for row in self.vertex.results}
        return unwritten(self.fragment, fragment, written, self.vertex.source.name)

    @property
    def _programs(self) -> tuple[Program, ...]:
        return self.vertex, self.fragment


def unwritten(
    fragment: Program, translation: Translation, written: Container[str], writer: str
) -> tuple[ProgramWarning, ...]:
    """A warning for each attribute that is read and is not among what the stage before has ``written``."""
    missing = {row.name for row in translation.varyings if row.name not in written}
    found: dict[str, ProgramWarning] = {}
    for instruction in fragment.instructions:
        for operand in instruction.sources:
            register = operand.register
            name = VARYINGS.get(register.index, "")
            if register.file is RegisterFile.ATTRIBUTE and name in missing - set(found):
                message = f"{writer} does not write what is read here"
                start = operand.span.start
                hint = "it is (0, 0, 0, 1)"
                found[name] = ProgramWarning(fragment.source, start, message, hint, rule="unwritten-varying")
    return tuple(found.values())


def pair_of(programs: Sequence[Program]) -> Pair | None:
    """A vertex program and a fragment program; None of others."""
    ordered = sorted(programs, key=lambda program: program.profile.stage is Stage.FRAGMENT)
    if [program.profile.stage for program in ordered] != [Stage.VERTEX, Stage.FRAGMENT]:
        return None
    return Pair(*ordered)


def paired(names: Iterable[Path]) -> list[tuple[Path, ...]]:
    """Files by two: the only two, or those that have a name but for the suffix; others one by one."""
    listed = list(names)
    if len(listed) == 2:
        return [tuple(listed)]
    groups: dict[Path, list[Path]] = {}
    for name in listed:
        groups.setdefault(name.with_suffix(""), []).append(name)
    found: list[tuple[Path, ...]] = []
    for group in groups.values():
        found += [tuple(group)] if len(group) == 2 else [(name,) for name in group]
    return found


def by_name(rows: Iterable[_Row], name: Callable[[_Row], str]) -> list[list[_Row]]:
    """Rows whose names are one but for what tells of the stage."""
    groups: dict[str, list[_Row]] = {}
    for row in rows:
        groups.setdefault(_STAGE.sub("", name(row)).strip("_"), []).append(row)
    return list(groups.values())
