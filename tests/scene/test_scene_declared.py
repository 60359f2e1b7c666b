"""ARB, NV4 and Cg programs in scenes: parameters by name, GL state, buffers, chains."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest
from click.testing import CliRunner
from scene_files import write_text

from nvrender.cli.main import main
from nvrender.gl.inputs.vertices import buffer_arrays, parameter_array
from nvrender.render import frames, inputs, render
from nvrender.run import run
from nvrender.scene.load import load_scene
from nvrender.scene.moment.evaluate import Draw, draws
from nvrender.source import SceneError

SIZE = (64, 36)

SCENE = """{top}
[camera]
eye = [0.0, 0.0, 5.0]

[lights.lamp]
position = [1.0, 2.0, 3.0]
color = [0.5, 0.25, {{ linear = {{ rate = 1.0 }} }}]
ambient = [0.1, 0.2, 0.3]
attenuation = [1.0, 0.5, 0.25]
spot = {{ direction = [0.0, -1.0, 0.0], exponent = 8.0, cutoff = 60.0 }}

[lights.sun]
direction = [0.0, 3.0, 0.0]
specular = [1.0, 1.0, 0.0, 0.5]

[meshes.ball]
kind = "sphere"

[[draw]]
vertex = "program.vp"
mesh = "ball"
{draw}
"""

POSITION = "OPTION ARB_position_invariant;\n"


def scene(directory: Path, program: str, draw: str = "", top: str = "") -> Path:
    (directory / "program.vp").write_text(program)
    return write_text(directory, SCENE.format(top=top, draw=draw))


def arb(*reads: str) -> str:
    """An ARB program that reads each of these into a texture coordinate."""
    moves = [f"MOV result.texcoord[{index}], {name};\n" for index, name in enumerate(reads)]
    return f"!!ARBvp1.0\n{POSITION}{''.join(moves)}END\n"


def first(path: Path, frame: int = 0) -> Draw:
    return next(iter(draws(load_scene(path), frame, SIZE)))


def registers(draw: Draw) -> dict[str, npt.NDArray[np.float32]]:
    """The parameters of a draw by their names."""
    rows = parameter_array(draw.program, draw.parameters, draw.state)
    return {binding.name: row for binding, row in zip(draw.program.parameters, rows, strict=True)}


def check(path: Path, expected: dict[str, Any], frame: int = 0) -> None:
    found = registers(first(path, frame))
    for name, row in expected.items():
        assert np.allclose(found[name], row, atol=1e-6), (name, found[name])


def test_parameters_by_name(tmp_path: Path) -> None:
    program = arb("program.env[4]", "program.env[5]", "program.local[0]", "program.local[1]",
                  "program.local[2]", "state.fog.color")  # fmt: skip
    draw = """[draw.parameters]
"program.env[4]" = [[1.0, 2.0], [3.0]]
"program.local[0..1]" = [[1, 2, 3, 4], [5, 6, 7, 8]]
"program.local[2]" = { light = "lamp", space = "eye" }
"state.fog.color" = [0.5, 0.5, 0.5, 0.5]
"""
    check(
        scene(tmp_path, program, draw),
        {
            "program.env[4]": [1, 2, 0, 1], "program.env[5]": [3, 0, 0, 1],
            "program.local[0]": [1, 2, 3, 4], "program.local[1]": [5, 6, 7, 8],
            "program.local[2]": [1, 2, -2, 1], "state.fog.color": [0.5] * 4,
        },
    )  # fmt: skip


def test_a_later_table_overrides_one_register_of_a_list(tmp_path: Path) -> None:
    program = arb(*(f"program.env[{index}]" for index in range(4)))
    top = (
        '[parameters]\n"program.env[0]" = [[1.0], [2.0], [3.0], [4.0]]\n4 = [9.0]\nspare = { eye = "eye" }\n'
    )
    # A register and a uniform concern other programs of the scene.
    other = '[[draw]]\nvertex = "plain.vp"\nmesh = "ball"\n[[draw]]\nvertex = "cg.vp"\nmesh = "ball"\n'
    (tmp_path / "cg.vp").write_text(
        "!!ARBvp1.0\n#var float4 spare :  : c[0] : 0 : 1\n"
        f"{POSITION}MOV result.color, program.local[0];\nEND\n"
    )
    copy = '[[draw.copies]]\nparameters = { "program.env[2]" = 6.0 }\n'
    draw = f'parameters = {{ "program.env[1]" = [5.0] }}\n{copy}'
    path = scene(tmp_path, program, draw + other, top)
    check(path, {f"program.env[{index}]": [value, 0, 0, 1] for index, value in enumerate((1, 5, 6, 4))})
    _, plain, uniform = draws(load_scene(path), 0, SIZE)
    assert plain.parameters[4][0] == 9.0 and set(plain.parameters) == {4}
    assert np.allclose(registers(uniform)["program.local[0]"], [0, 0, 0, 1])


def test_matrices_are_values(tmp_path: Path) -> None:
    names = [f"program.env[{index}]" for index in range(8)]
    draw = """transform = [{ rotate = { angle = 90.0 } }, { scale = 2.0 }]
matrices = { TEXTURE1 = [{ translate = [1.0, 2.0, 3.0] }], MATRIX3 = [{ scale = 3.0 }] }
[draw.parameters]
"program.env[0]" = { matrix = "MODELVIEW", transform = "INVERSE_TRANSPOSE", rows = 3 }
"program.env[3]" = { matrix = "TEXTURE1", transform = "TRANSPOSE" }
"program.env[7]" = { matrix = "MATRIX3", rows = 1 }
"""
    found = registers(first(scene(tmp_path, arb(*names), draw)))
    assert np.allclose([found[name] for name in names[:3]], [[0, 0, 0.5, 0], [0, 0.5, 0, 0], [-0.5, 0, 0, 0]])
    assert np.allclose(found["program.env[6]"], [1, 2, 3, 1])
    assert np.allclose(found["program.env[7]"], [3, 0, 0, 0])


CG = """!!ARBvp1.0
#profile arbvp1
#var float4x4 modelViewProj :  : c[0], 4 : 0 : 1
#var float3x3 normals :  : c[4], 3 : 1 : 1
#var float3 lightColor :  : c[7] : 2 : 1
#var float power :  : c[8] : 3 : 1
#var float3x4 bones[0] :  : c[9], 3 : 4 : 1
#var float3x4 bones[1] :  : c[12], 3 : 4 : 1
PARAM c[15] = { program.local[0..14] };
TEMP r;
DP4 result.position.x, c[0], vertex.position;
DP4 result.position.y, c[1], vertex.position;
DP4 result.position.z, c[2], vertex.position;
DP4 result.position.w, c[3], vertex.position;
DP4 r.x, c[9], vertex.position;
MAD r, r, c[8].x, c[12];
DP3 r.y, c[4], vertex.normal;
ADD result.color, r, c[7];
END
"""


def test_uniforms_by_name_and_shape(tmp_path: Path) -> None:
    draw = """[draw.parameters]
modelViewProj = { matrix = "MODELVIEW_PROJECTION" }
normals = { matrix = "MODELVIEW", transform = "INVERSE_TRANSPOSE" }
lightColor = { color = "lamp" }
power = 2.5
bones = { chain = "arm" }
"""
    bend = "bend = [{ angle = 90.0, axis = [0.0, 0.0, 1.0] }]"
    top = f"[[chains]]\nname = 'arm'\nbones = 2\nlength = 2.0\n{bend}\n"
    path = scene(tmp_path, CG, draw, top)
    found = registers(first(path, 30))
    one = first(path)
    product = np.array(one.state.projection) @ np.array(one.state.modelview)
    assert np.allclose([found[f"program.local[{row}]"] for row in range(4)], product, atol=1e-5)
    assert np.allclose(found["program.local[4]"], [1, 0, 0, 0])
    assert np.allclose(found["program.local[7]"], [0.5, 0.25, 1.0, 0])
    assert np.allclose(found["program.local[8]"][0], 2.5)
    assert np.allclose(found["program.local[9]"], [0, -1, 0, 0], atol=1e-6)
    # The second bone turns by 90 degrees more, around (-1, 0).
    assert np.allclose(found["program.local[12]"], [-1, 0, 0, -1], atol=1e-6)


def test_lights_are_what_gl_light_would_store(tmp_path: Path) -> None:
    """OpenGL 1.5 2.14.1: positions and directions go through the modelview matrix of the command."""
    program = arb("state.light[0].position", "state.light[0].diffuse", "state.light[0].spot.direction",
                  "state.light[0].attenuation", "state.light[1].position", "state.light[1].specular",
                  "state.light[2].diffuse", "state.lightprod[0].ambient")  # fmt: skip
    state = 'lights = ["lamp", "sun"]\nmaterial = { ambient = [1, 0.5, 1] }\n'
    draw = f"transform = [{{ scale = 2.0 }}]\n[draw.state]\n{state}"
    check(
        scene(tmp_path, program, draw),
        {
            "state.light[0].position": [1, 2, -2, 1], "state.light[0].diffuse": [0.5, 0.25, 1.0, 1],
            "state.light[0].spot.direction": [0, -1, 0, 0.5], "state.light[0].attenuation": [1, 0.5, 0.25, 8],
            "state.light[1].position": [0, 3, 0, 0], "state.light[1].specular": [1, 1, 0, 0.5],
            "state.light[2].diffuse": [0, 0, 0, 1], "state.lightprod[0].front.ambient": [0.1, 0.1, 0.3, 1],
        },
        frame=30,
    )  # fmt: skip


def test_planes_go_through_the_inverse_of_the_modelview(tmp_path: Path) -> None:
    """OpenGL 1.5 2.11 and 2.11.4: a plane p is stored as p · M⁻¹."""
    program = arb("state.clip[0].plane", "state.clip[1].plane", "state.clip[2].plane",
                  "state.texgen[1].eye.s", "state.texgen[1].object.q", "state.texgen[1].eye.t")  # fmt: skip
    draw = """transform = [{ translate = [1.0, 0.0, 0.0] }]
[draw.state]
clip_planes = [0]
[draw.state.clip_plane_equations]
0 = { plane = [0.0, 0.0, 1.0, 0.0] }
1 = { plane = [0.0, 0.0, 1.0, 0.0], space = "eye" }
2 = { plane = [1.0, 0.0, 0.0, { sine = { period = 4.0 } }], space = "object" }
[draw.state.texgen.1]
eye = { s = [0.0, 0.0, 1.0, 0.0] }
object = { q = [1.0, 2.0, 3.0, 4.0] }
"""
    path = scene(tmp_path, program, draw)
    check(
        path,
        {
            "state.clip[0].plane": [0, 0, 1, 5], "state.clip[1].plane": [0, 0, 1, 0],
            "state.clip[2].plane": [1, 0, 0, 0], "state.texgen[1].eye.s": [0, 0, 1, 5],
            "state.texgen[1].object.q": [1, 2, 3, 4], "state.texgen[1].eye.t": [0, 1, 0, 0],
        },
        frame=30,
    )  # fmt: skip
    assert first(path).state.clip_planes == (True, False, False, False, False, False)


def test_materials_models_and_the_rest_overlay_key_by_key(tmp_path: Path) -> None:
    program = "!!NVvp4.0\n" + POSITION + "".join(
        f"MOV result.attrib[{index}], {name};\n"
        for index, name in enumerate((
            "state.material.shininess", "state.material.diffuse", "state.material.back.diffuse",
            "state.material.back.emission", "state.lightmodel.scenecolor", "state.point.size",
            "state.point.attenuation", "state.fog.params", "state.texenv[2].color", "state.depth.range",
        ))
    ) + "END\n"  # fmt: skip
    top = """[state]
material = { diffuse = [0.5, 0.5, 0.5], shininess = 8.0 }
light_model = { ambient = [1.0, 0.0, 0.0, 1.0], two_side = true }
"""
    draw = """copies = [{ state = { material = { shininess = 16.0 } } }]
[draw.state]
material = { emission = [0.0, 0.5, 0.0], ambient = [0.25, 0.25, 0.25] }
back_material = { diffuse = [0.0, 0.0, 1.0, 0.5] }
point_size = 4.0
point = { maximum = 32.0, attenuation = [0.0, 1.0, 0.0] }
fog = { mode = "LINEAR", start = 1.0, end = { linear = { rate = 4.0, start = 1.0 } }, density = 0.5 }
texenv = { 2 = [0.25, 0.5, 0.75, 1.0] }
depth = { range = [0.25, 0.75] }
"""
    path = scene(tmp_path, program, draw, top)
    assert first(path).state.light_model.two_side
    check(
        path,
        {
            "state.material.front.shininess": [16, 0, 0, 1],
            "state.material.front.diffuse": [0.5, 0.5, 0.5, 1],
            "state.material.back.diffuse": [0, 0, 1, 0.5], "state.material.back.emission": [0, 0.5, 0, 1],
            "state.lightmodel.front.scenecolor": [0.25, 0.5, 0, 1], "state.point.size": [4, 0, 32, 1],
            "state.point.attenuation": [0, 1, 0, 1], "state.fog.params": [0.5, 1, 5, 0.25],
            "state.texenv[2].color": [0.25, 0.5, 0.75, 1], "state.depth.range": [0.25, 0.75, 0.5, 1],
        },
        frame=30,
    )  # fmt: skip


TYPED = """!!NVvp4.0
OPTION ARB_position_invariant;
BUFFER4 b[] = { program.buffer[2] };
TEMP r;
INT TEMP i;
ADD.S i, program.local[0], program.local[1];
I2F r, i;
MAD result.color, r, b[0], program.env[0];
END
"""


def test_integers_are_words_where_they_are_read_as_such(tmp_path: Path) -> None:
    draw = """[draw.parameters]
"program.local[0]" = [1, 2, 3, 4]
"program.local[1]" = [{ linear = { rate = 1.5 }, whole = true }]
"program.env[0]" = [1, 2, 3, 4]
[draw.buffers]
2 = [0.5, [1.0, 2], { linear = { rate = 1.0 } }]
"""
    one = first(scene(tmp_path, TYPED, draw), 30)
    found = registers(one)
    assert found["program.local[0]"].view(np.int32).tolist() == [1, 2, 3, 4]
    assert found["program.local[1]"].view(np.int32).tolist() == [1, 0, 0, 1]
    assert found["program.env[0]"].tolist() == [1.0, 2.0, 3.0, 4.0]
    assert buffer_arrays(one.program, one.parameters)[2].view(np.float32).tolist() == [0.5, 1.0, 2.0, 1.0]


def test_buffers_of_integers_and_chains(tmp_path: Path) -> None:
    program = TYPED.replace("MAD result.color, r, b[0]", "ADD.U r, b[1], 1;\nMAD result.color, r, r")
    top = "[[chains]]\nname = 'arm'\nbones = 2\n[buffers]\n2 = [1, 2.0, [3, 4]]\n"
    path = scene(tmp_path, program, "copies = [{}, { buffers = { 2 = { chain = 'arm', rows = 4 } } }]", top)
    shared, own = draws(load_scene(path), 0, SIZE)
    words = buffer_arrays(shared.program, shared.parameters)[2]
    assert words.tolist() == [1, np.float32(2.0).view(np.uint32), 3, 4]
    rows = buffer_arrays(own.program, own.parameters)[2].view(np.float32).reshape(2, 4, 4)
    assert np.allclose(rows, np.eye(4))


def test_current_attributes_go_by_name(tmp_path: Path) -> None:
    program = arb("vertex.color", "vertex.attrib[7]")
    draw = 'attributes = { color = [1.0, 0.5], "attrib[7]" = [2.0] }'
    current = first(scene(tmp_path, program, draw)).state.current_attributes
    assert current[3] == (1.0, 0.5, 0.0, 1.0) and current[7] == (2.0, 0.0, 0.0, 1.0)


def test_arrays_of_the_mesh_go_where_a_program_reads_them(tmp_path: Path) -> None:
    program = arb("vertex.attrib[10]", "vertex.attrib[11]", "vertex.attrib[12]")
    draw = 'attributes = { 10 = "normal", "attrib[11]" = "tangent", 12 = [0.5] }'
    found = first(scene(tmp_path, program, draw))
    arrays = found.mesh.attributes
    assert np.array_equal(arrays[10], arrays[2])
    assert np.array_equal(arrays[11], arrays[9])
    assert 12 not in arrays
    assert found.state.current_attributes[12] == (0.5, 0.0, 0.0, 1.0)
    (_, attributes, _, _) = inputs(scene(tmp_path, program, draw))[0]
    assert np.allclose(np.linalg.norm(attributes[10], axis=1), 1.0)
    with pytest.raises(
        SceneError, match=r"draw\[0\]\.attributes: 10: the mesh has no color; it has position"
    ):
        first(scene(tmp_path, program, 'attributes = { 10 = "color" }'))
    with pytest.raises(SceneError, match=r"draw\[0\]\.attributes\.10: "):
        first(scene(tmp_path, program, 'attributes = { 10 = "bitangent" }'))


def test_check_warns_of_what_a_mesh_lacks(tmp_path: Path) -> None:
    """OpenGL 1.5, 2.7: the current value; colours are white, as programs count on."""
    path = scene(tmp_path, arb("vertex.attrib[10]", "vertex.color", "vertex.texcoord"))
    outcome = CliRunner().invoke(main, ["check", str(path)])
    assert outcome.exit_code == 0
    assert outcome.stderr.count("[missing-array]") == 1
    assert "program.vp:3:25: warning: the mesh 'ball' has no array of attribute 10" in outcome.stderr
    path = scene(tmp_path, arb("vertex.attrib[10]"), 'attributes = { 10 = "normal" }')
    assert "missing-array" not in CliRunner().invoke(main, ["check", str(path)]).stderr


def test_a_mirror_reflects_lights_and_planes(tmp_path: Path) -> None:
    """What stands in the world is mirrored with it; what is given for the eye is not."""
    program = arb("state.light[0].position", "state.light[0].spot.direction", "state.clip[0].plane",
                  "state.clip[1].plane", "state.clip[2].plane", "state.matrix.program[0].row[1]")  # fmt: skip
    draw = """reflected = true
transform = [{ translate = [0.0, 2.0, 0.0] }]
[draw.state]
lights = ["lamp"]
[draw.state.clip_plane_equations]
0 = { plane = [0.0, 1.0, 0.0, 0.0] }
1 = { plane = [0.0, 1.0, 0.0, 0.0], space = "eye" }
2 = { plane = [0.0, 1.0, 0.0, 0.0], space = "object" }
"""
    path = scene(tmp_path, program, draw, "[reflection]\nheight = 1.0\n")
    check(
        path,
        {
            "state.light[0].position": [1, 0, -2, 1], "state.light[0].spot.direction": [0, 1, 0, 0.5],
            "state.clip[0].plane": [0, -1, 0, 2], "state.clip[1].plane": [0, 1, 0, 0],
            "state.clip[2].plane": [0, -1, 0, 0], "state.matrix.program[0].row[1]": [0, -1, 0, 0],
        },
    )  # fmt: skip


LIT = """!!ARBvp1.0
OPTION ARB_position_invariant;
TEMP n, l;
DP3 n.x, state.matrix.modelview.invtrans.row[0], vertex.normal;
DP3 n.y, state.matrix.modelview.invtrans.row[1], vertex.normal;
DP3 n.z, state.matrix.modelview.invtrans.row[2], vertex.normal;
DP3 l.x, n, state.light[0].position;
MAX l.x, l.x, 0.0;
MAD result.color, l.x, state.lightprod[0].diffuse, program.env[3];
END
"""
LIT_DRAW = """parameters = { "program.env[3]" = [0.0, 0.0, 0.25, 1.0] }
[draw.state]
lights = ["sun"]
material = { diffuse = [0.33333, 0.166667, 0.0] }
"""


def test_a_lit_ball_is_drawn_and_compared(tmp_path: Path) -> None:
    """The light stands straight above: the lower half of the ball has none of it."""
    path = scene(tmp_path, LIT, LIT_DRAW.replace("lights", "cull = 'BACK'\nlights"))
    picture = render(path, (90, 90))
    assert picture[60, 45].tolist() == [0, 0, 64, 255]
    column = picture[:, 45].astype(int)
    lit = column[column[:, 0] > 0]
    assert lit[:, 0].max() > 220 and (abs(lit[:, 0] - 2 * lit[:, 1]) <= 2).all()
    ((program, attributes, parameters, state),) = inputs(path)
    assert set(attributes) == {0, 2} and state.lights[0].position[1] == 3.0
    assert set(parameters) == {"program.env[3]"} and program.profile.declares_names


SKIN = """!!NVvp4.0
# vertex.attrib[6]: the first rows of two bones, integers; vertex.attrib[1]: their weights.
OPTION ARB_position_invariant;
BUFFER4 bones[] = { program.buffer[0] };
INT ATTRIB rows = vertex.attrib[6];
INT TEMP i;
TEMP p, q;
MOV.S i, rows;
DP4 p.x, bones[i.x], vertex.position;
DP4 p.y, bones[i.x + 1], vertex.position;
DP4 q.x, bones[i.y], vertex.position;
DP4 q.y, bones[i.y + 1], vertex.position;
MUL p, p, vertex.attrib[1].x;
MAD p, q, vertex.attrib[1].y, p;
I2F q, vertex.instance.x;
MAD p.z, q.x, 0.5, 0.5;
MOV result.color, p;
END
"""
SKIN_DRAW = """instances = 2
buffers = { 0 = { chain = "arm" } }
"""
ARM = """[[chains]]
name = "arm"
bones = 4
length = 2.0
bend = [{ angle = 15.0, axis = [0.0, 0.0, 1.0] }]
[meshes.limb]
kind = "tube"
bones = 4
segments = 8
cells = 16
"""


def test_bones_are_chosen_by_integers_of_the_mesh(tmp_path: Path) -> None:
    """The same tube is floats to a VP2.0 program."""
    path = scene(tmp_path, SKIN, SKIN_DRAW, ARM)
    path.write_text(path.read_text().replace('mesh = "ball"', 'mesh = "limb"'))
    ((program, attributes, parameters, state),) = inputs(path)
    assert attributes[6].dtype == np.int32 and set(parameters) == {"program.buffer[0]"}
    expected = run(program, attributes, parameters, state=state)["color.front.primary"]
    actual = run(program, attributes, parameters, state=state, backend="gpu")["color.front.primary"]
    tip = attributes[0][:, 1].argmax()
    # Four bones of half a unit, each turned 15 degrees further.
    along = np.radians(15.0 * np.arange(1, 5))
    assert np.allclose(expected[tip, :2], [-0.5 * np.sin(along).sum(), 0.5 * np.cos(along).sum()], atol=1e-5)
    assert set(expected[:, 2]) == {0.5, 1.0}
    assert np.allclose(actual, expected, rtol=1e-5, atol=1e-6)
    picture = render(path, (64, 64))
    # Colours are the places: both instances at the same depth, of which the first wins by LESS.
    assert picture[..., 2].max() == 128 and picture[..., 1].max() > 200


def test_diff_compares_declared_programs_of_a_scene(tmp_path: Path) -> None:
    path = scene(tmp_path, SKIN, SKIN_DRAW, ARM + "[state]\nlights = ['sun']\n")
    text = path.read_text().replace('mesh = "ball"', 'mesh = "limb"')
    (tmp_path / "lit.vp").write_text(LIT)
    (tmp_path / "cg.vp").write_text(CG)
    more = "".join(
        f'[[draw]]\nvertex = "{name}.vp"\nmesh = "limb"\n{parameters}\n'
        for name, parameters in (
            ("lit", 'parameters = { "program.env[3]" = [0.0, 0.0, 0.25, 1.0] }'),
            ("cg", 'parameters = { modelViewProj = { matrix = "MODELVIEW_PROJECTION" }, power = 2.0 }'),
            ("plain", 'tracking = [{ address = 0, matrix = "MODELVIEW_PROJECTION" }]'),
        )
    )
    path.write_text(text + more)
    result = CliRunner().invoke(main, ["diff", str(path), "--programs", "--json", "--frame", "3"])
    assert result.exit_code == 0, result.output
    rows = json.loads(result.stdout)
    assert [Path(row["program"]).stem for row in rows] == ["program", "lit", "cg", "plain"]
    assert all(row["mismatches"] == 0 and row["vertices"] > 100 for row in rows)
    assert [{entry["name"] for entry in row["results"]} for row in rows[:2]] == [
        {"position", "color.front.primary"}
    ] * 2


@pytest.mark.filterwarnings("error")
def test_numbers_beyond_float32_draw_something(tmp_path: Path) -> None:
    """Infinities, as in GL calls with such numbers: no warning, no error."""
    draw = """attributes = { color = [1e300, 0.5] }
parameters = { "program.env[3]" = [1e300, { linear = { rate = 1e308 } }] }
[draw.state]
lights = ["lamp", "sun"]
material = { diffuse = [1e300, -1e300, 0.0] }
clip_planes = [1]
clip_plane_equations = { 1 = { plane = [1e300, 1e300, 1e300, 1e300], space = "object" } }
"""
    path = scene(tmp_path, LIT, draw, "[animation]\nframes = 300\n")
    path.write_text(path.read_text().replace("eye = [0.0, 0.0, 5.0]", "eye = [0.0, -1e300, 5.0]"))
    for picture in frames(path, (8, 8), [0, 299]):
        assert picture.shape == (8, 8, 4)
