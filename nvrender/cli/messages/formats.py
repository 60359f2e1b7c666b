"""Diagnostics in the forms that other programs read: a line each, GitHub's annotations, JSON, SARIF."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Any
from urllib.parse import quote

from nvrender import __version__
from nvrender.cli.messages.diagnostics import Diagnostic
from nvrender.program.rules import RULES
from nvrender.workflow import workflow_command

FULL, CONCISE, JSON, GITHUB, SARIF = "full", "concise", "json", "github", "sarif"
FORMATS = (FULL, CONCISE, JSON, GITHUB, SARIF)
_SCHEMA = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"


def concise(found: Diagnostic) -> str:
    """One line, as compilers write it: ``a.vp:3:9: error: … [rule]``."""
    place = f"{found.place}: " if found.file else ""
    return f"{place}{found.severity}: {_one_line(found.message)} [{found.rule}]"


def github(found: Diagnostic) -> str:
    """An annotation, ``::error file=a.vp,line=3,col=9,title=rule::…`` (a workflow command of GitHub)."""
    place = {"file": found.file, "line": found.line, "col": found.column}
    return workflow_command(found.severity, _whole(found), **place, title=found.rule)


def plain(found: Sequence[Diagnostic]) -> list[dict[str, Any]]:
    """Rows with everything that is known of each."""
    return [
        {
            "file": row.file,
            "line": row.line,
            "column": row.column,
            "severity": row.severity,
            "rule": row.rule,
            "message": row.message,
            "hint": row.hint,
            "section": row.section,
        }
        for row in found
    ]


def sarif(found: Sequence[Diagnostic]) -> dict[str, Any]:
    """A log of one run (SARIF 2.1.0, 3.13 and 3.14)."""
    names = sorted({row.rule for row in found})
    driver = {"name": "nvrender", "version": __version__, "rules": [_rule(name) for name in names]}
    results = [_result(row, names.index(row.rule)) for row in found]
    run = {"tool": {"driver": driver}, "columnKind": "unicodeCodePoints", "results": results}
    return {"$schema": _SCHEMA, "version": "2.1.0", "runs": [run]}


def _rule(name: str) -> dict[str, Any]:
    """A reportingDescriptor (3.49)."""
    rule = RULES[name]
    level = "warning" if rule.warning else "error"
    return {
        "id": name,
        "shortDescription": {"text": rule.text},
        "defaultConfiguration": {"level": level},
    }


def _result(found: Diagnostic, index: int) -> dict[str, Any]:
    """A result (3.27), with its place if it has one (3.28, 3.30)."""
    result: dict[str, Any] = {
        "ruleId": found.rule,
        "ruleIndex": index,
        "level": found.severity,
        "message": {"text": _whole(found)},
    }
    if found.file:
        place: dict[str, Any] = {"artifactLocation": {"uri": _address(found.file)}}
        if found.line:
            column = {"startColumn": found.column} if found.column else {}
            place["region"] = {"startLine": found.line, **column}
        result["locations"] = [{"physicalLocation": place}]
    return result


def _address(file: str) -> str:
    """A relative reference, or a file's address (RFC 3986)."""
    path = quote(file.replace("\\", "/").encode("utf-8", "surrogateescape"), safe="/!$&'()*+,;=@")
    return f"file://{path}" if path.startswith("/") else path


def _whole(found: Diagnostic) -> str:
    section = f" ({found.section})" if found.section else ""
    return f"{found.message}{section}" + (f"\n{found.hint}" if found.hint else "")


def _one_line(message: str) -> str:
    return " ".join(line.strip() for line in message.splitlines())


#: Formats of a line for each diagnostic, and those that hold all of them.
LINES: Mapping[str, Callable[[Diagnostic], str]] = MappingProxyType({CONCISE: concise, GITHUB: github})
DOCUMENTS: Mapping[str, Callable[[Sequence[Diagnostic]], Any]] = MappingProxyType({JSON: plain, SARIF: sarif})
