"""The functions of nvrender/glsl/library: files as the reader expects them, and GLSL that compiles."""

from __future__ import annotations

import re
from pathlib import Path

import moderngl
import pytest

from nvrender.glsl import library
from nvrender.glsl.memory.block import (
    BASE_ADDRESS,
    COUNTED_FAULTS,
    DISCARDING,
    FAULTS,
    HEADER,
    LOCK,
    MEMORY,
    NOWHERE,
    OUTSIDE,
    RESIDENT,
    STORAGE_BUFFERS,
    STORAGES,
)
from nvrender.glsl.threads.group_barriers import DECLARATIONS, MISSED_WORDS
from nvrender.gpu.context.context import using
from nvrender.languages.common.families import FP1, NV4, NV5, VP2
from nvrender.languages.fp1.headers.fp1_0 import ROWS as FP1_ROWS

_ROOT = Path(__file__).parents[2]
_FILES = sorted((_ROOT / "nvrender/glsl/library").glob("*.glsl"))
#: What functions find in the shaders that have them.
_AROUND = f"""\
layout(std430, binding = 0) buffer Memory {{ uint nv_memory[]; }};
layout(std430, binding = 0) buffer Vectors {{ uvec4 nv_vectors[]; }};
layout(std140, binding = 1) uniform Layout {{
    uvec4 nv_storage_buffers[8];
    uvec4 nv_resident_buffers[4];
}};
uniform vec4 mvp[4];
float zero = mvp[0].x;
bool idle = mvp[0].y > 0.0;
{NOWHERE}
{DISCARDING}
{OUTSIDE}
uint nv_faults;
uint nv_constant(uint bank, uint word) {{ return bank + word; }}
"""
_HEAD = "#version 450\n#extension GL_ARB_gpu_shader_int64 : require\n"
_GROUPS = "\n".join(
    (f"{_HEAD}layout(local_size_x = 1) in;", "shared uint nv_shared_memory[64];", *DECLARATIONS, "")
)
_VERTEX = "#version 450\nvoid main() { gl_Position = vec4(0.0); }"
_CITATION = re.compile(
    r"(NV|ARB|EXT)_\w+|(OpenGL|GLSL) \d|Position|magnitudes|sums|products|angles|exact numerics"
)


def test_no_two_functions_have_one_name() -> None:
    keys = [key for path in _FILES for key, _ in library.read(path.read_text(encoding="utf-8"))]
    assert len(keys) == len(set(keys))


@pytest.mark.parametrize("path", _FILES, ids=lambda path: path.stem)
def test_every_function_is_cited(path: Path) -> None:
    assert path.read_text(encoding="utf-8").startswith("// ")
    sections = {row.name: row.section for row in FP1_ROWS}
    for key, function in library.read(path.read_text(encoding="utf-8")):
        assert function.citations, key
        for line in function.citations:
            assert _CITATION.match(line), (key, line)
            if found := re.match(r"(NV_fragment_program 3\.11\.5\.\d+), (\w+)", line):
                assert sections[found[2]] == found[1], (key, line)


def test_widths_are_told_of_callees_alone() -> None:
    for key, function in library.functions().items():
        called = dict(library.callees(key, 1))
        assert {name for name, _ in function.widths} <= called.keys(), key


def test_a_family_cites_its_own_specification() -> None:
    assert library.citation("nv_ssg", VP2) == "NV_vertex_program2 2.14.3.37"
    assert library.citation("nv_ssg", NV4) == "NV_gpu_program4 2.X.8, SSG"
    assert library.citation("nv_lg2", FP1) == "NV_fragment_program 3.11.5.12, LG2"


def test_vectors_call_a_function_of_scalars_for_each_component() -> None:
    assert library.text("nv_ushr", 2) == (
        "uvec2 nv_ushr(uvec2 a, uvec2 b) {\n    return uvec2(nv_ushr(a.x, b.x), nv_ushr(a.y, b.y));\n}"
    )
    assert library.callees("nv_ushr", 2) == (("nv_ushr", 1),)


def test_fast_numerics_have_no_precise() -> None:
    assert "precise" in library.text("nv_dp3", 1)
    assert library.text("nv_dp3", 1, precise=False).splitlines()[1] == "    vec3 product = a * b;"


@pytest.mark.parametrize("path", _FILES, ids=lambda path: path.stem)
def test_every_function_compiles_with_what_it_calls(path: Path) -> None:
    with using(None) as context:
        for key, function in library.read(path.read_text(encoding="utf-8")):
            scalar = not re.search(r"vec|void|64|double|\(\)", function.plain.partition("{")[0])
            for width in (1, 2, 3, 4) if function.generic or scalar else (1,):
                used: dict[tuple[str, int], None] = {}
                library.use(used, key, width, {})
                text = "\n".join([_AROUND, *library.texts(used, NV5), "void main() {}"])
                try:
                    if path.stem == "threads":
                        context.program(vertex_shader=_VERTEX, fragment_shader=_HEAD + text).release()
                    else:
                        context.compute_shader(_GROUPS + text).release()
                except moderngl.Error as error:
                    pytest.fail(f"{key} of {width}: {error}\n{text}")


def test_files_and_the_blocks_of_memory_agree() -> None:
    assert f"{STORAGES}[min(bank, {STORAGE_BUFFERS - 1}u)]" in library.text("nv_bound", 1)
    assert f"atomicExchange({MEMORY}[{LOCK}], 0u)" in library.text("nv_exch_u64", 1)
    assert f"atomicAdd({MEMORY}[{FAULTS}], 1u)" in library.text("nv_fault", 1)
    assert f"{COUNTED_FAULTS} += uint(invalid);" in library.text("nv_fault_counted", 1)
    for key in ("nv_resident", "nv_resident_of_many"):
        assert f"{RESIDENT}.length()" in library.text(key, 1)
        assert f"address.x - {BASE_ADDRESS - HEADER:#x}u" in library.text(key, 1)
    assert library.text("group_meets", 1).count("missed[") == MISSED_WORDS
