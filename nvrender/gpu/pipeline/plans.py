"""Draws that were planned: what of them is found again and done without looking at everything anew."""

from __future__ import annotations

import weakref
from collections.abc import Mapping
from typing import Any

import moderngl

from nvrender.gpu.context.setting import Setting
from nvrender.gpu.context.state_guard import state_guard
from nvrender.gpu.context.use import Use
from nvrender.gpu.pipeline.known_states import KnownState
from nvrender.gpu.pipeline.mesh import Mesh
from nvrender.gpu.pipeline.stage_blocks import StageBlocks
from nvrender.gpu.pipeline.target import Drawable
from nvrender.gpu.resources.uniform_ring import MovingBlocks

#: Plans of one pipeline.
_MOST = 256
#: Mesh, framebuffer, how the state draws, whether the framebuffer is the one in use, instances, textures: by
#: identity.
#: It keeps all but textures alive; of these a plan knows whether they are gone.
PlanKey = tuple[Any, ...]


class Plan:
    """A draw of a mesh into a framebuffer with some state and textures, all of which were checked."""

    __slots__ = (
        "_textures", "array", "colors", "count", "generation", "instances", "mode", "scissor", "setting",
        "sizes", "viewport",
    )  # fmt: skip

    def __init__(
        self,
        mesh: Mesh,
        framebuffer: moderngl.Framebuffer,
        textures: Mapping[int, Any],
        array: moderngl.VertexArray,
        setting: Setting,
        blocks: StageBlocks,
        instances: int,
    ) -> None:
        # A vertex array of moderngl's that is released has another ``mglo``.
        self.array, self.mode, self.setting = array.mglo, mesh.mode, setting
        self.count, self.instances = mesh.count, instances
        self.generation, self.sizes = blocks.generation, blocks.sizes
        self.viewport, self.scissor = framebuffer.viewport, framebuffer.scissor
        self.colors = framebuffer.color_mask
        self._textures = [None if row is None else weakref.ref(row) for row in textures.values()]

    def has(self, textures: Mapping[int, Any]) -> bool:
        """True if the textures are those of the draw, as the plan's key alone does not tell of those gone."""
        for known, texture in zip(self._textures, textures.values(), strict=True):
            if (None if known is None else known()) is not texture:
                return False
        return True


class Plans:
    """The plans of one pipeline, by what they are for."""

    def __init__(self, context: moderngl.Context, blocks: StageBlocks) -> None:
        self._context, self._blocks = context, blocks
        self._known: dict[PlanKey, Plan] = {}
        #: What was drawn once, and is planned when it is drawn again.
        self._once: dict[PlanKey, None] = {}

    def planned(
        self,
        known: KnownState,
        mesh: Mesh,
        target: Drawable | None,
        textures: Mapping[int, Any] | None,
        instances: int,
    ) -> tuple[PlanKey | None, Plan | None]:
        """What the plan of a draw is found by, None for what is not planned, and the plan.

        None is the plan where there is none, something of it is gone, or moderngl draws into another part of
        the target.
        """
        if type(instances) is not int:
            return None, None
        try:
            framebuffer = (self._context.fbo if target is None else target.framebuffer).mglo
        except AttributeError:  # of what is no target or no framebuffer
            return None, None
        key: PlanKey = mesh, framebuffer, known.drawn_as, target is None, instances
        if textures:
            if type(textures) is not dict:
                return None, None
            key = (*key, *textures, *map(id, textures.values()))
        plan = self._known.get(key)
        if (
            plan is None
            or plan.generation != self._blocks.generation
            or framebuffer.viewport != plan.viewport
            or framebuffer.scissor != plan.scissor
            or framebuffer.color_mask != plan.colors
            or (textures and not plan.has(textures))
        ):
            return key, None
        return key, plan

    def is_drawn_again(self, key: PlanKey) -> bool:
        """True for what was drawn before, so that a plan is worth its making."""
        if key in self._once:
            return True
        if len(self._once) >= _MOST:
            self._once.clear()
        self._once[key] = None
        return False

    def keep(self, key: PlanKey, plan: Plan) -> None:
        """Remember a plan."""
        if len(self._known) >= _MOST:
            self._known.clear()
        self._known[key] = plan

    def forget(self, mesh: Mesh) -> None:
        """Remember none of a mesh."""
        tables: tuple[dict[PlanKey, Any], ...] = (self._known, self._once)
        for table in tables:
            for key in [key for key in table if key[0] is mesh]:
                del table[key]

    def clear(self) -> None:
        """Remember none."""
        self._known.clear()
        self._once.clear()


def carry_out(plan: Plan, context: moderngl.Context, use: Use, moving: MovingBlocks) -> None:
    """Draw in a ``context`` that is current, with what is uploaded.

    Where nobody guards its state that is put back; where it is trusted what is known of it is not set again.
    InputError while transform feedback is active.
    """
    if moving.ring is not None and moving.ring.written > moving.until:
        moving.keep()
    if use.guarded:
        known = use.known if use.trusted else None
        use.known = None
        if known is not plan.setting:
            for function, arguments in plan.setting.calls(known):
                function(*arguments)
        if known is None or use.bound is not moving.bound:
            for function, arguments in moving.calls:
                function(*arguments)
            use.bound = moving.bound
        plan.array.render(plan.mode, plan.count, 0, plan.instances)
        use.known = plan.setting
        use.drew()
        return
    transition = plan.setting.transition()
    if transition is None:
        with state_guard(context):
            carry_out(plan, context, use, moving)
        return
    try:
        for function, arguments in transition.calls:
            function(*arguments)
        for function, arguments in moving.calls:
            function(*arguments)
        plan.array.render(plan.mode, plan.count, 0, plan.instances)
    finally:
        for function, arguments in transition.back:
            function(*arguments)
    use.drew()
