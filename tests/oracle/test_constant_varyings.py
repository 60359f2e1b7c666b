"""What is the same at all vertices is the same at every fragment: a + b + c = 1 (OpenGL 1.5, 3.5.1)."""

from __future__ import annotations

import numpy as np
import pytest
from drawing_helpers import drawn_frame, rows

from nvrender.oracle.raster.assembly import assembled
from nvrender.oracle.raster.interpolate import Interpolation, Lanes
from nvrender.oracle.raster.triangles import Float32Array, IndexArray, Rules, Triangles, Vertices
from nvrender.oracle.raster.window import lines, triangles

#: Words as they are: among them denormals, a signaling NaN, and zeros and infinities of both signs.
WORDS = np.array([0x40400000, 0x3DCCCCCD, 0xC0E9999A, 0x7F7FFFFF, 0xFF7FFFFF, 0x80000000, 0x00000001,
                  0xFFB36F80, 0x7F800000, 0xFF800000, 0x00800000, 0x4B7FFFFF], np.uint32)  # fmt: skip
#: Beside it the vertex program's other components change.
CHANGING = 2
SIZE = (37, 29)


def scattered(seed: int, w: tuple[float, float], reach: float) -> Float32Array:
    """(60, 4) clip coordinates, of which ``reach`` beyond 1 leaves work to clipping."""
    rng = np.random.default_rng(seed)
    places = rng.uniform(-reach, reach, (60, 4))
    places[:, 3] = rng.uniform(*w, 60)
    places[:, :3] *= abs(places[:, 3:])
    return places.astype(np.float32)


def lanes_of(found: Triangles) -> tuple[Lanes, IndexArray]:
    """Every pixel of the frame in every triangle, inside or not."""
    count = SIZE[0] * SIZE[1]
    triangle = np.repeat(np.arange(len(found)), count)
    x, y = (np.tile(each.ravel(), len(found)) for each in np.meshgrid(*map(np.arange, SIZE)))
    return Interpolation(found).lanes(triangle, x, y), triangle


@np.errstate(all="ignore")
@pytest.mark.parametrize("primitive", ["TRIANGLES", "QUADS", "LINES"])
@pytest.mark.parametrize("rule", ["perspective", "linear", "flat"])
@pytest.mark.parametrize(("w", "reach"), [((1.0, 1.0), 0.9), ((0.3, 7.0), 0.9), ((-1.0, 2.0), 3.0)])
def test_every_word_that_all_vertices_have(
    primitive: str, rule: str, w: tuple[float, float], reach: float
) -> None:
    """3.5.1 and 2.13.8: at the centre, beside it, and after clipping; half of the primitives have it in w."""
    clip = scattered(7, w, reach)
    varying = np.empty((60, 4), np.uint32)
    for number, word in enumerate(WORDS):
        varying[:] = word
        varying[:, CHANGING] = np.arange(60, dtype=np.float32).view(np.uint32)
        varying[24:, 3] = varying[24:, CHANGING]
        vertices = Vertices(clip, {"TEX0": varying.view(np.float32)}, np.empty((60, 0), np.float32))
        names = frozenset({"TEX0"})
        rules = Rules(
            SIZE,
            flat=names if rule == "flat" else frozenset(),
            linear=names if rule == "linear" else frozenset(),
        )
        corners = assembled(primitive, np.arange(60))
        found = (lines if primitive == "LINES" else triangles)(vertices, corners, rules)
        assert len(found) > 8, number
        lanes, triangle = lanes_of(found)
        half = corners[0, found.owner[triangle]] < 24
        beside = np.full(len(triangle), 0.375), np.full(len(triangle), -0.125)
        for values in (lanes.varying("TEX0"), lanes.beside("TEX0", beside)):
            words = values.view(np.uint32)
            assert (words[:, :CHANGING] == word).all()
            assert (words[half, 3] == word).all()
            assert (words[~half, 3] == words[~half, CHANGING]).all()
            assert len(np.unique(words[:, CHANGING])) > 4
        right, up = lanes.changes("TEX0")
        assert not right[:, :CHANGING].any()
        assert not up[:, :CHANGING].any()
        assert not (right[half, 3].any() or up[half, 3].any())


@pytest.mark.parametrize("w", [(1, 1, 1, 1), (1, 3, 3, 1), (1, 2, 5, 0.7)])
@pytest.mark.parametrize("words", ["", "NOPERSPECTIVE", "CENTROID", "FLAT", "NOPERSPECTIVE CENTROID"])
@pytest.mark.parametrize("samples", [1, 4])
def test_whole_numbers_of_a_square(w: tuple[float, ...], words: str, samples: int) -> None:
    """FLR, KIL and SGE of a constant decide alike in all of 250×250 pixels."""
    fragment = f"""!!NVfp4.0
        {words} ATTRIB a = fragment.texcoord[0];
        TEMP R;
        SUB R, a, {{3, -1000.1, 0.7, 0.1}};
        KIL R.x;
        KIL R.w;
        FLR R.x, a.x;
        SGE R.y, a.y, -1000.1;
        SGE R.z, 0.7, a.z;
        SUB R.w, a.w, 0.1;
        MOV result.color, R;
        END"""
    places = [(x * each, y * each, 0, each) for (x, y), each in zip(CORNERS, w, strict=True)]
    frame = drawn_frame(
        "!!ARBvp1.0 MOV result.position, vertex.position; MOV result.texcoord[0], vertex.color; END",
        fragment,
        {0: places, 3: [(3, -1000.1, 0.7, 0.1)] * 4},
        size=(250, 250),
        samples=samples,
        format="RGBA32F",
    )
    assert (frame.colors[0] == (3, 1, 1, 0)).all()


CORNERS = ((-1, -1), (1, -1), (1, 1), (-1, 1))


@pytest.mark.parametrize("w", [1.7, 3.3])
def test_one_over_w_where_it_is_the_same(w: float) -> None:
    """ARB_fragment_program 3.11.1: fragment.position.w of a triangle of one w, beside one of three."""
    places = [(x * w, y * w, 0, w) for x, y in CORNERS[:3]] + [(1, 1, 0, 1), (-2, 2, 0, 2), (-3, -3, 0, 3)]
    frame = drawn_frame(
        "!!ARBvp1.0 MOV result.position, vertex.position; END",
        "!!ARBfp1.0 MOV result.color, fragment.position.w; END",
        {0: places},
        primitive="TRIANGLES",
        size=(64, 64),
        format="RGBA32F",
    )
    seen = rows(frame)[:, :, 0]
    y, x = np.indices(seen.shape)
    assert (seen[x > y] == np.float32(1.0 / np.float32(w))).all()
    assert len(np.unique(seen[x < y])) > 100


def test_what_two_corners_share_stays_between_the_corners() -> None:
    """Shares that add up to 1 leave no value beyond what the corners have."""
    clip = scattered(11, (0.3, 7.0), 0.9)
    values = np.random.default_rng(3).uniform(1.0, 2.0, (60, 4)).astype(np.float32)
    values[1::3] = values[::3]
    vertices = Vertices(clip, {"TEX0": values}, np.empty((60, 0), np.float32))
    found = triangles(vertices, assembled("TRIANGLES", np.arange(60)), Rules(SIZE))
    lanes, triangle = lanes_of(found)
    shares = np.stack(lanes.shares(None))
    inside = (shares >= 0.0).all(axis=0)
    assert inside.sum() > 1000
    assert abs(shares.sum(axis=0) - 1.0)[inside].max() <= 2.0**-50
    seen = lanes.varying("TEX0")[inside]
    corners = np.stack([values[row[triangle[inside]]] for row in found.corners])
    assert (seen >= corners.min(axis=0)).all()
    assert (seen <= corners.max(axis=0)).all()
