"""What linked shaders take of a context, held against its limits before a driver refuses them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import pairwise
from typing import Any, NamedTuple

from nvrender.glsl.quirks import COMPILED_LOOPS
from nvrender.glsl.translation import Resources
from nvrender.source import TargetError

_MOST_LOOPS = 15
_GEOMETRY, _FRAGMENT = "geometry", "fragment"
#: What moderngl does not tell, as every OpenGL 3.3 has it (table 6.48); drivers have taken more.
LEAST = {"GL_MAX_GEOMETRY_TOTAL_OUTPUT_COMPONENTS": 1024}


class _Use(NamedTuple):
    """So many of something, and the limits for it: the lowest counts."""

    what: str
    count: int  # type: ignore[assignment]  # hides tuple.count
    limits: tuple[str, ...]
    hint: str


def check_limits(info: Mapping[str, Any], stages: Mapping[str, Resources]) -> None:
    """TargetError where shaders need more than the context of this ``info`` has, naming what and the limit.

    ``stages`` are what they take, in order, by what they are.
    """
    check_loops(info, stages)
    for use in (*_handed_on(stages), *_resources(stages)):
        limits = {name: info[name] for name in use.limits if name in info}
        least = min(limits, key=lambda name: limits[name], default=None)
        if least is not None and use.count > limits[least]:
            raise TargetError(
                f"{use.what} {use.count}, and {info.get('GL_RENDERER', 'this context')} has room for "
                f"{limits[least]} ({least}); {use.hint}"
            )


def check_loops(info: Mapping[str, Any], stages: Mapping[str, Resources]) -> None:
    """TargetError for more loops than the driver compiles in seconds (quirks.COMPILED_LOOPS)."""
    if COMPILED_LOOPS.driver not in info.get("GL_RENDERER", ""):
        return
    for stage, taken in stages.items():
        if taken.loops > _MOST_LOOPS:
            raise TargetError(
                f"loops of the {stage} shader are {taken.loops}, with every call in its place and those "
                f"around accesses of memory, and llvmpipe would compile more than {_MOST_LOOPS} for minutes "
                f"or for ever; let the program have fewer, or take another driver"
            )


def _word(stage: str) -> str:
    """What the names of a stage's limits have."""
    return {"control": "TESS_CONTROL", "evaluation": "TESS_EVALUATION"}.get(stage, stage.upper())


def _handed_on(stages: Mapping[str, Resources]) -> Iterator[_Use]:
    """What stages read of the ones before: outputs that nothing reads take no room."""
    for before, after in pairwise(stages):
        components = 4 * stages[after].inputs
        limits = f"GL_MAX_{_word(before)}_OUTPUT_COMPONENTS", f"GL_MAX_{_word(after)}_INPUT_COMPONENTS"
        what = f"components that the {after} shader reads of the {before} shader's results are"
        yield _Use(what, components, limits, f"let the {after} program read fewer attributes")
        if before == _GEOMETRY:
            vertices = stages[_GEOMETRY].vertices
            limit = ("GL_MAX_GEOMETRY_TOTAL_OUTPUT_COMPONENTS",)
            what = f"components of the {vertices} vertices that the geometry shader may emit are"
            yield _Use(what, vertices * components, limit, "declare fewer VERTICES_OUT")


def _resources(stages: Mapping[str, Resources]) -> Iterator[_Use]:
    """Uniform blocks, storage buffers and textures, of each stage and of all together."""
    fewer = "bind fewer program parameter buffers"
    for stage, taken in stages.items():
        what = f"uniform blocks of the {stage} shader are"
        yield _Use(what, taken.uniform_blocks, (f"GL_MAX_{_word(stage)}_UNIFORM_BLOCKS",), fewer)
        what = f"storage buffers of the {stage} shader are"
        limit = f"GL_MAX_{_word(stage)}_SHADER_STORAGE_BLOCKS"
        hint = f"let a program of another stage reach memory than the {stage} program"
        yield _Use(what, taken.storage_buffers, (limit,), hint)
        name = "" if stage == _FRAGMENT else f"{_word(stage)}_"
        what = f"textures of the {stage} shader are"
        yield _Use(what, taken.textures, (f"GL_MAX_{name}TEXTURE_IMAGE_UNITS",), "read fewer image units")
    total = sum(taken.uniform_blocks for taken in stages.values())
    yield _Use("uniform blocks of all shaders are", total, ("GL_MAX_COMBINED_UNIFORM_BLOCKS",), fewer)
