"""What of the texture on an image unit decides the text of its lookups."""

from __future__ import annotations

from typing import NamedTuple

from nvrender.ops.texture_targets import TARGETS

#: Target → the sampler's type without the letter of integers.
SAMPLERS = {
    "1D": "sampler1D",
    "2D": "sampler2D",
    "3D": "sampler3D",
    "CUBE": "samplerCube",
    "RECT": "sampler2DRect",
    "ARRAY1D": "sampler1DArray",
    "ARRAY2D": "sampler2DArray",
    "SHADOW1D": "sampler1DShadow",
    "SHADOW2D": "sampler2DShadow",
    "SHADOWRECT": "sampler2DRectShadow",
    "SHADOWCUBE": "samplerCubeShadow",
    "SHADOWARRAY1D": "sampler1DArrayShadow",
    "SHADOWARRAY2D": "sampler2DArrayShadow",
    "BUFFER": "samplerBuffer",
    "ARRAYCUBE": "samplerCubeArray",
    "SHADOWARRAYCUBE": "samplerCubeArrayShadow",
    "2DMS": "sampler2DMS",
    "ARRAY2DMS": "sampler2DMSArray",
    "RENDERBUFFER": "sampler2DMS",
}


#: Minifying filter → the filters within levels and between them, "" where there is one level.
MINIFYING = {
    **{within: (within, "") for within in ("NEAREST", "LINEAR")},
    **{
        f"{within}_MIPMAP_{between}": (within, between)
        for within in ("NEAREST", "LINEAR")
        for between in ("NEAREST", "LINEAR")
    },
}


class Sheets(NamedTuple):
    """Images laid into the layers of one array of 2D images, level after level from the base level on.

    ``size`` is the base level's width, height and depth without its border, ``slices`` how many layers each
    level takes: the slices of a 3D image with its border, the faces of a cube map, the layers of an array,
    the samples of a multisample texture. ``layers`` are those of the texture, whole cube maps of ARRAYCUBE.
    """

    size: tuple[int, int, int]
    slices: int
    layers: int = 1
    samples: int = 1


class Filtering(NamedTuple):
    """A texture that GL itself cannot sample as its parameters say: the shader fetches texels and filters.

    ``wraps`` are those of s, t and r; ``last`` is the last level the filter uses, counted from the base
    level; ``border`` 0 or 1; ``border_color`` as R, G, B, A, of depths the depth; ``bounds`` the bias of the
    level of detail and its least and greatest value; ``compare`` a comparison function, "" where texels are
    not compared. ``sheets`` is None where the images are where the target has them.
    """

    wraps: tuple[str, str, str]
    minifying: str
    magnifying: str
    last: int
    border: int
    border_color: tuple[float, ...]
    bounds: tuple[float, float, float]
    compare: str
    sheets: Sheets | None

    @property
    def within(self) -> str:
        """What filters the texels of a level that minifies."""
        return MINIFYING[self.minifying][0]

    @property
    def between(self) -> str:
        """What filters between levels, "" where there is one."""
        return MINIFYING[self.minifying][1]


def switches_late(minifying: str, magnifying: str) -> bool:
    """True if levels up to one half are magnified (OpenGL 1.5, 3.8.9)."""
    within, between = MINIFYING[minifying]
    return magnifying == "LINEAR" and within == "NEAREST" and bool(between)


class TextureKey(NamedTuple):
    """What the text depends on; the default is what is true of most textures.

    ``missing``: where there is none, or an incomplete one, the R, G, B, A of lookups. ``depth_mode``: what
    depths are (OpenGL 1.5, 3.8.14), of other textures LUMINANCE. ``levels`` and ``fetched``: how many levels
    TXQ and TXF find from the base level on, of multisample textures samples, 0 where that is the driver's
    affair. ``handled`` is the sampler of a texture that handles name.
    """

    missing: tuple[int, ...] | None = None
    depth_mode: str = "LUMINANCE"
    levels: int = 0
    fetched: int = 0
    filtering: Filtering | None = None
    handled: Sampler | None = None


class Sampler(NamedTuple):
    """The sampler of a texture image unit: target, and the kind of what it gives.

    ``counts``: some instruction asks for the size of a level or fetches from one; ``gathers``: some is TXG or
    TXGO, and ``samples`` if some other filters. ``apart``: some takes what GLSL has no function for, texel
    offsets from registers or a level of SHADOWCUBE, or asks for the level of detail; ``scatters``: some is
    TXGO. ``handle`` is the one that names the texture, 0 where the unit does. ``named``: each access says by
    a handle which texture it is of, and there is no unit.
    """

    unit: int
    target: str
    kind: str
    counts: bool = False
    gathers: bool = False
    samples: bool = False
    apart: bool = False
    scatters: bool = False
    handle: int = 0
    texture_key: TextureKey = TextureKey()
    named: bool = False
    #: What people or a Cg compiler call it.
    given: str = ""

    @property
    def key(self) -> int:
        """What names the texture: the unit, or a handle."""
        return self.handle or self.unit

    @property
    def name(self) -> str:
        """What the shader calls it, and what the names of its functions begin with."""
        if self.named:
            return f"{self.kind}texture_{self.target.lower()}"
        return self.given or f"texture{self.unit}"

    @property
    def own(self) -> str:
        """What its functions call it: compilers want the handle's constructor where the texture is used."""
        return f"{self.type}(handle)" if self.named else self.name

    @property
    def parameter(self) -> str:
        """What its functions take first."""
        return "uvec2 handle, " if self.named else ""

    @property
    def compares(self) -> bool:
        """True if GL compares depths."""
        return TARGETS[self.target].compares and self.texture_key.filtering is None

    @property
    def laid_out(self) -> bool:
        """True if the images lie in the layers of an array (Sheets)."""
        return self.texture_key.filtering is not None and self.texture_key.filtering.sheets is not None

    @property
    def held(self) -> str:
        """The target of the texture object."""
        target = "2DMS" if self.target == "RENDERBUFFER" else TARGETS[self.target].plain
        return "ARRAY2D" if self.laid_out else target

    @property
    def type(self) -> str:
        """Its GLSL type."""
        return f"{self.kind}{SAMPLERS[('SHADOW' if self.compares else '') + self.held]}"
