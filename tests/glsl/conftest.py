"""A context that translations compile in."""

from __future__ import annotations

from collections.abc import Callable

import moderngl
import pytest

from nvrender.glsl.emit import program
from nvrender.glsl.translation import Translation
from nvrender.gpu.context.context import using
from nvrender.ir.nodes import Shader
from nvrender.passes.condition_codes import numbers
from nvrender.passes.pipeline import around, through
from nvrender.passes.shields import Surroundings


@pytest.fixture(scope="session")
def compiles() -> Callable[[Translation], None]:
    """Compiles and links a translation; the driver's log with the text where it refuses."""

    def compile_(translation: Translation) -> None:
        with using(None) as context:  # other tests leave contexts of their own current
            _compile(context, translation)

    return compile_


@pytest.fixture
def line_by_line(monkeypatch: pytest.MonkeyPatch) -> None:
    """Fast translations as what each instruction becomes by itself, before values are split and joined."""

    def plain(shader: Shader, *, fixed_point: bool, **rest: object) -> Shader:
        passes = around(Surroundings(exact=False, fixed_point=fixed_point))
        return through(passes, numbers(shader))

    monkeypatch.setattr(program, "readable", plain)
    monkeypatch.setattr(program.Translator, "_write_results", lambda translator: None)


def _compile(context: moderngl.Context, translation: Translation) -> None:
    try:
        if translation.interface == "compute":
            context.compute_shader(translation.source).release()
        elif translation.interface in ("fragment", "pixels"):
            context.program(vertex_shader=_before(translation), fragment_shader=translation.source).release()
        else:
            captured = [row.name for row in translation.results][:16]
            feedback = translation.interface == "feedback"
            context.program(vertex_shader=translation.source, varyings=captured if feedback else ()).release()
    except moderngl.Error as error:
        pytest.fail(f"{error}\n{translation.source}")


def _before(translation: Translation) -> str:
    """A vertex shader that writes what a fragment shader reads."""
    outputs = [f"{row.qualifiers} out {row.declaration};" for row in translation.varyings]
    writes = [f"{row.name} = {row.kind}vec4(0);" for row in translation.varyings]
    return "\n".join(["#version 330", *outputs, "void main() {", "gl_Position = vec4(0);", *writes, "}"])
