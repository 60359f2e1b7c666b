"""Every program header: one row each, found in the ``headers`` folder of its grammar.

A module there with a ``PROFILE`` is a header; one with ``ROWS`` is an instruction table, its own or one that
several headers share.
"""

from __future__ import annotations

from dataclasses import dataclass
from importlib import import_module
from pkgutil import iter_modules
from types import ModuleType

from nvrender.program.opcodes import Opcode
from nvrender.program.profile import Profile, Stage

#: The grammars, a folder each.
GRAMMARS = ("vp", "fp1", "arb")
_STAGES = tuple(Stage)


def _modules() -> list[ModuleType]:
    folders = [import_module(f"nvrender.languages.{grammar}.headers") for grammar in GRAMMARS]
    return [
        import_module(f"{folder.__name__}.{name}")
        for folder in folders
        for name in sorted(found.name for found in iter_modules(folder.__path__))
    ]


def _order(profile: Profile) -> tuple[int, int]:
    return profile.generation, _STAGES.index(profile.stage)


_MODULES = _modules()

#: Every profile, by header, as it is without options.
PROFILES: dict[str, Profile] = {
    profile.header: profile
    for profile in sorted((module.PROFILE for module in _MODULES if hasattr(module, "PROFILE")), key=_order)
}

#: The profiles of the register-named vertex programs.
VP_PROFILES: dict[str, Profile] = {header: row for header, row in PROFILES.items() if row.grammar == "vp"}

#: (name of the family, name) → row, for every opcode of every table (nvrender.languages.common.families).
OPCODES: dict[tuple[str, str], Opcode] = {
    row.key: row for module in _MODULES for row in getattr(module, "ROWS", ())
}


@dataclass(frozen=True, slots=True)
class Unpublished:
    """A header that no published text describes: the nearest language, with the options it needs."""

    nearest: str
    options: frozenset[str] = frozenset()

    @property
    def mending(self) -> str:
        """How a program of it begins that is one of the nearest language."""
        return "".join([self.nearest, *(f" OPTION {option};" for option in sorted(self.options))])


#: NV_vertex_program3, Issues: there is no !!VP3.0; generation 4.1 is an option's (docs/semantics.md).
UNPUBLISHED_HEADERS: dict[str, Unpublished] = {
    "!!VP3.0": Unpublished("!!VP2.0"),
    "!!NVvp3.0": Unpublished("!!ARBvp1.0", frozenset({"NV_vertex_program3"})),
    "!!NVfp3.0": Unpublished("!!ARBfp1.0", frozenset({"NV_fragment_program2"})),
    "!!NVvp4.1": Unpublished("!!NVvp4.0"),
    "!!NVgp4.1": Unpublished("!!NVgp4.0"),
    "!!NVfp4.1": Unpublished("!!NVfp4.0"),
}

#: Headers of related languages and what they begin, so that a message can say so.
UNSUPPORTED_HEADERS: dict[str, str] = {
    "!!FCP1.0": "a fragment combiner program (NV_fragment_program)",
}
