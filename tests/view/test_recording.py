"""Recordings: what was added is in the file, nothing else is left beside it."""

from __future__ import annotations

import subprocess
from pathlib import Path

import numpy as np
import numpy.typing as npt
import pytest
from PIL import Image, ImageSequence

from nvrender import picture_files
from nvrender.source import InputError
from nvrender.view import recording
from nvrender.view.recording import Recording

UInt8Array = npt.NDArray[np.uint8]


def pictures(count: int, size: tuple[int, int] = (32, 24)) -> list[UInt8Array]:
    """Plain ones, each of another grey."""
    return [np.full((size[1], size[0], 3), 8 + 16 * number, np.uint8) for number in range(count)]


def record(folder: Path, kind: str, shown: list[UInt8Array], fps: float = 25.0) -> Path | None:
    made = Recording(folder, "made", kind, fps, shown[0].shape[1::-1])  # type: ignore[arg-type]
    for picture in shown:
        made.add(picture)
    return made.close()


def test_gif(tmp_path: Path) -> None:
    path = record(tmp_path, "gif", pictures(12))
    assert path == tmp_path / "made-1.gif"
    with Image.open(path) as image:
        frames = [
            (np.asarray(frame.convert("RGB"))[0, 0, 0], frame.info["duration"])
            for frame in ImageSequence.Iterator(image)
        ]
    assert frames == [(8 + 16 * number, 40) for number in range(12)]
    assert [file.name for file in tmp_path.iterdir()] == ["made-1.gif"]


def test_png_sequence(tmp_path: Path) -> None:
    path = record(tmp_path, "png", pictures(3))
    assert path == tmp_path / "made-1"
    assert sorted(file.name for file in path.iterdir()) == ["00000.png", "00001.png", "00002.png"]
    assert np.array_equal(np.asarray(Image.open(path / "00002.png")), pictures(3)[2])


def test_mp4_of_an_odd_size(tmp_path: Path) -> None:
    ffmpeg = pytest.importorskip("imageio_ffmpeg", reason="pip install imageio-ffmpeg")
    path = record(tmp_path, "mp4", pictures(10, (33, 25)))
    assert path == tmp_path / "made-1.mp4"
    command = [ffmpeg.get_ffmpeg_exe(), "-i", str(path), "-f", "rawvideo", "-pix_fmt", "rgb24", "-"]
    done = subprocess.run(command, capture_output=True, check=True)
    assert b"32x24" in done.stderr
    assert b"25 fps" in done.stderr
    greys = np.frombuffer(done.stdout, np.uint8).reshape(-1, 24 * 32 * 3).mean(axis=1)
    assert greys == pytest.approx([8 + 16 * number for number in range(10)], abs=4)
    assert [file.name for file in tmp_path.iterdir()] == ["made-1.mp4"]


def test_pictures_of_another_size_get_the_first_ones(tmp_path: Path) -> None:
    path = record(tmp_path, "png", [*pictures(1), *pictures(1, (100, 90))])
    assert path is not None
    with Image.open(path / "00001.png") as image:
        assert image.size == (32, 24)


def test_names_are_not_taken_twice(tmp_path: Path) -> None:
    (tmp_path / "made-1.gif").write_bytes(b"mine")
    assert record(tmp_path, "gif", pictures(1)) == tmp_path / "made-2.gif"
    assert (tmp_path / "made-1.gif").read_bytes() == b"mine"


@pytest.mark.parametrize("kind", ["gif", "mp4"])
def test_nothing_recorded_is_no_file(tmp_path: Path, kind: str) -> None:
    made = Recording(tmp_path, "made", kind, 25.0, (32, 24))
    assert made.close() is None
    assert list(tmp_path.iterdir()) == []


def test_a_gif_that_is_full(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(recording, "_GIF_PIXELS", 2 * 32 * 24)
    made = Recording(tmp_path, "made", "gif", 25.0, (32, 24))
    for picture in pictures(2):
        assert not made.full
        made.add(picture)
    assert made.full
    assert made.close() is not None


def test_a_folder_that_goes(tmp_path: Path) -> None:
    folder = tmp_path / "out"
    folder.mkdir()
    made = Recording(folder, "made", "gif", 25.0, (32, 24))
    folder.rename(tmp_path / "elsewhere")
    folder.write_bytes(b"a file")
    made.add(pictures(1)[0])  # its writer looks at the folder from here on
    with pytest.raises(InputError, match=r"made-1\.gif"):
        made.close()


def test_what_cannot_be_begun(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(InputError, match="there are gif, mp4, png"):
        Recording(tmp_path, "made", "avi", 25.0, (32, 24))
    (tmp_path / "none").write_bytes(b"a file")
    for kind in ("gif", "png"):
        with pytest.raises(InputError, match="none"):
            Recording(tmp_path / "none", "made", kind, 25.0, (32, 24))
    monkeypatch.setattr(picture_files, "find_spec", lambda name: None)
    with pytest.raises(InputError, match=r"pip install 'nvrender\[video\]'"):
        Recording(tmp_path, "made", "mp4", 25.0, (32, 24))
