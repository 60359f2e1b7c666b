"""The fixed-function stage beside a program that is alone: the vertex shader before, or what is behind."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from nvrender.glsl.link import Link
from nvrender.glsl.registers.variables import RESULT_NAMES
from nvrender.glsl.targets import TARGETS
from nvrender.glsl.textures.texture_keys import Sampler
from nvrender.glsl.translation import Translation
from nvrender.program import Program
from nvrender.program.profile import Stage
from nvrender.source import TargetError

#: What the fixed function's vertex shader hands on in OpenGL's initial state.
CONVENTIONAL_RESULTS = frozenset({"COL0", "COL1", "FOGC", *(f"TEX{unit}" for unit in range(8))})
#: What the fixed function is written in.
_TARGETS = ("glsl330", "glsl430", "glsl450")


@dataclass(frozen=True)
class Companion:
    """A shader of the fixed function: its text, the interface it stands for, and the textures it reads."""

    source: str
    target: str
    interface: str
    samplers: tuple[Sampler, ...] = ()


def companion(program: Program, translation: Translation) -> Companion | None:
    """What makes a pipeline of a translated vertex or fragment program; None of other stages.

    The state is OpenGL's initial one; behind a vertex program each unit whose coordinates it writes has a 2D
    texture, which modulates. TargetError for targets that the fixed function is not written in.
    """
    if translation.interface not in ("vertex", "fragment"):
        return None
    if translation.target not in _TARGETS:
        raise TargetError(
            f"{program.source.name}: the fixed function beside it is not in {translation.target}; "
            f"targets that have it are {', '.join(_TARGETS)}"
        )
    if program.profile.stage is Stage.FRAGMENT:
        return _before(translation)
    return _behind([RESULT_NAMES[row.result] for row in translation.results], translation.target)


def _before(translation: Translation) -> Companion:
    from nvrender.gl.state.state import State
    from nvrender.gpu.fixed.conventional import conventional_source, conventional_stage

    target, link = translation.target, Link(translation.varyings)
    text, _ = conventional_source(conventional_stage(State()), (), TARGETS[target], link)
    return Companion(text, target, "vertex")


def _behind(written: Iterable[str], target: str) -> Companion:
    from nvrender.gl.state.state import State
    from nvrender.gpu.fixed.fragment_stage import fragment_source, fragment_stage

    results = list(written)
    state = State()
    units = tuple(
        replace(unit, enabled=f"TEX{number}" in results) for number, unit in enumerate(state.texture_units)
    )
    stage = fragment_stage(replace(state, texture_units=units), results, vertex_program=True)
    return Companion(fragment_source(stage, TARGETS[target]), target, "fragment", stage.samplers)
