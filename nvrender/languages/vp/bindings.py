"""What the numbered attributes and named results of the VP family stand for."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class AttributeBinding:
    """A vertex attribute: number, mnemonic ("" for 6 and 7), aliased command, initial value."""

    index: int
    mnemonic: str
    alias: str
    initial: tuple[float, float, float, float]


_ZERO = (0.0, 0.0, 0.0, 1.0)

#: NV_vertex_program2 Tables X.2 and X.3; initial values: 2.14.8 and core GL.
ATTRIBUTES: tuple[AttributeBinding, ...] = (
    AttributeBinding(0, "OPOS", "Vertex", _ZERO),
    AttributeBinding(1, "WGHT", "VertexWeightEXT", _ZERO),
    AttributeBinding(2, "NRML", "Normal", (0.0, 0.0, 1.0, 1.0)),
    AttributeBinding(3, "COL0", "Color", (1.0, 1.0, 1.0, 1.0)),
    AttributeBinding(4, "COL1", "SecondaryColorEXT", _ZERO),
    AttributeBinding(5, "FOGC", "FogCoordEXT", _ZERO),
    AttributeBinding(6, "", "", _ZERO),
    AttributeBinding(7, "", "", _ZERO),
    *(AttributeBinding(8 + unit, f"TEX{unit}", f"MultiTexCoord{unit}", _ZERO) for unit in range(8)),
)

#: mnemonic → attribute number (NV_vertex_program2 Table X.3).
ATTRIBUTE_NUMBERS: dict[str, int] = {row.mnemonic: row.index for row in ATTRIBUTES if row.mnemonic}

#: The 15 results of VP1.x (NV_vertex_program2 Table X.1).
VP1_RESULTS: tuple[str, ...] = (
    "HPOS", "COL0", "COL1", "BFC0", "BFC1", "FOGC", "PSIZ", *(f"TEX{unit}" for unit in range(8)),
)  # fmt: skip

#: The 21 results of VP2.0: six clip distances more (NV_vertex_program2 Table X.1).
VP2_RESULTS: tuple[str, ...] = (*VP1_RESULTS, *(f"CLP{plane}" for plane in range(6)))

#: What every result register holds before the program writes it (NV_vertex_program2 2.14.1.5).
INITIAL_RESULT = (0.0, 0.0, 0.0, 1.0)
