"""What bindings hold, for people: components, a line, and the command of the GL that says so.

A name has no numbers, and of materials no face. Attributes of vertices are under what they are of
(``nvrender.languages.vp.bindings`` knows their commands).
"""

# ruff: noqa: E501, a row of the tables is a line

from __future__ import annotations

from typing import NamedTuple


class BindingText(NamedTuple):
    """``components`` are what x, y, z and w hold; ``command`` is "" where none alone sets it."""

    components: str
    text: str
    command: str = ""


_STATE = """
state.material.ambient       | r, g, b, a             | the material's ambient colour | Material
state.material.diffuse       | r, g, b, a             | the material's diffuse colour | Material
state.material.specular      | r, g, b, a             | the material's specular colour | Material
state.material.emission      | r, g, b, a             | the light that the material gives off | Material
state.material.shininess     | s, 0, 0, 1             | the material's specular exponent | Material
state.light.ambient          | r, g, b, a             | the light's ambient colour | Light
state.light.diffuse          | r, g, b, a             | the light's diffuse colour | Light
state.light.specular         | r, g, b, a             | the light's specular colour | Light
state.light.position         | x, y, z, w             | where the light is, in eye coordinates | Light
state.light.attenuation      | c, l, q, e             | constant, linear and quadratic attenuation, the spot's exponent | Light
state.light.spot.direction   | x, y, z, c             | where the spot points, in eye coordinates, and the cosine of its cutoff | Light
state.light.half             | x, y, z, 1             | the unit vector halfway between the light's direction and the eye's, (0, 0, 1) | Light
state.lightmodel.ambient     | r, g, b, a             | the ambient light of the scene | LightModel
state.lightmodel.scenecolor  | r, g, b, a             | emission plus the scene's ambient light times the material's ambient colour | LightModel
state.lightprod.ambient      | r, g, b, a             | the light's ambient colour times the material's | Light
state.lightprod.diffuse      | r, g, b, a             | the light's diffuse colour times the material's | Light
state.lightprod.specular     | r, g, b, a             | the light's specular colour times the material's | Light
state.texgen.eye             | a, b, c, d             | the plane that generates the coordinate from eye coordinates | TexGen
state.texgen.object          | a, b, c, d             | the plane that generates the coordinate from object coordinates | TexGen
state.texenv.color           | r, g, b, a             | the colour of the texture unit's environment | TexEnv
state.fog.color              | r, g, b, a             | the fog's colour | Fog
state.fog.params             | d, s, e, r             | the fog's density, start, end and 1 / (end - start) | Fog
state.clip.plane             | a, b, c, d             | the clip plane, in eye coordinates | ClipPlane
state.point.size             | s, n, x, f             | the size of points, least and greatest, and the fade threshold | PointSize, PointParameter
state.point.attenuation      | a, b, c, 1             | constant, linear and quadratic attenuation of points | PointParameter
state.depth.range            | n, f, d, 1             | near, far, and far - near | DepthRange
state.matrix.modelview       | m0, m1, m2, m3         | rows of a modelview matrix | MatrixMode, LoadMatrix
state.matrix.projection      | m0, m1, m2, m3         | rows of the projection matrix | MatrixMode, LoadMatrix
state.matrix.mvp             | m0, m1, m2, m3         | rows of the projection matrix times the modelview matrix | MatrixMode, LoadMatrix
state.matrix.texture         | m0, m1, m2, m3         | rows of the texture unit's matrix | MatrixMode, LoadMatrix
state.matrix.palette         | m0, m1, m2, m3         | rows of a matrix of the palette | MatrixMode, LoadMatrix
state.matrix.program         | m0, m1, m2, m3         | rows of a matrix that programs alone read | MatrixMode, LoadMatrix
state.thread.warpsize        | n, -, -, -             | how many threads a group has
state.thread.warpspersm      | n, -, -, -             | how many groups a multiprocessor runs
state.thread.smcount         | n, -, -, -             | how many multiprocessors there are
program.env                  | x, y, z, w             | a parameter that all programs of the stage share | ProgramEnvParameter4fARB
program.local                | x, y, z, w             | a parameter of the program's own | ProgramLocalParameter4fARB
program.storagelen           | n, 0, 0, 0             | how many bytes a storage buffer has
"""
_VARYINGS = """
position        | x, y, z, w  | clip coordinates, of which the rasterizer takes where the vertex is
color           | r, g, b, a  | a colour
color.primary   | r, g, b, a  | the primary colour
color.secondary | r, g, b, a  | the secondary colour
color.front.primary   | r, g, b, a | the primary colour of front faces
color.front.secondary | r, g, b, a | the secondary colour of front faces
color.back.primary    | r, g, b, a | the primary colour of back faces
color.back.secondary  | r, g, b, a | the secondary colour of back faces
fogcoord        | f, -, -, -  | the fog coordinate
pointsize       | s, -, -, -  | the size of a point
texcoord        | s, t, r, q  | a set of texture coordinates
clip            | d, -, -, -  | a distance to clip by
attrib          | x, y, z, w  | a generic attribute
id              | n, -, -, -  | the number of the vertex
layer           | n, -, -, -  | the layer of the framebuffer that the primitive goes to
primid          | n, -, -, -  | the number that fragments read as primitive.id
depth           | -, -, z, -  | the depth of the fragment
samplemask      | m, -, -, -  | a bit for each sample that is written
tessouter       | l, -, -, -  | an outer level of tessellation
tessinner       | l, -, -, -  | an inner level of tessellation
patch.attrib    | x, y, z, w  | a generic attribute of the patch
"""
_ATTRIBUTES = """
fragment.position        | x, y, z, 1/w | where the fragment is in the window
fragment.color.primary   | r, g, b, a   | the primary colour, interpolated
fragment.color.secondary | r, g, b, a   | the secondary colour, interpolated
fragment.texcoord        | s, t, r, q   | a set of texture coordinates, interpolated
fragment.fogcoord        | f, 0, 0, 1   | the fog coordinate, interpolated
fragment.facing          | s, 0, 0, 1   | 1 for front faces, -1 for back faces
fragment.clip            | d, 0, 0, 1   | a clip distance, interpolated
fragment.attrib          | x, y, z, w   | a generic attribute, interpolated
fragment.sampleid        | n, 0, 0, 1   | which sample the program runs for
fragment.samplemask      | m, 0, 0, 1   | a bit for each sample that is covered
fragment.pointcoord      | s, t, 0, 1   | where in a point the fragment is
fragment.helperthread    | b, 0, 0, 1   | whether the thread runs for derivatives alone
primitive.id             | n, 0, 0, 1   | the number of the primitive
primitive.invocation     | n, 0, 0, 1   | which invocation, or which thread of the patch, runs
primitive.vertexcount    | n, 0, 0, 1   | how many vertices the primitive has
vertex.id                | n, 0, 0, 1   | the number of the vertex
vertex.instance          | n, 0, 0, 1   | the number of the instance
vertex.matrixindex       | i, i, i, i   | numbers of matrices of the palette
vertex.tesscoord         | u, v, w, 1   | where in the patch the vertex is
vertex.attrib            | x, y, z, w   | a generic attribute | VertexAttrib4f
invocation.localid       | x, y, z, 0   | the invocation's place in its work group
invocation.globalid      | x, y, z, 0   | the invocation's place among all
invocation.groupid       | x, y, z, 0   | the place of the work group
invocation.groupcount    | x, y, z, 0   | how many work groups there are
invocation.groupsize     | x, y, z, 0   | how many invocations a work group has
invocation.localindex    | n, 0, 0, 0   | the number of the invocation in its work group
threadid                 | n, 0, 0, 1   | the thread's number in its group
threadeqmask             | m, 0, 0, 1   | the bit of the thread itself
threadltmask             | m, 0, 0, 1   | bits of the threads with lower numbers
threadlemask             | m, 0, 0, 1   | bits of the thread and those with lower numbers
threadgtmask             | m, 0, 0, 1   | bits of the threads with higher numbers
threadgemask             | m, 0, 0, 1   | bits of the thread and those with higher numbers
warpid                   | n, 0, 0, 1   | the number of the thread's group
smid                     | n, 0, 0, 1   | the number of the multiprocessor
"""
#: Results of the register-named languages → the declared-name languages' word for the same.
REGISTER_NAMES = {
    "HPOS": "position", "COL0": "color.front.primary", "COL1": "color.front.secondary",
    "BFC0": "color.back.primary", "BFC1": "color.back.secondary", "FOGC": "fogcoord", "PSIZ": "pointsize",
    "COLR": "color", "COLH": "color", "DEPR": "depth",
}  # fmt: skip


def _rows(table: str) -> dict[str, BindingText]:
    rows = ([cell.strip() for cell in line.split("|")] for line in table.splitlines() if line)
    return {name: BindingText(*cells) for name, *cells in rows}


STATE = _rows(_STATE)
#: Of results, and of what a later stage reads of them, without what they are of.
VARYINGS = _rows(_VARYINGS)
ATTRIBUTES = _rows(_ATTRIBUTES)
