"""Random programs of generation 4: types, modifiers, flags, arrays, blocks and subroutines.

An approximate result may differ from machine to machine, so it must decide nothing: approximate opcodes
write registers and results set aside for them, without updating a condition code, and such registers are
read only by float instructions that write such registers again.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from nvrender.languages.arb.headers.generation4 import FRAGMENT_ONLY, GEOMETRY_ONLY, MULTISAMPLE
from nvrender.languages.profiles import OPCODES
from nvrender.ops.conditions import FLAG_CONDITIONS
from nvrender.ops.types import DataType
from nvrender.program.opcodes import Opcode, OperandClass

from .declared import (
    ANGULAR,
    COMPONENTS,
    DERIVATIVES,
    LOOP_ATTRIBUTE,
    TURN,
    DeclaredSample,
    Unit,
    Writer,
    exact_components,
)

_F, _S, _U = DataType.FLOAT, DataType.SIGNED, DataType.UNSIGNED
_LETTERS = {_F: "F", _S: "S", _U: "U"}

_ROWS = [
    row
    for (family, name), row in OPCODES.items()
    if family == "nv4"
    and not row.is_flow
    and row.texture is None
    and name not in FRAGMENT_ONLY | GEOMETRY_ONLY | MULTISAMPLE
]
EXACT = [row for row in _ROWS if exact_components(row)]
_INEXACT = [row for row in _ROWS if len(exact_components(row)) < 4]
#: Chosen so much more often: flags depend on them.
_FAVOURED = {"ADD": 4, "SUB": 4, "MAD": 3, "SAD": 2, "MUL": 3, "MOV": 3, "SWZ": 2, "CMP": 2}

#: name → declaration; what a statement may read or write, by type (None: typeless).
_TEMPORARIES: dict[str, tuple[DataType | None, str]] = {
    "R0": (_F, ""), "R1": (_F, ""), "R2": (_S, ""), "R3": (_S, ""), "R4": (_U, ""),
    "F0": (_F, "FLOAT"), "F1": (_F, "FLOAT SHORT"), "I0": (_S, "INT"), "I1": (_S, "INT"), "U0": (_U, "UINT"),
}  # fmt: skip
#: Arrays of temporaries: preferred type, modifier, size.
_ARRAYS: dict[str, tuple[DataType, str, int]] = {
    "ta": (_S, "", 3), "fa": (_F, "FLOAT", 4), "ia": (_S, "INT", 4), "ua": (_U, "UINT", 2),
}  # fmt: skip
_INDICES = ("ix", "jx")
_ATTRIBUTES: dict[DataType, tuple[str, ...]] = {
    _F: ("vertex.attrib[1]", "vertex.attrib[4]", "vertex.normal", "v4", "av[0]", "vertex.fogcoord",
         "vertex.color", "vertex.position", "vertex.texcoord"),
    _S: ("vertex.attrib[6]", "vertex.attrib[7]", "i6", "ai[1]", "vertex.id", "vertex.instance"),
    _U: ("vertex.attrib[7]", "vertex.attrib[14]", "ai[2]"),
}  # fmt: skip
_PARAMETERS: dict[DataType, tuple[str, ...]] = {
    _F: ("program.local[0]", "program.local[1]", "program.env[0]", "pf[2]", "k"),
    _S: ("program.local[6]", "program.local[7]", "program.env[6]", "ps[1]", "kc[0]"),
    _U: ("program.local[7]", "program.env[7]", "ps[2]", "kc[1]"),
}
#: Arrays that are read: preferred type, size.
_READ_ARRAYS: dict[str, tuple[DataType, int]] = {
    "av": (_F, 3), "ai": (_S, 3), "pf": (_F, 4), "ps": (_S, 4), "kc": (_S, 3), "kf": (_F, 3),
}  # fmt: skip
_DECLARATIONS = (
    "FLOAT PARAM k = program.local[2];",
    "PARAM pf[4] = { program.local[0..1], program.env[0..1] };",
    "PARAM ps[4] = { program.local[6..8], program.env[6] };",
    "INT PARAM kc[3] = { { 3, -7, 0x80000000, 31 }, 5, { 1, -1 } };",
    "FLOAT PARAM kf[] = { { 0.5, -2, 3e10, 1 }, -0.25, program.local[3] };",
    "ALIAS R5 = R1;",
    "TEMP G0, G1, T, L;",
    "INT TEMP ix; TEMP jx;",
)


@dataclass(frozen=True)
class Stage:
    """What a program of one stage binds.

    ``attributes`` by the type they are read as. ``generic`` results take any type, ``float_results`` floats
    only, ``rough_results`` what is approximate; ``outputs`` are OUTPUT declarations of ``o3`` and, where
    ``output_array``, ``o``, with ``{}`` for their type. ``attribute`` is a generic attribute with ``{}`` for
    its number, ``exact`` the instructions whose results every machine has alike.
    """

    family: str
    head: tuple[str, ...]
    attributes: Mapping[DataType, tuple[str, ...]]
    generic: tuple[str, ...]
    float_results: tuple[str, ...]
    rough_results: tuple[str, ...]
    outputs: tuple[str, ...]
    output_array: bool
    attribute: str
    exact: Sequence[Opcode]


VERTEX = Stage(
    "nv4",
    (
        "!!NVvp4.0",
        "ATTRIB v4 = vertex.attrib[4];",
        "INT ATTRIB i6 = vertex.attrib[6];",
        "ATTRIB av[] = { vertex.attrib[9], vertex.attrib[10..11] };",
        "ATTRIB ai[3] = { vertex.attrib[12..14] };",
    ),
    _ATTRIBUTES,
    tuple(f"result.attrib[{number}]" for number in range(3)),
    ("result.texcoord[1]", "result.color.back", "result.position"),
    ("result.attrib[9]", "result.texcoord[4]"),
    ("{}OUTPUT o3 = result.attrib[3];", "{}OUTPUT o[3] = {{ result.attrib[4..6] }};"),
    True,
    "vertex.attrib[{}]",
    EXACT,
)
_FLOATS = (
    "0", "1", "-1", "0.5", "2", "-0.75", "3e38", "1e-30", "16777216", "{ 1, -2 }", "{ 0.25, 3, -8, 0 }",
    "127.5", "-2147483648", "4294967296.0", "0.1",
)  # fmt: skip
_INTEGERS: dict[DataType, tuple[str, ...]] = {
    _S: ("0", "1", "-1", "2", "31", "32", "0x7fffffff", "0x80000000", "65535",
         "{ 1, -2, 3, -4 }", "{ -2147483648, 0xffffffff }", "8388607"),
    _U: ("0", "1", "2", "31", "33", "0xffffffff", "0x80000000", "4294967295", "{ 1, 2, 3, 4 }",
         "{ 0xffffffff, 0x10000 }", "16777215"),
}  # fmt: skip


def generate(seed: int) -> DeclaredSample:
    """The program of a seed: the same on every machine."""
    return Nv4Writer(seed, VERTEX).sample()


class Nv4Writer(Writer):
    """A program of one stage."""

    def __init__(self, seed: int, stage: Stage) -> None:
        super().__init__(seed, stage.family)
        self.stage, self.family = stage, stage.family
        #: Whether some of those that run together may have taken another way.
        self.apart = False
        self.returned = False
        self.rough = self.chance(0.5)
        self.arrays = self.chance(0.7)
        self.output_type = self.pick((_F, _S, None))
        self.calls = 0
        self.subroutines = [f"s{number}" for number in range(self.pick((0, 0, 1, 2, 3)))]

    def sample(self) -> DeclaredSample:
        words = {None: "", _F: "FLOAT ", _S: "INT "}
        head = (
            *self.stage.head,
            *(f"{kind} TEMP {name};".strip() for name, (_, kind) in _TEMPORARIES.items()),
            *(f"{kind} TEMP {name}[{size}];".strip() for name, (_, kind, size) in _ARRAYS.items()),
            *_DECLARATIONS,
            *(line.format(words[self.output_type]) for line in self.stage.outputs),
        )
        blocks: list[list[Unit]] = [self.main()]
        blocks += [[(f"{name}:",), *self.block(1, 0, self.pick((2, 4, 6)))] for name in self.subroutines]
        if self.subroutines or self.chance(0.2):
            blocks[0].insert(0, ("main:",))
            self.random.shuffle(blocks)
        return DeclaredSample(self.seed, self.family, head, tuple(unit for block in blocks for unit in block))

    def main(self) -> list[Unit]:
        units: list[Unit] = [
            (f"MOV.S.CC0 R2, {self.attribute(6)};",),
            (f"ADD.S.CC1 R3, R2, {self.attribute(7)};",),
            (f"MOV R0, {self.attribute(1)};",),
            (f"AND.S ix, {self.attribute(12)}, 3;",),
        ]
        self.random.shuffle(units)
        units += self.block(0, 0, self.random.randint(4, 16))
        for name in ("R0", "R2", "I0", "F0", "U0", "ta[1]", "ix"):
            if self.chance(0.35):
                units.append(
                    (f"MOV{self.pick(('.NTC', '.U.NTC'))} {self.pick(self.stage.generic)}, {name};",)
                )
        units.append((f"MOV.U.NTC {self.stage.generic[0]}, {self.pick(('R2', 'R3', 'R4'))};",))
        return units

    def attribute(self, number: int) -> str:
        return self.stage.attribute.format(number)

    # Flow

    def test(self) -> str:
        letters = self.pick((COMPONENTS, COMPONENTS, "rgba"))
        suffix = self.swizzle(False, letters)
        return f"{self.pick(list(FLAG_CONDITIONS))}{self.pick(('', '0', '1'))}{suffix}"

    def branch(self, probability: float) -> str:
        """A branch's condition, with or without its parentheses (NV_gpu_program4 2.X.5)."""
        if not self.chance(probability):
            return ""
        return f" ({self.test()})" if self.chance(0.7) else f" {self.test()}"

    def block(self, depth: int, loops: int, length: int) -> list[Unit]:
        """Statements; behind a return not all fragments are there, whatever block it is in."""
        units: list[Unit] = []
        self.returned = self.returned and depth > 0
        before, self.apart = self.apart, self.apart or depth > 0
        for _ in range(self.random.randint(1, length)):
            draw = self.random.random()
            if draw < 0.76 or depth > 3:
                units.append(self.statement())
            elif draw < 0.86:
                units += [(f"IF {self.test()};",), *self.block(depth + 1, loops, 4)]
                if self.chance(0.5):
                    units += [("ELSE;",), *self.block(depth + 1, loops, 3)]
                units.append(("ENDIF;",))
            elif draw < 0.91 and loops < 2:
                units += [self.repeat(), *self.block(depth + 1, loops + 1, 4), ("ENDREP;",)]
            elif draw < 0.94 and loops:
                units.append((f"{self.pick(('BRK', 'CONT'))}{self.branch(0.9)};",))
            elif draw < 0.98 and self.subroutines and self.calls < 6 and loops < 2:
                self.calls += 1
                units.append((f"CAL {self.pick(self.subroutines)}{self.branch(0.7)};",))
            elif draw > 0.985:
                units.append((f"RET{self.branch(0.95)};",))
                self.returned = self.apart = True
        self.apart = before or self.returned
        return units

    def repeat(self) -> Unit:
        """REP without a count leaves by a counter of its own, which all loops share."""
        counted = self.attribute(LOOP_ATTRIBUTE)
        counts = (
            "REP.S 2;", "REP 2.5;", "REP.U 3;", "REP.S -1;", "REP 0.75;", "REP.S {2, 100}.xxxx;",
            f"REP {counted}.x;", f"REP.F -{counted}.xxyz;", f"REP.S {counted}.y;", f"REP.U |{counted}.zwww|;",
        )  # fmt: skip
        if self.chance(0.75):
            return (self.pick(counts),)
        register = self.pick(("0", "1"))
        return (
            "REP;",
            "ADD.S L.x, L.x, 1;",
            f"SUB.S.CC{register} L.y, L.x, {self.random.randint(2, 7)};",
            f"BRK (GE{register}.y);",
        )

    # Operands

    def index(self, size: int) -> str:
        """A member of an array: by number, or by an integer temporary, inside the array or not."""
        if not self.arrays or self.chance(0.4):
            return str(self.random.randrange(size))
        offset = self.random.randrange(size)
        component = f"{self.pick(_INDICES)}.{self.pick(COMPONENTS)}"
        return f"{component} + {offset}" if offset or self.chance(0.1) else component

    def readable(self, type: DataType, unchecked: bool) -> str:
        """A register an operand of ``type`` may name; of any type with NTC."""
        wanted = self.pick((_F, _S, _U)) if self.chance(0.08) else type
        match self.some(("temporary", "array", "attribute", "parameter"), (6, 2, 2, 2)):
            case "array":
                sizes = {name: (kind, size) for name, (kind, _, size) in _ARRAYS.items()} | _READ_ARRAYS
                typed = {"fa": _F, "ia": _S, "ua": _U, "kc": _S, "kf": _F}
                names = [
                    name
                    for name, (kind, _) in sizes.items()
                    if (typed.get(name) in (None, type) or unchecked) and (kind is wanted or self.chance(0.1))
                ]
                if names:
                    name = self.pick(names)
                    return f"{name}[{self.index(sizes[name][1])}]"
            case "attribute":
                name = self.pick(self.stage.attributes[wanted])
                if type is _S or unchecked or name != "i6":
                    return name
            case "parameter":
                name = self.pick(_PARAMETERS[wanted])
                typed = {"k": _F, "kc": _S}
                if unchecked or typed.get(name[:2].rstrip("["), type) is type:
                    return name
            case _:
                pass
        names = [
            name
            for name, (kind, word) in _TEMPORARIES.items()
            if (not word or kind is type or unchecked) and (kind is wanted or self.chance(0.1))
        ]
        if type is not _F and self.chance(0.1):
            return "ix" if type is _S or unchecked else "jx"
        return self.pick(names) if names else "R0"

    def operand(self, type: DataType, scalar: bool, unchecked: bool, registers: Sequence[str] = ()) -> str:
        if not registers and self.chance(0.16):
            return self.constant(type, scalar)
        register = self.pick(registers) if registers else self.readable(type, unchecked)
        letters = self.pick((COMPONENTS, COMPONENTS, COMPONENTS, "rgba"))
        return self.modified(register, self.swizzle(scalar, letters), bars=True)

    def constant(self, type: DataType, scalar: bool) -> str:
        text = self.pick(_FLOATS if type is _F else _INTEGERS[type])
        if not text.startswith("{"):
            return text
        suffix = self.swizzle(scalar)
        return self.modified(text, suffix, bars=False)

    def operands(
        self, row: Opcode, type: DataType, unchecked: bool, registers: Sequence[str] = ()
    ) -> list[str]:
        """The operands of one instruction; at least one of ``registers``, if there are any."""
        texts = []
        favoured = self.random.randrange(len(row.operands))
        for position, operand in enumerate(row.operands):
            from_set = registers if registers and (position == favoured or self.chance(0.3)) else ()
            read = row.operand_type(position, type)
            if operand is OperandClass.WHOLE:
                texts.append(self.pick(from_set) if from_set else self.readable(read, unchecked))
                texts.append(self.selectors(both=True))
            else:
                scalar = operand is OperandClass.SCALAR
                if row.unpacks and not from_set and self.chance(0.8):
                    names = ("R2", self.attribute(7), "program.local[7]")
                    texts.append(self.operand(read, scalar, unchecked, names))
                else:
                    texts.append(self.operand(read, scalar, unchecked, from_set))
        return texts

    # Destinations

    def writable(self, type: DataType, unchecked: bool) -> str:
        if self.chance(0.22):
            return self.result(type, unchecked)
        if self.chance(0.25):
            names = [
                name for name, (kind, word, _) in _ARRAYS.items() if not word or kind is type or unchecked
            ]
            name = self.pick(names)
            return f"{name}[{self.index(_ARRAYS[name][2])}]"
        names = [
            name
            for name, (kind, word) in _TEMPORARIES.items()
            if (not word or kind is type or unchecked) and (kind is type or self.chance(0.1))
        ]
        return self.pick(names) if names else "R4"

    def result(self, type: DataType, unchecked: bool) -> str:
        choices = list(self.stage.generic)
        if self.output_type in (None, type) or unchecked:
            choices += ["o3", f"o[{self.index(3)}]"] if self.stage.output_array else ["o3"]
        if type is _F:
            choices += self.stage.float_results
        return self.pick(choices)

    def mask_and_condition(self, allowed: str, probability: float) -> str:
        condition = f" ({self.test()})" if self.chance(probability) else ""
        return self.mask(allowed) + condition

    # Statements

    def statement(self) -> Unit:
        draw = self.random.random()
        if draw < 0.12:
            return self.index_statement()
        if self.rough and draw < 0.35:
            return self.rough_statement()
        rows = [row for row in self.stage.exact if not (self.apart and row.name in DERIVATIVES)]
        weights = [_FAVOURED.get(row.name, 1) for row in rows]
        row = self.random.choices(rows, weights)[0]
        type = self.pick(sorted(row.types, key=lambda each: each.value)) if row.types else row.default
        unchecked = self.chance(0.25)
        word, type = self.word(row, type, unchecked, code=True)
        target = self.writable(row.written_type(type), unchecked)
        target += self.mask_and_condition(exact_components(row), 0.25)
        line = f"{word} {target}, {', '.join(self.operands(row, type, unchecked))};"
        return (line.replace("F1", "F0") if row.packs or row.unpacks else line,)

    def word(self, row: Opcode, type: DataType, unchecked: bool, *, code: bool) -> tuple[str, DataType]:
        """The opcode with its modifiers, in any order, and the type it then has."""
        modifiers = []
        suffix = ""
        multiply = ""
        if row.multiply and type is not _F and self.chance(0.35):
            multiply = self.pick(("HI", "S24", "U24"))
            modifiers.append(multiply)
            type = {"S24": _S, "U24": _U}.get(multiply, type)
        if row.types and multiply not in ("S24", "U24") and (type is not row.default or self.chance(0.5)):
            modifiers.append(_LETTERS[type])
        if unchecked:
            modifiers.append("NTC")
        if row.clamp and row.written_type(type) is _F and self.chance(0.15):
            if self.chance(0.2):
                suffix = self.pick(("_SAT", "_SSAT"))
            else:
                modifiers.append(self.pick(("SAT", "SSAT")))
        if code and row.condition_code and self.chance(0.4):
            if self.chance(0.2):
                suffix = self.pick(("C", "C0", "C1")) + suffix
            else:
                modifiers.append(self.pick(("CC", "CC0", "CC1")))
        self.random.shuffle(modifiers)
        return ".".join((row.name + suffix, *modifiers)), type

    def index_statement(self) -> Unit:
        """An index inside or near the arrays, now and then anywhere."""
        target = self.pick(_INDICES) + self.mask()
        if self.chance(0.15):
            target += f" ({self.test()})"
        source = self.operand(_S, False, False)
        forms = (
            f"AND.S {target}, {source}, 3;",
            f"AND.S {target}, {source}, {{ 1, 3, 7, 2 }};",
            f"MOV.S {target}, {{ {', '.join(str(self.random.randint(-2, 4)) for _ in range(4))} }};",
            f"MOD.S {target}, {source}, 4;",
            f"FLR.S {target}, {self.operand(_F, False, False)};",
            f"MOV.S {target}, {source};",
        )
        return (self.some(forms, (4, 2, 3, 1, 0.5, 0.3)),)

    def rough_statement(self) -> Unit:
        """An approximate opcode into what is set aside, or such a value a step further."""
        target = self.pick(("G0", "G1", *self.stage.rough_results))
        if self.chance(0.35):
            rows = [row for row in EXACT if _F in row.types and row.written_type(_F) is _F and not row.packs]
            row = self.pick([row for row in rows if not row.unpacks and row.name != "I2F"])
            word, _ = self.word(row, _F, False, code=False)
            operands = self.operands(row, _F, False, ("G0", "G1"))
            return (f"{word} {target}{self.mask_and_condition(COMPONENTS, 0.15)}, {', '.join(operands)};",)
        row = self.pick(_INEXACT)
        if row.unpacks:
            word, type = self.word(row, self.pick((_F, _S, _U)), True, code=False)
        else:
            word, type = self.word(row, _F, False, code=False)
        before: Unit = ()
        operands = self.operands(row, type, row.unpacks)
        if row.name in ANGULAR:
            before = (f"FRC T, {operands[0]};", f"MUL T, T, {TURN};")
            operands = [f"T.{self.pick(COMPONENTS)}"]
        line = f"{word} {target}{self.mask_and_condition(COMPONENTS, 0.15)}, {', '.join(operands)};"
        return (*before, line.replace("F1", "F0") if row.unpacks else line)
