"""What the directives of a program make of its stage (languages.arb.directives)."""

from __future__ import annotations

from nvrender.languages.arb.rules.declarations import Declarations
from nvrender.languages.arb.rules.memory import Memory
from nvrender.languages.arb.rules.rules import Context, Rules
from nvrender.languages.common.nodes import DirectiveNode
from nvrender.program import Compute, Geometry, Program, Tessellation
from nvrender.program.profile import Stage
from nvrender.source import Span


class Frame(Rules):
    """The directives of one program."""

    cited = "directives"

    def __init__(self, context: Context) -> None:
        super().__init__(context)
        self._patch = self.limits.patch_vertices
        self._streams = 1
        self._stage = self.profile.stage
        self._found: dict[str, DirectiveNode] = {}
        self._tessellates = self._stage in (Stage.TESSELLATION_CONTROL, Stage.TESSELLATION_EVALUATION)

    def note(self, node: DirectiveNode, declarations: Declarations, memory: Memory) -> None:
        """One directive, and what it says to those that check the statements behind it."""
        self._found[node.keyword] = node
        if self._tessellates:
            declarations.vertices = self._patch
        match node.keyword:
            case "PRIMITIVE_IN":
                declarations.vertices = node.vertices or self._patch
            case "VERTICES_OUT":
                declarations.output_vertices = node.numbers[0]
            case "SHARED_MEMORY":
                memory.shared = node.numbers[0]

    def check_streams(self, span: Span) -> None:
        """Several streams take points alone (NV_gpu_program5 2.14.6.2)."""
        self._streams = self.limits.vertex_streams
        made = self._found.get("PRIMITIVE_OUT")
        if made is not None and made.word != "POINTS":
            message = f"a program of several streams emits points, not {made.word}"
            section = "NV_gpu_program5 2.14.6.2"
            raise self.fail(span, message, "write PRIMITIVE_OUT POINTS;", section)

    @property
    def geometry(self) -> Geometry | None:
        """What a geometry program takes and makes."""
        if self._stage is not Stage.GEOMETRY:
            return None
        taken, made = self._found["PRIMITIVE_IN"], self._found["PRIMITIVE_OUT"]
        limit = self._found["VERTICES_OUT"].numbers[0]
        invocations = self._found.get("INVOCATIONS")
        return Geometry(
            taken.word,
            taken.vertices or self._patch,
            made.word,
            limit,
            1 if invocations is None else invocations.numbers[0],
            self._streams,
        )

    @property
    def tessellation(self) -> Tessellation | None:
        """What a tessellation program declares."""
        if self._stage is Stage.TESSELLATION_CONTROL:
            return Tessellation(self._found["VERTICES_OUT"].numbers[0])
        if self._stage is not Stage.TESSELLATION_EVALUATION:
            return None
        words = {keyword: node.word for keyword, node in self._found.items()}
        return Tessellation(
            0,
            words["TESS_MODE"],
            words.get("TESS_SPACING", "EQUAL"),
            words.get("TESS_VERTEX_ORDER", "CCW"),
            "TESS_POINT_MODE" in words,
        )

    @property
    def compute(self) -> Compute | None:
        """What a compute program declares; dimensions not given have one invocation."""
        if self._stage is not Stage.COMPUTE:
            return None
        x, y, z = (*self._found["GROUP_SIZE"].numbers, 1, 1)[:3]
        shared = self._found.get("SHARED_MEMORY")
        return Compute((x, y, z), None if shared is None else shared.numbers[0])

    def check_output(self, program: Program, written: set[tuple[int, int]]) -> None:
        """The components all vertices together write (NV_geometry_program4 2.14.6.4)."""
        place, most = len(self.source.data), self.limits.output_components
        if program.geometry is not None:
            each, vertices = len(written), program.geometry.limit
            if each * vertices > most:
                message = f"{vertices} vertices of {each} components: a program emits {most} at most"
                raise self.fail(place, message)
        elif program.tessellation is not None and program.tessellation.vertices:
            names, vertices = program.profile.results, program.tessellation.vertices
            shared = sum(names[index].startswith("patch.") for index, _ in written)
            total = (len(written) - shared) * vertices + shared
            if total > most:
                message = f"{total} components of the output patch: a program writes {most} at most"
                raise self.fail(place, message)
