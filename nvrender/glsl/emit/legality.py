"""What of a program a version of GLSL cannot express, and which can."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple

from nvrender.glsl.io.fragment.attributes import SAMPLE_ID
from nvrender.glsl.io.interface import CLIP_PLANES
from nvrender.glsl.registers.inference import variable_of
from nvrender.glsl.registers.storage import Storage
from nvrender.glsl.registers.variables import DOUBLE, RESULT_NAMES
from nvrender.glsl.targets import TARGETS, Target
from nvrender.glsl.textures.samplers import kind_of
from nvrender.glsl.wide.requirements import is_wide
from nvrender.ir.analysis.places import accesses, nodes_of
from nvrender.ir.nodes import Apply, Assign, Const, Convert, Load, Role, Sample, Shader, Switch
from nvrender.ir.types import Kind
from nvrender.languages.arb.vertex_bindings import VERTEX_ID
from nvrender.lower.places import named, results_written
from nvrender.lower.program import lowered
from nvrender.ops.memory_access import Space
from nvrender.ops.rows import NEIGHBOURS
from nvrender.ops.table import OPERATIONS
from nvrender.ops.texture_targets import TARGETS as TARGETS_OF_TEXTURES
from nvrender.program import Program
from nvrender.program.profile import Stage
from nvrender.source import Span, TargetError

#: What of integers every version has: sums, and what addresses and loops are made of.
_PLAIN_INTEGERS = frozenset(
    """
    iadd isub ineg iaddress_add address_floor address_round address_add ifloor iceil iround itrunc i2f
    equal not_equal less less_equal greater greater_equal mov umin
    """.split()
)
_WHOLE = frozenset({Kind.INT, Kind.UINT})
_CONVENTIONS = ("ARB_fragment_coord_origin_upper_left", "ARB_fragment_coord_pixel_center_integer")
_SECOND_COLORS = frozenset(f"color[{place}].secondary" for place in range(8))


class _Need(NamedTuple):
    """What a target lacks: where it is needed, what it is called, and what tells that a target has it."""

    place: Span | None
    what: str
    has: Callable[[Target], bool]


def check_legal(
    storage: Storage, body: Shader, target: Target, kind: str, *, exact: bool, indexed: bool
) -> None:
    """TargetError for the first instruction that needs what ``target`` has not.

    ``body`` is the program behind the pass of condition codes, ``kind`` the interface it gets; ``indexed``:
    program.env and program.local are arrays.
    """
    if target.usual:
        return
    program = storage.program
    needs = [*_needs(storage, body, kind, exact=exact)]
    if indexed:
        needs.append(_Need(None, "a uniform block for the array of program.env", lambda row: row.blocks))
    lacking = [row for row in needs if not row.has(target)]
    if not lacking:
        return
    first = min(lacking, key=lambda row: -1 if row.place is None else row.place.start)
    others = sorted(TARGETS.values(), key=lambda row: row.embedded is not target.embedded)
    having = next((f"; {row.name} has" for row in others if first.has(row)), "")
    start = f"{program.source.name}:1:1: a {program.profile.header} program"
    if first.place is not None:
        start = named(program, first.place)
    raise TargetError(f"{start} needs {first.what}, which {target.name} has not{having}")


def _needs(storage: Storage, body: Shader, kind: str, *, exact: bool) -> Iterator[_Need]:
    program = storage.program
    if exact:
        yield _Need(None, "the bits of floats for exact numerics", lambda row: row.bit_casts is not None)
    if program.profile.writable_parameters:
        yield _Need(None, "a uniform block that its parameters are copied from", lambda row: row.blocks)
    if kind == "pixels":
        yield _Need(None, "textures of integers for its attributes", lambda row: row.modern)
    if program.geometry is not None:
        yield _Need(None, "geometry shaders", lambda row: row.geometry)
    if program.tessellation is not None:
        yield _Need(None, "tessellation shaders", lambda row: row.compute and row.tessellation)
    for option in _CONVENTIONS:
        if option in program.options:
            yield _Need(
                None, f"the layout of gl_FragCoord for {option}", lambda row: row.fragment_conventions
            )
    yield from _of_textures(program)
    yield from _of_attributes(program, body)
    yield from _of_results(program, kind)
    yield from _of_integers(storage, body)
    yield from _of_indices(storage, body)


def _of_textures(program: Program) -> Iterator[_Need]:
    for node, place in nodes_of(lowered(program), Sample):
        name, texture = node.operation, node.texture
        if kind_of(node) or texture.handle is not None:
            yield _Need(place, "samplers of integers", lambda row: row.modern)
        yield _Need(
            place,
            f"textures of the target {texture.target}",
            lambda row, name=texture.target: name not in row.without_textures,  # type: ignore[misc]
        )
        if name in ("fetch", "fetch_sample", "texture_size") or texture.offset is not None:
            yield _Need(place, "sizes, fetches and offsets of texels", lambda row: row.modern)
        if name in ("gather", "gather_offsets"):
            yield _Need(place, "textureGather", lambda row: row.gathers)
            if name == "gather_offsets" or not isinstance(texture.offset, Const | None):
                yield _Need(place, "offsets of gathers", lambda row: row.gathers and row.gather_offsets)
        if name in ("sample_level", "sample_gradients") and texture.target not in ("2D", "CUBE"):
            detailed = program.profile.stage is Stage.FRAGMENT or name == "sample_gradients"
            what = f"levels and gradients of the target {texture.target}"
            yield _Need(place, what, lambda row, detailed=detailed: row.general or not detailed)  # type: ignore[misc]
        if name == "texture_level" or texture.moved:
            yield _Need(place, "textureQueryLod", lambda row: row.detail_queries)
        if name == "sample_bias" and TARGETS_OF_TEXTURES[texture.target].compares:
            yield _Need(place, "a bias of compared depths", lambda row: row.general)
    for call, place in nodes_of(lowered(program), Apply):
        form = OPERATIONS[call.operation].form
        if form in NEIGHBOURS and call.operation not in ("fddx", "fddy"):
            yield _Need(place, "values of other threads", lambda row: row.usual)
    for read, place in accesses(lowered(program)):
        if read.memory.space is Space.CONSTANT:
            yield _Need(place, "words of any size in buffers", lambda row: row.compute)


def _of_attributes(program: Program, body: Shader) -> Iterator[_Need]:
    """Interpolation, and what the stage knows without a variable."""
    words = {row.index: row.interpolation for row in program.attributes}
    fragment, vertex = (program.profile.stage is stage for stage in (Stage.FRAGMENT, Stage.VERTEX))
    for load, place in nodes_of(body, Load):
        if load.var.role is not Role.INPUT:
            continue
        read = range(load.var.binding, load.var.binding + max(load.var.length, 1))
        if any("NOPERSPECTIVE" in words.get(index, ()) for index in read):
            yield _Need(place, "noperspective inputs", lambda row: row.noperspective)
        if any(words.get(index, frozenset()) - {"NOPERSPECTIVE"} for index in read):
            yield _Need(place, "qualifiers of interpolation", lambda row: row.modern)
        if vertex and any(index >= VERTEX_ID for index in read):
            yield _Need(place, "gl_VertexID and gl_InstanceID", lambda row: row.modern)
        if fragment and any(index >= SAMPLE_ID for index in read):
            yield _Need(place, "samples as inputs", lambda row: row.version >= 400)
        names = {row.index: row.name for row in program.attributes}
        if fragment and any(names.get(index) == "primitive.id" for index in read):
            yield _Need(place, "gl_PrimitiveID", lambda row: row.geometry)


def _of_results(program: Program, kind: str) -> Iterator[_Need]:
    """What is written is declared, whether a path comes there or not."""
    for name, place in results_written(program):
        if kind == "vertex" and RESULT_NAMES[name] in CLIP_PLANES:
            yield _Need(place, "gl_ClipDistance", lambda row: row.clip_distances)
        if name in _SECOND_COLORS:
            yield _Need(place, "two colours for a buffer", lambda row: row.second_colors)


def _of_integers(storage: Storage, body: Shader) -> Iterator[_Need]:
    """Integers in registers, and bits of floats."""

    def modern(target: Target) -> bool:
        return target.modern

    whole = "integers with all their bits"
    for load, place in nodes_of(body, Load):
        variable = variable_of(storage, load.var)
        if variable is not None and variable.kind and load.var.role is not Role.ADDRESS:
            yield _Need(place, whole, modern)
    for node, place in nodes_of(body, Assign):
        variable = variable_of(storage, node.var)
        if variable is not None and variable.kind and node.var.role is not Role.ADDRESS:
            yield _Need(place, whole, modern)
    for load, place in nodes_of(body, Load):
        variable = variable_of(storage, load.var)
        if variable is not None and variable.kind == DOUBLE:
            yield _Need(place, "doubles", lambda row: row.version >= 400)
        if load.var.role is Role.SUBROUTINE:
            yield _Need(place, whole, modern)
    for access, place in accesses(body):
        if is_wide(body) and access.memory.space is not Space.CONSTANT:
            yield _Need(place, "memory of 64 bits", lambda row: row.version >= 400)
    for _, place in nodes_of(body, Convert):
        yield _Need(place, "the bits of floats", modern)
    # What reads a value once may have it in its own statement.
    origins = {call.operation: place for call, place in reversed(nodes_of(lowered(storage.program), Apply))}
    for call, joined in nodes_of(body, Apply):
        row, place = OPERATIONS[call.operation], origins.get(call.operation, joined)
        kinds = {operand.type.kind for operand in call.operands} | {call.type.kind}
        if row.packs or row.unpacks:
            yield _Need(place, "the bits of floats", lambda row: row.bit_casts is not None)
        elif place is not None and kinds & _WHOLE and call.operation not in _PLAIN_INTEGERS:
            yield _Need(place, whole, modern)


def _of_indices(storage: Storage, body: Shader) -> Iterator[_Need]:
    """Elements that are chosen at run time and written."""

    def general(target: Target) -> bool:
        return target.general

    for node, place in nodes_of(body, Assign):
        if node.index is not None and not isinstance(node.index, Const):
            yield _Need(place, "arrays that are written by a computed index", general)
    for switch, place in nodes_of(body, Switch):
        if switch.origin is None:
            yield _Need(place, "jumps that no loop or branch stands for", general)
