"""The samplers of a declared-name program."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from nvrender.glsl.declared.word_types import KINDS
from nvrender.glsl.targets import Target
from nvrender.glsl.textures.texture_keys import Sampler
from nvrender.ops.texture_targets import TARGETS
from nvrender.program import Instruction, Program, TextureAccess
from nvrender.source import TargetError

#: The image units behind those of programs (NV_gpu_program4 table 6.X), which textures of handles are on.
FIRST_HANDLED = 16
#: The GLSL that ARB_bindless_texture is for.
_BINDLESS = 400


def samplers_of(program: Program, linked: Iterable[Program] = ()) -> dict[int, Sampler]:
    """The samplers of a program; the first instruction of a unit says which type it gives.

    What another type would give is undefined (NV_gpu_program4 2.X.4.4), and here is the words. A unit whose
    size alone is asked for gives what the ``linked`` programs read.
    """
    found: dict[int, Sampler] = {}
    kinds = {
        (unit, access.target): kind_of(row, access)
        for other in linked
        for row, access in _accesses(other)
        for unit in access.numbers
        if row.operation != "texture_size"
    }
    for instruction, access in _accesses(program):
        for unit in access.numbers:
            query = instruction.operation == "texture_size"
            kind = kinds.get((unit, access.target), "") if query else kind_of(instruction, access)
            found.setdefault(unit, Sampler(unit, access.target, kind))
            found[unit] = _used(found[unit], instruction, access)
    return dict(sorted(found.items()))


def handle_samplers(
    program: Program, handles: Iterable[int], suits: Callable[[Instruction, int], bool]
) -> dict[int, Sampler]:
    """The samplers, on units behind the program's own, of what accesses by handles may read.

    ``suits`` tells of an instruction and a handle whether the texture is one the instruction can read. The
    units are the same for all programs: a texture has one, and one to compare depths.
    """
    found: dict[int, Sampler] = {}
    for place, handle in enumerate(sorted(handles)):
        for instruction, access in _accesses(program):
            if access.handle is None or not suits(instruction, handle):
                continue
            unit = FIRST_HANDLED + 2 * place + TARGETS[access.target].compares
            kind = kind_of(instruction, access)
            found.setdefault(unit, Sampler(unit, access.target, kind, handle=handle))
            found[unit] = _used(found[unit], instruction, access)
    return found


def named_samplers(program: Program) -> dict[tuple[str, str], Sampler]:
    """Target and kind → the sampler of accesses by handles that nothing is known of."""
    found: dict[tuple[str, str], Sampler] = {}
    for instruction, access in _accesses(program):
        if access.handle is not None:
            key = access.target, kind_of(instruction, access)
            found[key] = Sampler(0, *key, named=True)
    return found


def _accesses(program: Program) -> Iterator[tuple[Instruction, TextureAccess]]:
    """Those of textures; queries last: they give sizes, whatever the texels are."""
    for instruction in sorted(program.instructions, key=lambda one: one.operation == "texture_size"):
        if instruction.texture is not None:
            yield instruction, instruction.texture


def kind_of(instruction: Instruction, access: TextureAccess) -> str:
    """What a sampler gives."""
    untyped = instruction.operation == "texture_size" or TARGETS[access.target].compares
    return "" if untyped else KINDS[instruction.type]


def _used(sampler: Sampler, instruction: Instruction, access: TextureAccess) -> Sampler:
    """The sampler, used by one more instruction."""
    name = instruction.operation
    if name in ("texture_size", "fetch", "fetch_sample"):
        return sampler._replace(counts=True)
    if name in ("gather", "gather_offsets"):
        return sampler._replace(gathers=True, scatters=sampler.scatters or name == "gather_offsets")
    leveled = name == "sample_level" and access.target == "SHADOWCUBE"
    apart = sampler.apart or leveled or name == "texture_level" or access.moved is not None
    return sampler._replace(samples=True, apart=apart)


def check_handles(program: Program, target: Target, *, textures: bool, images: bool) -> None:
    """TargetError for an access by a handle, of programs translated without what the handles name.

    ``textures`` and ``images`` say whether these are known. ARB_bindless_texture has textures by handles;
    the formats of images are fixed where they are declared, which none by a handle is.
    """
    for instruction in program.instructions:
        texture, image = instruction.texture, instruction.image
        what = ""
        if texture is not None and texture.handle is not None and not textures and target.version < _BINDLESS:
            what = f"by a handle needs GLSL 4.00, which {target.name} is not; glsl430 has it"
        if image is not None and image.handle is not None and not images:
            what = (
                "reaches an image by a handle, and a translation knows none; run and Pipeline choose among "
                "those they are given"
            )
        if what:
            raise TargetError(f"{program.source.place(instruction.span)}: {instruction.opcode.name} {what}")


def asks_handles(program: Program) -> bool:
    """True if some access of a texture is by a handle."""
    return any(access.handle is not None for _, access in _accesses(program))
