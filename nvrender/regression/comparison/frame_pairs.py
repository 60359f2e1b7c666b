"""A frame of a scene by OpenGL and by the oracle, drawn alike."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from nvrender.render import render
from nvrender.scene.model import Scene
from nvrender.scene.moment.backdrop import samples

UInt8Array = npt.NDArray[np.uint8]

_SOFTPIPE = (
    "softpipe, Mesa's reference driver, places points and filters textures otherwise than drivers that "
    "frames are held to; Mesa's llvmpipe is one of these"
)


class FramePair(NamedTuple):
    """Both frames (H, W, 4), the OpenGL's strings, and what is to be said about how they were drawn."""

    gpu: UInt8Array
    oracle: UInt8Array
    info: dict[str, Any]
    notes: tuple[str, ...]


def samples_here(size: tuple[int, int]) -> int:
    """How many samples a pixel OpenGL takes here for a frame of ``size``. ContextError."""
    from nvrender.gpu.context.context import headless
    from nvrender.gpu.scene import stage as scene_stage

    return scene_stage.samples_drawn(headless(), size)


def frame_pair(
    scene: Scene, size: tuple[int, int], frame: int | None = None, numerics: str = "exact"
) -> FramePair:
    """A frame, the poster frame if None, by both, with as many samples a pixel as OpenGL has."""
    from nvrender.gpu.context.context import headless

    gpu = render(scene, size, frame=frame, numerics=numerics)
    context, drawn = headless(), samples_here(size)
    renderer = str(context.info["GL_RENDERER"])
    oracle = render(scene, size, frame=frame, backend="oracle", samples=drawn)
    notes = []
    if drawn < samples(size):
        most = context.max_samples
        notes.append(
            f"{renderer} has {most} sample{'s' * (most != 1)} a pixel and not {samples(size)}: "
            f"both sides draw with {drawn}, and edges are rough"
        )
    if renderer.startswith("softpipe"):
        notes.append(_SOFTPIPE)
    return FramePair(gpu, oracle, dict(context.info), tuple(notes))
