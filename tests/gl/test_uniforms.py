"""Uniforms of Cg metadata: set by name and shape; constants load themselves."""

from __future__ import annotations

import json
from typing import Any

import numpy as np
import pytest
from click.testing import CliRunner

from nvrender.cli.main import main
from nvrender.gl.inputs.vertices import parameter_array
from nvrender.gl.state import State, Tracking
from nvrender.languages.load import load
from nvrender.source import InputError

METADATA = """#profile {profile}
#program main
#var float4x4 modelViewProj :  : c[1], 4 : 1 : 1
#var float3 light.position :  : c[5] : 2 : 1
#var float light.power :  : c[6] : 2 : 1
#var float4 bones[0] :  : c[7] : 3 : 1
#var float4 bones[1] :  : c[8] : 3 : 1
#var float3x3 pose :  : c[9], 3 : 4 : 1
#var half2 unused :  :  : 5 : 0
#var sampler2D map :  : texunit 2 : 6 : 1
#var int steps :  : c[12] : 7 : 1
#var float4 elsewhere : BUFFER[0] : buffer[0][16] : 8 : 1
#var float2 packed :  : c[13].zw : 9 : 1
#const c[0] = 0.5 -1 2 4
#const c[13] = 8
#default light.power = 7.5
#default main.bones = 1 2 3 4 5 6 7 8
"""
VP = load("!!VP2.0\n" + METADATA.format(profile="vp30") + "MOV o[HPOS], c[1];\nEND")
#: As the compiler writes it: its constants inside the array.
INSIDE = load(
    "!!ARBvp1.0\n" + METADATA.format(profile="arbvp1") + "PARAM c[14] = { { 0.5, -1, 2, 4 },\n"
    "\t\tprogram.local[1..13] };\nMOV result.position, c[1];\nEND"
)
#: Without an array c[n] is local parameter n.
LOCAL = load(
    "!!NVvp4.0\n"
    + METADATA.format(profile="gp4vp")
    + "PARAM l[14] = { program.local[0..13] };\nINT TEMP i;\n"
    "ADD.S i, l[12], 1;\nADD result.position, l[1], l[0];\nEND"
)
MATRIX = np.arange(16.0).reshape(4, 4)
PROGRAMS = [
    pytest.param(VP, id="VP2.0"),
    pytest.param(INSIDE, id="ARBvp1.0"),
    pytest.param(LOCAL, id="NVvp4.0"),
]


def values(program: Any, parameters: Any) -> list[list[float]]:
    """c[0] to c[13]."""
    return parameter_array(program, parameters)[:14].tolist()  # type: ignore[no-any-return]


@pytest.mark.parametrize("program", PROGRAMS)
class TestEveryLanguage:
    def test_constants_and_defaults_load_themselves(self, program: Any) -> None:
        rows = values(program, None)
        assert rows[0] == [0.5, -1, 2, 4]
        assert rows[6] == [7.5, 0, 0, 0]
        assert rows[7:9] == [[1, 2, 3, 4], [5, 6, 7, 8]]
        assert rows[13] == [8, 0, 0, 0]
        assert rows[1:6] == [[0] * 4] * 5

    def test_a_matrix_is_its_rows(self, program: Any) -> None:
        assert values(program, {"modelViewProj": MATRIX})[1:5] == MATRIX.tolist()
        assert values(program, {"modelViewProj": MATRIX.tolist()})[1:5] == MATRIX.tolist()
        assert values(program, {"modelViewProj": MATRIX.ravel()})[1:5] == MATRIX.tolist()

    def test_a_small_matrix(self, program: Any) -> None:
        rows = values(program, {"pose": [[1, 2, 3], [4, 5, 6], [7, 8, 9]]})
        assert rows[9:12] == [[1, 2, 3, 0], [4, 5, 6, 0], [7, 8, 9, 0]]

    def test_members_of_structures(self, program: Any) -> None:
        rows = values(program, {"light.position": (1, 2, 3), "light.power": 4})
        assert rows[5:7] == [[1, 2, 3, 0], [4, 0, 0, 0]]
        assert values(program, {"light": {"position": (1, 2, 3), "power": [4]}}) == rows

    def test_arrays_whole_in_part_and_by_element(self, program: Any) -> None:
        assert values(program, {"bones": [[9] * 4, [8] * 4]})[7:9] == [[9] * 4, [8] * 4]
        assert values(program, {"bones": [[9] * 4]})[7:9] == [[9] * 4, [5, 6, 7, 8]]
        assert values(program, {"bones[1]": [9] * 4})[7:9] == [[1, 2, 3, 4], [9] * 4]

    def test_components_of_a_register(self, program: Any) -> None:
        """What else is in the register, here a constant, is not this uniform's."""
        assert values(program, {"packed": (1, 2)})[13][2:] == [1, 2]

    def test_what_the_compiler_left_out(self, program: Any) -> None:
        assert values(program, {"unused": (1, 2)}) == values(program, None)

    @pytest.mark.parametrize(
        ("given", "message"),
        [
            ({"modelViewProj": MATRIX[:3]}, "4×4"),
            ({"modelViewProj": 1.0}, "4×4"),
            ({"light.position": (1, 2, 3, 4)}, "is 3"),
            ({"light.power": (1, 2)}, "one number"),
            ({"bones": np.zeros((3, 4))}, "2×4"),
            ({"bones": np.zeros((2, 3))}, "2×4"),
            ({"map": 1}, "sampler2D"),
            ({"elsewhere": (1, 2, 3, 4)}, "buffer"),
            ({"light": {"colour": 1}}, "no uniform 'light.colour'"),
            ({"lamp": {"position": 1}}, "no structure 'lamp'"),
            ({"nothing": 1}, "'nothing'.*Its uniforms are modelViewProj, light.position"),
            ({"modelViewProj": "text"}, "numbers"),
            ({"unused": (1, 2, 3)}, "is 2"),
            ({"bones": np.zeros((2, 4)), "bones[1]": (1, 2, 3, 4)}, "same register"),
        ],
    )
    def test_what_does_not_fit(self, program: Any, given: Any, message: str) -> None:
        with pytest.raises(InputError, match=message):
            parameter_array(program, given)


def test_given_registers_win_over_constants() -> None:
    assert values(VP, {0: (9,)})[0] == [9, 0, 0, 1]
    assert values(LOCAL, {"program.local[0]": (9,)})[0] == [9, 0, 0, 1]
    table = np.zeros((14, 4))
    table[6] = 3.0
    rows = values(VP, table)
    assert rows[0] == [0.5, -1, 2, 4]
    assert rows[6] == [3] * 4


def test_a_register_and_a_uniform_in_it() -> None:
    with pytest.raises(InputError, match=r"c\[5\]"):
        parameter_array(VP, {5: (1,), "light.position": (1, 2, 3)})
    with pytest.raises(InputError, match=r"program\.local\[5\]"):
        parameter_array(LOCAL, {"program.local[5]": (1,), "light.position": (1, 2, 3)})


def test_integers() -> None:
    """NV_gpu_program4 2.X.3.3: what an instruction reads as an integer stays one."""
    assert parameter_array(LOCAL, {"steps": 3})[12].view(np.int32).tolist() == [3, 0, 0, 0]
    assert parameter_array(LOCAL, {"steps": 3.0})[12].view(np.int32).tolist() == [3, 0, 0, 0]
    assert values(INSIDE, {"steps": 3})[12] == [3, 0, 0, 0]


def test_an_array_of_scalars() -> None:
    program = load(
        "!!VP1.0\n#var float w[0] : : c[0] : 0 : 1\n#var float w[1] : : c[1] : 0 : 1\nMOV o[HPOS], c[0];\nEND"
    )
    assert values(program, {"w": [1, 2]})[:2] == [[1, 0, 0, 0], [2, 0, 0, 0]]
    with pytest.raises(InputError, match="shape"):
        parameter_array(program, {"w": 1.0})


def test_special_numbers_keep_their_bits() -> None:
    given = parameter_array(VP, {"light.position": (-0.0, float("inf"), 1e300)})[5]
    assert given.view(np.uint32).tolist() == [0x80000000, 0x7F800000, 0x7F800000, 0]


def test_tracked_rows_are_the_matrix() -> None:
    """NV_vertex_program 2.14.5: what is tracked is not the caller's, nor the compiler's."""
    rows = parameter_array(VP, None, State(tracking=(Tracking(0, "MODELVIEW"),)))
    assert rows[0].tolist() == [1, 0, 0, 0]


HOSTILE = """#var float4x4 a : : c[999999], 999999 : 0 : 1
#var float4 b[999999] : : c[0] : 0 : 1
#var float4 c[0] : : c[95], 4 : 0 : 1
#var float4 d : : program.env[999999] : 0 : 1
#var float4 state.fog.color : : c[1] : 0 : 1
#const c[999999] = 1 2 3 4
#const program.local[999999] = 1 2 3 4
#const state.fog.color[0] = 1 2 3 4
#const c[2] = 1e999999 -1e999999 1e-999999
#default a = 1
#default b = 1 2 3 4
"""


@pytest.mark.parametrize(
    "text",
    [
        f"!!VP1.0\n{HOSTILE}MOV o[HPOS], c[1];\nEND",
        f"!!VSP1.0\n{HOSTILE}MOV c[1], v[0];\nEND",
        f"!!ARBvp1.0\n{HOSTILE}PARAM c[2] = {{ program.local[1..2] }};\nMOV result.position, c[1];\nEND",
        f"!!NVvp4.0\n{HOSTILE}MOV result.position, program.local[2];\nEND",
    ],
)
def test_hostile_metadata_is_harmless(text: str) -> None:
    program = load(text)
    rows = parameter_array(program, None)
    if not program.profile.declares_names:
        assert rows[2].tolist() == [np.inf, -np.inf, 0, 0]
    elif program.profile.flags:
        assert rows[0].tolist() == [np.inf, -np.inf, 0, 0]
    for name in ("a", "d"):
        shape = (4, 4) if name == "a" else (4,)
        with pytest.raises(InputError, match="no parameter"):
            parameter_array(program, {name: np.zeros(shape)})


def test_ten_thousand_uniforms() -> None:
    lines = "".join(
        f"#var float4 x{n} : : c[{n % 90}] : 0 : 1\n#semantic main.x{n} : S\n#default x{n} = 1 2 3 4\n"
        for n in range(10000)
    )
    program = load(f"!!ARBvp1.0\n{lines}MOV result.position, program.local[3];\nEND")
    assert parameter_array(program, None).tolist() == [[1, 2, 3, 4]]


def test_check_lists_the_metadata(tmp_path: Any) -> None:
    file = tmp_path / "skin.vp"
    file.write_bytes(INSIDE.source.data)
    outcome = CliRunner().invoke(main, ["check", "--json", str(file)])
    assert outcome.exit_code == 0
    listed = json.loads(outcome.output)[0]["cg"]
    assert (listed["profile"], listed["program"]) == ("arbvp1", "main")
    uniforms = {row["name"]: row for row in listed["uniforms"]}
    assert uniforms["modelViewProj"]["shape"] == [4, 4]
    assert uniforms["modelViewProj"]["registers"] == ["c[1], 4"]
    assert uniforms["bones"]["shape"] == [2, 4]
    assert uniforms["map"]["shape"] is None
    assert uniforms["light.power"]["default"] == [7.5]
    assert not uniforms["unused"]["referenced"]
    assert listed["constants"][0] == {"register": "c[0]", "values": [0.5, -1.0, 2.0, 4.0]}
    plain = tmp_path / "plain.vp"
    plain.write_text("!!VP1.0\nMOV o[HPOS], v[0];\nEND")
    assert "cg" not in json.loads(CliRunner().invoke(main, ["check", "--json", str(plain)]).output)[0]
