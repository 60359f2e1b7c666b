"""What the driver's assembler has for programs (ARB_vertex_program 6.1.12, ARB_fragment_program 6.1.12)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np

from nvrender.gpu.native.context import compatibility
from nvrender.gpu.native.programs import FRAGMENT, VERTEX, function
from nvrender.program.limits import MINIMUM_ARB_FRAGMENT, MINIMUM_ARB_VERTEX, Limits
from nvrender.program.profile import Stage
from nvrender.source import ContextError

#: MAX_PROGRAM_NATIVE_…_ARB by the field that it is.
_NATIVE = {"instructions": 0x88A3, "temporaries": 0x88A7, "parameters": 0x88AB}
_OF_VERTICES = {"address_registers": 0x88B3}
_OF_FRAGMENTS = {
    "alu_instructions": 0x880E, "texture_instructions": 0x880F, "texture_indirections": 0x8810,
}  # fmt: skip
_TARGETS = {
    Stage.VERTEX: ("GL_ARB_vertex_program", VERTEX, MINIMUM_ARB_VERTEX, _NATIVE | _OF_VERTICES),
    Stage.FRAGMENT: ("GL_ARB_fragment_program", FRAGMENT, MINIMUM_ARB_FRAGMENT, _NATIVE | _OF_FRAGMENTS),
}


def native_limits() -> dict[Stage, Limits]:
    """The native limits of plain ARB programs of each stage, for ``nvrender.assemble``.

    ContextError without PyOpenGL, a compatibility context or the languages.
    """
    found = {}
    with compatibility() as native:
        for stage, (extension, target, least, fields) in _TARGETS.items():
            if extension not in native.extensions:
                raise ContextError(f"{native.renderer} has no {extension.removeprefix('GL_')}")
            values: dict[str, Any] = {}
            for name, query in fields.items():
                number = np.zeros(1, np.int32)
                function("glGetProgramivARB")(target, query, number)
                values[name] = int(number[0])
            found[stage] = replace(least, **values)
    return found
