"""nvrender: NVIDIA's and the ARB's assembly shading languages, on any OpenGL GPU.

The public names are imported when first used, so that ``import nvrender`` costs nothing.
"""

from __future__ import annotations

import sys
from importlib import import_module
from types import ModuleType
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from nvrender.arb.assembly import Assembly as Assembly
    from nvrender.arb.translate import assemble as assemble
    from nvrender.gl.inputs.results import Results as Results
    from nvrender.gl.state import Depth as Depth
    from nvrender.gl.state import Light as Light
    from nvrender.gl.state import Material as Material
    from nvrender.gl.state import State as State
    from nvrender.gl.textures.images import Image as Image
    from nvrender.gl.textures.texture import Texture as Texture
    from nvrender.glsl.translate import translate as translate
    from nvrender.glsl.translation import Translation as Translation
    from nvrender.gpu.pipeline.mesh import Mesh as Mesh
    from nvrender.gpu.pipeline.pipeline import Pipeline as Pipeline
    from nvrender.gpu.pipeline.target import Target as Target
    from nvrender.languages.load import load as load
    from nvrender.oracle.trace.arguments import trace as trace
    from nvrender.program import Program as Program
    from nvrender.reference.entries import Explanation as Explanation
    from nvrender.reference.explain import explain as explain
    from nvrender.render import render as render
    from nvrender.run import run as run
    from nvrender.scene.load import load_scene as load_scene
    from nvrender.source import ContextError as ContextError
    from nvrender.source import InputError as InputError
    from nvrender.source import NvrenderError as NvrenderError
    from nvrender.source import ProgramError as ProgramError
    from nvrender.source import SceneError as SceneError
    from nvrender.source import TargetError as TargetError

    __version__: str

_HOMES = {
    "load": "languages.load",
    "run": "run",
    "translate": "glsl.translate",
    "Translation": "glsl.translate",
    "explain": "reference.explain",
    "Explanation": "reference.entries",
    "assemble": "arb.translate",
    "Assembly": "arb.assembly",
    "trace": "oracle.trace.arguments",
    "render": "render",
    "load_scene": "scene.load",
    "Pipeline": "gpu.pipeline.pipeline",
    "Mesh": "gpu.pipeline.mesh",
    "Target": "gpu.pipeline.target",
    "Program": "program",
    "Results": "gl.inputs.results",
    "Memory": "gl.inputs.global_memory",
    "Image": "gl.textures.images",
    "State": "gl.state",
    "Light": "gl.state",
    "Material": "gl.state",
    "Depth": "gl.state",
    "Texture": "gl.textures.texture",
    "NvrenderError": "source",
    "ProgramError": "source",
    "InputError": "source",
    "TargetError": "source",
    "SceneError": "source",
    "ContextError": "source",
}

__all__ = [*_HOMES, "__version__"]


def __getattr__(name: str) -> Any:
    if name == "__version__":
        value = _version()
    elif name in _HOMES:
        value = getattr(import_module(f"nvrender.{_HOMES[name]}"), name)
    else:
        raise AttributeError(f"module 'nvrender' has no attribute {name!r}")
    globals()[name] = value
    return value


def _version() -> str:
    """That of the tag the package was made of."""
    from importlib.metadata import PackageNotFoundError, version

    try:
        return version("nvrender")
    except PackageNotFoundError:  # files that nobody installed
        return "0+unknown"


def __dir__() -> list[str]:
    return sorted(__all__)


class _Package(ModuleType):
    """Keeps ``nvrender.run`` and ``nvrender.render`` the verbs after their modules are imported.

    The import system binds a submodule to its name in the package, over a function of that name.
    """

    def __setattr__(self, name: str, value: Any) -> None:
        if isinstance(value, ModuleType) and name in _HOMES:
            value = getattr(value, name)
        super().__setattr__(name, value)


sys.modules[__name__].__class__ = _Package
