"""What drivers do against or beside OpenGL, and what is done instead: a row a fault.

Code that reacts names the row, ``quirks.LOOP_LIMIT``; ``where`` lists it. docs/internals.md shows the rows.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Quirk:
    """A driver, its versions that are known to have it ("" for all that were met), what it does and we do."""

    driver: str
    versions: str
    does: str
    instead: str
    where: tuple[str, ...]


# --- Loops and branches

NESTING = Quirk(
    "llvmpipe",
    "22.3",
    "Drops what lies 80 deep in branches and loops, and nests the cases of a switch in each other",
    "What nests deeper than 48 is one loop over blocks, whose switch is cut into groups",
    ("glsl/printer/structure.py", "lower/control_flow/forms.py"),
)
DO_WHILE = Quirk(
    "llvmpipe",
    "22.3",
    "Goes on computing, for vertices that have left a do … while, what is assigned before its only exit",
    "No loop is a do … while",
    ("glsl/printer/structure.py",),
)
LOOP_LIMIT = Quirk(
    "llvmpipe",
    "",
    "Leaves all loops of a shader after 65,535 passes",
    "A warning or an error tells of it; counted programs do not wait in a loop",
    (
        "glsl/printer/structure.py",
        "glsl/targets.py",
        "glsl/threads/lockstep_ends.py",
        "gpu/context/lockstep_ends.py",
    ),
)
COMPILED_LOOPS = Quirk(
    "llvmpipe",
    "",
    "Takes time exponential in the number of loops that it does not unroll, its own around accesses too",
    "Programs with more than twelve are one loop over blocks; what still has more than fifteen is refused",
    (
        "gpu/context/limits.py",
        "ir/analysis/compiled_loops.py",
        "lower/control_flow/structure.py",
    ),
)
UNROLLING = Quirk(
    "Mesa",
    "",
    "Unrolls loops of constant counts that may be left, into branches that llvmpipe runs a third slower",
    "Such loops count while they test",
    ("glsl/printer/structure.py",),
)
ARRAY_COPIES = Quirk(
    "Mesa",
    "",
    "Takes seconds to compile the assignment of a large array",
    "A loop assigns its elements",
    ("glsl/io/vertex.py", "glsl/threads/lockstep.py"),
)

# --- Numbers

OPPOSITES = Quirk(
    "Mesa",
    "",
    "Takes nothing to be NaN where a comparison is not precise: !(a > b) becomes a <= b, a > b ? a : b the "
    "larger number, and |a| > 0 becomes a != 0",
    "Functions compare floats, in which results are precise, and signs are taken off by bits",
    (
        "glsl/library/doubles.glsl",
        "glsl/operations/comparisons.py",
        "glsl/printer/conditions.py",
        "passes/shields.py",
    ),
)
FOLDING = Quirk(
    "Mesa",
    "",
    "Folds x - x, x + 0, 0 * x and choices between constants, of the stage before too, without regard to "
    "NaN, INF and the sign of zero",
    "Exact numerics hide constants, and write the differences of equal operands out",
    (
        "glsl/registers/declarations.py",
        "glsl/library/atomics.glsl",
        "glsl/operations/arithmetic.py",
        "glsl/varyings.py",
        "glsl/wide/values.py",
        "passes/shields.py",
    ),
)
SELECTED_WORDS = Quirk(
    "Mesa",
    "22.3",
    "Takes a choice between the words of -1.0 and 0, or 1.0 and -0.0, integers too, for one of -1.0 and "
    "-0.0, or 1.0 and 0",
    "Exact numerics hide integers with the words of -1.0 and -0.0, and floats that may stand beside "
    "integers: -1.0, and negatives of what is known; high halves of products choose by masks",
    ("glsl/library/integers.glsl", "glsl/wide/values.py", "passes/shields.py"),
)
RANGES = Quirk(
    "Mesa",
    "",
    "Takes a float made of an unsigned integer for finite and not negative (nir_range_analysis.c)",
    "The zero that is hidden comes from a word",
    ("glsl/hidden.py",),
)
LONG_SIGNS = Quirk(
    "Mesa",
    "",
    "Takes int64_t(a) < 0 of an int for false",
    "Sign words are packed",
    ("glsl/wide/values.py",),
)
ROUNDED_HALVES = Quirk(
    "Mesa",
    "",
    "roundEven of a double adds ½, which rounds: up to 1 just below ½, and what is whole already",
    "The rest behind the whole part decides",
    ("glsl/library/doubles.glsl",),
)
DENORMALS = Quirk(
    "llvmpipe",
    "",
    "Flushes denormals in vertex shaders, keeps them elsewhere, in fragment shaders once halves were drawn",
    "Exact compute shaders flush them themselves",
    ("passes/shields.py",),
)

# --- Textures

LEVEL_SIZES = Quirk(
    "llvmpipe",
    "",
    "textureSize gives fragments that ask for different levels the same",
    "The size of a level comes from the base level's",
    ("glsl/textures/fetches.py", "glsl/textures/filtering.py"),
)
COARSE_FILTERS = Quirk(
    "llvmpipe",
    "",
    "Filters with weights of eight bits and shortens the blend of two mipmap levels",
    "A variable says otherwise before a context is made",
    ("gpu/context/context.py",),
)
LATE_SWITCH = Quirk(
    "several",
    "",
    "Leave out that levels up to ½ are magnified where one filter is LINEAR and the other NEAREST_MIPMAP",
    "The shader filters",
    ("gpu/resources/texture_keys.py",),
)
CUBE_EDGES = Quirk(
    "several",
    "",
    "Clamp to the edges of a face of a cube map whatever the wrap mode",
    "The shader filters",
    ("gpu/resources/texture_keys.py",),
)
ARRAY_LEVELS = Quirk(
    "Mesa",
    "",
    "Loses the smaller levels of arrays whose rows are no power of two",
    "The number of levels is told before the images",
    ("gpu/resources/uploads.py",),
)
COARSE_SRGB = Quirk(
    "several",
    "",
    "Decode sRGB by approximations, and have no sRGB luminance",
    "Images are uploaded decoded, with sixteen bits",
    ("gpu/resources/uploads.py",),
)

# --- Rasterization

PLACES_OF_SAMPLES = Quirk(
    "several",
    "",
    "Give a fragment shader that an input's qualifier runs for each sample the pixel's mask and place",
    "The mask is cut to the sample, and the place is read together with the sample's number",
    ("glsl/io/fragment/pipeline.py",),
)
OFF_CENTRE = Quirk(
    "several",
    "",
    "Divide what is interpolated away from the centre by 1/w at the centre",
    "A 1 is interpolated too, and divides",
    ("glsl/io/fragment/interpolation.py", "glsl/link.py"),
)
CENTRAL_W = Quirk(
    "Mesa",
    "",
    "gl_FragCoord.w is 1/w at the centre where each sample is run by itself",
    "It is moved to the sample by how it changes over the pixel",
    ("glsl/io/fragment/pipeline.py", "glsl/link.py"),
)
POINT_COORDINATES = Quirk(
    "several",
    "",
    "gl_PointCoord is half a pixel off in frames of several samples",
    "Coordinates in points come from gl_FragCoord",
    ("glsl/io/fragment/sprites.py",),
)
CLIP_DISTANCES = Quirk(
    "Mesa",
    "22",
    "Clips by every distance that a shader sets, enabled or not",
    "Distances are set only while a plane is enabled",
    ("gpu/pipeline/stage_texts.py",),
)
SMOOTH_LINES = Quirk(
    "llvmpipe",
    "",
    "Covers triangles otherwise while LINE_SMOOTH is enabled, or the offset of points or lines",
    "All three are switched off for a draw",
    ("gpu/pipeline/raster.py",),
)
FIRST_CLIPPED_POINT = Quirk(
    "llvmpipe",
    "26",
    "Draws points whose centres lie outside as far as they reach in, if the first was without depths",
    "Each new context clips a point in a framebuffer that has depths, and captures have such a one",
    ("gpu/context/pixel.py",),
)
PATCH_NUMBERS = Quirk(
    "several",
    "",
    "Number what an evaluation shader makes each in their own way in gl_PrimitiveID",
    "The evaluation shader hands the number of the patch over, and captured vertices are counted",
    ("glsl/io/geometry/pipeline.py", "gpu/pipeline/stage_texts.py"),
)
REPEATED_VERTICES = Quirk(
    "Mesa",
    "26",
    "Takes what one EmitVertex in a loop hands on to be the same for all vertices: it is not interpolated",
    "Where one stands in a loop there is another, which is never come to, with other values",
    ("glsl/io/geometry/pipeline.py",),
)

# --- Objects

CAPTURING_PROGRAMS = Quirk(
    "Mesa",
    "22",
    "Never frees a program that captured and is put back in use",
    "No program is in use before one that captures",
    ("gpu/pipeline/capture/controls.py",),
)
STENCIL_REFERENCES = Quirk(
    "Mesa",
    "",
    "Tells a stencil reference of no more bits than the framebuffer in use has",
    "The reference is set again only if it differs",
    ("gpu/context/preserved_raster.py", "gpu/context/setting.py"),
)

#: Every row by name.
QUIRKS: dict[str, Quirk] = {name: row for name, row in globals().items() if isinstance(row, Quirk)}
