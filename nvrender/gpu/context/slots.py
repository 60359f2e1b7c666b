"""Parts of GL's state that draws set: what each is asked for with, and how it is set.

OpenGL 4.5 core, chapter 23 (state tables).
"""

from __future__ import annotations

import ctypes
from collections import deque
from collections.abc import Callable, Iterable, Mapping
from itertools import starmap
from typing import Any, NamedTuple

from nvrender.gpu.context.gl_functions import Commands

#: A part of the state, and which of its kind: an enumerant, the number of a colour buffer, a unit, …
Slot = tuple[str, Any]
Value = tuple[Any, ...]
#: A GL function and what it is called with.
Call = tuple[Callable[..., Any], Value]

_BLEND, _SCISSOR_TEST, _FRONT_AND_BACK = 0x0BE2, 0x0C11, 0x0408
_DRAW_FRAMEBUFFER, _ARRAY_BUFFER, _UNIFORM_BUFFER = 0x8CA9, 0x8892, 0x8A11
_TEXTURE0, _DRAW_BUFFER0 = 0x84C0, 0x8825
#: Target of a texture → the query of what is bound to it.
TEXTURE_BINDINGS = {
    0x0DE0: 0x8068, 0x0DE1: 0x8069, 0x806F: 0x806A, 0x8513: 0x8514, 0x84F5: 0x84F6, 0x8C18: 0x8C1C,
    0x8C1A: 0x8C1D, 0x8C2A: 0x8C2C, 0x9009: 0x900A, 0x9100: 0x9104, 0x9102: 0x9105,
}  # fmt: skip


class Query(NamedTuple):
    """A question that some ``numbers`` answer, about one of several things with a ``place``."""

    function: str
    name: int
    numbers: int = 1
    place: int | None = None


#: Function → the type of its numbers.
_TYPES: dict[str, Any] = {
    "glIsEnabled": ctypes.c_ubyte, "glIsEnabledi": ctypes.c_ubyte, "glGetIntegerv": ctypes.c_int,
    "glGetIntegeri_v": ctypes.c_int, "glGetInteger64i_v": ctypes.c_int64, "glGetFloatv": ctypes.c_float,
    "glGetDoublev": ctypes.c_double,
}  # fmt: skip
#: Those that return the answer.
_ANSWERING = ("glIsEnabled", "glIsEnabledi")

Queries = Callable[[Any], Iterable[Query]]
Calls = Callable[[Commands, Any, Value], Iterable[Call]]


class Kind(NamedTuple):
    """Of parts of one kind: what they are asked for with, and what sets them."""

    queries: Queries
    calls: Calls


def _numbers(*names: int, count: int = 1, function: str = "glGetIntegerv") -> Queries:
    """What has no index."""
    return lambda index: [Query(function, name, count) for name in names]


def _colors(*names: int, count: int = 1) -> Queries:
    """What each colour buffer has; functions without an index tell of the first."""

    def queries(index: int) -> list[Query]:
        if not index:
            return [Query("glGetIntegerv", name, count) for name in names]
        return [Query("glGetIntegeri_v", name, count, index) for name in names]

    return queries


def _enabled(index: int) -> list[Query]:
    return [Query("glIsEnabled", index)]


def _enabled_of(name: int) -> Queries:
    return lambda index: [Query("glIsEnabledi", name, 1, index) if index else Query("glIsEnabled", name)]


def _set(name: str, *first: Any, type: Any = None) -> Calls:
    """One function, called with ``first`` and the value."""

    def calls(gl: Commands, index: Any, value: Value) -> list[Call]:
        numbers = value if type is None else tuple(map(type, value))
        return [(gl.named(name), (*first, *numbers))]

    return calls


def _switch(gl: Commands, index: int, value: Value) -> list[Call]:
    return [(gl.named("glEnable" if value[0] else "glDisable"), (index,))]


def _switch_of(name: int) -> Calls:
    def calls(gl: Commands, index: int, value: Value) -> list[Call]:
        if name == _SCISSOR_TEST and not gl.viewports:
            return _switch(gl, name, value)
        return [(gl.named("glEnablei" if value[0] else "glDisablei"), (name, index))]

    return calls


def _of_viewport(several: str, one: str, type: Any = None) -> Calls:
    """Of one viewport (ARB_viewport_array), or of the one there is."""

    def calls(gl: Commands, index: int, value: Value) -> list[Call]:
        if gl.viewports:
            numbers = value if type is None else tuple(map(type, value))
            return [(gl.named(several), (index, *numbers))]
        whole = ctypes.c_double if one == "glDepthRange" else int
        return [(gl.named(one), tuple(map(whole, value)))]

    return calls


def _of_color(name: str) -> Calls:
    """Of one colour buffer (ARB_draw_buffers_blend), or of all."""

    def calls(gl: Commands, index: int, value: Value) -> list[Call]:
        if gl.blends:
            return [(gl.named(name + gl.blends_suffix), (index, *value))]
        return [] if index else [(gl.named(name), value)]

    return calls


def _mask_colors(gl: Commands, index: int, value: Value) -> list[Call]:
    return [(gl.named("glColorMaski"), (index, *value))]


def _bind_point(gl: Commands, index: int, value: Value) -> list[Call]:
    """A whole buffer for a binding point, or a part of one."""
    name, start, size = value
    if not name or not size:
        if gl.multi_bind:
            names = (ctypes.c_uint * 1)(name)
            return [(gl.named("glBindBuffersBase"), (_UNIFORM_BUFFER, index, 1, names))]
        return [(gl.named("glBindBufferBase"), (_UNIFORM_BUFFER, index, name))]
    if gl.multi_bind:
        part = (ctypes.c_uint * 1)(name), (ctypes.c_ssize_t * 1)(start), (ctypes.c_ssize_t * 1)(size)
        return [(gl.named("glBindBuffersRange"), (_UNIFORM_BUFFER, index, 1, *part))]
    offsets = ctypes.c_ssize_t(start), ctypes.c_ssize_t(size)
    return [(gl.named("glBindBufferRange"), (_UNIFORM_BUFFER, index, name, *offsets))]


def _use_program(gl: Commands, index: Any, value: Value) -> list[Call]:
    """A program again, or none: one its owner deleted lived only for as long as it was in use."""
    exists, use = gl.named("glIsProgram", ctypes.c_ubyte), gl.named("glUseProgram")
    if not value[0]:
        return [(use, value)]

    def again(program: int) -> None:
        use(program if exists(program) else 0)

    return [(again, value)]


def _texture_query(index: tuple[int, int]) -> list[Query]:
    unit, target = index
    return [Query("glGetIntegeri_v", TEXTURE_BINDINGS[target], 1, unit)]


def _bind_texture(gl: Commands, index: tuple[int, int], value: Value) -> list[Call]:
    unit, target = index
    activate = gl.named("glActiveTexture"), (_TEXTURE0 + unit,)
    return [activate, (gl.named("glBindTexture"), (target, *value))]


def _bind_sampler(gl: Commands, index: int, value: Value) -> list[Call]:
    return [(gl.named("glBindSampler"), (index, *value))]


def _draw_into(gl: Commands, index: int, value: Value) -> list[Call]:
    """The colour buffers of the framebuffer in use, ``index`` of them."""
    names = (ctypes.c_uint * index)(*value[:index])
    return [(gl.named("glDrawBuffers"), (index, names))] if index else []


def _set_stencil(name: str) -> Calls:
    return lambda gl, face, value: [(gl.named(name), (face, *value))]


def _unasked(index: Any) -> list[Query]:
    """What is not asked for."""
    return []


def _unset(gl: Commands, index: Any, value: Value) -> list[Call]:
    """What is asked for alone."""
    return []


#: In the order in which they are set, since some depend on others.
KINDS: dict[str, Kind] = {
    "framebuffer": Kind(_numbers(0x8CA6), _set("glBindFramebuffer", _DRAW_FRAMEBUFFER)),
    "draw buffers": Kind(_unasked, _draw_into),
    "enable": Kind(_enabled, _switch),
    "blend": Kind(_enabled_of(_BLEND), _switch_of(_BLEND)),
    "scissor test": Kind(_enabled_of(_SCISSOR_TEST), _switch_of(_SCISSOR_TEST)),
    "viewport": Kind(
        _numbers(0x0BA2, count=4, function="glGetFloatv"),
        _of_viewport("glViewportIndexedf", "glViewport", ctypes.c_float),
    ),
    "scissor": Kind(_numbers(0x0C10, count=4), _of_viewport("glScissorIndexed", "glScissor")),
    # In the precision that tells whether it is another.
    "depth range": Kind(
        _numbers(0x0B70, count=2, function="glGetFloatv"),
        _of_viewport("glDepthRangeIndexed", "glDepthRange", ctypes.c_double),
    ),
    "color mask": Kind(_colors(0x0C23, count=4), _mask_colors),
    "blend function": Kind(
        _colors(0x80C9, 0x80C8, 0x80CB, 0x80CA), _of_color("glBlendFuncSeparate")
    ),
    "blend equation": Kind(
        _colors(0x8009, 0x883D), _of_color("glBlendEquationSeparate")
    ),
    "blend color": Kind(
        _numbers(0x8005, count=4, function="glGetFloatv"), _set("glBlendColor", type=ctypes.c_float)
    ),
    "depth function": Kind(_numbers(0x0B74), _set("glDepthFunc")),
    "depth mask": Kind(_numbers(0x0B72), _set("glDepthMask")),
    "cull face": Kind(_numbers(0x0B45), _set("glCullFace")),
    "front face": Kind(_numbers(0x0B46), _set("glFrontFace")),
    "polygon mode": Kind(_numbers(0x0B40), _set("glPolygonMode", _FRONT_AND_BACK)),
    "point size": Kind(_numbers(0x0B11, function="glGetFloatv"), _set("glPointSize", type=ctypes.c_float)),
    "line width": Kind(_numbers(0x0B21, function="glGetFloatv"), _set("glLineWidth", type=ctypes.c_float)),
    "provoking vertex": Kind(_numbers(0x8E4F), _set("glProvokingVertex")),
    "clip control": Kind(_numbers(0x935C, 0x935D), _set("glClipControl")),
    "polygon offset": Kind(
        _numbers(0x8038, 0x2A00, function="glGetFloatv"), _set("glPolygonOffset", type=ctypes.c_float)
    ),
    "logic operation": Kind(_numbers(0x0BF0), _set("glLogicOp")),
    "sample mask": Kind(
        lambda index: [Query("glGetInteger64i_v", 0x8E52, 1, 0)],
        lambda gl, index, value: [(gl.named("glSampleMaski"), (0, value[0] & 0xFFFFFFFF))],
    ),
    "stencil function": Kind(_unasked, _set_stencil("glStencilFuncSeparate")),
    "stencil operations": Kind(_unasked, _set_stencil("glStencilOpSeparate")),
    "stencil mask": Kind(_unasked, _set_stencil("glStencilMaskSeparate")),
    "texture": Kind(_texture_query, _bind_texture),
    "sampler": Kind(lambda unit: [Query("glGetIntegeri_v", 0x8919, 1, unit)], _bind_sampler),
    "active texture": Kind(_numbers(0x84E0), _set("glActiveTexture")),
    "uniform buffer": Kind(lambda point: [Query("glGetIntegeri_v", 0x8A28, 1, point)], _bind_point),
    "bound uniform buffer": Kind(_numbers(0x8A28), _set("glBindBuffer", _UNIFORM_BUFFER)),
    "array buffer": Kind(_numbers(0x8894), _set("glBindBuffer", _ARRAY_BUFFER)),
    "program": Kind(_numbers(0x8B8D), _use_program),
    "vertex array": Kind(_numbers(0x85B5), _set("glBindVertexArray")),
    "feedback": Kind(_numbers(0x8E24), _unset),
    # What else is to be known of parts that are others than a draw's.
    "exact depth range": Kind(
        _numbers(0x0B70, count=2, function="glGetDoublev"),
        _of_viewport("glDepthRangeIndexed", "glDepthRange", ctypes.c_double),
    ),
    "buffer range": Kind(  # UNIFORM_BUFFER_START and _SIZE
        lambda point: [Query("glGetInteger64i_v", name, 1, point) for name in (0x8A29, 0x8A2A)], _unset
    ),
    "buffers drawn into": Kind(
        lambda count: [Query("glGetIntegerv", _DRAW_BUFFER0 + place) for place in range(min(count + 1, 8))],
        _unset,
    ),
}  # fmt: skip


def calls_for(gl: Commands, slot: Slot, value: Value) -> Iterable[Call]:
    """What sets a part of the state."""
    return KINDS[slot[0]].calls(gl, slot[1], value)


def _reader(
    gl: Commands, memory: Any, filling: Mapping[str, list[Value]], answering: Mapping[str, list[Value]]
) -> Callable[[], bytes]:
    """What asks all questions, of functions that fill ``memory`` and of those that return their answers."""
    # Arguments that are tuples already are handed on as they are, which takes four fifths of the time.
    several = [(gl.named(name), tuple(asked)) for name, asked in filling.items() if len(asked) > 1]
    ones = [(gl.named(name), asked[0]) for name, asked in filling.items() if len(asked) == 1]
    returning = [(gl.named(name, ctypes.c_ubyte), tuple(asked)) for name, asked in answering.items()]
    exhaust = deque[Any](maxlen=0).extend

    def read() -> bytes:
        for function, rows in several:
            exhaust(starmap(function, rows))
        for function, arguments in ones:
            function(*arguments)
        found: bytes = memory.raw
        for function, rows in returning:
            found += bytes(starmap(function, rows))
        return found

    return read


class Footprint:
    """Some parts of the state of one context, asked for together as fast as can be."""

    def __init__(self, gl: Commands, slots: Iterable[Slot]) -> None:
        self._places: list[tuple[Slot, list[tuple[bool, Any, int, int]]]] = []
        answering: dict[str, list[Value]] = {}
        filling: dict[str, list[Value]] = {}
        rows = [(slot, query) for slot in slots for query in KINDS[slot[0]].queries(slot[1])]
        sizes = [ctypes.sizeof(_TYPES[query.function]) * max(query.numbers, 2) for _, query in rows]
        self._memory = (ctypes.c_char * (sum(-(-size // 8) * 8 for size in sizes) or 8))()
        place = 0
        found: dict[Slot, list[tuple[bool, Any, int, int]]] = {}
        for (slot, query), size in zip(rows, sizes, strict=True):
            index = () if query.place is None else (query.place,)
            type = _TYPES[query.function]
            if query.function in _ANSWERING:
                answers = answering.setdefault(query.function, [])
                found.setdefault(slot, []).append((True, query.function, len(answers), 1))
                answers.append((query.name, *index))
            else:
                asked = query.name, *index, ctypes.byref(self._memory, place)
                filling.setdefault(query.function, []).append(asked)
                found.setdefault(slot, []).append((False, type, place, query.numbers))
                place += -(-size // 8) * 8
        self._found, self._answering = found, tuple(answering.items())
        #: What the parts are now, for ``values`` to tell apart.
        self.read = _reader(gl, self._memory, filling, answering)

    def values(self, read: bytes) -> dict[Slot, Value]:
        """The parts that ``read`` found."""
        answers, first = {}, len(self._memory)
        for name, asked in self._answering:
            answers[name] = first
            first += len(asked)
        values: dict[Slot, Value] = {}
        for slot, rows in self._found.items():
            numbers: list[Any] = []
            for answered, what, place, count in rows:
                if answered:
                    numbers.append(read[answers[what] + place])
                else:
                    numbers += (what * count).from_buffer_copy(read, place)
            values[slot] = tuple(numbers)
        return values
