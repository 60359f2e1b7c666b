"""Register-named vertex program (NV_vertex_program, NV_vertex_program2) → GLSL."""

from __future__ import annotations

from nvrender.glsl import library
from nvrender.glsl.cg_names import named_registers, offsets
from nvrender.glsl.comments import Placement, place
from nvrender.glsl.first_values import seen_first_values
from nvrender.glsl.hidden import declaration, hidden_zero
from nvrender.glsl.io.sprites import NAMES as SPRITE_NAMES
from nvrender.glsl.io.vertex import GEOMETRY_INPUT, Interface
from nvrender.glsl.lines import Lines
from nvrender.glsl.names import Names
from nvrender.glsl.printer.functions import first_lines, function_names, numbers, shown, written_functions
from nvrender.glsl.printer.locals import Locals
from nvrender.glsl.printer.statements import Remarks
from nvrender.glsl.printer.structure import Printer
from nvrender.glsl.registers.statements import FILES, EmitContext
from nvrender.glsl.targets import Target
from nvrender.glsl.varyings import first_vector
from nvrender.ir.analysis.endings import ends_early
from nvrender.lower.program import lowered
from nvrender.program import Program, RegisterFile

#: Names the translation itself declares in any shader.
_OWN_NAMES = frozenset(
    {
        *("vertex", "vertex_count", "attributes", "results", "Attributes", "Results", "program", "parameter"),
        *("ProgramParameters", "parameters", "FixedFunction", "mvp"),
        *("executed", "block", "stack", "depth", "index", "zero", "one", "c"),
        *SPRITE_NAMES,
    }
)


class RegisterTranslator:
    """Puts one shader together."""

    def __init__(self, program: Program, target: Target, shape: Interface, *, exact: bool) -> None:
        self._program = program
        self._target = target
        self._shape = shape
        self._exact = exact
        self._shader = lowered(program).shader
        self._indices = numbers(program) if program.comments else {}
        self._placement: Placement = place(program, shown(self._shader, self._indices))
        self._taken: set[str] = set()
        self._places: dict[int, str] = {}
        self._names = self._register_names()
        self._wrapped = shape.has_final_section and ends_early(self._shader)
        self._global = len(self._shader.functions) > 1 or self._wrapped

    def _register_names(self) -> dict[tuple[RegisterFile, int], str]:
        """Every register the instructions name, in the order declarations have."""
        used: set[tuple[RegisterFile, int]] = set()
        for instruction in self._program.instructions:
            destination = instruction.destination
            registers = [operand.register for operand in instruction.operands]
            if destination is not None:
                registers.append(destination.register)
                if destination.condition is not None:
                    used.add((RegisterFile.CONDITION_CODE, destination.condition.register))
            for register in registers:
                used.add((register.file, register.index))
                if register.relative is not None:
                    used.add((RegisterFile.ADDRESS, register.relative.register))
            if instruction.condition_code is not None:
                used.add((RegisterFile.CONDITION_CODE, instruction.condition_code))
            if instruction.condition is not None:
                used.add((RegisterFile.CONDITION_CODE, instruction.condition.register))
        attributes = {row.index: row.name for row in self._shape.attributes}
        spelled = {
            RegisterFile.TEMPORARY: lambda index: f"R{index}",
            RegisterFile.ADDRESS: lambda index: f"A{index}",
            RegisterFile.CONDITION_CODE: lambda index: f"CC{index or ''}",
            RegisterFile.ATTRIBUTE: lambda index: attributes[index],
            RegisterFile.RESULT: lambda index: self._shape.variable(self._program.profile.results[index]),
        }
        order = list(spelled)
        ordered = sorted(
            ((file, index) for file, index in used if file in spelled),
            key=lambda k: (order.index(k[0]), k[1]),
        )
        return {(file, index): spelled[file](index) for file, index in ordered}

    def lines(self) -> Lines:
        """The whole shader."""
        self._taken = set(_OWN_NAMES | library.names()) | set(self._names.values())
        self._taken.update(row.name for row in self._shape.attributes)
        self._taken.update(row.name for row in self._shape.results)
        self._taken.update(self._shape.varyings or ())
        self._taken.update(GEOMETRY_INPUT + name for name in self._shape.varyings or ())
        names = Names(frozenset(self._taken))
        found = offsets(named_registers(self._program), names, 0, self._shape.parameters.count)
        self._places = found.places
        body = self._bodies(names)
        lines = first_lines(self._program, self._target, self._shape.kind, self._placement, exact=self._exact)
        declarations = self._shape.declarations("precise " if self._exact else "")
        declarations += found.declarations
        for text in ("", *declarations) if declarations else ():
            lines.add(text)
        if self._global and (variables := self._variables()):
            lines.add("")
            for text in variables:
                lines.add(text)
        for text in self._functions():
            lines.add("")
            lines.add(text)
        lines.extend(body)
        return lines

    def _bodies(self, names: Names) -> Lines:
        """Every function, main last; what they need is known afterwards."""
        functions = function_names(self._shader, names)
        exact = self._exact
        # quirks.DENORMALS
        flush = exact and self._shape.kind == "compute"
        self._context = EmitContext(
            self._program, exact, self._names, flush, self._places, local_names=Locals(names.take)
        )
        printer = Printer(self._shader, self._context, Remarks(self._placement, self._indices), functions)
        self._seen = self._seen_registers()
        return written_functions(
            printer,
            wrapped=self._wrapped,
            prologue=self._prologue,
            closing=self._shape.closing,
        )

    def _seen_registers(self) -> set[tuple[RegisterFile, int]]:
        """The registers whose first value shows."""
        variables, shape = self._shader.variables, self._shape
        registers = {var.name: (FILES[var.role], var.binding) for var in variables if var.role in FILES}
        widths = {
            (RegisterFile.RESULT, row.index): shape.observed(row.result)
            for row in shape.results
            if not shape.vertex_state and not (row.result == "HPOS" and shape.position_invariant)
        }
        observed = ((name, place) for name, key in registers.items() for place in range(widths.get(key, 0)))
        seen = seen_first_values(self._shader, frozenset(observed))
        return {registers[name] for name, _ in seen if name in registers}

    def _prologue(self) -> list[str]:
        """What main does before the program's first instruction."""
        lines = self._shape.opening()
        through = self._context.use("nv_flush", 4) if self._context.flush and self._shape.attributes else ""
        lines += [text if self._global else f"vec4 {text}" for text in self._shape.fetches(through)]
        if self._shape.vertex_state:
            # A loop (quirks.ARRAY_COPIES).
            lines.append(f"for (int i = 0; i < {self._shape.parameters.count}; ++i) c[i] = parameters[i];")
        if self._shape.hides_unwritten:
            self._context.zero()
        results = [
            f"{row.name} = {self._first_result()};"
            for row in self._shape.results
            if self._shape.is_output(row.name) and (RegisterFile.RESULT, row.index) in self._seen
        ]
        lines += [] if self._global else self._variables()
        return lines + results

    def _first_result(self) -> str:
        """What a result holds until it is written, which a linker must not know."""
        return first_vector(self._context.zero() if self._exact and self._shape.varyings else "0.0")

    def _variables(self) -> list[str]:
        """Declarations of the registers; an initial value only where it can be seen."""
        shape, precise = self._shape, "precise " if self._exact else ""
        plain: dict[str, list[str]] = {}
        lines: list[str] = []
        unwritten, hidden = 0, "vertex_count" if shape.kind == "compute" else "gl_VertexID"
        if self._global and shape.kind == "compute" and shape.attributes:
            lines.append(f"vec4 {', '.join(row.name for row in shape.attributes)};")
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
            lines.insert(0, declaration(hidden, signed=shape.kind != "compute"))
        if self._shader.limit is not None:
            ends = f"ends after {self._shader.limit} instructions (NV_vertex_program2 2.14.2.3)"
            lines.append(f"int executed = 0;  // {ends}")
        return lines

    def _declared(self) -> list[tuple[tuple[RegisterFile, int], str]]:
        """The registers that are variables, in order; a position-invariant HPOS is none."""
        declared = []
        for key, name in self._names.items():
            file = key[0]
            if file is RegisterFile.ATTRIBUTE or (
                file is RegisterFile.RESULT and self._shape.is_output(self._program.profile.results[key[1]])
            ):
                continue
            declared.append((key, name))
        return declared

    def _functions(self) -> list[str]:
        """The parameter array's copy and accessor, and the helpers that were called."""
        texts = []
        array, count = "c", self._shape.parameters.count
        if self._shape.vertex_state:
            precise = "precise " if self._exact else ""
            texts.append(f"{precise}vec4 c[{count}];  // the parameters, as the program changes them")
        if self._context.relative:
            texts.append(
                "// NV_vertex_program 2.14.1.9: a read outside the parameters gives zeros\n"
                f"vec4 parameter(int index) {{\n"
                f"    vec4 value = {array}[min(uint(index), {count - 1}u)];\n"
                f"    return uint(index) < {count}u ? value : vec4(0.0);\n}}"
            )
        if self._shape.position_invariant:
            texts += library.texts(library.POSITION, self._context.family)
        return texts + library.texts(self._context.helpers, self._context.family)
