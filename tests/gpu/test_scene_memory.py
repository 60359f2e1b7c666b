"""Memory and compute passes of scenes, on both sides (NV_gpu_program5 2.X.4.5; NV_compute_program5)."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterable, Mapping
from dataclasses import replace
from pathlib import Path

import moderngl
import msgspec
import numpy as np
import pytest
from square_scenes import FLAT, written

from nvrender.gpu.scene.stage import Stage
from nvrender.render import frames, render
from nvrender.scene.load import load_scene
from nvrender.scene.moment.dispatches import Dispatch, Filled
from nvrender.scene.moment.evaluate import Pass, carried, steps
from nvrender.source import InputError

COUNT = """!!NVcp5.0
GROUP_SIZE 1;
PARAM count = program.local[0];
TEMP old;
ATOM.ADD.U32 old, program.local[1].x, count.x;
END"""
VERTEX = "!!NVvp5.0\nMOV result.position, vertex.position;\nEND"
#: The counter, a fortieth of white for each.
SHOWN = """!!NVfp5.0
PARAM count = program.local[0];
TEMP r;
LOAD.U32 r.x, count.x;
I2F.U r.x, r.x;
MUL result.color.xyz, r.x, 0.025;
MOV result.color.w, 1.0;
END"""
POINTS = """!!NVcp5.0
OPTION NV_shader_storage_buffer;
GROUP_SIZE 2, 2;
STORAGE points[] = { program.storage[2] };
TEMP r, p;
I2F.U r.xy, invocation.globalid;
MAD r.xy, r, 0.5, -0.75;
MOV r.zw, { 0.0, 0.0, 0.0, 1.0 };
MAD.U p.x, invocation.globalid.y, 4, invocation.globalid.x;
SHL.U p.x, p.x, 4;
STB.F32X4 r, points[p.x];
END"""
APPEND = """!!NVfp5.0
OPTION NV_shader_storage_buffer;
STORAGE heads[] = { program.storage[0] };
PARAM size = program.local[0];
TEMP r, p;
FLR.S p, fragment.position;
CVT.S32.F32 r.x, size.x;
MAD.S p.x, p.y, r.x, p.x;
SHL.S p.x, p.x, 2;
ATOMB.ADD.U32 r, {1}, heads[p.x];
MOV result.color, { 0.0, 0.0, 0.0, 1.0 };
END"""
COUNTED = """!!NVfp5.0
OPTION NV_shader_storage_buffer;
STORAGE heads[] = { program.storage[0] };
PARAM size = program.local[0];
TEMP r, p;
FLR.S p, fragment.position;
CVT.S32.F32 r.x, size.x;
MAD.S p.x, p.y, r.x, p.x;
SHL.S p.x, p.x, 2;
LDB.U32 r.x, heads[p.x];
I2F.U r.x, r.x;
MUL result.color, r.x, { 0.2, 0.1, 0.05, 1.0 };
END"""
PROGRAMS = {
    "count": COUNT, "v": VERTEX, "shown": SHOWN, "points": POINTS, "append": APPEND, "counted": COUNTED,
}  # fmt: skip
#: The square in the colour of the counter.
SQUARE = """
[[draw]]
mesh = "m"
vertex = "v"
fragment = "shown"
fragment_parameters = { "program.local[0]" = { address = "count" } }
"""


def scene(directory: Path, text: str, programs: Mapping[str, str] | None = None) -> Path:
    return written(directory, FLAT + text, PROGRAMS | dict(programs or {}))


def buffer(name: str = "count", more: str = "") -> str:
    return f'[memory.{name}]\ntype = "U32"\ncount = 4\n{more}\n'


def run(number: int | str = 1, more: str = "", name: str = "p") -> str:
    return (
        f'[[passes]]\nname = "{name}"\ncompute = "count"\n{more}\n[passes.parameters]\n'
        f'"program.local[0]" = {{ address = "count" }}\n"program.local[1]" = [{number}, 0, 0, 0]\n'
    )


def levels(path: Path, backend: str, wanted: Iterable[int] = (0,)) -> list[int]:
    """What is in the counter in some frames: the square shows it."""
    found = frames(path, (2, 2), wanted, backend=backend)
    return [round(float(picture[0, 0, 0]) / 255 * 40) for picture in found]


@pytest.mark.parametrize(
    ("groups", "repeat", "count"),
    [("[5]", 1, 5), ("[2, 3]", 1, 6), ("[2, 3, 2]", 2, 24), ("[7, 0]", 1, 0), ("{ cover = [1, 1] }", 1, 4)],
)
def test_groups(tmp_path: Path, backend: str, groups: str, repeat: int, count: int) -> None:
    """ARB_compute_shader: as many groups as x times y times z; with any 0 none run."""
    path = scene(tmp_path, buffer() + run(more=f"groups = {groups}\nrepeat = {repeat}") + SQUARE)
    assert levels(path, backend) == [count]


def test_groups_that_a_buffer_says(tmp_path: Path, backend: str) -> None:
    """DispatchComputeIndirect: what lies there when the pass begins."""
    text = buffer() + buffer("groups", "values = [9, 3, 2, 2]")
    text += run(more='groups = { memory = "groups", offset = 4 }')
    assert levels(scene(tmp_path, text + SQUARE), backend) == [12]
    text = buffer() + '[storage.1]\ntype = "U32X4"\ncount = 1\nvalues = [5, 1, 1]\n'
    assert levels(scene(tmp_path, text + run(more="groups = { storage = 1 }") + SQUARE), backend) == [5]


def test_more_groups_than_there_can_be(tmp_path: Path, backend: str) -> None:
    text = buffer() + buffer("groups", "fill = 70000") + run(more='groups = { memory = "groups" }')
    with pytest.raises(InputError, match=r"groups is .*70000.*give one to three numbers from 0 to 65535"):
        levels(scene(tmp_path, text + SQUARE), backend)
    text = buffer() + buffer("groups", "fill = 65535") + run(more='groups = { memory = "groups" }')
    path = scene(tmp_path, text + SQUARE)
    with pytest.raises(InputError) as caught:
        levels(path, backend)
    assert str(caught.value).startswith(f"{path}: pass ")
    assert str(caught.value).endswith(" invocations; a dispatch has 4294967296 at most")


def test_memory_lives_on_in_whatever_order_frames_are_asked_for(tmp_path: Path, backend: str) -> None:
    text = "[animation]\nframes = 9\n" + buffer(more="values = [2]") + run() + SQUARE
    path = scene(tmp_path, text)
    assert levels(path, backend, [0, 1, 2, 5, 3, 3, 8]) == [3, 4, 5, 8, 6, 6, 11]


def test_memory_that_begins_anew(tmp_path: Path, backend: str) -> None:
    text = "[animation]\nframes = 9\n" + buffer(more="fill = 7\neach_frame = true") + run() + SQUARE
    path = scene(tmp_path, text)
    assert levels(path, backend, [0, 3, 1]) == [8, 8, 8]
    assert carried(load_scene(path)) == frozenset()


def test_only_what_later_frames_find_runs_on_the_way(tmp_path: Path) -> None:
    """Drawing the picture changes nothing here; a pass that only reads does not run."""
    reads = '[targets.t]\n[[passes]]\nname = "q"\ntarget = "t"\n'
    draws = SQUARE + SQUARE.replace('mesh = "m"', 'mesh = "m"\npass = "q"')
    loaded = load_scene(scene(tmp_path, "[animation]\nframes = 9\n" + buffer() + run() + reads + draws))
    assert carried(loaded) == {"p"}
    found = list(steps(loaded, None, 2, (2, 2)))
    assert [type(one) for one in found] == [Filled, Dispatch, Dispatch, Dispatch, Pass, Pass]
    assert [type(one) for one in steps(loaded, 2, 3, (2, 2))] == [Dispatch, Pass, Pass]


def test_vertices_from_a_buffer(tmp_path: Path, backend: str) -> None:
    """Points where a compute program has put them."""
    text = """[storage.2]
type = "F32X4"
count = 16
fill = 9
[[passes]]
name = "p"
compute = "points"
groups = [2, 1]
[meshes.points]
kind = "memory"
storage = 2
[[draw]]
mesh = "points"
vertex = "v"
state = { point_size = 1.0 }
attributes = { color = [1.0, 1.0, 1.0, 1.0] }
"""
    plain = "!!NVvp5.0\nMOV result.position, vertex.position;\nMOV result.color, vertex.color;\nEND"
    picture = render(scene(tmp_path, text, {"v": plain}), (4, 4), backend=backend)
    assert (picture[:, :, 0] == np.array([[0], [0], [255], [255]])).all()


def test_fragments_of_draws_append(tmp_path: Path, backend: str) -> None:
    """A counter for each pixel, whatever the size of the picture; a draw after them reads it."""
    draws = """[storage.0]
type = "U32"
per_pixel = 1
each_frame = true
"""
    for scale in (1.0, 1.0, 0.5):
        draws += (
            '[[draw]]\nmesh = "m"\nvertex = "v"\nfragment = "append"\nstate = { depth = { test = false } }\n'
            f'fragment_parameters = {{ "program.local[0]" = {{ viewport = true }} }}\n'
            f"transform = [{{ scale = {scale} }}]\n"
        )
    draws += (
        '[[draw]]\nmesh = "m"\nvertex = "v"\nfragment = "counted"\nstate = { depth = { test = false } }\n'
        'fragment_parameters = { "program.local[0]" = { viewport = true } }\n'
    )
    invariant = "!!NVvp5.0\nOPTION ARB_position_invariant;\nMOV result.texcoord[0], 0;\nEND"
    path = scene(tmp_path, draws, {"v": invariant})
    for size in ((8, 8), (16, 16)):
        picture = render(path, size, backend=backend)[:, :, :3].astype(float) / 255
        inner = picture[size[1] // 2, size[0] // 2]
        # Four samples a pixel have one fragment; pixels between the two triangles have one of each.
        assert picture[0, -1, 0] > 0.39 and inner[0] >= 0.59


def test_compute_passes_read_textures_and_targets(tmp_path: Path, backend: str) -> None:
    """The target that a pass before has drawn, and what is left of it in memory."""
    reader = (
        "!!NVcp5.0\nGROUP_SIZE 1;\nTEMP r;\nTXF r, {0, 0, 0, 0}, texture[3], 2D;\nMUL r.x, r.y, 20.4;\n"
        "CVT.U32.F32 r.x, r.x;\nATOM.ADD.U32 r, r.x, program.local[0].x;\nEND"
    )
    green = "!!ARBfp1.0\nMOV result.color, { 0.0, 0.5, 0.0, 1.0 };\nEND"
    text = buffer() + (
        '[targets.t]\nsize = [1, 1]\n[[passes]]\nname = "d"\ntarget = "t"\n[[passes]]\nname = "r"\n'
        'compute = "reader"\ntextures = { 3 = { texture = "t" } }\n'
        '[passes.parameters]\n"program.local[0]" = { address = "count" }\n'
        '[[draw]]\nmesh = "m"\npass = "d"\nfragment = "green"\n'
    )
    path = scene(tmp_path, text + SQUARE, {"reader": reader, "green": green})
    assert levels(path, backend) == [10]


def test_compute_passes_choose_subroutines(tmp_path: Path, backend: str) -> None:
    chosen = (
        "!!NVcp5.0\nGROUP_SIZE 1;\nSUBROUTINETYPE T { one, three };\n"
        "SUBROUTINE T which = program.subroutine[0];\n"
        "TEMP r;\nmain:\nMOV.U r.x, 0;\nCALI which;\nATOM.ADD.U32 r, r.x, program.local[0].x;\nRET;\n"
        "one SUBROUTINENUM(0):\nMOV.U r.x, 1;\nRET;\nthree SUBROUTINENUM(1):\nMOV.U r.x, 3;\nRET;\nEND"
    )
    text = buffer() + (
        '[[passes]]\nname = "r"\ncompute = "chosen"\nsubroutines = { which = "three" }\n'
        '[passes.parameters]\n"program.local[0]" = { address = "count" }\n'
    )
    assert levels(scene(tmp_path, text + SQUARE, {"chosen": chosen}), backend) == [3]


@pytest.mark.parametrize("each_frame", [True, False])
def test_a_frame_is_drawn_again_as_it_was(
    context: moderngl.Context, tmp_path: Path, each_frame: bool
) -> None:
    """After a change of the camera: what counts in memory counts once."""
    more = "each_frame = true" if each_frame else ""
    path = scene(tmp_path, "[animation]\nframes = 9\n" + buffer(more=more) + run(3) + SQUARE)
    stage = Stage(load_scene(path), (4, 4), context, "exact")
    try:
        first = stage.picture(2)
        stage.draw_again()
        assert (stage.target.read() == first).all() and first[0, 0, 0] > 0
        assert (stage.picture(3) == first).all() == each_frame
    finally:
        stage.release()


def test_a_picture_of_another_size_has_other_buffers(context: moderngl.Context, tmp_path: Path) -> None:
    """Those of so many elements a pixel."""
    text = '[memory.count]\ntype = "U32"\nper_pixel = 2\n' + run(more="groups = { cover = [1, 1] }") + SQUARE
    stage = Stage(load_scene(scene(tmp_path, text)), (2, 2), context, "exact")
    try:
        assert round(float(stage.picture(0)[0, 0, 0]) / 255 * 40) == 4
        stage.resize((4, 2))
        assert round(float(stage.picture(0)[0, 0, 0]) / 255 * 40) == 8
    finally:
        stage.release()


def test_contexts_without_storage_buffers(tmp_path: Path) -> None:
    """OpenGL 3.3 is enough for scenes without memory, and says so of others."""
    path = scene(tmp_path, buffer() + run() + SQUARE)
    settings = os.environ | {"MESA_GL_VERSION_OVERRIDE": "3.3", "MESA_GLSL_VERSION_OVERRIDE": "330"}
    output = ["--size", "4x4", "-o", str(tmp_path / "a.png")]
    command = [sys.executable, "-m", "nvrender", "render", str(path), *output]
    done = subprocess.run(command, env=settings, capture_output=True, text=True, check=False)
    assert done.returncode == 1 and len(done.stderr.splitlines()) == 1
    assert done.stderr.startswith(f"{path}: memory needs the storage buffers of OpenGL 4.3; ")


def test_the_order_of_draws_does_not_show_in_lists(context: moderngl.Context) -> None:
    """The scene "lotus": what joins the lists first is what came last, and the picture is the same."""
    forward = load_scene(Path(__file__).parents[2] / "scenes" / "lotus.toml")
    *layers, picture = forward.form.draw
    form = msgspec.structs.replace(forward.form, draw=(*reversed(layers), picture))
    backward = replace(forward, form=form)
    first, second = (render(one, (160, 90), context=context) for one in (forward, backward))
    assert (first == second).all() and first.std() > 10
