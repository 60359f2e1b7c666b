"""Draws that were planned: what of them is found again and done without looking at everything anew."""

from __future__ import annotations

import weakref
from collections.abc import Mapping
from typing import Any

import moderngl

from nvrender.gpu.context.setting import Setting
from nvrender.gpu.pipeline.known_states import KnownState
from nvrender.gpu.pipeline.mesh import Mesh

#: Plans of one pipeline.
_MOST = 256


class Plan:
    """A draw of a mesh into a framebuffer with some state and textures, all of which were checked."""

    __slots__ = (
        "_colors", "_scissor", "_textures", "_viewport", "array", "count", "generation", "instances",
        "mode", "setting",
    )  # fmt: skip

    def __init__(
        self,
        mesh: Mesh,
        framebuffer: moderngl.Framebuffer,
        textures: Mapping[int, Any],
        array: moderngl.VertexArray,
        setting: Setting,
        generation: int,
        instances: int,
    ) -> None:
        # A vertex array of moderngl's that is released has another ``mglo``.
        self.array, self.mode, self.setting = array.mglo, mesh.mode, setting
        self.count, self.instances, self.generation = mesh.count, instances, generation
        self._viewport, self._scissor = framebuffer.viewport, framebuffer.scissor
        self._colors = framebuffer.color_mask
        self._textures = [None if row is None else weakref.ref(row) for row in textures.values()]

    def holds(self, framebuffer: Any, textures: Mapping[int, Any] | None) -> bool:
        """True if the textures are there, and moderngl draws into the same part of its ``framebuffer``."""
        if (
            framebuffer.viewport != self._viewport
            or framebuffer.scissor != self._scissor
            or framebuffer.color_mask != self._colors
        ):
            return False
        for known, texture in zip(self._textures, (textures or {}).values(), strict=True):
            if (None if known is None else known()) is not texture:
                return False
        return True


class Plans:
    """The plans of one pipeline, by what they are for."""

    def __init__(self) -> None:
        self._plans: dict[tuple[Any, ...], Plan] = {}

    def known(self, key: tuple[Any, ...], textures: Mapping[int, Any] | None, generation: int) -> Plan | None:
        """The plan of a draw that is the same; None where there is none, or it does not hold any more."""
        plan = self._plans.get(key)
        if plan is None:
            return None
        if plan.generation == generation and plan.holds(key[1], textures):
            return plan
        del self._plans[key]
        return None

    def keep(self, key: tuple[Any, ...], plan: Plan) -> None:
        """Remember a plan."""
        if len(self._plans) >= _MOST:
            self._plans.clear()
        self._plans[key] = plan

    def forget(self, mesh: Mesh) -> None:
        """Remember none of a mesh."""
        for key in [key for key in self._plans if key[0] is mesh]:
            del self._plans[key]

    def clear(self) -> None:
        """Remember none."""
        self._plans.clear()


def plan_key(
    mesh: Mesh,
    target: Any,
    known: KnownState,
    textures: Mapping[int, Any] | None,
    instances: Any,
) -> tuple[Any, ...] | None:
    """What a draw is found by; None for one that cannot be: all by identity, textures by their numbers.

    A plan keeps the first ones alive, and knows of textures whether they are gone.
    """
    if type(instances) is not int or not known.fixed:
        return None
    framebuffer = mesh.context.fbo if target is None else target.framebuffer
    if not textures:
        return mesh, framebuffer.mglo, known, target is None, instances
    if type(textures) is not dict:
        return None
    drawn = mesh, framebuffer.mglo, known, target is None, instances
    return (*drawn, *textures, *map(id, textures.values()))
