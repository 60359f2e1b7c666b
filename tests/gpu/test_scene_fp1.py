"""A scene whose draw has an !!FP1.0 program, on both sides."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from nvrender.render import render

SHADER = Path(__file__).parents[2] / "shaders" / "toon.fp"
VERTEX = """!!VP1.1
DP4 o[HPOS].x, v[OPOS], c[0];
DP4 o[HPOS].y, v[OPOS], c[1];
DP4 o[HPOS].z, v[OPOS], c[2];
DP4 o[HPOS].w, v[OPOS], c[3];
DP4 R0.x, v[OPOS], c[4];
DP4 R0.y, v[OPOS], c[5];
DP4 R0.z, v[OPOS], c[6];
MOV o[TEX1].xyz, -R0;
DP3 o[TEX0].x, v[NRML], c[8];
DP3 o[TEX0].y, v[NRML], c[9];
DP3 o[TEX0].z, v[NRML], c[10];
MOV o[COL0], c[12];
END
"""
SCENE = f"""\
tracking = [
    {{ address = 0, matrix = "MODELVIEW_PROJECTION" }},
    {{ address = 4, matrix = "MODELVIEW" }},
    {{ address = 8, matrix = "MODELVIEW", transform = "INVERSE_TRANSPOSE" }},
]
[background]
colors = [[0.0, 0.0, 1.0]]
[camera]
eye = [0.0, 1.2, 4.2]
[lights.key]
direction = [0.4, 0.7, 0.6]
[meshes.ball]
kind = "sphere"
[[draw]]
vertex = "ball.vp"
fragment = '{SHADER.as_posix()}'
mesh = "ball"
parameters = {{ "12" = [1.0, 0.5, 0.0, 1.0] }}
[draw.fragment_parameters]
light = {{ light = "key", space = "eye" }}
shade = [0.0, 2.0, 0.0, 0.1]
"""


def test_both_sides_draw_it_with_parameters_by_name(tmp_path: Path) -> None:
    """NV_fragment_program 3.11.2: what the scene does not name has the value of its DECLARE."""
    (tmp_path / "ball.vp").write_text(VERTEX)
    path = tmp_path / "ball.toml"
    path.write_text(SCENE)
    gpu, oracle = (render(path, (64, 48), backend=backend).astype(int) for backend in ("gpu", "oracle"))
    assert np.abs(gpu - oracle).max() <= 2
    colors = {tuple(color) for color in gpu[..., :3].reshape(-1, 3).tolist()}
    assert {(0, 0, 255), (0, 255, 0)} <= colors
    assert any(red > 230 and blue > 200 for red, _, blue in colors)  # gloss, of its first value
