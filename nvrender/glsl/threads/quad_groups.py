"""Thread groups in GLSL: quads of fragments exchange what they hold by derivatives; others are alone.

NV_gpu_program5 2.X.8, TGALL to TGEQ; NV_shader_thread_group 2.X.8. GL_ARB_derivative_control has differences
within each row and column of a quad, which of whole numbers below 2^24 are exact (docs/semantics.md).
"""

from __future__ import annotations

from nvrender.glsl import library
from nvrender.glsl.declared.operations import constant, truth
from nvrender.glsl.declared.view import TypedView
from nvrender.glsl.expressions import SUM, Expression, call, vector
from nvrender.glsl.targets import Target
from nvrender.languages.arb.generation5_bindings import FRAGMENT_5_ATTRIBUTES, THREADS
from nvrender.ops.rows import GROUPED, Form
from nvrender.program import Program, RegisterFile
from nvrender.program.profile import Stage
from nvrender.program.together import executed_together
from nvrender.source import TargetError

#: What fine derivatives are in the core from, and the extension before.
_CORE, DERIVATIVES = 450, "GL_ARB_derivative_control"
#: What gl_HelperInvocation is in the core from.
_HELPERS = 450
_ZEROS = {"": "0.0", "i": "0", "u": "0u"}


def _asks(program: Program) -> bool:
    """True if some instruction asks a quad."""
    if program.profile.stage is not Stage.FRAGMENT:
        return False
    rows = [index for index, row in enumerate(program.instructions) if row.opcode.row.form in GROUPED]
    return bool(rows) and not executed_together(program).isdisjoint(rows)


def asking(program: Program) -> frozenset[int]:
    """The ids of instructions that ask their quad; the others have a thread alone."""
    if not _asks(program):
        return frozenset()
    together = executed_together(program)
    return frozenset(id(row) for index, row in enumerate(program.instructions) if index in together)


def grouped(program: Program) -> bool:
    """True if some instruction of a fragment program asks its group."""
    fragments = program.profile.stage is Stage.FRAGMENT
    return fragments and any(row.opcode.row.form in GROUPED for row in program.instructions)


def _reads_threads(program: Program) -> bool:
    read = program.reads(RegisterFile.ATTRIBUTE)
    return any(FRAGMENT_5_ATTRIBUTES[index].removeprefix("fragment.") in THREADS[:-2] for index in read)


def needs_derivatives(program: Program, target: Target) -> bool:
    """True if the target must be asked for fine derivatives."""
    return target.version < _CORE and _asks(program)


def declarations(program: Program, kind: str) -> list[str]:
    """The functions that instructions and attributes of a fragment program call."""
    asks = _asks(program)
    operations = {row.row for row in program.instructions}
    if not (grouped(program) or (kind == "fragment" and _reads_threads(program))):
        return []
    own = {}
    if "ARB_fragment_coord_pixel_center_integer" in program.options and kind == "fragment":
        own["quad_thread"] = "quad_thread_at_integers"
    if kind == "pixels":
        own["quad_ballot"] = "quad_ballot_of_fragments"
    called = ["quad_thread"]
    if asks:
        swizzles = any(row.form is Form.QUAD for row in operations)
        votes = any(row.form is Form.VOTE for row in operations) or (swizzles and kind == "pixels")
        called += ["quad_values", *(("quad_all", "quad_agrees") if votes else ())]
        called += ["quad_read"] * swizzles
    used: dict[tuple[str, int], None] = {}
    for name in called:
        library.use(used, name, 1, own)
    return [*(f"\n{text}" for text in library.texts(used, program.profile.family)), ""]


def thread_attribute(index: int) -> tuple[str, str]:
    """A thread attribute of a pipeline's fragment, and its kind."""
    name = FRAGMENT_5_ATTRIBUTES[index].removeprefix("fragment.")
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
        index = next(n for n, row in enumerate(program.instructions) if id(row) in asking(program))
        raise _refused(program, index, f"needs {DERIVATIVES}, which is not there")
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


def _refused(program: Program, index: int, why: str) -> TargetError:
    row = program.instructions[index]
    line, column = program.source.line_and_column(row.span.start)
    return TargetError(f"{program.source.name}:{line}:{column}: {row.opcode.name} {why}")


def _held(view: TypedView, component: int) -> str:
    """Whether a component of the operand is not zero: −0.0 is, NaN is not."""
    return f"{view.operand(0, (component,)).at(SUM)} != {_ZEROS[view.kind]}"


def _alone(view: TypedView, component: int, held: str) -> Expression:
    if view.operation == "ballot":
        bit = "1u << quad_thread()" if view.differentiates else "1u"
        return Expression(f"{held} ? {bit} : 0u", 0)
    return truth(view, held, 1)


def vote(view: TypedView) -> Expression:
    """TGALL, TGANY, TGEQ and TGBALLOT, component by component."""
    if view.operation == "alike" and not view.together:
        return constant(True)(view)
    parts = []
    for component in view.components:
        held = _held(view, component)
        asked = {
            "all": f"quad_all({held})",
            "any": f"quad_ballot({held}) != 0u",
            "alike": f"quad_agrees({held})",
        }
        if not view.together:
            parts.append(_alone(view, component, held))
        elif view.operation == "ballot":
            parts.append(Expression(f"quad_ballot({held})"))
        else:
            parts.append(truth(view, asked[view.operation], 1))
    return vector(parts, "u" if view.operation == "ballot" else view.kind)


def swizzle(view: TypedView) -> Expression:
    """QSWZ0 to QSWZY: 0 where a fragment of the quad is not there."""
    if not view.together:
        return constant(False)(view)
    which = view.operation.removeprefix("quad_")
    thread = {"x": "quad_thread() ^ 1u", "y": "quad_thread() ^ 2u"}.get(which, f"{which}u")
    parts = []
    for component in view.components:
        value = call("quad_read", view.operand(0, (component,)), Expression(thread))
        if len(view.instruction.operands) > 1:
            value = Expression(f"{value.text} + {view.operand(1, (component,)).at(SUM)}", SUM)
        if view.counts:
            value = Expression(f"quad_ballot(true) == 15u ? {value.text} : 0.0", 0)
        parts.append(value)
    return vector(parts, "")
