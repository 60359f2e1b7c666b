"""The loader in C (docs/examples/loader), which replaces programs at run time as their manifest says."""

from __future__ import annotations

import ctypes
import shutil
import subprocess
from pathlib import Path

import pytest

from nvrender.cli.main import main

LOADER = Path(__file__).parents[1] / "docs" / "examples" / "loader"


@pytest.fixture(scope="module")
def trial(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The program that draws with what the loader finds."""
    compiler = shutil.which("cc")
    if compiler is None:
        pytest.skip("there is no C compiler (cc)")
    try:
        ctypes.CDLL("libEGL.so.1")
    except OSError as error:
        pytest.skip(f"there is no EGL: {error}")
    built = tmp_path_factory.mktemp("loader") / "trial"
    sources = [str(LOADER / name) for name in ("loader.c", "trial.c")]
    warnings = "-std=c11", "-Wall", "-Wextra", "-Werror"
    subprocess.run([compiler, *warnings, *sources, "-ldl", "-o", str(built)], check=True)
    return built


def port(*arguments: str | Path) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["port", *map(str, arguments)])
    assert ended.value.code == 0


def test_programs_are_replaced_by_their_hashes(trial: Path, tmp_path: Path) -> None:
    """In a core context; of texts with other ends of lines too, and none of a program that nobody ported."""
    vertex, fragment = LOADER / "lamp.vp", LOADER / "lamp.fp"
    port(vertex, fragment, "--pair", "-o", tmp_path / "members")
    port(vertex, fragment, "--pair", "--env", "array", "--target", "glsl430", "-o", tmp_path / "arrays")
    windows = tmp_path / "windows.vp"
    windows.write_bytes(b"\r\n" + vertex.read_bytes().replace(b"\n", b"\r\n") + b"\0")
    # In the middle of the triangle: strength / distance² of its corners, a half of the first.
    light = 2 / 6 * 0.5 + 2 / 14 * 0.5
    color = (0.5 * light + 0.25, light, 0.75, light)
    for folder, text in (("members", vertex), ("arrays", windows)):
        ran = subprocess.run([trial, tmp_path / folder, text, fragment], capture_output=True, text=True)
        if ran.returncode == 77:
            pytest.skip(ran.stderr.strip())
        assert ran.returncode == 0, ran.stderr
        pixel, _, error = ran.stdout.partition(", error ")
        assert int(error) == 0
        assert all(
            abs(int(found) - 255 * value) <= 1 for found, value in zip(pixel.split(), color, strict=True)
        )
    other = tmp_path / "other.vp"
    other.write_bytes(vertex.read_bytes().replace(b"env[3]", b"env[4]"))
    ran = subprocess.run([trial, tmp_path / "members", other, fragment], capture_output=True, text=True)
    assert ran.returncode == 1 and "nothing in the folder replaces it" in ran.stderr
