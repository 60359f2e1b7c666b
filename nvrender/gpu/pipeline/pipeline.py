"""Programs in the real pipeline, with the fixed function around them."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from contextlib import AbstractContextManager, ExitStack
from dataclasses import replace
from typing import Any

import moderngl

from nvrender.gl.inputs.results import Results, chosen
from nvrender.gl.patches import Patch, check_chain
from nvrender.gl.state.second_colors import check_second_colors
from nvrender.gl.state.state import State
from nvrender.glsl.textures.texture_keys import Sampler
from nvrender.glsl.translation import Translation
from nvrender.gpu.context.context import check_context
from nvrender.gpu.context.current import gone
from nvrender.gpu.context.lockstep_ends import whole_loops
from nvrender.gpu.context.setting import Setting
from nvrender.gpu.context.slots import Slot, Value, calls_for
from nvrender.gpu.context.state_guard import Session, session, state_guard
from nvrender.gpu.context.target import WEIGHTED, away_from_centers, chosen_target, divides_wrongly
from nvrender.gpu.context.uniform_blocks import block_sizes
from nvrender.gpu.context.use import deleting, forget, use_of
from nvrender.gpu.fixed.fragment_stage import FragmentStage
from nvrender.gpu.pipeline.capture.captures import Captures, Given
from nvrender.gpu.pipeline.capture.patch_vertices import PatchDraw
from nvrender.gpu.pipeline.draw_ranges import draw_ranges, is_one_call
from nvrender.gpu.pipeline.drawn import Drawn, check_draw, drawn_with
from nvrender.gpu.pipeline.fragment_places import asks_for_places, in_use, place_points, place_samples
from nvrender.gpu.pipeline.known_states import KnownState, KnownStates
from nvrender.gpu.pipeline.linked import Linked, check_mode, check_programs, link
from nvrender.gpu.pipeline.mesh import Mesh
from nvrender.gpu.pipeline.patches import patches
from nvrender.gpu.pipeline.plans import Plan, PlanKey, Plans, carry_out, with_textures
from nvrender.gpu.pipeline.raster import Raster, demands
from nvrender.gpu.pipeline.stage_blocks import StageBlocks
from nvrender.gpu.pipeline.stage_keys import StageKeys, reads_points, results_of, written
from nvrender.gpu.pipeline.stage_texts import Programs, StageTexts, conventional_fragment, stage_texts
from nvrender.gpu.pipeline.stage_textures import (
    GivenTextures,
    StageTextureKeys,
    check_textures,
    check_units,
    shared_samplers,
    stage_texture_keys,
    with_units,
)
from nvrender.gpu.pipeline.target import Drawable
from nvrender.gpu.pipeline.vertex_arrays import VertexArrays
from nvrender.gpu.resources.image_units import check_image_units
from nvrender.gpu.resources.memory_buffer import MemoryBuffer, bind_memory
from nvrender.gpu.resources.textures import Textures, check_feedback, point_samplers
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
        vertex, geometry, fragment, tess_control, tess_evaluation = map(stages.get, range(5))
        self.context = context
        self.vertex = vertex
        self.geometry = geometry
        self.fragment = fragment
        self.tess_control = tess_control
        self.tess_evaluation = tess_evaluation
        if tess_control is not None or tess_evaluation is not None:
            check_chain(PATCHES, tess_control, tess_evaluation, geometry)
        self._numerics = numerics
        self._target = chosen_target(context, target, tess_control)
        self._programs = programs = Programs(vertex, geometry, fragment, tess_control, tess_evaluation)
        self._blocks = StageBlocks(context, programs.given)
        self._captures = Captures(context, programs, self._target, numerics, self._blocks)
        self._plans = Plans()
        self._arrays = VertexArrays(
            context, vertex, feeds_geometry=geometry is not None, forgotten=self._plans.forget
        )
        self._linked: Linked | None = None
        #: Its uniform blocks, asked for once.
        self._sizes: dict[str, int] | None = None
        self._texts: StageTexts | None = None
        #: What the texts were made for, and the samplers in them.
        self._keys: StageKeys | None = None
        self._units: Collection[Sampler] = ()
        self._textures = Textures(context)
        self._memory: MemoryBuffer | None = None
        self._texture_keys = StageTextureKeys()
        self._drawn = Drawn()
        self._use, self._found = use_of(context), context.mglo
        self._states = KnownStates()
        self._state = State() if state is None else state
        self._known = self._states.of(self._state)
        self._take(self._known)

    @property
    def program(self) -> moderngl.Program:
        """The linked program, for draws of one's own; ``bind`` binds its uniform buffers."""
        return self._check_use().program

    @property
    def state(self) -> State:
        """The state drawn with."""
        return self._state

    @property
    def results(self) -> tuple[str, ...]:
        """What the last stage before rasterization writes."""
        return results_of(self._programs, self._state)

    @property
    def sources(self) -> tuple[str, ...]:
        """The vertex, perhaps the geometry, and the fragment shader."""
        return self._check_use().texts

    def _check_use(self) -> Linked:
        if self._linked is None:
            raise InputError("this pipeline has been released")
        check_context(self.context)
        return self._linked

    def set_state(self, state: State) -> None:
        """Take another state; shaders are made anew only where their text depends on what changed."""
        known, before = self._states.of(state), self._known
        self._take(known)
        if before is not known:
            self._blocks.expire(known.apart(before))

    def _take(self, known: KnownState) -> None:
        keys = known.keys(self._programs, self._drawn, self._texture_keys, weighted=self._weighted)
        if keys is not self._keys and keys != self._keys:
            with state_guard(self.context):
                self._relink(keys)
        self._keys, self._known, self._state = keys, known, known.state

    @property
    def _weighted(self) -> bool:
        """True if what the fragment program reads away from centres must be mended."""
        if self.fragment is None or self._target.version < WEIGHTED or not away_from_centers(self.fragment):
            return False
        return divides_wrongly(self.context)

    def set_parameters(self, parameters: Any, stage: str = "vertex") -> None:
        """The parameters of the "vertex", "geometry" or "fragment" program, as ``nvrender.run`` takes them.

        An array or a mapping. Matrices the state tracks fill their rows at each draw (NV_vertex_program
        2.14.5).
        """
        self._blocks.set(parameters, stage, self._state)

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
        self._check_use()
        return session(self.context)

    def bind(self) -> None:
        """Upload what changed and bind the uniform blocks and the memory that ``program`` reads.

        Points with coordinates of their own take the viewport of the framebuffer in use.
        """
        program = self.program
        self._blocks.bind(self._block_sizes(), self.vertex, self._state)
        bind_memory(self._memory, self._programs.given)
        place_points(program, self._programs, self._state, None)
        place_samples(program)
        forget(self.context)

    def _block_sizes(self) -> dict[str, int]:
        if self._sizes is None:
            self._sizes = block_sizes(self.program)
        return self._sizes

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
        key = None if patch is not None else self._key(mesh, target, textures, instances)
        if key is not None and (plan := self._plans.known.get(key)) is not None:
            held = plan.holds(key[1], textures, self._blocks.generation)
            if held and self._draw_planned(plan):
                return
        self._check_use()
        patch = check_draw(self._programs, mesh, target, instances, patch)
        given = textures or {}
        check_textures(self._programs.given, self._samplers, given)
        if self.fragment is None:  # enables do not matter to it (ARB_fragment_program 3.11)
            check_units(self._state, given)
        with state_guard(self.context), ExitStack() as stack:
            framebuffer = self._framebuffer(target)
            self._suit(mesh.mode, mesh.primitive, framebuffer)
            self._reads(given)
            check_feedback(self._units, given, framebuffer)
            records = None
            if self._programs.takes_patches:
                drawn = PatchDraw(mesh, patch, instances)
                records = self._captures.records(drawn, self._given(given), stack)
            self._upload()
            array = self._vertex_array(mesh) if records is None else records.array(self.program, stack)
            stack.enter_context(self._textures.bound(self._units, given))
            mode: int | None = mesh.mode if records is None else moderngl.POINTS
            if self.geometry is not None or self.tess_evaluation is not None:
                mode = None
            raster = Raster(
                framebuffer, mode, mesh.index_buffer is not None, target is not None, *self._varies()
            )
            asked = self._set(raster, given)
            if records is not None:
                array.render(moderngl.POINTS, records.count)
                return
            if mesh.primitive == PATCHES:
                stack.enter_context(patches(self.context, patch))
            stack.enter_context(whole_loops(self.context, self._translations))
            draw_ranges(array, self._programs, mesh, instances, patch)
            self._use.drew()
        if asked is None or key is None or not self._is_plain(mesh, instances):
            return
        if self._known.fixed and self._plans.is_drawn_again(key):
            setting = Setting(self._use.commands, asked)
            generation = self._blocks.generation
            self._plans.keep(key, Plan(mesh, framebuffer, given, array, setting, generation, instances))

    def draw_again(
        self, mesh: Mesh, target: Drawable, textures: GivenTextures, instances: int, *, own: bool
    ) -> bool:
        """``draw`` where the same was drawn before; False, and nothing is done, where that must be looked at.

        ``own``: the context is nvrender's own, and nobody else expects it unchanged.
        """
        key = self._key(mesh, target, textures, instances)
        if key is None or (plan := self._plans.known.get(key)) is None:
            return False
        if not plan.holds(key[1], textures, self._blocks.generation):
            return False
        use = self._use
        if not own or use.guarded:
            return self._draw_planned(plan)
        use.guarded = use.trusted = True
        try:
            return self._draw_planned(plan)
        finally:
            use.guarded = use.trusted = False

    def _varies(self) -> tuple[bool, bool, bool]:
        """Whether faces are told apart, whether fragments have what one vertex has, whether depths matter."""
        assert self._keys is not None
        fragment, programmed = self._keys.fragment, self.fragment is not None or self.geometry is not None
        depths = programmed or self._state.depth.enabled or self._state.fog.enabled
        return programmed or fragment.two_side, programmed or fragment.flat_colors, depths

    def _is_plain(self, mesh: Mesh, instances: int) -> bool:
        """True if a draw does nothing but set state and draw."""
        return (
            self._memory is None
            and mesh.primitive != PATCHES
            and not any(translation.tells_ends for _, translation in self._translations)
            and not asks_for_places(self.program)
            and is_one_call(self._programs, mesh, instances)
        )

    def _key(
        self, mesh: Mesh, target: Drawable | None, textures: GivenTextures | None, instances: int
    ) -> PlanKey | None:
        """What the plan of a draw is found by, if there may be one."""
        known = self._known
        if type(instances) is not int:
            return None
        try:
            framebuffer = self.context.fbo if target is None else target.framebuffer
            key = mesh, framebuffer.mglo, known, target is None, instances
        except AttributeError:  # of what is no target or no framebuffer
            return None
        return with_textures(key, textures) if textures else key

    def _draw_planned(self, plan: Plan) -> bool:
        """Draw as planned; False, and nothing is done, where another context is current, or this is gone."""
        if self.context.mglo is not self._found or not self._use.is_current():
            return False
        carry_out(plan, self.context, self._use, self._upload if self._blocks.changed else None)
        return True

    def _upload(self) -> None:
        self._blocks.upload(self._block_sizes(), self.vertex, self._state)

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
            self._suit(source.mode if mode is None else mode, primitive, framebuffer)
            self._reads(None)
            self._upload()
            if isinstance(source, Mesh):
                vertices = source.count if vertices < 0 else vertices
                source = self._vertex_array(source)
            self._set(Raster(framebuffer, foreign=False), {})
            with whole_loops(self.context, self._translations):
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
        self._check_use()
        patch = check_draw(self._programs, mesh, None, instances, patch)
        names = chosen(results, self.results)
        rows = [row for row in self._translations if row[0] is not self.fragment]
        check_textures([program for program, _ in rows], shared_samplers(rows), textures or {})
        if self.geometry is not None and self.tess_evaluation is None:
            check_mode(self.geometry, mesh.mode)
        with state_guard(self.context):
            drawn = PatchDraw(mesh, patch, instances)
            return self._captures.results(drawn, names, self._given(textures or {}))

    def _given(self, textures: GivenTextures) -> Given:
        """What stages that capture take as it is now."""
        assert self._keys is not None
        key, texts = self._keys.vertex, self._translations
        return Given(key, texts, self._state, textures, self._textures, self._memory)

    @property
    def _translations(self) -> tuple[tuple[Program, Translation], ...]:
        """What the programs became."""
        return () if self._texts is None else self._texts.translations

    def release(self) -> None:
        """Release everything; the program too, unless another pipeline shares it.

        Of a context that is released nothing is left to do.
        """
        if gone(self.context):
            self._linked = None
            return
        with deleting(self.context):
            self._captures.release()
            self._plans.clear()
            self._arrays.release()
            self._blocks.release()
            self._textures.release()
            if self._linked is not None:
                self._linked.release()
        self._linked = None

    def __enter__(self) -> Pipeline:
        return self

    def __exit__(self, *_: object) -> None:
        self.release()

    def _relink(self, keys: StageKeys) -> None:
        """Make the shaders anew and link them."""
        made, fragment = self._texts, keys.fragment
        plain = isinstance(fragment, FragmentStage) and self.geometry is None
        if made is not None and self._keys is not None and plain and keys.vertex == self._keys.vertex:
            assert isinstance(fragment, FragmentStage)
            made = replace(made, texts=(made.texts[0], conventional_fragment(fragment, self._target)))
        else:
            made = stage_texts(self._programs, self._target, self._numerics, *keys)
        check_image_units(self.context, made.translations)
        self._blocks.lay_out(made.translations)
        environments = fragment.samplers if isinstance(fragment, FragmentStage) else ()
        units = with_units(made.samplers, environments)
        linked = link(self.context, made.texts)
        point_samplers(self.context, linked.program.glo, units)
        self._plans.clear()
        self._arrays.release()
        if self._linked is not None:
            self._linked.release()
        self._linked, self._texts, self._units = linked, made, units
        self._keys, self._sizes = keys, None

    @property
    def _samplers(self) -> dict[int, Sampler]:
        """The textures the programs read: image unit → sampler."""
        return {} if self._texts is None else self._texts.samplers

    def _vertex_array(self, mesh: Mesh) -> moderngl.VertexArray:
        return self._arrays.of(mesh, self.program, self._blocks.current, self._state)

    def _reads(self, textures: GivenTextures | None) -> None:
        """How textures and images are read may be in the shaders' text; None: GL has what there is."""
        units = self._state.texture_units if self.fragment is None else ()
        found = stage_texture_keys(self.context, self._programs.given, units, textures, self._memory)
        if found != self._texture_keys:
            self._texture_keys = found
            self.set_state(self._state)

    def _suit(self, mode: int, primitive: str, framebuffer: moderngl.Framebuffer) -> None:
        """Change the stages where the primitives or the number of colour buffers ask for it."""
        drawn = drawn_with(self._programs, mode, primitive, framebuffer)
        check_second_colors(self._state, self.fragment, drawn.colors)
        replaced = reads_points(self.fragment)
        replaced |= any(unit.coord_replace for unit in self._state.texture_units)
        changed = drawn.points != self._drawn.points and (replaced or self._weighted)
        changed |= drawn[1:] != self._drawn[1:]
        self._drawn = drawn
        if changed:
            self.set_state(self._state)

    def _set(self, raster: Raster, textures: GivenTextures) -> dict[Slot, Value] | None:
        """Set the state for a draw, with what the programs read bound.

        What was set, None where a draw does more than that.
        """
        program, names = self.program, written(self._programs, self._state)
        asked = demands(
            self.context, raster, self._state, names, derives_size=self._programs.last is None
        ) | self._blocks.bindings(self._block_sizes())
        for slot, value in asked.items():
            for function, arguments in calls_for(self._use.commands, slot, value):
                function(*arguments)
        bind_memory(self._memory, self._programs.given)
        place_points(program, self._programs, self._state, raster.framebuffer)
        place_samples(program)
        units = self._textures.names(self._units, textures)
        return None if units is None else asked | units

    def _framebuffer(self, target: Drawable | None) -> moderngl.Framebuffer:
        return in_use(self.context) if target is None else target.framebuffer
