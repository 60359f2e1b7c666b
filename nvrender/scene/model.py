"""A loaded scene: what its file says, with its programs; frozen, and without any GL."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from nvrender.program import Program
from nvrender.scene.forms import Animation, SceneForm


@dataclass(frozen=True)
class Scene:
    """``form`` is the file, ``directory`` what its paths are relative to, ``programs`` go by path as
    written, ``base_formats`` and ``texture_targets`` of the textures by their names."""

    form: SceneForm
    directory: Path
    name: str
    programs: Mapping[str, Program] = field(repr=False)
    base_formats: Mapping[str, str] = field(default_factory=dict)
    texture_targets: Mapping[str, str] = field(default_factory=dict)

    @property
    def title(self) -> str:
        return self.form.title or Path(self.name).stem

    @property
    def size(self) -> tuple[int, int]:
        """Width and height in pixels, unless a caller wants others."""
        return self.form.size

    @property
    def animation(self) -> Animation:
        """How many frames at what rate, and the poster frame."""
        return self.form.animation
