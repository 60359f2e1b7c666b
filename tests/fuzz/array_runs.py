"""Programs over arrays, where a test wants a back end itself and what it is given as keywords."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from nvrender.gl.inputs.arrays import AttributeSource
from nvrender.gl.inputs.request import Request, results_of
from nvrender.gl.inputs.results import Results
from nvrender.gl.inputs.vertices import attribute_name, attributes_read
from nvrender.gpu.arrays import vertices
from nvrender.program import Program
from nvrender.program.long_attributes import SECOND
from nvrender.program.profile import Stage


def request_of(
    program: Program, parameters: Any, results: Iterable[str] | None = None, **given: Any
) -> Request:
    """A request; without ``results`` for all of them."""
    return Request(program, parameters, results_of(program, results), **given)


def run_on_gpu(
    program: Program,
    attributes: Any,
    parameters: Any,
    count: int,
    *,
    mode: str | None = None,
    chunk: int | None = None,
    out: Any = None,
    **given: Any,
) -> Results:
    """Vertices on the GPU; ``given`` are further fields of the request."""
    request = request_of(program, parameters, **given)
    return vertices.execute(request, attributes, count, mode=mode, chunk=chunk, out=out)


#: The ways to run that are the back end llvm's, and their numerics.
LLVM = {"llvm": "exact", "llvm-fast": "fast"}


def run_on_llvm(
    program: Program, attributes: Any, parameters: Any, count: int, mode: str, **given: Any
) -> Results:
    """Vertices by code compiled for the processor; ``given`` are further fields of the request."""
    from nvrender.llvm import fragments, vertices

    request = request_of(program, parameters, numerics=LLVM[mode], **given)
    read = attributes_read(program)
    sources = {
        index: AttributeSource(attribute_name(index), array, constant=len(array) == 1 and count != 1)
        for index, array in attributes.items()
        if index in read or index - SECOND in read
    }
    stage = fragments if program.profile.stage is Stage.FRAGMENT else vertices
    return stage.execute(request, sources, count)
