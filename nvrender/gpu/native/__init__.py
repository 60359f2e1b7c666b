"""Programs run by the driver itself, where it still understands their language: a third opinion."""

from __future__ import annotations

from nvrender.gl.inputs.request import Request
from nvrender.gl.inputs.results import Results
from nvrender.gpu.native import batch, fragments
from nvrender.gpu.native.batch import Attributes
from nvrender.program.profile import Stage
from nvrender.source import TargetError


def execute(request: Request, attributes: Attributes, count: int) -> Results:
    """Run a program for ``count`` vertices (``batch.execute``) or fragments (``fragments.execute``)."""
    if request.program.profile.stage is Stage.FRAGMENT:
        return fragments.execute(request, attributes, count)
    if request.program.profile.stage is not Stage.VERTEX:
        raise TargetError(f"backend native does not run {request.program.profile.name} programs")
    return batch.execute(request, attributes, count)
