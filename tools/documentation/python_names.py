"""The page of the public names of the package; mkdocstrings fills in what their docstrings say."""

from __future__ import annotations

from importlib import import_module

import nvrender

#: Behind the names of the package itself: modules, and what of them people use.
MORE = {
    "nvrender.gl.state": ("TextureGeneration", "Fog", "Tracking"),
    "nvrender.gl.patches": ("Patch",),
    "nvrender.api": ("Context",),
    "nvrender.regression.comparison.pictures": ("compare_pictures",),
}
_HEAD = """# Python

The public names. `import nvrender` costs nothing: each is imported when it is first used. Examples: [programs
over arrays](../program.md), [in an OpenGL program of your own](../pipeline.md), [the GL object
model](../api.md).

"""


def names() -> list[str]:
    """Where each is defined, as a dotted name."""
    own = [getattr(nvrender, name) for name in nvrender.__all__ if name != "__version__"]
    more = [getattr(import_module(module), name) for module, members in MORE.items() for name in members]
    return [f"{value.__module__}.{value.__qualname__}" for value in (*own, *more)]


def page() -> str:
    """Markdown with mkdocstrings' blocks."""
    return _HEAD + "".join(f"::: {name}\n\n" for name in names())
