"""GLSL functions of one component, which vectors call for each of theirs."""

from __future__ import annotations

from dataclasses import dataclass

from nvrender.glsl.expressions import vector_type
from nvrender.glsl.helpers import Helper


@dataclass(frozen=True, slots=True)
class Each(Helper):
    """A function of one component that vectors call for each of theirs.

    ``parameters`` has a kind per parameter: ``f`` float, ``i`` int, ``u`` uint.
    """

    name: str = ""
    result: str = ""
    parameters: str = ""

    def text(self, width: int) -> str:
        names = "abcd"[: len(self.parameters)]
        if width == 1:
            parameters = ", ".join(f"{_type(k, 1)} {n}" for k, n in zip(self.parameters, names, strict=True))
            return f"{_type(self.result, 1)} {self.name}({parameters}) {{\n{self.scalar}\n}}"
        parameters = ", ".join(f"{_type(k, width)} {n}" for k, n in zip(self.parameters, names, strict=True))
        values = ", ".join(f"{self.name}({', '.join(f'{n}.{c}' for n in names)})" for c in "xyzw"[:width])
        kind = _type(self.result, width)
        return f"{kind} {self.name}({parameters}) {{\n    return {kind}({values});\n}}"


def _type(kind: str, width: int) -> str:
    return vector_type(width, "" if kind == "f" else kind)


def each(section: str, name: str, signature: str, *lines: str, calls: tuple[str, ...] = ()) -> Helper:
    """``signature``: the parameters' kinds, ``>``, the result's."""
    parameters, result = signature.split(">")
    return Each(
        section,
        "\n".join(f"    {line}" for line in lines),
        calls=tuple((callee, 1) for callee in calls),
        name=name,
        result=result,
        parameters=parameters,
    )
