"""Register-named vertex program (NV_vertex_program, NV_vertex_program2) → GLSL."""

from __future__ import annotations

from nvrender.glsl import library
from nvrender.glsl.assembly import assembled
from nvrender.glsl.cg_names import named_registers, offsets
from nvrender.glsl.comments import Placement, place
from nvrender.glsl.first_values import seen_first_values
from nvrender.glsl.hidden import declaration, hidden_zero
from nvrender.glsl.io.interface import Result
from nvrender.glsl.io.shaders import VERTEX_SHADERS
from nvrender.glsl.io.sprites import NAMES as SPRITE_NAMES
from nvrender.glsl.lines import Lines
from nvrender.glsl.memory.block import Memory
from nvrender.glsl.memory.image_variables import ImageVariable
from nvrender.glsl.names import Names
from nvrender.glsl.options import Options
from nvrender.glsl.printer.functions import function_names, numbers, shown, written_functions
from nvrender.glsl.printer.locals import Locals
from nvrender.glsl.printer.statements import Remarks
from nvrender.glsl.printer.structure import Printer
from nvrender.glsl.registers.statements import FILES, EmitContext
from nvrender.glsl.registers.variables import numbered_shader, register_names
from nvrender.glsl.targets import Target
from nvrender.glsl.varyings import first_vector
from nvrender.ir.analysis.endings import ends_early
from nvrender.ir.nodes import Role
from nvrender.lower.program import lowered
from nvrender.passes.pipeline import simplified
from nvrender.program import Program, RegisterFile
from nvrender.program.profile import Stage

#: Names the translation itself declares in any shader.
_OWN_NAMES = frozenset(
    {
        *("vertex", "vertex_count", "attributes", "results", "Attributes", "Results", "program", "parameter"),
        *("ProgramParameters", "parameters", "FixedFunction", "mvp"),
        *("executed", "block", "stack", "depth", "index", "zero", "one", "c"),
        *SPRITE_NAMES,
    }
)
#: Registers that are variables only where some statement names them.
_NAMED_ONLY = frozenset({RegisterFile.TEMPORARY, RegisterFile.ADDRESS, RegisterFile.CONDITION_CODE})


class RegisterTranslator:
    """Puts one shader together."""

    images_read: tuple[ImageVariable, ...] = ()
    memory = Memory()
    waits = tells_ends = False

    def __init__(self, program: Program, target: Target, kind: str, options: Options) -> None:
        self._program = program
        self.shape = numbered_shader(VERTEX_SHADERS[kind], program, target, options)
        self._vertex_state = program.profile.stage is Stage.VERTEX_STATE
        self._exact = options.exact
        self._shader = lowered(program) if options.exact else simplified(lowered(program))
        self._indices = numbers(program) if program.comments else {}
        self._placement: Placement = place(program, shown(self._shader, self._indices))
        self._taken: set[str] = set()
        self._places: dict[int, str] = {}
        self._names = register_names(program, self.shape.storage)
        self._wrapped = self.shape.has_final_section and ends_early(self._shader)
        self._global = len(self._shader.functions) > 1 or self._wrapped

    def lines(self) -> Lines:
        """The whole shader."""
        self._taken = set(_OWN_NAMES | library.names()) | set(self._names.values())
        self._taken.update(row.name for row in self.shape.attributes)
        self._taken.update(row.name for row in self.shape.results)
        varyings, prefix = self.shape.next_stage or {}, self.shape.options.link.output_prefix
        self._taken.update(f"{before}{name}" for before in ("", prefix) for name in varyings)
        names = Names(frozenset(self._taken))
        found = offsets(named_registers(self._program), names, 0, self.shape.parameters.count)
        self._places = found.places
        self.shape.storage.offsets += found.declarations
        body = self._bodies(names)
        variables = self._variables() if self._global else []
        comments, functions = self._placement.head, self._functions()
        return assembled(self.shape, body, comments=comments, variables=variables, functions=functions)

    def _bodies(self, names: Names) -> Lines:
        """Every function, main last; what they need is known afterwards."""
        functions = function_names(self._shader, names)
        exact = self._exact
        # quirks.DENORMALS
        flush = exact and self.shape.keeps_denormals
        self._context = EmitContext(
            self._program, exact, self._names, flush, self._places, local_names=Locals(names.take)
        )
        if self.shape.next_stage:  # which a linker carries constants into
            self._context.begins |= {Role.OUTPUT}
        printer = Printer(self._shader, self._context, Remarks(self._placement, self._indices), functions)
        self._seen = self._seen_registers()
        return written_functions(
            printer,
            wrapped=self._wrapped,
            prologue=self._prologue,
            closing=self.shape.epilogue,
        )

    def _seen_registers(self) -> set[tuple[RegisterFile, int]]:
        """The registers whose first value shows."""
        variables = self._shader.variables
        registers = {var.name: (FILES[var.role], var.binding) for var in variables if var.role in FILES}
        read = {
            (RegisterFile.RESULT, row.index): self.shape.observed(row)
            for row in self.shape.results
            if not self._vertex_state and not (row.name == "HPOS" and self._program.position_invariant)
        }
        observed = ((name, place) for name, key in registers.items() for place in read.get(key, ()))
        seen = seen_first_values(self._shader, frozenset(observed))
        return {registers[name] for name, _ in seen if name in registers}

    def _prologue(self) -> list[str]:
        """What main does before the program's first instruction."""
        lines = self.shape.prologue()
        through = self._context.use("nv_flush", 4) if self._context.flush and self.shape.attributes else ""
        for row in self.shape.fetches(through):
            lines.append(f"{'' if self._global else 'vec4 '}{row.target} = {row.value};")
        if self._vertex_state:
            # A loop (quirks.ARRAY_COPIES).
            lines.append(f"for (int i = 0; i < {self.shape.parameters.count}; ++i) c[i] = parameters[i];")
        if self.shape.hides_unwritten:
            self._context.zero()
        results = [
            f"{row.name} = {self._first_result()};"
            for row in self.shape.results
            if self._is_output(row) and (RegisterFile.RESULT, row.index) in self._seen
        ]
        lines += [] if self._global else self._variables()
        return lines + results

    def _first_result(self) -> str:
        """What a result holds until it is written, which a linker must not know."""
        return first_vector(self._context.zero() if self._exact and self.shape.next_stage else "0.0")

    def _is_output(self, row: Result) -> bool:
        """True if a result is a shader output, False if it is a variable."""
        return self.shape.is_output(row.name) and self.shape.value(row) == row.name

    def _variables(self) -> list[str]:
        """Declarations of the registers; an initial value only where it can be seen."""
        shape, precise = self.shape, "precise " if self._exact else ""
        plain: dict[str, list[str]] = {}
        lines: list[str] = []
        unwritten, (hidden, signed) = 0, shape.integer
        if self._global and (fetches := shape.fetches("")):
            lines.append(f"vec4 {', '.join(row.target for row in fetches)};")
        for (file, index), name in self._declared():
            kind = "ivec4" if file is RegisterFile.ADDRESS else f"{precise}vec4"
            if (file, index) not in self._seen:
                plain.setdefault(kind, []).append(name)
            elif file is RegisterFile.RESULT:
                lines.append(f"{kind} {name} = {self._first_result()};")
            elif file is RegisterFile.TEMPORARY and self._exact:
                # Registers no instruction has written are equal; each component is a zero of its own
                # lest a compiler fold comparisons of them, and then 0.0 times INF.
                places = ", ".join(str(place) for place in range(unwritten, unwritten + 4))
                zeros = hidden_zero(f"ivec4({hidden}) + ivec4({places})", signed=True)
                lines.append(f"{kind} {name} = {zeros};")
                unwritten += 4
            elif file is RegisterFile.TEMPORARY:
                lines.append(f"{kind} {name} = vec4(0.0);")
            elif file is RegisterFile.ADDRESS:
                lines.append(f"{kind} {name} = ivec4({self._context.zero() if self._exact else 0});")
            else:
                lines.append(f"{kind} {name} = vec4(0.0);")
        lines[:0] = [f"{kind} {', '.join(names)};" for kind, names in plain.items()]
        if self._context.hides_one:
            lines.insert(0, "float one = uintBitsToFloat(floatBitsToUint(zero) | 0x3f800000u);")
        if self._context.hides_zero or self._context.hides_one:
            lines.insert(0, declaration(hidden, signed=signed))
        if self._shader.limit is not None:
            ends = f"ends after {self._shader.limit} instructions (NV_vertex_program2 2.14.2.3)"
            lines.append(f"int executed = 0;  // {ends}")
        return lines

    def _declared(self) -> list[tuple[tuple[RegisterFile, int], str]]:
        """The registers that are variables, in order; a position-invariant HPOS is none."""
        declared, outputs = [], {row.index for row in self.shape.results if self._is_output(row)}
        named = {(FILES[row.role], row.binding) for row in self._shader.variables if row.role in FILES}
        for key, name in self._names.items():
            file = key[0]
            if file in _NAMED_ONLY and key not in named:
                continue
            if file is RegisterFile.ATTRIBUTE or (file is RegisterFile.RESULT and key[1] in outputs):
                continue
            declared.append((key, name))
        return declared

    def _functions(self) -> list[str]:
        """The parameter array's copy and accessor, and the helpers that were called."""
        texts = []
        array, count = "c", self.shape.parameters.count
        if self._vertex_state:
            copy = f"{self.shape.precise}vec4 c[{count}];"
            texts.append(f"{copy}  // the parameters, as the program changes them")
        if self._context.relative:
            texts.append(
                "// NV_vertex_program 2.14.1.9: a read outside the parameters gives zeros\n"
                f"vec4 parameter(int index) {{\n"
                f"    vec4 value = {array}[min(uint(index), {count - 1}u)];\n"
                f"    return uint(index) < {count}u ? value : vec4(0.0);\n}}"
            )
        texts += self.shape.functions()
        return texts + library.texts(self._context.helpers, self._context.family)
