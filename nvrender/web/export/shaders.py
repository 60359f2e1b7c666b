"""The shaders of a draw in GLSL ES 3.00, the fixed function's among them, and what they are given."""

from __future__ import annotations

import re
from typing import Any

import numpy as np

from nvrender.gl.state.state import State
from nvrender.glsl.io.interface import CLIP_PLANES
from nvrender.glsl.targets import TARGETS
from nvrender.glsl.textures.texture_keys import Sampler
from nvrender.gpu.fixed.conventional import conventional_numbers, position_numbers
from nvrender.gpu.fixed.fragment_stage import FragmentStage, fragment_numbers
from nvrender.gpu.pipeline.drawn import Drawn
from nvrender.gpu.pipeline.stage_keys import results_of, stage_keys
from nvrender.gpu.pipeline.stage_parameters import StageParameters
from nvrender.gpu.pipeline.stage_texts import Programs, stage_texts
from nvrender.gpu.pipeline.stage_textures import StageTextureKeys, with_units
from nvrender.ops.texture_targets import TARGETS as TEXTURE_TARGETS
from nvrender.oracle.fixed.state_programs import prepared
from nvrender.program.memory import reaching_outside
from nvrender.program.profile import Stage
from nvrender.scene.moment.evaluate import Draw
from nvrender.source import TargetError

_TARGET = TARGETS["glsles300"]
_MAIN = re.compile(r"^void main\(\) \{$", re.MULTILINE)
_INTEGERS = re.compile(r"^layout\(location = (\d+)\) in [iu]vec", re.MULTILINE)
_PRIMITIVES = ("POINTS", "LINES", "LINE_STRIP", "LINE_LOOP", "TRIANGLES", "TRIANGLE_STRIP", "TRIANGLE_FAN")
#: The uniform blocks of the fixed function.
_FIXED = {
    "FixedFunction": position_numbers,
    "FragmentState": fragment_numbers,
    "ConventionalTransform": conventional_numbers,
}


class Shaders:
    """The vertex and the fragment shader of draws of one key; TargetError for what WebGL 2 cannot draw."""

    def __init__(self, draw: Draw, colors: int) -> None:
        _check(draw)
        programs = Programs(draw.program, None, draw.fragment)
        state = draw.state.with_(tracking=())
        drawn = Drawn(draw.primitive == "POINTS", max(colors, 1))
        keys = stage_keys(programs, state, drawn, StageTextureKeys())
        if keys.vertex.state.clip_distances and any(state.clip_planes):
            raise TargetError("WebGL 2 has no clip distances")
        made = stage_texts(programs, _TARGET, "fast", keys.vertex, keys.fragment)
        units = keys.fragment.samplers if isinstance(keys.fragment, FragmentStage) else ()
        self._samplers = tuple(with_units(made.samplers, units))
        vertex, fragment = (text.source for text in made.texts)
        if drawn.points:
            vertex = _sized(vertex, state, results_of(programs, state))
        self.texts = vertex, fragment
        for number in map(int, _INTEGERS.findall(vertex)):
            array = draw.mesh.attributes.get(number)
            if array is not None and array.dtype != np.int32:
                raise TargetError(
                    f"attribute {number} of the mesh is read as integers; it holds {array.dtype}"
                )
        self._given: dict[Stage, StageParameters] = {}
        #: Uniform block → the stage whose parameters it holds, and its bytes.
        self._blocks: dict[str, tuple[Stage, int]] = {}
        for program, translation in made.translations:
            stage = program.profile.stage
            self._given[stage] = StageParameters(program)
            self._given[stage].lay_out(translation)
            if translation.parameters.count:
                self._blocks[translation.parameters.block] = stage, 16 * translation.parameters.count
            for row in translation.buffers:
                self._blocks[row.block] = stage, 16 * row.vectors
        self._fixed = [name for name in _FIXED if any(f"uniform {name} " in text for text in self.texts)]

    def facts(self) -> dict[str, Any]:
        """The texts, and unit, name and whether it compares of each sampler."""
        return {
            "vertex": self.texts[0],
            "fragment": self.texts[1],
            "samplers": [[row.unit, row.name, _compares(row)] for row in self._samplers],
        }

    def blocks(self, draw: Draw) -> dict[str, bytes]:
        """What the uniform blocks hold for a draw."""
        state = draw.state.with_(tracking=())
        given = {Stage.VERTEX: prepared(draw), Stage.FRAGMENT: draw.fragment_parameters}
        for stage, parameters in self._given.items():
            parameters.set(given[stage], state)
            parameters.expire()
        found = {
            name: self._given[stage].contents(name, state)[:size]
            for name, (stage, size) in self._blocks.items()
        }
        return found | {name: _FIXED[name](state) for name in self._fixed}


def _compares(sampler: Sampler) -> bool:
    return TEXTURE_TARGETS[sampler.target].compares


def _check(draw: Draw) -> None:
    stages = {"geometry": draw.geometry, "tessellation": draw.tess_evaluation or draw.tess_control}
    for name, program in stages.items():
        if program is not None:
            raise TargetError(f"WebGL 2 has no {name} programs")
    for program in draw.programs:
        if reaching_outside(program) is not None:
            raise TargetError(f"WebGL 2 has no memory that programs such as {program.source.name} reach")
    if draw.primitive not in _PRIMITIVES:
        raise TargetError(f"WebGL 2 draws no {draw.primitive}")
    planes = {f"CLP{plane}" for plane, on in enumerate(draw.state.clip_planes) if on} & set(CLIP_PLANES)
    if draw.program is not None and planes & set(draw.program.results):
        raise TargetError("WebGL 2 has no clip distances")


def _sized(vertex: str, state: State, results: tuple[str, ...]) -> str:
    """Points have the size of the state where no program gives one, which WebGL wants from the shader."""
    if "PSIZ" in results:
        if not state.vertex_program_point_size:
            raise TargetError("the program writes point sizes that the state does not enable")
        return vertex
    size = max(float(state.point_size), 1.0)
    return _MAIN.sub(f"void main() {{\n    gl_PointSize = {size!r};", vertex)
