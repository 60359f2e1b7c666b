"""What a check may be given, scene, program, framebuffer or picture, as pixels with their origin."""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

import nvrender
from nvrender.program import Program
from nvrender.regression.origin import Origin
from nvrender.render import frames
from nvrender.scene.model import Scene
from nvrender.source import InputError

UInt8Array = npt.NDArray[np.uint8]

_ORACLE = "oracle"
_WHAT = "a scene, a program, a moderngl framebuffer or a picture, (H, W, 3 or 4) uint8"


@dataclass(frozen=True)
class Drawn:
    """``pixels`` (H, W, 1…4) uint8, where they are from, and the programs that made them."""

    pixels: UInt8Array
    origin: Origin
    programs: tuple[Program, ...] = ()


@dataclass(frozen=True)
class Drawing:
    """How a scene is drawn; None is the scene's own."""

    size: tuple[int, int] | None = None
    frame: int | None = None
    backend: str = "gpu"
    numerics: str = "exact"


def resolved(subject: Any, folders: tuple[Path, ...], parameters: Mapping[Any, Any] | None = None) -> Any:
    """``subject`` with paths loaded: a Scene for a scene or program, else what it is.

    Relative paths are looked for in each of ``folders``. A vertex program is drawn over a sphere with
    MODELVIEW_PROJECTION in c[0]…c[3], a fragment program over a square that fills the picture. NvrenderError
    for what does not load.
    """
    subject = loaded(subject, folders)
    if isinstance(subject, Program):
        from nvrender.regression.program_scene import scene_of

        return scene_of(subject, parameters or {})
    if parameters is not None:
        raise InputError("parameters= belongs to a program; a scene has its own")
    return subject


def loaded(subject: Any, folders: tuple[Path, ...]) -> Any:
    """``subject`` with paths and program texts loaded: a Scene or Program, else what it is."""
    from nvrender.check.load import load
    from nvrender.scene.load import load_scene

    if isinstance(subject, bytes) or (isinstance(subject, str) and subject.lstrip().startswith("!!")):
        return load(subject)
    if not isinstance(subject, (str, os.PathLike)):
        return subject
    path = found(Path(subject), folders)
    return load_scene(path) if path.suffix == ".toml" else load(path)


def found(path: Path, folders: tuple[Path, ...]) -> Path:
    """The first of ``folders`` that has the file. InputError names them all."""
    try:
        for folder in folders:
            if (folder / path).is_file():
                return folder / path
    except ValueError as error:
        raise InputError(f"{path!s}: {error}") from None
    places = " or ".join(str(folder) for folder in dict.fromkeys(folders))
    raise InputError(f"there is no file {path}" + ("" if path.is_absolute() else f" in {places}"))


def draw(subject: Any, drawing: Drawing, renderer: str | None = None) -> Drawn:
    """The pixels of what ``resolved`` gave. NvrenderError; ContextError where a scene finds no OpenGL.

    ``renderer`` is who drew a picture that does not say so itself.
    """
    if isinstance(subject, Scene):
        if renderer is not None:
            raise InputError("renderer= belongs to a picture; what draws a scene is known")
        return _drawn_scene(subject, drawing)
    if drawing != Drawing():
        given = [name for name, value in vars(drawing).items() if value != getattr(Drawing(), name)]
        raise InputError(f"{given[0]}= belongs to a scene or program; this is a {type(subject).__name__}")
    if "moderngl" in sys.modules:
        from nvrender.gpu.read_back import is_framebuffer, read_framebuffer

        if is_framebuffer(subject):
            pixels, name, version = read_framebuffer(subject)
            return Drawn(pixels, Origin(renderer or name, version))
    array = np.asarray(subject) if hasattr(subject, "__array__") else None
    if array is None or array.dtype != np.uint8 or array.ndim not in (2, 3) or not array.size:
        what = f"a {type(subject).__name__}"
        if array is not None:
            what = f"{array.dtype} of shape {array.shape}"
        raise InputError(f"a check takes {_WHAT}; this is {what}")
    if not 1 <= array.reshape(*array.shape[:2], -1).shape[2] <= 4:
        raise InputError(f"a picture of shape {array.shape} has no colours; a check takes {_WHAT}")
    return Drawn(array, Origin(renderer or ""))


def here(backend: str) -> Origin:
    """Renderer and version of a back end; ContextError without OpenGL."""
    if backend != "gpu":
        return Origin(
            _ORACLE if backend == _ORACLE else f"{backend} backend", f"nvrender {nvrender.__version__}"
        )
    from nvrender.gpu.context import headless, information

    facts = information(headless())
    return Origin(str(facts["renderer"]), str(facts["version"]))


def program_texts(programs: Mapping[str, Program]) -> dict[str, str]:
    """The text of each program by its name."""
    return {name: program.source.text for name, program in programs.items()}


def scene_texts(scene: Scene) -> dict[str, str]:
    """The scene's file and its programs, by the names they go by in it."""
    texts = program_texts(scene.programs)
    file = Path(scene.name)
    if file.suffix == ".toml" and file.is_file():
        texts = {file.name: file.read_text(encoding="utf-8", errors="replace"), **texts}
    return texts


def _drawn_scene(scene: Scene, drawing: Drawing) -> Drawn:
    wanted = [scene.animation.poster if drawing.frame is None else drawing.frame]
    options: dict[str, Any] = {"backend": drawing.backend, "numerics": drawing.numerics}
    stage = frames(scene, drawing.size, wanted, **options)
    origin = here(drawing.backend)
    pixels = next(stage)
    return Drawn(pixels, replace(origin, texts=scene_texts(scene)), tuple(scene.programs.values()))
