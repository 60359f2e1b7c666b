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
from nvrender.gl.textures.texture import Texture
from nvrender.program import Program
from nvrender.regression.baselines.origin import Origin
from nvrender.regression.baselines.processors import drawn_here
from nvrender.render import frames
from nvrender.scene.model import Scene
from nvrender.source import InputError
from nvrender.sources.files import address

UInt8Array = npt.NDArray[np.uint8]

_WHAT = "a scene, a program, a moderngl framebuffer or a picture, (H, W, 3 or 4) uint8"


@dataclass(frozen=True)
class Drawn:
    """``pixels`` (H, W, 1…4) uint8, where they are from, and the programs that made them."""

    pixels: UInt8Array
    origin: Origin
    programs: tuple[Program, ...] = ()


@dataclass(frozen=True)
class Drawing:
    """How a scene is drawn; None is the scene's own, and the oracle's usual number of samples."""

    size: tuple[int, int] | None = None
    frame: int | None = None
    backend: str = "gpu"
    numerics: str = "exact"
    samples: int | None = None


def resolved(
    subject: Any,
    folders: tuple[Path, ...],
    parameters: Mapping[Any, Any] | None = None,
    size: tuple[int, int] | None = None,
    textures: Mapping[int, Any] | None = None,
) -> Any:
    """``subject`` with paths loaded: a Scene for a scene or program, else what it is.

    Relative paths are looked for in each of ``folders``. A vertex program is drawn over a sphere with
    MODELVIEW_PROJECTION in c[0]…c[3], a fragment program over a square that fills the picture. NvrenderError
    for what does not load.
    """
    subject = loaded(subject, folders)
    if isinstance(subject, Program):
        from nvrender.regression.comparison.program_scene import scene_of

        made = {} if textures is None else textures_of(textures, folders)
        return scene_of(subject, {} if parameters is None else parameters, size, made)
    for name, given in (("parameters", parameters), ("textures", textures)):
        if given is not None:
            raise InputError(f"{name}= belongs to a program; a scene has its own")
    return subject


def textures_of(textures: Any, folders: tuple[Path, ...]) -> dict[int, Texture]:
    """Unit → texture, of paths too. InputError."""
    if not isinstance(textures, Mapping):
        raise InputError(f"textures are a mapping by unit, not a {type(textures).__name__}")
    made = {}
    for unit, texture in textures.items():
        if isinstance(texture, (str, os.PathLike)):
            texture = Texture.from_file(found(Path(texture), folders))
        if not isinstance(texture, Texture):
            what = type(texture).__name__
            raise InputError(f"textures[{unit!r}] is a {what}; a path or an nvrender.Texture is needed")
        made[unit] = texture
    return made


def loaded(subject: Any, folders: tuple[Path, ...]) -> Any:
    """``subject`` with paths and program texts loaded: a Scene or Program, else what it is."""
    from nvrender.languages.load import load
    from nvrender.scene.load import load_scene

    if isinstance(subject, bytes) or (isinstance(subject, str) and subject.lstrip().startswith("!!")):
        return load(subject)
    if not isinstance(subject, (str, os.PathLike)):
        return subject
    path = found(Path(subject), folders)
    return load_scene(path) if path.suffix == ".toml" else load(path)


def found(path: Path, folders: tuple[Path, ...]) -> Path:
    """The first of ``folders`` that has the file, or that of a program ``file#name``.

    InputError names them all.
    """
    try:
        for folder in folders:
            if os.path.isfile(address(str(folder / path))[0]):
                return folder / path
    except ValueError as error:
        raise InputError(f"{path!s}: {error}") from None
    shown = str(path) if str(path).isprintable() else repr(str(path))
    places = " or ".join(str(folder) for folder in dict.fromkeys(folders))
    raise InputError(f"there is no file {shown}" + ("" if path.is_absolute() else f" in {places}"))


def draw(subject: Any, drawing: Drawing, root: Path, renderer: str | None = None) -> Drawn:
    """The pixels of what ``resolved`` gave. NvrenderError; ContextError where a scene finds no OpenGL.

    Names of texts are relative to ``root``; ``renderer`` is who drew a picture that does not say so itself.
    """
    if renderer is not None and not isinstance(renderer, str):
        raise InputError(f"renderer is {renderer!r}; a name is needed")
    if isinstance(subject, Scene):
        if renderer is not None:
            raise InputError("renderer= belongs to a picture; what draws a scene is known")
        return _drawn_scene(subject, drawing, root)
    if drawing != Drawing():
        given = [name for name, value in vars(drawing).items() if value != getattr(Drawing(), name)]
        raise InputError(f"{given[0]}= belongs to a scene or program; this is a {type(subject).__name__}")
    if "moderngl" in sys.modules:
        from nvrender.gpu.pipeline.read_back import is_framebuffer, read_framebuffer

        if is_framebuffer(subject):
            pixels, name, version = read_framebuffer(subject)
            return Drawn(pixels, drawn_here(renderer or name, version))
    array = np.asarray(subject) if hasattr(subject, "__array__") else None
    if array is None or array.dtype != np.uint8 or array.ndim not in (2, 3) or not array.size:
        what = f"a {type(subject).__name__}"
        if array is not None:
            what = f"{array.dtype} of shape {array.shape}"
        raise InputError(f"a check takes {_WHAT}; this is {what}")
    if not 1 <= array.reshape(*array.shape[:2], -1).shape[2] <= 4:
        raise InputError(f"a picture of shape {array.shape} has no colours; a check takes {_WHAT}")
    return Drawn(array, drawn_here(renderer or ""))


def here(backend: str) -> Origin:
    """Renderer and version of a back end; ContextError without OpenGL."""
    if backend != "gpu":
        return drawn_here(backend, f"nvrender {nvrender.__version__}")
    from nvrender.gpu.context.context import headless, information

    facts = information(headless())
    return drawn_here(str(facts["renderer"]), str(facts["version"]))


def scene_texts(scene: Scene, root: Path) -> dict[str, str]:
    """The scene's file and its programs, by their paths below ``root`` or else as the scene names them."""
    file = Path(scene.name)
    texts = {}
    if file.suffix == ".toml" and file.is_file():
        texts[below(root, file, file.name)] = file.read_text(encoding="utf-8", errors="replace")
    for name, program in scene.programs.items():
        texts[below(root, scene.directory / name, name)] = program.source.text
    return texts


def below(root: Path, path: Path, otherwise: str) -> str:
    """``path`` relative to ``root``, the same on every machine; ``otherwise`` for what is not there."""
    whole = Path(os.path.abspath(path))
    there = whole.is_relative_to(root) and os.path.isfile(address(str(whole))[0])
    return whole.relative_to(root).as_posix() if there else otherwise


def _drawn_scene(scene: Scene, drawing: Drawing, root: Path) -> Drawn:
    wanted = [scene.animation.poster if drawing.frame is None else drawing.frame]
    options: dict[str, Any] = {
        "backend": drawing.backend,
        "numerics": drawing.numerics,
        "samples": drawing.samples,
    }
    stage = frames(scene, drawing.size, wanted, **options)
    origin = here(drawing.backend)
    pixels = next(stage)
    return Drawn(pixels, replace(origin, texts=scene_texts(scene, root)), tuple(scene.programs.values()))
