"""``program.env`` and ``program.local`` as arrays at their own indices, not a variable for each."""

from __future__ import annotations

from nvrender.glsl.registers.layout import Layout
from nvrender.glsl.registers.variables import ENVIRONMENT, PARAMETERS, VECTORS, Variable
from nvrender.program import BindingKind, RegisterFile

#: Vectors of the block of ``program.env``, which all programs of a stage declare alike: what GPUs have as
#: MAX_PROGRAM_ENV_PARAMETERS, or for one that reads more the most that it may.
_SIZES = 256, 1024
#: Of each kind the block and its member, as statements name them.
_ARRAYS = {BindingKind.ENVIRONMENT: (ENVIRONMENT, VECTORS), BindingKind.LOCAL: (PARAMETERS, "local")}


def index_parameters(layout: Layout) -> None:
    """Lays the parameters of the environment and the program's own into two arrays of floats.

    Arrays that instructions choose from are in them if their elements follow each other there.
    """
    found: dict[tuple[BindingKind, int], Variable] = {}
    ends: dict[BindingKind, int] = {}
    for (file, number), variable in list(layout.variables.items()):
        if file is not RegisterFile.PARAMETER or variable.high is not None:
            continue
        binding = layout.program.parameters[number]
        if binding.kind not in _ARRAYS or (variable.relative and not _follows(layout, variable)):
            continue
        start = number - binding.index
        if (binding.kind, start) not in found:
            block, name = _ARRAYS[binding.kind]
            array = Variable(file, start, 0, array=True, name=name, block=block, indexed=True)
            found[binding.kind, start] = array
        array = layout.variables[file, number] = found[binding.kind, start]
        array.moved |= variable.moved
        ends[binding.kind] = max(ends.get(binding.kind, 0), binding.index + 1)
    for (kind, _), array in found.items():
        end = ends[kind]
        array.count = end if kind is BindingKind.LOCAL else next(size for size in _SIZES if end <= size)


def _follows(layout: Layout, variable: Variable) -> bool:
    """Whether the elements of an array are successive parameters of one kind."""
    rows = layout.program.parameters[variable.start : variable.start + variable.count]
    first = rows[0]
    return all(row.kind is first.kind and row.index == first.index + place for place, row in enumerate(rows))
