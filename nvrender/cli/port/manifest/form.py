"""The format of manifests (docs/manifest.md): what ``port`` says of every program it translates."""

from __future__ import annotations

import json
from importlib import resources
from typing import Any

import msgspec

from nvrender.json_schema import schema_of

#: Rises with every change that a reader could notice, but for fields that are added.
VERSION = 1
SCHEMA = "schema.json"


class Message(msgspec.Struct, frozen=True):
    """A warning or an error. ``target`` is null of what concerns every output.

    ``position`` is PROGRAM_ERROR_POSITION, a byte of the text; lines and columns begin with 1, and all are 0
    where there is no place. ``file`` is the included file that they are in, "" where it is the program's.
    ``rule`` is the id of the rule (docs/cli.md).
    """

    message: str
    target: str | None = None
    position: int = 0
    line: int = 0
    column: int = 0
    hint: str = ""
    section: str = ""
    rule: str = ""
    file: str = ""


class Attribute(msgspec.Struct, frozen=True):
    """A vertex attribute that is read: its number, the program's name for it, and the shader's input.

    ``components`` are those that the input has: "xy" and "zw" of the two of a 64-bit attribute.
    """

    name: str
    index: int
    binding: str
    components: str
    location: int | None


class Block(msgspec.Struct, frozen=True):
    """A uniform block, std140; ``instance`` is what the shader calls it, "" where it names members alone.

    ``binding`` is null where the text does not say where it is bound; ``size`` counts bytes.
    """

    name: str
    instance: str
    binding: int | None
    size: int


class Parameter(msgspec.Struct, frozen=True):
    """A vector of four floats that the application sets, at a byte of a block; null of both in plain ARB.

    ``name`` is the program's: "program.env[4]", "c[4]", "state.matrix.mvp.row[0]", what a fragment program
    declares, or a constant's text. ``cg`` is the Cg compiler's name, "modelViewProj[1]". ``default`` is what
    it holds unless something sets it.
    """

    block: str | None
    offset: int | None
    member: str
    name: str
    cg: str | None
    default: list[float | str] | None


class State(msgspec.Struct, frozen=True):
    """What the shader takes of GL's state, or of how it is run, and the ``formula`` that fills it.

    ``block`` and ``offset`` are null of uniforms in no block; ``count`` is null of what is no array.
    """

    block: str | None
    offset: int | None
    name: str
    type: str
    count: int | None
    formula: str


class Buffer(msgspec.Struct, frozen=True):
    """The program parameter buffer ``index`` as a uniform block of ``vectors`` vectors.

    Of ``words`` 1 an element is a component, of 4 a vector.
    """

    index: int
    words: int
    block: str
    name: str
    array: str
    type: str
    vectors: int


class Sampler(msgspec.Struct, frozen=True):
    """A texture that is read: its image unit, or the handle that names it; null of both where accesses do.

    ``comparison``: texels are compared depths. ``cg`` is the Cg compiler's name.
    """

    name: str
    unit: int | None
    handle: int | None
    type: str
    target: str
    comparison: bool
    cg: str | None


class Image(msgspec.Struct, frozen=True):
    """An image variable; ``format`` is "" where GL converts what is stored."""

    name: str
    unit: int
    type: str
    format: str


class Varying(msgspec.Struct, frozen=True):
    """What the stage before must write."""

    name: str
    type: str
    qualifiers: str


class Result(msgspec.Struct, frozen=True):
    """A result of the program, and what the output calls it."""

    result: str
    name: str


class Output(msgspec.Struct, frozen=True):
    """What a program became for a target. ``file`` is below the manifest's folder, null on standard output.

    ``source`` is the text where there is no file. ``companion`` is the fixed-function stage beside a program
    that is alone, if it was asked for.
    """

    target: str
    file: str | None
    source: str | None
    interface: str
    numerics: str
    extensions: list[str] = []
    attributes: list[Attribute] = []
    blocks: list[Block] = []
    parameters: list[Parameter] = []
    state: list[State] = []
    buffers: list[Buffer] = []
    samplers: list[Sampler] = []
    images: list[Image] = []
    varyings: list[Varying] = []
    results: list[Result] = []
    companion: Output | None = None


class Entry(msgspec.Struct, frozen=True):
    """A program. ``sha256`` is that of its text (nvrender.sources.digests), "" of what cannot be read.

    ``stage`` and ``profile`` are "" of what does not load. ``pair`` is the ``file`` of the program it was
    linked with. ``outputs`` are those that succeeded, ``errors`` say why others did not. ``cg`` is what the
    Cg compiler left in comments.
    """

    file: str
    sha256: str
    stage: str = ""
    profile: str = ""
    options: list[str] = []
    instructions: int = 0
    pair: str | None = None
    outputs: list[Output] = []
    warnings: list[Message] = []
    errors: list[Message] = []
    cg: dict[str, Any] | None = None


class Manifest(msgspec.Struct, frozen=True):
    """Programs in the order of their names, and what was asked for."""

    version: int
    options: dict[str, Any]
    programs: list[Entry]


def manifest_data(manifest: Manifest) -> dict[str, Any]:
    """As plain data; lists are there when they are empty."""
    data: dict[str, Any] = msgspec.to_builtins(manifest)
    return data


def manifest_text(manifest: Manifest) -> str:
    """As files have it; fields stand in the order of the format."""
    data = manifest_data(manifest)
    try:
        # json's own indent is written in Python, and takes ten times as long.
        return msgspec.json.format(json.dumps(data), indent=2) + "\n"
    except msgspec.DecodeError:  # names that are no text: half a pair of surrogates
        return json.dumps(data, indent=2) + "\n"


def schema() -> dict[str, Any]:
    """The JSON Schema of manifests, as the package has it in a file beside this one."""
    return schema_of(Manifest)


def shipped_schema() -> dict[str, Any]:
    """The schema in the package."""
    data: dict[str, Any] = json.loads((resources.files(__package__) / SCHEMA).read_text(encoding="utf-8"))
    return data
