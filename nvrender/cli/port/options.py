"""What all translations of a run have in common, and what becomes of one program under it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass, field, replace
from functools import partial
from typing import Any

from nvrender.arb.assembly import ARB, Assembly
from nvrender.cli.port.complete import CONVENTIONAL_RESULTS, Companion, companion
from nvrender.cli.port.names_file import NamesFile
from nvrender.cli.port.pairs import Pair, unwritten
from nvrender.glsl.link import Link
from nvrender.glsl.targets import TARGETS, USUAL
from nvrender.glsl.translate import translate
from nvrender.glsl.translation import Translation
from nvrender.languages.arb.generation5_bindings import CONTROL_RESULTS
from nvrender.lint.warnings import warnings_of
from nvrender.program import Program
from nvrender.program.limits import Limits
from nvrender.program.profile import Stage
from nvrender.source import ProgramWarning, TargetError

SUFFIXES = {
    "vertex": ".vert.glsl",
    "feedback": ".vert.glsl",
    "compute": ".comp.glsl",
    "geometry": ".geom.glsl",
    "fragment": ".frag.glsl",
    "control": ".tesc.glsl",
    "evaluation": ".tese.glsl",
    "groups": ".comp.glsl",
}
_ASSEMBLY_SUFFIXES = {Stage.VERTEX: ".vp", Stage.FRAGMENT: ".fp"}


@dataclass(frozen=True)
class Options:
    """What all translations of a run have in common, but their target.

    ``drop_unread``: the vertex shader of a pair is without results that the fragment program does not read.
    ``env`` "array": program.env and program.local are arrays at their own indices. ``complete``: programs
    that are in no pair get the fixed-function stage beside them. ``turns``, ``limits``, a driver's by stage,
    and ``conventional`` are plain ARB assembly's, the others GLSL's.
    """

    interface: str | None = None
    numerics: str = "fast"
    without: tuple[str, ...] = ()
    built_ins: bool = False
    drop_unread: bool = False
    env: str = "members"
    complete: bool = False
    turns: int | None = None
    limits: Mapping[Stage, Limits] | None = None
    names: NamesFile = field(default_factory=lambda: NamesFile(""))
    conventional: bool = False

    def described(self, targets: Sequence[str | None]) -> dict[str, Any]:
        """What a manifest tells of them, and of the targets that were asked for."""
        chosen = asdict(replace(self, limits=None, names=NamesFile("")))
        del chosen["limits"], chosen["names"]
        return {"targets": [row for row in targets if row is not None], **chosen}

    def port(self, program: Program, target: str | None, pair: Pair | None = None) -> Translation | Assembly:
        """As asked, to GLSL or to plain ARB assembly, whose programs need nothing of the other of a pair."""
        if target == ARB:
            from nvrender.arb.translate import assemble

            limits = (self.limits or {}).get(program.profile.stage)
            return assemble(program, turns=self.turns, limits=limits, conventional=self.conventional)
        return self.translate(program, target, pair)

    def translate(self, program: Program, target: str | None, pair: Pair | None = None) -> Translation:
        """As asked; a program that makes no vertices is captured by transform feedback.

        Without a target it is the first that can express the program. Of a ``pair`` both hand on what the
        fragment program reads.
        """
        if pair is not None and program is pair.fragment:
            pair.check_units()
        usual = "feedback" if program.profile.stage is Stage.VERTEX_STATE else None
        names = USUAL if target is None else [target]
        *lesser, last = (replace(TARGETS[name], lacks=frozenset(self.without)) for name in names)
        interface = self.interface or usual
        link = replace(self._link(program, target, pair), indexed=self.env == "array")
        made = partial(
            translate,
            program,
            interface=interface,
            numerics=self.numerics,
            link=link,
            names=self.names.of(program),
            built_ins=self.built_ins,
        )
        for row in lesser:
            with suppress(TargetError):
                return made(row)
        return made(last)

    def warnings(
        self, program: Program, made: Translation | Assembly, pair: Pair | None = None
    ) -> tuple[ProgramWarning, ...]:
        """What is to be warned of in a program, and in what it became."""
        found = warnings_of(program)
        if isinstance(made, Assembly):
            return found + made.warnings
        if program.profile.stage is Stage.FRAGMENT and pair is not None:
            found += pair.unwritten(made)
        elif program.profile.stage is Stage.FRAGMENT and self.complete:
            found += unwritten(program, made, CONVENTIONAL_RESULTS, "the fixed function")
        return found

    def companion(
        self, program: Program, made: Translation | Assembly, pair: Pair | None = None
    ) -> Companion | None:
        """The fixed-function stage to write beside a program, if there is to be one."""
        if not self.complete or pair is not None or isinstance(made, Assembly):
            return None
        return companion(program, made)

    def _link(self, program: Program, target: str | None, pair: Pair | None) -> Link:
        if pair is None or self.interface is not None:
            written = program.profile.stage is Stage.TESSELLATION_EVALUATION
            return Link(patch_results=frozenset(CONTROL_RESULTS) if written else None)  # whoever writes them
        try:
            other = self.translate(pair.other(program), target)
        except TargetError:
            return Link()
        if program is pair.vertex:
            return pair.vertex_link(other, drop_unread=self.drop_unread)
        return pair.fragment_link(other)


def suffix(made: Translation | Assembly) -> str:
    """What the name of its file ends with."""
    if isinstance(made, Assembly):
        return _ASSEMBLY_SUFFIXES[made.program.profile.stage]
    return SUFFIXES[made.interface]
