"""Every attribute and result of programs of generation 5, both sides; test_every_fragment_binding.py too."""

from __future__ import annotations

from typing import Any

import moderngl
import numpy as np
import numpy.typing as npt
import pytest

import nvrender
from nvrender.gl.patches import Patch
from nvrender.languages.arb.generation5_bindings import (
    COMPUTE_ATTRIBUTES,
    CONTROL_ATTRIBUTES,
    CONTROL_RESULTS,
    EVALUATION_ATTRIBUTES,
    GEOMETRY_5_ATTRIBUTES,
    THREADS,
)
from nvrender.languages.arb.geometry_bindings import GEOMETRY_RESULTS
from nvrender.languages.arb.vertex_bindings import VERTEX_RESULTS
from nvrender.languages.profiles import PROFILES

SIDES = ("oracle", "gpu")
HEADS = {
    "vp": "!!NVvp5.0",
    "tcp": "!!NVtcp5.0 OPTION NV_shader_thread_group; VERTICES_OUT 2;",
    "tep": "!!NVtep5.0 OPTION NV_shader_thread_group; TESS_MODE QUADS;",
    "gp": "!!NVgp5.0 OPTION NV_shader_thread_group; PRIMITIVE_IN PATCHES; PRIMITIVE_OUT POINTS;"
    " VERTICES_OUT 1;",
}
#: Of these x is all there is.
SCALARS = ("fogcoord", "pointsize", "clip", "tessouter", "tessinner", ".id", "layer", "primid")
#: MAX_PROGRAM_PATCH_ATTRIBS_NV is 30.
BEYOND = ("patch.attrib[30]", "patch.attrib[31]")
#: Integers, which a run numbers itself; those of a thread that is alone in its group.
NUMBERS = {
    "primitive.id": 0, "primitive.vertexcount": 2, "primitive.invocation": 0,
    "threadid": 0, "threadeqmask": 1, "threadltmask": 0, "threadlemask": 1, "threadgtmask": 0xFFFFFFFE,
    "threadgemask": 0xFFFFFFFF, "warpid": 0, "smid": 0,
}  # fmt: skip


def number(name: str) -> int | None:
    last = name.rsplit(".", 1)[-1]
    return NUMBERS.get(last if last in THREADS else name)


def width(name: str) -> int:
    return 1 if any(part in f".{name}" for part in SCALARS) else 4


def value(place: int, name: str) -> npt.NDArray[np.float32]:
    """Another vector for each name; levels are at least 1."""
    vector = np.float32([place + 1, place + 1.25, place + 1.5, place + 1.75])
    return vector[: width(name)]


def parts(names: Any, size: int = 12) -> list[list[str]]:
    rows = [name for name in names if name != "vertex.tesscoord" and not name.endswith(BEYOND)]
    return [rows[start : start + size] for start in range(0, len(rows), size)]


def copies(names: list[str], vertex: str) -> str:
    """One result an attribute; those of vertices are of vertex 1."""
    lines = []
    for place, name in enumerate(names):
        text = name.replace("vertex.", f"{vertex}[1].", 1) if name.startswith("vertex.") else name
        word = "MOV.U" if number(name) is not None or name.endswith(".id") else "MOV"
        lines.append(f"{word} result.attrib[{place}], {text};")
    return " ".join(lines)


def given(names: list[str]) -> dict[str, Any]:
    """Vertex 0 has zeros, patches one row."""
    found: dict[str, Any] = {}
    for place, name in enumerate(names):
        if number(name) is not None:
            continue
        row = value(place, name)
        if name.endswith(".id"):
            row = np.int32([place + 70])
        patched = name.startswith("primitive.")
        found[name.removeprefix("vertex.")] = row[None] if patched else np.stack([np.zeros_like(row), row])
    return found


def check(names: list[str], results: nvrender.Results) -> None:
    for place, name in enumerate(names):
        row = results[f"attrib[{place}]"][0]
        if (whole := 70 + place if name == "vertex.id" else number(name)) is not None:
            assert int(row.view(np.uint32)[0]) == whole, name
        else:
            assert row[: width(name)].tolist() == value(place, name).tolist(), name


@pytest.mark.parametrize("side", SIDES)
@pytest.mark.parametrize("names", parts(EVALUATION_ATTRIBUTES), ids=lambda names: names[0])
def test_attributes_of_evaluation_programs(context: moderngl.Context, side: str, names: list[str]) -> None:
    """NV_tessellation_program5 2.X.3.2, Table X.2."""
    program = nvrender.load(f"{HEADS['tep']} {copies(names, 'vertex')} END")
    arrays = given(names) | {"vertex.tesscoord": np.float32([[0.25, 0.5]])}
    check(names, nvrender.run(program, arrays, patch=Patch(2), backend=side, context=context, count=2))


@pytest.mark.parametrize("side", SIDES)
@pytest.mark.parametrize("names", parts(GEOMETRY_5_ATTRIBUTES), ids=lambda names: names[0])
def test_attributes_of_geometry_programs(context: moderngl.Context, side: str, names: list[str]) -> None:
    """NV_gpu_program5 2.X.3.2; NV_geometry_program4 2.X.3.2."""
    program = nvrender.load(f"{HEADS['gp']} {copies(names, 'vertex')} EMIT; END")
    check(names, nvrender.run(program, given(names), patch=Patch(2), backend=side, context=context, count=2))


@pytest.mark.parametrize("side", SIDES)
@pytest.mark.parametrize(
    "names",
    parts(name for name in CONTROL_ATTRIBUTES if ".out." not in name),
    ids=lambda names: names[0],
)
def test_attributes_of_control_programs(context: moderngl.Context, side: str, names: list[str]) -> None:
    """NV_tessellation_program5 2.X.3.2, Table X.2."""
    program = nvrender.load(f"{HEADS['tcp']} {copies(names, 'vertex')} END")
    check(names, nvrender.run(program, given(names), patch=Patch(2), backend=side, context=context, count=2))


@pytest.mark.parametrize("side", SIDES)
@pytest.mark.parametrize(
    "names",
    parts(name for name in CONTROL_ATTRIBUTES if ".out." in name),
    ids=lambda names: names[0],
)
def test_control_programs_read_their_results(context: moderngl.Context, side: str, names: list[str]) -> None:
    """NV_tessellation_program5 2.X.3.2: vertex.out and primitive.out."""
    # Where attributes of the patch are read, copies go to the vertex.
    copied = "attrib[{}]" if any("patch.attrib" in name for name in names) else "patch.attrib[{}]"
    lines, reads = ["TEMP t;"], []
    for place, name in enumerate(names):
        result = (
            name.replace("vertex.out.", "")
            .replace("primitive.out.", "patch.")
            .replace("patch.patch", "patch")
        )
        lines.append(written(result, place))
        word = "MOV.S" if name.endswith(".id") else "MOV"
        read = name.replace("vertex.out.", "vertex.out[1].")
        reads.append(f"{word} t, {read}; {word} result.{copied.format(place)}, t;")
    program = nvrender.load(f"{HEADS['tcp']} {' '.join(lines)} {' '.join(reads)} END")
    made = nvrender.run(program, patch=Patch(2), backend=side, context=context, count=2)
    for place, name in enumerate(names):
        row = made[copied.format(place)][0]
        if name.endswith(".id"):
            assert int(row.view(np.int32)[0]) == place + 1
        else:
            assert row[: width(name)].tolist() == value(place, name).tolist(), name


def written(name: str, place: int) -> str:
    one = width(name) == 1
    if name in ("id", "layer", "primid"):
        return f"MOV.S result.{name}.x, {place + 1};"
    words = ", ".join(map(str, value(place, name).tolist() + ([0, 0, 0] if one else [])))
    return f"MOV result.{name}{'.x' if one else ''}, {{ {words} }};"


def check_results(names: list[str], made: nvrender.Results) -> None:
    assert set(made) >= set(names)
    for place, name in enumerate(names):
        row = made[name][0]
        if name in ("id", "layer", "primid"):
            assert int(row.view(np.int32)[0]) == place + 1, name
        else:
            assert row[: width(name)].tolist() == value(place, name).tolist(), name


@pytest.mark.parametrize("side", SIDES)
@pytest.mark.parametrize(
    ("stage", "names"),
    [
        *(("vp", names) for names in parts(PROFILES["!!NVvp5.0"].results)),
        *(("tcp", names) for names in parts(CONTROL_RESULTS)),
        *(("tep", names) for names in parts(VERTEX_RESULTS)),
        *(("gp", names) for names in parts(GEOMETRY_RESULTS)),
    ],
    ids=lambda value: value if isinstance(value, str) else value[0],
)
def test_results(context: moderngl.Context, side: str, stage: str, names: list[str]) -> None:
    """NV_tessellation_program5 2.X.3.5, Tables X.5 and X.6; NV_geometry_program4 2.X.3.5."""
    body = " ".join(written(name, place) for place, name in enumerate(names))
    body += " EMIT;" if stage == "gp" else ""
    places: dict[str, Any] = {"vertex.tesscoord": np.float32([[0.25, 0.5]])} if stage == "tep" else {}
    program = nvrender.load(f"{HEADS[stage]} {body} END")
    patch = None if stage == "vp" else Patch(2)
    made = nvrender.run(program, places, patch=patch, backend=side, context=context, count=2)
    check_results(names, made)


@pytest.mark.parametrize("side", SIDES)
def test_attributes_of_compute_programs(context: moderngl.Context, side: str) -> None:
    """NV_compute_program5 2.X.3.2, Table X.1: work group (1, 1, 1), its last thread."""
    lines = [
        f"MOV.U t, {name}; STB.U32X4 t, s[at.x + {16 * place}];"
        for place, name in enumerate(COMPUTE_ATTRIBUTES)
    ]
    program = f"""!!NVcp5.0 OPTION NV_shader_storage_buffer; OPTION NV_shader_thread_group;
    GROUP_SIZE 3 2 2; STORAGE s[] = {{ program.storage[0] }}; INT TEMP at; TEMP t, one;
    MOV.S at, 0;
    SEQ.U t, invocation.globalid, {{ 5, 3, 3, 0 }}; AND.U one.x, t.x, t.y; AND.U one.x, one.x, t.z;
    MOV.U.CC one.x, one.x; IF NE.x; {" ".join(lines)} ENDIF; END"""
    storage = {0: np.zeros((len(COMPUTE_ATTRIBUTES), 4), np.uint32)}
    left = nvrender.run(program, groups=(2, 2, 2), storage=storage, backend=side, context=context).storage[0]
    known = {
        "localid": [2, 1, 1, 0], "globalid": [5, 3, 3, 0], "groupid": [1, 1, 1, 0],
        "groupcount": [2, 2, 2, 0], "groupsize": [3, 2, 2, 0], "localindex": [11],
    }  # fmt: skip
    for row, name in zip(left, COMPUTE_ATTRIBUTES, strict=True):
        wanted = known.get(name.removeprefix("invocation."), [number(name)])
        assert row[: len(wanted)].tolist() == wanted, name
