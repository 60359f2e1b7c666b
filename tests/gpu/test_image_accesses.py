"""Which texel an access finds, and what one without a texel does (EXT_shader_image_load_store 3.9.X)."""

from __future__ import annotations

import itertools

import numpy as np
import pytest
from image_programs import BACKENDS, TARGETS, numbered, run, texel, words

from nvrender.gl.textures.images import Image

#: Coordinates inside and just outside every image, and far outside.
PLACES = np.array(
    [
        *itertools.product((-1, 0, 4, 5), (-1, 0, 2, 3), (-1, 0, 1, 3, 4, 11, 12), (-1, 0, 3, 4)),
        (-(2**31), 0, 0, 0),
        (2**31 - 1, 0, 0, 0),
        (0, 2**31 - 1, 0, 0),
        (0, 0, -(2**31), 0),
        (65536, 0, 0, 0),
    ],
    np.int32,
)
#: Coordinates that each target clears (2.X.8, LOADIM); y of ARRAY1D is none (docs/semantics.md).
CLEARED = {"1D": (1, 2), "BUFFER": (1, 2), "2D": (2,), "RECT": (2,), "2DMS": (2,), "ARRAY1D": (1,)}


def _cleared(target: str, place: list[int]) -> tuple[int, int, int, int]:
    x, y, z, sample = (0 if k in CLEARED.get(target, ()) else number for k, number in enumerate(place))
    return x, y, z, sample


@BACKENDS
@TARGETS
def test_loads_find_the_texel_or_zeros(backend: str, target: str) -> None:
    """Table X.5; the list of invalid accesses of 3.9.X: an invalid load gives zeros, w too."""
    body = f"LOADIM.U32 result.attrib[0], vertex.attrib[0], image[3], {target};"
    image = numbered(target)
    results = run(body, {3: image}, backend, {0: PLACES})
    for place, found in zip(PLACES.tolist(), words(results).tolist(), strict=True):
        index = texel(target, _cleared(target, place))
        assert found == ([0, 0, 0, 0] if index is None else [image.texels[index], 0, 0, 1]), place
    assert (results.images[3] == image.texels).all()


@BACKENDS
@TARGETS
def test_stores_go_to_the_texel_or_nowhere(backend: str, target: str) -> None:
    """3.9.X: an invalid store has no effect."""
    body = f"ADD.U v, vertex.id.x, 1000;\nSTOREIM.U32 image[0], v, vertex.attrib[0], {target};"
    single: dict[tuple[int, ...], int] = {}
    for number, place in enumerate(PLACES.tolist()):
        index = texel(target, _cleared(target, place))
        if index is not None:
            single.setdefault(index, number)
    chosen = sorted(single.values()) + [
        number
        for number, place in enumerate(PLACES.tolist())
        if texel(target, _cleared(target, place)) is None
    ]
    image = numbered(target)
    wanted = image.texels.copy()
    for row, number in enumerate(chosen):
        index = texel(target, _cleared(target, PLACES[number].tolist()))
        if index is not None:
            wanted[index] = row + 1000
    left = run(body, {0: image}, backend, {0: PLACES[chosen]}).images[0]
    assert (left == wanted).all() and (left != image.texels).any()


@BACKENDS
@TARGETS
def test_atomics_change_the_texel_or_give_zero(backend: str, target: str) -> None:
    """3.9.X: an invalid atomic updates nothing and returns zero."""
    body = f"ATOMIM.ADD.U32 t, {{5}}, vertex.attrib[0], image[0], {target};\nMOV result.attrib[0], t;"
    image = numbered(target)
    wanted = image.texels.copy()
    found = words(run(body, {0: image}, backend, {0: PLACES})).tolist()
    left = run(body, {0: image}, backend, {0: PLACES}).images[0]
    for place, old in zip(PLACES.tolist(), found, strict=True):
        index = texel(target, _cleared(target, place))
        assert old[0] == old[3]
        if index is None:
            assert old == [0, 0, 0, 0], place
        else:
            assert old[0] >= image.texels[index]
            wanted[index] += 5
    assert (left == wanted).all()


#: What is bound, what the instruction says, coordinates, and the texel: the bound texture's target decides.
CROSSED = [
    ("2D", "1D", (4, 2, 0, 0), (0, 4)),
    ("3D", "2D", (4, 2, 3, 0), (0, 2, 4)),
    ("2D", "3D", (4, 2, 0, 0), (2, 4)),
    ("2D", "3D", (4, 2, 1, 0), None),
    ("1D", "2D", (4, 0, 0, 0), (4,)),
    ("1D", "2D", (4, 1, 0, 0), None),
    ("ARRAY1D", "ARRAY2D", (4, 0, 3, 0), (3, 4)),
    ("ARRAY1D", "ARRAY2D", (4, 1, 3, 0), None),
    ("ARRAY2D", "ARRAY1D", (4, 2, 3, 0), (3, 0, 4)),
    ("CUBE", "ARRAY2D", (2, 1, 5, 0), (5, 1, 2)),
    ("CUBE", "2DMS", (2, 1, 5, 3), (0, 1, 2)),
    ("ARRAYCUBE", "CUBE", (2, 1, 11, 0), (1, 5, 1, 2)),
    ("2DMS", "2D", (4, 2, 0, 3), (0, 2, 4)),
    ("2D", "2DMS", (4, 2, 0, 3), (2, 4)),
    ("ARRAY2DMS", "2DMS", (4, 2, 1, 3), (0, 3, 2, 4)),
    ("RECT", "ARRAY2DMS", (4, 2, 0, 1), (2, 4)),
    ("BUFFER", "RECT", (4, 0, 0, 0), (4,)),
]


@BACKENDS
@pytest.mark.parametrize(("bound", "target", "place", "index"), CROSSED)
def test_the_bound_texture_decides_which_coordinates_count(
    backend: str, bound: str, target: str, place: tuple[int, ...], index: tuple[int, ...] | None
) -> None:
    """2.X.8: an instruction's target clears coordinates; 3.9.X: what the texture has not must be 0."""
    body = f"LOADIM.U32 result.attrib[0], vertex.attrib[0], image[0], {target};"
    image = numbered(bound)
    found = words(run(body, {0: image}, backend, {0: np.array([place], np.int32)}))
    assert found[0].tolist() == ([0] * 4 if index is None else [image.texels[index], 0, 0, 1])


@BACKENDS
@pytest.mark.parametrize("target", ["ARRAY1D", "ARRAY2D", "3D", "CUBE", "ARRAYCUBE", "ARRAY2DMS"])
def test_one_layer_alone(backend: str, target: str) -> None:
    """3.9.X: a single layer is an image without layers, and the layer's coordinate must be 0."""
    body = (
        f"LOADIM.U32 result.attrib[0], vertex.attrib[0], image[0], {target};\n"
        f"ATOMIM.ADD.U32 t, {{100}}, vertex.attrib[0], image[0], {target};"
    )
    image = numbered(target)
    count = image.extent.layers
    texels = image.texels.reshape(count, -1)
    for layer in (0, 1, count - 1):
        places = np.array([(1, 0, 0, 0), (1, 0, 1, 0), (1, 0, layer, 0), (2, 1, 0, 0)], np.int32)
        results = run(body, {0: image.with_(layer=layer)}, backend, {0: places})
        assert words(results)[:2].tolist() == [[int(texels[layer, 1]), 0, 0, 1], [0, 0, 0, 0]]
        changed = (results.images[0].reshape(count, -1) != texels).any(axis=1)
        assert np.flatnonzero(changed).tolist() == [layer]
    missing = run(body, {0: image.with_(layer=count)}, backend, {0: places})
    assert not words(missing).any() and (missing.images[0] == image.texels).all()


def test_a_layer_of_what_has_no_layers_is_all_of_it() -> None:
    """BindImageTextureEXT: layers are of arrays, 3D images and cube maps."""
    image = numbered("2D").with_(layer=3)
    assert image.bound_target == "2D" and image.bound_extent == image.extent and image.first_layer == 0


INVALID = {
    "no image": None,
    "of a texture that is incomplete": numbered("2D").with_(exists=False),
    "of another class than the unit": numbered("2D").with_(view="R16UI"),
    "of more samples than there may be": Image(np.ones((9, 3, 5), np.uint32), "R32UI", "2DMS"),
    "of another size than the modifier": Image(np.ones((3, 5), np.uint16), "R16UI"),
    "to be written": numbered("2D").with_(access="WRITE_ONLY"),
}


@BACKENDS
@pytest.mark.parametrize("what", INVALID)
def test_invalid_loads_and_atomics(backend: str, what: str) -> None:
    """The list of 3.9.X; Table X.3; what access forbids (docs/semantics.md). None of them is a fault."""
    body = (
        "MOV.U c, 0;\nMOV.U t, 9;\nLOADIM.U32 t, c, image[0], 2D;\nMOV result.attrib[0], t;\n"
        "ATOMIM.MAX.U32 v, {77}, c, image[0], 2D;\nMOV result.attrib[1], v;"
    )
    results = run(body, {0: INVALID[what]}, backend)
    assert not words(results).any() and not words(results, 1).any() and results.faults == 0
    for unit, left in results.images.items():
        image = INVALID[what]
        assert unit == 0 and image is not None and (left == image.texels).all()


@BACKENDS
@pytest.mark.parametrize("what", [*INVALID, "to be read"])
def test_invalid_stores(backend: str, what: str) -> None:
    image = numbered("2D").with_(access="READ_ONLY") if what == "to be read" else INVALID[what]
    results = run("MOV.U c, 0;\nSTOREIM.U32 image[0], {77}, c, 2D;", {0: image}, backend)
    if what == "to be written":
        assert results.images[0][0, 0] == 77
    elif image is not None:
        assert (results.images[0] == image.texels).all()


@BACKENDS
def test_write_only_images_take_formatted_stores(backend: str) -> None:
    image = Image(np.zeros((1, 1, 4), np.uint8), access="WRITE_ONLY")
    body = "MOV.U c, 0;\nSTOREIM image[0], {0.2, 0.4, 0.6, 0.8}, c, 2D;"
    assert run(body, {0: image}, backend).images[0].tolist() == [[[51, 102, 153, 204]]]


ARRAY = "IMAGE m[] = { image[1..2], image[3] };\n"


@BACKENDS
def test_an_image_chosen_at_run_time(backend: str) -> None:
    """2.X.3.X: arrays of units; outside, the access is invalid (docs/semantics.md); each lane its own."""
    body = (
        "MOV.S a, vertex.attrib[0];\nMOV.U c, 0;\nLOADIM.U32 t, c, m[a.x], 1D;\nMOV result.attrib[0], t;\n"
        "ATOMIM.ADD.U32 v, {10}, c, m[a.x + 1], 1D;\nMOV result.attrib[1], v;\n"
        "MOV.U c.x, 1;\nSTOREIM.U32 m[a.x], vertex.id.x, c, 1D;"
    )
    # Images beside the array's are none of it.
    units = {unit: Image(np.array([unit * 100, 0], np.uint32), "R32UI", "1D") for unit in range(5)}
    index = np.array([[0], [1], [2], [3], [-1], [-2], [2**31 - 1], [-(2**31)]], np.int32)
    results = run(body, units, backend, {0: index}, ARRAY)
    assert words(results)[:, 0].tolist()[3:] == [0, 0, 0, 0, 0]
    assert (words(results)[3:] == 0).all()
    assert [int(results.images[unit][1]) for unit in (1, 2, 3)] == [0, 1, 2]
    added = [int(results.images[unit][0]) for unit in range(5)]
    assert added == [0, 110, 210, 310, 400] and not results.images[0][1] and not results.images[4][1]
    assert words(results, 1)[[2, 3, 5, 6, 7], 0].tolist() == [0] * 5


@BACKENDS
def test_an_array_of_images_of_several_targets_and_none(backend: str) -> None:
    body = (
        "MOV.S a, vertex.attrib[0];\nMOV.U c, {1, 2, 0, 0};\nLOADIM.U32 t, c, m[a.x], 2D;\n"
        "MOV result.attrib[0], t;"
    )
    units = {1: numbered("2D"), 3: numbered("3D")}
    found = words(run(body, units, backend, {0: np.array([[0], [1], [2]], np.int32)}, ARRAY))
    assert found.tolist() == [[12, 0, 0, 1], [0, 0, 0, 0], [12, 0, 0, 1]]


@BACKENDS
@TARGETS
def test_sizes(backend: str, target: str) -> None:
    """ARB_shader_image_size: layers of 1D arrays in y, cubes of cube arrays in z; zeros without an image."""
    body = f"IMQ result.attrib[0], image[0], {target};\nIMQ result.attrib[1], image[1], {target};"
    results = run(body, {0: numbered(target)}, backend, options="OPTION ARB_shader_image_size;\n")
    wanted = {
        "1D": [5, 0, 0, 0], "2D": [5, 3, 0, 0], "3D": [5, 3, 4, 0], "RECT": [5, 3, 0, 0],
        "CUBE": [3, 3, 0, 0],
        "BUFFER": [5, 0, 0, 0], "ARRAY1D": [5, 4, 0, 0], "ARRAY2D": [5, 3, 4, 0], "ARRAYCUBE": [3, 3, 2, 0],
        "2DMS": [5, 3, 0, 0], "ARRAY2DMS": [5, 3, 2, 0],
    }[target]  # fmt: skip
    assert words(results)[0].tolist() == wanted and not words(results, 1).any()


@BACKENDS
def test_accesses_of_one_invocation_keep_their_order(backend: str) -> None:
    """2.X.4.5: what an invocation stores, it loads; COH and VOL change nothing of that."""
    body = (
        "MOV.U c, 0;\nMOV.U c.x, vertex.id.x;\nSTOREIM.U32.COH image[0], vertex.id.x, c, BUFFER;\nMEMBAR;\n"
        "LOADIM.U32.COH t, c, image[0], BUFFER;\nADD.U t, t, 1;\nSTOREIM.U32.VOL image[0], t, c, BUFFER;\n"
        "ATOMIM.XOR.U32.VOL v, {7}, c, image[0], BUFFER;\nLOADIM.U32.VOL.COH t, c, image[0], BUFFER;\n"
        "MOV result.attrib[0], t;"
    )
    image = Image(np.zeros(300, np.uint32), "R32UI", "BUFFER")
    results = run(body, {0: image}, backend, count=300)
    wanted = (np.arange(300, dtype=np.uint32) + 1) ^ np.uint32(7)
    assert (words(results)[:, 0] == wanted).all() and (results.images[0] == wanted).all()


@BACKENDS
def test_results_that_are_masked_tested_clamped_and_widened(backend: str) -> None:
    """2.X.4.1 to 2.X.4.3 of NV_gpu_program4 hold for what is loaded; the access itself is always made."""
    body = (
        "LONG TEMP w;\nMOV.U c, 0;\nMOV.U t, 5;\nLOADIM.U32.CC0 t.yw, c, image[0], 1D;\n"
        "MOV result.attrib[0], t;\n"
        "MOV.S v, 1;\nMOV.S v.x (EQ0.y), 2;\nMOV.S v.w (NE0.w), 3;\nMOV result.attrib[1], v;\n"
        "LOADIM.F32.SAT t, c, image[1], 1D;\nMOV result.attrib[2], t;\n"
        "ATOMIM.ADD.S32 t.x (FL), {1}, c, image[2], 1D;\nATOMIM.ADD.S32 w, {1}, c, image[2], 1D;\n"
        "MOV.S64 w, -w;\nMOV.S t, w;\nMOV result.attrib[3], t;"
    )
    units = {
        0: Image(np.array([8], np.uint32), "R32UI", "1D"),
        1: Image(np.array([1.5], np.float32), "R32F", "1D"),
        2: Image(np.array([-6], np.int32), "R32I", "1D"),
    }
    results = run(body, units, backend)
    assert words(results)[0].tolist() == [5, 0, 5, 1]
    assert words(results, 1)[0].tolist() == [2, 1, 1, 3]
    assert results["attrib[2]"][0].tolist() == [1, 0, 0, 1]
    assert words(results, 3)[0].tolist() == [5] * 4 and results.images[2].tolist() == [-4]


@BACKENDS
def test_views_of_another_class_find_nothing(backend: str) -> None:
    """Table X.2: the format of the unit must be in the class of the texture's, whatever is accessed."""
    image = numbered("2D").with_(view="R16UI")
    body = (
        "MOV.U c, 0;\nLOADIM.U16 t, c, image[0], 2D;\nMOV result.attrib[0], t;\n"
        "STOREIM.U16 image[0], {9}, c, 2D;\nSTOREIM.U image[0], {9}, c, 2D;"
    )
    results = run(body, {0: image}, backend)
    assert not words(results).any() and (results.images[0] == image.texels).all()


@BACKENDS
def test_clamped_loads_flush_denormals(backend: str) -> None:
    """A load gives the bits that are there; one that is clamped gives a float, flushed as any."""
    image = Image(np.array([[0x0052BB90, 0x8052BB90, 0x3F000000, 1]], np.uint32), "RGBA32UI", "1D")
    body = (
        "MOV.U c, 0;\nLOADIM.F32X4 t, c, image[0], 1D;\nMOV.U result.attrib[0], t;\n"
        "LOADIM.F32X4.SAT t, c, image[0], 1D;\nMOV.U result.attrib[1], t;\n"
        "LOADIM.F32X4.SSAT t, c, image[0], 1D;\nMOV.U result.attrib[2], t;"
    )
    results = run(body, {0: image}, backend)
    for index in (1, 2):
        assert results[f"attrib[{index}]"][0].tolist() == [0, 0, 0.5, 0]
    assert words(results)[0].tolist() == [0x0052BB90, 0x8052BB90, 0x3F000000, 1]
