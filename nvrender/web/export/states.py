"""GL's state as what WebGL 2 is told, by the names it has there; no GL."""

from __future__ import annotations

from typing import Any

from nvrender.gl.state.fragments import Blend, Stencil
from nvrender.gl.state.state import ALL_SAMPLES, State
from nvrender.source import TargetError


def state_facts(state: State) -> dict[str, Any]:
    """What of the state is not in the shaders; TargetError for what WebGL 2 has not."""
    if state.logic_op:
        raise TargetError("state.logic_op: WebGL 2 has no logical operations")
    if state.sample_mask != ALL_SAMPLES:
        raise TargetError("state.sample_mask: WebGL 2 has no masks of samples")
    depth, offset = state.depth, state.polygon_offset
    return {
        "depth": [depth.function, depth.write] if depth.enabled else None,
        "blend": _blend(state.blend) if state.blend.enabled else None,
        "cull": state.cull_face or None,
        "front": state.front_face,
        "mask": list(state.color_mask),
        "offset": [offset.factor, offset.units] if offset.enabled else None,
        "stencil": (
            [_stencil(state.stencil), _stencil(state.back_stencil or state.stencil)]
            if state.stencil.enabled
            else None
        ),
        "scissor": state.scissor,
        "viewport": state.viewport,
        "range": list(state.depth_range),
    }


def _blend(blend: Blend) -> dict[str, Any]:
    if "SRC1" in blend.source + blend.destination + blend.alpha_source + blend.alpha_destination:
        raise TargetError("state.blend: WebGL 2 has no second colours to blend with")
    return {
        "color": list(blend.color),
        "factors": [
            blend.source,
            blend.destination,
            blend.alpha_source or blend.source,
            blend.alpha_destination or blend.destination,
        ],
        "equations": [blend.equation, blend.alpha_equation or blend.equation],
    }


def _stencil(stencil: Stencil) -> dict[str, Any]:
    return {
        "function": [stencil.function, stencil.reference, stencil.mask],
        "operations": [stencil.fail, stencil.depth_fail, stencil.depth_pass],
        "mask": stencil.write_mask,
    }
