"""The samplers of a program."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from nvrender.glsl.printer.expressions import LETTERS
from nvrender.glsl.targets import Target
from nvrender.glsl.textures.texture_keys import Sampler
from nvrender.ir.analysis.places import accesses, nodes_of
from nvrender.ir.nodes import Sample
from nvrender.lower.places import named
from nvrender.lower.program import lowered
from nvrender.ops.texture_targets import TARGETS
from nvrender.program import Program
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
        (unit, node.texture.target): kind_of(node)
        for other in linked
        for node in _lookups(other)
        for unit in node.texture.numbers
        if node.operation != "texture_size"
    }
    for node in _lookups(program):
        for unit in node.texture.numbers:
            target, query = node.texture.target, node.operation == "texture_size"
            kind = kinds.get((unit, target), "") if query else kind_of(node)
            found.setdefault(unit, Sampler(unit, target, kind))
            found[unit] = _used(found[unit], node)
    return dict(sorted(found.items()))


def handle_samplers(
    program: Program, handles: Iterable[int], suits: Callable[[Sample, int], bool]
) -> dict[int, Sampler]:
    """The samplers, on units behind the program's own, of what accesses by handles may read.

    ``suits`` tells of a lookup and a handle whether the texture is one the lookup can read. The units are the
    same for all programs: a texture has one, and one to compare depths.
    """
    found: dict[int, Sampler] = {}
    for place, handle in enumerate(sorted(handles)):
        for node in _lookups(program):
            target = node.texture.target
            if node.texture.handle is None or not suits(node, handle):
                continue
            unit = FIRST_HANDLED + 2 * place + TARGETS[target].compares
            found.setdefault(unit, Sampler(unit, target, kind_of(node), handle=handle))
            found[unit] = _used(found[unit], node)
    return found


def named_samplers(program: Program) -> dict[tuple[str, str], Sampler]:
    """Target and kind → the sampler of accesses by handles that nothing is known of."""
    keys = ((row.texture.target, kind_of(row)) for row in _lookups(program) if row.texture.handle is not None)
    return {key: Sampler(0, *key, named=True) for key in keys}


def _lookups(program: Program) -> list[Sample]:
    """Those of a program; queries last: they give sizes, whatever the texels are."""
    if not program.has_textures:  # it need not be lowered
        return []
    rows = (node for node, _ in nodes_of(lowered(program), Sample))
    return sorted(rows, key=lambda node: node.operation == "texture_size")


def kind_of(node: Sample) -> str:
    """What a sampler gives: of depths and for sizes that are asked for floats."""
    untyped = node.operation == "texture_size" or TARGETS[node.texture.target].compares
    return "" if untyped else LETTERS[node.type.kind]


def _used(sampler: Sampler, node: Sample) -> Sampler:
    """The sampler, used by one more lookup."""
    name = node.operation
    if name in ("texture_size", "fetch", "fetch_sample"):
        return sampler._replace(counts=True)
    if name in ("gather", "gather_offsets"):
        return sampler._replace(gathers=True, scatters=sampler.scatters or name == "gather_offsets")
    leveled = name == "sample_level" and node.texture.target == "SHADOWCUBE"
    apart = sampler.apart or leveled or name == "texture_level" or node.texture.moved
    return sampler._replace(samples=True, apart=apart)


def check_handles(program: Program, target: Target, *, textures: bool, images: bool) -> None:
    """TargetError for an access by a handle, of programs translated without what the handles name.

    ``textures`` and ``images`` say whether these are known. ARB_bindless_texture has textures by handles;
    the formats of images are fixed where they are declared, which none by a handle is.
    """
    shader = lowered(program)
    if not textures and target.version < _BINDLESS:
        for node, place in nodes_of(shader, Sample):
            if node.texture.handle is not None:
                raise TargetError(
                    f"{named(program, place)} by a handle needs GLSL 4.00, which {target.name} is not; "
                    f"glsl430 has it"
                )
    for access, place in () if images else accesses(shader):
        if access.memory.handle is not None:
            raise TargetError(
                f"{named(program, place)} reaches an image by a handle, and a translation knows none; run "
                f"and Pipeline choose among those they are given"
            )


def asks_handles(program: Program) -> bool:
    """True if some access of a texture is by a handle."""
    return any(node.texture.handle is not None for node in _lookups(program))
