"""The programs the benchmarks run, their inputs, and GLSL to draw them with."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from nvrender.check.load import load
from nvrender.gl.inputs import attribute_arrays
from nvrender.gl.results import Float32Array
from nvrender.gl.state import State
from nvrender.glsl.translate import Translation
from nvrender.isa.profiles import Stage
from nvrender.program import Program
from nvrender.regression.samples import samples
from nvrender.render import inputs as inputs_of
from nvrender.source import InputError

ROOT = Path(__file__).resolve().parent.parent

#: Programs with a hand-written equal in bench/glsl, one vertex shader each.
HANDWRITTEN = tuple(sorted(path.stem for path in (ROOT / "bench" / "glsl").glob("*.vert")))


def vertex_programs() -> dict[str, Program]:
    """Every vertex program in shaders/ by name."""
    programs = {path.stem: load(path) for path in sorted((ROOT / "shaders").glob("*.vp"))}
    return {name: row for name, row in programs.items() if row.profile.stage is Stage.VERTEX}


def inputs(program: Program, count: int) -> tuple[dict[int, Float32Array], Float32Array]:
    """Ordinary finite attributes, (count, 4) float32 each, and (P, 4) parameters."""
    return samples(program, count, special=False)


def fragment_source(translation: Translation) -> str:
    """A fragment shader that reads every output, so that no driver drops one."""
    names = [
        row.name
        for row in translation.results
        if row.result not in ("HPOS", "PSIZ") and not row.result.startswith("CLP")
    ]
    declarations = "".join(f"in vec4 {name};\n" for name in names)
    total = " + ".join(names) or "vec4(1.0)"
    return f"#version 330 core\n{declarations}out vec4 color;\nvoid main() {{ color = {total}; }}\n"


def scene_inputs(program: Program, count: int) -> tuple[dict[int, Float32Array], Float32Array]:
    """What a scene hands ``program``, its vertices repeated to ``count``."""
    for path in sorted((ROOT / "scenes").glob("*.toml")):
        for candidate, attributes, parameters, _ in inputs_of(path):
            if candidate.source.data == program.source.data:
                full, _ = attribute_arrays(candidate, attributes, State(), None)
                repeated = {}
                for index, array in full.items():
                    rows = np.resize(array, (count, 4)) if len(array) != count else array
                    repeated[index] = np.ascontiguousarray(rows, np.float32)
                return repeated, parameters
    raise InputError(f"no scene draws {program.source.name}")
