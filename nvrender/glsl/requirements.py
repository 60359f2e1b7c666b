"""What a shader must ask of OpenGL for its program's sake: extensions, and the first target that will do."""

from __future__ import annotations

from collections.abc import Iterator

from nvrender.glsl.targets import USUAL, Target, target_named
from nvrender.glsl.textures.samplers import asks_handles
from nvrender.glsl.threads.quad_groups import DERIVATIVES, needs_derivatives
from nvrender.glsl.wide.requirements import uses_doubles, uses_integers
from nvrender.program import Program
from nvrender.program.memory import reaching_outside

#: GLSL's name of the extension of 64-bit integers; without it they are pairs of words.
INTEGERS = "GL_ARB_gpu_shader_int64"
#: GLSL's name of the extension of handles.
HANDLES = "GL_ARB_bindless_texture"
#: What a target may lack.
OPTIONAL = (INTEGERS, DERIVATIVES)


def integers_are_words(target: Target) -> bool:
    """True if 64-bit integers are pairs of words: GLSL before 4.00 has no extension for them either."""
    return target.version < 400 or INTEGERS in target.lacks


def extensions(program: Program, target: Target, *, bindless: bool = False) -> Iterator[str]:
    """The extensions that the translation asks for, each only where some instruction needs it.

    ``bindless``: textures named by handles are not known.
    """
    if bindless and asks_handles(program):
        yield HANDLES
    if not integers_are_words(target) and uses_integers(program):
        yield INTEGERS
    if needs_derivatives(program, target):
        yield DERIVATIVES


def target_of(program: Program, least: str) -> Target:
    """The first target from ``least`` on that has what the program's instructions need."""
    repeated = program.geometry is not None and program.geometry.invocations > 1
    later = repeated or reaching_outside(program) is not None or uses_doubles(program)
    rows = [row for row in USUAL.values() if row.version >= target_named(least).version]
    return next(row for row in rows if row.compute or not later)
