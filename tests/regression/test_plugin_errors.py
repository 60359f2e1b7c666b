"""Whatever is wrong with a check or its baselines is one message, and loses nothing."""

from __future__ import annotations

import json
import os
import shlex
from pathlib import Path

import numpy as np
import pytest
from plugin_project import GREY, Project, project_in

from nvrender.regression.baselines.images import encoded
from nvrender.regression.baselines.origin import Origin

GREY_FILE = "baselines/test_a.test_grey.png"


@pytest.fixture
def project(pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch) -> Project:
    return project_in(pytester, monkeypatch)


def grey(project: Project, value: int = 10) -> Path:
    """A test of a grey picture, and where its baseline goes."""
    project.write(test_a=GREY.replace("VALUE", str(value)))
    return project.root / GREY_FILE


def failure(output: str) -> str:
    """The one message of a failed test, which has no traceback."""
    assert "Traceback" not in output and "Error:" not in output and "During handling" not in output
    messages = [line for line in output.splitlines() if line.startswith("nvrender: ")]
    assert len(messages) == 1, output
    return messages[0]


@pytest.mark.parametrize(
    ("expression", "message"),
    [
        ("np.zeros((4, 4, 3))", "a check takes a scene, .*; this is float64 of shape (4, 4, 3)"),
        ("np.zeros((4, 4, 5), np.uint8)", "a picture of shape (4, 4, 5) has no colours"),
        ("np.zeros((0, 4, 3), np.uint8)", "this is uint8 of shape (0, 4, 3)"),
        ("None", "this is a NoneType"),
        ("[[1]]", "this is a list"),
        ("'nowhere.toml'", "there is no file nowhere.toml in "),
        ("'\\0.toml'", "there is no file '\\x00.toml'"),
        ("'!!VP1.0 MOV'", "<text>:1:12: "),
        ("'!!VSP1.0\\nMOV c[0], v[0];\\nEND'", "is a vertex state program and draws nothing"),
        ("'scene.toml'", "is no valid TOML"),
        ("grey, size=(4, 4)", "size= belongs to a scene or program; this is a ndarray"),
        ("grey, parameters={}", "parameters= belongs to a program"),
        ("'!!VP1.0\\nMOV o[HPOS], v[OPOS];\\nEND', parameters=[1]", "parameters of a picture are a mapping"),
        ("grey, name='../up'", "name is '../up'; it must be 1 to 60 letters"),
        ("grey, threshold=-1", "threshold is -1; it must be a number from 0 to 255"),
        ("grey, threshold='much'", "threshold is 'much'; it must be"),
        ("grey, share=float('nan')", "share is nan; it must be a number from 0 to 100"),
        ("grey, share=True", "share is True; it must be a number from 0 to 100"),
        ("grey, renderer='../..'", "renderer is '../..'; a name with letters or digits is needed"),
        ("grey, renderer=7", "renderer is 7; a name is needed"),
        ("'!!VP1.0\\nMOV o[HPOS], v[OPOS];\\nEND', backend='cpu'", "unknown back end 'cpu'"),
        ("'!!VP1.0\\nMOV o[HPOS], v[OPOS];\\nEND', parameters={'bones': [1]}", "'bones'"),
    ],
)  # fmt: skip
def test_what_cannot_be_checked(project: Project, expression: str, message: str) -> None:
    (project.root / "scene.toml").write_text("[[draw")
    project.write(
        test_a=f"import numpy as np\ngrey = np.zeros((4, 4, 3), np.uint8)\n"
        f"def test(nvrender_image):\n    nvrender_image.check({expression})\n"
    )
    output = project.run("--nvrender-report", "out", failed=1)
    said = failure(output)
    for part in message.split(".*"):
        assert part in said, said
    assert project.files() == []
    (entry,) = project.report("out").values()
    assert (entry["status"], entry["accept_command"]) == ("error", "")


@pytest.mark.parametrize(
    ("expression", "message"),
    [
        ("{}", "this is an empty mapping"),
        ("7", "this is a int"),
        ("{'a': [None]}", "array 'a' is object; numbers of at most 64 bits are needed"),
        ("{'a': ['x']}", "numbers of at most 64 bits"),
        ("{7: [1]}", "7 is no name for an array"),
        ("{'a': [[1, 2], [3]]}", "array 'a' is none: "),
        ("{'nvrender': [1]}", "'nvrender' is no name for an array"),
        ("{'a': [1]}, ulps=-1", "ulps is -1; it must be a number from 0"),
        ("{'a': [1]}, ulps=float('inf')", "ulps is inf"),
        ("{'a': [1]}, frame=3", "frame= does not belong to a check of arrays"),
        ("{'a': [1]}, name='a/b'", "name is 'a/b'"),
        (
            "'!!VP1.0\\nMOV o[HPOS], v[OPOS];\\nEND', backend='oracle', rounds=3",
            "a check of numbers takes no rounds=",
        ),
        ("'!!VP1.0\\nMOV o[HPOS], v[OPOS];\\nEND', {'x': [1]}, backend='oracle'", "x"),
    ],
)
def test_numbers_that_cannot_be_checked(project: Project, expression: str, message: str) -> None:
    project.write(test_a=f"def test(nvrender_numbers):\n    nvrender_numbers.check({expression})\n")
    assert message in failure(project.run(failed=1))
    assert project.files() == []


def test_names_are_used_once(project: Project) -> None:
    project.write(
        test_a="import numpy as np\ngrey = np.zeros((4, 4), np.uint8)\n"
        "def test_two(nvrender_image):\n    nvrender_image.check(grey)\n    nvrender_image.check(grey)\n"
        "def test_same(nvrender_image, nvrender_numbers):\n"
        "    nvrender_image.check(grey, name='x')\n    nvrender_numbers.check({'a': [1]}, name='x')\n"
        "    nvrender_image.check(grey, name='x')\n"
    )
    output = project.run(failed=2)
    assert "this test has had a check without a name; give name= to all others" in output
    assert "this test has had a check named 'x'; each needs its own" in output


def test_parametrised_tests_never_share_a_file(project: Project) -> None:
    project.write(
        test_a="import numpy as np, pytest\n"
        "@pytest.mark.parametrize('value', range(6), ids=['a/b', 'a_b', 'a b', 'ü', '..', '[x]'])\n"
        "def test_p(nvrender_image, value):\n"
        "    nvrender_image.check(np.full((2, 2), value, np.uint8), name='p')\n"
    )
    project.run(passed=6)
    assert len(project.files()) == 6
    assert all(file.startswith("baselines/test_a.test_p[") for file in project.files())
    project.run("--nvrender-fail-missing", "--nvrender-fail-unused", passed=6)


@pytest.mark.parametrize(
    "data",
    [b"", b"no picture", b"\x89PNG\r\n\x1a\n", b"cut", b"<svg/>"],
    ids=["empty", "text", "header", "cut", "svg"],
)
def test_damaged_baselines(project: Project, data: bytes) -> None:
    path = grey(project)
    project.run(passed=1)
    path.write_bytes(path.read_bytes()[:60] if data == b"cut" else data)
    before = path.read_bytes()
    output = project.run("--nvrender-report", "out", failed=1)
    assert GREY_FILE in failure(output)
    assert "restore it from version control, or make it anew with: pytest test_a.py::test_grey" in output
    assert path.read_bytes() == before
    assert project.report("out")["test_a.py::test_grey"]["status"] == "error"
    assert f"made {GREY_FILE} anew, because" in project.run("--nvrender-update", passed=1)
    project.run("--nvrender-fail-missing", passed=1)


def test_damaged_baselines_beside_good_ones(project: Project) -> None:
    path = grey(project)
    project.run(passed=1)
    second = path.with_suffix(".2.png")
    second.write_bytes(b"")
    assert "test_a.test_grey.2.png" in failure(project.run(failed=1))
    project.run("--nvrender-update", passed=1)
    assert second.read_bytes() == path.read_bytes()


def test_pictures_of_other_sizes(project: Project) -> None:
    path = grey(project)
    (path.parent.parent / "x.png").write_bytes(encoded(np.zeros((3, 2), np.uint8), Origin()))
    project.run(passed=1)
    os.replace(project.root / "x.png", path)
    output = project.run("--nvrender-report", "out", failed=1)
    assert "the baseline is 2 × 3 pixels, the result 10 × 8" in output
    entry = project.report("out")["test_a.py::test_grey"]
    assert (entry["baseline"]["width"], entry["result"]["width"]) == (2, 10)
    assert entry["figures"] is None
    project.run("--nvrender-update", passed=1)
    project.run("--nvrender-fail-missing", passed=1)


def test_the_nearest_baseline_is_of_the_same_size(project: Project) -> None:
    path = grey(project)
    path.parent.mkdir()
    path.write_bytes(encoded(np.zeros((3, 2), np.uint8), Origin()))
    path.with_suffix(".2.png").write_bytes(encoded(np.full((8, 10, 3), 200, np.uint8), Origin()))
    said = failure(project.run(failed=1))
    assert said.endswith("differs from baselines/test_a.test_grey.2.png, the nearest of 2 baselines")


def test_a_picture_too_large_to_be_one(project: Project) -> None:
    from PIL import Image

    path = grey(project)
    path.parent.mkdir()
    Image.new("1", (70000, 1)).save(path)
    assert "unpacks to 70000 × 1 pixels" in failure(project.run(failed=1))


def test_a_file_where_the_folder_should_be(project: Project) -> None:
    grey(project)
    (project.root / "baselines").write_text("mine")
    assert "the folder for baselines cannot be made" in failure(project.run(failed=1))
    assert (project.root / "baselines").read_text() == "mine"


@pytest.mark.skipif(not Path("/proc/self").exists(), reason="needs a folder that even root cannot write to")
def test_a_folder_that_may_not_be_written(project: Project) -> None:
    grey(project)
    (project.root / "baselines").symlink_to("/proc/self")
    said = failure(project.run("test_a.py", failed=1))
    assert "baselines/test_a.test_grey.png: " in said and "written" in said


def test_capitals_are_no_difference(project: Project) -> None:
    project.write(
        test_a="import numpy as np\ngrey = np.zeros((4, 4), np.uint8)\n"
        "def test_x(nvrender_image):\n    nvrender_image.check(grey)\n"
        "def test_X(nvrender_image):\n    nvrender_image.check(grey)\n"
    )
    assert "differs from test_a.test_x.png in capital letters only" in failure(
        project.run(passed=1, failed=1)
    )


def test_a_report_that_cannot_be_written(project: Project) -> None:
    grey(project)
    (project.root / "out").write_text("mine")
    output = project.run("--nvrender-report", "out", passed=1, status=1)
    assert "out: is a file; name a folder" in output
    assert (project.root / "out").read_text() == "mine"


def test_nothing_is_left_of_what_was_not_written(project: Project, monkeypatch: pytest.MonkeyPatch) -> None:
    """A disk that is full after the file is written, before it is in its place."""
    path = grey(project)
    project.run(passed=1)
    before = path.read_bytes()
    grey(project, 90)

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "replace", full)
    output = project.run("-p", "no:tmpdir", "--nvrender-update", failed=1)
    assert "cannot be written: No space left on device" in failure(output)
    assert path.read_bytes() == before
    assert project.files() == [GREY_FILE]


def test_commands_are_for_the_folder_where_pytest_was_started(
    project: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Without a settings file pytest's root, which names of tests begin at, is the folder of the tests."""
    (project.root / "tox.ini").unlink()
    folder = project.root / "my tests"
    folder.mkdir()
    (folder / "test_a.py").write_text(GREY.replace("VALUE", "10"))
    arguments = ("--nvrender-report", "out", "--nvrender-fail-missing")
    for start, path in ((project.root, "my tests"), (folder, "my tests/test_a.py")):
        monkeypatch.chdir(start)
        project.run(str(project.root / path), *arguments, failed=1)
        data = json.loads((start / "out" / "report.json").read_text())
        (command,) = (entry["accept_command"] for entry in data["entries"])
        pytest_, test, *options = shlex.split(command)
        assert (pytest_, options) == ("pytest", ["--nvrender-update"])
        assert (start / test.partition("::")[0]).samefile(folder / "test_a.py")
        assert not Path(test).is_absolute() and test.endswith("test_a.py::test_grey")
        assert shlex.split(data["command"])[-4:] == [str(project.root / path), *arguments]
    project.run(test, *options, passed=1)
    assert project.files() == ["my tests/baselines/test_a.test_grey.png"]


def test_an_interrupted_run_keeps_what_was_found(project: Project) -> None:
    grey(project)
    project.write(test_b="def test_b(nvrender_image):\n    raise KeyboardInterrupt\n")
    (project.root / "baselines").mkdir()
    (project.root / "baselines" / "test_b.test_b.png").write_bytes(b"")
    options = ("--nvrender-report", "out", "--nvrender-fail-unused")
    done = project.pytester.runpytest_inprocess(*project.options, *options, no_reraise_ctrlc=True)
    assert done.ret == pytest.ExitCode.INTERRUPTED
    output = "\n".join(done.outlines)
    assert f"created {GREY_FILE}" in output and "unused" not in output
    assert [entry["status"] for entry in project.report("out").values()] == ["updated"]


def test_wrong_markers(project: Project) -> None:
    test = "import numpy as np, pytest\n{}\ndef test_{}(nvrender_image):\n    nvrender_image.check({})\n"
    square = "'!!ARBfp1.0 MOV result.color, 1; END', size=(8, 8)"
    project.write(
        test_a=test.format("@pytest.mark.nvrender_oracle(shares=1)", "a", square),
        test_b=test.format("@pytest.mark.nvrender_oracle(share=-1)", "b", square),
        test_c=test.format("@pytest.mark.nvrender_oracle(3)", "c", square),
        test_d=test.format("@pytest.mark.nvrender_oracle", "d", "np.zeros((2, 2), np.uint8)"),
    )
    output = project.run(failed=3, errors=1)
    for said in (
        "the marker nvrender_oracle takes threshold, share, flip, ssim, not 'shares'",
        "share is -1; it must be a number from 0 to 100",
        "the marker nvrender_oracle takes threshold= and share= by name",
        "the oracle draws scenes and programs, not a ndarray; leave out nvrender_oracle",
    ):
        assert said in output
