"""Cg metadata: what the compiler's comments say, and that no comment does harm."""

from __future__ import annotations

import pytest

from nvrender.languages.cg import CgMetadata, CgRegisters, CgUniform, metadata
from nvrender.languages.load import load

LINES = """#profile {profile}
#program main
# an ordinary comment: #var float4 nothing : : c[0] : 0 : 1
#version 3.1.0.13
#vendor NVIDIA Corporation
#semantic main.modelViewProj : WORLDVIEWPROJECTION
#semantic main.light.position
#var float4 position : $vin.POSITION : ATTR0 : 0 : 1
#var float4x4 modelViewProj :  : c[1], 4 : 1 : 1
#var float3 light.position :  : c[5] : 2 : 1
#var float light.power :  : c[6] : 2 : 1
#var float4 bones[0] :  : c[7] : 3 : 1
#var float4 bones[1] :  : c[8] : 3 : 1
#var float3x4 pose :  : c[9], 3 : 4 : 1
#var half2 unused :  :  : 5 : 0
#var sampler2D map :  : texunit 2 : 6 : 1
#var float4 oPosition : $vout.POSITION : HPOS : 7 : 1
#const c[0] = 0.5 -1 2e3 4
#const c[12] = 0.25
#default light.power = 7.5
"""
VP1 = "!!VP1.0\n" + LINES.format(profile="vp20") + "MOV o[HPOS], c[1];\nEND"
VP2 = "!!VP2.0\n" + LINES.format(profile="vp30") + "MOV o[HPOS], c[1];\nEND"
ARB = "!!ARBvp1.0\n" + LINES.format(profile="arbvp1") + "MOV result.position, vertex.position;\nEND"
NV4 = "!!NVvp4.0\n" + LINES.format(profile="gp4vp") + "MOV result.position, vertex.position;\nEND"
PROGRAMS = {"vp20": VP1, "vp30": VP2, "arbvp1": ARB, "gp4vp": NV4}


def read(text: str) -> CgMetadata:
    data = metadata(load(text))
    assert data is not None
    return data


def uniform(data: CgMetadata, name: str) -> CgUniform:
    return next(row for row in data.uniforms if row.name == name)


def only(line: str) -> CgMetadata | None:
    return metadata(load(f"!!VP1.0\n{line}\nMOV o[HPOS], v[0];\nEND"))


@pytest.mark.parametrize("profile", PROGRAMS)
class TestEveryLanguage:
    def test_words(self, profile: str) -> None:
        data = read(PROGRAMS[profile])
        assert (data.profile, data.program) == (profile, "main")
        assert (data.version, data.vendor) == ("3.1.0.13", "NVIDIA Corporation")

    def test_variables_in_order(self, profile: str) -> None:
        names = [row.name for row in read(PROGRAMS[profile]).variables]
        assert names == [
            "position",
            "modelViewProj",
            "light.position",
            "light.power",
            "bones[0]",
            "bones[1]",
            "pose",
            "unused",
            "map",
            "oPosition",
        ]

    def test_directions(self, profile: str) -> None:
        directions = {row.name: row.direction for row in read(PROGRAMS[profile]).variables}
        assert directions["position"] == "in"
        assert directions["oPosition"] == "out"
        assert set(directions.values()) == {"in", "out", "uniform"}

    def test_uniforms(self, profile: str) -> None:
        data = read(PROGRAMS[profile])
        shapes = {row.name: row.shape for row in data.uniforms}
        assert shapes == {
            "modelViewProj": (4, 4),
            "light.position": (3,),
            "light.power": (),
            "bones": (2, 4),
            "bones[0]": (4,),
            "bones[1]": (4,),
            "pose": (3, 4),
            "unused": (2,),
            "map": None,
        }
        assert uniform(data, "modelViewProj").semantic == "WORLDVIEWPROJECTION"
        assert uniform(data, "light.power").default == (7.5,)
        assert not uniform(data, "unused").referenced
        assert uniform(data, "map").referenced

    def test_registers(self, profile: str) -> None:
        data = read(PROGRAMS[profile])
        registers = {row.name: row.registers for row in data.variables}
        assert registers["modelViewProj"] == CgRegisters("c", 1, 4)
        assert registers["bones[1]"] == CgRegisters("c", 8)
        assert registers["unused"] is None
        assert registers["map"] is None

    def test_constants(self, profile: str) -> None:
        first, second = read(PROGRAMS[profile]).constants
        assert (first.register, first.values) == (CgRegisters("c", 0), (0.5, -1.0, 2000.0, 4.0))
        assert (second.register.first, second.values) == (12, (0.25,))

    def test_the_span_is_the_comment(self, profile: str) -> None:
        row = read(PROGRAMS[profile]).variables[0]
        source = PROGRAMS[profile].encode()
        assert source[row.span.start : row.span.end].startswith(b"#var float4 position")


def test_a_program_without_any() -> None:
    assert only("# just a comment") is None
    assert only("#version 1") is None
    assert only("# var float4 spaced : : c[0] : 0 : 1") is None


def test_the_data_is_hashable_and_frozen() -> None:
    data = read(ARB)
    assert hash(data) == hash(read(ARB))
    with pytest.raises(AttributeError):
        data.profile = "other"  # type: ignore[misc]


def test_an_array_on_one_line() -> None:
    data = only("#var float4 rows :  : c[10], 12 : 0 : 1")
    assert data is not None
    assert uniform(data, "rows").shape == (12, 4)
    data = only("#var float4x4 bones :  : c[10], 12 : 0 : 1")
    assert data is not None
    assert uniform(data, "bones").shape == (3, 4, 4)


def test_arrays_of_arrays_and_of_structures() -> None:
    data = only(
        "#var float2 grid[0][0] :  : c[0] : 0 : 1\n#var float2 grid[1][2] :  : c[5] : 0 : 1\n"
        "#var float3 lights[1].colour :  : c[9] : 0 : 1"
    )
    assert data is not None
    assert uniform(data, "grid").shape == (2, 3, 2)
    assert uniform(data, "lights[1].colour").shape == (3,)


@pytest.mark.parametrize(
    "line",
    [
        "#var",
        "#var ",
        "#var float4",
        "#var : : :",
        "#var float4 two words : : c[0] : 0 : 1",
        "#var 4float x : : c[0] : 0 : 1",
        "#const",
        "#const c[0]",
        "#const c[0] =",
        "#const c[0] = one two",
        "#const c[0] = 1 2 3 4 5",
        "#const c[0].w = 1 2",
        "#const c[-1] = 1",
        "#const c[99999999999999999999] = 1",
        "#const = 1 2 3 4",
        "#const c[0] = 0x10",
        "#const c[0] = 1__0",
        "#const c[0] = " + "9" * 100000 + "x",
        "#const c[0] = nan inf",
        "#const c[0] = \x00\x01\x7f",
        "#const c[0] = " + "1 " * 10000,
        "#default",
        "#default x",
        "#default x = y",
        "#default = 1",
        "#semantic",
        "#semantic :",
        "#variable float4 x : : c[0] : 0 : 1",
        "#constc[0] = 1",
        "#var float4 " + "x" * 100000 + " : : c[0] : 0 : 1",
    ],
)
def test_odd_lines_say_nothing(line: str) -> None:
    assert only(line) is None


@pytest.mark.parametrize(
    ("line", "registers"),
    [
        ("#var float4 x : : c[0], 999999999999 : 0 : 1", None),
        ("#var float4 x : : c[], 1 : 0 : 1", None),
        ("#var float4 x : : c[0].q : 0 : 1", None),
        ("#var float4 x : : c[0].y : 0 : 1", CgRegisters("c", 0, 1, 1)),
        ("#var float4 x : : c[ 3 ] , 2", CgRegisters("c", 3, 2)),
        ("#var float4 x", None),
        ("#var float4 x :::::::::::::", None),
        ("#var float4 x : : program.local[5] : 0 : 1", CgRegisters("program.local", 5)),
    ],
)
def test_resources(line: str, registers: CgRegisters | None) -> None:
    data = only(line)
    assert data is not None
    assert data.variables[0].registers == registers


@pytest.mark.parametrize(
    "type_name", ["float5", "float4x5", "float0", "sampler3D", "floats", "float4x", "vec4"]
)
def test_types_that_hold_no_numbers(type_name: str) -> None:
    data = only(f"#var {type_name} x : : c[0] : 0 : 1")
    assert data is not None
    assert data.variables[0].shape is None


def test_hostile_elements() -> None:
    data = only(
        "#var float4 a[999999] : : c[0] : 0 : 1\n#var float3 a[0] : : c[1] : 0 : 1\n"
        "#var float4 a[1][2] : : c[2] : 0 : 1\n#var float4 a[0] : : c[3] : 0 : 1\n"
        "#var float4 a[0] : : c[4] : 0 : 1\n#var float4 [0] : : c[5] : 0 : 1\n"
        "#var float4 b[0 : : c[0] : 0 : 1"
    )
    assert data is not None
    row = uniform(data, "a")
    assert row.shape == (1000000, 4)
    assert [index for index, _ in row.parts] == [(999999,), (0,)]


def test_an_element_twice_is_the_first() -> None:
    data = only("#var float4 a[0] : : c[3] : 0 : 1\n#var float3 a[0] : : c[4] : 0 : 1")
    assert data is not None
    assert uniform(data, "a").parts[0][1].registers == CgRegisters("c", 3)
    assert uniform(data, "a[0]").shape == (4,)


def test_many_lines() -> None:
    lines = "\n".join(f"#var float4 x[{n}] : : c[{n % 96}] : 0 : 1" for n in range(5000))
    data = only(lines)
    assert data is not None
    assert uniform(data, "x").shape == (5000, 4)
