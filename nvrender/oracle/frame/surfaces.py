"""Surfaces as the frame that the oracle draws into."""

from __future__ import annotations

import numpy as np

from nvrender.gl.textures.surfaces import Buffers
from nvrender.oracle.frame.frame import Frame


def frame_of(buffers: Buffers) -> Frame:
    """A frame whose buffers are those of the surfaces: what is drawn into it is drawn into them."""
    layers, samples = buffers.layers, max(buffers.samples, 1)
    frame = Frame((0, 0))
    frame.size, frame.layers, frame.layered = buffers.size, layers, buffers.layered
    frame.samples = samples
    count = buffers.size[0] * buffers.size[1] * samples * layers
    kept = [None if each is None else each.write()[0][:layers].reshape(count, 4) for each in buffers.colors]
    like = next((each.dtype for each in kept if each is not None), np.dtype(np.uint8))
    frame.colors = [np.zeros((count, 4), like) if each is None else each for each in kept]
    if buffers.depth is not None:
        depth, stencil = buffers.depth.write()
        frame.depth, frame.stencil = depth[:layers].reshape(count), stencil[:layers].reshape(count)
    else:  # the tests of neither are on
        frame.depth, frame.stencil = np.zeros(count, np.int32), np.zeros(count, np.uint8)
    return frame
