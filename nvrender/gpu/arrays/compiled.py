"""Linked programs that run over arrays, kept per context."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import moderngl

from nvrender.glsl.targets import Target
from nvrender.glsl.translate import Translation, translate
from nvrender.gpu.arrays.linked import check_block_size
from nvrender.gpu.context.making import make_compute_shader, make_program
from nvrender.gpu.context.target import target_for
from nvrender.gpu.resources.image_units import MemoryReadings, check_image_units
from nvrender.gpu.resources.readings import Readings
from nvrender.program import Program
from nvrender.program.limits import WATCHDOG_TURNS
from nvrender.source import InternalError

#: MAX_TRANSFORM_FEEDBACK_INTERLEAVED_COMPONENTS is at least 64 (OpenGL 3.3, table 6.51).
CAPTURED_PER_PASS = 16
_CACHED_PROGRAMS = 64
_CACHE = "_nvrender_batch_programs"


@dataclass(frozen=True)
class Pass:
    """One linked program and the results it captures, in the order they lie in its output.

    ``place`` is how many words tell where a geometry program emitted a vertex.
    """

    program: Any  # moderngl.Program or moderngl.ComputeShader
    results: tuple[str, ...]
    place: int = 0


@dataclass(frozen=True)
class Compiled:
    """A translation and the passes that yield its results; ``mode`` "compute", "feedback" or "geometry"."""

    mode: str
    translation: Translation
    passes: tuple[Pass, ...]

    def release(self) -> None:
        for step in self.passes:
            step.program.release()


def compiled(
    context: moderngl.Context,
    program: Program,
    numerics: str,
    mode: str,
    wanted: tuple[str, ...],
    watchdog: int | None = WATCHDOG_TURNS,
    readings: Readings = (),
    numbers_given: bool = False,
    reached: MemoryReadings | None = None,
    divided: bool = False,
) -> Compiled:
    """The linked program, from the context's cache or made and kept there.

    ``wanted`` are the results transform feedback captures; ("c",) is every parameter a vertex state
    program writes. A compute shader always yields all. ``readings`` and ``reached`` are what it must know
    of textures and memory; ``divided`` is translate's.
    """
    options: dict[str, Any] = {
        "numerics": numerics,
        "watchdog": watchdog,
        "readings": readings,
        "numbers_given": numbers_given,
        "divided": divided,
    }
    floor = "glsl430" if mode in ("compute", "groups", "patches") else "glsl330"
    target = target_for(context, program, floor)
    key = program, mode, target, wanted if mode == "feedback" else (), reached, *options.values()
    options |= {"readings": dict(readings), **(reached or MemoryReadings()).options}
    return cached(context, key, lambda: _compile(context, program, mode, target, wanted, options))


def cached(context: moderngl.Context, key: object, make: Callable[[], Compiled]) -> Compiled:
    """What ``make`` made for this ``key``; the last used are kept."""
    cache: OrderedDict[Any, Compiled] | None = getattr(context, _CACHE, None)
    if cache is None:
        cache = OrderedDict()
        setattr(context, _CACHE, cache)
    found = cache.pop(key, None)
    cache[key] = made = make() if found is None else found
    while len(cache) > _CACHED_PROGRAMS:
        cache.popitem(last=False)[1].release()
    return made


def _compile(
    context: moderngl.Context,
    program: Program,
    mode: str,
    target: Target,
    wanted: tuple[str, ...],
    options: Mapping[str, Any],
) -> Compiled:
    translation = translate(program, target, interface=mode, **options)
    check_image_units(context, [(program, translation)])
    for row in translation.buffers:
        check_block_size(context, row)
    if mode in ("compute", "groups", "patches"):
        names = tuple(entry[0] for entry in translation.results)
        return Compiled(mode, translation, (Pass(_linked(context, translation), names),))
    captured = [entry for entry in translation.results if wanted == ("c",) or entry[0] in wanted]
    passes = []
    for first in range(0, len(captured), CAPTURED_PER_PASS):
        part = captured[first : first + CAPTURED_PER_PASS]
        linked = _linked(context, translation, tuple(entry[1] for entry in part))
        passes.append(Pass(linked, tuple(entry[0] for entry in part)))
    return Compiled(mode, translation, tuple(passes))


def _linked(
    context: moderngl.Context, translation: Translation, varyings: tuple[str, ...] | None = None
) -> moderngl.Program | moderngl.ComputeShader:
    try:
        if varyings is None:
            return make_compute_shader(context, translation.source)
        return make_program(context, vertex_shader=translation.source, varyings=varyings)
    except moderngl.Error as error:
        raise InternalError(
            f"{context.info['GL_RENDERER']} refuses the translation to {translation.target}: {error}"
        ) from error


def release(context: moderngl.Context) -> None:
    """Release the compiled programs kept for ``context``."""
    cache = getattr(context, _CACHE, {})
    while cache:
        cache.popitem()[1].release()
