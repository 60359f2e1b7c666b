"""The variables of a program whose registers have numbers (NV_vertex_program, NV_vertex_program2)."""

from __future__ import annotations

from collections.abc import Mapping

from nvrender.glsl.cg_names import offsets
from nvrender.glsl.names import Names
from nvrender.glsl.registers.storage import Storage
from nvrender.glsl.registers.variables import RESULT_NAMES, Variable
from nvrender.ir.nodes import Role, Var
from nvrender.languages.vp.bindings import ATTRIBUTES
from nvrender.program import RegisterFile


class NumberedStorage(Storage):
    """Attributes ``v_COL0``, results ``COL0``, temporaries ``R0``, and parameters, which are one array ``c``.

    Results of a vertex state program are the parameters that it writes.
    """

    def _lay_out(self, file: RegisterFile, used: set[int], relative: set[tuple[int, int]]) -> None:
        program = self.program
        if file is RegisterFile.PARAMETER:
            count = program.profile.parameters if relative else max(used, default=-1) + 1
            array = Variable(file, 0, count, array=True, relative=True)
            self.variables.update({(file, index): array for index in {0, *used}})
        elif file is RegisterFile.RESULT and program.profile.writable_parameters:
            array = self.variables[RegisterFile.PARAMETER, 0]
            self.variables.update({(file, index): array for index in program.writes(RegisterFile.PARAMETER)})
        else:
            position = {0} if file is RegisterFile.ATTRIBUTE and program.position_invariant else set()
            super()._lay_out(file, used | position, relative)

    def name(self, names: Names, inputs: Mapping[int, str] | None = None) -> None:
        """Names every variable by its number, or its binding; ``names`` must not have given these away."""
        self._name_as_asked(names)
        for (file, index), variable in self.variables.items():
            match file:
                case _ if variable.name:
                    continue
                case RegisterFile.PARAMETER:
                    variable.name = names.take("c")
                case RegisterFile.ATTRIBUTE if inputs and index in inputs:
                    variable.name = inputs[index]
                case RegisterFile.ATTRIBUTE:
                    variable.name = names.take(self._input_name(index, names))
                case RegisterFile.TEMPORARY:
                    variable.name = names.take(f"R{index}")
                case RegisterFile.ADDRESS:
                    variable.name = names.take(f"A{index}")
                case RegisterFile.RESULT if not variable.array:
                    variable.name = RESULT_NAMES[self.program.profile.results[index]]
        for code in self.codes.values():
            code.stem = names.take("CC")
        self._name_values(names)
        array = self.variables[RegisterFile.PARAMETER, 0]
        found = offsets(self.uniforms, names, 0, array.count)
        array.places = found.places
        self.offsets += found.declarations

    def _value_name(self, var: Var) -> str:
        return "CC" if var.role is Role.CODE else f"{var.stem}{var.binding}"

    def attribute_name(self, index: int) -> str:
        """``v_COL0``; ``v_6``."""
        return f"v_{ATTRIBUTES[index].mnemonic or index}"
