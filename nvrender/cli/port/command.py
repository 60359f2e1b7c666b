"""``nvrender port``: programs to GLSL or plain ARB, with a manifest of what each reads and writes."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

import click

from nvrender.arb.assembly import ARB
from nvrender.cli.farm.options import part_options
from nvrender.cli.farm.work import ALL, Parts
from nvrender.cli.inputs.reading import Reading, extract_options, load_file, only_one, reading_options
from nvrender.cli.messages.diagnostics import diagnostic
from nvrender.cli.messages.reporting import Messages, message_options
from nvrender.cli.messages.terminal import echo_json
from nvrender.cli.port.emit import asked, emitted
from nvrender.cli.port.folder import port_all
from nvrender.cli.port.manifest.entries import companion_output, entry, message
from nvrender.cli.port.manifest.entries import output as output_of
from nvrender.cli.port.manifest.form import VERSION, Manifest, manifest_data, manifest_text
from nvrender.cli.port.names_file import NamesFile, read_names
from nvrender.cli.port.options import SUFFIXES, Options
from nvrender.cli.port.request import Request
from nvrender.files import check_output, encoded, write_text, write_together
from nvrender.glsl.requirements import OPTIONAL
from nvrender.glsl.targets import TARGETS
from nvrender.program import Program
from nvrender.program.limits import Limits
from nvrender.program.profile import Stage
from nvrender.source import InputError, named
from nvrender.sources.programs import listed

#: How files of one program are called, and what describes one.
_OF_FILES = frozenset(".glsl .vert .frag .geom .comp .tesc .tese .vs .fs .vp .fp .vfp .json .txt".split())


@click.command()
@click.argument("sources", nargs=-1, required=True, metavar="FILE|DIR…")
@click.option(
    "-o",
    "--output",
    metavar="OUT",
    callback=lambda context, option, value: None if value == "-" else value,
    help="File to write, or folder where DIR, several files or several targets are given; standard output "
    "if absent or -.",
)
@click.option(
    "--target",
    "targets",
    multiple=True,
    type=click.Choice([*TARGETS, ARB]),
    help="The GLSL to write, or arb for plain ARB assembly; several go to a folder each.  [default: for each "
    "program the first GLSL that can express it]",
)
@click.option(
    "--interface",
    type=click.Choice(list(SUFFIXES)),
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
    "--builtins",
    "built_ins",
    is_flag=True,
    help="Attributes, varyings and state of the fixed function under GLSL's own names, gl_Vertex and "
    "gl_ModelViewProjectionMatrix (glsl120).",
)
@click.option(
    "--without",
    multiple=True,
    type=click.Choice(OPTIONAL),
    help="An extension that the shader must not ask for; may be repeated.",
)
@click.option(
    "--attributes",
    type=click.Choice(["generic", "conventional"]),
    help="What --target arb makes of v[COL0] and its like: vertex.attrib[3] or vertex.color.  "
    "[default: generic]",
)
@click.option(
    "--turns",
    type=click.IntRange(min=1),
    metavar="N",
    help="After how many turns --target arb leaves loops whose end is known at run time alone.  [default: it "
    "refuses them]",
)
@click.option(
    "--limits",
    type=click.Choice(["minimum", "driver"]),
    help="What --target arb keeps within where it can, and warns of where not: what every driver has, or "
    "this machine's.  [default: minimum]",
)
@click.option(
    "--names",
    metavar="FILE",
    help="A JSON or TOML file of what bindings and registers are to be called, in all programs or in one.",
)
@click.option(
    "--jobs",
    type=click.IntRange(min=1),
    metavar="N",
    help="Processes that translate many programs.  [default: as many as there are processors]",
)
@click.option(
    "--emit",
    metavar="ir|ir:PASS|all",
    callback=asked,
    help="The intermediate representation of FILE instead of GLSL: as the last pass leaves it, as one does, "
    "or after each.",
)
@extract_options
@reading_options
@click.option(
    "--pair",
    is_flag=True,
    help="A vertex and a fragment program draw together: two files, or, of more, those of a name but for the "
    "suffix; of literals those of a name but for vp and fp.  [default: those that are alone in a file]",
)
@click.option(
    "--env",
    default="members",
    show_default=True,
    type=click.Choice(["members", "array"]),
    help="program.env and program.local as a member for each that is read, or as arrays at their own "
    "indices, program.env in a block that all programs of a stage declare alike.",
)
@click.option(
    "--drop-unread",
    is_flag=True,
    help="Leave out of a pair's vertex shader the results that its fragment program does not read.",
)
@click.option(
    "--complete",
    is_flag=True,
    help="Write the fixed-function stage, too, that a vertex or fragment program in no pair draws with.",
)
@part_options
@message_options
@click.option(
    "--json", "as_json", is_flag=True, help="Write the manifest, or program and source, to standard output."
)
def command(
    sources: tuple[str, ...],
    output: str | None,
    targets: tuple[str, ...],
    interface: str | None,
    numerics: str,
    built_ins: bool,
    without: tuple[str, ...],
    attributes: str | None,
    turns: int | None,
    limits: str | None,
    names: str | None,
    jobs: int | None,
    emit: str | None,
    pair: bool,
    env: str,
    drop_unread: bool,
    complete: bool,
    as_json: bool,
    reading: Reading,
    messages: Messages,
    parts: Parts,
) -> None:
    """Translate one program (- for standard input), or many and those in folders, to GLSL or plain ARB.

    One program goes to OUT, and what it reads and writes to OUT.json. Of a folder every program is translated
    into the same tree, with manifest.json naming each program's attributes, parameters and results: programs
    are files that begin with !!, links to folders are not followed. Several files and folders are written
    below OUT as they lie below the folder they share, each of several targets to a folder of OUT. Exit status
    1 if any program fails; the others are written.
    """
    if names is not None and numerics == "exact":
        raise click.UsageError("--names goes with fast numerics: exact ones keep the names of registers")
    given = NamesFile("") if names is None else read_names(Path(names))
    options = Options(interface, numerics, without, built_ins, drop_unread, env, complete, names=given)
    targets = tuple(dict.fromkeys(targets))
    if {*targets} == {ARB} and names is not None:
        raise click.UsageError("--names is for GLSL, not for --target arb")
    if ARB in targets and options != Options(names=given):
        several = "--interface, --numerics exact, --builtins, --without, --env, --drop-unread and --complete"
        raise click.UsageError(f"{several} are GLSL's, not --target arb's")
    if ARB not in targets and (attributes, turns, limits) != (None, None, None):
        raise click.UsageError("--attributes, --turns and --limits go with --target arb")
    if ARB in targets:
        conventional = attributes == "conventional"
        options = replace(options, turns=turns, limits=_limits(limits), conventional=conventional)
    request = Request(sources, output, targets, options, reading, messages, jobs, as_json, pair, parts)
    alone, instead = len(sources) == 1 and not os.path.isdir(sources[0]), ""
    if emit is not None:
        if as_json or not alone or targets or options != Options():
            raise click.UsageError("--emit goes with one program and no option but -o")
        _write(emitted(load_file(sources[0], reading), emit), sources[0], output)
        return
    if complete and not (output or as_json):
        raise click.UsageError("--complete writes two shaders; name a file or folder by -o")
    if pair and alone and not reading.literals:
        raise click.UsageError("--pair goes with two files or more, a folder, or --extract")
    if alone and len(targets) < 2 and parts == ALL:
        found = reading.sources_of(sources[0])
        if len(found) == 1 or not output:
            _port_one(request, reading.load(only_one(found)))
            return
        instead = f", or one program: {listed(found)}"
    if not output:
        what = "a folder needs" if len(sources) == 1 and not alone else "several files or targets need"
        raise click.UsageError(f"{what} -o FOLDER to write to")
    if Path(output).suffix in _OF_FILES and not os.path.isdir(output):
        several = f"several programs or targets go to a folder, and {named(output)} is the name of a file"
        raise click.UsageError(f"{several}; name a folder by -o{instead}")
    if "-" in sources:
        raise click.UsageError("standard input is translated alone, one program of it to one target")
    port_all(request, Path(output))


def _limits(of: str | None) -> Mapping[Stage, Limits] | None:
    """Those of a driver; None are the least that every driver has."""
    if of != "driver":
        return None
    from nvrender.gpu.native.limits import native_limits

    return native_limits()


def _port_one(request: Request, program: Program) -> None:
    """One program, to a file and one that describes it, or to standard output."""
    (source,), options, messages = request.sources, request.options, request.messages
    target = request.targets[0] if request.targets else None
    made = options.port(program, target)
    for error in options.names.missing(options.names.of(program)):
        raise error
    warned = messages.selection.of(options.warnings(program, made))
    messages.say_all(source, list(map(diagnostic, warned)))
    path = None if request.output is None else _path(source, request.output)
    texts: dict[Path, str] = {}
    beside = None
    if (stage := options.companion(program, made)) is not None:
        place = None if path is None else path.with_name(path.name + SUFFIXES[stage.interface])
        beside = companion_output(stage, None if place is None else place.name)
        texts |= {} if place is None else {place: stage.source}
    found = output_of(program, made, None if path is None else path.name, beside)
    described = entry(program, source, outputs=[found], warnings=map(message, warned))
    manifest = Manifest(VERSION, options.described([target]), [described])
    if path is None:
        if request.as_json:
            echo_json(manifest_data(manifest))
        else:
            click.echo(made.source, nl=False)
        return
    texts |= {path: made.source, path.with_name(path.name + ".json"): manifest_text(manifest)}
    for place in texts:
        check_output(place)
    write_together({place: encoded(text) for place, text in texts.items()})
    if request.as_json:
        echo_json(manifest_data(manifest))
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
