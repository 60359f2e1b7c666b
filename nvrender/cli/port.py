"""``nvrender port``: programs to GLSL, with a manifest of what each reads and writes."""

from __future__ import annotations

import json
import os
import re
import sys
from contextlib import suppress
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

import click

from nvrender.cli.check import error_data, load_file, warning_data
from nvrender.cli.describe import describe
from nvrender.cli.emit import asked, emitted
from nvrender.cli.folders import programs_below
from nvrender.cli.terminal import echo_json, progress, show_error
from nvrender.cli.uniforms import samplers, state
from nvrender.files import check_output, write_text
from nvrender.glsl.link import Link
from nvrender.glsl.requirements import OPTIONAL
from nvrender.glsl.targets import TARGETS
from nvrender.glsl.translate import translate
from nvrender.glsl.translation import Translation
from nvrender.languages.arb.generation5_bindings import CONTROL_RESULTS
from nvrender.languages.load import load
from nvrender.lower.first_reads import first_reads
from nvrender.program import Program
from nvrender.program.long_attributes import SECOND, long_attributes
from nvrender.program.profile import Stage
from nvrender.source import InputError, NvrenderError, TargetError, named

_SUFFIXES = {
    "vertex": ".vert.glsl",
    "feedback": ".vert.glsl",
    "compute": ".comp.glsl",
    "geometry": ".geom.glsl",
    "fragment": ".frag.glsl",
    "control": ".tesc.glsl",
    "evaluation": ".tese.glsl",
    "groups": ".comp.glsl",
}
_EXTENSION = re.compile("^#extension (\\w+)", re.MULTILINE)
_MANIFEST = "manifest.json"
_VERTEX = (Stage.VERTEX, Stage.VERTEX_STATE)


@click.command()
@click.argument("source", metavar="FILE|DIR")
@click.option(
    "-o",
    "--output",
    metavar="OUT",
    help="File to write, or folder where DIR is given; standard output if absent.",
)
@click.option(
    "--target",
    type=click.Choice(list(TARGETS)),
    help="The GLSL to write.  [default: for each program the first of them that can express it]",
)
@click.option(
    "--interface",
    type=click.Choice(list(_SUFFIXES)),
    help="A shader of the pipeline, one for transform feedback, or a compute shader over arrays.  "
    "[default: that of the program's stage; feedback for !!VSP1.0]",
)
@click.option(
    "--numerics",
    default="fast",
    show_default=True,
    type=click.Choice(["fast", "exact"]),
    help="Plain operators to read, or every special value the specification defines.",
)
@click.option(
    "--without",
    multiple=True,
    type=click.Choice(OPTIONAL),
    help="An extension that the shader must not ask for; may be repeated.",
)
@click.option(
    "--emit",
    metavar="ir|ir:PASS|all",
    callback=asked,
    help="The intermediate representation of FILE instead of GLSL: as the last pass leaves it, as one does, "
    "or after each.",
)
@click.option(
    "--json", "as_json", is_flag=True, help="Write the manifest, or program and source, to standard output."
)
def command(
    source: str,
    output: str | None,
    target: str | None,
    interface: str | None,
    numerics: str,
    without: tuple[str, ...],
    emit: str | None,
    as_json: bool,
) -> None:
    """Translate one program (- for standard input), or every program in a folder, to GLSL.

    One program goes to OUT, and what it reads and writes to OUT.json. A folder is translated file by
    file into the same tree, with manifest.json naming each program's attributes, parameters and
    results: programs are files that begin with !!, links to folders are not followed. Exit status 1 if
    any program fails; the others are written.
    """
    options = _Options(target, interface, numerics, without)
    if emit is not None:
        if as_json or os.path.isdir(source) or options != _Options(None, None, "fast"):
            raise click.UsageError("--emit goes with one program and no option but -o")
        _write(emitted(load_file(source), emit), source, output)
        return
    if os.path.isdir(source):
        if not output:
            raise click.UsageError("a folder needs -o FOLDER to write to")
        _port_folder(Path(source), Path(output), options, as_json)
        return
    program = load_file(source)
    translation = options.translate(program)
    for warning in first_reads(program):
        show_error(warning)
    if output is None:
        if as_json:
            echo_json({**_entry(program, translation, source, None), "source": translation.source})
        else:
            click.echo(translation.source, nl=False)
        return
    path = _path(source, output)
    described = path.with_name(path.name + ".json")
    entry = _entry(program, translation, source, path.name)
    check_output(described)
    write_text(path, translation.source)
    write_text(described, _json(entry))
    if as_json:
        echo_json(entry)
    else:
        click.echo(f"{named(path)}")


def _path(source: str, output: str) -> Path:
    """A file to write that is not the program."""
    path = Path(output)
    check_output(path)
    if path.exists() and source != "-" and path.samefile(source):
        raise InputError(f"{named(path)}: is the program itself; name another file to write")
    return path


def _write(text: str, source: str, output: str | None) -> None:
    if output is None:
        click.echo(text, nl=False)
        return
    path = _path(source, output)
    write_text(path, text)
    click.echo(f"{named(path)}")


@dataclass(frozen=True)
class _Options:
    target: str | None
    interface: str | None
    numerics: str
    without: tuple[str, ...] = ()

    def translate(self, program: Program) -> Translation:
        """As asked; a program that makes no vertices is captured by transform feedback."""
        usual = "feedback" if program.profile.stage is Stage.VERTEX_STATE else None
        interface = self.interface or usual
        names = TARGETS if self.target is None else [self.target]
        *lesser, last = (replace(TARGETS[name], lacks=frozenset(self.without)) for name in names)
        written = program.profile.stage is Stage.TESSELLATION_EVALUATION
        link = Link(patch_results=frozenset(CONTROL_RESULTS) if written else None)  # whoever writes them
        for target in lesser:
            with suppress(TargetError):
                return translate(program, target, interface=interface, numerics=self.numerics, link=link)
        return translate(program, last, interface=interface, numerics=self.numerics, link=link)


def _port_folder(folder: Path, output: Path, options: _Options, as_json: bool) -> None:
    if output.exists() and not output.is_dir():
        raise InputError(f"{named(output)}: is a file; name a folder to write to")
    found = programs_below(folder)
    if not found.programs and not found.errors:
        raise InputError(f"{named(folder)}: holds no programs (files that begin with !!)")
    errors: list[NvrenderError] = [
        InputError(f"{named(path)}: cannot be read: {reason}") for path, reason in found.errors
    ]
    entries = [
        {"file": path.relative_to(folder).as_posix(), "error": {"message": f"cannot be read: {reason}"}}
        for path, reason in found.errors
    ]
    output.mkdir(parents=True, exist_ok=True)
    with progress("Translating") as update:
        for number, path in enumerate(found.programs):
            try:
                entries.append(_port_one(path, folder, output, options))
            except NvrenderError as error:
                errors.append(error)
                entries.append({"file": path.relative_to(folder).as_posix(), "error": error_data(error)})
            update(number + 1, len(found.programs))
    entries.sort(key=lambda entry: str(entry["file"]))
    manifest = {"options": asdict(options), "programs": entries}
    write_text(output / _MANIFEST, _json(manifest))
    for problem in errors:
        show_error(problem)
    if as_json:
        echo_json(manifest)
    else:
        others = f"; {found.others} other file{'s' * (found.others != 1)} left alone" if found.others else ""
        click.echo(
            f"{named(output)}: {len(entries) - len(errors)} of {len(entries)} programs translated{others}"
        )
    if errors:
        sys.exit(1)


def _port_one(path: Path, folder: Path, output: Path, options: _Options) -> dict[str, Any]:
    relative = path.relative_to(folder)
    program = load(path)
    translation = options.translate(program)
    for warning in first_reads(program):
        show_error(warning)
    destination = output / relative.with_name(relative.name + _SUFFIXES[translation.interface])
    try:
        destination.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise InputError(f"{named(destination.parent)}: cannot be made: {error.strerror}") from None
    write_text(destination, translation.source)
    return _entry(program, translation, relative.as_posix(), destination.relative_to(output).as_posix())


def _json(data: Any) -> str:
    return json.dumps(data, indent=2) + "\n"


def _buffers(translation: Translation) -> list[dict[str, Any]]:
    return [
        {
            "index": row.bank,
            "words": row.words,
            "block": row.block,
            "array": row.array,
            "type": row.type,
            "vectors": row.vectors,
        }
        for row in translation.buffers
    ]


def _images(translation: Translation) -> list[dict[str, Any]]:
    """The image variables: unit, type, and the format of their texels, "" of those that GL converts to."""
    return [
        {"unit": row.unit, "name": row.name, "type": row.type, "format": row.format}
        for row in translation.images
    ]


def _varyings(translation: Translation) -> list[dict[str, str]]:
    """What the stage before a geometry or fragment shader must write, with its type and qualifiers."""
    return [
        {"name": row.name, "type": f"{row.kind}vec4", "qualifiers": row.qualifiers}
        for row in translation.varyings
    ]


def _attributes(program: Program, translation: Translation) -> list[dict[str, Any]]:
    """The shader's inputs; of a LONG attribute one has the words of x and y, another those of z and w."""
    long = long_attributes(program)
    rows: list[dict[str, Any]] = []
    for row in translation.attributes:
        entry: dict[str, Any] = {"index": row.index, "name": row.name}
        if long and row.index % SECOND in long:
            halves = {False: "xy", True: "zw"}
            entry |= {"index": row.index % SECOND, "components": halves[row.index >= SECOND]}
        if program.profile.stage in _VERTEX:
            entry["location"] = row.location
        rows.append(entry)
    return rows


def _entry(program: Program, translation: Translation, file: str, output: str | None) -> dict[str, Any]:
    block = translation.parameters
    return {
        "file": file,
        **({} if output is None else {"output": output}),
        **describe(program),
        **warning_data(first_reads(program)),
        "glsl": {
            "target": translation.target,
            "interface": translation.interface,
            "numerics": translation.numerics,
            **({"extensions": extensions} if (extensions := _EXTENSION.findall(translation.source)) else {}),
            "attributes": _attributes(program, translation),
            "parameters": {
                "block": block.block,
                "array": block.array,
                "count": block.count,
                "members": [row._asdict() for row in block.members],
            },
            **({"buffers": buffers} if (buffers := _buffers(translation)) else {}),
            **({"samplers": textures} if (textures := samplers(translation)) else {}),
            **({"state": rest} if (rest := state(translation)) else {}),
            **({"images": images} if (images := _images(translation)) else {}),
            **({"varyings": varyings} if (varyings := _varyings(translation)) else {}),
            "results": [{"result": row.result, "name": row.name} for row in translation.results],
        },
    }
