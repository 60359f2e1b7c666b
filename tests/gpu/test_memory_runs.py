"""Many invocations in one memory, on both sides: what their order keeps (NV_gpu_program5 2.X.4.5)."""

from __future__ import annotations

import re

import numpy as np
import pytest
from fuzz.array_runs import run_on_gpu as execute

import nvrender
from nvrender.gl.inputs.global_memory import Memory, Stores
from nvrender.gl.inputs.vertices import parameter_array
from nvrender.glsl.link import Bindings, Link
from nvrender.glsl.translate import translate
from nvrender.oracle.machine.resources import Resources
from nvrender.oracle.trace.programs import trace
from nvrender.source import TargetError

BACKENDS = pytest.mark.parametrize("backend", ["oracle", "gpu"])
COUNT = 3000


def _run(body: str, memory: Memory, backend: str, options: str = "", count: int = COUNT) -> nvrender.Results:
    program = f"!!NVvp5.0\n{options}TEMP i, t, d;\n{body}\nEND"
    return nvrender.run(program, memory=memory, count=count, backend=backend)


@BACKENDS
def test_sums_extremes_and_counters(backend: str) -> None:
    memory = Memory({"a": np.array([0, 0, -1, 0, 7, 0], np.int32)})
    body = (
        "ATOM.ADD.U32 result.attrib[0], {1}, 65536;\nATOM.MAX.S32 d, vertex.id, 65540;\n"
        "ATOM.MIN.U32 d, vertex.id, 65544;\nATOM.IWRAP.U32 d, {999}, 65548;\n"
        "ATOM.DWRAP.U32 d, {999}, 65552;\n"
        "ATOM.XOR.U32 d, vertex.id, 65556;"
    )
    results = _run(body, memory, backend)
    wanted = [COUNT, COUNT - 1, 0, COUNT % 1000, (7 - COUNT) % 1000, np.bitwise_xor.reduce(np.arange(COUNT))]
    assert results.memory["a"].tolist() == wanted
    olds = results["attrib[0]"][:, 0].view(np.uint32)
    assert sorted(olds.tolist()) == list(range(COUNT))


@BACKENDS
def test_wide_and_float_sums(backend: str) -> None:
    """Carries into the high word; floats that add up exactly."""
    memory = Memory({"a": np.array([2**32 - 5], np.uint64), "b": np.zeros(1, np.float32)})
    body = "ATOM.ADD.U64 d, {1}, 65536;\nATOM.ADD.F32 d, {0.25}, 69632;"
    left = _run(body, memory, backend, "OPTION NV_shader_atomic_float;\n").memory
    assert left["a"][0] == 2**32 - 5 + COUNT and left["b"][0] == COUNT / 4


@BACKENDS
@pytest.mark.parametrize("term", ["{0}", "-{0}", "vertex.attrib[0]"])
def test_sums_of_zeros(backend: str, term: str) -> None:
    """NV_shader_atomic_float: 0 - 0 is 0, whatever compilers know of the term."""
    memory = Memory({"a": np.array([-0.0, 0.0], np.float32)})
    body = f"ATOM.ADD.F32 d, {term}, 65536;\nATOM.ADD.F32 d, {term}, 65540;"
    left = _run(body, memory, backend, "OPTION NV_shader_atomic_float;\n", count=1).memory["a"]
    assert np.signbit(left).tolist() == [term.startswith("-"), False]


@BACKENDS
def test_bytes_beside_each_other(backend: str) -> None:
    memory = Memory({"a": np.zeros(COUNT + 3, np.uint8)})
    body = "ADD.U i.x, vertex.id.x, 65536;\nMUL.U t.x, vertex.id.x, 7;\nSTORE.U8 t, i.x;"
    left = _run(body, memory, backend).memory["a"]
    assert (left[:COUNT] == np.arange(COUNT) * 7 % 256).all() and not left[COUNT:].any()


@BACKENDS
def test_a_lock_that_each_takes_in_turn(backend: str) -> None:
    """An invocation that spins while another holds the lock; the watchdog is not what ends it."""
    memory = Memory({"lock": np.zeros(1, np.uint32), "sum": np.zeros(1, np.uint32)})
    body = (
        "MOV.U d, 0;\nREP.S {1000000};\nATOM.CSWAP.U32 t.x, {0, 1}, 65536;\nSEQ.U.CC t.x, t.x, 0;\nIF NE.x;\n"
        "LOAD.U32.VOL t, 69632;\nADD.U t, t, 3;\nSTORE.U32.VOL t, 69632;\nMEMBAR;\n"
        "ATOM.EXCH.U32 t, {0}, 65536;\nMOV.U d, 1;\nENDIF;\nSEQ.U.CC t.x, d.x, 1;\nBRK (NE.x);\nENDREP;"
    )
    left = _run(body, memory, backend, count=300).memory
    assert left["sum"][0] == 900 and left["lock"][0] == 0


def test_chunks_share_one_memory() -> None:
    """What the vertices of one dispatch leave, the next ones find."""
    program = nvrender.load("!!NVvp5.0\nTEMP d;\nATOM.ADD.U32 d, {1}, 65536;\nMOV result.attrib[0], d;\nEND")
    stores = Stores(Memory({"a": np.zeros(1, np.uint32)}), {})
    rows = parameter_array(program, None)
    results = execute(program, {}, rows, 100, chunk=7, stores=stores)
    assert results.memory["a"][0] == 100
    assert sorted(results["attrib[0]"][:, 0].view(np.uint32).tolist()) == list(range(100))


@BACKENDS
def test_runs_without_vertices_leave_what_was_there(backend: str) -> None:
    memory = Memory({"a": [4]})
    results = _run("STORE.U32 {1}, 65536;", memory, backend, count=0)
    assert results.memory["a"].tolist() == [4] and results.faults == 0


@BACKENDS
def test_what_a_program_leaves_alone_is_in_the_results(backend: str) -> None:
    memory = Memory({"a": np.arange(3.0)})
    results = nvrender.run("!!NVvp5.0\nMOV result.position, 1;\nEND", memory=memory, count=1, backend=backend)
    assert results.memory["a"].tolist() == [0, 1, 2]


@BACKENDS
def test_memory_of_a_context_that_is_lent(backend: str) -> None:
    """The second run has its own memory, also of a program that is kept linked."""
    for start in (0, 5):
        memory = Memory({"a": np.array([start], np.uint32)})
        assert _run("ATOM.ADD.U32 d, {1}, 65536;", memory, backend, count=9).memory["a"][0] == start + 9


@BACKENDS
def test_buffers_smaller_than_an_access(backend: str) -> None:
    """NV_shader_storage_buffer_object 2.X.3.Y: beyond the end reads give 0."""
    program = (
        "!!NVvp5.0\nOPTION NV_shader_storage_buffer;\nSTORAGE s[] = { program.storage[0] };\n"
        "LDB.U32X4 result.attrib[0], s[0];\nEND"
    )
    results = nvrender.run(program, storage={0: np.ones(1, np.uint8)}, count=1, backend=backend)
    assert not results["attrib[0]"].any() and results.faults == 1


KILLING = """!!NVfp5.0
TEMP t, d;
ATOM.ADD.U32 d, {1}, 65536;
KIL fragment.attrib[0].x;
ATOM.ADD.U32 d, {1}, 65540;
STORE.U32 {1}, 3;
MOV result.color, fragment.attrib[0];
END"""


@BACKENDS
@pytest.mark.parametrize("count", [1, 2, 3, 4, 6, 2051])
def test_killed_fragments_change_nothing_more(backend: str, count: int) -> None:
    """EXT_shader_image_load_store, issue 20; NV_shader_buffer_load, issue 19."""
    memory = Memory({"a": np.zeros(2, np.uint32)})
    values = np.where(np.arange(count) % 3 == 1, -1.0, 1.0).astype(np.float32)[:, None]
    results = nvrender.run(KILLING, attributes={"attrib[0]": values}, memory=memory, backend=backend)
    living = count - int((values < 0).sum())
    assert results.memory["a"].tolist() == [count, living] and results.faults == living
    assert results["killed"].tolist() == (values[:, 0] < 0).tolist()


@BACKENDS
def test_killed_fragments_that_go_on_for_their_neighbours(backend: str) -> None:
    program = KILLING.replace("STORE.U32 {1}, 3;", "DDX t, fragment.attrib[0];\nSTORE.U32 {1}, 3;")
    values = np.array([[1], [-1], [1], [1], [-1], [2]], np.float32)
    memory = Memory({"a": np.zeros(2, np.uint32)})
    results = nvrender.run(program, attributes={"attrib[0]": values}, memory=memory, backend=backend)
    assert results.memory["a"].tolist() == [6, 4] and results.faults == 4


def test_quads_that_need_each_other_run_together() -> None:
    """DDX of what a fragment finds in memory; its neighbours have found theirs."""
    program = "!!NVfp5.0\nTEMP t;\nATOM.ADD.U32 t, {3}, 65536;\nI2F.U t, t;\nDDX result.color, t;\nEND"
    results = nvrender.run(program, memory=Memory({"a": [0]}), count=8)
    assert (results["color[0]"][:, 0] == 3).all()


GEOMETRY = """!!NVgp5.0
PRIMITIVE_IN POINTS; PRIMITIVE_OUT POINTS; VERTICES_OUT 1;
TEMP d;
ATOM.ADD.U32 d, {1}, 65536;
MOV result.position, vertex[0].position;
EMIT;
END"""


def test_geometry_programs_change_memory_on_the_oracle() -> None:
    points = {"position": np.ones((5, 4), np.float32)}
    results = nvrender.run(GEOMETRY, attributes=points, memory=Memory({"a": [1]}))
    assert results.memory["a"].tolist() == [6] and len(results["position"]) == 5


@BACKENDS
@pytest.mark.parametrize("numerics", ["exact", "fast"])
def test_constant_buffers_of_fragments(backend: str, numerics: str) -> None:
    program = (
        "!!NVfp5.0\nCBUFFER c[] = { program.buffer[0] };\nTEMP t;\nFLR.S t, fragment.attrib[0];\n"
        "LDC.F32X2 result.color, c[t.x];\nEND"
    )
    results = nvrender.run(
        program,
        attributes={"attrib[0]": np.array([[0], [8], [16], [4]], np.float32)},
        parameters={"program.buffer[0]": np.array([1.5, 2.5, 3.5], np.float32)},
        backend=backend,
        numerics=numerics,
    )
    assert results["color[0]"][:, :2].tolist() == [[1.5, 2.5], [3.5, 0], [0, 0], [0, 0]]


def test_fast_numerics_reach_the_same_memory() -> None:
    memory = Memory({"a": np.array([1.5, -2.0, 0, 0], np.float32)})
    program = (
        "!!NVvp5.0\nTEMP t;\nLOAD.F32X2.SAT t, 65536;\nSTORE.F32X2 -t, 65544;\nMOV result.position, t;\nEND"
    )
    for numerics in ("exact", "fast"):
        left = nvrender.run(program, memory=memory, count=1, backend="gpu", numerics=numerics).memory["a"]
        assert left.tolist() == [1.5, -2.0, -1.0, 0.0]


@BACKENDS
def test_variables_that_are_called_as_what_a_shader_needs(backend: str) -> None:
    """Names of the translation's own, in every role."""
    names = (
        "found found_0 found_1 place nowhere nv_memory Memory nv_constant idle there pixel rest word "
        "nv_vectors MemoryVectors nv_fault nv_resident_buffers nv_storage_buffers MemoryLayout outside"
    ).split()
    body = [f"TEMP {', '.join(names)};", "LONG TEMP nv_shared_memory, nv_resident;"]
    for number, name in enumerate(names):
        body += [f"LOAD.U32 {name}, {65536 + 4 * number};", f"ADD.U {name}.x, {name}.x, {number};"]
    body += ["LOAD.U64X4 nv_shared_memory, 65536;", "STORE.U64X4 nv_shared_memory.yxzw, 69632;"]
    body += [f"ATOM.ADD.U32 {name}, {name}, {65536 + 4 * number};" for number, name in enumerate(names)]
    program = "\n".join(["!!NVvp5.0", *body, "END"])
    memory = Memory({"a": np.arange(24, dtype=np.uint32), "b": np.zeros(4, np.uint64)})
    left = nvrender.run(program, memory=memory, count=1, backend=backend).memory
    wanted = [3 * number if number < len(names) else number for number in range(24)]
    assert left["a"].tolist() == wanted
    assert left["b"].view(np.uint32).tolist() == [2, 3, 0, 1, 4, 5, 6, 7]


def test_a_trace_shows_what_is_loaded_from_constant_buffers() -> None:
    program = nvrender.load(
        "!!NVvp5.0\nCBUFFER c[] = { program.buffer[0] };\nTEMP t;\nLDC.F32X2 t, c[0];\nEND"
    )
    buffers = {0: np.array([1, 2, 3], np.float32)}
    first = next(trace(program, {}, Resources(np.zeros((0, 4), np.float32), buffers=buffers), 0))
    assert [(change.component, change.new) for change in first.changes] == [("x", 1.0), ("y", 2.0)]


@BACKENDS
def test_geometry_programs_reach_memory(backend: str) -> None:
    """Once a primitive, whatever assembles them."""
    program = (
        "!!NVgp5.0\nPRIMITIVE_IN TRIANGLES;\nPRIMITIVE_OUT POINTS;\nVERTICES_OUT 1;\nTEMP t, d;\n"
        "ATOM.ADD.U32 d, {1}, 65536;\nSHL.U t.x, primitive.id.x, 2;\nADD.U t.x, t.x, 69632;\n"
        "STORE.F32 vertex[1].position.y, t.x;\nSTORE.U32 {1}, 3;\n"
        "MOV result.position, vertex[0].position;\nEMIT;\nEND"
    )
    memory = Memory({"count": np.zeros(1, np.uint32), "each": np.zeros(9, np.float32)})
    positions = np.stack([np.arange(9), np.arange(9) * 10], axis=1).astype(np.float32)
    for mode, count in (("TRIANGLES", 3), ("TRIANGLE_STRIP", 7), ("TRIANGLE_FAN", 7)):
        results = nvrender.run(
            program, attributes={"position": positions}, mode=mode, memory=memory, backend=backend
        )
        assert results.memory["count"][0] == count == results.faults
        assert results.memory["each"][1] == {"TRIANGLES": 40, "TRIANGLE_STRIP": 10}.get(mode, 20)
        assert len(results["position"]) == count


@pytest.mark.parametrize("words", [8])
def test_results_that_take_several_passes(words: int) -> None:
    """What is done to memory is done once."""
    results = "".join(f"MOV result.attrib[{number}], 1;\n" for number in range(16))
    program = (
        "!!NVgp5.0\nPRIMITIVE_IN POINTS;\nPRIMITIVE_OUT POINTS;\nVERTICES_OUT 1;\nTEMP d;\n"
        f"ATOM.ADD.U32 d, {{1}}, 65536;\nMOV result.position, 1;\n{results}EMIT;\nEND"
    )
    memory = Memory({"a": np.zeros(words, np.uint32)})
    arguments = {"attributes": {"position": np.zeros((2, 4), np.float32)}, "memory": memory, "backend": "gpu"}
    message = r"^<text>:6:1: ATOM in a program whose results take 2 passes to read back, .*ask for fewer"
    with pytest.raises(TargetError, match=message):
        nvrender.run(program, **arguments)
    assert nvrender.run(program, results=["position"], **arguments).memory["a"][0] == 2


@pytest.mark.parametrize("backend", ["oracle", "gpu"])
def test_payloads_decide_nothing(backend: str) -> None:
    """IEEE 754, 6.2; NV_gpu_program5 2.X.8, LOAD: halves that are NaN, clamped or not (docs/semantics.md)."""
    for clamp in ("", ".SAT", ".SSAT"):
        seen = []
        for payload in (0x7E00, 0x7E01, 0xFE55, 0x7C01, 0x7FFF):
            text = (
                f"!!NVvp5.0\nOPTION NV_gpu_program5_mem_extended;\nTEMP r;\nLOAD.F16{clamp}.CC0 r, 65536;\n"
                "MOV.U result.attrib[0], 0;\nMOV.U result.attrib[0] (NE0.x), 1;\n"
                "SEQ result.attrib[1], r.x, r.x;\n"
                "SNE result.attrib[2], r.x, r.x;\nCMP result.attrib[3], r.x, 3, 4;\n"
                "CVT.S32.F32 result.attrib[4], r.x;\nEND"
            )
            memory = nvrender.Memory({"half": np.array([payload, 0], np.uint16)})
            found = nvrender.run(text, memory=memory, count=1, backend=backend)
            seen.append([found[f"attrib[{number}]"].view(np.uint32)[0, 0] for number in range(5)])
        assert seen == seen[:1] * 5
        assert seen[0][1] == 0 and seen[0][2] == 0x3F800000 and seen[0][4] == 0


@BACKENDS
@pytest.mark.parametrize("access", [{}, {"b": "READ_ONLY"}, {"a": "WRITE_ONLY"}])
def test_buffers_that_touch_are_one_span_and_gaps_stay_gaps(backend: str, access: dict[str, str]) -> None:
    """NV_gpu_program5 2.X.4.5: a page full, what begins behind it, the rest of that page, the next page."""
    arrays = {name: np.zeros(count, np.uint32) for name, count in (("a", 1024), ("b", 3), ("c", 1024))}
    memory = Memory(arrays, access=access)
    stores = Stores(memory, {})
    assert [(row.address - 65536, row.bytes) for row in stores.spans] == (
        [(0, 4096), (4096, 12), (8192, 4096)] if access else [(0, 4108), (8192, 4096)]
    )
    places = 65536 + np.array([-4, 0, 4092, 4096, 4104, 4108, 8188, 8192, 12288])
    words = np.zeros((len(places), 4), np.uint32)
    words[:, 0] = places
    body = "TEMP p;\nMOV.U p, vertex.attrib[0];\nSTORE.U32 {7}, p.x;\nLOAD.U32 result.attrib[1], p.x;"
    found = nvrender.run(
        f"!!NVvp5.0\n{body}\nEND", {"vertex.attrib[0]": words}, memory=memory, count=len(places),
        backend=backend,
    )  # fmt: skip
    stored = {name: np.flatnonzero(found.memory[name]).tolist() for name in arrays}
    assert stored == {"a": [0, 1023], "b": [] if "b" in access else [0, 2], "c": [0]}
    loads = {"": 5, "b": 3, "a": 3}[next(iter(access), "")]
    assert np.count_nonzero(found["attrib[1]"][:, 0].view(np.uint32)) == loads
    assert found.faults == {"": 8, "b": 10, "a": 10}[next(iter(access), "")]


@pytest.mark.parametrize("storage", ["S64X4", "U64X4", "F64X4", "S64X2", "U32X4"])
def test_every_component_of_an_invalid_load_is_zero(storage: str) -> None:
    """NV_gpu_program5 2.X.4.5: of a load at an address that is no multiple of its size, 32 bytes too."""
    text = (
        "!!NVvp5.0 OPTION NV_shader_storage_buffer; TEMP r; UINT TEMP at;"
        f"STORAGE rb[] = {{ program.storage[0] }}; MOV.U at.x, 8; LDB.{storage} r, rb[at.x];"
        f"LDB.{storage} r, rb[at.x + 4]; MOV.U result.attrib[0], r; END"
    )
    words = np.arange(100, 164, dtype=np.uint32)
    for backend in ("oracle", "gpu"):
        found = nvrender.run(text, backend=backend, storage={0: words}, count=2)
        assert not found["attrib[0]"].view(np.uint32).any(), backend


@BACKENDS
@pytest.mark.parametrize(("access", "left", "faults"), [({}, 7, 0), ({"a": "READ_ONLY"}, 5, 1)])
def test_a_store_where_was_loaded_is_checked_by_itself(
    backend: str, access: dict[str, str], left: int, faults: int
) -> None:
    """NV_gpu_program5 2.X.4.5, also where one expression checks both as access is alike."""
    program = "!!NVvp5.0\nTEMP t;\nLOAD.U32 t, 65536;\nADD.U t, t, 2;\nSTORE.U32 t, 65536;\nEND"
    memory = Memory({"a": np.array([5], np.uint32)}, access=access)
    found = nvrender.run(program, memory=memory, count=1, backend=backend)
    assert (found.memory["a"].tolist(), found.faults) == ([left], faults)


@pytest.mark.parametrize(("alike", "checks"), [(False, 2), (True, 1)])
def test_what_is_accessed_alike_is_checked_by_one_expression(alike: bool, checks: int) -> None:
    program = nvrender.load("!!NVvp5.0\nTEMP t;\nLOAD.U32 t, 65536;\nSTORE.U32 t, 65536;\nEND")
    link = Link(bound=Bindings(resident=1, alike=alike))
    source = translate(program, "glsl430", interface="compute", link=link).source
    found = re.findall(r"nv_resident\(.*?, (\w+, \w+), \w+\)", source.partition("void main")[2])
    assert len(found) == 2 and len(set(found)) == checks
