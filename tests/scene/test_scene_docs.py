"""docs/scenes.md names every key and every kind of the format."""

from __future__ import annotations

import re
from pathlib import Path

import msgspec
import pytest
from scene_files import ROOT, write_text

from nvrender.scene.form import Form
from nvrender.scene.load import load_scene

TEXT = (ROOT / "docs" / "scenes.md").read_text()


def structures(base: type[Form] = Form) -> set[type[Form]]:
    return {base}.union(*(structures(kind) for kind in base.__subclasses__()))


FORMS = sorted(structures(), key=lambda form: form.__name__)


@pytest.mark.parametrize("form", FORMS, ids=lambda form: form.__name__)
def test_every_key_is_described(form: type[Form]) -> None:
    info = msgspec.inspect.type_info(form)
    assert isinstance(info, msgspec.inspect.StructType)
    words = set(re.findall(r"[a-z_]+", TEXT))
    assert {field.encode_name for field in info.fields} <= words
    if isinstance(info.tag, str) and info.tag.islower():
        assert f"| `{info.tag}` |" in TEXT


def test_the_smallest_scene_of_the_page_loads(tmp_path: Path) -> None:
    (example,) = re.findall(r"```toml\n(.*?)```", TEXT, re.DOTALL)
    assert load_scene(write_text(tmp_path, example)).form.draw[0].mesh == "ball"
