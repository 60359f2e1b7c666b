"""Programs run by the driver itself, where it still understands their language: a third opinion."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from nvrender.gl.inputs.results import Float32Array, Results
from nvrender.gl.state.state import State
from nvrender.gl.textures.texture import Texture
from nvrender.gpu.native import batch, fragments
from nvrender.gpu.native.batch import Attributes
from nvrender.program import Program
from nvrender.program.profile import Stage
from nvrender.source import TargetError


def execute(
    program: Program,
    attributes: Attributes,
    parameters: Float32Array,
    count: int,
    *,
    state: State | None = None,
    results: Iterable[str] | None = None,
    progress: Callable[[int, int], object] | None = None,
    textures: Mapping[int, Texture] | None = None,
) -> Results:
    """Run ``program`` for ``count`` vertices (``batch.execute``) or fragments (``fragments.execute``)."""
    if program.profile.stage is Stage.FRAGMENT:
        return fragments.execute(
            program, attributes, parameters, count,
            state=state, results=results, progress=progress, textures=textures,
        )  # fmt: skip
    if program.profile.stage is not Stage.VERTEX:
        raise TargetError(f"backend native does not run {program.profile.name} programs")
    return batch.execute(
        program, attributes, parameters, count, state=state, results=results, progress=progress
    )
