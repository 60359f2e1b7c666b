"""Random ARB_fragment_program programs, plain and with NVIDIA's options.

What approximate instructions and filtered lookups give may differ from machine to machine, so it must decide
nothing: it goes into registers and results set aside for it. Lookups of single texels, at coordinates well
inside of them, are exact: those are image units 0 to 7.
"""

from __future__ import annotations

from collections.abc import Sequence

from nvrender.languages.arb.options import with_options
from nvrender.languages.profiles import PROFILES
from nvrender.ops.conditions import PASSES
from nvrender.program.opcodes import Opcode, OperandClass

from .declared import ANGULAR, COMPONENTS, DERIVATIVES, DeclaredSample, Unit, Writer, exact_components

_OPTIONS = {"arbfp": "", "arbfp-nv": "NV_fragment_program", "arbfp-nv2": "NV_fragment_program2"}
_TEMPORARIES = ("t0", "t1", "t2", "t3")
_ROUGH = ("g0", "g1")
_ATTRIBUTES = (
    "fragment.color", "fragment.color.primary", "fragment.color.secondary", "fragment.texcoord",
    "coordinate", "fragment.texcoord[4]", "fragment.fogcoord", "fragment.position",
)  # fmt: skip
#: Attributes that coordinates come from: of single texels, of texels of rectangles, of filtered lookups.
TEXEL_PLACES, RECT_PLACES, FILTER_PLACES = 5, 7, 6
_PARAMETERS = (
    "program.env[7]", "program.local[2]", "table[2]", "table[0]", "k", "state.fog.color",
    "state.matrix.mvp.row[1]", "state.matrix.texture[1].transpose.row[2]", "state.light[1].diffuse",
    "state.material.shininess", "state.texenv[1].color", "colour", "{ 0.5, -1, 2, 0.25 }", "{ 1, 3 }", "1.5",
    "0.0", "3e2",
)  # fmt: skip
_TABLE = "PARAM table[4] = { program.env[3..4], { 1, 2, -0.5, 0.125 }, state.matrix.modelview.row[2] };"
_HINTS = ("ARB_precision_hint_fastest", "ARB_precision_hint_nicest")
_FOGS = ("ARB_fog_exp", "ARB_fog_exp2", "ARB_fog_linear")
_TARGETS = ("1D", "2D", "3D", "CUBE", "RECT")
_SHADOWS = ("SHADOW1D", "SHADOW2D", "SHADOWRECT")
#: Units from here on filter; of these the coordinates choose the level.
FIRST_FILTERED, AUTOMATIC = 8, range(8, 12)
_UNITS = 16
#: A little less than half a turn, and twice as much.
_HALF_TURN, _TURN = "3.1384", "6.2769"
#: Instructions that leave components undefined (ARB_fragment_program 3.11.5.23, 29;
#: NV_fragment_program_option 3.11.5.36).
_WRITTEN = {"SCS": "xy", "XPD": "xyz", "RFL": "xyz"}


def generate(seed: int) -> DeclaredSample:
    """The plain program of a seed: the same on every machine."""
    return _Writer(seed, "arbfp").sample()


def generate_defined(seed: int) -> DeclaredSample:
    """A plain one that leaves nothing undefined, for drivers."""
    return _Writer(seed, "arbfp", defined=True).sample()


def generate_option(seed: int) -> DeclaredSample:
    """One with OPTION NV_fragment_program."""
    return _Writer(seed, "arbfp-nv").sample()


def generate_option2(seed: int) -> DeclaredSample:
    """One with OPTION NV_fragment_program2."""
    return _Writer(seed, "arbfp-nv2").sample()


class _Writer(Writer):
    def __init__(self, seed: int, family: str, *, defined: bool = False) -> None:
        super().__init__(seed, family)
        self.family = family
        self.defined = defined
        self.option = _OPTIONS[family]
        self.profile = with_options(PROFILES["!!ARBfp1.0"], frozenset({self.option} - {""}))
        assert self.profile.declares_names
        self.language = self.profile.language
        rows = [row for row in self.profile.opcodes.values() if not row.is_flow and row.texture is None]
        rows = [row for row in rows if row.name != "KIL"]
        self.unpacks = [row for row in rows if row.unpacks]
        self.packs = [row for row in rows if row.packs]
        rows = [row for row in rows if not row.packs and not row.unpacks]
        self.exact = [row for row in rows if exact_components(row)]
        self.derivatives = [row for row in rows if row.name in DERIVATIVES]
        self.inexact = [row for row in rows if len(exact_components(row)) < 4]
        self.lookups = [row for row in self.profile.opcodes.values() if row.texture is not None]
        self.rough = self.chance(0.6)
        self.tame = defined or self.chance(0.5)
        self.shadows = self.chance(0.4)
        self.buffers = self.chance(0.6)
        count = self.random.randint(1, 5) if self.buffers else 1
        numbers = sorted(self.random.sample(range(8), count)) if self.buffers else [0]
        names = [f"result.color[{number}]" if self.buffers else "result.color" for number in numbers]
        self.outputs = {f"out{n}": name for n, name in enumerate(names) if self.chance(0.4)}
        self.targets = [*self.outputs, *(name for name in names if name not in self.outputs.values())]
        self.kills = 1 if self.chance(0.35) else 0
        targets = [*_TARGETS, *(_SHADOWS if self.shadows else ())]
        self.units = {unit: self.pick(targets) for unit in self.random.sample(range(_UNITS), 6)}
        #: Whether fragments may have taken different ways.
        self.apart = False
        self.subroutine = self.profile.labels and self.chance(0.4)

    def sample(self) -> DeclaredSample:
        options = [self.option] if self.option else []
        options += ["ARB_draw_buffers"] if self.buffers else []
        options += ["ARB_fragment_program_shadow"] if self.shadows else []
        options += [self.pick(_HINTS)] if self.chance(0.2) else []
        if self.chance(0.25) and not (self.defined and self.buffers):
            options.append(self.pick(_FOGS))
        self.random.shuffle(options)
        first = ("t0", "t1", "t2", "t3", "g0", "g1")
        head = (
            "!!ARBfp1.0",
            *(f"OPTION {name};" for name in options),
            "ATTRIB coordinate = fragment.texcoord[3];",
            "TEMP t0, t1, t2, t3;",
            "TEMP g0, g1, turned;",
            _TABLE,
            "PARAM k = { -0.125, 4, 1e-3, -7 };",
            "PARAM colour = state.lightmodel.ambient;",
            "PARAM loops = program.local[8];",
            "ALIAS t4 = t1;",
            *(f"OUTPUT {name} = {result};" for name, result in self.outputs.items()),
            *(f"MOV {name}, {self.pick(_ATTRIBUTES)};" for name in first if self.defined),
        )
        units: list[Unit] = [("MOV t0, fragment.texcoord[4];",)]
        units += self.block(0, self.random.randint(4, 18))
        for _ in range(self.kills):
            units.insert(self.random.randint(1, len(units)), self.kill())
        for name in self.random.sample(self.targets, len(self.targets)):
            if self.chance(0.85):
                units.append(self.store(name, (*_TEMPORARIES, *(_ROUGH if self.rough else ()))))
        if self.chance(0.3):
            units.append(
                (f"MAD result.depth, {self.pick(_TEMPORARIES)}.{self.pick(COMPONENTS)}, 0.0625, 0.5;",)
            )
        units.append(self.store(self.targets[0], ("t0",)))
        if self.subroutine:
            self.apart = True
            units += [("RET;",), ("sub:",), *(self.statement() for _ in range(self.random.randint(1, 4)))]
        return DeclaredSample(
            self.seed, self.family, head, tuple(units), tame=self.tame, defined=self.defined
        )  # fmt: skip

    def store(self, target: str, registers: Sequence[str]) -> Unit:
        """A result that the clamp of colours leaves something of."""
        scale = self.pick(("0.015625", "0.125", "1.0", "{ 0.25, 0.0625, -0.5, 1 }"))
        source = self.modified(self.pick(registers), self.swizzle(False), bars=self.language.bars)
        return (f"MAD {target}{self.mask()}, {source}, {scale}, 0.5;",)

    # Flow

    def block(self, depth: int, length: int) -> list[Unit]:
        units: list[Unit] = []
        before, self.apart = self.apart, depth > 0
        for _ in range(length):
            draw = self.random.random()
            if not self.profile.labels or draw < 0.8 or depth > 2:
                units.append(self.statement())
            elif draw < 0.89:
                units += [(f"IF {self.bare_test()};",), *self.block(depth + 1, self.random.randint(1, 3))]
                if self.chance(0.5):
                    units += [("ELSE;",), *self.block(depth + 1, self.random.randint(1, 2))]
                units.append(("ENDIF;",))
            elif draw < 0.95 and depth < 2:
                opener = self.pick(("REP", "LOOP"))
                inner = self.block(depth + 1, self.random.randint(1, 3))
                if self.chance(0.3):
                    inner.append((f"BRK ({self.bare_test()});",))
                units += [(f"{opener} loops;",), *inner, (f"END{opener};",)]
            elif self.subroutine:
                units.append((f"CAL sub{self.pick(('', f' ({self.bare_test()})'))};",))
        self.apart = before
        return units

    def bare_test(self) -> str:
        return f"{self.pick(list(PASSES))}{self.swizzle(False)}"

    def guard(self, probability: float) -> str:
        guarded = self.profile.condition_codes and self.chance(probability)
        return f" ({self.bare_test()})" if guarded else ""

    # Operands

    def input(self) -> str:
        return self.pick(_PARAMETERS) if self.chance(0.5) else self.pick(_ATTRIBUTES)

    def operand(self, register: str, scalar: bool) -> str:
        if register[0].isdigit():
            return self.pick(("", "-")) + register
        letters = self.pick((COMPONENTS, COMPONENTS, COMPONENTS, "rgba"))
        return self.modified(register, self.swizzle(scalar, letters), bars=self.language.bars)

    def operands(self, row: Opcode, registers: Sequence[str] = ()) -> list[str]:
        favoured = self.random.randrange(max(len(row.operands), 1))
        texts = []
        for position, operand in enumerate(row.operands):
            if registers and (position == favoured or self.chance(0.3)):
                register = self.pick(registers)
            else:
                register = self.pick(_TEMPORARIES) if self.chance(0.5) else self.input()
            scalar = operand is OperandClass.SCALAR
            if scalar and register[0].isdigit():
                register = "k"  # the grammar asks for a component, which a bare number hardly has
            if row.selectors:
                while register[0].isdigit() or register[0] == "{":
                    register = self.pick(_TEMPORARIES)
                texts.append(f"{register}, {self.selectors(both=False)}")
            else:
                texts.append(self.operand(register, scalar))
        return texts

    # Statements

    def suffixes(self, row: Opcode, *, code: bool) -> str:
        text = ""
        if row.precisions and self.language.precisions and self.chance(0.3):
            text += self.pick(row.precisions)
        if code and row.condition_code and self.language.code_suffixes and self.chance(0.35):
            text += "C"
        if row.clamp and self.chance(0.15):
            text += self.pick(self.language.clamps)
        return text

    def target(self) -> str:
        return self.pick(self.targets) if self.chance(0.15) else self.pick(_TEMPORARIES)

    def kill(self) -> Unit:
        if self.profile.condition_codes and self.chance(0.5):
            return (f"KIL {self.bare_test()};",)
        return (f"KIL {self.operand(self.pick(('fragment.color', 't0', 'coordinate')), self.chance(0.8))};",)

    def statement(self) -> Unit:
        draw = self.random.random()
        if draw < 0.16:
            return self.lookup_statement()
        if self.rough and draw < 0.4:
            return self.rough_statement()
        if self.packs and draw < 0.44:
            return self.pack_statement()
        row = self.pick([row for row in self.exact if not (self.apart and row.name in DERIVATIVES)])
        allowed = "".join(
            each for each in exact_components(row) if each in _WRITTEN.get(row.name, COMPONENTS)
        )
        target = self.target() + self.mask(allowed) + self.guard(0.25)
        word = row.name + self.suffixes(row, code=True)
        return (f"{word} {target}, {', '.join(self.operands(row))};",)

    def lookup_statement(self) -> Unit:
        """A lookup at coordinates made for it."""
        units = [unit for unit in sorted(self.units) if not (self.apart and unit in AUTOMATIC)]
        unit = self.pick(units)
        automatic = unit in AUTOMATIC
        row = self.pick([row for row in self.lookups if row.name != "TXD" or not automatic])
        target = self.units[unit]
        exact = unit < FIRST_FILTERED
        number = RECT_PLACES if target.endswith("RECT") else TEXEL_PLACES if exact else FILTER_PLACES
        place = f"fragment.texcoord[{number}]"
        if self.chance(0.15):
            place = f"-{place}"
        before: Unit = ()
        texels = [unit for unit in sorted(self.units) if unit < FIRST_FILTERED and self.units[unit] == "2D"]
        steady = target != "CUBE" and not automatic  # a grey texel is on the edge of faces
        if not exact and steady and texels and row.name in ("TEX", "TXD") and self.chance(0.4):
            before = (f"TEX turned, fragment.texcoord[{TEXEL_PLACES}], texture[{self.pick(texels)}], 2D;",)
            place = "turned"
        if exact and target != "CUBE" and self.chance(0.3):
            place += self.pick((".yxzw", ".xxyw", ".y", ".zyxw"))
        if row.name == "TXD":
            place += f", {self.operand(f'fragment.texcoord[{FILTER_PLACES}]', False)}, coordinate"
        written = self.target() if exact else self.pick((*_ROUGH, *self.targets))
        word = row.name + self.suffixes(row, code=exact)
        line = f"{word} {written}{self.mask()}{self.guard(0.15)}, {place}, texture[{unit}], {target};"
        return (*before, line)

    def pack_statement(self) -> Unit:
        """Numbers packed and unpacked again."""
        pack = self.pick(self.packs)
        unpack = next(row for row in self.unpacks if row.name[2:] == pack.name[2:])
        target = self.pick(_ROUGH) + self.mask()
        return (
            f"{pack.name} turned.y, {', '.join(self.operands(pack))};",
            f"{unpack.name}{self.suffixes(unpack, code=False)} {target}, turned.y;",
        )

    def rough_statement(self) -> Unit:
        """An approximate opcode into what is set aside, or such a value a step further."""
        target = self.pick((*_ROUGH, *_ROUGH, *self.targets))
        if self.chance(0.35):
            row = self.pick([row for row in self.exact if row not in (*self.inexact, *self.derivatives)])
            mask = self.mask(_WRITTEN.get(row.name, COMPONENTS)) + self.guard(0.15)
            word = row.name + self.suffixes(row, code=False)
            return (f"{word} {target}{mask}, {', '.join(self.operands(row, _ROUGH))};",)
        row = self.pick(self.inexact)
        mask = self.mask(_WRITTEN.get(row.name, COMPONENTS)) + self.guard(0.15)
        word = row.name + self.suffixes(row, code=False)
        operands = self.operands(row)
        before: Unit = ()
        if row.name in ANGULAR:
            before = (f"FRC turned, {operands[0]};", f"MAD turned, turned, {_TURN}, -{_HALF_TURN};")
            operands = [f"turned.{self.pick(COMPONENTS)}"]
        if row.name == "POW":
            before = (f"ABS turned.x, {operands[0]};", "ADD turned.x, turned.x, 0.25;")
            operands[0] = "turned.x"
        return (*before, f"{word} {target}{mask}, {', '.join(operands)};")
