"""The families of random programs: how each is generated, given inputs and compared."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from . import (
    arb,
    arbfp,
    compare,
    declared_compare,
    declared_inputs,
    draw_compare,
    draw_inputs,
    fp1,
    fp2,
    fragment_inputs,
    generator,
    inputs,
    known,
    known_inputs,
    memory_inputs,
    nv4,
    nv5,
    nv5_arrays,
    nv5_buffers,
    nv5_draws,
    nv5_images,
    nv5_memory,
    nvfp4,
    nvfp5,
    ported,
)
from .compare import Mismatch


@dataclass(frozen=True)
class Family:
    """``generate`` a sample from a seed, ``draw`` its inputs, ``compare`` oracle and a way to run it.

    ``modes`` are the ways it runs elsewhere, by turns; ``others`` those it may be asked for. Mode native
    gets programs of ``generate_defined``.
    """

    generate: Callable[[int], Any]
    draw: Callable[[Any, int], Any]
    compare: Callable[..., Mismatch | None]
    modes: tuple[str, ...] = ("compute", "feedback")
    others: tuple[str, ...] = ()
    generate_defined: Callable[[int], Any] | None = None


#: The ways of the back end llvm, which runs vertex and fragment programs.
_LLVM = ("llvm", "llvm-fast")


def _declared(generate: Callable[[int], Any], defined: Callable[[int], Any] | None = None) -> Family:
    others = ("native", *_LLVM) if defined else _LLVM
    draw, against = declared_inputs.draw, declared_compare.compare
    return Family(generate, draw, against, ("compute", "feedback", "fast"), others, defined)


def _fragments(generate: Callable[[int], Any], defined: Callable[[int], Any] | None = None) -> Family:
    others = ("native", *_LLVM) if defined else _LLVM
    draw, against = fragment_inputs.draw, declared_compare.compare
    return Family(generate, draw, against, ("pixels", "fast"), others, defined)


def _arrays(generate: Callable[[int], Any]) -> Family:
    return Family(generate, nv5_arrays.draw, nv5_arrays.compare, ("arrays",), ("llvm",))


def _ported(family: Family) -> Family:
    """What plain ARB programs can express of a family, against its ports."""
    generate = partial(ported.expressible, family.generate)
    return Family(generate, family.draw, ported.compare, ("arb",))


def _known(family: Family) -> Family:
    """A family's programs with operands that compilers know something of."""
    others = tuple(mode for mode in family.others if mode != "native")
    generate = partial(known.with_known, family.generate)
    draw = partial(known_inputs.with_specials, family.draw)
    return replace(family, generate=generate, draw=draw, others=others, generate_defined=None)


FAMILIES: dict[str, Family] = {
    "vp": Family(generator.generate, inputs.draw, compare.compare, others=("llvm",)),
    "arb": _declared(arb.generate, arb.generate_defined),
    "arb-nv2": _declared(arb.generate_option2),
    "arb-nv3": _declared(arb.generate_option3),
    "nv4": _declared(nv4.generate),
    "nv5": _declared(nv5.generate),
    "nv5-long": replace(_declared(nv5.generate_long), modes=("compute", "words", "feedback", "fast")),
    "nv5-buffers": Family(
        nv5_buffers.generate,
        nv5_buffers.draw,
        nv5_buffers.compare,
        ("compute", "words", "feedback", "fast"),
        _LLVM,
    ),
    "nv5-images": Family(
        nv5_images.generate, declared_inputs.draw, nv5_images.compare, ("compute",), ("llvm",)
    ),
    "nv5-memory": Family(
        nv5_memory.generate, memory_inputs.draw, declared_compare.compare, ("compute",), ("llvm",)
    ),
    "nvgp5": _arrays(nv5_arrays.generate_geometry),
    "nvtcp5": _arrays(nv5_arrays.generate_control),
    "nvtep5": _arrays(nv5_arrays.generate_evaluation),
    "nv5-draws": Family(nv5_draws.generate, draw_inputs.draw, draw_compare.compare, ("draws",)),
    "nv5-mixed": Family(nv5_draws.generate_mixed, draw_inputs.draw, draw_compare.compare, ("draws",)),
    "nvfp4": _fragments(nvfp4.generate),
    "nvfp5": _fragments(nvfp5.generate),
    "nvfp5-memory": Family(
        nv5_memory.generate_fragments,
        memory_inputs.draw_fragments,
        declared_compare.compare,
        ("pixels",),
        ("llvm",),
    ),
    "arbfp": _fragments(arbfp.generate, arbfp.generate_defined),
    "arbfp-nv": _fragments(arbfp.generate_option),
    "arbfp-nv2": _fragments(arbfp.generate_option2),
    "fp1": _fragments(fp1.generate),
    "fp2": _fragments(fp2.generate),
}
KNOWN = tuple(FAMILIES)
FAMILIES |= {f"known-{name}": _known(FAMILIES[name]) for name in KNOWN}
#: Families whose programs are ported to plain ARB assembly too.
PORTED = ("vp", "arb-nv2", "arb-nv3", "nv4", "arbfp-nv", "arbfp-nv2", "fp1", "fp2", "nvfp4")
FAMILIES |= {
    f"ported-{name}": _ported(FAMILIES[name]) for name in (*PORTED, *(f"known-{name}" for name in PORTED))
}
