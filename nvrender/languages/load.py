"""A path, text or bytes → Program."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Any

from nvrender.languages.common.leniency import Leniency
from nvrender.languages.common.recovery import STRICT, Errors, Gathered
from nvrender.languages.profiles import PROFILES, UNPUBLISHED_HEADERS, UNSUPPORTED_HEADERS, Unpublished
from nvrender.program import Program
from nvrender.program.limits import Changes, Limits
from nvrender.program.normal_form import normalized
from nvrender.program.profile import Profile
from nvrender.source import InputError, ProgramError, ProgramWarning, Source, Span, named
from nvrender.sources.files import address, read_file
from nvrender.sources.programs import HEADER, advice, only

_Limits = Limits | Mapping[str, Any] | None
_TEXT = re.compile(r"[\n\r\0;]")
_PATH = re.compile(r"[\\/]|\.[A-Za-z0-9]{1,8}(#[\w.-]{1,128})?$")
_LONGEST_PATH = 4096
_HEADER = re.compile(rb"!![A-Za-z]{1,16}[0-9]{1,4}(\.[0-9]{1,4})?")
_SEARCHED = 4096
_BYTE_ORDER_MARKS = {b"\xef\xbb\xbf": "UTF-8", b"\xff\xfe": "UTF-16", b"\xfe\xff": "UTF-16"}
_PRECEDED = "nothing, not even white space, may precede {}"
_SECTION = "NV_vertex_program2 2.14.1.8"
_HEADER_RULE = "header"


def load(
    program: str | bytes | os.PathLike[str] | Source,
    *,
    name: str | None = None,
    target: str | None = None,
    limits: Limits | Mapping[str, Any] | None = None,
    lenient: bool = False,
) -> Program:
    """Parses and checks a program.

    ``program`` is a path, or the program itself as text, bytes or Source; a str that is neither text of a
    program nor an existing file counts as a path if it looks like one. ``file#fragment`` and ``file#2`` are
    programs of a file of several, or with other text beside one, ``file.c#light_vp`` and ``file.c#line120``
    those in the string literals of a C, C++, Lua, Python or JSON file. ``name`` is what messages call it.
    ``target`` is VERTEX_PROGRAM_NV, VERTEX_STATE_PROGRAM_NV, FRAGMENT_PROGRAM_NV or one of ARB's where the
    header must match the target of LoadProgramNV or ProgramStringARB; None takes it from the header.
    ``limits`` replace the implementation-dependent limits of the headers that have any (ARB_vertex_program
    2.14.3.7): all of them, or by name those that differ; None takes nvrender's own. ``lenient`` reads what
    drivers took though the specifications forbid it, and has it in ``Program.warned`` (docs/semantics.md).

    Raises ProgramError for what the specification does not let load (NV_vertex_program2 2.14.1.8), whose
    ``others`` are what else is wrong, and InputError for a file or argument that cannot be used.
    """
    source = _source(program, name)
    for fault in source.faults:
        if not isinstance(fault, ProgramWarning):
            raise fault
    try:
        profile, leniency = _opened(source, target, lenient)
        leniency.warned[:0] = (row for row in source.faults if isinstance(row, ProgramWarning))
        return normalized(_checked(source, profile, limits, leniency, STRICT))
    except ProgramError as error:
        of_file = not isinstance(program, str) or _is_path(program)
        first = _explained(source, error, of_file)
        first.find_others = partial(_others, source, target, limits, lenient)
        raise first from None


def _others(source: Source, target: str | None, limits: _Limits, lenient: bool) -> tuple[ProgramError, ...]:
    """What else is wrong with a program that does not load."""
    errors = Gathered()
    with suppress(ProgramError):
        profile, leniency = _opened(source, target, lenient)
        _checked(source, profile, limits, leniency, errors)
    return tuple(errors.found[1:])


def _explained(source: Source, error: ProgramError, of_file: bool) -> ProgramError:
    """An error with what helps beside its own hint; ``of_file``: the text is a file's."""
    from nvrender.languages.templates import filled_before
    from nvrender.sources.preprocessor_lines import preprocessor_lines

    if hole := filled_before(source, error):
        return hole
    more = ""
    if lines := preprocessor_lines(source):
        place = source.place(Span(lines.start, lines.start))
        more = f"`{lines.word}` at {place} is a comment; --preprocess reads it"
    elif of_file:
        more = advice(source, error.position)
    hint = "; ".join(filter(None, (error.hint, more)))
    return ProgramError(source, error.position, error.message, hint, error.section, error.rule)


def _checked(
    source: Source, profile: Profile, limits: _Limits, leniency: Leniency, errors: Errors
) -> Program:
    # One grammar's modules are imported when a program needs them.
    if profile.grammar == "arb":
        from nvrender.languages.arb.rules import check as arb

        return arb.check(source, profile, _changes(limits), leniency, errors)
    if profile.grammar == "fp1":
        from nvrender.languages.fp1 import check as fp1

        return fp1.check(source, profile, _changes(limits), leniency, errors)
    from nvrender.languages.vp import check as vp

    return vp.check(source, profile, leniency, errors)


def _changes(limits: _Limits) -> Changes:
    if limits is None or isinstance(limits, Limits):
        return limits
    if not isinstance(limits, Mapping):
        raise InputError(f"limits takes a mapping from names to numbers, not {type(limits).__name__}")
    known = Limits.__dataclass_fields__
    if unknown := sorted(set(limits) - set(known), key=repr):
        raise InputError(f"unknown limit {unknown[0]!r}; limits are {', '.join(known)}")
    for name, value in limits.items():
        usual = known[name].default
        if not _suits(value, usual):
            kind = (
                f"{len(usual)} numbers, as {usual}" if isinstance(usual, tuple) else "a whole number from 0"
            )
            raise InputError(f"the limit {name} is {value!r}; it is {kind}")
    return tuple(sorted(limits.items()))


def _suits(value: Any, usual: Any) -> bool:
    """True if ``value`` is of the kind that the limit ``usual`` is; those without a number may stay so."""
    if not isinstance(usual, tuple):
        return value is usual or (isinstance(value, int) and value >= 0)
    kinds = (int, float) if isinstance(usual[0], float) else (int,)
    return isinstance(value, tuple) and len(value) == len(usual) and all(type(n) in kinds for n in value)


def _source(program: object, name: str | None) -> Source:
    if isinstance(program, Source):
        return program
    if isinstance(program, (bytes, bytearray, memoryview)):
        return Source(bytes(program), named(name or "<bytes>"))
    if isinstance(program, str):
        if _is_path(program):
            return _read(program, name)
        return Source(_encoded(program), named(name or "<text>"))
    if isinstance(program, os.PathLike):
        path = os.fspath(program)
        return _read(os.fsdecode(path), name)
    raise InputError(f"a program is a path, text or bytes, not {type(program).__name__}")


def _is_path(text: str) -> bool:
    if not text or text.startswith("!!") or len(text) > _LONGEST_PATH or _TEXT.search(text):
        return False
    return os.path.exists(text) or _PATH.search(text) is not None


def _encoded(text: str) -> bytes:
    try:
        return text.encode("latin-1")
    except UnicodeEncodeError:
        return text.encode("utf-8", "surrogateescape")


def _read(path: str, name: str | None) -> Source:
    file, label = address(path)
    source = read_file(Path(file), name)
    if label or not source.data.startswith(b"!!"):
        from nvrender.sources.extract import check_literals, labelled

        if label:
            return labelled(source, file, label)
        check_literals(source, file)
    return only(source)


def _opened(source: Source, target: str | None, lenient: bool) -> tuple[Profile, Leniency]:
    """The profile of the header at byte 0, or of a lenient text's first, and how to read on behind it."""
    targets = {row.target for row in PROFILES.values()}
    if target is not None and target not in targets:
        raise InputError(f"target {target!r} is unknown; known are {', '.join(sorted(targets))}")
    begin = 0
    found = _at(source.data, 0)
    leniency = Leniency(0, lenient)
    if found is None:
        match = HEADER.search(source.data, 0, _SEARCHED)
        begin = match.start() if match else 0
        found = _at(source.data, begin)
        error = ProgramError(source, 0, *_header_advice(source.data), _HEADER_RULE)
        if found is None:
            raise error
        leniency.tolerate(error, "skips what precedes it")
    header, profile, unpublished = found
    if unpublished is not None:
        message = f"no published text describes {header}; the nearest language is {unpublished.nearest}"
        hint = f"write {unpublished.mending}"
        error = ProgramError(source, begin, message, hint, profile.section, _HEADER_RULE)
        leniency.tolerate(error, "reads it as that")
        leniency.options = unpublished.options
    leniency.start = begin + len(header)
    if target is not None and profile.target != target:
        message = f"a {header} program is loaded with target {profile.target}, not {target}"
        raise ProgramError(source, begin, message, "", profile.section, _HEADER_RULE)
    return profile, leniency


def _at(data: bytes, begin: int) -> tuple[str, Profile, Unpublished | None] | None:
    """The header at a byte, its profile, and its row if no published text describes it."""
    for header, profile in PROFILES.items():
        if data.startswith(header.encode(), begin):
            return header, profile, None
    for header, row in UNPUBLISHED_HEADERS.items():
        if data.startswith(header.encode(), begin):
            return header, PROFILES[row.nearest], row
    return None


def _header_advice(data: bytes) -> tuple[str, str, str]:
    """What is wrong, what would be right, and the section of the header that seems to be meant."""
    known = "headers are " + ", ".join(PROFILES)
    if not data:
        return "the program is empty", known, _SECTION
    for mark, encoding in _BYTE_ORDER_MARKS.items():
        if data.startswith(mark):
            hint = "save it as plain ASCII; the header must be the first bytes"
            section = _SECTION if (meant := _meant(data)) is None else meant.section
            return f"the program begins with a {encoding} byte order mark", hint, section
    for header, what in UNSUPPORTED_HEADERS.items():
        if data.startswith(header.encode()):
            return f"{header} begins {what}, which nvrender does not read", known, _SECTION
    head = data[:_SEARCHED]
    for header, profile in PROFILES.items():
        if head.lower().startswith(header.lower().encode()):
            return f"the header is written {header}; case matters", known, profile.section
    if (meant := _meant(data)) is not None:
        return _PRECEDED.format(meant.header), "the header is at byte 0", meant.section
    if (match := HEADER.search(data, 1, _SEARCHED)) and (found := _at(data, match.start())):
        return _PRECEDED.format(found[0]), "the header is at byte 0", found[1].section
    if match := _HEADER.match(data):
        return f"unknown header {match.group().decode()}", known, _SECTION
    return "a program begins with its header", known, _SECTION


def _meant(data: bytes) -> Profile | None:
    """The profile of the first header in the text, whose characters may be two bytes each."""
    head = data[:_SEARCHED].replace(b"\0", b"")
    places = {head.find(header.encode()): profile for header, profile in PROFILES.items()}
    return min(((at, profile) for at, profile in places.items() if at >= 0), default=(0, None))[1]
