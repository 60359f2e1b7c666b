"""What the shaders that make vertices hand on, to rasterization or to a stage between."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from nvrender.glsl.expressions import Expression
from nvrender.glsl.io.built_ins import OUTPUTS, SCALARS
from nvrender.glsl.io.fragment import sprites
from nvrender.glsl.io.interface import CLIP_PLANES, COLORS, Leaving, Result, Shader
from nvrender.glsl.varyings import GIVEN_PRIMITIVE_ID, Varying, Varyings, first_vector, unwritten_values
from nvrender.glsl.word_types import cast

#: The conventional transform (NV_vertex_program2 2.14.6.1): one expression that every
#: position-invariant program and the fixed-function stage share, so that depths are equal.
FIXED_FUNCTION = "FixedFunction"
POSITION_INVARIANT = ("vec4 mvp[4];",)
#: The same with what user clipping needs: planes in eye space (OpenGL 1.5 2.11).
POSITION_AND_CLIPPING = (*POSITION_INVARIANT, "vec4 modelview[4];", "vec4 clip_plane[6];")
#: What stands before the name of a vertex result where a geometry shader reads it: what the geometry shader
#: itself hands on has the plain name.
GEOMETRY_INPUT = "vertex_"
#: Results that go where GL wants them, and under their own names only where the next stage reads them.
GIVEN = frozenset({"HPOS", "PSIZ", *CLIP_PLANES})


def renamed(varyings: Varyings | None, prefix: str) -> list[str]:
    """Lines by which outputs get the names the next stage reads them under, where these have a prefix."""
    names = [name for name in varyings or () if prefix and name != GIVEN_PRIMITIVE_ID]
    return [f"#define {name} {prefix}{name}" for name in names]


def point_size(value: str) -> str:
    """The statement that sets a vertex' point size.

    Sizes below 1 count as 1 (OpenGL 1.5, 3.3); GL clamps at the other end.
    """
    return f"gl_PointSize = max({value}.x, 1.0);"


def clip_distances(planes: Mapping[int, str], written: frozenset[str] = frozenset()) -> list[str]:
    """Statements that set the distances of planes from vectors that hold them; of those between, 0.

    ``written`` are the results that are set already.
    """
    return [
        f"gl_ClipDistance[{plane}] = {f'{planes[plane]}.x' if plane in planes else '0.0'};"
        for plane in range(max(planes, default=-1) + 1)
        if f"CLP{plane}" not in written
    ]


def declared_distances(planes: Iterable[int]) -> list[str]:
    """The declaration of the distances of planes, if there are any."""
    return [f"out float gl_ClipDistance[{last + 1}];" for last in [max(planes, default=-1)] if last >= 0]


def user_clipping(
    position: str,
    planes: tuple[int, ...],
    varyings: Varyings | None,
    *,
    feeds_geometry: bool,
    zero: str,
) -> list[str]:
    """Statements that set the distance of each enabled plane from the eye coordinates of ``position``.

    Those of ``varyings`` that hold distances get them too (NV_fragment_program4 2.X.3.2); a geometry program
    gets them alone, and clips by its own (NV_geometry_program4 2.X.3.2, 2.X.3.5). ``zero`` is what they have
    beside.
    """
    rows = ", ".join(f"dot(modelview[{row}], {position})" for row in range(4))
    distances = [f"dot(clip_plane[{plane}], eye_position)" if plane in planes else "0.0"
                 for plane in range(max(planes) + 1)]  # fmt: skip
    lines = [f"vec4 eye_position = vec4({rows});"]
    if not feeds_geometry:
        lines += [f"gl_ClipDistance[{plane}] = {distance};" for plane, distance in enumerate(distances)]
    for plane in planes:
        if (row := (varyings or {}).get(f"CLP{plane}")) is not None:
            lines.append(f"{row.name} = {row.words(first_vector(zero, distances[plane]))};")
    return lines


def outgoing(shader: Shader, row: Result) -> Varying:
    """A result as it goes to the next stage."""
    if (wanted := (shader.next_stage or {}).get(row.name)) is not None:
        return wanted
    kind = shader.result_kind(row)
    flat = kind or (shader.state.flat_colors and row.name in COLORS)
    return Varying(row.name, "flat" if flat else "", kind)


def sprite_placement(shader: Shader) -> list[str]:
    """Statements that hand over where a point lies."""
    sized = any(row.name == "PSIZ" for row in shader.results)
    return sprites.placement("gl_PointSize" if sized else "") if shader.state.sprites else []


class VertexMaker(Shader):
    """A shader of a pipeline whose invocations each make a vertex."""

    @property
    def is_last(self) -> bool:
        """Whether rasterization follows, which clips and wants colours clamped, and no other stage."""
        return not self.options.link.output_prefix

    @property
    def _planes(self) -> dict[int, str]:
        """The planes whose distances the program sets, and the vectors that hold them."""
        clips = self.state.clip_distances and self.is_last and not self.clip_planes
        rows = (row for row in self.results if clips and row.name in CLIP_PLANES)
        return {CLIP_PLANES[row.name]: self.value(row) for row in rows}

    def inputs(self) -> list[str]:
        return [*renamed(self.next_stage, self.options.link.output_prefix), *super().inputs()]

    @property
    def hides_unwritten(self) -> bool:
        distances = (f"CLP{plane}" in (self.next_stage or ()) for plane in self.clip_planes)
        return super().hides_unwritten or (self.options.exact and any(distances))

    @property
    def _built_ins(self) -> Mapping[str, str]:
        """Result → the variable of GLSL's own that hands it on."""
        return OUTPUTS if self.options.built_ins else {}

    def is_output(self, name: str) -> bool:
        if name in self._built_ins:
            return False
        return name in (self.next_stage or ()) or name not in GIVEN

    def observed(self, row: Result) -> frozenset[int]:
        single = row.name in ("PSIZ", *CLIP_PLANES) and not self.is_output(row.name)
        return frozenset(range(1 if single else 4))

    def leaving(self, row: Result) -> Leaving | None:
        if self.result_kind(row) or (self.is_output(row.name) and outgoing(self, row).kind):
            return None
        if row.name in self._built_ins:
            name = self._built_ins[row.name]
            limits = (0.0, 1.0) if row.name in COLORS else (None, None)
            return Leaving(name, (0,) if name in SCALARS else (0, 1, 2, 3), limits)
        if row.name in COLORS:
            return Leaving(row.name, limits=(0.0, 1.0)) if self.is_last else None
        if self.is_output(row.name) or (row.name == "HPOS" and self.program.position_invariant):
            return None
        if row.name == "HPOS":
            return Leaving("gl_Position")
        if row.name == "PSIZ":
            return Leaving("gl_PointSize", (0,), (1.0, None))
        if CLIP_PLANES[row.name] in self._planes:
            return Leaving(f"gl_ClipDistance[{CLIP_PLANES[row.name]}]", (0,))
        return None

    def outputs(self) -> list[str]:
        rows = [outgoing(self, row) for row in self.results if self.is_output(row.name)]
        word = self.handed("out")
        lines = [row.declared(word, "" if row.kind else self.precise) for row in rows]
        lines += [row.declared(word) for row in self.left_out]
        lines += sprites.outputs() if self.state.sprites else []
        lines += declared_distances((self.clip_planes or self._planes) if self.is_last else ())
        return lines + ["invariant gl_Position;"] * self.program.position_invariant

    def epilogue(self) -> list[str]:
        lines = unwritten_values(self.left_out, exact=self.options.exact)
        for row in self.results:
            if self.is_output(row.name) and row.name not in COLORS:
                lines += self._stored(row)
        for row in self.results:
            if row.name in self.in_place:
                continue
            if row.name == "HPOS":
                lines.append(f"gl_Position = {self.value(row)};")
            elif row.name == "PSIZ":
                lines.append(point_size(self.value(row)))
            elif row.name in self._built_ins:
                lines.append(self._handed_on(row))
            elif row.name in COLORS:
                lines += [self._clamped(row)] if self.is_last else self._stored(row)
        lines += clip_distances(self._planes, self.in_place)
        if self.clip_planes:
            lines += user_clipping(
                self.position,
                self.clip_planes,
                self.next_stage,
                feeds_geometry=not self.is_last,
                zero="zero" if self.options.exact else "0.0",
            )
        return lines + sprite_placement(self)

    def _handed_on(self, row: Result) -> str:
        """A result goes to the fixed function."""
        name, value = self._built_ins[row.name], self.value(row)
        if row.name in COLORS:
            value = f"clamp({value}, 0.0, 1.0)"
        return f"{name} = {value}{'.x' if name in SCALARS else ''};"

    def _stored(self, row: Result) -> list[str]:
        value = self.words(row, outgoing(self, row).kind)
        return [f"{row.name} = {value};"] if value != row.name else []

    def _clamped(self, row: Result) -> str:
        value = Expression(f"clamp({self.words(row, '')}, 0.0, 1.0)", width=4)
        return f"{row.name} = {cast(value, '', outgoing(self, row).kind).text};"
