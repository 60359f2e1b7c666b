"""Program → GLSL, of every language."""

from __future__ import annotations

import math
from dataclasses import replace
from functools import cached_property

from nvrender.glsl import library
from nvrender.glsl.assembly import assembled
from nvrender.glsl.comments import place
from nvrender.glsl.emit.checks import check_translatable
from nvrender.glsl.emit.legality import check_legal
from nvrender.glsl.emit.results import completed, leaving
from nvrender.glsl.emit.statements import EmitContext
from nvrender.glsl.emit.surroundings import surroundings
from nvrender.glsl.first_values import seen_first_values
from nvrender.glsl.hidden import Zeros
from nvrender.glsl.io.fragment.arrays import PixelShader
from nvrender.glsl.io.fragment.common import FragmentProgram
from nvrender.glsl.io.fragment.interpolation import Interpolations
from nvrender.glsl.io.fragment.pipeline import FragmentShader
from nvrender.glsl.io.geometry.pipeline import GeometryProgram
from nvrender.glsl.io.input_functions import InputFunctions
from nvrender.glsl.io.shaders import shader_around
from nvrender.glsl.io.tessellation.pipeline import ControlShader
from nvrender.glsl.lines import Lines
from nvrender.glsl.memory import block as memory_block
from nvrender.glsl.memory.buffer_banks import BufferBanks
from nvrender.glsl.memory.image_variables import ImageVariable, ImageVariables
from nvrender.glsl.names import Names
from nvrender.glsl.options import Options
from nvrender.glsl.printer.functions import function_names, shown, written_functions
from nvrender.glsl.printer.locals import Locals
from nvrender.glsl.printer.statements import Remarks
from nvrender.glsl.printer.structure import Printer
from nvrender.glsl.registers.declarations import (
    Location,
    RegisterTexts,
    accessor,
    chooses,
    has_numbers,
    plain_accessor,
)
from nvrender.glsl.registers.inference import variable_of
from nvrender.glsl.registers.name_lengths import name_lengths
from nvrender.glsl.registers.numbered import NumberedStorage
from nvrender.glsl.registers.reserved import reserved_names
from nvrender.glsl.registers.storage import Storage
from nvrender.glsl.registers.variables import Variable
from nvrender.glsl.requirements import integers_are_words
from nvrender.glsl.targets import Target
from nvrender.glsl.threads.patch_barriers import barriers
from nvrender.glsl.threads.quad_groups import check_groups
from nvrender.glsl.wide.requirements import check_wide
from nvrender.ir import nodes
from nvrender.ir.analysis.blocks import blocks_of, waits_between
from nvrender.ir.analysis.endings import ends_early
from nvrender.ir.analysis.induction import within_arrays
from nvrender.ir.analysis.scopes import declared
from nvrender.ir.analysis.trip_counts import most_turns
from nvrender.ir.nodes import Role
from nvrender.lower.places import numbers
from nvrender.lower.program import lowered
from nvrender.passes import condition_codes
from nvrender.passes.dropped_results import without_results, without_unread
from nvrender.passes.pipeline import around, idiomatic, readable, through
from nvrender.passes.shields import known_values
from nvrender.program import Program, RegisterFile
from nvrender.program.profile import Stage
from nvrender.program.work import allowed_turns, warn_ended


class Translator(RegisterTexts):
    """Puts one shader together."""

    def __init__(
        self,
        program: Program,
        target: Target,
        kind: str,
        options: Options,
    ) -> None:
        check_translatable(program, target)
        check_wide(program, target)
        check_groups(program, target, kind)
        self.kind = kind
        self.program = program
        self.target = target
        link, bound = options.link, options.link.bound
        self.exact, self.resident, self.alike = options.exact, bound.resident, bound.alike
        self.indices = numbers(program)
        shader = self._passed(options)
        self.body = condition_codes.numbers(shader) if options.exact else shader
        self.storage = self._storage(shader, options)
        exact, indexed = options.exact, link.indexed
        check_legal(self.storage, self.body, target, kind, exact=exact, indexed=indexed)
        self.images = ImageVariables(self.body, dict(bound.images or ()), link.taken)
        self.linked = link.programs or (program,)
        self.watchdog = self._watchdog(program, options.watchdog)
        self.names = Names(reserved_names(program, self.body, link))
        self.waits = waits_between(blocks_of(self.body))
        self.shape = shader_around(
            self.storage, self.names, target, kind, options, control=self._control(), waits=self.waits
        )
        members = [row for row in self.storage.members if not row.indexed]
        starts = frozenset(row.start for row in members if program.profile.declares_names)
        self.placement = place(
            program, shown(self.body, self.indices if program.comments else {}), starts, self._joined()
        )
        for row in members:
            row.remark = self.placement.parameters.get(row.start, "")
        self.wrapped = self.shape.has_final_section and ends_early(self.body)
        self.seen = self._seen()
        if not options.exact:
            self._write_results()
        #: Whether a constant that is written may depend on a condition.
        self.chooses = self.exact and chooses(self.body) and has_numbers(self.body)
        #: Whether registers are variables of the file, not of main.
        self.shared = len(self.body.functions) > 1 or self.wrapped or self._has_inputs

    def _passed(self, options: Options) -> nodes.Shader:
        """The program behind the passes of its numerics, without results that nobody takes."""
        shader, link = self._lowered(), options.link
        drops = self.kind == "vertex" and link.captured is not None
        if drops:
            shader = without_results(shader, link.dropped(self.program))
        shader = shader if options.exact else idiomatic(shader)
        shader = without_unread(shader) if drops else shader
        return shader if options.exact else self._readable(shader)

    def _storage(self, shader: nodes.Shader, options: Options) -> Storage:
        """Where the registers of ``shader``, and of the same with numbers in place of codes, are."""
        program, link = self.program, options.link
        made = Storage if program.profile.declares_names else NumberedStorage
        return made(
            program,
            dict(link.bound.textures or ()),
            link.programs,
            shader=shader,
            numbered=self.body,
            plain=not options.exact,
            bindless=link.bound.textures is None,
            indexed=link.indexed,
            names=options.names,
            blocks=self.target.blocks,
        )

    def _control(self) -> type[ControlShader]:
        """The shader of a control program."""
        return ControlShader

    def _lowered(self) -> nodes.Shader:
        return lowered(self.program)

    def _readable(self, shader: nodes.Shader) -> nodes.Shader:
        """The program as a person would have written it."""
        program = self.program
        comments = place(program, sorted(self.indices.values())).behind if program.comments else {}
        return readable(
            shader,
            fixed_point=program.profile.family.fixed_point_operands,
            names=name_lengths(program, self._lowered()),
            remarked=frozenset(span for span, index in self.indices.items() if index in comments),
        )

    def _write_results(self) -> None:
        """Has what the program writes once for all written as it leaves."""
        shape = self.shape
        results = {row.name: (shape.variable(row), row) for row in shape.results}
        variables = {variable: name for name, (variable, _) in results.items() if variable is not None}
        vars = {
            var.name: variable
            for var in self.body.variables
            if var.role is Role.OUTPUT and (variable := variable_of(self.storage, var)) in variables
        }
        begin = {name for name, variable in vars.items() if variable in self.seen}
        begin = {name for name in begin if not shape.first_value(vars[name])}
        self.body, whole = completed(self.body, frozenset(begin))
        self.seen -= {vars[name] for name in whole}
        rows = ((name, shape.leaving(results[variables[variable]][1])) for name, variable in vars.items())
        wanted = {name: way for name, way in rows if way is not None}
        self.body, found = leaving(self.body, wanted)
        for name in found:
            vars[name].name, vars[name].width = wanted[name].target, len(wanted[name].components)
            vars[name].leaves = vars[name].name != results[variables[vars[name]]][1].name
        for name, way in wanted.items():
            if way.target == "gl_Position" and vars[name] not in self.seen and not vars[name].array:
                vars[name].name, found = way.target, found | {name}
        in_place = frozenset(variables[vars[name]] for name in found)
        self.shape = replace(shape, in_place=in_place)

    def _joined(self) -> dict[int, int]:
        """The instructions whose values stand in another's."""
        rows = self.body.joined.items()
        return {self.indices[one]: self.indices[other] for one, other in rows if one in self.indices}

    def _watchdog(self, program: Program, watchdog: int | None) -> int | None:
        """How many turns the loops may take together, None where they take no more anyway."""
        most = most_turns(self.body)
        allowed = allowed_turns(program, watchdog) if most else None
        if program.profile.execution_limit or allowed is None:
            return None
        if allowed < most < math.inf:
            warn_ended(program, allowed)
        return None if most <= allowed else allowed

    def _seen(self) -> set[Location]:
        """The registers whose first value shows: to the program, or at the end to the interface."""
        rows = {self.shape.variable(row): self.shape.observed(row) for row in self.shape.results}
        variables = {var.name: variable_of(self.storage, var) for var in self.body.variables}
        observed = frozenset(
            (name, component)
            for name, variable in variables.items()
            if variable in rows and variable is not None and not self._is_invariant_position(variable)
            for component in rows[variable]
        )
        slots = {name for name, _ in seen_first_values(self.body, observed)}
        #: The names of values of registers that are read before they are written.
        self.begun = frozenset(var.name for var in self.body.variables if var.value and var.name in slots)
        registers = [var for var in self.body.variables if var.role is Role.CODE and not var.value]
        codes = {var.binding for var in registers if var.name in slots}
        found = {variables[name] for name in slots}
        return codes | {variable for variable in found if variable is not None and not variable.array}

    def lines(self) -> Lines:
        """The whole shader."""
        body, shape = self._bodies(), self.shape
        images = self.images.declarations()
        return assembled(
            shape, body,
            comments=self.placement.head,
            memory=[*self.memory.lines, *([""] if images else []), *images],
            variables=self._global_variables(),
            functions=self._functions(),
            extensions=self.context.extensions,
            bindless=self.storage.named is not None,
        )  # fmt: skip

    def _bodies(self) -> Lines:
        """Every function, main last; what they need is known afterwards."""
        functions = function_names(self.body, self.names)
        zeros = Zeros(self.exact)
        self.context = EmitContext(
            self.program,
            self.exact,
            self.exact and self.shape.keeps_denormals,
            local_names=Locals(self.names.take),
            glsl=self.target,
            storage=self.storage,
            take_name=self.names.take,
            images=self.images,
            banks=BufferBanks(self.storage, self.names.take, zeros.outside),
            zeros=zeros,
            integer_words=integers_are_words(self.target),
            resident=self.resident,
            alike=self.alike,
            counts_faults=self.shape.counts_faults,
        )
        self._tell_context()
        return self._written(functions)

    def _written(self, functions: dict[str, str]) -> Lines:
        remarks = Remarks(self.placement, self.indices)
        begins = declared(self.body, self.begun)
        self.context.begun = self.begun
        printer = Printer(self.body, self.context, remarks, functions, self.watchdog, begins)
        return written_functions(
            printer, wrapped=self.wrapped, prologue=self._prologue, closing=self._closing
        )

    def _tell_context(self) -> None:
        """What instructions must know of the shader they are in."""
        shape, context = self.shape, self.context
        if isinstance(shape, FragmentProgram):
            context.kill = "killed = true;" if shape.delays_kills else "discard;"
            context.counts = shape.counts_fragments
            context.asleep = shape.asleep
        if isinstance(shape, FragmentShader | PixelShader):
            context.interpolations = Interpolations(
                self.program, shape, self.exact, self.names.take, context.functions
            )
        for name, width in shape.helpers:
            context.use(name, width)
        if isinstance(shape, GeometryProgram):
            context.ends_primitive = shape.ends_primitive
            context.streams = shape.geometry.streams > 1
        context.inputs = shape.input_texts(InputFunctions(self.names.take, context.zeros.outside))
        if self.exact:
            self._shield()
        context.barriers = self._barriers()
        context.within = within_arrays(self.body)

    def _shield(self) -> None:
        """Keeps what is computed from compilers, and in the range of fixed point what lies there."""
        decided = surroundings(self.body, self.shape, self.context)
        known = known_values(self.body, decided.zeros)
        arrays = [var for var in self.body.variables if var.name in known.indexed]
        found = (variable_of(self.storage, var) for var in arrays)
        self.context.indexed = frozenset(row for row in found if row is not None)
        self.body = through(around(decided), self.body)

    def _barriers(self) -> dict[int, bool]:
        """What stands before the statement with an id."""
        if self.shape.kind != "control":
            return {}
        return barriers(self.program, self.body, wrapped=self.wrapped) or {}

    @cached_property
    def memory(self) -> memory_block.Memory:
        """The declarations of the memory that instructions reach."""
        counts = self.shape.counts_faults
        return memory_block.declarations(self.program, self.linked, self.resident, counts_faults=counts)

    @property
    def images_read(self) -> tuple[ImageVariable, ...]:
        """The image variables the shader declares."""
        return tuple(self.images.all())

    @property
    def tells_ends(self) -> bool:
        """True if the shader tells of threads that did not end (nvrender.glsl.threads.lockstep_ends)."""
        return False

    def _closing(self) -> list[str]:
        """What main does behind the program's last instruction."""
        return self.shape.epilogue()

    def _prologue(self) -> list[str]:
        """What main does before the program's first instruction."""
        lines = self.shape.prologue()
        through = self.context.use("nv_flush", 4) if self.context.flush and self.shape.attributes else ""
        lines += [] if self._shares_zero() else self._hidden_zero()
        lines += self._first_values()
        for target, value, kind in self.shape.fetches(through):
            declared = kind is not None and not self.shared
            lines.append(f"{kind}vec4 {target} = {value};" if declared else f"{target} = {value};")
        lines += [] if self.shared else self._registers(arrays=False)
        for row in self.shape.results:
            variable = self.shape.variable(row)
            if self.shape.begins(row) and variable is not None and variable in self.seen:
                lines.append(f"{row.name} = {self._first(variable, self.shape.output_kind(row))};")
        return lines

    def _global_variables(self) -> list[str]:
        """Arrays, which functions read, and everything where there are functions."""
        lines = self._hidden_zero() if self._shares_zero() else []
        if self.shared:
            fetches = self.shape.fetches("")
            lines += [f"{row.kind}vec4 {row.target};" for row in fetches if row.kind is not None]
        lines += self._registers(arrays=True)
        return lines + (self._registers(arrays=False) if self.shared else [])

    def _chooses_elements(self, variable: Variable) -> bool:
        """True if tests choose an element: but for uniforms of vertex shaders (GLSL ES 1.00 A.5)."""
        uniform = variable.file in (RegisterFile.PARAMETER, RegisterFile.BUFFER)
        return not self.target.general and not (uniform and self.program.profile.stage is Stage.VERTEX)

    def _functions(self) -> list[str]:
        """The arrays' accessors, and the helpers that were called."""
        texts = []
        for key, (function, variable) in self.context.arrays.items():
            if self.target.modern:
                texts.append(accessor(function, variable, key, hidden=key in self.context.known))
            else:
                texts.append(plain_accessor(function, variable, key, chosen=self._chooses_elements(variable)))
        texts += [text for _, text in self.context.banks.functions.values()]
        if self.context.inputs is not None:
            texts += [text for _, text in self.context.inputs.chosen.functions.values()]
        texts += self.shape.functions()
        texts += self.context.functions.values()
        texts += library.texts(self.context.helpers, self.context.family, precise=self.exact)
        return [*texts, *self.context.accessors.values()]
