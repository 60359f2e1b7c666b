"""Scenes as pages: what WebGL 2 has not is said, and what is written is whole."""

from __future__ import annotations

import base64
import json
import zlib
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from nvrender.gl.state.state import State
from nvrender.gl.textures.texture import Texture
from nvrender.scene.load import load_scene
from nvrender.source import InputError, TargetError
from nvrender.web.export.page import export
from nvrender.web.export.states import state_facts
from nvrender.web.export.store import Store
from nvrender.web.export.textures import texture_facts

SCENES = Path(__file__).parent.parent.parent / "scenes"


def _data(page: Path) -> tuple[dict[str, Any], bytes]:
    text = (page / "scene.js").read_text(encoding="utf-8")
    facts = json.loads(text.removeprefix("const scene = ").removesuffix(";\n"))
    return facts, zlib.decompress(base64.b64decode(facts["data"]))


def test_frames_differ_in_numbers_alone_and_share_what_is_equal(tmp_path: Path) -> None:
    scene = load_scene(SCENES / "letter.toml")
    index = export(scene, tmp_path / "page", (64, 36), range(2, 5))
    assert index == tmp_path / "page" / "index.html"
    facts, data = _data(index.parent)
    assert (facts["first"], len(facts["frames"]), facts["size"]) == (2, 3, [64, 36])
    first, second, _ = facts["frames"]
    drawn = [
        [(draw["program"], draw["mesh"]) for one in frame for draw in one["draws"]]
        for frame in (first, second)
    ]
    assert drawn[0] == drawn[1]
    changed = [
        one["blocks"] != other["blocks"]
        for one, other in zip(first[-1]["draws"], second[-1]["draws"], strict=True)
    ]
    assert any(changed)
    assert all(place + size <= len(data) for draw in first[-1]["draws"] for _, place, size in draw["blocks"])


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("toon", "no geometry programs"),
        ("curved", "no tessellation programs"),
        ("veil", "no compute programs"),
        ("globe", "no clip distances"),
    ],
)
def test_what_webgl_has_not_is_an_error_that_names_the_draw(name: str, said: str, tmp_path: Path) -> None:
    with pytest.raises(TargetError, match=rf"{name}\.toml: .*{said}"):
        export(load_scene(SCENES / f"{name}.toml"), tmp_path / "page", (32, 18), range(1))
    assert not (tmp_path / "page").exists()


def test_a_folder_with_something_else_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "mine.txt").write_text("mine", encoding="utf-8")
    with pytest.raises(InputError, match=r"mine\.txt, which is not of a page by nvrender export"):
        export(load_scene(SCENES / "letter.toml"), tmp_path, (32, 18), range(1))
    assert [path.name for path in tmp_path.iterdir()] == ["mine.txt"]


def test_an_older_page_is_replaced(tmp_path: Path) -> None:
    scene = load_scene(SCENES / "letter.toml")
    for frames in (range(1), range(2)):
        export(scene, tmp_path / "page", (32, 18), frames)
    assert len(_data(tmp_path / "page")[0]["frames"]) == 2
    assert [path.name for path in tmp_path.iterdir()] == ["page"]


def test_what_of_the_state_webgl_has_not_is_an_error() -> None:
    with pytest.raises(TargetError, match="logical operations"):
        state_facts(State(logic_op="XOR"))
    with pytest.raises(TargetError, match="masks of samples"):
        state_facts(State(sample_mask=1))


@pytest.mark.parametrize(
    ("base_format", "texel", "expected"),
    [
        ("LUMINANCE", [7], [7, 7, 7, 255]),
        ("LUMINANCE_ALPHA", [7, 9], [7, 7, 7, 9]),
        ("ALPHA", [9], [0, 0, 0, 9]),
        ("INTENSITY", [7], [7, 7, 7, 7]),
        ("RGB", [1, 2, 3], [1, 2, 3, 255]),
    ],
)
def test_texels_are_what_the_base_format_makes_of_them(
    base_format: str, texel: list[int], expected: list[int]
) -> None:
    """OpenGL 1.5, table 3.15."""
    store = Store()
    image = np.array([[texel]], np.uint8)
    facts = texture_facts(Texture.from_array(image, "2D", base_format), store)
    place, size = facts["levels"][0][-2:]
    data = zlib.decompress(base64.b64decode(json.loads(store.script("x", {})[10:-2])["data"]))
    assert list(data[place : place + size]) == expected


@pytest.mark.parametrize(
    ("fields", "said"), [({"wrap_s": "CLAMP_TO_BORDER"}, "CLAMP_TO_BORDER"), ({"lod_bias": 1.0}, "a bias")]
)
def test_textures_that_webgl_has_not_are_errors(fields: dict[str, Any], said: str) -> None:
    texture = Texture.from_array(np.zeros((4, 4, 4), np.uint8), **fields)
    with pytest.raises(TargetError, match=said):
        texture_facts(texture, Store())
