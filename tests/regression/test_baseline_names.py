"""File names of baselines: of tests, of checks and of renderers."""

from __future__ import annotations

import pytest

from nvrender.regression.baselines.names import (
    check_name,
    file_name,
    owners,
    renderer_folder,
    stem_of,
    test_name,
)
from nvrender.source import InputError


@pytest.mark.parametrize(
    ("node", "name"),
    [
        ("tests/test_lake.py::test_moon", "test_lake.test_moon"),
        ("test_lake.py::TestNight::test_moon", "test_lake.TestNight.test_moon"),
        ("a/test_lake.py::test_moon[3-soft]", "test_lake.test_moon[3-soft]"),
        ("a/test_lake.py::test_moon[0.5]", "test_lake.test_moon[0.5]"),
        ("a/test_lake.py::test_größe[ü]", "test_lake.test_größe[ü]"),
        ("a/test_lake.py::test_moon[e\u0301]", "test_lake.test_moon[\u00e9~bf1276]"),
    ],
)
def test_names_of_tests(node: str, name: str) -> None:
    assert test_name(node) == name


@pytest.mark.parametrize(
    "parameters",
    [
        "a/b",
        "a\\b",
        "../../etc/passwd",
        "a:b",
        "a b",
        "a\0b",
        "a\nb",
        "con?",
        "a::b",
        "[a]",
        "..",
        "",
        "e\u0301",
    ],
)
def test_what_no_file_may_hold_is_replaced(parameters: str) -> None:
    name = test_name(f"t/test_a.py::test_b[{parameters}]")
    assert name.startswith("test_a.test_b[") and name.endswith("]")
    assert not set(name) & set('/\\:*?"<>|\0\n ')


def test_different_tests_have_different_names() -> None:
    parameters = [
        "a/b",
        "a\\b",
        "a_b",
        "a:b",
        "a b",
        "é",
        "e\u0301",
        ".",
        "..",
        "",
        "a.",
        "a",
        "x" * 300,
        "x" * 301,
    ]
    names = {test_name(f"test_a.py::test_b[{each}]") for each in parameters}
    assert len(names) == len(parameters)
    assert all(len(name.encode()) <= 120 for name in names)


def test_names_of_checks() -> None:
    assert check_name("test_a.test_b", None) == "test_a.test_b"
    assert check_name("test_a.test_b", "hud") == "test_a.test_b-hud"


@pytest.mark.parametrize("name", ["", "a/b", "..", "../x", "a.b", "a b", "a\0", "x" * 61, 7, b"a", "C:x"])
def test_bad_names_of_checks(name: object) -> None:
    with pytest.raises(InputError, match=r"name is .*must be 1 to 60 letters"):
        check_name("test_a.test_b", name)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("renderer", "folder"),
    [
        ("llvmpipe (LLVM 15.0.6, 256 bits)", "llvmpipe"),
        ("softpipe", "softpipe"),
        ("NVIDIA GeForce RTX 3080/PCIe/SSE2", "nvidia-geforce-rtx-3080"),
        ("AMD Radeon RX 6800 (radeonsi, navi21, LLVM 17.0.6, DRM 3.54)", "amd-radeon-rx-6800"),
        ("Mesa Intel(R) UHD Graphics 620 (KBL GT2)", "mesa-intel-uhd-graphics-620"),
        ("oracle", "oracle"),
        ("con", "con-renderer"),
        ("../../etc", None),
        ("(x)", None),
    ],
)
def test_folders_of_renderers(renderer: str, folder: str | None) -> None:
    if folder is None:
        with pytest.raises(InputError, match="a name with letters or digits"):
            renderer_folder(renderer)
    else:
        assert renderer_folder(renderer) == folder


def test_files_of_accepted_baselines() -> None:
    assert file_name("a.b", 1, ".png") == "a.b.png"
    assert file_name("a.b", 12, ".npz") == "a.b.12.npz"
    assert stem_of("a.b.png") == stem_of("a.b.2.png") == stem_of("a.b.16.png") == "a.b.png"
    assert stem_of("a.b[0.5].png") == "a.b[0.5].png"
    assert stem_of("README.md") is None
    assert stem_of(".png") is None


def test_owners_are_tests_a_name_may_be_of() -> None:
    assert owners("a.b[x-y]-hud.png") == ["a.b[x-y]-hud", "a.b[x", "a.b[x-y]"]
