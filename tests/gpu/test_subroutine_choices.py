"""Subroutines callers choose: their names, in runs, pipelines and scenes (ARB_shader_subroutine 2.X.5)."""

from __future__ import annotations

from contextlib import ExitStack
from pathlib import Path
from typing import Any

import moderngl
import numpy as np
import pytest
from drawing import SQUARE
from square_scenes import FLAT
from square_scenes import written as scene

import nvrender
from nvrender.gl.patches import Patch
from nvrender.gpu.context.pixel import bind_pixel
from nvrender.gpu.draw import Mesh, Target
from nvrender.languages.load import load
from nvrender.lower.control_flow import analyse
from nvrender.lower.control_flow.regions import Choice
from nvrender.program.subroutines import parameter_names, with_subroutines
from nvrender.render import render
from nvrender.source import InputError, SceneError

VERTEX = """!!NVvp5.0
SUBROUTINETYPE Tint { half, whole };
SUBROUTINE Tint tint = program.subroutine[0];
TEMP c;
main:
MOV result.position, vertex.position;
CALI tint;
MOV result.color, c;
RET;
half SUBROUTINENUM(2): MOV c, 0.5; RET;
whole SUBROUTINENUM(7): MOV c, 1.0; RET;
END"""
FRAGMENT = """!!NVfp5.0
SUBROUTINETYPE Shade { red, green };
SUBROUTINETYPE None { };
SUBROUTINE Shade shade[] = { program.subroutine[0..1] };
SUBROUTINE None nothing = program.subroutine[2];
TEMP c, i;
main:
SGT c, fragment.position.x, 4.0;
FLR.S i.x, c;
MOV c, 0;
CALI shade[i.x];
MUL result.color, c, fragment.color;
RET;
red SUBROUTINENUM(0): MOV c, {1, 0, 0, 1}; RET;
green SUBROUTINENUM(3): MOV c, {0, 1, 0, 1}; RET;
END"""


def test_parameters_are_called_as_the_program_declares_them() -> None:
    program = load(FRAGMENT)
    assert parameter_names(program) == ["shade[0]", "shade[1]", "nothing"]
    assert [row.chosen for row in program.subroutine_parameters] == [0, 0, -1]
    changed = with_subroutines(program, {"shade[1]": "green"})
    assert [row.chosen for row in changed.subroutine_parameters] == [0, 3, -1]
    assert with_subroutines(program, {"program.subroutine[1]": "green"}) == changed
    assert [row.chosen for row in program.subroutine_parameters] == [0, 0, -1]


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"shadow": "red"}, "'shadow' is no subroutine parameter; there are shade[0], shade[1], nothing"),
        ({"shade": "red"}, "shade is an array; expected an element, shade[0] to shade[1]"),
        ({"shade[2]": "red"}, "shade[2] is beyond the array, whose last element is shade[1]"),
        ({"nothing[0]": "red"}, "'nothing[0]' is no subroutine parameter"),
        ({"program.subroutine[3]": "red"}, "'program.subroutine[3]' is no subroutine parameter"),
        ({"shade[0]": "main"}, "'main' is no label of the type Shade, which has red, green"),
        ({"shade[0]": 3}, "3 is no label of the type Shade, which has red, green"),
        ({"shade[0]": ["red"]}, "['red'] is no label of the type Shade"),
        ({"nothing": "red"}, "'red' is no label of the type None, which has no labels"),
        ({0: "red"}, "0 is no name of a subroutine parameter"),
        ({"shade[0]": "red", "program.subroutine[0]": "green"}, "are one parameter, set to two labels"),
        (["shade"], "subroutines must be a mapping from parameters to labels, not list"),
        ({f"shade[{10**30}]": "red"}, "is beyond the array"),
    ],
)
def test_what_is_no_choice_is_an_error(given: Any, message: str) -> None:
    with pytest.raises(InputError) as caught:
        nvrender.run(FRAGMENT, {"fragment.color": [1, 1, 1, 1]}, subroutines=given)
    assert message in str(caught.value)


def test_programs_without_parameters_have_none_to_choose() -> None:
    with pytest.raises(InputError, match="'a' is no subroutine parameter; there are none"):
        nvrender.run("!!NVvp4.0 MOV result.position, 0; END", subroutines={"a": "b"})


@pytest.mark.parametrize("dispatched", [False, True])
def test_both_forms_of_flow_choose(dispatched: bool) -> None:
    flow = analyse(load(VERTEX), structured=not dispatched)
    if dispatched:
        jumps = [block.jump for block in flow.dispatch if block.jump.kind == "choose"]
        assert [[number for number, _ in jump.ways] for jump in jumps] == [[2, 7]]
    else:
        choices = [region for region in flow.functions[-1].body if isinstance(region, Choice)]
        assert [[number for number, _ in choice.ways] for choice in choices] == [[2, 7]]


def test_a_pipeline_draws_with_what_is_chosen(context: moderngl.Context) -> None:
    """Each stage has parameters of its own; the linked stages are text of their own too."""
    pictures = []
    for subroutines in (None, {"tint": "whole", "shade[1]": "green"}):
        with (
            nvrender.Pipeline(context, load(VERTEX), load(FRAGMENT), subroutines=subroutines) as pipeline,
            Mesh(context, {0: SQUARE}, primitive="QUADS") as square,
            Target(context, (8, 2)) as target,
        ):
            target.clear((0.0, 0.0, 0.0, 0.0))
            pipeline.draw(square, target)
            pictures.append(target.read()[0])
    assert (pictures[0] == [128, 0, 0, 128]).all()
    assert (pictures[1][:4] == [255, 0, 0, 255]).all()
    assert (pictures[1][4:] == [0, 255, 0, 255]).all()


EVALUATION = """!!NVtep5.0
TESS_MODE TRIANGLES;
SUBROUTINETYPE Tint { dark, light };
SUBROUTINE Tint shine = program.subroutine[0];
TEMP p, c;
main:
MUL p, vertex[0].position, vertex.tesscoord.x;
MAD p, vertex[1].position, vertex.tesscoord.y, p;
MAD p, vertex[2].position, vertex.tesscoord.z, p;
MOV result.position, p;
CALI shine;
MOV result.color, c;
RET;
dark SUBROUTINENUM(1): MOV c, 0.2; RET;
light SUBROUTINENUM(2): MOV c, 0.6; RET;
END"""


def test_tessellation_programs_of_a_pipeline_choose_too(context: moderngl.Context) -> None:
    corners = np.float32([[-1, -1, 0, 1], [3, -1, 0, 1], [-1, 3, 0, 1]])
    found = []
    for label in ("dark", "light"):
        with (
            nvrender.Pipeline(
                context, load(VERTEX), tess_evaluation=load(EVALUATION), subroutines={"shine": label}
            ) as pipeline,
            Mesh(context, {0: corners}, primitive="PATCHES") as patches,
            Target(context, (2, 2)) as target,
        ):
            pipeline.draw(patches, target, patch=Patch(3))
            found.append(set(target.read().reshape(-1).tolist()))
    assert found == [{51}, {153}]


def test_a_draw_of_a_scene_chooses(tmp_path: Path, backend: str) -> None:
    text = FLAT + (
        '[[draw]]\nmesh = "m"\nvertex = "v"\nfragment = "f"\n'
        'subroutines = { tint = "whole", "shade[0]" = "green" }\n'
    )
    vertex = VERTEX.replace("!!NVvp5.0", "!!NVvp5.0\nOPTION ARB_position_invariant;").replace(
        "MOV result.position, vertex.position;", ""
    )
    path = scene(tmp_path, text, {"v": vertex, "f": FRAGMENT})
    picture = render(path, (8, 8), backend=backend)
    assert (picture[:, :4] == [0, 255, 0, 255]).all()
    assert (picture[:, 4:] == [255, 0, 0, 255]).all()
    scene(tmp_path, text.replace("tint", "tone"), {"v": vertex, "f": FRAGMENT})
    with pytest.raises(SceneError, match=r"draw\[0\]\.subroutines: 'tone' is no subroutine parameter"):
        render(path, (8, 8), backend=backend)


def test_a_translation_has_a_uniform_that_callers_may_set(context: moderngl.Context) -> None:
    translation = nvrender.translate(load(VERTEX), "glsl330")
    source, position = translation.source, translation.attributes[0][2]
    assert "uniform uint vertex_subroutines[1] = uint[1](2u);" in source
    assert "// 0: Tint (half 2, whole 7)" in source
    with ExitStack() as stack:
        bind_pixel(context, stack)
        program = context.program(vertex_shader=source, varyings=["COL0"])
        corner, output = context.buffer(np.zeros(4, np.float32)), context.buffer(reserve=16)
        array = context.vertex_array(program, [(corner, "4f", position)])
        for one in (program, corner, output, array):
            stack.callback(one.release)
        found = []
        for number in (None, 7, 99):
            if number is not None:
                program["vertex_subroutines"].value = number
            array.transform(output, moderngl.POINTS, vertices=1)
            found.append(np.frombuffer(output.read(), np.float32)[0])
    assert found == [0.5, 1.0, 0.0]
