"""What the tests of ports share: the corpus, and what its programs run on."""

from __future__ import annotations

from typing import Any

import numpy as np
from digest.corpus import Entry, corpus
from fuzz.ported import Run, without_overflow

from nvrender.gl.inputs.vertices import attribute_arrays, buffer_arrays, parameter_array
from nvrender.gl.textures.texture import Texture
from nvrender.ops.types import DataType
from nvrender.oracle.machine.resources import Resources
from nvrender.program import Program
from nvrender.program.profile import Stage
from nvrender.regression.comparison.sample_states import sample_state
from nvrender.regression.comparison.samples import samples

_COUNT = 12
_TEXELS: dict[DataType, tuple[str, Any]] = {
    DataType.FLOAT: ("float", np.float32),
    DataType.SIGNED: ("signed", np.int32),
    DataType.UNSIGNED: ("unsigned", np.uint32),
}
_SHAPES = {"1D": (8, 4), "2D": (8, 8, 4), "3D": (4, 4, 4, 4), "CUBE": (6, 8, 8, 4), "RECT": (8, 8, 4)}


def run_of(program: Program, count: int = _COUNT) -> Run:
    """A program on ordinary numbers."""
    state = sample_state(program).with_(window_height=64)
    attributes, parameters = samples(program, count, seed=1, special=False)
    arrays, _ = attribute_arrays(program, attributes, state, count)
    rows, buffers = parameter_array(program, parameters, state), buffer_arrays(program, parameters)
    return Run(without_overflow(program), arrays, Resources(rows, buffers, textures(program)), count)


def textures(program: Program) -> dict[int, Texture]:
    """A small texture of noise for each unit."""
    generator = np.random.default_rng(1)
    found: dict[int, Texture] = {}
    for instruction in program.instructions:
        access = instruction.texture
        if access is None or access.unit in found:
            continue
        target = access.target.removeprefix("SHADOW")
        if target not in _SHAPES:
            continue
        if access.target != target:
            depths = generator.random(_SHAPES[target][:-1]).astype(np.float32)
            found[access.unit] = Texture(target, (depths,), base_format="DEPTH", compare_function="LEQUAL")
            continue
        kind, type = _TEXELS[instruction.type]
        texels = generator.random(_SHAPES[target]) * (1 if kind == "float" else 9)
        found[access.unit] = Texture(target, (texels.astype(type),), kind=kind)
    return found


def entries(part: int = 0, parts: int = 1, share: int = 1) -> list[Entry]:
    """The vertex and fragment programs of the corpus; of the scripts' one in so many."""
    stages = (Stage.VERTEX, Stage.FRAGMENT)
    rows = (
        entry for number, entry in enumerate(corpus(part, parts)) if number % share == 0 or entry.case is None
    )
    return [entry for entry in rows if entry.program.profile.stage in stages]
