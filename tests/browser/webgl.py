"""A scene's draws as WebGL 2 draws them, with GLSL ES 3.00, in a page of a real browser."""

from __future__ import annotations

import base64
import os
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import numpy as np
import numpy.typing as npt
from report_browser import CHROMIUM, DRIVER

import nvrender
from nvrender.gl.inputs.vertices import parameter_array
from nvrender.glsl.link import Link
from nvrender.glsl.translation import Translation
from nvrender.scene.model import Scene
from nvrender.scene.moment.evaluate import Draw, Pass, steps
from nvrender.scene.textures.made import made

_PAGE = "data:text/html,<canvas id='frame'></canvas>"
#: Draws with what ``draws`` say; the pixels as base64, or what the compiler has against a shader.
_SCRIPT = """
const [width, height, draws] = arguments;
const canvas = document.getElementById("frame");
[canvas.width, canvas.height] = [width, height];
const gl = canvas.getContext("webgl2", {antialias: false, preserveDrawingBuffer: true});
if (!gl) return "no WebGL 2";
const floats = text => new Float32Array(bytes(text).buffer);
const bytes = text => Uint8Array.from(atob(text), letter => letter.charCodeAt(0));
gl.viewport(0, 0, width, height);
gl.clearColor(0, 0, 0, 1);
gl.clear(gl.COLOR_BUFFER_BIT | gl.DEPTH_BUFFER_BIT);
gl.enable(gl.DEPTH_TEST);
for (const draw of draws) {
    const program = gl.createProgram();
    for (const [kind, text] of [[gl.VERTEX_SHADER, draw.vertex], [gl.FRAGMENT_SHADER, draw.fragment]]) {
        const shader = gl.createShader(kind);
        gl.shaderSource(shader, text);
        gl.compileShader(shader);
        if (!gl.getShaderParameter(shader, gl.COMPILE_STATUS)) return gl.getShaderInfoLog(shader) + text;
        gl.attachShader(program, shader);
    }
    gl.linkProgram(program);
    if (!gl.getProgramParameter(program, gl.LINK_STATUS)) return gl.getProgramInfoLog(program);
    gl.useProgram(program);
    draw.blocks.forEach(([name, data], point) => {
        gl.uniformBlockBinding(program, gl.getUniformBlockIndex(program, name), point);
        gl.bindBufferBase(gl.UNIFORM_BUFFER, point, gl.createBuffer());
        gl.bufferData(gl.UNIFORM_BUFFER, floats(data), gl.STATIC_DRAW);
    });
    draw.textures.forEach(([name, wide, high, data, filter], unit) => {
        gl.activeTexture(gl.TEXTURE0 + unit);
        gl.bindTexture(gl.TEXTURE_2D, gl.createTexture());
        gl.texImage2D(gl.TEXTURE_2D, 0, gl.RGBA8, wide, high, 0, gl.RGBA, gl.UNSIGNED_BYTE, bytes(data));
        gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MIN_FILTER, gl[filter]);
        gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MAG_FILTER, gl[filter]);
        gl.uniform1i(gl.getUniformLocation(program, name), unit);
    });
    for (const [place, wide, data] of draw.attributes) {
        gl.bindBuffer(gl.ARRAY_BUFFER, gl.createBuffer());
        gl.bufferData(gl.ARRAY_BUFFER, floats(data), gl.STATIC_DRAW);
        gl.enableVertexAttribArray(place);
        gl.vertexAttribPointer(place, wide, gl.FLOAT, false, 0, 0);
    }
    gl.bindBuffer(gl.ELEMENT_ARRAY_BUFFER, gl.createBuffer());
    gl.bufferData(gl.ELEMENT_ARRAY_BUFFER, bytes(draw.indices), gl.STATIC_DRAW);
    gl.drawElements(gl.TRIANGLES, draw.count, gl.UNSIGNED_INT, 0);
}
const pixels = new Uint8Array(width * height * 4);
gl.readPixels(0, 0, width, height, gl.RGBA, gl.UNSIGNED_BYTE, pixels);
if (gl.getError()) return "an error of GL";
return "pixels " + btoa(String.fromCharCode(...pixels));
"""


@contextmanager
def browser() -> Iterator[Any]:
    """A headless Chromium whose WebGL is drawn by SwiftShader, with an empty page."""
    from selenium import webdriver
    from selenium.webdriver.chrome.service import Service

    options = webdriver.ChromeOptions()
    options.binary_location = str(CHROMIUM)
    for argument in (
        "--headless=new",
        "--use-angle=swiftshader",
        "--enable-unsafe-swiftshader",
        "--disable-dev-shm-usage",
        "--disable-background-networking",
        *(["--no-sandbox"] if hasattr(os, "geteuid") and os.geteuid() == 0 else []),
    ):
        options.add_argument(argument)
    driver = webdriver.Chrome(options, Service(str(DRIVER)))
    try:
        driver.get(_PAGE)
        yield driver
    finally:
        driver.quit()


def picture(driver: Any, scene: Scene, size: tuple[int, int]) -> npt.NDArray[np.uint8]:
    """(H, W, 4) uint8, top row first, as nvrender.render gives it."""
    (step,) = steps(scene, None, 0, size)
    assert isinstance(step, Pass)
    draws = [_draw(scene, draw) for draw in step.draws]
    found = driver.execute_script(_SCRIPT, *size, draws)
    kind, _, data = found.partition(" ")
    assert kind == "pixels", found
    rows = np.frombuffer(base64.b64decode(data), np.uint8).reshape(size[1], size[0], 4)
    return rows[::-1]


def _draw(scene: Scene, draw: Draw) -> dict[str, Any]:
    assert draw.program is not None and draw.fragment is not None and draw.mesh.indices is not None
    options: dict[str, Any] = {"target": "glsles300", "numerics": "fast"}
    fragment = nvrender.translate(draw.fragment, **options)
    vertex = nvrender.translate(draw.program, **options, link=Link(fragment.varyings))
    blocks = [
        (made.parameters.block, _text(_values(made, parameter_array(program, given, draw.state))))
        for made, program, given in (
            (vertex, draw.program, draw.parameters),
            (fragment, draw.fragment, draw.fragment_parameters),
        )
        if made.parameters.count
    ]
    textures = []
    for row in fragment.samplers:
        texture = made(scene, draw.textures[row.unit].name)
        image = np.asarray(texture.levels[0])
        wide = np.full((*image.shape[:2], 4), 255, np.uint8)
        wide[..., : image.shape[2]] = image
        textures.append((row.name, *image.shape[1::-1], _text(wide), texture.mag_filter))
    attributes = [
        (row.location, array.shape[1], _text(np.asarray(array, np.float32)))
        for row in vertex.attributes
        for array in [draw.mesh.attributes[row.index]]
    ]
    return {
        "vertex": vertex.source, "fragment": fragment.source, "blocks": blocks, "textures": textures,
        "attributes": attributes, "indices": _text(draw.mesh.indices), "count": len(draw.mesh.indices),
    }  # fmt: skip


def _values(translation: Translation, registers: npt.NDArray[np.float32]) -> npt.NDArray[np.float32]:
    block = translation.parameters
    return registers[list(block.registers) if block.members else slice(block.count)]


def _text(data: npt.NDArray[Any]) -> str:
    return base64.b64encode(np.ascontiguousarray(data).tobytes()).decode()
