"""What a scene file may say about meshes: one frozen structure per ``kind``."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from nvrender.scene.forms.base import MAX_POINTS, Color3, Form, Positive, Segments, Sides, Vector2, Vector3


class MeshForm(Form, tag_field="kind", frozen=True):
    """A built-in mesh by ``kind``, or a file."""


class Torus(MeshForm, tag="torus", frozen=True):
    """A ring of radius ``radius`` with a round section of radius ``tube``."""

    radius: Positive = 1.0
    tube: Positive = 0.35
    segments: Sides = 128
    sides: Sides = 64


class Sphere(MeshForm, tag="sphere", frozen=True):
    """A ball around the origin."""

    radius: Positive = 1.0
    segments: Sides = 96
    rings: Sides = 48


class Grid(MeshForm, tag="grid", frozen=True):
    """Level, facing up, in the plane y = 0."""

    size: Vector2 = (2.0, 2.0)
    cells: tuple[Segments, Segments] = (64, 64)


class Cube(MeshForm, tag="cube", frozen=True):
    """A box, ``size`` along x, y and z, ``cells`` along each."""

    size: Vector3 = (1.0, 1.0, 1.0)
    cells: Segments = 8


class Cylinder(MeshForm, tag="cylinder", frozen=True):
    """Upright on y = 0; ``flutes`` grooves of ``depth`` run along it, as on a column."""

    radius: Positive = 0.5
    top: Positive | None = None
    height: Positive = 1.0
    segments: Sides = 64
    cells: Segments = 32
    flutes: Annotated[int, Meta(ge=0, le=64)] = 0
    depth: float = 0.0


class Tube(MeshForm, tag="tube", frozen=True):
    """A limb for skinning, upright on y = 0, with a rounded tip and a bulge ``bulb`` there.

    Attribute 1 has the weights of two bones, attribute 6 the first rows of their matrices.
    """

    radius: Positive = 0.2
    top: Positive = 0.08
    length: Positive = 2.0
    bones: Annotated[int, Meta(ge=1, le=64)] = 8
    segments: Sides = 48
    cells: Segments = 128
    bulb: float = 0.0


class Limb(MeshForm, tag="limb", frozen=True):
    """A ``profile`` of [radius, y] points turned around y, for skinning with one to four bones a vertex.

    Attribute 1 has the weights, 6 as integers the first bone and their number, 7 how much of a sucker's rim
    the vertex is.
    ``suckers`` sit in two rows on the side of -z, each as large as the limb is wide there.
    """

    profile: Annotated[tuple[Vector2, ...], Meta(min_length=2, max_length=256)]
    bones: Annotated[int, Meta(ge=1, le=64)] = 8
    segments: Sides = 64
    cells: Segments = 256
    suckers: Annotated[int, Meta(ge=0, le=64)] = 0


class Lathe(MeshForm, tag="lathe", frozen=True):
    """A ``profile`` of [radius, y] points, from the bottom up, turned around y; smooth unless ``sharp``."""

    profile: Annotated[tuple[Vector2, ...], Meta(min_length=2, max_length=256)]
    segments: Sides = 96
    cells: Segments = 128
    sharp: bool = False


class Teapot(MeshForm, tag="teapot", frozen=True):
    """A pot with lid, spout and handle, about 1.6 high, standing on y = 0."""

    detail: Annotated[int, Meta(ge=1, le=8)] = 4


class Ribbon(MeshForm, tag="ribbon", frozen=True):
    """A closed band along a (p, q) torus knot, or a circle for q = 0, turned ``twists`` times."""

    radius: Positive = 1.0
    tube: float = 0.4
    p: Annotated[int, Meta(ge=1, le=16)] = 2
    q: Annotated[int, Meta(ge=0, le=16)] = 3
    width: Positive = 0.3
    twists: int = 2
    segments: Sides = 768
    cells: Segments = 24


class Knot(MeshForm, tag="knot", frozen=True):
    """A tube along a (p, q) torus knot."""

    radius: Positive = 1.0
    tube: Positive = 0.4
    thickness: Positive = 0.15
    p: Annotated[int, Meta(ge=1, le=16)] = 2
    q: Annotated[int, Meta(ge=1, le=16)] = 3
    segments: Sides = 512
    sides: Sides = 48


class Bowl(MeshForm, tag="bowl", frozen=True):
    """The part of a sphere below ``cut`` degrees from its south pole; open at the top."""

    radius: Positive = 1.0
    cut: Annotated[float, Meta(gt=0, lt=180)] = 90.0
    segments: Sides = 128
    rings: Segments = 64


class Disk(MeshForm, tag="disk", frozen=True):
    """Level rings around the origin, their radii in geometric progression, over ``sweep`` degrees."""

    inner: Positive = 0.1
    outer: Positive = 100.0
    rings: Segments = 200
    segments: Segments = 200
    start: float = 0.0
    sweep: Annotated[float, Meta(gt=0, le=360)] = 360.0


class Square(MeshForm, tag="square", frozen=True):
    """From -1 to 1 along x and y, facing +z."""


class Galaxy(MeshForm, tag="galaxy", frozen=True):
    """Points on spiral arms and in a core: attribute 0 has radius, angle, height; 6 size and twinkle."""

    count: Annotated[int, Meta(ge=1, le=MAX_POINTS)] = 20000
    arms: Annotated[int, Meta(ge=1, le=16)] = 2
    turns: float = 0.8
    spread: float = 0.25
    core: Annotated[float, Meta(ge=0, le=1)] = 0.25
    thickness: float = 0.05
    radius: Positive = 1.0
    size: Vector2 = (0.4, 1.6)
    inner: Color3 = (1.0, 0.85, 0.6)
    outer: Color3 = (0.35, 0.5, 1.0)
    accent: Color3 = (1.0, 0.35, 0.55)
    seed: Annotated[int, Meta(ge=0)] = 1


class File(MeshForm, tag="file", kw_only=True, frozen=True):
    """An OBJ, PLY, STL, OFF, glTF or GLB file; ``fit`` centres it on y = 0 and makes it this tall."""

    path: str
    fit: Positive | None = None


_Surface = (
    Torus | Sphere | Grid | Cube | Cylinder | Tube | Limb | Lathe | Teapot | Ribbon | Knot | Bowl | Disk
    | Square
)  # fmt: skip


class Many(MeshForm, tag="many", kw_only=True, frozen=True):
    """Another mesh several times, for programs that tell the pieces apart by ``vertex.id``."""

    of: _Surface
    count: Annotated[int, Meta(ge=1, le=MAX_POINTS)]


Mesh = _Surface | Many | Galaxy | File
