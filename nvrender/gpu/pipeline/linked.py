"""Linked programs, shared by value: equal shader texts in one context are one moderngl.Program."""

from __future__ import annotations

import weakref
from dataclasses import dataclass
from typing import NamedTuple

import moderngl

from nvrender.gl.inputs.geometry import PRIMITIVE_ID
from nvrender.gl.inputs.primitives import MODES, POLYGONS
from nvrender.glsl.io.fragment.attributes import PRIMITIVE_ID as FRAGMENT_NUMBER
from nvrender.glsl.translation import Resources, Translation
from nvrender.gpu.context.limits import LEAST, check_limits
from nvrender.gpu.context.making import make_program
from nvrender.gpu.context.uniform_blocks import BINDINGS
from nvrender.languages.arb.geometry_bindings import PATCHES
from nvrender.program import Program, RegisterFile
from nvrender.program.declared import geometry_of
from nvrender.program.profile import Stage
from nvrender.source import InputError, InternalError


def check_programs(
    vertex: Program | None,
    geometry: Program | None,
    fragment: Program | None,
    control: Program | None = None,
    evaluation: Program | None = None,
) -> None:
    """InputError unless each is a loaded program of its stage, or None."""
    given = (
        (vertex, Stage.VERTEX),
        (control, Stage.TESSELLATION_CONTROL),
        (evaluation, Stage.TESSELLATION_EVALUATION),
        (geometry, Stage.GEOMETRY),
        (fragment, Stage.FRAGMENT),
    )
    for program, stage in given:
        if program is None:
            continue
        if not isinstance(program, Program):
            raise InputError(
                f"{stage.value} is of type {type(program).__name__}; give what nvrender.load returns"
            )
        if program.profile.stage is not stage:
            what = f"{program.source.name} is a {program.profile.stage.value} program"
            raise InputError(
                f"{what} and draws nothing"
                if program.profile.stage is Stage.VERTEX_STATE
                else f"{what}, no {stage.value} program"
            )


#: Triangles of a polygon, which has one number; None: all have the number 0 (NV_fragment_program4 2.X.3.2).
_SPLIT = {"QUADS": 2, "QUAD_STRIP": 2, "POLYGON": None}


def split_of(program: Program, primitive: str) -> int | None:
    """How many primitives a mesh draws for one that a fragment program's ``primitive.id`` counts."""
    return _SPLIT.get(primitive, 1) if FRAGMENT_NUMBER in program.reads(RegisterFile.ATTRIBUTE) else 1


def check_mode(program: Program, mode: int) -> None:
    """InputError unless draws of this moderngl mode give a geometry program its input primitives."""
    taken = geometry_of(program).input
    modes = [name for name in MODES.get(taken, (PATCHES,)) if name not in POLYGONS]
    if mode not in [getattr(moderngl, name) for name in modes]:
        raise InputError(f"{program.source.name} takes {taken}; draw with the mode {' or '.join(modes)}")


def check_numbers(program: Program, primitive: str) -> None:
    """InputError for a mesh whose polygons are split, where a geometry program would read other numbers."""
    if primitive in POLYGONS and PRIMITIVE_ID in program.reads(RegisterFile.ATTRIBUTE):
        raise InputError(
            f"{program.source.name} reads primitive.id, which OpenGL does not count in {primitive} that are "
            f"split into triangles; give the mesh as TRIANGLES"
        )


class StageText(NamedTuple):
    """A shader: what it is ("vertex", "control", …), its text, and what it takes of a driver's limits."""

    stage: str
    source: str
    resources: Resources


def stage_text(stage: str, translation: Translation) -> StageText:
    """The shader that a program became."""
    return StageText(stage, translation.source, translation.resources)


@dataclass
class _Entry:
    program: moderngl.Program
    users: int = 0


_Key = tuple[tuple[StageText, ...], tuple[str, ...]]
_entries: weakref.WeakKeyDictionary[moderngl.Context, dict[_Key, _Entry]] = weakref.WeakKeyDictionary()


@dataclass(frozen=True)
class Linked:
    """One use of a shared program; ``release`` it once."""

    context: moderngl.Context
    program: moderngl.Program
    key: _Key

    @property
    def texts(self) -> tuple[str, ...]:
        return tuple(shader.source for shader in self.key[0])

    def release(self) -> None:
        entries = _entries[self.context]
        entry = entries[self.key]
        entry.users -= 1
        if not entry.users:
            del entries[self.key]
            entry.program.release()


def link(context: moderngl.Context, shaders: tuple[StageText, ...], captured: tuple[str, ...] = ()) -> Linked:
    """Link shaders, or share the program they are linked into.

    ``captured`` is what transform feedback captures. Uniform blocks have the binding points of BINDINGS.
    """
    entries = _entries.setdefault(context, {})
    key = shaders, captured
    if key not in entries:
        entries[key] = _Entry(_linked(context, *key))
    entries[key].users += 1
    return Linked(context, entries[key].program, key)


def _linked(
    context: moderngl.Context, shaders: tuple[StageText, ...], captured: tuple[str, ...]
) -> moderngl.Program:
    texts = {shader.stage: shader.source for shader in shaders}
    taken = {shader.stage: shader.resources for shader in shaders}
    check_limits(context.info, taken)
    try:
        program = make_program(
            context,
            vertex_shader=texts["vertex"],
            tess_control_shader=texts.get("control"),
            tess_evaluation_shader=texts.get("evaluation"),
            geometry_shader=texts.get("geometry"),
            fragment_shader=texts.get("fragment"),
            varyings=captured,
        )
    except moderngl.Error as error:
        check_limits(LEAST | context.info, taken)
        raise InternalError(f"{context.info['GL_RENDERER']} refuses a generated shader: {error}") from error
    for name in program:
        member = program[name]
        if isinstance(member, moderngl.UniformBlock):
            member.binding = BINDINGS[name]
    return program
