"""Fragment programs as the fragment stage of a frame (ARB_fragment_program 3.11, NV_fragment_program4)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np
import numpy.typing as npt

from nvrender.gl.inputs.results import Results
from nvrender.gl.inputs.vertices import attributes_read
from nvrender.gl.state.state import State
from nvrender.languages.arb.fragment_bindings import DEPTHS
from nvrender.oracle.fixed.fragment_stage import alpha_passes
from nvrender.oracle.frame.attributes import BACK, VARYINGS, FragmentAttributes
from nvrender.oracle.frame.fragments import Fragments, Needs, Shaded
from nvrender.oracle.frame.vertices import COLORS, Environment
from nvrender.oracle.machine.fragments import finished
from nvrender.oracle.machine.machine import execute
from nvrender.oracle.machine.quads import compares_neighbours
from nvrender.oracle.machine.resources import Resources
from nvrender.oracle.raster.triangles import BoolArray, Float32Array, Triangles
from nvrender.program import Program
from nvrender.program.memory import reaching_outside

#: The options with which a program has a colour for each output.
SEVERAL = frozenset({"ARB_draw_buffers", "ATI_draw_buffers"})


def program_varyings(program: Program) -> frozenset[str]:
    """The varyings ``program`` reads, on either side."""
    names = {VARYINGS[index] for index in attributes_read(program) if index in VARYINGS}
    return frozenset(names | {BACK[name] for name in names if name in BACK})


def interpolation_rules(program: Program | None, state: State) -> tuple[frozenset[str], frozenset[str]]:
    """The varyings that are flat, and those linear in the window (NV_fragment_program4 2.X.3.1)."""
    flat = set(COLORS) if state.flat_shading else set()
    linear = set()
    for attribute in () if program is None else program.attributes:
        name = VARYINGS.get(attribute.index, "")
        both = {name, BACK.get(name, name)}
        if "FLAT" in attribute.interpolation:
            flat |= both
        if "NOPERSPECTIVE" in attribute.interpolation:
            linear |= both
    return frozenset(flat), frozenset(linear)


#: Called with a program, fragments it runs for, their attributes, and what the program has besides.
Watch = Callable[[Program, Fragments, Mapping[int, Float32Array], Resources], None]


class FragmentProgram:
    """Colours fragments of ``triangles`` by ``program``; ``outputs`` colour buffers take what it writes.

    ``watch`` is called before fragments are coloured. ``height`` is the window's, ``ids`` the number of each
    assembled primitive, ``points`` tells that they are points. Attributes nobody wrote are (0, 0, 0, 1)
    (docs/semantics.md).
    """

    def __init__(
        self,
        program: Program,
        parameters: Any,
        environment: Environment,
        triangles: Triangles,
        *,
        height: int,
        outputs: int,
        ids: npt.NDArray[np.int32],
        points: bool,
        watch: Watch | None = None,
    ) -> None:
        self._program = program
        self._watch = watch
        state = environment.state
        self._state = state.with_(window_height=height)
        self._attributes = FragmentAttributes(program, self._state, triangles, ids, points=points)
        self._resources = environment.resources(program, parameters)
        self._outputs = outputs
        test = state.alpha_test
        self._tests_alpha = test.enabled and test.function != "ALWAYS"
        kills = any(instruction.operation == "kill" for instruction in program.instructions)
        early = "NV_early_fragment_tests" in program.options
        self.needs = Needs(
            discards=kills or self._tests_alpha or "samplemask" in program.results,
            depths=any(name in DEPTHS for name in program.results) and not early,
            quads=compares_neighbours(program, self._resources.textures),
            effects=reaching_outside(program) is not None,
            samples=self._attributes.samples,
            early=early,
        )

    def __call__(self, fragments: Fragments) -> Shaded:
        count = len(fragments)
        arrays = self._attributes(fragments)
        if self._watch is not None:
            self._watch(self._program, fragments, arrays, self._resources)
        outcome = execute(self._program, arrays, self._resources, count, fragments.helpers)
        outcome = finished(self._program, outcome, arrays, self._state)
        depths = next((outcome[name][:, 2] for name in outcome if name in DEPTHS), None)
        if self.needs.early:
            depths = None  # "has no effect if early fragment tests are enabled" (NV_gpu_program5 issue 12)
        masks = outcome["samplemask"][:, 0].copy().view(np.uint32) if "samplemask" in outcome else None
        seconds = [outcome[name] for name in ("color[0].secondary",) if name in outcome]
        return Shaded(self._colors(outcome, count), self._alive(outcome), depths, masks, seconds)

    def _colors(self, outcome: Results, count: int) -> list[Float32Array]:
        """The colour of each output; one that nobody writes is 0.

        Without an option for several, colour 0 goes to all (ARB_draw_buffers 3.11.3.4, 4.2.1).
        """
        nothing = np.zeros((count, 4), np.float32)
        if not SEVERAL & set(self._program.options):
            first = _first_color(outcome)
            return [nothing if first is None else first]
        return [outcome.arrays.get(f"color[{number}]", nothing) for number in range(max(self._outputs, 1))]

    def _alive(self, outcome: Results) -> BoolArray | None:
        """Those neither killed nor removed by the alpha test, which a colour nobody writes passes."""
        if not self.needs.discards:
            return None
        alive = ~outcome["killed"]
        if self._tests_alpha:
            first = _first_color(outcome)
            if self._state.alpha_test.function == "NEVER":
                alive[:] = False
            elif first is not None:
                alive &= alpha_passes(self._state.alpha_test, first[:, 3])
        return np.asarray(alive)


def _first_color(outcome: Results) -> Float32Array | None:
    """Colour 0, None where the program does not write it."""
    return next((outcome[name] for name in ("color[0]", "COLR", "COLH") if name in outcome), None)
