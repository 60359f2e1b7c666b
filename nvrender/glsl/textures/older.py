"""The texture functions of GLSL before 1.30 and of GLSL ES 1.00: one for each type of sampler."""

from __future__ import annotations

from collections.abc import Sequence

from nvrender.glsl.expressions import Expression, call
from nvrender.glsl.textures.lookup import Lookup

#: Texture target → what its functions begin with, and the extension that has them on the desktop and in ES.
_FUNCTIONS = {
    "1D": ("texture1D", "", ""),
    "2D": ("texture2D", "", ""),
    "3D": ("texture3D", "", "GL_OES_texture_3D"),
    "CUBE": ("textureCube", "", ""),
    "RECT": ("texture2DRect", "GL_ARB_texture_rectangle", ""),
    "SHADOW1D": ("shadow1D", "", ""),
    "SHADOW2D": ("shadow2D", "", "GL_EXT_shadow_samplers"),
    "SHADOWRECT": ("shadow2DRect", "GL_ARB_texture_rectangle", ""),
}


def older_extensions(target: str, *, embedded: bool) -> list[str]:
    """The extensions that a sampler of a texture target needs."""
    name = _FUNCTIONS[target][2 if embedded else 1]
    return [name] * bool(name)


def older_call(
    view: Lookup, suffix: str, arguments: Sequence[Expression], *, projects: bool, width: int
) -> Expression:
    """``texture2DProj``: ``suffix`` is Lod, Grad or none.

    Levels and gradients in fragment shaders are extensions (ARB_shader_texture_lod, EXT_shader_texture_lod);
    shadows are vectors but in ES (EXT_shadow_samplers).
    """
    glsl, target = view.texts.glsl, view.target
    word = "EXT" if glsl.embedded else "ARB"
    mark = word if suffix == "Grad" else ""
    if suffix and (view.differentiates or suffix == "Grad"):
        view.texts.ask(f"GL_{word}_shader_texture_lod")
        mark = word if glsl.embedded else mark
    elif suffix and not glsl.embedded:
        # Vertex shaders have it (GLSL 1.20 8.7); some compilers want to be asked.
        view.texts.ask(f"GL_{word}_shader_texture_lod", needed=False)
    if target.compares and glsl.embedded:
        mark = "EXT"
    name = f"{_FUNCTIONS[target.name][0]}{'Proj' if projects else ''}{suffix}{mark}"
    value = call(name, *arguments, width=width)
    return Expression(f"{value.text}.x") if target.compares and not glsl.embedded else value
