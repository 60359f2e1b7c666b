"""What a program header allows: the columns of a profile."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import Enum

from nvrender.program.families import Family
from nvrender.program.language import Language
from nvrender.program.limits import Changes, Limits, changed
from nvrender.program.opcodes import Opcode
from nvrender.records import Keeping
from nvrender.source import InternalError


class Stage(Enum):
    """Where a program runs."""

    VERTEX = "vertex"
    #: Runs once per ExecuteProgramNV and writes program parameters (NV_vertex_program2 2.14.5).
    VERTEX_STATE = "vertex state"
    TESSELLATION_CONTROL = "tessellation control"
    TESSELLATION_EVALUATION = "tessellation evaluation"
    GEOMETRY = "geometry"
    FRAGMENT = "fragment"
    COMPUTE = "compute"


#: Stages that run where they are asked for.
CALLED = frozenset(Stage) - {Stage.VERTEX, Stage.VERTEX_STATE}


@dataclass(frozen=True, slots=True)
class Profile(Keeping):
    """What one header allows (NV_vertex_program2 2.14.1.8 and the sections it names).

    ``generation`` is that of the hardware: 1 to 3 for NV_vertex_program, NV_vertex_program2 and the ARB's
    languages, 4 and 5 as in NV_gpu_program4 and NV_gpu_program5. ``grammar`` names its folder in
    ``languages``; ``relative_offset`` is the inclusive range of n in c[A0.x+n]; ``call_depth`` is 0 where
    there are no calls; ``execution_limit`` None where programs are straight lines.
    ``position_invariant_instruction_limit`` is None where the option is absent. ``position`` is the result
    that holds the position.

    From generation 3 on headers have ``limits``, and the numbers here are those of ``limits``. With
    ``flags`` a condition code is the four flags of NV_gpu_program4 2.X.3.7, else the sign of a value.
    ``call_overflow`` tells what a CAL does that nests too deeply: "end" the program or "skip" the call.
    ``nesting_ends``: so do blocks that nest too deeply over calls. ``blocks``: a subroutine ends before the
    next label (NV_gpu_program4 2.X.5). ``larger`` are the profiles that options exchange this one for, the
    largest first.
    """

    header: str
    generation: int
    name: str
    stage: Stage
    grammar: str
    family: Family
    target: str
    section: str
    attributes: int
    results: tuple[str, ...]
    opcodes: Mapping[str, Opcode] = field(hash=False)
    language: Language
    instruction_limit: int = 0
    parameters: int = 0
    temporaries: int = 0
    address_registers: int = 0
    address_components: int = 0
    relative_offset: tuple[int, int] = (0, 0)
    attribute_mnemonics: bool = False
    position_invariant_instruction_limit: int | None = None
    position_invariant_relative: bool = True
    options: frozenset[str] = frozenset()
    condition_codes: int = 0
    labels: bool = False
    writable_parameters: bool = False
    call_depth: int = 0
    execution_limit: int | None = None
    position: str = "HPOS"
    limits: Limits | None = None
    flags: bool = False
    call_overflow: str = "end"
    nesting_ends: bool = False
    blocks: bool = False
    larger: tuple[tuple[str, Profile], ...] = field(default=(), hash=False)

    def __repr__(self) -> str:
        return f"<Profile {self.header}>"

    @property
    def declared_limits(self) -> Limits:
        """The limits of a header that has any."""
        if self.limits is None:
            raise InternalError(f"{self.name} has no limits")
        return self.limits

    @property
    def declares_names(self) -> bool:
        """True where programs declare names for registers, as from ARB_vertex_program 2.14.2 on."""
        return self.limits is not None

    @property
    def declares_parameters(self) -> bool:
        """True where DECLARE names local parameters, beside p[n] (NV_fragment_program 3.11.2)."""
        return "DECLARE" in self.language.declarations


def limited(profile: Profile, limits: Limits) -> Profile:
    """A profile with these limits, and the fields that repeat them."""
    return replace(
        profile,
        limits=limits,
        instruction_limit=limits.instructions,
        position_invariant_instruction_limit=limits.instructions - 4,
        parameters=limits.parameters,
        temporaries=limits.temporaries,
        address_registers=limits.address_registers,
        call_depth=limits.call_depth if profile.labels else 0,
    )


def relimited(profile: Profile, changes: Changes) -> Profile:
    """A profile whose limits are changed."""
    return profile if changes is None else limited(profile, changed(profile.declared_limits, changes))
