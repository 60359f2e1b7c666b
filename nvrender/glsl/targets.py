"""What each GLSL target can do."""

from __future__ import annotations

from dataclasses import dataclass

from nvrender.ops.texture_targets import CUBE_ARRAYS, MULTISAMPLE
from nvrender.source import TargetError

#: The texture targets that GLSL ES has in no version, and those that the versions before 3.10 have not.
_DESKTOP_TEXTURES = frozenset({"1D", "ARRAY1D", "SHADOW1D", "SHADOWARRAY1D", "RECT", "SHADOWRECT", "BUFFER"})
_DESKTOP_TEXTURES |= frozenset(CUBE_ARRAYS)
_SAMPLED_TEXTURES = frozenset({*MULTISAMPLE, "RENDERBUFFER"})
#: Those that came with GLSL 1.30 and GLSL ES 3.00.
_LATER_TEXTURES = frozenset({"ARRAY1D", "ARRAY2D", "SHADOWARRAY1D", "SHADOWARRAY2D", "SHADOWCUBE", "BUFFER"})
_LATER_TEXTURES |= _SAMPLED_TEXTURES | frozenset(CUBE_ARRAYS)


@dataclass(frozen=True, slots=True)
class Target:
    """A version of GLSL: ``name``, what stands behind ``#version``, and what it has.

    ``usual``: where no target is named, translations are of these, and so is what runs. ``lacks`` are the
    extensions, ``GL_ARB_gpu_shader_int64``, that a translation must do without; ``leaves_loops``: the driver
    ends long loops by itself (quirks.LOOP_LIMIT), and shaders in lockstep tell of it.

    The other columns are what a version has: by default all that GLSL 4.30 has.
    """

    name: str
    version: int
    #: Compute shaders and storage buffers.
    compute: bool
    #: ``precise``, without an extension.
    precise: bool
    lacks: frozenset[str] = frozenset()
    leaves_loops: bool = False
    profile: str = ""
    usual: bool = True
    #: GLSL ES: numbers have precisions, and what variables of the file begin with is constant.
    embedded: bool = False
    #: What stands before the type of a sampler.
    sampler_precision: str = ""
    #: Uniform blocks; else uniforms that stand alone.
    blocks: bool = True
    #: Layouts with the binding of blocks and samplers, with the location of attributes and of colours.
    bindings: bool = True
    attribute_locations: bool = True
    output_locations: bool = True
    #: GLSL 1.30 and GLSL ES 3.00: ``in`` and ``out`` instead of ``attribute``, ``varying`` and gl_FragData;
    #: unsigned integers, bits, ``switch``, ``flat``, gl_VertexID; one ``texture`` for all samplers.
    modern: bool = True
    #: The extension of floats from and to their bits, "" where they are in the core, None for none.
    bit_casts: str | None = ""
    #: Texture targets that it has not.
    without_textures: frozenset[str] = frozenset()
    #: textureGather, that with offsets of any kind, and what tells the level of detail.
    gathers: bool = True
    gather_offsets: bool = True
    detail_queries: bool = True
    #: gl_ClipDistance, ``noperspective``, where the origin of gl_FragCoord is, two colours for a buffer.
    clip_distances: bool = True
    noperspective: bool = True
    fragment_conventions: bool = True
    second_colors: bool = True
    geometry: bool = True
    images: bool = True
    tessellation: bool = True
    #: What a fragment's depth is written to, and the extensions of it, of several colours and of derivatives.
    depth_output: str = "gl_FragDepth"
    depth_extension: str = ""
    colors_extension: str = ""
    derivatives: str = ""
    non_square_matrices: bool = True
    #: Loops of any form, and arrays of every kind that are indexed by any number; else as GLSL ES 1.00,
    #: appendix A.
    general: bool = True
    #: Attributes, matrices and other state of the fixed function under names of their own.
    built_ins: bool = False

    @property
    def version_line(self) -> str:
        """What a shader begins with."""
        return f"#version {self.version}" + (f" {self.profile}" if self.profile else "")


TARGETS: dict[str, Target] = {
    row.name: row
    for row in (
        Target(
            "glsl120", 120, compute=False, precise=False, usual=False, blocks=False, bindings=False,
            attribute_locations=False, output_locations=False, modern=False, bit_casts=None,
            without_textures=_LATER_TEXTURES, gathers=False, detail_queries=False, clip_distances=False,
            noperspective=False, fragment_conventions=False, second_colors=False, geometry=False,
            images=False, built_ins=True,
        ),
        Target(
            "glsl150", 150, compute=False, precise=False, profile="core", usual=False, bindings=False,
            attribute_locations=False, output_locations=False, bit_casts="GL_ARB_shader_bit_encoding",
            detail_queries=False, images=False,
        ),
        Target("glsl330", 330, compute=False, precise=False, profile="core", bindings=False, images=False),
        Target("glsl430", 430, compute=True, precise=True),
        Target("glsl450", 450, compute=True, precise=True),
        Target(
            "glsles100", 100, compute=False, precise=False, usual=False, embedded=True,
            sampler_precision="mediump ", blocks=False, bindings=False, attribute_locations=False,
            output_locations=False, modern=False, bit_casts=None,
            without_textures=_LATER_TEXTURES | _DESKTOP_TEXTURES, gathers=False, detail_queries=False,
            clip_distances=False, noperspective=False, fragment_conventions=False, second_colors=False,
            geometry=False, images=False, depth_output="gl_FragDepthEXT",
            depth_extension="GL_EXT_frag_depth", colors_extension="GL_EXT_draw_buffers",
            derivatives="GL_OES_standard_derivatives", non_square_matrices=False,
            general=False,
        ),
        Target(
            "glsles300", 300, compute=False, precise=False, profile="es", usual=False, embedded=True,
            sampler_precision="highp ", bindings=False,
            without_textures=_DESKTOP_TEXTURES | _SAMPLED_TEXTURES, gathers=False, detail_queries=False,
            clip_distances=False, noperspective=False, fragment_conventions=False, second_colors=False,
            geometry=False, images=False,
        ),
        Target(
            "glsles310", 310, compute=True, precise=False, profile="es", usual=False, embedded=True,
            sampler_precision="highp ", without_textures=_DESKTOP_TEXTURES | {"ARRAY2DMS"},
            gather_offsets=False, detail_queries=False, clip_distances=False, noperspective=False,
            fragment_conventions=False, second_colors=False, geometry=False, images=False,
            tessellation=False,
        ),
    )
}  # fmt: skip
#: Those that are taken where none is named, the first that will do first.
USUAL: dict[str, Target] = {name: row for name, row in TARGETS.items() if row.usual}


def best_target(version_code: int) -> Target:
    """The last usual row that an OpenGL of this version code, such as 450, has."""
    return [row for row in USUAL.values() if row.version <= version_code][-1]


def target_named(name: str) -> Target:
    """The row called ``name``; TargetError lists the names there are."""
    if not isinstance(name, str) or name not in TARGETS:
        raise TargetError(f"unknown target {name!r}; targets are {', '.join(TARGETS)}")
    return TARGETS[name]
