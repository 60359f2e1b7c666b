"""What shaders must know of what is bound: textures, images and buffers with GPU addresses."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import moderngl

from nvrender.glsl.link import ROWS, Bindings
from nvrender.glsl.memory.block import rows_of
from nvrender.gpu.resources.image_units import Reached, image_keys
from nvrender.gpu.resources.texture_keys import texture_keys_of
from nvrender.program import Program

#: Where nothing is bound.
UNBOUND = Bindings((), ())


def bindings_of(
    context: moderngl.Context, program: Program, textures: Mapping[int, Any] | None, reached: Reached | None
) -> Bindings:
    """What the shader of ``program`` must know; textures are Textures and TextureObjects.

    Without ``textures`` GL has what there is. TargetError for what this context cannot read at all.
    """
    spans = None if reached is None else reached.spans
    resident = ROWS if spans is None else rows_of(len(spans))
    alike = spans is not None and all(span.readable == span.writable for span in spans)
    images = image_keys(program, {} if reached is None else reached.images)
    known = () if textures is None else texture_keys_of(context, program, textures)
    return Bindings(known, images, resident, alike)
