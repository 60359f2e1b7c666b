"""A random draw on the oracle and on the GPU: pictures, buffers, images and invalid accesses."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import ExitStack
from typing import Any

import numpy as np

from nvrender.gpu.context.context import using
from nvrender.gpu.context.state_guard import state_guard
from nvrender.gpu.draw import MemoryBuffer, Mesh
from nvrender.gpu.pipeline.pipeline import Pipeline
from nvrender.gpu.scene.target import SceneTarget
from nvrender.languages.load import load
from nvrender.oracle.frame.draw import Primitives, Stages
from nvrender.oracle.frame.draw import draw as draw_on_oracle
from nvrender.oracle.frame.frame import Frame
from nvrender.oracle.memory.spaces import Held
from nvrender.program import Program
from nvrender.scene.forms.passes import TargetForm

from .compare import Mismatch
from .declared_compare import Tally, with_chosen_subroutines
from .draw_inputs import DrawInputs
from .nv5_draws import DrawSample
from .nv5_stages import SIDE
from .oracle_readings import Found, differences, words_of

_COLORS = 2
_CLEAR = (0.25, 0.5, 0.75, 1.0)
_FORM = TargetForm(format="RGBA32F", outputs=_COLORS)
_ARGUMENTS = {
    "vertex": "vertex", "control": "tess_control", "evaluation": "tess_evaluation",
    "geometry": "geometry", "fragment": "fragment",
}  # fmt: skip
_STAGES = {"control": "tessellation control", "evaluation": "tessellation evaluation"}


def compare(sample: DrawSample, inputs: DrawInputs, mode: str, tally: Tally | None = None) -> Mismatch | None:
    """The first difference between oracle and GPU, None if they agree. An error of any kind is one."""
    try:
        programs = {
            name: with_chosen_subroutines(load(one.text), sample.seed) for name, one in sample.stages.items()
        }
        return differences(
            list(programs.values()),
            lambda: on_oracle(programs, inputs),
            _on_gpu(programs, inputs),
            Tally() if tally is None else tally,
        )
    except Exception as error:
        return Mismatch(type(error).__name__, str(error))


def on_oracle(programs: Mapping[str, Program], inputs: DrawInputs) -> Found:
    memory = Held(inputs.stores)
    stages: dict[str, Any] = {"memory": memory}
    for name, program in programs.items():
        argument = _ARGUMENTS[name]
        stages[argument] = program
        prefix = "" if name == "vertex" else f"{argument}_"
        stages[f"{prefix}parameters"] = inputs.parameters(name, program)
    frame = Frame((SIDE, SIDE), outputs=_COLORS, format="RGBA32F")
    frame.clear(_CLEAR)
    primitives = Primitives(inputs.primitive, inputs.attributes, patch=inputs.patch)
    for state in inputs.states:
        draw_on_oracle(frame, Stages(**stages), primitives, state, inputs.textures)
    return {
        f"float picture {number}": array.view(np.uint32) for number, array in enumerate(frame.colors)
    } | words_of(memory.left())


def _on_gpu(programs: Mapping[str, Program], inputs: DrawInputs) -> Found:
    given: dict[str, Any] = {_ARGUMENTS[name]: program for name, program in programs.items()}
    stores = inputs.stores
    with using(None) as context, ExitStack() as stack:
        memory = MemoryBuffer(context, stores.memory, stores.storage, stores.images)
        stack.callback(memory.release)
        pipeline = stack.enter_context(Pipeline(context, state=inputs.states[0], **given))
        mesh = stack.enter_context(Mesh(context, inputs.attributes, primitive=inputs.primitive))
        pipeline.set_memory(memory)
        for name, program in programs.items():
            pipeline.set_parameters(inputs.parameters(name, program), _STAGES.get(name, name))
        target = SceneTarget(context, "drawn", _FORM, (SIDE, SIDE))
        stack.callback(target.release)
        target.begin(_CLEAR)
        for state in inputs.states:
            pipeline.set_state(state)
            patch = inputs.patch if inputs.primitive == "PATCHES" else None
            pipeline.draw(mesh, target, inputs.textures, patch=patch)
        with state_guard(context):
            framebuffer = target.framebuffer
            data = [framebuffer.read(components=4, attachment=k, dtype="f4") for k in range(_COLORS)]
        pictures = [np.frombuffer(rows, np.uint32).reshape(-1, 4) for rows in data]
        return {f"float picture {number}": array for number, array in enumerate(pictures)} | words_of(
            memory.left()
        )
