"""One draw by compiled code: functions made for its state do what ``oracle.frame.draw`` does."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import numpy.typing as npt

from nvrender.gl.inputs.fragments import FOG_COORDINATE, fog_mode
from nvrender.gl.state.state import ALL_SAMPLES, Box, State
from nvrender.gl.textures.texture import Texture
from nvrender.languages.arb.fragment_bindings import DEPTHS
from nvrender.llvm.calls import Run, compiled_for
from nvrender.llvm.fragments import finish
from nvrender.llvm.raster.cover import Cover
from nvrender.llvm.raster.drawing import Draw, Filling, Fragments, Hook
from nvrender.llvm.raster.interpolation import Interpolation
from nvrender.llvm.raster.merging import Merge, Operations, slots
from nvrender.llvm.raster.setup import RECORD
from nvrender.llvm.refusal import refused
from nvrender.oracle.frame.blend import common
from nvrender.oracle.frame.draw import Filled, Primitives, Stages, to_fill
from nvrender.oracle.frame.frame import FORMATS, Frame
from nvrender.oracle.frame.order import monotone
from nvrender.oracle.frame.program import SEVERAL, Watch
from nvrender.oracle.machine.resources import Resources
from nvrender.oracle.raster.triangles import SAMPLES
from nvrender.program import Program
from nvrender.software.assembly import level, pixels, places_of
from nvrender.software.attributes import given
from nvrender.software.engine import (
    count_faults,
    dispatch,
    engine,
    reached_by,
    request_of,
    state_program,
)
from nvrender.software.environments import program_of, stage_of

Array = npt.NDArray[Any]


#: What colour buffers hold, as functions are made for it.
_NAMES = {np.dtype(kind): np.dtype(kind).name for kind in FORMATS.values()}
#: What is known of each triangle.
_ARRAYS = ("snapped_x", "snapped_y", "x", "y", "z", "inverse_w", "corners", "last", "front", "owner")


class Drawer:
    """Draws as ``oracle.frame.draw.draw`` does; what is drawn is in the frame after ``finish``."""

    def __init__(self, numerics: str) -> None:
        self._numerics = numerics
        self._engine = engine(numerics)
        self._filling = Filling()
        self.dispatch = dispatch(numerics)
        self.state_program = state_program(numerics)

    def __call__(
        self,
        frame: Frame,
        stages: Stages,
        primitives: Primitives,
        state: State,
        textures: Mapping[int, Texture],
        watch: Watch | None = None,
    ) -> None:
        own = replace(stages, engine=self._engine)
        filled = to_fill(frame, own, primitives, state, textures)
        if filled is not None:
            filled = _in_layers(filled, frame)
        if filled is not None and len(filled.triangles):
            shading = _shading(frame, own, filled, textures, self._numerics)
            self._filling.fill(_prepared(frame, filled, shading))
            if shading.run.reaches:  # what the next draw's programs do to memory comes behind
                self._filling.finish()
                count_faults(shading.run.reached, shading.resources)
        else:  # the memory of the next one's triangles is that of the one being drawn
            self._filling.finish()

    def finish(self) -> None:
        """Waits until all is drawn."""
        self._filling.finish()


@dataclass(frozen=True)
class _Shading:
    """The fragment program of a draw, compiled, and where its results go."""

    program: Program
    resources: Resources
    run: Run
    hook: Hook | None

    @property
    def early(self) -> bool:
        """Whether the tests come before the program (EXT_shader_image_load_store 3.X)."""
        return "NV_early_fragment_tests" in self.program.options

    def result(self, *names: str) -> int:
        """The place of the first of these results among those that the program writes, −1 for none."""
        table = self.program.profile.results
        for name in names:
            if name in self.program.results:
                return slots(self.run.results, table.index(name))
        return -1


def _in_layers(filled: Filled, frame: Frame) -> Filled:
    """Without what is in layers that are not there (docs/semantics.md).

    Of a framebuffer that is not layered layers have no effect (NV_geometry_program4 4.4.7).
    """
    if filled.layer is None or not frame.layered:
        return filled._replace(layer=None)
    there = (filled.layer >= 0) & (filled.layer < frame.layers)
    if there.all():
        return filled
    return filled._replace(triangles=filled.triangles.chosen(there), layer=filled.layer[there])


def _prepared(frame: Frame, filled: Filled, shading: _Shading) -> Draw:
    cover, merge = _functions(frame, filled, shading)
    fragments = _fragments(shading, filled, cover) if cover.shades else None
    return Draw(_words(frame, filled), pixels(filled.triangles), frame.colors, cover, merge, fragments)


def _shading(
    frame: Frame, stages: Stages, filled: Filled, textures: Mapping[int, Texture], numerics: str
) -> _Shading:
    program, state = stages.fragment, filled.state.with_(window_height=frame.size[1])
    if program is None:
        program = program_of(stage_of(state, textures, filled.triangles.varyings))
    parameters = None if stages.fragment is None else stages.fragment_parameters
    resources = stages.environment(state, textures).resources(program, parameters)
    request = request_of(program, resources, state, numerics)
    run = Run(request, compiled_for(request), reached_by(program, resources))
    hook = _hook(program, state) if fog_mode(program) else None
    return _Shading(program, resources, run, hook)


def _hook(program: Program, state: State) -> Hook:
    """Fog behind the program (ARB_fragment_program 3.11.4.5.1)."""
    names = program.profile.results

    def applied(rows: Mapping[int, Array], arrays: Mapping[int, Array], killed: Array) -> None:
        with np.errstate(all="ignore"):
            results = {names[number]: array for number, array in arrays.items()}
            finish(program, {**results, "killed": killed}, rows, state.fog)

    return applied


def _functions(frame: Frame, filled: Filled, shading: _Shading) -> tuple[Cover, Merge]:
    """What the compiled functions of a draw are made for."""
    state, program = filled.state, shading.program
    test, depth, stencil = state.alpha_test, state.depth, state.stencil
    alpha = None
    if test.enabled and test.function != "ALWAYS":
        alpha = test.function, float(np.floor(min(max(test.reference, 0.0), 1.0) * 255.0 + 0.5))
    if shading.early and stencil.enabled:
        raise refused("tests of stencil values before a fragment program")
    # Which has no effect if tests are early (NV_gpu_program5 issue 12).
    deep = -1 if shading.early else shading.result(*DEPTHS)
    effects = shading.run.reaches  # which come before the tests (OpenGL 4.2, 3.10)
    discards = shading.run.kills or alpha is not None or "samplemask" in program.results
    late = (depth.enabled or stencil.enabled) and (discards or deep >= 0 or stencil.enabled)
    late = late and not shading.early
    rejects = depth.enabled and deep < 0 and not stencil.enabled and (not late or monotone(depth))
    rejects = rejects and (shading.early or not effects)
    late = late and (depth.write or not rejects)
    cover = Cover(
        SAMPLES[frame.samples],
        test=depth.function if rejects else "",
        writes=rejects and depth.write and not late,
        depths=late and depth.enabled and deep < 0,
        shades=bool(frame.colors) or late or effects,
        helpers=effects,
        rectangles=filled.triangles.rectangles,
        layered=filled.layer is not None,
        mask=state.sample_mask if frame.samples > 1 and state.sample_mask != ALL_SAMPLES else -1,
        lanes=shading.run.width,
        boxed=bool(places_of(filled.triangles)),
    )
    merge = Merge(
        frame.samples,
        tuple(_NAMES[buffer.dtype] for buffer in frame.colors),
        _colors(frame, shading),
        (shading.result("color[0].secondary"),) if "color[0].secondary" in program.results else (),
        Operations(
            depth, state.blend, stencil, stencil if state.back_stencil is None else state.back_stencil,
            state.color_mask, state.logic_op,
        ),
        depth=deep,
        mask=shading.result("samplemask"),
        killed=0 if shading.run.kills else -1,
        alpha=alpha,
        clamps=not program.profile.flags,
        late=late,
    )  # fmt: skip
    return cover, merge


def _colors(frame: Frame, shading: _Shading) -> tuple[int, ...]:
    """The result of each colour buffer; without an option for several, colour 0 goes to all."""
    if not SEVERAL & set(shading.program.options):
        return (shading.result("color[0]", "COLR", "COLH"),) * len(frame.colors)
    return tuple(shading.result(f"color[{number}]") for number in range(len(frame.colors)))


def _fragments(shading: _Shading, filled: Filled, cover: Cover) -> Fragments:
    numbers = shading.run.inputs
    if shading.hook is not None and FOG_COORDINATE not in numbers:
        numbers = (*numbers, FOG_COORDINATE)
    rows = [
        given(shading.program, number, filled.triangles, filled.state, points=filled.points)
        for number in numbers
    ]
    interpolation = Interpolation(
        tuple(row.attribute for row in rows),
        level(filled.triangles),
        cover.samples,
    )
    return Fragments(
        shading.run,
        numbers,
        interpolation,
        [row.values for row in rows],
        [row.backs for row in rows],
        shading.hook,
    )


def _words(frame: Frame, filled: Filled) -> dict[str, Any]:
    triangles = filled.triangles
    words: dict[str, Any] = dict(places_of(triangles))
    words |= {"record": RECORD, "triangles": 1}
    if len(words) == 2:
        words = {name: np.ascontiguousarray(getattr(triangles, name)) for name in _ARRAYS}
        words |= {"record": 1, "triangles": len(triangles)}
    if filled.layer is not None:
        words["layer"] = np.ascontiguousarray(filled.layer, np.int64)
    width, height = frame.size
    box: Box = common(common(filled.state.scissor, filled.within), (0, 0, width, height)) or (0, 0, 0, 0)
    words |= {
        "identity": np.ascontiguousarray(filled.ids, np.int32),
        "first": 0, "stop": len(triangles), "width": width, "height": height,
        "left": box[0], "bottom": box[1], "right": box[0] + box[2], "top": box[1] + box[3],
        "depth": frame.depth, "stencil": frame.stencil,
    }  # fmt: skip
    return words
