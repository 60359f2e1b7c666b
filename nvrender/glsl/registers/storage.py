"""What the variables of a program are called and hold."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from nvrender.glsl.cg_names import offsets
from nvrender.glsl.given_names import GivenNames, NameMap, given_names
from nvrender.glsl.names import Names, matrix_name, safe, short_input, spelled
from nvrender.glsl.registers.indexed import index_parameters
from nvrender.glsl.registers.inference import codes_of, infer
from nvrender.glsl.registers.layout import FILES, Layout
from nvrender.glsl.registers.matrices import declare_matrices
from nvrender.glsl.registers.variables import PARAMETERS, RESULT_NAMES, Element, Variable
from nvrender.glsl.textures.samplers import named_samplers, samplers_of
from nvrender.glsl.textures.texture_keys import TextureKey
from nvrender.ir.nodes import Role, Shader, Var
from nvrender.program import BindingKind, Program, RegisterFile
from nvrender.program.profile import Stage
from nvrender.program.words import holds_words
from nvrender.source import InputError


class Storage(Layout):
    """The variables with their names and the kinds of their words; samplers and condition codes."""

    def __init__(
        self,
        program: Program,
        texture_keys: Mapping[int, TextureKey],
        linked: Iterable[Program] = (),
        *,
        shader: Shader,
        numbered: Shader,
        plain: bool = False,
        bindless: bool = False,
        indexed: bool = False,
        names: NameMap | None = None,
        blocks: bool = True,
    ) -> None:
        """``linked`` are the programs of all stages; ``shader`` is the program as it was lowered.

        ``numbered`` is the same with condition codes that are numbers. ``plain``: doubles are doubles, not
        words whose bits are all kept, and names are short. ``bindless``: nothing is known of textures named
        by handles. ``indexed``: program.env and program.local are arrays. ``names`` are what people call
        bindings. ``blocks``: there are uniform blocks.
        """
        samplers = samplers_of(program, linked)
        self.given = given_names(program, names or {}, frozenset(samplers)) if plain else GivenNames()
        if any(samplers_of(other) for other in linked if other is not program):  # which may share units
            self.given.forget_units()
        self.plain = plain
        super().__init__(program, shader, self.given.parameters, blocks=blocks)
        #: Whether registers may hold words that are no floats.
        self.holds_words = holds_words(program)
        #: Declarations of the names that stand for places in arrays of parameters.
        self.offsets: list[str] = []
        #: Parameters that are rows of GLSL's own matrices: the matrix, and which row.
        self.state_rows: dict[int, tuple[str, int]] = {}
        #: Parameters that main makes of GLSL's own state, and of what.
        self.state: dict[str, str] = {}
        #: Texture image unit → its sampler.
        self.samplers = {
            unit: row._replace(texture_key=texture_keys.get(unit, TextureKey()))
            for unit, row in samplers.items()
        }
        for unit, texture_key in texture_keys.items():
            if texture_key.handled is not None:
                self.samplers[unit] = texture_key.handled._replace(
                    texture_key=texture_key._replace(handled=None)
                )
        #: Target and kind → the sampler of accesses by handles; None where what these name is known.
        self.named = named_samplers(program) if bindless else None
        infer(self, shader, words=self.holds_words, plain=plain)
        if indexed and program.profile.declares_names:
            index_parameters(self)
        declare_matrices(self, shader)
        self.codes = codes_of(numbered)

    def name(self, names: Names, inputs: Mapping[int, str] | None = None) -> None:
        """Names every variable after the program's; ``names`` must not give away RESULT_NAMES.

        ``inputs`` are attributes whose names the shader's interface gives.
        """
        inputs = inputs or {}
        self._name_as_asked(names)
        declared: dict[tuple[RegisterFile, int, int], str] = {}
        for row in self.program.variables:
            if not row.alias:
                declared.setdefault((row.file, row.index, row.count), row.name)
        for variable in dict.fromkeys(self.variables.values()):
            if variable.indexed:
                continue
            known = declared.get((variable.file, variable.start, variable.count))
            if variable.name:
                continue
            if variable.file is RegisterFile.RESULT and not variable.array:
                variable.name = RESULT_NAMES[self.program.profile.results[variable.start]]
            elif variable.file is RegisterFile.ATTRIBUTE and variable.start in inputs and not variable.array:
                variable.name = inputs[variable.start]
            elif variable.file is RegisterFile.ATTRIBUTE and not variable.array:
                variable.name = names.take(safe(known or self._input_name(variable.start, names)))
            elif variable.uniform is not None:
                variable.name = names.take(self._apart(safe(spelled(variable.uniform.name))))
            elif variable.file is RegisterFile.BUFFER:
                variable.name = names.take(self._apart(safe(self._buffer_name(self.bank(variable)))))
            elif variable.file is RegisterFile.PARAMETER:
                variable.name = names.take(self._apart(safe(known or self._described(variable))))
            else:
                variable.name = names.take(safe(known or self._described(variable)))
        self._name_values(names)
        for variable in dict.fromkeys(self.variables.values()):
            if variable.high is not None:
                variable.high.name = names.take(f"{variable.name}_high")
            if variable.file is RegisterFile.PARAMETER and variable.relative and not variable.indexed:
                found = offsets(self.uniforms, names, variable.start, variable.count)
                variable.places = found.places
                self.offsets += found.declarations

    def _name_as_asked(self, names: Names) -> None:
        """The names that people have given, which must be free; samplers' as far as they are."""
        rows = dict.fromkeys(self.variables.values())
        for name, binding in self.given.asked.items():
            if names.take(name) != name:
                place = self.program.source.name
                raise InputError(f"{place}: {binding} cannot be called {name}: the translation has the name")
        for variable in rows:
            given = self.given.registers.get((variable.file, variable.start), "")
            if variable.uniform is not None and variable.uniform.asked:
                variable.name = variable.uniform.name
            elif given in self.given.asked:
                variable.name = given
        for unit, name in self.given.units.items():
            if unit in self.samplers:
                taken = name if name in self.given.asked else names.take(name)
                self.samplers[unit] = self.samplers[unit]._replace(given=taken)

    def _input_name(self, index: int, names: Names) -> str:
        """What Cg metadata calls an attribute, ``texcoord0`` where that is free, ``vertex_texcoord_0``."""
        spelled = self.attribute_name(index)
        if not self.plain or self.program.profile.stage is not Stage.VERTEX:
            return spelled
        if given := self.given.registers.get((RegisterFile.ATTRIBUTE, index)):
            return given
        short = short_input(spelled)
        declared = {row.name for row in self.program.variables} | {row.name for row in self.uniforms}
        return short if short not in declared and names.is_free(short) else spelled

    def _apart(self, name: str) -> str:
        """What a uniform of this stage is called: without blocks, as no uniform of a vertex program is."""
        alone = not self.blocks and self.program.profile.stage is Stage.FRAGMENT
        return f"fragment_{name}" if alone else name

    def _name_values(self, names: Names) -> None:
        """Names the values that registers hold in turn; one has the name that people have given."""
        named = {variable.name for variable in self.variables.values()}
        for name, variable in self.values.items():
            var = self.held[name]
            file = FILES.get(var.role)
            given = "" if file is None else self.given.registers.get((file, var.binding), "")
            if given not in self.given.asked:
                variable.name = names.take_next(safe(self._value_name(var)))
            elif given in named:
                variable.name = names.take_next(given)
            else:
                variable.name = given
                named.add(given)

    def _value_name(self, var: Var) -> str:
        """What the program calls the register that holds a value: ``a``, of an array ``a1``."""
        for row in self.program.variables:
            place = var.binding - row.index
            if row.file is FILES.get(var.role) and not row.alias and 0 <= place < row.count:
                return f"{row.name}{place}" if row.array else row.name
        return var.stem if var.role is Role.CODE else f"{var.stem}{var.binding}"

    def attribute_name(self, index: int) -> str:
        """``vertex_normal``; ``v_texcoord_1``."""
        for row in self.program.attributes:
            if row.index == index:
                return spelled(row.name)
        return f"vertex_attrib_{index}"

    def bank(self, buffer: Variable) -> int:
        """The binding point of a buffer."""
        return next(bank for (_, bank), variable in self.variables.items() if variable is buffer)

    def _buffer_name(self, bank: int) -> str:
        """The program's name for a buffer, where it has one."""
        names = {
            f"{row.name}_{bank}" if row.banks else row.name
            for row in self.program.variables
            if row.file is RegisterFile.BUFFER and bank in row.points and not row.alias
        }
        return names.pop() if len(names) == 1 else f"buffer_{bank}"

    def range_name(self, element: Element) -> str:
        """The program's name for the buffers of which a register chooses one, where it has one.

        Of an array chosen from the array's.
        """
        bound = [
            row
            for row in self.program.variables
            if row.file is RegisterFile.BUFFER and tuple(row.points) == element.banks and not row.alias
        ]
        arrays = [row for row in bound if (row.index, row.count) == (element.number, element.count)]
        names = {row.name for row in arrays or bound}
        return safe(names.pop()) if len(names) == 1 else f"buffers_{element.banks[0]}_to_{element.banks[-1]}"

    def _described(self, variable: Variable) -> str:
        if variable.file is RegisterFile.PARAMETER:
            name = self.program.parameters[variable.start].name
            if self.program.parameters[variable.start].kind is BindingKind.CONSTANT:
                return "c"
            name = name.removeprefix(f"{PARAMETERS}.")  # as the block itself is called
            return matrix_name(name) if variable.matrix else spelled(name)
        if variable.file is RegisterFile.ATTRIBUTE and self.program.profile.stage is Stage.FRAGMENT:
            return self.attribute_name(variable.start).rstrip("0123456789").rstrip("_")
        return f"{variable.file.value}_{variable.start}"
