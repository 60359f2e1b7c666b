"""Everything that allocates by what a caller gives asks first how much memory there is."""

from __future__ import annotations

import subprocess
import sys
import tracemalloc
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import nvrender
from nvrender import memory
from nvrender.files import read_arrays
from nvrender.gl.inputs.primitives import assemble
from nvrender.memory import Growing, NoMemoryError, check_memory, memory_for
from nvrender.oracle.frame.frame import Frame
from nvrender.oracle.frame.vertices import Environment, vertex_results
from nvrender.regression.comparison.samples import samples

#: What the machine has in these tests, and what may be allocated before something is refused.
ROOM, ALLOCATED = 1 << 26, 1 << 25

VERTEX = nvrender.load("!!ARBvp1.0 MOV result.position, vertex.position; END")
COMPUTE = nvrender.load("!!NVcp5.0 GROUP_SIZE 1; TEMP a; MOV a, 1; END")
GEOMETRY = nvrender.load(
    "!!NVgp5.0 PRIMITIVE_IN POINTS; PRIMITIVE_OUT POINTS; VERTICES_OUT 256; INVOCATIONS 32; INT TEMP n;"
    "MOV.S n, 256; REP.S n; MOV result.position, vertex[0].position; EMIT; ENDREP; END"
)
EVALUATION = nvrender.load("!!NVtep5.0 TESS_MODE QUADS; MOV result.position, vertex.tesscoord; END")
IDENTIFIED = nvrender.load(
    "!!NVgp4.0 PRIMITIVE_IN POINTS; PRIMITIVE_OUT POINTS; VERTICES_OUT 1;"
    "MOV.S result.color, primitive.id; EMIT; END"
)


def broadcast(*shape: int, dtype: Any = np.uint8) -> Any:
    """An array that takes no memory until it is copied."""
    return np.broadcast_to(np.zeros(1, dtype), shape)


@pytest.fixture(autouse=True)
def room(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A machine of 64 MiB; nothing may come near that."""
    monkeypatch.setattr(memory, "_there", lambda: ROOM)
    tracemalloc.start()
    yield
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert peak < ALLOCATED


#: Door → what is asked of it, and words of the message.
DOORS: dict[str, tuple[Callable[[], Any], str]] = {
    "work groups": (lambda: nvrender.run(COMPUTE, groups=(65535, 65535)), "4294836225 invocations"),
    "vertices": (lambda: nvrender.run(VERTEX, count=10**7), "10000000 vertices with 1 results"),
    "attributes": (
        lambda: nvrender.run(VERTEX, {0: broadcast(3 * 10**6, 4, dtype=np.float32)}),
        "3000000 vertices with 1 results",
    ),
    "emitted at most": (
        lambda: nvrender.run(GEOMETRY, count=10**5),
        "819200000 vertices with 1 results",
    ),
    "primitives": (lambda: nvrender.run(GEOMETRY, count=10**12), "the primitives of 1000000000000 vertices"),
    "patches": (
        lambda: nvrender.run(
            EVALUATION, {"vertex.tesscoord": broadcast(10**5, 3, dtype=np.float32)}, count=300
        ),
        "10000000 vertices with 1 results",
    ),
    "texture": (
        lambda: nvrender.Texture.from_array(broadcast(60000, 60000, 4)),
        "texture level 0 of shape (60000, 60000, 4)",
    ),
    "texture of doubles": (
        lambda: nvrender.Texture.from_array(broadcast(4096, 4096, 1, dtype=np.float64)),
        "texture level 0 of shape (4096, 4096, 1)",
    ),
    "texture of an astronomic shape": (
        lambda: nvrender.Texture.from_array(broadcast(2**30, 2**30, 1)),
        "texture level 0 of shape (1073741824, 1073741824, 1)",
    ),
    "smaller levels": (
        lambda: nvrender.Texture.from_array(broadcast(2048, 2048, 1), mipmaps=True),
        "the smaller levels of a texture of shape (2048, 2048, 1)",
    ),
    "image": (lambda: nvrender.Image(broadcast(60000, 60000, 4)), "an image's texels of shape"),
    "memory": (lambda: nvrender.Memory({"bytes": broadcast(1 << 30)}), "the buffer 'bytes'"),
    "storage": (lambda: nvrender.run(COMPUTE, storage={0: broadcast(1 << 40)}), "storage[0]"),
    "frame": (lambda: Frame((8192, 8192), 4), "a frame of 8192 × 8192 pixels with 4 samples"),
    "instances": (
        lambda: vertex_results(
            VERTEX, {}, Environment(nvrender.State(), {}), {0: np.zeros((1000, 4), np.float32)}, 65536, ()
        ),
        "65536000 vertices of all instances",
    ),
    "samples": (lambda: samples(VERTEX, 10**9), "samples of 1000000000 vertices"),
}


@pytest.mark.parametrize("door", DOORS)
def test_what_cannot_fit_is_refused_before_it_is_allocated(door: str) -> None:
    """The message names the quantity, what it would take, what there is, and what would be right."""
    ask, quantity = DOORS[door]
    with pytest.raises(nvrender.InputError) as refused:
        ask()
    text = str(refused.value)
    assert text.startswith(f"{quantity} would take ") or quantity in text.partition(" would take ")[0]
    assert " GiB, and there is room for 64 MiB; " in text or " MiB, and there is room for 64 MiB; " in text


def test_numbers_of_primitives_are_counted_before_they_are_copied() -> None:
    with pytest.raises(nvrender.InputError, match=r"it must be 1 integers"):
        nvrender.run(IDENTIFIED, {"primitive.id": broadcast(10**5, 10**5, dtype=np.int32)})


def test_primitives_are_refused_in_every_mode() -> None:
    for mode in ("TRIANGLE_STRIP", "POLYGON", "LINE_LOOP", "TRIANGLE_STRIP_ADJACENCY"):
        with pytest.raises(NoMemoryError, match=r"^the primitives of 100000000 vertices"):
            assemble(mode, 10**8)


def test_emission_is_counted_as_it_grows(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is declared would fit, and what is kept of it besides does not."""
    monkeypatch.setattr(Growing, "STEP", 1 << 20)
    with pytest.raises(
        NoMemoryError, match=r"^the vertices that the geometry program emits would take 6. MiB"
    ):
        nvrender.run(GEOMETRY, count=500)


def test_vertices_of_patches_are_counted_as_they_are_made(monkeypatch: pytest.MonkeyPatch) -> None:
    """ARB_tessellation_shader 2.X.2: each patch of other levels has vertices of its own."""
    monkeypatch.setattr(memory, "_there", lambda: 1 << 20)
    monkeypatch.setattr(Growing, "STEP", 1 << 19)
    levels = np.linspace(40.0, 63.0, 400, dtype=np.float32)[:, None]
    names = [f"primitive.tessouter[{n}]" for n in range(4)] + [f"primitive.tessinner[{n}]" for n in range(2)]
    with pytest.raises(NoMemoryError, match=r"^the vertices of patches would take 1 MiB"):
        nvrender.run(EVALUATION, dict.fromkeys(names, levels))


def test_arrays_of_files_are_counted_before_they_unpack(tmp_path: Path) -> None:
    np.savez_compressed(tmp_path / "zeros.npz", zeros=broadcast(60 << 20))
    with pytest.raises(NoMemoryError, match=r"^the arrays of .*zeros\.npz would take 80 MiB"):
        read_arrays(str(tmp_path / "zeros.npz"))


def test_commands_of_the_api_answer_out_of_memory() -> None:
    """OpenGL 1.5, table 2.3."""
    from nvrender.api import Context, enums

    gl = Context((4, 4), backend="oracle", raise_errors=False)
    (buffer,) = gl.GenBuffers(1)
    gl.BindBuffer(enums.ARRAY_BUFFER, buffer)
    gl.BufferData(enums.ARRAY_BUFFER, 1 << 30, enums.STATIC_DRAW)
    assert gl.GetError() == enums.OUT_OF_MEMORY


def test_what_no_estimate_foresaw_is_one_message_too() -> None:
    with (
        pytest.raises(
            NoMemoryError, match=r"^there is not enough memory for this: there is room for 64 MiB; go"
        ),
        memory_for("this", "go"),
    ):
        raise MemoryError


@pytest.mark.parametrize("backend", ["oracle", "gpu"])
def test_no_run_ends_in_a_memory_error(backend: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def none(*_: Any, **__: Any) -> None:
        raise MemoryError

    target = (
        "nvrender.oracle.machine.vertices.run_in_parts"
        if backend == "oracle"
        else "nvrender.gpu.arrays.vertices.execute"
    )
    monkeypatch.setattr(target, none)
    with pytest.raises(NoMemoryError, match=r"^there is not enough memory for this run of "):
        nvrender.run(VERTEX, backend=backend)


@pytest.mark.skipif(sys.platform != "linux", reason="limits of processes and /proc are Linux's")
def test_the_limit_of_a_process_counts() -> None:
    """``ulimit -v``, less what the process has already."""
    script = (
        "import resource; import numpy; from nvrender.memory import check_memory, _there;"
        "whole = _there(); resource.setrlimit(resource.RLIMIT_AS, (1 << 31, 1 << 31)); there = _there();"
        "assert (1 << 30) < there < (1 << 31) <= whole, there\n"
        "try: check_memory(1 << 31, 'numbers', 'take fewer')\n"
        "except Exception as error: print(error)"
    )
    ran = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert ran.stdout.startswith("numbers would take 2.0 GiB, and there is room for ")


def test_little_is_not_refused() -> None:
    check_memory(ROOM, "numbers", "")
    growing = Growing("numbers", "")
    growing.add(ROOM)
    with pytest.raises(NoMemoryError):
        growing.add(Growing.STEP)
