"""The compute shader a compute program becomes (NV_compute_program5)."""

from __future__ import annotations

from dataclasses import dataclass, field

from nvrender.glsl.declared.storage import Storage
from nvrender.glsl.declared.variables import Variable
from nvrender.glsl.declared.word_types import cast
from nvrender.glsl.expressions import Expression
from nvrender.glsl.io.declared import TypedInterface
from nvrender.glsl.io.memory_block import COUNTED_FAULTS, FAULTS, MEMORY, SHARED
from nvrender.glsl.io.parameter_blocks import buffers_read, parameters_read
from nvrender.glsl.names import Names
from nvrender.glsl.options import Options
from nvrender.glsl.targets import Target
from nvrender.glsl.threads.group_barriers import DECLARATIONS
from nvrender.ops.memory_access import Space
from nvrender.program import Program, RegisterFile
from nvrender.program.memory import reaching

#: What holds each attribute (NV_compute_program5 Table X.1), in the order of their numbers.
_VALUES = (
    "uvec4(gl_LocalInvocationID, 0u)",
    "uvec4(gl_GlobalInvocationID, 0u)",
    "uvec4(gl_WorkGroupID, 0u)",
    "uvec4(gl_NumWorkGroups, 0u)",
    "uvec4(gl_WorkGroupSize, 0u)",
    "uvec4(gl_LocalInvocationIndex, 0u, 0u, 0u)",
)


#: What makes words of one kind of such, so that no compiler reads the block again where the variable is read.
_READ_ONCE = {"": "intBitsToFloat(floatBitsToInt({}))", "u": "uvec4(ivec4({}))", "i": "ivec4(uvec4({}))"}
#: The same where a dispatch is a part of all work groups.
FIRST_GROUP, ALL_GROUPS = "first_group", "all_groups"
_DIVIDED = {
    1: f"uvec4((gl_WorkGroupID + {FIRST_GROUP}) * gl_WorkGroupSize + gl_LocalInvocationID, 0u)",
    2: f"uvec4(gl_WorkGroupID + {FIRST_GROUP}, 0u)",
    3: f"uvec4({ALL_GROUPS}, 0u)",
}
NAMES = frozenset({FIRST_GROUP, ALL_GROUPS})


@dataclass(frozen=True)
class ComputeInterface(TypedInterface):
    """One invocation a thread; there are no results.

    ``waits``: invocations meet at one place, whatever BAR they wait at. ``copied``: parameters that main
    reads from their block at first, by the members' names. Drivers that run invocations in vectors read
    blocks an invocation at a time where some may be asleep. ``divided``: a dispatch is a part of all work
    groups.
    """

    waits: bool = False
    copied: dict[str, Variable] = field(default_factory=dict)
    divided: bool = False

    def is_output(self, name: str) -> bool:
        return False

    @property
    def counts_faults(self) -> bool:
        return reaching(self.program) is not None

    @property
    def has_final_section(self) -> bool:
        return self.counts_faults

    @property
    def shared_words(self) -> int:
        """Words of the memory a work group shares, 0 where no instruction reaches it."""
        compute = self.program.compute
        assert compute is not None
        reached = any(row.opcode.space is Space.SHARED for row in self.program.instructions)
        return -(-(compute.shared or 0) // 4) if reached else 0

    def declarations(self, precise: str) -> list[str]:
        compute = self.program.compute
        assert compute is not None
        x, y, z = compute.size
        lines = [f"layout(local_size_x = {x}, local_size_y = {y}, local_size_z = {z}) in;"]
        if self.shared_words:
            lines.append(f"shared uint {SHARED}[{self.shared_words}];")
        if self.waits:
            lines += DECLARATIONS
        if self.divided:
            lines.append(f"uniform uvec3 {FIRST_GROUP}, {ALL_GROUPS};")
        lines += self.block_declarations()
        return lines + [f"{variable.declaration};" for variable in self.copied.values()]

    def member_name(self, variable: Variable) -> str:
        return next((name for name, row in self.copied.items() if row is variable), variable.name)

    def opening(self) -> list[str]:
        """Shared memory begins with zeros (docs/semantics.md)."""
        compute = self.program.compute
        assert compute is not None
        if not self.shared_words:
            return []
        step = compute.size[0] * compute.size[1] * compute.size[2]
        return [
            f"for (uint word = gl_LocalInvocationIndex; word < {self.shared_words}u; word += {step}u)",
            f"    {SHARED}[word] = 0u;",
            "memoryBarrierShared();",
            "barrier();",
        ]

    def fetches(self, through: str) -> list[tuple[str, str]]:
        rows = [
            (variable.name, _READ_ONCE[variable.kind].format(member))
            for member, variable in self.copied.items()
        ]
        for variable in self.storage.all(RegisterFile.ATTRIBUTE):
            for index in range(variable.start, variable.start + variable.count):
                text = _DIVIDED.get(index, _VALUES[index]) if self.divided else _VALUES[index]
                value = cast(Expression(text, width=4), "u", variable.kind)
                rows.append((variable.at(index), value.text))
        return rows

    def closing(self) -> list[str]:
        if not self.counts_faults:
            return []
        return [f"if ({COUNTED_FAULTS} != 0u) atomicAdd({MEMORY}[{FAULTS}], {COUNTED_FAULTS});"]


def compute_interface(
    program: Program,
    storage: Storage,
    names: Names,
    target: Target,
    kind: str,
    options: Options,
    *,
    waits: bool,
) -> ComputeInterface:
    """The interface; names all variables."""
    storage.name(names)
    parts = any(row.opcode.flow is not None for row in program.instructions)
    copied = {
        names.take(f"given_{variable.name}"): variable
        for variable in storage.all(RegisterFile.PARAMETER)
        if parts and not variable.array
    }
    members = {variable.name: name for name, variable in copied.items()}
    parameters = parameters_read(program, storage)
    renamed = tuple(row._replace(name=members.get(row.name, row.name)) for row in parameters.members)
    return ComputeInterface(
        kind,
        target,
        program,
        storage,
        (),
        {},
        parameters._replace(members=renamed),
        (),
        False,
        False,
        tuple(buffers_read(program, storage)),
        waits=waits,
        copied=copied,
        divided=options.link.divided,
    )
