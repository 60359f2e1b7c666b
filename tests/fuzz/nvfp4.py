"""Random fragment programs of generation 4: those of vertices, with derivatives, kills and lookups.

Lookups of single texels and fetches are exact; those are image units 0 to 7, of them 4 to 7 with integers.
"""

from __future__ import annotations

from nvrender.languages.arb.headers.generation4 import FRAGMENT_ONLY
from nvrender.languages.profiles import OPCODES
from nvrender.ops.types import DataType

from .arbfp import AUTOMATIC, FILTER_PLACES, FIRST_FILTERED, RECT_PLACES, TEXEL_PLACES
from .declared import DeclaredSample, Unit
from .nv4 import EXACT, Nv4Writer, Stage

_F, _S, _U = DataType.FLOAT, DataType.SIGNED, DataType.UNSIGNED
FRAGMENT = Stage(
    "nvfp4",
    (
        "!!NVfp4.0",
        "OPTION ARB_draw_buffers;",
        "ATTRIB v4 = fragment.attrib[4];",
        "FLAT INT ATTRIB i6 = fragment.attrib[6];",
        "NOPERSPECTIVE ATTRIB av[] = { fragment.attrib[9], fragment.attrib[10..11] };",
        "FLAT ATTRIB ai[3] = { fragment.attrib[12..14] };",
        "FLAT ATTRIB number = primitive.id;",
        "CENTROID ATTRIB middle = fragment.texcoord[1];",
        "FLAT UINT ATTRIB u8 = fragment.attrib[8];",
    ),
    {
        _F: ("fragment.attrib[1]", "fragment.attrib[4]", "fragment.facing", "v4", "av[0]", "middle",
             "fragment.fogcoord", "fragment.color", "fragment.position", "fragment.texcoord"),
        _S: ("fragment.attrib[6]", "fragment.attrib[7]", "i6", "ai[1]", "number"),
        _U: ("fragment.attrib[7]", "fragment.attrib[14]", "ai[2]"),
    },
    tuple(f"result.color[{number}]" for number in range(3)),
    ("result.color[4]", "result.depth"),
    ("result.color[5]", "result.color[7]"),
    ("{}OUTPUT o3 = result.color[3];",),
    False,
    "fragment.attrib[{}]",
    (*EXACT, *(OPCODES["nv4", name] for name in sorted(FRAGMENT_ONLY - {"KIL"}))),
)  # fmt: skip
_TARGETS = ("1D", "2D", "3D", "CUBE", "RECT", "ARRAY1D", "ARRAY2D")
_SHADOWS = ("SHADOW1D", "SHADOW2D", "SHADOWRECT", "SHADOWARRAY1D")
_FETCHED = ("1D", "2D", "3D", "RECT", "ARRAY1D", "ARRAY2D", "BUFFER")
#: Units with integers.
INTEGERS = range(4, 8)
_LETTERS = {_F: "F", _S: "S", _U: "U"}


def generate(seed: int) -> DeclaredSample:
    """The program of a seed: the same on every machine."""
    return FragmentWriter(seed, FRAGMENT).sample()


class FragmentWriter(Nv4Writer):
    """A fragment program with lookups, which may be killed."""

    def __init__(self, seed: int, stage: Stage) -> None:
        super().__init__(seed, stage)
        units = self.random.sample(range(16), 6)
        self.units = {
            unit: self.pick([name for name in _TARGETS if name != "CUBE"])
            if unit in INTEGERS
            else self.pick((*_TARGETS, *_SHADOWS))
            for unit in units
        }
        #: A unit with integers always has the same kind.
        self.kinds = {unit: _S if unit % 2 else _U for unit in INTEGERS}
        self.kills = 1 if self.chance(0.3) else 0

    def statement(self) -> Unit:
        draw = self.random.random()
        if draw < 0.15:
            return self.lookup_statement()
        if draw < 0.17 and self.kills:
            self.kills -= 1
            return self.kill()
        return super().statement()

    def kill(self) -> Unit:
        forms = (
            f"KIL {self.test()};",
            f"KIL {self.operand(_F, False, False)};",
            f"KIL.S {self.operand(_S, True, False)};",
            f"KIL.U {self.operand(_U, True, False)};",
        )
        return (self.pick(forms),)

    def lookup_statement(self) -> Unit:
        """A lookup at coordinates made for it, a fetch or a query."""
        known = [unit for unit in sorted(self.units) if self.units[unit] in (*_TARGETS, *_SHADOWS)]
        unit = self.pick([unit for unit in known if not (self.apart and unit in AUTOMATIC)])
        target = self.units[unit]
        exact = unit < FIRST_FILTERED
        kind = self.kinds.get(unit, _F)
        code = self.pick(("", "", ".CC0", ".CC1")) if exact else ""
        if exact and self.chance(0.15):
            written = self.writable(_S, False) + self.mask()
            return (f"TXQ {written}, 0, texture[{unit}], {target};",)
        if exact and target in _FETCHED and self.chance(0.4):
            written = self.writable(kind, False) + self.mask_and_condition("xyzw", 0.15)
            place = self.pick(("T", "T.yxzw", "-T", "T.zzyw"))
            word = f"TXF.{_LETTERS[kind]}{code}"
            return (
                f"AND.S T, {self.operand(_S, False, False)}, {{ 7, 3, 1, 0 }};",
                "MOV.S T.w, 0;",
                f"{word} {written}, {place}, texture[{unit}], {target}{self.offset(target)};",
            )
        row = self.pick(("TEX", "TXB", "TXL", "TXP", "TXD"))
        if (row == "TXD" and unit in AUTOMATIC) or target == "SHADOWARRAY1D":
            row = "TEX"
        number = RECT_PLACES if target.endswith("RECT") else TEXEL_PLACES if exact else FILTER_PLACES
        places = [f"fragment.texcoord[{number}]"]
        if row == "TXD":
            places += [self.operand(_F, False, False, ("fragment.texcoord[6]", "v4")) for _ in range(2)]
        written = self.writable(kind, False) if exact else self.pick(("G0", "G1", *self.stage.rough_results))
        written += self.mask_and_condition("xyzw", 0.15)
        line = f"{row}.{_LETTERS[kind]}{code} {written}, {', '.join(places)}, texture[{unit}], {target}"
        return (f"{line}{self.offset(target) if target != 'CUBE' else ''};",)

    def offset(self, target: str) -> str:
        """A texel offset of as many numbers as the target has axes, now and then."""
        axes = {"1D": 1, "ARRAY1D": 1, "SHADOW1D": 1, "SHADOWARRAY1D": 1, "3D": 3}.get(target, 2)
        if target in ("CUBE", "BUFFER") or not self.chance(0.2):
            return ""
        return f", ({', '.join(str(self.random.randint(-3, 3)) for _ in range(axes))})"
