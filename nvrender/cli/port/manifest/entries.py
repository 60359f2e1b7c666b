"""The entries of manifests: programs and what they became."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from math import isfinite

from nvrender.arb.assembly import ARB, Assembly
from nvrender.cli.describe import describe_cg
from nvrender.cli.messages.diagnostics import all_errors, error_data
from nvrender.cli.port.complete import Companion
from nvrender.cli.port.manifest import form
from nvrender.cli.port.manifest.formulas import FORMULAS
from nvrender.cli.port.manifest.uniforms import (
    VECTOR,
    Member,
    UniformBlock,
    located_inputs,
    loose_uniforms,
    uniform_blocks,
)
from nvrender.glsl.cg_names import named_registers
from nvrender.glsl.io.blocks import environment_block
from nvrender.glsl.registers.variables import VECTORS
from nvrender.glsl.textures.texture_keys import Sampler
from nvrender.glsl.translation import Translation
from nvrender.languages.cg import metadata
from nvrender.languages.common.numbers import word_value
from nvrender.languages.vp.bindings import ATTRIBUTES
from nvrender.ops.texture_targets import TARGETS
from nvrender.program import Binding, BindingKind, Program
from nvrender.program.long_attributes import SECOND, long_attributes
from nvrender.program.profile import Stage
from nvrender.source import NvrenderError, Source
from nvrender.sources.digests import text_sha256

_EXTENSION = re.compile("^#extension (\\w+)", re.MULTILINE)
_VERTEX = (Stage.VERTEX, Stage.VERTEX_STATE)
_WITH_VALUES = (BindingKind.CONSTANT, BindingKind.NAMED)
_SHADOW = "SHADOW"


def entry(
    program: Program,
    file: str,
    *,
    outputs: Iterable[form.Output] = (),
    warnings: Iterable[form.Message] = (),
    errors: Iterable[form.Message] = (),
    pair: str | None = None,
) -> form.Entry:
    """A program, which the manifest calls ``file``, and what became of it."""
    written = program.as_written
    return form.Entry(
        file,
        text_sha256(program.source.data),
        stage=program.profile.stage.value,
        profile=program.profile.name,
        options=sorted(written.options),
        instructions=len(written.instructions),
        pair=pair,
        outputs=list(outputs),
        warnings=list(warnings),
        errors=list(errors),
        cg=describe_cg(written),
    )


def failed_entry(file: str, source: Source | None, error: NvrenderError) -> form.Entry:
    """What does not load, or, without a ``source``, cannot be read."""
    digest = "" if source is None else text_sha256(source.data)
    return form.Entry(file, digest, errors=list(map(message, all_errors(error))))


def message(error: NvrenderError, target: str | None = None) -> form.Message:
    """An error or a warning; ``target`` is the one it is about."""
    return form.Message(**error_data(error), target=target)


def output(
    program: Program, made: Translation | Assembly, file: str | None, companion: form.Output | None = None
) -> form.Output:
    """What a program became in ``file``, or, without one, as text; ``companion`` is what stands beside it."""
    if isinstance(made, Assembly):
        return _assembly(program, made, file)
    return _glsl(program, made, file, companion)


def _assembly(program: Program, made: Assembly, file: str | None) -> form.Output:
    """A plain ARB program: attributes, parameters and results by the bindings they have there."""
    port = made.program
    numbers = {row.name: row.index for row in port.attributes}
    defaults = {row.name: _default(row) for row in program.parameters}
    named = {program.parameters[number].name: row[0] for number, row in _cg_names(program).items()
             if number < len(program.parameters)}  # fmt: skip
    textures = sorted({(row.texture.unit, row.texture.target) for row in port.instructions if row.texture})
    return form.Output(
        target=ARB,
        file=file,
        source=made.source if file is None else None,
        interface=port.profile.stage.value,
        numerics="fast",
        extensions=sorted(port.options),
        attributes=[
            form.Attribute(binding, numbers.get(binding, 0), name, "xyzw", None)
            for name, binding in made.attributes.items()
        ],
        parameters=[
            form.Parameter(None, None, binding, name, named.get(name), defaults.get(name))
            for name, binding in made.parameters.items()
        ],
        samplers=[
            form.Sampler(
                f"texture[{unit}]",
                unit,
                None,
                "",
                target.removeprefix(_SHADOW),
                TARGETS[target].compares,
                None,
            )
            for unit, target in textures
        ],
        results=[form.Result(name, binding) for name, binding in made.results.items()],
    )


def _glsl(
    program: Program, translation: Translation, file: str | None, companion: form.Output | None
) -> form.Output:
    text = translation.source
    blocks = uniform_blocks(text)
    buffers = {row.block for row in translation.buffers}
    known = {translation.parameters.block, environment_block(program.profile.stage), *buffers}
    return form.Output(
        target=translation.target,
        file=file,
        source=text if file is None else None,
        interface=translation.interface,
        numerics=translation.numerics,
        extensions=_EXTENSION.findall(text),
        attributes=list(_attributes(program, translation)),
        blocks=[form.Block(row.name, row.instance, row.binding, row.size) for row in blocks],
        parameters=list(_parameters(program, translation, blocks)),
        state=list(_state(translation, [row for row in blocks if row.name not in known])),
        buffers=[
            form.Buffer(row.bank, row.words, row.block, row.name, row.array, row.type, row.vectors)
            for row in translation.buffers
        ],
        samplers=list(_samplers(program, translation)),
        images=[form.Image(row.name, row.unit, row.type, row.format) for row in translation.images],
        varyings=[form.Varying(row.name, f"{row.kind}vec4", row.qualifiers) for row in translation.varyings],
        results=[form.Result(row.result, row.name) for row in translation.results],
        companion=companion,
    )


def companion_output(made: Companion, file: str | None) -> form.Output:
    """The fixed-function stage beside a program, in ``file`` or as text."""
    blocks = uniform_blocks(made.source)
    return form.Output(
        target=made.target,
        file=file,
        source=made.source if file is None else None,
        interface=made.interface,
        numerics="exact",
        attributes=[
            form.Attribute(name, location, ATTRIBUTES[location].mnemonic, "xyzw", location)
            for name, location in located_inputs(made.source)
        ],
        blocks=[form.Block(row.name, row.instance, row.binding, row.size) for row in blocks],
        state=[_filled(member, block.name) for block in blocks for member in block.members],
        samplers=[_sampler(row) for row in made.samplers],
    )


def _attributes(program: Program, translation: Translation) -> Iterator[form.Attribute]:
    """The shader's inputs; of a LONG attribute one has the words of x and y, another those of z and w."""
    long = long_attributes(program)
    for row in translation.attributes:
        number, components = row.index, "xyzw"
        if long and row.index % SECOND in long:
            number, components = row.index % SECOND, "zw" if row.index >= SECOND else "xy"
        location = row.location if program.profile.stage in _VERTEX else None
        yield form.Attribute(row.name, number, row.mnemonic, components, location)


def _parameters(
    program: Program, translation: Translation, blocks: list[UniformBlock]
) -> Iterator[form.Parameter]:
    """The program parameters, vector by vector."""
    block = translation.parameters
    named = _cg_names(program)
    if block.array:
        for number in range(block.count):
            name = f"{block.array}[{number}]"
            cg, default = named.get(number, (None, None))
            yield form.Parameter(block.block, VECTOR * number, name, f"c[{number}]", cg, default)
        return
    members = [member for row in blocks if row.name == block.block for member in row.members]
    members += loose_uniforms(translation.source) if not block.block else []
    arrays = {member.name for member in members if member.count is not None or member.size > VECTOR}
    shared = environment_block(program.profile.stage)
    for number in block.environment:
        name = f"program.env[{number}]"
        yield form.Parameter(shared, VECTOR * number, f"{VECTORS}[{number}]", name, None, None)
    for member in block.members:
        for element in range(member.count):
            register = block.registers[member.offset + element]
            if register < 0:
                continue
            binding = program.parameters[register]
            cg, default = named.get(register, (None, None))
            default = _default(binding) or default
            name = f"{member.name}[{element}]" if member.name in arrays else member.name
            offset = VECTOR * (member.offset + element)
            yield form.Parameter(block.block, offset, name, binding.name, cg, default)


def _default(binding: Binding) -> list[float | str] | None:
    """What a parameter holds by the program's own text."""
    return _numbers(map(word_value, binding.words)) if binding.kind in _WITH_VALUES else None


def _cg_names(program: Program) -> dict[int, tuple[str, list[float | str] | None]]:
    """Parameter → what the Cg compiler calls it, and what it holds at first."""
    data = metadata(program)
    defaults = {} if data is None else {row.name: row.default for row in data.uniforms}
    found: dict[int, tuple[str, list[float | str] | None]] = {}
    for row in named_registers(program):
        values = defaults.get(row.name, ())
        width = len(values) // row.count
        for place in range(row.count):
            default = None
            if width and len(values) % row.count == 0:
                part = values[place * width : (place + 1) * width]
                default = _numbers([*part, 0.0, 0.0, 0.0][:4])
            found[row.start + place] = (f"{row.name}[{place}]" if row.array else row.name), default
    return found


def _numbers(values: Iterable[float]) -> list[float | str]:
    """JSON has no infinity and no NaN: these are text."""
    return [value if isfinite(value) else str(value) for value in values]


def _state(translation: Translation, blocks: list[UniformBlock]) -> Iterator[form.State]:
    """The blocks of GL's state and of memory, and uniforms in no block."""
    for block in blocks:
        yield from (_filled(member, block.name) for member in block.members)
    named = {row.name for row in translation.samplers} | {row.name for row in translation.images}
    if not translation.parameters.block:
        named |= {translation.parameters.array, *(row.name for row in translation.parameters.members)}
        named |= {row.array for row in translation.buffers}
    yield from (_filled(row, None) for row in loose_uniforms(translation.source) if row.name not in named)


def _filled(row: Member, block: str | None) -> form.State:
    formula = FORMULAS.get(row.name, row.remark)
    return form.State(block, None if block is None else row.offset, row.name, row.type, row.count, formula)


def _samplers(program: Program, translation: Translation) -> Iterator[form.Sampler]:
    data = metadata(program)
    cg = {} if data is None else {row.resource: row.name for row in data.variables}
    for row in translation.samplers:
        yield _sampler(row, None if row.handle else cg.get(f"texunit {row.unit}"))


def _sampler(row: Sampler, cg: str | None = None) -> form.Sampler:
    unit, handle = (None, row.key) if row.handle else (row.key, None)
    return form.Sampler(
        row.name,
        None if row.named else unit,
        None if row.named else handle,
        row.type,
        row.target.removeprefix(_SHADOW),
        TARGETS[row.target].compares,
        None if row.named else cg,
    )
