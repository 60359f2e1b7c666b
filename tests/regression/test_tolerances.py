"""By what pictures are judged: share, FLIP, SSIM, regions and masks; digests; textures of programs."""

from __future__ import annotations

import json

import numpy as np
import pytest
from PIL import Image
from plugin_project import GREY, Project, project_in

from nvrender.regression.baselines import digests
from nvrender.regression.comparison.pictures import has_flip
from nvrender.regression.comparison.regions import compared_pixels
from nvrender.regression.comparison.tolerance import Tolerance
from nvrender.source import InputError


@pytest.fixture
def project(pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch) -> Project:
    return project_in(pytester, monkeypatch)


#: A black picture; of CHANGED, three pixels in a corner are grey and one line in the middle is lighter.
PICTURE = """
import numpy as np
import pytest

def picture():
    made = np.zeros((60, 80, 3), np.uint8)
    if CHANGED:
        made[:1, :3] = 90
        made[30] = 3
    return made
"""
CHECKS = (
    PICTURE
    + """
@pytest.mark.parametrize("options, fails", [
    ({}, "1.73 % of the pixels"),
    ({"share": 2}, ""),
    ({"ssim": 0.5}, ""),
    ({"ssim": 0.9999}, "SSIM 0.9"),
    ({"ssim": 0.5, "share": 1}, "where 1 % may"),
    ({"share": 2, "ssim": 0.9999}, "of at least 0.9999"),
    ({"region": (0, 2, 80, 20)}, ""),
    ({"region": (0, 0, 80, 20)}, "0.188 % of the compared pixels"),
    ({"region": [(10, 0, 70, 20), (0, 40, 80, 20)]}, ""),
    ({"mask": "mask.png"}, ""),
    ({"mask": "mask.png", "threshold": 0}, ""),
    ({"mask": np.ones((60, 80), bool)}, "1.73 % of the pixels"),
])
def test_judged(nvrender_image, options, fails):
    if fails and CHANGED:
        with pytest.raises(pytest.fail.Exception, match=fails):
            nvrender_image.check(picture(), **options)
    else:
        nvrender_image.check(picture(), **options)
"""
)


def test_what_is_named_is_what_counts(project: Project) -> None:
    mask = np.full((60, 80), 255, np.uint8)
    mask[0], mask[30] = 0, 127
    Image.fromarray(mask).save(project.root / "mask.png")
    project.write(test_a=CHECKS.replace("CHANGED", "0"))
    project.run(passed=12)
    project.write(test_a=CHECKS.replace("CHANGED", "1"))
    project.run("--nvrender-report", "out", passed=12)
    figures = {name.split("options")[1]: row["figures"] for name, row in project.report("out").items()}
    assert figures["6-]"]["compared"] == pytest.approx(100 / 3)
    assert (figures["2-]"]["allowed"], figures["2-]"]["ssim_needed"]) == (None, 0.5)
    # What is not compared is no reason to write a baseline anew.
    output = project.run("--nvrender-update", "-k", "options9 or options10", passed=2, deselected=10)
    assert "replaced" not in output


def test_flip_judges(project: Project) -> None:
    test = PICTURE + "def test(nvrender_image):\n    nvrender_image.check(picture(), flip=LIMIT)\n"
    project.write(test_a=test.replace("CHANGED", "0").replace("LIMIT", "0"))
    if not has_flip():
        assert "flip= needs FLIP, which is not installed" in project.run(failed=1)
        return
    project.run(passed=1)
    project.write(test_a=test.replace("CHANGED", "1").replace("LIMIT", "0.0001"))
    assert " of at most 0.0001" in project.run(failed=1)
    project.write(test_a=test.replace("CHANGED", "1").replace("LIMIT", "0.1"))
    project.run(passed=1)
    project.write(test_a=test.replace("CHANGED", "1").replace("flip=LIMIT", ""))
    project.run("-o", "nvrender_flip=0.1", passed=1)
    project.run("-o", "nvrender_flip=0.1", "-o", "nvrender_share=1", failed=1)


def test_the_nearest_baseline_is_one_that_passes(project: Project) -> None:
    """The first differs in fewer pixels, the second is more alike in structure."""
    grey = "np.full((60, 80, 3), 100, np.uint8)"
    random = "np.random.default_rng(1).integers(0, 255, (60, 80, 3))"
    noise = f"np.where(np.arange(80)[:, None] < 12, {random}, {grey})"
    test = "import numpy as np\ndef test(nvrender_image):\n    nvrender_image.check(PIXELS, ssim=0.98)\n"
    for pixels, options in ((f"np.uint8({noise})", ()), (f"{grey} + np.uint8(4)", ("--nvrender-add",))):
        project.write(test_a=test.replace("PIXELS", pixels))
        project.run(*options, passed=1)
    assert len(project.files()) == 2
    project.write(test_a=test.replace("PIXELS", grey))
    project.run("--nvrender-fail-missing", passed=1)


def test_tolerances_are_joined() -> None:
    default = Tolerance(2, 0.01)
    assert Tolerance.of(None, None, default, flip=0.1) == Tolerance(2, None, 0.1)
    assert Tolerance.of(1, 3, default, ssim=0.9) == Tolerance(1, 3, None, 0.9)
    strict = Tolerance(2, 1, 0.1, 0.9)
    assert strict.passes(1, 0.1, 0.9)
    assert (
        not strict.passes(1.1, 0.1, 0.9)
        and not strict.passes(1, 0.11, 0.9)
        and not strict.passes(1, 0.1, 0.89)
    )
    for name, value in (("flip", 1.1), ("ssim", -1), ("flip", "few"), ("ssim", True)):
        with pytest.raises(InputError, match=f"{name} is "):
            Tolerance.of(None, None, default, **{name: value})


@pytest.mark.parametrize(
    ("region", "mask", "said"),
    [
        ((0, 0, 81, 10), None, r"region \(0, 0, 81, 10\) is not within the picture, which is 80 × 60"),
        ((0, 0, 8), None, "region is \\(left, top, width, height\\)"),
        ((0, 0, 0, 8), None, "region is"),
        ((0, -1, 8, 8), None, "region is"),
        ((0.5, 0, 8, 8), None, "region is"),
        ("left", None, "region is"),
        (7, None, "region is"),
        (None, np.ones((80, 60), bool), "the mask is 60×80 pixels and the picture 80×60"),
        (None, np.ones((60, 80)), "a mask is a picture, .* not float64"),
        (None, "nothing", "a mask is a picture"),
        (None, np.zeros((60, 80), bool), "leave nothing to compare"),
        ((0, 0, 8, 8), np.arange(80 * 60).reshape(60, 80) > 2000, "leave nothing to compare"),
        ([], None, "region is"),
    ],
)
def test_regions_and_masks_that_do_not_fit(region: object, mask: object, said: str) -> None:
    with pytest.raises(InputError, match=said):
        compared_pixels((80, 60), region, mask)


_DIGEST = GREY.replace("np.uint8))", "np.uint8), digest=True)")


def test_a_digest_takes_the_place_of_a_picture(project: Project) -> None:
    project.write(test_a=_DIGEST.replace("VALUE", "10"))
    assert "created baselines/test_a.test_grey.digest" in project.run(passed=1)
    assert project.files() == ["baselines/test_a.test_grey.digest"]
    path = project.root / "baselines" / "test_a.test_grey.digest"
    stored = json.loads(path.read_text())
    assert stored["size"] == [10, 8] and len(stored["sha256"]) == 64
    project.run("--nvrender-fail-missing", "--nvrender-fail-unused", passed=1)
    project.write(test_a=_DIGEST.replace("VALUE", "11"))
    output = project.run("--nvrender-report", "out", failed=1)
    assert "the digest is another; no picture is stored" in output
    entry = project.report("out")["test_a.py::test_grey"]
    assert entry["baseline"] is None and entry["result"]["width"] == 10
    project.write(test_a=_DIGEST.replace("VALUE", "10").replace("(8, 10,", "(10, 8,"))
    assert "the digest is of 10 × 8 pixels, the result's of 8 × 10 pixels" in project.run(failed=1)
    for damaged in (b"", b"[]", b'{"sha256": "ab", "size": [1, 1]}', b"\xff", b"{}"):
        path.write_bytes(damaged)
        with pytest.raises(InputError, match="is no digest"):
            digests.read(path)
    assert "test_a.test_grey.digest is no digest" in project.run(failed=1)
    project.run("--nvrender-update", passed=1)
    # Pixels that are not compared do not count.
    test = _DIGEST.replace("digest=True", "digest=True, region=(0, 0, 2, 2)").replace("np.full(", "part(")
    test += "\ndef part(*given):\n    made = np.full(*given)\n    made[5] = SEEN\n    return made\n"
    for seen in "12":
        project.write(test_b=test.replace("VALUE", "10").replace("SEEN", seen))
        project.run("test_b.py", passed=1)


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ("digest=True, share=1", "share= needs a stored picture, and digest= stores none"),
        ("mask='no.png'", "there is no file no.png"),
        ("textures={0: 'a.png'}", "textures= belongs to a program"),
    ],
)
def test_options_that_do_not_go_together(project: Project, options: str, said: str) -> None:
    project.write(test_a=GREY.replace("VALUE", "1").replace("np.uint8))", f"np.uint8), {options})"))
    assert f"nvrender: {said}" in project.run(failed=1)
    assert project.files() == []


_TEXTURED = """
import numpy as np
import nvrender
import pytest
from nvrender import Texture

FETCH = '''!!ARBfp1.0
TEMP place;
MUL place, fragment.position, {0.0625, 0.0625, 0, 0};
TEX result.color, place, texture[2], 2D;
END'''

@pytest.mark.parametrize("backend", ["gpu", "oracle"])
def test_fetch(nvrender_image, nvrender_numbers, backend):
    texels = np.zeros((16, 16, 4), np.uint8)
    texels[8:, :, 0], texels[:, 8:, 1], texels[..., 3] = 255, 255, 255
    texture = Texture.from_array(texels, mag_filter="NEAREST")
    nvrender_image.check(FETCH, size=(16, 16), backend=backend, textures={2: texture})
    if backend == "gpu":
        nvrender_image.check(FETCH, size=(16, 16), textures={2: "stone.png"}, name="file")
    else:
        nvrender_numbers.check(FETCH, backend=backend, textures={2: "stone.png"}, name="file")

@pytest.mark.parametrize("textures, said", [
    (None, "reads texture.2.; give textures={2: a path or an nvrender.Texture}"),
    ({0: "stone.png"}, "reads texture.2., and not texture.0."),
    ({2: 7}, "textures.2. is a int; a path or an nvrender.Texture is needed"),
    ({2: "none.png"}, "there is no file none.png"),
    ([1], "textures are a mapping by unit, not a list"),
    ({2: Texture.from_array(np.zeros((6, 2, 2, 4), np.uint8), "CUBE")}, "draw.0..textures.2"),
])
def test_wrong(nvrender_image, textures, said):
    with pytest.raises(pytest.fail.Exception, match=said):
        nvrender_image.check(FETCH, size=(16, 16), textures=textures)
"""


def test_programs_that_read_textures(project: Project) -> None:
    from nvrender.regression.baselines.images import read

    Image.new("RGB", (4, 4), (10, 90, 200)).save(project.root / "stone.png")
    project.write(test_a=_TEXTURED)
    project.run(passed=8)
    files = [project.root / name for name in project.files() if name.endswith(".png")]
    assert len(files) == 3
    with np.load(project.root / "baselines" / "oracle" / "test_a.test_fetch[oracle]-file.npz") as stored:
        colors = stored["color[0]"]
    assert np.allclose(colors, np.float32([10, 90, 200, 255]) / 255)
    for path in files:
        corners = read(path)[0][[0, 0, -1, -1], [0, -1, 0, -1], :3].tolist()
        if path.stem.endswith("file"):
            assert corners == [[10, 90, 200]] * 4
        else:
            assert corners == [[255, 0, 0], [255, 255, 0], [0, 0, 0], [0, 255, 0]]
