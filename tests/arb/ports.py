"""A program and its port to plain ARB assembly on the oracle, on the same inputs."""

from __future__ import annotations

import warnings
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

import nvrender
from nvrender.arb.translate import Assembly, assemble
from nvrender.gl.textures.texture import Texture
from nvrender.program import Program
from nvrender.program.profile import Stage
from nvrender.regression.comparison.samples import samples

COUNT = 64
Rows = npt.NDArray[np.float32]


@dataclass(frozen=True)
class Difference:
    """Where a port gives other words: the result, the lane and component, both numbers."""

    result: str
    lane: int
    component: int
    expected: float
    found: float


def compare(
    program: Program, *, seed: int = 1, special: bool = False, turns: int | None = None
) -> list[Difference]:
    """What differs in words, zeros of either sign and NaN alike."""
    port = assemble(program, turns=turns)
    attributes, parameters = samples(program, COUNT, seed=seed, special=special)
    given: dict[str, Any] = {"textures": textures(program, seed), "count": COUNT}
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        expected = nvrender.run(program, attributes, parameters, **given)
        found = nvrender.run(
            port.program, renumbered(program, attributes), renamed(port, program, parameters), **given
        )
    pairs = paired(program, port.program)
    differences = []
    for name, other in pairs.items():
        if other not in found:
            continue  # nothing that is executed writes it
        one, two = (np.ascontiguousarray(rows) for rows in (expected[name], found[other]))
        apart = (one != two) & ~(np.isnan(one) & np.isnan(two)) if one.dtype.kind == "f" else one != two
        if name in ("fogcoord", "pointsize", "FOGC", "PSIZ"):
            apart[:, 1:] = False
        for lane, component in np.argwhere(apart.reshape(len(one), -1)):
            numbers = (float(rows.reshape(len(one), -1)[lane, component]) for rows in (one, two))
            differences.append(Difference(name, int(lane), int(component), *numbers))
    return differences


def paired(program: Program, port: Program) -> dict[str, str]:
    """The results of both by name."""
    order = {name: number for number, name in enumerate(program.profile.results)}
    found = {}
    for name in program.results:
        number = order[name]
        if program.profile.stage is Stage.FRAGMENT:
            other = {"COLR": "color[0]", "COLH": "color[0]", "DEPR": "depth"}.get(name, name)
        else:
            other = port.profile.results[number]
        found[name] = other
    if program.profile.stage is Stage.FRAGMENT:
        found["killed"] = "killed"
    return found


def renumbered(program: Program, attributes: dict[Any, Rows]) -> dict[Any, Rows]:
    return attributes


def renamed(port: Assembly, program: Program, parameters: Any) -> dict[str, Any]:
    """The parameters of the source by the names that they have in the port."""
    if isinstance(parameters, dict):
        found = {
            f"program.local[{port.locals[name]}]" if name in port.locals else name: row
            for name, row in parameters.items()
        }
    else:
        found = {f"program.env[{number}]": row for number, row in enumerate(parameters)}
    bound = {row.name for row in port.program.parameters}
    return {name: row for name, row in found.items() if name in bound}


def textures(program: Program, seed: int) -> dict[int, Texture]:
    """A small texture of noise for each unit."""
    generator = np.random.default_rng(seed)
    found: dict[int, Texture] = {}
    shapes = {"1D": (8, 4), "2D": (8, 8, 4), "3D": (4, 4, 4, 4), "CUBE": (6, 8, 8, 4), "RECT": (8, 8, 4)}
    for instruction in program.instructions:
        access = instruction.texture
        if access is None or access.unit in found:
            continue
        target = access.target.removeprefix("SHADOW")
        if target not in shapes:
            continue
        if access.target != target:
            image = generator.random(shapes[target][:-1]).astype(np.float32)
            found[access.unit] = Texture(target, (image,), base_format="DEPTH", compare_function="LEQUAL")
        else:
            found[access.unit] = Texture(target, (generator.random(shapes[target]).astype(np.float32),))
    return found
