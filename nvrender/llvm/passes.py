"""The passes that a shader goes through before it is printed as LLVM's instructions."""

from __future__ import annotations

from nvrender.ir.nodes import Shader
from nvrender.passes.condition_codes import numbers
from nvrender.passes.pipeline import IDIOMS, SIMPLIFYING, Pass, through

#: What is compiled faster, and what is asked of numbers instead of flags.
EXACT: tuple[Pass, ...] = (
    *SIMPLIFYING,
    Pass("condition_codes", "flags of what no test reads are not computed", numbers),
)
#: Besides those, what is said in a word.
FAST: tuple[Pass, ...] = (*SIMPLIFYING, *IDIOMS, EXACT[-1])


def prepared(shader: Shader, *, exact: bool) -> Shader:
    """A shader as it was lowered, ready to be printed."""
    return through(EXACT if exact else FAST, shader)
