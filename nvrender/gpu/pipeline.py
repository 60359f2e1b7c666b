"""A vertex program in the real pipeline, with the fixed function around it."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from contextlib import AbstractContextManager
from typing import Any, NamedTuple

import moderngl
import numpy as np
import numpy.typing as npt

from nvrender.gl.inputs import attribute_sources
from nvrender.gl.params import matrix_named, modelview_projection
from nvrender.gl.state import CLIP_PLANES, State
from nvrender.gl.state_checks import validate
from nvrender.gl.textures import Texture
from nvrender.glsl.fragment_interface import FIXED_NAMES
from nvrender.glsl.interface import GEOMETRY_INPUT, Varyings
from nvrender.glsl.readings import Reading, Sampler
from nvrender.glsl.sprites import LIMITS, VIEWPORT
from nvrender.glsl.storage import RESULT_NAMES
from nvrender.glsl.targets import target_named
from nvrender.glsl.translate import Translation, translate
from nvrender.gpu.context import COMPUTE
from nvrender.gpu.conventional import (
    ConventionalStage,
    conventional_numbers,
    conventional_results,
    conventional_source,
    conventional_stage,
)
from nvrender.gpu.current import entered
from nvrender.gpu.draw import Drawable, Mesh, held
from nvrender.gpu.fixed import FragmentStage, fragment_numbers, fragment_source, fragment_stage
from nvrender.gpu.linked import BINDINGS, Linked, block_size, check_block_size, link
from nvrender.gpu.program_stage import (
    ProgramStage,
    check_geometry_inputs,
    check_mode,
    check_numbers,
    check_textures,
    check_unit,
    geometry_stage,
    program_stage,
    shared_samplers,
    split_of,
    uniform_names,
)
from nvrender.gpu.raster import applied, neutral, point_sizes
from nvrender.gpu.readings import Readings, reading, readings_of
from nvrender.gpu.stage_parameters import StageParameters
from nvrender.gpu.textures import TextureObject, Textures, like, point_samplers
from nvrender.isa.bindings import ATTRIBUTES
from nvrender.isa.profiles import Stage
from nvrender.program import Program
from nvrender.source import InputError, TargetError

#: The buffer of current attribute values, beside those of the uniform blocks.
_CURRENT = "current attributes"
_BLOCKS = (*BINDINGS, _CURRENT)
#: How many colours fragment programs have names for.
_COLORS = 8


class _VertexKey(NamedTuple):
    """What of the state decides the text of the vertex stage."""

    results: tuple[str, ...]
    flat_colors: bool
    clip_distances: bool
    clip_planes: tuple[int, ...]
    conventional: ConventionalStage | None
    #: Texture units whose coordinates are a point's own.
    sprites: frozenset[int]
    #: What programs must know of the textures drawn with.
    readings: tuple[tuple[Stage, Readings], ...]

    def reads(self, stage: Stage) -> dict[int, Reading]:
        """What the program of a stage must know of them, by unit."""
        return dict(dict(self.readings).get(stage, ()))


class _Arrays(NamedTuple):
    """A vertex array, and the buffers made for it alone."""

    array: moderngl.VertexArray
    buffers: tuple[moderngl.Buffer, ...]

    def release(self) -> None:
        self.array.release()
        for buffer in self.buffers:
            buffer.release()


class Pipeline:
    """Draws with loaded programs, ``vertex``, ``geometry`` and ``fragment``; None is the conventional stage.

    Without ``geometry`` there is no such stage; a geometry program takes the primitives the meshes are of.
    Programs of any generations link: what a fragment program reads comes from the vertex result of the same
    binding, and is (0, 0, 0, 1) where nothing writes that.

    ``state`` is the GL state around it, ``numerics`` "exact" or "fast", ``target`` the GLSL target
    ("glsl330", "glsl430"; None: the best the context has). Vertex shader inputs have the attribute
    numbers as locations; the sampler ``texture<n>`` is unit n. Results the program does not write are
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
        state: State | None = None,
        numerics: str = "exact",
        target: str | None = None,
    ) -> None:
        for name, program, stage in (
            ("vertex", vertex, Stage.VERTEX),
            ("geometry", geometry, Stage.GEOMETRY),
            ("fragment", fragment, Stage.FRAGMENT),
        ):
            if program is not None and not isinstance(program, Program):
                raise InputError(
                    f"{name} is of type {type(program).__name__}; give what nvrender.load returns"
                )
            if program is not None and program.profile.stage is not stage:
                what = f"{program.source.name} is a {program.profile.stage.value} program"
                raise InputError(
                    f"{what} and draws nothing"
                    if program.profile.stage is Stage.VERTEX_STATE
                    else f"{what}, no {name} program"
                )
        best = "glsl430" if context.version_code >= COMPUTE else "glsl330"
        self.context = context
        self.vertex = vertex
        self.geometry = geometry
        self.fragment = fragment
        self._numerics = numerics
        self._target = target_named(best if target is None else target)
        if self._target.version > context.version_code:
            raise TargetError(
                f"{self._target.name} is more than this context's OpenGL {context.version_code} has"
            )
        #: What each program was given, by stage.
        self._given = {
            program.profile.stage: StageParameters(program)
            for program in (vertex, geometry, fragment)
            if program is not None
        }
        self._buffers: dict[str, moderngl.Buffer] = {}
        self._uploaded: dict[str, bytes] = {}
        self._arrays: dict[Mesh, _Arrays] = {}
        self._linked: Linked | None = None
        self._vertex_key: _VertexKey | None = None
        self._vertex_source = ""
        self._fragment_stage: FragmentStage | ProgramStage | None = None
        #: The textures the programs read: image unit → sampler.
        self._samplers: dict[int, Sampler] = {}
        self._textures: Textures | None = None
        #: What programs must know of the textures drawn with, by stage, and texture units of a target.
        self._readings: tuple[tuple[tuple[Stage, Readings], ...], dict[tuple[int, str], Reading]] = ((), {})
        self._points, self._colors = False, 1
        self._split: int | None = 1
        self._stale = set(_BLOCKS)
        self._state = State()
        self.set_state(State() if state is None else state)

    @property
    def program(self) -> moderngl.Program:
        """The linked program, for draws of one's own; ``bind`` binds its uniform buffers."""
        if self._linked is None:
            raise InputError("this pipeline has been released")
        return self._linked.program

    @property
    def state(self) -> State:
        return self._state

    @property
    def results(self) -> tuple[str, ...]:
        """What the last stage before rasterization writes."""
        if self.geometry is not None:
            return self.geometry.results
        return conventional_results(self._state) if self.vertex is None else self.vertex.results

    @property
    def sources(self) -> tuple[str, ...]:
        """The vertex, perhaps the geometry, and the fragment shader."""
        if self._linked is None:
            raise InputError("this pipeline has been released")
        return self._linked.texts

    @property
    def _programs(self) -> list[Program]:
        return [row.program for row in self._given.values()]

    @property
    def _written(self) -> tuple[str, ...]:
        """The results under the names the fragment stage knows, with the clip distances that are set."""
        names = tuple(RESULT_NAMES.get(name, name) for name in self.results)
        if not self._clips_eye_coordinates:
            return names
        return (*(name for name in names if not name.startswith("CLP")),
                *(f"CLP{plane}" for plane in _enabled_planes(self._state)))  # fmt: skip

    @property
    def _clips_eye_coordinates(self) -> bool:
        """True for conventional user clipping."""
        program = self.vertex
        if self.geometry is not None:  # its result.clip counts (NV_geometry_program4 2.X.3.5)
            return False
        return program is None or (program.position_invariant and program.profile.language is not None)

    def set_state(self, state: State) -> None:
        """Take another state; shaders are made anew only where their text depends on what changed."""
        validate(state)
        last = self.geometry or self.vertex
        results = conventional_results(state)
        if last is not None:
            results = tuple(RESULT_NAMES.get(name, name) for name in last.results)
        planes = _enabled_planes(state)
        conventional = planes if self._clips_eye_coordinates else ()
        clipping = not conventional and any(f"CLP{plane}" in results for plane in planes)
        stage = conventional_stage(state) if self.vertex is None else None
        programs, units = self._readings
        vertex_key = _VertexKey(
            results, state.flat_shading, clipping, conventional, stage, self._sprites(state), programs
        )
        fragment: FragmentStage | ProgramStage = fragment_stage(
            state,
            results,
            vertex_program=last is not None,
            sums=self._sums_colors(state),
            points=self._points,
            readings={
                number: units[number, unit.target]
                for number, unit in enumerate(state.texture_units)
                if (number, unit.target) in units
            },
        )
        if self.fragment is not None:
            fragment = ProgramStage(
                fragment.two_side,
                fragment.flat_colors,
                fragment.alpha_function,
                vertex_key.sprites,
                self._colors,
                self._split,
            )
        if (vertex_key, fragment) != (self._vertex_key, self._fragment_stage):
            with held(self.context):
                self._relink(vertex_key, fragment)
        self._state = state
        self._stale = set(_BLOCKS)

    def _sums_colors(self, state: State) -> bool:
        """True after lighting (OpenGL 1.5, 3.9) and after programs of the VP family (NV_vertex_program 3.9).

        After others COLOR_SUM decides (ARB_vertex_program 3.9).
        """
        return state.lighting if self.vertex is None else self.vertex.profile.language is None

    def _sprites(self, state: State) -> frozenset[int]:
        """Texture units of points with coordinates of their own; enables do not matter to a program."""
        units = enumerate(state.texture_units if self._points else ())
        programmed = self.fragment is not None
        return frozenset(unit for unit, row in units if row.coord_replace and (row.enabled or programmed))

    def set_parameters(self, parameters: Any, stage: str = "vertex") -> None:
        """The parameters of the "vertex", "geometry" or "fragment" program, as ``nvrender.run`` takes them.

        An array or a mapping. Matrices the state tracks fill their rows at each draw (NV_vertex_program
        2.14.5).
        """
        given = next((row for key, row in self._given.items() if key.value == stage), None)
        if given is None:
            raise InputError(f"a pipeline without a {stage} program has no program parameters for it")
        given.set(parameters, self._state)
        self._stale.update(given.blocks)

    def bind(self) -> None:
        """Upload what changed and bind the uniform blocks ``program`` reads.

        Points with coordinates of their own take the viewport of the framebuffer in use.
        """
        for name, binding in BINDINGS.items():
            if size := block_size(self.program, name):
                if name in self._stale or self._buffers[name].size != size:
                    self._upload(name, self._contents(name)[:size].ljust(size, b"\0"))
                    self._stale.discard(name)
                self._buffers[name].bind_to_uniform_block(binding)
        if self.program.get(VIEWPORT, None) is not None:
            self._place_points()

    def _place_points(self) -> None:
        """The uniforms by which points know where in the framebuffer in use they lie, and how large."""
        framebuffer = self._framebuffer(None)
        self.program[VIEWPORT] = framebuffer.viewport
        sizes = point_sizes(self.context, self._state, self._written, self._derives_size)
        self.program[LIMITS] = (*sizes, framebuffer.height, 0)

    def draw(
        self,
        mesh: Mesh,
        target: Drawable | None = None,
        textures: Mapping[int, Texture | TextureObject] | None = None,
        *,
        instances: int = 1,
    ) -> None:
        """Draw ``mesh`` into ``target``, or the framebuffer in use, ``instances`` times.

        ``textures`` maps units to textures, one for each unit that a program reads or, without a fragment
        program, the state enables, of the target and the base format the unit says; else InputError. A
        Texture is uploaded once for all pipelines of a context that draw with it, until the last of
        them or the Texture itself is gone. What a caller has enabled beyond ``state`` (scissor,
        stencil, wireframe, samplers, …) counts only in the caller's own framebuffer.
        """
        self._check_textures(textures or {})
        if self.geometry is not None:
            check_numbers(self.geometry, mesh.primitive)
        with held(self.context):
            self._suit(mesh.mode, mesh.primitive, target)
            self._reads(textures or {})
            if target is not None:
                neutral(self.context)
            array = self._vertex_array(mesh)
            if self._textures is None:
                self._textures = Textures(self.context)
            units = self._units(self._fragment_stage)
            with self._textures.bound(units, textures or {}), self._applied(target):
                self.bind()
                array.render(vertices=mesh.count, instances=instances)

    def render(
        self,
        source: Mesh | moderngl.VertexArray,
        mode: int | None = None,
        vertices: int = -1,
        first: int = 0,
        instances: int = -1,
    ) -> None:
        """Draw a mesh, or a vertex array made for ``program``, into the framebuffer in use.

        Textures are the ones bound.
        """
        with held(self.context):
            primitive = source.primitive if isinstance(source, Mesh) else ""
            self._suit(source.mode if mode is None else mode, primitive, None)
            self._reads(None)
            if isinstance(source, Mesh):
                vertices = source.count if vertices < 0 else vertices
                source = self._vertex_array(source)
            with self._applied(None):
                self.bind()
                source.render(mode, vertices, first, instances)

    def forget(self, mesh: Mesh) -> None:
        """Release what was made for ``mesh``."""
        if mesh in self._arrays:
            with entered(self.context):
                self._arrays.pop(mesh).release()

    def release(self) -> None:
        """Release everything; the program too, unless another pipeline shares it."""
        with entered(self.context):
            self._release_arrays()
            for buffer in self._buffers.values():
                buffer.release()
            if self._textures is not None:
                self._textures.release()
            if self._linked is not None:
                self._linked.release()
        self._arrays, self._buffers, self._uploaded, self._linked = {}, {}, {}, None

    def __enter__(self) -> Pipeline:
        return self

    def __exit__(self, *_: object) -> None:
        self.release()

    def _release_arrays(self) -> None:
        for arrays in self._arrays.values():
            arrays.release()
        self._arrays = {}

    def _relink(self, vertex_key: _VertexKey, fragment: FragmentStage | ProgramStage) -> None:
        if isinstance(fragment, FragmentStage) and self.geometry is None:
            source = self._vertex_source
            if vertex_key != self._vertex_key:
                source, _ = self._vertex_text(vertex_key, None)
            texts: tuple[str, ...] = source, fragment_source(fragment, self._target.version)
        else:
            texts = self._program_texts(vertex_key, fragment)
            source = texts[0]
        linked = link(self.context, *texts)
        point_samplers(self.context, linked.program.glo, self._units(fragment))
        self._release_arrays()
        if self._linked is not None:
            self._linked.release()
        self._linked, self._vertex_source = linked, source
        self._vertex_key, self._fragment_stage = vertex_key, fragment

    def _program_texts(self, key: _VertexKey, stage: FragmentStage | ProgramStage) -> tuple[str, ...]:
        """All shaders; each program's has names of its own beside the uniforms of the stages before it."""
        target, fragment, geometry = self._target.name, None, None
        if isinstance(stage, ProgramStage):
            assert self.fragment is not None
            read = key.reads(Stage.FRAGMENT)
            fragment = program_stage(self.fragment, stage, target, self._numerics, read)
        varyings: Varyings | None = None if fragment is None else {row.name: row for row in fragment.varyings}
        options: dict[str, Any] = {
            "flat_colors": key.flat_colors, "clip_distances": key.clip_distances, "varyings": varyings,
            "sprites": key.sprites, "readings": key.reads(Stage.GEOMETRY),
        }  # fmt: skip
        if self.geometry is not None:
            geometry = geometry_stage(self.geometry, target, self._numerics, **options)
            check_geometry_inputs(geometry, self.vertex)
            plain = (row._replace(name=row.name.removeprefix(GEOMETRY_INPUT)) for row in geometry.varyings)
            varyings = {row.name: row for row in plain}
        source, vertex = self._vertex_text(key, varyings)
        stages = [] if vertex is None or self.vertex is None else [(self.vertex, vertex)]
        if self.geometry is not None:
            taken = FIXED_NAMES.union(*(uniform_names(row) for _, row in stages))
            geometry = geometry_stage(self.geometry, target, self._numerics, **options, taken=taken)
            stages.append((self.geometry, geometry))
        if isinstance(stage, ProgramStage) and self.fragment is not None:
            taken = frozenset[str]().union(*(uniform_names(row) for _, row in stages))
            read = key.reads(Stage.FRAGMENT)
            fragment = program_stage(self.fragment, stage, target, self._numerics, read, taken)
            stages.append((self.fragment, fragment))
        for program, translation in stages:
            for row in translation.buffers:
                check_block_size(self.context, row)
            self._given[program.profile.stage].lay_out(translation)
        self._samplers = shared_samplers(stages)
        last = fragment.source if fragment is not None else ""
        if isinstance(stage, FragmentStage):
            last = fragment_source(stage, self._target.version)
        return (source, last) if geometry is None else (source, geometry.source, last)

    def _vertex_text(self, key: _VertexKey, varyings: Varyings | None) -> tuple[str, Translation | None]:
        feeds_geometry = self.geometry is not None
        if key.conventional is not None:
            text = conventional_source(
                key.conventional,
                key.results,
                self._target.version,
                key.flat_colors,
                key.clip_planes,
                varyings,
                feeds_geometry,
                bool(key.sprites) and not feeds_geometry,
            )
            return text, None
        assert self.vertex is not None
        # Without an enabled plane the distances are left out: Mesa 22 clips by them all the same.
        translation = translate(
            self.vertex,
            self._target.name,
            interface="vertex",
            numerics=self._numerics,
            flat_colors=key.flat_colors,
            clip_distances=key.clip_distances and not feeds_geometry,
            clip_planes=key.clip_planes,
            varyings=varyings,
            feeds_geometry=feeds_geometry,
            sprites=frozenset() if feeds_geometry else key.sprites,
            readings=key.reads(Stage.VERTEX),
        )
        for attribute in translation.attributes:
            if attribute.location != attribute.index:
                raise TargetError(f"meshes hold no {attribute.mnemonic} yet")
        for row in translation.buffers:
            check_block_size(self.context, row)
        self._samplers = {row.unit: row for row in translation.samplers}
        self._given[Stage.VERTEX].lay_out(translation)
        return translation.source, translation

    def _vertex_array(self, mesh: Mesh) -> moderngl.VertexArray:
        program = self.program
        if _CURRENT in self._stale:
            self._upload(_CURRENT, self._current().tobytes())
            self._stale.discard(_CURRENT)
        if mesh not in self._arrays:
            buffers = {
                number: self.context.buffer(rows.tobytes())
                for number, rows in self._separate(mesh, program).items()
            }
            array = mesh.vertex_array(
                program, self._buffers[_CURRENT], buffers, feeds_geometry=self.geometry is not None
            )
            self._arrays[mesh] = _Arrays(array, tuple(buffers.values()))
            mesh.used_by(self)
        return self._arrays[mesh].array

    def _current(self) -> npt.NDArray[np.float32]:
        """The current value of each attribute, four words each."""
        current = np.array([row.initial for row in ATTRIBUTES], np.float32)
        with np.errstate(all="ignore"):
            current[: len(self._state.current_attributes)] = self._state.current_attributes
        if self.vertex is not None and self.vertex.profile.language is not None:
            for number, source in attribute_sources(self.vertex, {}, self._state)[0].items():
                if number < len(current):
                    current[number] = source.rows(0, 1)[0]
        return current

    def _separate(self, mesh: Mesh, program: moderngl.Program) -> dict[int, npt.NDArray[np.float32]]:
        """The (N, 4) words of attributes that the program does not read as the floats the mesh holds.

        Integers that stay integers, floats read as integers, and components the language leaves out
        (NV_vertex_program4 2.X.3.2: a typeless attribute is read as each instruction says).
        """
        if self.vertex is None or self.vertex.profile.language is None:
            return {}
        sizes = dict(mesh.layout)
        floats = {
            number: np.broadcast_to(np.float32(0), (mesh.vertices, size)) for number, size in sizes.items()
        }
        sources, _ = attribute_sources(self.vertex, floats | mesh.integers, self._state)
        integers = {
            member.location for name in program
            if isinstance(member := program[name], moderngl.Attribute) and str(member.shape) != "f"
        }  # fmt: skip
        wanted = [
            number
            for number, source in sources.items()
            if number in sizes
            and (source.integer or number in integers or source.array.shape[1] != sizes[number])
        ]
        if not wanted:
            return {}
        sources, count = attribute_sources(self.vertex, mesh.arrays(), self._state)
        return {number: sources[number].rows(0, count) for number in wanted}

    def _suit(self, mode: int, primitive: str, target: Drawable | None) -> None:
        """Change the stages where the primitives or the number of colour buffers ask for it.

        Sprite coordinates belong to points alone; a fragment program fills every buffer and counts polygons,
        not the triangles they are cut into.
        """
        points = mode == moderngl.POINTS
        if self.geometry is not None:
            check_mode(self.geometry, mode)
            points = self.geometry.geometry is not None and self.geometry.geometry.output == "POINTS"
        buffers = self._framebuffer(target).color_attachments
        colors = min(len(buffers), _COLORS) if buffers and self.fragment is not None else 1
        changed = points != self._points and any(unit.coord_replace for unit in self._state.texture_units)
        split: int | None = 1
        if self.fragment is not None and self.geometry is None:
            split = split_of(self.fragment, primitive)
        changed |= (colors, split) != (self._colors, self._split)
        self._points, self._colors, self._split = points, colors, split
        if changed:
            self.set_state(self._state)

    @property
    def _derives_size(self) -> bool:
        """True if the size of points is the conventional stage's."""
        return self.vertex is None and self.geometry is None

    def _applied(self, target: Drawable | None) -> AbstractContextManager[None]:
        """The state set for a draw into ``target``."""
        framebuffer = self._framebuffer(target)
        return applied(self.context, framebuffer, self._state, self._written, self._derives_size)

    def _reads(self, textures: Mapping[int, Texture | TextureObject] | None) -> None:
        """How a texture is read may be in the shaders' text; None: GL samples the textures there are."""
        context, programs = self.context, []
        units: dict[tuple[int, str], Reading] = {}
        if textures is not None:
            programs = [
                (stage, readings_of(context, row.program, textures)) for stage, row in self._given.items()
            ]
            for number, unit in enumerate(self._state.texture_units if self.fragment is None else ()):
                if unit.enabled:
                    sampler = Sampler(number, unit.target, "")
                    units[number, unit.target] = reading(context, sampler, textures[number])
        if (tuple(programs), units) != self._readings:
            self._readings = tuple(programs), units
            self.set_state(self._state)

    def _framebuffer(self, target: Drawable | None) -> moderngl.Framebuffer:
        framebuffer = self.context.fbo if target is None else target.framebuffer
        if framebuffer is None:
            raise InputError("no framebuffer is in use; give a Target or use() a framebuffer first")
        return framebuffer

    def _contents(self, name: str) -> bytes:
        for given in self._given.values():
            if name in given.blocks:
                return given.contents(name, self._state)
        if name == "FixedFunction":
            return modelview_projection(self._state).tobytes() + _clipping_numbers(self._state)
        if name == "FragmentState":
            return fragment_numbers(self._state)
        return conventional_numbers(self._state)

    def _upload(self, name: str, data: bytes) -> None:
        if self._uploaded.get(name) == data:
            return
        if name in self._buffers and self._buffers[name].size == len(data):
            self._buffers[name].write(data)
        else:
            if name in self._buffers:
                self._buffers[name].release()
            self._buffers[name] = self.context.buffer(data)
        self._uploaded[name] = data

    def _units(self, fragment: FragmentStage | ProgramStage | None) -> Collection[Sampler]:
        """The samplers of all stages."""
        units = dict(self._samplers)
        for row in fragment.samplers if isinstance(fragment, FragmentStage) else ():
            if units.setdefault(row.unit, row).type != row.type:
                raise InputError(
                    f"texture[{row.unit}] is a {units[row.unit].type} in a program and {row.target} in the "
                    "state's unit; stages must read a unit in one way"
                )
        return units.values()

    def _check_textures(self, textures: Mapping[int, Texture | TextureObject]) -> None:
        check_textures(self._programs, self._samplers, textures)
        if self.fragment is not None:  # enables do not matter to it (ARB_fragment_program 3.11)
            return
        for index, unit in enumerate(self._state.texture_units):
            if not unit.enabled:
                continue
            if index not in textures:
                raise InputError(f"texture unit {index} is enabled; textures has none for it")
            check_unit(index, unit, like(textures[index]))


def _enabled_planes(state: State) -> tuple[int, ...]:
    return tuple(plane for plane, enabled in enumerate(state.clip_planes) if enabled)


def _clipping_numbers(state: State) -> bytes:
    """The modelview matrix and the planes in eye space, in the uniform block FixedFunction."""
    planes = np.zeros((CLIP_PLANES, 4))
    planes[: len(state.clip_plane_equations)] = state.clip_plane_equations
    with np.errstate(all="ignore"):
        return np.concatenate([matrix_named(state, "MODELVIEW"), planes]).astype(np.float32).tobytes()
