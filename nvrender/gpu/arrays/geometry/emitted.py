"""What geometry programs emit, captured by transform feedback."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any

import moderngl
import numpy as np
import numpy.typing as npt

from nvrender.gl.inputs.results import COLUMNS
from nvrender.glsl.io.geometry.pipeline import EMITTED_PLACE, place_components
from nvrender.gpu.arrays.compiled import Pass
from nvrender.program import Program
from nvrender.program.declared import geometry_of

#: What a buffer holds where no vertex is captured: no primitive has this number.
_NOT_WRITTEN = b"\xff\xff\xff\xff"
_NO_PRIMITIVE = np.uint32(0xFFFFFFFF)
#: MAX_TRANSFORM_FEEDBACK_INTERLEAVED_COMPONENTS and MAX_GEOMETRY_TOTAL_OUTPUT_COMPONENTS are at least so many
#: (OpenGL 3.3, tables 6.51 and 6.48).
CAPTURED, _TOTAL = 64, 1024

#: Result → words of each vertex.
Words = dict[str, npt.NDArray[Any]]


def most_emitted(program: Program) -> int:
    """The vertices emitted for one input primitive at most."""
    geometry = geometry_of(program)
    return geometry.limit * geometry.invocations


def result_groups(
    context: moderngl.Context, program: Program, wanted: Iterable[str]
) -> list[tuple[str, ...]]:
    """What the passes that capture ``wanted`` have, the place of each emitted vertex first.

    As many results as a vertex may have, and as all vertices together.
    """
    most = context.info["GL_MAX_GEOMETRY_OUTPUT_COMPONENTS"]
    most = min(CAPTURED, most, _TOTAL // geometry_of(program).limit)
    groups: list[tuple[tuple[str, ...], int]] = [((), most)]
    for name, size in ((EMITTED_PLACE, place_components(program)), *((name, 4) for name in wanted)):
        if groups[-1][1] < size and groups[-1][0]:
            groups.append(((), most))
        groups[-1] = (*groups[-1][0], name), groups[-1][1] - size
    return [names for names, _ in groups]


def emitted_words(
    passes: Iterable[Pass], output: moderngl.Buffer, most: int, draw: Callable[[Pass], None]
) -> Words:
    """Result → (E, 4) words of the vertices that ``draw`` captures in ``output``, ``most`` at most.

    The first pass captures their places, EMITTED_PLACE, besides; they come as (E, COLUMNS).
    """
    found: Words = {}
    for step in passes:
        read = np.empty((most, stride(step) // 4), np.uint32)
        if not found and most:
            output.clear(read.nbytes, chunk=_NOT_WRITTEN)
        draw(step)
        output.read_into(read, read.nbytes)
        if not found:  # the pass that has the places; there is no query, which moderngl never releases
            most = int(np.argmax(np.append(read[:, 0], _NO_PRIMITIVE) == _NO_PRIMITIVE))
            read = read[:most]
        for name, columns in _columns(step):
            words = np.ascontiguousarray(read[:, columns])
            if name == EMITTED_PLACE:
                missing = COLUMNS - words.shape[1]
                found[name] = np.pad(words.view(np.int32), ((0, 0), (0, missing)))
            else:
                found[name] = words.view(np.float32)
    return found


def _columns(step: Pass) -> Iterator[tuple[str, slice]]:
    """Which words of a captured vertex are whose."""
    first = 0
    for name in step.results:
        last = first + (step.place if name == EMITTED_PLACE else 4)
        yield name, slice(first, last)
        first = last


def stride(step: Pass) -> int:
    """Bytes of a captured vertex."""
    return 4 * max((columns.stop for _, columns in _columns(step)), default=0)
