"""Thread groups in GLSL: quads of fragments exchange what they hold by derivatives; others are alone.

NV_gpu_program5 2.X.8, TGALL to TGEQ; NV_shader_thread_group 2.X.8. GL_ARB_derivative_control has differences
within each row and column of a quad, which of whole numbers below 2^24 are exact (docs/semantics.md).
"""

from __future__ import annotations

from nvrender.glsl import library
from nvrender.glsl.expressions import CONDITIONAL, SUM, Expression, vector
from nvrender.glsl.operations.view import Builder, View
from nvrender.glsl.targets import Target
from nvrender.ir.analysis.places import nodes_of
from nvrender.ir.nodes import Apply
from nvrender.languages.arb.generation5_bindings import FRAGMENT_5_ATTRIBUTES, THREADS, item
from nvrender.lower.places import named
from nvrender.lower.program import lowered
from nvrender.ops.rows import GROUPED
from nvrender.ops.table import OPERATIONS
from nvrender.program import Program, RegisterFile
from nvrender.program.profile import Stage
from nvrender.source import Span, TargetError

#: What needs no other thread.
_ALONE = "ballot_alone"
#: Votes → the functions that they call; reads of the quad have one.
_CALLED = {
    "all": "quad_all", "any": "quad_ballot", "alike": "quad_agrees", "ballot": "quad_ballot",
    _ALONE: "quad_thread",
}  # fmt: skip
#: What fine derivatives are in the core from, and the extension before.
_CORE, DERIVATIVES = 450, "GL_ARB_derivative_control"
#: What gl_HelperInvocation is in the core from.
_HELPERS = 450


def _asked(program: Program) -> dict[str, Span]:
    """What asks a group, and where it is first."""
    found: dict[str, Span] = {}
    if program.profile.stage is Stage.FRAGMENT:
        for node, place in nodes_of(lowered(program), Apply):
            if place is not None and OPERATIONS[node.operation].form in GROUPED:
                found.setdefault(node.operation, place)
    return found


def grouped(program: Program) -> bool:
    """True if some instruction of a fragment program asks its group."""
    return bool(_asked(program))


def _reads_threads(program: Program) -> bool:
    read = program.reads(RegisterFile.ATTRIBUTE)
    return any(item(FRAGMENT_5_ATTRIBUTES[index]) in THREADS[:-2] for index in read)


def needs_derivatives(program: Program, target: Target) -> bool:
    """True if the target must be asked for fine derivatives."""
    return target.version < _CORE and bool(_asked(program).keys() - {_ALONE})


def declarations(program: Program, kind: str) -> list[str]:
    """The functions that instructions and attributes of a fragment program call."""
    called = ["quad_thread"] * (kind == "fragment" and _reads_threads(program))
    called += [_CALLED.get(name, "quad_read") for name in _asked(program)]
    if kind == "pixels" and "quad_read" in called:
        called.append("quad_ballot")
    if not called:
        return []
    own = {}
    if "ARB_fragment_coord_pixel_center_integer" in program.options and kind == "fragment":
        own["quad_thread"] = "quad_thread_at_integers"
    if kind == "pixels":
        own["quad_ballot"] = "quad_ballot_of_fragments"
    used: dict[tuple[str, int], None] = {}
    for name in called:
        library.use(used, name, 1, own)
    return [*(f"\n{text}" for text in library.texts(used, program.profile.family)), ""]


def thread_attribute(index: int) -> tuple[str, str]:
    """A thread attribute of a pipeline's fragment, and its kind."""
    name = item(FRAGMENT_5_ATTRIBUTES[index])
    if name == "helperthread":
        return "ivec4(gl_HelperInvocation ? -1 : 0, 0, 0, 0)", "i"
    words = {
        "threadid": "quad_thread()",
        "threadeqmask": "1u << quad_thread()",
        "threadltmask": "(1u << quad_thread()) - 1u",
        "threadlemask": "(2u << quad_thread()) - 1u",
        "threadgtmask": "~((2u << quad_thread()) - 1u)",
        "threadgemask": "~((1u << quad_thread()) - 1u)",
    }
    return f"uvec4({words.get(name, '0u')}, 0u, 0u, 0u)", "u"


def check_groups(program: Program, target: Target, kind: str) -> None:
    """TargetError for what the target lacks, and for threads whose place the shader cannot tell."""
    if program.profile.stage is not Stage.FRAGMENT:
        return
    if needs_derivatives(program, target) and DERIVATIVES in target.lacks:
        first = next(place for name, place in _asked(program).items() if name != _ALONE)
        raise TargetError(f"{named(program, first)} needs {DERIVATIVES}, which is not there")
    read = program.reads(RegisterFile.ATTRIBUTE)
    names = {FRAGMENT_5_ATTRIBUTES[number] for number in read}
    if kind != "fragment":
        return
    if "fragment.helperthread" in names and target.version < _HELPERS:
        raise TargetError(
            f"{program.source.name}: fragment.helperthread needs GLSL 4.50, which {target.name} is not; "
            f"glsl450 has it"
        )
    flipped = "ARB_fragment_coord_origin_upper_left" in program.options and "fragment.position" in names
    if flipped and (grouped(program) or _reads_threads(program)):
        raise TargetError(
            f"{program.source.name}: fragment.position counted from the upper left "
            f"(ARB_fragment_coord_origin_upper_left) leaves no GLSL for the threads of quads; count it from "
            f"the lower left"
        )


def _vote(text: str, kind: str = "b") -> Builder:
    """What a quad, or a thread alone, says of each component of a condition."""

    def build(view: View) -> Expression:
        held = [view.operand(0, (component,)).text for component in view.components]
        return vector([Expression(text.format(each), CONDITIONAL) for each in held], kind)

    return build


def _read(thread: str) -> Builder:
    """QSWZ0 to QSWZY: 0 where a fragment of the quad is not there."""

    def build(view: View) -> Expression:
        parts = []
        for component in view.components:
            value, *added = view.given((component,))
            text = " + ".join([f"quad_read({value.text}, {thread})", *(each.at(SUM) for each in added)])
            if view.counts:
                text = f"quad_ballot(true) == 15u ? {text} : 0.0"
            parts.append(Expression(text, CONDITIONAL if view.counts else SUM))
        return vector(parts)

    return build


BUILDERS: dict[str, Builder] = {
    "all": _vote("quad_all({})"),
    "any": _vote("quad_ballot({}) != 0u"),
    "alike": _vote("quad_agrees({})"),
    "ballot": _vote("quad_ballot({})", "u"),
    "ballot_alone": _vote("{} ? 1u << quad_thread() : 0u", "u"),
    **{f"quad_{number}": _read(f"{number}u") for number in range(4)},
    "quad_x": _read("quad_thread() ^ 1u"),
    "quad_y": _read("quad_thread() ^ 2u"),
}
