"""The stages of a pipeline that capture results, kept from one capture to the next."""

from __future__ import annotations

import moderngl

from nvrender.glsl.targets import Target
from nvrender.gpu.pipeline.capture.stages import CapturingStages, capturing_stages
from nvrender.gpu.pipeline.stage_texts import Programs, VertexKey


class KeptCaptures:
    """The stages that captured last."""

    def __init__(self, context: moderngl.Context, programs: Programs, target: Target, numerics: str) -> None:
        self._context = context
        self._programs = programs
        self._target = target
        self._numerics = numerics
        self._key: tuple[VertexKey, tuple[str, ...]] | None = None
        self._stages: CapturingStages | None = None

    def of(self, key: VertexKey, names: tuple[str, ...]) -> CapturingStages:
        """The stages that capture ``names``; TargetError for what the context has no room for."""
        if self._stages is None or self._key != (key, names):
            programs = self._programs._replace(fragment=None)
            made = capturing_stages(self._context, programs, self._target, self._numerics, key, names)
            self.release()
            self._key, self._stages = (key, names), made
        return self._stages

    def release(self) -> None:
        """Release them."""
        if self._stages is not None:
            self._stages.release()
        self._stages = None
