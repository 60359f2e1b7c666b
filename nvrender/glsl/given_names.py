"""Names for what a program reads: those that people give bindings and registers, and those of Cg metadata.

People name a binding as the program writes it, ``texture[0]``, ``program.local[3]``, ``state.matrix.mvp``,
``vertex.attrib[6]``, ``c[4]``, ``v[OPOS]``, or a variable or register, ``R0``.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field

from nvrender.glsl.cg_names import NamedRegisters
from nvrender.glsl.names import is_reserved, safe, spelled
from nvrender.glsl.textures.samplers import samplers_of
from nvrender.languages.cg import INPUT, UNIFORM, metadata
from nvrender.languages.cg_bindings import attribute_of, unit_of
from nvrender.languages.vp.bindings import ATTRIBUTES
from nvrender.program import BindingKind, Program, RegisterFile
from nvrender.program.profile import Stage
from nvrender.source import InputError

#: What a program may be told: binding → name.
NameMap = Mapping[str, str]

_IDENTIFIER = re.compile(r"[A-Za-z][A-Za-z0-9_]{0,199}")
_INDEXED = re.compile(r"(texture|c|v)\[([0-9]{1,5})\]")
_FIRST_ROW = ".row[0]"


@dataclass
class GivenNames:
    """Names by what has them: parameters, registers by their file and number, image units.

    ``asked`` are the bindings that people gave names, by the name.
    """

    parameters: list[NamedRegisters] = field(default_factory=list)
    registers: dict[tuple[RegisterFile, int], str] = field(default_factory=dict)
    units: dict[int, str] = field(default_factory=dict)
    asked: dict[str, str] = field(default_factory=dict)

    def forget_units(self) -> None:
        """Leaves of the names of image units those that people gave."""
        self.units = {unit: name for unit, name in self.units.items() if name in self.asked}


def check_name(binding: str, name: object, place: str) -> str:
    """``name`` itself; InputError for what GLSL has no identifier of (GLSL 4.60, 3.7)."""
    if not isinstance(name, str):
        raise InputError(f'{place}: the name of {binding} is no text; write "{binding}": "name"')
    if not _IDENTIFIER.fullmatch(name) or is_reserved(name):
        why = "GLSL keeps it for itself" if is_reserved(name) else "names are letters, digits and _"
        raise InputError(f"{place}: {binding} cannot be called {name}: {why}")
    return name


def given_names(program: Program, names: NameMap, units: frozenset[int]) -> GivenNames:
    """The names of a program that reads textures of these ``units``, people's before those of Cg.

    Raises InputError for a binding that the program does not have, and for two of one name.
    """
    found = GivenNames()
    place = program.source.name
    for binding, name in names.items():
        check_name(binding, name, place)
        if name in found.asked:
            raise InputError(f"{place}: {found.asked[name]} and {binding} cannot both be called {name}")
        found.asked[name] = binding
        if not _give(program, found, binding, name, units):
            hint = ", ".join(_bindings(program, units)[:12])
            raise InputError(f"{place}: {binding} is no binding or register of the program; it has {hint}")
    _add_metadata(program, found, units)
    return found


def applicable(program: Program, names: NameMap) -> dict[str, str]:
    """Those of ``names`` whose bindings the program has."""
    if not names:
        return {}
    units = frozenset(samplers_of(program))
    return {key: name for key, name in names.items() if _give(program, GivenNames(), key, name, units)}


def _give(program: Program, found: GivenNames, binding: str, name: str, units: frozenset[int]) -> bool:
    """Notes a name; False if there is nothing that ``binding`` means."""
    match = _INDEXED.fullmatch(binding)
    numbered = not program.profile.declares_names
    if match and match[1] == "texture":
        found.units[int(match[2])] = name
        return int(match[2]) in units
    for attribute in program.attributes:
        if attribute.name == binding:
            found.registers[RegisterFile.ATTRIBUTE, attribute.index] = name
            return True
    if numbered:
        return _give_numbered(program, found, binding, name)
    for row in program.variables:
        if row.name == binding and not row.alias and row.file is not RegisterFile.BUFFER:
            found.registers[row.file, row.index] = name
            return True
    for index, bound in enumerate(program.parameters):
        rows = 4 if bound.name == binding + _FIRST_ROW else 1
        if bound.kind is not BindingKind.CONSTANT and bound.name in (binding, binding + _FIRST_ROW):
            there = [row.name for row in program.parameters[index : index + rows]]
            count = sum(name.startswith(binding) for name in there)
            found.parameters.append(NamedRegisters(name, index, count, count > 1, binding, asked=True))
            return True
    return False


def _give_numbered(program: Program, found: GivenNames, binding: str, name: str) -> bool:
    """The same of a language whose registers have numbers."""
    match = _INDEXED.fullmatch(binding)
    if match and match[1] == "c" and int(match[2]) < program.profile.parameters:
        found.parameters.append(NamedRegisters(name, int(match[2]), 1, False, binding, asked=True))
        return True
    read = program.reads(RegisterFile.ATTRIBUTE)
    for number in read:
        if binding in (f"v[{number}]", f"v[{ATTRIBUTES[number].mnemonic}]"):
            found.registers[RegisterFile.ATTRIBUTE, number] = name
            return True
    temporaries = program.reads(RegisterFile.TEMPORARY) | program.writes(RegisterFile.TEMPORARY)
    for number in temporaries:
        if binding == f"R{number}":
            found.registers[RegisterFile.TEMPORARY, number] = name
            return True
    return False


def _bindings(program: Program, units: frozenset[int]) -> list[str]:
    """What a program has that may be given a name, the most telling first."""
    found = [f"texture[{unit}]" for unit in sorted(units)]
    if not program.profile.declares_names:
        numbers = sorted(program.reads(RegisterFile.PARAMETER))
        found += [f"c[{number}]" for number in numbers]
        return found + [f"v[{number}]" for number in sorted(program.reads(RegisterFile.ATTRIBUTE))]
    found += [row.name for row in program.parameters if row.kind is not BindingKind.CONSTANT]
    found += [row.name for row in program.attributes]
    return found + [row.name for row in program.variables if not row.alias]


def _add_metadata(program: Program, found: GivenNames, units: frozenset[int]) -> None:
    """What a Cg compiler says of inputs and samplers."""
    data = metadata(program)
    for variable in data.variables if data is not None else ():
        name = safe(spelled(variable.name))
        if variable.direction == INPUT and program.profile.stage is Stage.VERTEX:
            number = attribute_of(variable)
            if number is not None:
                found.registers.setdefault((RegisterFile.ATTRIBUTE, number), name)
        elif variable.direction == UNIFORM and unit_of(variable) in units:
            found.units.setdefault(unit_of(variable), name)
