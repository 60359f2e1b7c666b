"""The programs the benchmarks run, their inputs, and GLSL to draw them with."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import numpy as np

from nvrender.gl.inputs.params import modelview_projection
from nvrender.gl.inputs.results import Float32Array
from nvrender.gl.inputs.vertices import attribute_arrays, parameter_array
from nvrender.gl.state import Fog, Light, Material, State
from nvrender.glsl.translation import Translation
from nvrender.languages.load import load
from nvrender.program import Program
from nvrender.program.profile import Stage
from nvrender.regression.comparison.samples import samples
from nvrender.render import inputs as inputs_of

ROOT = Path(__file__).resolve().parent.parent

#: Programs with a hand-written equal in bench/glsl, one vertex shader each.
HANDWRITTEN = tuple(sorted(path.stem for path in (ROOT / "bench" / "glsl").glob("*.vert")))

#: Programs a figure is given for together: header → what the rows call them.
FAMILIES = {"vp1": "VP", "vp2": "VP", "arb": "ARB", "nv4": "NV4", "nv5": "NV5"}

_OUTPUT = re.compile(r"^(?:precise )?(flat )?out ([iu]?vec4) (\w+);$", re.MULTILINE)

#: Different vertices; more are these again.
_VERTICES = 4096

STATE = State(
    modelview=((0.8, 0.0, 0.6, 0.1), (0.0, 1.0, 0.0, -0.2), (-0.6, 0.0, 0.8, -4.0), (0.0, 0.0, 0.0, 1.0)),
    projection=((1.5, 0.0, 0.0, 0.0), (0.0, 2.0, 0.0, 0.0), (0.0, 0.0, -1.2, -2.2), (0.0, 0.0, -1.0, 0.0)),
    lights=(
        Light(ambient=(0.1, 0.1, 0.1, 1.0), diffuse=(0.8, 0.7, 0.6, 1.0), specular=(1.0, 0.9, 0.8, 1.0)),
        Light(
            diffuse=(0.5, 0.6, 0.9, 1.0),
            specular=(1.0, 1.0, 1.0, 1.0),
            position=(1.0, 2.0, -1.0, 1.0),
            spot_direction=(-0.3, -0.9, -0.3),
            spot_exponent=3.0,
            spot_cutoff=70.0,
            attenuation=(1.0, 0.1, 0.02),
        ),
    ),
    material=Material(specular=(0.5, 0.5, 0.5, 1.0), shininess=20.0),
    fog=Fog(density=0.3),
)


@dataclass(frozen=True)
class Work:
    """A program and what it runs on: attributes (count, 4) float32 by number, parameters, state."""

    program: Program
    attributes: dict[int, Float32Array]
    parameters: Float32Array
    state: State

    def blocks(self, translation: Translation) -> dict[str, Float32Array]:
        """Rows of every uniform block of a translation."""
        registers = translation.parameters.registers
        rows = self.parameters[list(registers)] if registers else self.parameters
        return {"ProgramParameters": rows, "FixedFunction": modelview_projection(self.state)}


@cache
def programs() -> dict[str, Program]:
    """Every vertex program in shaders/ and bench/programs/ by name."""
    paths = [
        path for folder in ("shaders", "bench/programs") for path in sorted((ROOT / folder).glob("*.vp"))
    ]
    loaded = {path.stem: load(path) for path in paths}
    return {name: row for name, row in loaded.items() if row.profile.stage is Stage.VERTEX}


def by_family(names: list[str] | tuple[str, ...]) -> dict[str, list[str]]:
    """``names`` of programs by what FAMILIES calls theirs."""
    found: dict[str, list[str]] = {}
    for name in names:
        found.setdefault(FAMILIES[programs()[name].profile.family.name], []).append(name)
    return found


def work(name: str, count: int) -> Work:
    """What a scene hands the program, or ordinary finite numbers, for ``count`` vertices."""
    program = programs()[name]
    attributes, parameters, state = _scenes().get(program.source.data) or _from_samples(program)
    repeated = {
        index: np.ascontiguousarray(np.resize(array, (count, 4)) if len(array) != count else array)
        for index, array in attributes.items()
    }
    return Work(program, repeated, parameters, state)


@cache
def _scenes() -> dict[bytes, tuple[dict[int, Float32Array], Float32Array, State]]:
    """Program text → what the first scene that draws it hands it."""
    found: dict[bytes, tuple[dict[int, Float32Array], Float32Array, State]] = {}
    for path in sorted((ROOT / "scenes").glob("*.toml")):
        for program, given, parameters, state in inputs_of(path):
            attributes, _ = attribute_arrays(program, given, state, None)
            if program.profile.declares_names:
                parameters = parameter_array(program, parameters, state)
            found.setdefault(program.source.data, (attributes, parameters, state))
    return found


def _from_samples(program: Program) -> tuple[dict[int, Float32Array], Float32Array, State]:
    given, parameters = samples(program, _VERTICES, special=False)
    attributes, _ = attribute_arrays(program, given, STATE, _VERTICES)
    if 6 in attributes:  # the first rows of sixteen bones
        attributes[6][:] = 3 * np.random.default_rng(1).integers(0, 16, (_VERTICES, 4))
    return attributes, parameter_array(program, parameters, STATE), STATE


def fragment_source(translation: Translation) -> str:
    """A fragment shader that reads every output, so that no driver drops one."""
    found = _OUTPUT.findall(translation.source)
    declarations = "".join(f"{flat}in {type} {name};\n" for flat, type, name in found)
    total = " + ".join(f"vec4({name})" for *_, name in found) or "vec4(1.0)"
    return f"#version 330 core\n{declarations}out vec4 color;\nvoid main() {{ color = {total}; }}\n"
