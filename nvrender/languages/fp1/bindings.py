"""What programs of !!FP1.0 and !!FP2.0 bind: attributes, results, registers, parameters.

NV_fragment_program 3.11.1; what !!FP2.0 has besides is inferred (docs/semantics.md).
"""

from __future__ import annotations

from nvrender.languages.arb.fragment_bindings import FRAGMENT_ATTRIBUTES
from nvrender.program import Register, RegisterFile
from nvrender.program.binding_rows import BindingRow
from nvrender.program.language import Language

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
#: What !!FP2.0 has besides: the facing of NV_fragment_program2 3.11.3.1.
ATTRIBUTES2 = ATTRIBUTES | {"FACE": FRAGMENT_ATTRIBUTES.index("fragment.facing")}
#: What stands before the loop index in ``f[TEX[A0.x+1]]``, and the first of those attributes.
INDEXED, FIRST_INDEXED = "TEX", ATTRIBUTES["TEX0"]
#: What stands in o[…] (NV_fragment_program Table X.3).
RESULTS: tuple[str, ...] = ("COLR", "COLH", "DEPR")
#: Attributes whose readers compute in 32 bits whatever they say (NV_fragment_program 3.11.4.2).
FULL_PRECISION = frozenset(
    index for name, index in ATTRIBUTES.items() if name not in ("WPOS", "COL0", "COL1")
)
#: 32-bit and 16-bit temporaries in the order of their numbers (NV_fragment_program Table X.2); behind those
#: of !!FP1.0 the ones that !!FP2.0 has besides.
NAMES: tuple[str, ...] = (
    *(f"R{number}" for number in range(32)),
    *(f"H{number}" for number in range(64)),
    *(f"R{number}" for number in range(32, 48)),
    *(f"H{number}" for number in range(64, 96)),
)
_FIRST = 32 + 64
REGISTERS2: dict[str, Register] = {
    name: Register(RegisterFile.TEMPORARY, index) for index, name in enumerate(NAMES)
}
REGISTERS: dict[str, Register] = {name: REGISTERS2[name] for name in NAMES[:_FIRST]}
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
#: The same of !!FP2.0.
WORDS2: frozenset[str] = WORDS | frozenset({"FACE", "A0", *REGISTERS2})


def attributes_of(language: Language) -> dict[str, int]:
    """The attributes of !!FP2.0, which has a loop index, or of !!FP1.0."""
    return ATTRIBUTES2 if language.loop_register else ATTRIBUTES


def registers_of(language: Language) -> dict[str, Register]:
    """The temporaries of !!FP2.0 or of !!FP1.0."""
    return REGISTERS2 if language.loop_register else REGISTERS
