"""Arrays and parameters: ``run``, ``trace`` and ``diff``; and arrays that cannot be used."""

from __future__ import annotations

import io
import json
import pickle
import zipfile
from pathlib import Path

import numpy as np
import pytest
from cli_helpers import Command, files


@pytest.fixture
def arrays(tmp_path: Path) -> Path:
    """Positions and colours of three vertices."""
    path = tmp_path / "in.npz"
    np.savez(path, OPOS=np.arange(12.0).reshape(3, 4), **{"3": np.full((3, 2), 0.5, np.float32)})
    return path


@pytest.mark.parametrize("backend", ["oracle", "gpu"])
def test_run_to_a_file(nvrender: Command, passing: Path, arrays: Path, backend: str) -> None:
    out = passing.with_name("out.npz")
    given = ("run", passing, "--attributes", arrays, "--backend", backend)
    outcome = nvrender(*given, "-p", "0=0", "-p", "0=1,2,3,2.5", "-o", out)
    assert (outcome.status, outcome.out) == (0, f"{out}\n"), outcome.err
    with np.load(out) as results:
        assert set(results.files) == {"HPOS", "COL0"}
        assert results["HPOS"].dtype == np.float32
        assert results["HPOS"].tolist() == [[15.5, 1, 2, 3], [49.5, 5, 6, 7], [83.5, 9, 10, 11]]
        assert results["COL0"].tolist() == [[0.5, 0.5, 0.0, 1.0]] * 3


def test_run_shown_and_as_json(nvrender: Command, passing: Path, arrays: Path) -> None:
    given = ("run", passing, "--attributes", arrays, "-p", "0=1,2,3,2.5")
    lines = nvrender(*given).out.splitlines()
    assert lines[1] == "HPOS[1]  49.5  5  6  7"
    assert len(lines) == 6
    out = passing.with_name("out.npz")
    data = json.loads(nvrender(*given, "--json", "-o", out).out)
    assert data["HPOS"][1] == [49.5, 5.0, 6.0, 7.0]
    assert out.exists()


def test_json_has_no_numbers_json_lacks(nvrender: Command, tmp_path: Path) -> None:
    program = tmp_path / "x.vp"
    program.write_text(
        "!!VP2.0\nRCP R0, v[OPOS].x;\nMOV o[HPOS], R0;\nMOV o[HPOS].y, -R0;\nADD o[HPOS].z, R0, -R0;\nEND\n"
    )
    text = nvrender("run", program, "--json").out
    data = json.loads(text, parse_constant=pytest.fail)
    assert data == {"HPOS": [["Infinity", "-Infinity", "NaN", "Infinity"]]}


def test_parameters_from_files(nvrender: Command, passing: Path, arrays: Path, tmp_path: Path) -> None:
    table = np.zeros((3, 4), np.float32)
    table[0] = 1, 0, 0, 0
    np.save(tmp_path / "c.npy", table)
    np.savez(tmp_path / "c.npz", **{"0": table[0]})
    given = ("run", passing, "--attributes", arrays, "--json")
    for name in ("c.npy", "c.npz"):
        data = json.loads(nvrender(*given, "--parameters", tmp_path / name).out)
        assert [row[0] for row in data["HPOS"]] == [0.0, 4.0, 8.0]
        data = json.loads(nvrender(*given, "--parameters", tmp_path / name, "-p", "0=2").out)
        assert [row[0] for row in data["HPOS"]] == [3.0, 15.0, 27.0]


def test_trace(nvrender: Command, passing: Path, arrays: Path) -> None:
    given = ("trace", passing, "--attributes", arrays, "-p", "0=1,2,3,2.5", "--vertex", "1")
    lines = nvrender(*given).out.splitlines()
    assert len(lines) == 3
    assert " ".join(lines[0].split()).startswith("1 line 2 DP4 o[HPOS].x, c[0], v[OPOS]; ")
    assert lines[0].endswith("o[HPOS]: x 0 → 49.5")
    first, second, _ = json.loads(nvrender(*given, "--json").out)
    assert first["changes"] == [{"register": "o[HPOS]", "component": "x", "old": 0.0, "new": 49.5}]
    assert [change["new"] for change in second["changes"]] == [5.0, 6.0, 7.0]
    nvrender(*given[:-1], "3").failed_with("--vertex 3: there are 3 vertices, 0 to 2")


def test_diff(nvrender: Command, passing: Path, tmp_path: Path) -> None:
    picture = tmp_path / "errors.png"
    outcome = nvrender("diff", passing, "--count", "64", "-o", picture)
    assert outcome.status == 0, outcome.out
    assert "64 vertices, 0 values outside the precision" in outcome.out
    assert picture.read_bytes().startswith(b"\x89PNG")
    (report,) = json.loads(nvrender("diff", passing, "--count", "64", "--json").out)
    assert report["mismatches"] == 0
    assert [row["name"] for row in report["results"]] == ["HPOS", "COL0"]


def npz(**arrays: np.ndarray) -> bytes:
    stream = io.BytesIO()
    np.savez(stream, **arrays)
    return stream.getvalue()


def _damaged() -> bytes:
    data = bytearray(npz(OPOS=np.arange(4096.0).reshape(-1, 4)))
    data[2000:2100] = bytes(100)
    return bytes(data)


def _bomb(size: int) -> bytes:
    """An archive whose one array claims ``size`` numbers."""
    header = f"{{'descr': '<f4', 'fortran_order': False, 'shape': ({size}, 4), }}".ljust(117) + "\n"
    array = b"\x93NUMPY\x01\x00" + len(header).to_bytes(2, "little") + header.encode()
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w") as archive:
        archive.writestr("OPOS.npy", array)
    return stream.getvalue()


class _Hostile:
    def __reduce__(self) -> tuple[object, ...]:
        return (open, ("/tmp/nvrender-was-here", "w"))


BAD = {
    "no archive": (b"just text", "is no .npz or .npy file"),
    "empty": (b"", "is no .npz or .npy file"),
    "a pickle": (pickle.dumps([1.0]), "is no .npz or .npy file"),
    "cut off": (npz(OPOS=np.zeros((64, 4)))[:700], "is damaged"),
    "damaged": (_damaged(), "array 'OPOS' is damaged: Bad CRC-32"),
    "objects": (npz(OPOS=np.array([_Hostile()], object)), "array 'OPOS' holds Python objects"),
    "text": (npz(OPOS=np.array(["a", "b"])), "OPOS"),
    "complex numbers": (npz(OPOS=np.zeros((2, 4), complex)), "OPOS"),
    "five components": (npz(OPOS=np.zeros((2, 5))), "OPOS"),
    "three dimensions": (npz(OPOS=np.zeros((2, 2, 4))), "OPOS"),
    "two lengths": (npz(OPOS=np.zeros((2, 4)), COL0=np.zeros((3, 4))), "COL0"),
    "no such attribute": (npz(POSITION=np.zeros((2, 4))), "POSITION"),
    "attribute 16": (npz(**{"16": np.zeros((2, 4))}), "16"),
    "one attribute twice": (npz(OPOS=np.zeros((2, 4)), **{"0": np.zeros((2, 4))}), "are the same; give one"),
    "a claim of terabytes": (_bomb(10**12), "OPOS"),
}  # fmt: skip


@pytest.mark.parametrize("what", BAD)
def test_arrays_that_cannot_be_used(nvrender: Command, passing: Path, tmp_path: Path, what: str) -> None:
    data, message = BAD[what]
    (tmp_path / "in.npz").write_bytes(data)
    outcome = nvrender("run", passing, "--attributes", tmp_path / "in.npz", "-o", tmp_path / "out.npz")
    assert len(outcome.failed_with(message).splitlines()) == 1
    assert files(tmp_path) == ["in.npz", "passing.vp"]
    assert not Path("/tmp/nvrender-was-here").exists()


def test_an_archive_that_unpacks_to_more_than_there_is(
    nvrender: Command, passing: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("os.sysconf", lambda name: 1024)
    np.savez_compressed(tmp_path / "in.npz", OPOS=np.zeros((100_000, 4)))
    nvrender("run", passing, "--attributes", tmp_path / "in.npz").failed_with("would take")


def test_array_files_that_are_not_there(nvrender: Command, passing: Path, tmp_path: Path) -> None:
    for path, reason in (
        (tmp_path, "is a directory; name a file"),
        (tmp_path / "no.npz", "cannot be read: "),
    ):
        nvrender("run", passing, "--attributes", path).failed_with(f"{path}: {reason}")
    np.save(tmp_path / "one.npy", np.zeros((2, 4)))
    nvrender("run", passing, "--attributes", tmp_path / "one.npy").failed_with("attributes need an .npz")


@pytest.mark.parametrize("setting", ["0", "0=", "0=a", "0=1;2", "0=1,,2"])
def test_parameters_that_are_none(nvrender: Command, passing: Path, setting: str) -> None:
    nvrender("run", passing, "-p", setting).failed_with("is not NAME=X[,Y,Z,W]", status=2)


def test_parameters_that_a_program_does_not_have(nvrender: Command, passing: Path) -> None:
    nvrender("run", passing, "-p", "x=1").failed_with("the key 'x'")


@pytest.mark.parametrize("setting", ["96=1", "-1=1", "0=1,2,3,4,5", "99999999999999999999=1"])
def test_parameters_that_do_not_fit(nvrender: Command, passing: Path, setting: str) -> None:
    message = nvrender("run", passing, "-p", setting).failed_with()
    assert len(message.splitlines()) == 1
