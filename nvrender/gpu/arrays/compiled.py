"""Linked programs that run over arrays, kept per context."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

import moderngl

from nvrender.gl.inputs.request import Request
from nvrender.glsl.link import Link
from nvrender.glsl.targets import Target
from nvrender.glsl.translation import Translation
from nvrender.gpu.context.limits import check_loops
from nvrender.gpu.context.making import make_compute_shader, make_program
from nvrender.gpu.context.uniform_blocks import check_block_size
from nvrender.gpu.resources.bindings import bindings_of
from nvrender.gpu.resources.image_units import Reached, check_image_units
from nvrender.gpu.translations import translated
from nvrender.program import Program
from nvrender.source import InternalError

_CACHED_PROGRAMS = 64
_CACHE = "_nvrender_array_programs"
_ALONE = Link()


@dataclass(frozen=True)
class Shader:
    """What decides the shaders of a program that runs over arrays: the key they are kept by.

    ``link`` captures the results that leave them, where that is for the shaders to say.
    """

    program: Program
    interface: str
    target: Target
    numerics: str
    watchdog: int | None
    link: Link

    def translation(self, context: moderngl.Context, captured: tuple[str, ...] | None = None) -> Translation:
        """The translation that yields ``captured``; TargetError for what the context has no room for."""
        translation = translated(
            self.program,
            self.target,
            interface=self.interface,
            numerics=self.numerics,
            watchdog=self.watchdog,
            link=replace(self.link, captured=captured),
        )
        check_loops(context.info, {self.program.profile.stage.value: translation.resources})
        check_image_units(context, [(self.program, translation)])
        for row in translation.buffers:
            check_block_size(context, row)
        return translation


def shader_of(
    context: moderngl.Context,
    request: Request,
    reached: Reached,
    interface: str,
    target: Target,
    link: Link = _ALONE,
) -> Shader:
    """What decides the shaders of a request that finds ``reached`` in memory."""
    program = request.program
    link = replace(link, bound=bindings_of(context, program, request.textures, reached))
    return Shader(program, interface, target, request.numerics, request.watchdog, link)


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
    """A translation and the passes that yield its results."""

    translation: Translation
    passes: tuple[Pass, ...]

    def release(self) -> None:
        for step in self.passes:
            step.program.release()


def cached(
    context: moderngl.Context, shader: Shader, make: Callable[[moderngl.Context, Shader], Compiled]
) -> Compiled:
    """What ``make`` made for this ``shader``; the last used are kept."""
    cache: OrderedDict[Shader, Compiled] | None = getattr(context, _CACHE, None)
    if cache is None:
        cache = OrderedDict()
        setattr(context, _CACHE, cache)
    found = cache.pop(shader, None)
    cache[shader] = made = make(context, shader) if found is None else found
    while len(cache) > _CACHED_PROGRAMS:
        cache.popitem(last=False)[1].release()
    return made


def compute_shader(context: moderngl.Context, shader: Shader) -> Compiled:
    """One compute shader, which yields all results there are."""
    translation = shader.translation(context)
    names = tuple(row.result for row in translation.results)
    return Compiled(translation, (Pass(linked(context, translation), names),))


def linked(context: moderngl.Context, translation: Translation, **stages: Any) -> Any:
    """``stages``, a compute shader where there are none, linked; InternalError with the driver's log."""
    try:
        if not stages:
            return make_compute_shader(context, translation.source)
        return make_program(context, **stages)
    except moderngl.Error as error:
        raise InternalError(
            f"{context.info['GL_RENDERER']} refuses the translation to {translation.target}: {error}"
        ) from error


def release(context: moderngl.Context) -> None:
    """Release the compiled programs kept for ``context``."""
    cache = getattr(context, _CACHE, {})
    while cache:
        cache.popitem()[1].release()
