"""The scene most tests of the viewer show."""

from __future__ import annotations

PROGRAM = """!!VP1.0
DP4 o[HPOS].x, c[0], v[OPOS];
DP4 o[HPOS].y, c[1], v[OPOS];
DP4 o[HPOS].z, c[2], v[OPOS];
DP4 o[HPOS].w, c[3], v[OPOS];
MOV o[COL0], c[4];
END
"""
#: A green cube that stands left of the middle; on every frame farther right.
SCENE = """
title = "cube"
size = [400, 300]
camera = { eye = [0.0, 0.0, 6.0] }
animation = { frames = 4, fps = 2.0, poster = 2 }
background = { colors = [[0.0, 0.0, 0.4]] }
tracking = [{ address = 0, matrix = "MODELVIEW_PROJECTION" }]
[meshes.cube]
kind = "cube"
size = [1.0, 1.0, 1.0]
[[draw]]
vertex = "cube.vp"
mesh = "cube"
transform = [{ translate = [{ linear = { rate = 1.0, start = -1.5 } }, 0.0, 0.0] }]
parameters = { 4 = [0.0, 1.0, 0.0, 1.0] }
"""
