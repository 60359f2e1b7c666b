"""Programs in the real pipeline, with the fixed function around them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from contextlib import AbstractContextManager, ExitStack
from typing import Any

import moderngl

from nvrender.gl.inputs.results import Results, chosen
from nvrender.gl.patches import Patch, check_chain
from nvrender.gl.state.state import State
from nvrender.gpu.context.context import check_context
from nvrender.gpu.context.current import gone
from nvrender.gpu.context.lockstep_ends import whole_loops
from nvrender.gpu.context.setting import Setting
from nvrender.gpu.context.slots import Slot, Value, calls_for
from nvrender.gpu.context.state_guard import Session, session, state_guard
from nvrender.gpu.context.target import chosen_target
from nvrender.gpu.context.use import deleting, forget, use_of
from nvrender.gpu.pipeline.capture.captures import Captures, Given
from nvrender.gpu.pipeline.capture.patch_vertices import PatchDraw
from nvrender.gpu.pipeline.draw_ranges import draw_ranges, is_one_call
from nvrender.gpu.pipeline.drawn import check_draw
from nvrender.gpu.pipeline.fragment_places import asks_for_places, in_use, place_points, place_samples
from nvrender.gpu.pipeline.linked import check_mode, check_programs
from nvrender.gpu.pipeline.mesh import Mesh
from nvrender.gpu.pipeline.patches import patches
from nvrender.gpu.pipeline.plans import Plan, Plans, carry_out
from nvrender.gpu.pipeline.raster import Raster, demands
from nvrender.gpu.pipeline.shaders import Shaders
from nvrender.gpu.pipeline.stage_blocks import StageBlocks
from nvrender.gpu.pipeline.stage_keys import results_of, written
from nvrender.gpu.pipeline.stage_texts import Programs
from nvrender.gpu.pipeline.stage_textures import (
    GivenTextures,
    check_textures,
    check_units,
    shared_samplers,
)
from nvrender.gpu.pipeline.target import Drawable
from nvrender.gpu.pipeline.vertex_arrays import VertexArrays
from nvrender.gpu.resources.memory_buffer import MemoryBuffer, bind_memory
from nvrender.gpu.resources.textures import Textures, check_feedback
from nvrender.languages.arb.geometry_bindings import PATCHES
from nvrender.program import Program
from nvrender.program.subroutines import with_stage_subroutines
from nvrender.source import InputError


class Pipeline:
    """Draws with loaded programs, ``vertex``, ``geometry`` and ``fragment``; None is the conventional stage.

    Without ``geometry`` there is no such stage; a geometry program takes the primitives the meshes are of.
    ``tess_evaluation`` takes patches, of meshes of PATCHES, those that ``tess_control`` makes where there is
    one (glsl430); what they make goes on as primitives.
    Programs of any generations link: what a fragment program reads comes from the vertex result of the same
    binding, and is (0, 0, 0, 1) where nothing writes that.

    ``state`` is the GL state around it, ``numerics`` "exact" or "fast", ``target`` the GLSL target
    ("glsl330", "glsl430", "glsl450"; None: the best the context has). ``subroutines`` maps the programs'
    subroutine variables to the labels that CALI calls. Vertex shader inputs have the attribute numbers as
    locations; the sampler ``texture<n>`` is unit n. Results the program does not write are
    (0, 0, 0, 1) (NV_vertex_program2 2.14.1.5). Enabled clip planes clip by the distances the program
    writes, or, around ARB_position_invariant programs and without a program, by
    ``state.clip_plane_equations`` in eye space (OpenGL 1.5 2.11, ARB_vertex_program 2.11). The context is
    left as it was found.
    """

    #: What makes its shaders.
    _shaders_type = Shaders

    def __init__(
        self,
        context: moderngl.Context,
        vertex: Program | None = None,
        fragment: Program | None = None,
        *,
        geometry: Program | None = None,
        tess_control: Program | None = None,
        tess_evaluation: Program | None = None,
        state: State | None = None,
        numerics: str = "exact",
        target: str | None = None,
        subroutines: Mapping[str, str] | None = None,
    ) -> None:
        check_context(context)
        check_programs(vertex, geometry, fragment, tess_control, tess_evaluation)
        given = enumerate((vertex, geometry, fragment, tess_control, tess_evaluation))
        stages = with_stage_subroutines(dict(given), subroutines)
        self._programs = programs = Programs(*map(stages.get, range(5)))
        self.context = context
        self.vertex, self.geometry, self.fragment, self.tess_control, self.tess_evaluation = programs
        if programs.control is not None or programs.evaluation is not None:
            check_chain(PATCHES, programs.control, programs.evaluation, programs.geometry)
        made_for = chosen_target(context, target, programs.control)
        self._blocks = StageBlocks(context, programs.given)
        self._captures = Captures(context, programs, made_for, numerics, self._blocks)
        self._plans = Plans(context, self._blocks)
        self._arrays = VertexArrays(
            context,
            programs.vertex,
            feeds_geometry=programs.geometry is not None,
            forgotten=self._plans.forget,
        )
        self._textures = Textures(context)
        self._memory: MemoryBuffer | None = None
        self._use, self._found = use_of(context), context.mglo
        self._shaders = self._shaders_type(context, programs, made_for, numerics, self._blocks, self._renewed)
        self._shaders.suit_state(State() if state is None else state)

    @property
    def program(self) -> moderngl.Program:
        """The linked program, for draws of one's own; ``bind`` binds its uniform buffers."""
        return self._shaders.linked.program

    @property
    def state(self) -> State:
        """The state drawn with."""
        return self._shaders.known.state

    @property
    def results(self) -> tuple[str, ...]:
        """What the last stage before rasterization writes."""
        return results_of(self._programs, self.state)

    @property
    def sources(self) -> tuple[str, ...]:
        """The vertex, perhaps the geometry, and the fragment shader."""
        return self._shaders.linked.texts

    def set_state(self, state: State) -> None:
        """Take another state; shaders are made anew only where their text depends on what changed."""
        known = self._shaders.known
        if state is not known.state or not known.fixed:
            self._shaders.suit_state(state)

    def set_parameters(self, parameters: Any, stage: str = "vertex") -> None:
        """The parameters of the "vertex", "geometry" or "fragment" program, as ``nvrender.run`` takes them.

        An array or a mapping. Matrices the state tracks fill their rows at each draw (NV_vertex_program
        2.14.5).
        """
        self._blocks.set(parameters, stage, self._shaders.known.state)

    def set_memory(self, memory: MemoryBuffer | None) -> None:
        """What its programs reach, by GPU address, storage binding and image unit, from the next draw on.

        ``memory`` stays the caller's, to read and to release; None takes it away. InputError where it lacks
        a binding that a program names.
        """
        if memory is self._memory:
            return
        if memory is not None:
            for program in self._programs.given:
                memory.check(program)
        self._memory = memory
        self._plans.clear()

    def session(self) -> AbstractContextManager[Session]:
        """Many draws, of this and other pipelines, in a context that nobody else uses meanwhile.

        What the context had is put back once, at the end, and what one draw sets the next one finds. Who
        calls OpenGL or moderngl himself in between says so by ``Session.changed``.
        """
        self._shaders.check()
        return session(self.context)

    def bind(self) -> None:
        """Upload what changed and bind the uniform blocks and the memory that ``program`` reads.

        Points with coordinates of their own take the viewport of the framebuffer in use.
        """
        program = self.program
        self._blocks.bind(self._shaders.block_sizes, self.vertex, self.state)
        bind_memory(self._memory, self._programs.given)
        place_points(program, self._programs, self.state, None)
        place_samples(program)
        forget(self.context)

    def draw(
        self,
        mesh: Mesh,
        target: Drawable | None = None,
        textures: GivenTextures | None = None,
        *,
        instances: int = 1,
        patch: Patch | None = None,
    ) -> None:
        """Draw ``mesh`` into ``target``, or the framebuffer in use, ``instances`` times.

        Of a mesh of PATCHES ``patch`` says how many vertices they have, and the levels without a control
        program.

        ``textures`` maps units to textures, one for each unit that a program reads or, without a fragment
        program, the state enables, of the target and the base format the unit says; else InputError. None
        instead is one that is not complete, of which programs read (0, 0, 0, 1) (OpenGL 1.5, 3.8.10). A
        Texture is uploaded once for all pipelines of a context that draw with it, until the last of
        them or the Texture itself is gone. What a caller has enabled beyond ``state`` (scissor,
        stencil, wireframe, samplers, …) counts only in the caller's own framebuffer.
        """
        key = None
        if patch is None:
            key, plan = self._plans.planned(self._shaders.known, mesh, target, textures, instances)
            if plan is not None and self._draw_planned(plan):
                return
        self._shaders.check()
        patch = check_draw(self._programs, mesh, target, instances, patch)
        given = textures or {}
        check_textures(self._programs.given, self._shaders.samplers, given)
        if self.fragment is None:  # enables do not matter to it (ARB_fragment_program 3.11)
            check_units(self.state, given)
        with state_guard(self.context), ExitStack() as stack:
            framebuffer = self._framebuffer(target)
            self._shaders.suit_draw(mesh.mode, mesh.primitive, framebuffer)
            self._shaders.suit_textures(given, self._memory)
            check_feedback(self._shaders.units, given, framebuffer)
            records = None
            if self._programs.takes_patches:
                drawn = PatchDraw(mesh, patch, instances)
                records = self._captures.records(drawn, self._given(given), stack)
            self._upload()
            array = self._vertex_array(mesh) if records is None else records.array(self.program, stack)
            stack.enter_context(self._textures.bound(self._shaders.units, given))
            mode: int | None = mesh.mode if records is None else moderngl.POINTS
            if self.geometry is not None or self.tess_evaluation is not None:
                mode = None
            raster = Raster(
                framebuffer, mode, mesh.index_buffer is not None, target is not None, *self._shaders.varies()
            )
            asked = self._set(raster, given)
            if records is not None:
                array.render(moderngl.POINTS, records.count)
                return
            if mesh.primitive == PATCHES:
                stack.enter_context(patches(self.context, patch))
            stack.enter_context(whole_loops(self.context, self._shaders.translations))
            draw_ranges(array, self._programs, mesh, instances, patch)
            self._use.drew()
        if asked is None or key is None or not self._is_plain(mesh, instances):
            return
        if self._shaders.known.fixed and self._plans.is_drawn_again(key):
            setting = Setting(self._use.commands, asked)
            self._plans.keep(key, Plan(mesh, framebuffer, given, array, setting, self._blocks, instances))

    def draw_again(
        self, mesh: Mesh, target: Drawable, textures: GivenTextures, instances: int, *, own: bool
    ) -> bool:
        """``draw`` where the same was drawn before; False, and nothing is done, where that must be looked at.

        ``own``: the context is nvrender's own, and nobody else expects it unchanged.
        """
        _, plan = self._plans.planned(self._shaders.known, mesh, target, textures, instances)
        if plan is None:
            return False
        use = self._use
        if not own or use.guarded:
            return self._draw_planned(plan)
        use.guarded = use.trusted = True
        try:
            return self._draw_planned(plan)
        finally:
            use.guarded = use.trusted = False

    def _is_plain(self, mesh: Mesh, instances: int) -> bool:
        """True if a draw does nothing but set state and draw."""
        return (
            self._memory is None
            and mesh.primitive != PATCHES
            and not any(translation.tells_ends for _, translation in self._shaders.translations)
            and not asks_for_places(self.program)
            and is_one_call(self._programs, mesh, instances)
        )

    def _draw_planned(self, plan: Plan) -> bool:
        """Draw as planned; False, and nothing is done, where another context is current, or this is gone."""
        use, blocks = self._use, self._blocks
        if self.context.mglo is not self._found or (use.current() != use.handle and not use.is_current()):
            return False
        if blocks.changed:
            blocks.upload(plan.sizes, self.vertex, self._shaders.known.state)
        carry_out(plan, self.context, use, blocks.moving)
        return True

    def _upload(self) -> None:
        shaders = self._shaders
        self._blocks.upload(shaders.block_sizes, self.vertex, shaders.known.state)

    def render(
        self,
        source: Mesh | moderngl.VertexArray,
        mode: int | None = None,
        vertices: int = -1,
        first: int = 0,
        instances: int = -1,
    ) -> None:
        """Draw a mesh, or a vertex array made for ``program``, into the framebuffer in use.

        Textures are the ones bound. InputError where a geometry program takes patches, which ``draw`` draws.
        """
        if self._programs.takes_patches:
            raise InputError("patches for geometry programs are drawn in two passes; use draw")
        with state_guard(self.context):
            primitive = source.primitive if isinstance(source, Mesh) else ""
            framebuffer = in_use(self.context)
            self._shaders.suit_draw(source.mode if mode is None else mode, primitive, framebuffer)
            self._shaders.suit_textures(None, self._memory)
            self._upload()
            if isinstance(source, Mesh):
                vertices = source.count if vertices < 0 else vertices
                source = self._vertex_array(source)
            self._set(Raster(framebuffer, foreign=False), {})
            with whole_loops(self.context, self._shaders.translations):
                source.render(mode, vertices, first, instances)

    def capture(
        self,
        mesh: Mesh,
        textures: GivenTextures | None = None,
        *,
        results: Iterable[str] | None = None,
        instances: int = 1,
        patch: Patch | None = None,
    ) -> Results:
        """What the stages before rasterization make of ``mesh``: result → (E, 4) float32.

        E vertices, one after the other of each point, line or triangle there is to rasterize, ``emitted``
        telling which; with a geometry program those it emits, as ``nvrender.run`` has them. ``results`` picks
        some of ``results``, all if None, with the names of the program they are of, those of the VP family
        without a program. Integers are there as words. Colours are clamped to 0 … 1, nothing is clipped
        (NV_transform_feedback 2.X). ``textures`` are those that vertex and geometry program read, ``patch``
        says what a mesh of PATCHES is of, ``instances`` how often it is drawn. InputError for what does not
        fit, TargetError for what the context has no room for.
        """
        self._shaders.check()
        patch = check_draw(self._programs, mesh, None, instances, patch)
        names = chosen(results, self.results)
        rows = [row for row in self._shaders.translations if row[0] is not self.fragment]
        check_textures([program for program, _ in rows], shared_samplers(rows), textures or {})
        if self.geometry is not None and self.tess_evaluation is None:
            check_mode(self.geometry, mesh.mode)
        with state_guard(self.context):
            drawn = PatchDraw(mesh, patch, instances)
            return self._captures.results(drawn, names, self._given(textures or {}))

    def _given(self, textures: GivenTextures) -> Given:
        """What stages that capture take as it is now."""
        shaders = self._shaders
        return Given(
            shaders.vertex_key, shaders.translations, self.state, textures, self._textures, self._memory
        )

    def release(self) -> None:
        """Release everything; the program too, unless another pipeline shares it.

        Of a context that is released nothing is left to do.
        """
        if gone(self.context):
            self._shaders.abandon()
            return
        with deleting(self.context):
            self._captures.release()
            self._plans.clear()
            self._arrays.release()
            self._blocks.release()
            self._textures.release()
            self._shaders.release()

    def __enter__(self) -> Pipeline:
        return self

    def __exit__(self, *_: object) -> None:
        self.release()

    def _renewed(self) -> None:
        """Let go of what was made for other shaders."""
        self._plans.clear()
        self._arrays.release()

    def _vertex_array(self, mesh: Mesh) -> moderngl.VertexArray:
        return self._arrays.of(mesh, self.program, self._blocks.current, self.state)

    def _set(self, raster: Raster, textures: GivenTextures) -> dict[Slot, Value | None] | None:
        """Set the state for a draw, with what the programs read bound.

        What was set, None where a draw does more than that.
        """
        program, names = self.program, written(self._programs, self.state)
        asked: dict[Slot, Value | None] = {
            **demands(self.context, raster, self.state, names, derives_size=self._programs.last is None),
            **self._blocks.bindings(self._shaders.block_sizes),
        }
        for slot, value in asked.items():
            if value is not None:
                for function, arguments in calls_for(self._use.commands, slot, value):
                    function(*arguments)
        for function, arguments in self._blocks.moving.calls:
            function(*arguments)
        bind_memory(self._memory, self._programs.given)
        place_points(program, self._programs, self.state, raster.framebuffer)
        place_samples(program)
        units = self._textures.names(self._shaders.units, textures)
        return None if units is None else {**asked, **units}

    def _framebuffer(self, target: Drawable | None) -> moderngl.Framebuffer:
        return in_use(self.context) if target is None else target.framebuffer
