"""The parts of a shader, put together."""

from __future__ import annotations

import os.path
from collections.abc import Iterable, Sequence

from nvrender.glsl.comments import comment_line, sanitised
from nvrender.glsl.io.interface import Shader
from nvrender.glsl.lines import Lines
from nvrender.glsl.requirements import extensions
from nvrender.glsl.textures.lookup_extensions import lookup_extensions

#: GLSL 3.30 has no ``precise``; where the extension is missing the word vanishes.
PRECISE_330 = """\
#ifdef GL_ARB_gpu_shader5
#extension GL_ARB_gpu_shader5 : enable
#else
#define precise
#endif"""


def assembled(
    shader: Shader,
    body: Lines,
    *,
    comments: Sequence[str],
    memory: Sequence[str] = (),
    variables: Sequence[str] = (),
    functions: Iterable[str] = (),
    bindless: bool = False,
) -> Lines:
    """What the shader declares, variables of the file, functions, and ``body``: main with what it calls.

    ``comments`` stand at the head, ``memory`` are the declarations of what instructions reach besides.
    ``bindless``: textures are named by handles (ARB_bindless_texture).
    """
    lines = _head(shader, comments, bindless=bindless)
    for text in memory:
        lines.add(text)
    for text in ("", *shader.inputs(), *shader.blocks(), *shader.outputs()):
        lines.add(text)
    for group in (variables, *((text,) for text in functions)):
        for text in ("", *group) if group else ():
            lines.add(text)
    lines.extend(body)
    return lines


def _head(shader: Shader, comments: Sequence[str], *, bindless: bool) -> Lines:
    """The version, what the shader was made from, and the comments at the program's head."""
    program, target, lines = shader.program, shader.target, Lines()
    lines.add(f"#version {target.version}{' core' if target.version < 430 else ''}")
    for extension in extensions(program, target, bindless=bindless):
        lines.add(f"#extension {extension} : require")
    for line in lookup_extensions(program) if target.version < 400 else ():
        lines.add(line)
    if shader.options.exact and not target.precise:
        lines.add(PRECISE_330)
    name = sanitised(os.path.basename(program.source.name)) or "a program"
    numerics = "exact" if shader.options.exact else "fast"
    made = f"{shader.purpose}, {numerics} numerics"
    lines.add(f"// Translated from {name} ({program.profile.header}): {made}")
    for comment in comments:
        lines.add(comment_line(comment))
    return lines
