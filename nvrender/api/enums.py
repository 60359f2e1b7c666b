"""The registered values of the enumerants the commands take, by their names without ``GL_``.

registry/enumerants.txt has them in the order of the specifications' New Tokens; those of OpenGL 1.5 itself
come first. Other names of theirs are in other_enumerants.txt.
"""

from __future__ import annotations

from nvrender.api.registry import ENUMERANTS as _ENUMERANTS

globals().update(_ENUMERANTS)


def __getattr__(name: str) -> int:
    raise AttributeError(f"there is no enumerant {name}")
