"""One frame of a scene as passes, lists of draws: programs, mesh, parameters, state. No GL."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np

from nvrender.gl.inputs.vertices import attributes_read
from nvrender.gl.patches import Patch
from nvrender.gl.state.lighting import Vector4
from nvrender.gl.state.state import State
from nvrender.program import FIRST_HANDLE, Program
from nvrender.program.memory import reaching_outside
from nvrender.program.profile import Stage
from nvrender.scene.forms import scene as forms
from nvrender.scene.forms.memory import FromMemory
from nvrender.scene.forms.passes import Background, layers
from nvrender.scene.lines import placed as placed_error
from nvrender.scene.meshes.arrays import TANGENTS, with_parts, with_tangents
from nvrender.scene.meshes.assembly import assembled
from nvrender.scene.meshes.meshes import build
from nvrender.scene.meshes.shapes import MeshData
from nvrender.scene.model import Scene
from nvrender.scene.moment.animation import transform, vector
from nvrender.scene.moment.backdrop import copy_programs, square
from nvrender.scene.moment.cameras import moment, target_sizes
from nvrender.scene.moment.dispatches import Dispatch, Filled, changes_memory, dispatch, pass_programs
from nvrender.scene.moment.gl_state import current_attribute, draw_state, filled
from nvrender.scene.moment.matrices import ModelView, Moment, View, mirror
from nvrender.scene.moment.memory import living, mesh_of, persistent, renewed
from nvrender.scene.moment.parameters import ParameterValues, parameter_values, programs_of
from nvrender.scene.moment.values import Known, rows_of
from nvrender.scene.textures.uses import TextureUse, texture_use
from nvrender.source import SceneError, named

_BLACK: Vector4 = (0.0, 0.0, 0.0, 1.0)
#: Passes on the way to a frame: a minute or so of them.
_MOST_PASSES = 100_000


@dataclass(frozen=True)
class Draw:
    """One draw. Parameters are what nvrender.run takes; tracked matrices are left to ``state``.

    ``program`` is the vertex program; None, there and for the other stages, is the fixed function, or no
    geometry stage. Draws of equal ``key`` differ in numbers only. ``mesh`` is drawn as its ``primitive``
    says and is always the same under one ``mesh_name``. ``state_programs`` are vertex state programs and
    their v[0], to be run before the draw.
    """

    name: str
    key: str
    program: Program | None
    mesh_name: str
    mesh: MeshData
    parameters: ParameterValues
    state: State
    textures: Mapping[int, TextureUse]
    instances: int = 1
    state_programs: tuple[tuple[Program, tuple[float, ...]], ...] = ()
    fragment: Program | None = None
    fragment_parameters: ParameterValues | None = None
    geometry: Program | None = None
    geometry_parameters: ParameterValues | None = None
    tess_control: Program | None = None
    tess_control_parameters: ParameterValues | None = None
    tess_evaluation: Program | None = None
    tess_evaluation_parameters: ParameterValues | None = None
    patch: Patch | None = None

    @property
    def programs(self) -> tuple[Program, ...]:
        """The programs of its stages."""
        given = self.program, self.tess_control, self.tess_evaluation, self.geometry, self.fragment
        return tuple(program for program in given if program is not None)

    @property
    def primitive(self) -> str:
        """What the vertices make."""
        return self.mesh.primitive


@dataclass(frozen=True)
class Pass:
    """Draws in order, mirrored ones first, into ``target``, None for the picture itself, of ``size`` pixels.

    Before them the depth is cleared to 1 and the colours to ``clear``, or, where that is None, stay what they
    are; then ``background`` is drawn. ``layer`` is the one layer or face drawn into; None of a layered
    target is all of them. ``feedback``: the pass reads its target, which is what was there before the pass.
    """

    name: str
    target: str | None
    layer: int | None
    size: tuple[int, int]
    clear: Vector4 | None
    background: Background | None
    draws: tuple[Draw, ...]
    feedback: bool = False


#: What a frame is made by.
Step = Pass | Dispatch | Filled


def passes(
    scene: Scene, frame: int, size: tuple[int, int], only: frozenset[str] | None = None
) -> Iterator[Step]:
    """What makes a frame in order: buffers that begin anew, passes, repeated ones several times, the picture.

    ``size`` is the picture's in pixels. With ``only`` the passes of these names alone.
    """
    with _named(scene), np.errstate(all="ignore"):  # what overflows is infinite, as in a GL call
        now = moment(scene, frame, size)
    if keys := renewed(scene.form):
        yield Filled(keys)
    for index, form in enumerate(scene.form.passes):
        if only is not None and form.name not in only:
            continue
        if form.target is None:
            with _named(scene), np.errstate(all="ignore"):
                run = dispatch(scene, index, now, size)
            yield from (run for _ in range(form.repeat))
            continue
        kept = scene.form.targets[form.target].keep
        made = _drawn(scene, form.name, now, size)
        found = Pass(
            name=form.name,
            target=form.target,
            layer=form.layer,
            size=now.sizes[form.target],
            clear=None if kept else _color(form.clear, now, form.name),
            background=form.background,
            draws=made,
            feedback=any(use.name == form.target for draw in made for use in draw.textures.values()),
        )
        yield from (found for _ in range(form.repeat))
    if only is None or forms.PICTURE in only:
        made = _drawn(scene, forms.PICTURE, now, size)
        yield Pass(forms.PICTURE, None, None, size, _BLACK, scene.form.background, made)


def draws(scene: Scene, frame: int, size: tuple[int, int]) -> Iterator[Draw]:
    """The draws of all passes of a frame in order, each once."""
    with _named(scene), np.errstate(all="ignore"):
        now = moment(scene, frame, size)
    for name in (*scene.form.drawn, forms.PICTURE):
        yield from _drawn(scene, name, now, size)


def carried(scene: Scene) -> frozenset[str]:
    """The passes that a later frame depends on.

    Those into targets that are kept, those that change memory which lives on, and those that make what
    they read.
    """
    form = scene.form
    drawn = form.drawn
    names = (*(one.name for one in form.passes), forms.PICTURE)
    reads: dict[str, set[str]] = {
        one.name: {unit.texture for unit in one.textures.values()} for one in form.passes
    }
    for draw in form.draw:
        reads.setdefault(draw.pass_name, set()).update(unit.texture for unit in draw.textures.values())
    programs = {name: pass_programs(scene, name) for name in names}
    changing = {name for name in names if any(map(changes_memory, programs[name]))}
    found = {name for name, target in drawn.items() if form.targets[target].keep}
    found |= changing if persistent(form) else set()
    while True:
        wanted = {texture for name in found for texture in reads.get(name, ())}
        needed = {name for name, target in drawn.items() if target in wanted}
        if any(reaching_outside(program) is not None for name in found for program in programs[name]):
            needed |= changing
        if needed <= found:
            return frozenset(found)
        found |= needed


def steps(scene: Scene, last: int | None, frame: int, size: tuple[int, int]) -> Iterator[Step]:
    """All that makes the picture of ``frame`` where ``last`` was the last frame drawn, None for none.

    Where nothing lives on, what makes the frame. Else frames are run one after the other from the first
    contents of targets and buffers, so that a picture does not depend on the order of asking: those up to
    ``frame`` after ``last``, or from the start where ``last`` is not before it; of earlier frames what later
    ones depend on.
    """
    kept = [name for name, form in scene.form.targets.items() if form.keep]
    start = frame
    if kept or persistent(scene.form):
        anew = last is None or last >= frame
        if anew:
            if keys := living(scene.form):
                yield Filled(keys)
            for name in kept:
                yield from _first(scene, name, size)
        start = 0 if last is None or anew else last + 1
    only = carried(scene)
    _check_distance(scene, start, frame, only)
    for number in range(start, frame):
        yield from passes(scene, number, size, only)
    yield from passes(scene, frame, size)


def repeated(scene: Scene, frame: int, size: tuple[int, int]) -> Iterator[Step]:
    """What makes a frame drawn before and can be done again: no pass that later frames depend on.

    Buffers begin anew unless such a pass reaches memory.
    """
    kept = carried(scene)
    programs = (program for name in kept for program in pass_programs(scene, name))
    again = all(reaching_outside(program) is None for program in programs)
    for one in passes(scene, frame, size):
        if isinstance(one, Filled):
            if again:
                yield one
        elif one.name not in kept or one.name == forms.PICTURE:
            yield one


def _check_distance(scene: Scene, start: int, frame: int, only: frozenset[str]) -> None:
    needed = (frame - start) * sum(form.repeat for form in scene.form.passes if form.name in only)
    if needed > _MOST_PASSES:
        raise SceneError(
            f"{named(scene.name)}: frame {frame} needs {needed} passes of the frames before it, whose "
            f"contents targets keep; at most {_MOST_PASSES} are drawn on the way"
        )


def _first(scene: Scene, name: str, size: tuple[int, int]) -> Iterator[Pass]:
    """What fills a kept target at first: the ``clear`` of the first pass into it, or a texture."""
    form = scene.form.targets[name]
    with _named(scene):
        own = target_sizes(scene, size)[name]
    first = next((row.clear for row in scene.form.passes if row.target == name), None)
    color = _BLACK if first is None else filled(vector(first, 0.0), _BLACK)
    found = Pass(f"initial {name}", name, None, own, color, None, ())
    if not form.initial:
        yield found
        return
    vertex, fragment = copy_programs(form.outputs)
    draw = Draw(
        name=found.name, key=found.name, program=vertex, mesh_name=found.name, mesh=square(), parameters={},
        state=State(), textures={0: TextureUse(form.initial)}, fragment=fragment, fragment_parameters={},
    )  # fmt: skip
    for layer in range(layers(form)) if form.layered else (None,):
        yield replace(found, layer=layer, draws=(draw,))


@contextmanager
def _named(scene: Scene) -> Iterator[None]:
    """Errors say which scene they are of."""
    try:
        yield
    except SceneError as error:
        raise placed_error(Path(scene.name), str(error)) from None


def _drawn(scene: Scene, name: str, now: Moment, size: tuple[int, int]) -> tuple[Draw, ...]:
    """The draws of a pass, those in the mirror first."""
    plain = now.views[name]
    mirrored = replace(plain, reflection=mirror(scene.form.reflection.height))
    own = [(index, draw) for index, draw in enumerate(scene.form.draw) if draw.pass_name == name]
    found = [(index, mirrored, f"{index} reflected") for index, draw in own if draw.reflected]
    found += [(index, plain, f"{index}") for index, _ in own]
    with _named(scene), np.errstate(all="ignore"):
        meshes = {index: _mesh(scene, index, size) for index, _ in own}
        return tuple(
            _draw(scene, index, copy, now, view, key, *meshes[index])
            for index, view, key in found
            for copy in range(max(1, len(scene.form.draw[index].copies)))
        )


def placed(scene: Scene, index: int, copy: int, now: Moment, view: View) -> Known:
    """Where a copy of a draw stands, and its state."""
    draw = scene.form.draw[index]
    copies = draw.copies or (forms.Copy(),)
    steps = [*copies[copy].transform, *draw.transform]
    place = ModelView(view, view.reflection @ transform(steps, scene.form.lights, view.time))
    return Known(scene.form, place, draw_state(scene, index, copy, place), now)


def _draw(
    scene: Scene,
    index: int,
    copy: int,
    now: Moment,
    view: View,
    key: str,
    mesh_name: str,
    mesh: MeshData,
) -> Draw:
    draw = scene.form.draw[index]
    known = placed(scene, index, copy, now, view)
    programs = programs_of(scene, draw)
    parameters = {stage: parameter_values(program, index, copy, known) for stage, program in programs.items()}
    return Draw(
        name=(draw.name or draw.mesh) + (f"[{copy}]" if draw.copies else ""),
        key=key,
        program=programs.get(Stage.VERTEX),
        mesh_name=mesh_name,
        mesh=mesh,
        parameters=parameters.get(Stage.VERTEX, {}),
        state=known.state,
        textures={unit: texture_use(scene, entry) for unit, entry in draw.textures.items()}
        | {FIRST_HANDLE + place: TextureUse(one) for place, one in enumerate(draw.handles, start=1)},
        instances=draw.instances,
        state_programs=tuple(
            (scene.programs[entry.program], tuple(rows_of(entry.input, known).filled()[0].tolist()))
            for entry in draw.state_programs
        ),
        fragment=programs.get(Stage.FRAGMENT),
        fragment_parameters=parameters.get(Stage.FRAGMENT),
        geometry=programs.get(Stage.GEOMETRY),
        geometry_parameters=parameters.get(Stage.GEOMETRY),
        tess_control=programs.get(Stage.TESSELLATION_CONTROL),
        tess_control_parameters=parameters.get(Stage.TESSELLATION_CONTROL),
        tess_evaluation=programs.get(Stage.TESSELLATION_EVALUATION),
        tess_evaluation_parameters=parameters.get(Stage.TESSELLATION_EVALUATION),
        patch=None if draw.patch is None else Patch(draw.patch.vertices, draw.patch.outer, draw.patch.inner),
    )


def _mesh(scene: Scene, index: int, size: tuple[int, int]) -> tuple[str, MeshData]:
    """The mesh of a draw as it is drawn, with tangents where its vertex program reads them, and a name."""
    draw = scene.form.draw[index]
    name = draw.mesh
    if isinstance(form := scene.form.meshes[name], FromMemory):
        return name, mesh_of(scene.form, name, form, size)
    mesh = build(form, scene.directory, f"meshes.{name}.path")
    given = {current_attribute(scene, draw, key): value for key, value in draw.attributes.items()}
    parts = {number: value for number, value in given.items() if isinstance(value, str)}
    read = frozenset[int]() if draw.vertex is None else attributes_read(scene.programs[draw.vertex])
    if TANGENTS in read - given.keys() or "tangent" in parts.values():
        name, mesh = f"{name} with tangents", with_tangents(mesh)
    if parts:
        name = f"{name}, {', '.join(f'{part} as {number}' for number, part in parts.items())}"
        try:
            mesh = with_parts(mesh, frozenset(parts.items()))
        except SceneError as error:
            raise SceneError(f"draw[{index}].attributes: {error}") from None
    if draw.primitive is None:
        return name, mesh
    try:
        return f"{name} as {draw.primitive}", assembled(mesh, draw.primitive)
    except SceneError as error:
        raise SceneError(f"draw[{index}].primitive: {error}") from None


def _color(color: tuple[Any, ...] | None, now: Moment, name: str) -> Vector4:
    return _BLACK if color is None else filled(vector(color, now.views[name].time), _BLACK)
