"""Statements that neither compute nor reach memory: kills, vertices, primitives, barriers."""

from __future__ import annotations

from nvrender.glsl.emit.operands import Operands
from nvrender.glsl.printer.conditions import condition
from nvrender.glsl.printer.expressions import printed
from nvrender.ir.nodes import Barrier, Discard, EmitVertex, EndPrimitive

Act = Barrier | Discard | EmitVertex | EndPrimitive


def act(context: Operands, node: Act, guard: str) -> list[str]:
    """The statements of one; ``guard`` is a condition under which a fragment is killed."""
    match node:
        case Discard():
            return _kill(context, node, guard)
        case EndPrimitive():
            return [context.ends_primitive]
        case EmitVertex(stream=None):
            # EMIT goes to stream 0 (NV_gpu_program5 2.X.8.Z, EMIT and EMITS).
            return ["emit_vertex(0);" if context.streams else "emit_vertex();"]
        case EmitVertex(stream=stream):
            assert stream is not None
            return [f"emit_vertex({printed(context, stream).text if context.streams else ''});"]
        case Barrier(waits=True):
            return ["memoryBarrierShared();", "barrier();"]
        case Barrier():
            return ["groupMemoryBarrier();" if node.group else "memoryBarrier();"]


def _kill(context: Operands, node: Discard, guard: str) -> list[str]:
    """KIL: where any component is below zero, or passes (NV_fragment_program4 2.X.8, KIL)."""
    tests = [text for text in (guard, condition(context, node.condition)) if text not in ("", "true")]
    if "false" in tests:
        return []
    if len(tests) > 1:
        return [f"if ({' && '.join(f'({text})' for text in tests)}) {context.kill}"]
    return [f"if ({tests[0]}) {context.kill}" if tests else context.kill]
