"""Ten small scenes, of each language of vertices and of fragments, as scene files in a folder."""

from __future__ import annotations

from pathlib import Path

_HEAD = """\
size = [48, 36]
[camera]
eye = [0.4, 0.7, 3.2]
fov = 40.0
[textures.stones]
kind = "bricks"
size = [32, 32]
colors = [[0.9, 0.5, 0.2], [0.1, 0.2, 0.4]]
filter = "{filter}"
[meshes.shape]
kind = "{mesh}"
{detail}
[[draw]]
vertex = "a.vp"
fragment = "a.fp"
mesh = "shape"
transform = [{{ rotate = {{ angle = 35.0, axis = [1.0, 1.0, 0.0] }} }}]
textures = {{ 0 = {{ texture = "stones" }} }}
"""
_SPHERE = "sphere", "segments = 16"
_GRID = "grid", "size = [2.0, 2.0]\ncells = [6, 6]"
_TRANSFORM = "".join(f"DP4 o[HPOS].{letter}, c[{row}], v[OPOS];\n" for row, letter in enumerate("xyzw"))
_VP1 = f"!!VP1.0\n{_TRANSFORM}MAD o[COL0], v[NRML], c[20].x, c[20].x;\nMOV o[TEX0], v[TEX0];\nEND\n"
_VP11 = f"!!VP1.1\n{_TRANSFORM}ABS o[COL0], v[NRML];\nADD o[TEX0], v[TEX0], v[TEX0];\nEND\n"
_VP2 = f"""!!VP2.0
{_TRANSFORM}MOV R1, c[20].wwww;
MOVC R0, v[NRML];
MOV R1 (GT), R0;
MOV R1.w, c[20].y;
LOOPING: ADD R1.x, R1.x, c[20].z;
ADDC R1.w, R1.w, -c[20].x;
BRA LOOPING (GT.w);
MOV o[COL0], R1;
MUL o[TEX0], v[TEX0], c[20].yyxx;
END
"""
_ARB = """!!ARBvp1.0
PARAM m[4] = { state.matrix.mvp };
PARAM palette[3] = { { 0.9, 0.2, 0.2, 1 }, { 0.2, 0.9, 0.3, 1 }, { 0.2, 0.3, 0.9, 1 } };
ADDRESS a; TEMP r;
DP4 result.position.x, m[0], vertex.position; DP4 result.position.y, m[1], vertex.position;
DP4 result.position.z, m[2], vertex.position; DP4 result.position.w, m[3], vertex.position;
MAD r, vertex.normal, 1.4999, 1.5;
ARL a.x, r.y;
MOV result.color, palette[a.x];
MOV result.texcoord[0], vertex.texcoord[0];
END
"""
_NV4 = """!!NVvp4.0
PARAM m[4] = { state.matrix.mvp };
TEMP r; INT TEMP n;
DP4 result.position.x, m[0], vertex.position; DP4 result.position.y, m[1], vertex.position;
DP4 result.position.z, m[2], vertex.position; DP4 result.position.w, m[3], vertex.position;
MOV r, 0;
REP 3;
MAD r, vertex.normal, 0.2, r;
ENDREP;
MUL.F r.w, vertex.texcoord[0].x, 7.9;
FLR.S n.x, r.w;
AND.S n.x, n.x, 1;
IF NE.x;
ENDIF;
I2F r.w, n.x;
MAD result.color, r, 0.5, 0.5;
MOV result.texcoord[0], vertex.texcoord[0];
MOV result.texcoord[1], r.w;
END
"""
_FP1 = "!!FP1.0\nTEX R0, f[TEX0], TEX0, 2D;\nMULH o[COLH], R0, f[COL0];\nEND\n"
_KILLING = """!!FP1.0
FRC R0, f[TEX0];
SLTRC RC.x, R0.x, {0.3};
KIL NE.x;
MADR o[COLR], R0.xyxy, {0.5}.x, f[COL0];
END
"""
_FP2 = """!!FP2.0
MOVR R0, f[COL0];
MOVR R1, {0, 0, 0, 1};
REP 4;
MADR R1.xyz, R0, {0.2}.x, R1;
ENDREP;
TEX R2, f[TEX0], TEX0, 2D;
SGTRC RC.x, R2.x, R2.z;
IF NE.x;
LRPR R1.xyz, {0.5}.x, R1, R2;
ENDIF;
MOVR o[COLR], R1;
END
"""
_ARBFP = """!!ARBfp1.0
TEMP r, n;
TEX r, fragment.texcoord[0], texture[0], 2D;
DP3 n, fragment.color, { 0.3, 0.6, 0.1, 0 };
LRP r.xyz, n.x, r, fragment.color;
CMP r.y, -n.x, r.y, r.x;
POW r.z, r.z, { 0.5 }.x;
MOV r.w, 1;
MOV result.color, r;
END
"""
_SHADED = """!!ARBfp1.0
TEMP r;
SCS r.xy, fragment.texcoord[0].x;
XPD r.xyz, r.yxyy, fragment.color;
ABS r, r;
MOV_SAT result.color.xyz, r;
MOV result.color.w, 1;
END
"""
_NVFP4 = """!!NVfp4.0
TEMP r; INT TEMP n;
TXQ n, 0, texture[0], 2D;
MUL.F r, fragment.texcoord[0], 32.0;
FLR.S n.xy, r;
AND.S n.xy, n, 31;
MOV.S n.w, 0;
TXF r, n, texture[0], 2D;
MUL result.color, r, fragment.color;
END
"""
#: Scene → vertex program, fragment program, mesh, filter.
SCENES: dict[str, tuple[str, str, tuple[str, str], str]] = {
    "registers": (_VP1, _FP1, _SPHERE, "NEAREST"),
    "killed": (_VP11, _KILLING, _GRID, "NEAREST"),
    "branches": (_VP2, _FP1, _SPHERE, "LINEAR"),
    "loops": (_VP1, _FP2, _SPHERE, "LINEAR"),
    "relative": (_ARB, _ARBFP, _SPHERE, "LINEAR"),
    "folded": (_ARB, _SHADED, _GRID, "NEAREST"),
    "integers": (_NV4, _NVFP4, _GRID, "NEAREST"),
    "mixed": (_VP2, _ARBFP, _GRID, "NEAREST"),
    "newer": (_NV4, _FP2, _SPHERE, "NEAREST"),
    "texels": (_VP11, _NVFP4, _SPHERE, "NEAREST"),
}


def written(name: str, folder: Path) -> Path:
    """The scene's file."""
    vertex, fragment, (mesh, detail), filter = SCENES[name]
    text = _HEAD.format(mesh=mesh, detail=detail, filter=filter)
    if vertex.startswith("!!VP"):
        text += 'tracking = [{ address = 0, matrix = "MODELVIEW_PROJECTION" }]\n'
        text += "[draw.parameters]\n20 = [0.5, 1.0, 0.1, 0.25]\n"
    (folder / "a.vp").write_text(vertex, encoding="utf-8")
    (folder / "a.fp").write_text(fragment, encoding="utf-8")
    path = folder / f"{name}.toml"
    path.write_text(text, encoding="utf-8")
    return path
