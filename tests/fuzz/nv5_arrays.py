"""Random geometry and tessellation programs over arrays: memory, images, textures, flow and emission."""

from __future__ import annotations

import random
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

import nvrender
from nvrender.gl.inputs.global_memory import Left, Stores
from nvrender.gl.inputs.primitives import MODES
from nvrender.gl.patches import PATCHES, Patch
from nvrender.languages.arb.geometry_bindings import INPUT_PRIMITIVES, OUTPUT_PRIMITIVES
from nvrender.languages.load import load
from nvrender.program import Program
from nvrender.program.profile import Stage

from . import declared_inputs, memory_inputs
from .compare import Mismatch
from .declared import DeclaredSample, Unit
from .declared_compare import Tally, with_chosen_subroutines
from .declared_inputs import Words
from .draw_inputs import parameters_of
from .memory_inputs import TURNS
from .nv5_images import images_of
from .nv5_stages import (
    CONTROL,
    EVALUATION,
    LANES,
    SHAPES,
    ControlWriter,
    DrawWriter,
    EvaluationWriter,
    of_vertices,
)
from .oracle_readings import Found, differences, words_of

#: Vertices, of patches four each.
_VERTICES = 16
_NUMBERED = {"position": 0, "texcoord[0]": 8, "texcoord[1]": 9, "color.back": 1}
#: Modes of which one primitive is several triangles (NV_geometry_program4, primitive.id).
_SHARED_NUMBERS = ("QUADS", "QUAD_STRIP", "POLYGON")


@dataclass(frozen=True)
class ArrayInputs:
    """Arguments of nvrender.run by name; the program says what its ``mode`` and ``patch`` are."""

    attributes: dict[str, npt.NDArray[np.float32]]
    given: declared_inputs.DeclaredInputs
    more: dict[str, Any]
    stores: Stores
    buffers: dict[int, Words]
    textures: dict[int, nvrender.Texture]

    #: Shrinking leaves the vertices alone.
    count = 1


class EmissionWriter(DrawWriter):
    """A geometry program that emits whenever it likes, its points into any stream."""

    numbering = ("MAD.U A.z, primitive.id.x, 4, primitive.invocation.x;", "AND.U A.z, A.z, 255;")
    first = 256

    def __init__(self, seed: int) -> None:
        source = random.Random(f"geometry {seed}")
        taken = source.choice((*INPUT_PRIMITIVES, PATCHES))
        made = source.choice(tuple(OUTPUT_PRIMITIVES))
        invocations = source.choice((1, 1, 2, 3))
        head = (
            f"PRIMITIVE_IN {taken};", f"PRIMITIVE_OUT {made};",
            f"VERTICES_OUT {source.randint(1, 9)};", f"INVOCATIONS {invocations};",
        )  # fmt: skip
        count = INPUT_PRIMITIVES.get(taken, 4)
        # A context has room for 16 attributes, of which others have names of their own.
        super().__init__(seed, of_vertices("nvgp5", "!!NVgp5.0", head, count, given=10))
        self.emits = ["EMIT;", "EMIT;", "ENDPRIM;", "MOV.S result.layer.x, ix.x;"]
        if made == "POINTS":
            self.emits += [f"EMITS {self.pick(('2', 'ix.x', 'jx.y', '-ix.z'))};" for _ in range(2)]

    def statement(self) -> Unit:
        return (self.pick(self.emits),) if self.chance(0.12) else super().statement()

    def main(self) -> list[Unit]:
        return [*super().main(), ("EMIT;",)]


def generate_geometry(seed: int) -> DeclaredSample:
    """A geometry program of any primitives."""
    return EmissionWriter(seed).sample()


def generate_control(seed: int) -> DeclaredSample:
    """A control program of four threads."""
    return ControlWriter(seed, CONTROL).sample()


def generate_evaluation(seed: int) -> DeclaredSample:
    """An evaluation program of quads."""
    return EvaluationWriter(seed, EVALUATION).sample()


def draw(sample: DeclaredSample, count: int) -> ArrayInputs:
    """The inputs that go with a sample, of ``_VERTICES`` vertices."""
    program = load(sample.text)
    given = declared_inputs.draw(sample, _VERTICES)
    source = random.Random(f"arrays {sample.family} {sample.seed}")
    attributes = {f"attrib[{n}]": given.attributes[n].view(np.float32) for n in range(16)}
    attributes |= {name: given.attributes[n].view(np.float32) for name, n in _NUMBERED.items()}
    more: dict[str, Any] = {"watchdog": TURNS}
    if program.geometry is None or program.geometry.input == PATCHES:
        more["patch"] = Patch(4)
    else:
        # Triangles of one quad or polygon have its number: they would reach the same memory in any order.
        modes = [mode for mode in MODES[program.geometry.input] if mode not in _SHARED_NUMBERS]
        more["mode"] = source.choice(modes)
    if program.profile.stage is Stage.TESSELLATION_EVALUATION:
        places = [(source.randint(0, 4) / 4, source.randint(0, 4) / 4, 0.0) for _ in range(7)]
        attributes["vertex.tesscoord"] = np.array(sorted(set(places)), np.float32)
    stores, buffers, textures = memory_inputs.reached(sample.family, sample.seed, [program], LANES)
    stores = Stores(stores.memory, stores.storage, images_of(sample.seed, SHAPES))
    return ArrayInputs(attributes, given, more, stores, buffers, textures)


def compare(
    sample: DeclaredSample, inputs: ArrayInputs, mode: str, tally: Tally | None = None
) -> Mismatch | None:
    """The first difference between oracle and GPU, None if they agree. An error of any kind is one."""
    try:
        program = with_chosen_subroutines(load(sample.text), sample.seed)
        return differences(
            [program],
            lambda: run(program, inputs, "oracle"),
            run(program, inputs, "llvm" if mode == "llvm" else "gpu"),
            Tally() if tally is None else tally,
        )
    except Exception as error:
        return Mismatch(type(error).__name__, str(error))


def run(program: Program, inputs: ArrayInputs, backend: str) -> Found:
    stores = inputs.stores
    found = nvrender.run(
        program, inputs.attributes, parameters_of(inputs.given, inputs.buffers, program), backend=backend,
        textures=inputs.textures, memory=stores.memory, storage=stores.storage, images=stores.images,
        **inputs.more,
    )  # fmt: skip
    results = {name: np.ascontiguousarray(array).view(np.uint32) for name, array in found.listed.items()}
    return results | words_of(Left(found.memory, found.storage, found.faults, found.images))
