"""What programs of !!FP1.0 bind: attributes, results, registers, parameters (NV_fragment_program 3.11.1)."""

from __future__ import annotations

from nvrender.languages.arb.fragment_bindings import FRAGMENT_ATTRIBUTES
from nvrender.program import Register, RegisterFile
from nvrender.program.binding_rows import BindingRow

#: Numbered local parameters (NV_fragment_program 3.11.2).
PARAMETERS = (BindingRow("program.local[local_parameters]", "program.local[{}]", array=True, type=None),)

#: What stands in f[…] → the attribute's number (NV_fragment_program Table X.1).
ATTRIBUTES: dict[str, int] = {
    "WPOS": FRAGMENT_ATTRIBUTES.index("fragment.position"),
    "COL0": FRAGMENT_ATTRIBUTES.index("fragment.color.primary"),
    "COL1": FRAGMENT_ATTRIBUTES.index("fragment.color.secondary"),
    "FOGC": FRAGMENT_ATTRIBUTES.index("fragment.fogcoord"),
    **{f"TEX{unit}": FRAGMENT_ATTRIBUTES.index(f"fragment.texcoord[{unit}]") for unit in range(8)},
}
#: What stands in o[…] (NV_fragment_program Table X.3).
RESULTS: tuple[str, ...] = ("COLR", "COLH", "DEPR")
#: Attributes whose readers compute in 32 bits whatever they say (NV_fragment_program 3.11.4.2).
FULL_PRECISION = frozenset(
    index for name, index in ATTRIBUTES.items() if name not in ("WPOS", "COL0", "COL1")
)
#: 32-bit and 16-bit temporaries (NV_fragment_program Table X.2); H registers are numbered behind the R ones.
TEMPORARIES, HALF_TEMPORARIES = 32, 64
#: R0 to R31, and H0 to H63 behind them.
REGISTERS: dict[str, Register] = {
    name: Register(RegisterFile.TEMPORARY, index)
    for index, name in enumerate(
        [f"R{number}" for number in range(TEMPORARIES)] + [f"H{number}" for number in range(HALF_TEMPORARIES)]
    )
}
#: Texture image units (NV_fragment_program 3.11.3, texImageUnit).
UNITS: dict[str, int] = {f"TEX{unit}": unit for unit in range(16)}
#: Words of the grammar and of registers, which no name may be, besides instructions and condition tests
#: (NV_fragment_program 3.11.2).
WORDS: frozenset[str] = frozenset(
    (
        *"END DEFINE DECLARE RC HC CUBE RECT f o p x y z w".split(),
        *ATTRIBUTES,
        *RESULTS,
        *UNITS,
        *REGISTERS,
    )
)
