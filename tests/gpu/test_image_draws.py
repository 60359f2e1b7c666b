"""Programs of draws that reach images (EXT_shader_image_load_store 2.14.X, 3.9.X), on both sides."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import moderngl
import numpy as np
import pytest
from both_sides import SIDES
from drawing import SQUARE

from nvrender.gl.inputs.global_memory import stores_of
from nvrender.gl.state import Depth, State
from nvrender.gl.textures.images import Image
from nvrender.gpu.draw import ImageObject, MemoryBuffer, Mesh, Target
from nvrender.gpu.pipeline.pipeline import Pipeline
from nvrender.gpu.resources.image_units import _MOST
from nvrender.gpu.resources.textures import TextureObject
from nvrender.languages.load import load
from nvrender.oracle.frame.draw import Primitives, Stages, draw
from nvrender.oracle.frame.frame import Frame
from nvrender.oracle.memory.spaces import Held
from nvrender.program import Program
from nvrender.program.limits import Limits
from nvrender.program.profile import Stage
from nvrender.source import InputError, TargetError

SIZE = 8
PASSING = load("!!NVvp5.0\nMOV result.position, vertex.position;\nEND")
PLACE = "TEMP place, old;\nCVT.S32.F32.FLR place, fragment.position;\nMOV.S place.z, 0;\n"


class Drawing:
    """Draws of the whole frame's square on one side, over images they share."""

    def __init__(self, side: str, context: moderngl.Context, images: Mapping[int, Image]) -> None:
        self._side, self._context = side, context
        self._buffer = self._held = None
        if side == "gpu":
            self._buffer = MemoryBuffer(context, images=images)
        else:
            self._held = Held(stores_of(None, None, Limits(), images))

    def draw(
        self, fragment: Program, vertex: Program = PASSING, state: State | None = None, **stages: Any
    ) -> Any:
        """(H, W, 4) of what is drawn, the top row first."""
        state = state or State()
        if self._side == "oracle":
            frame = Frame((SIZE, SIZE), 1)
            given = Stages(vertex, fragment=fragment, memory=self._held, **stages)
            draw(frame, given, Primitives("TRIANGLE_FAN", {0: SQUARE}, None, 1), state, {})
            return np.asarray(frame.picture())
        with Pipeline(self._context, vertex, fragment, state=state, **stages) as pipeline:
            pipeline.set_memory(self._buffer)
            mesh = Mesh(self._context, {0: SQUARE}, primitive="TRIANGLE_FAN")
            with mesh, Target(self._context, (SIZE, SIZE)) as target:
                target.clear((0.0, 0.0, 0.0, 0.0))
                pipeline.draw(mesh, target)
                return np.asarray(target.read())

    def left(self) -> Mapping[int, Any]:
        reached = self._buffer or self._held
        assert reached is not None
        return reached.left().images

    def release(self) -> None:
        if self._buffer is not None:
            self._buffer.release()


@pytest.fixture(params=SIDES)
def side(request: pytest.FixtureRequest) -> str:
    return str(request.param)


def _fragment(body: str, options: str = "") -> Program:
    return load(f"!!NVfp5.0\n{options}{PLACE}{body}\nMOV result.color, 1;\nEND")


def _words(*shape: int) -> Image:
    return Image(np.zeros(shape, np.uint32), "R32UI")


def _drawn(side: str, context: moderngl.Context, images: Mapping[int, Image], *draws: Program) -> Any:
    drawing = Drawing(side, context, images)
    pictures = [drawing.draw(one) for one in draws]
    left = drawing.left()
    drawing.release()
    return pictures, left


def _drawn_by(
    side: str, context: moderngl.Context, images: Mapping[int, Image], fragment: Program, vertex: Program
) -> Any:
    drawing = Drawing(side, context, images)
    picture = drawing.draw(fragment, vertex)
    left = drawing.left()
    drawing.release()
    return picture, left


def test_each_fragment_stores_where_it_lies(side: str, context: moderngl.Context) -> None:
    """The fragment at x, y and the texel at x, y: the bottom row is row 0 of both."""
    program = _fragment(
        "MUL.U old.x, place.y, 256;\nADD.U old.x, old.x, place.x;\nSTOREIM.U32 image[2], old, place, 2D;"
    )
    (picture,), left = _drawn(side, context, {2: _words(SIZE, SIZE)}, program)
    rows, columns = np.mgrid[0:SIZE, 0:SIZE]
    assert (left[2] == 256 * rows + columns).all() and (picture == 255).all()


def test_a_later_draw_loads_what_an_earlier_one_stored(side: str, context: moderngl.Context) -> None:
    """2.14.X: between draws a memory barrier."""
    stores = _fragment("STOREIM.F image[0], {0.2, 0.4, 0.6, 1}, place, 2D;")
    loads = load(f"!!NVfp5.0\n{PLACE}LOADIM.U32 old, place, image[0], 2D;\nUP4UB result.color, old.x;\nEND")
    images = {0: Image(np.zeros((SIZE, SIZE, 4), np.uint8), "RGBA8")}
    (_, picture), left = _drawn(side, context, images, stores, loads)
    assert (picture == [51, 102, 153, 255]).all() and (left[0] == [51, 102, 153, 255]).all()


def test_atomics_count_fragments_by_what_is_beside_them(side: str, context: moderngl.Context) -> None:
    program = _fragment("SHR.S place.x, place.x, 2;\nATOMIM.ADD.U32 old, {1}, place, image[1], 1D;")
    _, left = _drawn(side, context, {1: Image(np.zeros(3, np.uint32), "R32UI", "1D")}, program)
    assert left[1].tolist() == [32, 32, 0]


def test_killed_fragments_and_those_that_fail_late_tests(side: str, context: moderngl.Context) -> None:
    """Issues 10 and 20: a killed fragment stores no more; one that fails the depth test has stored."""
    program = _fragment(
        "SUB old.x, 4.0, fragment.position.x;\nKIL old.x;\n"
        "ATOMIM.ADD.U32 old, {1}, {0, 0, 0, 0}, image[0], 2D;"
    )
    drawing = Drawing(side, context, {0: _words(1, 1)})
    drawing.draw(program, state=State(depth=Depth(True, function="NEVER")))
    left = drawing.left()[0]
    drawing.release()
    assert left.tolist() == [[4 * SIZE]]


def test_every_stage_reaches_the_same_images(side: str, context: moderngl.Context) -> None:
    """Vertices load what they are moved by and store who they are, primitives count themselves."""
    vertex = load(
        "!!NVvp5.0\nTEMP c, t;\nMOV.U c, 0;\nMOV.U c.x, vertex.id.x;\nSTOREIM.U16 image[1], c.x, c, BUFFER;\n"
        "MOV.U c.x, 0;\nLOADIM.F32X2 t, c, image[0], 1D;\nADD result.position, vertex.position, t;\n"
        "SUB result.position.w, t.w, 0;\nEND"
    )
    geometry = load(
        "!!NVgp5.0\nPRIMITIVE_IN TRIANGLES; PRIMITIVE_OUT TRIANGLE_STRIP; VERTICES_OUT 3;\nTEMP c, t;\n"
        "MOV.U c, 0;\nATOMIM.ADD.U32 t, {1}, c, image[2], 3D;\n"
        + "".join(f"MOV result.position, vertex[{k}].position;\nEMIT;\n" for k in range(3))
        + "END"
    )
    images = {
        0: Image(np.array([[1.0, 0.0]], np.float32), "RG32F", "1D", access="READ_ONLY"),
        1: Image(np.full(5, 9, np.uint16), "R16UI", "BUFFER", access="WRITE_ONLY"),
        2: Image(np.zeros((2, 1, 1), np.uint32), "R32UI", "3D"),
        3: _words(1, 1),
    }
    drawing = Drawing(side, context, images)
    fragment = _fragment("ATOMIM.ADD.U32 old, {1}, {0, 0, 0, 0}, image[3], 2D;")
    picture = drawing.draw(fragment, vertex, geometry=geometry)
    left = drawing.left()
    drawing.release()
    assert (picture[:, : SIZE // 2] == 0).all() and (picture[:, SIZE // 2 :] == 255).all()
    assert left[1].tolist() == [0, 1, 2, 3, 9] and left[2].reshape(-1).tolist() == [2, 0]
    assert left[3].tolist() == [[SIZE * SIZE // 2]]


def test_stages_may_differ_about_an_image(side: str, context: moderngl.Context) -> None:
    """EXT_shader_image_load_store Table X.5: each program says target and size for itself."""
    vertex = load(
        "!!NVvp5.0\nTEMP t;\nMOV.U t, 0;\nSTOREIM.U32X2 image[4], {9}, t, 1D;\n"
        "ATOMIM.ADD.U32 t.x, {1}, t, image[4], 2D;\nMOV result.position, vertex.position;\nEND"
    )
    fragment = _fragment("MOV.S place.z, 1;\nATOMIM.ADD.U32 old, {1}, place, image[4], ARRAY2D;")
    for image, added in (
        (Image(np.zeros((1, 1), np.uint32), "R32UI"), [4]),
        (Image(np.zeros((2, 1, 1), np.uint32), "R32UI", "ARRAY2D"), [4, 1]),
        (Image(np.zeros((1, 2), np.uint32), "RG32UI", "1D"), [9, 0]),
    ):
        _, left = _drawn_by(side, context, {4: image}, fragment, vertex)
        assert left[4].reshape(-1).tolist() == added


def test_other_images_make_other_shaders(side: str, context: moderngl.Context) -> None:
    """One pipeline, one program: what is bound decides; empty units store nothing."""
    program = _fragment("STOREIM.F image[0], {1, 0.5, 0, 1}, place, 2D;")
    for image, wanted in (
        (Image(np.zeros((SIZE, SIZE, 4), np.uint8), "RGBA8"), [255, 128, 0, 255]),
        (Image(np.zeros((SIZE, SIZE, 4), np.float16), "RGBA16F"), [1, 0.5, 0, 1]),
        (Image(np.zeros((SIZE, SIZE, 4), np.uint8), "RGBA8", "RECT", access="READ_ONLY"), [0, 0, 0, 0]),
    ):
        _, left = _drawn(side, context, {0: image}, program)
        assert (left[0] == wanted).all()
    (picture,), left = _drawn(side, context, {}, program)
    assert not left and (picture == 255).all()


def test_one_pipeline_over_several_images(context: moderngl.Context) -> None:
    program = _fragment("STOREIM.F image[0], {1, 0.5, 0, 1}, place, 2D;")
    mesh = Mesh(context, {0: SQUARE}, primitive="TRIANGLE_FAN")
    found = []
    with Pipeline(context, PASSING, program) as pipeline, mesh, Target(context, (SIZE, SIZE)) as target:
        for format, dtype in (("RGBA8", np.uint8), ("RGBA16F", np.float16), ("RGBA8", np.uint8)):
            image = Image(np.zeros((SIZE, SIZE, 4), dtype), format)
            with MemoryBuffer(context, images={0: image}) as memory:
                pipeline.set_memory(memory)
                pipeline.draw(mesh, target)
                found.append(memory.left().images[0][0, 0].tolist())
            pipeline.set_memory(None)
        pipeline.draw(mesh, target)
    assert found == [[255, 128, 0, 255], [1, 0.5, 0, 1], [255, 128, 0, 255]]


def test_draws_of_ones_own_have_the_images_they_bind(context: moderngl.Context) -> None:
    """Pipeline.render without memory: shaders declare images, the caller binds them."""
    program = _fragment("STOREIM.F image[0], {1, 0.5, 0, 1}, place, 2D;")
    texture = context.texture((SIZE, SIZE), 4)
    texture.bind_to_image(0, read=False, write=True)
    mesh = Mesh(context, {0: SQUARE}, primitive="TRIANGLE_FAN")
    with Pipeline(context, PASSING, program, target="glsl430") as pipeline, mesh:
        with Target(context, (SIZE, SIZE)) as target:
            target.framebuffer.use()
            pipeline.render(mesh)
        assert "writeonly uniform image2D image0;" in pipeline.sources[-1]
    context.memory_barrier()
    found = np.frombuffer(texture.read(), np.uint8).reshape(-1, 4)
    texture.release()
    assert (found == [255, 128, 0, 255]).all()


def test_a_texture_object_is_stored_into_and_then_sampled(context: moderngl.Context) -> None:
    """BindImageTextureEXT: a level, one layer of it; TEX finds what was stored."""
    stores = _fragment("STOREIM.F image[0], {1, 0.5, 0, 1}, place, 2D;")
    samples = load("!!NVfp5.0\nTEX result.color, {0.5, 0.5, 1, 0}, texture[0], ARRAY2D;\nEND")
    texture = context.texture_array((SIZE, SIZE, 2), 4)
    image = ImageObject(texture, "RGBA8", "ARRAY2D", layer=1)
    mesh = Mesh(context, {0: SQUARE}, primitive="TRIANGLE_FAN")
    with (
        Pipeline(context, PASSING, stores) as first,
        Pipeline(context, PASSING, samples) as second,
        MemoryBuffer(context, images={0: image}) as memory,
        mesh,
        Target(context, (SIZE, SIZE)) as target,
    ):
        first.set_memory(memory)
        first.draw(mesh, target)
        second.draw(mesh, target, {0: TextureObject(texture, "ARRAY2D", min_filter="NEAREST")})
        picture = np.asarray(target.read())
        assert dict(memory.left().images) == {}
    layers = np.frombuffer(texture.read(), np.uint8).reshape(2, SIZE, SIZE, 4)
    texture.release()
    assert not layers[0].any() and (layers[1] == [255, 128, 0, 255]).all()
    assert (picture == [255, 128, 0, 255]).all()


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        ({"texture": "x"}, "texture must be a moderngl texture or GL's name of one"),
        ({"format": "RGB8"}, "image format 'RGB8'"),
        ({"view": "x"}, "image view 'x'"),
        ({"target": "SHADOW2D"}, "image target 'SHADOW2D'"),
        ({"access": "READ"}, "image access 'READ'; it must be one of READ_ONLY"),
        ({"level": -1}, "an image's level is a number from 0, not -1"),
        ({"layer": 0.5}, "an image's layer is a number from 0"),
    ],
)
def test_what_is_no_image_of_a_texture_object(fields: dict[str, Any], message: str) -> None:
    with pytest.raises(InputError, match=message):
        ImageObject(**{"texture": 1, **fields})


def test_views_that_a_context_has_not(context: moderngl.Context, monkeypatch: pytest.MonkeyPatch) -> None:
    """IMAGE_FORMAT_COMPATIBILITY_BY_CLASS: an RGBA8 texture is no R32UI image there."""
    monkeypatch.setattr("nvrender.gpu.resources.image_object._BY_SIZE", 0)
    texture = context.texture((SIZE, SIZE), 4)
    with (
        MemoryBuffer(context, images={0: ImageObject(texture)}) as memory,
        pytest.raises(TargetError, match=r"format RGBA8, which .* does not view as words"),
    ):
        memory.bind()
    with MemoryBuffer(context, images={0: ImageObject(texture, "R32UI")}) as memory:
        memory.bind()
    texture.release()
    with pytest.raises(InputError, match="the key 9; image units are 0 to 7"):
        MemoryBuffer(context, images={9: ImageObject(1)})


def test_what_a_context_has_not(context: moderngl.Context, monkeypatch: pytest.MonkeyPatch) -> None:
    program = _fragment("STOREIM.F image[0], {1, 0.5, 0, 1}, place, 2D;")
    with pytest.raises(TargetError, match="STOREIM needs images, which glsl330 has not"):
        Pipeline(context, PASSING, program, target="glsl330")
    array_buffer_binding = 0x8894  # is 0
    monkeypatch.setitem(_MOST, Stage.FRAGMENT, array_buffer_binding)
    with pytest.raises(TargetError, match=r"takes 1 image variables, and fragment shaders of .* have 0"):
        Pipeline(context, PASSING, program)
