"""The page of every binding of every language: attributes, results and parameters."""

from __future__ import annotations

import re
from collections.abc import Iterator

from documentation.markdown import cell, code, table
from nvrender.languages.fp1.bindings import attributes_of
from nvrender.languages.profiles import PROFILES
from nvrender.languages.vp.bindings import ATTRIBUTES
from nvrender.program.binding_rows import BindingRow
from nvrender.program.profile import Profile, Stage

_NUMBER = re.compile(r"\[(\w+)(\??)\]")
_HEAD = """# Bindings

What programs read and write by name, from the tables that they are checked by. `[0…7]` is a number of that
range, `[0…7]?` one that may be left out, which means 0, `[n]` one whose range the `limits` of a program
tell. Programs, arrays of [`nvrender.run`](../program.md) and scenes use the same names.

## Attributes and results
"""
_STATE = """## Parameters and state

What stands behind `PARAM`, or as an operand, in the languages that declare names. `nvrender.run` and scenes
give them under the same names; in `!!VP1.0` to `!!VP2.0` parameters are `c[0]`, `c[1]`, …, in `!!FP1.0` and
`!!FP2.0` `p[0]`, `p[1]`, … and the names that `DECLARE` gives.
"""


def page() -> str:
    """Markdown."""
    return "\n".join([_HEAD, *_of_headers(), _STATE, *_parameters()])


def profiles() -> Iterator[tuple[str, Profile]]:
    """What programs begin with, with the options that add bindings."""
    for header, profile in PROFILES.items():
        yield header, profile
        known = profile.language
        for option, larger in reversed(profile.larger):
            if (larger.language.attributes, larger.language.results) != (known.attributes, known.results):
                yield f"{header} with {option}", larger
                known = larger.language


def _of_headers() -> Iterator[str]:
    for title, profile in profiles():
        yield f"### {title}\n"
        if profile.grammar == "arb":
            attributes = (*profile.language.attributes, *profile.language.threads)
            yield table(("Attribute", "Type"), _rows(profile, attributes))
            if profile.language.results:
                yield table(("Result", "Type"), _rows(profile, profile.language.results))
        else:
            yield from _registers(profile)


def _registers(profile: Profile) -> Iterator[str]:
    """Those of the languages whose registers have numbers."""
    if profile.stage is Stage.FRAGMENT:
        yield table(("Attribute",), [(code(f"f[{name}]"),) for name in attributes_of(profile.language)])
        yield table(("Result",), [(code(f"o[{name}]"),) for name in profile.results])
        return
    if profile.stage is Stage.VERTEX_STATE:
        yield "`v[0]` is the vector that `ExecuteProgramNV` hands over; results are `c[n]`.\n"
        return
    rows = [
        (code(f"v[{row.index}]"), code(f"v[{row.mnemonic}]" if row.mnemonic else ""), cell(row.alias))
        for row in ATTRIBUTES
    ]
    yield table(("Attribute", "By name", "Set by"), rows)
    yield table(("Result",), [(code(f"o[{name}]"),) for name in profile.results])


def _parameters() -> Iterator[str]:
    """Each table once, with all that have it."""
    tables: dict[tuple[BindingRow, ...], list[str]] = {}
    for header, profile in PROFILES.items():
        if profile.declares_names:
            tables.setdefault(profile.language.parameters, []).append(header)
    for rows, headers in tables.items():
        profile = PROFILES[headers[0]]
        yield f"### Of {', '.join(headers)}\n"
        yield table(("Parameter", "Type"), _rows(profile, rows))


def _rows(profile: Profile, rows: tuple[BindingRow, ...]) -> list[tuple[str, str]]:
    limits = profile.declared_limits

    def number(match: re.Match[str]) -> str:
        limit = int(match[1]) if match[1].isdecimal() else getattr(limits, match[1])
        return f"[{f'0…{limit - 1}' if limit else 'n'}]{match[2]}"

    return [
        (code(_NUMBER.sub(number, row.pattern)), row.type.name.lower() if row.type else "any") for row in rows
    ]
