"""Which baselines count, which are unused, and where the next one goes."""

from __future__ import annotations

from pathlib import Path

import pytest

from nvrender.regression.baselines.files import MOST, BaselineFile, baseline_files
from nvrender.regression.pytest.collected import Collected, partial_modules
from nvrender.regression.pytest.policy import Action, Mode, Policy
from nvrender.source import InputError

STEM = "test_a.test_b"


def made(folder: Path, *names: str) -> None:
    for name in names:
        path = folder / "baselines" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(b"")


def test_a_renderers_own_baselines_come_before_common_ones(tmp_path: Path) -> None:
    place = BaselineFile(tmp_path, "llvmpipe", STEM, ".png")
    assert place.accepted() == []
    made(tmp_path, f"{STEM}.png", f"{STEM}.3.png", f"{STEM}.npz", f"{STEM}-hud.png")
    assert [path.name for path in place.accepted()] == [f"{STEM}.png", f"{STEM}.3.png"]
    made(tmp_path, f"llvmpipe/{STEM}.2.png", f"softpipe/{STEM}.png")
    assert place.accepted() == [tmp_path / "baselines" / "llvmpipe" / f"{STEM}.2.png"]
    assert BaselineFile(tmp_path, "", STEM, ".png").accepted()[0].parent.name == "baselines"


def test_new_baselines_take_the_first_free_number(tmp_path: Path) -> None:
    place = BaselineFile(tmp_path, "llvmpipe", STEM, ".png")
    assert place.new().name == f"{STEM}.png"
    made(tmp_path, f"llvmpipe/{STEM}.png", f"llvmpipe/{STEM}.3.png")
    assert place.new().name == f"{STEM}.2.png"
    made(tmp_path, *(f"llvmpipe/{STEM}.{number}.png" for number in range(2, MOST + 1)))
    with pytest.raises(InputError, match=f"has {MOST} accepted baselines; remove some"):
        place.new()
    assert [path.name for path in place.accepted()][-1] == f"{STEM}.{MOST}.png"


def test_names_that_differ_in_capitals_only_are_refused(tmp_path: Path) -> None:
    made(tmp_path, "test_a.TEST_B.png")
    with pytest.raises(InputError, match="capital letters only"):
        BaselineFile(tmp_path, "", STEM, ".png").new()


@pytest.mark.parametrize(
    ("mode", "fail_missing", "found", "passes", "identical", "action"),
    [
        (Mode.COMPARE, True, False, False, False, Action.MISS),
        (Mode.COMPARE, False, False, False, False, Action.CREATE),
        (Mode.UPDATE, True, False, False, False, Action.CREATE),
        (Mode.UPDATE_FAILED, True, False, False, False, Action.CREATE),
        (Mode.ADD, True, False, False, False, Action.CREATE),
        (Mode.COMPARE, True, True, True, False, Action.PASS),
        (Mode.UPDATE, True, True, True, True, Action.PASS),
        (Mode.UPDATE, True, True, True, False, Action.REPLACE),
        (Mode.UPDATE_FAILED, True, True, True, False, Action.PASS),
        (Mode.ADD, True, True, True, False, Action.PASS),
        (Mode.COMPARE, False, True, False, False, Action.FAIL),
        (Mode.UPDATE, False, True, False, False, Action.REPLACE),
        (Mode.UPDATE_FAILED, False, True, False, False, Action.REPLACE),
        (Mode.ADD, False, True, False, False, Action.ADD),
    ],
)
def test_policy(
    mode: Mode, fail_missing: bool, found: bool, passes: bool, identical: bool, action: Action
) -> None:
    policy = Policy(Path("/"), Path("/"), mode, fail_missing)
    assert policy.action(found=found, passes=passes, identical=identical) is action


@pytest.fixture
def collected(tmp_path: Path) -> Collected:
    """Of module a the test b passed and c failed; of module d a part was collected."""
    (tmp_path / "test_a.py").touch()
    (tmp_path / "test_d.py").touch()
    found = Collected()
    found.tests = {f"test_{each}": str(tmp_path) for each in ("a.py::test_b", "a.py::test_c", "d.py::test_e")}
    found.modules = {(str(tmp_path), "test_a")}
    found.passed = {"test_a.py::test_b", "test_d.py::test_e"}
    found.asked = {(str(tmp_path), "test_a.test_b-hud.png")}
    return found


@pytest.mark.parametrize(
    ("name", "unused"),
    [
        ("test_a.test_b-hud.png", False),
        ("softpipe/test_a.test_b-hud.2.png", False),
        ("test_a.test_b-hud.npz", True),
        ("test_a.test_b.png", True),
        ("test_a.test_b-map.png", True),
        ("softpipe/test_a.test_b.png", True),
        ("test_a.test_c-hud.png", False),
        ("test_a.test_gone.png", True),
        ("test_a.test_gone[x-y]-hud.png", True),
        ("test_d.test_other.png", False),
        ("test_gone.test_b.png", True),
        ("README.md", False),
        ("softpipe/deeper/test_a.test_b.png", False),
    ],
)
def test_unused(tmp_path: Path, collected: Collected, name: str, unused: bool) -> None:
    made(tmp_path, name)
    assert bool(collected.unused()) is unused


def test_collections_of_other_processes_are_added(tmp_path: Path, collected: Collected) -> None:
    made(tmp_path, "test_a.test_gone.png")
    other = Collected(passed=collected.passed)
    assert other.unused() == []
    other.add_collection(collected.collection())
    assert other.unused() == baseline_files(tmp_path)


def test_modules_of_single_tests_are_no_whole_ones(tmp_path: Path) -> None:
    found = partial_modules(["a/test_a.py::test_b[x::y]", "test_c.py", "b"], tmp_path)
    assert found == {(tmp_path / "a" / "test_a.py").resolve()}
