"""The parts of a shader, put together."""

from __future__ import annotations

import os.path
from collections.abc import Iterable, Mapping, Sequence

from nvrender.glsl.comments import comment_line, sanitised
from nvrender.glsl.io.interface import Shader
from nvrender.glsl.lines import Lines
from nvrender.glsl.requirements import extensions
from nvrender.glsl.textures.lookup_extensions import lookup_extensions
from nvrender.program.profile import Stage

#: GLSL 3.30 has no ``precise``; where the extension is missing the word vanishes.
PRECISE_330 = """\
#ifdef GL_ARB_gpu_shader5
#extension GL_ARB_gpu_shader5 : enable
#else
#define precise
#endif"""

#: GLSL ES 3.00 4.5.4: fragment shaders have no precision of floats, and coarse integers.
PRECISIONS = "precision highp float;\nprecision highp int;"
#: GLSL ES 1.00 4.5.4: fragment shaders may have no high precision.
PRECISIONS_100 = """\
#ifdef GL_FRAGMENT_PRECISION_HIGH
precision highp float;
precision highp int;
#else
precision mediump float;
#endif"""


def assembled(
    shader: Shader,
    body: Lines,
    *,
    comments: Sequence[str],
    memory: Sequence[str] = (),
    variables: Sequence[str] = (),
    functions: Iterable[str] = (),
    extensions: Mapping[str, str],
    bindless: bool = False,
) -> Lines:
    """What the shader declares, variables of the file, functions, and ``body``: main with what it calls.

    ``comments`` stand at the head, ``memory`` are the declarations of what instructions reach besides.
    ``extensions`` are what was printed needs, and with which behaviour. ``bindless``: textures are named by
    handles (ARB_bindless_texture).
    """
    lines = _head(shader, comments, extensions, bindless=bindless)
    for text in memory:
        lines.add(text)
    interface = [*shader.inputs(), *shader.blocks(), *shader.outputs()]
    for text in ("", *interface) if interface else ():
        lines.add(text)
    for group in (variables, *((text,) for text in functions)):
        for text in ("", *group) if group else ():
            lines.add(text)
    lines.extend(body)
    return lines


def _head(shader: Shader, comments: Sequence[str], asked: Mapping[str, str], *, bindless: bool) -> Lines:
    """The version, what the shader was made from, and the comments at the program's head."""
    program, target, lines = shader.program, shader.target, Lines()
    lines.add(target.version_line)
    for extension in extensions(program, target, bindless=bindless):
        lines.add(f"#extension {extension} : require")
    for extension, behaviour in {**dict.fromkeys(shader.extensions, "require"), **asked}.items():
        lines.add(f"#extension {extension} : {behaviour}")
    for line in shader.optional_extensions:
        lines.add(line)
    for line in lookup_extensions(program) if target.version < 400 and not target.embedded else ():
        lines.add(line)
    if target.bit_casts:
        lines.add(f"#extension {target.bit_casts} : enable")
    if shader.options.exact and not target.precise:
        lines.add("#define precise" if target.embedded else PRECISE_330)
    if target.embedded and program.profile.stage is Stage.FRAGMENT:
        lines.add(PRECISIONS if target.modern else PRECISIONS_100)
    name = sanitised(os.path.basename(program.source.name)) or "a program"
    numerics = "exact" if shader.options.exact else "fast"
    made = f"{shader.purpose}, {numerics} numerics"
    lines.add(f"// Translated from {name} ({program.profile.header}): {made}")
    for comment in comments:
        lines.add(comment_line(comment))
    return lines
