"""The parameters one program stage of a pipeline was given, as the bytes of its uniform blocks."""

from __future__ import annotations

from collections.abc import Mapping
from copy import deepcopy
from typing import Any

import numpy as np
import numpy.typing as npt

from nvrender.gl.inputs import declared
from nvrender.gl.inputs.bindings import StateValues
from nvrender.gl.inputs.vertices import buffer_arrays, parameter_array
from nvrender.gl.state.state import State
from nvrender.glsl.io.blocks import ParameterBuffer, parameter_block
from nvrender.glsl.translation import Translation
from nvrender.gpu.context.uniform_blocks import buffer_bytes
from nvrender.program import Program

#: Key → type, shape and bytes.
_Contents = dict[Any, tuple[Any, tuple[int, ...], bytes]]


class StageParameters:
    """What ``set`` was given for ``program``, laid out as its ``Translation`` says."""

    def __init__(self, program: Program) -> None:
        self.program = program
        #: Its block of parameters.
        self.block = parameter_block(program.profile.stage)
        #: Its program parameter buffers: uniform block → layout.
        self.buffer_blocks: dict[str, ParameterBuffer] = {}
        self._parameters: Any = None
        #: Of a declared-name program: what it was given, and what bindings of the state were.
        self._given: declared.Given = {}
        self._values = StateValues()
        self._registers: tuple[int, ...] = ()
        self._words: dict[int, npt.NDArray[np.uint32]] = {}
        #: What ``set`` was given last, to the bit.
        self._contents: _Contents | None = None

    @property
    def blocks(self) -> tuple[str, ...]:
        """The uniform blocks that ``contents`` fills."""
        return self.block, *self.buffer_blocks

    def lay_out(self, translation: Translation) -> None:
        """Take the layout of another translation."""
        self._registers = translation.parameters.registers
        self.buffer_blocks = {row.block: row for row in translation.buffers}

    def set(self, parameters: Any, state: State) -> bool:
        """The program parameters, as ``nvrender.run`` takes them; InputError for what does not fit.

        False if they are those given before.
        """
        contents = _contents(parameters) if self.program.profile.declares_names else None
        if contents is not None and contents == self._contents:
            return False
        self._contents = None
        words = buffer_arrays(self.program, parameters)
        # Looked at once here; what comes from the state is filled in when that is known, at the draw.
        if self.program.profile.declares_names and (parameters is None or isinstance(parameters, Mapping)):
            self._given, self._parameters = declared.given(self.program, parameters or {}), None
        else:
            given = parameter_array(self.program, parameters, state.with_(tracking=()))
            self._parameters = deepcopy(parameters) if isinstance(parameters, Mapping) else given
        self._words = {bank: array.copy() for bank, array in words.items()}
        self._contents = contents
        return True

    def contents(self, name: str, state: State) -> bytes:
        """What one of ``blocks`` holds."""
        if name in self.buffer_blocks:
            row = self.buffer_blocks[name]
            return buffer_bytes(row, self._words.get(row.bank, np.zeros(0, np.uint32)))
        rows = self.rows(state)
        return (rows[list(self._registers)] if self._registers else rows).tobytes()

    def rows(self, state: State) -> npt.NDArray[np.float32]:
        """All parameters, one row each."""
        if self.program.profile.declares_names and self._parameters is None:
            return declared.filled(self.program, self._given, state, self._values)
        return parameter_array(self.program, self._parameters, state)

    def buffers(self) -> dict[int, npt.NDArray[np.uint32]]:
        """The words of each program parameter buffer that the program declares."""
        none = np.zeros(0, np.uint32)
        return {row.bank: self._words.get(row.bank, none) for row in self.program.buffers}


def _contents(parameters: Any) -> _Contents | None:
    """What a mapping holds, apart from its caller's arrays; None if that is not numbers alone."""
    if not isinstance(parameters, Mapping):
        return None
    try:
        arrays = {key: np.asarray(value) for key, value in parameters.items()}
    except (TypeError, ValueError, OverflowError):
        return None
    if any(array.dtype.kind not in "fiub" for array in arrays.values()):
        return None
    return {key: (array.dtype, array.shape, array.tobytes()) for key, array in arrays.items()}
