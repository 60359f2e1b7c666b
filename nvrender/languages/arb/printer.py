"""How programs of the declared-name languages are written.

Registers are named by their variable where it has one that may be read or written as the instruction
does, else by their binding.
"""

from __future__ import annotations

from collections.abc import Iterator

from nvrender.languages.arb import frame_printer as arb_frame_printer
from nvrender.languages.arb.frame_printer import NAMED
from nvrender.languages.common.numbers import component, vector
from nvrender.languages.common.printer import Printer
from nvrender.ops.types import DataType
from nvrender.program import (
    COMPONENTS,
    Binding,
    BindingKind,
    ImageAccess,
    Instruction,
    Multiply,
    Operand,
    Program,
    Register,
    RegisterFile,
    RelativeAddress,
    TextureAccess,
    Variable,
)
from nvrender.program.opcodes import OperandClass
from nvrender.program.profile import Stage
from nvrender.source import InternalError

_TYPES = {DataType.FLOAT: "FLOAT ", DataType.SIGNED: "INT ", DataType.UNSIGNED: "UINT ", None: ""}
_KEYWORDS = {
    RegisterFile.TEMPORARY: "TEMP",
    RegisterFile.ADDRESS: "ADDRESS",
    RegisterFile.ATTRIBUTE: "ATTRIB",
    RegisterFile.PARAMETER: "PARAM",
    RegisterFile.RESULT: "OUTPUT",
}


class DeclaredPrinter(Printer):
    """Prints one program, whose text names registers by variables."""

    mask_separator = " "

    def __init__(self, program: Program) -> None:
        super().__init__(program)
        self._attributes = {row.index: row.name for row in program.attributes}
        self._words = {row.bank: row.words for row in program.buffers}
        self._scalars: dict[tuple[RegisterFile, int], list[Variable]] = {}
        self._arrays: list[Variable] = []
        for variable in program.variables:
            if variable.alias:
                continue
            if variable.array or variable.file in NAMED:
                self._arrays.append(variable)
            else:
                self._scalars.setdefault((variable.file, variable.index), []).append(variable)

    # Declarations

    def declarations(self) -> Iterator[str]:
        """Directives, types of subroutine parameters, and variables."""
        yield from arb_frame_printer.directives(self._program)
        yield from arb_frame_printer.subroutine_types(self._program)
        for variable in self._program.variables:
            yield self._declaration(variable)

    def _declaration(self, variable: Variable) -> str:
        """One declaration with its ``;``."""
        if variable.alias:
            return f"ALIAS {variable.name} = {variable.alias};"
        size = f"{variable.size} " if variable.size else ""
        if variable.file in NAMED:
            keyword = arb_frame_printer.keyword(variable, self._words.get(variable.bank, 0))
        else:
            keyword = _KEYWORDS[variable.file]
        brackets = f"[{variable.count}]" if variable.array else ""
        if variable.array and variable.banks and variable.file is RegisterFile.BUFFER:
            brackets = f"[{variable.banks}]{brackets}"
        size += "".join(f"{word} " for word in sorted(variable.interpolation))
        head = f"{_TYPES[variable.type]}{size}{keyword} {variable.name}{brackets}"
        if variable.file in (RegisterFile.TEMPORARY, RegisterFile.ADDRESS):
            return f"{head};"
        items = self._items(variable)
        return f"{head} = {{ {', '.join(items)} }};" if variable.array else f"{head} = {items[0]};"

    def _items(self, variable: Variable) -> list[str]:
        indices = range(variable.index, variable.index + variable.count)
        match variable.file:
            case RegisterFile.ATTRIBUTE:
                return [self._attribute(index, variable.vertex) for index in indices]
            case RegisterFile.RESULT:
                return [self._result(index) for index in indices]
            case RegisterFile.PARAMETER:
                parameters = self._program.parameters
                return [_bound(parameters[index], parameters[index].type) for index in indices]
            case _:
                return [arb_frame_printer.item(variable)]

    def _attribute(self, index: int, vertex: object) -> str:
        """An attribute's binding, with the number of its vertex in geometry programs."""
        name = self._attributes[index]
        if vertex is None:
            return name
        prefix = "vertex.out" if name.startswith("vertex.out.") else "vertex"
        return f"{prefix}[{vertex}].{name.removeprefix(prefix + '.')}"

    def _result(self, index: int) -> str:
        """A result's binding; the colours have numbers under an option only."""
        name = self._program.profile.results[index]
        language = self._program.profile.language
        if name.startswith("color[") and all("color[" not in row.pattern for row in language.results):
            name = name.replace("[0]", "", 1)
        return f"result.{name}"

    # Instructions

    def arguments(self, instruction: Instruction) -> list[str]:
        """Destination, operands, and the unit and target of a texture or image."""
        parts = super().arguments(instruction)
        if (texture := instruction.texture) is not None:
            component = f".{COMPONENTS[texture.component]}" if texture.component else ""
            parts += [self._unit(texture, RegisterFile.TEXTURE) + component, texture.target]
            if any(texture.offset):
                parts.append(f"({', '.join(map(str, texture.offset))})")
            if texture.moved is not None:
                offset = self.operand(texture.moved, OperandClass.VECTOR, instruction.unchecked)
                parts.append(f"offset({offset})")
        if (image := instruction.image) is not None:
            # A store names its image first (EXT_shader_image_load_store 2.X.2).
            place = len(parts) if instruction.destination is not None else 0
            parts.insert(place, self._unit(image, RegisterFile.IMAGE))
            parts.append(image.target)
        return parts

    def word(self, instruction: Instruction) -> str:
        language = self._program.profile.language
        word = instruction.opcode.name + instruction.precision
        code, clamp = instruction.condition_code, instruction.clamp
        if not language.dotted:
            suffix = "" if code is None else "C1" if code else "C"
            return word + suffix + ("" if clamp is None else f"_{clamp.value}")
        multiply = instruction.multiply
        named = multiply in (Multiply.SIGNED_24, Multiply.UNSIGNED_24)
        word += self._sizes(instruction, named)
        if multiply is not None:
            word += f".{multiply.value}"
        if code is not None:
            word += f".CC{code}"
        if clamp is not None:
            word += f".{clamp.value}"
        return f"{word}.NTC" if instruction.unchecked else word

    @staticmethod
    def _sizes(instruction: Instruction, named: bool) -> str:
        """Data type and the modifiers of generation 5; ``named``: another modifier says the type."""
        words = [row.name for row in instruction.storages]
        if instruction.bits == 64 and not words:
            words = [f"{instruction.type.value}64"]
        elif instruction.type is not instruction.opcode.default and not named and not words:
            words = [instruction.type.value]
        if instruction.atomic is not None:
            words.insert(0, instruction.atomic.value)
        if instruction.rounding is not None:
            words.append(instruction.rounding.value)
        for flag, word in (("coherent", "COH"), ("volatile", "VOL"), ("precise", "PREC"), ("group", "CTA")):
            if getattr(instruction, flag):
                words.append(word)
        return "".join(f".{word}" for word in words)

    def _unit(self, access: TextureAccess | ImageAccess, file: RegisterFile) -> str:
        """The unit of an access: a variable's where an index chooses it."""
        if access.handle is not None:
            register = self.register(access.handle.register, access.handle.type, True)
            return f"handle({register}.{COMPONENTS[access.handle.swizzle[0]]})"
        if access.relative is None:
            return f"{file.value}[{access.unit}]"
        array = next(
            one
            for one in self._arrays
            if (one.file, one.index, one.count) == (file, access.unit, access.units)
        )
        return f"{array.name}[{self._index(access.relative)}]"

    def constant(self, operand: Operand, operand_class: OperandClass) -> str | None:
        """The one number that a constant is, None for another operand (NV_gpu_program4 2.X.3.3)."""
        register, flags = operand.register, self._program.profile.flags
        if not flags or register.file is not RegisterFile.PARAMETER or register.relative is not None:
            return None
        binding = self._program.parameters[register.index]
        alone = binding.kind is BindingKind.CONSTANT and len(set(binding.words)) == 1
        if not alone or operand.swizzle != (0, 0, 0, 0) or operand.absolute or operand.extended is not None:
            return None
        if self._variable(register, operand.type, False) is not None:
            return None
        text = component(binding.words[0], operand.type, binding.bits)
        return None if text.startswith("-") else text

    # Registers

    def register(self, register: Register, type: DataType, unchecked: bool) -> str:
        if register.relative is not None:
            index = self._index(register.relative)
            array = self._array(register, type, unchecked)
            if array is not None:
                return f"{array.name}{self._vertex(array, register)}{self._bank(array, register)}[{index}]"
            return f"{self._stem(register)}[{index}]"
        variable = self._variable(register, type, unchecked)
        if variable is not None:
            name = f"{variable.name}{self._vertex(variable, register)}{self._bank(variable, register)}"
            return f"{name}[{register.index - variable.index}]" if variable.array else name
        return self._binding(register, type)

    def _vertex(self, variable: Variable, register: Register) -> str:
        """The index that chooses a vertex of the input primitive (NV_geometry_program4 2.X.3.2)."""
        if not variable.vertices:
            return ""
        vertex = register.vertex
        return f"[{self._index(vertex) if isinstance(vertex, RelativeAddress) else vertex}]"

    def _bank(self, variable: Variable, register: Register) -> str:
        """The index that chooses a buffer of several (NV_gpu_program5 2.X.3.6)."""
        if not variable.banks:
            return ""
        if register.bank_relative is not None:
            return f"[{self._index(register.bank_relative)}]"
        return f"[{register.bank - variable.bank}]"

    @staticmethod
    def _reaches(variable: Variable, register: Register) -> bool:
        """True if a variable's attribute is that of the register's vertex."""
        return bool(variable.vertices) or variable.vertex == register.vertex

    def _usable(self, variable: Variable, type: DataType, unchecked: bool) -> bool:
        address = variable.file is RegisterFile.ADDRESS
        return address or unchecked or variable.type is None or variable.type is type

    def _variable(self, register: Register, type: DataType, unchecked: bool) -> Variable | None:
        for variable in self._scalars.get((register.file, register.index), ()):
            if self._usable(variable, type, unchecked) and self._reaches(variable, register):
                return variable
        if isinstance(register.vertex, RelativeAddress):
            found = (one for one in self._arrays if one.vertices and one.file is register.file)
            holding = (one for one in found if one.index <= register.index < one.index + one.count)
            return next(holding, None)
        if register.file in (RegisterFile.ATTRIBUTE, RegisterFile.RESULT):
            return None
        for variable in self._arrays:
            inside = variable.index <= register.index < variable.index + variable.count
            same = variable.file is register.file and _in_bank(variable, register)
            if same and inside and self._usable(variable, type, unchecked):
                return variable
        return None

    def _array(self, register: Register, type: DataType, unchecked: bool) -> Variable | None:
        """The array addressed relatively; a typeless one if there are several."""
        key = register.file, register.index, register.count
        found = [
            one
            for one in self._arrays
            if (one.file, one.index, one.count) == key
            and _in_bank(one, register)
            and self._usable(one, type, unchecked)
            and self._reaches(one, register)
        ]
        return min(found, key=lambda one: one.type is not None, default=None)

    def _stem(self, register: Register) -> str:
        """The binding that is addressed relatively (NV_vertex_program3 2.14.2)."""
        if register.file is RegisterFile.ATTRIBUTE and self._program.profile.stage is Stage.FRAGMENT:
            return "fragment.texcoord"
        if register.file is RegisterFile.ATTRIBUTE:
            return "vertex.texcoord" if register.index else "vertex.attrib"
        return "result." + self._program.profile.results[register.index].split("[")[0]

    def _binding(self, register: Register, type: DataType) -> str:
        match register.file:
            case RegisterFile.ATTRIBUTE:
                return self._attribute(register.index, register.vertex)
            case RegisterFile.RESULT:
                return self._result(register.index)
            case RegisterFile.PARAMETER:
                return _bound(self._program.parameters[register.index], type)
            case _:
                raise InternalError(f"a {register.file.value} register without a variable")

    def _index(self, relative: RelativeAddress) -> str:
        language = self._program.profile.language
        known = self._scalars.get((relative.file, relative.register))
        name = known[0].name if known else language.loop_register
        offset = f"{relative.offset:+d}" if relative.offset else ""
        return f"{name}.{COMPONENTS[relative.component]}{offset}"


def _in_bank(variable: Variable, register: Register) -> bool:
    """True if a variable of memory is bound to the register's buffer, by as many of them."""
    alike = (variable.banks, variable.bytes) == (register.banks, register.bytes)
    return register.bank in variable.points and alike


def _bound(binding: Binding, type: DataType | None) -> str:
    if binding.kind is not BindingKind.CONSTANT:
        return binding.name
    return vector(binding.words, type or DataType.FLOAT, binding.bits)
