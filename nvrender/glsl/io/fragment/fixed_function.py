"""What the fixed function does behind a fragment program: fog and the alpha test."""

from __future__ import annotations

from nvrender.program import Program

#: Option → the fog factor, before clamping, of the coordinate ``{c}`` (ARB_fragment_program 3.11.4.5.1).
_FOG_FACTORS = {
    "ARB_fog_exp": "exp(-{density} * {c})",
    "ARB_fog_exp2": "exp(-({density} * {c}) * ({density} * {c}))",
    "ARB_fog_linear": "({end} - {c}) * {scale}",
}
#: The same block as the conventional fragment stage has, without its textures.
STATE_BLOCK = "FragmentState"
STATE = (
    "vec4 fog_color;",
    "float fog_density;",
    "float fog_end;",
    "float fog_scale;  // 1 / (end - start)",
    "float alpha_reference;",
)
#: The names the stages' own uniforms have, and the variables of what follows a program.
FIXED_NAMES = frozenset(
    """
    FragmentState fog_color fog_density fog_end fog_scale alpha_reference fog alpha reference
    FixedFunction ConventionalTransform mvp modelview clip_plane
    """.split()
)
#: OpenGL 1.5, 4.1.4.
ALPHA_TESTS = {
    "LESS": "alpha < reference",
    "EQUAL": "alpha == reference",
    "LEQUAL": "alpha <= reference",
    "GREATER": "alpha > reference",
    "NOTEQUAL": "alpha != reference",
    "GEQUAL": "alpha >= reference",
}


def fog_option(program: Program) -> str:
    """The fog option, "" without one."""
    return next((name for name in _FOG_FACTORS if name in program.options), "")


def fog(option: str, color: str, coordinate: str, *, built_ins: bool = False) -> list[str]:
    """Statements that blend a colour with the fog's, which GLSL itself has with ``built_ins``."""
    stem = "gl_Fog." if built_ins else "fog_"
    names = {name: f"{stem}{name}" for name in ("density", "end", "scale")}
    factor = _FOG_FACTORS[option].format(c=coordinate, **names)
    return [
        f"float fog = clamp({factor}, 0.0, 1.0);",
        f"{color}.rgb = fog * {color}.rgb + (1.0 - fog) * {stem}color.rgb;",
    ]


def alpha_test(function: str, color: str) -> list[str]:
    """Statements that test a colour's alpha, as a fixed-point frame has it (OpenGL 1.5, 4.1.4, 2.14.9)."""
    return [
        f"float alpha = floor(clamp({color}.a, 0.0, 1.0) * 255.0 + 0.5);",
        "float reference = floor(alpha_reference * 255.0 + 0.5);",
        f"if (!({ALPHA_TESTS[function]})) discard;",
    ]
