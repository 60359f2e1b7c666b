"""Every attribute and result of fragment programs of generation 5, on both sides."""

from __future__ import annotations

from typing import Any

import moderngl
import numpy as np
import pytest

import nvrender
from nvrender.languages.arb.generation5_bindings import FRAGMENT_5_ATTRIBUTES, FRAGMENT_5_RESULTS

SIDES = ("oracle", "gpu")
OPTIONS = "".join(
    f"OPTION {name}; " for name in ("ARB_draw_buffers", "ARB_blend_func_extended", "NV_shader_thread_group")
)
#: Components a run gives; the others are 0, 0, 1, of numbers 0.
WIDTHS = {"fogcoord": 1, "facing": 1, "pointcoord": 2} | {f"clip[{n}]": 1 for n in range(8)}
#: Integers of the first fragment, given or not.
NUMBERS = {
    "primitive.id": 9, "sampleid": 3, "samplemask": 8, "threadid": 0, "threadeqmask": 1, "threadltmask": 0,
    "threadlemask": 1, "threadgtmask": 0xFFFFFFFE, "threadgemask": 0xFFFFFFFF, "warpid": 0, "smid": 0,
    "helperthread": 0,
}  # fmt: skip
GIVEN_NUMBERS = {"primitive.id": np.int32, "sampleid": np.int32, "samplemask": np.uint32}


def given(place: int, name: str) -> list[float]:
    if name == "position":
        return [0.5, 0.5, 0.25, 2.0]
    return [place + 1, place + 1.25, place + 1.5, place + 1.75][: WIDTHS.get(name, 4)]


#: A program reads 128 components at most.
HALVES = [FRAGMENT_5_ATTRIBUTES[:25], FRAGMENT_5_ATTRIBUTES[25:]]


@pytest.mark.parametrize("side", SIDES)
@pytest.mark.parametrize("attributes", HALVES, ids=lambda names: names[0])
def test_attributes(context: moderngl.Context, side: str, attributes: tuple[str, ...]) -> None:
    """NV_gpu_program5 2.X.3.2, NV_fragment_program4 2.X.3.2, NV_shader_thread_group 2.X.3.2."""
    names = [name.removeprefix("fragment.") for name in attributes]
    arrays: dict[str, Any] = {}
    lines = []
    for place, (name, whole) in enumerate(zip(attributes, names, strict=True)):
        if whole not in NUMBERS:
            arrays[whole] = np.float32([given(place, whole)])
        elif whole in GIVEN_NUMBERS:
            arrays[whole] = np.array([[NUMBERS[whole]]], GIVEN_NUMBERS[whole])
        lines.append(f"MOV{'.U' if whole in NUMBERS else ''} t, {name}; STORE.U32X4 t, {65536 + 16 * place};")
    memory = nvrender.Memory({"a": np.full(4 * len(names), 0xDEADBEEF, np.uint32)})
    program = f"!!NVfp5.0 {OPTIONS} TEMP t; {' '.join(lines)} END"
    results = nvrender.run(program, arrays, memory=memory, backend=side, context=context)
    for place, (name, row) in enumerate(zip(names, results.memory["a"].reshape(-1, 4), strict=True)):
        if name in NUMBERS:
            assert row.tolist() == [NUMBERS[name], 0, 0, 0], name
        else:
            numbers = given(place, name)
            rest = [0.0, 0.0] if name == "pointcoord" else [0.0, 0.0, 1.0][len(numbers) - 1 :]
            assert row.view(np.float32).tolist() == numbers + rest, name


#: GLSL has second colours or several buffers, MAX_DUAL_SOURCE_DRAW_BUFFERS being 1 on most drivers.
FIRST = [name for name in FRAGMENT_5_RESULTS if not name.endswith("secondary")]
SECOND = [name for name in FRAGMENT_5_RESULTS if name.endswith("secondary")]


@pytest.mark.parametrize("side", SIDES)
@pytest.mark.parametrize("names", [FIRST, *([name] for name in SECOND)], ids=lambda names: names[0])
def test_results(context: moderngl.Context, side: str, names: list[str]) -> None:
    """NV_gpu_program5 2.X.3.5."""
    lines = []
    for place, name in enumerate(names):
        vector = f"{{ {place + 1}, {place + 1.25}, {place + 1.5}, {place + 1.75} }}"
        match name:
            case "depth":
                lines.append("MOV result.depth.z, 0.75;")
            case "samplemask":
                lines.append("MOV.U result.samplemask, 5;")
            case _:
                lines.append(f"MOV result.{name}, {vector};")
    made = nvrender.run(f"!!NVfp5.0 {OPTIONS} {' '.join(lines)} END", backend=side, context=context, count=1)
    for place, name in enumerate(names):
        match name:
            case "depth":
                assert made[name][0, 2] == 0.75
            case "samplemask":
                assert made[name].view(np.uint32).ravel()[0] == 5
            case _:
                assert made[name].tolist() == [[place + 1, place + 1.25, place + 1.5, place + 1.75]], name
