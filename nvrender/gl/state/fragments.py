"""The state of texture environments, fog and the per-fragment operations (OpenGL 1.5, 3.8.13 to 4.2)."""

from __future__ import annotations

from dataclasses import dataclass, field

from nvrender.gl.state.lighting import Vector4

COMPARISONS = ("NEVER", "LESS", "EQUAL", "LEQUAL", "GREATER", "NOTEQUAL", "GEQUAL", "ALWAYS")
FOG_MODES = ("LINEAR", "EXP", "EXP2")
FOG_SOURCES = ("FRAGMENT_DEPTH", "FOG_COORD")
TEXTURE_ENVIRONMENTS = ("REPLACE", "MODULATE", "DECAL", "BLEND", "ADD", "COMBINE")
TEXTURE_TARGETS = ("1D", "2D", "3D", "CUBE", "RECT", "SHADOW1D", "SHADOW2D", "SHADOWRECT")
#: Base formats of textures whose environments are defined (OpenGL 1.5, 3.8.13).
BASE_FORMATS = ("ALPHA", "LUMINANCE", "LUMINANCE_ALPHA", "INTENSITY", "RGB", "RGBA")

#: OpenGL 1.5, tables 3.24 to 3.26; COMBINE's functions and how many arguments each has.
COMBINE_ARGUMENTS = {
    "REPLACE": 1, "MODULATE": 2, "ADD": 2, "ADD_SIGNED": 2, "INTERPOLATE": 3, "SUBTRACT": 2,
    "DOT3_RGB": 2, "DOT3_RGBA": 2,
}  # fmt: skip
COMBINE_FUNCTIONS = tuple(COMBINE_ARGUMENTS)
#: What combines alphas.
COMBINE_ALPHA_FUNCTIONS = COMBINE_FUNCTIONS[:6]
COMBINE_SOURCES = (
    "TEXTURE", "CONSTANT", "PRIMARY_COLOR", "PREVIOUS", *(f"TEXTURE{unit}" for unit in range(8)),
)  # fmt: skip
ALPHA_OPERANDS = ("SRC_ALPHA", "ONE_MINUS_SRC_ALPHA")
COMBINE_OPERANDS = ("SRC_COLOR", "ONE_MINUS_SRC_COLOR", *ALPHA_OPERANDS)
COMBINE_SCALES = (1.0, 2.0, 4.0)

#: OpenGL 1.5, table 4.2.
DESTINATION_FACTORS = (
    "ZERO", "ONE", "SRC_COLOR", "ONE_MINUS_SRC_COLOR", "DST_COLOR", "ONE_MINUS_DST_COLOR",
    "SRC_ALPHA", "ONE_MINUS_SRC_ALPHA", "DST_ALPHA", "ONE_MINUS_DST_ALPHA",
    "CONSTANT_COLOR", "ONE_MINUS_CONSTANT_COLOR", "CONSTANT_ALPHA", "ONE_MINUS_CONSTANT_ALPHA",
    # ARB_blend_func_extended 4.1.7
    "SRC1_COLOR", "ONE_MINUS_SRC1_COLOR", "SRC1_ALPHA", "ONE_MINUS_SRC1_ALPHA",
)  # fmt: skip
#: A source may also be saturated.
BLEND_FACTORS = (*DESTINATION_FACTORS, "SRC_ALPHA_SATURATE")
BLEND_EQUATIONS = ("FUNC_ADD", "FUNC_SUBTRACT", "FUNC_REVERSE_SUBTRACT", "MIN", "MAX")
STENCIL_OPERATIONS = ("KEEP", "ZERO", "REPLACE", "INCR", "INCR_WRAP", "DECR", "DECR_WRAP", "INVERT")
LOGIC_OPERATIONS = (
    "CLEAR", "AND", "AND_REVERSE", "COPY", "AND_INVERTED", "NOOP", "XOR", "OR", "NOR", "EQUIV", "INVERT",
    "OR_REVERSE", "COPY_INVERTED", "OR_INVERTED", "NAND", "SET",
)  # fmt: skip

_NOTHING: Vector4 = (0.0, 0.0, 0.0, 0.0)
Three = tuple[str, str, str]


@dataclass(frozen=True, slots=True)
class Fog:
    """Fog: factor by ``mode``, from the vertex program's FOGC.x, and 1 where it is not written.

    Without a vertex program the coordinate comes from ``coordinate_source``: FRAGMENT_DEPTH, or FOG_COORD,
    the vertices' fog coordinates (OpenGL 1.5, 3.10).
    """

    enabled: bool = False
    mode: str = "EXP"
    density: float = 1.0
    start: float = 0.0
    end: float = 1.0
    color: Vector4 = _NOTHING
    coordinate_source: str = "FRAGMENT_DEPTH"


@dataclass(frozen=True, slots=True)
class AlphaTest:
    """Fragments pass where alpha ``function`` reference holds."""

    enabled: bool = False
    function: str = "ALWAYS"
    reference: float = 0.0


@dataclass(frozen=True, slots=True)
class Combine:
    """The COMBINE environment (OpenGL 1.5, 3.8.13): functions, arguments and scales of colour and alpha."""

    rgb: str = "MODULATE"
    alpha: str = "MODULATE"
    rgb_sources: Three = ("TEXTURE", "PREVIOUS", "CONSTANT")
    alpha_sources: Three = ("TEXTURE", "PREVIOUS", "CONSTANT")
    rgb_operands: Three = ("SRC_COLOR", "SRC_COLOR", "SRC_ALPHA")
    alpha_operands: Three = ("SRC_ALPHA", "SRC_ALPHA", "SRC_ALPHA")
    rgb_scale: float = 1.0
    alpha_scale: float = 1.0

    def sources(self) -> frozenset[str]:
        """The sources that enter the result."""
        rgb = self.rgb_sources[: COMBINE_ARGUMENTS[self.rgb]]
        if self.rgb == "DOT3_RGBA":  # which leaves nothing to the alpha function
            return frozenset(rgb)
        return frozenset((*rgb, *self.alpha_sources[: COMBINE_ARGUMENTS[self.alpha]]))


@dataclass(frozen=True, slots=True)
class TextureUnit:
    """A texture unit: whether it is enabled, TexEnv mode and colour, and the texture's base format.

    ``base_format`` is RGB, RGBA, ALPHA, LUMINANCE, LUMINANCE_ALPHA or INTENSITY: the texture
    environment's formulas depend on it; of a DEPTH texture it is DEPTH_TEXTURE_MODE. With ``coord_replace`` a
    point's texture coordinates run from (0, 0) at its upper left to (1, 1) at its lower right
    (ARB_point_sprite 3.3). ``target`` is one of TEXTURE_TARGETS: of several that are enabled the one that
    counts, CUBE before 3D, RECT, 2D and 1D (3.8.15, ARB_texture_rectangle); a SHADOW target compares r with
    depths (3.8.14). ``combine`` counts where ``mode`` is COMBINE.
    """

    enabled: bool = False
    mode: str = "MODULATE"
    color: Vector4 = _NOTHING
    base_format: str = "RGBA"
    coord_replace: bool = False
    target: str = "2D"
    combine: Combine = field(default_factory=Combine)


@dataclass(frozen=True, slots=True)
class Blend:
    """Blending of the fragment with the frame (OpenGL 1.5, 4.1.7).

    What the alphas have of their own is "" where it is as for the colours.
    """

    enabled: bool = False
    source: str = "ONE"
    destination: str = "ZERO"
    equation: str = "FUNC_ADD"
    alpha_source: str = ""
    alpha_destination: str = ""
    alpha_equation: str = ""
    color: Vector4 = _NOTHING


@dataclass(frozen=True, slots=True)
class Depth:
    """The depth test."""

    enabled: bool = False
    function: str = "LESS"
    write: bool = True


@dataclass(frozen=True, slots=True)
class Stencil:
    """The stencil test and what it does to the frame's eight bits (OpenGL 1.5, 4.1.5 and 4.2.2).

    ``fail``, ``depth_fail`` and ``depth_pass`` are STENCIL_OPERATIONS; ``mask`` is the test's,
    ``write_mask`` StencilMask's.
    """

    enabled: bool = False
    function: str = "ALWAYS"
    reference: int = 0
    mask: int = 0xFF
    fail: str = "KEEP"
    depth_fail: str = "KEEP"
    depth_pass: str = "KEEP"
    write_mask: int = 0xFF


@dataclass(frozen=True, slots=True)
class PolygonOffset:
    """Depths of polygons moved by factor · m + units · r where enabled (OpenGL 1.5, 3.5.5)."""

    enabled: bool = False
    factor: float = 0.0
    units: float = 0.0
