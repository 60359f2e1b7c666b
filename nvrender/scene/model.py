"""A loaded scene: what its file says, with its programs; frozen, and without any GL."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from nvrender.program import Program
from nvrender.scene.forms.scene import Animation, SceneForm
from nvrender.scene.textures.facts import Facts
from nvrender.source import named

if TYPE_CHECKING:
    from nvrender.gl.textures.texture import Texture


@dataclass(frozen=True)
class Scene:
    """``form`` is the file, ``directory`` what its paths are relative to, ``programs`` go by path as
    written, ``textures`` are what is known of the textures before they are made, and ``made`` those that no
    file describes."""

    form: SceneForm
    directory: Path
    name: str
    programs: Mapping[str, Program] = field(repr=False)
    textures: Mapping[str, Facts] = field(default_factory=dict)
    made: Mapping[str, Texture] = field(default_factory=dict)

    def __repr__(self) -> str:
        return f"<Scene {named(self.name)}: {len(self.form.draw)} draws, {len(self.programs)} programs>"

    @property
    def title(self) -> str:
        """The scene's title."""
        return self.form.title or Path(self.name).stem

    @property
    def size(self) -> tuple[int, int]:
        """Width and height in pixels, unless a caller wants others."""
        return self.form.size

    @property
    def animation(self) -> Animation:
        """How many frames at what rate, and the poster frame."""
        return self.form.animation
