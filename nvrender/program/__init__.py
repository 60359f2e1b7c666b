"""Program: the one representation that everything after the checker reads.

Immutable and fully resolved: nobody after ``check`` looks at text or names again. Every part
carries the span it was written at.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from nvrender.ops.modifiers import Clamp as Clamp
from nvrender.program.declarations import Binding as Binding
from nvrender.program.declarations import BindingKind as BindingKind
from nvrender.program.declarations import BoundAttribute as BoundAttribute
from nvrender.program.declarations import Buffer as Buffer
from nvrender.program.declarations import Compute as Compute
from nvrender.program.declarations import Geometry as Geometry
from nvrender.program.declarations import SubroutineParameter as SubroutineParameter
from nvrender.program.declarations import SubroutineType as SubroutineType
from nvrender.program.declarations import Tessellation as Tessellation
from nvrender.program.declarations import Variable as Variable
from nvrender.program.instructions import FIRST_HANDLE as FIRST_HANDLE
from nvrender.program.instructions import Comment as Comment
from nvrender.program.instructions import ImageAccess as ImageAccess
from nvrender.program.instructions import Instruction as Instruction
from nvrender.program.instructions import Label as Label
from nvrender.program.instructions import Multiply as Multiply
from nvrender.program.instructions import TextureAccess as TextureAccess
from nvrender.program.profile import CALLED, Profile, Stage
from nvrender.program.registers import COMPONENTS as COMPONENTS
from nvrender.program.registers import FULL_MASK as FULL_MASK
from nvrender.program.registers import IDENTITY_SWIZZLE as IDENTITY_SWIZZLE
from nvrender.program.registers import NO_SPAN as NO_SPAN
from nvrender.program.registers import Condition as Condition
from nvrender.program.registers import Destination as Destination
from nvrender.program.registers import ExtendedSwizzle as ExtendedSwizzle
from nvrender.program.registers import Mask as Mask
from nvrender.program.registers import Operand as Operand
from nvrender.program.registers import Register as Register
from nvrender.program.registers import RegisterFile as RegisterFile
from nvrender.program.registers import RelativeAddress as RelativeAddress
from nvrender.program.registers import Selector as Selector
from nvrender.program.registers import Swizzle as Swizzle
from nvrender.program.registers import banks_of as banks_of
from nvrender.program.registers import chosen_by as chosen_by
from nvrender.program.registers import covered as covered
from nvrender.program.widths import mixed
from nvrender.records import once
from nvrender.showing import shown_by
from nvrender.source import InputError, ProgramWarning, Source, TargetError, named
from nvrender.source import Span as Span


@dataclass(frozen=True)
class Program:
    """A loaded program.

    ``entry`` is the index execution starts at (label ``main``, else 0). ``variables`` are the
    registers the program names, in order of file and index; of the declared-name languages the declared
    ones, in order of the text. ``position_invariant`` is the option NV_position_invariant
    (NV_vertex_program2 2.14.6.1) or ARB_position_invariant (ARB_vertex_program 2.14.4.5.1).

    Of the declared-name languages ``profile`` is the header's with its options applied, ``parameters``
    tells what each PARAMETER register holds, ``attributes`` what each bound attribute number is called,
    ``buffers`` which buffers there are, ``temporaries`` how many TEMPORARY registers and ``parameter_count``
    what the parameters count against their limit (ARB_vertex_program 2.14.3.7). ``geometry``,
    ``tessellation`` and ``compute`` are what a program of such a stage declares. ``subroutine_types`` are the
    types of subroutine parameters, in order of the text, ``subroutine_parameters`` what is chosen of them, by
    number. ``written`` is there where ``normal_form`` changed the program: what its text says. ``warned`` is
    what was read though the specification forbids it.
    """

    source: Source
    profile: Profile
    instructions: tuple[Instruction, ...]
    labels: tuple[Label, ...] = ()
    entry: int = 0
    options: frozenset[str] = frozenset()
    variables: tuple[Variable, ...] = ()
    comments: tuple[Comment, ...] = ()
    parameters: tuple[Binding, ...] = ()
    attributes: tuple[BoundAttribute, ...] = ()
    buffers: tuple[Buffer, ...] = ()
    temporaries: int = 0
    parameter_count: int = 0
    geometry: Geometry | None = None
    tessellation: Tessellation | None = None
    compute: Compute | None = None
    subroutine_types: tuple[SubroutineType, ...] = ()
    subroutine_parameters: tuple[SubroutineParameter, ...] = ()
    written: Program | None = field(default=None, repr=False, compare=False)
    warned: tuple[ProgramWarning, ...] = field(default=(), repr=False, compare=False)

    _repr_html_ = shown_by("programs.program")

    def __repr__(self) -> str:
        count = len(self.instructions)
        said = f"{count} instruction{'s' * (count != 1)}"
        return f"<Program {named(self.source.name)}: {self.profile.header}, {said}>"

    def __hash__(self) -> int:
        """Of what it was made from, which equal programs share; looked up at each draw and dispatch."""
        return hash((self.source, self.options, self.subroutine_parameters))

    @property
    def as_written(self) -> Program:
        """With the declarations and operands of its text, for who counts or prints them."""
        return self.written or self

    @property
    def position_invariant(self) -> bool:
        return "NV_position_invariant" in self.options or "ARB_position_invariant" in self.options

    @once
    def reads(self, file: RegisterFile) -> frozenset[int]:
        """Indices of ``file`` some operand names, of an array addressed relatively all.

        What a VP program reads as ``c[A…]`` is not among them.
        """
        found: set[int] = set()
        for instruction in self.instructions:
            for operand in instruction.sources:
                if operand.register.file is file:
                    found.update(covered(operand.register))
        return frozenset(found)

    @once
    def writes(self, file: RegisterFile) -> frozenset[int]:
        """Indices of ``file`` some instruction names as destination, reached or not."""
        found: set[int] = set()
        for instruction in self.instructions:
            if instruction.destination is not None and instruction.destination.register.file is file:
                found.update(covered(instruction.destination.register))
        return frozenset(found)

    @property
    @once
    def has_relative_parameters(self) -> bool:
        """True if some operand reads ``c[A…]`` or a PARAM array relatively."""
        return any(
            operand.register.relative is not None and operand.register.file is RegisterFile.PARAMETER
            for instruction in self.instructions
            for operand in instruction.sources
        )

    @property
    @once
    def has_textures(self) -> bool:
        """True if some instruction accesses a texture."""
        return any(instruction.texture is not None for instruction in self.instructions)

    @property
    @once
    def results(self) -> tuple[str, ...]:
        """Names of the results the program writes, in table order; the position too if invariant."""
        written = self.writes(RegisterFile.RESULT)
        return tuple(
            name
            for index, name in enumerate(self.profile.results)
            if index in written or (name == self.profile.position and self.position_invariant)
        )


def check_stage(program: Program, runs: tuple[Stage, ...] = ()) -> None:
    """TargetError for a program that is read and checked and does not run.

    One of a stage not in ``runs``, and the first LONG attribute that is read in 32 bits too.
    """
    if not isinstance(program, Program):
        raise InputError(f"program is of type {type(program).__name__}; give what nvrender.load returns")
    stage = program.profile.stage
    if stage in CALLED and stage not in runs:
        raise TargetError(
            f"{program.source.name} is a {stage.value} program; what runs here is "
            f"{' and '.join(row.value for row in (Stage.VERTEX, *runs))} programs"
        )
    if not program.profile.language.sized:
        return
    for span, what in mixed(program.instructions, invariant=program.position_invariant):
        why = "no specification says what it reads; read it in one width"
        raise TargetError(f"{program.source.place(span)}: {what} does not run: {why}")
