"""Random ARB_vertex_program programs, plain and with NVIDIA's options.

An approximate result may differ from machine to machine, so it must decide nothing: approximate opcodes
write registers and results set aside for them, as in ``nv4``.
"""

from __future__ import annotations

from collections.abc import Sequence

from nvrender.languages.arb.options import with_options
from nvrender.languages.profiles import PROFILES
from nvrender.ops.conditions import PASSES
from nvrender.program.opcodes import Opcode, OperandClass, ResultClass

from .declared import (
    ANGULAR,
    COMPONENTS,
    LOOP_ATTRIBUTE,
    TURN,
    DeclaredSample,
    Unit,
    Writer,
    exact_components,
)

_OPTIONS = {"arb": "", "arb-nv2": "NV_vertex_program2", "arb-nv3": "NV_vertex_program3"}
_TEMPORARIES = ("t0", "t1", "t2", "t3")
_ROUGH = ("g0", "g1")
_ATTRIBUTES = (
    "vertex.position", "vertex.attrib[1]", "normal", "vertex.color", "vertex.color.secondary",
    "vertex.fogcoord", "vertex.attrib[6]", "vertex.attrib[7]", "vertex.texcoord[3]",
)  # fmt: skip
_PARAMETERS = (
    "program.env[7]", "program.local[2]", "table[2]", "table[0]", "k", "state.fog.color",
    "state.matrix.mvp.row[1]", "state.matrix.texture[1].transpose.row[2]", "state.light[1].diffuse",
    "state.material.shininess", "colour", "{ 0.5, -1, 2, 0.25 }", "{ 1, 3 }", "1.5", "0", "3e5",
)  # fmt: skip
_RESULTS = (
    "color", "color.secondary", "color.back.primary", "color.back.secondary", "texcoord[1]", "texcoord[7]",
    "position", "fogcoord", "pointsize",
)  # fmt: skip
_ROUGH_RESULTS = ("texcoord[4]", "texcoord[5]")
_TABLE = "PARAM table[4] = { program.env[3..4], { 1, 2, -0.5, 0.125 }, state.matrix.modelview.row[2] };"
#: How the others are named where one of these may be indexed: no program binds both names of a register.
_RENAMED = {
    "vertex.attrib": {
        "vertex.position": "vertex.attrib[0]", "vertex.normal": "vertex.attrib[2]",
        "vertex.color.secondary": "vertex.attrib[4]", "vertex.color": "vertex.attrib[3]",
        "vertex.fogcoord": "vertex.attrib[5]", "vertex.texcoord[3]": "vertex.attrib[11]",
    },
    "vertex.texcoord": {f"vertex.attrib[{LOOP_ATTRIBUTE}]": "vertex.texcoord[7]"},
    "": {},
}  # fmt: skip
_LABELS = ("l0", "loop", "done", "void", "texture1", "float")


def generate(seed: int) -> DeclaredSample:
    """The plain program of a seed: the same on every machine."""
    return _Writer(seed, "arb").sample()


def generate_defined(seed: int) -> DeclaredSample:
    """A plain one that leaves nothing undefined, for drivers."""
    return _Writer(seed, "arb", defined=True).sample()


def generate_option2(seed: int) -> DeclaredSample:
    """One with OPTION NV_vertex_program2."""
    return _Writer(seed, "arb-nv2").sample()


def generate_option3(seed: int) -> DeclaredSample:
    """One with OPTION NV_vertex_program3."""
    return _Writer(seed, "arb-nv3").sample()


class _Writer(Writer):
    def __init__(self, seed: int, family: str, *, defined: bool = False) -> None:
        super().__init__(seed, family)
        self.family = family
        self.defined = defined
        option = _OPTIONS[family]
        self.options = frozenset({option}) if option else frozenset()
        self.profile = with_options(PROFILES["!!ARBvp1.0"], self.options)
        assert self.profile.declares_names
        self.language = self.profile.language
        rows = [row for row in self.profile.opcodes.values() if not row.is_flow and row.texture is None]
        rows = [row for row in rows if row.name not in ("PUSHA", "POPA")]
        self.addresses = [row for row in rows if row.result is ResultClass.ADDRESS]
        rows = [row for row in rows if row.result is not ResultClass.ADDRESS]
        self.exact = [row for row in rows if exact_components(row)]
        self.inexact = [row for row in rows if len(exact_components(row)) < 4]
        self.rough = self.chance(0.6)
        self.relative = self.chance(0.6)
        self.tame = defined or (family == "arb" and self.chance(0.5))
        outputs = self.random.sample(_RESULTS, self.random.randint(2, 6))
        self.outputs = {f"out{n}": name for n, name in enumerate(outputs) if self.chance(0.4)}
        self.targets = [*self.outputs, *(f"result.{n}" for n in outputs if n not in self.outputs.values())]
        self.parameter = self.attribute = ""
        stems = sorted(self.language.relative_bindings & _RENAMED.keys())
        #: The attributes that may be indexed.
        self.indexed = self.pick(stems) if stems and self.relative else ""

    def sample(self) -> DeclaredSample:
        option = [f"OPTION {name};" for name in sorted(self.options)]
        head = (
            "!!ARBvp1.0",
            *option,
            "ATTRIB normal = vertex.normal;",
            "TEMP t0, t1, t2, t3;",
            "TEMP g0, g1, turned, counter;",
            "ADDRESS A;",
            _TABLE,
            "PARAM k = { -0.125, 4, 1e-3, -7 };",
            "PARAM colour = state.lightmodel.ambient;",
            "ALIAS t4 = t1;",
            *(f"OUTPUT {name} = result.{result};" for name, result in self.outputs.items()),
        )
        units: list[Unit] = [("ARL A.x, vertex.attrib[6].x;",), ("MOV t0, vertex.attrib[1];",)]
        if self.defined:
            first = ("t1", "t2", "t3", "g0", "g1", "turned", "counter")
            lines = (f"MOV {name}, {self.pick(_ATTRIBUTES)};" for name in first)
            head = (*head, *lines)
        units += [self.statement() for _ in range(self.random.randint(3, 18))]
        for target in self.random.sample(self.targets, len(self.targets)):
            if self.chance(0.8):
                source = self.modified(self.pick(_TEMPORARIES), self.swizzle(False), bars=self.language.bars)
                units.append((f"MOV {target}, {source};",))
        units.append((f"MOV {self.targets[0]}, t0;",))
        if self.language.labels:
            self.add_flow(units)
        named = tuple(tuple(self.renamed(line) for line in unit) for unit in units)
        head = tuple(self.renamed(line) for line in head)
        return DeclaredSample(self.seed, self.family, head, named, tame=self.tame, defined=self.defined)

    def renamed(self, line: str) -> str:
        for name, other in _RENAMED[self.indexed].items():
            line = line.replace(name, other)
        return line

    # Operands

    def relative_name(self, stem: str) -> str:
        """``stem[A.x + n]``, inside the array or not."""
        component = self.pick(self.language.address_components)
        offset = self.pick((0, 1) if self.defined else (0, 0, 1, 2, 3, -1, -2, 63, -64))
        sign = "-" if offset < 0 else "+"
        return f"{stem}[A.{component} {sign} {abs(offset)}]" if offset else f"{stem}[A.{component}]"

    def read_parameter(self) -> str:
        if self.relative and self.chance(0.3):
            return self.relative_name("table")
        return self.pick(_PARAMETERS)

    def read_attribute(self) -> str:
        if self.indexed and self.chance(0.25):
            return self.relative_name(self.indexed)
        return self.pick(_ATTRIBUTES)

    def input(self) -> str:
        """One attribute and one parameter register an instruction (ARB_vertex_program 2.14.4.1)."""
        if self.chance(0.5):
            self.parameter = self.parameter or self.read_parameter()
            return self.parameter
        self.attribute = self.attribute or self.read_attribute()
        return self.attribute

    def operand(self, register: str, scalar: bool) -> str:
        if register[0].isdigit():
            suffix = ".x" if scalar and self.language.scalar_constant_suffix else ""
            return self.pick(("", "-")) + register + suffix
        return self.modified(register, self.swizzle(scalar), bars=self.language.bars)

    def operands(self, row: Opcode, registers: Sequence[str] = ()) -> list[str]:
        self.parameter = self.attribute = ""
        favoured = self.random.randrange(max(len(row.operands), 1))
        texts = []
        for position, operand in enumerate(row.operands):
            if operand is OperandClass.ADDRESS:
                texts.append("A")
                continue
            if registers and (position == favoured or self.chance(0.3)):
                register = self.pick(registers)
            else:
                register = self.pick(_TEMPORARIES) if self.chance(0.5) else self.input()
            if self.defined and operand is OperandClass.SCALAR and register[0].isdigit():
                register = "k"  # the grammar asks for a component, which a bare number hardly has
                self.parameter = register
            scalar = operand is OperandClass.SCALAR or (row.name == "ARL" and not self.options)
            if row.selectors:
                while register[0].isdigit() or register[0] == "{":
                    register = self.pick(_TEMPORARIES)
                texts.append(f"{register}, {self.selectors(both=False)}")
            else:
                texts.append(self.operand(register, scalar))
        return texts

    # Statements

    def test(self) -> str:
        if self.profile.condition_codes == 0:
            return ""
        register = self.pick(("", "0", "1")) if self.profile.condition_codes > 1 else ""
        return f"({self.pick(list(PASSES))}{register}{self.swizzle(False)})"

    def guard(self, probability: float) -> str:
        return f" {self.test()}" if self.profile.condition_codes and self.chance(probability) else ""

    def suffixes(self, row: Opcode, *, code: bool) -> str:
        text = ""
        if code and row.condition_code and self.language.code_suffixes and self.chance(0.35):
            text += self.pick(self.language.code_suffixes)
        if row.clamp and self.language.clamps and self.chance(0.15):
            text += self.pick(self.language.clamps)
        return text

    def target(self) -> str:
        if self.chance(0.2):
            if self.relative and "result.texcoord" in self.language.relative_bindings and self.chance(0.4):
                return self.relative_name("result.texcoord")
            return self.pick(self.targets)
        return self.pick(_TEMPORARIES)

    def statement(self) -> Unit:
        draw = self.random.random()
        if self.relative and draw < 0.1 and not self.defined:
            return self.address_statement()
        if self.rough and draw < 0.35:
            return self.rough_statement()
        row = self.pick(self.exact)
        # XPD leaves w undefined (ARB_vertex_program 2.14.5.27).
        allowed = "xyz" if self.defined and row.name == "XPD" else exact_components(row)
        target = self.target() + self.mask(allowed) + self.guard(0.25)
        word = row.name + self.suffixes(row, code=True)
        return (f"{word} {target}, {', '.join(self.operands(row))};",)

    def address_statement(self) -> Unit:
        row = self.pick(self.addresses)
        if not self.options:
            return (f"ARL A.x, {self.pick(('vertex.attrib[6]', 'k', 'normal'))}.{self.pick(COMPONENTS)};",)
        word = row.name + self.suffixes(row, code=True)
        target = "A" + self.mask() + self.guard(0.2)
        return (f"{word} {target}, {', '.join(self.operands(row))};",)

    def rough_statement(self) -> Unit:
        """An approximate opcode into what is set aside, or such a value a step further."""
        target = self.pick((*_ROUGH, *(f"result.{name}" for name in _ROUGH_RESULTS)))
        mask = self.mask() + self.guard(0.15)
        if self.chance(0.35):
            row = self.pick([row for row in self.exact if row not in self.inexact and row.name != "XPD"])
            word = row.name + self.suffixes(row, code=False)
            return (f"{word} {target}{mask}, {', '.join(self.operands(row, _ROUGH))};",)
        row = self.pick(self.inexact)
        word = row.name + self.suffixes(row, code=False)
        operands = self.operands(row)
        before: Unit = ()
        if row.name in ANGULAR:
            before = (f"FRC turned, {operands[0]};", f"MUL turned, turned, {TURN};")
            operands = [f"turned.{self.pick(COMPONENTS)}"]
        if row.name == "LIT" and self.defined:
            # Mesa's LIT has 0^0 = 0, against ARB_vertex_program 2.14.5.13.
            before = (f"ABS turned, {operands[0]};", "ADD turned, turned, k.z;")
            operands = ["turned" + self.swizzle(False)]
        return (*before, f"{word} {target}{mask}, {', '.join(operands)};")

    # Flow

    def branch_test(self, probability: float) -> str:
        return f" {self.test()}" if self.chance(probability) else ""

    def add_flow(self, units: list[Unit]) -> None:
        """Branches forward, back with a counter of their own, and subroutines."""
        labels = self.random.sample(_LABELS, self.random.randint(0, 4))
        for label in labels:
            place = self.random.randint(1, len(units))
            units.insert(place, (f"{label}:",))
            if self.chance(0.5):
                units.insert(self.random.randint(place + 1, len(units)), self.counted_branch(label))
        for _ in range(self.random.randint(0, 5) if labels else 0):
            place = self.random.randint(0, len(units))
            behind = [label for label in labels if (f"{label}:",) in units[place:]]
            if behind:
                opcode = self.pick(("BRA", "BRA", "CAL"))
                units.insert(place, (f"{opcode} {self.pick(behind)}{self.branch_test(0.85)};",))
        if self.chance(0.4):
            units += [("RET;",), ("sub:",)]
            units += [self.statement() for _ in range(self.random.randint(1, 5))]
            units += [(f"RET{self.branch_test(0.4)};",)] if self.chance(0.7) else []
            for _ in range(self.random.randint(1, 3)):
                place = self.random.randint(0, len(units) - 1)
                units.insert(place, (f"CAL sub{self.branch_test(0.5)};",))
        if self.chance(0.1):
            units.insert(self.random.randint(0, 2), ("main:",))

    def counted_branch(self, label: str) -> Unit:
        """Back to ``label`` while the vertex has turns left: every such branch uses one up."""
        suffix = self.pick(self.language.code_suffixes)
        register = suffix[1:]
        return (
            "ADD counter.x, counter.x, 1;",
            f"SLT{suffix} counter.y, counter.x, vertex.attrib[{LOOP_ATTRIBUTE}].x;",
            f"BRA {label} (GT{register}.y);",
        )
