"""What the fixtures hold still: tolerances, names, several baselines, and who drew them."""

from __future__ import annotations

import io
from pathlib import Path

import numpy as np
import pytest
from plugin_project import GREY, Project, project_in

from nvrender.regression.baselines.images import read
from nvrender.regression.comparison.pictures import has_flip


@pytest.fixture
def project(pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch) -> Project:
    return project_in(pytester, monkeypatch)


def pixels_of(path: Path) -> list[int]:
    """The different values of a picture's red."""
    return np.unique(read(path)[0][:, :, 0]).tolist()


def test_several_baselines_are_accepted(project: Project) -> None:
    project.write(test_a=GREY.replace("VALUE", "10"))
    project.run(passed=1)
    project.write(test_a=GREY.replace("VALUE", "90"))
    output = project.run("--nvrender-add", passed=1)
    assert "added baselines/test_a.test_grey.2.png" in output
    assert project.files() == ["baselines/test_a.test_grey.2.png", "baselines/test_a.test_grey.png"]
    for value in (10, 90):
        project.write(test_a=GREY.replace("VALUE", str(value)))
        project.run("--nvrender-fail-missing", "--nvrender-fail-unused", passed=1)
    project.write(test_a=GREY.replace("VALUE", "93"))
    output = project.run(failed=1)
    assert "differs from baselines/test_a.test_grey.2.png, the nearest of 2 baselines" in output
    assert (
        "100 % of the pixels differ by more than 2/255, where 0.01 % may; the largest difference is 3/255"
        in output
    )
    # The nearest one gives way.
    project.run("--nvrender-update", passed=1)
    folder = project.root / "baselines"
    assert [pixels_of(folder / f"test_a.test_grey{number}.png") for number in ("", ".2")] == [[10], [93]]


def test_numbers_within_the_tolerance_are_updated(project: Project) -> None:
    test = (
        "import numpy as np\ndef test(nvrender_numbers):\n    nvrender_numbers.check({'a': VALUE}, ulps=1)\n"
    )
    project.write(test_a=test.replace("VALUE", "np.float32([1])"))
    project.run(passed=1)
    project.write(test_a=test.replace("VALUE", "np.nextafter(np.float32([1]), np.float32(2))"))
    assert "replaced" not in project.run("--nvrender-update-failed", passed=1)
    assert "replaced baselines/test_a.test.npz" in project.run("--nvrender-update", passed=1)


_POINTS = """
TEXT = '''!!NVgp4.0
PRIMITIVE_IN POINTS;
PRIMITIVE_OUT POINTS;
VERTICES_OUT 1;
MOV result.position, vertex[0].position;
EMIT;
END'''

def test(nvrender_numbers):
    nvrender_numbers.check(TEXT, backend="oracle")
"""


def test_primitives_that_geometry_programs_make_are_kept(project: Project) -> None:
    project.write(test_a=_POINTS)
    project.run(passed=1)
    with np.load(project.root / "baselines" / "oracle" / "test_a.test.npz") as stored:
        assert {"position", "source", "strip"} <= set(stored)


def test_unused_baselines_are_found_without_a_check(project: Project) -> None:
    project.write(test_a="def test():\n    pass\n")
    (project.root / "baselines").mkdir()
    (project.root / "baselines" / "test_a.test_gone.png").write_bytes(b"")
    assert "unused:" not in project.run(passed=1)
    output = project.run("--nvrender-fail-unused", passed=1, status=1)
    assert "unused: baselines/test_a.test_gone.png" in output


def test_baselines_made_by_expected_failures_are_told(project: Project) -> None:
    test = GREY.replace("VALUE", "10").replace("def test", "import pytest\n@pytest.mark.xfail\ndef test")
    project.write(test_a=test + "    assert False\n")
    assert "created baselines/test_a.test_grey.png" in project.run(xfailed=1)


def test_flip_of_equal_pictures_is_reported_too(project: Project) -> None:
    project.write(test_a=GREY.replace("VALUE", "10"))
    project.run(passed=1)
    project.run("--nvrender-report", "out", passed=1)
    (entry,) = project.report("out").values()
    assert (entry["status"], entry["figures"]["flip"]) == ("passed", 0.0 if has_flip() else None)


def test_update_failed_leaves_what_agrees(project: Project) -> None:
    project.write(test_a=GREY.replace("VALUE", "10"), test_b=GREY.replace("VALUE", "10"))
    project.run(passed=2)
    project.write(test_a=GREY.replace("VALUE", "12"), test_b=GREY.replace("VALUE", "13"))
    project.run("--nvrender-update-failed", passed=2)
    folder = project.root / "baselines"
    assert [pixels_of(folder / f"test_{name}.test_grey.png") for name in "ab"] == [[10], [13]]
    project.run("--nvrender-update", passed=2)
    assert [pixels_of(folder / f"test_{name}.test_grey.png") for name in "ab"] == [[12], [13]]


def test_a_common_baseline_stays_and_the_renderer_gets_its_own(project: Project) -> None:
    text = GREY.replace("np.uint8))", "np.uint8), renderer='Card 7 (driver 1.2)')")
    project.write(test_a=GREY.replace("VALUE", "10"))
    project.run(passed=1)
    project.write(test_a=text.replace("VALUE", "10"))
    project.run("--nvrender-fail-missing", passed=1)
    project.write(test_a=text.replace("VALUE", "90"))
    output = project.run("--nvrender-update", passed=1)
    assert "made baselines/card-7/test_a.test_grey.png" in output
    common, own = (
        project.root / "baselines" / name for name in ("test_a.test_grey.png", "card-7/test_a.test_grey.png")
    )
    assert (pixels_of(common), pixels_of(own)) == ([10], [90])
    assert read(own)[1].renderer == "Card 7 (driver 1.2)"
    # Its own counts now, and not the common one any more.
    project.write(test_a=text.replace("VALUE", "10"))
    assert "differs from baselines/card-7/" in project.run(failed=1)
    # What is added beside a common one is for every renderer.
    own.unlink()
    project.write(test_a=text.replace("VALUE", "50"))
    assert "added baselines/test_a.test_grey.2.png" in project.run("--nvrender-add", passed=1)


_TOLERANCES = """
import numpy as np
import pytest

def picture(changed):
    made = np.zeros((10, 10, 3), np.uint8)
    made[0, :3, 1] = changed
    return made

@pytest.mark.parametrize("options, fails", [
    ({}, True),
    ({"threshold": 5}, False),
    ({"threshold": 4.5}, True),
    ({"share": 3}, False),
    ({"share": 2.9}, True),
    ({"threshold": 5, "share": 0}, False),
])
def test_tolerance(nvrender_image, options, fails):
    if fails and CHANGED:
        with pytest.raises(pytest.fail.Exception, match="3 % of the pixels"):
            nvrender_image.check(picture(CHANGED), **options)
    else:
        nvrender_image.check(picture(CHANGED), **options)
"""


def test_tolerances(project: Project) -> None:
    project.write(test_a=_TOLERANCES.replace("CHANGED", "0"))
    project.run(passed=6)
    project.write(test_a=_TOLERANCES.replace("CHANGED", "5"))
    project.run(passed=6)


def test_tolerances_of_a_project(project: Project) -> None:
    project.write(test_a=GREY.replace("VALUE", "10"))
    project.run(passed=1)
    project.write(test_a=GREY.replace("VALUE", "14"))
    project.run("-o", "nvrender_threshold=4", passed=1)
    project.run("-o", "nvrender_threshold=3.5", failed=1)
    project.run("-o", "nvrender_share=100", passed=1)
    for option in ("nvrender_threshold=many", "nvrender_share=101", "nvrender_share=nan"):
        name = option.partition("=")[0]
        assert f"{name} is " in project.run("-o", option, status=4)


def test_missing_baselines_fail_in_continuous_integration(
    project: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    project.write(test_a=GREY.replace("VALUE", "10"))
    monkeypatch.setenv("CI", "true")
    assert "there is no baseline baselines/test_a.test_grey.png" in project.run(failed=1)
    assert project.files() == []
    monkeypatch.setenv("CI", "False")
    project.run(passed=1)
    monkeypatch.setenv("CI", "1")
    (project.root / "baselines" / "test_a.test_grey.png").unlink()
    project.run("--no-nvrender-fail-missing", passed=1)
    assert project.files() == ["baselines/test_a.test_grey.png"]


def test_ways_to_update_exclude_each_other(project: Project) -> None:
    project.write(test_a=GREY.replace("VALUE", "10"))
    output = project.run("--nvrender-update", "--nvrender-add", status=4)
    assert "--nvrender-update and --nvrender-add exclude each other; give one" in output


def test_expected_failures_are_no_failures_of_the_report(project: Project) -> None:
    project.write(test_a=GREY.replace("VALUE", "10"))
    project.run(passed=1)
    marked = GREY.replace("VALUE", "90").replace(
        "def test", "import pytest\n@pytest.mark.xfail(reason='new lamp')\ndef test"
    )
    project.write(test_a=marked)
    project.run("--nvrender-report", "out", xfailed=1)
    entry = project.report("out")["test_a.py::test_grey"]
    assert entry["status"] == "passed" and entry["message"].startswith("expected to fail: new lamp\n")
    assert entry["approval"] is None


_NUMBERS = """
import numpy as np
import pytest

def test_arrays(nvrender_numbers):
    values = np.array([0.5, 1.5, np.nan], np.float32)
    for _ in range(STEPS):
        values = np.nextafter(values, np.float32(9))
    nvrender_numbers.check({"a": values, "b": np.arange(3)}, ulps=ULPS)

def test_program(nvrender_numbers):
    program = "!!VP1.0\\nADD o[HPOS], v[OPOS], c[0];\\nEND"
    nvrender_numbers.check(program, {0: np.ones((2, 4))}, {0: [STEPS, 0, 0, 0]}, backend="oracle", ulps=ULPS)
"""


def test_numbers(project: Project) -> None:
    def written(steps: int, ulps: float) -> None:
        project.write(test_a=_NUMBERS.replace("STEPS", str(steps)).replace("ULPS", str(ulps)))

    written(0, 0)
    output = project.run(passed=2)
    assert "created baselines/oracle/test_a.test_program.npz" in output
    written(2, 2)
    output = project.run("--nvrender-report", "out", passed=1, failed=1)
    assert "HPOS: 2 of 8 values are further than 2 ulp from the baseline; worst 12582912 ulp at 0.x" in output
    assert "at 0.x, 1.0 became 3.0" in output
    row = {row["name"]: row for row in project.report("out")["test_a.py::test_arrays"]["numbers"]}["a"]
    assert (row["outside"], row["worst"]) == (0, 2.0)
    written(2, 1)
    output = project.run(failed=2)
    assert "a: 2 of 3 values are further than 1 ulp from the baseline; worst 2 ulp at 0, 0.5 became" in output
    project.run("--nvrender-update", passed=2)
    project.run("--nvrender-fail-missing", "--nvrender-fail-unused", passed=2)


def test_programs_in_literals(project: Project) -> None:
    """By ``file#name``, as everywhere; a program that changed is told under that name."""
    text = r'const char *lit_fp = "!!ARBfp1.0\nMUL result.color, fragment.color, 0.5;\nEND\n";'
    (project.root / "engine.c").write_text(text)
    check = "check('engine.c#lit_fp', backend='oracle'"
    project.write(
        test_a=f"def test_a(nvrender_numbers, nvrender_image):\n    nvrender_numbers.{check})\n"
        f"    nvrender_image.{check}, size=(4, 4))\n"
    )
    project.run("--nvrender-update", passed=1)
    (project.root / "engine.c").write_text(text.replace("0.5", "0.25"))
    said = project.run(failed=1)
    assert "engine.c#lit_fp:2: was 'MUL result.color, fragment.color, 0.5;'" in said
    (project.root / "engine.c").write_text(text.replace("lit", "unlit"))
    assert "engine.c: holds no program 'lit_fp'; its programs are" in project.run(failed=1)


def test_numbers_of_other_byte_order(project: Project) -> None:
    test = """
import numpy as np
def test_a(nvrender_numbers):
    nvrender_numbers.check({"a": np.array([1 + STEPS * 2.0**-23], "KIND")}, ulps=ULPS)
"""

    def written(steps: int, kind: str, ulps: int) -> None:
        text = test.replace("STEPS", str(steps)).replace("KIND", kind).replace("ULPS", str(ulps))
        project.write(test_a=text)

    written(0, ">f4", 0)
    project.run(passed=1)
    written(3, "<f4", 3)
    project.run(passed=1)
    written(3, ">f4", 2)
    assert "worst 3 ulp at 0, 1.0 became 1.0000004" in project.run(failed=1)


_CLASSES = """
import numpy as np

class TestOne:
    def test_a(self, nvrender_image):
        nvrender_image.check(np.zeros((2, 2), np.uint8))

class TestTwo:
    BROKEN
    def test_b(self, nvrender_image):
        nvrender_image.check(np.zeros((2, 2), np.uint8))
"""


def test_baselines_of_tests_that_are_not_collected_are_not_unused(project: Project) -> None:
    project.write(
        test_a=_CLASSES.replace("BROKEN", ""),
        conftest="import pytest\n"
        "@pytest.hookimpl(tryfirst=True)\n"
        "def pytest_pycollect_makeitem(collector, name, obj):\n"
        "    if name == 'test_b' and hasattr(collector.obj, 'broken'):\n        raise OSError('no disk')\n",
    )
    project.run(passed=2)
    assert "baselines/test_a.TestTwo.test_b.png" in project.files()
    project.write(test_a=_CLASSES.replace("BROKEN", "broken = True"))
    options = ("--nvrender-fail-unused", "--continue-on-collection-errors")
    assert "unused:" not in project.run(*options, passed=1, errors=1)
    project.write(test_a=_CLASSES.partition("class TestTwo")[0])
    assert "unused: baselines/test_a.TestTwo.test_b.png" in project.run(*options, passed=1, status=1)


def test_pictures_know_who_drew_them() -> None:
    from PIL import Image

    from nvrender.regression.baselines.images import encoded
    from nvrender.regression.baselines.origin import Origin, decoded

    origin = Origin("llvmpipe (LLVM 15)", "4.5 Mesa", {"a.vp": "!!VP1.0\nEND ü\n"})
    with Image.open(io.BytesIO(encoded(np.zeros((2, 3, 4), np.uint8), origin))) as image:
        assert decoded(image.info["nvrender"]) == origin
