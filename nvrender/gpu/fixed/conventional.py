"""The conventional vertex stage, for passes without a vertex program, as GLSL (OpenGL 1.5, 2.11 to 2.14).

What of the state changes the text is a ConventionalStage; what are only numbers goes into the uniform
block ConventionalTransform.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from nvrender.gl.inputs.params import matrix_named, modelview_projection, transformed
from nvrender.gl.state.lighting import Light, Material, TextureGeneration
from nvrender.gl.state.state import CLIP_PLANES, IDENTITY, LIGHTS, TEXTURE_UNITS, Point, State
from nvrender.glsl import library
from nvrender.glsl.hidden import declaration
from nvrender.glsl.io.blocks import block_declaration
from nvrender.glsl.io.fragment import sprites
from nvrender.glsl.io.vertices import (
    FIXED_FUNCTION,
    POSITION_AND_CLIPPING,
    POSITION_INVARIANT,
    renamed,
    user_clipping,
)
from nvrender.glsl.link import Link
from nvrender.glsl.targets import Target
from nvrender.glsl.translation import Resources
from nvrender.glsl.varyings import Varying, Varyings, first_vector, unwritten, unwritten_values
from nvrender.gpu.fixed.lighting import FUNCTIONS, STRUCTURES, Lighting, lighting_of, lit, viewer
from nvrender.languages.common.families import VP2

_BLOCK_TEXT = f"""layout(std140) uniform ConventionalTransform {{
    vec4 modelview[4];
    vec4 normal_matrix[3];
    vec4 texture_matrix[{4 * TEXTURE_UNITS}];
    vec4 object_plane[{4 * TEXTURE_UNITS}];
    vec4 eye_plane[{4 * TEXTURE_UNITS}];
    vec4 point_size;  // size, minimum, maximum
    vec4 point_attenuation;
    vec4 scene_ambient;
    Material materials[2];
    Light lights[{LIGHTS}];
}} conventional;
"""
_UNIT_FUNCTION = """vec3 unit_vector(vec3 vector) {
    float square = dot(vector, vector);
    return square > 0.0 ? vector * inversesqrt(square) : vector;
}
"""
_ATTRIBUTES = {
    "v_OPOS": 0, "v_NRML": 2, "v_COL0": 3, "v_COL1": 4, "v_FOGC": 5,
    **{f"v_TEX{unit}": 8 + unit for unit in range(TEXTURE_UNITS)},
}  # fmt: skip
_UNITS = {f"TEX{unit}": unit for unit in range(TEXTURE_UNITS)}
_WITH_NORMALS = frozenset({"SPHERE_MAP", "REFLECTION_MAP", "NORMAL_MAP"})
_WITH_REFLECTIONS = frozenset({"SPHERE_MAP", "REFLECTION_MAP"})
_FACES = {"COL0": ("front", "primary"), "COL1": ("front", "secondary"),
          "BFC0": ("back", "primary"), "BFC1": ("back", "secondary")}  # fmt: skip


@dataclass(frozen=True, slots=True)
class ConventionalStage:
    """What of the state decides the text.

    ``generation`` holds the texture generation modes of each unit, ``point_size`` tells whether sizes are
    derived from distances.
    """

    lighting: Lighting | None
    normalize: bool
    generation: tuple[tuple[str, str, str, str], ...]
    fog_coordinates: bool
    point_size: bool


def conventional_stage(state: State) -> ConventionalStage:
    """The conventional vertex stage ``state`` asks for."""
    rows = state.texture_generation
    return ConventionalStage(
        lighting_of(state),
        state.normalize,
        tuple((rows[unit] if unit < len(rows) else TextureGeneration()).modes
              for unit in range(TEXTURE_UNITS)),
        state.fog.coordinate_source == "FOG_COORD",
        state.point != Point(),
    )  # fmt: skip


@dataclass(frozen=True)
class _Read:
    """What of attributes, functions and the state the statements that make ``results`` read."""

    stage: ConventionalStage
    results: tuple[str, ...]

    @property
    def units(self) -> list[int]:
        return [_UNITS[name] for name in self.results if name in _UNITS]

    @property
    def modes(self) -> set[str]:
        return {mode for unit in self.units for mode in self.stage.generation[unit]}

    @property
    def faces(self) -> list[str]:
        """The faces that are lit."""
        lit = self.results if self.stage.lighting is not None else ()
        return sorted({_FACES[name][0] for name in lit if name in _FACES}, reverse=True)

    @property
    def eye(self) -> bool:
        """Whether the eye coordinates are read."""
        fog = "FOGC" in self.results and not self.stage.fog_coordinates
        placed = fog or "PSIZ" in self.results or self.stage.lighting is not None
        return placed or not self.modes.isdisjoint({"EYE_LINEAR", *_WITH_REFLECTIONS})

    @property
    def normal(self) -> bool:
        return bool(self.faces) or not self.modes.isdisjoint(_WITH_NORMALS)

    @property
    def state(self) -> bool:
        """Whether the block of the state is read."""
        return bool(self.eye or self.normal or self.units)

    @property
    def shines(self) -> bool:
        return bool(self.faces and self.stage.lighting and self.stage.lighting.lights)

    @property
    def unit_vectors(self) -> bool:
        """Whether vectors are scaled to the length 1."""
        viewed = self.faces and self.stage.lighting is not None and self.stage.lighting.local_viewer
        scaled = self.normal and self.stage.normalize
        return bool(viewed or scaled or self.shines or not self.modes.isdisjoint(_WITH_REFLECTIONS))

    @property
    def attributes(self) -> dict[str, int]:
        """The inputs by name, and their locations."""
        lighting, colors = self.stage.lighting, {f"v_{name}" for name in self.results if name in _FACES}
        found = {"v_OPOS"} | (colors if lighting is None else set())
        found |= {"v_NRML"} if self.normal else set()
        found |= {"v_COL0"} if lighting and any(map(lighting.tracks, self.faces)) else set()
        found |= {"v_FOGC"} if "FOGC" in self.results and self.stage.fog_coordinates else set()
        found |= {f"v_TEX{unit}" for unit in self.units if "" in self.stage.generation[unit]}
        return {name: location for name, location in _ATTRIBUTES.items() if name in found}


def conventional_source(
    stage: ConventionalStage, results: Sequence[str], target: Target, link: Link
) -> tuple[str, Resources]:
    """A vertex shader: position, colours, fog and texture coordinates, point size, distances of clip planes.

    Attributes are those the vertex programs' numbers alias (NV_vertex_program2 table X.2). The varyings of
    ``link`` are what a program reads in place of ``results``: the coordinates of any unit, and (0, 0, 0, 1)
    where this stage has nothing. With sprites fragments learn where their point lies.
    """
    varyings, feeds_geometry, clip_planes = link.read, bool(link.output_prefix), link.state.clip_planes
    if varyings is not None:
        wanted = dict.fromkeys(varyings if feeds_geometry else (*(["PSIZ"] * ("PSIZ" in results)), *varyings))
        results = ("HPOS", *(name for name in wanted if _has(stage, name)))
    read = _Read(stage, tuple(results))
    body = [declaration("gl_VertexID", signed=True), *_body(read, varyings or {}, feeds_geometry)]
    body += unwritten_values(unwritten(varyings, results), exact=True)
    if clip_planes:
        body += user_clipping("v_OPOS", clip_planes, varyings, feeds_geometry=feeds_geometry, zero="zero")
    if link.state.sprites:
        body += sprites.placement("gl_PointSize" if "PSIZ" in results else "")
    lines = [target.version_line, "", *renamed(varyings, link.output_prefix)]
    position = POSITION_AND_CLIPPING if clip_planes else POSITION_INVARIANT
    lines.append(block_declaration("std140", FIXED_FUNCTION, position))
    if clip_planes and not feeds_geometry:
        lines.append(f"out float gl_ClipDistance[{max(clip_planes) + 1}];")
    lines += [STRUCTURES, _BLOCK_TEXT] * read.state
    lines += [f"layout(location = {number}) in vec4 {name};" for name, number in read.attributes.items()]
    for name in results:
        if name in (varyings or ()) or name not in ("HPOS", "PSIZ"):
            usual = Varying(name, "flat" if link.state.flat_colors and name in _FACES else "")
            lines.append((varyings or {}).get(name, usual).declared("out"))
    lines += [row.declared("out") for row in unwritten(varyings, results)]
    lines += sprites.outputs() if link.state.sprites else []
    lines += ["invariant gl_Position;", "", *library.texts(library.POSITION, VP2)]
    lines += [_UNIT_FUNCTION] * read.unit_vectors
    lines += [FUNCTIONS] * read.shines
    text = "\n".join([*lines, "void main() {", *(f"    {line}" for line in body), "}", ""])
    return text, Resources(uniform_blocks=1 + read.state)


def _handed_on(varyings: Varyings, name: str, value: str) -> str:
    """A statement that sets what the next stage may read as another type."""
    return f"{name} = {varyings[name].words(value) if name in varyings else value};"


def _has(stage: ConventionalStage, name: str) -> bool:
    if name == "PSIZ":
        return stage.point_size
    if name in ("BFC0", "BFC1"):
        return stage.lighting is not None and stage.lighting.two_side
    return name in ("COL0", "COL1", "FOGC") or name in _UNITS


def _body(read: _Read, varyings: Varyings, feeds_geometry: bool) -> Iterator[str]:
    """The statements of main."""
    stage, results, modes = read.stage, read.results, read.modes
    yield "gl_Position = fixed_function_position(v_OPOS);"
    if read.eye:
        yield f"vec4 eye = vec4({_rows('conventional.modelview', 'v_OPOS')});"
    if read.normal:
        # OpenGL 1.5, 2.11.3.
        yield f"vec3 normal = vec3({_rows('conventional.normal_matrix', 'v_NRML', '.xyz', 3)});"
        if stage.normalize:
            yield "normal = unit_vector(normal);"
    yield from _colors(read, varyings, feeds_geometry)
    if "FOGC" in results:
        # The distance along the eye's axis, which OpenGL 1.5, 3.10 allows for the distance.
        distance = "v_FOGC.x" if stage.fog_coordinates else "abs(eye.z)"
        yield _handed_on(varyings, "FOGC", first_vector("zero", distance))
    if "PSIZ" in results:
        yield from _point_size()
        if "PSIZ" in varyings:
            yield _handed_on(varyings, "PSIZ", first_vector("zero", "size"))
        if not feeds_geometry:
            yield "gl_PointSize = max(size, 1.0);"
    if modes & _WITH_REFLECTIONS:
        yield "vec3 reflected = reflect(unit_vector(eye.w < 0.0 ? -eye.xyz : eye.xyz), normal);"
    if "SPHERE_MAP" in modes:
        yield "vec3 sphere = vec3(reflected.xy, reflected.z + 1.0);"
        yield "vec2 sphere_map = 0.5 * unit_vector(sphere).xy + 0.5;"
    for unit in read.units:
        yield from _coordinates(unit, stage.generation[unit], varyings)


def _colors(read: _Read, varyings: Varyings, feeds_geometry: bool) -> Iterator[str]:
    """OpenGL 1.5, 2.14; clamped before they are interpolated (2.14.6)."""
    lighting = read.stage.lighting
    if lighting is not None and read.faces:
        yield viewer(lighting)
        for face in read.faces:
            yield from lit(lighting, face)
    for name in read.results:
        if name not in _FACES:
            continue
        value = f"v_{name}" if lighting is None else "_".join(_FACES[name])
        yield _handed_on(varyings, name, value if feeds_geometry else f"clamp({value}, 0.0, 1.0)")


def _point_size() -> Iterator[str]:
    """OpenGL 1.5, 3.3; sizes below 1 count as 1."""
    yield "float eye_distance = length(eye.xyz) / (eye.w == 0.0 ? 1.0 : abs(eye.w));"
    yield "vec3 powers = vec3(1.0, eye_distance, eye_distance * eye_distance);"
    yield "float attenuation = sqrt(1.0 / dot(conventional.point_attenuation.xyz, powers));"
    yield "float least = max(conventional.point_size.x * attenuation, conventional.point_size.y);"
    yield "float size = min(least, conventional.point_size.z);"


def _coordinates(unit: int, modes: Sequence[str], varyings: Varyings) -> Iterator[str]:
    """OpenGL 1.5, 2.11.4, then the texture matrix (2.11.2)."""
    given = f"v_TEX{unit}"
    if any(modes):
        generated = (_generated(unit, axis, mode) for axis, mode in enumerate(modes))
        given = f"generated{unit}"
        yield f"vec4 {given} = vec4({', '.join(generated)});"
    value = f"vec4({_rows('conventional.texture_matrix', given, first=4 * unit)})"
    yield _handed_on(varyings, f"TEX{unit}", value)


def _generated(unit: int, axis: int, mode: str) -> str:
    plane, component = 4 * unit + axis, "xyzw"[axis]
    return {
        "": f"v_TEX{unit}.{component}",
        "OBJECT_LINEAR": f"dot(conventional.object_plane[{plane}], v_OPOS)",
        "EYE_LINEAR": f"dot(conventional.eye_plane[{plane}], eye)",
        "SPHERE_MAP": f"sphere_map.{component}",
        "REFLECTION_MAP": f"reflected.{component}",
        "NORMAL_MAP": f"normal.{component}",
    }[mode]


def _rows(matrix: str, vector: str, part: str = "", count: int = 4, first: int = 0) -> str:
    return ", ".join(f"dot({matrix}[{first + row}]{part}, {vector}{part})" for row in range(count))


def conventional_numbers(state: State) -> bytes:
    """The contents of the uniform block ConventionalTransform."""
    generation = [*state.texture_generation, *[TextureGeneration()] * TEXTURE_UNITS][:TEXTURE_UNITS]
    textures = [matrix_named(state, f"TEXTURE{unit}") for unit in range(len(state.texture))]
    textures += [np.array(IDENTITY)] * (TEXTURE_UNITS - len(textures))
    lights = [*state.lights, *[Light()] * LIGHTS][:LIGHTS]
    with np.errstate(all="ignore"):
        rows: list[object] = [
            *matrix_named(state, "MODELVIEW"),
            *_normal_matrix(state),
            *np.concatenate(textures),
            *(plane for unit in generation for plane in unit.object),
            *(plane for unit in generation for plane in unit.eye),
            (state.point_size, state.point.minimum, state.point.maximum, 0.0),
            (*state.point.attenuation, 0.0),
            state.light_model.ambient,
            *(row for face in (state.material, state.back_material) for row in _material(face)),
            *(row for light in lights for row in _light(light)),
        ]
        return np.array(rows, np.float64).astype(np.float32).tobytes()


def position_numbers(state: State) -> bytes:
    """The uniform block FixedFunction: both matrices, the modelview matrix, planes in eye space."""
    planes = np.zeros((CLIP_PLANES, 4))
    planes[: len(state.clip_plane_equations)] = state.clip_plane_equations
    with np.errstate(all="ignore"):
        clipping = np.concatenate([matrix_named(state, "MODELVIEW"), planes]).astype(np.float32)
    return modelview_projection(state).tobytes() + clipping.tobytes()


def _normal_matrix(state: State) -> npt.NDArray[np.float64]:
    """(3, 4): the inverse transpose of the upper left of the modelview matrix, rescaled if enabled.

    OpenGL 1.5, 2.11.3: f is 1 / √(m31² + m32² + m33²) of the inverse.
    """
    upper = np.eye(4)
    upper[:3, :3] = matrix_named(state, "MODELVIEW")[:3, :3]
    rows = np.array(transformed(upper, "INVERSE_TRANSPOSE")[:3])
    length = float(np.linalg.norm(rows[:, 2])) if state.rescale_normal else 0.0
    return np.asarray(rows / (length or 1.0))


def _material(material: Material) -> Iterator[Sequence[float]]:
    yield from (material.ambient, material.diffuse, material.specular, material.emission)
    yield (material.shininess, 0.0, 0.0, 0.0)


def _light(light: Light) -> Iterator[Sequence[float]]:
    """As in the structure Light; the cosine of a cutoff of 180 degrees, which is no spot, is -1."""
    cosine = -1.0 if light.spot_cutoff == 180.0 else float(np.cos(np.radians(light.spot_cutoff)))
    yield from (light.ambient, light.diffuse, light.specular, light.position)
    yield (*light.spot_direction, cosine)
    yield (*light.attenuation, light.spot_exponent)
