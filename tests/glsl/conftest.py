"""A context that translations compile in."""

from __future__ import annotations

from collections.abc import Callable

import moderngl
import pytest

from nvrender.glsl.translate import Translation
from nvrender.gpu.context import headless


@pytest.fixture(scope="session")
def compiles() -> Callable[[Translation], None]:
    """Compiles and links a translation; the driver's log with the text where it refuses."""
    context = headless()

    def compile_(translation: Translation) -> None:
        try:
            if translation.interface == "compute":
                context.compute_shader(translation.source).release()
            else:
                captured = [row.name for row in translation.results][:16]
                feedback = translation.interface == "feedback"
                context.program(
                    vertex_shader=translation.source, varyings=captured if feedback else ()
                ).release()
        except moderngl.Error as error:
            pytest.fail(f"{error}\n{translation.source}")

    return compile_
