"""The generated pages, by their path below docs/."""

from __future__ import annotations

from collections.abc import Callable

from documentation import bindings, commands, demos, instructions, python_names, scene_forms

PAGES: dict[str, Callable[[], str]] = {
    "demos.md": demos.page,
    "reference/commands.md": commands.page,
    "reference/python.md": python_names.page,
    "reference/scene-tables.md": scene_forms.page,
    "reference/instructions.md": instructions.page,
    "reference/bindings.md": bindings.page,
}
