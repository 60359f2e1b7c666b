"""The programs of the corpus on the evaluator, each shader verified, and written and read, on its way."""

from __future__ import annotations

from nvrender.ir.nodes import Shader
from nvrender.ir.text.reader import read
from nvrender.ir.text.writer import write
from nvrender.ir.verify import verify
from nvrender.source import NvrenderError
from tests.digest.corpus import Entry
from tests.digest.results import words

from .machine import evaluated


def results(entry: Entry) -> dict[str, bytes]:
    """What a run gives; how many instructions it took only where their number is limited."""
    found = dict(words(entry))
    if entry.program.profile.execution_limit is None:
        found.pop("executed", None)
    return found


def evaluations(entry: Entry) -> dict[str, bytes]:
    """The same of the evaluator."""
    with evaluated(checked):
        return results(entry)


def checked(shader: Shader) -> Shader:
    """``shader`` as it is read from its text, once it is verified."""
    try:
        found = read(write(verify(shader)))
    except NvrenderError as error:  # which a run is let have
        raise AssertionError(str(error)) from None
    assert found == shader
    return found
