"""Results that stay on the GPU, and are attributes of the next program."""

from __future__ import annotations

from collections.abc import Mapping

import moderngl
import numpy as np
import pytest

import nvrender
from nvrender.source import InputError

FIRST = nvrender.load(
    "!!ARBvp1.0 ADD result.position, vertex.position, program.local[0];"
    "MUL result.color, vertex.color, {0.5, 0.25, 2.0, 1.0}; MOV result.texcoord[1], vertex.position.wzyx; END"
)
SECOND = nvrender.load(
    "!!ARBvp1.0 MAD result.position, vertex.position, vertex.color, vertex.texcoord[0];"
    "MOV result.color, vertex.normal; END"
)
INTEGERS = nvrender.load("!!NVvp4.0 INT ATTRIB a = vertex.attrib[1]; I2F result.position, a; END")
LONG = nvrender.load(
    "!!NVvp5.0 LONG ATTRIB a = vertex.attrib[1]; LONG TEMP t; ADD.F64 t, a, a;"
    "CVT.F32.F64 result.position, t; END"
)
CORNERS = np.random.default_rng(5).random((1000, 4), np.float32)
COLORS = CORNERS[::-1].copy()
PARAMETERS = {"program.local[0]": (1.0, 2.0, 3.0, 4.0)}


def chain(given: Mapping[str, object]) -> dict[str, object]:
    """What the second program takes of the first's results, which lie between each other; one is shorter."""
    return {
        "vertex.position": given["position"],
        "vertex.color": given["color.front.primary"],
        "vertex.texcoord[0]": given["texcoord[1]"],
        "vertex.normal": given["texcoord[1]"],
    }


def test_a_chain_reads_nothing_back(context: moderngl.Context, monkeypatch: pytest.MonkeyPatch) -> None:
    attributes = {"vertex.position": CORNERS, "vertex.color": COLORS}
    expected = nvrender.run(FIRST, attributes, PARAMETERS, backend="gpu", context=context)
    after = nvrender.run(SECOND, chain(expected), backend="gpu", context=context)
    reads: list[object] = []
    for name in ("read", "read_into"):
        monkeypatch.setattr(moderngl.Buffer, name, lambda *given, **named: reads.append(given))
    first = nvrender.run(FIRST, attributes, PARAMETERS, backend="gpu", context=context, as_buffers=True)
    second = nvrender.run(SECOND, chain(first), backend="gpu", context=context, as_buffers=True)
    assert not reads
    monkeypatch.undo()
    for found, arrays in ((first, expected), (second, after)):
        assert list(found) == list(arrays)
        for name, array in arrays.items():
            assert np.array_equal(np.asarray(found[name]), array), name
    for result in (*first.values(), *second.values()):
        result.release()
        result.release()


def test_parts_of_a_run_lie_behind_each_other(
    context: moderngl.Context, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("nvrender.gpu.arrays.buffers.lanes_a_call", lambda *_: 64)
    given = {"vertex.position": CORNERS, "vertex.color": (0.5, 0.25, 1.0, 1.0)}
    told: list[int] = []
    found = nvrender.run(
        FIRST, given, PARAMETERS, backend="gpu", context=context, as_buffers=True,
        results=["position"], progress=lambda done, _: told.append(done),
    )  # fmt: skip
    with found["position"] as result:
        assert np.array_equal(result.read(), CORNERS + np.float32([1, 2, 3, 4]))
        assert (result.shape, result.offset, result.stride) == ((1000, 4), 0, 16)
    assert told == [*range(64, 1000, 64), 1000]
    with pytest.raises(InputError, match="it was released"):
        result.read()


def test_what_does_not_stay_on_the_gpu(context: moderngl.Context) -> None:
    with pytest.raises(InputError, match="as_buffers is for vertex programs that reach no memory, on the"):
        nvrender.run(FIRST, {"vertex.position": CORNERS}, as_buffers=True)
    with pytest.raises(InputError, match="a fragment program, on gpu"):
        text = "!!ARBfp1.0 MOV result.color, fragment.color; END"
        nvrender.run(text, {}, backend="gpu", as_buffers=True)
    given = {"vertex.position": CORNERS, "vertex.color": COLORS}
    found = nvrender.run(FIRST, given, backend="gpu", context=context, as_buffers=True, results=["position"])
    with found["position"] as result:
        # Words are read as they are; what has 64 bits has more of them.
        words = nvrender.run(INTEGERS, {1: CORNERS}, backend="gpu", context=context)
        with nvrender.run(INTEGERS, {1: result}, backend="gpu", context=context, as_buffers=True)[
            "position"
        ] as found_words:
            assert np.array_equal(np.asarray(found_words), words["position"])
        with pytest.raises(InputError, match="the program reads it otherwise; give an array"):
            nvrender.run(LONG, {1: result}, backend="gpu", context=context, as_buffers=True)
        # Where nothing stays there it is an array as any other.
        again = nvrender.run(FIRST, {"vertex.position": result, "vertex.color": COLORS})
        assert np.array_equal(again["position"], CORNERS)
