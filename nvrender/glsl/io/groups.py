"""The compute shader a compute program becomes (NV_compute_program5)."""

from __future__ import annotations

from dataclasses import dataclass

from nvrender.glsl.io.interface import Fetch, Shader
from nvrender.glsl.memory.block import COUNTED_FAULTS, FAULTS, MEMORY, SHARED
from nvrender.glsl.names import Names
from nvrender.glsl.options import Options
from nvrender.glsl.registers.storage import Storage
from nvrender.glsl.registers.variables import PARAMETERS, Variable
from nvrender.glsl.targets import Target
from nvrender.glsl.threads.group_barriers import DECLARATIONS
from nvrender.ir.analysis.places import accesses, is_straight
from nvrender.lower.program import lowered
from nvrender.ops.memory_access import Space
from nvrender.program import Compute, RegisterFile
from nvrender.program.declared import compute_of
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
class GroupShader(Shader):
    """One invocation a thread; there are no results.

    ``copied``: parameters that main reads from their block at first. Drivers that run
    invocations in vectors read blocks an invocation at a time where some may be asleep. ``waits``:
    invocations meet at one place, whatever BAR they wait at.
    """

    copied: tuple[Variable, ...]
    waits: bool

    kind = "groups"
    purpose = "compute shader of work groups"
    #: A compiler may know that there are no 2^31.
    integer = "int(gl_NumWorkGroups.x - 1u)", True
    keeps_denormals = True

    @property
    def _compute(self) -> Compute:
        return compute_of(self.program)

    @property
    def counts_faults(self) -> bool:
        return reaching(self.program) is not None

    @property
    def has_final_section(self) -> bool:
        return self.counts_faults

    @property
    def _shared_words(self) -> int:
        """Words of the memory a work group shares, 0 where no instruction reaches it."""
        reached = any(row.memory.space is Space.SHARED for row, _ in accesses(lowered(self.program)))
        return -(-(self._compute.shared or 0) // 4) if reached else 0

    def inputs(self) -> list[str]:
        x, y, z = self._compute.size
        lines = [f"layout(local_size_x = {x}, local_size_y = {y}, local_size_z = {z}) in;"]
        lines += [f"shared uint {SHARED}[{self._shared_words}];"] * bool(self._shared_words)
        lines += DECLARATIONS * self.waits
        return lines + [f"uniform uvec3 {FIRST_GROUP}, {ALL_GROUPS};"] * self.options.link.divided

    def outputs(self) -> list[str]:
        return [f"{variable.declaration};" for variable in self.copied]

    def prologue(self) -> list[str]:
        """Shared memory begins with zeros (docs/semantics.md)."""
        if not self._shared_words:
            return []
        x, y, z = self._compute.size
        return [
            f"for (uint word = gl_LocalInvocationIndex; word < {self._shared_words}u; word += {x * y * z}u)",
            f"    {SHARED}[word] = 0u;",
            "memoryBarrierShared();",
            "barrier();",
        ]

    def reads_directly(self, index: int) -> bool:
        return False

    def element(self, index: int) -> tuple[str, str]:
        return (_DIVIDED if self.options.link.divided else {}).get(index, _VALUES[index]), "u"

    def fetches(self, through: str) -> list[Fetch]:
        copies = (
            Fetch(variable.name, _READ_ONCE[variable.kind].format(f"{PARAMETERS}.{variable.name}"))
            for variable in self.copied
        )
        return [*copies, *super().fetches(through)]

    def epilogue(self) -> list[str]:
        line = f"if ({COUNTED_FAULTS} != 0u) atomicAdd({MEMORY}[{FAULTS}], {COUNTED_FAULTS});"
        return [line] * self.counts_faults


def group_shader(
    storage: Storage, names: Names, target: Target, options: Options, *, waits: bool
) -> GroupShader:
    """The shader around a compute program; names all variables."""
    storage.name(names)
    parts = not is_straight(lowered(storage.program))
    parameters = storage.all(RegisterFile.PARAMETER)
    copied = tuple(variable for variable in parameters if parts and not variable.array)
    for variable in copied:
        variable.block = ""
    return GroupShader(storage, target, options, (), (), copied, waits)
