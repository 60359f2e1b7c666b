"""Random programs, drawn from the opcode tables: everything a profile allows, and nothing it forbids.

An approximate result may differ from machine to machine, so it must reach nothing that is compared
exactly: an approximate opcode writes a register set aside for that opcode (or only those of its
components that are exact), without updating the condition code, and such a register is read by nothing
but a MOV into a result set aside for the same opcode.
"""

from __future__ import annotations

import random
from dataclasses import dataclass, field

from nvrender.languages.profiles import VP_PROFILES
from nvrender.languages.vp.bindings import ATTRIBUTE_NUMBERS
from nvrender.ops.conditions import PASSES
from nvrender.program.opcodes import Opcode, OperandClass, PrecisionKind, ResultClass
from nvrender.program.profile import Profile, Stage

COMPONENTS = "xyzw"
_EXACT = (PrecisionKind.EXACT, PrecisionKind.ROUNDED)

#: Chosen so often: the profile with branches is the one with the most to get wrong.
_PROFILE_WEIGHTS = {"VP1.0": 2, "VP1.1": 2, "VP2.0": 10, "VSP1.0": 2}

#: Set aside: how often a counted loop turns (per vertex), its step, and what brings an angle into one turn.
LOOP_ATTRIBUTE = 15
STEP_PARAMETER = 60
#: Opcodes whose bound holds for angles from 0 to 2 pi only (NV_vertex_program2 2.14.3.8, 2.14.3.33).
_ANGULAR = ("SIN", "COS")

_LABELS = (
    "l", "loop", "done", "_", "float", "void", "vec4", "gl_Position", "x__y", "switch", "c", "R", "END1",
    "Main",
)  # fmt: skip

Unit = tuple[str, ...]


@dataclass(frozen=True)
class Sample:
    """A random program: statements in ``units`` that belong together, and what its results promise.

    ``approximate`` maps a result (``HPOS``, ``c[3]``) to the opcode whose precision it has.
    """

    seed: int
    profile: Profile
    options: tuple[str, ...]
    units: tuple[Unit, ...]
    approximate: dict[str, Opcode] = field(default_factory=dict)

    @property
    def text(self) -> str:
        lines = [*self.options, *(line for unit in self.units for line in unit)]
        return "\n".join([self.profile.header, *lines, "END"])


def generate(seed: int) -> Sample:
    """The program of a seed: the same on every machine."""
    return _Generator(seed).sample()


class _Generator:
    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)
        self.seed = seed
        names = list(_PROFILE_WEIGHTS)
        profiles = {profile.name: profile for profile in VP_PROFILES.values()}
        self.profile = profiles[self.random.choices(names, [_PROFILE_WEIGHTS[name] for name in names])[0]]
        self.state_program = self.profile.stage is Stage.VERTEX_STATE
        self.invariant = "NV_position_invariant" in self.profile.options and self.chance(0.06)
        self.relative = (self.profile.position_invariant_relative or not self.invariant) and self.chance(0.6)
        self._choose_opcodes()
        self._choose_registers()

    def chance(self, probability: float) -> bool:
        return self.random.random() < probability

    def _choose_opcodes(self) -> None:
        rows = [row for row in self.profile.opcodes.values() if not row.is_flow]
        self.exact = [row for row in rows if any(_is_exact(row))]
        # A state program with relative reads could read any parameter, also an approximate one.
        allowed = not (self.state_program and self.relative)
        self.inexact = [row for row in rows if not all(_is_exact(row))] if allowed else []

    def _choose_registers(self) -> None:
        temporaries = [f"R{index}" for index in range(self.profile.temporaries)]
        self.counter = temporaries.pop()
        self.angle = temporaries.pop()
        self.rough_temporaries: dict[str, Opcode] = {}
        self.approximate: dict[str, Opcode] = {}
        if self.state_program:
            results = [f"c[{index}]" for index in self.random.sample(range(STEP_PARAMETER), 12)]
        else:
            skipped = ("HPOS",) if self.invariant else ()
            results = [f"o[{name}]" for name in self.profile.results if name not in skipped]
        self.random.shuffle(results)
        if self.inexact and self.chance(0.7):
            for _ in range(self.random.randint(1, 4)):
                opcode = self.random.choice(self.inexact)
                self.approximate[results.pop()] = opcode
                if self.chance(0.5):
                    self.rough_temporaries[temporaries.pop()] = opcode
        self.results = results[: self.random.randint(1, 6)]
        self.reads = [f"c[{index}]" for index in range(STEP_PARAMETER)]
        if self.state_program:
            self.reads = [name for name in self.reads if name not in self.approximate]
        self.hot = temporaries[: self.random.randint(2, 4)]
        self.temporaries = self.hot * 3 + temporaries

    # Operands

    def parameter(self) -> str:
        if self.relative and self.chance(0.3):
            low, high = self.profile.relative_offset
            offset = self.random.choice((0, 1, 2, 3, 5, 8, -1, -3, 30, 57, low, high))
            register = self.random.randrange(self.profile.address_registers)
            component = COMPONENTS[self.random.randrange(self.profile.address_components)]
            return f"c[A{register}.{component}{offset:+d}]" if offset else f"c[A{register}.{component}]"
        if self.chance(0.05):
            return f"c[{self.profile.parameters - 1}]"
        return self.random.choice(self.reads[:8] if self.chance(0.8) else self.reads)

    def attribute(self) -> str:
        if self.profile.attributes == 1:
            return "v[0]"
        index = self.random.choice((0, 0, 1, 2, 3, self.random.randrange(LOOP_ATTRIBUTE)))
        names = {number: name for name, number in ATTRIBUTE_NUMBERS.items()}
        if self.profile.attribute_mnemonics and index in names and self.chance(0.3):
            return f"v[{names[index]}]"
        return f"v[{index}]"

    def modified(self, register: str, suffix: str) -> str:
        text = register + suffix
        profile = self.profile
        if profile.language.bars and self.chance(0.15):
            text = f"|{self.random.choice(('', '', '-', '+'))}{text}|"
        if self.chance(0.25):
            text = "-" + text
        elif profile.language.unary_plus and self.chance(0.05):
            text = "+" + text
        return text

    def swizzle(self) -> str:
        draw = self.random.random()
        if draw < 0.5:
            return ""
        if draw < 0.65:
            return "." + self.random.choice(COMPONENTS)
        return "." + "".join(self.random.choice(COMPONENTS) for _ in range(4))

    def operands(self, row: Opcode) -> list[str]:
        """Operands with one parameter and one attribute between them (NV_vertex_program2 2.14.1.8)."""
        parameter, attribute = self.parameter(), self.attribute()
        texts = []
        for operand in row.operands:
            if operand is OperandClass.ADDRESS:
                texts.append(f"A{self.random.randrange(self.profile.address_registers)}")
                continue
            draw = self.random.random()
            temporary = self.random.choice(self.temporaries)
            register = temporary if draw < 0.5 else attribute if draw < 0.78 else parameter
            scalar = operand is OperandClass.SCALAR
            suffix = "." + self.random.choice(COMPONENTS) if scalar else self.swizzle()
            texts.append(self.modified(register, suffix))
        return texts

    # Destinations

    def mask(self, allowed: str = COMPONENTS) -> str:
        if allowed == COMPONENTS and self.chance(0.5):
            return ""
        count = self.random.randint(1, len(allowed))
        chosen = sorted(self.random.sample(allowed, count), key=COMPONENTS.index)
        return "." + "".join(chosen)

    def condition(self, probability: float) -> str:
        if not self.profile.condition_codes or not self.chance(probability):
            return ""
        return f"({self.random.choice(list(PASSES))}{self.swizzle()})"

    def destination(self, row: Opcode) -> str:
        if row.result is ResultClass.ADDRESS:
            register = f"A{self.random.randrange(self.profile.address_registers)}"
            mask = self.mask() if self.profile.address_components > 1 else ".x"
            return register + mask + self.condition(0.25)
        if self.profile.condition_codes and self.chance(0.08):
            register = "CC"
        else:
            register = self.random.choice(self.results if self.chance(0.3) else self.temporaries)
        exact = "".join(
            component for component, is_exact in zip(COMPONENTS, _is_exact(row), strict=True) if is_exact
        )
        return register + self.mask(exact) + self.condition(0.25)

    # Statements

    def exact_statement(self) -> Unit:
        row = self.random.choice(self.exact)
        update = "C" if row.condition_code and self.chance(0.35) else ""
        return (f"{row.name}{update} {self.destination(row)},{','.join(self.operands(row))};",)

    def rough_statement(self) -> Unit:
        """An approximate opcode into a register set aside for it, or such a register into a result."""
        if self.rough_temporaries and self.chance(0.4):
            source, opcode = self.random.choice(list(self.rough_temporaries.items()))
            targets = [name for name, owner in self.approximate.items() if owner is opcode]
            sign = self.random.choice(("", "", "-"))
            target = self.random.choice(targets)
            return (f"MOV {target}{self.mask()}{self.condition(0.15)},{sign}{source};",)
        registers = self.approximate | self.rough_temporaries
        name = self.random.choice(list(registers))
        row = registers[name]
        before: Unit = ()
        operands = self.operands(row)
        if row.name in _ANGULAR:
            turn = f"MUL {self.angle},{self.angle},c[{STEP_PARAMETER}].z;"
            before = (f"FRC {self.angle},{operands[0]};", turn)
            operands = [f"{self.angle}.{self.random.choice(COMPONENTS)}"]
        line = f"{row.name} {name}{self.mask()}{self.condition(0.15)},{','.join(operands)};"
        return (*before, line)

    def flow_statement(self, labels: list[str]) -> Unit:
        draw = self.random.random()
        if draw < 0.2:
            return (f"RET{self.condition(0.85)};",)
        opcode = "CAL" if draw < 0.5 else "BRA"
        space = " " if self.chance(0.5) else ""
        return (f"{opcode} {self.random.choice(labels)}{space}{self.condition(0.8)};",)

    def counted_branch(self, label: str) -> Unit:
        """Back to ``label`` while the vertex has turns left: every such branch uses one up."""
        return (
            f"ADD {self.counter}.x,{self.counter}.x,c[{STEP_PARAMETER}].x;",
            f"SLTC CC.x,{self.counter}.x,v[{LOOP_ATTRIBUTE}].x;",
            f"BRA {label}(GT.x);",
        )

    def statement(self) -> Unit:
        if self.approximate and self.chance(0.2):
            return self.rough_statement()
        return self.exact_statement()

    def sample(self) -> Sample:
        size = self.random.choice((3, 6, 10, 15, 25, 40))
        units = [self.statement() for _ in range(size)]
        if self.profile.labels and self.chance(0.8):
            self._add_flow(units)
        for name in self.results if self.chance(0.5) else self.results[:1]:
            units.insert(self.random.randint(len(units) // 2, len(units)), self._report(name))
        if not self.profile.labels or self.chance(0.8):
            units[:0] = self._initial()
        units.insert(0, self._required())
        options = tuple(
            "OPTION NV_position_invariant;" for _ in range(self.random.randint(1, 2)) if self.invariant
        )
        promised = {name.removeprefix("o[").removesuffix("]"): row for name, row in self.approximate.items()}
        if self.state_program:
            promised = dict(self.approximate)
        return Sample(self.seed, self.profile, options, tuple(units), promised)

    def _report(self, name: str) -> Unit:
        return (f"MOV {name},{self.random.choice(self.temporaries)};",)

    def _initial(self) -> list[Unit]:
        """Values for the registers most used: compilers fold comparisons of what was never written."""
        registers = [self.attribute() if self.chance(0.6) else self.parameter() for _ in self.hot]
        return [(f"MOV {name},{register};",) for name, register in zip(self.hot, registers, strict=True)]

    def _required(self) -> Unit:
        """What every program must write: HPOS, or a parameter (NV_vertex_program2 2.14.1.8, 2.14.5)."""
        if self.state_program:
            return ("MOV c[61],v[0];",)
        return ("MOV o[COL0],v[0];",) if self.invariant else ("MOV o[HPOS],v[0];",)

    def _add_flow(self, units: list[Unit]) -> None:
        labels = self.random.sample(_LABELS, self.random.randint(1, 6))
        if self.chance(0.15):
            labels.append("main")
        wild = self.chance(0.08)
        for label in labels:
            place = self.random.randint(1, len(units))
            units.insert(place, (f"{label}:",))
            if self.chance(0.6):
                units.insert(self.random.randint(place + 1, len(units)), self.counted_branch(label))
        for _ in range(self.random.randint(0, 6)):
            place = self.random.randint(0, len(units))
            behind = [label for label in labels if (f"{label}:",) in units[place:]]
            if wild or behind:
                units.insert(place, self.flow_statement(labels if wild else behind))
        if self.chance(0.4):
            units.append(("RET;",))
            units.append((f"sub{len(units)}:",))
            name = units[-1][0][:-1]
            units.extend(self.statement() for _ in range(self.random.randint(0, 5)))
            if self.chance(0.7):
                units.append((f"RET{self.condition(0.3)};",))
            for _ in range(self.random.randint(1, 3)):
                place = self.random.randint(0, len(units) - 1)
                units.insert(place, (f"CAL {name}{self.condition(0.5)};",))


def _is_exact(row: Opcode) -> tuple[bool, ...]:
    return tuple(entry.kind in _EXACT for entry in row.precision)
