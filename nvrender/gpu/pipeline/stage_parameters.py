"""The parameters one program stage of a pipeline was given, as the bytes of its uniform blocks."""

from __future__ import annotations

from collections.abc import Mapping
from copy import deepcopy
from typing import Any

import numpy as np
import numpy.typing as npt

from nvrender.gl.inputs import declared, uniforms
from nvrender.gl.inputs.bindings import StateValues
from nvrender.gl.inputs.vertices import buffer_arrays, parameter_array, parameter_key
from nvrender.gl.state.state import State
from nvrender.glsl.io.blocks import ParameterBuffer, parameter_block
from nvrender.glsl.translation import Translation
from nvrender.gpu.context.uniform_blocks import buffer_bytes
from nvrender.gpu.pipeline.vectors import row_of
from nvrender.program import BindingKind, Program

#: Key → type, shape and bytes.
_Contents = dict[Any, tuple[Any, tuple[int, ...], bytes]]
#: Bytes of a parameter.
_ROW = 16


class StageParameters:
    """What ``set`` was given for ``program``, laid out as its ``Translation`` says.

    Where only values are others than those given before, they alone are looked at and laid out anew.
    """

    def __init__(self, program: Program) -> None:
        self.program = program
        #: Its block of parameters.
        self.block = parameter_block(program.profile.stage)
        #: Its program parameter buffers: uniform block → layout.
        self.buffer_blocks: dict[str, ParameterBuffer] = {}
        #: The uniform blocks that ``contents`` fills.
        self.blocks: tuple[str, ...] = (self.block,)
        self._parameters: Any = None
        #: Of a declared-name program: what it was given, and what bindings of the state were.
        self._given: declared.Given = {}
        self._values = StateValues()
        self._registers: tuple[int, ...] = ()
        self._words: dict[int, npt.NDArray[np.uint32]] = {}
        #: What ``set`` was given last, to the bit.
        self._contents: _Contents | None = None
        #: What the block holds, None where it has to be made of all there is.
        self._laid_out: bytearray | None = None
        #: Of vectors alone: key → the parameter's name, or its register, and the bytes where its rows are.
        self._places: dict[Any, tuple[Any, tuple[int, ...]]] = {}
        self._rows: dict[Any, bytes] = {}
        #: Of an array alone: its bytes.
        self._table: bytes | None = None
        #: False where they are not part yet of what was given.
        self._folded = True
        #: Whether integers become floats.
        self._integers = not (program.profile.declares_names and program.profile.flags)
        self._takes_tables = not program.profile.declares_names and not uniforms.initial(program)

    def lay_out(self, translation: Translation) -> None:
        """Take the layout of another translation."""
        self._registers = translation.parameters.registers
        self.buffer_blocks = {row.block: row for row in translation.buffers}
        self.blocks = self.block, *self.buffer_blocks
        if not self._folded:
            self._fold()
        self._laid_out, self._places = None, {}

    def expire(self) -> None:
        """The state may be another."""
        self._laid_out = None

    def set(self, parameters: Any, state: State) -> bool:
        """The program parameters, as ``nvrender.run`` takes them; InputError for what does not fit.

        False if they are those given before.
        """
        if self._takes_tables and type(parameters) is np.ndarray and self._is_table(parameters):
            return self._set_table(parameters)
        return self._set(parameters, state)

    def _is_table(self, array: npt.NDArray[Any]) -> bool:
        size = self.program.profile.parameters
        return array.dtype == np.float32 and array.ndim == 2 and array.shape[1] == 4 and len(array) <= size

    def _set_table(self, array: npt.NDArray[np.float32]) -> bool:
        """An array of a VP program's parameters from the first on, of which each may be anything."""
        data = array.tobytes()
        if data == self._table:
            return False
        self._table, self._contents, self._places, self._folded = data, None, {}, True
        self._parameters = array.copy()
        self._laid_out = None
        return True

    def set_vectors(self, parameters: dict[Any, Any]) -> bool | None:
        """``set`` of vectors for all that were given before; None, and nothing is done, for what is none."""
        if not self._places or len(parameters) != len(self._places):
            return None
        rows, integers = self._rows, self._integers
        others: list[tuple[Any, bytes]] = []
        for key, value in parameters.items():
            row, before = row_of(value, integers), rows.get(key)
            if row is None or before is None:
                return None
            if row != before:
                others.append((key, row))
        if not others:
            return False
        laid_out, places = self._laid_out, self._places
        for key, row in others:
            rows[key] = row
            if laid_out is not None:
                for place in places[key][1]:
                    laid_out[place : place + _ROW] = row
        self._contents, self._folded = None, False
        return True

    def _fold(self) -> None:
        """Put vectors that came since among what was given first."""
        self._folded = True
        given = dict(self._given)
        for key, row in self._rows.items():
            name, words = self._places[key][0], np.frombuffer(row, np.uint32)
            if self.program.profile.declares_names:
                given[name] = key, words
            else:
                self._parameters[key] = words.view(np.float32)
        self._given = given

    def _set(self, parameters: Any, state: State) -> bool:
        contents = _contents(parameters) if self.program.profile.declares_names else None
        if contents is not None and contents == self._contents:
            return False
        if not self._folded:
            self._fold()  # which stays where what follows does not fit
        self._contents, self._table, self._places, self._laid_out = None, None, {}, None
        words = buffer_arrays(self.program, parameters)
        # Looked at once here; what comes from the state is filled in when that is known, at the draw.
        if self.program.profile.declares_names and (parameters is None or isinstance(parameters, Mapping)):
            self._given, self._parameters = declared.given(self.program, parameters or {}), None
        else:
            given = parameter_array(self.program, parameters, state.with_(tracking=()))
            self._parameters = deepcopy(parameters) if isinstance(parameters, Mapping) else given
        self._words = {bank: array.copy() for bank, array in words.items()}
        self._contents = contents
        if type(parameters) is dict and not words:
            self._places = self._found_places(parameters)
        return True

    def _found_places(self, parameters: dict[Any, Any]) -> dict[Any, tuple[Any, tuple[int, ...]]]:
        """Where vectors that were taken lie in the block; empty if one of them is none."""
        rows = {key: row_of(value, self._integers) for key, value in parameters.items()}
        if None in rows.values():
            return {}
        self._rows = {key: row for key, row in rows.items() if row is not None}
        if not self.program.profile.declares_names:
            found = {key: parameter_key(key) for key in parameters}
            if None in found.values():
                return {}
            return {key: (number, self._places_of([number])) for key, number in found.items()}
        names: dict[Any, list[str]] = {}
        for name, (key, _) in self._given.items():
            names.setdefault(key, []).append(name)
        if any(len(names.get(key, ())) != 1 for key in parameters):
            return {}
        return {key: (names[key][0], self._places_of(self._numbers(names[key][0]))) for key in parameters}

    def _numbers(self, name: str) -> list[int]:
        return [
            number
            for number, binding in enumerate(self.program.parameters)
            if binding.name == name and binding.kind is not BindingKind.CONSTANT
        ]

    def _places_of(self, numbers: list[Any]) -> tuple[int, ...]:
        if not self._registers:
            return tuple(_ROW * number for number in numbers)
        return tuple(_ROW * self._registers.index(each) for each in numbers if each in self._registers)

    def contents(self, name: str, state: State) -> bytes:
        """What one of ``blocks`` holds."""
        if name != self.block:
            row = self.buffer_blocks[name]
            return buffer_bytes(row, self._words.get(row.bank, np.zeros(0, np.uint32)))
        if self._laid_out is None:
            self._laid_out = self._made(state)
        return bytes(self._laid_out)

    def _made(self, state: State) -> bytearray:
        """The block, made of all there is."""
        table, registers = self._table, self._registers
        if table is not None and not state.tracking:
            size = _ROW * self.program.profile.parameters
            if not registers:
                return bytearray(table.ljust(size, b"\0"))
            parts = (table[_ROW * each : _ROW * each + _ROW].ljust(_ROW, b"\0") for each in registers)
            return bytearray(b"".join(parts))
        rows = self.rows(state)
        return bytearray((rows[list(registers)] if registers else rows).tobytes())

    def rows(self, state: State) -> npt.NDArray[np.float32]:
        """All parameters, one row each."""
        if not self._folded:
            self._fold()
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
