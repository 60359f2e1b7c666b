"""docs/scenes.md names every key and every kind of the format."""

from __future__ import annotations

import re
from pathlib import Path

import msgspec
import pytest
from scene_files import ROOT, write_text

from nvrender.scene.forms.base import Form
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


LIT = (
    "!!ARBvp1.0\nOPTION ARB_position_invariant;\nTEMP c;\n"
    "ADD c, state.lightprod[0].diffuse, program.local[0];\n"
    "MOV result.color, c;\nMOV result.texcoord, state.matrix.mvp.row[0];\nEND\n"
)
SHADOWED_VERTEX = (
    "!!ARBvp1.0\nPARAM own[4] = { program.local[0..3] };\nPARAM shadow[4] = { program.local[4..7] };\n"
    + "".join(f"DP4 result.position.{c}, own[{i}], vertex.position;\n" for i, c in enumerate("xyzw"))
    + "".join(f"DP4 result.texcoord.{c}, shadow[{i}], vertex.position;\n" for i, c in enumerate("xyzw"))
    + "END\n"
)
SHADOWED_FRAGMENT = (
    "!!ARBfp1.0\nOPTION ARB_fragment_program_shadow;\nTEMP c;\n"
    "MAD c, fragment.texcoord, 0.5, 0.5;\nTEX result.color, c, texture[0], SHADOW2D;\nEND\n"
)


def test_the_scenes_of_the_page_load(tmp_path: Path) -> None:
    (tmp_path / "lit.vp").write_text(LIT)
    (tmp_path / "shadowed.vp").write_text(SHADOWED_VERTEX)
    (tmp_path / "shadowed.fp").write_text(SHADOWED_FRAGMENT)
    (tmp_path / "move.cp").write_text(
        "!!NVcp5.0\nGROUP_SIZE 64;\nTEMP r;\nATOM.ADD.U32 r, {1}, program.local[0].x;\nEND\n"
    )
    (tmp_path / "paint.cp").write_text(
        "!!NVcp5.0\nGROUP_SIZE 8 8;\nSTOREIM.U32 image[0], {1}, invocation.globalid, 2D;\nEND\n"
    )
    smallest, declared, shadowed, computed, painted = re.findall(r"```toml\n(.*?)```", TEXT, re.DOTALL)
    assert load_scene(write_text(tmp_path, smallest)).form.draw[0].mesh == "ball"
    assert load_scene(write_text(tmp_path, declared)).form.draw[0].state.lights == ("lamp",)
    assert load_scene(write_text(tmp_path, shadowed)).form.draw[0].pass_name == "shadow"
    assert load_scene(write_text(tmp_path, computed)).form.passes[0].compute == "move.cp"
    assert load_scene(write_text(tmp_path, painted)).form.images[2].of == 1
